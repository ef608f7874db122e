//! A wall or a floor that says what is inside: the deck's own faces all over it, and a plate with its titles in the middle.

use std::collections::BTreeSet;

use super::pen::Pen;
use crate::kit::{Contour, Deck, Point, Size, Um};
use crate::press::proof::Proofs;
use crate::press::sheet::Placed;

/// How far the faces keep off the edges, where it is folded, and off each other.
const INSET: Um = Um(2_000);
const BETWEEN: Um = Um(700);

/// How many faces in a row and a column at most, where the deck has no back.
const MOST: usize = 3;

pub(super) struct Panel {
    pub at: Point,
    pub size: Size,
}

impl Panel {
    /// The deck's back; without one, a few of its fronts.
    pub fn faces(&self, deck: &Deck, proofs: &Proofs<'_>) -> Vec<Placed> {
        let pieces = || proofs.pieces.iter().filter(|proof| std::ptr::eq(proof.deck, deck));
        let backs: BTreeSet<usize> = pieces().filter_map(|proof| proof.back).collect();
        let fronts: BTreeSet<usize> = pieces().map(|proof| proof.face).collect();
        let shown: Vec<usize> = match backs.first() {
            Some(back) => vec![*back],
            None => fronts.into_iter().take(MOST * MOST).collect(),
        };
        let in_row = (1..=MOST).rev().find(|count| count * count <= shown.len()).unwrap_or(1);
        let count = in_row as i64;
        let cell = |side: Um| (side - INSET * 2 + BETWEEN) / count - BETWEEN;
        let (w, h) = (cell(self.size.w), cell(self.size.h));
        if w <= Um::ZERO || h <= Um::ZERO {
            return Vec::new();
        }
        // As large as fits, and in the middle of its cell.
        let scale = (w.mm() / deck.size.w.mm()).min(h.mm() / deck.size.h.mm());
        let along = |length: Um| Um::from_mm(length.mm() * scale);
        let size = Size::new(along(deck.size.w), along(deck.size.h));
        let place = |(index, face): (usize, &usize)| {
            let (column, row) = ((index % in_row) as i64, (index / in_row) as i64);
            let corner = |start: Um, cell: Um, at: i64, own: Um| start + INSET + (cell + BETWEEN) * at + (cell - own).half();
            let at = Point::new(corner(self.at.x, w, column, size.w), corner(self.at.y, h, row, size.h));
            let there = |point: Point| Point::new(at.x + along(point.x), at.y + along(point.y));
            let outline = deck.shape.outline(deck.size).unwrap_or_else(|| rectangle(deck.size));
            let outline = Some(outline.map(there).into());
            Placed { face: *face, at, size, outline, ..Placed::default() }
        };
        shown.iter().take(in_row * in_row).enumerate().map(place).collect()
    }

    /// A plate with the titles, over the faces; none where they find no room.
    pub fn plate(&self, pen: &Pen, deck: &Deck) -> String {
        let (x, y, w, h) = (self.at.x.mm(), self.at.y.mm(), self.size.w.mm(), self.size.h.mm());
        let (wide, high) = ((w - 2.0 * INSET.mm()) * 0.84, (h * 0.6).min(w * 0.55).min(32.0));
        let (left, top) = (x + (w - wide) / 2.0, y + (h - high) / 2.0);
        let row = |from: f64, to: f64| [left + 3.0, top + high * from, wide - 6.0, high * (to - from)];
        let titles = pen.titles(deck, [row(0.13, 0.54), row(0.6, 0.74), row(0.8, 0.9)]);
        titles.map_or_else(|_| String::new(), |titles| pen.plate([left, top, wide, high]) + &titles)
    }
}

fn rectangle(size: Size) -> Contour {
    let (none, right, bottom) = (Um::ZERO, size.w, size.h);
    let corners = [(none, none), (right, none), (right, bottom), (none, bottom)];
    Contour::polygon(corners.map(|(x, y)| Point::new(x, y)))
}
