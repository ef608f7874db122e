//! The pieces of the piecepack, and what its coins are in this game.

pub use crate::games::piecepack::{Code, Suit, VALUES, Values, value};

/// Most players: one die and one pawn each (R3).
pub const MAX_SEATS: usize = 4;

/// What a coin of a suit is.
pub trait Role {
    /// "trap"
    fn role(self) -> &'static str;
}

impl Role for Suit {
    fn role(self) -> &'static str {
        ["trap", "monster", "treasure", "equipment"][self as usize]
    }
}
