//! A new folder with all that is in it, or none: whoever looks finds it whole.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::stage::{self, Stage};
use super::{WriteError, parent};

/// Whether nothing is lost when files are written there: there is no such folder, or nothing is in it but what a killed run
/// left.
pub fn is_free(folder: &Path) -> bool {
    match fs::read_dir(folder) {
        Ok(mut entries) => entries.all(|entry| entry.is_ok_and(|entry| stage::is_one(&entry))),
        Err(_) => fs::symlink_metadata(folder).is_err(),
    }
}

/// Writes files into a folder that [is free](is_free), by their paths in it.
///
/// # Errors
///
/// The first file that cannot be written, or the folder: then nothing is there.
pub fn write(folder: &Path, files: &[(PathBuf, Vec<u8>)]) -> Result<(), WriteError> {
    let stage = match folder.exists() {
        // The folder stays the same one: somebody may be in it.
        true => Stage::new(folder),
        false => Stage::new(parent(folder)),
    };
    let failed = |error| WriteError::of(folder.to_owned(), error);
    let stage = stage.map_err(failed)?;
    let new = stage.path().join("new");
    for (path, bytes) in files {
        let kept = new.join(path);
        let written = fs::create_dir_all(parent(&kept)).and_then(|()| put(&kept, bytes));
        written.map_err(|error| WriteError::of(folder.join(path), error))?;
    }
    match folder.exists() {
        true => move_all(&new, folder).map_err(failed)?,
        false => fs::rename(&new, folder).map_err(failed)?,
    }
    stage.done();
    Ok(())
}

fn put(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut out = fs::File::create(file)?;
    io::Write::write_all(&mut out, bytes)?;
    out.sync_all()
}

/// Moves what is in one folder into another.
fn move_all(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::rename(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}
