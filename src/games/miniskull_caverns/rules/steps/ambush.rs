//! Surprise Attacks (R59-R63, R115).

use std::cmp::Ordering;

use super::super::event::Event;
use super::super::moves::Payment;
use super::super::position::{AMBUSH_DAMAGE, Ambush, Position, Step};
use crate::games::miniskull_caverns::Caverns;

impl Caverns {
    /// After the move, any hero within reach may be attacked.
    pub(super) fn spring(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if p.is_solo() {
            if !self.options.surprise_or_clock {
                self.turn_clock_up(p, tell);
            }
            return self.next_action(p, tell);
        }
        if (0..p.seats).any(|seat| self.can_ambush(p, seat).is_ok()) {
            p.step = Step::Attack;
        } else {
            self.next_action(p, tell);
        }
    }

    pub(super) fn ambush(
        &self,
        p: &mut Position,
        target: u8,
        next: Option<u8>,
        tell: &mut impl FnMut(Event),
    ) {
        tell(Event::Ambushed {
            seat: p.acting,
            target,
        });
        p.step = Step::AmbushRoll(Ambush { target, next });
    }

    pub(super) fn roll_ambush(
        &self,
        p: &mut Position,
        ambush: Ambush,
        roll: u8,
        tell: &mut impl FnMut(Event),
    ) {
        tell(Event::Rolled {
            seat: p.acting,
            roll,
            rule: "R61",
        });
        p.step = Step::AmbushDefence(ambush, roll);
    }

    pub(super) fn defend_ambush(
        &self,
        p: &mut Position,
        (ambush, die): (Ambush, u8),
        roll: u8,
        tell: &mut impl FnMut(Event),
    ) {
        let (seat, target) = (p.acting, ambush.target);
        tell(Event::Rolled {
            seat: target,
            roll,
            rule: "R61",
        });
        match die.cmp(&roll) {
            Ordering::Equal => tell(Event::AmbushTied { seat, target }),
            Ordering::Less => {
                tell(Event::AmbushFailed { seat, target });
                self.lose(p, seat, 1, "R63", tell);
            }
            Ordering::Greater => {
                tell(Event::AmbushWon { seat, target });
                let victim = p.hero(target);
                match (victim.gems > 0, victim.strength > 0) {
                    (true, true) => return p.step = Step::AmbushLoss(ambush),
                    // A18
                    (true, false) => self.give_gem(p, target, tell),
                    (false, _) => self.lose(p, target, AMBUSH_DAMAGE, "R62", tell),
                }
            }
        }
        self.end_ambush(p, ambush, tell);
    }

    /// Settles the defender's choice (R62).
    pub(super) fn pay_ambusher(
        &self,
        p: &mut Position,
        ambush: Ambush,
        payment: Payment,
        tell: &mut impl FnMut(Event),
    ) {
        match payment {
            Payment::Strength => self.lose(p, ambush.target, AMBUSH_DAMAGE, "R62", tell),
            Payment::Gem => self.give_gem(p, ambush.target, tell),
        }
        self.end_ambush(p, ambush, tell);
    }

    fn give_gem(&self, p: &mut Position, target: u8, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        p.hero_mut(target).gems -= 1;
        p.hero_mut(seat).gems += 1;
        tell(Event::GemGiven {
            seat: target,
            to: seat,
        });
    }

    /// R60: continues with the second hero, or ends the attack.
    fn end_ambush(&self, p: &mut Position, ambush: Ambush, tell: &mut impl FnMut(Event)) {
        match ambush.next {
            Some(next) => self.ambush(p, next, None, tell),
            None => self.next_action(p, tell),
        }
    }
}
