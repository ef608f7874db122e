//! Files by their addresses, as editors name them: `file:///kits/owls/kit.toml`.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What is written as `%20` in an address.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The file at an address; `None` for what is not a file of this machine.
pub fn path(address: &str) -> Option<PathBuf> {
    let rest = address.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = percent_decode_str(rest).decode_utf8().ok()?;
    let is_plain = path.starts_with('/') && !path.contains('\0');
    let path = if cfg!(windows) {
        path.trim_start_matches('/')
    } else {
        &path
    };
    is_plain.then(|| PathBuf::from(path))
}

/// The address of a file.
pub fn of(path: &Path) -> String {
    let path = path.display().to_string();
    let path = if cfg!(windows) {
        format!("/{}", path.replace('\\', "/"))
    } else {
        path
    };
    format!("file://{}", utf8_percent_encode(&path, ENCODED))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_files() {
        let file = Path::new("/kits/Совы #1/kit.toml");
        assert_eq!(path(&of(file)).as_deref(), Some(file));
        assert_eq!(path("file:///a%20b"), Some("/a b".into()));
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("file:///a%00b"), None);
    }
}
