//! From faces to files: drawings are placed on sheets, and every writer draws the same sheets.
//!
//! * [`proofs`]: every piece of a kit drawn once. [`sheet`]: the sheet model. [`guide`]: the printed guide.
//! * [`pdf`]: a writer.

mod decimal;
pub mod fault;
pub mod guide;
pub mod pdf;
pub mod proofs;
pub mod sheet;

pub use fault::Fault;
pub use proofs::{Proof, Proofs};
pub use sheet::{Job, Mark, Meta, Placed, Point, Sheet, Sides, Stroke};

#[cfg(test)]
mod tests;
