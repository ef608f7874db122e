//! A kit that exists becomes one of one's own.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::manual;
use crate::games;
use crate::kit::Files;
use crate::kit::files::SCHEMAS;
use crate::kit::language::catalogue::{Catalogue, Message, with};

/// The folder of a shipped kit with its rules as data.
const AS_DATA: &str = "as-data/";
/// Files that only the rules of the program read, in any language.
const FOR_THE_PROGRAM: [&str; 2] = ["words", "lesson"];

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
            is_for_the_program(&path) || source.has(&format!("{AS_DATA}{path}"))
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
        if of_data.is_some() && path.ends_with(".po") && source.has(path) {
            let printed = source
                .bytes(path)
                .map_err(|why| format!("cannot read {from}/{path}: {why}"))?;
            bytes = joined(&printed, &bytes).into_bytes();
        }
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

/// Whether only the rules of the program read a file: `words.toml`, or `words.de.toml`.
fn is_for_the_program(path: &str) -> bool {
    FOR_THE_PROGRAM.iter().any(|stem| {
        let rest = path.strip_prefix(stem);
        let language = rest.and_then(|rest| rest.strip_suffix(".toml"));
        language.is_some_and(|code| code.is_empty() || code.starts_with('.'))
    })
}

/// A catalogue of what a kit prints and one of its sentences as a single one. What both translate, the first translates.
fn joined(printed: &[u8], told: &[u8]) -> String {
    let [printed, told] = [printed, told].map(|bytes| String::from_utf8_lossy(bytes));
    let (known, _) = Catalogue::read(&printed, "");
    let (more, _) = Catalogue::read(&told, "");
    let mut all = printed.into_owned();
    for text in more.texts().filter(|text| known.get(text).is_none()) {
        let message = Message {
            text: text.to_owned(),
            translation: more.get(text).unwrap_or_default().to_owned(),
            places: Vec::new(),
        };
        all = with(&all, &message);
    }
    all
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_catalogues_are_one_without_what_is_translated_twice() {
        let printed = "msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\n#: kit.toml:5\nmsgid \"Key\"\nmsgstr \"Schlüssel\"\n";
        let told = "msgid \"\"\nmsgstr \"\"\n\nmsgid \"Key\"\nmsgstr \"Taste\"\n\nmsgid \"drink\"\nmsgstr \"trinken\"\n";
        let expected = format!("{printed}\nmsgid \"drink\"\nmsgstr \"trinken\"\n");
        assert_eq!(joined(printed.as_bytes(), told.as_bytes()), expected);
        assert!(is_for_the_program("words.de.toml") && is_for_the_program("lesson.toml"));
        assert!(!is_for_the_program("wordsworth.toml") && !is_for_the_program("rules.de.toml"));
    }
}
