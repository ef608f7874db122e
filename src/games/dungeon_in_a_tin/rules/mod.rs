//! The rules: the state of a game, the moves that change it, and their effects.

pub mod event;
pub(super) mod invariants;
pub(super) mod judge;
pub mod moves;
pub(super) mod noun;
pub mod payment;
pub mod position;
pub mod refusal;
pub(super) mod steps;
pub mod worlds;
