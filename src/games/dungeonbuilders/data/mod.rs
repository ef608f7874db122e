//! The small words of the game: tiles and sets of them; where they lie, and where they may; what a table may agree on.

pub mod layout;
pub mod options;
pub mod tile;
