//! Phases 7 and 8: Disturbed Monsters (R90-R99).

use super::super::event::Event;
use super::super::position::{MAX_DAMAGE, MAX_MONSTER, NOBODY, Position, Step};
use crate::games::miniskull_caverns::Caverns;

impl Caverns {
    /// Begins the phase (R90).
    pub(super) fn begin_monsters(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if p.noise == 0 {
            tell(Event::Silence);
            return self.end_round(p, tell);
        }
        p.acting = p.first;
        p.step = Step::Disturbed;
    }

    /// Rolls for Disturbed Monsters (R91).
    pub(super) fn disturb(&self, p: &mut Position, roll: u8, tell: &mut impl FnMut(Event)) {
        let come = roll <= p.noise;
        tell(Event::Disturbed { roll, noise: p.noise, come });
        if !come {
            return self.end_round(p, tell);
        }
        p.fight.horde = roll;
        self.meet_horde(p, tell);
    }

    /// R98, R99: meets the acting hero's monster.
    fn meet_horde(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        p.fight.die = p.fight.horde;
        p.fight.helper = seat;
        if p.hero(seat).strength == 0 {
            self.next_monster(p, tell);
        } else if p.fight.die == 1 && self.next_raiser(p) == NOBODY {
            tell(Event::HordeBeaten { seat, rule: "R98" });
            self.next_monster(p, tell);
        } else {
            p.step = Step::Horde;
        }
    }

    fn next_monster(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if Self::is_over(p) {
            return;
        }
        match p.after(p.acting) {
            Some(next) => {
                p.acting = next;
                self.meet_horde(p, tell);
            }
            None => self.end_round(p, tell),
        }
    }

    /// R93: the next opponent, starting to the hero's left, who can raise the monster.
    fn next_raiser(&self, p: &Position) -> u8 {
        if p.hero(p.acting).hidden || p.fight.die >= MAX_MONSTER {
            return NOBODY;
        }
        let asked = p.left_of(p.fight.helper, p.seats - p.acting);
        let opponents = (asked + 1..p.seats).map(|places| p.left_of(p.acting, places));
        opponents.into_iter().find(|seat| p.hero(*seat).strength > 0).unwrap_or(NOBODY)
    }

    /// Rolls the hero's die (R92).
    pub(super) fn face_horde(&self, p: &mut Position, roll: u8, tell: &mut impl FnMut(Event)) {
        p.fight.own = roll;
        tell(Event::HordeFaced { seat: p.acting, roll, monster: p.fight.die });
        self.ask_raiser(p, tell);
    }

    fn ask_raiser(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        match self.next_raiser(p) {
            NOBODY => self.answer_raises(p, tell),
            seat => {
                p.fight.helper = seat;
                p.step = Step::Raise;
            }
        }
    }

    /// Raises the monster (R93, R97).
    pub(super) fn raise(&self, p: &mut Position, points: u8, tell: &mut impl FnMut(Event)) {
        let seat = p.fight.helper;
        if points > 0 {
            p.fight.die += points;
            tell(Event::Raised { seat, target: p.acting, points, monster: p.fight.die });
            self.expend(p, seat, points, "R93", tell);
        }
        self.ask_raiser(p, tell);
    }

    /// R94: the hero answers after all raises.
    fn answer_raises(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if p.fight.own < p.fight.die && p.hero(p.acting).strength > 0 {
            p.step = Step::HordeSpend;
        } else {
            self.end_monster_fight(p, tell);
        }
    }

    pub(super) fn spend_on_horde(&self, p: &mut Position, points: u8, tell: &mut impl FnMut(Event)) {
        p.fight.own += points;
        self.expend(p, p.acting, points, "R94", tell);
        self.end_monster_fight(p, tell);
    }

    /// Settles the fight with a monster (R95, R96).
    fn end_monster_fight(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        if Self::is_over(p) {
            return;
        }
        match p.fight.die.saturating_sub(p.fight.own) {
            0 => tell(Event::HordeBeaten { seat, rule: "R95" }),
            missing => self.lose(p, seat, missing.min(MAX_DAMAGE), "R96", tell),
        }
        self.next_monster(p, tell);
    }
}
