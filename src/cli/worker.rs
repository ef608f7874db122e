//! A stranger's kit or journal is read, drawn and played in a separate process, another instance of this program, within
//! [limits](crate::kit::limits) enforced by the operating system, which opens nothing but what it was [handed](Handed).
//!
//! Commands that read such a kit or journal run there entirely; the first process only waits, and reports a limit that ended the
//! other. `watch` has every save drawn there first.

mod handed;

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use annotate_snippets::Level;
use tempfile::NamedTempFile;

pub use self::handed::Handed;
use super::stdio::{self, note};
use super::{Error, browser, error};
use crate::face::{Reader, Templates};
use crate::kit::limits::{self, Note, Suspect};
use crate::kit::{Files, Ink, Kit, Problem, SourceSpan};
use crate::press::drawn::DrawnPieces;
use crate::press::write::output::WriteError;

/// The file in which a worker leaves notes, the one in which it asks for a page to be opened, and the bytes of memory it may use.
const NOTES: &str = "PAPERKEEP_NOTES";
const LINK: &str = "PAPERKEEP_LINK";
const MEMORY: &str = "PAPERKEEP_MEMORY";

/// The memory limit for a kit's faces and sheets, in bytes: ten thousand cards take a tenth of it.
const MAX_MEMORY: u64 = 512 << 20;

/// The same if raster pictures are made, or games played: a sheet of A3 at 1200 dots per inch takes a third of it.
const MAX_MEMORY_WITH_PICTURES: u64 = 3 << 30;

/// How often the first process looks whether a page is to be opened, and other systems than Linux whether it is still there.
const OFTEN: Duration = Duration::from_millis(200);

/// What a command does in a worker.
#[derive(Clone, Debug)]
pub struct Work {
    /// As in "reading it takes too long".
    doing: &'static str,
    memory: u64,
    /// Whether it reads standard input.
    listens: bool,
    handed: Handed,
}

impl Work {
    /// Reads a kit and draws it.
    pub fn printing(handed: Handed) -> Work {
        Work {
            doing: "reading it",
            memory: MAX_MEMORY,
            listens: false,
            handed,
        }
    }

    /// With this much more memory, in bytes.
    pub fn with_memory(self, more: u64) -> Work {
        Work {
            memory: self.memory + more,
            ..self
        }
    }

    /// The same with raster pictures.
    pub fn pictures(handed: Handed) -> Work {
        Work {
            memory: MAX_MEMORY_WITH_PICTURES,
            ..Work::printing(handed)
        }
    }

    /// Plays many games with it.
    pub fn simulating(handed: Handed) -> Work {
        Work {
            doing: "reading or playing it",
            ..Work::pictures(handed)
        }
    }

    /// Plays a game with people.
    pub fn playing(handed: Handed) -> Work {
        Work {
            listens: true,
            ..Work::simulating(handed)
        }
    }
}

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
    Kit::is_at(Path::new(kit)) || Files::shipped(kit).is_none()
}

/// Where a worker asks for a page to be opened.
static ASKS: Mutex<Option<File>> = Mutex::new(None);

/// Applies the limits to this process if it is a worker.
pub fn keep_limits() {
    let Some(notes) = std::env::var_os(NOTES) else {
        return;
    };
    let memory = std::env::var(MEMORY)
        .ok()
        .and_then(|bytes| bytes.parse().ok())
        .unwrap_or(MAX_MEMORY);
    let written = |file| File::options().write(true).open(file).ok();
    if let (Some(link), Ok(mut asks)) = (std::env::var_os(LINK), ASKS.lock()) {
        *asks = written(link);
    }
    stdio::silence_runtime();
    limits::enforce(written(notes), memory);
}

/// Whether this process is a worker.
pub fn is_worker() -> bool {
    std::env::var_os(NOTES).is_some()
}

/// Does all of this command's work in a worker with this much memory, in bytes. Returns `None` in the worker itself, which continues.
///
/// # Errors
///
/// A limit ended it.
pub fn do_all(work: &Work) -> Option<Result<u8, LimitExceeded>> {
    if is_worker() {
        work.handed.close_the_rest();
        if work.listens {
            end_with_first();
        } else {
            end_with_input();
        }
        return None;
    }
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(std::env::args_os().skip(1));
    if !work.listens {
        command.stdin(Stdio::piped());
    }
    let worker = Worker::start(&mut command, work).ok()?;
    // Ctrl-C is for the worker, whose end also ends this process.
    let _ = ctrlc::set_handler(|| {});
    Some(worker.end())
}

/// Makes this process open no further socket, if it is a worker.
pub fn close_network_of_worker() {
    if is_worker() {
        handed::close_network();
    }
}

/// Makes this process open nothing but what it was handed, if it is a worker.
pub fn keep_to(handed: &Handed) {
    if is_worker() {
        handed.close_the_rest();
    }
}

/// Why a file named in play was not written, with what a worker may write.
pub fn not_written(error: &WriteError) -> String {
    let is_closed = matches!(error, WriteError::Io { error, .. } if error.kind() == io::ErrorKind::PermissionDenied);
    if is_closed && is_worker() {
        format!(
            "{error}; a stranger's kit is played where only the current folder and that of the journal are open: name a file there"
        )
    } else {
        error.to_string()
    }
}

/// The result of a command that a worker carried out, about the kits with these names.
pub fn ended(done: Result<u8, LimitExceeded>, name: &str) -> Result<(), Error> {
    match done {
        Ok(0) => Ok(()),
        Ok(status) => Err(Error::Elsewhere(status)),
        Err(exceeded) => Err(Error::Kit(exceeded.problem(name).into())),
    }
}

/// The same for a game.
pub fn ended_game(done: Result<u8, LimitExceeded>, name: &Path) -> Result<(), Error> {
    let Err(exceeded) = done else {
        return ended(done, "");
    };
    let problem = exceeded.problem(&name.display().to_string());
    stdio::report(&error::report(&problem, 0, Level::ERROR));
    note!("if the game had begun, its journal has every answer");
    Err(Error::Told)
}

/// Ends a worker whose first process was killed: its input, to which nobody writes, is closed then.
fn end_with_input() {
    std::thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        std::process::exit(1);
    });
}

/// The same for a worker whose input is somebody's.
fn end_with_first() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
    #[cfg(all(unix, not(target_os = "linux")))]
    std::thread::spawn(|| {
        let first = rustix::process::getppid();
        while rustix::process::getppid() == first {
            std::thread::sleep(OFTEN);
        }
        std::process::exit(1);
    });
}

/// Has a page opened in the browser by the first process, since a worker can start no program. False in any other process.
pub fn asks_to_open(link: &str) -> bool {
    let mut asks = ASKS
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let asked = asks.as_mut().map(|asks| writeln!(asks, "{link}"));
    asked.is_some_and(|asked| asked.is_ok())
}

/// Opens the page that a worker asks for, once it does.
fn open_when_asked(mut asked: File) {
    std::thread::spawn(move || {
        let mut link = String::new();
        while !link.ends_with('\n') {
            std::thread::sleep(OFTEN);
            if asked.read_to_string(&mut link).is_err() {
                return;
            }
        }
        let link = link.trim_end();
        // What a worker says is not to be trusted: only a page of this machine.
        let is_page =
            link.starts_with("http://") && link.chars().all(|sign| sign.is_ascii_graphic());
        if is_page {
            browser::open(link);
        }
    });
}

/// Draws a stranger's kit as the table will show it, so that a face that exceeds a limit is reported before the game begins.
pub fn rehearse(kit: &Kit) {
    if !is_worker() {
        return;
    }
    for kit in std::iter::once(kit).chain(kit.uses.as_deref()) {
        let templates = Templates::new(kit, Ink::Color);
        let mut reader = Reader::new();
        // Other problems will be found again.
        let _ = DrawnPieces::draw(kit, &templates, 1, &mut reader);
        for deck in &kit.decks {
            let _ = limits::bounded(|| templates.pile(deck, &mut reader));
        }
    }
}

/// Another process of this program, within limits.
pub struct Worker {
    pub process: Child,
    notes: Option<NamedTempFile>,
    /// Removed at its end.
    _link: Option<NamedTempFile>,
    doing: &'static str,
    memory: u64,
}

impl Worker {
    /// Starts it.
    pub fn start(command: &mut Command, work: &Work) -> io::Result<Worker> {
        // If no file can be created, it works without notes.
        let notes = NamedTempFile::new().ok();
        // Its out-of-memory message is long enough.
        command.env("RUST_BACKTRACE", "0");
        command
            .env(
                NOTES,
                notes.as_ref().map_or(Path::new(""), NamedTempFile::path),
            )
            .env(MEMORY, work.memory.to_string());
        let link = if work.handed.serves_page() {
            NamedTempFile::new().ok()
        } else {
            None
        };
        if let Some(link) = &link {
            command.env(LINK, link.path());
            open_when_asked(link.reopen()?);
        }
        Ok(Worker {
            process: command.spawn()?,
            notes,
            _link: link,
            doing: work.doing,
            memory: work.memory,
        })
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
            return Ok(code(status));
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
        Err(end.limit_exceeded(note, self.doing, self.memory))
    }
}

/// Ends one that is no longer needed.
impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The exit status; for a signal, the one that shells report.
fn code(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    let code = status.code().or(signal.map(|signal| 128 + signal));
    code.and_then(|code| code.try_into().ok()).unwrap_or(1)
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

    fn limit_exceeded(self, note: Option<Note>, doing: &str, memory: u64) -> LimitExceeded {
        let what = note.as_ref().map_or_else(
            || doing.to_owned(),
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
                "do its loops end, are the lists that they go through short, and is the drawing simple? Nothing else has been checked yet",
            ),
            End::Memory => (
                format!(
                    "{what} takes more than {} MB of memory, or nests without end",
                    memory >> 20
                ),
                "does a text, a list or a nested value in it grow without end? Nothing else has been checked yet",
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
