//! Checks of legibility: texts with little contrast or near the edge, pieces distinguished only by hue, and ink coverage.

pub mod coarse;
pub mod contrast;
pub mod coverage;
pub mod hue;
pub mod safe;
pub mod small;
pub mod texts;
pub mod unknown;
