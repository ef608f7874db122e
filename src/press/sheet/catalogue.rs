//! The name of each piece in a document, and its deck.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::placed::Placed;

/// The deck and name of each piece.
#[derive(Debug, Default)]
struct Pieces {
    /// By code: the index of the deck, and the number of the name.
    codes: HashMap<Arc<str>, (u32, u32), foldhash::fast::RandomState>,
    /// All names in one string, and where each ends; most are short.
    names: String,
    ends: Vec<u32>,
}

/// The decks of a kit and their pieces.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    /// The decks' titles, in the kit's order.
    pub decks: Vec<String>,
    pieces: Arc<Pieces>,
    /// The number of codes in each deck.
    counts: Vec<usize>,
}

impl Pieces {
    fn add(&mut self, code: &Arc<str>, deck: usize, name: &str) {
        let known = self
            .ends
            .len()
            .checked_sub(1)
            .filter(|last| self.name(*last) == name);
        let number = known.unwrap_or(self.ends.len());
        if known.is_none() {
            self.names += name;
            self.ends.push(self.names.len() as u32);
        }
        self.codes
            .insert(code.clone(), (deck as u32, number as u32));
    }

    fn name(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.names[start as usize..self.ends[number] as usize]
    }
}

impl Catalogue {
    /// Builds a catalogue from the titles of decks and the pieces, each with its code, the index of its deck, and a name
    /// that may be empty.
    pub fn new<'p>(
        decks: Vec<String>,
        pieces: impl Iterator<Item = (&'p Arc<str>, usize, &'p str)>,
    ) -> Catalogue {
        let mut known = Pieces::default();
        pieces.for_each(|(code, deck, name)| known.add(code, deck, name));
        let mut counts = vec![0; decks.len()];
        known
            .codes
            .values()
            .for_each(|(deck, _)| counts[*deck as usize] += 1);
        Catalogue {
            decks,
            pieces: known.into(),
            counts,
        }
    }

    /// The index of a piece's deck; `None` for a box or a page of a guide.
    pub fn deck(&self, code: &str) -> Option<usize> {
        self.pieces.codes.get(code).map(|(deck, _)| *deck as usize)
    }

    /// The name of a piece; empty if it has only a code.
    pub fn name(&self, code: &str) -> &str {
        self.pieces
            .codes
            .get(code)
            .map_or("", |(_, name)| self.pieces.name(*name as usize))
    }

    /// The titles of these pieces' decks, in the kit's order: "Map cards, Action cards".
    pub fn titles<'c>(&self, codes: impl Iterator<Item = &'c str>) -> String {
        let decks: BTreeSet<usize> = codes.filter_map(|code| self.deck(code)).collect();
        decks
            .into_iter()
            .map(|deck| self.decks[deck].as_str())
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The number of different pieces in a deck.
    pub fn count(&self, deck: usize) -> usize {
        self.counts.get(deck).copied().unwrap_or_default()
    }

    /// A spoken label for a piece: "T07 Store Room".
    pub fn label(&self, piece: &Placed) -> String {
        let name = self.name(&piece.code);
        let back = if piece.behind.is_some() { ", back" } else { "" };
        match name {
            "" => format!("{}{back}", piece.code),
            name => format!("{} {name}{back}", piece.code),
        }
    }
}
