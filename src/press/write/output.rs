//! Files that appear whole, and together: nothing is half-written, and nothing at all if one of them fails.
//!
//! `list`: what earlier runs wrote, so that what they left behind can go.

mod list;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::{NamedTempFile, SpooledTempFile, TempPath};

use self::list::{Entry, Left, List};

/// The files of one build, kept aside until all are there: in memory, or in a file without a name if they are large.
#[derive(Debug)]
pub struct Output {
    /// Where each goes, and how long it is, in the order of the kept bytes.
    files: Vec<(PathBuf, u64)>,
    kept: SpooledTempFile,
    /// By their folders, batches that are written anew, and the files of this run.
    batches: BTreeMap<PathBuf, (Vec<String>, BTreeMap<String, Entry>)>,
}

/// Files that are made together, such as all sheets of a print as SVG. See [`Output::batch`].
pub struct Batch<'o> {
    output: &'o mut Output,
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
        let some = |paths: &[PathBuf]| {
            let first: Vec<String> = paths.iter().take(3).map(|path| path.display().to_string()).collect();
            let more = if paths.len() > 3 { format!(" and {} more", paths.len() - 3) } else { String::new() };
            first.join(", ") + &more
        };
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

/// No more bytes are kept in memory, where sheets and faces need the room: thousands of pages may be pictures.
const IN_MEMORY: usize = 1 << 16;

impl Output {
    pub fn new() -> Output {
        Output { files: Vec::new(), kept: tempfile::spooled_tempfile(IN_MEMORY), batches: BTreeMap::new() }
    }

    /// Files of this batch go into this folder, or below it. Once all are written, those that an earlier run wrote of the same
    /// batch, and this one did not, are removed; so are those of batches below it, `png/cards` below `png`. What was
    /// changed since stays.
    pub fn batch(&mut self, folder: &Path, name: &str) -> Batch<'_> {
        let (batches, _) = self.batches.entry(folder.to_owned()).or_default();
        if !batches.iter().any(|known| known == name) {
            batches.push(name.to_owned());
        }
        Batch { output: self, folder: folder.to_owned(), name: name.to_owned() }
    }

    /// Adds a file. One of the same path added later replaces it.
    ///
    /// # Errors
    ///
    /// There is no room to keep it.
    pub fn add(&mut self, path: impl Into<PathBuf>, bytes: impl AsRef<[u8]>) -> Result<(), WriteError> {
        // What fails is remembered.
        self.add_made(path, |out| {
            let _ = out.write_all(bytes.as_ref());
            Ok(())
        })
    }

    /// Adds a file that is written as it is made. If that fails, there is none.
    ///
    /// # Errors
    ///
    /// There is no room to keep it, or whatever else fails.
    pub fn add_made<E: From<WriteError>>(
        &mut self,
        path: impl Into<PathBuf>,
        make: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        self.keep(path.into(), make).map(drop)
    }

    /// Keeps a file, and says what hash it has.
    fn keep<E: From<WriteError>>(
        &mut self,
        path: PathBuf,
        make: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<String, E> {
        let start = self.files.iter().map(|(_, length)| length).sum();
        let state = self.kept.seek(SeekFrom::Start(start)).map(drop);
        let mut keeping = Keeping { kept: &mut self.kept, length: 0, hash: Sha256::new(), state };
        let made = {
            // Once it is dropped, all is written.
            let mut buffered = BufWriter::new(&mut keeping);
            make(&mut buffered)
        };
        let Keeping { length, hash, state, .. } = keeping;
        match state {
            Ok(()) => made?,
            Err(error) => return Err(WriteError { path, error }.into()),
        }
        self.files.push((path, length));
        Ok(list::digits(hash))
    }

    /// Writes every file beside its place, then renames them all. Makes the folders they need. Then removes what is
    /// left of earlier runs.
    ///
    /// # Errors
    ///
    /// The first file that cannot be written, or put in its place.
    pub fn write(mut self) -> Result<Written, WriteError> {
        let mut ready = Vec::new();
        let mut rewound = self.kept.seek(SeekFrom::Start(0)).map(drop);
        for (path, length) in self.files {
            match std::mem::replace(&mut rewound, Ok(())).and_then(|()| beside(&path, (&mut self.kept).take(length), true)) {
                Ok(file) => ready.push((path, file)),
                Err(error) => return Err(WriteError { path, error }),
            }
        }
        let mut written = Written::default();
        for (path, file) in ready {
            match file.persist(&path) {
                Ok(()) => written.files.push(path),
                Err(error) => return Err(WriteError { path, error: error.error }),
            }
        }
        for (folder, (batches, now)) in self.batches {
            let mut list = List::of(&folder);
            let before = list.text();
            let Left { removed, kept } = list.renew(&folder, &batches, now);
            written.removed.extend(removed.iter().map(|name| folder.join(name)));
            written.kept.extend(kept.iter().map(|name| folder.join(name)));
            let after = list.text();
            if after != before {
                // A list that a power cut leaves empty is as none, and nothing is removed.
                let path = folder.join(list::NAME);
                let put =
                    beside(&path, after.as_bytes(), false).and_then(|file| file.persist(&path).map_err(|error| error.error));
                put.map_err(|error| WriteError { path, error })?;
            }
        }
        Ok(written)
    }
}

impl Batch<'_> {
    /// Adds a file of this name, and says where it goes. One of the same name added later replaces it.
    ///
    /// # Errors
    ///
    /// There is no room to keep it.
    pub fn add(&mut self, name: &str, bytes: impl AsRef<[u8]>) -> Result<PathBuf, WriteError> {
        self.add_made(name, |out| {
            let _ = out.write_all(bytes.as_ref());
            Ok(())
        })
    }

    /// The same of a file that is written as it is made.
    ///
    /// # Errors
    ///
    /// There is no room to keep it, or whatever else fails.
    pub fn add_made<E: From<WriteError>>(
        &mut self,
        name: &str,
        make: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<PathBuf, E> {
        let path = self.folder.join(name);
        let hash = self.output.keep(path.clone(), make)?;
        if let Some((_, files)) = self.output.batches.get_mut(&self.folder) {
            files.insert(name.to_owned(), Entry { batch: self.name.clone(), hash });
        }
        Ok(path)
    }
}

/// A file being kept: how long it is, its hash, and what failed first.
struct Keeping<'o> {
    kept: &'o mut SpooledTempFile,
    length: u64,
    hash: Sha256,
    state: io::Result<()>,
}

impl Write for Keeping<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(error) = &self.state {
            return Err(error.kind().into());
        }
        match self.kept.write(bytes) {
            Ok(written) => {
                self.length += written as u64;
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
        self.kept.flush()
    }
}

impl Default for Output {
    fn default() -> Output {
        Output::new()
    }
}

/// The bytes in a temporary file of the same folder, on disk if they are `lasting`. It is closed: a program may have but so
/// many open.
fn beside(path: &Path, mut bytes: impl Read, lasting: bool) -> io::Result<TempPath> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(".".as_ref());
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        // As any other file that a program creates; the user's mask still applies.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file: NamedTempFile = builder.prefix(".paperkeep-").tempfile_in(folder)?;
    io::copy(&mut bytes, &mut file)?;
    if lasting {
        file.as_file().sync_all()?;
    }
    Ok(file.into_temp_path())
}

/// A file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {error}", path.display())]
pub struct WriteError {
    pub path: PathBuf,
    #[source]
    pub error: io::Error,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let mut output = Output::new();
        output.add(folder.path().join("kit/a.pdf"), "one").unwrap();
        output.add(folder.path().join("kit/b.svg"), "two").unwrap();
        assert_eq!(output.write().unwrap().files.len(), 2);
        assert_eq!(fs::read_to_string(folder.path().join("kit/b.svg")).unwrap(), "two");

        let mut output = Output::new();
        output.add(folder.path().join("kit/a.pdf"), "changed").unwrap();
        output.add(folder.path().join("kit/a.pdf/below-a-file.svg"), "").unwrap();
        let error = output.write().unwrap_err();
        assert!(error.to_string().starts_with("cannot write "), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join("kit/a.pdf")).unwrap(), "one");
        assert_eq!(fs::read_dir(folder.path().join("kit")).unwrap().count(), 2);
    }

    #[test]
    fn a_file_that_fails_half_way_leaves_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let mut output = Output::new();
        output.add(folder.path().join("a"), "one").unwrap();
        let wrong = |out: &mut dyn Write| {
            out.write_all(&[7; 2 * IN_MEMORY]).unwrap();
            Err(WriteError { path: "b".into(), error: io::Error::other("no more") })
        };
        assert_eq!(output.add_made("b", wrong).unwrap_err().to_string(), "cannot write b: no more");
        output.add(folder.path().join("c"), "three").unwrap();
        assert_eq!(output.write().unwrap().files.len(), 2);
        assert_eq!(fs::read_to_string(folder.path().join("c")).unwrap(), "three");
    }

    #[test]
    fn files_that_memory_does_not_keep_are_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let mut output = Output::new();
        let files: Vec<Vec<u8>> = (0..5).map(|file| vec![file; IN_MEMORY / 2 + usize::from(file)]).collect();
        for (number, bytes) in files.iter().enumerate() {
            output.add(folder.path().join(number.to_string()), bytes).unwrap();
        }
        let written = output.write().unwrap();
        assert!(written.files.iter().zip(files).all(|(path, bytes)| fs::read(path).unwrap() == bytes));
    }

    #[test]
    fn what_an_earlier_run_left_goes_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        // Files as batch, name and text; what each run says of those that are left.
        let run = |batches: &[&str], files: &[(&str, &str, &str)]| {
            let mut output = Output::new();
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
        let mut output = Output::new();
        output.batch(&here.join("below"), "png");
        assert!(output.write().unwrap().removed.is_empty());
        assert!(["1", "3", "5", "s", "S"].iter().all(|name| here.join(name).is_file()));
    }
}
