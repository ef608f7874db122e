//! The totals of many games, in whole numbers, so that neither the order of adding matters nor who adds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::playout::Played;
use super::stats::Pairs;
use super::usage::Usage;
use crate::referee::{Seat, Verdict};

/// The totals of many games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Games that ended.
    pub games: u64,
    /// Games cut for being too long, and their counts. They are not included in any other total.
    pub cut: u64,
    pub cut_counts: Vec<Histogram>,
    /// Moves made in games that ended, including those of chance.
    pub moves: u64,
    /// How often players had a choice.
    #[serde(default)]
    pub decisions: Histogram,
    /// Games in which somebody won, and in which everybody did.
    pub won: u64,
    pub all_won: u64,
    pub seats: Vec<SeatTotals>,
    /// By place in the turn order, from the first player; empty if nobody begins.
    pub places: Vec<SeatTotals>,
    /// The game's counts.
    pub counts: Vec<Histogram>,
    /// The count that tells how long games are again, for those that somebody won.
    pub lengths_won: Histogram,
    /// The game's ratios.
    pub ratios: Vec<Pairs>,
    /// Games worth looking at, by number of moves; and for each count the game that has most of it.
    pub longest: Option<Extreme>,
    pub shortest: Option<Extreme>,
    pub most: Vec<Option<Extreme>>,
    /// The first game that was cut.
    pub first_cut: Option<u64>,
    /// The scores of all seats at the end.
    pub scores: Scores,
    /// The game's counters at the end, each as the mean of its values.
    pub counters: Vec<CounterTotals>,
    pub usage: Usage,
}

/// How often each score was reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scores(pub BTreeMap<i32, u64>);

/// The sum of a counter over games, in thousandths, and of its squares, in thousandths as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CounterTotals {
    pub games: u64,
    pub sum: i64,
    pub squares: i64,
}

/// Counters are summed in parts of this.
pub const PARTS: i64 = 1_000;

impl CounterTotals {
    fn add(&mut self, (sum, values): (i64, u32)) {
        let mean = sum as f64 / f64::from(values.max(1));
        // What no designer means is left out rather than added wrongly.
        let mean = mean.clamp(-1e6, 1e6);
        self.games += 1;
        self.sum += (mean * PARTS as f64).round() as i64;
        let square = (mean * mean * PARTS as f64).round() as i64;
        self.squares = self.squares.saturating_add(square);
    }

    fn merge(&mut self, other: &CounterTotals) {
        self.games += other.games;
        self.sum += other.sum;
        self.squares = self.squares.saturating_add(other.squares);
    }
}

/// How many games had each number of something.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Histogram(pub BTreeMap<u32, u64>);

/// How long people are taken to think about a decision, and to do what they decided, in seconds.
pub const PACE: u64 = 10;

/// The results of one seat, or of one place in the turn order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeatTotals {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Games in which it came first, alone or with others: best in the ranking, unless all lost alike, or a winner if
    /// there is no ranking.
    pub first: u64,
    /// The sum of the scores of its wins, and how many wins had a score.
    pub scores: i64,
    pub scored: u64,
}

/// The most extreme game of a kind; among equals, the one with the lowest number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Extreme {
    pub game: u64,
    /// How much it has of what it is extreme in.
    pub has: u64,
}

impl Histogram {
    /// Decisions as whole minutes, if each takes [`PACE`] seconds.
    pub fn in_minutes(&self) -> Histogram {
        let mut minutes = Histogram::default();
        for (decisions, games) in &self.0 {
            let seconds = u64::from(*decisions) * PACE;
            let whole = (seconds + 30) / 60;
            *minutes.0.entry(whole as u32).or_default() += games;
        }
        minutes
    }

    fn add(&mut self, count: u32) {
        *self.0.entry(count).or_default() += 1;
    }

    fn merge(&mut self, other: &Histogram) {
        other
            .0
            .iter()
            .for_each(|(count, games)| *self.0.entry(*count).or_default() += games);
    }
}

impl SeatTotals {
    fn add(&mut self, verdict: Verdict, first: bool, score: Option<i32>) {
        self.first += u64::from(first);
        match verdict {
            Verdict::Draw => self.draws += 1,
            Verdict::Loss => self.losses += 1,
            Verdict::Win => {
                self.wins += 1;
                self.scores += i64::from(score.unwrap_or_default());
                self.scored += u64::from(score.is_some());
            }
        }
    }

    fn merge(&mut self, other: &SeatTotals) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.first += other.first;
        self.scores += other.scores;
        self.scored += other.scored;
    }
}

impl Totals {
    /// The totals of no games, for a number of seats, of counts and of counters, and for ratios (each as the indices of two counts).
    pub fn new(seats: usize, (counts, counters): (usize, usize), ratios: usize) -> Totals {
        Totals {
            counters: vec![CounterTotals::default(); counters],
            cut_counts: vec![Histogram::default(); counts],
            seats: vec![SeatTotals::default(); seats],
            places: vec![SeatTotals::default(); seats],
            counts: vec![Histogram::default(); counts],
            ratios: vec![Pairs::default(); ratios],
            most: vec![None; counts],
            ..Totals::default()
        }
    }

    /// Adds one game. `length` is the index of the count that tells how long it is; of ratios, those of two counts.
    pub fn add(
        &mut self,
        number: u64,
        played: &Played,
        (length, ratios): (usize, &[(usize, usize)]),
    ) {
        let counts = &played.counts;
        let Some(outcome) = &played.outcome else {
            self.cut += 1;
            self.first_cut = self.first_cut.into_iter().chain([number]).min();
            self.cut_counts
                .iter_mut()
                .zip(counts)
                .for_each(|(all, count)| all.add(*count));
            return;
        };
        self.games += 1;
        self.moves += played.moves;
        self.decisions.add(played.decisions);
        self.counts
            .iter_mut()
            .zip(counts)
            .for_each(|(all, count)| all.add(*count));
        for (pairs, (top, bottom)) in self.ratios.iter_mut().zip(ratios) {
            pairs.add(counts[*top], counts[*bottom]);
        }
        for score in outcome.scores.iter().flatten() {
            *self.scores.0.entry(*score).or_default() += 1;
        }
        let counters = played.counters.iter();
        for (counter, ended) in self.counters.iter_mut().zip(counters) {
            counter.add(*ended);
        }
        let won = outcome.verdicts.contains(&Verdict::Win);
        self.won += u64::from(won);
        if let Some(length) = counts.get(length).filter(|_| won) {
            self.lengths_won.add(*length);
        }
        self.all_won += u64::from(
            outcome
                .verdicts
                .iter()
                .all(|verdict| *verdict == Verdict::Win),
        );
        let seats = outcome.verdicts.len();
        let is_level = |first: &Vec<Seat>| seats > 1 && !won && first.len() == seats;
        for (seat, verdict) in outcome.verdicts.iter().enumerate() {
            let first = match outcome.ranking.first() {
                // Of players who all lost, and are all equally good, none is first.
                Some(first) if is_level(first) => false,
                Some(first) => first.contains(&(seat as Seat)),
                None => *verdict == Verdict::Win,
            };
            let score = outcome.scores.get(seat).copied().flatten();
            self.seats[seat].add(*verdict, first, score);
            if let Some(began) = played.began.map(usize::from) {
                let seats = self.places.len();
                self.places[(seat + seats - began) % seats].add(*verdict, first, score);
            }
        }
        let this = |has: u64| Some(Extreme { game: number, has });
        self.longest = most(self.longest, this(played.moves));
        self.shortest = least(self.shortest, this(played.moves));
        for (all, count) in self
            .most
            .iter_mut()
            .zip(counts)
            .filter(|(_, count)| **count > 0)
        {
            *all = most(*all, this(u64::from(*count)));
        }
    }

    /// Adds other totals.
    pub fn merge(mut self, other: &Totals) -> Totals {
        self.games += other.games;
        self.cut += other.cut;
        self.moves += other.moves;
        self.decisions.merge(&other.decisions);
        self.won += other.won;
        self.all_won += other.all_won;
        self.seats
            .iter_mut()
            .zip(&other.seats)
            .for_each(|(mine, theirs)| mine.merge(theirs));
        self.places
            .iter_mut()
            .zip(&other.places)
            .for_each(|(mine, theirs)| mine.merge(theirs));
        self.counts
            .iter_mut()
            .zip(&other.counts)
            .for_each(|(mine, theirs)| mine.merge(theirs));
        self.cut_counts
            .iter_mut()
            .zip(&other.cut_counts)
            .for_each(|(mine, theirs)| mine.merge(theirs));
        self.ratios
            .iter_mut()
            .zip(&other.ratios)
            .for_each(|(mine, theirs)| mine.merge(theirs));
        self.lengths_won.merge(&other.lengths_won);
        self.longest = most(self.longest, other.longest);
        self.shortest = least(self.shortest, other.shortest);
        self.most
            .iter_mut()
            .zip(&other.most)
            .for_each(|(mine, theirs)| *mine = most(*mine, *theirs));
        self.first_cut = self.first_cut.into_iter().chain(other.first_cut).min();
        for (score, times) in &other.scores.0 {
            *self.scores.0.entry(*score).or_default() += times;
        }
        self.counters
            .iter_mut()
            .zip(&other.counters)
            .for_each(|(mine, theirs)| mine.merge(theirs));
        self.usage.merge(&other.usage);
        self
    }

    /// All games, including those that were cut.
    pub fn played(&self) -> u64 {
        self.games + self.cut
    }

    /// Whether it has as many seats, counts and ratios as another, so that they can be added.
    pub fn is_like(&self, other: &Totals) -> bool {
        let shape = |totals: &Totals| {
            let Totals {
                seats,
                places,
                counts,
                cut_counts,
                ratios,
                most,
                counters,
                ..
            } = totals;
            [
                counters.len(),
                seats.len(),
                places.len(),
                counts.len(),
                cut_counts.len(),
                ratios.len(),
                most.len(),
            ]
        };
        shape(self) == shape(other)
    }
}

fn most(one: Option<Extreme>, other: Option<Extreme>) -> Option<Extreme> {
    one.into_iter()
        .chain(other)
        .max_by_key(|it| (it.has, std::cmp::Reverse(it.game)))
}

fn least(one: Option<Extreme>, other: Option<Extreme>) -> Option<Extreme> {
    one.into_iter()
        .chain(other)
        .min_by_key(|it| (it.has, it.game))
}
