//! The sheet model: what every writer draws, so that they cannot disagree.
//!
//! * `page`: sheets, on which pieces are `placed`, with a length for each of their `sides`. [`faces`]: what was drawn.
//!   `catalogue`, `bookmark`, `contents`: what a document holds, and where. `condition`: the press that it is made for.
//! * `stroke`, `grid`: lines and rectangles. [`cuts`]: where the knife goes. `bounds`: how far art may run.
//! * `mirror`: how backs come to lie behind fronts. `affine`: how pages are distorted.
//!   [`registration`]: what a cutting plotter looks for. [`stock`]: paper that is cut already. [`measures`]: what is the same on every sheet.
//! * `error`: what can go wrong while a file is written.

mod affine;
mod bookmark;
pub(crate) mod bounds;
mod catalogue;
mod condition;
mod contents;
pub mod cuts;
mod error;
pub mod faces;
mod grid;
pub mod measures;
mod mirror;
mod page;
mod placed;
pub mod registration;
mod sides;
pub mod stock;
mod stroke;

pub use affine::Affine;
pub use bookmark::Bookmark;
pub use catalogue::Catalogue;
pub use condition::Condition;
pub use contents::bookmarks;
pub use error::PrintError;
pub use faces::Faces;
pub use grid::Grid;
pub use mirror::{Flip, Mirror, Orientation};
pub use page::{Job, Meta, Sheet};
pub use placed::{Behind, Placed};
pub use sides::Sides;
pub use stroke::{Mark, Stroke};
