//! Every piece of a kit, drawn once in one ink, for layouts and guides.
//!
//! * `proofs`: the pieces and their faces. `memory`: faces of the previous print. `progress`: how far a print has come.
//! * `changes`: the differences from an earlier print. `catalogue`: the names of the pieces.
//! * `unwritable`: codes that cannot be printed.

mod catalogue;
mod changes;
mod memory;
mod progress;
mod proofs;
mod unwritable;

pub(crate) use catalogue::catalogue;
pub use changes::{Changes, Looks, Record};
pub use memory::Memory;
pub use progress::{Count, Progress};
pub use proofs::{Proof, Proofs};
