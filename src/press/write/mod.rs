//! The writers, which all draw the same sheets.
//!
//! [`pdf`], [`svg`], [`png`]: pages. [`cutting`]: files for plotters. [`output`]: writes all files or none.

pub mod cutting;
mod decimal;
#[cfg(feature = "program")]
pub mod output;
mod path_data;
pub mod pdf;
pub mod png;
pub mod svg;

#[cfg(test)]
mod tests;
