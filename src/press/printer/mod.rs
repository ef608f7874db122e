//! How a printer distorts a page, and how to compensate for it.
//!
//! * [`mod@targets`]: twelve distances on a sheet with a front and a back. [`calibration`](super::guide::calibration): that
//!   sheet.
//! * [`mod@fit`]: computes the [`Distortion`] of each side from the measurements.
//! * [`inks`]: the settings of an ink test.
//! * [`profile`]: the small file that stores the results for each printer.

pub mod fit;
pub mod inks;
pub mod profile;
pub mod scale;
pub mod targets;

pub use fit::{Fit, fit};
pub use inks::{InkSetting, ink_settings};
pub use profile::{Distortion, Profile, Profiles};
pub use targets::{COUNT, Target, targets};
