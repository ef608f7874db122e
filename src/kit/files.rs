//! A kit's files: embedded in the program, or in a folder.

use std::path::PathBuf;

/// Where a kit's files come from.
#[derive(Clone, Debug)]
pub enum Files {
    /// One of the shipped kits: the folder's name under `templates/`.
    Embedded(&'static include_dir::Dir<'static>),
    Folder(PathBuf),
}

impl Files {
    /// A file as the user would name it.
    pub fn name(&self, path: &str) -> String {
        match self {
            Files::Embedded(folder) => format!("templates/{}/{path}", folder.path().display()),
            Files::Folder(folder) => folder.join(path).display().to_string(),
        }
    }
}
