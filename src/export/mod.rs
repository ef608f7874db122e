//! From faces to other people's formats: print shops, virtual tables, scripts.
//!
//! * [`stock`]: what there is to export, with a file name for every face. [`profile`]: sizes that print shops take.
//!   [`frame`]: how a face lies on its picture. [`picture`]: the picture as PNG.
//!   `safe`: words too near to the cut. `dice`: dice of their sides.
//! * [`bundle`]: pictures with `deck.json` and `deck.csv`. [`tts`]: Tabletop Simulator. [`vtt`]: VirtualTabletop.
//!
//! Every format is a list of [`Files`] in memory; who asked for them writes them.

pub mod bundle;
mod dice;
pub mod frame;
pub mod picture;
pub mod profile;
mod safe;
pub mod stock;
pub mod tts;
pub mod vtt;

pub use frame::Frame;
pub use profile::Profile;
pub use safe::near_the_cut;
pub use stock::{Face, Piece, Set, Stock};

/// Paths in the export's folder, and what is in them.
pub type Files = Vec<(String, Vec<u8>)>;

/// Why there is no export, in a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ExportError(String);

impl ExportError {
    pub fn new(why: impl Into<String>) -> ExportError {
        ExportError(why.into())
    }
}
