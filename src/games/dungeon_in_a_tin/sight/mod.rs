//! What lies where: what a seat may see, the map, the table in sentences and in terms of pieces.

pub(super) mod board;
mod knowledge;
pub(super) mod labels;
pub(super) mod picture;
pub(super) mod places;
mod pointing;
pub(super) mod sentences;
pub mod view;
