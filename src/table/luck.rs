//! The luck sheet in words.

use std::sync::Arc;

use crate::kit::Language;
use crate::kit::language::{decimal, say};
use crate::referee::luck::{Count, MIN_DRAWS, Tally};

/// If a source has more results than this, those that neither came nor were expected are combined.
const MANY: usize = 8;

/// A line for every source and hand: how often each result came, how often it was expected, and what the test says.
pub fn lines(tallies: &[Tally], language: Option<&Arc<Language>>) -> Vec<String> {
    let mut lines: Vec<String> = tallies.iter().map(|tally| line(tally, language)).collect();
    match lines.is_empty() {
        true => lines.push(say(
            language,
            "So far chance has decided nothing that all may see.",
            &[],
        )),
        false if tallies.iter().all(|tally| tally.fit.is_none()) => {
            let text = "Whether that looks fair is said after {least} rolls of a die or draws from a deck.";
            lines.push(say(language, text, &[("least", &MIN_DRAWS)]));
        }
        false => {}
    }
    lines
}

/// In tenths, and a half of one rounded up, as people do.
fn half_up(expected: f64) -> f64 {
    (expected * 10.0).round() / 10.0
}

/// "combat die, 62 by the program: 1 x9 (10.3), 2 x12 (10.3), ...; looks fair."
fn line(tally: &Tally, language: Option<&Arc<Language>>) -> String {
    let head = if tally.by_program {
        "{source}, {count} by the program: {results}"
    } else {
        "{source}, {count} by the table: {results}"
    };
    let rare = |it: &&Count| tally.results.len() > MANY && it.count == 0 && it.expected < 1.0;
    let (rest, told): (Vec<&Count>, Vec<&Count>) = tally.results.iter().partition(rare);
    let times = |text: &str, count: usize, expected: f64| {
        format!(
            "{text} x{count} ({})",
            decimal(language, format!("{:.1}", half_up(expected)))
        )
    };
    let mut counts: Vec<String> = told
        .iter()
        .map(|it| times(&it.text, it.count, it.expected))
        .collect();
    if !rest.is_empty() {
        let expected: f64 = rest.iter().map(|it| it.expected).sum();
        let others = say(language, "any of {count} others", &[("count", &rest.len())]);
        counts.push(times(&others, 0, expected));
    }
    let verdict = tally
        .verdict()
        .map_or_else(String::new, |(verdict, games)| {
            format!("; {}", say(language, verdict, &[("games", &games)]))
        });
    let source = say(language, tally.source, &[]);
    let told = say(
        language,
        head,
        &[
            ("source", &source),
            ("count", &tally.draws),
            ("results", &counts.join(", ")),
        ],
    );
    format!("{told}{verdict}.")
}

/// A legend for the numbers in [`lines`].
pub const KEY: &str =
    "The luck so far: each result, how often it came up, and how often it was expected.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_neither_came_nor_was_expected_is_told_together() {
        let count = |at: usize| Count {
            id: format!("draw:F{at}"),
            text: format!("F{at}"),
            count: usize::from(at == 1),
            expected: 0.25,
        };
        let mut tally = Tally {
            source: "fight deck",
            by_program: true,
            draws: 1,
            results: (1..=12).map(count).collect(),
            fit: None,
        };
        assert_eq!(
            line(&tally, None),
            "fight deck, 1 by the program: F1 x1 (0.3), any of 11 others x0 (2.8)."
        );
        tally.results.truncate(2);
        assert_eq!(
            line(&tally, None),
            "fight deck, 1 by the program: F1 x1 (0.3), F2 x0 (0.3)."
        );
    }
}
