//! How the table is shown.

pub(super) mod board;
mod counts;
pub mod grid;
mod hexes;
pub mod initial_layout;
mod land;
mod scene;
pub mod view;
