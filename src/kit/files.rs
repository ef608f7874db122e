//! A kit's files: embedded in the program, in a folder, or in an archive. Since a kit may come from a stranger, nothing else is
//! read, except another kit in a sibling folder that it uses, which is read just as strictly.

mod edited;
pub mod language;

use super::limits::{LARGEST_PDF, LARGEST_PICTURE, LARGEST_WORKBOOK};
use super::outside;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

pub use self::edited::Edited;
use self::language::Language;
use super::apart;
use super::archive::Archive;
use super::font;
use super::problem::nearest;

/// The shipped kits.
#[cfg(not(target_family = "wasm"))]
static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// The same with nothing in their catalogues, which are kept apart.
#[cfg(target_family = "wasm")]
static SHIPPED: Dir<'static> = include_dir!("$OUT_DIR/templates");

/// Small kits to start from. They are not shipped games, since nobody prints them as they are.
static STARTERS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/starters");

/// The manual of a kit's files.
pub static MANUAL: &str = include_str!("../../docs/reference.md");

/// JSON Schemas of a kit's files that are not rows: the file, the schema's name, the schema.
pub static SCHEMAS: [(&str, &str, &str); 5] = [
    (
        "kit.toml",
        "kit.schema.json",
        include_str!("../../templates/kit.schema.json"),
    ),
    (
        "rules.toml",
        "rules.schema.json",
        include_str!("../../templates/rules.schema.json"),
    ),
    (
        "lesson.toml",
        "lesson.schema.json",
        include_str!("../../templates/lesson.schema.json"),
    ),
    (
        "guide.toml",
        "guide.schema.json",
        include_str!("../../templates/guide.schema.json"),
    ),
    (
        "play.toml",
        "play.schema.json",
        include_str!("../../templates/play.schema.json"),
    ),
];

/// The embedded kit with this name. A path is not a name, not even one into a kit.
fn embedded_kit(kits: &'static Dir<'static>, id: &str) -> Option<Files> {
    let is_path = id.contains(std::path::is_separator);
    let mut folders = kits.dirs().filter(|_| !is_path);
    folders
        .find(|folder| folder.path() == Path::new(id))
        .map(Files::Embedded)
}

/// The folder for a kit's prints within its own folder.
const OUT: &str = "out";

/// The most files that matter in a kit, and its deepest nesting of folders.
const MAX_FILES: usize = 10_000;
const DEEPEST: usize = 8;

/// Where a kit's files come from.
#[derive(Clone, Debug)]
pub enum Files {
    /// One of the shipped kits.
    Embedded(&'static Dir<'static>),
    Folder(PathBuf),
    /// One file that contains them all, unpacked in memory.
    Archive(Arc<Archive>),
    /// A folder of which some files are being edited.
    Edited(Arc<Edited>),
    /// Any of these, in another language.
    Translated(Arc<Language>),
}

impl Files {
    /// The shipped kit of that name.
    pub fn shipped(id: &str) -> Option<Files> {
        embedded_kit(&SHIPPED, id)
    }

    /// The names of all shipped kits.
    pub fn shipped_ids() -> Vec<&'static str> {
        SHIPPED
            .dirs()
            .filter_map(|folder| folder.path().to_str())
            .collect()
    }

    /// The starter of that name.
    pub fn starter(id: &str) -> Option<Files> {
        embedded_kit(&STARTERS, id)
    }

    /// The names of all starters.
    pub fn starter_ids() -> Vec<&'static str> {
        STARTERS
            .dirs()
            .filter_map(|folder| folder.path().to_str())
            .collect()
    }

    /// The kit in the sibling folder with this name, if there is one.
    pub fn beside(&self, name: &str) -> Option<Files> {
        match self {
            Files::Embedded(_) | Files::Archive(_) => None,
            Files::Edited(edited) => edited.saved().beside(name),
            Files::Translated(language) => language.files().beside(name),
            Files::Folder(folder) => {
                let folder = dunce::canonicalize(folder).ok()?.parent()?.join(name);
                folder
                    .join("kit.toml")
                    .is_file()
                    .then_some(Files::Folder(folder))
            }
        }
    }

    /// A file as the user would name it.
    pub fn name(&self, path: &str) -> String {
        match self {
            Files::Embedded(folder) => format!("templates/{}/{path}", folder.path().display()),
            // Collected, so that only one separator is used on Windows.
            Files::Folder(folder) => folder
                .join(path)
                .components()
                .collect::<PathBuf>()
                .display()
                .to_string(),
            Files::Archive(archive) => match archive.link(path) {
                Some(file) => file.display().to_string(),
                None => format!("{}/{path}", archive.name),
            },
            Files::Edited(edited) => edited.saved().name(path),
            Files::Translated(language) => language.files().name(&language.path(path)),
        }
    }

    /// A file's text.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is not text.
    pub fn read(&self, path: &str) -> Result<String, FileError> {
        String::from_utf8(self.bytes(path)?).map_err(|_| FileError::NotText)
    }

    /// A file's bytes.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn bytes(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let relative = Path::new(path);
        if let Files::Folder(folder) = self
            && !is_inside(path)
            && is_table(path)
        {
            let table = outside::find(folder, path).map_err(FileError::Outside)?;
            let bytes = whole(&table, font::largest(path));
            return bytes.map_err(|error| FileError::Other(error.to_string()));
        }
        if let Files::Edited(edited) = self
            && !is_inside(path)
        {
            return edited.saved().bytes(path);
        }
        if let Files::Translated(language) = self
            && !is_inside(path)
        {
            return language.files().bytes(path);
        }
        if !is_inside(path) {
            return Err(FileError::Outside(
                "a kit's files must be in its own folder: give a plain relative path".into(),
            ));
        }
        match self {
            Files::Embedded(folder) => {
                let file = folder.get_file(folder.path().join(relative));
                let file = file.ok_or(FileError::Missing)?;
                let name = file.path().to_str().filter(|_| file.contents().is_empty());
                let fetched = name.and_then(apart::fetched);
                Ok(fetched.unwrap_or_else(|| file.contents().to_vec()))
            }
            Files::Folder(folder) => read_inside(folder, relative, most(path)),
            Files::Archive(archive) => match (archive.get(path), archive.link(path)) {
                (Some(bytes), _) => Ok(bytes.to_vec()),
                (None, Some(file)) => Ok(whole(file, most(path))?),
                (None, None) => Err(FileError::Missing),
            },
            Files::Edited(edited) => edited.bytes(path),
            Files::Translated(language) => language.files().bytes(&language.path(path)),
        }
    }

    /// Every file of an embedded kit, by its path in it.
    pub fn embedded(&self) -> Vec<(PathBuf, &'static [u8])> {
        fn walk(folder: &Dir<'static>, root: &Path, found: &mut Vec<(PathBuf, &'static [u8])>) {
            for file in folder.files() {
                let path = file.path().strip_prefix(root).unwrap_or(file.path());
                found.push((path.to_owned(), file.contents()));
            }
            folder.dirs().for_each(|folder| walk(folder, root, found));
        }
        let mut found = Vec::new();
        if let Files::Embedded(folder) = self {
            walk(folder, folder.path(), &mut found);
        }
        found
    }

    /// Every file by its path, in order, without hidden ones.
    pub fn paths(&self) -> Vec<String> {
        let path = |path: PathBuf| path.to_str().map(|path| path.replace('\\', "/"));
        let mut paths: Vec<String> = match self {
            Files::Embedded(_) => self
                .embedded()
                .into_iter()
                .filter_map(|(file, _)| path(file))
                .collect(),
            Files::Folder(folder) => {
                let mut found = Vec::new();
                list(folder, Path::new(""), 0, &mut found);
                found.into_iter().filter_map(path).collect()
            }
            Files::Archive(archive) => archive.paths().map(str::to_owned).collect(),
            Files::Edited(edited) => edited.paths(),
            Files::Translated(language) => language.files().paths(),
        };
        paths.sort();
        paths
    }

    /// The path of a file that may be meant by one that does not exist.
    pub fn near(&self, path: &str) -> Option<String> {
        nearest(path, self.paths().iter().map(String::as_str)).map(str::to_owned)
    }

    /// A hash of all files that templates can reach, that is, everything but the rows.
    pub fn art_fingerprint(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.translation().map_or("", |language| &language.code));
        // Embedded files never change.
        let paths = if self.is_embedded() {
            Vec::new()
        } else {
            self.paths()
        };
        for path in paths.iter().filter(|path| !is_data(path)) {
            hash.update(path);
            hash.update(self.bytes(path).unwrap_or_default());
        }
        hash.finalize().into()
    }

    /// Whether there is such a file.
    pub fn has(&self, path: &str) -> bool {
        is_inside(path)
            && match self {
                Files::Embedded(folder) => folder.get_file(folder.path().join(path)).is_some(),
                Files::Folder(folder) => folder.join(path).is_file(),
                Files::Archive(archive) => {
                    archive.get(path).is_some() || archive.link(path).is_some()
                }
                Files::Edited(edited) => edited.has(path),
                Files::Translated(language) => language.files().has(&language.path(path)),
            }
    }

    /// Whether they are made here for files of the user's own.
    pub fn is_linked(&self) -> bool {
        matches!(self.original(), Files::Archive(archive) if archive.has_links())
    }

    /// Whether they are part of the program.
    pub fn is_embedded(&self) -> bool {
        match self {
            Files::Embedded(_) => true,
            Files::Folder(_) | Files::Archive(_) | Files::Edited(_) => false,
            Files::Translated(language) => language.files().is_embedded(),
        }
    }
}

/// Whether a path stays within the kit's own folder.
pub fn is_inside(path: &str) -> bool {
    !path.is_empty()
        && Path::new(path)
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
}

/// Whether a file with this name is a [table](super::table). Spreadsheet programs call one with tabs .txt.
pub fn is_table(path: &str) -> bool {
    [".csv", ".tsv", ".txt", ".md", ".ods", ".xlsx", ".json"]
        .iter()
        .any(|ending| path.to_ascii_lowercase().ends_with(ending))
}

/// Whether a file with this name contains rows or other data, and nothing drawn.
fn is_data(path: &str) -> bool {
    path.ends_with(".toml") || is_table(path)
}

/// Every regular file in a folder and its subfolders, by its path within it, without hidden ones.
fn list(folder: &Path, inside: &Path, depth: usize, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder.join(inside)) else {
        return;
    };
    for entry in entries.flatten() {
        let path = inside.join(entry.file_name());
        match entry.file_type() {
            _ if entry.file_name().to_string_lossy().starts_with('.')
                || paths.len() >= MAX_FILES => {}
            // Prints in a kit's folder are not part of the kit.
            Ok(kind) if kind.is_dir() && path == Path::new(OUT) => {}
            Ok(kind) if kind.is_dir() && depth < DEEPEST => list(folder, &path, depth + 1, paths),
            Ok(kind) if !kind.is_dir() => paths.push(path),
            _ => {}
        }
    }
}

/// The most bytes of a file, by its name. Pictures are read one at a time.
fn most(path: &str) -> u64 {
    match ending(path).as_str() {
        "pdf" => LARGEST_PDF,
        "xlsx" | "ods" => LARGEST_WORKBOOK,
        ending if PICTURES.contains(&ending) => LARGEST_PICTURE,
        _ => font::largest(path),
    }
}

/// The extensions of pictures.
pub const PICTURES: [&str; 10] = [
    "png", "jpg", "jpeg", "jpe", "jfif", "webp", "tif", "tiff", "svg", "pdf",
];

/// The extension of a path, in lower case.
pub fn ending(path: &str) -> String {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.to_ascii_lowercase()
}

/// Why a file of a kit cannot be read: a sentence without the file's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    #[error("no such file")]
    Missing,
    #[error("{0}")]
    TooLarge(String),
    #[error("it is not UTF-8 text")]
    NotText,
    /// It is not in the kit's folder, and the kit may not read it.
    #[error("{0}")]
    Outside(String),
    #[error("{0}")]
    Other(String),
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        match error.kind() {
            io::ErrorKind::NotFound => FileError::Missing,
            io::ErrorKind::FileTooLarge => FileError::TooLarge(error.to_string()),
            _ => FileError::Other(error.to_string()),
        }
    }
}

impl From<FileError> for String {
    fn from(error: FileError) -> String {
        error.to_string()
    }
}

/// Reads a file that is inside `folder` once links are followed.
fn read_inside(folder: &Path, relative: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let root = folder.canonicalize()?;
    let path = root.join(relative).canonicalize()?;
    if !path.starts_with(&root) {
        return Err(FileError::Outside(
            "it is a link to a file outside the kit's folder".into(),
        ));
    }
    Ok(whole(&path, most)?)
}

/// The bytes of a file; an error if it is longer than `most`, a pipe or a device, which might never end.
pub fn whole(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Checked before opening: a pipe would block.
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("it is larger than {} MB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// The same as text.
pub fn whole_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(whole(path, most)?).map_err(|_| io::Error::other("it is not UTF-8 text"))
}
