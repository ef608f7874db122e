//! A user's own kit: complete, valid and playable from the start, and checked as it changes.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use paperkeep::games::{self, Setup, SetupError, Visitor};
use paperkeep::kit::archive::Archive;
use paperkeep::kit::{Kit, Problem, SourceSpan};
use paperkeep::referee::{Bots, Words};
use tempfile::TempDir;

fn paperkeep(folder: &Path, line: &str) -> Command {
    let mut program = Command::cargo_bin("paperkeep").unwrap();
    program
        .args(line.split_whitespace())
        .current_dir(folder)
        .env("NO_COLOR", "1");
    program
}

fn out(run: &assert_cmd::assert::Assert) -> String {
    String::from_utf8_lossy(&run.get_output().stdout).into_owned()
}

fn err(run: &assert_cmd::assert::Assert) -> String {
    String::from_utf8_lossy(&run.get_output().stderr).into_owned()
}

/// A folder with a kit made from `from` in `mine`.
fn kit(from: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    paperkeep(folder.path(), &format!("new mine --from {from}"))
        .assert()
        .success();
    let kit = folder.path().join("mine");
    (folder, kit)
}

/// Replaces `text` in a file, where it occurs once.
fn change(file: &Path, old: &str, new: &str) {
    let text = std::fs::read_to_string(file).unwrap();
    assert_eq!(text.matches(old).count(), 1, "{old}");
    std::fs::write(file, text.replace(old, new)).unwrap();
}

#[test]
fn every_new_kit_is_valid_and_prints() {
    for from in [
        "blank-cards",
        "blank-tiles",
        "blank-hexes",
        "pig",
        "crazy-eights",
        "meadows",
        "vault",
        "open-table",
        "dungeon-in-a-tin",
        "dungeon-crawl",
        "piecepack",
    ] {
        let (folder, kit) = kit(from);
        assert!(kit.join("README.md").is_file());
        let first = |file: &str| {
            std::fs::read_to_string(kit.join(file))
                .unwrap()
                .lines()
                .next()
                .unwrap()
                .to_owned()
        };
        for name in ["kit", "rules", "lesson", "guide", "play"] {
            assert!(kit.join(format!("{name}.schema.json")).is_file());
            let file = format!("{name}.toml");
            assert!(
                !kit.join(&file).is_file()
                    || first(&file) == format!("#:schema ./{name}.schema.json")
            );
        }
        let manifest = std::fs::read_to_string(kit.join("kit.toml")).unwrap();
        assert!(
            manifest.starts_with("#:schema ./kit.schema.json\n")
                && manifest.contains("\nid = \"mine\"\n")
        );
        let checked = paperkeep(folder.path(), "check mine").assert().success();
        assert!(
            out(&checked).contains("all sound") && err(&checked).is_empty(),
            "{from}: {}",
            err(&checked)
        );
        // Shipped games print; other tests look at their sheets.
        if Kit::find(from).is_err() {
            paperkeep(
                folder.path(),
                "build mine --paper a4 --ink color --format pdf",
            )
            .assert()
            .success();
            assert!(folder.path().join("out/mine/mine-a4-color.pdf").is_file());
        }
    }
}

#[test]
fn a_new_kit_replaces_no_existing_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    let said = out(&paperkeep(folder.path(), "new empty --from blank-tiles")
        .assert()
        .success());
    assert!(said.contains("paperkeep build empty"), "{said}");
    let said = err(&paperkeep(folder.path(), "new empty --from blank-cards")
        .assert()
        .code(1));
    assert!(
        said.contains("empty already exists and is not empty"),
        "{said}"
    );
    assert!(!folder.path().join("empty/cards.csv").exists());
    std::fs::write(folder.path().join("file"), "mine").unwrap();
    paperkeep(folder.path(), "new file").assert().code(1);
    assert_eq!(std::fs::read(folder.path().join("file")).unwrap(), b"mine");
    let said = err(&paperkeep(folder.path(), "new other --from blank-card")
        .assert()
        .code(2));
    assert!(said.contains("did you mean blank-cards?"), "{said}");
    assert!(!folder.path().join("other").exists());
}

/// The folder's name becomes the id, whatever characters it has.
#[test]
fn a_folder_of_any_name_makes_an_id() {
    let folder = tempfile::tempdir().unwrap();
    for (name, id) in [
        ("My Deep Delve", "my-deep-delve"),
        ("Élan", "elan"),
        ("龍", "long"),
        ("¿¡", "kit-454c64"),
        ("a.b/--C3--", "c3"),
    ] {
        Command::cargo_bin("paperkeep")
            .unwrap()
            .arg("new")
            .arg(folder.path().join(name))
            .assert()
            .success();
        let manifest = std::fs::read_to_string(folder.path().join(name).join("kit.toml")).unwrap();
        assert!(
            manifest.contains(&format!("\nid = \"{id}\"\n")),
            "{manifest}"
        );
    }
}

const WELL: &str = r#"
[[tiles]]
code = "T13"
name = "Old Well"
mark = "A"
exits = ["N", "E", "W"]
locked = []
white_skulls = 1
red_skulls = 2
chests = 3
special = ""
scene = "cell"
"#;

/// A room with unique exits, skulls and chests, added as a row, is printed, drawn and played.
#[test]
fn a_room_in_a_row_is_printed_and_played() {
    let (folder, kit) = kit("dungeon-in-a-tin");
    let rows = kit.join("tiles.toml");
    std::fs::write(&rows, std::fs::read_to_string(&rows).unwrap() + WELL).unwrap();
    let checked = paperkeep(folder.path(), "check mine").assert().success();
    assert_eq!(
        out(&checked),
        "Dungeon in a Tin: 93 pieces in 5 decks, all sound\n"
    );
    paperkeep(
        folder.path(),
        "build mine --paper a4 --ink color --format svg",
    )
    .assert()
    .success();
    let sheets: String = ["01", "02"]
        .iter()
        .filter_map(|page| {
            std::fs::read_to_string(
                folder
                    .path()
                    .join(format!("out/mine/mine-a4-color-{page}.svg")),
            )
            .ok()
        })
        .collect();
    let printed = |code: &str| sheets.contains(&format!("{code}\">"));
    assert!(printed("T12") && printed("T13") && !printed("T14"));
    let mut play = paperkeep(
        folder.path(),
        "play dungeon-in-a-tin --kit mine --seed 1 --physical tiles --plain",
    );
    let output = out(&play.write_stdin("north\nT13\ne\nquit\n").assert().success());
    assert!(output.contains("The stack has 12 tiles."), "{output}");
    assert!(output.contains("You draw the Old Well (T13)."), "{output}");
    assert!(output.contains("Skulls: 1 white and 2 red."), "{output}");
    assert!(output.contains("On the floor: 3 coins of 2."), "{output}");
    let games = paperkeep(
        folder.path(),
        "simulate dungeon-in-a-tin --kit mine --games 30 --seed 3",
    )
    .assert()
    .success();
    assert!(out(&games).contains("30"), "{}", out(&games));
}

/// What the kit and its game report: the severity, the message and the line.
fn judged(folder: &Path) -> Vec<(&'static str, String, String)> {
    struct Nothing;
    impl Visitor for Nothing {
        type Out = ();
        fn visit<G: Words + Bots>(self, _: G) {}
    }
    let tell = |level: &'static str, problems: Vec<Problem>| {
        let line = |place: &SourceSpan| {
            place
                .text
                .lines()
                .nth(place.line_column().0 - 1)
                .unwrap_or_default()
                .to_owned()
        };
        problems
            .into_iter()
            .map(|problem| (level, problem.message.clone(), line(&problem.place)))
            .collect()
    };
    let kit = match Kit::find(&folder.display().to_string()) {
        Ok(kit) => kit,
        Err(problems) => return tell("error", problems.0),
    };
    match games::with(kit.game(), &kit, &Setup::of_count(1), Nothing) {
        Err(SetupError::Kit(problems)) => tell("error", problems.0),
        _ => tell("warning", games::advice(&games::of_kit(&kit), &kit).1),
    }
}

/// Tiles that the game cannot play are errors at their rows; those that it can but that are hardly intended are warnings.
#[test]
fn a_deck_the_game_cannot_play_is_reported_at_its_row() {
    let cases = [
        (
            "tiles.toml",
            "mark = \"final\"",
            "mark = \"start\"",
            "tile `T12` is the start",
            "error",
        ),
        (
            "tiles.toml",
            "mark = \"final\"",
            "mark = \"B\"",
            "exactly one tile marked `final`, and the kit has 0",
            "error",
        ),
        (
            "tiles.toml",
            "code = \"T12\"",
            "code = \"T12\"\ncount = 2",
            "marked `final`, and the kit has 2",
            "error",
        ),
        (
            "tiles.toml",
            "exits = [\"N\", \"E\"]",
            "exits = [\"N\"]",
            "is the start and has only one exit",
            "warning",
        ),
        (
            "tiles.toml",
            "scene = \"shrine\"",
            "scene = \"shrin\"",
            "is not one of",
            "error",
        ),
        (
            "tiles.toml",
            "exits = [\"S\"]",
            "exits = [\"N\", \"E\", \"S\", \"W\"]",
            "has not turned yet",
            "warning",
        ),
        (
            "tokens.toml",
            "kind = \"rope\"",
            "kind = \"potion\"",
            "is a chasm, and the treasure has no rope",
            "warning",
        ),
        (
            "tokens.toml",
            "kind = \"key\"",
            "kind = \"potion\"",
            "has a lock, and the treasure has no key",
            "warning",
        ),
        (
            "dice.toml",
            "count = 3",
            "count = 1",
            "red dice, and a set has 1",
            "error",
        ),
    ];
    for (file, old, new, expected, level) in cases {
        let (_folder, kit) = kit("dungeon-in-a-tin");
        change(&kit.join(file), old, new);
        let said = judged(&kit);
        let (found, _, line) = said
            .iter()
            .find(|(_, message, _)| message.contains(expected))
            .unwrap_or_else(|| panic!("{new}: {said:?}"));
        assert_eq!(
            (*found, line.is_empty()),
            (level, expected.ends_with("has 0")),
            "{said:?}"
        );
    }
    let (folder, kit) = kit("dungeon-in-a-tin");
    let rows = kit.join("tiles.toml");
    let dead_end = WELL.replace(r#"["N", "E", "W"]"#, r#"["N"]"#);
    std::fs::write(&rows, std::fs::read_to_string(&rows).unwrap() + &dead_end).unwrap();
    let said = err(&paperkeep(folder.path(), "check mine").assert().code(1));
    assert!(
        said.contains("tile `T13` is a dead end, which could seal the dungeon"),
        "{said}"
    );
    assert!(said.contains("code = \"T13\""), "{said}");
}

#[test]
fn editors_get_one_document() {
    let check = |kit: &str, code| {
        let output = Command::cargo_bin("paperkeep")
            .unwrap()
            .args(["check", kit, "--format", "json"])
            .assert()
            .code(code);
        assert!(err(&output).is_empty());
        serde_json::from_slice::<serde_json::Value>(&output.get_output().stdout).unwrap()
    };
    let sound = check("starters/blank-cards", 0);
    assert_eq!(
        sound,
        serde_json::json!({ "format": 1, "errors": 0, "warnings": 0, "problems": [], "notes": [] })
    );
    let many = check("tests/kits/bad/many", 1);
    assert_eq!((&many["errors"], &many["warnings"]), (&5.into(), &0.into()));
    assert_eq!(
        many["problems"][3],
        serde_json::json!({
            "file": Path::new("tests/kits/bad/many/cards.toml").components().collect::<PathBuf>(),
            "line": 4, "column": 1, "end_line": 4, "end_column": 6,
            "severity": "error",
            "message": "unknown key `pwoer` in row `C1`",
            "label": "not a key of this table",
            "help": "did you mean `power`?",
        })
    );
    // The same problem in every ink is reported once.
    let hue = check("tests/kits/bad/told-by-hue", 1);
    assert_eq!((&hue["errors"], &hue["warnings"]), (&1.into(), &0.into()));
    let both = check("tests/kits/bad/hard-to-read", 1);
    assert_eq!((&both["errors"], &both["warnings"]), (&2.into(), &4.into()));
    check("tests/kits/none", 1);
}

/// A half-finished kit prints: text that does not fit is reduced, framed and counted.
#[test]
fn an_overlong_text_is_printed_framed_and_counted() {
    let (folder, kit) = kit("blank-cards");
    let manifest = kit.join("kit.toml");
    let title = |to: &str| {
        let text = std::fs::read_to_string(&manifest).unwrap();
        let line = text
            .lines()
            .find(|line| line.starts_with("title = "))
            .unwrap();
        std::fs::write(
            &manifest,
            text.replacen(line, &format!("title = \"{to}\""), 1),
        )
        .unwrap();
    };
    let rows = kit.join("cards.csv");
    let sound = std::fs::read_to_string(&rows).unwrap();
    let (head, row) = (sound.lines().next().unwrap(), sound.lines().nth(1).unwrap());
    let column = head.split(',').position(|name| name == "name").unwrap();
    let mut cells: Vec<&str> = row.split(',').collect();
    let long = "Incomprehensibilities ".repeat(20);
    cells[column] = &long;
    std::fs::write(&rows, sound.replacen(row, &cells.join(","), 1)).unwrap();
    let built = paperkeep(
        folder.path(),
        "build mine --paper a4 --ink color --format svg",
    )
    .assert()
    .success();
    let said = err(&built);
    assert!(
        said.contains("cards.csv:2:") && said.contains("does not fit its box of"),
        "{said}"
    );
    assert!(
        said.contains("1 text does not fit: printed as small as it takes, in dashed frames"),
        "{said}"
    );
    let sheets = std::fs::read_dir(folder.path().join("out/mine"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let printed: String = sheets
        .map(|sheet| std::fs::read_to_string(sheet).unwrap())
        .collect();
    assert!(printed.contains("stroke-dasharray=\"1.5 0.75\""));
    assert!(
        err(&paperkeep(folder.path(), "check mine").assert().code(1))
            .contains("does not fit its box of")
    );
    std::fs::write(&rows, sound).unwrap();
    // A title in characters that only some of our fonts have is set in those; if none has them, boxes print, and it is told.
    title("Моя игра");
    assert!(out(&paperkeep(folder.path(), "check mine").assert().success()).contains("all sound"));
    paperkeep(
        folder.path(),
        "build mine --paper a4 --ink color --format pdf",
    )
    .assert()
    .success();
    title("بطاقاتي");
    let build = "build mine --paper a4 --ink color --format pdf";
    for line in ["check mine", build] {
        let said = err(&paperkeep(folder.path(), line).assert().success());
        assert!(
            said.contains("no font has `ب` (U+0628)") && said.contains("in the guide"),
            "{said}"
        );
    }
}

/// From a user's tables to a printed page: decks, columns, pictures and icons, valid without changes.
#[test]
fn tables_become_a_kit_that_prints() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    std::fs::create_dir_all(tables.join("art")).unwrap();
    std::fs::copy(
        "tests/kits/good/pictures/art/ring.png",
        tables.join("art/owl.png"),
    )
    .unwrap();
    let animals = "Nr;Anzahl;Titel;Art;Gewicht;Bild;Wirkung;Nachtaktiv;Datum\n1;2;Uhu;Vogel;2,5;owl.png;Ziehe [Karte].;ja;\n\
        2;1;Kauz;Vogel;0,4;owl.png;Zwei [Karte], dann setzt jeder aus, der kein [Tier] mehr auf der Hand hat.;;\n\
        3;0;Maus;Beute;0,1;;Nichts.;nein;\n4;1;Hase;Beute;3;owl.png;Nichts.;;\n";
    std::fs::write(tables.join("Tiere.csv"), animals).unwrap();
    std::fs::write(
        tables.join("hex tiles.csv"),
        "Nr,Land,Value\n1,Sea,3\n2,Moor,\n",
    )
    .unwrap();
    let said = out(&paperkeep(folder.path(), "new mine --from tables")
        .assert()
        .success());
    for output in [
        "made of tables: 6 rows, 6 pieces",
        "deck tiere: 4 rows, 4 pieces, poker cards",
        "Art              the colour: Beute, Vogel",
        "Wirkung          a text, with icons: 2 drawings",
        "Datum            blank",
        "deck hex-tiles: 2 rows, 2 pieces, hexes",
    ] {
        assert!(said.contains(output), "{output}: {said}");
    }
    let checked = paperkeep(folder.path(), "check mine").assert().success();
    assert!(
        out(&checked).contains("6 pieces in 2 decks"),
        "{}",
        err(&checked)
    );
    paperkeep(
        folder.path(),
        "build mine --paper a4 --ink color --format pdf",
    )
    .assert()
    .success();
    let kit = Kit::at(&folder.path().join("mine")).unwrap();
    let codes: Vec<&str> = kit
        .decks
        .iter()
        .flat_map(|deck| &deck.rows)
        .map(|row| row.code())
        .collect();
    assert_eq!(
        codes,
        ["1", "2", "4", "sea", "moor"],
        "the second table counts its rows like the first"
    );
    assert_eq!(
        kit.deck("tiere").unwrap().rows[1].field("gewicht").unwrap(),
        0.4
    );
}

/// A workbook becomes a deck for each of its sheets; an unreadable table is reported with its place, and nothing is left
/// behind.
#[test]
fn tables_of_strangers_are_read_completely_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::copy("tests/kits/good/rows/cards.xlsx", at("cards.xlsx")).unwrap();
    paperkeep(folder.path(), "new book --from cards.xlsx")
        .assert()
        .success();
    paperkeep(folder.path(), "check book").assert().success();
    let name = |column| {
        format!(
            "Column {column} {{{{ x }}}} \"quoted\"{}",
            if column == 9 { "\u{1b}[2J" } else { "" }
        )
    };
    let wide: Vec<String> = (0..256).map(name).collect();
    let cells = |row: usize| {
        (0..256)
            .map(|column| format!("{row}-{column} <b>&amp; {{% if %}}"))
            .collect::<Vec<_>>()
            .join("\t")
    };
    std::fs::write(
        at("wide.tsv"),
        format!("{}\n{}\n{}\n", wide.join("\t"), cells(1), cells(2)),
    )
    .unwrap();
    let said = out(&paperkeep(folder.path(), "new wide --from wide.tsv")
        .assert()
        .success());
    assert!(
        said.contains("in the kit, not on the face") && !said.contains('\u{1b}'),
        "{said}"
    );
    assert!(
        said.contains("not read: its name contains a control character")
            && said.contains("needs letters of less than 6 points"),
        "{said}"
    );
    paperkeep(folder.path(), "build wide --paper a4 --format pdf")
        .assert()
        .success();
    for (name, table, output) in [
        ("blank.csv", "Name,Text\n", "has no rows"),
        (
            "open.csv",
            "Name,Text\nA,\"b\n",
            "this quote is never closed",
        ),
        ("bad.xlsx", "no workbook", "cannot read"),
    ] {
        std::fs::write(at(name), table).unwrap();
        let said = err(
            &paperkeep(folder.path(), &format!("new none --from {name}"))
                .assert()
                .code(1),
        );
        assert!(said.contains(output) && !at("none").exists(), "{said}");
    }
    let said = err(&paperkeep(folder.path(), "new none --from missing.ods")
        .assert()
        .code(1));
    assert!(said.contains("no such file"), "{said}");
}

/// A folder as German spreadsheet programs leave it: Windows-1252 with decimal commas, and the lock file of an open table.
#[test]
fn a_table_in_windows_1252_is_read_with_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    std::fs::create_dir(&tables).unwrap();
    let text = b"Name;Gr\xf6\xdfe (m);Wirkung\r\nB\xe4r;2,5;\x84Brumm\x93 \x96 f\xfcr 3 \x80\r\n\xdcbeltier;1;Nichts\r\n";
    std::fs::write(tables.join("Tiere.csv"), text).unwrap();
    std::fs::write(tables.join("~$Tiere.xlsx"), "open").unwrap();
    let said = out(&paperkeep(folder.path(), "new mine --from tables")
        .assert()
        .success());
    assert!(
        said.contains("Größe (m)")
            && said.contains("was read as windows-1252: look at its letters"),
        "{said}"
    );
    let kit = Kit::at(&folder.path().join("mine")).unwrap();
    let row = &kit.decks[0].rows[0];
    assert_eq!(
        (row.text("name"), row.text("wirkung")),
        (Some("Bär"), Some("„Brumm“ – für 3 €"))
    );
    let checked = paperkeep(folder.path(), "check mine").assert().success();
    let said = err(&checked);
    assert!(
        said.contains("warning: it is not UTF-8, and was read as windows-1252"),
        "{said}"
    );
    let build = "build mine --paper a4 --ink color --format svg";
    paperkeep(folder.path(), build).assert().success();
    let face = std::fs::read_to_string(folder.path().join("mine/faces/tiere.svg")).unwrap();
    assert!(
        face.contains("groe_m|string|replace(\".\", \",\")")
            || face.contains("grosse_m|string|replace(\".\", \",\")"),
        "{face}"
    );
    // Without its byte order mark, UTF-16 is refused, and so is an old workbook.
    let unmarked: Vec<u8> = "Name\tCost\nOwl\t3\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    std::fs::write(folder.path().join("owls.tsv"), unmarked).unwrap();
    let refused = err(&paperkeep(folder.path(), "new owls --from owls.tsv")
        .assert()
        .failure());
    assert!(
        refused.contains("UTF-16 without a byte order mark") && refused.contains("CSV UTF-8"),
        "{refused}"
    );
    let refused = err(&paperkeep(folder.path(), "new owls --from owls.xls")
        .assert()
        .failure());
    assert!(
        refused.contains("`owls.xls` cannot be read: save it as .xlsx, .ods, .csv or .json"),
        "{refused}"
    );
    // UTF-16 is recognized by its byte order mark.
    let utf16: Vec<u8> = "\u{feff}Name\tCost\nBär\t3\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    std::fs::write(folder.path().join("beasts.tsv"), utf16).unwrap();
    let said = out(&paperkeep(folder.path(), "new other --from beasts.tsv")
        .assert()
        .success());
    assert!(!said.contains("UTF-8"), "{said}");
    let checked = paperkeep(folder.path(), "check other").assert().success();
    assert_eq!(err(&checked), "");
}

/// `check` reports the rest of a text with an unquoted separator, once per table.
#[test]
fn cells_without_a_column_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("cards.csv"),
        "Name,Text\nOwl,Draw one, then hide\nBat,Fly, or hide\n",
    )
    .unwrap();
    let said = out(&paperkeep(folder.path(), "new mine --from cards.csv")
        .assert()
        .success());
    assert!(
        said.contains("column C has no name, and is not read"),
        "{said}"
    );
    let said = err(&paperkeep(folder.path(), "check mine").assert().success());
    assert!(
        said.contains("warning: 2 rows have cells in columns without a name")
            && said.contains("cards.csv:2:15"),
        "{said}"
    );
    change(
        &folder.path().join("mine/cards.csv"),
        "Bat,Fly, or hide",
        "Bat,\"Fly, or hide\"",
    );
    change(
        &folder.path().join("mine/cards.csv"),
        "Owl,Draw one, then hide",
        "Owl,\"Draw one, then hide\"",
    );
    assert_eq!(
        err(&paperkeep(folder.path(), "check mine").assert().success()),
        ""
    );
}

/// A kit made from a file with these contents, and what `new` and `check` say.
fn made_of(name: &str, contents: &[u8]) -> (TempDir, PathBuf, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), contents).unwrap();
    let said = out(
        &paperkeep(folder.path(), &format!("new mine --from {name}"))
            .assert()
            .success(),
    );
    let kit = folder.path().join("mine");
    (folder, kit, said)
}

/// The codes, counts and one field of a kit's first deck.
fn rows_of(kit: &Path, field: &str) -> Vec<String> {
    let kit = Kit::at(kit).unwrap_or_else(|problems| panic!("{problems}"));
    let said = |row: &paperkeep::kit::Row| {
        let value = row.field(field).unwrap_or_default();
        format!("{}x {}", row.count(), value.as_str().unwrap_or_default())
    };
    kit.decks[0].rows.iter().map(said).collect()
}

/// Tables as people have them: without headings, with titles, sums, a second table, notes and private columns.
#[test]
fn what_is_no_card_is_left_out_and_told() {
    let table = "Owls of the north\n\nName,Qty,Effect,Notes,#x,,Icon,Meaning\nOwl,2,Look,weak?,1,,c,coin\n\
        Fox,3,Steal,,2,,s,sword\nElk,1,Rest,,3\nYak,1,Push,,4\n,4\nTotal,7\n\nTokens\nKind,Number\nCoin,30\n";
    let (folder, kit, said) = made_of("owls.csv", table.as_bytes());
    for told in [
        "4 rows, 7 pieces",
        "above the table  its title: `Owls of the north`",
        "left out: what is below the table, from line 11 on: `Tokens`",
        "left out: the sum in line 9: `Total`",
        "left out: what is beside the table, in columns G to H: `Icon`",
        "left out: a row with nothing but a number",
        "Notes            not printed, as its name says",
        "#x               not printed, as its name says",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
    assert_eq!(
        rows_of(&kit, "name"),
        ["2x Owl", "3x Fox", "1x Elk", "1x Yak"]
    );
    let checked = paperkeep(folder.path(), "check mine").assert().success();
    let warned = err(&checked);
    assert_eq!(warned.matches("warning:").count(), 1, "{warned}");
    assert!(
        warned.contains("this row has nothing but numbers: left out"),
        "{warned}"
    );

    let (folder, kit, said) = made_of(
        "list.csv",
        b"3,Owl,Draw a card\n2,Fox,Steal a coin\n1,Bear,Sleep\n",
    );
    assert!(said.contains("the first line looks like a card"), "{said}");
    assert_eq!(rows_of(&kit, "name"), ["3x Owl", "2x Fox", "1x Bear"]);
    paperkeep(folder.path(), "new other --from list.csv --headings first")
        .assert()
        .success();
    assert_eq!(
        Kit::at(&folder.path().join("other")).unwrap().decks[0]
            .rows
            .len(),
        2
    );

    // A sum between the rows, and a second column of a name.
    let table = "Nr,Name,Text,Text\n1,Owl,a,b\nSubtotal,,,1\n2,Fox,c,d\n3,Elk,e,f\n";
    let (_folder, kit, said) = made_of("sums.csv", table.as_bytes());
    assert!(
        said.contains("left out: the sum in line 3: `Subtotal`"),
        "{said}"
    );
    assert!(
        said.contains("called `text_2` in the kit; the second column of its name"),
        "{said}"
    );
    assert_eq!(rows_of(&kit, "text_2"), ["1x b", "1x d", "1x f"]);

    let json = br#"{"cards": [{"name": "Owl", "stats": {"cost": 1}}, {"name": "Fox", "stats": {"cost": 2}}]}"#;
    let (folder, kit, _) = made_of("cards.json", json);
    assert_eq!(rows_of(&kit, "name"), ["1x Owl", "1x Fox"]);
    assert_eq!(
        err(&paperkeep(folder.path(), "check mine").assert().success()),
        ""
    );
}

/// A workbook of cards and notes becomes a deck, and its sheets can be chosen.
#[test]
fn sheets_of_notes_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(
        "tests/kits/good/rows/cards.xlsx",
        folder.path().join("deck.xlsx"),
    )
    .unwrap();
    let new = |from: &str| paperkeep(folder.path(), &format!("new mine --from {from}"));
    let said = err(&new("deck.xlsx#Crads").assert().code(1));
    assert!(
        said.contains("it has no sheet `Crads`") && said.contains("did you mean"),
        "{said}"
    );
    new("deck.xlsx#cards").assert().success();
    assert_eq!(Kit::at(&folder.path().join("mine")).unwrap().decks.len(), 1);
}

/// The maker's columns keep their names, also where the program has something of that name.
#[test]
fn columns_with_names_of_the_program_win() {
    let table = "side,copy,ink,theme,h,w,c,noise,text,image,tone,bleed,name\n\
        left,1st,blue,dark,5,7,x,loud,Hello there,pic,warm,heavy,Owl\n\
        right,2nd,red,light,6,8,y,quiet,Good bye,pic2,cold,none,Fox\n";
    let (folder, kit, said) = made_of("owls.csv", table.as_bytes());
    assert!(!said.contains("in the kit"), "{said}");
    let checked = paperkeep(folder.path(), "check mine").assert().success();
    assert_eq!(err(&checked), "");
    let face = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-3 -3 69 94'>\
        {{ text(text ~ side ~ copy, x=5, y=5, w=50, h=9, size=3) }}\
        <text x='5' y='30' font-family='Alegreya' font-size='3'>{{ text }} {{ image }} {{ noise }} {{ w }} {{ ink }} {{ piece.w }}</text></svg>";
    std::fs::write(kit.join("faces/owls.svg"), face).unwrap();
    let build = "build mine --paper a4 --ink color --format svg";
    paperkeep(folder.path(), build).assert().success();
    let sheet =
        std::fs::read_to_string(folder.path().join("out/mine/mine-a4-color-01.svg")).unwrap();
    assert!(!sheet.contains("paperkeep::"), "{sheet}");

    // A helper is not a value; a field of another name is named.
    let manifest = kit.join("kit.toml");
    change(
        &manifest,
        "text = { type = \"text\" }",
        "words = { type = \"text\", column = \"text\" }",
    );
    let said = err(&paperkeep(folder.path(), "check mine").assert().code(1));
    assert!(
        said.contains("this is a helper and not a value")
            && said.contains("the column `text` is called `words` here"),
        "{said}"
    );
}

/// Bold, italics and line ends of cells are kept, by HTML or by a sign of one's own.
#[test]
fn marks_in_cells_are_kept_or_told() {
    let table = "name,effect,default\n\
        Owl,\"<b>Reveal:</b> draw <i>two</i> cards.<br>Then discard &amp; pass.\",1\nFox,Steal | Run away,\n";
    let (folder, kit, said) = made_of("owls.csv", table.as_bytes());
    assert!(
        said.contains("HTML such as `<b>` is set in bold, italics and lines; `|` ends a line"),
        "{said}"
    );
    let effects = [
        "1x **Reveal:** draw *two* cards.\nThen discard & pass.",
        "1x Steal\nRun away",
    ];
    assert_eq!(rows_of(&kit, "effect"), effects);
    assert_eq!(
        err(&paperkeep(folder.path(), "check mine").assert().success()),
        ""
    );
    let face = std::fs::read_to_string(kit.join("faces/owls.svg")).unwrap();
    assert!(face.contains("styled=true"), "{face}");

    let manifest = kit.join("kit.toml");
    change(&manifest, ", styled = true", "");
    change(
        &manifest,
        "default = { type = \"integer\", min = 0, optional = true }",
        "default = { type = \"integer\", default = 0 }",
    );
    let said = err(&paperkeep(folder.path(), "check mine").assert().success());
    assert!(
        said.contains("`<b>` prints as these letters") && said.contains("styled = true"),
        "{said}"
    );
    let kit = Kit::at(&kit).unwrap();
    assert_eq!(kit.decks[0].rows[1].field("default").unwrap(), 0);
}

/// Nothing is fetched: of an address, the file in its last part is used if it is there.
#[test]
fn pictures_by_address_are_files_of_that_name() {
    let folder = tempfile::tempdir().unwrap();
    let table = "Name,Art,Effect\nOwl,https://example.org/a/owl.png?w=3,Draw\nFox,https://example.org/fox.png,Steal\nElk,,Rest\n";
    std::fs::write(folder.path().join("cards.csv"), table).unwrap();
    std::fs::create_dir(folder.path().join("art")).unwrap();
    std::fs::copy(
        "tests/kits/good/pictures/art/ring.png",
        folder.path().join("art/owl.png"),
    )
    .unwrap();
    let said = out(&paperkeep(folder.path(), "new mine --from cards.csv")
        .assert()
        .success());
    assert!(
        said.contains("1 picture not found, as fox.png; nothing is fetched from the web"),
        "{said}"
    );
    assert!(folder.path().join("mine/art/owl.png").is_file());
    paperkeep(folder.path(), "check mine").assert().success();
    paperkeep(
        folder.path(),
        "build mine --paper a4 --ink color --format svg",
    )
    .assert()
    .success();
    let sheet =
        std::fs::read_to_string(folder.path().join("out/mine/mine-a4-color-01.svg")).unwrap();
    assert!(!sheet.contains("example.org"), "an address is printed");
}

/// A workbook as Excel packs it, with these cells, and other parts as they are.
fn workbook(rows: &str, rest: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
    let links = |links: &str| format!("<Relationships>{links}</Relationships>");
    let kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let link = |what: &str, path: &str| {
        links(&format!(
            "<Relationship Id='r1' Type='{kind}/{what}' Target='{path}'/>"
        ))
    };
    let whole = link("officeDocument", "xl/workbook.xml");
    let one = link("worksheet", "worksheets/sheet1.xml");
    let parts = [
        (
            "xl/workbook.xml",
            "<workbook xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'><sheets>\
          <sheet name='Cards' sheetId='1' r:id='r1'/></sheets></workbook>",
        ),
        ("_rels/.rels", &whole),
        ("xl/_rels/workbook.xml.rels", &one),
        ("xl/worksheets/sheet1.xml", &sheet),
    ];
    let parts = parts.map(|(name, text)| (name, text.as_bytes()));
    for (name, bytes) in parts.iter().chain(rest) {
        zip.start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        std::io::Write::write_all(&mut zip, bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A row of texts in a sheet.
fn sheet_row(number: usize, cells: &[&str]) -> String {
    let cell = |(column, words): (char, &&str)| {
        format!("<c r='{column}{number}' t='inlineStr'><is><t>{words}</t></is></c>")
    };
    let cells: String = ('A'..).zip(cells).map(cell).collect();
    format!("<row r='{number}'>{cells}</row>")
}

/// Pictures that lie over cells or are placed in them are the pictures of their rows; others are told.
#[test]
fn pictures_in_the_cells_of_a_workbook_are_taken_out() {
    let ring = std::fs::read("tests/kits/good/pictures/art/ring.png").unwrap();
    let other = std::fs::read("tests/kits/good/pictures/art/sky.jpg").unwrap();
    let anchor = |column: usize, row: usize, link: &str| {
        format!(
            "<oneCellAnchor><from><col>{column}</col><colOff>0</colOff><row>{row}</row><rowOff>0</rowOff></from>\
             <pic><blipFill><blip embed='{link}'/></blipFill></pic></oneCellAnchor>"
        )
    };
    // Most of this one lies in the next row.
    let low = "<twoCellAnchor><from><col>1</col><colOff>0</colOff><row>1</row><rowOff>180000</rowOff></from>\
               <to><col>1</col><colOff>90000</colOff><row>2</row><rowOff>170000</rowOff></to>\
               <pic><blipFill><blip embed='p1'/></blipFill></pic></twoCellAnchor>";
    let drawing = format!(
        "<wsDr>{}{low}{}</wsDr>",
        anchor(1, 1, "p1"),
        anchor(5, 0, "p1")
    );
    let links = |kind: &str, id: &str, target: &str| {
        format!(
            "<Relationships><Relationship Id='{id}' Type='x/{kind}' Target='{target}'/></Relationships>"
        )
    };
    let of_sheet = links("drawing", "d1", "../drawings/drawing1.xml");
    let of_drawing = links("image", "p1", "../media/image1.png");
    let of_values = links("image", "v1", "../media/image2.jpg");
    let placed = "<row r='4'><c r='A4' t='inlineStr'><is><t>Elk</t></is></c><c r='B4' t='e' vm='1'><v>#VALUE!</v></c></row>";
    let rows = sheet_row(1, &["Name", "Art", "Text"])
        + &sheet_row(2, &["Owl"])
        + &sheet_row(3, &["Fox"])
        + placed
        + "<row r='5'><c r='A5' t='inlineStr'><is><t>Yak</t></is></c><c r='C5'><f>IF(1,\"a\")</f></c></row>";
    let bytes = workbook(
        &rows,
        &[
            ("xl/worksheets/_rels/sheet1.xml.rels", of_sheet.as_bytes()),
            ("xl/drawings/drawing1.xml", drawing.as_bytes()),
            ("xl/drawings/_rels/drawing1.xml.rels", of_drawing.as_bytes()),
            ("xl/media/image1.png", &ring),
            ("xl/media/image2.jpg", &other),
            ("xl/metadata.xml", b"<metadata><futureMetadata name='XLRICHVALUE'><bk><extLst><ext><rvb i='0'/></ext></extLst></bk>\
              </futureMetadata><valueMetadata><bk><rc t='1' v='0'/></bk></valueMetadata></metadata>"),
            ("xl/richData/rdrichvalue.xml", b"<rvData><rv s='0'><v>0</v><v>5</v></rv></rvData>"),
            ("xl/richData/rdrichvaluestructure.xml", b"<rvStructures><s t='_localImage'><k n='_rvRel:LocalImageIdentifier' t='i'/>\
              <k n='CalcOrigin' t='i'/></s></rvStructures>"),
            ("xl/richData/richValueRel.xml", b"<richValueRels xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'>\
              <rel r:id='v1'/></richValueRels>"),
            ("xl/richData/_rels/richValueRel.xml.rels", of_values.as_bytes()),
        ],
    );
    let (_folder, kit, said) = made_of("cards.xlsx", &bytes);
    assert!(said.contains("Art              a picture"), "{said}");
    assert!(
        said.contains("1 picture in no blank cell of the table"),
        "{said}"
    );
    assert!(said.contains("`F1`"), "{said}");
    assert!(
        said.contains("Text             nothing to read; a formula was never calculated"),
        "{said}"
    );
    let art = rows_of(&kit, "art");
    let name = |row: &String| row.trim_start_matches("1x ").to_owned();
    let [owl, fox, elk, yak] = [0, 1, 2, 3].map(|at| name(&art[at]));
    assert_eq!((&owl, yak.as_str()), (&fox, ""));
    for (name, bytes) in [(owl, &ring), (elk, &other)] {
        let file = std::fs::read(kit.join("pictures").join(&name)).expect(&name);
        assert_eq!(&file, bytes);
    }
    paperkeep(kit.parent().unwrap(), "check mine")
        .assert()
        .success();
}

/// A picture that a formula fetches is an address like any other, whether the formula was calculated or not.
#[test]
fn a_formula_that_shows_a_picture_names_it() {
    let shown = |row: usize, kind: &str, value: &str| {
        format!(
            "<row r='{row}'><c r='A{row}' t='inlineStr'><is><t>Owl {row}</t></is></c><c r='B{row}' {kind}>\
                 <f>_xlfn.IMAGE(\"https://example.org/owl.png\")</f>{value}</c></row>"
        )
    };
    let rows =
        sheet_row(1, &["Name", "Art"]) + &shown(2, "", "") + &shown(3, "t='e'", "<v>#VALUE!</v>");
    let (_folder, kit, said) = made_of("cards.xlsx", &workbook(&rows, &[]));
    assert!(
        said.contains("1 picture not found, as owl.png; nothing is fetched from the web"),
        "{said}"
    );
    assert_eq!(rows_of(&kit, "art"), ["1x https://example.org/owl.png"; 2]);
}

/// Below a title, the names of columns may be letters, and the cards nothing but numbers.
#[test]
fn a_table_of_numbers_below_a_title_is_read_and_checked() {
    let rows: String = (1..20)
        .map(|row| format!("{row},,{},,{},,{}\n", row % 3, row % 5, row % 2))
        .collect();
    let table = "Cards,,,,,Nobles,\nL,#,W,G,K,U,R\n".to_owned() + &rows;
    let (_folder, kit, said) = made_of("cards.csv", table.as_bytes());
    assert!(said.contains("19 rows, 19 pieces"), "{said}");
    paperkeep(kit.parent().unwrap(), "check mine")
        .assert()
        .success();
}

/// A million rows that are formatted and hold nothing cost nothing, and more than can be read are told with a way out.
#[test]
fn formatted_rows_below_the_last_are_not_read() {
    let cards = sheet_row(1, &["Name", "Text"]) + &sheet_row(2, &["Owl", "Hoot now."]);
    let empty: String = (3..200_000)
        .map(|row| format!("<row r='{row}' s='1'><c r='A{row}' s='1'/><c r='B{row}' s='1'/></row>"))
        .collect();
    let (_folder, kit, _) = made_of("cards.xlsx", &workbook(&(cards.clone() + &empty), &[]));
    assert_eq!(rows_of(&kit, "name"), ["1x Owl"]);
    let folder = tempfile::tempdir().unwrap();
    let large = " ".repeat(130 << 20);
    let many = workbook(&(cards + &empty + &large), &[]);
    std::fs::write(folder.path().join("cards.xlsx"), many).unwrap();
    let refused = paperkeep(folder.path(), "new mine --from cards.xlsx")
        .assert()
        .failure();
    let said = err(&refused);
    assert!(
        said.contains("select the rows below the last one"),
        "{said}"
    );
}

/// The face that `new` draws holds every cell: bold, with and without letters below the line, in wide letters, in one long word, on
/// many lines. What only programs read is not on it.
#[test]
fn the_first_face_of_any_table_passes_the_check() {
    let table = "Code,Name,octgnId,minimum_deck_size,faction_code,deckLimit,base_link,influence_limit,strength,position,Text\n\
        1,Owl,fedb6fe6-2f55-4c42-9798-3e091b2b2573,45,neutral-corp,3,0,15,2,101,\"Supported by Master of Ships.\n\n\n\n\n+1 STR\"\n\
        2,Fox,f97ccf1a-5b0d-490f-9968-78330e92171c,40,weyland-consortium,3,1,12,1,102,\"A long text that says what the card does when it is played, and then some more of what it does after that. It goes on for a while, as such texts do, until the card is full.\"\n\
        3,Elk,f5173e6f-1ec3-4ee0-8274-755160c57c0e,45,WWWWWWWWWWWW,2,0,15,3,103,Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichenverordnung\n\
        4,Yak,d526faac-594d-4f40-9da5-42300d44c12e,45,jinteki,3,0,15,4,104,\"**Everything in this text is bold, from the first word on to the very last one of it, which takes more room than plain words.**\"\n";
    let (_folder, kit, said) = made_of("cards.csv", table.as_bytes());
    assert!(
        said.contains("octgnId          an identifier for programs: in the kit, not on the face"),
        "{said}"
    );
    let face = std::fs::read_to_string(kit.join("faces/cards.svg")).unwrap();
    assert!(!face.contains("octgnid") && face.contains("minimum_deck_size"));
    paperkeep(kit.parent().unwrap(), "check mine")
        .assert()
        .success();
    let words = "name,Title,octgnid\n";
    let rows: String = (0..9)
        .map(|at| format!("N{at},\"Kind of {at}\",{at:x}a3b{at:x}f6d9c2e48b7f{at:x}0\n"))
        .collect();
    let (_folder, _, said) = made_of("cards.csv", (words.to_owned() + &rows).as_bytes());
    assert!(said.contains("octgnid          an identifier"), "{said}");
}

/// A deck of one text sets it large, without a title; text on cards has at least 6 points.
#[test]
fn a_first_face_suits_its_rows() {
    let table = "Question\nWhat would you take with you to a lonely island?\nWhen did you last laugh until you cried?\n";
    let (folder, kit, _) = made_of("cards.csv", table.as_bytes());
    let face = std::fs::read_to_string(kit.join("faces/cards.svg")).unwrap();
    assert!(
        !face.contains("text(code") && !face.contains("petals"),
        "{face}"
    );
    let least = |face: &str| {
        let mins = face
            .split("min=")
            .skip(1)
            .filter_map(|rest| rest.split(',').next()?.parse::<f64>().ok());
        mins.fold(f64::MAX, f64::min)
    };
    assert!(least(&face) * 72.0 / 25.4 >= 6.0, "{face}");
    paperkeep(folder.path(), "check mine").assert().success();
    // Lines of their own take room, and a long text makes no token.
    let table = "name,main text,cost\nHeir,\"1 Attack\n\n1 Victory\n\nTrash Heir if it is used in a battle that loses.\",1\n\
                 Castle,\"5 Victory\n\n2 Defense\n\n1 Hand Size\n\nPlace it on land that you control.\",5\n";
    let (_folder, kit, said) = made_of("coins.csv", table.as_bytes());
    assert!(
        said.contains("poker cards") && !said.contains("points"),
        "{said}"
    );
    let face = std::fs::read_to_string(kit.join("faces/coins.svg")).unwrap();
    assert!(least(&face) * 72.0 / 25.4 >= 6.0, "{face}");
    // What is numbered alike is set alike.
    let table = "ID,Event,Option 1,Option2\n1,Drought,Pray for some rain,Do nothing now\n2,War,Send the soldiers,Flee to the woods\n";
    let (_folder, _, said) = made_of("events.csv", table.as_bytes());
    assert_eq!(said.matches("a text").count(), 2, "{said}");
    let long = "word ".repeat(700);
    let (_folder, _, said) = made_of("cards.csv", format!("Name,Effect\nOwl,{long}\n").as_bytes());
    assert!(
        said.contains("Effect: its longest text needs letters of less than 6 points"),
        "{said}"
    );
}

/// Who prints a table or pictures as if they were a kit is told the way.
#[test]
fn what_is_no_kit_yet_is_told_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "name,text\nOwl,Hoot\n").unwrap();
    };
    for path in ["owls.csv", "tables/owls.csv", "art/owl.png", "art/note.txt"] {
        write(path);
    }
    for (given, way) in [
        ("owls.csv", "`paperkeep new my-game --from owls.csv`"),
        ("tables", "`paperkeep new my-game --from tables`"),
        ("art", "`paperkeep build --cards art`"),
        ("art/owl.png", "`paperkeep build --cards art/owl.png`"),
        (
            "art/note.txt",
            "`paperkeep new my-game --from art/note.txt`",
        ),
    ] {
        let refused = paperkeep(folder.path(), &format!("build {given}")).assert();
        let said = err(&refused.code(1));
        assert!(said.contains(way), "{given}: {said}");
    }
}

/// Somebody's kit is copied, from a folder or an archive.
#[test]
fn a_kit_in_an_archive_is_a_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut zip =
        zip::ZipWriter::new(std::fs::File::create(folder.path().join("kit.zip")).unwrap());
    for file in [
        "kit.toml",
        "cards.csv",
        "faces/card.svg",
        "faces/back.svg",
        "faces/emblem.svg",
    ] {
        let path = Path::new("starters/blank-cards").join(file);
        zip.start_file(
            format!("kit/{file}"),
            zip::write::SimpleFileOptions::default(),
        )
        .unwrap();
        std::io::Write::write_all(&mut zip, &std::fs::read(path).unwrap()).unwrap();
    }
    for entry in std::fs::read_dir("starters/blank-cards/faces/icons").unwrap() {
        let path = entry.unwrap().path();
        let name = format!(
            "kit/faces/icons/{}",
            path.file_name().unwrap().to_str().unwrap()
        );
        zip.start_file(name, zip::write::SimpleFileOptions::default())
            .unwrap();
        std::io::Write::write_all(&mut zip, &std::fs::read(path).unwrap()).unwrap();
    }
    zip.finish().unwrap();
    paperkeep(folder.path(), "new mine --from kit.zip")
        .assert()
        .success();
    assert!(out(&paperkeep(folder.path(), "check mine").assert().success()).contains("all sound"));
    let manifest = std::fs::read_to_string(folder.path().join("mine/kit.toml")).unwrap();
    assert!(manifest.contains("\nid = \"mine\"\n"));
    paperkeep(folder.path(), "new copy --from mine")
        .assert()
        .success();
    paperkeep(folder.path(), "check copy").assert().success();
    let said = err(&paperkeep(folder.path(), "new none --from missing.zip")
        .assert()
        .code(1));
    assert!(said.contains("cannot read missing.zip"), "{said}");
}

/// A table may stay outside the kit, once it is allowed on this machine.
#[test]
fn a_table_stays_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let run = |line: &str| {
        let mut program = paperkeep(folder.path(), line);
        program.env("XDG_CONFIG_HOME", at("config"));
        program
    };
    std::fs::write(at("cards.csv"), "Name,Effect\nOwl,Look\nFox,Steal\n").unwrap();
    let said = out(&run("new mine --from cards.csv --link").assert().success());
    assert!(
        said.contains("It reads the tables where they are."),
        "{said}"
    );
    assert!(!at("mine/cards.csv").exists());
    let manifest = std::fs::read_to_string(at("mine/kit.toml")).unwrap();
    assert!(manifest.contains("rows = \"../cards.csv\""), "{manifest}");
    std::fs::write(
        at("cards.csv"),
        "Name,Effect\nOwl,Look\nFox,Steal\nElk,Rest\n",
    )
    .unwrap();
    assert!(out(&run("check mine").assert().success()).contains("3 pieces"));
    // Another kit, or another machine, asks.
    std::fs::create_dir(at("elsewhere")).unwrap();
    std::fs::rename(at("config"), at("other")).unwrap();
    let said = err(&run("check mine").assert().code(1));
    assert!(
        said.contains("it is outside the kit's folder: `paperkeep allow mine`"),
        "{said}"
    );
    let said = err(&run("allow mine").write_stdin("y\n").assert().code(2));
    assert!(said.contains("--yes"), "{said}");
    assert!(out(&run("allow mine --yes").assert().success()).contains("is read from now on"));
    run("check mine").assert().success();
    std::fs::rename(at("mine"), at("elsewhere/mine")).unwrap();
    std::fs::write(at("elsewhere/cards.csv"), "Name,Effect\nOwl,Look\n").unwrap();
    run("check elsewhere/mine").assert().code(1);
}

/// A packed kit tells whose it is and what is in it, and is the same wherever it is packed.
#[test]
fn a_kit_is_packed_with_its_credits_and_digests() {
    let (folder, kit, _) = made_of("cards.csv", b"Name,Effect\nOwl,Look\n");
    change(
        &kit.join("kit.toml"),
        "designers = [\"You\"]",
        "designers = [\"Ann\"]",
    );
    let run = |line: &str| paperkeep(folder.path(), line);
    let digest = |said: &str| {
        let rest = said.split("SHA-256 ").nth(1).expect("a digest");
        rest.split_whitespace().next().unwrap().to_owned()
    };
    let said = out(&run("pack mine").assert().success());
    let bytes = std::fs::read(folder.path().join("mine.zip")).unwrap();
    let files = Archive::unpack(&bytes).unwrap();
    let label = String::from_utf8(files["PACKED.txt"].clone()).unwrap();
    assert!(label.starts_with("Mine, by Ann\n"), "{label}");
    let sums = label.split("SHA-256 of each file:\n").nth(1).unwrap();
    assert_eq!(sums.lines().count(), files.len() - 1);
    let owl = "6848f20045411ce44005044719fb6f404f98b170166f8a7fb559e1fdc64d069e  cards.csv";
    assert!(sums.contains(owl), "{sums}");
    // Packed again from what was unpacked: the same.
    run("new again --from mine.zip").assert().success();
    run("build mine.zip --out printed").assert().success();
    let again = out(&run("pack mine.zip --out other.zip").assert().success());
    assert_eq!(digest(&said), digest(&again));
    // What lies outside would be missing.
    std::fs::rename(kit.join("cards.csv"), folder.path().join("cards.csv")).unwrap();
    change(
        &kit.join("kit.toml"),
        "rows = \"cards.csv\"",
        "rows = \"../cards.csv\"",
    );
    run("allow mine --yes").assert().success();
    let said = err(&run("pack mine --out third.zip").assert().code(1));
    assert!(said.contains("cards.csv is outside the kit"), "{said}");
    assert!(!folder.path().join("third.zip").exists());
}

#[test]
fn only_packed_kits_are_fetched() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| paperkeep(folder.path(), line);
    let said = err(&run("new mine --from https://example.org/cards.csv")
        .assert()
        .code(2));
    assert!(said.contains("whose address ends in .zip"), "{said}");
    if cfg!(not(feature = "pull")) {
        let said = err(&run("new mine --from https://example.org/owls.zip")
            .assert()
            .code(1));
        assert!(said.contains("built without `pull`"), "{said}");
    }
    assert!(!folder.path().join("mine").exists());
}

/// A server that gives these answers to one request each; returns its address.
pub fn answering(answers: Vec<Vec<u8>>) -> String {
    use std::io::{Read, Write};
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", server.local_addr().unwrap());
    std::thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = server.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let length = answer.len();
            let head =
                format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
            stream.write_all(head.as_bytes()).unwrap();
            stream.write_all(&answer).unwrap();
        }
    });
    address
}

/// A packed kit from an address is read as any stranger's.
#[cfg(feature = "pull")]
#[test]
fn a_packed_kit_is_fetched_on_request() {
    let (folder, _, _) = made_of("cards.csv", b"Name,Effect\nOwl,Look\n");
    let run = |line: &str| paperkeep(folder.path(), line);
    let packed = out(&run("pack mine").assert().success());
    let kit = std::fs::read(folder.path().join("mine.zip")).unwrap();
    let answers = [
        kit,
        b"<!DOCTYPE html>".to_vec(),
        b"PK\x05\x06 cut off".to_vec(),
    ];
    let address = format!("{}/owls.zip", answering(answers.into()));
    let said = out(&run(&format!("new theirs --from {address}"))
        .assert()
        .success());
    let digest = packed
        .split("SHA-256 ")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap();
    assert!(said.contains(digest), "{said}");
    run("check theirs").assert().success();
    for reason in ["it is not a ZIP archive", "it is not a ZIP archive"] {
        let said = err(&run(&format!("new other --from {address}")).assert().code(1));
        assert!(said.contains(reason), "{said}");
        assert!(!folder.path().join("other").exists());
    }
}

/// A published sheet is fetched only when asked for, and kept with its date and digest.
#[cfg(feature = "pull")]
#[test]
fn a_published_sheet_is_fetched_on_request() {
    let answers = [
        "Name,Effect\nOwl,Look\n",
        "Name,Effect\nOwl,Look\n",
        "Name,Effect\nOwl,Look\nFox,Steal\n",
        "<!DOCTYPE html><html>Sign in</html>",
    ];
    let answers = answers.map(|answer| answer.as_bytes().to_vec());
    let address = format!("{}/cards.csv", answering(answers.into()));
    let (folder, kit, _) = made_of("cards.csv", b"Name,Effect\nOwl,Look\n");
    let run = |line: &str| paperkeep(folder.path(), line);
    let said = err(&run("pull mine").assert().code(1));
    assert!(said.contains("names no address"), "{said}");
    let entry = format!("rows = {{ file = \"cards.csv\", from = \"{address}\" }}");
    change(&kit.join("kit.toml"), "rows = \"cards.csv\"", &entry);
    std::fs::remove_file(kit.join("cards.csv")).unwrap();
    let said = err(&run("check mine").assert().code(1));
    assert!(said.contains("`paperkeep pull` fetches it"), "{said}");
    assert!(out(&run("pull mine").assert().success()).contains("SHA-256"));
    assert!(out(&run("check mine").assert().success()).contains("1 piece"));
    let record = std::fs::read_to_string(kit.join("pulled.toml")).unwrap();
    assert!(
        record.contains("date = \"20") && record.contains("sha256 = "),
        "{record}"
    );
    assert!(out(&run("pull mine").assert().success()).contains("unchanged since"));
    std::fs::write(kit.join("cards.csv"), "Name,Effect\nOwl,Mine\n").unwrap();
    let said = err(&run("pull mine").assert().code(1));
    assert!(
        said.contains("it was changed here since it was fetched"),
        "{said}"
    );
    run("pull mine --force").assert().success();
    assert!(out(&run("check mine").assert().success()).contains("2 pieces"));
    let said = err(&run("pull mine").assert().code(1));
    assert!(
        said.contains("this is a web page and not a table"),
        "{said}"
    );
    assert!(out(&run("check mine").assert().success()).contains("2 pieces"));
}

/// What stands in a column for the other side is printed there.
#[test]
fn a_column_for_the_back_is_printed_on_the_back() {
    for (table, column) in [
        (
            "Front,Back\nWhat is 7 x 8?,56\nWho wrote Faust?,Goethe\n",
            "back",
        ),
        (
            "Frage;Antwort\nWas ist 7 mal 8?;56\nWer schrieb den Faust?;Goethe\n",
            "antwort",
        ),
    ] {
        let (folder, kit, said) = made_of("quiz.csv", table.as_bytes());
        assert!(said.contains("on the other side"), "{said}");
        let face = |name: &str| std::fs::read_to_string(kit.join("faces").join(name)).unwrap();
        let set = format!("text({column}, ");
        assert!(!face("quiz.svg").contains(&set) && face("quiz_back.svg").contains(&set));
        paperkeep(folder.path(), "check mine").assert().success();
    }
}

#[test]
fn a_table_of_markdown_or_in_a_project_makes_a_kit() {
    let text = b"# Birds\n\n| Name | Effect |\n| --- | --- |\n| Owl | Look |\n| Elk | Rest |\n";
    let (folder, kit, _) = made_of("birds.md", text);
    assert_eq!(rows_of(&kit, "name"), ["1x Owl", "1x Elk"]);
    paperkeep(folder.path(), "check mine").assert().success();
    let project = br#"{"css": "b {}", "html": "<b>{{Name}}</b>", "csv": "Name,Effect\nOwl,Look\nElk,Rest\n"}"#;
    let (_folder, kit, said) = made_of("birds.json", project);
    assert_eq!(rows_of(&kit, "name"), ["1x Owl", "1x Elk"]);
    assert!(said.contains("HTML and CSS"), "{said}");
}
