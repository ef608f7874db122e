//! The rules: a game at one moment, all that changes it, and what each change does.

pub mod event;
pub(super) mod invariants;
pub(super) mod judge;
pub mod moves;
pub(super) mod noun;
pub mod position;
pub mod refusal;
pub(super) mod steps;
