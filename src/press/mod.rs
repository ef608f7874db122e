//! From faces to files: drawings are placed on sheets, and every writer draws the same sheets.
//!
//! The stages, from the ground up; a stage uses only stages below it:
//!
//! * [`sheet`]: what every writer draws. [`proof`]: every piece of a kit, drawn once.
//!   [`printer`]: what a printer does to a page. [`picture`]: a table in play.
//! * [`layout`]: where everything lies on paper, where it is cut and folded.
//! * [`write`]: the files: PDF, SVG, PNG, cut files.
//! * [`inspect`]: what reads badly. [`guide`]: pages for people.
//! * `print`: all of it, for one kit.

pub mod guide;
pub mod inspect;
pub mod layout;
pub mod picture;
mod print;
pub mod printer;
pub mod proof;
pub mod sheet;
pub mod write;

pub use layout::impose::Prints;
pub use layout::made::Wanted;
pub use layout::marks::{Marks, On};
pub use layout::plan::{Layout, Scheme};
pub use print::{Corrects, Drawn, Order, Press, Printed, Stickers, print};

/// The namespace of SVG.
pub(crate) const SVG: &str = "http://www.w3.org/2000/svg";
