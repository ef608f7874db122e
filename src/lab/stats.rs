//! The formulas of a report. Every interval is a 95 % interval.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

use crate::referee::bot::below;

/// The z-score of a two-sided 95 % interval.
pub const Z: f64 = 1.96;

/// The z-score of an interval where this many are to hold together, at level 1 - 0.05 / `rows` (Bonferroni). It uses the rational
/// approximation 26.2.23 of Abramowitz and Stegun, whose error is below 0.0005.
pub fn z_of(rows: usize) -> f64 {
    let tail = 0.025 / rows.max(1) as f64;
    let t = (-2.0 * tail.ln()).sqrt();
    let above = 2.515517 + t * (0.802853 + t * 0.010328);
    let below = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    t - above / below
}

/// How often something was the case.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    pub count: u64,
    pub of: u64,
    /// The rate from 0 to 1; 0 for no cases.
    pub rate: f64,
    /// The 95 % interval, Wilson's: it also holds for few games, and for none or all of them.
    pub low: f64,
    pub high: f64,
}

impl Share {
    pub fn new(count: u64, of: u64) -> Share {
        if of == 0 {
            return Share {
                count,
                of,
                rate: 0.0,
                low: 0.0,
                high: 1.0,
            };
        }
        let n = of as f64;
        let p = count as f64 / of as f64;
        let square = Z * Z;
        let middle = (p + square / (2.0 * n)) / (1.0 + square / n);
        let half = Z * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt() / (1.0 + square / n);
        Share {
            count,
            of,
            rate: p,
            low: (middle - half).max(0.0),
            high: (middle + half).min(1.0),
        }
    }

    /// The half-width of the interval.
    pub fn half(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    pub mean: f64,
    /// The half-width of the interval: 1.96 standard errors.
    pub error: f64,
}

impl Mean {
    /// The mean of `n` numbers with this sum and sum of squares.
    pub fn new(n: u64, sum: i128, squares: i128) -> Mean {
        let of = n.max(1) as f64;
        let mean = sum as f64 / of;
        let variance = (squares as f64 - sum as f64 * mean).max(0.0) / (of - 1.0).max(1.0);
        Mean {
            mean,
            error: Z * (variance / of).sqrt(),
        }
    }

    /// The same if `rows` intervals are to hold together.
    pub fn among(self, rows: usize) -> Mean {
        Mean {
            error: self.error * z_of(rows) / Z,
            ..self
        }
    }

    /// Multiplied by this number.
    pub fn times(self, factor: f64) -> Mean {
        Mean {
            mean: self.mean * factor,
            error: self.error * factor,
        }
    }

    /// Whether it is distinguishable from zero.
    pub fn is_significant(&self) -> bool {
        self.mean.abs() > self.error
    }
}

/// The smallest difference that is detected with a probability of 80 %, 2.8 standard errors, where intervals have this half-width.
pub fn detectable(half: f64) -> f64 {
    2.8 * half / Z
}

/// The interval of a mean by bootstrap, given how many games had each number: the 2.5th and 97.5th percentile of the means of 2000
/// resamples of the games (Efron 1979). It always uses the same random numbers.
pub fn bootstrap(counts: &BTreeMap<u32, u64>) -> [f64; 2] {
    const RESAMPLES: usize = 2_000;
    let games: Vec<u32> = counts
        .iter()
        .flat_map(|(count, games)| {
            std::iter::repeat_n(*count, usize::try_from(*games).unwrap_or(0))
        })
        .collect();
    let mut luck = ChaCha8Rng::seed_from_u64(RESAMPLES as u64);
    let mut sum = || {
        games
            .iter()
            .map(|_| u64::from(games[below(games.len() as u32, &mut luck) as usize]))
            .sum::<u64>()
    };
    let mut sums: Vec<u64> = (0..RESAMPLES).map(|_| sum()).collect();
    sums.sort_unstable();
    [RESAMPLES / 40, RESAMPLES - 1 - RESAMPLES / 40]
        .map(|at| sums[at] as f64 / games.len().max(1) as f64)
}

/// The difference between two shares over strata, as (won, of) of one and of the other, weighted by how much each stratum tells
/// (Mantel and Haenszel 1959), with how many cases of the one it compares. The cases of the one are of different games. Games of
/// the other may be in several strata: its error is the largest that this allows.
pub fn difference(strata: impl Iterator<Item = [(u64, u64); 2]>) -> (Mean, u64) {
    let mut cases = 0;
    let mut weights = 0.0;
    let mut mean = 0.0;
    let mut variance = 0.0;
    let mut other_error = 0.0;
    let (mut pooled, mut other_pooled) = ((0, 0), (0, 0));
    for [(won, of), (other_won, other_of)] in
        strata.filter(|strata| strata.iter().all(|(_, of)| *of > 0))
    {
        let n = of as f64;
        let m = other_of as f64;
        let p = won as f64 / n;
        let q = other_won as f64 / m;
        let weight = n * m / (n + m);
        cases += of;
        pooled = (pooled.0 + won, pooled.1 + of);
        other_pooled = (other_pooled.0 + other_won, other_pooled.1 + other_of);
        weights += weight;
        mean += weight * (p - q);
        variance += weight * weight * p * (1.0 - p) / n;
        other_error += weight * (q * (1.0 - q) / m).sqrt();
    }
    if cases == 0 {
        return (
            Mean {
                mean: 0.0,
                error: f64::INFINITY,
            },
            0,
        );
    }
    variance += weights * weights * variance_of_one_result(pooled);
    let other_variance =
        other_error * other_error + weights * weights * variance_of_one_result(other_pooled);
    (
        Mean {
            mean: mean / weights,
            error: Z * (variance + other_variance).sqrt() / weights,
        },
        cases,
    )
}

/// The variance of a share whose cases all had one result, which does not prove that they always have: that of the middle of Wilson's
/// interval. 0 for others.
fn variance_of_one_result((won, of): (u64, u64)) -> f64 {
    if won != 0 && won != of {
        return 0.0;
    }
    let n = of as f64;
    let square = Z * Z;
    let middle = (won as f64 + square / 2.0) / (n + square);
    middle * (1.0 - middle) / n
}

/// Sums over pairs of numbers, one pair per game. They are whole numbers, so the order of adding does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Pairs {
    pub top: i64,
    pub bottom: i64,
    pub top_squares: i64,
    pub bottom_squares: i64,
    pub products: i64,
}

impl Pairs {
    pub fn add(&mut self, top: u32, bottom: u32) {
        let (top, bottom) = (i64::from(top), i64::from(bottom));
        self.top += top;
        self.bottom += bottom;
        self.top_squares += top * top;
        self.bottom_squares += bottom * bottom;
        self.products += top * bottom;
    }

    pub fn merge(&mut self, other: &Pairs) {
        self.top += other.top;
        self.bottom += other.bottom;
        self.top_squares += other.top_squares;
        self.bottom_squares += other.bottom_squares;
        self.products += other.products;
    }

    /// The amount of one for each of the other, over `n` games. Games are the unit, by the delta method.
    pub fn ratio(&self, n: u64) -> Option<Mean> {
        if self.bottom == 0 {
            return None;
        }
        let of = n.max(1) as f64;
        let top = self.top as f64;
        let bottom = self.bottom as f64;
        let ratio = top / bottom;
        let squares = self.top_squares as f64 - 2.0 * ratio * self.products as f64
            + ratio * ratio * self.bottom_squares as f64;
        let variance = squares.max(0.0) / (of - 1.0).max(1.0);
        Some(Mean {
            mean: ratio,
            error: Z * (variance / of).sqrt() / (bottom / of),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of Brown, Cai and DasGupta (2001): 10 of 100, none of 20.
    #[test]
    fn shares_have_wilsons_interval() {
        let share = Share::new(10, 100);
        assert!(
            (share.low - 0.0552).abs() < 1e-3 && (share.high - 0.1744).abs() < 1e-3,
            "{share:?}"
        );
        let none = Share::new(0, 20);
        assert!(
            none.low == 0.0 && (none.high - 0.1611).abs() < 1e-3,
            "{none:?}"
        );
        assert_eq!((Share::new(0, 0).low, Share::new(0, 0).high), (0.0, 1.0));
    }

    #[test]
    fn many_intervals_are_wider() {
        for (rows, z) in [(1, 1.96), (10, 2.81), (12, 2.87), (15, 2.94)] {
            assert!((z_of(rows) - z).abs() < 0.006, "{rows}: {}", z_of(rows));
        }
    }

    #[test]
    fn a_mean_is_told_with_two_standard_errors() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, variance 32/7.
        let mean = Mean::new(8, 40, 232);
        assert!(
            (mean.mean - 5.0).abs() < 1e-9
                && (mean.error - Z * (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-9,
            "{mean:?}"
        );
    }

    /// 98 games with 1 and 2 with 51: a resample has none to five of these.
    #[test]
    fn a_few_games_have_a_lopsided_interval() {
        assert_eq!(bootstrap(&BTreeMap::from([(1, 98), (51, 2)])), [1.0, 3.5]);
        assert_eq!(bootstrap(&BTreeMap::from([(3, 5)])), [3.0, 3.0]);
    }

    /// Two strata: 6 of 10 against 20 of 40, weight 8, and 3 of 10 against 4 of 10, weight 5.
    #[test]
    fn a_difference_is_weighted_by_what_each_stratum_tells() {
        let (found, cases) =
            difference([[(6, 10), (20, 40)], [(3, 10), (4, 10)], [(0, 0), (1, 9)]].into_iter());
        let mean = (8.0 * 0.1 - 5.0 * 0.1) / 13.0;
        let one = (64.0 * 0.24 + 25.0 * 0.21) / 10.0;
        let other = 8.0 * (0.25_f64 / 40.0).sqrt() + 5.0 * (0.24_f64 / 10.0).sqrt();
        let error = Z * (one + other * other).sqrt() / 13.0;
        assert_eq!(cases, 20);
        assert!(
            (found.mean - mean).abs() < 1e-9 && (found.error - error).abs() < 1e-9,
            "{found:?}"
        );
    }

    /// 30 of 30 against 0 of 60: near 97 points, from 81 on by Newcombe's interval.
    #[test]
    fn a_difference_of_one_result_each_is_not_certain() {
        let (found, _) = difference([[(30, 30), (0, 60)]].into_iter());
        assert_eq!(found.mean, 1.0);
        assert!((0.07..0.13).contains(&found.error), "{found:?}");
    }

    #[test]
    fn a_ratio_that_never_varies_is_sure() {
        let mut pairs = Pairs::default();
        (1..=9).for_each(|bottom| pairs.add(3 * bottom, bottom));
        let ratio = pairs.ratio(9).expect("a ratio");
        assert!(
            (ratio.mean - 3.0).abs() < 1e-9 && ratio.error < 1e-9,
            "{ratio:?}"
        );
        assert_eq!(Pairs::default().ratio(9), None);
    }
}
