//! The luck sheet in words.

use crate::referee::luck::{LEAST, Tally};

/// A line for every source and hand: how often each result came, beside how often it was to be expected, and what the test says.
pub fn lines(tallies: &[Tally]) -> Vec<String> {
    let mut lines: Vec<String> = tallies.iter().map(line).collect();
    match lines.is_empty() {
        true => lines.push("Nothing was left to chance so far.".to_owned()),
        false if tallies.iter().all(|tally| tally.fit.is_none()) => {
            lines.push(format!("To say whether that is fair takes {LEAST} rolls of a kind."));
        }
        false => {}
    }
    lines
}

/// "combat die, 62 by the program: 1 x9 (10.3), 2 x12 (10.3), ...; looks fair."
fn line(tally: &Tally) -> String {
    let hand = if tally.by_program { "the program" } else { "the table" };
    let counts = tally.results.iter().map(|it| format!("{} x{} ({:.1})", it.text, it.count, it.expected));
    let counts: Vec<String> = counts.collect();
    let verdict = tally.verdict().map_or_else(String::new, |verdict| format!("; {verdict}"));
    format!("{}, {} by {hand}: {}{verdict}.", tally.source, tally.draws, counts.join(", "))
}

/// What the numbers of [`lines`] are.
pub const KEY: &str = "What chance gave: each result with how often it came, and how often it was to be expected.";
