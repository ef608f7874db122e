//! How far a print is, for whoever waits for it: counted where the work is done.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// What a print does, as far as it is known.
#[derive(Debug, Default)]
pub struct Progress {
    pub faces: Count,
    pub pages: Count,
}

/// How many of how many.
#[derive(Debug, Default)]
pub struct Count {
    done: AtomicUsize,
    all: AtomicUsize,
}

impl Count {
    /// So many more are to be done.
    pub fn expect(&self, more: usize) {
        self.all.fetch_add(more, Relaxed);
    }

    /// One more is done.
    pub fn step(&self) {
        self.done.fetch_add(1, Relaxed);
    }

    /// How many are done, of how many that are known of.
    pub fn so_far(&self) -> (usize, usize) {
        (self.done.load(Relaxed), self.all.load(Relaxed))
    }
}
