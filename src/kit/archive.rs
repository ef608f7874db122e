//! A kit packed in one file, as people share it. It is read completely into memory once; nothing is ever written to disk.
//!
//! Or a kit that is made here, of which some files are the user's own and stay where they are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[cfg(feature = "imports")]
mod unpack;
#[cfg(feature = "imports")]
pub use unpack::on_top;

/// A library without the feature `imports` unpacks nothing.
#[cfg(not(feature = "imports"))]
impl Archive {
    pub fn open(_: &std::path::Path) -> Result<Archive, String> {
        Err(super::table::NO_IMPORTS.into())
    }
}

/// The most bytes that a kit in an archive may have, packed or unpacked.
pub const LARGEST_PACKED: u64 = 64 << 20;

/// The files of a kit in an archive.
#[derive(Debug)]
pub struct Archive {
    /// The archive as the user named it.
    pub name: String,
    files: BTreeMap<String, Vec<u8>>,
    /// The user's own files, by their paths in the kit.
    linked: BTreeMap<String, PathBuf>,
}

impl Archive {
    /// Files in memory, by their paths from the kit's folder.
    pub fn of(name: String, files: BTreeMap<String, Vec<u8>>) -> Archive {
        let linked = BTreeMap::new();
        Archive {
            name,
            files,
            linked,
        }
    }

    /// The same with files of the user's own, which are read when they are needed.
    pub fn linking(self, linked: BTreeMap<String, PathBuf>) -> Archive {
        Archive { linked, ..self }
    }

    /// Whether some files are the user's own.
    pub fn has_links(&self) -> bool {
        !self.linked.is_empty()
    }

    /// Where a file of the user's own is.
    pub fn link(&self, path: &str) -> Option<&Path> {
        self.linked.get(path).map(PathBuf::as_path)
    }

    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// The paths of all files.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files
            .keys()
            .chain(self.linked.keys())
            .map(String::as_str)
    }
}
