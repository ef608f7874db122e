//! Exports faces to the formats of print shops, virtual tabletops and scripts.
//!
//! * [`drawn_kit`]: what there is to export, with a file name for every face. [`profile`]: sizes that print shops accept.
//!   [`frame`]: how a face is placed on its picture. [`picture`]: the picture as PNG. `safe`: words too close to the cut. `dice`:
//!   dice assembled from their sides. [`mat`]: what the game is played on. `grid`: many faces on one picture. `rows`: positions
//!   side by side. [`archive`]: ZIP. `csv`: tables.
//! * [`format`]: what all formats have in common; `formats`: the list of them. [`job`]: faces as sheets, for those that are
//!   printed.
//! * [`faces`]: a file for each face. [`pages`]: a PDF for each deck. [`pdfx`]: the same for presses. [`bundle`]: pictures with
//!   `deck.json` and `deck.csv`. `cricut`: sheets for Cricut's machines. [`sheets`]: deck sheets with a table of them, for Screentop and others. [`tts`]: Tabletop
//!   Simulator. [`vtt`]: VirtualTabletop. [`vassal`]: VASSAL. [`mat_alone`]: the mat.
//!
//! A format makes files, which the caller writes.

pub mod archive;
pub mod bundle;
mod cricut;
pub mod csv;
mod dice;
pub mod drawn_kit;
pub mod faces;
pub mod format;
mod formats;
pub mod frame;
mod grid;
pub mod job;
pub mod mat;
pub mod mat_alone;
pub mod pages;
pub mod pdfx;
pub mod picture;
pub mod profile;
mod rows;
mod safe;
pub mod sheets;
pub mod tts;
pub mod vassal;
pub mod vtt;

pub use drawn_kit::{DrawnKit, Face, Piece, Set};
pub use format::{Content, Export, ExportFile, Format, Settings, Subject};
pub use formats::FORMATS;
pub use frame::Frame;
pub use mat::Mat;
pub use profile::Profile;
pub use safe::near_the_cut;

use crate::press::sheet::PrintError;

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

impl From<PrintError> for ExportError {
    fn from(error: PrintError) -> ExportError {
        ExportError(error.to_string())
    }
}
