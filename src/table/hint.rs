//! A hint in words: what a search would answer.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use crate::kit::Language;
use crate::kit::language::say;
use crate::referee::search::{Advice, Budget, Hint};
use crate::referee::{Ask, Seat, SessionError, Sitting};
use crate::table::odds::MAY_KNOW_MORE;

/// How many seconds a hint takes by default.
pub const USUAL: u64 = 1;

/// The longest time for a hint, in seconds.
pub const LONGEST: u64 = 60;

/// A share of wins that is known no better than this is not told.
const VAGUE: f64 = 0.2;

/// The most playouts for a hint.
pub const MAX_PLAYOUTS: u32 = 200_000;

/// What is said when there is no hint though hints are allowed.
pub const NONE: &str =
    "there is no hint here: nobody has a choice, or the hint would give away what others hide";

/// A search for this many seconds.
pub fn budget(seconds: u64) -> Budget {
    Budget {
        playouts: MAX_PLAYOUTS,
        time: Some(Duration::from_secs(seconds.clamp(1, LONGEST))),
    }
}

/// The best answer to the question: for a secret one as far as the player who is asked knows, otherwise as far as `viewer` do.
///
/// # Errors
///
/// The table agreed to play without hints.
pub fn of(
    sitting: &dyn Sitting,
    viewer: Option<Seat>,
    budget: Budget,
) -> Result<Option<Hint>, SessionError> {
    let Some(ask) = sitting.ask() else {
        return Ok(None);
    };
    sitting.hint(ask.secret.or(viewer), budget)
}

/// The hint in a line or two: the best answer, and the next, with its share only where that is lower beyond the errors.
pub fn lines(ask: &Ask, hint: &Hint, language: Option<&Arc<Language>>) -> Vec<String> {
    let text = |advice: &Advice| {
        let answer = ask.options.iter().find(|answer| answer.id == advice.id);
        answer
            .map_or(advice.id.as_str(), |answer| answer.text.as_str())
            .to_owned()
    };
    let chance = |advice: &Advice| {
        let [low, high] = [advice.p - advice.error, advice.p + advice.error];
        // No share is below nothing, or above all.
        match low < 0.0 || high > 1.0 {
            true => format!(
                "{:.0} to {:.0} %",
                100.0 * low.max(0.0),
                100.0 * high.min(1.0)
            ),
            false => format!("{:.0} ± {:.0} %", 100.0 * advice.p, 100.0 * advice.error),
        }
    };
    let games = hint.playouts;
    let Some(best) = hint.options.first() else {
        return Vec::new();
    };
    // Where playouts are judged before their end, shares only tell which answer is better.
    let is_won = hint.options.iter().any(|advice| advice.p > 0.0);
    let told = match hint.judged {
        // Where nothing can be won but points, or nothing at all any more.
        0 if !is_won => "Hint: {answer}, judging by {games} playouts.",
        0 if best.error > VAGUE => {
            "Hint: {answer}, though {games} playouts are too few to tell how good it is."
        }
        0 => "Hint: {answer}. It wins {chance}, judging by {games} playouts.",
        _ => "Hint: {answer}, judging by how {games} playouts stood when they were cut short.",
    };
    let with: [(&str, &dyn Display); 3] = [
        ("answer", &text(best)),
        ("chance", &chance(best)),
        ("games", &games),
    ];
    let mut lines = vec![say(language, told, &with)];
    if let Some(next) = hint.options.get(1).filter(|_| is_won || hint.judged > 0) {
        let apart = best.p - next.p > best.error.hypot(next.error);
        let told = match apart {
            true if hint.judged > 0 || next.error > VAGUE => "Next: {answer}.",
            true => "Next: {answer}, {chance}.",
            false => "Next: {answer}, which may be as good.",
        };
        lines.push(say(
            language,
            told,
            &[("answer", &text(next)), ("chance", &chance(next))],
        ));
    }
    if hint.partial {
        lines.push(say(language, MAY_KNOW_MORE, &[]));
    }
    lines
}
