//! Searching, and the monsters that it wakes (R50-R58).

use super::super::event::Event;
use super::super::position::{Blow, Position, Step};
use crate::games::miniskull_caverns::Caverns;

impl Caverns {
    /// R52, R120, A9: whether this die finds a Gem at this noise.
    pub(crate) fn finds(&self, noise: u8, die: u8) -> bool {
        let prime = matches!(noise + die, 2 | 3 | 5 | 7 | 11 | 13);
        let equal = die == noise
            && (!self.options.challenging || self.options.chart_at_three && noise == 3);
        prime || equal
    }

    pub(super) fn search(&self, p: &mut Position, roll: u8, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        let found = self.finds(p.noise, roll);
        tell(Event::Searched {
            seat,
            roll,
            found,
            again: false,
        });
        if found {
            return self.collect(p, tell);
        }
        // R54, A32
        tell(Event::MonsterCame {
            seat,
            strength: roll,
        });
        p.step = Step::Monster(roll);
    }

    /// Takes a Gem (R53, A16).
    fn collect(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        if let Some(at) = p.hero(seat).at {
            let count = std::mem::take(&mut p.lying[at.index()]);
            p.hero_mut(seat).gems += count;
            tell(Event::GemsTaken {
                seat,
                count,
                gems: p.hero(seat).gems,
            });
        }
        self.next_action(p, tell);
    }

    pub(super) fn hit_monster(&self, p: &mut Position, blow: Blow, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        tell(Event::MonsterHit {
            seat,
            roll: blow.roll,
        });
        if blow.missing() > 0 && p.hero(seat).strength > 0 {
            p.step = Step::MonsterSpend(blow);
        } else {
            self.end_monster(p, blow, 0, tell);
        }
    }

    /// Spends Strength on a monster (R55).
    pub(super) fn spend_on_monster(
        &self,
        p: &mut Position,
        blow: Blow,
        points: u8,
        tell: &mut impl FnMut(Event),
    ) {
        self.expend(p, p.acting, points, "R55", tell);
        self.end_monster(p, blow, points, tell);
    }

    /// Settles the fight with a monster (R56, R57).
    fn end_monster(&self, p: &mut Position, blow: Blow, spent: u8, tell: &mut impl FnMut(Event)) {
        if Self::is_over(p) {
            return;
        }
        let seat = p.acting;
        if spent >= blow.missing() {
            tell(Event::MonsterBeaten { seat });
            p.step = Step::Again(blow);
        } else {
            tell(Event::MonsterWon { seat });
            self.lose(p, seat, 1, "R57", tell);
            self.next_action(p, tell);
        }
    }

    /// Rolls for a second search (R58).
    pub(super) fn search_again(&self, p: &mut Position, roll: u8, tell: &mut impl FnMut(Event)) {
        let found = self.finds(p.noise, roll);
        tell(Event::Searched {
            seat: p.acting,
            roll,
            found,
            again: true,
        });
        if found {
            self.collect(p, tell)
        } else {
            self.next_action(p, tell)
        }
    }
}
