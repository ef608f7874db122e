//! A live session: the same [`Sitting`](crate::referee::Sitting) behind a line prompt or behind JSON lines.
//!
//! * [`json`]: protocol version 1, for other front ends and tests.
//! * [`terminal`]: the line prompt. It reads from a [`prompt`] (a person's `keyboard`, a pipe), finds the [`meaning`] of words by
//!   [`reading`] them, knows its [`command`]s, looks rules up in the [`rulebook`], and writes with [`paint`]. A question is
//!   [`asking`] in few words or in [`plain`] ones, with how to be [`answering`] it; its answers have [`numbers`], and a [`menu`] lists them.
//! * [`renderer`]: where pictures of the table are drawn.
//! * [`chronicle`]: the moves of a game; [`story`]: the game retold. [`luck`]: the luck sheet. [`odds`]: what can come of an
//!   answer. [`hint`]: what to answer. [`players`]: their names. [`ending`]: an outcome by names. [`lines`]: bounded lines of input.

pub mod answering;
pub mod asking;
pub mod chronicle;
pub mod command;
pub mod ending;
pub mod hint;
pub mod json;
#[cfg(feature = "program")]
pub mod keyboard;
pub mod line_parser;
pub mod lines;
pub mod luck;
pub mod meaning;
pub mod menu;
pub mod numbers;
pub mod odds;
pub mod paint;
pub mod plain;
pub mod players;
pub mod prompt;
pub mod reading;
pub mod renderer;
pub mod rulebook;
pub mod story;
pub mod terminal;
pub mod voice;

pub use ending::Ending;
