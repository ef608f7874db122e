//! The progress of prints, counted where the work is done, to be shown to users.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The progress of a press, as far as the work is known.
#[derive(Debug, Default)]
pub struct Progress {
    /// Prints of a kit in one style, on one paper, in one ink.
    pub prints: Count,
    /// Faces and pages of all prints so far. The number of pages of a print is known only when all its faces are drawn.
    pub faces: Count,
    pub pages: Count,
}

impl Progress {
    /// Counts a print as done.
    pub fn finish(&self) {
        self.prints.step();
    }

    /// The share of work done, from 0 to 1: by prints, if several are made at once; otherwise by faces and pages, half each.
    pub fn share(&self) -> f64 {
        match self.prints.so_far() {
            (0, 1) => (self.faces.share() + self.pages.share()) / 2.0,
            _ => self.prints.share(),
        }
    }
}

/// The numbers of items done and to be done.
#[derive(Debug, Default)]
pub struct Count {
    done: AtomicUsize,
    all: AtomicUsize,
    /// Is told the numbers of items done and known, where nobody can look at them meanwhile: in a browser there is one thread.
    told: Option<fn(usize, usize)>,
}

impl Count {
    /// Tells this whenever something is done.
    pub fn telling(told: fn(usize, usize)) -> Count {
        Count {
            told: Some(told),
            ..Count::default()
        }
    }

    /// Adds items to be done.
    pub fn expect(&self, more: usize) {
        self.all.fetch_add(more, Relaxed);
    }

    /// Counts one more as done.
    pub fn step(&self) {
        self.done.fetch_add(1, Relaxed);
        if let Some(told) = self.told {
            let (done, all) = self.so_far();
            told(done, all);
        }
    }

    fn share(&self) -> f64 {
        let (done, all) = self.so_far();
        done as f64 / all.max(1) as f64
    }

    /// The numbers of items done and known.
    pub fn so_far(&self) -> (usize, usize) {
        (self.done.load(Relaxed), self.all.load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_complete_only_at_the_end() {
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
