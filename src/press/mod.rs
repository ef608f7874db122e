//! From faces to files: drawings are placed on sheets, and every writer draws the same sheets.
//!
//! * [`sheet`]: the sheet model.
//! * [`pdf`], [`svg`], [`png`]: the writers. [`output`]: their files, all of them or none.

mod decimal;
pub mod fault;
pub mod pdf;
pub mod sheet;

pub use fault::Fault;
pub use sheet::{Job, Mark, Meta, Placed, Point, Sheet, Sides, Stroke};

#[cfg(test)]
mod tests;
