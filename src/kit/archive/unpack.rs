//! A ZIP file as a kit.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::{Component, Path};

use zip::ZipArchive;
use zip::read::ZipFile;

use super::{Archive, ArchiveError, LARGEST_PACKED, MAX_FILES};
use crate::kit::font;

impl Archive {
    /// Unpacks the kit in a ZIP file, whose `kit.toml` is at the top or in its only folder.
    ///
    /// # Errors
    ///
    /// It cannot be read, is no ZIP archive, is too large, or something in it is damaged.
    pub fn open(path: &Path) -> Result<Archive, ArchiveError> {
        let file = File::open(path).map_err(unreadable)?;
        let mut bytes = Vec::new();
        file.take(LARGEST_PACKED + 1)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        Archive::read(path.display().to_string(), &bytes)
    }

    /// The same for bytes in memory.
    pub fn read(name: String, bytes: &[u8]) -> Result<Archive, ArchiveError> {
        Ok(Archive::of(name, on_top(Archive::unpack(bytes)?)?))
    }

    /// The files in a ZIP file, whatever they are.
    ///
    /// # Errors
    ///
    /// It cannot be read, is no ZIP archive, is too large, or something in it is damaged.
    pub fn unpack(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, ArchiveError> {
        if bytes.len() as u64 > LARGEST_PACKED {
            return Err(ArchiveError::TooLarge);
        }
        let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_| ArchiveError::NotZip)?;
        if zip.len() > MAX_FILES {
            return Err(ArchiveError::TooMany(zip.len()));
        }
        let mut files = BTreeMap::new();
        let mut left = LARGEST_PACKED;
        for index in 0..zip.len() {
            let file = zip
                .by_index(index)
                .map_err(|error| ArchiveError::Damaged(format!("it is damaged: {error}")))?;
            let path = plain(&file)?;
            if file.is_dir() || is_litter(&path) {
                continue;
            }
            let mut bytes = Vec::new();
            // The sizes that an archive declares may be wrong.
            let largest = font::largest(&path);
            let most = largest.min(left);
            file.take(most + 1)
                .read_to_end(&mut bytes)
                .map_err(|error| damaged(&path, &format!("is damaged: {error}")))?;
            match bytes.len() as u64 {
                size if size > left => return Err(ArchiveError::TooLarge),
                size if size > largest => {
                    let why = format!("is larger than {} MB", largest >> 20);
                    return Err(damaged(&path, &why));
                }
                size => left -= size,
            }
            if files.insert(path.clone(), bytes).is_some() {
                return Err(ArchiveError::Damaged(format!("`{path}` is in it twice")));
            }
        }
        Ok(files)
    }
}

fn unreadable(error: std::io::Error) -> ArchiveError {
    ArchiveError::Unreadable(error.to_string())
}

/// What is wrong with a packed file.
fn damaged(path: &str, why: &str) -> ArchiveError {
    ArchiveError::Damaged(format!("`{path}` in it {why}"))
}

/// The path of a packed file, if it stays within the kit.
fn plain<R: Read>(file: &ZipFile<'_, R>) -> Result<String, ArchiveError> {
    // Some Windows programs write backslashes between folders.
    let path = file
        .name()
        .map_err(|error| ArchiveError::Damaged(error.to_string()))?
        .replace('\\', "/");
    let inside = Path::new(&path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if path.is_empty() || path.contains([':', '\0']) || path.starts_with('/') || !inside {
        let shown = path.escape_debug().to_string();
        return Err(damaged(&shown, "points outside the kit"));
    }
    if file.is_symlink() {
        return Err(damaged(&path, "is a link; pack the file itself"));
    }
    if file.encrypted() {
        return Err(damaged(&path, "is protected by a password"));
    }
    Ok(path)
}

/// Files that systems add to archives unasked.
fn is_litter(path: &str) -> bool {
    path.split('/')
        .any(|part| part.starts_with('.') || part == "__MACOSX")
}

/// The files by their paths from the folder with `kit.toml`.
///
/// # Errors
///
/// There is none, or there are several.
pub fn on_top(files: BTreeMap<String, Vec<u8>>) -> Result<BTreeMap<String, Vec<u8>>, ArchiveError> {
    if files.contains_key("kit.toml") {
        return Ok(files);
    }
    let folders: Vec<&str> = files
        .keys()
        .filter_map(|path| path.strip_suffix("/kit.toml"))
        .collect();
    let [folder] = folders.as_slice() else {
        return Err(match folders.len() {
            0 => ArchiveError::NoKit,
            several => ArchiveError::SeveralKits(several),
        });
    };
    let folder = format!("{folder}/");
    let inside =
        |(path, bytes): (String, Vec<u8>)| Some((path.strip_prefix(&folder)?.to_owned(), bytes));
    Ok(files.into_iter().filter_map(inside).collect())
}
