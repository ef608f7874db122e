//! The names of piles.

use std::collections::{HashMap, HashSet};

use super::markup::name;
use crate::export::Set;
use crate::games::by_kit::sight::initial_layout::{Heap, InitialLayout};

/// The names of piles. Each is unique, since pieces refer to their pile by name.
pub struct PileNames {
    /// Those of decks, by the deck's name in the kit.
    pub of_sets: HashMap<String, String>,
    /// Those of open zones of the kit's own rules, by number.
    of_heaps: HashMap<usize, String>,
}

impl PileNames {
    pub fn of(sets: &[&Set<'_>], initial: &InitialLayout) -> PileNames {
        let mut taken = HashSet::new();
        let mut take = |title: &str| {
            // Names are in quotes in expressions.
            let title = name(title).replace('"', "");
            let numbered = (2..).map(|number| format!("{title} {number}"));
            let mut free = std::iter::once(title.clone()).chain(numbered);
            free.find(|name| taken.insert(name.clone()))
                .unwrap_or(title)
        };
        let cards = sets.iter().filter(|set| !set.is_dice());
        let of_sets = cards
            .map(|set| (set.deck.name.clone(), take(&set.deck.title)))
            .collect();
        let of_heaps = open_zones(initial)
            .map(|(number, heap)| (number, take(&heap.title)))
            .collect();
        PileNames { of_sets, of_heaps }
    }

    pub fn of_set(&self, set: &Set<'_>) -> &str {
        self.of_sets.get(&set.deck.name).map_or("", String::as_str)
    }

    pub fn of_heap(&self, number: usize) -> Option<&str> {
        self.of_heaps.get(&number).map(String::as_str)
    }
}

/// The zones of the kit's own rules that are on the map. The others are the decks' own piles, and secret zones, which are the
/// players' hands.
pub fn open_zones(initial: &InitialLayout) -> impl Iterator<Item = (usize, &Heap)> {
    initial
        .heaps
        .iter()
        .enumerate()
        .filter(|(_, heap)| !heap.supply && !heap.secret)
}
