//! The sheet model, which every writer draws, so that all files agree.
//!
//! * `page`: sheets, on which pieces are `placed`, with a length for each of their `sides`. [`faces`]: the drawings.
//!   `catalogue`, `bookmark`, `contents`: the contents of a document. `reading`: what it says, in order. `condition`: the press it is made for.
//! * `stroke`, `grid`: lines and rectangles. [`cuts`]: cut lines. `bounds`: how far art may extend.
//! * `mirror`: how backs come behind fronts. `affine`: how pages are distorted. [`registration`]: marks for cutting
//!   plotters. [`stock`]: precut paper. [`measures`]: measures common to all sheets.
//! * `error`: failures while a file is written.

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
mod reading;
pub mod registration;
mod sides;
pub mod stock;
mod stroke;

pub use affine::Affine;
pub use bookmark::Bookmark;
pub use catalogue::Catalogue;
pub use condition::{Condition, Inks, ProfileError};
pub use contents::bookmarks;
pub use error::PrintError;
pub use faces::Faces;
pub use grid::Grid;
pub use mirror::{Flip, Mirror, Orientation};
pub use page::{Job, Meta, Sheet};
pub use placed::{Behind, Placed};
pub use reading::{Block, Reading, Role, Run};
pub use sides::Sides;
pub use stroke::{Mark, Stroke};
