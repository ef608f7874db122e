//! The particulars of this game's events, as facts from which sentences are built.

use serde_json::json;

use super::position::Position;
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout;
use crate::games::dungeonbuilders::data::tile;
use crate::games::piecepack::VALUES;
use crate::games::shared::described::cell;
use crate::games::shared::event::{Particular, Told};
use crate::games::shared::fact::Fact;

/// A tile by its code.
pub struct Tile(pub tile::Tile);

impl Particular<Builders> for Tile {
    fn tell(&self, _: &Builders, _: &Position) -> Told {
        Told::new(self.0.to_string(), self.0.to_string())
    }

    fn specimens(_: &Builders) -> Vec<Tile> {
        vec![Tile(tile::Tile::ENTRANCE)]
    }
}

/// The cell of a tile, as in snapshots and corrections: "3e 1s".
pub struct Cell(pub layout::Cell);

impl Particular<Builders> for Cell {
    fn tell(&self, _: &Builders, _: &Position) -> Told {
        let (x, y) = self.0;
        Told::new(json!(self.0), cell((x.into(), y.into())))
    }

    fn specimens(_: &Builders) -> Vec<Cell> {
        vec![Cell((3, -1))]
    }
}

/// An open coin: its `value`, and whether it is a `potion` or a `sword`.
pub struct Coin(pub u8);

impl Coin {
    pub fn noun(&self) -> Fact {
        let is = |value: u8| (self.0 == value).into();
        Fact::noun(
            "coin",
            [("value", self.0.into()), ("potion", is(super::position::POTION)), ("sword", is(super::position::SWORD))],
        )
    }
}

impl Particular<Builders> for Coin {
    fn tell(&self, _: &Builders, _: &Position) -> Told {
        Told::new(self.0, self.noun())
    }

    fn specimens(_: &Builders) -> Vec<Coin> {
        (0..VALUES as u8).map(Coin).collect()
    }
}

/// A coin being placed, open or not.
pub struct Placed(pub Option<u8>);

impl Particular<Builders> for Placed {
    fn tell(&self, _: &Builders, _: &Position) -> Told {
        Told::new(json!(self.0), self.0.map_or(Fact::None, |value| Coin(value).noun()))
    }

    fn specimens(_: &Builders) -> Vec<Placed> {
        vec![Placed(None), Placed(Some(3))]
    }
}
