//! Files that appear whole, and together: nothing is half-written, and nothing at all if one of them fails.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use tempfile::NamedTempFile;

/// The files of one build, in memory until all are there.
#[derive(Debug, Default)]
pub struct Output {
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Output {
    pub fn new() -> Output {
        Output::default()
    }

    /// Adds a file. One of the same path added later replaces it.
    pub fn add(&mut self, path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) {
        self.files.push((path.into(), bytes.into()));
    }

    /// Writes every file beside its place, then renames them all. Makes the folders they need.
    pub fn write(self) -> Result<Vec<PathBuf>, WriteError> {
        let mut ready = Vec::new();
        for (path, bytes) in self.files {
            match beside(&path, &bytes) {
                Ok(file) => ready.push((path, file)),
                Err(error) => return Err(WriteError { path, error }),
            }
        }
        let mut written = Vec::new();
        for (path, file) in ready {
            match file.persist(&path) {
                Ok(_) => written.push(path),
                Err(error) => return Err(WriteError { path, error: error.error }),
            }
        }
        Ok(written)
    }
}

/// The bytes in a temporary file of the same folder, on disk.
fn beside(path: &std::path::Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(".".as_ref());
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        // As any other file that a program creates; the user's mask still applies.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(".paperkeep-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
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
        output.add(folder.path().join("kit/a.pdf"), "one");
        output.add(folder.path().join("kit/b.svg"), "two");
        assert_eq!(output.write().unwrap().len(), 2);
        assert_eq!(fs::read_to_string(folder.path().join("kit/b.svg")).unwrap(), "two");

        let mut output = Output::new();
        output.add(folder.path().join("kit/a.pdf"), "changed");
        output.add(folder.path().join("kit/a.pdf/below-a-file.svg"), "");
        let error = output.write().unwrap_err();
        assert!(error.to_string().starts_with("cannot write "), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join("kit/a.pdf")).unwrap(), "one");
        assert_eq!(fs::read_dir(folder.path().join("kit")).unwrap().count(), 2);
    }
}
