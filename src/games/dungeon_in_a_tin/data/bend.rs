//! Turns on the path from the stairs.

use crate::games::side::Side;

/// The last turn on the path from the stairs, straight passages ignored (R47).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bend {
    #[default]
    None,
    Left,
    Right,
}

impl Bend {
    /// The last turn after going `to` a side while heading `from`.
    pub fn then(self, from: Side, to: Side) -> Bend {
        if to == from.turned(1) {
            Bend::Right
        } else if to == from.turned(3) {
            Bend::Left
        } else {
            self
        }
    }

    /// The side on which a tile entered with this heading must not have an exit (R48).
    pub fn barred(self, heading: Side) -> Option<Side> {
        match self {
            Bend::None => None,
            Bend::Left => Some(heading.turned(3)),
            Bend::Right => Some(heading.turned(1)),
        }
    }
}
