//! What `paperkeep build` prints, through the real program.

use std::collections::HashSet;
use std::path::Path;

use assert_cmd::Command;
use lopdf::{Document, Object};
use paperkeep::face::{Reader, Templates};
use paperkeep::kit::{Ink, Kit};
use paperkeep::press::drawn::DrawnPieces;

use crate::watch::kit::{copy, edit};

/// Builds for this, with each sheet as SVG as well, unless the arguments say which formats.
fn build(arguments: &[&str], out: &Path) -> String {
    let mut program = Command::cargo_bin("paperkeep").unwrap();
    if !arguments.contains(&"--format") {
        program.args(["build", "--format", "pdf,svg"]);
    } else {
        program.arg("build");
    }
    let run = program
        .args(arguments)
        .arg("--out")
        .arg(out)
        .assert()
        .success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
        + &String::from_utf8_lossy(&run.get_output().stderr)
}

const LABEL: (&str, &str) = ("http://www.inkscape.org/namespaces/inkscape", "label");

/// The pieces placed in a sheet's SVG.
fn pieces<'d>(sheet: &'d roxmltree::Document<'d>) -> impl Iterator<Item = roxmltree::Node<'d, 'd>> {
    sheet
        .descendants()
        .filter(|node| node.has_attribute("clip-path") && node.has_attribute(LABEL))
}

#[test]
fn one_sheet_of_either_paper_holds_all_92_pieces_in_either_ink() {
    let out = tempfile::tempdir().unwrap();
    let all = ["--paper", "a4,letter", "--ink", "color,mono"];
    build(&[&["dungeon-in-a-tin"], &all[..]].concat(), out.path());
    for (paper, w, h) in [("a4", 210.0, 297.0), ("letter", 215.9, 279.4)] {
        for ink in ["color", "mono"] {
            let stem = out
                .path()
                .join(format!("dungeon-in-a-tin/dungeon-in-a-tin-{paper}-{ink}"));
            let named = |end: &str| std::path::PathBuf::from(format!("{}{end}", stem.display()));
            let svg = std::fs::read_to_string(named("-01.svg")).unwrap();
            assert!(!named("-02.svg").exists(), "a second sheet");
            assert!(
                svg.contains(&format!("width=\"{w}mm\" height=\"{h}mm\"")),
                "{}",
                &svg[..300]
            );
            let sheet = roxmltree::Document::parse(&svg).unwrap();
            let codes: HashSet<_> = pieces(&sheet)
                .filter_map(|piece| piece.attribute(LABEL))
                .collect();
            assert_eq!((pieces(&sheet).count(), codes.len()), (92, 92));

            let pdf = Document::load(named(".pdf")).unwrap();
            let pages = pdf.get_pages();
            assert_eq!(pages.len(), 1);
            let page = pdf.get_dictionary(pages[&1]).unwrap();
            for name in [&b"TrimBox"[..], b"BleedBox", b"MediaBox"] {
                let found: Vec<f32> = page
                    .get(name)
                    .unwrap()
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|n| n.as_float().unwrap())
                    .collect();
                let expected = [0.0, 0.0, w * 72.0 / 25.4, h * 72.0 / 25.4];
                assert!(
                    found
                        .iter()
                        .zip(expected)
                        .all(|(found, expected)| (f64::from(*found) - expected).abs() < 0.003)
                );
            }
            let raster = |object: &Object| {
                object.as_stream().is_ok_and(|stream| {
                    stream
                        .dict
                        .get(b"Subtype")
                        .is_ok_and(|kind| kind == &Object::Name(b"Image".to_vec()))
                })
            };
            assert!(!pdf.objects.values().any(raster), "a raster picture");
            let words = pdf.extract_text(&[1]).unwrap();
            for word in [
                "Store Room",
                "Overhead",
                "always lost",
                "T12",
                "Print at 100 %",
            ] {
                assert!(words.contains(word), "no \"{word}\" in {words}");
            }
            assert!(
                Document::load(named("-guide.pdf"))
                    .unwrap()
                    .get_pages()
                    .len()
                    >= 2
            );
        }
    }
}

#[test]
fn layouts_of_one_build_are_the_same_as_built_alone() {
    let (all, alone) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let print = |layout: &str, out: &Path| {
        build(
            &[
                "dungeon-crawl",
                "piecepack",
                "--format",
                "pdf",
                "--paper",
                "a4,letter",
                "--layout",
                layout,
            ],
            out,
        )
    };
    let lines = print("label,gutterfold", all.path());
    for layout in ["gutterfold", "label"] {
        print(layout, alone.path());
        for kit in ["dungeon-crawl", "piecepack"] {
            for paper in ["a4", "letter"] {
                for end in [".pdf", "-guide.pdf"] {
                    let together = all
                        .path()
                        .join(kit)
                        .join(format!("{kit}-{paper}-{layout}-color{end}"));
                    let alone = alone
                        .path()
                        .join(kit)
                        .join(format!("{kit}-{paper}-color{end}"));
                    assert!(
                        std::fs::read(&together).unwrap() == std::fs::read(alone).unwrap(),
                        "{}",
                        together.display()
                    );
                    assert!(lines.contains(&*together.display().to_string()));
                }
                // The faces do not depend on the layout.
                let record = format!("{kit}/{kit}-{paper}-color.faces.json");
                let read = |folder: &Path| std::fs::read(folder.join(&record)).unwrap();
                assert!(read(all.path()) == read(alone.path()));
            }
        }
    }
}

/// Photo paper is for cards; pages for reading use paper on which they fit.
#[test]
fn the_guide_to_small_paper_has_pages_of_its_own() {
    let out = tempfile::tempdir().unwrap();
    let output = build(
        &[
            "dungeon-in-a-tin",
            "--paper",
            "100x150",
            "--ink",
            "mono",
            "--format",
            "pdf",
        ],
        out.path(),
    );
    assert!(
        output.contains("paper of 100 x 150 mm is too small for the guide: its pages are A4"),
        "{output}"
    );
    let page = |end: &str| {
        let file = out.path().join(format!(
            "dungeon-in-a-tin/dungeon-in-a-tin-100x150-mono{end}.pdf"
        ));
        let document = Document::load(file).unwrap();
        let page = document.page_iter().next().unwrap();
        let media = document
            .get_dictionary(page)
            .unwrap()
            .get(b"MediaBox")
            .unwrap()
            .as_array()
            .unwrap()
            .clone();
        [2, 3].map(|side: usize| (media[side].as_float().unwrap() / 72.0 * 25.4).round())
    };
    assert_eq!((page(""), page("-guide")), ([100.0, 150.0], [210.0, 297.0]));
}

#[test]
fn two_builds_are_the_same_bytes() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    // On one thread, and on several.
    for (out, threads) in [(&one, "1"), (&two, "4")] {
        let mut program = Command::cargo_bin("paperkeep").unwrap();
        let program = program.env("RAYON_NUM_THREADS", threads);
        program
            .args([
                "build",
                "dungeon-in-a-tin",
                "--paper",
                "a4,letter",
                "--format",
                "pdf,svg",
            ])
            .arg("--out")
            .arg(out.path())
            .assert()
            .success();
    }
    let mut files: Vec<_> = std::fs::read_dir(one.path().join("dungeon-in-a-tin"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert_eq!(files.len(), 9);
    for file in files {
        let twin = two
            .path()
            .join("dungeon-in-a-tin")
            .join(file.file_name().unwrap());
        assert!(
            std::fs::read(&file).unwrap() == std::fs::read(twin).unwrap(),
            "{}",
            file.display()
        );
    }
}

#[test]
fn die_labels_follow_the_die_and_a_set_too_large_says_by_how_much() {
    let out = tempfile::tempdir().unwrap();
    let with = |size: &[&str]| {
        build(
            &[
                &[
                    "dungeon-in-a-tin",
                    "--paper",
                    "letter",
                    "--ink",
                    "mono",
                    "--format",
                    "svg",
                ],
                size,
            ]
            .concat(),
            out.path(),
        )
    };
    assert!(with(&["--die", "16"]).contains("1 sheet, 92 pieces"));
    let output = with(&["--die", "25"]);
    assert!(output.contains("2 sheets, 92 pieces"), "{output}");
    assert!(
        output.contains("do not fit one sheet of letter") && output.contains("mm higher"),
        "{output}"
    );
    let mut wrong = Command::cargo_bin("paperkeep").unwrap();
    wrong
        .args(["build", "dungeon-in-a-tin", "--die", "26"])
        .assert()
        .code(2);
}

/// A half-finished kit is printed, with the known problems reported.
#[test]
fn a_build_reports_the_problems_that_it_meets() {
    let folder = tempfile::tempdir().unwrap();
    let (kit, out) = (folder.path().join("kit"), folder.path().join("out"));
    copy(Path::new("templates/dungeon-in-a-tin"), &kit);
    edit(&kit, "tiles.toml", "white_skulls = 2", "white_skulls = 5");
    edit(
        &kit,
        "faces/tile.svg",
        "</svg>",
        "<text x=\"30\" y=\"20\" font-family=\"Alegreya\">Where are they all</text></svg>",
    );
    let place = kit.to_str().unwrap();
    let output = build(
        &[place, "--paper", "a4", "--ink", "mono", "--hex", "30"],
        &out,
    );
    assert!(output.contains("1 sheet, 92 pieces"), "{output}");
    for said in [
        "the referee would not play Dungeon in a Tin with these pieces:\n",
        "tile `T02` needs 5 yellow dice, and a set has 2\n",
        "\"Where are they all\" on tiles T01 is cut off by ",
        "--hex changes nothing: no kit here has hexagons\n",
    ] {
        assert!(output.contains(said), "{output}");
    }
    assert!(
        output.ends_with(&format!(
            "paperkeep: 2 errors: `paperkeep check {place}` says more\n"
        )),
        "{output}"
    );
    // A deck with `safe = 0` declares that text may run off the edge; then it prints, with a warning.
    edit(&kit, "tiles.toml", "white_skulls = 5", "white_skulls = 2");
    edit(
        &kit,
        "kit.toml",
        "name = \"tiles\"",
        "name = \"tiles\"\nsafe = 0",
    );
    let checked = Command::cargo_bin("paperkeep")
        .unwrap()
        .arg("check")
        .arg(&kit)
        .assert()
        .success();
    let checked = String::from_utf8_lossy(&checked.get_output().stdout).into_owned();
    assert!(
        checked.contains(" in 5 decks, printable, ") && checked.ends_with(" warnings\n"),
        "{checked}"
    );
}

#[test]
fn sheets_that_are_no_longer_needed_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let (kit, out) = (folder.path().join("kit"), folder.path().join("out"));
    copy(Path::new("tests/kits/good/sides"), &kit);
    let args = [kit.to_str().unwrap(), "--paper", "a4", "--ink", "mono"];
    let files = || -> HashSet<String> {
        let names = std::fs::read_dir(out.join("sides"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name());
        names.map(|name| name.into_string().unwrap()).collect()
    };
    build(&[&args[..], &["--scale", "180"]].concat(), &out);
    let before = files();
    std::fs::write(out.join("sides/sides-a4-mono-99.svg"), "mine").unwrap();
    // A print that fails removes nothing, and one in another format keeps the sheets.
    let mut wrong = Command::cargo_bin("paperkeep").unwrap();
    wrong
        .arg("build")
        .args(args)
        .args(["--only", "C0x"])
        .arg("--out")
        .arg(&out)
        .assert()
        .code(1);
    build(&[&args[..], &["--format", "cut"]].concat(), &out);
    assert!(before.is_subset(&files()));
    assert!(
        build(&args, &out)
            .contains("removed files of an earlier run that this one did not write: ")
    );
    let after = files();
    let gone: Vec<&String> = before.difference(&after).collect();
    assert!(
        !gone.is_empty() && gone.iter().all(|name| name.ends_with(".svg")),
        "{gone:?}"
    );
    assert!(after.contains("sides-a4-mono-99.svg") && after.contains("sides-a4-mono-01.svg"));
}

#[test]
fn a_part_is_printed_beside_the_whole() {
    let out = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| {
        build(
            &[
                &["dungeon-in-a-tin", "--paper", "a4", "--ink", "mono"],
                more,
            ]
            .concat(),
            out.path(),
        )
    };
    run(&[]);
    let record = out
        .path()
        .join("dungeon-in-a-tin/dungeon-in-a-tin-a4-mono.faces.json");
    let before = std::fs::read(&record).unwrap();
    assert!(run(&["--deck", "tiles,fight_cards"]).contains("1 sheet, 24 pieces"));
    let output = run(&["--only", "T05,T07,Y1"]);
    assert!(
        output.contains("1 sheet, 8 pieces") && !output.contains("guide"),
        "{output}"
    );
    let sheet = out
        .path()
        .join("dungeon-in-a-tin/dungeon-in-a-tin-a4-mono-part-01.svg");
    let sheet = std::fs::read_to_string(sheet).unwrap();
    let sheet = roxmltree::Document::parse(&sheet).unwrap();
    let codes: HashSet<_> = pieces(&sheet)
        .filter_map(|piece| piece.attribute(LABEL))
        .collect();
    assert!(
        codes.contains("T05") && codes.contains("Y1-6") && codes.len() == 8,
        "{codes:?}"
    );
    assert!(
        before == std::fs::read(&record).unwrap(),
        "the whole build's own record stays"
    );
    let refused = |more: [&str; 2]| {
        let mut program = Command::cargo_bin("paperkeep").unwrap();
        let run = program
            .args(["build", "dungeon-in-a-tin"])
            .args(more)
            .arg("--out")
            .arg(out.path())
            .assert()
            .code(1);
        String::from_utf8_lossy(&run.get_output().stderr).into_owned()
    };
    assert!(refused(["--deck", "tile"]).contains("did you mean `tiles`?"));
    assert!(refused(["--only", "T5"]).contains("has no piece `T5`"));
}

#[test]
fn copies_share_every_face_except_the_knights() {
    let kit = Kit::find("dungeon-in-a-tin").unwrap();
    for ink in Ink::ALL {
        let templates = Templates::new(&kit, ink);
        let drawn = DrawnPieces::draw(&kit, &templates, 3, &mut Reader::new()).unwrap();
        let of_copy = |copy| {
            drawn
                .pieces
                .iter()
                .filter(move |drawn_piece| drawn_piece.copy == copy)
        };
        for copy in 1..3 {
            let changed: Vec<&str> = of_copy(0)
                .zip(of_copy(copy))
                .filter(|(first, other)| first.face != other.face)
                .map(|(_, other)| &*other.code)
                .collect();
            assert_eq!(changed, ["KN1-1"], "{}", ink.name());
        }
    }
}

/// A deck with more faces than are kept in memory.
#[test]
fn a_large_deck_is_printed_whole() {
    let kit = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(kit.path().join(name), text).unwrap();
    let deck = "[[deck]]\nname = \"tickets\"\nrows = \"tickets.csv\"\nfront = \"ticket.svg\"\nsize = [20, 10]\n";
    let fields = "[deck.fields]\nname = { type = \"text\" }\n";
    write(
        "kit.toml",
        &format!(
            "id = \"fair\"\ntitle = \"Fair\"\ndesigners = [\"Ann\"]\nlicence = \"CC0\"\n{deck}{fields}"
        ),
    );
    let codes: Vec<String> = (0..1_300).map(|number| format!("T{number:04}")).collect();
    write(
        "tickets.csv",
        &codes.iter().fold("code,name\n".to_owned(), |rows, code| {
            rows + code + ",Ride " + code + "\n"
        }),
    );
    let text =
        "x=\"1\" y=\"6\" font-family=\"Barlow Condensed\" font-weight=\"600\" font-size=\"3\"";
    let root = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10\">";
    write(
        "ticket.svg",
        &format!(
            "{root}<rect y=\"7\" width=\"20\" height=\"1\"/><text {text}>{{{{ name }}}}</text></svg>"
        ),
    );
    let out = tempfile::tempdir().unwrap();
    build(
        &[
            kit.path().to_str().unwrap(),
            "--paper",
            "a4",
            "--ink",
            "color",
            "--format",
            "pdf",
        ],
        out.path(),
    );
    let sheets = Document::load(out.path().join("fair/fair-a4-color.pdf")).unwrap();
    let pages: Vec<u32> = sheets.get_pages().into_keys().collect();
    let words = sheets.extract_text(&pages).unwrap();
    let printed: Vec<&str> = words
        .split_whitespace()
        .filter(|word| word.starts_with('T') && word.len() == 5)
        .collect();
    assert_eq!(
        (
            printed.len(),
            printed.into_iter().collect::<HashSet<_>>().len()
        ),
        (1_300, 1_300)
    );
    assert!(codes.iter().all(|code| words.contains(code.as_str())));
    Command::cargo_bin("paperkeep")
        .unwrap()
        .arg("check")
        .arg(kit.path())
        .assert()
        .success();
}

/// One game is one PDF and its guide, for the paper of the region.
#[test]
fn a_plain_build_is_one_pdf_and_one_guide() {
    let out = tempfile::tempdir().unwrap();
    for (locale, paper) in [("de_DE.UTF-8", "a4"), ("en_US.UTF-8", "letter")] {
        let mut program = Command::cargo_bin("paperkeep").unwrap();
        let place = out.path().join(paper);
        program
            .env("LC_ALL", locale)
            .arg("build")
            .arg("dungeon-in-a-tin");
        program.arg("--out").arg(&place).assert().success();
        let files = std::fs::read_dir(place.join("dungeon-in-a-tin")).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut pdfs: Vec<String> = names.filter(|name| !name.ends_with(".json")).collect();
        pdfs.sort();
        let expected =
            ["-guide.pdf", ".pdf"].map(|end| format!("dungeon-in-a-tin-{paper}-color{end}"));
        assert_eq!(pdfs, expected);
    }
}

/// A page leads to every file that was made, and to no other.
#[test]
fn all_ways_have_a_page_to_choose_from() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| {
        let mut program = Command::cargo_bin("paperkeep").unwrap();
        program
            .args(line.split_whitespace())
            .current_dir(folder.path());
        program
    };
    run("build miniskull --all-ways").assert().success();
    let out = folder.path().join("out");
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    let links: HashSet<String> = page
        .split("href=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect();
    let made: HashSet<String> = std::fs::read_dir(out.join("miniskull-caverns"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".pdf"))
        .map(|name| format!("miniskull-caverns/{name}"))
        .collect();
    // Two papers, three inks, three kinds of dice; sheets and a guide for each.
    assert_eq!((links.len(), &links), (36, &made));
    assert!(links.contains("miniskull-caverns/miniskull-caverns-letter-die-16-mono-guide.pdf"));
    run("build miniskull --all-ways --paper a3")
        .assert()
        .code(2);
    // A kit without dice has none to choose from.
    run("new owls --from blank-cards").assert().success();
    run("build owls --all-ways --out other").assert().success();
    let page = std::fs::read_to_string(folder.path().join("other/index.html")).unwrap();
    assert_eq!(page.matches("href=").count(), 12);
    assert!(!page.contains("Dice"), "{page}");
}
