//! The documentation of the protocol is correct: its examples are played, and its front end works.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::Command as Program;
use serde_json::{Value, json};

use crate::schema;

fn page() -> String {
    std::fs::read_to_string("docs/protocol.md").unwrap()
}

/// The code blocks in one language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let fenced = page.split("```").skip(1).step_by(2);
    fenced
        .filter_map(|block| block.strip_prefix(&format!("{language}\n")))
        .map(str::to_owned)
        .collect()
}

/// Whether a value matches the page, where `…` ends a text or list anywhere, and fields may be omitted.
fn shows(page: &Value, line: &Value) -> bool {
    match (page, line) {
        (Value::String(page), Value::String(line)) => match page.strip_suffix('…') {
            Some(beginning) => line.starts_with(beginning),
            None => page == line,
        },
        (Value::Array(page), Value::Array(line)) => {
            let more = page.last().is_some_and(|last| last == "…");
            let shown = if more {
                &page[..page.len() - 1]
            } else {
                &page[..]
            };
            (line.len() == shown.len() || more && line.len() > shown.len())
                && shown.iter().zip(line).all(|(page, line)| shows(page, line))
        }
        (Value::Object(page), Value::Object(line)) => page
            .iter()
            .all(|(key, value)| line.get(key).is_some_and(|line| shows(value, line))),
        _ => page == line,
    }
}

/// The program's output for these lines.
fn play(command: &str, input: &str) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let arguments = command
        .strip_prefix("$ paperkeep ")
        .unwrap()
        .split_whitespace();
    let run = Program::cargo_bin("paperkeep")
        .unwrap()
        .args(arguments)
        .current_dir(folder.path())
        .write_stdin(input)
        .assert();
    let told = String::from_utf8(run.success().get_output().stdout.clone()).unwrap();
    told.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn every_example_is_what_the_program_says() {
    let page = page();
    let examples = blocks(&page, "protocol");
    let (mut read, mut written, mut asked) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for example in &examples {
        let (command, talk) = example.split_once('\n').unwrap();
        let input: String = talk
            .lines()
            .filter_map(|line| line.strip_prefix("-> "))
            .map(|line| format!("{line}\n"))
            .collect();
        let told = play(command, &input);
        for line in &told {
            assert_eq!(schema::wrong_line("out", line), None, "{line}");
        }
        let mut told = told.iter();
        let mut skip = false;
        for line in talk.lines() {
            if let Some(wrote) = line.strip_prefix("-> ") {
                let wrote: Value = serde_json::from_str(wrote).unwrap_or_default();
                // Only what is no JSON is not a line of the protocol.
                assert!(
                    wrote.is_null() || schema::wrong_line("in", &wrote).is_none(),
                    "{wrote}"
                );
                written.extend(
                    wrote
                        .as_object()
                        .into_iter()
                        .flat_map(|object| object.keys().cloned()),
                );
                continue;
            }
            let shown = line.strip_prefix("<- ").unwrap();
            if shown == "…" {
                skip = true;
                continue;
            }
            let shown: Value = serde_json::from_str(shown).unwrap();
            let next = told
                .next()
                .and_then(|next| match skip && !shows(&shown, next) {
                    true => told.find(|line| shows(&shown, line)),
                    false => Some(next),
                });
            assert!(
                next.is_some_and(|next| shows(&shown, next)),
                "{command}\n{line}\nis not {next:?}"
            );
            read.insert(shown["type"].as_str().unwrap().to_owned());
            asked.extend(shown["of"].as_str().map(str::to_owned));
            skip = false;
        }
    }
    // All commands and messages are on the page.
    let said = play("$ paperkeep play dungeon-in-a-tin --json", "{}\n");
    let known = said
        .iter()
        .find_map(|line| line["message"].as_str()?.split_once("commands: "))
        .unwrap()
        .1;
    let missing: Vec<&str> = known
        .split(", ")
        .filter(|command| !written.contains(*command))
        .collect();
    assert!(missing.is_empty(), "no example of {missing:?}");
    for line in &said {
        assert!(
            line["type"] == "error" || read.contains(line["type"].as_str().unwrap()),
            "{line}"
        );
    }
    let all = "ask audit error event hello hint luck noted odds options over picture refused rules scene setup sources state story why";
    assert_eq!(
        read.iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" "),
        all
    );
    assert_eq!(
        asked.iter().map(String::as_str).collect::<Vec<_>>(),
        ["chance", "player", "table"]
    );
}

#[test]
fn the_schema_refuses_other_lines() {
    for wrong in [
        json!({}),
        json!({ "move": 7 }),
        json!({ "undo": 0 }),
        json!({ "undo": 1, "redo": 1 }),
        json!({ "story": false }),
        json!({ "hint": { "seconds": 1, "playouts": 1 } }),
        json!({ "amend": { "n": 1 } }),
    ] {
        assert!(schema::wrong_line("in", &wrong).is_some(), "{wrong}");
    }
    for wrong in [
        json!({ "type": "tale" }),
        json!({ "type": "error" }),
        json!({ "type": "rules", "rules": [{ "id": "R1" }] }),
    ] {
        assert!(schema::wrong_line("out", &wrong).is_some(), "{wrong}");
    }
}

/// Whatever is asked in whatever game, the answers fit the schema.
#[test]
fn every_game_answers_by_the_schema() {
    let asked = [
        "{\"scene\":true}",
        "{\"why\":true}",
        "{\"why\":\"fly\"}",
        "{\"rules\":true}",
        "{\"options\":true}",
        "{\"odds\":true}",
        "{\"hint\":{\"playouts\":4}}",
        "{\"luck\":true}",
        "{\"end\":true}",
    ];
    for game in [
        "dungeon-in-a-tin",
        "miniskull-caverns",
        "dungeon-crawl",
        "deep-dark-dungeon",
        "dungeonbuilders",
        "piecepack",
    ] {
        let command = format!(
            "$ paperkeep play {game} --seed 5 --players Ann,Bob --journal game.jsonl --json"
        );
        let told = play(&command, &(asked.join("\n") + "\n"));
        let kinds: BTreeSet<&str> = told
            .iter()
            .filter_map(|line| line["type"].as_str())
            .collect();
        assert!(
            ["scene", "why", "rules", "options"]
                .iter()
                .all(|kind| kinds.contains(kind)),
            "{game}: {kinds:?}"
        );
        for line in &told {
            assert_eq!(schema::wrong_line("out", line), None, "{game}: {line}");
        }
    }
}

#[test]
fn the_front_end_plays() {
    let python = ["python3", "python"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok());
    let Some(python) = python else { return };
    let folder = tempfile::tempdir().unwrap();
    let script = blocks(&page(), "python").remove(0);
    assert!(
        script
            .lines()
            .filter(|line| !line.trim().is_empty())
            .count()
            <= 30
    );
    std::fs::write(folder.path().join("front.py"), script).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_paperkeep"));
    let mut path = vec![program.parent().unwrap().to_owned()];
    path.extend(std::env::split_paths(
        &std::env::var_os("PATH").unwrap_or_default(),
    ));
    let mut front = Command::new(python);
    front
        .args(["front.py", "dungeon-in-a-tin", "--seed", "5"])
        .current_dir(folder.path());
    front
        .env("PATH", std::env::join_paths(path).unwrap())
        .env("PYTHONIOENCODING", "utf-8");
    let mut front = front
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // By number and by id; a refused answer is asked again; then the input ends.
    std::io::Write::write_all(&mut front.stdin.take().unwrap(), b"3\nfly\nstay\n").unwrap();
    let output = front.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let drawn = std::fs::read_to_string(folder.path().join("table.svg")).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"));
    assert!(
        output.status.success()
            && told.matches("You stay.").count() == 2
            && told.contains("No: `fly`"),
        "{told}"
    );
}
