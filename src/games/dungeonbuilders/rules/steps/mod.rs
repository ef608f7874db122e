//! The effects of moves.
//!
//! * [`setup`]: the first table. [`build`]: tiles, coins, power. [`rebuild`]: laying everything anew. [`auction`]: who enters.
//! * [`explore`]: a hero's way. [`coins`]: what he meets. [`ending`]: scores, heroes who follow a dead one, rounds, the end.

mod auction;
mod build;
mod coins;
mod ending;
mod explore;
mod rebuild;
mod setup;

use super::event::Event;
use super::moves::Move;
use super::position::{Position, Step};
use crate::games::dungeonbuilders::Builders;

impl Builders {
    /// Makes a legal move.
    pub(crate) fn make(&self, p: &mut Position, mv: Move, tell: &mut impl FnMut(Event)) {
        match (p.step, mv) {
            (_, Move::Starter(seat)) => self.begin_round(p, seat, tell),
            (_, Move::TakeTile) => p.step = Step::Draw,
            (_, Move::PlaceCoin(tile)) => self.place_coin(p, tile, tell),
            (_, Move::PowerUp) => self.power_up(p, tell),
            (_, Move::Rebuild) => self.begin_rebuild(p),
            (_, Move::LeaveAsIs) => self.end_action(p, tell),
            (_, Move::Draw(tile)) => self.draw(p, tile, tell),
            (_, Move::Lay(cell)) => self.lay(p, cell, tell),
            (_, Move::Join(anchor, side, quarters)) => self.join(p, anchor, side, quarters, tell),
            (_, Move::Stop) => self.end_tile(p, tell),
            (_, Move::Coin(value)) => self.give_coin(p, Some(value), tell),
            (_, Move::Monster) => self.give_coin(p, None, tell),
            (_, Move::Lift(tile)) => p.layout.lift(tile),
            (_, Move::LiftAll) => p.lift_dungeon(),
            (_, Move::Put(tile, cell)) => p.put(tile, cell),
            (_, Move::Star) => self.lay_star(p),
            (_, Move::Done) => self.end_rebuild(p, tell),
            (_, Move::Withdraw) => self.withdraw(p, tell),
            (_, Move::ToEnter | Move::ToStayOut) => {
                self.open_auction(p, mv == Move::ToStayOut, tell)
            }
            (_, Move::Bid(gold)) => self.bid(p, gold, tell),
            (_, Move::Go(tile)) => self.go(p, tile, tell),
            (_, Move::Leave) => self.leave(p, tell),
            (Step::Walk, Move::Drink(suit)) => self.drink(p, suit, tell),
            (Step::Thirst, Move::Drink(suit)) => {
                self.drink(p, suit, tell);
                p.step = Step::Combat;
            }
            (Step::Thirst, _) => p.step = Step::Combat,
            (Step::Deathbed, Move::Drink(suit)) => {
                self.drink(p, suit, tell);
                self.settle(p, tell);
            }
            (Step::Deathbed, _) => self.die(p, tell),
            (_, Move::Turn(at)) => self.turn_up(p, at, tell),
            (_, Move::Shown(value)) => self.resolve(p, value, tell),
            (_, Move::Roll(roll)) => self.fight(p, roll, tell),
            (Step::Succeed, _) => self.answer_succession(p, mv == Move::Yes, tell),
            (_, Move::Yes | Move::No) => self.loot(p, mv == Move::Yes, tell),
            _ => {}
        }
    }
}
