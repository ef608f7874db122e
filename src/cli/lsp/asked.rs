//! Questions to workers, each answered by a process of its own.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};

use super::answer::Question;
use crate::cli::worker::{Handed, LimitExceeded, Work, Worker};

/// The longest answer, in bytes.
const LONGEST: u64 = 64 << 20;

/// A question that was asked. When it is dropped, nobody answers it anymore.
pub struct Asked {
    _input: ChildStdin,
}

/// What a worker says.
pub enum Said {
    /// A line of JSON.
    Line(String),
    /// Its end, with its exit status.
    End(Result<u8, LimitExceeded>),
}

/// Asks about the kit in a folder; what is said is told in another thread.
pub fn ask(
    folder: &Path,
    question: &Question,
    mut tell: impl FnMut(Said) + Send + 'static,
) -> io::Result<Asked> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["answer", "--"]).arg(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let work = Work::printing(Handed::default().kit(folder));
    let mut worker = Worker::start(&mut command, &work)?;
    let broken = || io::Error::from(io::ErrorKind::BrokenPipe);
    let mut input = worker.process.stdin.take().ok_or_else(broken)?;
    let output = worker.process.stdout.take().ok_or_else(broken)?;
    std::thread::spawn(move || {
        let lines = BufReader::new(output.take(LONGEST)).lines();
        for line in lines.map_while(Result::ok) {
            tell(Said::Line(line));
        }
        tell(Said::End(worker.end()));
    });
    let mut line = serde_json::to_vec(question)?;
    line.push(b'\n');
    // If it ended already, that is told.
    let _ = input.write_all(&line);
    Ok(Asked { _input: input })
}
