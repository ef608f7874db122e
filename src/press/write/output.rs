//! Writes a set of files: none of them, or each one completely.
//!
//! Each file is first written under a hidden name next to its destination, and renamed once all are written. So a run that
//! fails or is killed before that changes nothing, and no file is ever half old and half new. Existing files are replaced only
//! if an earlier run wrote them.
//!
//! * `list`: the files that earlier runs wrote, to distinguish them from the user's files.
//! * [`folder`]: a new folder with its contents.

pub mod folder;
mod list;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirEntry, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tempfile::{NamedTempFile, TempPath};

use self::list::{Entry, List};

/// The prefix of all hidden names; letters and digits follow.
const PREFIX: &str = ".paperkeep-";
const REST: usize = 6;

/// No run takes as long: a hidden file as old as this was left by one that was killed.
const LEFT_AFTER: Duration = Duration::from_secs(60 * 60);

/// The files of one run, set aside until all are written. Several threads may add files at once.
#[derive(Debug, Default)]
pub struct Output {
    kept: Mutex<Kept>,
    /// Whether to replace other files as well.
    force: bool,
}

/// The files set aside.
#[derive(Debug, Default)]
struct Kept {
    /// The destination and the hidden file of each, in the order in which they were made.
    files: Vec<(PathBuf, TempPath)>,
    /// By folder, the batches written by this run, and its files.
    batches: BTreeMap<PathBuf, (Vec<String>, BTreeMap<String, Entry>)>,
    /// The folders that files go to.
    folders: Folders,
}

/// Folders that are ready for files. Those created for them are removed again unless [`Folders::stay`] is called.
#[derive(Debug, Default)]
struct Folders {
    ready: BTreeSet<PathBuf>,
    /// Outer ones first.
    made: Vec<PathBuf>,
}

/// Files that are made together, such as all sheets of a print as SVG. See [`Output::batch`].
pub struct Batch<'o> {
    output: &'o Output,
    folder: PathBuf,
    name: String,
}

/// The result of writing.
#[derive(Debug, Default)]
pub struct Written {
    pub files: Vec<PathBuf>,
    /// Files of an earlier run that this one did not write again.
    pub removed: Vec<PathBuf>,
    /// Such files that were changed since, and therefore stay.
    pub kept: Vec<PathBuf>,
}

impl Written {
    /// Sentences about files that an earlier run left.
    pub fn left(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.removed.is_empty() {
            lines.push(format!(
                "removed files of an earlier run that this one did not write: {}",
                some(&self.removed)
            ));
        }
        if !self.kept.is_empty() {
            lines.push(format!(
                "kept files of an earlier run that were changed since: {}",
                some(&self.kept)
            ));
        }
        lines
    }
}

/// The first of these paths, and the number of the others.
fn some(paths: &[PathBuf]) -> String {
    let first: Vec<String> = paths
        .iter()
        .take(3)
        .map(|path| path.display().to_string())
        .collect();
    let more = if paths.len() > 3 {
        format!(" and {} more", paths.len() - 3)
    } else {
        String::new()
    };
    first.join(", ") + &more
}

impl Output {
    pub fn new() -> Output {
        Output::default()
    }

    /// With `force`, also replaces files of batches that no earlier run wrote, or that were changed since.
    pub fn forced(force: bool) -> Output {
        Output {
            force,
            ..Output::default()
        }
    }

    /// Begins a batch, whose files go into this folder or below it. After writing, files of the same batch that an earlier
    /// run wrote and this one did not are removed, including those of nested batches, such as `png/cards` in `png`. Files
    /// that were changed since stay.
    pub fn batch(&self, folder: &Path, name: &str) -> Batch<'_> {
        let mut kept = self.kept();
        let (batches, _) = kept.batches.entry(folder.to_owned()).or_default();
        if !batches.iter().any(|known| known == name) {
            batches.push(name.to_owned());
        }
        drop(kept);
        Batch {
            output: self,
            folder: folder.to_owned(),
            name: name.to_owned(),
        }
    }

    /// Adds a file that the user named, which replaces any existing one. If the same path is added again, the later file
    /// wins.
    ///
    /// # Errors
    ///
    /// It cannot be stored next to its destination.
    pub fn add(&self, path: impl Into<PathBuf>, bytes: impl AsRef<[u8]>) -> Result<(), WriteError> {
        self.keep(path.into(), bytes_of(bytes)).map(drop)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a file and returns its hash.
    fn keep<E: From<WriteError>>(
        &self,
        path: PathBuf,
        make: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<String, E> {
        let hidden = match self.kept().hidden_beside(&path) {
            Ok(hidden) => hidden,
            Err(error) => return Err(WriteError::of(path, error).into()),
        };
        let (file, hidden) = hidden.into_parts();
        let mut keeping = Keeping {
            file,
            hash: Sha256::new(),
            state: Ok(()),
        };
        let made = {
            // Dropping the buffer flushes it.
            let mut buffered = BufWriter::new(&mut keeping);
            make(&mut buffered)
        };
        let Keeping { file, hash, state } = keeping;
        if let Err(error) = state {
            return Err(WriteError::of(path, error).into());
        }
        made?;
        if let Err(error) = file.sync_all() {
            return Err(WriteError::of(path, error).into());
        }
        self.kept().files.push((path, hidden));
        Ok(list::digits(hash))
    }

    /// Moves every file into place, and then removes what earlier runs left.
    ///
    /// # Errors
    ///
    /// A file of a batch would replace one that paperkeep did not write, or there is a folder where a file goes; then nothing
    /// is changed. Or the system refuses to rename a file; then those before it are replaced.
    pub fn write(self) -> Result<Written, WriteError> {
        let mut left = Vec::new();
        let mut foreign = Vec::new();
        let batches = std::mem::take(&mut self.kept().batches);
        for (folder, (batches, mut now)) in batches {
            let mut list = List::of(&folder);
            let before = list.text();
            foreign.extend(list.foreign(&folder, &mut now));
            left.extend(
                list.renew(&batches, now)
                    .into_iter()
                    .map(|entry| (folder.clone(), entry)),
            );
            let after = list.text();
            if after != before {
                self.add(folder.join(list::NAME), after)?;
                // The lists come first, since they cover files as they were and as they will be, wherever the run is interrupted.
                self.kept().files.rotate_right(1);
            }
        }
        if !foreign.is_empty() && !self.force {
            return Err(WriteError::Foreign(foreign));
        }
        let mut kept = self
            .kept
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let files = kept.rename_all()?;
        let mut written = Written {
            files,
            ..Written::default()
        };
        written.files.retain(|path| !path.ends_with(list::NAME));
        for (folder, (name, entry)) in left {
            match entry.clear(&folder.join(&name)) {
                Some(true) => written.removed.push(folder.join(name)),
                Some(false) => written.kept.push(folder.join(name)),
                None => {}
            }
        }
        Ok(written)
    }
}

impl Kept {
    /// A hidden file next to a destination.
    fn hidden_beside(&mut self, path: &Path) -> io::Result<NamedTempFile> {
        let folder = parent(path);
        self.folders.make_ready(folder)?;
        tempfile::Builder::new()
            .prefix(PREFIX)
            .rand_bytes(REST)
            // Readable as any other new file is, unlike temporary ones.
            .make_in(folder, |hidden| File::create_new(hidden))
    }

    /// Renames every file into place, and returns their paths.
    fn rename_all(&mut self) -> Result<Vec<PathBuf>, WriteError> {
        for (path, _) in &self.files {
            if path.is_dir() {
                let error = io::ErrorKind::IsADirectory.into();
                return Err(WriteError::of(path.clone(), error));
            }
        }
        let mut renamed = Vec::with_capacity(self.files.len());
        for (path, hidden) in std::mem::take(&mut self.files) {
            hidden
                .persist(&path)
                .map_err(|failed| WriteError::of(path.clone(), failed.error))?;
            self.folders.stay();
            renamed.push(path);
        }
        Ok(renamed)
    }
}

impl Folders {
    /// Creates a folder if necessary, and removes what killed runs left in it.
    fn make_ready(&mut self, folder: &Path) -> io::Result<()> {
        if !self.ready.insert(folder.to_owned()) {
            return Ok(());
        }
        let missing: Vec<PathBuf> = folder
            .ancestors()
            .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists())
            .map(Path::to_owned)
            .collect();
        fs::create_dir_all(folder)?;
        self.made.extend(missing.into_iter().rev());
        for entry in fs::read_dir(folder)?.flatten() {
            if is_hidden(&entry) && is_old(&entry) {
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    fn stay(&mut self) {
        self.made.clear();
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        for folder in self.made.iter().rev() {
            // It is empty unless somebody else uses it.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Whether an entry of a folder is named like our hidden files.
fn is_hidden(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let rest = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    rest.is_some_and(|rest| {
        rest.len() == REST && rest.chars().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// Whether its run must have ended.
fn is_old(entry: &DirEntry) -> bool {
    let changed = entry.metadata().and_then(|known| known.modified());
    changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|age| age > LEFT_AFTER))
}

/// Writes bytes; the caller stores errors.
fn bytes_of<B: AsRef<[u8]>>(bytes: B) -> impl FnOnce(&mut dyn Write) -> Result<(), WriteError> {
    move |out| {
        let _ = out.write_all(bytes.as_ref());
        Ok(())
    }
}

fn parent(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(".".as_ref())
}

impl Batch<'_> {
    /// Adds a file with this name and returns its destination. If the same name is added again, the later file wins.
    ///
    /// # Errors
    ///
    /// It cannot be stored next to its destination.
    pub fn add(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<PathBuf, WriteError> {
        self.add_made(name, bytes_of(bytes))
    }

    /// The same for a file that is written while it is generated. If that fails, there is no file.
    ///
    /// # Errors
    ///
    /// It cannot be stored next to its destination, or generating it fails.
    pub fn add_made<E: From<WriteError>>(
        &self,
        name: &str,
        make: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<PathBuf, E> {
        let path = self.folder.join(name);
        let hash = self.output.keep(path.clone(), make)?;
        if let Some((_, files)) = self.output.kept().batches.get_mut(&self.folder) {
            files.insert(name.to_owned(), Entry::new(&self.name, hash));
        }
        Ok(path)
    }
}

/// A file being stored: its hash, and the first error.
struct Keeping {
    file: File,
    hash: Sha256,
    state: io::Result<()>,
}

impl Write for Keeping {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(error) = &self.state {
            return Err(error.kind().into());
        }
        match self.file.write(bytes) {
            Ok(written) => {
                self.hash.update(&bytes[..written]);
                Ok(written)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let kind = error.kind();
                self.state = Err(error);
                Err(kind.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error("cannot write {}: {error}{}", path.display(), remedy(error))]
    Io {
        path: PathBuf,
        #[source]
        error: io::Error,
    },
    #[error(
        "nothing was written, to keep what is not from paperkeep: {}; move it away, or replace it with --force",
        some(.0)
    )]
    Foreign(Vec<PathBuf>),
}

/// Windows keeps what a viewer shows from being replaced.
fn remedy(error: &io::Error) -> &'static str {
    let may_be_open = cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied;
    if may_be_open {
        "; if it is open in another program, close it there"
    } else {
        ""
    }
}

impl WriteError {
    fn of(path: PathBuf, error: io::Error) -> WriteError {
        WriteError::Io { path, error }
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn all_files_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let output = Output::new();
        output.add(folder.path().join("kit/a.pdf"), "one").unwrap();
        output.add(folder.path().join("kit/b.svg"), "two").unwrap();
        assert_eq!(output.write().unwrap().files.len(), 2);
        assert_eq!(
            fs::read_to_string(folder.path().join("kit/b.svg")).unwrap(),
            "two"
        );

        let output = Output::new();
        output
            .add(folder.path().join("kit/a.pdf"), "changed")
            .unwrap();
        let error = output
            .add(folder.path().join("kit/a.pdf/below-a-file.svg"), "")
            .unwrap_err();
        drop(output);
        assert!(error.to_string().starts_with("cannot write "), "{error}");
        assert_eq!(
            fs::read_to_string(folder.path().join("kit/a.pdf")).unwrap(),
            "one"
        );
        assert_eq!(fs::read_dir(folder.path().join("kit")).unwrap().count(), 2);
    }

    #[test]
    fn a_file_that_fails_half_way_leaves_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().join("new/kit");
        let output = Output::new();
        output.add(here.join("a"), "one").unwrap();
        let wrong = |out: &mut dyn Write| {
            out.write_all(&[7; 1 << 17]).unwrap();
            Err(WriteError::of("b".into(), io::Error::other("no more")))
        };
        let error = output.batch(&here, "b").add_made("b", wrong).unwrap_err();
        assert_eq!(error.to_string(), "cannot write b: no more");
        // The folders made for it are removed as well.
        drop(output);
        assert!(names(folder.path()).is_empty());
    }

    /// The entries of a folder, including hidden ones.
    fn names(folder: &Path) -> Vec<String> {
        let name =
            |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn nothing_is_replaced_if_a_later_file_cannot_be() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        fs::write(here.join("a"), "old").unwrap();
        fs::create_dir(here.join("c")).unwrap();
        let output = Output::new();
        for name in ["a", "b", "c"] {
            output.add(here.join(name), "new").unwrap();
        }
        let error = output.write().unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("cannot write {}", here.join("c").display())),
            "{error}"
        );
        assert_eq!(fs::read_to_string(here.join("a")).unwrap(), "old");
        assert_eq!(names(here), ["a", "c"]);
    }

    #[test]
    fn files_of_others_are_replaced_by_force_alone() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        let run = |force: bool, text: &str| {
            let output = Output::forced(force);
            for name in ["a", "b"] {
                output.batch(here, "all").add(name, text).unwrap();
            }
            output.write().map_err(|error| error.to_string())
        };
        fs::write(here.join("b"), "mine").unwrap();
        let refused = run(false, "1").unwrap_err();
        assert!(
            refused.contains(&here.join("b").display().to_string()) && !refused.contains("/a"),
            "{refused}"
        );
        assert_eq!(
            (names(here), fs::read_to_string(here.join("b")).unwrap()),
            (vec!["b".to_owned()], "mine".to_owned())
        );
        run(true, "1").unwrap();
        run(false, "2").unwrap();
        // If a run was killed before the second file, that file is from the previous run.
        fs::write(here.join("b"), "1").unwrap();
        run(false, "3").unwrap();
        fs::write(here.join("a"), "3, and a note").unwrap();
        assert!(run(false, "4").unwrap_err().contains("--force"));
        // Replacing a file with the same contents loses nothing.
        run(false, "3, and a note").unwrap();
    }

    #[test]
    fn a_killed_run_is_cleared_away_and_a_living_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        let left = here.join(".paperkeep-abc123");
        let file = File::create(&left).unwrap();
        let before = SystemTime::now() - 2 * LEFT_AFTER;
        file.set_modified(before).unwrap();
        fs::write(here.join(".paperkeep-notes"), "mine").unwrap();
        let living = Output::new();
        living.add(here.join("a"), "one").unwrap();
        let output = Output::new();
        output.add(here.join("b"), "two").unwrap();
        output.write().unwrap();
        assert!(!left.exists());
        living.write().unwrap();
        assert_eq!(names(here), [".paperkeep-notes", "a", "b"]);
    }

    #[test]
    fn what_an_earlier_run_left_goes_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        // Files as batch, name and text; each run returns its messages about leftovers.
        let run = |batches: &[&str], files: &[(&str, &str, &str)]| {
            let output = Output::new();
            batches
                .iter()
                .for_each(|batch| drop(output.batch(here, batch)));
            for (batch, name, text) in files {
                output.batch(here, batch).add(name, text).unwrap();
            }
            let written = output.write().unwrap();
            let names = |paths: Vec<PathBuf>| -> Vec<String> {
                paths
                    .iter()
                    .map(|path| path.strip_prefix(here).unwrap().display().to_string())
                    .collect()
            };
            (names(written.removed), names(written.kept))
        };
        let none = Vec::<String>::new;
        let all = ["1", "2", "3", "4"].map(|name| ("png/a", name, "x"));
        assert_eq!(
            run(
                &["png"],
                &[&all[..], &[("png/b", "b", "x"), ("svg", "s", "x")]].concat()
            ),
            (none(), none())
        );
        fs::write(here.join("3"), "mine").unwrap();
        fs::write(here.join("5"), "x").unwrap();
        fs::remove_file(here.join("4")).unwrap();
        // Writing a single deck removes no file of another deck or format.
        assert_eq!(
            run(&[], &all[..1]),
            (vec!["2".to_owned()], vec!["3".to_owned()])
        );
        assert_eq!(run(&["png"], &all[..1]), (vec!["b".to_owned()], none()));
        // A file whose name differs only in case may be the same one; a list may come from an untrusted source.
        assert_eq!(run(&[], &[("svg", "S", "x")]), (none(), none()));
        fs::create_dir(here.join("below")).unwrap();
        let text = fs::read_to_string(here.join(list::NAME))
            .unwrap()
            .replace("\"1\"", "\"../5\"");
        fs::write(here.join("below").join(list::NAME), text).unwrap();
        let output = Output::new();
        output.batch(&here.join("below"), "png");
        assert!(output.write().unwrap().removed.is_empty());
        assert!(
            ["1", "3", "5", "s", "S"]
                .iter()
                .all(|name| here.join(name).is_file())
        );
    }
}
