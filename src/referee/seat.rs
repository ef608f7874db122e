//! Places at the table, and who acts at it.

/// A player's place at the table, from 0.
pub type Seat = u8;

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Player(Seat),
    /// The program settled chance.
    Program,
    /// The people settled chance, or told what they see.
    Table,
}
