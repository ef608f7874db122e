//! Failures of writers: usually bugs of ours, since faces were checked before; sometimes a kit's font that no PDF can hold,
//! or a full disk.

use std::fmt;

use crate::kit::{Kit, Problem};

/// Why a file could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintError {
    message: String,
    /// Whether it is a bug of ours.
    is_ours: bool,
}

impl PrintError {
    pub fn new(message: impl Into<String>) -> PrintError {
        PrintError { message: message.into(), is_ours: true }
    }

    /// A font of the kit, one of these if it is used in live text, cannot be embedded.
    pub fn of_fonts(names: &[String]) -> PrintError {
        let names = names.join(" or ");
        let message =
            format!("no PDF can hold the letters of the kit's font {names}: it is damaged; take another file of it");
        PrintError { message, is_ours: false }
    }

    /// The faces of a large deck cannot be stored.
    pub fn of_room(error: &std::io::Error) -> PrintError {
        let folder = std::env::temp_dir();
        let message = format!("the faces of a large deck have no room in the folder {}: {error}", folder.display());
        PrintError { message, is_ours: false }
    }

    /// The failure as a problem of the kit being drawn.
    pub fn in_kit(&self, kit: &Kit) -> Problem {
        Problem::new(kit.place(), self.to_string())
    }

    /// Whether it is a bug of ours, rather than a fault of a font or the machine.
    pub fn is_ours(&self) -> bool {
        self.is_ours
    }
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_ours {
            true => write!(f, "paperkeep could not write a sheet, and this is its fault: {}", self.message),
            false => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for PrintError {}

impl From<lopdf::Error> for PrintError {
    fn from(error: lopdf::Error) -> PrintError {
        PrintError::new(error.to_string())
    }
}

impl From<std::io::Error> for PrintError {
    fn from(error: std::io::Error) -> PrintError {
        PrintError::new(error.to_string())
    }
}
