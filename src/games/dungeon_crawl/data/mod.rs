//! The small words of the game: suits, codes and sets of coins; the floor; what a table may agree on.

pub mod map;
pub mod options;
pub mod piece;
