//! What a table may agree on differently (section 8 of the rules).

use crate::games::{Setup, TableOption};

/// All options, for listing.
pub const LIST: &[TableOption] = &[
    TableOption {
        name: "adjacency",
        values: &["eight", "four"],
        help: "Characters may fight across corners too, or only side by side.",
    },
    TableOption {
        name: "corner_gap",
        values: &["open", "closed"],
        help: "A diagonal step between two spaces without floor is allowed, or not.",
    },
    TableOption {
        name: "death_drops_applied",
        values: &["true", "false"],
        help: "Equipment used against damage is left behind at death with the rest, or discarded.",
    },
    TableOption {
        name: "compass",
        values: &["chosen", "random"],
        help: "The first player chooses which pawn points where while building, or it is drawn.",
    },
];

/// The options as the rules read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// A12: neighbours across corners are adjacent.
    pub corners_touch: bool,
    /// A11: a diagonal step may squeeze between two voids.
    pub gap_open: bool,
    /// A16: applied equipment goes on the stack.
    pub drops_applied: bool,
    /// A3: the compass is drawn.
    pub random_compass: bool,
}

impl Options {
    /// From a setup whose words were checked against [`LIST`].
    pub fn new(setup: &Setup) -> Options {
        let is = |name, value| super::ENTRY.value(setup, name) == value;
        Options {
            corners_touch: is("adjacency", "eight"),
            gap_open: is("corner_gap", "open"),
            drops_applied: is("death_drops_applied", "true"),
            random_compass: is("compass", "random"),
        }
    }
}
