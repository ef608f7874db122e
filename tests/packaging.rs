//! What packages install with the program: completions, manual pages, and a version number.

use std::io::Write;
use std::process::{Command, Stdio};

use assert_cmd::Command as Program;

fn out(line: &str) -> String {
    let run = Program::cargo_bin("paperkeep")
        .unwrap()
        .args(line.split_whitespace())
        .assert()
        .success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = out(&format!("completions {shell}"));
        for word in ["build", "watch", "changed-since", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        assert!(
            !script.contains("dry-run"),
            "{shell} completes what is not for people"
        );
        // Checked by the shell itself, if it is installed.
        if !cfg!(unix) || !["bash", "fish", "zsh"].contains(&shell) {
            continue;
        }
        let Ok(mut reader) = Command::new(shell)
            .args(["-n", "/dev/stdin"])
            .stdin(Stdio::piped())
            .spawn()
        else {
            continue;
        };
        reader
            .stdin
            .take()
            .unwrap()
            .write_all(script.as_bytes())
            .unwrap();
        assert!(reader.wait().unwrap().success(), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let help = out("--help");
    let commands = help
        .lines()
        .skip_while(|line| *line != "Print:")
        .take_while(|line| *line != "Options:");
    let commands = commands
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    let mut commands: Vec<&str> = commands.collect();
    let run = Program::cargo_bin("paperkeep")
        .unwrap()
        .args(["man", "--out"])
        .arg(folder.path())
        .assert()
        .success();
    assert!(
        String::from_utf8_lossy(&run.get_output().stdout)
            .ends_with(&format!(": {} manual pages\n", commands.len() + 1))
    );
    for command in &commands {
        let page =
            std::fs::read_to_string(folder.path().join(format!("paperkeep-{command}.1"))).unwrap();
        assert_eq!(page, out(&format!("man {command}")));
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
    let page = out("man");
    commands.retain(|command| !page.contains(&format!("paperkeep\\-{command}(1)")));
    assert!(
        commands.is_empty()
            && std::fs::read_to_string(folder.path().join("paperkeep.1")).unwrap() == page
    );
    Program::cargo_bin("paperkeep")
        .unwrap()
        .args(["man", "dry-run"])
        .assert()
        .code(2);
}

#[test]
fn the_version_names_the_commit_where_there_is_one() {
    let said = out("--version");
    let version = said
        .trim_end()
        .strip_prefix(&format!("paperkeep {}", env!("CARGO_PKG_VERSION")))
        .unwrap();
    let commit = version
        .strip_prefix(" (")
        .and_then(|rest| rest.strip_suffix(')'));
    assert!(
        version.is_empty()
            || commit.is_some_and(|hash| hash.chars().all(|digit| digit.is_ascii_hexdigit())),
        "{said}"
    );
}

/// cargo-deny checks the licences of packages (`.ci/advisories`); these are of files.
#[test]
fn fonts_and_kits_state_their_licences_and_the_package_has_them_all() {
    let package = env!("CARGO_PKG_LICENSE");
    for entry in std::fs::read_dir("fonts").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        // The dashed box was drawn for this program.
        let is_font = name.ends_with(".ttf") || name.ends_with(".ttf.gz");
        if !is_font || name == "Missing.ttf" {
            continue;
        }
        // Small capitals are of the same project as their family.
        let family = name.split(['-', '.']).next().unwrap();
        let family = family.strip_suffix("SC").unwrap_or(family);
        let licence = std::fs::read_to_string(format!("fonts/{family}-OFL.txt")).unwrap();
        assert!(
            licence.contains("SIL OPEN FONT LICENSE Version 1.1"),
            "{name}"
        );
    }
    assert!(package.contains("OFL-1.1"));
    for kit in [
        "deep-dark-dungeon",
        "dungeon-crawl",
        "dungeon-in-a-tin",
        "dungeonbuilders",
        "piecepack",
    ] {
        let told = licence(kit);
        assert!(told.ends_with("MIT OR Apache-2.0."), "{kit}: {told}");
    }
    assert!(package.starts_with("(MIT OR Apache-2.0)"));
    let own = "miniskull-caverns";
    assert!(licence(own).starts_with("CC BY-NC-SA 4.0."));
    assert!(
        std::path::Path::new("templates")
            .join(own)
            .join("LICENSE")
            .is_file()
    );
    assert!(package.contains("CC-BY-NC-SA-4.0"));
    let shipped = std::fs::read_dir("templates").unwrap();
    let kits = shipped.filter(|entry| entry.as_ref().unwrap().path().is_dir());
    assert_eq!(kits.count(), 6, "a new kit is missing above");
}

/// The licence that `games` tells of a kit.
fn licence(kit: &str) -> String {
    let told = out("games");
    let of_kit = told.split_once(&format!("{kit}\n")).expect("the kit").1;
    let line = of_kit
        .lines()
        .find_map(|line| line.strip_prefix("    licence: "));
    line.expect("a licence").to_owned()
}
