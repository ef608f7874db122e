//! Bots against the rules, many times over.
//!
//! * [`mod@simulate`]: games by the thousand, and what came of them.

pub mod simulate;

pub use simulate::{Plan, Report, Tally, simulate};
