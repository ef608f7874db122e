//! A kit being edited.

use std::fs;
use std::path::Path;

/// Replaces text in a file of the kit.
pub fn edit(kit: &Path, file: &str, from: &str, to: &str) {
    let text = fs::read_to_string(kit.join(file)).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(kit.join(file), text.replacen(from, to, 1)).unwrap();
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
