//! The writers, which all draw the same sheets.
//!
//! [`pdf`], [`svg`], [`png`]: pages. [`cutting`]: files for plotters. [`output`]: writes all files or none.

pub mod cutting;
mod decimal;
pub mod names;
#[cfg(feature = "program")]
pub mod output;
mod path_data;
pub mod pdf;
pub mod png;
pub mod svg;

use crate::press::sheet::Job;

/// The finest resolution that anybody can see in print, dpi.
pub const FINEST: f64 = 600.0;

/// The resolution of illustrations, dpi.
const ILLUSTRATION: f64 = 200.0;

/// The resolution that pictures need in a job.
fn finest(job: &Job) -> f64 {
    if job.illustrates {
        ILLUSTRATION
    } else {
        FINEST
    }
}

#[cfg(test)]
mod tests;
