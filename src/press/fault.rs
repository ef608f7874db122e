//! Failures of a writer: bugs of ours, since faces are checked before; or of a kit's font that no PDF can hold after all.

use std::fmt;

/// What went wrong while a file was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    message: String,
    /// Whether it is a bug of ours.
    is_ours: bool,
}

impl Fault {
    pub fn new(message: impl Into<String>) -> Fault {
        Fault { message: message.into(), is_ours: true }
    }

    /// A font of the kit cannot be embedded: one of these, if it is in live text.
    pub fn of_fonts(names: &[String]) -> Fault {
        let names = names.join(" or ");
        let message =
            format!("no PDF can hold the letters of the kit's font {names}: it is damaged; take another file of it");
        Fault { message, is_ours: false }
    }

    /// Whether it is a bug of ours, and not a font's.
    pub fn is_ours(&self) -> bool {
        self.is_ours
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_ours {
            true => write!(f, "paperkeep could not write a sheet, and this is its fault: {}", self.message),
            false => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Fault {}

impl From<lopdf::Error> for Fault {
    fn from(error: lopdf::Error) -> Fault {
        Fault::new(error.to_string())
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Fault {
        Fault::new(error.to_string())
    }
}
