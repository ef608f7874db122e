//! How every game speaks: what a sixth game need not write.
//!
//! * [`narrator`]: how the people at the table are spoken of. [`crop`]: as much of a board as there is room for.

pub mod crop;
pub mod narrator;
