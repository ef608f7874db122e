//! Where journals are kept.

use std::fs;
use std::path::PathBuf;

use super::config;

/// The folder where journals are kept unless another file is named; `None` if the system has no folder for data.
pub fn folder() -> Option<PathBuf> {
    Some(config::data()?.join("journals"))
}

/// The same folder, made if it did not exist.
pub fn made_folder() -> Option<PathBuf> {
    folder().filter(|folder| fs::create_dir_all(folder).is_ok())
}

/// A free file for a new journal: for people where all are kept, for programs in the current folder.
pub fn new_file(game: &str, seed: u64, people: bool) -> PathBuf {
    let kept = made_folder().filter(|_| people);
    let (folder, prefix) = match kept {
        Some(folder) => (folder, ""),
        None => (PathBuf::new(), "paperkeep-"),
    };
    let plain = folder.join(format!("{prefix}{game}-{seed}.jsonl"));
    let numbered = (2..).map(|number| folder.join(format!("{prefix}{game}-{seed}-{number}.jsonl")));
    std::iter::once(plain.clone())
        .chain(numbered)
        .find(|path| !path.exists())
        .unwrap_or(plain)
}
