//! Axes about which paper is turned over or folded, so that backs come behind fronts.

use crate::kit::{Contour, Point, Size, Um};

/// An axis about which paper is turned over or folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mirror {
    pub line: Orientation,
    /// Twice the axis's distance from the left edge of the sheet, or from the top edge if it is horizontal.
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
    /// The axis for turning over paper of this size.
    pub fn over(paper: Size, flip: Flip) -> Mirror {
        if (flip == Flip::Long) == (paper.w <= paper.h) {
            Mirror {
                line: Orientation::Vertical,
                twice: paper.w,
            }
        } else {
            Mirror {
                line: Orientation::Horizontal,
                twice: paper.h,
            }
        }
    }

    pub fn point(self, point: Point) -> Point {
        match self.line {
            Orientation::Vertical => Point {
                x: self.twice - point.x,
                y: point.y,
            },
            Orientation::Horizontal => Point {
                x: point.x,
                y: self.twice - point.y,
            },
        }
    }

    pub(crate) fn contour(self, contour: &Contour) -> Contour {
        contour.map(|point| self.point(point))
    }
}
