//! Failures of writers: usually bugs in this program, since faces were checked before; sometimes a kit's font that cannot be
//! embedded in a PDF, or a full disk.

use std::fmt;

use crate::kit::{Kit, Problem};

/// Why a file could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintError {
    message: String,
    /// Whether it is a bug in this program.
    is_bug: bool,
}

impl PrintError {
    pub fn new(message: impl Into<String>) -> PrintError {
        PrintError {
            message: message.into(),
            is_bug: true,
        }
    }

    /// A font of the kit, one of these if it is used in live text, cannot be embedded.
    pub fn of_fonts(names: &[String]) -> PrintError {
        let names = names.join(" or ");
        let message = format!(
            "the kit's font {names} cannot be embedded in a PDF: it is damaged; use another file"
        );
        PrintError {
            message,
            is_bug: false,
        }
    }

    /// A picture that could be read with its face no longer can.
    pub fn of_picture(path: &str, why: &str) -> PrintError {
        PrintError {
            message: format!("the picture `{path}` cannot be shown: {why}"),
            is_bug: false,
        }
    }

    /// The profile of a print shop's press does not serve.
    pub fn of_press(why: &str) -> PrintError {
        PrintError {
            message: format!("{why}: ask the shop for another one"),
            is_bug: false,
        }
    }

    /// The faces of a deck take more memory than this.
    pub fn of_weight(most: usize) -> PrintError {
        let message = format!(
            "the faces of all pieces take more than {} MB: shorten their texts, or print some of the pieces at a time",
            most >> 20
        );
        PrintError {
            message,
            is_bug: false,
        }
    }

    /// The failure as a problem of the kit being drawn.
    pub fn in_kit(&self, kit: &Kit) -> Problem {
        Problem::new(kit.place(), self.to_string())
    }

    /// Whether it is a bug in this program, rather than a damaged font or a full disk.
    pub fn is_bug(&self) -> bool {
        self.is_bug
    }
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_bug {
            write!(
                f,
                "paperkeep could not write a sheet, which is a bug in paperkeep: {}",
                self.message
            )
        } else {
            f.write_str(&self.message)
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
