//! A kit that exists becomes one of one's own.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::manual;
use crate::games;
use crate::kit::Files;
use crate::kit::files::SCHEMAS;

/// The folder of a shipped kit with its rules as data.
const AS_DATA: &str = "as-data/";
/// Files that only the rules of the program read.
const FOR_THE_PROGRAM: [&str; 2] = ["words.toml", "lesson.toml"];

/// Whose rules a copy of a shipped game is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Those of the program, which the copy names.
    OfTheProgram,
    /// Its own: a `play.toml` that can be changed.
    InTheKit,
}

/// The files of a kit, with an id of its own, the manual and the schemas; `from` is what the user calls it.
///
/// # Errors
///
/// A file of it cannot be read, or its rules are not to be had as data.
pub fn copy(
    source: &Files,
    from: &str,
    (id, rules): (&str, Rules),
) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let has_data = source.paths().iter().any(|path| path.starts_with(AS_DATA));
    let has_own = source.has("play.toml");
    if rules == Rules::InTheKit && !has_data && !has_own {
        return Err(format!(
            "the rules of {from} are part of the program, and cannot be copied yet"
        ));
    }
    let is_freed = rules == Rules::InTheKit && has_data;
    let mut languages = Vec::new();
    if is_freed {
        let paths = source.paths();
        let spoken = paths
            .iter()
            .filter_map(|path| path.strip_prefix(AS_DATA)?.strip_suffix(".po"));
        languages.extend(spoken.map(|language| format!("{language:?}")));
    }
    let mut files = Vec::new();
    for path in source.paths() {
        let of_data = path.strip_prefix(AS_DATA);
        let is_left_out = if is_freed {
            FOR_THE_PROGRAM.contains(&path.as_str())
        } else {
            of_data.is_some()
        };
        if is_left_out {
            continue;
        }
        let mut bytes = source
            .bytes(&path)
            .map_err(|why| format!("cannot read {from}/{path}: {why}"))?;
        let path = of_data.unwrap_or(&path);
        if path == "kit.toml" {
            let game = games::find(from).filter(|_| !is_freed).map(|_| from);
            let manifest = String::from_utf8_lossy(&bytes);
            bytes = own(&manifest, (id, game), &languages.join(", ")).into_bytes();
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

/// The manifest with an id of its own, the game whose rules still play it, and the languages of its own rules.
fn own(manifest: &str, (id, game): (&str, Option<&str>), languages: &str) -> String {
    let mut own = String::new();
    for line in manifest.split_inclusive('\n') {
        if !languages.is_empty() && line.starts_with("languages = ") {
            continue;
        }
        if !languages.is_empty() && line.starts_with("language = ") {
            own += &format!(
                "{line}# Its sentences at the table are in de.po and the like.\nlanguages = [{languages}]\n"
            );
            continue;
        }
        if !line.starts_with("id = ") {
            own += line;
            continue;
        }
        own += &format!("# Builds go to a folder of this name.\nid = \"{id}\"\n");
        if let Some(game) = game {
            own += &format!(
                "# Whose rules it plays by: `paperkeep check` looks at the rows with the eyes of that game.\ngame = \"{game}\"\n"
            );
        }
    }
    own
}
