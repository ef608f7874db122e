//! Rations of memory and time: whatever a stranger's kit makes grow or run without end, the program stops with a word, and the
//! machine goes on.
//!
//! A template of a few lines can double a text until no memory is left, or sort a list a million times, and its engine has no
//! limit for that. So what a template takes while it is expanded is counted, and the program stops where it takes more than
//! any face needs, and names it. Besides, large blocks are counted wherever they are made; small ones are not, because only
//! large ones grow so fast.
//!
//! An allocator cannot fail in an orderly way, so a broken ration is always the end of the process. What a command still owes
//! its reader is said in its [last words](last_words). Who must live on has the work done by a process of its own first, as
//! `watch` does.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{Place, Problem};

/// Blocks of fewer bytes are not counted, but for a template's.
const LARGE: usize = 64 << 10;

/// All large blocks together, bytes: a sheet of A3 as a picture of 1200 dots to the inch takes a third of it.
const MOST: usize = 3 << 30;

/// What one template may take while it is expanded, bytes: a face of the largest size that prints takes a tenth of it.
const MOST_OF_TEMPLATE: isize = 128 << 20;

/// How long templates may be expanded and faces read, all together.
const PATIENCE: Duration = Duration::from_secs(20);

/// What each of them adds to that: the richest shipped face takes a tenth of it.
const FOR_EACH: Duration = Duration::from_millis(250);

static TAKEN: AtomicUsize = AtomicUsize::new(0);

static WORK: Mutex<Work> = Mutex::new(Work { going_on: Vec::new(), allowed: PATIENCE });

/// Whether a ration is broken: what is left is for the last words.
static OVER: AtomicBool = AtomicBool::new(false);

static LAST_WORDS: Mutex<Option<LastWords>> = Mutex::new(None);

type LastWords = Box<dyn FnOnce(Breach) + Send>;

/// What is being done.
#[derive(Clone, Default)]
pub struct Task {
    /// The template, as the user would name it.
    pub file: String,
    /// What is drawn with it: "cards C1 of cards.toml".
    pub drawn: String,
}

/// A ration that is broken.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Breach {
    /// The template that broke it, as the user would name it; none if it was something else.
    pub file: Option<String>,
    pub message: String,
    pub help: String,
}

impl Breach {
    /// The problem of a template, or of the kit.
    pub fn problem(self, kit: &str) -> Problem {
        Problem::new(Place::file(self.file.unwrap_or_else(|| kit.to_owned())), self.message).help(self.help)
    }
}

/// What to do when a ration is broken, before the process ends with status 1. It is done in a thread of its
/// own.
pub fn last_words(say: impl FnOnce(Breach) + Send + 'static) {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(say));
}

/// What there is to draw.
struct Work {
    /// What is being drawn: since when, and what they are.
    going_on: Vec<(Instant, Task)>,
    /// How long they may still take together.
    allowed: Duration,
}

thread_local! {
    /// What the template that this thread expands took so far; none while it expands none.
    static OF_TEMPLATE: Cell<Option<isize>> = const { Cell::new(None) };
    /// What is being expanded.
    static TASK: RefCell<Task> = const { RefCell::new(Task { file: String::new(), drawn: String::new() }) };
}

/// The system's memory, up to a limit.
pub struct Ration;

/// Expands a template: the task is named if it takes more than its ration.
pub fn of_template<T>(task: Task, expand: impl FnOnce() -> T) -> T {
    /// Ends the count, also if the template breaks something.
    struct Counted;
    impl Drop for Counted {
        fn drop(&mut self) {
            OF_TEMPLATE.set(None);
        }
    }
    TASK.set(task.clone());
    of_time(task, || {
        let _counted = Counted;
        OF_TEMPLATE.set(Some(0));
        expand()
    })
}

/// Draws: the task is named if all of them together take too long.
pub fn of_time<T>(task: Task, draw: impl FnOnce() -> T) -> T {
    /// Ends it, also if it breaks something.
    struct Timed(Instant);
    impl Drop for Timed {
        fn drop(&mut self) {
            let mut work = WORK.lock().unwrap_or_else(PoisonError::into_inner);
            work.going_on.retain(|(since, _)| *since != self.0);
            work.allowed = (work.allowed + FOR_EACH).saturating_sub(self.0.elapsed());
        }
    }
    static WATCH: Once = Once::new();
    WATCH.call_once(|| drop(thread::spawn(watch)));
    let now = Instant::now();
    WORK.lock().unwrap_or_else(PoisonError::into_inner).going_on.push((now, task));
    let _timed = Timed(now);
    draw()
}

/// Stops the program when drawing takes too long.
fn watch() {
    loop {
        thread::sleep(Duration::from_millis(200));
        let work = WORK.lock().unwrap_or_else(PoisonError::into_inner);
        let late = work.going_on.iter().find(|(since, _)| since.elapsed() > work.allowed).map(|(_, task)| task.clone());
        drop(work);
        if let Some(task) = late {
            let help =
                "do its loops end, is what they go through short, and is the drawing simple? Nothing else was looked at yet";
            let message = format!("{} takes too long to draw: more than 20 seconds", task.drawn);
            stop(|| Breach { file: Some(task.file), message, help: help.into() });
        }
    }
}

fn take(bytes: usize) {
    if OVER.load(Relaxed) {
        return;
    }
    let of_template = OF_TEMPLATE.try_with(|taken| {
        let sum = taken.get()?.saturating_add_unsigned(bytes);
        taken.set(Some(sum));
        Some(sum)
    });
    if of_template.is_ok_and(|sum| sum.is_some_and(|sum| sum > MOST_OF_TEMPLATE)) {
        OF_TEMPLATE.set(None);
        let help = "does it grow a text or a list without end? Nothing else was looked at yet";
        let message = |task: &Task| format!("the template takes more than 128 MB of memory while drawing {}", task.drawn);
        let breach = |task: &Task| Breach { file: Some(task.file.clone()), message: message(task), help: help.into() };
        stop(|| TASK.with_borrow(breach));
    }
    if bytes >= LARGE && TAKEN.fetch_add(bytes, Relaxed).saturating_add(bytes) > MOST {
        let help = "print fewer pieces at a time, or simpler ones";
        stop(|| Breach { file: None, message: "this takes more than 3 GB of memory".into(), help: help.into() });
    }
}

fn give_back(bytes: usize) {
    let _ = OF_TEMPLATE.try_with(|taken| taken.set(taken.get().map(|sum| sum.saturating_sub_unsigned(bytes))));
    if bytes >= LARGE {
        TAKEN.fetch_sub(bytes, Relaxed);
    }
}

/// Ends the program with its last words. They are said in another thread, so that nothing unwinds through an allocator.
fn stop(breach: impl FnOnce() -> Breach) -> ! {
    while OVER.swap(true, Relaxed) {
        // Another thread is saying them.
        thread::park();
    }
    let breach = breach();
    let say = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner).take();
    let say = say.unwrap_or_else(|| Box::new(|breach| eprintln!("error: {breach:?}")));
    if let Ok(saying) = thread::Builder::new().spawn(move || say(breach)) {
        let _ = saying.join();
    }
    std::process::exit(1);
}

/// The size that is asked for in place of this one: from a thousand bytes on, one of eight between a power of two and the next.
///
/// What one face was drawn with then fits the next one. By their exact sizes, every third left a hole behind: after ten
/// thousand faces a third of the memory was holes.
fn rounded(size: usize) -> usize {
    if size < 1 << 10 { size } else { size.next_multiple_of(size.next_power_of_two() / 16) }
}

/// The same for a block; one that would be too large stays as it is.
fn roomy(layout: Layout) -> Layout {
    Layout::from_size_align(rounded(layout.size()), layout.align()).unwrap_or(layout)
}

// SAFETY: every call is handed to the system's allocator, always with the same size for the same layout, and never a smaller one
// than was asked for; sizes are counted on the way.
unsafe impl GlobalAlloc for Ration {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller keeps the promises that `System` asks for.
        unsafe { System.alloc(roomy(layout)) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(roomy(layout)) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        take(size);
        give_back(layout.size());
        // SAFETY: the caller promises that a layout of this size can be.
        let (before, after) = (roomy(layout), roomy(unsafe { Layout::from_size_align_unchecked(size, layout.align()) }));
        if before == after {
            return block;
        }
        // SAFETY: as above.
        unsafe { System.realloc(block, before, after.size()) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        give_back(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(block, roomy(layout)) }
    }
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn a_block_is_an_eighth_larger_at_most_and_of_few_sizes() {
        let sizes: std::collections::BTreeSet<usize> = (1 << 10..1 << 16).map(rounded).collect();
        assert_eq!(sizes.len(), 6 * 8 + 1);
        assert!((0..1 << 16).all(|size| (size..=size + size / 8).contains(&rounded(size))));
        assert_eq!([1000, 1024, 1025, 4464, 4608].map(rounded), [1000, 1024, 1152, 4608, 4608]);
        let most = isize::MAX as usize;
        assert!((most..=most + 1).contains(&rounded(most)));
    }
}
