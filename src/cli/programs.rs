//! Processes that decide for seats: `--bot 'cmd:./mybot'`.

mod group;

use std::io::{BufRead, BufReader, Read as _, Write};
use std::process::{ChildStdin, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use self::group::Group;
use crate::referee::program::{Failing, Gone, Program, Programs};

/// How long a program may think about one answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait for what a program said on its error output before it ended.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How many bytes of that are told.
const MAX_WORDS: usize = 2_000;

/// The longest line that is read from a program.
const LONGEST: u64 = 64 * 1024;

/// Starts programs in the shell of the system, as the command line would.
///
/// A worker may start none once it reads a stranger's kit, so those that it will need are [started before](Shell::ready), and those
/// that are done wait here to be used again.
#[derive(Debug, Default)]
pub struct Shell {
    failure: Mutex<Option<String>>,
    idle: Arc<Mutex<Vec<(String, Process)>>>,
}

impl Shell {
    /// With this many processes of each command started; one that cannot be started is told when it is needed.
    pub fn ready<'c>(commands: impl Iterator<Item = &'c str>, each: usize) -> Shell {
        let shell = Shell::default();
        for command in commands {
            for _ in 0..each {
                match Process::start(command) {
                    Ok(process) => keep(&shell.idle, (command.to_owned(), process)),
                    Err(error) => shell.fail(cannot_start(command, &error)),
                }
            }
        }
        shell
    }

    /// Why a program could play no longer.
    pub fn failure(&self) -> Option<String> {
        self.failure.lock().ok()?.clone()
    }

    fn take(&self, command: &str) -> Option<Process> {
        let mut idle = self.idle.lock().ok()?;
        let at = idle.iter().position(|(known, _)| known == command)?;
        Some(idle.swap_remove(at).1)
    }
}

fn keep(idle: &Mutex<Vec<(String, Process)>>, process: (String, Process)) {
    if let Ok(mut idle) = idle.lock() {
        idle.push(process);
    }
}

fn cannot_start(command: &str, error: &std::io::Error) -> String {
    format!("`{command}` cannot be started: {error}")
}

impl Programs for Shell {
    fn start(&self, command: &str) -> Result<Box<dyn Program>, String> {
        let process = match self.take(command) {
            Some(process) => process,
            None => Process::start(command).map_err(|error| cannot_start(command, &error))?,
        };
        Ok(Box::new(Borrowed {
            process: Some((command.to_owned(), process)),
            idle: self.idle.clone(),
        }))
    }

    fn fail(&self, why: String) {
        if let Ok(mut failure) = self.failure.lock() {
            failure.get_or_insert(why);
        }
    }

    fn has_failed(&self) -> bool {
        self.failure.lock().is_ok_and(|failure| failure.is_some())
    }
}

/// A process that waits for others to use it when its seat has no more use for it.
struct Borrowed {
    process: Option<(String, Process)>,
    idle: Arc<Mutex<Vec<(String, Process)>>>,
}

impl Program for Borrowed {
    fn tell(&mut self, line: &str) -> bool {
        self.process
            .as_mut()
            .is_some_and(|(_, process)| process.tell(line))
    }

    fn answer(&mut self) -> Result<String, Gone> {
        let process = self.process.as_mut();
        let Some((_, process)) = process else {
            return Err(Gone::ended());
        };
        let answer = process.answer();
        if answer.is_err() {
            // Nobody can use it any more.
            process.group.end();
            self.process = None;
        }
        answer
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            keep(&self.idle, process);
        }
    }
}

#[derive(Debug)]
struct Process {
    group: Group,
    /// Its end tells it to end.
    input: ChildStdin,
    lines: Receiver<Result<String, String>>,
    /// The end of its error output, once that is closed.
    words: Receiver<String>,
}

impl Process {
    fn start(command: &str) -> std::io::Result<Process> {
        let (shell, option) = if cfg!(windows) {
            ("cmd", "/C")
        } else {
            ("sh", "-c")
        };
        let (group, pipes) = Group::start(Command::new(shell).args([option, command]))?;
        let (say, words) = sync_channel(1);
        std::thread::spawn(move || say.send(last_words(pipes.errors)));
        // Nobody waits for a line that is not asked for.
        let (send, lines) = sync_channel(1);
        std::thread::spawn(move || {
            let mut output = BufReader::new(pipes.output);
            while let Some(line) = read_line(&mut output) {
                let failed = line.is_err();
                if send.send(line).is_err() || failed {
                    return;
                }
            }
        });
        Ok(Process {
            group,
            input: pipes.input,
            lines,
            words,
        })
    }
}

/// The next line; `None` at the end.
fn read_line(output: &mut impl BufRead) -> Option<Result<String, String>> {
    let mut line = Vec::new();
    let read = output.take(LONGEST).read_until(b'\n', &mut line);
    match read {
        Ok(0) => None,
        Ok(count) if count as u64 == LONGEST && !line.ends_with(b"\n") => {
            Some(Err(format!("it wrote a line of more than {LONGEST} bytes")))
        }
        Ok(_) => Some(String::from_utf8(line).map_err(|_| "its line is not UTF-8".to_owned())),
        Err(error) => Some(Err(error.to_string())),
    }
}

impl Process {
    fn tell(&mut self, line: &str) -> bool {
        writeln!(self.input, "{line}").is_ok() && self.input.flush().is_ok()
    }

    fn answer(&mut self) -> Result<String, Gone> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line.map_err(|why| Gone::new(Failing::Answer, why)),
            Err(RecvTimeoutError::Timeout) => {
                let why = format!("it took more than {} s to answer", PATIENCE.as_secs());
                Err(Gone::new(Failing::Time, why))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let words = self.words.recv_timeout(LAST_WORDS).unwrap_or_default();
                Err(match words.trim() {
                    "" => Gone::ended(),
                    words => Gone::ended().saying(words),
                })
            }
        }
    }
}

/// The end of what a program says on its error output.
fn last_words(mut errors: impl std::io::Read) -> String {
    let mut kept = Vec::new();
    let mut read = [0; 1024];
    while let Ok(count @ 1..) = errors.read(&mut read) {
        kept.extend_from_slice(&read[..count]);
        let more = kept.len().saturating_sub(MAX_WORDS);
        kept.drain(..more);
    }
    let text = String::from_utf8_lossy(&kept).into_owned();
    let is_plain = |sign: &char| *sign == '\n' || !sign.is_control();
    text.chars().filter(is_plain).collect()
}
