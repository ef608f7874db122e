//! Straight lines: cuts, folds, marks.

use crate::kit::{Point, Um};

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stroke {
    pub from: Point,
    pub to: Point,
}

impl Stroke {
    /// The line from its upper end, or from its left end if it is horizontal.
    pub fn ordered(self) -> Stroke {
        let key = |point: Point| (point.y, point.x);
        if key(self.from) <= key(self.to) {
            self
        } else {
            Stroke {
                from: self.to,
                to: self.from,
            }
        }
    }
}

/// A black line beside the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    pub line: Stroke,
    pub width: Um,
    /// Whether it may be on art that is cut off, with a white line below it so that it shows.
    pub on_art: bool,
}

impl Mark {
    /// The width of the white line below it, if there is one.
    pub fn ground(&self) -> Option<Um> {
        self.on_art.then(|| self.width + Um(400))
    }
}
