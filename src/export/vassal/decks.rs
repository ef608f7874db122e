//! What piles are called.

use std::collections::{HashMap, HashSet};

use super::markup::name;
use crate::export::Set;
use crate::games::by_kit::sight::initial_layout::{Heap, InitialLayout};

/// The names of piles, each once: pieces find theirs by it.
pub struct Decks {
    /// By the deck's name in the kit.
    pub of_sets: HashMap<String, String>,
    /// Those of open places of the kit's own rules, by number.
    of_heaps: HashMap<usize, String>,
}

impl Decks {
    pub fn of(sets: &[&Set<'_>], begin: &InitialLayout) -> Decks {
        let mut taken = HashSet::new();
        let mut take = |title: &str| {
            // Expressions have names in quotes.
            let title = name(title).replace('"', "");
            let numbered = (2..).map(|number| format!("{title} {number}"));
            let mut free = std::iter::once(title.clone()).chain(numbered);
            free.find(|name| taken.insert(name.clone())).unwrap_or(title)
        };
        let cards = sets.iter().filter(|set| !set.is_dice());
        let of_sets = cards.map(|set| (set.deck.name.clone(), take(&set.deck.title))).collect();
        let of_heaps = open_places(begin).map(|(number, heap)| (number, take(&heap.title))).collect();
        Decks { of_sets, of_heaps }
    }

    pub fn of_set(&self, set: &Set<'_>) -> &str {
        self.of_sets.get(&set.deck.name).map_or("", String::as_str)
    }

    pub fn of_heap(&self, number: usize) -> Option<&str> {
        self.of_heaps.get(&number).map(String::as_str)
    }
}

/// The places of the kit's own rules that are on the map: each deck has its pile besides, and each player a hand for what is secret.
pub fn open_places(begin: &InitialLayout) -> impl Iterator<Item = (usize, &Heap)> {
    begin.heaps.iter().enumerate().filter(|(_, heap)| !heap.supply && !heap.secret)
}
