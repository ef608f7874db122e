//! Files that appear whole, and together: nothing is half-written, and nothing at all if one of them fails.

use std::fs;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, SpooledTempFile, TempPath};

/// The files of one build, kept aside until all are there: in memory, or in a file without a name if they are large.
#[derive(Debug)]
pub struct Output {
    /// Where each goes, and how long it is, in the order of the kept bytes.
    files: Vec<(PathBuf, u64)>,
    kept: SpooledTempFile,
}

/// No more bytes are kept in memory, where sheets and faces need the room: thousands of pages may be pictures.
const IN_MEMORY: usize = 1 << 16;

impl Output {
    pub fn new() -> Output {
        Output { files: Vec::new(), kept: tempfile::spooled_tempfile(IN_MEMORY) }
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
        let path = path.into();
        let start = self.files.iter().map(|(_, length)| length).sum();
        let state = self.kept.seek(SeekFrom::Start(start)).map(drop);
        let mut keeping = Keeping { kept: &mut self.kept, length: 0, state };
        let made = {
            // Once it is dropped, all is written.
            let mut buffered = BufWriter::new(&mut keeping);
            make(&mut buffered)
        };
        let Keeping { length, state, .. } = keeping;
        match state {
            Ok(()) => made?,
            Err(error) => return Err(WriteError { path, error }.into()),
        }
        self.files.push((path, length));
        Ok(())
    }

    /// Writes every file beside its place, then renames them all. Makes the folders they need.
    ///
    /// # Errors
    ///
    /// The first file that cannot be written, or put in its place.
    pub fn write(mut self) -> Result<Vec<PathBuf>, WriteError> {
        let mut ready = Vec::new();
        let mut rewound = self.kept.seek(SeekFrom::Start(0)).map(drop);
        for (path, length) in self.files {
            match std::mem::replace(&mut rewound, Ok(())).and_then(|()| beside(&path, (&mut self.kept).take(length))) {
                Ok(file) => ready.push((path, file)),
                Err(error) => return Err(WriteError { path, error }),
            }
        }
        let mut written = Vec::new();
        for (path, file) in ready {
            match file.persist(&path) {
                Ok(()) => written.push(path),
                Err(error) => return Err(WriteError { path, error: error.error }),
            }
        }
        Ok(written)
    }
}

/// A file being kept: how long it is, and what failed first.
struct Keeping<'o> {
    kept: &'o mut SpooledTempFile,
    length: u64,
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

/// The bytes in a temporary file of the same folder, on disk. It is closed: a program may have but so many open.
fn beside(path: &Path, mut bytes: impl Read) -> io::Result<TempPath> {
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
    file.as_file().sync_all()?;
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
        assert_eq!(output.write().unwrap().len(), 2);
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
        assert_eq!(output.write().unwrap().len(), 2);
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
        assert!(written.iter().zip(files).all(|(path, bytes)| fs::read(path).unwrap() == bytes));
    }
}
