//! Games with the real program: kept through crashes, replayed, and refused if they do not fit.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use serde_json::{Value, json};

const GAME: &str = "dungeon-in-a-tin";

fn paperkeep(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paperkeep"));
    command.current_dir(folder).args(args);
    command
}

/// Runs to the end with this input.
fn run(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut command = paperkeep(folder, args);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A game played with JSON lines.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn new(folder: &Path, args: &[&str]) -> Talk {
        let mut child = paperkeep(folder, args)
            .arg("--json")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (
            child.stdin.take().unwrap(),
            BufReader::new(child.stdout.take().unwrap()),
        );
        Talk {
            child,
            input,
            output,
        }
    }

    /// Reads the next ask or the end.
    fn ask(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "the program stopped"
            );
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["type"] == "ask" || message["type"] == "over" {
                return message;
            }
        }
    }

    fn send(&mut self, command: &Value) {
        writeln!(self.input, "{command}").unwrap();
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// A card or coin drawn at the table that only one player may see: the ask has no list, since it would reveal what others
/// hold, and it says so; the piece can still be named.
#[test]
fn an_ask_without_a_list_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let starter = folder.path().join("crazy");
    let made = run(
        folder.path(),
        &["new", "crazy", "--from", "crazy-eights"],
        "",
    );
    assert!(made.status.success(), "{}", text(&made.stderr));
    let games = [
        (
            vec![
                GAME,
                "--option",
                "open_hands=false",
                "--physical",
                "cards",
                "--seed",
                "5",
            ],
            "fight deck",
        ),
        (
            vec!["dungeon-crawl", "--physical", "tokens", "--seed", "0"],
            "theft",
        ),
        (
            vec![
                starter.to_str().unwrap(),
                "--physical",
                "cards",
                "--seed",
                "3",
            ],
            "cards",
        ),
    ];
    for (at, (game, source)) in games.into_iter().enumerate() {
        let journal = format!("{at}.jsonl");
        let table = [
            "--players",
            "Ann,Bob",
            "--secrets",
            "referee",
            "--journal",
            &journal,
        ];
        let mut talk = Talk::new(folder.path(), &[&["play"], &game[..], &table].concat());
        let mut numbers = Numbers(1);
        let asked = loop {
            let ask = talk.ask();
            let options = ask["options"].as_array().unwrap();
            if options.is_empty() {
                break ask;
            }
            assert_eq!(ask["unlisted"], Value::Null, "{ask}");
            let id = |option: &Value| option["id"].as_str().unwrap().to_owned();
            // Fights whenever possible, and takes treasure.
            let wanted = options
                .iter()
                .map(id)
                .find(|id| id.starts_with("attack:") || id == "take:treasure");
            talk.send(&json!({"move": wanted.unwrap_or_else(|| id(&options[numbers.below(options.len())]))}));
        };
        assert_eq!(
            (&asked["unlisted"], &asked["secret"]),
            (&json!(true), &json!(true)),
            "{asked}"
        );
        assert_eq!(
            (&asked["source"], asked["who"].is_string()),
            (&json!(source), true)
        );
        talk.kill();
    }
}

/// A fixed sequence of numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

#[test]
fn a_killed_game_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let mut numbers = Numbers(5);
    let mut games = 0;
    let new = |games: &mut u64| {
        *games += 1;
        Talk::new(
            folder.path(),
            &[
                "play",
                GAME,
                "--seed",
                &games.to_string(),
                "--journal",
                &format!("{games}.jsonl"),
            ],
        )
    };
    let mut talk = new(&mut games);
    let mut ask = talk.ask();
    for _ in 0..200 {
        for _ in 0..numbers.below(8) {
            if ask["type"] == "over" {
                talk.kill();
                talk = new(&mut games);
                ask = talk.ask();
            }
            let command = if numbers.below(8) == 0 {
                json!({"undo": 1})
            } else {
                pick(&ask, &mut numbers)
            };
            talk.send(&command);
            ask = talk.ask();
        }
        // When the program is killed, the last command may or may not have been recorded, since it was not acknowledged.
        let unanswered =
            (ask["type"] == "ask" && numbers.below(2) == 0).then(|| pick(&ask, &mut numbers));
        if let Some(command) = &unanswered {
            talk.send(command);
        }
        talk.kill();
        talk = Talk::new(folder.path(), &["resume", &format!("{games}.jsonl")]);
        let again = talk.ask();
        if unanswered.is_none() || again["n"] == ask["n"] {
            assert_eq!(again, ask);
        } else {
            assert!(again["type"] == "over" || again["n"].as_u64() > ask["n"].as_u64());
        }
        ask = again;
    }
    talk.kill();
}

fn pick(ask: &Value, numbers: &mut Numbers) -> Value {
    let options = ask["options"].as_array().unwrap();
    // Not the last: leaving the dungeon makes short games.
    json!({ "move": options[numbers.below(options.len().max(2) - 1)]["id"] })
}

/// Plays a few moves, at most to the end of the game; returns the journal.
fn played(folder: &Path) -> PathBuf {
    let mut talk = Talk::new(
        folder,
        &["play", GAME, "--seed", "3", "--journal", "game.jsonl"],
    );
    let mut numbers = Numbers(1);
    let mut ask = talk.ask();
    for _ in 0..12 {
        if ask["type"] == "over" {
            break;
        }
        talk.send(&pick(&ask, &mut numbers));
        ask = talk.ask();
    }
    talk.send(&json!({"quit": true}));
    assert!(talk.child.wait().unwrap().success());
    folder.join("game.jsonl")
}

#[test]
fn the_same_seed_is_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let journal = |name: &str| {
        run(
            folder.path(),
            &["play", GAME, "--seed", "9", "--journal", name, "--plain"],
            &"1\n".repeat(30),
        );
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        let line = |line: &str| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            let object = line.as_object_mut().unwrap();
            // When it was played, and checksums over that.
            object.retain(|key, _| key != "at" && key != "sum");
            line
        };
        text.lines().map(line).collect::<Vec<Value>>()
    };
    assert_eq!(journal("a.jsonl"), journal("b.jsonl"));
}

#[test]
fn an_incomplete_last_line_is_dropped_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = played(folder.path());
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    let output = run(folder.path(), &["resume", "game.jsonl"], "");
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("the last line of game.jsonl was incomplete"));
    assert!(
        run(folder.path(), &["resume", "game.jsonl"], "")
            .stderr
            .is_empty()
    );
}

#[test]
fn a_damaged_line_is_named_and_nothing_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = played(folder.path());
    let damaged = std::fs::read_to_string(&path)
        .unwrap()
        .replacen("\"n\":3", "\"n\":4", 1);
    std::fs::write(&path, &damaged).unwrap();
    for command in ["resume", "replay"] {
        let output = run(folder.path(), &[command, "game.jsonl"], "");
        assert_eq!(output.status.code(), Some(1));
        assert!(
            text(&output.stderr).contains("line 4 of the journal `game.jsonl` is damaged"),
            "{}",
            text(&output.stderr)
        );
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged);
}

#[test]
fn a_journal_of_another_kit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    played(folder.path());
    let kit = folder.path().join("kit");
    copy(
        &Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("templates")
            .join(GAME),
        &kit,
    );
    let change = |file: &str, from: &str, to: &str| {
        let was = std::fs::read_to_string(kit.join(file)).unwrap();
        let is = was.replacen(from, to, 1);
        assert_ne!(was, is);
        std::fs::write(kit.join(file), is).unwrap();
    };
    // Words may be corrected while a game is played.
    change("tiles.toml", "name = \"", "name = \"Old ");
    change("rules.toml", "text = \"", "text = \"Well, ");
    change("guide.toml", "text = \"", "text = \"Well, ");
    assert!(
        run(folder.path(), &["resume", "game.jsonl", "--kit", "kit"], "")
            .status
            .success()
    );
    change("tokens.toml", "price = 10", "price = 11");
    let output = run(folder.path(), &["resume", "game.jsonl", "--kit", "kit"], "");
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(
        told.contains("has changed since this game was started: tokens P1 is different"),
        "{told}"
    );
}

/// A journal with line 1 changed and all checksums recomputed, as a forger would do.
fn forged(journal: &str, change: impl Fn(usize, &str) -> String) -> String {
    use sha2::{Digest, Sha256};
    let mut sum = String::new();
    let mut forged = String::new();
    for (at, line) in journal.lines().enumerate() {
        let (body, _) = line.rsplit_once(",\"sum\":\"").unwrap();
        let body = change(at + 1, &format!("{body}}}"));
        let digest = Sha256::new()
            .chain_update(&sum)
            .chain_update(&body)
            .finalize();
        sum = digest[..4]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        forged.push_str(&format!(
            "{},\"sum\":\"{sum}\"}}\n",
            body.strip_suffix('}').unwrap()
        ));
    }
    forged
}

#[test]
fn a_roll_that_the_seed_never_gave_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = played(folder.path());
    let verify = || run(folder.path(), &["replay", "game.jsonl", "--verify"], "");
    let output = verify();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(
        text(&output.stdout),
        "Everything that the program rolled and drew follows from the seed.\n"
    );
    let journal = std::fs::read_to_string(&path).unwrap();
    let cards = (1..=12).map(|card| format!("draw:F{card:02}"));
    let other = cards
        .into_iter()
        .find(|card| !journal.contains(card))
        .expect("a card that was not drawn");
    std::fs::write(
        &path,
        forged(&journal, |line, body| match line {
            2 => format!("{{\"n\":1,\"move\":\"{other}\",\"by\":\"program\"}}"),
            _ => body.to_owned(),
        }),
    )
    .unwrap();
    let output = verify();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stdout).starts_with(&format!("line 2: the seed does not give `{other}`\n")),
        "{}",
        text(&output.stdout)
    );
}

/// A forged journal can neither control the terminal nor pose as the program nor keep it busy.
#[test]
fn a_forged_journal_deceives_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let path = played(folder.path());
    let journal = std::fs::read_to_string(&path).unwrap();
    let moves = journal.lines().count() - 1;
    let write = |journal: String| std::fs::write(&path, journal).unwrap();
    let said = |args: &[&str]| {
        let output = run(folder.path(), args, "quit\n");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(
            !said.contains(
                |letter: char| letter != '\n' && letter.is_control() || letter == '\u{202e}'
            ),
            "{said:?}"
        );
        said
    };
    let name = |body: &str, name: &str| {
        body.replacen(
            "\"players\":[\"Player\"]",
            &format!("\"players\":[{name}]"),
            1,
        )
    };
    write(forged(&journal, |line, body| match line {
        1 => name(body, "\"Game over. You have won\""),
        _ => body.replacen("\"by\":\"Player\"", "\"by\":\"Game over. You have won\"", 1),
    }));
    for command in ["replay", "resume"] {
        assert!(
            said(&[command, "game.jsonl"])
                .starts_with("Dungeon in a Tin: \"Game over. You have won\". Seed "),
            "{command}"
        );
    }
    write(forged(&journal, |line, body| match line {
        2 => body.replacen("program", "\\u001b[2J\\u202e", 1),
        _ => body.to_owned(),
    }));
    let verified = said(&["replay", "game.jsonl", "--verify"]);
    assert!(
        verified.contains(r#"is attributed to "\u{1b}[2J\u{202e}", but was the program's"#),
        "{verified}"
    );
    let crowd = (0..20_000)
        .map(|name| format!("\"p{name}\""))
        .collect::<Vec<_>>()
        .join(",");
    write(forged(&journal, |line, body| {
        if line == 1 {
            name(body, &crowd)
        } else {
            body.to_owned()
        }
    }));
    assert!(said(&["replay", "game.jsonl"]).contains("for 1 to 8 players, not 20000"));
    // Each of these words stands for 99 cards.
    let line = format!(
        "{{\"n\":{},\"correct\":\"Player holds {}\"}}",
        moves + 1,
        "99 F01 ".repeat(100_000)
    );
    write(forged(
        &format!(
            "{journal}{},\"sum\":\"\"}}\n",
            line.strip_suffix('}').unwrap()
        ),
        |_, body| body.to_owned(),
    ));
    assert!(
        said(&["replay", "game.jsonl"]).contains(&format!("line {} cannot be played", moves + 2))
    );
}

/// A name typed at the prompt may be that of the current game's journal.
#[test]
fn no_file_is_lost_to_a_mistake_at_the_prompt() {
    let folder = tempfile::tempdir().unwrap();
    let path = played(folder.path());
    let journal = std::fs::read(&path).unwrap();
    for command in ["audit", "story"] {
        let typed = format!(
            "{command} game.jsonl\n{command} new.txt\n{command} new.txt\n{command} .\nquit\n"
        );
        let told = text(&run(folder.path(), &["resume", "game.jsonl"], &typed).stdout);
        assert_eq!(
            told.matches("already exists and is a different kind of file")
                .count(),
            2,
            "{told}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), journal);
        std::fs::remove_file(folder.path().join("new.txt")).unwrap();
    }
}

/// The input may be a pipe without an end.
#[cfg(unix)]
#[test]
fn an_endless_description_of_a_table_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["play", GAME, "--from", "/dev/zero"], "");
    assert!(
        text(&output.stderr).contains("/dev/zero is too large to be a table"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn a_journal_of_newer_rules_names_the_program_that_plays_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = played(folder.path());
    let journal = std::fs::read_to_string(&path).unwrap();
    std::fs::write(
        &path,
        forged(&journal, |line, body| match line {
            1 => body.replacen("\"rules\":1", "\"rules\":77", 1).replacen(
                "\"program\":\"",
                "\"program\":\"9",
                1,
            ),
            _ => body.to_owned(),
        }),
    )
    .unwrap();
    let output = run(folder.path(), &["resume", "game.jsonl"], "");
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        told.contains(&format!("version 77 of the rules of `{GAME}`")),
        "{told}"
    );
    assert!(
        told.contains(&format!("paperkeep 9{version} plays it")),
        "{told}"
    );
}

/// The ones in the repository were begun with earlier versions, and with kits that had other words.
#[test]
fn golden_games_are_replayed() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let journals = std::fs::read_dir(&golden)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let journals: Vec<PathBuf> = journals
        .filter(|path| path.extension().is_some_and(|kind| kind == "jsonl"))
        .collect();
    assert!(journals.len() >= 12);
    for path in journals {
        let output = run(
            &golden,
            &["replay", path.to_str().unwrap(), "--to", "1"],
            "",
        );
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        match source.is_dir() {
            true => copy(&source, &target),
            false => _ = std::fs::copy(source, target).unwrap(),
        }
    }
}

/// A limit on file sizes simulates a full disk.
#[test]
#[cfg(unix)]
fn a_full_disk_is_reported_and_nothing_acknowledged_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let script = "trap '' XFSZ; ulimit -f 3; exec \"$0\" play dungeon-in-a-tin --seed 3 --journal game.jsonl --json";
    let mut command = Command::new("bash");
    command
        .current_dir(folder.path())
        .args(["-c", script, env!("CARGO_BIN_EXE_paperkeep")]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = [json!({"correct": "hearts 3"}), json!({"undo": 1})]
        .map(|line| format!("{line}\n"))
        .concat()
        .repeat(60);
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let told = text(&child.wait_with_output().unwrap().stdout);
    let lines: Vec<Value> = told
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let failed = lines
        .iter()
        .position(|line| line["type"] == "error")
        .expect("a full disk");
    assert!(
        lines[failed]["message"]
            .as_str()
            .unwrap()
            .starts_with("cannot write the journal"),
        "{}",
        lines[failed]
    );
    // The same question is asked again, and everything acknowledged is there.
    let before = lines[..failed]
        .iter()
        .rfind(|line| line["type"] == "ask")
        .unwrap();
    assert_eq!(lines[failed + 1], *before);
    let mut talk = Talk::new(folder.path(), &["resume", "game.jsonl"]);
    assert_eq!(talk.ask(), *lines.last().unwrap());
    talk.send(&json!({"correct": "hearts 2"}));
    assert!(talk.ask()["n"].as_u64() > before["n"].as_u64());
    talk.kill();
}

#[test]
fn two_programs_cannot_play_one_journal() {
    let folder = tempfile::tempdir().unwrap();
    let mut talk = Talk::new(
        folder.path(),
        &["play", GAME, "--seed", "1", "--journal", "game.jsonl"],
    );
    talk.ask();
    let output = run(folder.path(), &["resume", "game.jsonl"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("in use"));
    let output = run(
        folder.path(),
        &["play", GAME, "--journal", "game.jsonl"],
        "",
    );
    assert!(text(&output.stderr).contains("not overwritten"));
    assert!(
        run(folder.path(), &["replay", "game.jsonl"], "")
            .status
            .success()
    );
    talk.kill();
}

#[test]
fn a_replay_shows_the_game_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = played(folder.path());
    let before = std::fs::read(&path).unwrap();
    let output = run(folder.path(), &["replay", "game.jsonl", "--to", "3"], "");
    let told = text(&output.stdout);
    assert!(
        told.starts_with("Dungeon in a Tin: Player. Seed 3.\n   1 program: ")
            && told.contains("\n   3 Player: ")
            && !told.contains("\n   4 "),
        "{told}"
    );
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

/// Where nobody is asked about a place, "3,4" is two results.
#[test]
fn results_may_be_parted_by_commas_alone() {
    let folder = tempfile::tempdir().unwrap();
    let game = ["play", GAME, "--seed", "1", "--physical", "cards"];
    let output = run(folder.path(), &game, "3,4\nquit\n");
    let told = text(&output.stdout);
    assert!(
        told.contains("You: F03 (") && told.contains(", F04 ("),
        "{told}"
    );
}

#[test]
fn impossible_results_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(
        folder.path(),
        &["play", GAME, "--seed", "1", "--physical", "cards"],
        "F03\nF03\nF04\nquit\n",
    );
    let told = text(&output.stdout);
    assert!(told.contains("> F03\nYou: F03"), "{told}");
    assert_eq!(told.matches("Not possible: ").count(), 1, "{told}");
    assert!(told.contains("> F04\nYou: F04"), "{told}");
    assert!(
        folder
            .path()
            .join(format!("paperkeep-{GAME}-1.jsonl"))
            .exists()
    );
}

#[test]
fn what_cannot_be_set_up_is_a_usage_error_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["play", "no-such-game"][..],
        &["play", GAME, "--players", "Ann,Ann"],
        &["play", GAME, "--option", "score"],
        &["play", GAME, "--option", "score=hats"],
        &["play", GAME, "--edition", "first"],
        &["play", GAME, "--physical", "hats"],
        &[
            "play",
            GAME,
            "--players",
            "Ann,Bob",
            "--option",
            "open_hands=false",
        ],
        &["play", GAME, "--json", "--plain"],
    ] {
        let output = run(folder.path(), args, "");
        assert_eq!(
            (output.status.code(), output.stdout.as_slice()),
            (Some(2), &b""[..]),
            "{args:?}"
        );
        assert!(!output.stderr.is_empty());
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn garbage_does_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let garbage: Vec<u8> = (0..4000u32)
        .map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    for front in ["--plain", "--json"] {
        let mut child = paperkeep(folder.path(), &["play", GAME, front])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(&garbage).unwrap();
        assert!(child.wait().unwrap().success());
    }
    for name in ["noise.jsonl", "empty.jsonl"] {
        std::fs::write(
            folder.path().join(name),
            if name == "noise.jsonl" {
                &garbage[..]
            } else {
                b""
            },
        )
        .unwrap();
        assert_eq!(
            run(folder.path(), &["resume", name], "").status.code(),
            Some(1)
        );
    }
}

#[test]
fn a_game_is_entered_from_the_table_that_was_written_down() {
    for game in [GAME, "dungeonbuilders"] {
        let folder = tempfile::tempdir().unwrap();
        let play = [
            "play",
            game,
            "--players",
            "Ann,Bob",
            "--seed",
            "4",
            "--journal",
            "first.jsonl",
        ];
        let told = run(folder.path(), &play, "audit table.txt\naudit\nquit\n");
        let table = std::fs::read_to_string(folder.path().join("table.txt")).unwrap();
        assert!(
            table.starts_with(&format!("# game: {game}\n# players: Ann, Bob\n")),
            "{table}"
        );
        let again = ["play", "--from", "table.txt", "--journal", "second.jsonl"];
        let entered = run(folder.path(), &again, "audit again.txt\nquit\n");
        assert!(
            entered.status.success(),
            "{}{}",
            text(&told.stdout),
            text(&entered.stderr)
        );
        assert_eq!(
            std::fs::read_to_string(folder.path().join("again.txt")).unwrap(),
            table
        );
        assert!(
            run(folder.path(), &["replay", "second.jsonl"], "")
                .status
                .success()
        );
        // Nothing starts while a piece appears twice.
        let ann = table.lines().find(|line| line.starts_with("Ann")).unwrap();
        let twice = match game {
            GAME => table.replace(ann, "Ann: at T01; carries maiden, maiden."),
            _ => table.replace("left 6.", "left 5."),
        };
        std::fs::write(folder.path().join("twice.txt"), twice).unwrap();
        let refused = run(
            folder.path(),
            &["play", "--from", "twice.txt", "--journal", "third.jsonl"],
            "",
        );
        let why = text(&refused.stderr);
        assert!(
            !refused.status.success() && (why.contains("maiden") || why.contains("named twice")),
            "{why}"
        );
        assert!(!folder.path().join("third.jsonl").exists());
    }
}

/// In the middle of a fight or a hero's walk, the file describes the table before it and what was done since.
#[test]
fn a_game_is_entered_in_the_middle_of_a_fight() {
    let lines = [
        (GAME, "n\nn\n"),
        ("dungeonbuilders", "power\ntile\n"),
        ("deep-dark-dungeon", "e\nne\nnw\nw\nsw\nse\n"),
    ];
    for (game, lines) in lines {
        let folder = tempfile::tempdir().unwrap();
        let play = [
            "play",
            game,
            "--players",
            "Ann,Bob",
            "--seed",
            "4",
            "--journal",
            "first.jsonl",
        ];
        let told = text(
            &run(
                folder.path(),
                &play,
                &format!("{lines}audit table.txt\naudit\nquit\n"),
            )
            .stdout,
        );
        let table = std::fs::read_to_string(folder.path().join("table.txt"))
            .unwrap_or_else(|_| panic!("{told}"));
        assert!(table.contains("\nthen "), "{table}");
        let again = ["play", "--from", "table.txt", "--journal", "second.jsonl"];
        let entered = run(folder.path(), &again, "audit again.txt\naudit\nquit\n");
        assert!(entered.status.success(), "{table}{}", text(&entered.stderr));
        assert_eq!(
            std::fs::read_to_string(folder.path().join("again.txt")).unwrap(),
            table
        );
        let audit = |told: &str| {
            told[told.rfind("> audit\n").unwrap()..]
                .split("Every answer")
                .next()
                .unwrap()
                .to_owned()
        };
        assert_eq!(audit(&text(&entered.stdout)), audit(&told));
        assert!(
            run(folder.path(), &["replay", "--verify", "second.jsonl"], "")
                .status
                .success()
        );
    }
}

#[test]
fn a_table_is_entered_place_by_place_and_mistakes_are_corrected_alone() {
    let folder = tempfile::tempdir().unwrap();
    let play = [
        "play",
        GAME,
        "--players",
        "Ann,Bob",
        "--seed",
        "4",
        "--journal",
        "game.jsonl",
    ];
    let lines = "enter\nturn 3\n\nAnn: at T01; hearts 2; hand F01, F02\nat T01; hand F03\n\nT02 north of T01\n\nyes\ncorrect\nhearts Bob 1\naudit\nquit\n";
    let told = text(&run(folder.path(), &play, lines).stdout);
    assert!(
        told.contains("Remaining: ") && told.contains("By agreement: the table is set up"),
        "{told}"
    );
    assert!(
        told.contains("What is different?") && told.contains("By agreement: Bob: hearts 1."),
        "{told}"
    );
    assert!(
        told.contains("table: turn 3;") && told.contains("hearts 2;") && told.contains("T02 "),
        "{told}"
    );
}

/// A round of the Caverns up to its monsters of 3, with dice for Bob, Cleo and Ann on the table.
const MONSTERS: &str = "no\nc5\nr1\nAnn\n0; Bob 0; Ann 0\nd4\nd2\na2\n4\n1; Cleo 1; Bob 1\nsearch, 2\nsearch, 2\nsearch, 2\n3, 2, 5, 2\n";

/// The Caverns with all dice and cards on the table.
const CAVERNS: [&str; 8] = [
    "play",
    "miniskull-caverns",
    "--players",
    "Ann,Bob,Cleo",
    "--physical",
    "all",
    "--journal",
    "game.jsonl",
];

#[test]
fn one_line_strengthens_two_monsters_and_a_correction_is_undone_alone() {
    let folder = tempfile::tempdir().unwrap();
    let lines =
        format!("{MONSTERS}Ann +1 on Bob; Cleo +1 on Ann\ncorrect strength red 1\nu\nquit\n");
    let told = text(&run(folder.path(), &CAVERNS, &lines).stdout);
    for news in [
        "Ann makes Bob's monster stronger: 4.",
        "Cleo makes Ann's monster stronger: 4.",
    ] {
        assert!(told.contains(news), "{told}");
    }
    assert!(
        told.contains("Taken back: correct strength red 1.") && !told.contains("Not used"),
        "{told}"
    );
}

/// R24: answers are assigned to players in the order given in the question.
#[test]
fn controls_are_entered_in_the_order_that_the_question_names() {
    let folder = tempfile::tempdir().unwrap();
    let told = text(
        &run(
            folder.path(),
            &CAVERNS,
            "c5; Bob r1\nAnn\n0\n1\nundo 2\n0 1 2\nquit\n",
        )
        .stdout,
    );
    assert!(
        told.contains(
            "Lay Controls face down: Cleo, then Bob, then Ann. What do they show, turned up: 0, 1 or 2 turns, `f` for a flip, `+` for 1 Strength?"
        ),
        "{told}"
    );
    assert!(
        told.contains(
            "What does Bob's Control card show?\n> 1\nWhat does Ann's Control card show?"
        ),
        "{told}"
    );
    assert!(
        told.contains("Ann: Hide, noise 0. Bob: Search, noise 3. Cleo: Walk, noise 1."),
        "{told}"
    );
}

/// What is said for several players keeps their names, and what does not fit is refused, whoever is asked first.
#[test]
fn players_are_answered_for_in_any_order() {
    let told = |lines: &str| {
        let folder = tempfile::tempdir().unwrap();
        let play = ["play", GAME, "--players", "Ann,Bob,Cleo", "--seed", "3"];
        // Two Crossways: Ann's and, north of it, Bob's.
        let turn = "n\nstay\nn\nyellow\nF05\nF10\ndeck";
        text(&run(folder.path(), &play, &format!("{turn}\n{lines}\nquit\n")).stdout)
    };
    let kept = told("bob s, cleo w\nbob n\n?\nxyz\nann n");
    assert!(kept.contains("Kept for later: `Bob s; Cleo w`."), "{kept}");
    assert!(kept.contains("Kept for later: `Bob n; Cleo w`."), "{kept}");
    assert!(
        kept.contains("Bob and Cleo, where to?") && kept.contains("go: 5 north into the dark"),
        "{kept}"
    );
    assert!(
        kept.contains("Asked now (type `1`, or another of these):"),
        "{kept}"
    );
    assert!(
        kept.contains(
            "In the Crossways, 1 north of the stairs: a yellow monster. In the Crossways, 2 north of the stairs: 2 yellow monsters."
        ),
        "{kept}"
    );
    let refused = told("bob 2 n, cleo w");
    assert!(
        refused.contains("`2` is not an answer here.") && !refused.contains("Kept for"),
        "{refused}"
    );
}

/// As many words of a name as distinguish it from the other players are enough.
#[test]
fn a_name_of_several_words_can_precede_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let names = "Mary Jane Watson,Mary Ann,Player Three";
    let play = [
        "play",
        "dungeonbuilders",
        "--players",
        names,
        "--physical",
        "all",
        "--journal",
        "game.jsonl",
    ];
    let lines = "Mary Jane Watson\npower; Mary Ann power; Player Three: power\nmary jane power; mary ann power; player power\nquit\n";
    let told = text(&run(folder.path(), &play, lines).stdout);
    assert!(
        told.contains("Mary Jane Watson has power 2, Mary Ann and Player Three too."),
        "{told}"
    );
}

#[test]
fn peek_is_not_offered_if_nothing_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let told = |play: &[&str], lines: &str| text(&run(folder.path(), play, lines).stdout);
    let open = told(
        &["play", "deep-dark-dungeon", "--players", "Ann,Bob"],
        "peek\npeek Ann\nh all\nquit\n",
    );
    assert!(
        open.contains("Nothing is hidden from anybody now.") && !open.contains("peek NAME"),
        "{open}"
    );
    let closed = [
        "--option",
        "open_hands=false",
        "--secrets",
        "referee",
        "--journal",
        "hidden.jsonl",
    ];
    let hidden = told(
        &[&["play", GAME, "--players", "Ann,Bob"][..], &closed].concat(),
        "peek\nh all\nquit\n",
    );
    assert!(
        hidden.contains("Who? `peek` takes a player's name: Ann, Bob.")
            && hidden.contains("peek NAME"),
        "{hidden}"
    );
}

/// What is kept for somebody who is asked later stands in the words of its answer, and is not asked again meanwhile.
#[test]
fn an_early_answer_is_told_in_its_words() {
    let folder = tempfile::tempdir().unwrap();
    let play = ["play", GAME, "--players", "Ann,Bob,Cleo", "--seed", "3"];
    // Cleo leaves, and the others win a coin that both could take.
    let turn = "4\nyes\n1\n1\n1\ndraw\ndraw\ndraw";
    let told = text(&run(folder.path(), &play, &format!("{turn}\n2\n5\nquit\n")).stdout);
    assert!(!told.contains("go:"), "{told}");
    let (_, after) = told
        .split_once("Kept for later: `Ann north into the dark`.\n")
        .expect(&told);
    let asked = after.split('>').next().unwrap();
    assert!(!asked.contains("Ann"), "{asked}");
    assert!(
        after.contains("As said before: Bob west into the dark; Ann north into the dark."),
        "{after}"
    );
}

/// Cards are numbered though a code is printed on them, and two answers are "1 or 2".
#[test]
fn cards_have_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let play = ["play", GAME, "--players", "Ann,Bob", "--seed", "3"];
    let told = text(&run(folder.path(), &play, "1\n1\n\n3\n1\nquit\n").stdout);
    assert!(told.contains("Asked now (1 or 2, or its words;"), "{told}");
    assert!(told.contains("There are two answers: 1 or 2."), "{told}");
    assert!(
        told.contains("which card against swipe?  1 F07 (wins on ")
            && told.contains("  3 draw from the deck"),
        "{told}"
    );
}

/// Inputs that people typed at tables and that were once misunderstood, with the expected results.
#[test]
fn what_people_type_is_understood() {
    let all = ["--physical", "all"];
    let terse = ["--physical", "all", "--voice", "terse"];
    let three = ["--players", "Ann,Bob,Cleo"];
    let cases: [(&str, &[&str], &str, &[&str]); 10] = [
        // What is shown takes precedence over the start of an answer in full, "put a coin".
        (
            "dungeonbuilders",
            &all,
            "Ann\ntile s1\np",
            &["> p\nBob has power 1."],
        ),
        (
            "deep-dark-dungeon",
            &terse,
            "T31 T32",
            &["`T32` does not answer what comes next: "],
        ),
        (
            "miniskull-caverns",
            &terse,
            "c5\nr1\nAnn\nrotate 0; rotate 0; rotate 0",
            &["Walk, noise 1. Noise 3."],
        ),
        (
            "dungeon-crawl",
            &all,
            "5 2 5 0 3\nCrowns Moons Suns\nS5 3",
            &["The tile lies back up, south of the first tile. Ann lays a coin of 3 there."],
        ),
        (
            "dungeonbuilders",
            &all,
            "Cleo\ntile c1\nwhy 2",
            &[
                "Cleo draws C1: it fits nowhere and lies apart.",
                "`2`: power up, from 0 to 1 (R30).",
            ],
        ),
        (
            "deep-dark-dungeon",
            &terse,
            "T31 w, T06 ne, T36 sw, T32 nw, T16 e, T02\nne stop\nT05 e, T39 nw, T34\npit 4, sword\nno\nh",
            // Of equal cards, the first is taken; a request for help is answered before the question.
            &[
                "Pit (E08) for T39",
                "T34: Sword (E14), which Ann takes.",
                "`no` is not an answer here",
                "lists every command",
            ],
        ),
        (
            "deep-dark-dungeon",
            &terse,
            "T31 w, T06 ne, T36 sw, T02 nw, T16 e, T32\nnorth",
            &["`north`: northeast to T06, height 1 or northwest to T02, height 1?"],
        ),
        (
            "deep-dark-dungeon",
            &terse,
            "T31 w, T06 ne, T36 sw, T32 nw, T16 e, T02\nnorth; stop\nT05 e, T39 nw, T34\nca\nslide",
            &[
                "ne, T06.",
                "`ca`: Cave Rats (E01, strength 1) or Cave Ogre (E07, strength 4)?",
                "Ann draws the Slide (E10) for T39.",
            ],
        ),
        (
            "dungeon-in-a-tin",
            &["--voice", "chatty"],
            "no\n9",
            &["There are 4 answers: 1 to 4."],
        ),
        (
            "dungeon-in-a-tin",
            &[],
            "no\nleave\nno\nn; n; n\ne\nnorth\nend\nno",
            &[
                "`no` is not an answer here",
                "Leave the dungeon for good, without the maiden?  yes / (no)",
                "Not done.",
                "`north` is not an answer here. Asked now (",
                "End the game here for all?",
            ],
        ),
    ];
    for (game, options, lines, expected) in cases {
        let folder = tempfile::tempdir().unwrap();
        let args = [&["play", game, "--seed", "1"], &three[..], options].concat();
        let told = text(&run(folder.path(), &args, &format!("{lines}\nquit\n")).stdout);
        for expected in expected {
            assert!(told.contains(expected), "`{expected}` is missing:\n{told}");
        }
    }
}

/// The lowest number beside an answer to the last question, or an empty line where there is none.
fn shown_number(said: &str) -> String {
    let question = said.lines().rev().find(|line| line.contains("?  "));
    let answers = question.and_then(|line| line.split_once("?  "));
    let first = answers.map_or("", |(_, answers)| answers.split(' ').next().unwrap_or(""));
    match first.parse::<u32>() {
        Ok(number) => number.to_string(),
        Err(_) => String::new(),
    }
}

#[test]
fn every_number_that_is_shown_is_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let starter = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("starters")
            .join(name);
        ["--kit".to_owned(), path.to_str().unwrap().to_owned()].to_vec()
    };
    let built_in =
        ["tin", "crawl", "dungeonbuilders", "miniskull"].map(|name| vec![name.to_owned()]);
    let own = ["pig", "vault", "meadows", "crazy-eights"].map(starter);
    for (at, game) in built_in.into_iter().chain(own).enumerate() {
        let journal = format!("{at}.jsonl");
        let mut args = vec!["play".to_owned()];
        args.extend(game.iter().cloned());
        args.extend(
            [
                "--players",
                "Ann,Bob,Cid",
                "--seed",
                "11",
                "--secrets",
                "referee",
            ]
            .map(str::to_owned),
        );
        args.extend(["--journal".to_owned(), journal]);
        let mut typed = String::new();
        for step in 0..6 {
            let own: Vec<String> = args
                .iter()
                .map(|arg| arg.replace(".jsonl", &format!("-{step}.jsonl")))
                .collect();
            let own: Vec<&str> = own.iter().map(String::as_str).collect();
            let said = text(&run(folder.path(), &own, &typed).stdout);
            assert!(
                !said.contains("is not an answer here"),
                "{game:?}, after {typed:?}: {said}"
            );
            typed += &format!("{}\n", shown_number(&said));
        }
    }
}
