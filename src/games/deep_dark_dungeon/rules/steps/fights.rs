//! Dice against Monsters, the Guardian, other Explorers and Pits (R39-R45, R50, R55, R61-R63).

use super::super::event::{Event, Sums};
use super::super::position::{Foe, Position, Step};
use crate::games::deep_dark_dungeon::Deep;

/// R45, A33: the lowest roll that survives a Pit.
const PIT_SAFE_FROM: u8 = 4;

impl Deep {
    /// Begins a fight with the dice, unless the Explorer may drink first (R51).
    pub(super) fn fight(&self, p: &mut Position, foe: Foe) {
        p.foe = foe;
        let may_drink = p.me().hurt && !p.me().carried.and(self.data.potions).is_empty();
        p.step = if may_drink { Step::Brace } else { Step::OwnDie };
    }

    pub(super) fn roll_own(&self, p: &mut Position, roll: u8, tell: &mut impl FnMut(Event)) {
        p.roll = roll;
        if p.foe != Foe::Pit {
            p.step = Step::FoeDie;
            return tell(Event::Rolled { seat: p.acting, foe: p.foe, roll });
        }
        let seat = p.acting;
        self.discard_card(p);
        if roll >= PIT_SAFE_FROM {
            tell(Event::PitCaught { seat, roll });
        } else {
            tell(Event::PitFallen { seat, roll });
            self.harm(p, tell);
        }
        self.go_on(p, tell);
    }

    pub(super) fn roll_foe(&self, p: &mut Position, roll: u8, tell: &mut impl FnMut(Event)) {
        tell(Event::FoeRolled { foe: p.foe, card: p.card, roll });
        let sums = Sums { rolls: [p.roll, roll], added: self.added(p) };
        match p.foe {
            Foe::Explorer(target) => self.settle_attack(p, target, sums, tell),
            Foe::Guardian => self.settle_guardian(p, sums, tell),
            Foe::Monster | Foe::Pit => self.settle_monster(p, sums, tell),
        }
    }

    /// The modifiers of the acting Explorer and the opponent (R39, R50, R54).
    pub(crate) fn added(&self, p: &Position) -> [i16; 2] {
        let own = i16::from(self.strength(p, p.actor()));
        match p.foe {
            Foe::Explorer(target) => {
                let target = usize::from(target);
                let modifier = self.attack_modifier(p, p.me().at, p.explorers[target].at).unwrap_or(0);
                [own + modifier, self.strength(p, target).into()]
            }
            Foe::Guardian => [own, self.guardian(p).unwrap_or(0).into()],
            Foe::Monster => [own, self.data.card(p.card).strength.into()],
            Foe::Pit => [0, 0],
        }
    }

    /// Settles a fight with a Monster (R39-R41).
    fn settle_monster(&self, p: &mut Position, sums: Sums, tell: &mut impl FnMut(Event)) {
        let (seat, card) = (p.acting, p.card);
        self.discard_card(p);
        let [own, foe] = sums.totals();
        if own >= foe {
            tell(Event::FightWon { seat, card, sums });
            return self.go_on(p, tell);
        }
        tell(Event::FightLost { seat, card, sums });
        let carried = p.me().carried;
        let key = carried.and(self.data.keys).first().filter(|_| self.options.monsters_take_keys);
        match key.or(carried.first()) {
            None => {
                self.harm(p, tell);
                self.go_on(p, tell);
            }
            Some(card) if key.is_some() || carried.len() == 1 => self.lose(p, card, tell),
            Some(_) => p.step = Step::Steal,
        }
    }

    /// Settles a fight with the Guardian (R62, R63).
    fn settle_guardian(&self, p: &mut Position, sums: Sums, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        let key = p.me().carried.and(self.data.keys).first();
        let [own, foe] = sums.totals();
        if own >= foe {
            tell(Event::FightWon { seat, card: p.card, sums });
            if key.is_some() {
                return self.escape(p, tell);
            }
            tell(Event::GuardianBeatenInVain { seat });
            return self.go_on(p, tell);
        }
        tell(Event::FightLost { seat, card: p.card, sums });
        match key {
            Some(key) => self.lose(p, key, tell),
            None => self.go_on(p, tell),
        }
    }

    /// Settles an attack (R55, R57).
    fn settle_attack(&self, p: &mut Position, target: u8, sums: Sums, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        let [own, foe] = sums.totals();
        if own <= foe {
            tell(Event::AttackFailed { seat, target, sums });
            return self.go_on(p, tell);
        }
        tell(Event::AttackWon { seat, target, sums });
        let carried = self.stealable(p);
        match carried.first() {
            None => {
                tell(Event::NothingToTake { seat, target });
                self.go_on(p, tell);
            }
            Some(card) if carried.len() == 1 => self.steal(p, card, tell),
            Some(_) => p.step = Step::Steal,
        }
    }
}
