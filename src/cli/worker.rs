//! A stranger's kit or journal is read in a separate process, another instance of this program, within [limits](crate::kit::limits)
//! enforced by the operating system.
//!
//! Commands that print such a kit run there entirely. Before a game is played with one, it is only read and drawn there.

use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use tempfile::NamedTempFile;

use super::Error;
use crate::face::{Reader, Templates};
use crate::kit::limits::{self, Note, Suspect};
use crate::kit::{Files, Ink, Kit, Problem, SourceSpan};
use crate::press::drawn::DrawnPieces;
use crate::referee::journal;

/// The file in which a worker leaves notes, and the bytes of memory it may use.
const NOTES: &str = "PAPERKEEP_NOTES";
const MEMORY: &str = "PAPERKEEP_MEMORY";

/// The memory limit for a kit's faces and sheets, in bytes: ten thousand cards take a tenth of it.
pub const MAX_MEMORY: u64 = 512 << 20;

/// The same if raster pictures are made: a sheet of A3 at 1200 dots per inch takes a third of it.
pub const MAX_MEMORY_WITH_PICTURES: u64 = 3 << 30;

/// A limit that ended a worker.
#[derive(Debug)]
pub struct LimitExceeded {
    /// The template being drawn, as the user would name it, or the line to blame.
    place: Option<SourceSpan>,
    message: String,
    help: &'static str,
}

impl LimitExceeded {
    /// The problem with the template, or with the kit or journal.
    pub fn problem(self, name: &str) -> Problem {
        Problem::new(
            self.place.unwrap_or_else(|| SourceSpan::file(name)),
            self.message,
        )
        .help(self.help)
    }
}

/// Whether a kit is a stranger's, that is, not embedded in the program.
pub fn is_strange(kit: &str) -> bool {
    Files::shipped(kit).is_none()
}

/// Applies the limits to this process if it is a worker.
pub fn keep_limits() {
    let Some(notes) = std::env::var_os(NOTES) else {
        return;
    };
    let memory = std::env::var(MEMORY)
        .ok()
        .and_then(|bytes| bytes.parse().ok())
        .unwrap_or(MAX_MEMORY);
    limits::enforce(
        std::fs::OpenOptions::new().write(true).open(notes).ok(),
        memory,
    );
}

/// Whether this process is a worker.
fn is_worker() -> bool {
    std::env::var_os(NOTES).is_some()
}

/// Does all of this command's work in a worker with this much memory, in bytes. Returns `None` in the worker itself, which continues.
///
/// # Errors
///
/// A limit ended it.
pub fn do_all(memory: u64) -> Option<Result<u8, LimitExceeded>> {
    if is_worker() {
        end_with_parent();
        return None;
    }
    let mut command = Command::new(std::env::current_exe().ok()?);
    command
        .args(std::env::args_os().skip(1))
        .stdin(Stdio::piped());
    let worker = Worker::start(&mut command, memory).ok()?;
    // Ctrl-C is for the worker, whose end also ends this process.
    let _ = ctrlc::set_handler(|| {});
    Some(worker.end())
}

/// The result of a command that a worker carried out, about the kits with these names.
pub fn ended(done: Result<u8, LimitExceeded>, name: &str) -> Result<(), Error> {
    match done {
        Ok(0) => Ok(()),
        Ok(status) => Err(Error::Elsewhere(status)),
        Err(exceeded) => Err(Error::Kit(exceeded.problem(name).into())),
    }
}

/// Ends a worker whose parent was killed: its input, to which nobody writes, is closed then.
fn end_with_parent() {
    std::thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        std::process::exit(1);
    });
}

/// Read a journal, or read and draw a kit, at each of these paths: for this program, not for people
#[derive(clap::Args)]
pub struct Args {
    #[arg(long)]
    journal: Option<PathBuf>,
    #[arg(long)]
    kit: Option<PathBuf>,
}

/// Problems with them will be found again.
pub fn run(args: Args) -> Result<(), Error> {
    end_with_parent();
    let record = args.journal.and_then(|file| journal::read(&file).ok());
    let folder = args.kit.or_else(|| record?.header.folder);
    if let Some(kit) = folder.and_then(|folder| Kit::at(&folder).ok()) {
        let _ = DrawnPieces::draw(
            &kit,
            &Templates::new(&kit, Ink::Color),
            1,
            &mut Reader::new(),
        );
    }
    Ok(())
}

/// First has a journal, a kit or both read by a worker.
///
/// # Errors
///
/// A limit ended it.
pub fn read_first(journal: Option<&Path>, kit: Option<&Path>) -> Result<(), Error> {
    let Some(path) = kit.or(journal) else {
        return Ok(());
    };
    let start = || {
        let mut command = Command::new(std::env::current_exe()?);
        command
            .arg("read")
            .args(journal.map(|file| flag("--journal=", file)))
            .args(kit.map(|kit| flag("--kit=", kit)));
        Worker::start(command.stdin(Stdio::piped()), MAX_MEMORY)
    };
    let worker = start()
        .map_err(|error| format!("cannot start another paperkeep process to read with: {error}"))?;
    match worker.end() {
        // Other problems are found again, and reported.
        Ok(_) => Ok(()),
        broken => ended(broken, &path.display().to_string()),
    }
}

fn flag(name: &str, path: &Path) -> std::ffi::OsString {
    let mut flag = std::ffi::OsString::from(name);
    flag.push(path);
    flag
}

/// Another process of this program, within limits.
pub struct Worker {
    pub process: Child,
    notes: Option<NamedTempFile>,
    memory: u64,
}

impl Worker {
    /// Starts it with this much memory, in bytes.
    pub fn start(command: &mut Command, memory: u64) -> io::Result<Worker> {
        // If no file can be created, it works without notes.
        let notes = NamedTempFile::new().ok();
        // Its out-of-memory message is long enough.
        command.env("RUST_BACKTRACE", "0");
        command
            .env(
                NOTES,
                notes.as_ref().map_or(Path::new(""), NamedTempFile::path),
            )
            .env(MEMORY, memory.to_string());
        Ok(Worker {
            process: command.spawn()?,
            notes,
            memory,
        })
    }

    /// Starts it with the memory limit for printing.
    pub fn drawing(command: &mut Command) -> io::Result<Worker> {
        Worker::start(command, MAX_MEMORY)
    }

    /// Waits for its end.
    pub fn end(mut self) -> Result<u8, LimitExceeded> {
        // Its input stays open until then.
        let input = self.process.stdin.take();
        let ended = self.process.wait();
        drop(input);
        match ended {
            Ok(status) => self.judged(status),
            Err(_) => Ok(1),
        }
    }

    /// Its exit status, or the limit that ended it.
    fn judged(&mut self, status: ExitStatus) -> Result<u8, LimitExceeded> {
        // Whoever ended it in another way knows why.
        let Some(end) = End::of(status) else {
            return Ok(status
                .code()
                .and_then(|code| code.try_into().ok())
                .unwrap_or(1));
        };
        if io::stderr().is_terminal() {
            // Clears the bar that it drew and could not remove.
            let _ = io::stderr().write_all(b"\r\x1b[2K");
        }
        let mut text = String::new();
        let read = self
            .notes
            .as_mut()
            .map(|notes| notes.read_to_string(&mut text));
        let note = read
            .and_then(Result::ok)
            .and_then(|_| limits::read_note(&text));
        Err(end.limit_exceeded(note, self.memory))
    }
}

/// Ends one that is no longer needed.
impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// How the system ended a worker.
enum End {
    /// It computed for too long.
    #[cfg_attr(not(unix), expect(dead_code))]
    Time,
    /// It ran out of memory, or overflowed its stack.
    Memory,
}

impl End {
    #[cfg(unix)]
    fn of(status: ExitStatus) -> Option<End> {
        use std::os::unix::process::ExitStatusExt;

        use rustix::process::Signal;

        let signal = status.signal()?;
        let is = |known: &[Signal]| known.iter().any(|known| known.as_raw() == signal);
        match () {
            () if is(&[Signal::XCPU]) => Some(End::Time),
            () if is(&[Signal::ABORT, Signal::SEGV, Signal::BUS]) => Some(End::Memory),
            () => None,
        }
    }

    /// The system's own statuses are negative: no memory, no stack.
    #[cfg(not(unix))]
    fn of(status: ExitStatus) -> Option<End> {
        status.code().filter(|code| *code < 0).map(|_| End::Memory)
    }

    fn limit_exceeded(self, note: Option<Note>, memory: u64) -> LimitExceeded {
        let what = note.as_ref().map_or_else(
            || "reading it".to_owned(),
            |note| format!("drawing {}", note.task.drawn),
        );
        let place = note.map(|Note { task, mut suspects }| {
            // A line in another file was included by the template.
            let own = suspects.iter().position(|line| line.file == task.file);
            match (
                &self,
                own.map(|at| suspects.swap_remove(at))
                    .or_else(|| suspects.pop()),
            ) {
                (End::Memory, Some(line)) => place(line),
                _ => SourceSpan::file(task.file),
            }
        });
        let (message, help) = match self {
            End::Time => (
                format!(
                    "{what} takes too long: more than {} seconds of computing",
                    limits::patience().as_secs()
                ),
                "do its loops end, is what they go through short, and is the drawing simple? Nothing else was looked at yet",
            ),
            End::Memory => (
                format!(
                    "{what} takes more than {} MB of memory, or nests without end",
                    memory >> 20
                ),
                "does it grow a text, a list or a value in a value without end? Nothing else was looked at yet",
            ),
        };
        LimitExceeded {
            place,
            message,
            help,
        }
    }
}

/// The place of a line about which nothing else is known.
fn place(Suspect { file, line, text }: Suspect) -> SourceSpan {
    let before = "\n".repeat(line - 1);
    let start = before.len() + text.len() - text.trim_start().len();
    let text = before + &text;
    SourceSpan {
        file: file.into(),
        span: start..text.trim_end().len().max(start),
        text: text.into(),
    }
}
