//! A length for each side of a rectangle.

use crate::kit::Um;

/// A length for each side of a piece, in its orientation on the sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sides {
    pub top: Um,
    pub right: Um,
    pub bottom: Um,
    pub left: Um,
}

impl Sides {
    /// The same length on every side.
    pub const fn all(length: Um) -> Sides {
        Sides {
            top: length,
            right: length,
            bottom: length,
            left: length,
        }
    }

    /// The largest.
    pub fn most(self) -> Um {
        self.top.max(self.right).max(self.bottom).max(self.left)
    }

    /// The smallest.
    pub fn least(self) -> Um {
        self.top.min(self.right).min(self.bottom).min(self.left)
    }

    /// Limits every side to `limit`.
    pub fn at_most(self, limit: Um) -> Sides {
        let Sides {
            top,
            right,
            bottom,
            left,
        } = self;
        Sides {
            top: top.min(limit),
            right: right.min(limit),
            bottom: bottom.min(limit),
            left: left.min(limit),
        }
    }
}
