//! A ration of memory: whatever a stranger's kit makes grow without end, the program stops with a word, and the machine goes on.
//!
//! A template of a few lines can double a text until no memory is left, and its engine has no limit for that. So large blocks
//! are counted where they are made. Small ones are not: counting them would cost time, and only large ones grow so fast.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Blocks of fewer bytes are not counted.
const LARGE: usize = 64 << 10;

/// All large blocks together, bytes: a sheet of A3 as a picture of 1200 dots to the inch takes a third of it.
const MOST: usize = 3 << 30;

static TAKEN: AtomicUsize = AtomicUsize::new(0);

/// The system's memory, up to a limit.
pub struct Ration;

fn take(bytes: usize) {
    if bytes >= LARGE && TAKEN.fetch_add(bytes, Relaxed).saturating_add(bytes) > MOST {
        let _ = std::io::stderr().write_all(
            b"paperkeep: this takes more than 3 GB of memory, and nothing was written; \
              does a template of the kit grow a text without end?\n",
        );
        std::process::exit(1);
    }
}

fn give_back(bytes: usize) {
    if bytes >= LARGE {
        TAKEN.fetch_sub(bytes, Relaxed);
    }
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
