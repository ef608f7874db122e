//! Basic types: suits, codes and sets of coins, the floor, and the options of a table.

pub mod map;
pub mod options;
pub mod piece;
