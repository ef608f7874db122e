//! Where everything lies on paper, and where it is cut and folded.
//!
//! * `plan`: which pieces are printed together. [`made`]: what no deck has. [`net`]: what is cut out in one piece.
//! * [`pack`], [`nest`]: rectangles and other shapes on few pages. `spread`: pages of nets. [`labels`]: sheets of labels.
//!   `stocked`: paper that is cut already. [`waste`]: how many sheets all takes, and why so many.
//! * `impose`: pages become sheets, with `crop` marks, `codes` and whatever else stands beside the pieces ([`marks`]).

pub(crate) mod codes;
mod crop;
pub(crate) mod impose;
pub mod labels;
pub mod made;
pub mod marks;
pub mod nest;
pub mod net;
pub mod pack;
pub(crate) mod plan;
pub(crate) mod spread;
mod stocked;
pub mod waste;
