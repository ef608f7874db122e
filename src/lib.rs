//! paperkeep prints tabletop games and referees them, from one folder of data.
//!
//! Other programs use these modules, from the ground up. Each begins with an example.
//!
//! * [`kit`]: a game's data, read and checked.
//! * [`referee`]: what all refereed games share.
//! * [`face`]: a template and a row become a drawing.
//! * [`games`]: the rules, with a folder for each game.
//! * [`press`]: drawings are placed on sheets, and sheets become files.
//!
//! Above them are the rooms of the program itself: `export` writes other programs' formats, `table` is a live session, `lab` has
//! simulations, `page` shows the table in a browser, and `cli` is the command line. A room uses only rooms below it.
//!
//! The protocol of `play --json` (docs/protocol.md) is for front ends in other languages.

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
    pub use crate::kit::gallery::{Cards, kit as kit_of_cards};
    pub use crate::press::inspect::coverage::coverage;
    pub use crate::press::inspect::hue::{Seen, distinguished_by_hue};
    pub use crate::press::layout::nest::nest;
    pub use crate::press::layout::net::Net;
    pub use crate::press::printer::Profiles;
}
