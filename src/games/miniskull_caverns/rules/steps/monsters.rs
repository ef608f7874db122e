//! Phases 7 and 8: Disturbed Monsters (R90-R99).

use super::super::event::Event;
use super::super::position::{Blow, Horde, MAX_DAMAGE, MAX_MONSTER, Position, Step};
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
        tell(Event::Disturbed {
            roll,
            noise: p.noise,
            come,
        });
        if !come {
            return self.end_round(p, tell);
        }
        self.meet_horde(p, roll, tell);
    }

    /// R98, R99: meets the acting hero's monster, which has this Strength.
    fn meet_horde(&self, p: &mut Position, strength: u8, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        if p.hero(seat).strength == 0 {
            self.next_monster(p, strength, tell);
        } else if strength == 1 && self.next_raiser(p, strength, seat).is_none() {
            tell(Event::HordeBeaten { seat, rule: "R98" });
            self.next_monster(p, strength, tell);
        } else {
            p.step = Step::Horde(strength);
        }
    }

    fn next_monster(&self, p: &mut Position, strength: u8, tell: &mut impl FnMut(Event)) {
        if Self::is_over(p) {
            return;
        }
        match p.after(p.acting) {
            Some(next) => {
                p.acting = next;
                self.meet_horde(p, strength, tell);
            }
            None => self.end_round(p, tell),
        }
    }

    /// R93: the next opponent who can raise this monster, to the left of the one asked before; the first sits to the hero's left.
    fn next_raiser(&self, p: &Position, monster: u8, asked: u8) -> Option<u8> {
        if p.hero(p.acting).hidden || monster >= MAX_MONSTER {
            return None;
        }
        let asked = p.left_of(asked, p.seats - p.acting);
        let mut opponents = (asked + 1..p.seats).map(|places| p.left_of(p.acting, places));
        opponents.find(|seat| p.hero(*seat).strength > 0)
    }

    /// Rolls the hero's die (R92).
    pub(super) fn face_horde(
        &self,
        p: &mut Position,
        strength: u8,
        roll: u8,
        tell: &mut impl FnMut(Event),
    ) {
        tell(Event::HordeFaced {
            seat: p.acting,
            roll,
            monster: strength,
        });
        self.ask_raiser(
            p,
            Horde {
                strength,
                blow: Blow {
                    roll,
                    against: strength,
                },
            },
            p.acting,
            tell,
        );
    }

    fn ask_raiser(&self, p: &mut Position, horde: Horde, asked: u8, tell: &mut impl FnMut(Event)) {
        match self.next_raiser(p, horde.blow.against, asked) {
            Some(by) => p.step = Step::Raise { horde, by },
            None => self.answer_raises(p, horde, tell),
        }
    }

    /// Raises the monster (R93, R97).
    pub(super) fn raise(
        &self,
        p: &mut Position,
        (mut horde, by): (Horde, u8),
        points: u8,
        tell: &mut impl FnMut(Event),
    ) {
        if points > 0 {
            horde.blow = horde.blow.raised(points);
            tell(Event::Raised {
                seat: by,
                target: p.acting,
                points,
                monster: horde.blow.against,
            });
            self.expend(p, by, points, "R93", tell);
        }
        self.ask_raiser(p, horde, by, tell);
    }

    /// R94: the hero answers after all raises.
    fn answer_raises(&self, p: &mut Position, horde: Horde, tell: &mut impl FnMut(Event)) {
        if horde.blow.missing() > 0 && p.hero(p.acting).strength > 0 {
            p.step = Step::HordeSpend(horde);
        } else {
            self.end_monster_fight(p, horde, tell);
        }
    }

    pub(super) fn spend_on_horde(
        &self,
        p: &mut Position,
        mut horde: Horde,
        points: u8,
        tell: &mut impl FnMut(Event),
    ) {
        horde.blow = horde.blow.with(points);
        self.expend(p, p.acting, points, "R94", tell);
        self.end_monster_fight(p, horde, tell);
    }

    /// Settles the fight with a monster (R95, R96).
    fn end_monster_fight(&self, p: &mut Position, horde: Horde, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        if Self::is_over(p) {
            return;
        }
        match horde.blow.missing() {
            0 => tell(Event::HordeBeaten { seat, rule: "R95" }),
            missing => self.lose(p, seat, missing.min(MAX_DAMAGE), "R96", tell),
        }
        self.next_monster(p, horde.strength, tell);
    }
}
