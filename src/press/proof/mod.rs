//! Every piece of a kit drawn once in one ink: what layouts place and guides picture.
//!
//! * `proofs`: the pieces and their faces. `memory`: faces of the print before. `progress`: how far a print is.
//! * `changes`: what is different from an earlier print. `catalogue`: what the pieces are called.
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
