//! How the table is shown.

pub mod begin;
pub(super) mod board;
mod scene;
pub mod view;
