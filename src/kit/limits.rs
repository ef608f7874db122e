//! Limits on kits, and the limits that the operating system enforces while a stranger's kit is read and drawn.
//!
//! The template engine counts its steps, and every reader limits sizes and depths. Even so, a template of a few lines can double a
//! text or put a value into itself. A command that reads a stranger's kit therefore runs in a separate process, which the system
//! ends if it takes too much memory or computing time. The process notes in a file what it is drawing, so that its parent can
//! report it.
//!
//! Linux enforces all of these limits, macOS those on time and open files, and Windows none: there only the limits of the engine
//! and the readers apply.

use std::fs::File;
use std::io::{Seek, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The largest data file or template, in bytes.
pub const LARGEST: u64 = 8 << 20;

/// The largest workbook, which may hold pictures, the largest picture, and the largest PDF, in bytes.
pub(super) const LARGEST_WORKBOOK: u64 = 48 << 20;
pub(super) const LARGEST_PICTURE: u64 = 64 << 20;
pub const LARGEST_PDF: u64 = 1 << 30;

/// The CPU time that reading a kit or drawing its faces may take.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// What each face adds to that; the richest shipped face takes a tenth of it.
const FOR_EACH: Duration = Duration::from_millis(250);

/// The most open files.
#[cfg(all(unix, feature = "program"))]
const MAX_FILES: u64 = 512;

/// What is being done.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Task {
    /// The template, as the user would name it.
    pub file: String,
    /// What is being drawn with it: "cards C1 of cards.toml".
    pub drawn: String,
}

/// A line of a template that may make a value grow without end, reported as the likely cause if memory runs out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspect {
    /// The template, as the user would name it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    pub text: String,
}

/// A note, written as a line of JSON.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Note {
    pub task: Task,
    pub suspects: Vec<Suspect>,
}

/// The most suspected lines.
const MAX_SUSPECTS: usize = 20;

/// The state of a process with limits; `None` in any other process.
static WORK: Mutex<Option<Work>> = Mutex::new(None);

struct Work {
    /// The file that notes what is being drawn.
    notes: Option<File>,
    note: Note,
    /// How many calls of [`bounded`] are nested.
    bounds: usize,
    /// How much computing time the process may have used by its end.
    until: Duration,
}

/// [`PATIENCE`], or a lower limit that is already set.
pub fn patience() -> Duration {
    system::most_computing().map_or(PATIENCE, |most| most.min(PATIENCE))
}

/// Applies limits to this process from now on, with `memory` in bytes. What is being drawn is noted in the file.
pub fn enforce(notes: Option<File>, memory: u64) {
    system::limit_all(memory);
    *work() = Some(Work {
        notes,
        note: Note::default(),
        bounds: 0,
        until: Duration::ZERO,
    });
}

fn work() -> MutexGuard<'static, Option<Work>> {
    WORK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads a kit or draws faces: within [`PATIENCE`], if this process has limits.
pub fn bounded<T>(act: impl FnOnce() -> T) -> T {
    /// Ends it, even after a panic.
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

/// Expands a template or reads the result, noting the task in case that ends the process.
pub fn with_task<T>(task: impl FnOnce() -> Task, draw: impl FnOnce() -> T) -> T {
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

/// Reads a file that a face shows, noting it as the one to blame if that ends the process.
pub fn with_file<T>(file: impl FnOnce() -> String, read: impl FnOnce() -> T) -> T {
    let before = work().as_mut().map(|work| {
        let before = work.note.task.clone();
        let drawn = before.drawn.clone();
        work.begin(Task {
            file: file(),
            drawn,
        });
        before
    });
    let read = read();
    if let (Some(before), Some(work)) = (before, work().as_mut()) {
        work.begin(before);
    }
    read
}

/// Notes a line of a template that may make a value grow without end.
pub fn suspect(line: impl FnOnce() -> Suspect) {
    if let Some(work) = work()
        .as_mut()
        .filter(|work| work.note.suspects.len() < MAX_SUSPECTS)
    {
        let line = line();
        if !work.note.suspects.contains(&line) {
            work.note.suspects.push(line);
            work.write();
        }
    }
}

impl Work {
    /// Notes what is being done, in place of the last note.
    fn begin(&mut self, task: Task) {
        self.note.task = task;
        self.write();
    }

    /// If it cannot be noted, work continues.
    fn write(&mut self) {
        if let (Some(notes), Ok(mut line)) = (&mut self.notes, serde_json::to_string(&self.note)) {
            line.push('\n');
            let _ = notes
                .rewind()
                .and_then(|()| notes.write_all(line.as_bytes()));
        }
    }
}

/// The last note in the text of such a file.
pub fn read_note(notes: &str) -> Option<Note> {
    serde_json::from_str(notes.lines().next()?)
        .ok()
        .filter(|note: &Note| !note.task.file.is_empty())
}

pub use system::computed;

#[cfg(all(unix, feature = "program"))]
mod system {
    use std::time::Duration;

    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};

    /// How much computing time this process has used.
    pub fn computed() -> Duration {
        Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
    }

    pub fn limit_all(memory: u64) {
        // Each thread needs a stack, and several threads write a large print.
        let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
        limit(Resource::Data, Some(memory + threads * (8 << 20)));
        limit(Resource::Nofile, Some(super::MAX_FILES));
        limit(Resource::Core, Some(0));
    }

    /// Makes the system end the process after this much computing time; `None` lifts the limit as far as possible.
    pub fn limit_computing(until: Option<Duration>) {
        limit(
            Resource::Cpu,
            until
                .into_iter()
                .chain(most_computing())
                .min()
                .map(|until| until.as_secs().max(1)),
        );
    }

    /// How much computing time an external limit leaves, less a second: at that limit the system kills the process without a
    /// message.
    pub fn most_computing() -> Option<Duration> {
        getrlimit(Resource::Cpu)
            .maximum
            .map(|most| Duration::from_secs(most.saturating_sub(1).max(1)))
    }

    /// An external limit may be lower, and stays so. A system that does not know a limit ignores it.
    fn limit(resource: Resource, most: Option<u64>) {
        let maximum = getrlimit(resource).maximum;
        let current = most.map_or(maximum, |most| {
            Some(maximum.map_or(most, |maximum| maximum.min(most)))
        });
        let _ = setrlimit(resource, Rlimit { current, maximum });
    }
}

/// Without limits of the system, and without clocks: whoever uses the library ends what takes too long.
#[cfg(not(feature = "program"))]
mod system {
    use std::time::Duration;

    pub fn computed() -> Duration {
        Duration::ZERO
    }

    pub fn limit_all(_: u64) {}

    pub fn limit_computing(_: Option<Duration>) {}

    pub fn most_computing() -> Option<Duration> {
        None
    }
}

#[cfg(all(not(unix), feature = "program"))]
mod system {
    use std::sync::LazyLock;
    use std::time::{Duration, Instant};

    /// How long this process has been running, since its computing time is not available here.
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
    fn a_note_is_read_back_without_the_rest_of_a_longer_one() {
        let mut notes = tempfile::NamedTempFile::new().unwrap();
        let mut work = Work {
            notes: Some(notes.reopen().unwrap()),
            note: Note::default(),
            bounds: 0,
            until: Duration::ZERO,
        };
        let task = |drawn: &str| Task {
            file: "faces/card.svg".into(),
            drawn: drawn.into(),
        };
        let mut read = || {
            let mut text = String::new();
            std::io::Read::read_to_string(&mut notes, &mut text).unwrap();
            notes.rewind().unwrap();
            read_note(&text).map(|note| note.task.drawn)
        };
        assert_eq!(read(), None);
        work.begin(task("cards C1000 of cards.toml"));
        work.begin(task("cards \"\n\" of cards.toml"));
        assert_eq!(read().as_deref(), Some("cards \"\n\" of cards.toml"));
        work.begin(Task::default());
        assert_eq!(read(), None);
    }
}
