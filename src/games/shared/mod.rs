//! What all games share in speaking of themselves, so that a new one need not write it.
//!
//! * [`narrator`]: the players and their names. [`canvas`]: drawings in characters.
//!   [`tabletop`]: pictures.
//! * [`described`]: helpers for descriptions of tables.
//! * [`event`]: events, declared once and made of [`fact`]s. [`phrase`]: the same for questions, answers and the table in words.
//!   [`noun`]: particulars that several games use. [`lexicon`]: a kit's sentences. [`story`]: a game retold.

pub mod canvas;
pub mod described;
pub mod event;
pub mod fact;
pub mod lexicon;
pub mod narrator;
pub mod noun;
pub mod phrase;
pub mod story;
pub mod tabletop;
