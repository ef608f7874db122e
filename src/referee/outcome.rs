//! How a game ended.

use serde::{Deserialize, Serialize};

use super::Seat;

/// One seat's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Win,
    Draw,
    Loss,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Each seat's result, by seat.
    pub verdicts: Vec<Verdict>,
    /// Best first, with seats of equal rank together. Empty if the game does not rank.
    pub ranking: Vec<Vec<Seat>>,
    /// Each seat's score; `None` if the game gives none.
    pub scores: Vec<Option<i32>>,
    /// Whether nobody could win or lose, so that the scores alone tell how it went.
    pub is_scored: bool,
}
