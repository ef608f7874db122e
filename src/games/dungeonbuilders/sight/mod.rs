//! What lies where: what a seat may see, the map, the table in sentences and in terms of pieces.

pub(super) mod board;
mod knowledge;
mod mark;
pub(super) mod picture;
pub(super) mod places;
mod pointing;
pub mod view;
