//! The shipped kits are valid; broken ones report exactly what is wrong, all at once.

use std::path::Path;

use assert_cmd::Command;
use paperkeep::kit::{Files, Ink, Kit, Side, Size, Um};
use paperkeep::press::{Order, print};

#[test]
fn every_shipped_kit_opens() {
    for id in Files::shipped_ids() {
        let kit = Kit::find(id).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(kit.id, id);
        assert_eq!(
            kit.lines.len(),
            3,
            "{id}: a line for texture, for drawing and for outlines"
        );
    }
}

#[test]
fn dungeon_in_a_tin_prints_92_pieces_a_set() {
    let kit = Kit::find("dungeon-in-a-tin").unwrap();
    let counts: Vec<_> = kit
        .decks
        .iter()
        .map(|deck| (deck.name.as_str(), deck.pieces().len()))
        .collect();
    assert_eq!(
        counts,
        [
            ("tiles", 12),
            ("fight_cards", 12),
            ("tokens", 30),
            ("status_cards", 1),
            ("dice", 37)
        ]
    );
}

/// Paper is not wasted: at most 1.15 times the sheets that the area of the pieces requires.
#[test]
fn shipped_kits_take_few_sheets() {
    for id in Files::shipped_ids() {
        let kit = Kit::find(id).unwrap();
        for (name, w, h) in [("a4", 210_000, 297_000), ("letter", 215_900, 279_400)] {
            let printed =
                print(&kit, &Order::new(Size::new(Um(w), Um(h)), name, Ink::Color)).unwrap();
            let papers = printed
                .sheets
                .sheets
                .iter()
                .filter(|sheet| sheet.side == Side::Front)
                .count();
            assert!(
                papers as f64 <= printed.least as f64 * 1.15,
                "{id}, {name}: {papers} sheets, {} at least",
                printed.least
            );
        }
    }
}

/// Shipped kits are examples, so not even a warning is acceptable.
#[test]
fn every_shipped_kit_passes_check_without_warnings() {
    for id in Files::shipped_ids() {
        let output = Command::cargo_bin("paperkeep")
            .unwrap()
            .args(["check", id])
            .env("NO_COLOR", "1")
            .output()
            .unwrap();
        assert_eq!(
            (
                output.status.code(),
                String::from_utf8_lossy(&output.stderr).as_ref()
            ),
            (Some(0), ""),
            "{id}"
        );
        assert!(
            !String::from_utf8_lossy(&output.stdout).contains("slow"),
            "{id}: only a verbose check names slow texts"
        );
    }
}

/// Each folder in `tests/kits/bad` is a kit with a mistake; `expected.txt` is what `check` must report.
#[test]
fn all_problems_of_a_bad_kit_are_reported_at_once() {
    let folder = Path::new("tests/kits/bad");
    let mut cases: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    cases.sort();
    assert!(cases.len() > 10);
    for case in cases {
        let output = Command::cargo_bin("paperkeep")
            .unwrap()
            .arg("check")
            .arg(&case)
            .env("NO_COLOR", "1")
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr)
            .unwrap()
            .replace(std::path::MAIN_SEPARATOR, "/");
        let expected = case.join("expected.txt");
        if std::env::var_os("PAPERKEEP_ACCEPT").is_some() {
            std::fs::write(&expected, &said).unwrap();
        }
        assert_eq!(
            said,
            std::fs::read_to_string(&expected).unwrap_or_default(),
            "{}",
            case.display()
        );
        assert_eq!(output.status.code(), Some(1), "{}", case.display());
    }
}

/// The same fields from TOML, from CSV as saved by Excel, and from workbooks of two programs, one of whose sheets has the
/// deck's name.
#[test]
fn rows_come_from_tables_of_every_kind() {
    let kit = Kit::open(Files::Folder("tests/kits/good/rows".into()))
        .unwrap_or_else(|problems| panic!("{problems}"));
    let rows: Vec<String> = kit.decks[0]
        .rows
        .iter()
        .map(|row| {
            format!(
                "{} x{} {}",
                row.codes().join("+"),
                row.count(),
                serde_json::json!(row.fields())
            )
        })
        .collect();
    let expected = [
        r#"T1 x1 {"name":"Lamp","power":3,"rare":true,"suits":["cups","coins"]}"#,
        r#"C1 x4 {"name":"Long; \"rope\"\nin two","power":3,"rare":true,"suits":["cups","coins"]}"#,
        r#"C2 x1 {"name":"Rope","power":5,"rare":false,"suits":["swords"]}"#,
        r#"X1 x3 {"name":"Lamp","power":3,"rare":true,"suits":["cups","coins"]}"#,
        r#"X2 x1 {"name":"Old Rope","power":7,"rare":false,"suits":["swords"]}"#,
        r#"D1 x2 {"name":"Golden Key","power":9,"rare":true,"suits":["coins","cups"]}"#,
        r#"D2 x1 {"name":"Two\nLines","power":0,"rare":false,"suits":[]}"#,
    ];
    assert_eq!(rows, expected);
    // One of the workbooks has a name in bold.
    let warnings: Vec<&str> = kit.warnings.iter().map(|told| &*told.message).collect();
    assert_eq!(
        warnings,
        ["bold or italic words of this cell print like the others"]
    );
}

/// The files are the same byte for byte on every machine.
#[test]
fn output_does_not_depend_on_the_number_of_threads() {
    let built = |threads: &str| {
        let out = tempfile::tempdir().unwrap();
        let mut build = Command::cargo_bin("paperkeep").unwrap();
        build.args([
            "build",
            "tests/kits/good/pictures",
            "tests/kits/good/rows",
            "--paper",
            "a4",
            "--dpi",
            "50",
        ]);
        build
            .args(["--format", "pdf,svg,png", "--out"])
            .arg(out.path())
            .env("RAYON_NUM_THREADS", threads)
            .assert()
            .success();
        let mut files = Vec::new();
        for folder in ["pictures", "small"] {
            for entry in std::fs::read_dir(out.path().join(folder)).unwrap() {
                let path = entry.unwrap().path();
                files.push((
                    path.file_name().unwrap().to_owned(),
                    std::fs::read(&path).unwrap(),
                ));
            }
        }
        files.sort();
        files
    };
    let one = built("1");
    assert!(one.len() > 10);
    assert!(one == built("2"));
}

#[test]
fn a_verbose_check_names_slow_texts_and_what_wastes_paper() {
    let output = Command::cargo_bin("paperkeep")
        .unwrap()
        .args(["check", "piecepack", "--verbose"])
        .assert()
        .success();
    let said = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(
        said.contains("faces/tile.svg: 12 texts go the slow way, as \"2\": stroke\n"),
        "{said}"
    );
    let wasted =
        "(3 if nothing were wasted, but pieces of 50.8 x 50.8 mm fill 72 % of a sheet at most)";
    assert!(
        said.contains(&format!(
            "--paper a4 --layout label takes 4 sheets {wasted}\n"
        )),
        "{said}"
    );
}

#[test]
fn a_bad_kit_writes_nothing() {
    let out = tempfile::tempdir().unwrap();
    let mut build = Command::cargo_bin("paperkeep").unwrap();
    build
        .args([
            "build",
            "dungeon-in-a-tin",
            "tests/kits/bad/unknown-font",
            "--out",
        ])
        .arg(out.path())
        .assert()
        .code(1);
    assert_eq!(std::fs::read_dir(out.path()).unwrap().count(), 0);
}

/// A mistake in a kit: the file, the correct text, and the mistake; then the single error, its place, and the remedy.
type Slip = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const SLIPS: [Slip; 34] = [
    (
        "kit.toml",
        "[[deck]]",
        "[deck]",
        "the first line of a deck is `[[deck]]`",
        "11:2",
        "",
    ),
    (
        "kit.toml",
        "[[deck]]",
        "[[decks]]",
        "the first line of a deck is `[[deck]]`",
        "11:3",
        "",
    ),
    (
        "kit.toml",
        "name = \"cards\"\n",
        "",
        "a deck has no `name`",
        "11:1",
        "",
    ),
    (
        "kit.toml",
        "[deck.fields]",
        "[deck.field]",
        "unknown key `field` in deck `cards`",
        "18:7",
        "did you mean `fields`?",
    ),
    (
        "kit.toml",
        "\"integer\"",
        "\"int\"",
        "\"int\" is not one of",
        "20:17",
        "",
    ),
    (
        "kit.toml",
        "language = \"en\"",
        "language = \"English\"",
        "`English` is not a language code",
        "5:12",
        "",
    ),
    (
        "kit.toml",
        "\"#AA0000\"",
        "#AA0000",
        "missing comma",
        "12:1",
        "colours are in quotes",
    ),
    (
        "kit.toml",
        "faces/card.svg",
        "faces/crad.svg",
        "the kit has no file",
        "14:9",
        "did you mean `faces/card.svg`?",
    ),
    (
        "kit.toml",
        "cards.toml",
        "cards.tml",
        "no such file",
        "13:8",
        "did you mean `cards.toml`?",
    ),
    (
        "cards.toml",
        "[[cards]]\ncode = \"A2\"",
        "code = \"A2\"",
        "duplicate key",
        "7:1",
        "such as `[[cards]]`?",
    ),
    (
        "cards.toml",
        "cost = 1",
        "cost = 1,5",
        "unexpected key or value",
        "10:9",
        "a number has a decimal point",
    ),
    (
        "cards.toml",
        "\"Mouse\"",
        "“Mouse”",
        "must be quoted",
        "9:8",
        "only straight quotes",
    ),
    (
        "faces/card.svg",
        "name,",
        "nmae,",
        "`nmae` is undefined",
        "10:9",
        "did you mean `name`?",
    ),
    (
        "faces/card.svg",
        "name,",
        "name.toUpperCase(),",
        "no method named toUpperCase",
        "10:13",
        "`x|upper`",
    ),
    (
        "faces/card.svg",
        "name,",
        "name.split(\"w\"),",
        "no method named split",
        "10:13",
        "`x|split`",
    ),
    (
        "faces/card.svg",
        "name,",
        "name.startsWith(\"O\"),",
        "no method",
        "10:13",
        "`x is startingwith",
    ),
    (
        "faces/card.svg",
        "name,",
        "name|toupper,",
        "filter toupper is unknown",
        "10:14",
        "did you mean `upper`?",
    ),
    (
        "faces/card.svg",
        "name,",
        "name + cost,",
        "tried to use + operator",
        "10:9",
        "`a ~ b`",
    ),
    (
        "faces/card.svg",
        "name,",
        "\"name,",
        "the quote is not closed",
        "10:9",
        "",
    ),
    (
        "faces/card.svg",
        "size=5",
        "size=\"big\"",
        "`size` is a length in mm, not 'big'",
        "10:4",
        "",
    ),
    (
        "faces/card.svg",
        "{% endfor %}",
        "",
        "`{% for %}` is not closed by `{% endfor %}`",
        "7:1",
        "",
    ),
    (
        "faces/card.svg",
        "{% endfor %}",
        "{% endif %}",
        "`{% for %}` is not closed before `{% endif %}`",
        "7:1",
        "",
    ),
    (
        "faces/card.svg",
        "{% for tag in tags %}",
        "",
        "`{% endfor %}` closes nothing",
        "9:1",
        "",
    ),
    (
        "faces/card.svg",
        "{% for tag",
        "{% foreach tag",
        "unknown statement foreach",
        "7:4",
        "did you mean `{% for %}`?",
    ),
    (
        "faces/card.svg",
        "{% for",
        "{% if cost = 2 %}{% endif %}{% for",
        "unexpected `=`",
        "7:12",
        "`==` compares",
    ),
    (
        "faces/card.svg",
        "{% for",
        "{# later {% for",
        "the comment is not closed by `#}`",
        "7:1",
        "",
    ),
    (
        "faces/card.svg",
        "</g>",
        "",
        "`<g>` is not closed before `</svg>`",
        "2:1",
        "",
    ),
    (
        "faces/card.svg",
        "<rect x=\"3\"",
        "<rect x=3",
        "a value without quotes",
        "3:9",
        "is enclosed in quotes",
    ),
    (
        "faces/card.svg",
        "<rect x=\"3\"",
        "<rect x=\"3",
        "the quote of `x` is not closed",
        "3:7",
        "is enclosed in quotes",
    ),
    (
        "faces/card.svg",
        "<rect",
        "<rect x=\"1\"",
        "the attribute `x` is set twice",
        "3:13",
        "",
    ),
    (
        "faces/card.svg",
        "width=",
        "widht=",
        "`<rect>` has no attribute `widht`",
        "3:19",
        "did you mean `width`?",
    ),
    (
        "faces/card.svg",
        "<circle",
        "<text>A & B</text><circle",
        "`&` stands by itself",
        "4:9",
        "`&amp;`",
    ),
    (
        "faces/card.svg",
        "<circle",
        "<text>A < B</text><circle",
        "`<` stands by itself",
        "4:9",
        "`&lt;`",
    ),
    (
        "faces/card.svg",
        "<circle",
        "<!-- a -- b --><circle",
        "a comment cannot contain `--`",
        "4:1",
        "",
    ),
];

#[test]
fn one_mistake_is_one_error_at_its_place() {
    let manifest = "id = \"s\"\ntitle = \"S\"\ndesigners = [\"A\"]\nlicence = \"x\"\nlanguage = \"en\"\n\n[palette]\n\
        ink = { color = \"#000000\", mono = \"#000000\" }\nblood = { color = \"#AA0000\", mono = \"#000000\" }\n\n[[deck]]\n\
        name = \"cards\"\nrows = \"cards.toml\"\nfront = \"faces/card.svg\"\nsize = [63, 88]\nmake = \"cards\"\n\n[deck.fields]\n\
        name = { type = \"text\" }\ncost = { type = \"integer\", min = 0 }\ntags = { type = \"list\" }\n";
    let rows = "[[cards]]\ncode = \"A1\"\nname = \"Owl\"\ncost = 3\ntags = [\"night\", \"bird\"]\n\n\
        [[cards]]\ncode = \"A2\"\nname = \"Mouse\"\ncost = 1\ntags = []\n";
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {{ w }} {{ h }}\">\n<g>\n\
        <rect x=\"3\" y=\"3\" width=\"57\" height=\"82\" fill=\"none\" stroke=\"{{ c.ink }}\"/>\n\
        <circle cx=\"10\" cy=\"10\" r=\"4\" fill=\"{{ c.blood }}\"/>\n<path d=\"M5 20h50\" stroke=\"{{ c.ink }}\"/>\n</g>\n\
        {% for tag in tags %}\n{{ text(tag, x=4, y=30 + 6 * loop.index0, w=55, h=6, size=4) }}\n{% endfor %}\n\
        {{ text(name, x=16, y=6, w=40, h=8, size=5) }}\n</svg>\n";
    let files = [
        ("kit.toml", manifest),
        ("cards.toml", rows),
        ("faces/card.svg", face),
    ];
    let sound = ("kit.toml", "Owl", "Owl", "", "", "");
    for (file, was, is, message, place, help) in [sound].into_iter().chain(SLIPS) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("faces")).unwrap();
        for (path, text) in files {
            let changed = if path == file {
                text.replacen(was, is, 1)
            } else {
                text.to_owned()
            };
            assert!(
                path != file || was == is || changed != text,
                "{file}: {was}"
            );
            std::fs::write(folder.path().join(path), changed).unwrap();
        }
        let mut check = Command::cargo_bin("paperkeep").unwrap();
        let output = check
            .arg("check")
            .arg(folder.path())
            .env("NO_COLOR", "1")
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr)
            .unwrap()
            .replace(std::path::MAIN_SEPARATOR, "/");
        if message.is_empty() {
            assert_eq!(said, "");
            continue;
        }
        let first = said.lines().next().unwrap_or_default();
        assert!(
            first.contains(message) && said.ends_with("\n1 error\n"),
            "{is}: {said}"
        );
        assert!(said.contains(&format!("{file}:{place}\n")), "{is}: {said}");
        assert!(
            help.is_empty() || said.contains("help: ") && said.contains(help),
            "{is}: {said}"
        );
    }
}
