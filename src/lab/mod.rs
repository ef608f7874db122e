//! Simulation: bots play games by the rules, many times over.
//!
//! * [`mod@simulate`]: games by the thousand, each played in [`playout`] and added up in [`totals`], with [`usage`] for what is
//!   used of the game.
//! * [`part`]: the totals of one machine of several, on disk, and their sum.
//! * [`report`]: what the totals say, by the formulas in [`stats`]; as a [`table`] for other tools, in [`words`] for people, and as
//!   a [`page`] with plots.
//! * [`recorder`]: one of the games as a journal.
//! * [`evenings`]: what the journals of people's games say.
//! * [`compare`]: two versions of a game, on paired luck. [`mod@ladder`]: better players against worse ones.

pub mod compare;
pub mod evenings;
pub mod ladder;
#[cfg(feature = "plots")]
pub mod page;
pub mod part;
pub mod playout;
pub mod recorder;
pub mod report;
pub mod simulate;
pub mod stats;
pub mod table;
pub mod totals;
pub mod usage;
pub mod words;

pub use part::{Part, Run, Shard};
pub use report::Report;
pub use simulate::{Plan, simulate};
pub use totals::Totals;
