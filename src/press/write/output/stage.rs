//! Hidden folders for files waiting to be moved into place.
//!
//! A killed run leaves its folder behind. A folder is locked as long as its run exists, so the next run knows which ones it may
//! remove: the system releases the lock of a process however it ends.

use std::fs::{self, DirEntry, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// The prefix of all names; letters and digits follow.
const PREFIX: &str = ".paperkeep-";
const REST: usize = 6;

/// The lock file.
const LOCK: &str = "lock";

/// Another run may mistake a new folder for an abandoned one in the moment before it is locked; then it is created again.
const TRIES: usize = 9;

/// A hidden folder next to the destinations of files. It is removed with its contents.
#[derive(Debug)]
pub(super) struct Stage {
    /// Closed before anything is removed: not every file system can remove an open file.
    lock: Option<File>,
    hidden: TempDir,
    /// The folders created for it, the innermost first.
    made: Vec<PathBuf>,
}

impl Stage {
    /// Creates one in a folder, and the folder itself if necessary; removes those that killed runs left there.
    pub fn new(folder: &Path) -> io::Result<Stage> {
        let missing = folder
            .ancestors()
            .filter(|folder| !folder.as_os_str().is_empty());
        let made: Vec<PathBuf> = missing
            .take_while(|folder| !folder.exists())
            .map(Path::to_owned)
            .collect();
        fs::create_dir_all(folder)?;
        for entry in fs::read_dir(folder)?.flatten().filter(is_one) {
            remove_if_left(&entry.path());
        }
        for _ in 0..TRIES {
            let hidden = tempfile::Builder::new()
                .prefix(PREFIX)
                .rand_bytes(REST)
                .tempdir_in(folder)?;
            if let Some(lock) = locked(hidden.path()) {
                return Ok(Stage {
                    lock: Some(lock),
                    hidden,
                    made,
                });
            }
        }
        Err(io::Error::other("other runs of paperkeep are in the way"))
    }

    pub fn path(&self) -> &Path {
        self.hidden.path()
    }

    /// Marks the files as moved: the folders created for them stay.
    pub fn done(mut self) {
        self.made.clear();
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.lock = None;
        if !self.made.is_empty() {
            // They are empty except for the hidden folder, or in use.
            let _ = fs::remove_dir_all(self.hidden.path());
            self.made
                .iter()
                .for_each(|folder| drop(fs::remove_dir(folder)));
        }
    }
}

/// Whether an entry of a folder is named like a hidden folder, or like a file of earlier versions.
pub(super) fn is_one(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let rest = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    rest.is_some_and(|rest| {
        rest.len() == REST && rest.chars().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// Locks a new one; `None` if another run has just removed it.
fn locked(hidden: &Path) -> Option<File> {
    let path = hidden.join(LOCK);
    let lock = File::create_new(&path).ok()?;
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => None,
        // On systems without locks, nothing is removed either.
        _ => path.exists().then_some(lock),
    }
}

/// Whether the run that made this folder has ended.
pub(super) fn is_left(path: &Path) -> bool {
    File::open(path.join(LOCK)).is_ok_and(|lock| lock.try_lock().is_ok())
}

/// Removes a folder if its run has ended.
fn remove_if_left(path: &Path) {
    if fs::symlink_metadata(path).is_ok_and(|there| there.is_file()) {
        let _ = fs::remove_file(path);
        return;
    }
    // Without a lock, it is removed if it is empty, and otherwise does not belong to paperkeep.
    let _ = if is_left(path) {
        fs::remove_dir_all(path)
    } else {
        fs::remove_dir(path)
    };
}
