//! Every piece of a kit, drawn once in one ink, for layouts and guides.
//!
//! * `pieces`: the pieces and their faces. `memory`: faces of the previous print. `progress`: how far a print has come.
//! * `changes`: the differences from an earlier print. `catalogue`: the names of the pieces.

mod catalogue;
mod changes;
mod memory;
mod pieces;
mod progress;

pub(crate) use catalogue::{catalogue, name};
pub use changes::{Changes, Fingerprints, Record, RecordError};
pub use memory::Memory;
pub use pieces::{DrawnPiece, DrawnPieces};
pub use progress::{Count, Progress};
