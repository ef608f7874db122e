//! Cuts: the edges of pieces, merged into few long strokes.

use super::grid::{Axis, Grid};
use super::stroke::Stroke;
use crate::kit::{Point, Size, Um};

/// A line along an axis: its position on the other axis, and its two ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    across: i64,
    from: i64,
    to: i64,
}

/// Every edge of every piece as maximal straight strokes: horizontal ones first, from top to bottom and from left to right.
///
/// A line shared by two pieces appears once. Each stroke extends up to `run` beyond its pieces, to give the knife a start,
/// but never into a piece or a `blocked` rectangle: it stops halfway to those. Collinear strokes that meet are merged, since
/// the knife simply continues.
///
/// ```
/// use paperkeep::kit::{Point, Size, Um};
/// use paperkeep::press::sheet::{Grid, cuts::strokes};
/// let tiles = Grid { at: Point::default(), cell: Size::new(Um(36_000), Um(36_000)), columns: 4, rows: 3 };
/// assert_eq!(strokes(&[tiles], &[], Um(2_500)).len(), 5 + 4);
/// ```
pub fn strokes(pieces: &[Grid], blocked: &[Grid], run: Um) -> Vec<Stroke> {
    let horizontal = lines(pieces, blocked, run.0, Axis::X)
        .into_iter()
        .map(|line| Stroke {
            from: Point {
                x: Um(line.from),
                y: Um(line.across),
            },
            to: Point {
                x: Um(line.to),
                y: Um(line.across),
            },
        });
    let vertical = lines(pieces, blocked, run.0, Axis::Y)
        .into_iter()
        .map(|line| Stroke {
            from: Point {
                x: Um(line.across),
                y: Um(line.from),
            },
            to: Point {
                x: Um(line.across),
                y: Um(line.to),
            },
        });
    horizontal.chain(vertical).collect()
}

/// The number of [`strokes`].
pub(crate) fn count(pieces: &[Grid], run: Um) -> usize {
    lines(pieces, &[], run.0, Axis::X).len() + lines(pieces, &[], run.0, Axis::Y).len()
}

fn lines(pieces: &[Grid], blocked: &[Grid], run: i64, axis: Axis) -> Vec<Run> {
    let mut edges = Vec::with_capacity(pieces.len() * 6);
    for grid in pieces {
        let (from, _, to) = grid.along(axis);
        let (mut across, cell, last) = grid.along(axis.other());
        while across <= last {
            edges.push(Run { across, from, to });
            across += cell;
        }
    }
    let mut lines = merged(edges);
    for line in &mut lines {
        let mut room = (2 * run, 2 * run);
        for grid in pieces.iter().chain(blocked) {
            let (start, cell, end) = grid.along(axis.other());
            if line.across <= start || line.across >= end || (line.across - start) % cell == 0 {
                continue;
            }
            let (start, _, end) = grid.along(axis);
            if end <= line.from {
                room.0 = room.0.min(line.from - end);
            } else if start >= line.to {
                room.1 = room.1.min(start - line.to);
            }
        }
        line.from -= room.0 / 2;
        line.to += room.1 / 2;
    }
    merged(lines)
}

/// Sorts lines and merges those that touch or overlap.
fn merged(mut lines: Vec<Run>) -> Vec<Run> {
    lines.sort_unstable();
    let mut merged: Vec<Run> = Vec::with_capacity(lines.len());
    for line in lines {
        match merged.last_mut() {
            Some(last) if last.across == line.across && line.from <= last.to => {
                last.to = last.to.max(line.to)
            }
            _ => merged.push(line),
        }
    }
    merged
}

/// Whether straight cuts from edge to edge of the current part can separate all rectangles.
pub fn guillotine(pieces: &[(Point, Size)]) -> bool {
    pieces.len() < 2
        || [Axis::X, Axis::Y].into_iter().any(|axis| {
            let span = |&(at, size): &(Point, Size)| Grid::one(at, size).along(axis);
            let mut sorted = pieces.to_vec();
            sorted.sort_by_key(|piece| span(piece).0);
            let mut reach = i64::MIN;
            let cut = sorted.iter().position(|piece| {
                let (start, _, end) = span(piece);
                let clear = reach != i64::MIN && start >= reach;
                reach = reach.max(end);
                clear
            });
            // Any possible cut is fine, since it never makes the halves harder to separate.
            cut.is_some_and(|cut| guillotine(&sorted[..cut]) && guillotine(&sorted[cut..]))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(x: i64, y: i64, w: i64, h: i64) -> Grid {
        Grid::one(Point { x: Um(x), y: Um(y) }, Size::new(Um(w), Um(h)))
    }

    #[test]
    fn a_pinwheel_needs_more_than_straight_cuts() {
        let wheel = [
            grid(0, 0, 20, 10),
            grid(20, 0, 10, 20),
            grid(10, 20, 20, 10),
            grid(0, 10, 10, 20),
        ];
        let pieces = wheel.map(|grid| (grid.at, grid.cell));
        assert!(!guillotine(&pieces));
        assert!(guillotine(&pieces[..3]));
    }

    #[test]
    fn strokes_in_line_are_one_cut() {
        // Two pieces 1 apart: their tops and bottoms are collinear, their four vertical edges are not.
        let pair = [grid(0, 0, 20, 10), grid(21, 0, 20, 10)];
        assert_eq!(strokes(&pair, &[], Um(2)).len(), 2 + 4);
        assert_eq!(strokes(&pair, &[], Um(0)).len(), 4 + 4);
    }

    #[test]
    fn a_stroke_stops_before_a_piece() {
        let pieces = [grid(0, 0, 20, 10), grid(22, -5, 20, 30)];
        let top = strokes(&pieces, &[], Um(5))
            .into_iter()
            .find(|stroke| stroke.from.y == Um(0) && stroke.to.y == Um(0));
        assert_eq!(
            top.map(|stroke| (stroke.from.x, stroke.to.x)),
            Some((Um(-5), Um(21)))
        );
    }
}
