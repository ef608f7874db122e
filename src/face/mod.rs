//!
//! * [`fonts`]: the fonts that print, in memory. [`text`]: words shaped, measured, wrapped and fitted with them.
//! * [`drawing`]: an SVG face taken apart, once: fragments of art that many faces share, and lines of live text.

pub mod drawing;

pub use drawing::{Drawing, Fragment, Item, TextLine};
