//! The sheet model: what every writer draws, so that they cannot disagree.
//!
//! * `page`: sheets, and the pieces placed on them. [`faces`]: what was drawn. `contents`: what is where in a document.
//! * [`cuts`]: where the knife goes. `bounds`: how far art may run. [`registration`]: what a cutting plotter looks for.
//! * `affine`: how pages are distorted. `fault`: what can go wrong while a file is written.

mod affine;
pub(crate) mod bounds;
mod contents;
pub mod cuts;
pub mod faces;
mod fault;
mod page;
pub mod registration;

pub use affine::Affine;
pub use contents::{Bookmark, Catalogue};
pub use faces::Faces;
pub use fault::Fault;
pub use page::{
    Behind, CUT_GREY, CUT_WIDTH, FOLD_DASH, FOLD_WIDTH, Flip, Job, Lie, Line, Mark, Meta, Mirror, Placed, Sheet, Sides,
    Stroke, Work,
};
