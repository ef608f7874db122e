//! What a printer does to a page, and how to make up for it.
//!
//! * [`mod@targets`]: twelve distances on a sheet with a front and a back. [`calibration`](super::guide::calibration): that sheet.
//! * [`mod@fit`]: from what was measured to the [`Distortion`] of each side.
//! * [`profile`]: the small file that keeps it, printer by printer.

pub mod fit;
pub mod profile;
pub mod scale;
pub mod targets;

pub use fit::{Fit, fit};
pub use profile::{Distortion, Profile, Profiles};
pub use targets::{COUNT, Target, targets};
