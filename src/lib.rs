//! paperkeep prints tabletop games and referees them, from one folder of data.
//!
//! The rooms, from the ground up; a room uses only rooms below it:
//!
//! * [`kit`]: a game's data, checked. [`referee`]: what every game shares.
//! * [`face`]: template + row -> one drawing. [`games`]: the rules, one folder a game.
//! * [`press`]: faces -> sheets -> files. `export`: faces -> other programs' formats.
//!   [`table`]: a live session. [`lab`]: bots and simulation.
//! * [`page`]: the table in a browser.
//! * [`cli`]: the command line.
//!
//! Other programs use [`kit`], [`face`], [`press`], [`referee`] and [`games`]; each begins with an example. The protocol of `play --json`
//! (docs/protocol.md) is for front ends in other languages.

#![forbid(unsafe_code)]
// A function that is longer is one plain list, and says so.
#![warn(clippy::too_many_lines)]

pub mod face;
pub mod games;
pub mod kit;
pub mod press;
pub mod referee;

// For the program, its tests and its benchmarks; they change without notice.
#[doc(hidden)]
pub mod cli;
mod export;
#[doc(hidden)]
pub mod lab;
#[doc(hidden)]
pub mod page;
#[doc(hidden)]
pub mod table;

/// What the tests, benchmarks and fuzzers need of the rooms besides; it changes without notice.
#[doc(hidden)]
pub mod testing {
    pub use crate::games::by_kit::language::sheet::read as read_rules;
    pub use crate::games::dungeonbuilders::Builders;
    pub use crate::games::dungeonbuilders::data::tile::Tile;
    pub use crate::games::dungeonbuilders::rules::position::{Position, Step};
    pub use crate::press::inspect::coverage::coverage;
    pub use crate::press::inspect::hue::{Seen, distinguished_by_hue};
    pub use crate::press::layout::nest::nest;
    pub use crate::press::layout::net::Net;
}
