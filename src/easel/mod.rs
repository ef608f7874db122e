//! Faces drawn by pointing: what is on a face and where, and changes to its template that leave everything else as it was.
//!
//! * [`scan`]: a template as it is written, with the places of its elements. [`shown`]: where these are on a piece's face, and
//!   [`trace`] what of them is seen.
//! * [`change`]: the template after something was moved, sized, set, added or deleted.

mod change;
mod scan;
mod shown;
mod trace;

pub use change::{Act, changed};
pub use shown::{elements, lifted};
