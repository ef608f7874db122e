//! A game played with a page, for the duration of a test.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};

pub struct Program {
    /// The address of the table view, including the code.
    pub table: String,
    /// The addresses where seats join, in order.
    pub seats: Vec<String>,
    pub journal: PathBuf,
    program: Child,
    /// As long as it is open, the program accepts input.
    _keyboard: ChildStdin,
    _folder: Option<tempfile::TempDir>,
}

impl Program {
    /// Begins a game.
    pub fn play(game: &str, players: &[&str], arguments: &[&str]) -> Program {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("game.jsonl");
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("paperkeep"));
        command
            .args(["play", game, "--players", &players.join(","), "--journal"])
            .arg(&journal);
        if !arguments.contains(&"--seed") {
            command.args(["--seed", "3"]);
        }
        let count = if arguments.contains(&"--lan") {
            players.len()
        } else {
            0
        };
        Program::start(command.args(arguments), count, journal, Some(folder))
    }

    /// Kills the program as a power failure would, and resumes the same game on the same port.
    pub fn killed_and_resumed(mut self, arguments: &[&str]) -> Program {
        self.program.kill().unwrap();
        self.program.wait().unwrap();
        let port = self.port().to_owned();
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("paperkeep"));
        command
            .arg("resume")
            .arg(&self.journal)
            .args(["--port", &port])
            .args(arguments);
        Program::start(
            &mut command,
            self.seats.len(),
            self.journal.clone(),
            self._folder.take(),
        )
    }

    fn start(
        command: &mut Command,
        seats: usize,
        journal: PathBuf,
        folder: Option<tempfile::TempDir>,
    ) -> Program {
        command.args(["--page", "--plain"]).env("NO_COLOR", "1");
        // Its memory of devices must not change the configuration of the user who runs the tests.
        command.env("XDG_CONFIG_HOME", journal.parent().unwrap());
        // The journal of a new game is created in the current folder.
        command.current_dir(journal.parent().unwrap());
        let mut program = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let keyboard = program.stdin.take().unwrap();
        let mut lines = BufReader::new(program.stdout.take().unwrap())
            .lines()
            .map_while(Result::ok);
        let mut links = Vec::new();
        while links.len() < 1 + seats {
            let line = lines.next().expect("it says where the page is");
            links.extend(
                line.split_whitespace()
                    .find(|word| word.starts_with("http://"))
                    .map(str::to_owned),
            );
        }
        // Drains the output, so that the program never blocks.
        std::thread::spawn(move || lines.for_each(drop));
        Program {
            table: links.remove(0),
            seats: links,
            journal,
            program,
            _keyboard: keyboard,
            _folder: folder,
        }
    }

    fn port(&self) -> &str {
        let (_, rest) = self.table.rsplit_once(':').unwrap();
        rest.split('/').next().unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
