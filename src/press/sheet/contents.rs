//! What a document holds, for those who look for something in it: bookmarks by deck, and what each piece is called.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::page::{Placed, Sheet};
use crate::kit::{Kit, Row};
use crate::press::proof::Proofs;

/// What there is to say of each piece.
#[derive(Debug, Default)]
struct Pieces {
    /// By code: the deck, an index, and the number of its name.
    codes: HashMap<Arc<str>, (u32, u32), foldhash::fast::RandomState>,
    /// One after the other, and where each ends. Most are short.
    names: String,
    ends: Vec<u32>,
}

/// The name of a row, if it has one.
fn name(row: &Row) -> &str {
    row.text("name").or_else(|| row.text("title")).unwrap_or_default()
}

/// The decks of a kit and their pieces.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    /// The decks' titles, in the kit's order.
    pub decks: Vec<String>,
    pieces: Arc<Pieces>,
    /// How many codes each deck has.
    counts: Vec<usize>,
}

/// An entry of a document's outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    pub title: String,
    /// The index of the sheet it leads to.
    pub page: usize,
    pub inner: Vec<Bookmark>,
}

impl Bookmark {
    pub fn new(title: impl Into<String>, page: usize) -> Bookmark {
        Bookmark { title: title.into(), page, inner: Vec::new() }
    }
}

impl Pieces {
    fn add(&mut self, code: &Arc<str>, deck: usize, name: &str) {
        let known = self.ends.len().checked_sub(1).filter(|last| self.name(*last) == name);
        let number = known.unwrap_or(self.ends.len());
        if known.is_none() {
            self.names += name;
            self.ends.push(self.names.len() as u32);
        }
        self.codes.insert(code.clone(), (deck as u32, number as u32));
    }

    fn name(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.names[start as usize..self.ends[number] as usize]
    }
}

impl Catalogue {
    pub(crate) fn of(kit: &Kit, proofs: &Proofs<'_>) -> Catalogue {
        let mut pieces = Pieces::default();
        for proof in &proofs.pieces {
            if let Some(deck) = kit.decks.iter().position(|deck| std::ptr::eq(deck, proof.deck)) {
                pieces.add(&proof.code, deck, name(proof.row));
            }
        }
        let mut counts = vec![0; kit.decks.len()];
        pieces.codes.values().for_each(|(deck, _)| counts[*deck as usize] += 1);
        Catalogue { decks: kit.decks.iter().map(|deck| deck.title.clone()).collect(), pieces: pieces.into(), counts }
    }

    /// The index of the deck a piece is of; a box or a page of a guide is of none.
    pub fn deck(&self, code: &str) -> Option<usize> {
        self.pieces.codes.get(code).map(|(deck, _)| *deck as usize)
    }

    /// The name of a piece, empty if it has none beside its code.
    pub fn name(&self, code: &str) -> &str {
        self.pieces.codes.get(code).map_or("", |(_, name)| self.pieces.name(*name as usize))
    }

    /// The titles of the decks that these pieces are of, in the kit's order: "Map cards, Action cards".
    pub fn titles<'c>(&self, codes: impl Iterator<Item = &'c str>) -> String {
        let decks: BTreeSet<usize> = codes.filter_map(|code| self.deck(code)).collect();
        decks.into_iter().map(|deck| self.decks[deck].as_str()).collect::<Vec<_>>().join(", ")
    }

    /// How many different pieces a deck has.
    pub fn count(&self, deck: usize) -> usize {
        self.counts.get(deck).copied().unwrap_or_default()
    }

    /// What to call a piece where it cannot be seen: "T07 Store Room".
    pub fn label(&self, piece: &Placed) -> String {
        let name = self.name(&piece.code);
        let back = if piece.behind.is_some() { ", back" } else { "" };
        match name {
            "" => format!("{}{back}", piece.code),
            name => format!("{} {name}{back}", piece.code),
        }
    }

    /// Each deck at its first sheet, and under it all its sheets if it has more than one; other sheets by their titles.
    pub fn bookmarks(&self, sheets: &[Sheet]) -> Vec<Bookmark> {
        let mut pages = vec![Vec::new(); self.decks.len()];
        let mut bookmarks = Vec::new();
        for (page, sheet) in sheets.iter().enumerate() {
            let mut known = false;
            for deck in sheet.placed.iter().filter_map(|placed| self.deck(&placed.code)) {
                known = true;
                if pages[deck].last() != Some(&page) {
                    pages[deck].push(page);
                }
            }
            if !known && !sheet.is_empty() {
                bookmarks.push(Bookmark::new(&sheet.title, page));
            }
        }
        let decks = self.decks.iter().zip(pages).filter_map(|(title, pages)| {
            let sheets = pages.iter().map(|page| Bookmark::new(&sheets[*page].title, *page));
            let inner = if pages.len() > 1 { sheets.collect() } else { Vec::new() };
            Some(Bookmark { inner, ..Bookmark::new(title, *pages.first()?) })
        });
        let mut bookmarks: Vec<Bookmark> = decks.chain(bookmarks).collect();
        bookmarks.sort_by_key(|bookmark| bookmark.page);
        bookmarks
    }
}
