//! A hint in words: what a search would answer.

use std::time::Duration;

use crate::referee::search::{Advice, Budget, Hint};
use crate::referee::{Ask, Seat, Sitting, Trouble};

/// Seconds that a hint takes if nobody says.
pub const USUAL: u64 = 1;

/// A hint takes no longer, in seconds.
pub const LONGEST: u64 = 60;

/// A hint plays no more games out: its tree grows by at most one node each.
pub const MOST_PLAYOUTS: u32 = 200_000;

/// Why there is none, where nobody forbids it.
pub const NONE: &str = "there is no hint: nobody has a choice here, or the hint would tell what others hide";

/// A search of so many seconds.
pub fn budget(seconds: u64) -> Budget {
    Budget { playouts: MOST_PLAYOUTS, time: Some(Duration::from_secs(seconds.clamp(1, LONGEST))) }
}

/// What whoever is asked had better answer: of a secret question as far as that player knows, else as `eyes` do.
///
/// # Errors
///
/// The table agreed on no hints.
pub fn of(sitting: &dyn Sitting, eyes: Option<Seat>, budget: Budget) -> Result<Option<Hint>, Trouble> {
    let Some(ask) = sitting.ask() else { return Ok(None) };
    sitting.hint(ask.secret.or(eyes), budget)
}

/// The hint in a line or two: the best answer, and how much better than the next it is.
pub fn lines(ask: &Ask, hint: &Hint) -> Vec<String> {
    let text = |advice: &Advice| {
        let answer = ask.options.iter().find(|answer| answer.id == advice.id);
        answer.map_or(advice.id.as_str(), |answer| answer.text.as_str()).to_owned()
    };
    let chance = |advice: &Advice| format!("{:.0} ± {:.0} %", 100.0 * advice.p, 100.0 * advice.error);
    let games = hint.playouts;
    let Some(best) = hint.options.first() else { return Vec::new() };
    let mut lines = vec![format!("Hint: {}. It wins {} of {games} games played out.", text(best), chance(best))];
    if let Some(next) = hint.options.get(1) {
        let apart = (best.p - next.p).abs() > best.error.hypot(next.error);
        let doubt = if apart { "" } else { ", which may be as good" };
        lines.push(format!("Next: {}, {}{doubt}.", text(next), chance(next)));
    }
    lines
}
