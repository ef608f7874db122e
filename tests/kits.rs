//! The shipped kits are sound; broken ones say exactly what is wrong, all of it.

use std::path::Path;

use assert_cmd::Command;
use paperkeep::kit::{Files, Ink, Kit, Side, Size, Um};
use paperkeep::press::{Order, print};

#[test]
fn every_shipped_kit_opens() {
    for id in Files::shipped_ids() {
        let kit = Kit::find(id).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(kit.id, id);
    }
}

#[test]
fn dungeon_in_a_tin_prints_92_pieces_a_set() {
    let kit = Kit::find("dungeon-in-a-tin").unwrap();
    let counts: Vec<_> = kit.decks.iter().map(|deck| (deck.name.as_str(), deck.pieces().len())).collect();
    assert_eq!(counts, [("tiles", 12), ("fight_cards", 12), ("tokens", 30), ("status_cards", 1), ("dice", 37)]);
}

/// Paper is not wasted: at most 1.15 times the sheets that the area of the pieces asks for.
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

/// Each folder of `tests/kits/bad` is a kit with something wrong; `expected.txt` is what `check` must say of it.
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

#[test]
fn a_verbose_check_names_slow_texts() {
    let told = Command::cargo_bin("paperkeep").unwrap().args(["check", "piecepack", "--verbose"]).assert().success();
    let said = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    assert!(said.contains("faces/tile.svg: 16 texts go the slow way, as \"2\": stroke\n"), "{said}");
    let told = Command::cargo_bin("paperkeep").unwrap().args(["check", "piecepack"]).assert().success();
    let said = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    assert!(!said.contains("slow"));
}

#[test]
fn a_bad_kit_writes_nothing() {
    let out = tempfile::tempdir().unwrap();
    let mut build = Command::cargo_bin("paperkeep").unwrap();
    build.args(["build", "dungeon-in-a-tin", "tests/kits/bad/text-too-long", "--out"]).arg(out.path()).assert().code(1);
    assert_eq!(std::fs::read_dir(out.path()).unwrap().count(), 0);
}
