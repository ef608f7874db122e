//! The options of a table (section 8 of the rules).

use super::map::Corner;
use super::piece::Suit;
use crate::games::{ORDER, Setup, TableOption};

/// The default corners (A5).
const USUAL: &str = "usual";

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
    TableOption {
        name: "suits",
        values: &["SMCA", ORDER],
        help: "The suits of the players' dice and pawns, in the order they sit.",
    },
    TableOption {
        name: "corners",
        values: &[USUAL, "SW-NW-NE-SE", ORDER],
        help: "Whose coins go in which corner of a tile, in the order they sit: as on the player aids, or agreed.",
    },
];

/// Why an option has no effect with this set-up.
pub fn inert(setup: &Setup, name: &str) -> Option<&'static str> {
    let _ = (setup, name);
    None
}

/// The options as the rules read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// A12: neighbours across corners are adjacent.
    pub corners_touch: bool,
    /// A11: a diagonal step may pass between two voids.
    pub gap_open: bool,
    /// A16: applied equipment is left on the stack.
    pub drops_applied: bool,
    /// A3: the compass is random.
    pub random_compass: bool,
    /// A2: the suits of dice and pawns by seat, then the unused ones.
    pub suits: [Suit; 4],
    /// A5: the corner of a tile for each seat's coins, then the unused ones.
    pub corners: [Corner; 4],
}

impl Options {
    /// Reads the options of a set-up whose words were checked against [`LIST`].
    pub fn new(setup: &Setup) -> Options {
        let value = |name| crate::games::dungeon_crawl::ENTRY.value(setup, name);
        let is = |name, wished: &str| value(name) == wished;
        let corners = match (value("corners"), setup.players.len()) {
            // Two players get opposite corners.
            (USUAL, 2) => "SW-NE",
            (named, _) => named,
        };
        Options {
            corners_touch: is("adjacency", "eight"),
            gap_open: is("corner_gap", "open"),
            drops_applied: is("death_drops_applied", "true"),
            random_compass: is("compass", "random"),
            suits: Suit::in_order(value("suits")),
            corners: Corner::in_order(corners),
        }
    }
}
