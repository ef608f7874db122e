//! Fills a new folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Output, WriteError, is_hidden};

/// Whether nothing is there that could be lost: the folder does not exist, or is empty.
pub fn is_free(folder: &Path) -> bool {
    match fs::read_dir(folder) {
        Ok(mut entries) => entries.all(|entry| entry.is_ok_and(|entry| is_hidden(&entry))),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Writes files, by their paths, into a folder that [is free](is_free).
///
/// # Errors
///
/// A file or the folder cannot be written.
pub fn write(folder: &Path, files: &[(PathBuf, Vec<u8>)]) -> Result<(), WriteError> {
    let output = Output::new();
    for (path, bytes) in files {
        output.add(folder.join(path), bytes)?;
    }
    output.write().map(drop)
}
