//! Rations of memory and time: whatever a stranger's kit makes grow or run without end, the program stops with a word, and the
//! machine goes on.
//!
//! A template of a few lines can double a text until no memory is left, or sort a list a million times, and its engine has no
//! limit for that. So what a template takes while it is expanded is counted, and the program stops where it takes more than
//! any face needs, and names it. Besides, large blocks are counted wherever they are made; small ones are not, because only
//! large ones grow so fast.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// Blocks of fewer bytes are not counted, but for a template's.
const LARGE: usize = 64 << 10;

/// All large blocks together, bytes: a sheet of A3 as a picture of 1200 dots to the inch takes a third of it.
const MOST: usize = 3 << 30;

/// What one template may take while it is expanded, bytes: a face of the largest size that prints takes a tenth of it.
const MOST_OF_TEMPLATE: isize = 128 << 20;

/// How long templates may be expanded, all together.
const PATIENCE: Duration = Duration::from_secs(20);

/// What each expansion adds to that: the richest shipped face takes a tenth of it.
const FOR_EACH: Duration = Duration::from_millis(250);

static TAKEN: AtomicUsize = AtomicUsize::new(0);

static WORK: Mutex<Work> = Mutex::new(Work { going_on: Vec::new(), allowed: PATIENCE });

/// What templates have to do.
struct Work {
    /// Those that are being expanded: since when, and what they are, in words.
    going_on: Vec<(Instant, String)>,
    /// How long they may still take together.
    allowed: Duration,
}

thread_local! {
    /// What the template that this thread expands took so far; none while it expands none.
    static OF_TEMPLATE: Cell<Option<isize>> = const { Cell::new(None) };
    /// What is being expanded, in words.
    static WHAT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The system's memory, up to a limit.
pub struct Ration;

/// Expands a template: `what` is named if it takes more than its ration.
pub fn of_template<T>(what: impl FnOnce() -> String, expand: impl FnOnce() -> T) -> T {
    /// Ends the count, also if the template breaks something.
    struct Counted(Instant);
    impl Drop for Counted {
        fn drop(&mut self) {
            OF_TEMPLATE.set(None);
            let mut work = WORK.lock().unwrap_or_else(PoisonError::into_inner);
            work.going_on.retain(|(since, _)| *since != self.0);
            work.allowed = (work.allowed + FOR_EACH).saturating_sub(self.0.elapsed());
        }
    }
    static WATCH: Once = Once::new();
    WATCH.call_once(|| drop(std::thread::spawn(watch)));
    let (what, now) = (what(), Instant::now());
    WORK.lock().unwrap_or_else(PoisonError::into_inner).going_on.push((now, what.clone()));
    WHAT.set(what);
    let _counted = Counted(now);
    OF_TEMPLATE.set(Some(0));
    expand()
}

/// Stops the program when templates take too long.
fn watch() {
    loop {
        std::thread::sleep(Duration::from_millis(200));
        let work = WORK.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, what)) = work.going_on.iter().find(|(since, _)| since.elapsed() > work.allowed) {
            stop(&[
                what.as_bytes(),
                b": the templates work too long, more than 20 seconds, and nothing was written\n\
                  help: do its loops end, and is what they go through short?\n",
            ]);
        }
    }
}

fn take(bytes: usize) {
    let of_template = OF_TEMPLATE.try_with(|taken| {
        let sum = taken.get()?.saturating_add_unsigned(bytes);
        taken.set(Some(sum));
        Some(sum)
    });
    if of_template.is_ok_and(|sum| sum.is_some_and(|sum| sum > MOST_OF_TEMPLATE)) {
        OF_TEMPLATE.set(None);
        WHAT.with_borrow(|what| {
            stop(&[
                what.as_bytes(),
                b": the template takes more than 128 MB of memory, and nothing was written\n\
                  help: does it grow a text or a list without end?\n",
            ])
        });
    }
    if bytes >= LARGE && TAKEN.fetch_add(bytes, Relaxed).saturating_add(bytes) > MOST {
        stop(&[b"this takes more than 3 GB of memory, and nothing was written\n"]);
    }
}

fn give_back(bytes: usize) {
    let _ = OF_TEMPLATE.try_with(|taken| taken.set(taken.get().map(|sum| sum.saturating_sub_unsigned(bytes))));
    if bytes >= LARGE {
        TAKEN.fetch_sub(bytes, Relaxed);
    }
}

/// Ends the program: an allocator can neither fail in an orderly way nor make words of its own.
fn stop(words: &[&[u8]]) {
    let mut out = std::io::stderr();
    let _ = out.write_all(b"error: ");
    words.iter().for_each(|part| drop(out.write_all(part)));
    std::process::exit(1);
}

// SAFETY: every call is handed to the system's allocator as it came; only sizes are counted on the way.
unsafe impl GlobalAlloc for Ration {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller keeps the promises that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        take(size);
        give_back(layout.size());
        // SAFETY: as above.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        give_back(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}
