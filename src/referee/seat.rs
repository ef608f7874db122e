//! Seats at the table, and who made a move.

/// A player's seat at the table, from 0.
pub type Seat = u8;

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Player(Seat),
    /// The program settled chance.
    Program,
    /// The people settled chance, or reported what they see.
    Table,
}
