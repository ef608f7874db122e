//! What all games share in speaking of themselves, so that a new one need not write it.
//!
//! * [`moves`]: moves, declared once with the forms of their names. [`options`]: the options of a table, declared once.
//! * [`event`]: events, declared once and made of [`fact`]s. [`phrase`]: the same for questions, answers and the table in words.
//!   [`noun`]: particulars that several games use. [`lexicon`]: a kit's sentences.
//! * [`spoken`]: what follows from these declarations. [`story`]: a game retold. [`simulation`]: bots, and what is counted.
//! * [`narrator`]: the players and their names. [`canvas`]: drawings in characters. [`tabletop`]: pictures. [`described`]: helpers for
//!   descriptions of tables.

pub mod canvas;
pub mod described;
pub mod event;
pub mod fact;
pub mod lexicon;
pub mod moves;
pub mod narrator;
pub mod noun;
pub mod options;
pub mod phrase;
pub mod simulation;
pub mod spoken;
pub mod story;
pub mod tabletop;
