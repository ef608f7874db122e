//! Lines that paper is turned over or folded about: how backs come to lie behind fronts.

use crate::kit::{Contour, Point, Size, Um};

/// A line that paper is turned over or folded about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mirror {
    pub line: Orientation,
    /// Twice the line's distance from the sheet's left edge, or from its upper edge if it is level.
    pub twice: Um,
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    Vertical,
    Horizontal,
}

/// The edge about which a duplex printer turns the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flip {
    #[default]
    Long,
    Short,
}

impl Flip {
    pub const ALL: [Flip; 2] = [Flip::Long, Flip::Short];

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Flip::Long => "long",
            Flip::Short => "short",
        }
    }
}

impl Mirror {
    /// Turning over paper of this size.
    pub fn over(paper: Size, flip: Flip) -> Mirror {
        match (flip == Flip::Long) == (paper.w <= paper.h) {
            true => Mirror { line: Orientation::Vertical, twice: paper.w },
            false => Mirror { line: Orientation::Horizontal, twice: paper.h },
        }
    }

    pub fn point(self, point: Point) -> Point {
        match self.line {
            Orientation::Vertical => Point { x: self.twice - point.x, y: point.y },
            Orientation::Horizontal => Point { x: point.x, y: self.twice - point.y },
        }
    }

    pub(crate) fn contour(self, contour: &Contour) -> Contour {
        contour.map(|point| self.point(point))
    }
}
