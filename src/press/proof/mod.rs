//! Every piece of a kit drawn once in one ink: what layouts place and guides picture.
//!
//! * `proofs`: the pieces and their faces. `memory`: faces of the print before. `progress`: how far a print is.
//! * `changes`: what is different from an earlier print.

mod changes;
mod memory;
mod progress;
mod proofs;

pub use changes::{Changes, Looks, Record};
pub use memory::Memory;
pub use progress::{Count, Progress};
pub use proofs::{Proof, Proofs, coarse};
