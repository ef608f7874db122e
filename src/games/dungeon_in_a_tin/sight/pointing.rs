//! What an answer refers to on the table: rooms, empty cells for new tiles, knights, cards, tokens, dice.

use super::labels::Label;
use super::picture::{CARDS, TILES, TOKENS, middle};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{Kind, Tokens};
use crate::games::dungeon_in_a_tin::rules::moves::Move;
use crate::games::dungeon_in_a_tin::rules::position::Position;
use crate::games::shared::noun::Number;
use crate::games::shared::tabletop::piece;
use crate::games::side::Side;
use crate::referee::scene::{Placement, Thing, What, Zone};
use crate::referee::{Figure, Pointing, Seat, Words};

impl Dungeon {
    pub(crate) fn pointed(&self, p: &Position, mv: Move, seat: Option<Seat>) -> Pointing {
        let actor = p.actor();
        let room = p.players[actor].room;
        match mv {
            Move::Draw(card) | Move::Show(card) => Pointing::face(self.card_face(card)),
            Move::Card(card) => {
                let codes = &self.data.card(card).codes;
                let held = |thing: &Thing| {
                    thing.zone == Zone::Seat(actor as Seat) && thing.is_one_of(CARDS, codes)
                };
                let pieces = self.scene(p, seat).find(held);
                Pointing {
                    pieces,
                    ..Pointing::face(self.card_face(card))
                }
            }
            Move::Deck => Pointing::pieces(vec![format!("pile/{CARDS}")]),
            Move::Tile(tile) => {
                Pointing::face(What::Piece(piece(TILES, &self.data.tile(tile).codes, 0)))
            }
            Move::Treasure(kind) | Move::Buy(kind) => Pointing::face(self.token_face(kind)),
            Move::Face(face) => Pointing::face(What::Die(self.pieces.die(
                p.coming.colour() as usize,
                face.name(),
                0,
            ))),
            Move::Attack(attack) => Pointing::face(What::Die(self.pieces.attack(attack))),
            Move::Take(kind) => self.tokens_at(p, Tokens::one(kind), seat, |thing| {
                self.is_in(p, room, thing)
            }),
            Move::Drop(kind) => self.own_tokens(p, Tokens::one(kind), seat),
            Move::Drink => self.own_tokens(p, Tokens::one(Kind::POTION), seat),
            Move::Bomb => self.own_tokens(p, Tokens::one(Kind::BOMB), seat),
            Move::Pay(coins) => self.own_tokens(p, coins.into(), seat),
            Move::Unlock(side) | Move::UnlockBeyond(side) => self.door(p, room, side),
            Move::Go(side) => self.beyond(p, room, side),
            Move::Stay => Pointing::piece(&What::Die(self.pieces.knight(actor))),
            Move::Leave => Pointing::place(
                middle(p.room(room), self.pieces.tile),
                self.tile_size(),
                false,
            ),
            Move::Lay(arrow) => {
                let (from, heading) = self.way_of(p);
                let tile = p
                    .tile
                    .map(|tile| What::Piece(piece(TILES, &self.data.tile(tile).codes, 0)));
                Pointing {
                    face: tile.map(|tile| (tile, arrow.quarters())),
                    ..self.beyond(p, from, heading)
                }
            }
            Move::Fight(monster, _) => {
                let die = What::Die(self.pieces.monster(monster));
                Pointing::pieces(
                    self.scene(p, seat)
                        .find(|thing| thing.what == die && self.is_in(p, room, thing)),
                )
            }
            Move::Dealt
            | Move::Roll(_)
            | Move::Cancel
            | Move::Pass
            | Move::NoBomb
            | Move::Swap
            | Move::Keep => Pointing::default(),
        }
    }

    pub(crate) fn figured(&self, p: &Position, seat: Seat) -> Figure {
        let player = &p.players[usize::from(seat)];
        let label = self
            .fate(player.fate, player.carried)
            .unwrap_or_else(|| Label::Standing {
                hearts: Number::of(player.hearts),
                level: Number::of(player.level),
                gold: Number::of(self.data.gold(player.carried)),
            });
        let standing = self.labelled(p, label);
        Figure {
            piece: Some(What::Die(self.pieces.knight(seat.into()))),
            standing,
        }
    }

    fn card_face(&self, card: u8) -> What {
        What::Piece(piece(CARDS, &self.data.card(card).codes, 0))
    }

    fn token_face(&self, kind: Kind) -> What {
        What::Piece(piece(TOKENS, &self.data.token(kind).codes, 0))
    }

    fn tile_size(&self) -> (f64, f64) {
        (self.pieces.tile, self.pieces.tile)
    }

    fn is_in(&self, p: &Position, room: u8, thing: &Thing) -> bool {
        let ((x, y), half) = (
            middle(p.room(room), self.pieces.tile),
            self.pieces.tile / 2.0,
        );
        thing.zone == Zone::Map
            && matches!(thing.placement, Placement::At(at, down) if (at - x).abs() < half && (down - y).abs() < half)
    }

    /// What is beyond an exit: a room, or an empty cell for one.
    fn beyond(&self, p: &Position, room: u8, side: Side) -> Pointing {
        let ((x, y), (dx, dy)) = (middle(p.room(room), self.pieces.tile), side.step());
        let at = (
            x + f64::from(dx) * self.pieces.tile,
            y - f64::from(dy) * self.pieces.tile,
        );
        Pointing::place(at, self.tile_size(), p.meets(room, side).is_none())
    }

    /// The strip along an exit.
    fn door(&self, p: &Position, room: u8, side: Side) -> Pointing {
        const DEEP: f64 = 8.0;
        let ((x, y), (dx, dy)) = (middle(p.room(room), self.pieces.tile), side.step());
        let out = self.pieces.tile / 2.0;
        let at = (x + f64::from(dx) * out, y - f64::from(dy) * out);
        let size = if dx == 0 {
            (self.pieces.tile / 2.0, DEEP)
        } else {
            (DEEP, self.pieces.tile / 2.0)
        };
        Pointing::place(at, size, false)
    }

    fn own_tokens(&self, p: &Position, tokens: Tokens, seat: Option<Seat>) -> Pointing {
        let own = Zone::Seat(p.actor() as Seat);
        self.tokens_at(p, tokens, seat, |thing| thing.zone == own)
    }

    /// The tokens meant, among those at a place.
    fn tokens_at(
        &self,
        p: &Position,
        tokens: Tokens,
        seat: Option<Seat>,
        lies: impl Fn(&Thing) -> bool,
    ) -> Pointing {
        let scene = self.scene(p, seat);
        let of = |kind: Kind| {
            let codes = &self.data.token(kind).codes;
            let found = scene.find(|thing| thing.is_one_of(TOKENS, codes) && lies(thing));
            found.into_iter().take(usize::from(tokens.of(kind)))
        };
        Pointing::pieces(tokens.kinds().flat_map(of).collect())
    }
}
