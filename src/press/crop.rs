//! Crop marks and guides: where the knife goes, told beside the pieces instead of on them.

use std::collections::BTreeSet;

use super::bounds::Bounds;
use super::{Placed, Point, Stroke};
use crate::kit::{Size, Um};

/// How far the lines go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Short marks at the corners.
    Corner,
    /// To the edge of what prints.
    Edge,
}

/// From art to a mark.
const AIR: Um = Um(500);
/// The length of a corner's mark, and the least that is worth printing.
const LENGTH: Um = Um(4_000);
const LEAST: Um = Um(1_000);

/// Lines that go on from the trimmed edges of every rectangular piece, outside of all art and of what is `blocked`.
pub(super) fn crop(placed: &[Placed], blocked: &[Bounds], paper: Size, reach: Reach) -> Vec<Stroke> {
    let art: Vec<Bounds> = placed.iter().map(|piece| piece.art()).map(|(at, size)| Bounds::new(at, size)).collect();
    let across = Field { stops: art.iter().chain(blocked).copied().collect(), paper: Bounds::printable(paper) };
    // Upright lines are level ones in a mirror world.
    let down =
        Field { stops: across.stops.iter().map(|stop| stop.transposed()).collect(), paper: across.paper.transposed() };
    let mut strokes = BTreeSet::new();
    for (piece, art) in placed.iter().zip(&art).filter(|(piece, _)| piece.outline.is_none()) {
        let trim = Bounds::new(piece.at, piece.size);
        for (y, sign) in [trim.top, trim.bottom].into_iter().flat_map(|y| [(y, -1), (y, 1)]) {
            strokes.extend(across.line(y, *art, sign, reach));
        }
        for (x, sign) in [trim.left, trim.right].into_iter().flat_map(|x| [(x, -1), (x, 1)]) {
            let flipped = |point: Point| Point::new(point.y, point.x);
            let line = down.line(x, art.transposed(), sign, reach);
            strokes.extend(line.map(|line| Stroke { from: flipped(line.from), to: flipped(line.to) }));
        }
    }
    strokes.into_iter().collect()
}

/// What level lines stop at.
struct Field {
    stops: Vec<Bounds>,
    paper: Bounds,
}

impl Field {
    /// The line at this height to the left of some art, or to its right.
    fn line(&self, y: Um, art: Bounds, sign: i64, reach: Reach) -> Option<Stroke> {
        // To the left, lengths are counted backwards.
        let out = |x: Um| x * sign;
        let span = |bounds: &Bounds| (out(bounds.left).min(out(bounds.right)), out(bounds.left).max(out(bounds.right)));
        let (from, far) = (span(&art).1 + AIR, span(&self.paper).1);
        let mut to = if reach == Reach::Corner { (from + LENGTH).min(far) } else { far };
        for stop in &self.stops {
            let (a, b) = span(stop);
            if stop.top < y + AIR && y - AIR < stop.bottom && b > from && a < to {
                to = to.min(a - AIR);
            }
        }
        (to - from >= LEAST).then(|| Stroke { from: Point::new(out(from), y), to: Point::new(out(to), y) }.ordered())
    }
}
