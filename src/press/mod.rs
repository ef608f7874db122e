//! From faces to files: drawings are placed on sheets, and every writer draws the same sheets.
//!
//! * [`proofs`]: every piece of a kit drawn once; [`faces`]: what was drawn; [`progress`]: how far that is. [`sheet`]: the sheet model; [`contents`]: what
//!   is where in it. [`guide`]: the printed guide.
//!   [`contrast`], [`safe`], [`hue`]: what is hard to read, cut into, or told apart by hue alone.
//! * [`labels`]: all pieces of a set on as few sheets as possible. [`pack`]: how they lie; [`cuts`]: where the knife goes;
//!   [`marks`]: rulers and notes in the margin; `codes`: the codes beside pieces that must not show them.
//! * [`picture`]: a table in play, drawn with the same faces; `props`: what lies on it unprinted.
//! * [`calibration`]: what a printer does to a page; every writer makes up for it.
//!   [`scale`]: what a print dialog did to it.
//! * [`pdf`], [`svg`], [`png`]: the writers. [`cutting`]: files for plotters, with the marks of [`registration`].
//!   [`output`]: all files or none.

pub mod affine;
mod bounds;
pub mod calibration;
pub mod changes;
mod codes;
pub mod contents;
pub mod contrast;
pub mod coverage;
pub mod crop;
pub mod cuts;
pub mod cutting;
mod decimal;
pub mod faces;
pub mod fault;
pub mod guide;
pub mod hue;
pub mod impose;
pub mod labels;
pub mod made;
pub mod marks;
pub mod memory;
pub mod nest;
pub mod net;
pub mod output;
pub mod pack;
pub mod pdf;
pub mod picture;
pub mod plan;
pub mod png;
pub mod print;
pub mod progress;
pub mod proofs;
mod props;
pub mod registration;
pub mod safe;
pub mod scale;
pub mod sheet;
pub mod spread;
pub mod svg;
mod texts;

pub use affine::Affine;
pub use changes::{Changes, Record};
pub use contents::{Bookmark, Catalogue};
pub use coverage::coverage;
pub use faces::Faces;
pub use fault::Fault;
pub use impose::Prints;
pub use made::Wanted;
pub use marks::{Marks, On};
pub use net::Net;
pub use output::Output;
pub use picture::Pictures;
pub use plan::{Layout, Scheme};
pub use print::{Corrects, Order, Press, Printed, Stickers, print};
pub use progress::Progress;
pub use proofs::{Proof, Proofs};
pub use sheet::{Behind, Flip, Job, Line, Mark, Meta, Mirror, Placed, Point, Sheet, Side, Sides, Stroke};

/// The namespace of SVG.
const SVG: &str = "http://www.w3.org/2000/svg";

#[cfg(test)]
mod tests;
