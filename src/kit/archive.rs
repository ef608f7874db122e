//! A kit packed in one file, as people share it. It is read completely into memory once; nothing is ever written to disk.

use std::collections::BTreeMap;

#[cfg(feature = "imports")]
mod unpack;

/// A library without the feature `imports` unpacks nothing.
#[cfg(not(feature = "imports"))]
impl Archive {
    pub fn open(_: &std::path::Path) -> Result<Archive, String> {
        Err(super::table::NO_IMPORTS.into())
    }
}

/// The files of a kit in an archive.
#[derive(Debug)]
pub struct Archive {
    /// The archive as the user named it.
    pub name: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl Archive {
    /// Files in memory, by their paths from the kit's folder.
    pub fn of(name: String, files: BTreeMap<String, Vec<u8>>) -> Archive {
        Archive { name, files }
    }

    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// The paths of all files, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
}
