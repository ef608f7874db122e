//! Basic types: tiles and sets of them, their positions, and the options of a table.

pub mod layout;
pub mod options;
pub mod tile;
