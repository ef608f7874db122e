//! How far a print is, for whoever waits for it: counted where the work is done.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// What a press does, as far as it is known.
#[derive(Debug, Default)]
pub struct Progress {
    /// One kit in one look, on one paper, in one ink.
    pub prints: Count,
    /// Of all prints so far. How many pages one has is known once all its faces are drawn.
    pub faces: Count,
    pub pages: Count,
}

impl Progress {
    /// A print is done.
    pub fn finish(&self) {
        self.prints.step();
    }

    /// How much of everything is done, 0 to 1: how many prints, since several are made at once; of a single one its faces, which
    /// count as much as its pages.
    pub fn share(&self) -> f64 {
        match self.prints.so_far() {
            (0, 1) => (self.faces.share() + self.pages.share()) / 2.0,
            _ => self.prints.share(),
        }
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
        let (one, two) = (Progress::default(), Progress::default());
        one.prints.expect(1);
        two.prints.expect(2);
        let mut shares = vec![one.share()];
        for count in [&one.faces, &one.pages] {
            count.expect(4);
            for _ in 0..4 {
                count.step();
                shares.push(one.share());
            }
        }
        one.finish();
        assert!(shares.is_sorted(), "{shares:?}");
        assert_eq!((shares[4], shares[8], one.share()), (0.5, 1.0, 1.0));
        two.finish();
        assert_eq!(two.share(), 0.5);
    }
}
