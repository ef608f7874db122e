//! Template and row become one drawing.
//!
//! * [`fonts`]: the fonts that print, in memory. [`text`]: words shaped, measured, wrapped and fitted with them.
//! * [`template`]: SVG with placeholders, expanded for one piece. `icon` and `emphasis`: what stands out in its texts.
//!   `undefined`: names in it that there are not.
//! * [`reader`]: an SVG face taken apart into a [`drawing`]: fragments of `art` that many faces share, and lines of live
//!   text where it is `plain`. `places`: spots on it that it names. `pictures`: PNG, JPEG and SVG files that
//!   it shows. `effort`: how much there is to draw. `slips`: what would pass in silence.
//!   `blame`: where it can be mended.
//! * [`bleed`]: how far art may run beyond an outline. [`raster`]: a drawing as dots.

mod art;
mod blame;
pub mod bleed;
pub mod drawing;
mod effort;
mod emphasis;
pub mod fonts;
mod icon;
mod names;
mod pictures;
mod places;
mod plain;
pub mod raster;
pub mod reader;
mod references;
mod slips;
pub mod template;
pub mod text;
mod undefined;

pub use drawing::{Drawing, Fragment, Item, Items, Slow, TextLine};
pub use fonts::{Font, Fonts};
pub use names::SVG;
pub use pictures::Shown;
pub use places::{Place, places};
pub use reader::Reader;
pub use template::Templates;
