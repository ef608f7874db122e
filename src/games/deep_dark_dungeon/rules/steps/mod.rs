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
use super::position::{Foe, Position, Step};
use crate::games::deep_dark_dungeon::Deep;

impl Deep {
    /// Makes a legal move.
    pub(crate) fn make(&self, p: &mut Position, mv: Move, tell: &mut impl FnMut(Event)) {
        match (p.step, mv) {
            (_, Move::Tile(tile)) => self.draw_tile(p, tile, tell),
            (Step::Place(tile), Move::Place(way)) => self.place_tile(p, tile, way, tell),
            (_, Move::Step(way)) => self.step(p, way, tell),
            (_, Move::Scramble(way)) => self.scramble(p, way, tell),
            (_, Move::Attack(seat)) => self.attack(p, seat, tell),
            (_, Move::End) => self.end_acting(p, tell),
            (_, Move::Drink) => self.drink(p, tell),
            (Step::Brace(foe), Move::Face) => p.step = Step::OwnDie(foe),
            (Step::Card { site }, Move::Card(card)) => self.meet(p, card, site, tell),
            (Step::OwnDie(foe), Move::Roll(roll)) => self.roll_own(p, foe, roll, tell),
            (Step::FoeDie { foe, roll }, Move::Roll(other)) => {
                self.roll_foe(p, foe, [roll, other], tell)
            }
            (Step::Steal(target), Move::Steal(card)) => self.steal(p, target, card, tell),
            (Step::Lose(monster), Move::Steal(card)) => {
                self.lose(p, Foe::Monster(monster), card, tell)
            }
            (Step::Keep(gained), Move::Discard(card)) => self.give_up(p, gained, card, tell),
            (_, Move::Slide(way)) => self.slide(p, way, tell),
            _ => {}
        }
    }
}
