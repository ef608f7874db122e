//! Straight lines: cuts, folds, marks.

use crate::kit::{Point, Um};

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stroke {
    pub from: Point,
    pub to: Point,
}

impl Stroke {
    /// From its upper end, or the left one if it is level.
    pub fn ordered(self) -> Stroke {
        let key = |point: Point| (point.y, point.x);
        if key(self.from) <= key(self.to) { self } else { Stroke { from: self.to, to: self.from } }
    }
}

/// A black line beside the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    pub line: Stroke,
    pub width: Um,
    /// Whether it may lie on art that is cut off, and has a white line under it to be seen there.
    pub on_art: bool,
}

impl Mark {
    /// How wide the white line under it is, if it has one.
    pub fn ground(&self) -> Option<Um> {
        self.on_art.then(|| self.width + Um(400))
    }
}
