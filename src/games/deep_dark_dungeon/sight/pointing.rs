//! What an answer has to do with on the table: spaces, the gaps where tiles would lie, Explorers, cards.

use super::picture::{CARDS, TILES, TOKENS, middle};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::hex::Way;
use crate::games::deep_dark_dungeon::rules::moves::Move;
use crate::games::deep_dark_dungeon::rules::position::{NONE, Position};
use crate::games::english::counted;
use crate::referee::scene::{Piece, What};
use crate::referee::{Figure, Pointing, Seat};

impl Deep {
    pub(crate) fn pointed(&self, p: &Position, mv: Move) -> Pointing {
        match mv {
            Move::Tile(tile) => Pointing::face(piece(TILES, &self.data.tile(tile).code)),
            Move::Place(way) => self.beyond(p, p.centre(), way),
            Move::Step(way) | Move::Scramble(way) | Move::Slide(way) => self.beyond(p, p.me().at, way),
            Move::Attack(seat) => self.token_of(seat.into()).map_or_else(Pointing::default, |what| Pointing::piece(&what)),
            Move::End => self.token_of(p.actor()).map_or_else(Pointing::default, |what| Pointing::piece(&what)),
            Move::Card(card) => Pointing::face(piece(CARDS, &self.data.card(card).code)),
            Move::Steal(card) | Move::Discard(card) => {
                let what = piece(CARDS, &self.data.card(card).code);
                Pointing { face: Some((what.clone(), 0)), ..Pointing::piece(&what) }
            }
            Move::Drink | Move::Face | Move::Roll(_) => Pointing::default(),
        }
    }

    pub(crate) fn figured(&self, p: &Position, seat: Seat) -> Figure {
        let explorer = &p.explorers[usize::from(seat)];
        let hurt = if explorer.hurt { "hurt" } else { "healthy" };
        let standing = match explorer.at {
            NONE => "out".to_owned(),
            _ if explorer.webbed => format!("{hurt}, in a web"),
            _ => hurt.to_owned(),
        };
        let treasures = explorer.carried.len();
        let treasures = if treasures > 0 { format!(", {}", counted(treasures, "card")) } else { String::new() };
        Figure { piece: self.token_of(seat.into()), standing: format!("{standing}{treasures}") }
    }

    fn token_of(&self, seat: usize) -> Option<What> {
        let colour = &self.data.explorers[seat].colour;
        let (_, code) = self.pieces.tokens.iter().find(|(of, _)| of == colour)?;
        Some(piece(TOKENS, code))
    }

    /// The space beside another, or the gap there.
    fn beyond(&self, p: &Position, space: u8, way: Way) -> Pointing {
        if space == NONE {
            return Pointing::default();
        }
        let at = p.space(space).at.neighbour(way);
        Pointing::place(middle(at, self.pieces.tile), self.pieces.tile, p.space_at(at).is_none()).shaped(TILES)
    }
}

fn piece(deck: &'static str, code: &str) -> What {
    What::Piece(Piece { deck, code: code.to_owned(), face: None, set: 0 })
}
