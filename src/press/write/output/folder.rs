//! Creates a folder with its contents atomically: observers see it complete or not at all.
//!
//! An existing empty folder is kept, since somebody may be in it; files are then moved into it one by one. A list of them
//! identifies what a killed run has moved, and such files are ignored.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::list::hash;
use super::stage::{self, Stage};
use super::{WriteError, parent};

/// In a hidden folder, the list of files about to move out of it, by path, with their hashes.
const MOVING: &str = "moving.json";

/// Whether files can be written there without loss: the folder does not exist, or contains only what a killed run left.
pub fn is_free(folder: &Path) -> bool {
    if fs::symlink_metadata(folder).is_err() {
        true
    } else {
        left(folder).is_some()
    }
}

/// The files and folders that a killed run left in a folder, inner ones first; `None` if there is anything else.
fn left(folder: &Path) -> Option<Vec<PathBuf>> {
    let mut moved = BTreeMap::new();
    for entry in fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter(|entry| stage::is_one(entry) && stage::is_left(&entry.path()))
    {
        let list = fs::read(entry.path().join(MOVING)).unwrap_or_default();
        moved
            .extend(serde_json::from_slice::<BTreeMap<PathBuf, String>>(&list).unwrap_or_default());
    }
    let mut found = Vec::new();
    all_moved(folder, Path::new(""), &moved, &mut found).then_some(found)
}

/// Whether everything in a folder, except our hidden ones, was moved there and is unchanged.
fn all_moved(
    folder: &Path,
    within: &Path,
    moved: &BTreeMap<PathBuf, String>,
    found: &mut Vec<PathBuf>,
) -> bool {
    let Ok(entries) = fs::read_dir(folder.join(within)) else {
        return false;
    };
    for entry in entries {
        let Ok(entry) = entry else { return false };
        if within.as_os_str().is_empty() && stage::is_one(&entry) {
            continue;
        }
        let path = within.join(entry.file_name());
        let is_moved = match entry.file_type() {
            Ok(kind) if kind.is_dir() => {
                moved.keys().any(|known| known.starts_with(&path))
                    && all_moved(folder, &path, moved, found)
            }
            Ok(kind) if kind.is_file() => moved
                .get(&path)
                .is_some_and(|known| hash(&entry.path()).is_ok_and(|hash| hash == *known)),
            _ => false,
        };
        if !is_moved {
            return false;
        }
        found.push(folder.join(path));
    }
    true
}

/// Writes files, by their paths, into a folder that [is free](is_free).
///
/// # Errors
///
/// A file or the folder cannot be written; then nothing is there.
pub fn write(folder: &Path, files: &[(PathBuf, Vec<u8>)]) -> Result<(), WriteError> {
    let failed = |error| WriteError::of(folder.to_owned(), error);
    for path in left(folder).unwrap_or_default() {
        let removed = if path.is_dir() {
            fs::remove_dir(&path)
        } else {
            fs::remove_file(&path)
        };
        removed.map_err(|error| WriteError::of(path, error))?;
    }
    let stage = Stage::new(if folder.exists() {
        folder
    } else {
        parent(folder)
    })
    .map_err(failed)?;
    let new = stage.path().join("new");
    for (path, bytes) in files {
        let kept = new.join(path);
        let written = fs::create_dir_all(parent(&kept)).and_then(|()| put(&kept, bytes));
        written.map_err(|error| WriteError::of(folder.join(path), error))?;
    }
    if folder.exists() {
        list(&stage.path().join(MOVING), &new, files)
            .and_then(|()| move_all(&new, folder))
            .map_err(failed)?;
    } else {
        fs::rename(&new, folder).map_err(failed)?
    }
    stage.done();
    Ok(())
}

fn put(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut out = fs::File::create(file)?;
    io::Write::write_all(&mut out, bytes)?;
    out.sync_all()
}

/// Writes the list of files about to move.
fn list(list: &Path, from: &Path, files: &[(PathBuf, Vec<u8>)]) -> io::Result<()> {
    let hashes = files
        .iter()
        .map(|(path, _)| Ok((path, hash(&from.join(path))?)));
    let moving = hashes.collect::<io::Result<BTreeMap<_, _>>>()?;
    put(list, &serde_json::to_vec(&moving)?)
}

/// Moves the contents of one folder into another.
fn move_all(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::rename(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}
