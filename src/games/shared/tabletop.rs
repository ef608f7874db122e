//! Helpers for laying out the table for a picture. Lengths are in millimetres.

use std::collections::HashMap;

use crate::kit::{Kit, Row};
use crate::referee::Tone;
use crate::referee::scene::{Align, Heap, Piece, Scene, What, Zone};

/// A picture under construction.
pub struct Tabletop {
    pub scene: Scene,
    /// The sizes of names and of all other text.
    name: f64,
    small: f64,
    /// How many pieces of each row lie on the table, by deck and first code.
    laid: HashMap<(&'static str, String), usize>,
}

impl Tabletop {
    /// An empty table, with the sizes of names and of all other text.
    pub fn new(name: f64, small: f64) -> Tabletop {
        Tabletop {
            scene: Scene::default(),
            name,
            small,
            laid: HashMap::new(),
        }
    }

    /// The next piece with one of these codes. A table with several sets has as many of each.
    pub fn next(&mut self, deck: &'static str, codes: &[String]) -> Piece {
        let first = codes.first().cloned().unwrap_or_default();
        let laid = self.laid.entry((deck, first)).or_default();
        *laid += 1;
        piece(deck, codes, *laid - 1)
    }

    /// Writes a player's name.
    pub fn name(&mut self, name: &str, tone: Tone, at: (f64, f64)) {
        self.scene.caption(name, self.name, Align::Start, tone, at);
    }

    /// Writes beside a name how that player stands.
    pub fn standing(&mut self, words: &str, align: Align, at: (f64, f64)) {
        self.scene.caption(words, self.small, align, Tone::Dim, at);
    }

    /// Writes an explanation.
    pub fn note(&mut self, words: &str, align: Align, at: (f64, f64)) {
        self.scene.label(words, self.small, align, Tone::Dim, at);
    }

    /// Puts down a pile with its name.
    pub fn noted(&mut self, what: What, (x, y): (f64, f64), words: &str, base: f64) {
        let around = self.begin_heap(words);
        self.scene.at(what, x, y);
        self.end_heap(around, words, (x, base));
    }

    /// What is put down from here on is a heap of this name; returns the zone around it.
    pub fn begin_heap(&mut self, words: &str) -> Zone {
        let zone = Zone::Heap(self.scene.heaps.len() as u16);
        self.scene.heaps.push(Heap {
            zone,
            owner: None,
            title: words.to_owned(),
            set: None,
            count: None,
        });
        std::mem::replace(&mut self.scene.zone, zone)
    }

    /// Ends a heap, with its name in the middle below it; a page writes the name above it.
    pub fn end_heap(&mut self, around: Zone, words: &str, at: (f64, f64)) {
        self.scene
            .caption(words, self.small, Align::Middle, Tone::Dim, at);
        self.scene.zone = around;
    }

    /// Puts down things at equal distances, each over the one before.
    pub fn row(
        &mut self,
        things: impl IntoIterator<Item = What>,
        (x, y): (f64, f64),
        (dx, dy): (f64, f64),
    ) {
        for (nth, what) in things.into_iter().enumerate() {
            self.scene
                .at(what, x + nth as f64 * dx, y + nth as f64 * dy);
        }
    }
}

/// The `nth` piece of a row with these codes, counted over all sets.
pub fn piece(deck: &'static str, codes: &[String], nth: usize) -> Piece {
    let count = codes.len().max(1);
    Piece {
        set: nth / count,
        ..Piece::new(deck, codes.get(nth % count).cloned().unwrap_or_default())
    }
}

/// The distance between the middles of `count` things in a row of this length, at most the usual one.
pub fn fan(count: usize, usual: f64, space: f64) -> f64 {
    (space / count.saturating_sub(1).max(1) as f64).min(usual)
}

/// A rectangle on the table.
#[derive(Clone, Copy, Default)]
pub struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    /// The area of this size around a point.
    pub fn around((x, y): (f64, f64), (w, h): (f64, f64)) -> Area {
        Area {
            left: x - w / 2.0,
            top: y - h / 2.0,
            right: x + w / 2.0,
            bottom: y + h / 2.0,
        }
    }

    /// The least area that contains both.
    pub fn and(self, other: Area) -> Area {
        Area {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub fn width(self) -> f64 {
        self.right - self.left
    }

    pub fn height(self) -> f64 {
        self.bottom - self.top
    }
}

/// The size of a deck's pieces; `None` if the kit has no such deck.
pub fn size(kit: &Kit, deck: &str) -> Option<(f64, f64)> {
    kit.playing_deck(deck)
        .map(|(_, deck)| (deck.size.w.mm(), deck.size.h.mm()))
}

/// The rows of a deck; empty if the kit has no such deck.
pub fn rows<'k>(kit: &'k Kit, deck: &str) -> &'k [Row] {
    kit.playing_deck(deck).map_or(&[], |(_, deck)| &deck.rows)
}

/// The first row of a deck with these texts.
pub fn row<'k>(kit: &'k Kit, deck: &str, texts: &[(&str, &str)]) -> Option<&'k Row> {
    rows(kit, deck).iter().find(|row| {
        texts
            .iter()
            .all(|(field, text)| row.text(field) == Some(text))
    })
}

/// Its first code.
pub fn code(kit: &Kit, deck: &str, texts: &[(&str, &str)]) -> Option<String> {
    row(kit, deck, texts)?.codes().next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_a_row_are_used_in_order_set_after_set() {
        let mut table = Tabletop::new(6.0, 4.0);
        let codes = ["P1".to_owned(), "P2".to_owned()];
        let next = |table: &mut Tabletop| table.next("tokens", &codes).id();
        let laid: Vec<String> = (0..3).map(|_| next(&mut table)).collect();
        assert_eq!(laid, ["tokens/P1", "tokens/P2", "tokens/P1/1"]);
        assert_eq!(table.next("tokens", &["K1".to_owned()]).id(), "tokens/K1");
    }

    #[test]
    fn things_overlap_as_far_as_they_must() {
        assert_eq!(
            [fan(1, 5.0, 20.0), fan(3, 5.0, 20.0), fan(11, 5.0, 20.0)],
            [5.0, 5.0, 2.0]
        );
    }

    #[test]
    fn an_area_grows_around_what_it_contains() {
        let area = Area::around((0.0, 0.0), (4.0, 2.0)).and(Area::around((5.0, -3.0), (2.0, 2.0)));
        assert_eq!(
            (area.left, area.top, area.right, area.bottom),
            (-2.0, -4.0, 6.0, 1.0)
        );
        assert_eq!((area.width(), area.height()), (8.0, 5.0));
    }
}
