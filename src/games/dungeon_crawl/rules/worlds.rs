//! Who may hold which treasure, as far as the referee knows (section 7 of the rules).
//!
//! A treasure found or picked up is seen by all. A theft may be seen by the two players alone: then the referee knows only that
//! one of several moved. A world is one way in which the treasures may be spread; there is one world while every theft was
//! told, and never more than 180, because how many treasures a player holds is public.

use crate::games::dungeon_crawl::data::piece::{VALUES, Values};

/// All worlds that fit what is known.
#[derive(Debug, PartialEq, Eq)]
pub struct Worlds {
    /// The treasures that some player holds.
    held: Values,
    /// Two bits a treasure: its holder, or 0 if nobody holds it. In order, none twice, never empty.
    list: Vec<u16>,
}

impl Clone for Worlds {
    fn clone(&self) -> Worlds {
        Worlds { held: self.held, list: self.list.clone() }
    }

    fn clone_from(&mut self, other: &Worlds) {
        self.held = other.held;
        self.list.clone_from(&other.list);
    }
}

impl Default for Worlds {
    fn default() -> Worlds {
        Worlds { held: Values::default(), list: vec![0] }
    }
}

impl Worlds {
    /// No world at all: only to be written over.
    pub(super) fn none() -> Worlds {
        Worlds { held: Values::default(), list: Vec::new() }
    }

    /// Treasures in anybody's holdings.
    pub fn held(&self) -> Values {
        self.held
    }

    /// All see that the seat holds this treasure now, which nobody held.
    pub fn give(&mut self, value: u8, seat: u8) {
        self.held.add(value);
        self.list.iter_mut().for_each(|world| *world = with(*world, value, seat));
    }

    /// Nobody holds this treasure any more.
    pub fn drop(&mut self, value: u8) {
        self.held.remove(value);
        self.list.iter_mut().for_each(|world| *world = with(*world, value, 0));
        self.tidy();
    }

    /// This treasure went from one seat to another.
    pub fn steal(&mut self, value: u8, victim: u8, thief: u8) {
        self.list.retain(|world| holder(*world, value) == victim);
        self.list.iter_mut().for_each(|world| *world = with(*world, value, thief));
        self.tidy();
    }

    /// Some treasure went from one seat to another, and nobody told which.
    pub fn steal_unseen(&mut self, victim: u8, thief: u8) {
        let before = self.list.len();
        for at in 0..before {
            let world = self.list[at];
            let moved = self.held.iter().filter(|value| holder(world, *value) == victim);
            self.list.extend(moved.map(|value| with(world, value, thief)));
        }
        self.list.drain(..before);
        self.tidy();
    }

    /// It is seen that the seat holds this treasure.
    pub fn show(&mut self, value: u8, seat: u8) {
        self.list.retain(|world| holder(*world, value) == seat);
    }

    /// Forgets who holds what: the treasures may be spread in any way in which each seat has as many as it has, and `own` its own.
    pub fn mix(&mut self, counts: &[u8], own: Option<u8>) {
        let kept = own.map_or(0, |own| self.certain(own).0);
        let mut list = vec![0];
        for value in self.held.iter() {
            let seats =
                (0..counts.len() as u8).filter(|seat| own.is_none() || (kept & 1 << value != 0) == (own == Some(*seat)));
            let seats: Vec<u8> = seats.collect();
            list = list.iter().flat_map(|world| seats.iter().map(|seat| with(*world, value, *seat))).collect();
            let room = |world: &u16| (0..).zip(counts).all(|(seat, count)| self.among(*world, seat, value) <= *count);
            list.retain(room);
        }
        self.list = list;
        self.tidy();
    }

    /// How many of the treasures up to this value the seat holds.
    fn among(&self, world: u16, seat: u8, value: u8) -> u8 {
        self.held.iter().filter(|held| *held <= value && holder(world, *held) == seat).count() as u8
    }

    /// What the seat may hold.
    pub fn possible(&self, seat: u8) -> Values {
        Values(self.list.iter().fold(0, |all, world| all | self.holdings(*world, seat).0))
    }

    /// What the seat holds for certain.
    pub fn certain(&self, seat: u8) -> Values {
        Values(self.list.iter().fold(self.held.0, |all, world| all & self.holdings(*world, seat).0))
    }

    /// What the seat may hold or not: nothing once its holdings are known.
    pub fn open(&self, seat: u8) -> Values {
        Values(self.possible(seat).0 & !self.certain(seat).0)
    }

    /// How many worlds there are.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    fn holdings(&self, world: u16, seat: u8) -> Values {
        let own = self.held.iter().filter(|value| holder(world, *value) == seat);
        Values(own.fold(0, |all, value| all | 1 << value))
    }

    fn tidy(&mut self) {
        self.list.sort_unstable();
        self.list.dedup();
    }
}

fn holder(world: u16, value: u8) -> u8 {
    (world >> (2 * value) & 3) as u8
}

fn with(world: u16, value: u8, seat: u8) -> u16 {
    debug_assert!(usize::from(value) < VALUES && seat < 4);
    world & !(3 << (2 * value)) | u16::from(seat) << (2 * value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unseen_theft_leaves_two_worlds_until_one_is_shown() {
        let mut worlds = Worlds::default();
        worlds.give(2, 0);
        worlds.give(5, 0);
        worlds.give(1, 1);
        worlds.steal_unseen(0, 1);
        assert_eq!(worlds.count(), 2);
        assert_eq!(worlds.open(0), Values(1 << 2 | 1 << 5));
        assert_eq!(worlds.certain(1), Values(1 << 1));
        worlds.show(5, 1);
        assert_eq!((worlds.count(), worlds.certain(0)), (1, Values(1 << 2)));
    }

    #[test]
    fn there_are_never_more_worlds_than_ways_to_share_six_treasures() {
        let mut worlds = Worlds::default();
        for value in 0..6 {
            worlds.give(value, value % 4);
        }
        for round in 0..40 {
            let (victim, thief) = (round % 4, (round + 1) % 4);
            worlds.steal_unseen(victim, thief);
            assert!((1..=180).contains(&worlds.count()));
        }
    }
}
