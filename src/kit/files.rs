//! A kit's files: embedded in the program, or in a folder. A kit is a stranger's: nothing outside its folder is read.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use include_dir::{Dir, include_dir};

/// The shipped kits.
static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// No data file or template is larger, bytes.
const LARGEST: u64 = 8 << 20;

/// Where a kit's files come from.
#[derive(Clone, Debug)]
pub enum Files {
    /// One of the shipped kits.
    Embedded(&'static Dir<'static>),
    Folder(PathBuf),
}

impl Files {
    /// The shipped kit of that name.
    pub fn shipped(id: &str) -> Option<Files> {
        SHIPPED.get_dir(id).map(Files::Embedded)
    }

    /// The names of all shipped kits.
    pub fn shipped_ids() -> Vec<&'static str> {
        SHIPPED.dirs().filter_map(|folder| folder.path().to_str()).collect()
    }

    /// A file as the user would name it.
    pub fn name(&self, path: &str) -> String {
        match self {
            Files::Embedded(folder) => format!("templates/{}/{path}", folder.path().display()),
            Files::Folder(folder) => folder.join(path).display().to_string(),
        }
    }

    /// A file's text. The error is a sentence without the file's name.
    pub fn read(&self, path: &str) -> Result<String, String> {
        let relative = Path::new(path);
        if path.is_empty() || !relative.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err("a kit's files lie in its own folder: give a plain relative path".into());
        }
        match self {
            Files::Embedded(folder) => folder
                .get_file(folder.path().join(relative))
                .and_then(|file| file.contents_utf8())
                .map(str::to_owned)
                .ok_or_else(|| "no such file".into()),
            Files::Folder(folder) => read_inside(folder, relative),
        }
    }

    /// Whether there is such a file.
    pub fn has(&self, path: &str) -> bool {
        match self {
            Files::Embedded(folder) => folder.get_file(folder.path().join(path)).is_some(),
            Files::Folder(folder) => folder.join(path).is_file(),
        }
    }
}

/// Reads a text file that lies, links followed, inside `folder`.
fn read_inside(folder: &Path, relative: &Path) -> Result<String, String> {
    let say = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        _ => error.to_string(),
    };
    let root = folder.canonicalize().map_err(say)?;
    let path = root.join(relative).canonicalize().map_err(say)?;
    if !path.starts_with(&root) {
        return Err("it is a link out of the kit's folder".into());
    }
    let file = File::open(&path).map_err(say)?;
    if !file.metadata().map_err(say)?.is_file() {
        return Err("it is not a plain file".into());
    }
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(say)?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("it is larger than {} MB", LARGEST >> 20));
    }
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".into())
}
