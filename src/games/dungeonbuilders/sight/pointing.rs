//! What an answer has to do with on the table: tiles, places for them, heroes, coins.

use super::picture::middle;
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::Cell;
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::dungeonbuilders::rules::moves::Move;
use crate::games::dungeonbuilders::rules::position::Position;
use crate::games::piecepack::{Code, Pieces};
use crate::referee::scene::What;
use crate::referee::{Figure, Game, Pointing, Seat};

/// Where an answer points in the dungeon.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    Tile(Tile),
    /// Where no tile lies yet.
    Cell(Cell),
}

/// A place that an answer points at, and what it is called.
pub(super) struct Mark {
    pub at: Spot,
    pub name: String,
}

impl Mark {
    /// Where a tile would lie.
    pub fn cell(&self) -> Option<Cell> {
        match self.at {
            Spot::Cell(cell) => Some(cell),
            Spot::Tile(_) => None,
        }
    }
}

impl Builders {
    pub(crate) fn pointed(&self, p: &Position, mv: Move, seat: Option<Seat>) -> Pointing {
        let Some(pieces) = &self.pieces else { return Pointing::default() };
        let acting = self.view(p, seat).acting();
        let coin = |value: u8| Pointing::face(pieces.value_up(Code { suit: self.suit(acting), value }));
        if let Some(mark) = self.mark(p, mv) {
            let pointing = match mark.at {
                Spot::Tile(tile) => Pointing::piece(&face(pieces, tile)),
                Spot::Cell(cell) => Pointing::place(middle(cell, pieces.tile), (pieces.tile, pieces.tile), true),
            };
            let face = if let Move::Put(tile, _) = mv { Some((face(pieces, tile), 0)) } else { None };
            return Pointing { name: Some(mark.name), face, ..pointing };
        }
        match mv {
            Move::Draw(tile) => Pointing::face(face(pieces, tile)),
            Move::Join { anchor, quarters, .. } => Pointing {
                face: Some((face(pieces, anchor), quarters)),
                group: Some(format!("at {anchor}")),
                ..Pointing::piece(&face(pieces, anchor))
            },
            Move::Coin(value) => coin(value),
            Move::Starter(seat) => Pointing::piece(&pieces.pawn(self.suit(seat))),
            Move::Roll(value) => Pointing::face(pieces.die(self.suit(acting), value)),
            _ => Pointing::default(),
        }
    }

    pub(crate) fn figured(&self, p: &Position, seat: Seat) -> Figure {
        let view = self.view(p, None);
        let piece = self.pieces.as_ref().map(|pieces| pieces.pawn(self.suit(seat)));
        Figure { piece, standing: format!("{} gold, power {}", view.gold(seat), view.power(seat)) }
    }

    /// The tile or the empty cell of the dungeon that an answer points at.
    fn mark(&self, p: &Position, mv: Move) -> Option<Mark> {
        let tile = |tile: Tile| Mark { at: Spot::Tile(tile), name: tile.to_string() };
        let cell =
            |tile: Option<Tile>, cell: Cell| Mark { at: Spot::Cell(cell), name: self.place_short(&p.layout, tile, cell) };
        match mv {
            Move::PlaceCoin(to) | Move::Go(to) | Move::Lift(to) => Some(tile(to)),
            Move::Lay(to) => Some(cell(p.tile, to)),
            Move::Put(tile, to) => Some(cell(Some(tile), to)),
            _ => None,
        }
    }

    /// What may be answered in the dungeon, each place once.
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

fn face(pieces: &Pieces, tile: Tile) -> What {
    match tile.suit() {
        Some(suit) => pieces.tile(Code { suit, value: tile.value() as u8 }),
        None => pieces.tile_back(),
    }
}
