//! Failures of a writer: bugs of ours, since faces are checked before.

use std::fmt;

/// What went wrong while a file was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(String);

impl Fault {
    pub fn new(message: impl Into<String>) -> Fault {
        Fault(message.into())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "paperkeep could not write a sheet, and this is its fault: {}", self.0)
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
