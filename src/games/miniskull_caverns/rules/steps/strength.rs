//! Strength and what depends on it (R13, R16, R100, R117).

use super::super::event::Event;
use super::super::position::{End, MAX_STRENGTH, Position};
use crate::games::miniskull_caverns::Caverns;
use crate::referee::RuleId;

impl Caverns {
    /// R13: adds Strength; any excess over the die is lost.
    pub(super) fn gain(
        &self,
        p: &mut Position,
        seat: u8,
        points: u8,
        rule: RuleId,
        tell: &mut impl FnMut(Event),
    ) {
        let hero = p.hero_mut(seat);
        let gained = points.min(MAX_STRENGTH - hero.strength);
        hero.strength += gained;
        tell(Event::Gained {
            seat,
            points: gained,
            strength: hero.strength,
            rule,
        });
    }

    /// Takes Strength, with the consequences of reaching 0.
    pub(super) fn lose(
        &self,
        p: &mut Position,
        seat: u8,
        points: u8,
        rule: RuleId,
        tell: &mut impl FnMut(Event),
    ) {
        let hero = p.hero_mut(seat);
        let lost = points.min(hero.strength);
        if lost > 0 {
            hero.strength -= lost;
            tell(Event::Lost {
                seat,
                points: lost,
                strength: hero.strength,
                rule,
            });
            self.collapse(p, seat, tell);
        }
    }

    /// R16: spends Strength, with the consequences of reaching 0.
    pub(super) fn expend(
        &self,
        p: &mut Position,
        seat: u8,
        points: u8,
        rule: RuleId,
        tell: &mut impl FnMut(Event),
    ) {
        if points > 0 {
            self.pay(p, seat, points, rule, tell);
            self.collapse(p, seat, tell);
        }
    }

    /// Spends Strength without consequences yet (A25).
    pub(super) fn pay(
        &self,
        p: &mut Position,
        seat: u8,
        points: u8,
        rule: RuleId,
        tell: &mut impl FnMut(Event),
    ) {
        let hero = p.hero_mut(seat);
        hero.strength -= points;
        tell(Event::Expended {
            seat,
            points,
            strength: hero.strength,
            rule,
        });
    }

    /// R100, R101: handles a hero whose Strength has just changed.
    pub(super) fn collapse(&self, p: &mut Position, seat: u8, tell: &mut impl FnMut(Event)) {
        if p.hero(seat).strength > 0 {
            return;
        }
        self.drop_gem(p, seat, "R100", tell);
        if p.is_solo() {
            // R117
            self.finish(p, End::NoStrength);
            tell(Event::OutOfStrength { seat });
        }
    }

    /// Drops a carried Gem, if there is one, on the hero's space (A41).
    pub(super) fn drop_gem(
        &self,
        p: &mut Position,
        seat: u8,
        rule: RuleId,
        tell: &mut impl FnMut(Event),
    ) {
        let hero = p.hero_mut(seat);
        if let Some(at) = hero.at.filter(|_| hero.gems > 0) {
            hero.gems -= 1;
            p.lying[at.index()] += 1;
            tell(Event::GemDropped { seat, at, rule });
        }
    }
}
