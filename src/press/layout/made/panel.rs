//! A wall or a floor that shows what is inside: the deck's own faces all over it.

use std::collections::{BTreeSet, HashSet};

use crate::face::{Reader, Templates};
use crate::kit::{Contour, Deck, Point, Problems, Size, Um};
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
    /// The deck's back, or what its piles show; without either, a few of its fronts.
    pub fn faces(
        &self,
        deck: &Deck,
        templates: &Templates<'_>,
        proofs: &mut Proofs<'_>,
        reader: &mut Reader,
    ) -> Result<Vec<Placed>, Problems> {
        let pile = match templates.pile(deck) {
            Some(svg) => {
                Some(proofs.add(reader.read(&format!("a pile of {}", deck.name), &svg?, deck.size, deck.bleed)?)?)
            }
            None => None,
        };
        let pieces = || proofs.pieces.iter().filter(|proof| std::ptr::eq(proof.deck, deck));
        let backs: BTreeSet<usize> = pieces().filter_map(|proof| proof.back).collect();
        // The first piece of each row: others of it look alike.
        let mut rows = HashSet::new();
        let fronts: Vec<usize> =
            pieces().filter(|proof| rows.insert(std::ptr::from_ref(proof.row))).map(|proof| proof.face).collect();
        let shown: Vec<usize> = match backs.first().copied().or(pile) {
            Some(back) => vec![back],
            None => fronts.into_iter().take(MOST * MOST).collect(),
        };
        let in_row = (1..=MOST).rev().find(|count| count * count <= shown.len()).unwrap_or(1);
        let count = in_row as i64;
        let cell = |side: Um| (side - INSET * 2 + BETWEEN) / count - BETWEEN;
        let (w, h) = (cell(self.size.w), cell(self.size.h));
        if w <= Um::ZERO || h <= Um::ZERO {
            return Ok(Vec::new());
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
        Ok(shown.iter().take(in_row * in_row).enumerate().map(place).collect())
    }
}

fn rectangle(size: Size) -> Contour {
    let (none, right, bottom) = (Um::ZERO, size.w, size.h);
    let corners = [(none, none), (right, none), (right, bottom), (none, bottom)];
    Contour::polygon(corners.map(|(x, y)| Point::new(x, y)))
}
