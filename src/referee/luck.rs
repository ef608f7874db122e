//! The luck sheet: what every source of chance gave, next to what was to be expected, and whether that looks fair.
//!
//! The expectation is the sum, over all draws, of the probability that each result really had at the time: a deck that has run out
//! of kings is not expected to yield one.

use serde::Serialize;

use super::By;

/// With fewer draws than this, no test is made.
pub const MIN_DRAWS: usize = 60;
/// Results with a lower expected count are pooled: the test does not hold for small numbers (Cochran's rule).
const MIN_EXPECTED: f64 = 5.0;

/// What a source gave when settled by the program, or by the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Tally {
    /// The source's name: "combat die".
    pub source: &'static str,
    /// Whether the program settled these draws; otherwise the table did.
    pub by_program: bool,
    pub draws: usize,
    /// In the order in which they first became possible.
    pub results: Vec<Count>,
    /// `None` if there are too few draws, or the results are too rare to judge.
    pub fit: Option<Fit>,
}

/// One result of a source.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Count {
    /// Its stable name.
    pub id: String,
    /// The result in a few words.
    pub text: String,
    pub count: usize,
    /// How often it was expected to come.
    pub expected: f64,
}

/// How well the counts fit the expectation: Pearson's chi-square test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Fit {
    pub chi_square: f64,
    /// Degrees of freedom.
    pub freedom: usize,
    /// The probability, 0 to 1, that fair chance is at least this uneven.
    pub p: f64,
}

impl Tally {
    /// The test's verdict in plain words, and in how many games, its `{games}`, fair luck looks so once; `None` if no test was
    /// made. It states odds and makes no accusation.
    pub fn verdict(&self) -> Option<(&'static str, u64)> {
        let p = self.fit?.p;
        let once_in = (1.0 / p.max(1e-6)).round() as u64;
        let verdict = match p {
            p if p >= 0.1 => "looks fair",
            p if p >= 0.01 => "a little uneven, as fair luck is once in {games} games",
            p if p >= 0.000_1 => "strikingly uneven: fair luck is like this once in {games} games",
            _ => "strikingly uneven: fair luck is like this less than once in 10,000 games",
        };
        Some((verdict, once_in))
    }
}

/// Tallies, kept draw by draw.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    tallies: Vec<Tally>,
}

impl Sheet {
    /// Adds a draw: everything that was possible, as `(id, text, weight)`, and what came.
    pub fn add(
        &mut self,
        source: &'static str,
        by: By,
        possible: &[(String, String, u32)],
        came: &str,
    ) {
        let by_program = by == By::Program;
        let same = |tally: &Tally| tally.source == source && tally.by_program == by_program;
        let at = self.tallies.iter().position(same).unwrap_or_else(|| {
            self.tallies.push(Tally {
                source,
                by_program,
                draws: 0,
                results: Vec::new(),
                fit: None,
            });
            self.tallies.len() - 1
        });
        let tally = &mut self.tallies[at];
        tally.draws += 1;
        let total: f64 = possible
            .iter()
            .map(|(_, _, weight)| f64::from(*weight))
            .sum();
        for (id, text, weight) in possible {
            let at = tally
                .results
                .iter()
                .position(|result| result.id == *id)
                .unwrap_or_else(|| {
                    tally.results.push(Count {
                        id: id.clone(),
                        text: text.clone(),
                        count: 0,
                        expected: 0.0,
                    });
                    tally.results.len() - 1
                });
            tally.results[at].expected += f64::from(*weight) / total.max(1.0);
            tally.results[at].count += usize::from(id == came);
        }
    }

    /// The sheet with its judgements.
    pub fn finish(mut self) -> Vec<Tally> {
        for tally in self
            .tallies
            .iter_mut()
            .filter(|tally| tally.draws >= MIN_DRAWS)
        {
            let counts: Vec<(f64, f64)> = tally
                .results
                .iter()
                .map(|it| (it.count as f64, it.expected))
                .collect();
            tally.fit = fit(&counts);
        }
        self.tallies
    }
}

/// Tests pairs of observed and expected counts. `None` if fewer than two groups are common enough.
pub fn fit(counts: &[(f64, f64)]) -> Option<Fit> {
    let mut sorted = counts.to_vec();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut groups: Vec<(f64, f64)> = Vec::new();
    for (count, expected) in sorted {
        match groups.last_mut().filter(|last| last.1 < MIN_EXPECTED) {
            Some(last) => *last = (last.0 + count, last.1 + expected),
            None => groups.push((count, expected)),
        }
    }
    if let [.., before, last] = groups.as_mut_slice()
        && last.1 < MIN_EXPECTED
    {
        *before = (before.0 + last.0, before.1 + last.1);
        groups.pop();
    }
    let freedom = groups.len().checked_sub(1).filter(|freedom| *freedom > 0)?;
    let chi_square = groups
        .iter()
        .map(|(count, expected)| (count - expected).powi(2) / expected)
        .sum();
    Some(Fit {
        chi_square,
        freedom,
        p: beyond(chi_square, freedom),
    })
}

/// The chance that chi-square with the given degrees of freedom is this large or larger: the upper incomplete gamma function
/// Q(freedom / 2, square / 2), built up from Q(1/2, x) = erfc(√x) or Q(1, x) = e^-x by Q(a+1, x) = Q(a, x) + x^a e^-x / Γ(a+1)
/// (DLMF 8.8.6).
pub fn beyond(square: f64, freedom: usize) -> f64 {
    let x = square / 2.0;
    if x <= 0.0 {
        return 1.0;
    }
    let odd = freedom % 2 == 1;
    let mut a = if odd { 0.5 } else { 1.0 };
    let mut q = if odd { erfc(x.sqrt()) } else { (-x).exp() };
    // x^a e^-x / Γ(a+1); Γ(3/2) is √π / 2.
    let mut term = if odd {
        x.sqrt() * (-x).exp() * 2.0 / std::f64::consts::PI.sqrt()
    } else {
        x * (-x).exp()
    };
    while a + 0.25 < freedom as f64 / 2.0 {
        q += term;
        a += 1.0;
        term *= x / a;
    }
    q.clamp(0.0, 1.0)
}

/// The complementary error function of a number from 0, to 1.2e-7 of its value (Numerical Recipes, 6.2).
fn erfc(x: f64) -> f64 {
    const FACTORS: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + 0.5 * x);
    t * (FACTORS
        .iter()
        .rev()
        .fold(0.0, |sum, factor| sum * t + factor)
        - x * x)
        .exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The 5 % and 0.1 % points of the usual tables (NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4).
    #[test]
    fn chi_square_has_its_known_points() {
        let points = [
            (1, 3.841, 10.828),
            (2, 5.991, 13.816),
            (3, 7.815, 16.266),
            (5, 11.070, 20.515),
            (6, 12.592, 22.458),
            (11, 19.675, 31.264),
            (40, 55.758, 73.402),
        ];
        for (freedom, twentieth, thousandth) in points {
            assert!(
                (beyond(twentieth, freedom) - 0.05).abs() < 2e-5,
                "{freedom}: {}",
                beyond(twentieth, freedom)
            );
            assert!(
                (beyond(thousandth, freedom) - 0.001).abs() < 2e-6,
                "{freedom}: {}",
                beyond(thousandth, freedom)
            );
        }
        assert_eq!(beyond(0.0, 3), 1.0);
    }

    /// Weldon's dice (1894), on which Pearson showed his test (1900): how many of 12 dice had a five or a six, in 26,306 throws.
    /// With ten and more together, the sum by hand is 35.49.
    #[test]
    fn weldons_dice_were_not_fair() {
        let seen = [
            185, 1149, 3265, 5475, 6114, 5194, 3067, 1331, 403, 105, 14, 4, 0,
        ]
        .map(f64::from);
        let binomial = |k: usize| {
            let ways = (0..k).fold(1.0, |ways, i| ways * (12 - i) as f64 / (i + 1) as f64);
            26_306.0 * ways * (1.0f64 / 3.0).powi(k as i32) * (2.0f64 / 3.0).powi(12 - k as i32)
        };
        let counts: Vec<(f64, f64)> = seen
            .iter()
            .enumerate()
            .map(|(k, seen)| (*seen, binomial(k)))
            .collect();
        let fit = fit(&counts).unwrap();
        assert_eq!(fit.freedom, 10);
        assert!((fit.chi_square - 35.49).abs() < 0.01, "{fit:?}");
        assert!((0.000_05..0.000_2).contains(&fit.p));
    }

    fn sheet(rolls: &[usize]) -> Tally {
        let mut sheet = Sheet::default();
        let possible: Vec<(String, String, u32)> = (1..=6)
            .map(|n| (format!("roll:{n}"), n.to_string(), 1))
            .collect();
        for roll in rolls {
            sheet.add("die", By::Table, &possible, &format!("roll:{roll}"));
        }
        sheet.finish().remove(0)
    }

    #[test]
    fn few_rolls_are_not_judged_and_many_are_in_plain_words() {
        let even: Vec<usize> = (0..60).map(|roll| roll % 6 + 1).collect();
        assert_eq!(sheet(&even[..59]).verdict(), None);
        let tally = sheet(&even);
        assert_eq!(
            (tally.draws, tally.by_program, tally.results[5].count),
            (60, false, 10)
        );
        assert_eq!(
            tally.verdict().map(|(verdict, _)| verdict),
            Some("looks fair")
        );
        let loaded: Vec<usize> = (0..60)
            .map(|roll| if roll < 30 { 6 } else { roll % 6 + 1 })
            .collect();
        assert!(
            sheet(&loaded)
                .verdict()
                .unwrap()
                .0
                .starts_with("strikingly uneven")
        );
    }

    #[test]
    fn what_could_not_come_is_not_expected() {
        let mut sheet = Sheet::default();
        let deck = |a: u32, b: u32| {
            [
                ("a".to_owned(), "an ace".to_owned(), a),
                ("b".to_owned(), "a bug".to_owned(), b),
            ]
        };
        sheet.add("deck", By::Program, &deck(1, 1), "a");
        sheet.add("deck", By::Program, &deck(0, 1)[1..], "b");
        let tally = sheet.finish().remove(0);
        let told: Vec<(usize, f64)> = tally
            .results
            .iter()
            .map(|result| (result.count, result.expected))
            .collect();
        assert_eq!(told, [(1, 0.5), (1, 1.5)]);
        assert_eq!(tally.fit, None);
    }
}
