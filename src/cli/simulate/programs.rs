//! Processes that decide for seats: `--bot 'cmd:./mybot'`.

use std::io::{BufRead, BufReader, Read as _, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::lab::program::{Program, Programs};

/// How long a program may think about one answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest line that is read from a program.
const LONGEST: u64 = 64 * 1024;

/// Starts programs in the shell of the system, as the command line would.
#[derive(Debug, Default)]
pub struct Shell {
    failure: Mutex<Option<String>>,
}

impl Shell {
    /// Why a program could play no longer.
    pub fn failure(&self) -> Option<String> {
        self.failure.lock().ok()?.clone()
    }
}

impl Programs for Shell {
    fn start(&self, command: &str) -> Option<Box<dyn Program>> {
        match Process::start(command) {
            Ok(process) => Some(Box::new(process)),
            Err(error) => {
                self.fail(format!("`{command}` cannot be started: {error}"));
                None
            }
        }
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

struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Result<String, String>>,
}

impl Process {
    fn start(command: &str) -> std::io::Result<Process> {
        let (shell, option) = if cfg!(windows) {
            ("cmd", "/C")
        } else {
            ("sh", "-c")
        };
        let mut child = Command::new(shell)
            .args([option, command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let gone = || std::io::Error::other("it has no input or output");
        let input = child.stdin.take().ok_or_else(gone)?;
        let output = child.stdout.take().ok_or_else(gone)?;
        // Nobody waits for a line that is not asked for.
        let (send, lines) = sync_channel(1);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(line) = read_line(&mut output) {
                let failed = line.is_err();
                if send.send(line).is_err() || failed {
                    return;
                }
            }
        });
        Ok(Process {
            child,
            input,
            lines,
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

impl Program for Process {
    fn tell(&mut self, line: &str) -> bool {
        writeln!(self.input, "{line}").is_ok() && self.input.flush().is_ok()
    }

    fn answer(&mut self) -> Result<String, String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(format!(
                "it took more than {} s to answer",
                PATIENCE.as_secs()
            )),
            Err(RecvTimeoutError::Disconnected) => Err("it has ended".to_owned()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
