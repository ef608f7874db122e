//! Rectangles by their sides, and how far art may extend between them.

use super::measures::EDGE;
use super::mirror::Mirror;
use super::sides::Sides;
use super::stroke::Stroke;
use crate::kit::{Point, Size, Um};

/// A rectangle by its sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub left: Um,
    pub top: Um,
    pub right: Um,
    pub bottom: Um,
}

impl Bounds {
    /// The printable area on paper of this size.
    pub fn printable(paper: Size) -> Bounds {
        Bounds {
            left: EDGE,
            top: EDGE,
            right: paper.w - EDGE,
            bottom: paper.h - EDGE,
        }
    }

    /// The rectangle with x and y exchanged.
    pub fn transposed(self) -> Bounds {
        Bounds {
            left: self.top,
            top: self.left,
            right: self.bottom,
            bottom: self.right,
        }
    }

    pub fn mirrored(self, mirror: Mirror) -> Bounds {
        let a = mirror.point(Point::new(self.left, self.top));
        let b = mirror.point(Point::new(self.right, self.bottom));
        Bounds {
            left: a.x.min(b.x),
            top: a.y.min(b.y),
            right: a.x.max(b.x),
            bottom: a.y.max(b.y),
        }
    }

    /// The rectangle spanned by a line.
    pub fn of(line: &Stroke) -> Bounds {
        let Stroke { from, to } = *line;
        Bounds {
            left: from.x.min(to.x),
            top: from.y.min(to.y),
            right: from.x.max(to.x),
            bottom: from.y.max(to.y),
        }
    }

    pub fn grown(self, by: Um) -> Bounds {
        Bounds {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    /// A trimmed area with its bleed.
    pub fn with(self, bleed: &Sides) -> Bounds {
        let Sides {
            top,
            right,
            bottom,
            left,
        } = *bleed;
        Bounds {
            left: self.left - left,
            top: self.top - top,
            right: self.right + right,
            bottom: self.bottom + bottom,
        }
    }

    pub fn overlaps(&self, other: &Bounds) -> bool {
        let apart = self.right <= other.left || other.right <= self.left;
        !apart && self.top < other.bottom && other.top < self.bottom
    }

    pub fn within(&self, other: &Bounds) -> bool {
        let across = other.left <= self.left && self.right <= other.right;
        across && other.top <= self.top && self.bottom <= other.bottom
    }

    pub fn new(at: Point, size: Size) -> Bounds {
        Bounds {
            left: at.x,
            top: at.y,
            right: at.x + size.w,
            bottom: at.y + size.h,
        }
    }
}

/// How far art may extend beyond a piece: as far as its deck asks for, half the distance to a neighbour, the whole distance
/// to what is `blocked`, and not beyond `limit`.
pub(crate) fn room(
    piece: Bounds,
    bleed: Sides,
    neighbours: impl Iterator<Item = Bounds>,
    blocked: &[Bounds],
    limit: Bounds,
) -> Sides {
    let mut sides = Sides {
        top: bleed.top.min(piece.top - limit.top).max(Um::ZERO),
        right: bleed.right.min(limit.right - piece.right).max(Um::ZERO),
        bottom: bleed.bottom.min(limit.bottom - piece.bottom).max(Um::ZERO),
        left: bleed.left.min(piece.left - limit.left).max(Um::ZERO),
    };
    let bleed = bleed.most();
    // Two neighbours share the space between them equally.
    let others = neighbours
        .map(|other| (other, 2))
        .chain(blocked.iter().map(|other| (*other, 1)));
    for (other, parts) in others {
        let hold = |side, away, past| hold(side, away, past, bleed, parts);
        let (right, left) = (other.left - piece.right, piece.left - other.right);
        let below = other.top - piece.bottom;
        let above = piece.top - other.bottom;
        // For a diagonal neighbour, it is enough to limit the side that has more room.
        if right.max(left) >= below.max(above) {
            if right >= Um::ZERO {
                sides.right = hold(sides.right, right, above.max(below));
            } else {
                sides.left = hold(sides.left, left, above.max(below));
            }
        } else if below >= Um::ZERO {
            sides.bottom = hold(sides.bottom, below, right.max(left));
        } else {
            sides.top = hold(sides.top, above, right.max(left));
        }
    }
    sides
}

/// The bleed of a side next to something at the distance `away`, which is past the corner by `past` (negative if it is
/// directly opposite).
fn hold(side: Um, away: Um, past: Um, bleed: Um, parts: i64) -> Um {
    // Pieces that touch at a corner do not limit each other: any art that would meet is beyond both trims, or the bleed is
    // zero.
    if past >= bleed || (past >= Um::ZERO && away == Um::ZERO) {
        side
    } else {
        side.min(away / parts)
    }
}
