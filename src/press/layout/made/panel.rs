//! Walls and floors that show what is inside: faces of the deck.

use std::collections::{BTreeSet, HashSet};

use crate::face::{Reader, Templates};
use crate::kit::{Contour, Deck, Point, Problems, Size, Um};
use crate::press::proof::Proofs;
use crate::press::sheet::Placed;

/// How far faces keep off the edges, where it is folded, and off each other.
const INSET: Um = Um(2_500);
const BETWEEN: Um = Um(3_200);

/// How many faces in a row and a column at most.
const MOST: usize = 3;

/// The drawings of a deck's faces.
pub(super) struct Faces {
    /// The deck's back, or what its piles show.
    pub behind: Option<usize>,
    /// Each once.
    pub fronts: Vec<usize>,
}

impl Faces {
    pub fn of(
        deck: &Deck,
        templates: &Templates<'_>,
        proofs: &mut Proofs<'_>,
        reader: &mut Reader,
    ) -> Result<Faces, Problems> {
        let pile = match templates.pile(deck) {
            Some(svg) => {
                Some(proofs.add(reader.read(&format!("a pile of {}", deck.name), &svg?, deck.size, deck.bleed)?)?)
            }
            None => None,
        };
        let pieces = || proofs.pieces.iter().filter(|proof| std::ptr::eq(proof.deck, deck));
        let backs: BTreeSet<usize> = pieces().filter_map(|proof| proof.back).collect();
        let mut seen = HashSet::new();
        let fronts = pieces().map(|proof| proof.face).filter(|face| seen.insert(*face)).collect();
        // Backs that differ are other fronts.
        let back = backs.first().copied().filter(|_| backs.len() == 1);
        Ok(Faces { behind: back.or(pile), fronts })
    }
}

pub(super) struct Panel {
    pub at: Point,
    pub size: Size,
}

impl Panel {
    /// So many of these faces that rows and columns are full, as large as fits; nothing where there is no room.
    pub fn show(&self, deck: &Deck, faces: &[usize]) -> Vec<Placed> {
        let cell = |side: Um, count: usize| (side - INSET * 2 + BETWEEN) / count as i64 - BETWEEN;
        let grids = (1..=MOST).flat_map(|columns| (1..=MOST).map(move |rows| (columns, rows)));
        let scaled = |(columns, rows): (usize, usize)| {
            let (w, h) = (cell(self.size.w, columns), cell(self.size.h, rows));
            let scale = (w.mm() / deck.size.w.mm()).min(h.mm() / deck.size.h.mm());
            (columns, rows, Size::new(w, h), scale)
        };
        // What is covered counts, and then how many are seen.
        let worth =
            |&(columns, rows, _, scale): &(usize, usize, Size, f64)| scale * scale * ((columns * rows) as f64).powf(1.5);
        let fitting = grids.filter(|(columns, rows)| columns * rows <= faces.len()).map(scaled);
        let best = fitting.filter(|grid| grid.3 > 0.0).max_by(|one, other| worth(one).total_cmp(&worth(other)));
        let Some((columns, rows, cell, scale)) = best else { return Vec::new() };
        let along = |length: Um| Um::from_mm(length.mm() * scale);
        let size = Size::new(along(deck.size.w), along(deck.size.h));
        let place = |(index, face): (usize, &usize)| {
            let corner =
                |start: Um, cell: Um, at: usize, own: Um| start + INSET + (cell + BETWEEN) * at as i64 + (cell - own).half();
            let at = Point::new(
                corner(self.at.x, cell.w, index % columns, size.w),
                corner(self.at.y, cell.h, index / columns, size.h),
            );
            let there = |point: Point| Point::new(at.x + along(point.x), at.y + along(point.y));
            let outline = deck.shape.outline(deck.size).unwrap_or_else(|| rectangle(deck.size));
            let outline = Some(outline.map(there).into());
            Placed { face: *face, at, size, outline, ..Placed::default() }
        };
        // From all through a long deck, whose first are often alike.
        let step = if faces.len() > MOST * MOST { faces.len() / (columns * rows) } else { 1 };
        faces.iter().step_by(step).take(columns * rows).enumerate().map(place).collect()
    }
}

fn rectangle(size: Size) -> Contour {
    let (none, right, bottom) = (Um::ZERO, size.w, size.h);
    let corners = [(none, none), (right, none), (right, bottom), (none, bottom)];
    Contour::polygon(corners.map(|(x, y)| Point::new(x, y)))
}
