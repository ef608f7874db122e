//! The prompt on a real terminal: tmux holds it. Where there is no tmux these tests do nothing.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A terminal of its own.
struct Screen {
    /// The server's socket.
    name: String,
}

impl Screen {
    /// Runs paperkeep in it; `None` where there is no tmux.
    fn new(folder: &Path, columns: u32, args: &str) -> Option<Screen> {
        Command::new("tmux").arg("-V").output().ok()?;
        let name = format!("paperkeep-{}-{columns}", std::process::id());
        let screen = Screen { name };
        let command = format!("{} {args}; cat", env!("CARGO_BIN_EXE_paperkeep"));
        let size = ["-x", &columns.to_string(), "-y", "40"].map(str::to_owned);
        let folder = folder.to_str().expect("a plain path");
        let start = ["-f", "/dev/null", "new-session", "-d", "-c", folder].map(str::to_owned);
        let done = screen.tmux(start.iter().chain(&size).chain([&command]).map(String::as_str));
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        Some(screen)
    }

    fn tmux<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Output {
        Command::new("tmux").args(["-L", &self.name]).args(args).output().expect("tmux")
    }

    /// Types a line.
    fn enter(&self, line: &str) {
        self.tmux(["send-keys", "-l", "--", line]);
        self.tmux(["send-keys", "Enter"]);
    }

    /// The screen and all that has scrolled off it, once this is there.
    fn wait(&self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let shown = self.tmux(["capture-pane", "-p", "-J", "-S", "-"]);
            let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
            if shown.contains(text) {
                return shown;
            }
            assert!(start.elapsed() < Duration::from_secs(300), "`{text}` never came:\n{shown}");
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
    let Some(screen) = Screen::new(folder.path(), 80, "play dungeon-in-a-tin --seed 5 --journal a.jsonl") else { return };
    screen.wait("Lay out the table with me?");
    screen.enter("no");
    let first = screen.wait("Where to");
    assert!(first.contains("Hillside St") && first.contains("┌"), "{first}");
    // A wrong word, completion, a command of a letter, a rule by its number, several answers on one line.
    screen.enter("flyy");
    screen.wait("`flyy` is no answer here");
    screen.tmux(["send-keys", "-l", "sta"]);
    screen.tmux(["send-keys", "Tab"]);
    screen.wait("stay");
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
    let args =
        "play dungeon-in-a-tin --players Ann,Bob --option open_hands=false --secrets referee --physical cards --seed 5";
    let Some(screen) = Screen::new(folder.path(), 100, args) else { return };
    screen.wait("Lay out the table with me?");
    screen.enter("no");
    screen.wait("This is for Ann alone");
    screen.enter("");
    screen.wait("For Ann alone:");
    screen.enter("F01");
    screen.wait("Ann is dealt a fight card.");
    // In the hand that is shown next.
    screen.wait("F01 (");
    screen.enter("F02");
    let shared = screen.wait("This is for Bob alone");
    assert!(!["F01", "F02"].iter().any(|card| shared.contains(card)), "{shared}");
    // Nor in the history of lines.
    screen.tmux(["send-keys", "Up"]);
    screen.wait("> no");
    screen.tmux(["send-keys", "C-u"]);
    screen.enter("");
    let shared = screen.wait("For Bob alone:");
    assert!(!["F01", "F02"].iter().any(|card| shared.contains(card)), "{shared}");
}
