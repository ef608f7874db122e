//! Programs of one's own at the table, through the binary and at its prompt: what is said, kept and ended when they cannot go on.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// Gives the first of its options, and keeps what it hears.
const GOOD: &str = r#"while read -r line; do
    echo "$line" >>heard
    case $line in *'"type":"ask"'*)
        echo "$line" | sed 's/.*"options":\[{"id":"\([^"]*\)".*/{"move":"\1"}/' ;;
    esac
done"#;

/// Hears nothing and never ends, nor does what it starts.
const STUCK: &str = "sleep 500 &\necho $$ $! >pids.new\nmv pids.new pids\nwait";

/// A game at the prompt with `./bot` for Bob.
struct Game {
    folder: tempfile::TempDir,
    child: Child,
    keys: ChildStdin,
}

impl Game {
    fn with(bot: &str, players: &str) -> Game {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot");
        fs::write(&file, format!("#!/bin/sh\n{bot}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        let kit = concat!(env!("CARGO_MANIFEST_DIR"), "/starters/crazy-eights");
        let mut child = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
            .args(["play", kit, "--players", players, "--seed", "5", "--plain"])
            .args(["--journal", "journal", "--bot", "Bob=cmd:./bot"])
            .env("XDG_CONFIG_HOME", folder.path())
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let keys = child.stdin.take().unwrap();
        Game {
            folder,
            child,
            keys,
        }
    }

    fn types(&mut self, text: &str) {
        self.keys.write_all(text.as_bytes()).unwrap();
    }

    /// How many answers the journal has by somebody.
    fn answers(&self, by: &str) -> usize {
        let by = format!(r#""by":"{by}""#);
        let is_answer = |line: &&str| line.contains(&by) && !line.contains("\"is:");
        self.file("journal").lines().filter(is_answer).count()
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }

    /// What it said, once it has ended.
    fn ends(self) -> (tempfile::TempDir, String) {
        drop(self.keys);
        let output = self.child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        (self.folder, said)
    }
}

/// Whether it comes true before this many seconds are over.
fn within(seconds: u64, is_true: impl Fn() -> bool) -> bool {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(seconds) {
        if is_true() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    false
}

/// Whether all processes that a bot noted have ended.
fn have_ended(folder: &Path) -> bool {
    let pids = fs::read_to_string(folder.join("pids")).unwrap();
    pids.split_whitespace().all(|pid| {
        let found = Command::new("ps")
            .args(["-o", "stat=", "-p", pid])
            .output()
            .expect("ps");
        let state = String::from_utf8_lossy(&found.stdout).trim().to_owned();
        state.is_empty() || state.starts_with('Z')
    })
}

#[test]
fn a_program_hears_each_question_once_and_of_no_answer_that_is_only_tried() {
    let mut game = Game::with(GOOD, "Ann,Bob");
    game.types("1\n\n\nquit\n");
    assert!(game.child.wait().unwrap().success());
    let heard = game.file("heard");
    let asked = heard.lines().filter(|line| line.contains(r#""ask""#));
    assert!(game.answers("Ann") >= 2);
    assert_eq!(asked.count(), game.answers("program"), "{heard}");
}

/// One person is at the screen, or two; the program ends, or answers wrongly. Its hand is asked for once the screen is passed.
#[test]
fn people_are_told_that_a_program_cannot_go_on_and_answer_for_it() {
    let wrong = "while read -r line; do echo '{\"move\":\"nothing\"}'; done";
    let cases = [
        ("exit 3", "Ann,Bob", "has ended. From now on"),
        ("exit 3", "Ann,Bob,Cid", "has ended. From now on"),
        (wrong, "Ann,Bob", "is not allowed. From now on"),
    ];
    for (bot, players, sentence) in cases {
        let mut game = Game::with(bot, players);
        // With others at the screen, each takes it.
        let anns = if players == "Ann,Bob" { "1\n" } else { "\n1\n" };
        game.types(anns);
        game.types("\n1\n");
        assert!(within(30, || game.answers("Bob") == 1), "{sentence}");
        game.types("quit\n");
        let (_folder, said) = game.ends();
        assert_eq!(said.matches(sentence).count(), 1, "{said}");
    }
}

/// What Ann answers is on disk while Bob's program still thinks. It thinks too long, and ends with all that it has started.
#[test]
fn a_program_that_hangs_delays_no_answer_and_is_ended() {
    let mut game = Game::with(STUCK, "Ann,Bob");
    game.types("1\n");
    assert!(within(8, || game.answers("Ann") == 1), "it waits for Bob");
    assert!(within(5, || !game.file("pids").is_empty()));
    assert!(!have_ended(game.folder.path()), "nothing is tested");
    game.types("\n1\n");
    assert!(within(30, || game.answers("Bob") == 1));
    assert!(within(5, || have_ended(game.folder.path())));
    game.types("quit\n");
    let (_folder, said) = game.ends();
    assert!(said.contains("took too long to answer."), "{said}");
}

/// It does not even notice that the game is over.
#[test]
fn a_program_that_stays_is_ended_after_the_game() {
    let mut game = Game::with(STUCK, "Ann,Bob");
    assert!(within(10, || !game.file("pids").is_empty()));
    game.types("quit\n");
    let (folder, said) = game.ends();
    assert!(within(10, || have_ended(folder.path())), "{said}");
    // Nor that whoever plays is gone.
    let mut game = Game::with(STUCK, "Ann,Bob");
    assert!(within(10, || !game.file("pids").is_empty()));
    game.child.kill().unwrap();
    assert!(within(10, || have_ended(game.folder.path())));
}

#[test]
fn a_program_without_a_name_is_refused_and_every_bot_is_listed() {
    let kit = concat!(env!("CARGO_MANIFEST_DIR"), "/starters/crazy-eights");
    let listed = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
        .args(["games", kit])
        .output()
        .expect("the program");
    let said = String::from_utf8_lossy(&listed.stdout).into_owned();
    assert!(said.contains("greedy, random, hasty, search"), "{said}");
    let play = ["play", kit, "--players", "Ann,Bob", "--bot", "Bob=cmd:"];
    let simulate = ["simulate", kit, "--bot", "cmd: "];
    for arguments in [&play[..], &simulate[..]] {
        let output = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
            .args(arguments)
            .output()
            .expect("the program");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("say which program it is"), "{said}");
    }
}
