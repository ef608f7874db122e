//! paperkeep prints tabletop games and referees them, from one folder of data.
//!
//! The rooms, from the ground up; a room uses only rooms below it:
//!
//! * [`kit`]: a game's data, checked. [`referee`]: what every game shares.
//! * [`face`]: template + row -> one drawing. [`games`]: the rules, one folder a game.
//! * [`press`]: faces -> sheets -> files. [`export`]: faces -> other programs' formats.
//!   [`table`]: a live session. [`lab`]: bots and simulation.
//! * [`page`]: the table in a browser.
//! * [`cli`]: the command line.

#![forbid(unsafe_code)]
// A function that is longer is one plain list, and says so.
#![warn(clippy::too_many_lines)]

pub mod cli;
pub mod export;
pub mod face;
pub mod games;
pub mod kit;
pub mod lab;
pub mod page;
pub mod press;
pub mod referee;
pub mod table;
