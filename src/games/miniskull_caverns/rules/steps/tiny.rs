//! Phase 6: Tiny (R79-R89a, R104-R106).

use std::cmp::Ordering;

use super::super::event::Event;
use super::super::position::{Blow, End, MAX_DAMAGE, Position, Step};
use crate::games::miniskull_caverns::Caverns;

impl Caverns {
    /// Whether a hero can face Tiny (R79).
    pub(crate) fn qualifies(&self, p: &Position, seat: u8) -> bool {
        p.hero(seat).at == Some(self.map.centre) && p.hero(seat).gems >= self.required()
    }

    pub(super) fn begin_tiny(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if !Self::is_over(p) {
            self.next_fighter(p, tell);
        }
    }

    /// R80, R86-R89: finds the next hero to fight Tiny.
    fn next_fighter(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let qualified = |seat: &u8| self.qualifies(p, *seat);
        let waiting = || p.in_turn().filter(|seat| !p.hero(*seat).done);
        if let Some(seat) = waiting().find(qualified) {
            p.acting = seat;
            return self.fight_tiny(p, false, tell);
        }
        let out = p.in_turn().any(|seat| qualified(&seat));
        // A23
        let near = |seat: &u8| {
            self.options.help_from_anywhere || p.hero(*seat).at == Some(self.map.centre)
        };
        if let Some(seat) = waiting().find(near).filter(|_| out) {
            p.acting = seat;
            p.step = Step::Help;
            return;
        }
        if !out && p.playing().iter().any(|hero| hero.done) {
            tell(Event::TinyLeft);
        }
        self.begin_monsters(p, tell);
    }

    fn fight_tiny(&self, p: &mut Position, helps: bool, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        p.hero_mut(seat).done = true;
        tell(Event::TinyFaced { seat, helps });
        p.step = Step::TinyRoll;
    }

    /// Takes a hero's answer about helping (R86).
    pub(super) fn help(&self, p: &mut Position, helps: bool, tell: &mut impl FnMut(Event)) {
        if helps {
            return self.fight_tiny(p, true, tell);
        }
        p.hero_mut(p.acting).done = true;
        self.next_fighter(p, tell);
    }

    pub(super) fn roll_tiny(&self, p: &mut Position, roll: u8, tell: &mut impl FnMut(Event)) {
        tell(Event::TinyRolled { roll });
        p.step = Step::TinyDefence(roll);
    }

    /// Settles a roll against Tiny (R82-R84).
    pub(super) fn face_tiny(&self, p: &mut Position, blow: Blow, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        tell(Event::Rolled {
            seat,
            roll: blow.roll,
            rule: "R81",
        });
        match blow.roll.cmp(&blow.against) {
            Ordering::Greater if self.tiny_spend(p, blow) > 0 => p.step = Step::TinySpend(blow),
            Ordering::Greater => self.hurt_tiny(p, blow, 0, tell),
            Ordering::Equal => {
                tell(Event::TinyTied { seat });
                self.next_fighter(p, tell);
            }
            Ordering::Less => {
                self.lose(p, seat, blow.missing().min(MAX_DAMAGE), "R83", tell);
                if !Self::is_over(p) {
                    self.next_fighter(p, tell);
                }
            }
        }
    }

    /// The most damage that the acting hero may do to Tiny (A24).
    fn reach_of_blow(&self, p: &Position) -> u8 {
        let spared = u8::from(self.options.helpers_leave_one && !self.qualifies(p, p.acting));
        p.tiny.saturating_sub(spared)
    }

    /// The most Strength that the acting hero may add to a blow (R82, A17).
    pub(in super::super) fn tiny_spend(&self, p: &Position, blow: Blow) -> u8 {
        let left = self.reach_of_blow(p).saturating_sub(blow.excess());
        left.min(p.hero(p.acting).strength)
    }

    /// Hurts Tiny (R82, R85).
    pub(super) fn hurt_tiny(
        &self,
        p: &mut Position,
        blow: Blow,
        spent: u8,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.acting;
        let damage = (blow.excess() + spent).min(self.reach_of_blow(p));
        p.tiny -= damage;
        if spent > 0 {
            self.pay(p, seat, spent, "R82", tell);
        }
        tell(Event::TinyHurt {
            seat,
            damage,
            left: p.tiny,
        });
        if p.tiny == 0 {
            return self.defeat_tiny(p, tell);
        }
        if spent > 0 {
            // A25
            self.collapse(p, seat, tell);
        }
        if !Self::is_over(p) {
            self.next_fighter(p, tell);
        }
    }

    /// Settles Tiny's defeat (R104-R106, R119).
    fn defeat_tiny(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        // A36
        if p.is_solo() && p.hero(seat).strength == 0 && self.options.last_strength_loses {
            self.finish(p, End::NoStrength);
            return tell(Event::OutOfStrength { seat });
        }
        // A24
        let mut entitled = std::iter::once(seat)
            .chain(p.in_turn())
            .filter(|seat| self.qualifies(p, *seat));
        let winner = entitled.next().unwrap_or(seat);
        self.finish(p, End::Won(winner));
        tell(Event::Won {
            seat: winner,
            by: seat,
        });
    }
}
