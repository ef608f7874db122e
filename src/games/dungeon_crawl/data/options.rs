//! The options of a table (section 8 of the rules).

use super::map::Corner;
use super::piece::Suit;
use crate::games::shared::options::options;
use crate::games::{ORDER, Setup};

/// The default corners (A5).
const USUAL: &str = "usual";

options! {
    with (setup, value);

    /// A12: neighbours across corners are adjacent.
    corners_touch: bool = value == "eight", from "adjacency" of ["eight", "four"]:
        "Characters may also fight diagonally, or only side by side.";
    /// A11: a diagonal step may pass between two voids.
    gap_open: bool = value == "open", from "corner_gap" of ["open", "closed"]:
        "A diagonal step between two spaces without floor is allowed, or not allowed.";
    /// A16: applied equipment is left on the stack.
    drops_applied: bool = value == "true", from "death_drops_applied" of ["true", "false"]:
        "Equipment applied to damage is left behind at death with the rest, or discarded.";
    /// A3: the compass is random.
    random_compass: bool = value == "random", from "compass" of ["chosen", "random"]:
        "The first player chooses where the pawns point while building, or it is decided at random.";
    /// A2: the suits of dice and pawns by seat, then the unused ones.
    suits: [Suit; 4] = Suit::in_order(value), from "suits" of ["SMCA", ORDER]:
        "The suits of the players' dice and pawns, in seating order.";
    /// A5: the corner of a tile for each seat's coins, then the unused ones.
    corners: [Corner; 4] = match (value, setup.players.len()) {
        // Two players get opposite corners.
        (USUAL, 2) => Corner::in_order("SW-NE"),
        (named, _) => Corner::in_order(named),
    }, from "corners" of [USUAL, "SW-NW-NE-SE", ORDER]:
        "The corners of a tile for the players' coins, in seating order: as on the player aids, or as agreed.";
}

/// Why an option has no effect with this set-up.
pub fn inert(_: &Setup, _: &str) -> Option<&'static str> {
    None
}
