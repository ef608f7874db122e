//! A live session: the same [`Sitting`](crate::referee::Sitting) behind a line prompt or behind JSON lines.
//!
//! * [`json`]: protocol version 1, for other front ends and tests.
//! * [`terminal`]: the line prompt. It reads from a [`prompt`], matches words with [`reading`], knows its [`command`]s, looks
//!   rules up in the [`rulebook`], and writes with [`paint`].
//! * [`lines`]: bounded lines of input. [`ending`]: an outcome by names.

pub mod command;
pub mod ending;
pub mod json;
pub mod lines;
pub mod paint;
pub mod prompt;
pub mod reading;
pub mod rulebook;
pub mod terminal;

pub use ending::Ending;
