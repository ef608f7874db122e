//! Who may hold which treasure, as far as the referee knows (section 7 of the rules).
//!
//! Everybody sees a treasure that is found or picked up. A theft may be seen only by thief and victim; then the referee
//! merely knows that one of several treasures moved. A world is one possible distribution of the treasures. There is a
//! single world as long as every theft was reported, and there are never more than 180, since the number of each player's
//! treasures is public.

use crate::games::dungeon_crawl::data::piece::{VALUES, Values};

/// The weight of a world that is certain.
const WEIGHT: f64 = 1_000_000.0;

/// All worlds consistent with what is known.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Worlds {
    /// The treasures held by players.
    held: Values,
    /// The holder of each treasure in two bits, or 0 if nobody holds it. Sorted, without duplicates, never empty.
    list: Vec<u16>,
}

impl Clone for Worlds {
    fn clone(&self) -> Worlds {
        Worlds {
            held: self.held,
            list: self.list.clone(),
        }
    }

    fn clone_from(&mut self, other: &Worlds) {
        self.held = other.held;
        self.list.clone_from(&other.list);
    }
}

impl Default for Worlds {
    fn default() -> Worlds {
        Worlds {
            held: Values::default(),
            list: vec![0],
        }
    }
}

impl Worlds {
    /// An empty placeholder, to be overwritten.
    pub(super) fn none() -> Worlds {
        Worlds {
            held: Values::default(),
            list: Vec::new(),
        }
    }

    /// The treasures held by players.
    pub fn held(&self) -> Values {
        self.held
    }

    /// Records that everybody sees this player take a treasure that nobody held.
    pub fn give(&mut self, value: u8, seat: u8) {
        self.held.add(value);
        self.list
            .iter_mut()
            .for_each(|world| *world = with(*world, value, seat));
    }

    /// Records that nobody holds this treasure any more.
    pub fn drop(&mut self, value: u8) {
        self.held.remove(value);
        self.list
            .iter_mut()
            .for_each(|world| *world = with(*world, value, 0));
        self.tidy();
    }

    /// Records that this treasure was stolen.
    pub fn steal(&mut self, value: u8, victim: u8, thief: u8) {
        self.list.retain(|world| holder(*world, value) == victim);
        self.list
            .iter_mut()
            .for_each(|world| *world = with(*world, value, thief));
        self.tidy();
    }

    /// Records that some treasure was stolen, and nobody said which.
    pub fn steal_unseen(&mut self, victim: u8, thief: u8) {
        let before = self.list.len();
        for at in 0..before {
            let world = self.list[at];
            let moved = self
                .held
                .iter()
                .filter(|value| holder(world, *value) == victim);
            self.list
                .extend(moved.map(|value| with(world, value, thief)));
        }
        self.list.drain(..before);
        self.tidy();
    }

    /// Records that this player is seen to hold the treasure.
    pub fn show(&mut self, value: u8, seat: u8) {
        self.list.retain(|world| holder(*world, value) == seat);
    }

    /// Forgets who holds what: any distribution with these counts is possible, except that `own` keeps its treasures.
    pub fn mix(&mut self, counts: &[u8], own: Option<u8>) {
        let kept = own.map_or(0, |own| self.certain(own).0);
        let mut list = vec![0];
        for value in self.held.iter() {
            let seats = (0..counts.len() as u8)
                .filter(|seat| own.is_none() || (kept & 1 << value != 0) == (own == Some(*seat)));
            let seats: Vec<u8> = seats.collect();
            list = list
                .iter()
                .flat_map(|world| seats.iter().map(|seat| with(*world, value, *seat)))
                .collect();
            let room = |world: &u16| {
                (0..)
                    .zip(counts)
                    .all(|(seat, count)| self.among(*world, seat, value) <= *count)
            };
            list.retain(room);
        }
        self.list = list;
        self.tidy();
    }

    /// Every distribution of the treasures with these counts, and its weight; `likely` says how likely each player is to hold a
    /// treasure.
    pub fn distributions(
        &self,
        counts: &[u8],
        likely: impl Fn(u8) -> [u16; 4],
    ) -> Vec<(Worlds, u32)> {
        let mut list = vec![(0, 1.0)];
        for value in self.held.iter() {
            let likely = likely(value);
            let all = likely.map(f64::from).iter().sum::<f64>().max(1.0);
            let holders: Vec<(u8, f64)> = (0..counts.len() as u8)
                .zip(likely.map(|weight| f64::from(weight) / all))
                .filter(|(_, weight)| *weight > 0.0)
                .collect();
            let given = |(world, chance): &(u16, f64)| {
                let world = *world;
                let chance = *chance;
                holders
                    .iter()
                    .map(move |(seat, weight)| (with(world, value, *seat), chance * weight))
            };
            list = list.iter().flat_map(given).collect();
            list.retain(|(world, _)| {
                (0..)
                    .zip(counts)
                    .all(|(seat, count)| self.among(*world, seat, value) <= *count)
            });
        }
        let weighted = |(world, chance): (u16, f64)| {
            (
                Worlds {
                    held: self.held,
                    list: vec![world],
                },
                (chance * WEIGHT).ceil() as u32,
            )
        };
        list.into_iter().map(weighted).collect()
    }

    /// How many treasures up to this value a player holds.
    fn among(&self, world: u16, seat: u8, value: u8) -> u8 {
        self.held
            .iter()
            .filter(|held| *held <= value && holder(world, *held) == seat)
            .count() as u8
    }

    /// The treasures that a player may hold.
    pub fn possible(&self, seat: u8) -> Values {
        Values(
            self.list
                .iter()
                .fold(0, |all, world| all | self.holdings(*world, seat).0),
        )
    }

    /// The treasures that a player certainly holds.
    pub fn certain(&self, seat: u8) -> Values {
        Values(self.list.iter().fold(self.held.0, |all, world| {
            all & self.holdings(*world, seat).0
        }))
    }

    /// The treasures that a player may or may not hold; none once the holdings are known.
    pub fn open(&self, seat: u8) -> Values {
        Values(self.possible(seat).0 & !self.certain(seat).0)
    }

    /// The number of worlds.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    fn holdings(&self, world: u16, seat: u8) -> Values {
        let own = self
            .held
            .iter()
            .filter(|value| holder(world, *value) == seat);
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
    fn the_number_of_worlds_is_bounded() {
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
