//! The position of everything on paper, with cuts and folds.
//!
//! * `plan`: which pieces are printed together. [`made`]: dice, boxes and trays, which are not part of a deck. [`net`]: what is cut
//!   out in one piece.
//! * [`pack`], [`nest`]: rectangles and other shapes on few pages. `arrange`: pages of nets. [`labels`]: label sheets. `spread`: a
//!   sheet with room to spare.
//!   `stocked`: precut paper. [`waste`]: the number of sheets, and the reasons for it.
//! * `impose`: turns pages into sheets, with `crop` marks, `codes` and everything else beside the pieces ([`marks`], [`heading`],
//!   `captions`, `making`, `aid`, `plate`).

pub(crate) mod aid;
pub(crate) mod arrange;
pub(crate) mod captions;
pub(crate) mod codes;
mod crop;
pub mod heading;
pub(crate) mod impose;
pub mod labels;
pub mod made;
mod making;
pub mod marks;
pub mod nest;
pub mod net;
pub mod pack;
pub(crate) mod plan;
mod plate;
mod spread;
mod stocked;
pub mod waste;
mod way;
