//! The effects of moves.
//!
//! * [`turns`]: the order of events and turns. [`tiles`]: the set-up and the fill-in. [`acting`]: step 1.
//! * [`cards`]: Encounter cards. [`fights`]: dice. [`treasure`]: what is carried. [`harm`]: Hurt, knocked out, sliding.
//! * [`ending`]: escapes and the end.

mod acting;
mod cards;
mod ending;
mod fights;
mod harm;
mod tiles;
mod treasure;
mod turns;

use super::event::Event;
use super::moves::Move;
use super::position::{Position, Step};
use crate::games::deep_dark_dungeon::Deep;

impl Deep {
    /// Makes a legal move.
    pub(crate) fn make(&self, p: &mut Position, mv: Move, tell: &mut impl FnMut(Event)) {
        match mv {
            Move::Tile(tile) => self.draw_tile(p, tile, tell),
            Move::Place(way) => self.place_tile(p, way, tell),
            Move::Step(way) => self.step(p, way, tell),
            Move::Scramble(way) => self.scramble(p, way, tell),
            Move::Attack(seat) => self.attack(p, seat, tell),
            Move::End => self.end_acting(p, tell),
            Move::Drink => self.drink(p, tell),
            Move::Face => p.step = Step::OwnDie,
            Move::Card(card) => self.meet(p, card, tell),
            Move::Roll(roll) if p.step == Step::OwnDie => self.roll_own(p, roll, tell),
            Move::Roll(roll) => self.roll_foe(p, roll, tell),
            Move::Steal(card) => self.steal(p, card, tell),
            Move::Discard(card) => self.give_up(p, card, tell),
            Move::Slide(way) => self.slide(p, way, tell),
        }
    }
}
