//! Printing only what changed, through the real program and a kit being edited.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use paperkeep::kit::{Files, Ink, Kit, Size, Um};
use paperkeep::press::write::pdf;
use paperkeep::press::{Order, Press};

use crate::watch::kit::{copy, edit};

#[test]
fn only_what_changed_is_printed_again() {
    let folder = tempfile::tempdir().unwrap();
    let (kit, out) = (folder.path().join("kit"), folder.path().join("out"));
    copy(Path::new("templates/dungeon-in-a-tin"), &kit);
    let build = |more: &[&str]| {
        let mut build = Command::cargo_bin("paperkeep").unwrap();
        build
            .arg("build")
            .arg(&kit)
            .args(["--paper", "a4", "--ink", "mono", "--format", "svg", "--out"])
            .arg(&out);
        build.args(more).output().unwrap()
    };
    let since = ["--changed-since", out.to_str().unwrap()];
    let too_early = build(&since);
    assert_eq!(too_early.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&too_early.stderr).contains("build once without --changed-since")
    );
    assert!(build(&[]).status.success());
    let record = out.join("dungeon-in-a-tin/dungeon-in-a-tin-a4-mono.faces.json");
    let first = fs::read(&record).unwrap();
    assert!(build(&[]).status.success());
    assert_eq!(first, fs::read(&record).unwrap());

    let files = || fs::read_dir(out.join("dungeon-in-a-tin")).unwrap().count();
    let before = files();
    let nothing = build(&since);
    assert_eq!(
        String::from_utf8_lossy(&nothing.stdout),
        "dungeon-in-a-tin-a4-mono: nothing to print again\n"
    );
    assert_eq!(files(), before);

    edit(&kit, "tiles.toml", "Store Room", "Cold Room");
    edit(&kit, "tokens.toml", "\"P3\", \"P4\"", "\"P3\"");
    edit(
        &kit,
        "dice.toml",
        "\"plain\", \"plain\", \"plain\", \"horned\"",
        "\"plain\", \"plain\", \"chest\", \"horned\"",
    );
    let some = String::from_utf8(build(&since).stdout).unwrap();
    assert!(
        some.starts_with("dungeon-in-a-tin-a4-mono: changed: T06, R1-3, R2-3, R3-3\ndungeon-in-a-tin-a4-mono: gone: P4\n")
    );
    assert!(some.contains("1 sheet, 4 pieces"), "{some}");
    let sheet =
        fs::read_to_string(out.join("dungeon-in-a-tin/dungeon-in-a-tin-a4-mono-changed-01.svg"))
            .unwrap();
    assert_eq!(sheet.matches("inkscape:label=\"R").count(), 3);
    assert_eq!(
        first,
        fs::read(&record).unwrap(),
        "the whole build's own record stays"
    );
}

#[test]
fn a_press_with_a_cache_draws_one_face_for_one_changed_row() {
    let folder = tempfile::tempdir().unwrap();
    let kit = folder.path().join("kit");
    copy(Path::new("templates/dungeon-in-a-tin"), &kit);
    let paper = Size::new(Um(210_000), Um(297_000));
    let order = Order::new(paper, "a4", Ink::Color);
    let print = |press: &mut Press| {
        let printed = press
            .print(&Kit::open(Files::Folder(kit.clone())).unwrap(), &order)
            .unwrap();
        (printed.drawn, pdf::write(&printed.sheets).unwrap())
    };
    let mut press = Press::remembering();
    assert!(print(&mut press).0 > 50);
    assert_eq!(print(&mut press).0, 0);
    edit(&kit, "tiles.toml", "Store Room", "Cold Room");
    assert_eq!(print(&mut press).0, 1);
    // The first line of this width in that file belongs to white skulls, which are on ten tiles.
    edit(
        &kit,
        "faces/counters.svg",
        "stroke-width=\".28\"",
        "stroke-width=\".3\"",
    );
    let (drawn, bytes) = print(&mut press);
    assert_eq!(drawn, 10);
    edit(
        &kit,
        "kit.toml",
        "gold = { color = \"#D9A32B\"",
        "gold = { color = \"#D9A32C\"",
    );
    assert!(print(&mut press).0 > 20);
    edit(
        &kit,
        "kit.toml",
        "gold = { color = \"#D9A32C\"",
        "gold = { color = \"#D9A32B\"",
    );
    let again = print(&mut press).1;
    assert!(
        again == bytes && again == print(&mut Press::new()).1,
        "remembering changes no byte"
    );
}
