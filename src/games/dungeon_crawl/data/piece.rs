//! The pieces of the piecepack, and the roles of its coins in this game.

pub use crate::games::piecepack::{Code, Suit, VALUES, Values, value};

/// The most players: one die and one pawn each (R3).
pub const MAX_SEATS: usize = 4;

/// The role of a suit's coins.
pub trait Role {
    /// "trap"
    fn role(self) -> &'static str;
}

impl Role for Suit {
    fn role(self) -> &'static str {
        ["trap", "monster", "treasure", "equipment"][self as usize]
    }
}
