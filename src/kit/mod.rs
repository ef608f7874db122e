//! A game's data: the contents of a kit's folder, read and checked once.
//!
//! [`Kit::open`] reads `kit.toml` and the row files it names; all problems are returned together, as [`Problems`] that each name a
//! place. Other rooms trust what they get from here. This room knows nothing about drawing or playing.
//!
//! * `length`: exact lengths. `files`: the kit's files, embedded, in a folder or in an
//!   [`archive`]; a folder of pictures or a PDF's `pages` as a kit: `gallery`. `problem`: errors with a place.
//! * `contour`: closed lines. `shape`: the outlines of pieces.
//! * `reader`: TOML with every mistake remembered. `manifest`: `kit.toml`. `deck`: decks and pieces.
//!   each `row` of them, its `code`, what its fields hold (`kind`), and all `rows` read from TOML files and the
//!   `table`s of others; `source`: which of them a deck takes, by a `formula`, as
//!   fields are worked out of others.
//! * [`language`]: the same kit in another language; `languages`: all of them at once.
//! * `edit`: its tables as cells, and a cell written back.
//! * `depth`, `markup`: how deep and wide a stranger's templates and XML may be.
//! * `font`: fonts of the kit's own. `rule`: `rules.toml`, with the `evening`. `guide`: `guide.toml`. `fill`: numbers of the
//!   data in their words. `variant`: one edition of two, decks as labels.
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

pub mod archive;
pub(crate) mod code;
pub(crate) mod contour;
pub(crate) mod deck;
pub(crate) mod depth;
pub(crate) mod edit;
pub(crate) mod evening;
pub(crate) mod files;
mod fill;
pub(crate) mod font;
pub mod formula;
pub(crate) mod gallery;
mod guard;
pub(crate) mod guide;
mod kind;
pub(crate) mod languages;
pub(crate) mod length;
pub(crate) mod limits;
pub(crate) mod make;
pub(crate) mod manifest;
pub(crate) mod markup;
mod pages;
pub(crate) mod problem;
pub(crate) mod reader;
pub(crate) mod row;
pub(crate) mod rows;
pub(crate) mod rule;
pub(crate) mod shape;
mod source;
pub(crate) mod table;
mod variant;

pub use contour::{Contour, Segment};
pub use deck::{Deck, Hinge, Piece, Side};
pub use evening::{Evening, Variant};
pub use files::{Files, language};
pub use font::FontFile;
pub use guide::{About, Chapter, Guide, Step};
pub use language::Language;
pub use length::{Point, Size, Um};
pub use make::Make;
pub use manifest::{CLASSIC, GameId, Ink, Kit, MatFace, Need, Palette, Theme};
pub use problem::{Place, Problem, Problems};
pub use row::{Row, Texts};
pub use rule::{Rule, RuleChapter};
pub use shape::{Shape, hexagon};
