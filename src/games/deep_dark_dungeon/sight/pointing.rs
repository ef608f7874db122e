//! What an answer refers to on the table: spaces, gaps for new tiles, Explorers, cards.

use super::labels::Label;
use super::picture::{CARDS, TILES, TOKENS, middle};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::hex::{Hex, Way};
use crate::games::deep_dark_dungeon::rules::moves::Move;
use crate::games::deep_dark_dungeon::rules::position::Position;
use crate::games::shared::noun::{Flag, Number};
use crate::referee::scene::{Piece, What};
use crate::referee::{Figure, Game, Pointing, Seat};

impl Deep {
    pub(crate) fn pointed(&self, p: &Position, mv: Move, _seat: Option<Seat>) -> Pointing {
        if let Some((at, way)) = self.toward(p, mv) {
            let place = Pointing::place(
                middle(at, self.pieces.tile),
                self.pieces.tile,
                p.space_at(at).is_none(),
            );
            return Pointing {
                name: Some(way.letters().to_owned()),
                ..place.shaped(TILES)
            };
        }
        match mv {
            Move::Tile(tile) => Pointing::face(piece(TILES, &self.data.tile(tile).code)),
            Move::Attack(seat) => self
                .token_of(seat.into())
                .map_or_else(Pointing::default, |what| Pointing::piece(&what)),
            Move::End => self
                .token_of(p.actor())
                .map_or_else(Pointing::default, |what| Pointing::piece(&what)),
            Move::Card(card) => Pointing::face(piece(CARDS, &self.data.card(card).code)),
            Move::Steal(card) | Move::Discard(card) => {
                let what = piece(CARDS, &self.data.card(card).code);
                Pointing {
                    face: Some((what.clone(), 0)),
                    ..Pointing::piece(&what)
                }
            }
            _ => Pointing::default(),
        }
    }

    /// The space or gap that an answer leads to, and its direction.
    fn toward(&self, p: &Position, mv: Move) -> Option<(Hex, Way)> {
        let (from, way) = match mv {
            Move::Place(way) => (p.centre(), way),
            Move::Step(way) | Move::Scramble(way) | Move::Slide(way) => (p.here(), way),
            _ => return None,
        };
        Some((p.space(from).at.neighbour(way), way))
    }

    /// The spaces and gaps that current answers lead to, each once.
    pub(super) fn ways(&self, p: &Position) -> Vec<(Hex, Way)> {
        let mut ways: Vec<(Hex, Way)> = self
            .legal(p)
            .into_iter()
            .filter_map(|mv| self.toward(p, mv))
            .collect();
        ways.dedup();
        ways
    }

    pub(crate) fn figured(&self, p: &Position, seat: Seat) -> Figure {
        let explorer = &p.explorers[usize::from(seat)];
        let standing = Label::Standing {
            out: Flag(explorer.at.is_none()),
            hurt: Flag(explorer.hurt),
            webbed: Flag(explorer.webbed),
            cards: Number::of(explorer.carried.len()),
        };
        Figure {
            piece: self.token_of(seat.into()),
            standing: self.labelled(p, standing),
        }
    }

    fn token_of(&self, seat: usize) -> Option<What> {
        let colour = &self.data.explorers[seat].colour;
        let (_, code) = self.pieces.tokens.iter().find(|(of, _)| of == colour)?;
        Some(piece(TOKENS, code))
    }
}

fn piece(deck: &'static str, code: &str) -> What {
    What::Piece(Piece {
        deck,
        code: code.to_owned(),
        face: None,
        set: 0,
    })
}
