//! From faces to files: drawings are placed on sheets, and every writer draws the same sheets.
//!
//! * [`sheet`]: the sheet model.
//! * [`pdf`], [`svg`], [`png`]: the writers. [`output`]: their files, all of them or none.

mod decimal;
pub mod fault;
pub mod output;
pub mod pdf;
pub mod png;
pub mod sheet;
pub mod svg;

pub use fault::Fault;
pub use output::Output;
pub use sheet::{Job, Mark, Meta, Placed, Point, Sheet, Sides, Stroke};

#[cfg(test)]
mod tests;
