//! The effects of moves.
//!
//! * [`setup`]: starts and the first hero. [`controls`]: Phases 1 to 3. [`actions`]: Phase 4; [`searching`], [`ambush`]: two
//!   of its actions. [`combat`]: Phase 5. [`tiny`]: Phase 6. [`monsters`]: Phases 7 and 8. [`ending`]: Phase 9 and the end.
//! * [`strength`]: gains, losses and dropped Gems.

mod actions;
mod ambush;
mod combat;
mod controls;
mod ending;
mod monsters;
mod searching;
mod setup;
mod strength;
mod tiny;

#[cfg(test)]
pub(crate) use combat::{damage, values};

use super::event::Event;
use super::moves::Move;
use super::position::{Blow, Position, Step};
use crate::games::miniskull_caverns::Caverns;

impl Caverns {
    /// Makes a legal move.
    pub(crate) fn make(&self, p: &mut Position, mv: Move, tell: &mut impl FnMut(Event)) {
        match (p.step, mv) {
            (Step::Start, Move::Start(at)) => self.take_start(p, at, tell),
            (Step::First, Move::First(seat)) => self.set_first(p, seat, tell),
            (Step::Place, Move::Place(control, exert)) => self.place(p, control, exert, tell),
            (Step::Adjust, Move::Adjust(adjustment)) => self.adjust(p, adjustment, tell),
            (Step::Noise, Move::Roll(roll)) => self.roll_noise(p, roll, tell),
            (Step::Action, mv) => self.act(p, mv, tell),
            (Step::Attack, Move::Attack(target, next)) => self.ambush(p, target, next, tell),
            (Step::Attack, Move::Peace) => self.next_action(p, tell),
            (Step::AmbushRoll(ambush), Move::Roll(roll)) => self.roll_ambush(p, ambush, roll, tell),
            (Step::AmbushDefence(ambush, die), Move::Roll(roll)) => {
                self.defend_ambush(p, (ambush, die), roll, tell)
            }
            (Step::AmbushLoss(ambush), Move::Pay(payment)) => {
                self.pay_ambusher(p, ambush, payment, tell)
            }
            (Step::Search, Move::Roll(roll)) => self.search(p, roll, tell),
            (Step::SearchAgain, Move::Roll(roll)) => self.search_again(p, roll, tell),
            (Step::Monster(against), Move::Roll(roll)) => {
                self.hit_monster(p, Blow { roll, against }, tell)
            }
            (Step::MonsterSpend(blow), Move::Spend(points)) => {
                self.spend_on_monster(p, blow, points, tell)
            }
            (Step::Again(_), Move::Again(true)) => p.step = Step::SearchAgain,
            (Step::Again(_), Move::Again(false)) => self.next_action(p, tell),
            (Step::Target, Move::Fight(target)) => self.begin_combat(p, target, tell),
            (Step::AttackTactic { target }, Move::Tactic(tactic)) => {
                self.play_attack(p, target, tactic, tell)
            }
            (Step::DefenceTactic { target }, Move::Tactic(tactic)) => {
                self.play_defence(p, target, tactic, tell)
            }
            (Step::AttackRoll(duel), Move::Roll(roll)) => self.roll_attack(p, duel, roll, tell),
            (Step::DefenceRoll(duel, die), Move::Roll(roll)) => {
                self.roll_defence(p, (duel, die), roll, tell)
            }
            (Step::TinyRoll, Move::Roll(roll)) => self.roll_tiny(p, roll, tell),
            (Step::TinyDefence(against), Move::Roll(roll)) => {
                self.face_tiny(p, Blow { roll, against }, tell)
            }
            (Step::TinySpend(blow), Move::Spend(points)) => self.hurt_tiny(p, blow, points, tell),
            (Step::Help, Move::Help(helps)) => self.help(p, helps, tell),
            (Step::Disturbed, Move::Roll(roll)) => self.disturb(p, roll, tell),
            (Step::Horde(strength), Move::Roll(roll)) => self.face_horde(p, strength, roll, tell),
            (Step::Raise { horde, by }, Move::Spend(points)) => {
                self.raise(p, (horde, by), points, tell)
            }
            (Step::HordeSpend(horde), Move::Spend(points)) => {
                self.spend_on_horde(p, horde, points, tell)
            }
            (Step::Clock, Move::Clock(die)) => self.move_clock(p, die, tell),
            _ => {}
        }
    }
}
