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
use super::position::{Position, Step};
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
            (Step::AmbushRoll, Move::Roll(roll)) => self.roll_ambush(p, roll, tell),
            (Step::AmbushDefence, Move::Roll(roll)) => self.defend_ambush(p, roll, tell),
            (Step::AmbushLoss, Move::Pay(payment)) => self.pay_ambusher(p, payment, tell),
            (Step::Search, Move::Roll(roll)) => self.search(p, roll, tell),
            (Step::SearchAgain, Move::Roll(roll)) => self.search_again(p, roll, tell),
            (Step::Monster, Move::Roll(roll)) => self.hit_monster(p, roll, tell),
            (Step::MonsterSpend, Move::Spend(points)) => self.spend_on_monster(p, points, tell),
            (Step::Again, Move::Again(true)) => p.step = Step::SearchAgain,
            (Step::Again, Move::Again(false)) => self.next_action(p, tell),
            (Step::Target, Move::Fight(target)) => self.begin_combat(p, target, tell),
            (Step::AttackTactic | Step::DefenceTactic, Move::Tactic(tactic)) => self.play_tactic(p, tactic, tell),
            (Step::AttackRoll, Move::Roll(roll)) => self.roll_attack(p, roll, tell),
            (Step::DefenceRoll, Move::Roll(roll)) => self.roll_defence(p, roll, tell),
            (Step::TinyRoll, Move::Roll(roll)) => self.roll_tiny(p, roll, tell),
            (Step::TinyDefence, Move::Roll(roll)) => self.face_tiny(p, roll, tell),
            (Step::TinySpend, Move::Spend(points)) => self.hurt_tiny(p, points, tell),
            (Step::Help, Move::Help(helps)) => self.help(p, helps, tell),
            (Step::Disturbed, Move::Roll(roll)) => self.disturb(p, roll, tell),
            (Step::Horde, Move::Roll(roll)) => self.face_horde(p, roll, tell),
            (Step::Raise, Move::Spend(points)) => self.raise(p, points, tell),
            (Step::HordeSpend, Move::Spend(points)) => self.spend_on_horde(p, points, tell),
            (Step::Clock, Move::Clock(die)) => self.move_clock(p, die, tell),
            _ => {}
        }
    }
}
