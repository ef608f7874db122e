//! A hero's way through the dungeon (R43-R47, V3e).

use super::super::event::Event;
use super::super::position::{Hero, MAX_SEATS, Position, Step};
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::tile::Tile;

impl Builders {
    /// Enters the dungeon (R43, R44).
    pub(super) fn enter(&self, p: &mut Position, seat: u8, tell: &mut impl FnMut(Event)) {
        let power = p.power[usize::from(seat)];
        p.hero = Hero::new(seat, power);
        p.acting = seat;
        p.trail.out |= 1 << seat;
        p.trail.asking = 0;
        p.trail.willing = 0;
        tell(Event::Entered { seat, power });
        self.arrive(p, tell);
    }

    /// Goes to a tile (R45, A33).
    pub(super) fn go(&self, p: &mut Position, tile: Tile, tell: &mut impl FnMut(Event)) {
        p.hero.at = tile;
        p.hero.visited.add(tile);
        tell(Event::Went {
            seat: p.hero.seat,
            tile,
        });
        self.arrive(p, tell);
    }

    fn arrive(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.hero.refused = 0;
        self.offer_loot(p, tell);
    }

    /// V3e: offers loot item by item, then continues with the coins.
    fn offer_loot(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        for seat in 0..self.players.len() as u8 {
            let Some(left) = p.trail.left[usize::from(seat)].filter(|left| left.at == p.hero.at)
            else {
                continue;
            };
            p.hero.looting = seat;
            if left.sword.is_some() && p.hero.sword.is_none() && p.hero.refused & 1 << seat == 0 {
                p.step = Step::LootSword;
                return;
            }
            if p.offered_potion().is_some() {
                p.step = Step::LootPotion;
                return;
            }
        }
        self.settle(p, tell);
    }

    /// V3e, A40: takes or refuses loot, which pays nothing. Potions are offered separately, since each pays whoever placed
    /// it.
    pub(super) fn loot(&self, p: &mut Position, takes: bool, tell: &mut impl FnMut(Event)) {
        let seat = p.hero.seat;
        let from = p.hero.looting;
        let sword = p.step == Step::LootSword;
        let Some(mut left) = p.trail.left[usize::from(from)] else {
            return;
        };
        let Some(by) = (if sword {
            left.sword
        } else {
            p.offered_potion()
        }) else {
            return;
        };
        if !takes {
            p.hero.refused |= if sword {
                1 << from
            } else {
                1 << MAX_SEATS << by
            };
        } else {
            if sword {
                p.hero.sword = left.sword.take();
            } else {
                left.potions &= !(1 << by);
                p.hero.potions |= 1 << by;
            }
            p.trail.left[usize::from(from)] = Some(left);
            tell(Event::Looted {
                seat,
                from,
                by,
                sword,
            });
        }
        self.offer_loot(p, tell);
    }

    /// Leaves the dungeon (R56).
    pub(super) fn leave(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        tell(Event::Left { seat: p.hero.seat });
        self.score(p, false, tell);
        self.end_round(p, tell);
    }
}
