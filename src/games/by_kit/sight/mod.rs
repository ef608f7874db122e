//! How the table is shown.

pub(super) mod board;
pub mod initial_layout;
mod scene;
pub mod view;
