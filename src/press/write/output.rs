//! Files that appear whole, and together: nothing is half-written, and nothing at all if one of them fails.
//!
//! Each is written into a hidden folder beside its place (`stage`) and goes there by renaming once all are written. What was
//! there before goes back if one of them cannot. Of what lies there already, only what an earlier run wrote is replaced.
//!
//! * `list`: what earlier runs wrote, so that it can be told from what is anybody else's.
//! * `stage`: the hidden folders, and how those go that a killed run left behind.
//! * [`folder`]: a new folder with all that is in it.

pub mod folder;
mod list;
mod stage;

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use self::list::{Entry, List};
use self::stage::Stage;

/// The files of one run, kept aside until all are there. Several threads may add to it at once.
#[derive(Debug, Default)]
pub struct Output {
    kept: Mutex<Kept>,
    /// Files of anybody else's are replaced too.
    force: bool,
}

/// What is kept aside.
#[derive(Debug, Default)]
struct Kept {
    /// Where each goes, and where it is kept, in the order they were made.
    files: Vec<(PathBuf, PathBuf)>,
    /// How many were begun.
    begun: usize,
    /// By the folders that files go into.
    stages: BTreeMap<PathBuf, Stage>,
    /// By their folders, batches that are written anew, and the files of this run.
    batches: BTreeMap<PathBuf, (Vec<String>, BTreeMap<String, Entry>)>,
}

/// Files that are made together, such as all sheets of a print as SVG. See [`Output::batch`].
pub struct Batch<'o> {
    output: &'o Output,
    folder: PathBuf,
    name: String,
}

/// What was written.
#[derive(Debug, Default)]
pub struct Written {
    pub files: Vec<PathBuf>,
    /// Files of an earlier run that this one did not write again.
    pub removed: Vec<PathBuf>,
    /// Such files that were changed since, and stay.
    pub kept: Vec<PathBuf>,
}

impl Written {
    /// What to say of files that an earlier run left.
    pub fn left(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.removed.is_empty() {
            lines.push(format!("removed what an earlier run wrote and this one did not: {}", some(&self.removed)));
        }
        if !self.kept.is_empty() {
            lines.push(format!("of an earlier run, but changed since and left alone: {}", some(&self.kept)));
        }
        lines
    }
}

/// The first of them, and how many more there are.
fn some(paths: &[PathBuf]) -> String {
    let first: Vec<String> = paths.iter().take(3).map(|path| path.display().to_string()).collect();
    let more = if paths.len() > 3 { format!(" and {} more", paths.len() - 3) } else { String::new() };
    first.join(", ") + &more
}

impl Output {
    pub fn new() -> Output {
        Output::default()
    }

    /// The same, that also replaces files of batches that no earlier run wrote, or that were changed since, if `force` is set.
    pub fn forced(force: bool) -> Output {
        Output { force, ..Output::default() }
    }

    /// Files of this batch go into this folder, or below it. Once all are written, those that an earlier run wrote of the same
    /// batch, and this one did not, are removed; so are those of batches below it, `png/cards` below `png`. What was
    /// changed since stays.
    pub fn batch(&self, folder: &Path, name: &str) -> Batch<'_> {
        let mut kept = self.kept();
        let (batches, _) = kept.batches.entry(folder.to_owned()).or_default();
        if !batches.iter().any(|known| known == name) {
            batches.push(name.to_owned());
        }
        drop(kept);
        Batch { output: self, folder: folder.to_owned(), name: name.to_owned() }
    }

    /// Adds a file that somebody named: it replaces whatever is there. One of the same path added later replaces it.
    ///
    /// # Errors
    ///
    /// It cannot be kept beside its place.
    pub fn add(&self, path: impl Into<PathBuf>, bytes: impl AsRef<[u8]>) -> Result<(), WriteError> {
        self.keep(path.into(), bytes_of(bytes)).map(drop)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a file, and says what hash it has.
    fn keep<E: From<WriteError>>(
        &self,
        path: PathBuf,
        make: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<String, E> {
        let place = self.kept().place_for(&path);
        let (kept, file) = match place {
            Ok(place) => place,
            Err(error) => return Err(WriteError::of(path, error).into()),
        };
        let mut keeping = Keeping { file, hash: Sha256::new(), state: Ok(()) };
        let made = {
            // Once it is dropped, all is written.
            let mut buffered = BufWriter::new(&mut keeping);
            make(&mut buffered)
        };
        let Keeping { hash, state, .. } = keeping;
        if let Err(error) = state {
            return Err(WriteError::of(path, error).into());
        }
        made?;
        self.kept().files.push((path, kept));
        Ok(list::digits(hash))
    }

    /// Puts every file in its place, and then removes what is left of earlier runs.
    ///
    /// # Errors
    ///
    /// Somebody else's file is in the place of one of a batch, or a file cannot be put in its place: then all is as it was.
    pub fn write(self) -> Result<Written, WriteError> {
        let mut left = Vec::new();
        let mut foreign = Vec::new();
        let batches = std::mem::take(&mut self.kept().batches);
        for (folder, (batches, mut now)) in batches {
            let mut list = List::of(&folder);
            let before = list.text();
            foreign.extend(list.foreign(&folder, &mut now));
            left.extend(list.renew(&batches, now).into_iter().map(|entry| (folder.clone(), entry)));
            let after = list.text();
            if after != before {
                self.add(folder.join(list::NAME), after)?;
                // First of all: it knows a file as it was, and as it will be, wherever the rest stops.
                self.kept().files.rotate_right(1);
            }
        }
        if !foreign.is_empty() && !self.force {
            return Err(WriteError::Foreign(foreign));
        }
        let kept = self.kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (path, kept) in &kept.files {
            let synced = OpenOptions::new().write(true).open(kept).and_then(|file| file.sync_all());
            synced.map_err(|error| WriteError::of(path.clone(), error))?;
        }
        kept.swap()?;
        let mut written = Written { files: kept.files.into_iter().map(|(path, _)| path).collect(), ..Written::default() };
        written.files.retain(|path| !path.ends_with(list::NAME));
        for (folder, (name, entry)) in left {
            match entry.clear(&folder.join(&name)) {
                Some(true) => written.removed.push(folder.join(name)),
                Some(false) => written.kept.push(folder.join(name)),
                None => {}
            }
        }
        for stage in kept.stages.into_values() {
            stage.done();
        }
        Ok(written)
    }
}

impl Kept {
    /// A file beside the place of another.
    fn place_for(&mut self, path: &Path) -> io::Result<(PathBuf, File)> {
        let folder = parent(path);
        if !self.stages.contains_key(folder) {
            self.stages.insert(folder.to_owned(), Stage::new(folder)?);
        }
        let kept = self.stages[folder].path().join(format!("{}.new", self.begun));
        self.begun += 1;
        Ok((kept.clone(), File::create(kept)?))
    }

    /// Renames every file into its place; if one cannot be, all that were there before go back.
    fn swap(&self) -> Result<(), WriteError> {
        let mut done: Vec<(&Path, Option<PathBuf>)> = Vec::new();
        for (path, kept) in &self.files {
            let old = kept.with_extension("old");
            let swapped = set_aside(path, &old).and_then(|was| {
                fs::rename(kept, path)?;
                Ok(was.then_some(old))
            });
            match swapped {
                Ok(old) => done.push((path, old)),
                Err(error) => {
                    // Nothing better can be done where this fails too.
                    for (path, old) in done.into_iter().rev() {
                        let _ = old.map_or_else(|| fs::remove_file(path), |old| fs::rename(old, path));
                    }
                    return Err(WriteError::of(path.clone(), error));
                }
            }
        }
        Ok(())
    }
}

/// Writes bytes. What fails is remembered by who keeps them.
fn bytes_of<B: AsRef<[u8]>>(bytes: B) -> impl FnOnce(&mut dyn Write) -> Result<(), WriteError> {
    move |out| {
        let _ = out.write_all(bytes.as_ref());
        Ok(())
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(".".as_ref())
}

/// Keeps what is at `path` under another name too; false if nothing is there.
fn set_aside(path: &Path, old: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => {}
    }
    // Some file systems know no second name.
    fs::hard_link(path, old).or_else(|_| fs::copy(path, old).map(drop))?;
    Ok(true)
}

impl Batch<'_> {
    /// Adds a file of this name, and says where it goes. One of the same name added later replaces it.
    ///
    /// # Errors
    ///
    /// It cannot be kept beside its place.
    pub fn add(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<PathBuf, WriteError> {
        self.add_made(name, bytes_of(bytes))
    }

    /// The same of a file that is written as it is made. If that fails, there is none.
    ///
    /// # Errors
    ///
    /// It cannot be kept beside its place, or whatever else fails.
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

/// A file being kept: its hash, and what failed first.
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
    #[error("cannot write {}: {error}", path.display())]
    Io {
        path: PathBuf,
        #[source]
        error: io::Error,
    },
    #[error(
        "nothing was written, since this is not what paperkeep wrote there: {}; move it away, or replace it with --force",
        some(.0)
    )]
    Foreign(Vec<PathBuf>),
}

impl WriteError {
    fn of(path: PathBuf, error: io::Error) -> WriteError {
        WriteError::Io { path, error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let output = Output::new();
        output.add(folder.path().join("kit/a.pdf"), "one").unwrap();
        output.add(folder.path().join("kit/b.svg"), "two").unwrap();
        assert_eq!(output.write().unwrap().files.len(), 2);
        assert_eq!(fs::read_to_string(folder.path().join("kit/b.svg")).unwrap(), "two");

        let output = Output::new();
        output.add(folder.path().join("kit/a.pdf"), "changed").unwrap();
        let error = output.add(folder.path().join("kit/a.pdf/below-a-file.svg"), "").unwrap_err();
        drop(output);
        assert!(error.to_string().starts_with("cannot write "), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join("kit/a.pdf")).unwrap(), "one");
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
        // Nor do the folders that were made for it.
        drop(output);
        assert!(names(folder.path()).is_empty());
    }

    /// What a folder holds, hidden or not.
    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_there_goes_back_if_a_later_file_cannot_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        fs::write(here.join("a"), "old").unwrap();
        fs::create_dir(here.join("c")).unwrap();
        let output = Output::new();
        for name in ["a", "b", "c"] {
            output.add(here.join(name), "new").unwrap();
        }
        let error = output.write().unwrap_err().to_string();
        assert!(error.starts_with(&format!("cannot write {}", here.join("c").display())), "{error}");
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
        assert!(refused.contains(&here.join("b").display().to_string()) && !refused.contains("/a"), "{refused}");
        assert_eq!((names(here), fs::read_to_string(here.join("b")).unwrap()), (vec!["b".to_owned()], "mine".to_owned()));
        run(true, "1").unwrap();
        run(false, "2").unwrap();
        // Where a run was killed before it came to the second file, that is the one of the run before.
        fs::write(here.join("b"), "1").unwrap();
        run(false, "3").unwrap();
        fs::write(here.join("a"), "3, and a note").unwrap();
        assert!(run(false, "4").unwrap_err().contains("--force"));
        // What is the same already is nobody's loss.
        run(false, "3, and a note").unwrap();
    }

    #[test]
    fn a_killed_run_is_cleared_away_and_a_living_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        let left = here.join(".paperkeep-abc123");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("lock"), "").unwrap();
        fs::write(left.join("0.new"), "half").unwrap();
        fs::write(here.join(".paperkeep-Abc124"), "of an earlier version").unwrap();
        fs::write(here.join(".paperkeep-notes"), "mine").unwrap();
        let living = Output::new();
        living.add(here.join("a"), "one").unwrap();
        let output = Output::new();
        output.add(here.join("b"), "two").unwrap();
        output.write().unwrap();
        assert!(!left.exists() && !here.join(".paperkeep-Abc124").exists());
        living.write().unwrap();
        assert_eq!(names(here), [".paperkeep-notes", "a", "b"]);
    }

    #[test]
    fn what_an_earlier_run_left_goes_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        // Files as batch, name and text; what each run says of those that are left.
        let run = |batches: &[&str], files: &[(&str, &str, &str)]| {
            let output = Output::new();
            batches.iter().for_each(|batch| drop(output.batch(here, batch)));
            for (batch, name, text) in files {
                output.batch(here, batch).add(name, text).unwrap();
            }
            let written = output.write().unwrap();
            let names = |paths: Vec<PathBuf>| -> Vec<String> {
                paths.iter().map(|path| path.strip_prefix(here).unwrap().display().to_string()).collect()
            };
            (names(written.removed), names(written.kept))
        };
        let none = Vec::<String>::new;
        let all = ["1", "2", "3", "4"].map(|name| ("png/a", name, "x"));
        assert_eq!(run(&["png"], &[&all[..], &[("png/b", "b", "x"), ("svg", "s", "x")]].concat()), (none(), none()));
        fs::write(here.join("3"), "mine").unwrap();
        fs::write(here.join("5"), "x").unwrap();
        fs::remove_file(here.join("4")).unwrap();
        // A deck alone takes nothing of another away, nor of another format.
        assert_eq!(run(&[], &all[..1]), (vec!["2".to_owned()], vec!["3".to_owned()]));
        assert_eq!(run(&["png"], &all[..1]), (vec!["b".to_owned()], none()));
        // The file of another case may be the same one; a list may be anybody's.
        assert_eq!(run(&[], &[("svg", "S", "x")]), (none(), none()));
        fs::create_dir(here.join("below")).unwrap();
        let text = fs::read_to_string(here.join(list::NAME)).unwrap().replace("\"1\"", "\"../5\"");
        fs::write(here.join("below").join(list::NAME), text).unwrap();
        let output = Output::new();
        output.batch(&here.join("below"), "png");
        assert!(output.write().unwrap().removed.is_empty());
        assert!(["1", "3", "5", "s", "S"].iter().all(|name| here.join(name).is_file()));
    }
}
