//! How far a print is, for whoever waits for it: counted where the work is done.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// What a press does, as far as it is known.
#[derive(Debug, Default)]
pub struct Progress {
    /// One kit in one look, on one paper, in one ink.
    pub prints: Count,
    /// Of the print that is being made. How many pages there are is known once all faces are drawn.
    pub faces: Count,
    pub pages: Count,
}

impl Progress {
    /// A print is done.
    pub fn finish(&self) {
        [&self.faces, &self.pages].iter().for_each(|count| count.reset());
        self.prints.step();
    }

    /// How much of everything is done, 0 to 1: the faces of a print count as much as its pages.
    pub fn share(&self) -> f64 {
        let (done, all) = self.prints.so_far();
        (done as f64 + (self.faces.share() + self.pages.share()) / 2.0) / all.max(1) as f64
    }
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

    /// All of so many are done.
    pub(crate) fn complete(&self, all: usize) {
        self.done.store(all, Relaxed);
        self.all.store(all, Relaxed);
    }

    fn reset(&self) {
        self.complete(0);
    }

    fn share(&self) -> f64 {
        let (done, all) = self.so_far();
        done as f64 / all.max(1) as f64
    }

    /// How many are done, of how many that are known of.
    pub fn so_far(&self) -> (usize, usize) {
        (self.done.load(Relaxed), self.all.load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_never_done_before_it_is() {
        let progress = Progress::default();
        progress.prints.expect(2);
        let mut shares = vec![progress.share()];
        for _ in 0..2 {
            for count in [&progress.faces, &progress.pages] {
                count.expect(4);
                for _ in 0..4 {
                    count.step();
                    shares.push(progress.share());
                }
            }
            progress.finish();
            shares.push(progress.share());
        }
        assert!(shares.is_sorted(), "{shares:?}");
        assert_eq!((shares[4], shares[8], shares.pop()), (0.25, 0.5, Some(1.0)));
    }
}
