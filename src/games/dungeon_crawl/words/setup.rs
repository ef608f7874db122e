//! The set-up, step by step.

use super::super::Crawl;
use super::super::rules::noun::Seating;
use crate::games::shared::phrase::phrases;

phrases! {
    /// A step of the set-up.
    pub enum SetupStep of Crawl, in "setup";

    Tiles = "tiles";
    Coins = "coins";
    Suits { seats: Vec<Seating> } = "suits";
    Corners { seats: Vec<Seating> } = "corners";
    First = "first";
}

impl Crawl {
    pub(super) fn layout(&self) -> Vec<SetupStep> {
        let seats = || (0..self.players.len() as u8).map(Seating).collect();
        vec![
            SetupStep::Tiles,
            SetupStep::Coins,
            SetupStep::Suits { seats: seats() },
            SetupStep::Corners { seats: seats() },
            SetupStep::First,
        ]
    }
}
