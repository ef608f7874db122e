//! Corner marks: short lines beside the pieces, in line with their edges, for those who do not want printed cut lines.

use super::cuts::{Grid, strokes};
use super::marks::EDGE;
use super::{Mark, Placed, Point, Stroke};
use crate::kit::{Size, Um};

/// How a sheet shows where the knife goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CutMarks {
    /// Every cut as a fine line, a little longer than its pieces.
    #[default]
    Lines,
    /// Marks at the ends of cuts, outside pieces and bleed.
    Corners,
    /// Nothing.
    None,
}

/// From art to a mark; its length, and the least that is worth printing.
const AIR: Um = Um(500);
const LENGTH: Um = Um(4_000);
const LEAST: Um = Um(1_000);
const WIDTH: Um = Um(100);

/// Marks at both ends of every cut, wherever there is room beside all art and the `taken` rectangles.
///
/// The second result is how many cuts have no mark at either end: too tightly nested for this.
pub fn corner_marks(placed: &[Placed], taken: &[Grid], paper: Size) -> (Vec<Mark>, usize) {
    let pieces: Vec<Grid> = placed.iter().map(|piece| Grid::one(piece.at, piece.size)).collect();
    let art = placed.iter().map(Placed::art).chain(taken.iter().map(|grid| (grid.at, grid.cell)));
    let art: Vec<(Point, Size)> = art.collect();
    let (mut marks, mut bare) = (Vec::new(), 0);
    for cut in strokes(&pieces, &[], Um::ZERO) {
        let before = marks.len();
        let level = cut.from.y == cut.to.y;
        let (across, from, to) = if level { (cut.from.y, cut.from.x, cut.to.x) } else { (cut.from.x, cut.from.y, cut.to.y) };
        let end = if level { paper.w } else { paper.h };
        // What covers the line of the cut, along it.
        let covered: Vec<(Um, Um)> = art
            .iter()
            .map(|(at, size)| match level {
                true => ((at.y, at.y + size.h), (at.x, at.x + size.w)),
                false => ((at.x, at.x + size.w), (at.y, at.y + size.h)),
            })
            .filter(|((first, last), _)| (*first..=*last).contains(&across))
            .map(|(_, along)| along)
            .collect();
        let backwards: Vec<(Um, Um)> = covered.iter().map(|(first, last)| (-*last, -*first)).collect();
        let ahead = free(to, end - EDGE, &covered);
        let behind = free(-from, -EDGE, &backwards).map(|(near, far)| (-near, -far));
        for (near, far) in [behind, ahead].into_iter().flatten() {
            let point = |along: Um| if level { Point { x: along, y: across } } else { Point { x: across, y: along } };
            marks.push(Mark::Line(Stroke { from: point(near), to: point(far) }, WIDTH));
        }
        bare += usize::from(marks.len() == before);
    }
    (marks, bare)
}

/// The mark that begins after `end`, past what covers it, and before what comes next or `last`.
fn free(end: Um, last: Um, covered: &[(Um, Um)]) -> Option<(Um, Um)> {
    let start = covered.iter().filter(|(first, past)| *first <= end && *past >= end).map(|(_, past)| *past).max();
    let start = start.unwrap_or(end) + AIR;
    let next = covered.iter().filter(|(first, past)| *first > end && *past >= start).map(|(first, _)| *first - AIR).min();
    let stop = (start + LENGTH).min(next.unwrap_or(last)).min(last);
    (stop - start >= LEAST).then_some((start, stop))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::press::Sides;

    fn card(x: i64, y: i64, bleed: Sides) -> Placed {
        let size = Size::new(Um(30_000), Um(40_000));
        Placed { at: Point { x: Um(x), y: Um(y) }, size, bleed, ..Placed::default() }
    }

    #[test]
    fn a_grid_has_marks_around_it_and_none_on_it() {
        let bleed = Um(1_500);
        let mut cards = Vec::new();
        for (x, left, right) in [(20_000, bleed, Um(0)), (50_000, Um(0), bleed)] {
            for (y, top, bottom) in [(20_000, bleed, Um(0)), (60_000, Um(0), bleed)] {
                cards.push(card(x, y, Sides { top, right, bottom, left }));
            }
        }
        let paper = Size::new(Um(100_000), Um(120_000));
        let (marks, bare) = corner_marks(&cards, &[], paper);
        // Three lines each way, marked at both ends.
        assert_eq!((marks.len(), bare), (12, 0));
        for mark in &marks {
            let Mark::Line(line, _) = mark else { panic!("a line") };
            let clear = |at: Point| at.x <= Um(18_000) || at.x >= Um(82_000) || at.y <= Um(18_000) || at.y >= Um(102_000);
            assert!(clear(line.from) && clear(line.to), "{line:?}");
            assert!([line.from, line.to].iter().all(|at| at.x >= EDGE && at.y >= EDGE));
        }
    }

    #[test]
    fn without_room_there_is_no_mark() {
        let cards = [card(20_000, 20_000, Sides::default()), card(51_000, 20_000, Sides::default())];
        let (marks, bare) = corner_marks(&cards, &[], Size::new(Um(100_000), Um(120_000)));
        // Level edges end at one gap of 1 mm each, upright ones are free at both ends.
        assert_eq!((marks.len(), bare), (4 + 8, 0));
    }
}
