//! Places at the table.

/// A player's place at the table, from 0.
pub type Seat = u8;
