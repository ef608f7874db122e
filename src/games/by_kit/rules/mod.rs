//! How a program is played: positions, legal moves, and what moves do.

pub(super) mod belief;
pub(super) mod choice;
pub(super) mod clue;
mod clues;
mod draws;
mod entering;
pub mod eval;
pub mod event;
pub(super) mod land;
pub(super) mod machine;
pub(super) mod matter;
pub(super) mod observe;
pub mod pools;
pub mod position;
pub(super) mod retrace;
pub(super) mod start;
pub(super) mod worlds;
