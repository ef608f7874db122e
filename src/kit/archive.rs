//! A kit packed in one file, as people share it. It is read completely into memory once; nothing is ever written to disk.
//!
//! Or a kit that is made here, of which some files are the user's own and stay where they are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[cfg(feature = "imports")]
mod unpack;
#[cfg(feature = "imports")]
pub use unpack::on_top;

/// Why an archive is not read: a sentence without its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    #[error("it is not a ZIP archive")]
    NotZip,
    #[error("it is larger than {} MB, packed or unpacked", LARGEST_PACKED >> 20)]
    TooLarge,
    #[error("it contains {0} files, and a kit has at most {most}", most = MAX_FILES)]
    TooMany(usize),
    /// Something in it is broken, or packed in a way that is not accepted.
    #[error("{0}")]
    Damaged(String),
    #[error("it has no kit.toml")]
    NoKit,
    #[error("it contains {0} kits; pack each separately")]
    SeveralKits(usize),
    /// A library without the feature `imports` unpacks nothing.
    #[error("{}", super::table::NO_IMPORTS)]
    NoImports,
}

impl From<ArchiveError> for String {
    fn from(error: ArchiveError) -> String {
        error.to_string()
    }
}

/// A library without the feature `imports` unpacks nothing.
#[cfg(not(feature = "imports"))]
impl Archive {
    pub fn open(_: &std::path::Path) -> Result<Archive, ArchiveError> {
        Err(ArchiveError::NoImports)
    }
}

/// The most bytes that a kit in an archive may have, packed or unpacked.
pub const LARGEST_PACKED: u64 = 64 << 20;

/// The most files in an archive.
pub const MAX_FILES: usize = 4_000;

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
