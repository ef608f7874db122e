//! Lines that paper is turned over or folded about: how backs come to lie behind fronts.

use crate::kit::{Contour, Point, Size, Um};

/// A line that paper is turned over or folded about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mirror {
    pub line: Line,
    /// Twice the line's distance from the sheet's left edge, or from its upper edge if it is level.
    pub twice: Um,
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    Upright,
    Level,
}

/// The edge about which a duplex printer turns the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flip {
    #[default]
    Long,
    Short,
}

impl Mirror {
    /// Turning over paper of this size.
    pub fn over(paper: Size, flip: Flip) -> Mirror {
        match (flip == Flip::Long) == (paper.w <= paper.h) {
            true => Mirror { line: Line::Upright, twice: paper.w },
            false => Mirror { line: Line::Level, twice: paper.h },
        }
    }

    pub fn point(self, point: Point) -> Point {
        match self.line {
            Line::Upright => Point { x: self.twice - point.x, y: point.y },
            Line::Level => Point { x: point.x, y: self.twice - point.y },
        }
    }

    pub(crate) fn contour(self, contour: &Contour) -> Contour {
        contour.map(|point| self.point(point))
    }
}
