//! A kit's files while some of them are being edited.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{FileError, Files, most};

/// A kit's files, and the texts that are not saved yet, by their paths. They stand for what the files contain.
#[derive(Debug)]
pub struct Edited {
    saved: Files,
    texts: BTreeMap<String, String>,
}

impl Edited {
    pub fn new(folder: PathBuf, texts: BTreeMap<String, String>) -> Edited {
        Edited::over(Files::Folder(folder), texts)
    }

    /// The same over files that may also be elsewhere.
    pub fn over(saved: Files, texts: BTreeMap<String, String>) -> Edited {
        Edited { saved, texts }
    }

    /// The files as they were last saved.
    pub fn saved(&self) -> &Files {
        &self.saved
    }

    /// A file's bytes.
    pub fn bytes(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let Some(text) = self.texts.get(path) else {
            return self.saved.bytes(path);
        };
        let most = most(path);
        if text.len() as u64 > most {
            let why = format!("it is larger than {} MB", most >> 20);
            return Err(FileError::TooLarge(why));
        }
        Ok(text.clone().into_bytes())
    }

    /// Every file by its path; those that were never saved, too.
    pub fn paths(&self) -> Vec<String> {
        let mut paths = self.saved.paths();
        paths.extend(self.texts.keys().cloned());
        paths.sort();
        paths.dedup();
        paths
    }

    pub fn has(&self, path: &str) -> bool {
        self.texts.contains_key(path) || self.saved.has(path)
    }
}
