//! From faces to other programs' formats: for print shops, virtual tables and scripts.
//!
//! * [`stock`]: what there is to export, with a file name for every face. [`profile`]: sizes that print shops accept. [`frame`]:
//!   how a face is placed on its picture. [`picture`]: the picture as PNG. `safe`: words too close to the cut. `dice`: dice made of
//!   their sides.
//! * [`bundle`]: pictures with `deck.json` and `deck.csv`. [`tts`]: Tabletop Simulator. [`vtt`]: VirtualTabletop.
//!
//! Every format is a list of [`Files`] in memory, which the caller writes.

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

/// The paths and contents of files in the export's folder.
pub type Files = Vec<(String, Vec<u8>)>;

/// Why exporting failed, in a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ExportError(String);

impl ExportError {
    pub fn new(why: impl Into<String>) -> ExportError {
        ExportError(why.into())
    }
}
