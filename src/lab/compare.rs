//! Two versions of a game on paired luck: game i of both has the same seed, and the n-th result of each source is a function of
//! seed, game, source and n. The differences within pairs are what is analysed.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::Serialize;

use super::playout::{Observer, Played, Table};
use super::report::minutes;
use super::simulate::Plan;
use super::stats::{Mean, detectable};
use super::totals::{PACE, PARTS};
use super::words::digits;
use crate::referee::{Bots, Outcome, Seat, Verdict, Words};

/// The rows that every comparison has, if the game has such a thing.
const WON: &str = "won by somebody";
const SCORE: &str = "score of a player";

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
    /// First how often somebody won, then the game's counts, the seats, the score and the game's own counters, as far as it has such.
    pub rows: Vec<ComparedFigure>,
    /// How often each piece was used in a game, by its printed name; first those that differ, and then those used most.
    pub cards: Vec<ComparedFigure>,
}

/// One figure of both versions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedFigure {
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

impl ComparedFigure {
    /// What the interval says: "more", "less", or what would have been found. Where no two pairs differ there is none: they may be few.
    pub fn verdict(&self) -> String {
        match (
            self.difference.is_significant(),
            self.difference.error > 0.0,
        ) {
            (true, false) => "the same difference in every pair".to_owned(),
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

#[derive(Clone, Copy, Default, PartialEq)]
struct Sums {
    before: i128,
    after: i128,
    before_squares: i128,
    after_squares: i128,
    squares: i128,
}

#[derive(Clone)]
struct Paired {
    pairs: u64,
    cut: u64,
    same: u64,
    rows: Vec<Sums>,
    cards: BTreeMap<String, Sums>,
}

/// How often the pieces of a game are used.
#[derive(Default)]
struct Uses(BTreeMap<String, i64>);

impl<G: Bots> Observer<G> for Uses {
    fn used(&mut self, _: Seat, piece: &str) {
        match self.0.get_mut(piece) {
            Some(times) => *times += 1,
            None => drop(self.0.insert(piece.to_owned(), 1)),
        }
    }
}

/// What is compared: the names, and for each of the first version's counters the other's of the same name.
struct Figures {
    names: Vec<String>,
    /// How many counts both games have: the usual ones.
    counts: usize,
    /// How many seats are told of.
    seats: usize,
    counters: Vec<(usize, usize)>,
}

/// Whether all players win or lose together in both games.
fn is_together<G: Bots>(before: &G, after: &G) -> bool {
    before.plays_together() && after.plays_together()
}

impl Figures {
    fn of<G: Bots>(before: &G, after: &G) -> Figures {
        let (ours, theirs) = (before.counters(), after.counters());
        let mut counters = Vec::new();
        for (at, name) in ours.iter().enumerate() {
            if let Some(other) = theirs.iter().position(|known| known == name) {
                counters.push((at, other));
            }
        }
        // Who wins or loses together is not compared seat by seat.
        let seats = match before.seats() {
            seats if seats > 1 && !is_together(before, after) => seats,
            _ => 0,
        };
        let names = [WON.to_owned()].into_iter();
        let names = names
            .chain(G::COUNTS.iter().map(|name| (*name).to_owned()))
            .chain([minutes()])
            .chain((1..=seats).map(|seat| format!("won by seat {seat}")))
            .chain([SCORE.to_owned()])
            .chain(counters.iter().map(|(at, _)| ours[*at].clone()));
        Figures {
            names: names.collect(),
            counts: G::COUNTS.len(),
            seats,
            counters,
        }
    }

    /// The figures of one game that ended, in parts of [`PARTS`]; `counters` picks the counters.
    fn values(&self, played: &Played, outcome: &Outcome, second: bool) -> Vec<i64> {
        let won = |verdicts: &[Verdict]| i64::from(verdicts.contains(&Verdict::Win));
        let seats = outcome.verdicts.iter().take(self.seats);
        let counts = played.counts.iter().take(self.counts);
        let minutes = i64::from(played.decisions) * PARTS * PACE as i64 / 60;
        let wholes = [won(&outcome.verdicts)]
            .into_iter()
            .chain(counts.map(|count| i64::from(*count)));
        let mut values: Vec<i64> = wholes.map(|whole| whole * PARTS).collect();
        values.push(minutes);
        values.extend(seats.map(|verdict| won(&[*verdict]) * PARTS));
        let scores = outcome.scores.iter().flatten();
        let sum: i64 = scores.clone().map(|score| i64::from(*score)).sum();
        values.push(sum * PARTS / (scores.count() as i64).max(1));
        for (ours, theirs) in &self.counters {
            let at = if second { *theirs } else { *ours };
            let (sum, of) = played.counters.get(at).copied().unwrap_or_default();
            values.push(sum.saturating_mul(PARTS) / i64::from(of.max(1)));
        }
        values
    }
}

impl Paired {
    fn new(rows: usize) -> Paired {
        Paired {
            pairs: 0,
            cut: 0,
            same: 0,
            rows: vec![Sums::default(); rows],
            cards: BTreeMap::new(),
        }
    }

    fn add(
        &mut self,
        figures: &Figures,
        (before, after): (&Played, &Played),
        [ours, theirs]: [BTreeMap<String, i64>; 2],
    ) {
        let (Some(one), Some(other)) = (&before.outcome, &after.outcome) else {
            self.cut += 1;
            return;
        };
        for name in ours
            .keys()
            .chain(theirs.keys().filter(|name| !ours.contains_key(*name)))
        {
            let times = |all: &BTreeMap<String, i64>| all.get(name).copied().unwrap_or(0) * PARTS;
            let sums = self.cards.entry(name.clone()).or_default();
            sums.add(times(&ours), times(&theirs));
        }
        self.pairs += 1;
        self.same += u64::from(before == after);
        let before = figures.values(before, one, false);
        let after = figures.values(after, other, true);
        for (sums, (before, after)) in self.rows.iter_mut().zip(before.into_iter().zip(after)) {
            sums.add(before, after);
        }
    }

    /// What these pairs show.
    fn found(&self, figures: &Figures) -> Comparison {
        // What is always zero is not part of the game.
        let is_part = |sums: &Sums| sums.before_squares != 0 || sums.after_squares != 0;
        let named: Vec<(&String, &Sums)> = figures.names.iter().zip(&self.rows).collect();
        // A counter may be the score.
        let is_told = |at: usize| named[..at].iter().any(|known| *known == named[at]);
        let kept = named.iter().enumerate();
        // Where only a score tells how a game went, nobody wins.
        let is_scored = named
            .iter()
            .any(|(name, sums)| *name == SCORE && is_part(sums));
        let is_first = |at: usize| at == 0 && !is_scored;
        let kept = kept.filter(|(at, (_, sums))| is_first(*at) || is_part(sums) && !is_told(*at));
        let mut rows: Vec<ComparedFigure> = kept
            .map(|(_, (name, sums))| row(name, sums, self.pairs))
            .collect();
        let is_won = rows.first().is_some_and(|row| row.name == WON);
        widen(&mut rows[usize::from(is_won)..]);
        let cards = self.cards.iter();
        let mut cards: Vec<ComparedFigure> = cards
            .map(|(name, sums)| row(name, sums, self.pairs))
            .collect();
        widen(&mut cards);
        cards.sort_by(|one, other| {
            let differs = |row: &ComparedFigure| row.difference.is_significant();
            let most = |row: &ComparedFigure| row.before.max(row.after);
            let by_finding = differs(other).cmp(&differs(one));
            by_finding.then(most(other).total_cmp(&most(one)))
        });
        Comparison {
            cards,
            pairs: self.pairs,
            cut: self.cut,
            same: self.same,
            rows,
        }
    }

    fn merge(mut self, other: Paired) -> Paired {
        self.pairs += other.pairs;
        self.cut += other.cut;
        self.same += other.same;
        for (mine, theirs) in self.rows.iter_mut().zip(&other.rows) {
            mine.merge(theirs);
        }
        for (name, theirs) in &other.cards {
            self.cards.entry(name.clone()).or_default().merge(theirs);
        }
        self
    }
}

impl Sums {
    fn add(&mut self, before: i64, after: i64) {
        let (before, after) = (i128::from(before), i128::from(after));
        self.before += before;
        self.after += after;
        self.before_squares += before * before;
        self.after_squares += after * after;
        self.squares += (after - before) * (after - before);
    }

    fn merge(&mut self, other: &Sums) {
        self.before += other.before;
        self.after += other.after;
        self.before_squares += other.before_squares;
        self.after_squares += other.after_squares;
        self.squares += other.squares;
    }
}

/// Plays every game of the plan in both versions on all available threads, and tells of each that is `done`, until that says to stop;
/// the game must know its bots.
pub fn compare<G: Words + Bots>(
    before: &G,
    after: &G,
    plan: &Plan,
    done: &(impl Fn() -> ControlFlow<()> + Sync),
) -> Comparison {
    compare_in_steps(before, after, plan, done, [plan.games; 2], |_| {})
}

/// The same in steps: the first and the largest of them have this many games. What is found so far is `told` after each but the last.
pub fn compare_in_steps<G: Words + Bots>(
    before: &G,
    after: &G,
    plan: &Plan,
    done: &(impl Fn() -> ControlFlow<()> + Sync),
    [mut step, largest]: [u64; 2],
    mut told: impl FnMut(Comparison),
) -> Comparison {
    // A game beside itself is played once.
    let is_alone = std::ptr::eq(before, after);
    let figures = Figures::of(before, after);
    let none = || Paired::new(figures.names.len());
    let is_stopped = AtomicBool::new(false);
    let mut paired = none();
    let mut next = 0;
    while next < plan.games && !is_stopped.load(Ordering::Relaxed) {
        let until = next.saturating_add(step.max(1)).min(plan.games);
        step = step.saturating_mul(2).min(largest);
        let more = (next..until)
            .into_par_iter()
            .take_any_while(|_| !is_stopped.load(Ordering::Relaxed))
            .fold(
                || (none(), Table::with(plan.programs.clone())),
                |(mut paired, mut table), number| {
                    let mut play = |game: &G| {
                        let mut uses = Uses::default();
                        let luck = (plan.seed, number);
                        let played = table.play(game, &plan.bots, luck, plan.longest, &mut uses);
                        (played, uses.0)
                    };
                    let (one, used) = play(before);
                    let other = (!is_alone).then(|| play(after));
                    let (other, used_after) = match &other {
                        Some((other, used)) => (other, used.clone()),
                        None => (&one, used.clone()),
                    };
                    paired.add(&figures, (&one, other), [used, used_after]);
                    if done().is_break() {
                        is_stopped.store(true, Ordering::Relaxed);
                    }
                    (paired, table)
                },
            )
            .map(|(paired, _)| paired)
            .reduce(none, Paired::merge);
        paired = paired.merge(more);
        next = until;
        if next < plan.games {
            told(paired.found(&figures));
        }
    }
    paired.found(&figures)
}

/// Makes intervals so wide that all of them hold together.
fn widen(rows: &mut [ComparedFigure]) {
    let all = rows.len();
    for row in rows {
        let wider = row.difference.among(all);
        // A wider interval detects less.
        row.detectable += wider.error - row.difference.error;
        row.difference = wider;
    }
}

fn row(name: &str, sums: &Sums, n: u64) -> ComparedFigure {
    let part = 1.0 / PARTS as f64;
    let of = n.max(1) as f64;
    let mean = |sum: i128, squares: i128| Mean::new(n, sum, squares).times(part);
    let difference = mean(sums.after - sums.before, sums.squares);
    let alone = mean(sums.before, sums.before_squares)
        .error
        .hypot(mean(sums.after, sums.after_squares).error);
    ComparedFigure {
        name: name.to_owned(),
        before: part * sums.before as f64 / of,
        after: part * sums.after as f64 / of,
        difference,
        detectable: detectable(difference.error),
        pairing: (difference.error > 0.0).then(|| (alone / difference.error).powi(2)),
    }
}
