//! Dice against Monsters, the Guardian, other Explorers and Pits (R39-R45, R50, R55, R61-R63).

use super::super::event::{Event, Sums};
use super::super::position::{Foe, Position, Step};
use crate::games::deep_dark_dungeon::Deep;

/// R45, A33: the lowest roll that avoids a Pit.
const PIT_SAFE_FROM: u8 = 4;

impl Deep {
    /// Begins a fight with the dice, unless the Explorer may drink first (R51).
    pub(super) fn fight(&self, p: &mut Position, foe: Foe) {
        let may_drink = p.me().hurt && !p.me().carried.and(self.data.potions).is_empty();
        p.step = if may_drink {
            Step::Brace(foe)
        } else {
            Step::OwnDie(foe)
        };
    }

    pub(super) fn roll_own(
        &self,
        p: &mut Position,
        foe: Foe,
        roll: u8,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.acting;
        let Foe::Pit(card) = foe else {
            p.step = Step::FoeDie { foe, roll };
            return tell(Event::Rolled { seat, foe, roll });
        };
        p.discard.add(card);
        if roll >= PIT_SAFE_FROM {
            tell(Event::PitCaught { seat, roll });
        } else {
            tell(Event::PitFallen { seat, roll });
            self.harm(p, tell);
        }
        self.go_on(p, tell);
    }

    /// Settles a fight by its dice, the acting Explorer's first.
    pub(super) fn roll_foe(
        &self,
        p: &mut Position,
        foe: Foe,
        rolls: [u8; 2],
        tell: &mut impl FnMut(Event),
    ) {
        tell(Event::FoeRolled {
            foe,
            roll: rolls[1],
        });
        let sums = Sums {
            rolls,
            added: self.added(p, foe),
        };
        match foe {
            Foe::Explorer(target) => self.settle_attack(p, target, sums, tell),
            Foe::Guardian => self.settle_guardian(p, sums, tell),
            Foe::Monster(card) | Foe::Pit(card) => self.settle_monster(p, card, sums, tell),
        }
    }

    /// The modifiers of the acting Explorer and the opponent (R39, R50, R54).
    pub(crate) fn added(&self, p: &Position, foe: Foe) -> [i16; 2] {
        let own = i16::from(self.strength(p, p.actor()));
        match foe {
            Foe::Explorer(target) => {
                let there = p.explorers[usize::from(target)].at;
                let modifier = there
                    .and_then(|there| self.attack_modifier(p, p.here(), there))
                    .unwrap_or(0);
                [own + modifier, self.strength(p, target.into()).into()]
            }
            Foe::Guardian => [own, self.guardian(p).unwrap_or(0).into()],
            Foe::Monster(card) => [own, self.data.card(card).strength.into()],
            Foe::Pit(_) => [0, 0],
        }
    }

    /// Settles a fight with a Monster (R39-R41).
    fn settle_monster(
        &self,
        p: &mut Position,
        monster: u8,
        sums: Sums,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.acting;
        let foe = Foe::Monster(monster);
        p.discard.add(monster);
        let [own, theirs] = sums.totals();
        if own >= theirs {
            tell(Event::FightWon { seat, foe, sums });
            return self.go_on(p, tell);
        }
        tell(Event::FightLost { seat, foe, sums });
        let carried = p.me().carried;
        let key = carried
            .and(self.data.keys)
            .first()
            .filter(|_| self.options.monsters_take_keys);
        match key.or(carried.first()) {
            None => {
                self.harm(p, tell);
                self.go_on(p, tell);
            }
            Some(card) if key.is_some() || carried.len() == 1 => self.lose(p, foe, card, tell),
            Some(_) => p.step = Step::Lose(monster),
        }
    }

    /// Settles a fight with the Guardian (R62, R63).
    fn settle_guardian(&self, p: &mut Position, sums: Sums, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        let foe = Foe::Guardian;
        let key = p.me().carried.and(self.data.keys).first();
        let [own, theirs] = sums.totals();
        if own >= theirs {
            tell(Event::FightWon { seat, foe, sums });
            if key.is_some() {
                return self.escape(p, tell);
            }
            tell(Event::GuardianBeatenInVain { seat });
            return self.go_on(p, tell);
        }
        tell(Event::FightLost { seat, foe, sums });
        match key {
            Some(key) => self.lose(p, foe, key, tell),
            None => self.go_on(p, tell),
        }
    }

    /// Settles an attack (R55, R57).
    fn settle_attack(
        &self,
        p: &mut Position,
        target: u8,
        sums: Sums,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.acting;
        let [own, theirs] = sums.totals();
        if own <= theirs {
            tell(Event::AttackFailed { seat, target, sums });
            return self.go_on(p, tell);
        }
        tell(Event::AttackWon { seat, target, sums });
        let carried = p.explorers[usize::from(target)].carried;
        match carried.first() {
            None => {
                tell(Event::NothingToTake { seat, target });
                self.go_on(p, tell);
            }
            Some(card) if carried.len() == 1 => self.steal(p, target, card, tell),
            Some(_) => p.step = Step::Steal(target),
        }
    }
}
