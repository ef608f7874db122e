//! The set-up, step by step.

use super::super::Crawl;
use super::super::rules::noun::Seating;
use crate::games::shared::phrase::phrases;

phrases! {
    /// A step of the set-up.
    pub enum Layout of Crawl, in "setup";

    Tiles = "tiles";
    Coins = "coins";
    Suits { seats: Vec<Seating> } = "suits";
    Corners { seats: Vec<Seating> } = "corners";
    First = "first";
}

impl Crawl {
    pub(super) fn layout(&self) -> Vec<Layout> {
        let seats = || (0..self.players.len() as u8).map(Seating).collect();
        vec![
            Layout::Tiles,
            Layout::Coins,
            Layout::Suits { seats: seats() },
            Layout::Corners { seats: seats() },
            Layout::First,
        ]
    }
}
