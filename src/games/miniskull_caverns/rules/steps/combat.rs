//! Phase 5: heroes on the same space fight (R67-R78).

use std::cmp::Ordering;

use super::super::event::Event;
use super::super::position::{Duel, MAX_DAMAGE, Position, Step};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::Tactic;

impl Caverns {
    /// R67-R71: finds a fight; at most one space has two heroes who are not hidden.
    pub(super) fn find_combat(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let meets = |seat: u8| p.in_turn().any(|other| self.meet(p, seat, other));
        let fighters = || p.in_turn().filter(|seat| meets(*seat));
        // R69, R70, A21: the hero who arrived last, or else the first in turn order.
        let came = |seat: &u8| p.hero(*seat).at != p.hero(*seat).from;
        let Some(attacker) = fighters().rfind(came).or_else(|| fighters().next()) else {
            return self.begin_tiny(p, tell);
        };
        let mut targets = fighters().filter(|seat| *seat != attacker);
        let (target, other) = (targets.next(), targets.next());
        p.acting = attacker;
        match (target, other) {
            (Some(target), None) => self.begin_combat(p, target, tell),
            _ => p.step = Step::Target,
        }
    }

    /// Whether two heroes are on the same space and neither is hidden (A20).
    pub(crate) fn meet(&self, p: &Position, one: u8, other: u8) -> bool {
        let (a, b) = (p.hero(one), p.hero(other));
        one != other && a.at.is_some() && a.at == b.at && !a.hidden && !b.hidden
    }

    pub(super) fn begin_combat(&self, p: &mut Position, target: u8, tell: &mut impl FnMut(Event)) {
        if let Some(at) = p.hero(target).at {
            tell(Event::CombatBegan {
                seat: p.acting,
                target,
                at,
            });
        }
        p.step = Step::AttackTactic { target };
    }

    /// R72: the attacker's Tactic is placed face down.
    pub(super) fn play_attack(
        &self,
        p: &mut Position,
        target: u8,
        tactic: Tactic,
        tell: &mut impl FnMut(Event),
    ) {
        self.tell_back(p.acting, tactic, tell);
        p.hero_mut(p.acting).tactic = Some(tactic);
        p.step = Step::DefenceTactic { target };
    }

    /// R72: the defender's Tactic is played, and both are revealed.
    pub(super) fn play_defence(
        &self,
        p: &mut Position,
        target: u8,
        defence: Tactic,
        tell: &mut impl FnMut(Event),
    ) {
        self.tell_back(target, defence, tell);
        let attacker = p.acting;
        let Some(attack) = p.hero_mut(attacker).tactic.take() else {
            return;
        };
        tell(Event::TacticShown {
            seat: attacker,
            tactic: attack,
        });
        tell(Event::TacticShown {
            seat: target,
            tactic: defence,
        });
        p.step = Step::AttackRoll(Duel {
            target,
            tactics: [attack, defence],
        });
    }

    /// Tells what the back of a Tactic shows (section 7).
    fn tell_back(&self, seat: u8, tactic: Tactic, tell: &mut impl FnMut(Event)) {
        if self.keeps_secrets() {
            let upright = self.data.controls[usize::from(seat)]
                .tactic_edge(tactic)
                .is_upright();
            tell(Event::TacticPlayed { seat, upright });
        }
    }

    pub(super) fn roll_attack(
        &self,
        p: &mut Position,
        duel: Duel,
        roll: u8,
        tell: &mut impl FnMut(Event),
    ) {
        tell(Event::Rolled {
            seat: p.acting,
            roll,
            rule: "R72",
        });
        p.step = Step::DefenceRoll(duel, roll);
    }

    pub(super) fn roll_defence(
        &self,
        p: &mut Position,
        (duel, die): (Duel, u8),
        roll: u8,
        tell: &mut impl FnMut(Event),
    ) {
        let (
            attacker,
            Duel {
                target,
                tactics: [attack, defence],
            },
        ) = (p.acting, duel);
        tell(Event::Rolled {
            seat: target,
            roll,
            rule: "R72",
        });
        let values = values(attack, defence, die, roll);
        match values[0].cmp(&values[1]) {
            Ordering::Equal => tell(Event::CombatTied {
                tactics: [attack, defence],
                value: values[0],
            }),
            Ordering::Greater => {
                self.win_combat(p, [attacker, target], [attack, defence], values, tell)
            }
            Ordering::Less => self.win_combat(
                p,
                [target, attacker],
                [defence, attack],
                [values[1], values[0]],
                tell,
            ),
        }
        self.begin_tiny(p, tell);
    }

    /// R73, R75-R77: settles a fight; values are the winner's first.
    fn win_combat(
        &self,
        p: &mut Position,
        [seat, loser]: [u8; 2],
        [winning, losing]: [Tactic; 2],
        values: [i8; 2],
        tell: &mut impl FnMut(Event),
    ) {
        let damage = damage(winning, losing, values[0] - values[1]);
        tell(Event::CombatWon {
            seat,
            loser,
            tactics: [winning, losing],
            values,
            damage,
        });
        let before = *p.hero(loser);
        self.lose(p, loser, damage, "R73", tell);
        // A26: losing the last Strength may have cost a Gem already.
        let dropped = p.hero(loser).gems < before.gems;
        if losing == Tactic::Lunge && winning == Tactic::Block {
            self.drop_gem(p, loser, "R76", tell);
        } else if damage == MAX_DAMAGE
            && losing != Tactic::Block
            && !(dropped && self.options.single_drop)
        {
            self.drop_gem(p, loser, "R73", tell);
        }
    }
}

/// The values of attacker and defender (section 3.6).
pub(crate) fn values(attack: Tactic, defence: Tactic, die: u8, other: u8) -> [i8; 2] {
    [
        die as i8 + attack.attack() - defence.hinders(),
        other as i8 + defence.attack() - attack.hinders(),
    ]
}

/// The damage to the loser of a fight (R73).
pub(crate) fn damage(winning: Tactic, losing: Tactic, difference: i8) -> u8 {
    match winning {
        Tactic::Block => 0,
        _ => (difference - losing.shields()).clamp(0, MAX_DAMAGE as i8) as u8,
    }
}
