//! Two versions of a game on paired luck: game i of both has the same seed, and the n-th result of each source is a function of
//! seed, game, source and n. The differences within pairs are what is analysed.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use serde::Serialize;

use super::playout::{Played, Table};
use super::simulate::Plan;
use super::stats::{Mean, detectable};
use super::words::digits;
use crate::referee::{Bots, Verdict, Words};

/// How two versions differ. The first row has a 95 % interval; the others are wider, so that all of them hold together. An interval
/// that excludes 0 shows a difference.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Pairs in which both games ended.
    pub pairs: u64,
    /// Pairs in which a game was cut.
    pub cut: u64,
    /// Pairs that agree in every figure.
    pub same: u64,
    /// First how often somebody won, then the game's counts.
    pub rows: Vec<Row>,
}

/// One figure of both versions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    pub name: String,
    pub before: f64,
    pub after: f64,
    /// After minus before, by pairs.
    pub difference: Mean,
    /// The smallest difference that would have been detected with a probability of 80 %.
    #[serde(rename = "findable")]
    pub detectable: f64,
    /// How many times as many unpaired games would give the same precision; `None` if the pairs never differ.
    pub pairing: Option<f64>,
}

impl Row {
    /// What the interval says: "more", "less", or what would have been found.
    pub fn verdict(&self) -> String {
        match (
            self.difference.is_significant(),
            self.difference.error > 0.0,
        ) {
            (true, _) if self.difference.mean > 0.0 => "more".to_owned(),
            (true, _) => "less".to_owned(),
            (false, true) => {
                let digits = digits(self.difference.error);
                format!(
                    "no difference found; one of {:.digits$} would have been",
                    self.detectable
                )
            }
            (false, false) => "the same in every pair".to_owned(),
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Sums {
    before: i64,
    after: i64,
    before_squares: i64,
    after_squares: i64,
    squares: i64,
}

#[derive(Clone)]
struct Paired {
    pairs: u64,
    cut: u64,
    same: u64,
    rows: Vec<Sums>,
}

impl Paired {
    fn new(rows: usize) -> Paired {
        Paired {
            pairs: 0,
            cut: 0,
            same: 0,
            rows: vec![Sums::default(); rows],
        }
    }

    fn add(&mut self, before: &Played, after: &Played) {
        let (Some(one), Some(other)) = (&before.outcome, &after.outcome) else {
            self.cut += 1;
            return;
        };
        self.pairs += 1;
        self.same += u64::from(before == after);
        let won = |verdicts: &[Verdict]| u32::from(verdicts.contains(&Verdict::Win));
        let won = [(won(&one.verdicts), won(&other.verdicts))];
        let counts = before
            .counts
            .iter()
            .copied()
            .zip(after.counts.iter().copied());
        for (sums, (before, after)) in self.rows.iter_mut().zip(won.into_iter().chain(counts)) {
            let (before, after) = (i64::from(before), i64::from(after));
            sums.before += before;
            sums.after += after;
            sums.before_squares += before * before;
            sums.after_squares += after * after;
            sums.squares += (after - before) * (after - before);
        }
    }

    fn merge(mut self, other: Paired) -> Paired {
        self.pairs += other.pairs;
        self.cut += other.cut;
        self.same += other.same;
        for (mine, theirs) in self.rows.iter_mut().zip(other.rows) {
            mine.before += theirs.before;
            mine.after += theirs.after;
            mine.before_squares += theirs.before_squares;
            mine.after_squares += theirs.after_squares;
            mine.squares += theirs.squares;
        }
        self
    }
}

/// Plays every game of the plan in both versions on all available threads; the game must know its bots.
pub fn compare<G: Words + Bots>(
    before: &G,
    after: &G,
    plan: &Plan,
    done: &AtomicU64,
) -> Comparison {
    let none = || Paired::new(1 + G::COUNTS.len());
    let paired = (0..plan.games)
        .into_par_iter()
        .fold(
            || (none(), Table::default()),
            |(mut paired, mut table), number| {
                let mut play = |game: &G| {
                    table.play(game, &plan.bots, (plan.seed, number), plan.longest, &mut ())
                };
                let (one, other) = (play(before), play(after));
                paired.add(&one, &other);
                done.fetch_add(1, Ordering::Relaxed);
                (paired, table)
            },
        )
        .map(|(paired, _)| paired)
        .reduce(none, Paired::merge);
    let names = ["won by somebody"]
        .into_iter()
        .chain(G::COUNTS.iter().copied());
    let mut rows: Vec<Row> = names
        .zip(&paired.rows)
        .map(|(name, sums)| row(name, sums, paired.pairs))
        .collect();
    for row in rows.iter_mut().skip(1) {
        let wider = row.difference.among(G::COUNTS.len());
        // A wider interval detects less.
        row.detectable += wider.error - row.difference.error;
        row.difference = wider;
    }
    Comparison {
        pairs: paired.pairs,
        cut: paired.cut,
        same: paired.same,
        rows,
    }
}

fn row(name: &str, sums: &Sums, n: u64) -> Row {
    let of = n.max(1) as f64;
    let mean = |sum: i64, squares: i64| Mean::new(n, sum.into(), squares.into());
    let difference = mean(sums.after - sums.before, sums.squares);
    let alone = mean(sums.before, sums.before_squares)
        .error
        .hypot(mean(sums.after, sums.after_squares).error);
    Row {
        name: name.to_owned(),
        before: sums.before as f64 / of,
        after: sums.after as f64 / of,
        difference,
        detectable: detectable(difference.error),
        pairing: (difference.error > 0.0).then(|| (alone / difference.error).powi(2)),
    }
}
