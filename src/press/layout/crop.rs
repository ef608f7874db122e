//! Crop marks and guides, which show the cuts beside the pieces instead of on them.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::kit::{Point, Size, Um};
use crate::press::sheet::bounds::Bounds;
use crate::press::sheet::{Placed, Stroke};

/// How far the lines extend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Short marks at the corners.
    Corner,
    /// To the edge of the printable area.
    Edge,
}

/// The gap between art and a mark beside it, and between a piece and a mark on art that is cut off.
const AIR: Um = Um(500);
const OFF: Um = Um(1_000);
/// The length of a crop mark, and the least length worth printing.
const LENGTH: Um = Um(4_000);
const MIN_LENGTH: Um = Um(1_000);

/// How far crop marks extend beyond art at least, where something else is beside them.
pub(super) const LEAST_EXTENT: Um = Um(AIR.0 + MIN_LENGTH.0 + AIR.0);

/// Lines that show the cuts beside the pieces.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Crops {
    /// Lines outside all art.
    pub beside: Vec<Stroke>,
    /// Lines on art that is cut off, for cuts without a line at both ends outside it.
    pub on_art: Vec<Stroke>,
}

/// Lines that extend the trimmed edges of every rectangular piece, clear of what is `blocked`.
pub(super) fn crop(placed: &[Placed], blocked: &[Bounds], paper: Size, reach: Reach) -> Crops {
    let art = |piece: &Placed| {
        let (at, size) = piece.art();
        Bounds::new(at, size)
    };
    let trim = |piece: &Placed| Bounds::new(piece.at, piece.size);
    let lines = |bounds: &dyn Fn(&Placed) -> Bounds, air: Um, reach: Reach| {
        let stops = placed
            .iter()
            .map(|piece| (bounds(piece), air))
            .chain(blocked.iter().map(|bounds| (*bounds, AIR)));
        let obstacles = Obstacles {
            stops: stops.collect(),
            passed: blocked.to_vec(),
            paper: Bounds::printable(paper),
        };
        let straight = placed.iter().filter(|piece| piece.outline.is_none());
        obstacles.lines(
            straight.map(|piece| (trim(piece), bounds(piece))),
            air,
            reach,
        )
    };
    let beside = lines(&art, AIR, reach);
    let on_art = lines(&trim, OFF, Reach::Corner);
    let on_art = completing(&beside, on_art);
    Crops {
        beside: beside.into_iter().collect(),
        on_art,
    }
}

/// The marks on art that give each line two marks, as far apart as possible.
fn completing(beside: &BTreeSet<Stroke>, on_art: BTreeSet<Stroke>) -> Vec<Stroke> {
    let mut shown: HashMap<Axis, Vec<&Stroke>> = HashMap::new();
    for line in beside {
        shown.entry(axis(line)).or_default().push(line);
    }
    let mut others: HashMap<Axis, Vec<Stroke>> = HashMap::new();
    for line in on_art {
        others.entry(axis(&line)).or_default().push(line);
    }
    let away = |one: &Stroke, other: &Stroke| {
        let x = one.from.x - other.from.x;
        let y = one.from.y - other.from.y;
        x.0.abs() + y.0.abs()
    };
    let mut added = Vec::new();
    for (axis, marks) in others {
        // They are sorted along the line.
        match shown.get(&axis).map(Vec::as_slice) {
            None => added.extend(marks.first().into_iter().chain(marks[1..].last())),
            Some([one]) => added.extend(marks.iter().max_by_key(|mark| away(mark, one))),
            Some(_) => {}
        }
    }
    added.sort_unstable();
    added
}

/// The infinite line that contains a horizontal or vertical one.
#[derive(PartialEq, Eq, Hash)]
enum Axis {
    Vertical(Um),
    Horizontal(Um),
}

fn axis(line: &Stroke) -> Axis {
    if line.from.x == line.to.x {
        Axis::Vertical(line.from.x)
    } else {
        Axis::Horizontal(line.from.y)
    }
}

/// The straight cuts that none of these lines marks, because there was no room.
pub(super) fn unmarked<'l>(
    cuts: &[Stroke],
    lines: impl Iterator<Item = &'l Stroke>,
) -> Vec<Stroke> {
    let shown: HashSet<Axis> = lines.map(axis).collect();
    cuts.iter()
        .filter(|cut| !shown.contains(&axis(cut)))
        .copied()
        .collect()
}

/// Obstacles for lines, each with the distance to keep.
struct Obstacles {
    stops: Vec<(Bounds, Um)>,
    /// Those behind which a line may begin: rulers and the like.
    passed: Vec<Bounds>,
    paper: Bounds,
}

impl Obstacles {
    /// Horizontal and vertical lines that extend the edges of pieces. Each piece comes with the area that its lines stay
    /// clear of.
    fn lines(
        &self,
        pieces: impl Iterator<Item = (Bounds, Bounds)>,
        air: Um,
        reach: Reach,
    ) -> BTreeSet<Stroke> {
        // Vertical lines are horizontal ones with x and y exchanged.
        let stops = self
            .stops
            .iter()
            .map(|(stop, air)| (stop.transposed(), *air))
            .collect();
        let down = Obstacles {
            stops,
            passed: self
                .passed
                .iter()
                .map(|passed| passed.transposed())
                .collect(),
            paper: self.paper.transposed(),
        };
        let mut strokes = BTreeSet::new();
        for (trim, own) in pieces {
            for (y, sign) in [trim.top, trim.bottom]
                .into_iter()
                .flat_map(|y| [(y, -1), (y, 1)])
            {
                strokes.extend(self.line(y, own, air, sign, reach));
            }
            for (x, sign) in [trim.left, trim.right]
                .into_iter()
                .flat_map(|x| [(x, -1), (x, 1)])
            {
                let flipped = |point: Point| Point::new(point.y, point.x);
                let line = down.line(x, own.transposed(), air, sign, reach);
                strokes.extend(line.map(|line| Stroke {
                    from: flipped(line.from),
                    to: flipped(line.to),
                }));
            }
        }
        strokes
    }

    /// The horizontal line at this height to the left or to the right of something.
    fn line(&self, y: Um, of: Bounds, air: Um, sign: i64, reach: Reach) -> Option<Stroke> {
        // To the left, x is negated.
        let out = |x: Um| x * sign;
        let span = |bounds: &Bounds| {
            (
                out(bounds.left).min(out(bounds.right)),
                out(bounds.left).max(out(bounds.right)),
            )
        };
        let far = span(&self.paper).1;
        let stroke = |from: Um| {
            let mut to = match reach {
                Reach::Corner => (from + LENGTH).min(far),
                Reach::Edge => far,
            };
            for (stop, air) in &self.stops {
                let (a, b) = span(stop);
                if stop.top < y + *air && y - *air < stop.bottom && b > from && a < to {
                    to = to.min(a - *air);
                }
            }
            let from_there = Point::new(out(from), y);
            let to_there = Point::new(out(to), y);
            let stroke = Stroke {
                from: from_there,
                to: to_there,
            };
            (to - from >= MIN_LENGTH).then(|| stroke.ordered())
        };
        let from = span(&of).1 + air;
        let behind = |passed: &Bounds| {
            let (a, b) = span(passed);
            let is_near = passed.top < y + AIR && y - AIR < passed.bottom && b > from;
            (is_near && a < from + LENGTH).then_some(b + AIR)
        };
        let passing = || self.passed.iter().filter_map(behind).min().and_then(stroke);
        stroke(from).or_else(passing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A horizontal line at the height of 5 mm, from and to these positions in mm.
    fn line(from: i64, to: i64) -> Stroke {
        let at = |x: i64| Point::new(Um(x * 1_000), Um(5_000));
        Stroke {
            from: at(from),
            to: at(to),
        }
    }

    #[test]
    fn marks_on_art_are_no_more_than_a_line_needs() {
        let on_art: BTreeSet<Stroke> = [line(10, 12), line(50, 52), line(90, 92)].into();
        let completed = |beside: &[Stroke]| {
            let beside = beside.iter().copied().collect();
            completing(&beside, on_art.clone())
        };
        assert_eq!(completed(&[]), [line(10, 12), line(90, 92)]);
        assert_eq!(completed(&[line(0, 4)]), [line(90, 92)]);
        assert_eq!(completed(&[line(0, 4), line(96, 100)]), []);
    }

    #[test]
    fn a_mark_stands_behind_a_ruler_that_is_in_its_place() {
        let paper = Size::new(Um(100_000), Um(100_000));
        let piece = Placed {
            at: Point::new(Um(20_000), Um(20_000)),
            size: Size::new(Um(70_000), Um(50_000)),
            ..Placed::default()
        };
        let ruler = Bounds {
            left: Um(91_000),
            right: Um(93_000),
            top: Um(10_000),
            bottom: Um(80_000),
        };
        let crops = crop(&[piece], &[ruler], paper, Reach::Corner);
        let beyond = |line: &&Stroke| line.from.x > ruler.right;
        assert_eq!(crops.beside.iter().filter(beyond).count(), 2);
        assert_eq!(crops.on_art, []);
    }
}
