//! Where the files of a kit are kept that somebody makes.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::kit::Files;
use crate::kit::archive::Archive;

/// Keeps a kit's files.
pub trait Store: Send {
    /// The files as they are now.
    fn files(&self) -> Files;

    /// Gives a file other contents, or deletes it.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    fn put(&mut self, path: &str, bytes: Option<&[u8]>) -> Result<(), String>;

    /// Why nothing can be changed.
    fn fixed(&self) -> Option<String> {
        None
    }
}

/// Files in memory.
pub struct Memory {
    name: String,
    contents: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    pub fn of(name: &str, contents: BTreeMap<String, Vec<u8>>) -> Memory {
        Memory {
            name: name.to_owned(),
            contents,
        }
    }
}

impl Store for Memory {
    fn files(&self) -> Files {
        archive(&self.name, self.contents.clone())
    }

    fn put(&mut self, path: &str, bytes: Option<&[u8]>) -> Result<(), String> {
        match bytes {
            Some(bytes) => self.contents.insert(path.to_owned(), bytes.to_vec()),
            None => self.contents.remove(path),
        };
        Ok(())
    }
}

/// Files in memory, to be read as a kit.
pub fn archive(name: &str, contents: BTreeMap<String, Vec<u8>>) -> Files {
    Files::Archive(Arc::new(Archive::of(name.to_owned(), contents)))
}
