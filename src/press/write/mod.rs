//! The writers, which all draw the same sheets.
//!
//! [`pdf`], [`svg`], [`png`]: pages. [`cutting`]: files for plotters. [`output`]: writes all files or none.

pub mod cutting;
mod decimal;
pub mod output;
mod path_data;
pub mod pdf;
pub mod png;
pub mod svg;

/// The finest resolution that anybody can see in print, dpi.
pub const FINEST: f64 = 600.0;

/// The same for a thumbnail.
const FINEST_THUMBNAIL: f64 = 200.0;

/// The scale below which a face is a thumbnail of itself.
const THUMBNAIL: f64 = 0.75;

/// The resolution that a picture needs on a face that is printed at this scale.
fn finest(scale: f64) -> f64 {
    if scale < THUMBNAIL {
        FINEST_THUMBNAIL
    } else {
        FINEST
    }
}


#[cfg(test)]
mod tests;
