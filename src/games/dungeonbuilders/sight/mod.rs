//! What lies where: what a seat may see, the map, the table in sentences and in terms of pieces.

pub(super) mod board;
mod knowledge;
pub(super) mod picture;
mod pointing;
pub mod view;
