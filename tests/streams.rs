//! Files and streams: pipes that nobody reads, full disks, killed runs, other people's files, and text that would control a
//! terminal.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime};

use sha2::{Digest, Sha256};

fn paperkeep(folder: &Path, line: &str) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_paperkeep"));
    program
        .args(line.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null())
        .env("NO_COLOR", "1");
    program
}

fn run(folder: &Path, line: &str) -> Output {
    paperkeep(folder, line).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn refused(folder: &Path, line: &str) -> String {
    let output = run(folder, line);
    assert!(!output.status.success(), "{line}");
    text(&output.stderr)
}

fn succeeds(folder: &Path, line: &str) -> String {
    let output = run(folder, line);
    assert!(output.status.success(), "{line}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The names of everything in a folder and its subfolders.
fn all_names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        names.push(entry.file_name().into_string().unwrap());
        if entry.file_type().unwrap().is_dir() {
            names.extend(all_names(&entry.path()));
        }
    }
    names.sort();
    names
}

const SMALL: &str = "--paper a4 --ink color --format pdf";

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), "new mine");
    for line in [
        "games",
        "--help",
        "build --help",
        "rules dungeon-crawl",
        "rules dungeon-crawl R1",
        "scale 97",
        "export --profiles",
        "check mine --verbose",
        "check mine --format json",
        "simulate dungeonbuilders --games 2",
        "new other",
        "build mine --paper a4 --ink color --format pdf",
        "export mine --to svg",
        "calibrate",
        "play dungeon-crawl --journal a.jsonl",
        "play dungeon-crawl --json --journal b.jsonl",
        "replay a.jsonl",
        "replay a.jsonl --luck",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = paperkeep(folder.path(), line)
            .stdout(writer)
            .output()
            .unwrap();
        assert_eq!(
            (output.status.code(), text(&output.stderr)),
            (Some(0), String::new()),
            "{line}"
        );
    }
    // Nor does it matter if nobody reads the errors.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    for line in [
        "check nothing",
        "build nothing",
        "flyy",
        "play dungeon-crawl --players table",
    ] {
        let status = paperkeep(folder.path(), line)
            .stderr(writer.try_clone().unwrap())
            .status()
            .unwrap();
        assert!(matches!(status.code(), Some(1 | 2)), "{line}: {status}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "games",
        "rules dungeon-crawl",
        "--help",
        "play dungeon-crawl --json",
    ] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = paperkeep(folder.path(), line)
            .stdout(full)
            .output()
            .unwrap();
        assert!(
            output.status.code() == Some(1) && text(&output.stderr).contains("No space left"),
            "{line}: {output:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_quota_is_an_error_with_the_files_name_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), "new mine");
    let limited = format!(
        "ulimit -f 4; exec {} build mine {SMALL}",
        env!("CARGO_BIN_EXE_paperkeep")
    );
    let output = Command::new("sh")
        .args(["-c", &limited])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = text(&output.stderr);
    assert!(
        output.status.code() == Some(1) && said.contains("cannot write out/mine/mine-a4-color"),
        "{said}"
    );
    assert!(!folder.path().join("out").exists());
}

#[test]
fn no_folder_for_temporary_files_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), "new mine");
    let nowhere = folder.path().join("nowhere");
    for line in ["build mine --paper a4 --ink color", "new other"] {
        let output = paperkeep(folder.path(), line)
            .env("TMPDIR", &nowhere)
            .env("TMP", &nowhere)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}

#[test]
fn a_killed_run_replaces_nothing_and_the_next_one_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let line = "build dungeon-in-a-tin --paper a4,letter --ink color,mono,lean";
    let out = folder.path().join("out/dungeon-in-a-tin");
    let mut build = paperkeep(folder.path(), line)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let is_hidden = |name: &String| name.starts_with(".paperkeep-");
    while !out.is_dir() || !all_names(&out).iter().any(is_hidden) {
        assert!(
            start.elapsed() < Duration::from_secs(600) && build.try_wait().unwrap().is_none(),
            "nothing to kill"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    build.kill().unwrap();
    build.wait().unwrap();
    let left = all_names(&out);
    assert!(left.iter().all(is_hidden), "{left:?}");
    // After an hour, the run cannot be alive.
    let before = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
    for name in left {
        let file = fs::File::options().write(true).open(out.join(name));
        file.unwrap().set_modified(before).unwrap();
    }
    succeeds(folder.path(), &format!("build dungeon-in-a-tin {SMALL}"));
    assert!(
        !all_names(folder.path()).iter().any(is_hidden),
        "{:?}",
        all_names(folder.path())
    );
}

#[test]
fn a_kit_is_made_where_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    succeeds(folder.path(), "new empty --from pig");
    assert!(empty.join("play.toml").exists());
    let refusal = refused(folder.path(), "new empty");
    assert!(
        refusal.contains("nothing in this one was touched"),
        "{refusal}"
    );
}

#[test]
fn files_of_others_are_named_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), "new mine");
    let file = folder.path().join("out/mine/mine-a4-color.pdf");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "a letter").unwrap();
    let build = format!("build mine {SMALL}");
    let said = refused(folder.path(), &build);
    assert!(
        said.contains("mine-a4-color.pdf; move it away, or replace it with --force"),
        "{said}"
    );
    assert_eq!(
        all_names(&folder.path().join("out")),
        ["mine", "mine-a4-color.pdf"]
    );
    succeeds(folder.path(), &format!("{build} --force"));
    succeeds(folder.path(), &build);
    fs::write(
        &file,
        [&fs::read(&file).unwrap()[..], b"\n% a note"].concat(),
    )
    .unwrap();
    assert!(refused(folder.path(), &build).contains("mine-a4-color.pdf"));
    let export = folder.path().join("out/mine/svg/cards-c1.svg");
    fs::create_dir_all(export.parent().unwrap()).unwrap();
    let first = succeeds(folder.path(), "export mine --to svg --out elsewhere");
    assert!(first.contains("elsewhere"), "{first}");
    let name = all_names(&folder.path().join("elsewhere/mine/svg"))
        .into_iter()
        .find(|name| name.ends_with(".svg"))
        .unwrap();
    fs::write(export.with_file_name(&name), "mine").unwrap();
    assert!(refused(folder.path(), "export mine --to svg").contains(&name));
}

#[test]
fn the_kit_in_the_current_folder_is_meant() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), "new mine --from dungeon-in-a-tin");
    let kit = folder.path().join("mine");
    let said = succeeds(&kit, &format!("build {SMALL}"));
    let out = Path::new("out").join("mine");
    assert!(
        said.lines()
            .all(|line| Path::new(line).starts_with(&out) || line.starts_with(' ')),
        "{said}"
    );
    // Output built there is not part of the kit, which stays the same.
    assert!(succeeds(&kit, "check").starts_with("Dungeon in a Tin: 92 pieces"));
    assert!(
        succeeds(&kit, "export --to svg --deck tiles")
            .starts_with(&format!("{}: ", out.join("svg").display()))
    );
    assert!(
        succeeds(&kit, "play --seed 5 --journal a.jsonl")
            .starts_with("Dungeon in a Tin: Player. Seed 5.")
    );
    let journal = fs::read_to_string(kit.join("a.jsonl")).unwrap();
    let header: serde_json::Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
    assert_eq!(
        header["folder"],
        serde_json::json!(dunce::canonicalize(&kit).unwrap())
    );
    assert!(succeeds(&kit, "replay a.jsonl").starts_with("Dungeon in a Tin: Player. Seed 5."));
    for line in ["check", "export --to svg", "watch"] {
        assert!(
            refused(folder.path(), line).contains("no kit is in this folder"),
            "{line}"
        );
    }
    assert!(refused(folder.path(), "play").contains("which game?"));
}

/// In colour, as on a terminal: nothing is output except text and colours.
fn shown_on_a_terminal(folder: &Path, args: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_paperkeep"));
    program
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .env_remove("NO_COLOR")
        .env("CLICOLOR_FORCE", "1");
    let output = program.output().unwrap();
    let all = text(&output.stdout) + &text(&output.stderr);
    let mut words = String::new();
    for part in all.split("\u{1b}[") {
        let (codes, rest) = part
            .split_once('m')
            .filter(|(codes, _)| codes.chars().all(|code| "0123456789;".contains(code)))
            .unwrap_or(("", part));
        assert!(
            !codes
                .split(';')
                .any(|code| ["5", "6", "7", "8"].contains(&code)),
            "{all:?}"
        );
        words += rest;
    }
    let acts = |letter: char| {
        letter.is_control() && !"\n\t".contains(letter)
            || ('\u{202a}'..='\u{202e}').contains(&letter)
    };
    assert!(!words.contains(acts), "{args:?}: {words:?}");
    words
}

const HOSTILE: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}";

#[test]
fn escapes_in_a_kit_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), "new mine");
    let manifest = folder.path().join("mine/kit.toml");
    let sound = fs::read_to_string(&manifest).unwrap();
    let titled = |title: &str| {
        let lines = sound.lines().map(|line| {
            if line.starts_with("title = ") {
                format!("title = \"{title}\"")
            } else {
                line.to_owned()
            }
        });
        fs::write(&manifest, lines.collect::<Vec<_>>().join("\n")).unwrap();
    };
    let escaped: String = HOSTILE
        .chars()
        .map(|letter| format!("\\u{:04X}", u32::from(letter)))
        .collect();
    titled(&escaped);
    for args in [
        &["check", "mine"][..],
        &["build", "mine"],
        &["play", "--kit", "mine"],
        &["check", "mine", "--format", "json"],
    ] {
        let said = shown_on_a_terminal(folder.path(), args);
        assert!(
            said.contains("the text contains a control character, U+001B"),
            "{said}"
        );
    }
    // Directional characters may be intended on paper, and are shown as escapes.
    titled("My \u{202e}Game");
    let said = shown_on_a_terminal(folder.path(), &["check", "mine"]);
    assert!(said.contains(r"My \u{202e}Game"), "{said}");
    titled("Mine");
    for args in [
        &["build", "mine", "--only", HOSTILE][..],
        &["build", HOSTILE],
        &["check", HOSTILE],
        &["new", "other", "--from", HOSTILE],
        &["play", HOSTILE],
        &[HOSTILE],
    ] {
        let said = shown_on_a_terminal(folder.path(), args);
        assert!(said.contains(r"\u{1b}]0;owned\u{7}"), "{said}");
    }
    let cards = folder.path().join("mine/cards.csv");
    fs::write(
        &cards,
        fs::read_to_string(&cards).unwrap() + HOSTILE + ",x\n",
    )
    .unwrap();
    shown_on_a_terminal(folder.path(), &["check", "mine"]);
}

/// A journal with other players and matching checksums.
fn forged(journal: &str, players: [&str; 2]) -> String {
    let mut sum = String::new();
    let mut forged = String::new();
    for line in journal.lines() {
        let (body, _) = line.split_once(",\"sum\":\"").unwrap();
        let names = players.map(|name| serde_json::to_string(name).unwrap());
        let body = body.replace("[\"Ann\",\"Bob\"]", &format!("[{}]", names.join(","))) + "}";
        let digest = Sha256::new()
            .chain_update(&sum)
            .chain_update(&body)
            .finalize();
        sum = digest[..4]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        forged += &format!("{},\"sum\":\"{sum}\"}}\n", body.strip_suffix('}').unwrap());
    }
    forged
}

#[test]
fn names_from_a_journal_are_quoted_where_they_could_be_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("a.jsonl");
    succeeds(
        folder.path(),
        "play dungeonbuilders --players Ann,Bob --seed 3 --journal a.jsonl",
    );
    let honest = fs::read_to_string(&journal).unwrap();
    for (name, seen) in [
        ("program", "\"program\""),
        (HOSTILE, r#""\u{1b}]0;owned\u{7}"#),
        ("Bob\n  9 Ann: ends", r#""Bob\u{a}  9 Ann: ends""#),
    ] {
        fs::write(&journal, forged(&honest, ["Ann", name])).unwrap();
        for args in [
            &["replay", "a.jsonl"][..],
            &["resume", "a.jsonl"],
            &["resume", "a.jsonl", "--json"],
            &["resume", "a.jsonl", "--plain"],
        ] {
            let said = shown_on_a_terminal(folder.path(), args)
                .replace("\\\"", "\"")
                .replace(r"\\u", r"\u");
            assert!(said.contains(seen), "{args:?}: {said}");
        }
    }
}

#[test]
fn names_that_could_be_something_else_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (names, why) in [
        ("Ann,table", "would be taken for the table"),
        ("Pro\u{ad}gram,Ann", "an invisible character, U+00AD"),
        ("Ann,UNDO", "is a command at the prompt"),
        ("Ann,un\u{200d}do", "is a command at the prompt"),
        ("Ann,ann\u{200d}", "count as the same name"),
        ("Ann,", "is empty"),
        ("Ann,B;b", "contains `;`"),
    ] {
        let said = refused(
            folder.path(),
            &format!("play dungeonbuilders --players {names}"),
        );
        assert!(said.contains(why), "{said}");
    }
    assert!(all_names(folder.path()).is_empty());
}
