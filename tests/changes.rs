//! Printing again only what changed, through the real program and a kit that somebody edits.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use paperkeep::face::Fonts;
use paperkeep::kit::{Files, Ink, Kit, Size, Um};
use paperkeep::press::{Order, Press, pdf};

/// Replaces words in a file of the kit.
fn edit(kit: &Path, file: &str, from: &str, to: &str) {
    let text = fs::read_to_string(kit.join(file)).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(kit.join(file), text.replacen(from, to, 1)).unwrap();
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn only_what_changed_is_printed_again() {
    let folder = tempfile::tempdir().unwrap();
    let (kit, out) = (folder.path().join("kit"), folder.path().join("out"));
    copy(Path::new("templates/dungeon-in-a-tin"), &kit);
    let build = |more: &[&str]| {
        let mut build = Command::cargo_bin("paperkeep").unwrap();
        build.arg("build").arg(&kit).args(["--paper", "a4", "--ink", "mono", "--format", "svg", "--out"]).arg(&out);
        build.args(more).output().unwrap()
    };
    let since = ["--changed-since", out.to_str().unwrap()];
    let too_early = build(&since);
    assert_eq!(too_early.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&too_early.stderr).contains("build once without --changed-since"));
    assert!(build(&[]).status.success());
    let record = out.join("dungeon-in-a-tin/dungeon-in-a-tin-a4-mono.faces.json");
    let first = fs::read(&record).unwrap();
    assert!(build(&[]).status.success());
    assert_eq!(first, fs::read(&record).unwrap());

    let files = || fs::read_dir(out.join("dungeon-in-a-tin")).unwrap().count();
    let before = files();
    let nothing = build(&since);
    assert_eq!(String::from_utf8_lossy(&nothing.stdout), "dungeon-in-a-tin-a4-mono: nothing to print again\n");
    assert_eq!(files(), before);

    edit(&kit, "tiles.toml", "Store Room", "Cold Room");
    edit(&kit, "tokens.toml", "\"P3\", \"P4\"", "\"P3\"");
    edit(&kit, "dice.toml", "\"plain\", \"plain\", \"plain\", \"horned\"", "\"plain\", \"plain\", \"chest\", \"horned\"");
    let some = String::from_utf8(build(&since).stdout).unwrap();
    assert!(
        some.starts_with("dungeon-in-a-tin-a4-mono: changed: T06, R1-3, R2-3, R3-3\ndungeon-in-a-tin-a4-mono: gone: P4\n")
    );
    assert!(some.contains("1 sheet, 4 pieces"), "{some}");
    let sheet = fs::read_to_string(out.join("dungeon-in-a-tin/dungeon-in-a-tin-a4-mono-changed-01.svg")).unwrap();
    assert_eq!(sheet.matches("inkscape:label=\"R").count(), 3);
    assert_eq!(first, fs::read(&record).unwrap(), "the whole build's own record stays");
}

#[test]
fn a_press_that_remembers_draws_one_face_for_one_row() {
    let folder = tempfile::tempdir().unwrap();
    let kit = folder.path().join("kit");
    copy(Path::new("templates/dungeon-in-a-tin"), &kit);
    let paper = Size::new(Um(210_000), Um(297_000));
    let order = Order::new(paper, "a4", Ink::Color);
    let print = |press: &mut Press| {
        let printed = press.print(&Kit::open(Files::Folder(kit.clone())).unwrap(), &order).unwrap();
        (printed.drawn, pdf::write(&printed.sheets, Fonts::shipped()).unwrap())
    };
    let mut press = Press::remembering();
    assert!(print(&mut press).0 > 50);
    assert_eq!(print(&mut press).0, 0);
    edit(&kit, "tiles.toml", "Store Room", "Cold Room");
    assert_eq!(print(&mut press).0, 1);
    // The first line of that file that is so wide is of white skulls, which ten tiles have.
    edit(&kit, "faces/counters.svg", "stroke-width=\".28\"", "stroke-width=\".3\"");
    let (drawn, bytes) = print(&mut press);
    assert_eq!(drawn, 10);
    edit(&kit, "kit.toml", "gold = { color = \"#D9A32B\"", "gold = { color = \"#D9A32C\"");
    assert!(print(&mut press).0 > 20);
    edit(&kit, "kit.toml", "gold = { color = \"#D9A32C\"", "gold = { color = \"#D9A32B\"");
    let again = print(&mut press).1;
    assert!(again == bytes && again == print(&mut Press::new()).1, "remembering changes no byte");
}

/// The next line of a program that goes on; it has half a minute.
#[cfg(unix)]
fn next_line(lines: &std::sync::mpsc::Receiver<String>) -> String {
    lines.recv_timeout(std::time::Duration::from_secs(30)).unwrap_or_else(|error| panic!("nothing came: {error}"))
}

#[cfg(unix)]
#[test]
fn a_watch_prints_at_every_save_until_it_is_stopped() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let (kit, out) = (folder.path().join("kit"), folder.path().join("kit/out"));
    copy(Path::new("templates/dungeon-in-a-tin"), &kit);
    let mut watch = std::process::Command::new(assert_cmd::cargo::cargo_bin("paperkeep"));
    watch.arg("watch").arg(&kit).args(["--ink", "mono", "--out"]).arg(&out).env("NO_COLOR", "1");
    let mut watch = watch.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (sender, printed) = std::sync::mpsc::channel();
    let stdout = watch.stdout.take().unwrap();
    std::thread::spawn(move || BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    assert!(next_line(&printed).ends_with("% of the printable area used"));
    // Until it says so it does not watch.
    let mut stderr = BufReader::new(watch.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert!(line.starts_with("watching "), "{line}");

    edit(&kit, "tiles.toml", "Store Room", "Cold Room");
    let news = next_line(&printed);
    assert!(news.starts_with("dungeon-in-a-tin-a4-mono.pdf: 1 face drawn, ") && news.ends_with("changed: T06"), "{news}");
    let pdf = out.join("dungeon-in-a-tin/dungeon-in-a-tin-a4-mono.pdf");
    let good = fs::read(&pdf).unwrap();
    edit(&kit, "tiles.toml", "name = \"Cold Room\"", "name = 7");
    line.clear();
    stderr.read_line(&mut line).unwrap();
    assert_eq!(line, "error: expected text in quotes, found a whole number\n");
    assert_eq!(good, fs::read(&pdf).unwrap());
    edit(&kit, "tiles.toml", "name = 7", "name = \"Warm Room\"");
    assert!(next_line(&printed).ends_with("changed: T06"));

    let stopped = std::process::Command::new("kill").args(["-INT", &watch.id().to_string()]).status().unwrap();
    assert!(stopped.success() && watch.wait().unwrap().success());
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    assert!(rest.trim_end().ends_with("nothing was written"), "{rest}");
}
