//! Where fight cards may be that only their owners have seen (section 7 of the rules, `open_hands = false`).
//!
//! The referee sees that a card is drawn, not which. It knows the unseen cards: those of the deck and of the hands together.
//! Whoever draws after a shuffle cannot hold a card that was in a hand before it, so once the discarded cards were shuffled the
//! unseen ones are of two kinds: old, which are all in hands, and fresh. A card of which one copy is old and another fresh may
//! be either when it is played; then there are two worlds until what is seen later leaves one.

use crate::games::dungeon_in_a_tin::data::piece::MAX_SEATS;

/// So many worlds are kept apart. Beyond that the referee takes any unseen card for possible, until the next shuffle.
const MOST: usize = 256;

/// All ways of old and fresh that fit what is known; empty where the referee knows every card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worlds {
    /// In order, none twice.
    list: Vec<World>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct World {
    /// Old cards by kind.
    old: Vec<u8>,
    /// How many of them each seat holds.
    held: [u8; MAX_SEATS],
}

impl Worlds {
    /// Nothing was seen yet, of so many kinds of cards.
    pub(in super::super) fn new(kinds: usize) -> Worlds {
        Worlds { list: vec![World { old: vec![0; kinds], held: [0; MAX_SEATS] }] }
    }

    /// The deck was empty and is shuffled anew: all that is unseen is old, and these hands hold it.
    pub(super) fn shuffle(&mut self, unseen: &[u8], held: [u8; MAX_SEATS]) {
        self.list = vec![World { old: unseen.to_vec(), held }];
    }

    /// The table decided otherwise: any unseen card may be anywhere.
    pub(crate) fn forget(&mut self) {
        if let Some(kinds) = self.list.first().map(|world| world.old.len()) {
            *self = Worlds::new(kinds);
        }
    }

    /// Whether the seat, which holds so many unseen cards, may hold this one.
    pub fn may_hold(&self, unseen: &[u8], seat: usize, hidden: u8, card: u8) -> bool {
        self.list.iter().any(|world| world.holds_old(seat, card) || world.holds_fresh(unseen, seat, hidden, card))
    }

    /// Whether cards are held from before the last shuffle.
    pub fn has_old(&self) -> bool {
        self.list.iter().any(|world| world.old.iter().any(|count| *count > 0))
    }

    /// Whether all unseen cards of the seat, which are so many, are from before the last shuffle.
    pub fn is_all_old(&self, seat: usize, hidden: u8) -> bool {
        self.list.iter().all(|world| world.held[seat] == hidden)
    }

    /// How likely this is the next card of the deck, in cases: every fresh card is as likely as the others, and every world.
    pub fn weight(&self, unseen: &[u8], card: u8) -> u32 {
        self.list.iter().map(|world| u32::from(world.fresh(unseen, card))).sum()
    }

    /// The seat shows this card, one of so many unseen ones in its hand. `unseen` still has it.
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
        if self.list.len() > MOST {
            self.forget();
        }
    }

    /// This card comes from the deck. `unseen` still has it.
    pub(super) fn draw(&mut self, unseen: &[u8], card: u8) {
        self.list.retain(|world| world.fresh(unseen, card) > 0);
    }

    /// Whether the cards can be spread like that at all, with so many unseen ones in each hand.
    pub(super) fn stand(&self, unseen: &[u8], hidden: [u8; MAX_SEATS]) -> bool {
        let sum = |counts: &[u8]| counts.iter().map(|count| u32::from(*count)).sum::<u32>();
        let fits = |world: &World| {
            sum(&world.old) == sum(&world.held)
                && world.old.iter().zip(unseen).all(|(old, unseen)| old <= unseen)
                && world.held.iter().zip(&hidden).all(|(held, hidden)| held <= hidden)
        };
        !self.list.is_empty() && self.list.iter().all(fits) && sum(unseen) >= sum(&hidden)
    }

    /// How many worlds there are.
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

    /// Kinds 0 to 3, two of each. Seat 0 holds two of four old cards, kinds 0 and 1, seat 1 the others.
    fn shuffled() -> ([u8; 4], Worlds) {
        let mut worlds = Worlds::new(4);
        worlds.shuffle(&[1, 1, 2, 0], [2, 2, 0, 0, 0, 0, 0, 0]);
        ([2, 2, 2, 2], worlds)
    }

    #[test]
    fn after_a_shuffle_the_deck_is_known_and_a_hand_holds_old_cards_alone() {
        let (unseen, worlds) = shuffled();
        assert_eq!([0, 1, 2, 3].map(|card| worlds.weight(&unseen, card)), [1, 1, 0, 2]);
        assert_eq!([0, 1, 2, 3].map(|card| worlds.may_hold(&unseen, 0, 2, card)), [true, true, true, false]);
        // With a third card, drawn since, it may be any.
        assert!(worlds.may_hold(&unseen, 0, 3, 3));
    }

    #[test]
    fn a_card_that_may_be_old_or_fresh_leaves_two_worlds_until_one_is_seen() {
        let (mut unseen, mut worlds) = shuffled();
        worlds.show(&unseen, 0, 3, 0);
        unseen[0] -= 1;
        assert_eq!(worlds.count(), 2);
        assert!(worlds.stand(&unseen, [2, 2, 0, 0, 0, 0, 0, 0]));
        // Either copy of kind 0 may be in the deck still; if it is, the one shown was old.
        assert_eq!(worlds.weight(&unseen, 0), 1);
        worlds.draw(&unseen, 0);
        unseen[0] -= 1;
        assert_eq!(worlds.count(), 1);
        // Of seat 0's two cards one is old, so it can show one fresh card and no more.
        worlds.show(&unseen, 0, 2, 3);
        unseen[3] -= 1;
        assert!(!worlds.may_hold(&unseen, 0, 1, 3) && worlds.may_hold(&unseen, 0, 1, 1));
    }

    #[test]
    fn what_cannot_be_kept_apart_is_forgotten() {
        let mut worlds = Worlds::new(20);
        worlds.shuffle(&[1; 20], [20, 0, 0, 0, 0, 0, 0, 0]);
        let mut unseen = [2; 20];
        for card in 0..20 {
            worlds.show(&unseen, 0, 40 - card, card);
            unseen[usize::from(card)] -= 1;
            assert!((1..=MOST).contains(&worlds.count()));
        }
        assert!(worlds.stand(&unseen, [20, 0, 0, 0, 0, 0, 0, 0]));
    }
}
