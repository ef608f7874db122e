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
        assert_eq!(kit.lines.len(), 3, "{id}: a line for texture, for drawing and for outlines");
    }
}

#[test]
fn dungeon_in_a_tin_prints_92_pieces_a_set() {
    let kit = Kit::find("dungeon-in-a-tin").unwrap();
    let counts: Vec<_> = kit.decks.iter().map(|deck| (deck.name.as_str(), deck.pieces().len())).collect();
    assert_eq!(counts, [("tiles", 12), ("fight_cards", 12), ("tokens", 30), ("status_cards", 1), ("dice", 37)]);
}

/// Paper is not wasted: at most 1.15 times the sheets that the area of the pieces requires.
#[test]
fn shipped_kits_take_few_sheets() {
    for id in Files::shipped_ids() {
        let kit = Kit::find(id).unwrap();
        for (name, w, h) in [("a4", 210_000, 297_000), ("letter", 215_900, 279_400)] {
            let printed = print(&kit, &Order::new(Size::new(Um(w), Um(h)), name, Ink::Color)).unwrap();
            let papers = printed.sheets.sheets.iter().filter(|sheet| sheet.side == Side::Front).count();
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
fn every_shipped_kit_checks_without_a_word() {
    for id in Files::shipped_ids() {
        let told = Command::cargo_bin("paperkeep").unwrap().args(["check", id]).env("NO_COLOR", "1").output().unwrap();
        assert_eq!((told.status.code(), String::from_utf8_lossy(&told.stderr).as_ref()), (Some(0), ""), "{id}");
        assert!(!String::from_utf8_lossy(&told.stdout).contains("slow"), "{id}: only a verbose check names slow texts");
    }
}

/// Each folder in `tests/kits/bad` is a kit with a mistake; `expected.txt` is what `check` must report.
#[test]
fn bad_kits_are_told_all_that_is_wrong_at_once() {
    let folder = Path::new("tests/kits/bad");
    let mut cases: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    assert!(cases.len() > 10);
    for case in cases {
        let told = Command::cargo_bin("paperkeep").unwrap().arg("check").arg(&case).env("NO_COLOR", "1").output().unwrap();
        let said = String::from_utf8(told.stderr).unwrap();
        let expected = case.join("expected.txt");
        if std::env::var_os("PAPERKEEP_ACCEPT").is_some() {
            std::fs::write(&expected, &said).unwrap();
        }
        assert_eq!(said, std::fs::read_to_string(&expected).unwrap_or_default(), "{}", case.display());
        assert_eq!(told.status.code(), Some(1), "{}", case.display());
    }
}

/// The same fields from TOML, from CSV as saved by Excel, and from workbooks of two programs, one of whose sheets has the
/// deck's name.
#[test]
fn rows_come_from_tables_of_every_kind() {
    let kit = Kit::open(Files::Folder("tests/kits/good/rows".into())).unwrap_or_else(|problems| panic!("{problems}"));
    let rows: Vec<String> = kit.decks[0]
        .rows
        .iter()
        .map(|row| format!("{} x{} {}", row.codes().join("+"), row.count(), serde_json::json!(row.fields())))
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
    assert!(kit.warnings.is_empty());
}

/// The files are the same byte for byte on every machine.
#[test]
fn the_number_of_threads_shows_nowhere() {
    let built = |threads: &str| {
        let out = tempfile::tempdir().unwrap();
        let mut build = Command::cargo_bin("paperkeep").unwrap();
        build.args(["build", "tests/kits/good/pictures", "tests/kits/good/rows", "--paper", "a4", "--dpi", "50"]);
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
                files.push((path.file_name().unwrap().to_owned(), std::fs::read(&path).unwrap()));
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
    let told = Command::cargo_bin("paperkeep").unwrap().args(["check", "piecepack", "--verbose"]).assert().success();
    let said = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    assert!(said.contains("faces/tile.svg: 12 texts go the slow way, as \"2\": stroke\n"), "{said}");
    let wasted = "(4 if nothing were wasted, but pieces of 50.8 x 50.8 mm fill 72 % of a sheet at most)";
    assert!(said.contains(&format!("--paper a4 --layout label takes 5 sheets {wasted}\n")), "{said}");
}

#[test]
fn a_bad_kit_writes_nothing() {
    let out = tempfile::tempdir().unwrap();
    let mut build = Command::cargo_bin("paperkeep").unwrap();
    build.args(["build", "dungeon-in-a-tin", "tests/kits/bad/missing-glyph", "--out"]).arg(out.path()).assert().code(1);
    assert_eq!(std::fs::read_dir(out.path()).unwrap().count(), 0);
}
