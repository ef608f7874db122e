//! The set-up, step by step.

use super::super::Builders;
use super::super::rules::noun::{Seating, Suit};
use crate::games::shared::noun::Number;
use crate::games::shared::phrase::phrases;

phrases! {
    /// A step of the set-up.
    pub enum SetupStep of Builders, in "setup";

    Tiles { suits: Vec<Suit> } = "tiles";
    Entrance = "entrance";
    Suits { seats: Vec<Seating> } = "suits";
    Coins = "coins";
    /// What everybody has, and the `goal`.
    Gold { gold: Number, goal: Number } = "gold";
    /// If potions and swords are placed value up.
    OpenItems = "open_items";
}

impl Builders {
    pub(super) fn layout(&self) -> Vec<SetupStep> {
        let count = self.players.len();
        let mut steps = vec![
            SetupStep::Tiles {
                suits: self.tile_suits().iter().copied().map(Suit).collect(),
            },
            SetupStep::Entrance,
            SetupStep::Suits {
                seats: (0..count as u8).map(Seating).collect(),
            },
            SetupStep::Coins,
            SetupStep::Gold {
                gold: Number(count as i64 + 1),
                goal: Number::of(self.options.goal),
            },
        ];
        steps.extend(self.options.open_items.then_some(SetupStep::OpenItems));
        steps
    }
}
