//! From faces to files: drawings are placed on sheets, and every writer draws the same sheets.
//!
//! * [`sheet`]: the sheet model.

pub mod sheet;

pub use sheet::{Job, Mark, Meta, Placed, Point, Sheet, Sides, Stroke};
