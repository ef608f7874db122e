//! What was written into a folder: a list beside it, so that what an earlier run left can be told from what is anybody else's.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What the list is called.
pub(super) const NAME: &str = ".written.json";

/// The layout of the file; others are as none.
const VERSION: u32 = 1;

/// Files by their paths in the folder, with `/` between names.
#[derive(Serialize, Deserialize)]
pub(super) struct List {
    version: u32,
    files: BTreeMap<String, Entry>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    /// What it is a part of: "png/cards".
    pub batch: String,
    pub hash: String,
}

/// What became of files that an earlier run had written.
#[derive(Default)]
pub(super) struct Left {
    pub removed: Vec<String>,
    /// They were changed since, and are somebody's own now.
    pub kept: Vec<String>,
}

impl List {
    /// The list of a folder; an empty one if it has none that can be read.
    pub fn of(folder: &Path) -> List {
        let text = fs::read(folder.join(NAME)).unwrap_or_default();
        let list = serde_json::from_slice(&text).ok().filter(|list: &List| list.version == VERSION);
        list.unwrap_or(List { version: VERSION, files: BTreeMap::new() })
    }

    /// Puts `now` in the list, and removes what an earlier run wrote of the same batches and this one did not.
    pub fn renew(&mut self, folder: &Path, batches: &[String], now: BTreeMap<String, Entry>) -> Left {
        // Where case does not count, the file of another case may be the one just written.
        let written: HashSet<String> = now.keys().map(|name| name.to_lowercase()).collect();
        let is_of = |entry: &Entry, batch: &String| {
            entry.batch.strip_prefix(batch.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let mut left = Left::default();
        self.files.retain(|name, entry| {
            if !batches.iter().any(|batch| is_of(entry, batch)) {
                return true;
            }
            let path = folder.join(name);
            let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
            if written.contains(&name.to_lowercase()) || !inside {
                return false;
            }
            match hash(&path) {
                Ok(hash) if hash == entry.hash && fs::remove_file(&path).is_ok() => left.removed.push(name.clone()),
                Ok(_) => left.kept.push(name.clone()),
                // Somebody removed it.
                Err(_) => {}
            }
            false
        });
        self.files.extend(now);
        left
    }

    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

fn hash(file: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    io::copy(&mut File::open(file)?, &mut hash)?;
    Ok(digits(hash))
}

/// 32 hexadecimal digits.
pub(super) fn digits(hash: Sha256) -> String {
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
