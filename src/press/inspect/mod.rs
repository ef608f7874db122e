//! What reads badly: texts that are faint or too near the edge, pieces that only hue tells apart, too much ink.

pub mod coarse;
pub mod contrast;
pub mod coverage;
pub mod hue;
pub mod safe;
pub mod small;
mod texts;
