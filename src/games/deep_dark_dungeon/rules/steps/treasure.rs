//! Treasures: taken, lost, discarded, drunk (R41, R48-R52, R55, R56).

use super::super::event::Event;
use super::super::position::{Foe, Position, Step};
use crate::games::deep_dark_dungeon::Deep;

impl Deep {
    /// Takes a Treasure that was drawn (R48).
    pub(super) fn take(&self, p: &mut Position, card: u8, tell: &mut impl FnMut(Event)) {
        p.me_mut().carried.add(card);
        tell(Event::Taken {
            seat: p.acting,
            card,
        });
        self.make_room(p, card, tell);
    }

    /// R48, R56: asks for a discard as long as too many are carried.
    fn make_room(&self, p: &mut Position, gained: u8, tell: &mut impl FnMut(Event)) {
        if self
            .carry_limit(p.actor())
            .is_some_and(|limit| p.me().carried.len() > limit)
        {
            p.step = Step::Keep(gained);
            return;
        }
        self.go_on(p, tell);
    }

    pub(super) fn give_up(
        &self,
        p: &mut Position,
        gained: u8,
        card: u8,
        tell: &mut impl FnMut(Event),
    ) {
        self.discard_carried(p, p.actor(), card);
        tell(Event::Discarded {
            seat: p.acting,
            card,
        });
        self.make_room(p, gained, tell);
    }

    /// Takes a Treasure from a beaten Explorer (R55).
    pub(super) fn steal(
        &self,
        p: &mut Position,
        target: u8,
        card: u8,
        tell: &mut impl FnMut(Event),
    ) {
        p.explorers[usize::from(target)].carried.remove(card);
        p.me_mut().carried.add(card);
        tell(Event::Stolen {
            seat: p.acting,
            target,
            card,
        });
        self.make_room(p, card, tell);
    }

    /// Loses a Treasure to a Monster or the Guardian (R41, R63).
    pub(super) fn lose(&self, p: &mut Position, foe: Foe, card: u8, tell: &mut impl FnMut(Event)) {
        self.discard_carried(p, p.actor(), card);
        tell(Event::Lost {
            seat: p.acting,
            foe,
            card,
        });
        self.go_on(p, tell);
    }

    /// Discards a carried card; a Key may return the discard pile to the deck (R58).
    pub(super) fn discard_carried(&self, p: &mut Position, seat: usize, card: u8) {
        p.explorers[seat].carried.remove(card);
        p.discard.add(card);
        p.key_lost |= self.options.keys_reshuffle && self.data.keys.has(card);
    }

    /// R51: the Potion that would be drunk now: the one just gained, otherwise the one with the lower code.
    pub(crate) fn potion(&self, p: &Position) -> Option<u8> {
        let potions = p.me().carried.and(self.data.potions);
        match p.step {
            Step::Keep(gained) if potions.has(gained) => Some(gained),
            _ => potions.first(),
        }
    }

    pub(super) fn drink(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let Some(card) = self.potion(p) else { return };
        self.discard_carried(p, p.actor(), card);
        p.me_mut().hurt = false;
        tell(Event::Drunk {
            seat: p.acting,
            card,
        });
        match p.step {
            Step::Keep(gained) => self.make_room(p, gained, tell),
            Step::Brace(foe) => p.step = Step::OwnDie(foe),
            _ => {}
        }
    }
}
