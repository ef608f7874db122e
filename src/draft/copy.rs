//! A kit that exists becomes one of one's own.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::manual;
use crate::games;
use crate::kit::Files;
use crate::kit::files::SCHEMAS;

/// The files of a kit, with an id of its own, the manual and the schemas; `from` is what the user calls it.
///
/// # Errors
///
/// A file of it cannot be read.
pub fn copy(source: &Files, from: &str, id: &str) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let mut files = Vec::new();
    for path in source.paths() {
        let mut bytes = source
            .bytes(&path)
            .map_err(|why| format!("cannot read {from}/{path}: {why}"))?;
        if path == "kit.toml" {
            bytes = own(&String::from_utf8_lossy(&bytes), id, from).into_bytes();
        }
        // Editors look for it in the first line.
        if let Some((_, schema, _)) = SCHEMAS.iter().find(|(file, ..)| path == *file)
            && !bytes.starts_with(b"#:schema")
        {
            bytes.splice(..0, format!("#:schema ./{schema}\n").into_bytes());
        }
        files.push((PathBuf::from(path), bytes));
    }
    let known: BTreeSet<PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
    files.extend(manual().filter(|(path, _)| !known.contains(path)));
    Ok(files)
}

/// The manifest with an id of its own, and the game that still plays it.
fn own(manifest: &str, id: &str, from: &str) -> String {
    let mut own = String::new();
    for line in manifest.split_inclusive('\n') {
        if !line.starts_with("id = ") {
            own += line;
            continue;
        }
        own += &format!("# Builds go to a folder of this name.\nid = \"{id}\"\n");
        if games::find(from).is_some() {
            own += &format!(
                "# Whose rules it plays by: `paperkeep check` looks at the rows with the eyes of that game.\ngame = \"{from}\"\n"
            );
        }
    }
    own
}
