//! What all games share: how they declare themselves and put themselves into words.
//!
//! * [`moves`]: moves, declared once with the forms of their names. [`options`]: the options of a table, declared once.
//! * [`event`]: events, declared once and made of [`fact`]s. [`phrase`]: the same for questions, answers and the table in words.
//!   [`noun`]: particulars that several games use. [`lexicon`]: a kit's sentences.
//! * [`contract`]: what follows from these declarations. [`story`]: a game retold.
//! * [`narrator`]: the players and their names. [`canvas`]: drawings in characters. [`tabletop`]: pictures. [`described`]: helpers
//!   for descriptions of tables.

pub mod canvas;
pub mod contract;
pub mod described;
pub mod event;
pub mod fact;
pub mod lexicon;
pub mod moves;
pub mod narrator;
pub mod noun;
pub mod options;
pub mod phrase;
pub mod story;
pub mod tabletop;
