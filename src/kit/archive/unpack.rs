//! A ZIP file as a kit.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::{Component, Path};

use zip::ZipArchive;
use zip::read::ZipFile;

use super::{Archive, LARGEST_PACKED};
use crate::kit::font;

/// The most files.
const MAX_FILES: usize = 4_000;

impl Archive {
    /// Unpacks the kit in a ZIP file, whose `kit.toml` is at the top or in its only folder.
    ///
    /// # Errors
    ///
    /// The error is a sentence without the archive's name.
    pub fn open(path: &Path) -> Result<Archive, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let mut bytes = Vec::new();
        file.take(LARGEST_PACKED + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| error.to_string())?;
        Archive::read(path.display().to_string(), &bytes)
    }

    /// The same for bytes in memory.
    pub fn read(name: String, bytes: &[u8]) -> Result<Archive, String> {
        Ok(Archive::of(name, on_top(Archive::unpack(bytes)?)?))
    }

    /// The files in a ZIP file, whatever they are.
    ///
    /// # Errors
    ///
    /// The error is a sentence without the archive's name.
    pub fn unpack(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, String> {
        let large = || {
            format!(
                "it is larger than {} MB, packed or unpacked",
                LARGEST_PACKED >> 20
            )
        };
        if bytes.len() as u64 > LARGEST_PACKED {
            return Err(large());
        }
        let mut zip = ZipArchive::new(Cursor::new(bytes))
            .map_err(|_| "it is not a ZIP archive".to_owned())?;
        if zip.len() > MAX_FILES {
            return Err(format!(
                "it contains {} files, and a kit has at most {MAX_FILES}",
                zip.len()
            ));
        }
        let mut files = BTreeMap::new();
        let mut left = LARGEST_PACKED;
        for index in 0..zip.len() {
            let file = zip
                .by_index(index)
                .map_err(|error| format!("it is damaged: {error}"))?;
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
                .map_err(|error| format!("`{path}` in it is damaged: {error}"))?;
            match bytes.len() as u64 {
                size if size > left => return Err(large()),
                size if size > largest => {
                    return Err(format!(
                        "`{path}` in it is larger than {} MB",
                        largest >> 20
                    ));
                }
                size => left -= size,
            }
            if files.insert(path.clone(), bytes).is_some() {
                return Err(format!("`{path}` is in it twice"));
            }
        }
        Ok(files)
    }
}

/// The path of a packed file, if it stays within the kit.
fn plain<R: Read>(file: &ZipFile<'_, R>) -> Result<String, String> {
    // Some Windows programs write backslashes between folders.
    let path = file
        .name()
        .map_err(|error| error.to_string())?
        .replace('\\', "/");
    let inside = Path::new(&path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if path.is_empty() || path.contains([':', '\0']) || path.starts_with('/') || !inside {
        return Err(format!(
            "`{}` in it points outside the kit",
            path.escape_debug()
        ));
    }
    if file.is_symlink() {
        return Err(format!("`{path}` in it is a link; pack the file itself"));
    }
    if file.encrypted() {
        return Err(format!("`{path}` in it is protected by a password"));
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
pub fn on_top(files: BTreeMap<String, Vec<u8>>) -> Result<BTreeMap<String, Vec<u8>>, String> {
    if files.contains_key("kit.toml") {
        return Ok(files);
    }
    let folders: Vec<&str> = files
        .keys()
        .filter_map(|path| path.strip_suffix("/kit.toml"))
        .collect();
    let [folder] = folders.as_slice() else {
        return Err(match folders.len() {
            0 => "it has no kit.toml".into(),
            several => format!("it contains {several} kits; pack each separately"),
        });
    };
    let folder = format!("{folder}/");
    let inside =
        |(path, bytes): (String, Vec<u8>)| Some((path.strip_prefix(&folder)?.to_owned(), bytes));
    Ok(files.into_iter().filter_map(inside).collect())
}
