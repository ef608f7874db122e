//! Where fight cards seen only by their owners may be (section 7 of the rules, `open_hands = false`).
//!
//! The referee sees that a card is drawn, but not which. It knows the unseen cards: those of the deck and of the hands
//! together. A card drawn after a shuffle cannot be one that was in a hand before it. So once the discards have been
//! shuffled, unseen cards are either old, and all in hands, or fresh. If one copy of a card is old and another is fresh,
//! either may be the one that is played; this makes two worlds, until later cards rule one out.

use crate::games::dungeon_in_a_tin::data::piece::MAX_SEATS;

/// The most worlds tracked. Beyond that the referee considers any unseen card possible until the next shuffle.
const MAX_WORLDS: usize = 256;

/// All distributions of old and fresh cards that fit what is known; empty if the referee knows every card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Worlds {
    /// Sorted, without duplicates.
    list: Vec<World>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct World {
    /// Old cards, by kind.
    old: Vec<u8>,
    /// The number of old cards in each hand.
    held: [u8; MAX_SEATS],
}

impl Worlds {
    /// The worlds at the start, when nothing has been seen.
    pub(in super::super) fn new(kinds: usize) -> Worlds {
        Worlds {
            list: vec![World {
                old: vec![0; kinds],
                held: [0; MAX_SEATS],
            }],
        }
    }

    /// Records that the empty deck was reshuffled: all unseen cards are now old and in these hands.
    pub(super) fn shuffle(&mut self, unseen: &[u8], held: [u8; MAX_SEATS]) {
        self.list = vec![World {
            old: unseen.to_vec(),
            held,
        }];
    }

    /// Forgets everything after a correction: any unseen card may be anywhere.
    pub(crate) fn forget(&mut self) {
        if let Some(kinds) = self.list.first().map(|world| world.old.len()) {
            *self = Worlds::new(kinds);
        }
    }

    /// Whether a player with this many hidden cards may hold this one.
    pub fn may_hold(&self, unseen: &[u8], seat: usize, hidden: u8, card: u8) -> bool {
        self.list.iter().any(|world| {
            world.holds_old(seat, card) || world.holds_fresh(unseen, seat, hidden, card)
        })
    }

    /// Whether any cards in hands are from before the last shuffle.
    pub fn has_old(&self) -> bool {
        self.list
            .iter()
            .any(|world| world.old.iter().any(|count| *count > 0))
    }

    /// Whether all hidden cards of a player are from before the last shuffle.
    pub fn is_all_old(&self, seat: usize, hidden: u8) -> bool {
        self.list.iter().all(|world| world.held[seat] == hidden)
    }

    /// The weight of this card as the next of the deck: all fresh cards are equally likely, and so are all worlds.
    pub fn weight(&self, unseen: &[u8], card: u8) -> u32 {
        self.list
            .iter()
            .map(|world| u32::from(world.fresh(unseen, card)))
            .sum()
    }

    /// Records that a player shows this card, one of the hidden ones in the hand. `unseen` still includes it.
    pub(super) fn show(&mut self, unseen: &[u8], seat: usize, hidden: u8, card: u8) {
        let mut list = Vec::with_capacity(self.list.len() + 1);
        for mut world in std::mem::take(&mut self.list) {
            if world.holds_fresh(unseen, seat, hidden, card) {
                list.push(world.clone());
            }
            if world.holds_old(seat, card) {
                world.old[usize::from(card)] -= 1;
                world.held[seat] -= 1;
                list.push(world);
            }
        }
        list.sort_unstable();
        list.dedup();
        self.list = list;
        if self.list.len() > MAX_WORLDS {
            self.forget();
        }
    }

    /// Records that this card is drawn from the deck. `unseen` still includes it.
    pub(super) fn draw(&mut self, unseen: &[u8], card: u8) {
        self.list.retain(|world| world.fresh(unseen, card) > 0);
    }

    /// Whether there is a distribution of the cards with this many hidden ones in each hand.
    pub(super) fn are_possible(&self, unseen: &[u8], hidden: [u8; MAX_SEATS]) -> bool {
        let sum = |counts: &[u8]| counts.iter().map(|count| u32::from(*count)).sum::<u32>();
        let fits = |world: &World| {
            sum(&world.old) == sum(&world.held)
                && world
                    .old
                    .iter()
                    .zip(unseen)
                    .all(|(old, unseen)| old <= unseen)
                && world
                    .held
                    .iter()
                    .zip(&hidden)
                    .all(|(held, hidden)| held <= hidden)
        };
        !self.list.is_empty() && self.list.iter().all(fits) && sum(unseen) >= sum(&hidden)
    }

    /// The number of worlds.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.list.len()
    }
}

impl World {
    fn fresh(&self, unseen: &[u8], card: u8) -> u8 {
        let at = usize::from(card);
        unseen[at] - self.old[at]
    }

    fn holds_old(&self, seat: usize, card: u8) -> bool {
        self.held[seat] > 0 && self.old[usize::from(card)] > 0
    }

    fn holds_fresh(&self, unseen: &[u8], seat: usize, hidden: u8, card: u8) -> bool {
        hidden > self.held[seat] && self.fresh(unseen, card) > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kinds 0 to 3, two of each. Seat 0 holds two of four old cards, of kinds 0 and 1; seat 1 holds the others.
    fn shuffled() -> ([u8; 4], Worlds) {
        let mut worlds = Worlds::new(4);
        worlds.shuffle(&[1, 1, 2, 0], [2, 2, 0, 0, 0, 0, 0, 0]);
        ([2, 2, 2, 2], worlds)
    }

    #[test]
    fn after_a_shuffle_the_deck_is_known_and_a_hand_holds_only_old_cards() {
        let (unseen, worlds) = shuffled();
        assert_eq!(
            [0, 1, 2, 3].map(|card| worlds.weight(&unseen, card)),
            [1, 1, 0, 2]
        );
        assert_eq!(
            [0, 1, 2, 3].map(|card| worlds.may_hold(&unseen, 0, 2, card)),
            [true, true, true, false]
        );
        // With a third card, drawn since, any kind is possible.
        assert!(worlds.may_hold(&unseen, 0, 3, 3));
    }

    #[test]
    fn a_card_that_may_be_old_or_fresh_leaves_two_worlds_until_one_is_seen() {
        let (mut unseen, mut worlds) = shuffled();
        worlds.show(&unseen, 0, 3, 0);
        unseen[0] -= 1;
        assert_eq!(worlds.count(), 2);
        assert!(worlds.are_possible(&unseen, [2, 2, 0, 0, 0, 0, 0, 0]));
        // A copy of kind 0 may still be in the deck; if it is, the one shown was old.
        assert_eq!(worlds.weight(&unseen, 0), 1);
        worlds.draw(&unseen, 0);
        unseen[0] -= 1;
        assert_eq!(worlds.count(), 1);
        // One of seat 0's two cards is old, so only one fresh card can be shown.
        worlds.show(&unseen, 0, 2, 3);
        unseen[3] -= 1;
        assert!(!worlds.may_hold(&unseen, 0, 1, 3) && worlds.may_hold(&unseen, 0, 1, 1));
    }

    #[test]
    fn too_many_worlds_are_forgotten() {
        let mut worlds = Worlds::new(20);
        worlds.shuffle(&[1; 20], [20, 0, 0, 0, 0, 0, 0, 0]);
        let mut unseen = [2; 20];
        for card in 0..20 {
            worlds.show(&unseen, 0, 40 - card, card);
            unseen[usize::from(card)] -= 1;
            assert!((1..=MAX_WORLDS).contains(&worlds.count()));
        }
        assert!(worlds.are_possible(&unseen, [20, 0, 0, 0, 0, 0, 0, 0]));
    }
}
