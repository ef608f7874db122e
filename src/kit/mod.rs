//! A game's data: the contents of a kit's folder, read and checked once.
//!
//! [`Kit::open`] reads `kit.toml` and the row files it names; all problems are returned together, as [`Problems`] that each name a
//! place. Other rooms trust the result. This room knows nothing about drawing or playing.
//!
//! * `length`: exact lengths. `files`: the kit's files, embedded, in a folder or in an [`archive`]. `apart`: what is fetched. `gallery`: a folder of pictures or
//!   a PDF's `pages` as a kit. `problem`: errors with a place.
//! * `contour`: closed lines. `shape`: the outlines of pieces.
//! * `reader`: TOML and tables, read while collecting every mistake. `manifest`: `kit.toml`. `deck`: decks and pieces.
//! * `rows`: the rows of a deck, read from TOML files and from `table`s. `row`: a single row. `code`: its code. `kind`: the types of
//!   its fields. `source`: which rows of a file a deck takes. `formula`: expressions that select rows and compute fields.
//! * [`language`]: the same kit in another language; `languages`: all of them at once.
//! * `outside`: tables outside its folder. `emphasis`: what is bold or italic in cells. `edit`: its tables as cells, and a cell written back.
//! * `depth`, `markup`: how deep and wide untrusted templates and XML may be. `guard`, `limits`: protection against panics and
//!   excessive work.
//! * `font`: the kit's own fonts. `rule`: `rules.toml`, with the `evening`. `lesson`: `lesson.toml`. `guide`: `guide.toml`.
//!   `fill`: references in texts to the data. `variant`: one edition of several, decks as labels.
//!
//! ```
//! use paperkeep::kit::Kit;
//!
//! let kit = Kit::find("dungeon-in-a-tin")?;
//! assert_eq!(kit.title, "Dungeon in a Tin");
//! let tiles = kit.deck("tiles").expect("a deck of tiles");
//! assert!(tiles.rows.iter().any(|row| row.code() == "T07"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod apart;
pub mod archive;
pub(crate) mod code;
pub(crate) mod colour;
pub(crate) mod contour;
pub(crate) mod deck;
pub(crate) mod depth;
#[cfg(feature = "edit")]
pub(crate) mod edit;
pub(crate) mod emphasis;
pub(crate) mod evening;
pub(crate) mod files;
mod fill;
pub(crate) mod font;
pub mod formula;
#[cfg(feature = "imports")]
pub mod gallery;
#[cfg(any(feature = "imports", feature = "press"))]
pub(crate) mod guard;
pub(crate) mod guide;
mod kind;
pub(crate) mod languages;
mod latex;
pub(crate) mod length;
pub(crate) mod lesson;
pub(crate) mod limits;
pub(crate) mod make;
pub(crate) mod manifest;
pub(crate) mod marked;
pub(crate) mod markup;
pub(crate) mod outside;
#[cfg(feature = "imports")]
pub(crate) mod pages;
pub(crate) mod problem;
pub(crate) mod reader;
pub(crate) mod row;
pub(crate) mod rows;
pub(crate) mod rule;
pub(crate) mod shape;
pub(crate) mod source;
pub(crate) mod table;
pub(crate) mod tone;
mod variant;

pub use apart::fetch_with;
pub use contour::{Contour, ContourError, Segment};
pub use deck::{Deck, Hinge, Piece, Side};
pub use evening::{Evening, Variant};
pub use files::{FileError, Files, language};
pub use font::{FontFile, FontMember};
pub use guide::{About, Chapter, Guide, Step};
pub use language::Language;
pub use length::{LengthError, Point, Size, Um};
pub use lesson::{Lesson, Part, Place, Prop, PropKind, Scene};
pub use make::Make;
pub use manifest::{CLASSIC, GameId, Ink, Kit, MatFace, Need, Palette, Theme};
pub use problem::{Problem, Problems, SourceSpan};
pub use row::{Row, Texts};
pub use rule::{Rule, RuleChapter, Wording};
pub use shape::{Shape, hexagon};
pub use tone::Tone;
