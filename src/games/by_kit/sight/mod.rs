//! How the table is shown.

pub(super) mod board;
mod counts;
pub mod grid;
pub(super) mod hands;
mod hexes;
pub mod initial_layout;
mod land;
mod places;
mod scene;
pub mod view;
