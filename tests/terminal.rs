//! The prompt on a real terminal, provided by tmux. Without tmux these tests do nothing.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The most time that anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// A terminal for a test.
struct Screen {
    /// The name of the server's socket.
    name: String,
}

impl Screen {
    /// Runs paperkeep in it; `None` without tmux.
    fn new(folder: &Path, columns: u32, args: &str) -> Option<Screen> {
        Screen::of(
            folder,
            columns,
            &format!("{} {args}; cat", env!("CARGO_BIN_EXE_paperkeep")),
        )
    }

    /// Runs a shell command in it.
    fn of(folder: &Path, columns: u32, command: &str) -> Option<Screen> {
        Command::new("tmux").arg("-V").output().ok()?;
        let name = format!("paperkeep-{}-{columns}", std::process::id());
        let screen = Screen { name };
        let size = ["-x", &columns.to_string(), "-y", "40"].map(str::to_owned);
        let folder = folder.to_str().expect("a plain path");
        let start = ["-f", "/dev/null", "new-session", "-d", "-c", folder].map(str::to_owned);
        let done = screen.tmux(
            start
                .iter()
                .chain(&size)
                .map(String::as_str)
                .chain([command]),
        );
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        Some(screen)
    }

    fn tmux<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Output {
        Command::new("tmux")
            .args(["-L", &self.name])
            .args(args)
            .output()
            .expect("tmux")
    }

    /// Types a line.
    fn enter(&self, line: &str) {
        self.tmux(["send-keys", "-l", "--", line]);
        self.tmux(["send-keys", "Enter"]);
    }

    /// Waits for a text; returns the screen with everything that has scrolled off it.
    fn wait(&self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let shown = self.tmux(["capture-pane", "-p", "-J", "-S", "-"]);
            let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
            if shown.contains(text) {
                return shown;
            }
            assert!(start.elapsed() < PATIENCE, "`{text}` never came:\n{shown}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.tmux(["kill-server"]);
    }
}

#[test]
fn a_game_on_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let Some(screen) = Screen::new(
        folder.path(),
        80,
        "play dungeon-in-a-tin --seed 5 --journal a.jsonl",
    ) else {
        return;
    };
    screen.wait("Lay out the table with me?");
    // No answer of the game has a number yet, and `?` is about what is asked.
    screen.enter("1");
    screen.wait("`no` begins the");
    screen.enter("?");
    // The words shown go on, and commands are carried out on the way.
    screen.enter("yes");
    screen.wait("(next)");
    screen.enter("next");
    screen.wait("2. ");
    screen.enter("2");
    screen.wait("Enter goes on to");
    screen.enter("h all");
    screen.wait("quit or exit");
    screen.enter("stop");
    let first = screen.wait("north into the dark");
    assert!(
        first.contains("Hillside St") && first.contains("┌"),
        "{first}"
    );
    // A wrong word, completion, a one-letter command, a rule by its number, several answers on one line.
    screen.enter("flyy");
    screen.wait("`flyy` is not an answer here");
    screen.tmux(["send-keys", "-l", "sta"]);
    screen.tmux(["send-keys", "Tab"]);
    screen.wait("stay");
    screen.tmux(["send-keys", "C-u"]);
    // The preview of how the line will be read.
    screen.tmux(["send-keys", "-l", "n"]);
    screen.wait("> n  (go north into the dark)");
    screen.tmux(["send-keys", "C-u"]);
    screen.enter("/a");
    screen.wait("deck: left 10.");
    screen.enter("r85");
    screen.wait("R85 ");
    screen.enter("correct hearts 2");
    screen.wait("By agreement: Player: hearts 2.");
    screen.enter("undo; drink");
    screen.wait("No heart is missing");
    screen.enter("yes");
    screen.wait("You drink the potion");
    screen.tmux(["resize-window", "-x", "50", "-y", "40"]);
    screen.enter("help");
    screen.wait("the answers, in full");
    screen.enter("quit");
    screen.wait("paperkeep resume a.jsonl");
}

#[test]
fn a_private_answer_leaves_nothing_on_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let args = "play dungeon-in-a-tin --players Ann,Bob --option open_hands=false --secrets referee --physical cards --seed 5";
    let Some(screen) = Screen::new(folder.path(), 100, args) else {
        return;
    };
    screen.wait("Lay out the table with me?");
    screen.enter("no");
    screen.wait("This is for Ann alone");
    screen.enter("");
    screen.wait("For Ann alone:");
    screen.enter("F01");
    screen.wait("Ann is dealt a fight card.");
    // In the hand shown next.
    screen.wait("F01 (");
    screen.enter("F02");
    let shared = screen.wait("This is for Bob alone");
    assert!(
        !["F01", "F02"].iter().any(|card| shared.contains(card)),
        "{shared}"
    );
    // Nor in the history.
    screen.tmux(["send-keys", "Up"]);
    screen.wait("> no");
    screen.tmux(["send-keys", "C-u"]);
    screen.enter("");
    let shared = screen.wait("For Bob alone:");
    assert!(
        !["F01", "F02"].iter().any(|card| shared.contains(card)),
        "{shared}"
    );
}

/// The names of all files below a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path());
    let mut all: Vec<String> = entries
        .flat_map(|path| match path.is_dir() {
            true => names(&path),
            false => vec![path.file_name().unwrap().to_string_lossy().into_owned()],
        })
        .collect();
    all.sort();
    all
}

#[test]
fn a_page_beside_the_prompt_is_announced_and_leaves_nothing_behind() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    // A browser that only records what it should open.
    let opener = here.join(if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    });
    std::fs::write(&opener, "#!/bin/sh\necho \"$1\" >> opened\n").unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let before = [
        opener.file_name().unwrap().to_str().unwrap(),
        "game.jsonl",
        "opened",
    ]
    .map(str::to_owned);
    let program = format!(
        "PATH={0}:$PATH XDG_CONFIG_HOME={0}/config {1}",
        here.display(),
        env!("CARGO_BIN_EXE_paperkeep")
    );
    let play =
        "play dungeon-in-a-tin --players Ann,Bob --seed 1 --journal game.jsonl --page --lan --open";
    let replay = "replay game.jsonl --page --open";
    let Some(screen) = Screen::of(
        here,
        110,
        &format!("{program} {play}; echo one over; {program} {replay}; echo two over; cat"),
    ) else {
        return;
    };
    screen.wait("Bob joins at http://");
    // A QR code in half blocks, to be scanned from the screen.
    screen.wait("▀▀▀▀▀");
    let opened = || std::fs::read_to_string(here.join("opened")).unwrap_or_default();
    let opens = |count: usize| {
        let start = Instant::now();
        while opened().lines().count() < count {
            assert!(
                start.elapsed() < PATIENCE,
                "{count} never opened: {}",
                opened()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    // The program may end before it has opened anything.
    opens(1);
    screen.tmux(["send-keys", "C-c"]);
    screen.wait("one over");
    screen.wait("The table is at http://127.0.0.1");
    opens(2);
    assert!(
        opened()
            .lines()
            .all(|link| link.starts_with("http://") && link.contains("/#")),
        "{}",
        opened()
    );
    screen.tmux(["send-keys", "C-c"]);
    screen.wait("two over");
    let mut expected = before.to_vec();
    expected.sort();
    // Only the page's port is kept, for whoever resumes the game.
    let is_port = |name: &String| name.ends_with(".json");
    let left: Vec<String> = names(here)
        .into_iter()
        .filter(|name| !is_port(name))
        .collect();
    assert_eq!(left, expected);
}
