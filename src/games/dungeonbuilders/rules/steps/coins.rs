//! What a hero meets on a tile: swords, potions and monsters (R47-R57).

use super::super::event::Event;
use super::super::position::{Coin, POTION, Position, SWORD, Step, UNHARMED};
use crate::games::dungeonbuilders::Builders;
use crate::games::piecepack::Suit;
use crate::referee::RuleId;

impl Builders {
    /// R47: continues with the next coin, or with the hero's way.
    pub(super) fn settle(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.acting = p.hero.seat;
        match p.unsettled() {
            0 => p.step = Step::Walk,
            one if one.is_power_of_two() => self.turn_up(p, one.trailing_zeros() as u8, tell),
            _ => p.step = Step::Order,
        }
    }

    /// Section 7: turns up a coin; if the referee does not know its value, the table reports it.
    pub(super) fn turn_up(&self, p: &mut Position, at: u8, tell: &mut impl FnMut(Event)) {
        p.hero.turning = at;
        match p.turning().and_then(|coin| coin.value) {
            Some(value) => self.resolve(p, value, tell),
            None => p.step = Step::Reveal,
        }
    }

    /// R47, R51, R52: takes a sword or a potion, or begins a fight.
    pub(super) fn resolve(&self, p: &mut Position, value: u8, tell: &mut impl FnMut(Event)) {
        let Some(coin) = p.turning() else { return };
        let (seat, by) = (p.hero.seat, coin.seat);
        let purse = &mut p.purses[usize::from(by)];
        purse.gone.add(value);
        purse.seen.add(value);
        if !coin.open {
            tell(Event::CoinTurned { seat, by, value });
        }
        let place = &mut p.coins[p.hero.at.index()][usize::from(p.hero.turning)];
        match value {
            SWORD if p.hero.sword.is_none() => {
                *place = None;
                p.hero.sword = Some(by);
                tell(Event::SwordTaken { seat, by });
                self.earn(p, by, 1, "R51", tell);
                self.settle(p, tell);
            }
            SWORD => {
                // A29
                *place = Some(Coin {
                    value: Some(SWORD),
                    open: true,
                    ..coin
                });
                tell(Event::SwordLeft { seat, by });
                self.settle(p, tell);
            }
            POTION => {
                *place = None;
                p.hero.potions |= 1 << by;
                tell(Event::PotionTaken { seat, by });
                self.settle(p, tell);
            }
            _ => {
                *place = Some(Coin {
                    value: Some(value),
                    open: true,
                    ..coin
                });
                p.step = if p.is_thirsty() {
                    Step::Thirst
                } else {
                    Step::Combat
                };
            }
        }
    }

    /// Settles a fight (R48-R50, R55, R57).
    pub(super) fn fight(&self, p: &mut Position, roll: u8, tell: &mut impl FnMut(Event)) {
        let Some(coin) = p.turning() else { return };
        let seat = p.hero.seat;
        let power = p.hero_power();
        let sword = p.hero.sword.is_some();
        let strength = coin.value.unwrap_or_default();
        let result = roll as i8 + power as i8 + i8::from(sword) - strength as i8;
        tell(Event::Fought {
            seat,
            roll,
            power,
            sword,
            strength,
            result,
        });
        p.coins[p.hero.at.index()][usize::from(p.hero.turning)] = None;
        if result >= UNHARMED {
            tell(Event::Unharmed { seat });
            self.settle(p, tell);
            return;
        }
        let damage = (UNHARMED - result) as u8;
        let lost = damage.min(power);
        p.power[usize::from(seat)] -= lost;
        tell(Event::Hurt {
            seat,
            damage,
            power: power - lost,
        });
        // A24
        let pays = if self.options.overkill_pays {
            damage
        } else {
            lost
        };
        self.earn(p, coin.seat, pays.into(), "R50", tell);
        if power > lost {
            self.settle(p, tell);
        } else if self.options.deathbed_potion && p.is_thirsty() {
            // A27
            p.step = Step::Deathbed;
        } else {
            self.die(p, tell);
        }
    }

    /// Drinks a potion (R53).
    pub(super) fn drink(&self, p: &mut Position, suit: Suit, tell: &mut impl FnMut(Event)) {
        let Some(by) = self.seat_of(suit) else { return };
        let healed = p.hero.entry - p.hero_power();
        p.power[usize::from(p.hero.seat)] = p.hero.entry;
        p.hero.potions &= !(1 << by);
        tell(Event::Drank {
            seat: p.hero.seat,
            by,
            healed,
        });
        self.earn(p, by, healed.into(), "R53", tell);
    }

    /// A19: pays gold from the bank.
    pub(super) fn earn(
        &self,
        p: &mut Position,
        seat: u8,
        gold: u16,
        rule: RuleId,
        tell: &mut impl FnMut(Event),
    ) {
        if gold > 0 {
            p.gold[usize::from(seat)] = p.gold[usize::from(seat)].saturating_add(gold);
            tell(Event::Earned { seat, gold, rule });
        }
    }
}
