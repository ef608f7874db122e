//! From faces to files: drawings are placed on sheets, and every writer draws the same sheets.
//!
//! * [`proofs`]: every piece of a kit drawn once. [`sheet`]: the sheet model. [`guide`]: the printed guide.
//! * [`pdf`], [`svg`], [`png`]: the writers. [`output`]: their files, all of them or none.

mod decimal;
pub mod fault;
pub mod guide;
pub mod output;
pub mod pdf;
pub mod png;
pub mod proofs;
pub mod sheet;
pub mod svg;

pub use fault::Fault;
pub use output::Output;
pub use proofs::{Proof, Proofs};
pub use sheet::{Job, Mark, Meta, Placed, Point, Sheet, Sides, Stroke};

#[cfg(test)]
mod tests;
