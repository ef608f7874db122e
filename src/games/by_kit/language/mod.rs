//! The language of `play.toml`, from text to program.

pub mod code;
pub(super) mod compile;
pub mod facts;
pub mod fold;
pub mod lex;
mod lifetimes;
pub mod map_state;
mod once;
pub mod open;
pub mod options;
pub mod orders;
pub mod past;
pub mod phrase;
pub mod reading;
pub mod sentences;
pub mod sheet;
pub mod statement;
pub mod vocabulary;
