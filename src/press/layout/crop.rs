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
    let mut shown: HashMap<Axis, usize> = HashMap::new();
    beside
        .iter()
        .for_each(|line| *shown.entry(axis(line)).or_default() += 1);
    let mut on_art = lines(&trim, OFF, Reach::Corner);
    on_art.retain(|line| shown.get(&axis(line)).is_none_or(|lines| *lines < 2));
    Crops {
        beside: beside.into_iter().collect(),
        on_art: on_art.into_iter().collect(),
    }
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
        let (from, far) = (span(&of).1 + air, span(&self.paper).1);
        let mut to = if reach == Reach::Corner {
            (from + LENGTH).min(far)
        } else {
            far
        };
        for (stop, air) in &self.stops {
            let (a, b) = span(stop);
            if stop.top < y + *air && y - *air < stop.bottom && b > from && a < to {
                to = to.min(a - *air);
            }
        }
        (to - from >= MIN_LENGTH).then(|| {
            Stroke {
                from: Point::new(out(from), y),
                to: Point::new(out(to), y),
            }
            .ordered()
        })
    }
}
