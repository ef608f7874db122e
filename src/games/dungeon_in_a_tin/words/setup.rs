//! The set-up, step by step.

use super::super::Dungeon;
use super::super::rules::noun::Tile;
use crate::games::dungeon_in_a_tin::data::Mark;
use crate::games::shared::noun::{Flag, Number};
use crate::games::shared::phrase::phrases;

phrases! {
    /// A step of the set-up.
    pub enum SetupStep of Dungeon, in "setup";

    Sets { sets: Number, start: Tile, last: Tile } = "sets";
    Start { start: Tile, several: Flag } = "start";
    Stack { last: Tile, a: Number, b: Number } = "stack";
    Status { hearts: Number } = "status";
    Cards { closed: Flag } = "cards";
    Treasure = "treasure";
    Potion = "potion";
    Discards = "discards";
}

impl Dungeon {
    pub(super) fn layout(&self) -> Vec<SetupStep> {
        let sets = self.players.len();
        let (start, last) = (|| Tile(self.data.start), || Tile(self.data.last));
        let count = |mark| {
            let tiles = self.data.tiles.iter().filter(|tile| tile.mark == mark);
            Number(tiles.map(|tile| i64::from(tile.copies)).sum::<i64>() * sets as i64)
        };
        let mut steps = Vec::new();
        if sets > 1 {
            steps.push(SetupStep::Sets {
                sets: Number(sets as i64),
                start: start(),
                last: last(),
            });
        }
        steps.extend([
            SetupStep::Start {
                start: start(),
                several: Flag(sets > 1),
            },
            SetupStep::Stack {
                last: last(),
                a: count(Mark::A),
                b: count(Mark::B),
            },
            SetupStep::Status {
                hearts: Number::of(self.data.hearts),
            },
            SetupStep::Cards {
                closed: Flag(!self.options.open_hands),
            },
            SetupStep::Treasure,
        ]);
        if sets == 1 {
            steps.push(SetupStep::Potion);
        }
        steps.push(SetupStep::Discards);
        steps
    }
}
