//! From faces to files: drawings are placed on sheets, and every writer draws the same sheets.
//!
//! * [`proofs`]: every piece of a kit drawn once. [`sheet`]: the sheet model. [`guide`]: the printed guide.
//! * [`labels`]: all pieces of a set on as few sheets as possible. [`pack`]: how they lie; [`cuts`]: where the knife goes;
//!   [`marks`]: rulers and notes in the margin.
//! * [`pdf`], [`svg`], [`png`]: the writers. [`output`]: their files, all of them or none.

pub mod changes;
pub mod coverage;
pub mod cuts;
mod decimal;
pub mod fault;
pub mod guide;
pub mod hue;
pub mod labels;
pub mod marks;
pub mod memory;
pub mod output;
pub mod pack;
pub mod pdf;
pub mod png;
pub mod print;
pub mod proofs;
mod raster;
pub mod sheet;
pub mod svg;

pub use changes::{Changes, Record};
pub use coverage::coverage;
pub use fault::Fault;
pub use output::Output;
pub use print::{Order, Press, Printed, Stickers, print};
pub use proofs::{Proof, Proofs};
pub use sheet::{Job, Mark, Meta, Placed, Point, Sheet, Sides, Stroke};

#[cfg(test)]
mod tests;
