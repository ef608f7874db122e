//! What an answer refers to on the table: tiles, places for them, heroes, coins.

use super::mark::MarkedPlace;
use super::picture::middle;
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::dungeonbuilders::rules::moves::Move;
use crate::games::dungeonbuilders::rules::position::Position;
use crate::games::piecepack::{Code, Pieces};
use crate::referee::scene::What;
use crate::referee::{Figure, Game, Pointing, Seat};

impl Builders {
    pub(crate) fn pointed(&self, p: &Position, mv: Move, seat: Option<Seat>) -> Pointing {
        let Some(pieces) = &self.pieces else {
            return Pointing::default();
        };
        let acting = self.view(p, seat).acting();
        let coin = |value: u8| {
            Pointing::face(pieces.value_up(Code {
                suit: self.suit(acting),
                value,
            }))
        };
        if let Some(mark) = self.mark(p, mv) {
            let pointing = match mark.at {
                MarkedPlace::Tile(tile) => Pointing::piece(&face(pieces, tile)),
                MarkedPlace::Cell(cell) => {
                    Pointing::place(middle(cell, pieces.tile), (pieces.tile, pieces.tile), true)
                }
            };
            let face = if let Move::Put(tile, _) = mv {
                Some((face(pieces, tile), 0))
            } else {
                None
            };
            return Pointing {
                name: Some(mark.name),
                face,
                ..pointing
            };
        }
        match mv {
            Move::Draw(tile) => Pointing::face(face(pieces, tile)),
            Move::Join(anchor, _, quarters) => Pointing {
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
        let piece = self
            .pieces
            .as_ref()
            .map(|pieces| pieces.pawn(self.suit(seat)));
        Figure {
            piece,
            standing: format!("{} gold, power {}", view.gold(seat), view.power(seat)),
        }
    }
}

fn face(pieces: &Pieces, tile: Tile) -> What {
    match tile.suit() {
        Some(suit) => pieces.tile(Code {
            suit,
            value: tile.value() as u8,
        }),
        None => pieces.tile_back(),
    }
}
