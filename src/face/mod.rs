//! Turns a template and a row into one drawing.
//!
//! * `fonts`: the fonts that print, in memory; those of the program are `shipped`. `text`: words shaped, measured, wrapped and
//!   fitted with them. `visual`: the order of lines that run from right to left.
//! * `template`: SVG with placeholders, expanded for one piece. `icon` and `emphasis`: icons and emphasised words in its texts;
//!   `icon_set`: the icons that ship. `own_names`: columns with the names of helpers. `inkscape`: texts of a drawing program.
//!   `literals`: words that templates print themselves, to be translated.
//!   `undefined`: names in it that do not exist. `unclosed`: quotes and blocks in it that
//!   are not closed.
//! * `reader`: an SVG face taken apart into a `drawing`: each `fragment` of `art`, which many faces share, and lines of live text where it
//!   is `plain`. `bare`: words for faces that say next to nothing. `page`: what its coordinates mean. `anchors`: named points on it. `pictures`: the files that it shows, `picture`:
//!   one of them, shown as it is, and `drawing_file`: one that is SVG. `effort`: how much there is to draw. `effects`:
//!   what PDF cannot draw. `lines`: how heavy its lines are. `lint`: mistakes that would be ignored.
//!   `source_map`: where in its row or template a problem comes from.
//! * `arcs`: curves for arcs, the same on all systems. `bleed`: how far art may extend beyond an outline. `raster`: a drawing as pixels.
//!
//! ```
//! use paperkeep::face::{Reader, Templates};
//! use paperkeep::kit::{Ink, Kit, Side};
//!
//! let kit = Kit::find("dungeon-in-a-tin")?;
//! let deck = kit.deck("tiles").expect("a deck of tiles");
//! let templates = Templates::new(&kit, Ink::Mono);
//! let svg = templates.piece(deck, &deck.pieces()[0], 0, Side::Front)?;
//! let mut reader = Reader::new();
//! reader.look_in(&kit);
//! let drawing = reader.read("a tile", &svg, deck.size, deck.bleed)?;
//! assert_eq!(drawing.size, deck.size);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod anchors;
mod arcs;
mod art;
mod bare;
pub(crate) mod bleed;
pub(crate) mod drawing;
mod drawing_file;
pub(crate) mod effects;
mod effort;
pub(crate) mod emphasis;
mod figures;
pub(crate) mod fonts;
mod fragment;
mod icon;
mod icon_set;
mod inkscape;
mod lines;
mod lint;
mod literals;
mod names;
mod own_names;
mod page;
mod picture;
mod pictures;
mod plain;
mod quotes;
pub(crate) mod raster;
pub(crate) mod reader;
mod references;
mod shipped;
mod source_map;
mod stand_in;
pub(crate) mod template;
pub(crate) mod text;
pub(crate) mod unclosed;
mod undefined;
mod visual;

pub use anchors::{Anchor, Area, anchors, grids};
pub use bare::{Inscription, titled};
pub use drawing::{Drawing, Item, Items, ShownPicture, TextAsArt, TextLine};
pub use fonts::{Font, Fonts};
pub use fragment::Fragment;
pub use icon::{names_of as icon_names, shows_icons};
pub use icon_set::{ShippedIcon, shipped_icon, shipped_icons};
pub use names::SVG;
pub use picture::{Picture, PictureError, PictureKind, Portable, Raster, opaque};
pub use pictures::{DrawingNotes, PlacedPicture, jpeg_channels};
pub use quotes::typographic;
pub use reader::{Reader, Whole};
pub use template::Templates;
