//! What is where: the views of seats, the map, and the table in sentences and as pieces.

pub(super) mod board;
mod knowledge;
pub(super) mod labels;
mod mark;
pub(super) mod picture;
pub(super) mod places;
mod pointing;
pub(super) mod sentences;
pub mod view;
