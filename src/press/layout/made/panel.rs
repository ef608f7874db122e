//! Walls and floors that show the contents: faces of the deck.

use std::collections::{BTreeSet, HashSet};

use crate::face::{Reader, Templates};
use crate::kit::{Contour, Deck, Point, Problems, Size, Um};
use crate::press::drawn::DrawnPieces;
use crate::press::sheet::Placed;

/// The distances of faces from the edges, which are folded, and from each other.
const INSET: Um = Um(2_500);
const BETWEEN: Um = Um(3_200);

/// The most faces per row and per column.
const MAX_SIDE: usize = 3;

/// The drawings of a deck's faces.
pub(super) struct Faces {
    /// The deck's back, or the face for its piles.
    pub behind: Option<usize>,
    /// Each different front once.
    pub fronts: Vec<usize>,
}

impl Faces {
    pub fn of(
        deck: &Deck,
        templates: &Templates<'_>,
        drawn: &mut DrawnPieces<'_>,
        reader: &mut Reader,
    ) -> Result<Faces, Problems> {
        let pile = templates.pile(deck, reader)?;
        let pile = pile.map(|drawing| drawn.add(drawing)).transpose()?;
        let pieces = || {
            drawn
                .pieces
                .iter()
                .filter(|piece| std::ptr::eq(piece.deck, deck))
        };
        let backs: BTreeSet<usize> = pieces().filter_map(|piece| piece.back).collect();
        let mut seen = HashSet::new();
        let fronts = pieces()
            .map(|piece| piece.face)
            .filter(|face| seen.insert(*face))
            .collect();
        // Backs that differ serve as additional fronts.
        let back = backs.first().copied().filter(|_| backs.len() == 1);
        Ok(Faces {
            behind: back.or(pile),
            fronts,
        })
    }
}

pub(super) struct Panel {
    pub at: Point,
    pub size: Size,
}

impl Panel {
    /// Arranges some of these faces in full rows and columns, as large as possible; none if there is no room.
    pub fn show(&self, deck: &Deck, faces: &[usize]) -> Vec<Placed> {
        let cell = |side: Um, count: usize| (side - INSET * 2 + BETWEEN) / count as i64 - BETWEEN;
        let grids =
            (1..=MAX_SIDE).flat_map(|columns| (1..=MAX_SIDE).map(move |rows| (columns, rows)));
        let scaled = |(columns, rows): (usize, usize)| {
            let w = cell(self.size.w, columns);
            let h = cell(self.size.h, rows);
            let scale = (w.mm() / deck.size.w.mm()).min(h.mm() / deck.size.h.mm());
            (columns, rows, Size::new(w, h), scale)
        };
        // Prefer to cover more area, and then to show more faces.
        let fill = |&(columns, rows, _, scale): &(usize, usize, Size, f64)| {
            scale * scale * ((columns * rows) as f64).powf(1.5)
        };
        let fitting = grids
            .filter(|(columns, rows)| columns * rows <= faces.len())
            .map(scaled);
        let best = fitting
            .filter(|grid| grid.3 > 0.0)
            .max_by(|one, other| fill(one).total_cmp(&fill(other)));
        let Some((columns, rows, cell, scale)) = best else {
            return Vec::new();
        };
        let along = |length: Um| Um::from_mm(length.mm() * scale);
        let size = Size::new(along(deck.size.w), along(deck.size.h));
        let place = |(index, face): (usize, &usize)| {
            let corner = |start: Um, cell: Um, at: usize, own: Um| {
                start + INSET + (cell + BETWEEN) * at as i64 + (cell - own).half()
            };
            let at = Point::new(
                corner(self.at.x, cell.w, index % columns, size.w),
                corner(self.at.y, cell.h, index / columns, size.h),
            );
            let there = |point: Point| Point::new(at.x + along(point.x), at.y + along(point.y));
            let outline = deck
                .shape
                .outline(deck.size)
                .unwrap_or_else(|| rectangle(deck.size));
            let outline = Some(outline.map(there).into());
            Placed {
                face: *face,
                at,
                size,
                outline,
                ..Placed::default()
            }
        };
        // Choose faces evenly from a long deck, since its first ones are often alike.
        let step = if faces.len() > MAX_SIDE * MAX_SIDE {
            faces.len() / (columns * rows)
        } else {
            1
        };
        faces
            .iter()
            .step_by(step)
            .take(columns * rows)
            .enumerate()
            .map(place)
            .collect()
    }
}

fn rectangle(size: Size) -> Contour {
    let (none, right, bottom) = (Um::ZERO, size.w, size.h);
    let corners = [(none, none), (right, none), (right, bottom), (none, bottom)];
    Contour::polygon(corners.map(|(x, y)| Point::new(x, y)))
}
