//! Places in the dungeon that answers point to: on the map, in pictures and on the page.

use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::Cell;
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::dungeonbuilders::rules::moves::Move;
use crate::games::dungeonbuilders::rules::noun;
use crate::games::dungeonbuilders::rules::position::Position;
use crate::referee::Game;

/// A place that an answer points to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkedPlace {
    Tile(Tile),
    /// A cell without a tile.
    Cell(Cell),
}

/// A place that an answer points to, with its name.
pub(super) struct Mark {
    pub at: MarkedPlace,
    pub name: String,
}

impl Mark {
    /// The cell, if no tile is there yet.
    pub fn cell(&self) -> Option<Cell> {
        match self.at {
            MarkedPlace::Cell(cell) => Some(cell),
            MarkedPlace::Tile(_) => None,
        }
    }
}

impl Builders {
    /// The tile or empty cell of the dungeon that an answer points to.
    pub(super) fn mark(&self, p: &Position, mv: Move) -> Option<Mark> {
        let tile = |tile: Tile| Mark {
            at: MarkedPlace::Tile(tile),
            name: tile.to_string(),
        };
        let cell = |tile: Option<Tile>, cell: Cell| {
            let name =
                noun::Spot::code(&noun::Spot::near(&p.layout, cell, tile)).unwrap_or_default();
            Mark {
                at: MarkedPlace::Cell(cell),
                name,
            }
        };
        match mv {
            Move::PlaceCoin(to) | Move::Go(to) | Move::Lift(to) => Some(tile(to)),
            Move::Lay(to) => Some(cell(p.tile, to)),
            Move::Put(tile, to) => Some(cell(Some(tile), to)),
            _ => None,
        }
    }

    /// The places that current answers point to, each once.
    pub(super) fn marks(&self, p: &Position) -> Vec<Mark> {
        let mut marks: Vec<Mark> = Vec::new();
        for mark in self.legal(p).into_iter().filter_map(|mv| self.mark(p, mv)) {
            if marks.iter().all(|known| known.at != mark.at) {
                marks.push(mark);
            }
        }
        marks
    }
}
