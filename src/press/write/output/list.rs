//! Lists of the files written into folders, to distinguish those of earlier runs from the user's files.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The file name of the list.
pub(super) const NAME: &str = ".written.json";

/// The version of the file format; other versions are ignored.
const VERSION: u32 = 1;

/// Files by their paths in the folder, with `/` as the separator.
#[derive(Serialize, Deserialize)]
pub(super) struct List {
    version: u32,
    files: BTreeMap<String, Entry>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    /// The batch that it belongs to: "png/cards".
    pub batch: String,
    hash: String,
    /// The hash of the file that it last replaced, which a killed run may have left in place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    was: Option<String>,
}

impl Entry {
    pub fn new(batch: &str, hash: String) -> Entry {
        Entry {
            batch: batch.to_owned(),
            hash,
            was: None,
        }
    }

    /// Whether a file with this hash is unchanged since it was written.
    fn has(&self, hash: &str) -> bool {
        self.hash == hash || self.was.as_deref() == Some(hash)
    }

    /// Removes a file if it is unchanged; returns false if it was changed and now belongs to the user, `None` if it does not
    /// exist.
    pub fn clear(&self, file: &Path) -> Option<bool> {
        let is_ours = self.has(&hash(file).ok()?);
        Some(is_ours && fs::remove_file(file).is_ok())
    }
}

impl List {
    /// The list of a folder; empty if there is none that can be read.
    pub fn of(folder: &Path) -> List {
        let text = fs::read(folder.join(NAME)).unwrap_or_default();
        let list = serde_json::from_slice(&text)
            .ok()
            .filter(|list: &List| list.version == VERSION);
        list.unwrap_or(List {
            version: VERSION,
            files: BTreeMap::new(),
        })
    }

    /// Records what is at the destination of each file to be written; returns the destinations with files that no earlier run
    /// wrote.
    pub fn foreign(&self, folder: &Path, now: &mut BTreeMap<String, Entry>) -> Vec<PathBuf> {
        // On case-insensitive file systems, the existing file may differ in case.
        let known: HashMap<String, &Entry> = self
            .files
            .iter()
            .map(|(name, old)| (name.to_lowercase(), old))
            .collect();
        let mut foreign = Vec::new();
        for (name, new) in now {
            let path = folder.join(name);
            match hash(&path) {
                Ok(hash) if hash == new.hash => {}
                Ok(hash)
                    if known
                        .get(&name.to_lowercase())
                        .is_some_and(|old| old.has(&hash)) =>
                {
                    new.was = Some(hash)
                }
                _ if fs::symlink_metadata(&path).is_err() => {}
                _ => foreign.push(path),
            }
        }
        foreign
    }

    /// Puts `now` into the list in place of earlier files of the same batches; returns those that this run did not write
    /// again.
    pub fn renew(
        &mut self,
        batches: &[String],
        now: BTreeMap<String, Entry>,
    ) -> Vec<(String, Entry)> {
        // On case-insensitive file systems, a file that differs in case may be the one just written.
        let written: HashSet<String> = now.keys().map(|name| name.to_lowercase()).collect();
        let is_of = |entry: &Entry, batch: &String| {
            entry
                .batch
                .strip_prefix(batch.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let ended = |_: &String, entry: &mut Entry| batches.iter().any(|batch| is_of(entry, batch));
        let inside = |name: &str| {
            Path::new(name)
                .components()
                .all(|part| matches!(part, Component::Normal(_)))
        };
        let ended = self.files.extract_if(.., ended);
        let left = ended
            .filter(|(name, _)| !written.contains(&name.to_lowercase()) && inside(name))
            .collect();
        self.files.extend(now);
        left
    }

    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// The number of bytes read at once.
const BLOCK: usize = 1 << 16;

/// The hash of a file's contents, as returned by [`digits`].
pub(super) fn hash(file: &Path) -> io::Result<String> {
    let (mut file, mut hash) = (File::open(file)?, Sha256::new());
    let mut block = vec![0; BLOCK];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(digits(hash)),
            read => hash.update(&block[..read]),
        }
    }
}

/// 32 hexadecimal digits.
pub(super) fn digits(hash: Sha256) -> String {
    hash.finalize()
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
