//! Every piece of a kit, drawn once in one ink, for layouts and guides.
//!
//! * `pieces`: the pieces and their faces. `memory`: faces of the previous print. `progress`: how far a print has come.
//! * `changes`: the differences from an earlier print. `catalogue`: the names of the pieces.
//! * `unwritable`: codes that cannot be printed.

mod catalogue;
mod changes;
mod memory;
mod pieces;
mod progress;
mod unwritable;

pub(crate) use catalogue::catalogue;
pub use changes::{Changes, Fingerprints, Record};
pub use memory::Memory;
pub use pieces::{DrawnPiece, DrawnPieces};
pub use progress::{Count, Progress};
