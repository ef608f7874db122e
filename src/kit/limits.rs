//! What no kit may exceed, and the limits that the operating system keeps while a stranger's kit is read and drawn.
//!
//! The template engine counts its steps, and every reader its sizes and depths. A template of a few lines can double a text or
//! put a value into itself all the same. So a command that reads a stranger's kit does so in a process of its own, and the
//! system ends that where it takes too much memory or computing time. It leaves a note of what it draws in a file, so that
//! whoever started it can tell.
//!
//! Linux keeps all of these limits, macOS those of time and of open files, Windows none: there the bounds of the engine and of
//! the readers hold alone.

use std::fs::File;
use std::io::{Seek, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// No data file, template or picture is larger, bytes.
pub(super) const LARGEST: u64 = 8 << 20;

/// How much computing, not waiting, reading a kit or drawing its faces may take.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// What each face adds to that: the richest shipped face takes a tenth of it.
const FOR_EACH: Duration = Duration::from_millis(250);

/// No more files are open at once.
const MOST_FILES: u64 = 512;

/// What is being done.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Task {
    /// The template, as the user would name it.
    pub file: String,
    /// What is drawn with it: "cards C1 of cards.toml".
    pub drawn: String,
}

/// A line of a template that may make a value grow without end: what is to blame if the memory is used up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspect {
    /// As the user would name it.
    pub file: String,
    /// From 1.
    pub line: usize,
    pub text: String,
}

/// What is noted, as a line of JSON.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Note {
    pub task: Task,
    pub suspects: Vec<Suspect>,
}

/// No more lines are suspected.
const MOST_SUSPECTS: usize = 20;

/// The work of a process that is kept within limits; none in any other.
static WORK: Mutex<Option<Work>> = Mutex::new(None);

struct Work {
    /// Where it is noted what is being drawn.
    notes: Option<File>,
    note: Note,
    /// How many of [`bounded`] are going on, one within the other.
    bounds: usize,
    /// How much computing the process may have done at the end of it.
    until: Duration,
}

/// [`PATIENCE`], or the lower limit that somebody else has set.
pub fn patience() -> Duration {
    system::most_computing().map_or(PATIENCE, |most| most.min(PATIENCE))
}

/// Keeps this process within limits from now on: `memory` in bytes. What is drawn is noted in the file.
pub fn keep(notes: Option<File>, memory: u64) {
    system::limit_all(memory);
    *work() = Some(Work { notes, note: Note::default(), bounds: 0, until: Duration::ZERO });
}

fn work() -> MutexGuard<'static, Option<Work>> {
    WORK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads a kit or draws faces: within [`PATIENCE`], in a process that is kept within limits.
pub fn bounded<T>(act: impl FnOnce() -> T) -> T {
    /// Ends it, also if it breaks something.
    struct Bound;
    impl Drop for Bound {
        fn drop(&mut self) {
            if let Some(work) = work().as_mut() {
                work.bounds -= 1;
                if work.bounds == 0 {
                    work.begin(Task::default());
                    system::limit_computing(None);
                }
            }
        }
    }
    if let Some(work) = work().as_mut() {
        work.bounds += 1;
        if work.bounds == 1 {
            work.until = computed() + PATIENCE;
            system::limit_computing(Some(work.until));
        }
    }
    let _bound = Bound;
    act()
}

/// Expands a template or reads what comes of it: the task is told if that is the end of the process.
pub fn of_face<T>(task: impl FnOnce() -> Task, draw: impl FnOnce() -> T) -> T {
    let kept = work().as_mut().map(|work| work.begin(task())).is_some();
    let drawn = draw();
    if kept && let Some(work) = work().as_mut().filter(|work| work.bounds > 0) {
        let before = work.until.as_secs();
        work.until += FOR_EACH;
        if work.until.as_secs() > before {
            system::limit_computing(Some(work.until));
        }
    }
    drawn
}

/// Notes a line that may be to blame, of a template that was just read.
pub fn suspect(line: impl FnOnce() -> Suspect) {
    if let Some(work) = work().as_mut().filter(|work| work.note.suspects.len() < MOST_SUSPECTS) {
        let line = line();
        if !work.note.suspects.contains(&line) {
            work.note.suspects.push(line);
            work.write();
        }
    }
}

impl Work {
    /// Notes what is being done, in place of what was.
    fn begin(&mut self, task: Task) {
        self.note.task = task;
        self.write();
    }

    /// Who cannot note it works all the same.
    fn write(&mut self) {
        if let (Some(notes), Ok(mut line)) = (&mut self.notes, serde_json::to_string(&self.note)) {
            line.push('\n');
            let _ = notes.rewind().and_then(|()| notes.write_all(line.as_bytes()));
        }
    }
}

/// What was noted last, of the text of such a file.
pub fn noted(notes: &str) -> Option<Note> {
    serde_json::from_str(notes.lines().next()?).ok().filter(|note: &Note| !note.task.file.is_empty())
}

pub use system::computed;

#[cfg(unix)]
mod system {
    use std::time::Duration;

    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};

    /// How much this process has computed.
    pub fn computed() -> Duration {
        Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
    }

    pub fn limit_all(memory: u64) {
        // A thread takes a stack, and more than one writes a large print.
        let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
        limit(Resource::Data, Some(memory + threads * (8 << 20)));
        limit(Resource::Nofile, Some(super::MOST_FILES));
        limit(Resource::Core, Some(0));
    }

    /// Has the system end the process after so much computing; none: after as much as it may.
    pub fn limit_computing(until: Option<Duration>) {
        limit(Resource::Cpu, until.into_iter().chain(most_computing()).min().map(|until| until.as_secs().max(1)));
    }

    /// How much computing somebody else's limit leaves, less a second: at that limit the system ends a process without a word.
    pub fn most_computing() -> Option<Duration> {
        getrlimit(Resource::Cpu).maximum.map(|most| Duration::from_secs(most.saturating_sub(1).max(1)))
    }

    /// A limit that somebody else has set may be lower, and stays so. A system that does not know one passes over it.
    fn limit(resource: Resource, most: Option<u64>) {
        let maximum = getrlimit(resource).maximum;
        let current = most.map_or(maximum, |most| Some(maximum.map_or(most, |maximum| maximum.min(most))));
        let _ = setrlimit(resource, Rlimit { current, maximum });
    }
}

#[cfg(not(unix))]
mod system {
    use std::sync::LazyLock;
    use std::time::{Duration, Instant};

    /// How long this process has run: nobody here says how much it has computed.
    pub fn computed() -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }

    pub fn limit_all(_: u64) {}

    pub fn limit_computing(_: Option<Duration>) {}

    pub fn most_computing() -> Option<Duration> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_back_and_what_is_left_of_a_longer_one_is_not() {
        let mut notes = tempfile::NamedTempFile::new().unwrap();
        let mut work =
            Work { notes: Some(notes.reopen().unwrap()), note: Note::default(), bounds: 0, until: Duration::ZERO };
        let task = |drawn: &str| Task { file: "faces/card.svg".into(), drawn: drawn.into() };
        let mut read = || {
            let mut text = String::new();
            std::io::Read::read_to_string(&mut notes, &mut text).unwrap();
            notes.rewind().unwrap();
            noted(&text).map(|note| note.task.drawn)
        };
        assert_eq!(read(), None);
        work.begin(task("cards C1000 of cards.toml"));
        work.begin(task("cards \"\n\" of cards.toml"));
        assert_eq!(read().as_deref(), Some("cards \"\n\" of cards.toml"));
        work.begin(Task::default());
        assert_eq!(read(), None);
    }
}
