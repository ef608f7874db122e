//! Tables that somebody drops on a kit: what is in them, and decks of their rows.

use std::collections::{BTreeMap, BTreeSet};

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table};

use super::store::archive;
use crate::draft::{Headings, Request, Source, Wrong};
use crate::kit::Files;
use crate::kit::code::slug;
use crate::kit::edit::{MANIFEST, document, parsed};
use crate::kit::files::is_table;

/// The most rows that a page is given.
const MOST_ROWS: usize = 5_000;

/// A file that somebody dropped, alone in a folder.
fn alone(name: &str, bytes: &str) -> Result<Files, String> {
    let bytes = BASE64_STANDARD.decode(bytes);
    let bytes = bytes.map_err(|_| format!("`{name}` did not arrive whole"))?;
    if !is_table(name) {
        return Err(format!(
            "`{name}` is not a table (CSV, TSV, XLSX, ODS or JSON)"
        ));
    }
    Ok(archive(
        "the file",
        BTreeMap::from([(name.to_owned(), bytes)]),
    ))
}

fn read(files: &Files, name: &str) -> Result<Source, String> {
    let request = Request {
        files,
        paths: vec![name.to_owned()],
        chosen: None,
        headings: Headings::Auto,
        from: name,
    };
    request.read().map_err(|wrong| match wrong {
        Wrong::Kit(found) => found
            .0
            .first()
            .map_or_else(String::new, |problem| problem.message.clone()),
        Wrong::Other(why) => why,
    })
}

/// The tables of a file: their names, columns and rows.
///
/// # Errors
///
/// It cannot be read, or has no rows.
pub fn shown(name: &str, bytes: &str) -> Result<Value, String> {
    let files = alone(name, bytes)?;
    let source = read(&files, name)?;
    let tables = source.tables.iter().map(|table| {
        let mut rows = table.cells(&files);
        let all = rows.len();
        rows.truncate(MOST_ROWS);
        json!({ "name": table.name, "columns": table.headers(), "rows": rows, "all": all })
    });
    Ok(tables.collect())
}

/// The files of a kit that change when the tables of a file become decks: their rows, their faces, and the manifest.
///
/// # Errors
///
/// The file cannot be read, or the manifest cannot be changed.
pub fn added(files: &Files, name: &str, bytes: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let stem = Some(slug(stem, '-')).filter(|stem| !stem.is_empty());
    let stem = stem.unwrap_or_else(|| "cards".to_owned());
    let mut manifest = document(files, MANIFEST)?;
    let mut taken = decks_of(&manifest);
    taken.extend(faces(files));
    // A name that neither a file nor a deck nor a face has.
    let is_free = |name: &String| !files.has(&format!("{name}.{ending}")) && !taken.contains(name);
    let (mut own, mut number) = (stem.clone(), 1);
    while !is_free(&own) {
        number += 1;
        own = format!("{stem}-{number}");
    }
    let path = format!("{own}.{ending}");
    let own = alone(&path, bytes)?;
    let source = read(&own, &path)?;
    let draft = source.kit_beside(&taken, &path);
    let mut contents = Vec::new();
    for (path, bytes) in draft.files {
        let path = path.to_string_lossy().replace('\\', "/");
        if path == MANIFEST {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            take_over(&mut manifest, &parsed(MANIFEST, &text)?)?;
        } else if !files.has(&path) {
            contents.push((path, bytes));
        }
    }
    contents.push((MANIFEST.to_owned(), manifest.to_string().into_bytes()));
    Ok(contents)
}

/// The names of decks that would have the faces of others: a deck's are `faces/NAME.svg` and `faces/NAME_back.svg`.
fn faces(files: &Files) -> BTreeSet<String> {
    let paths = files.paths();
    let stems = paths.iter().filter_map(|path| {
        let stem = path.strip_prefix("faces/")?.strip_suffix(".svg")?;
        Some(stem.strip_suffix("_back").unwrap_or(stem))
    });
    stems.map(str::to_owned).collect()
}

fn decks_of(manifest: &DocumentMut) -> BTreeSet<String> {
    let decks = manifest.get("deck").and_then(Item::as_array_of_tables);
    let names = decks.into_iter().flatten();
    let names = names.filter_map(|deck| deck.get("name").and_then(Item::as_str));
    names.map(str::to_owned).collect()
}

/// Adds the decks of a manifest to another, with the colours that this lacks.
fn take_over(manifest: &mut DocumentMut, from: &DocumentMut) -> Result<(), String> {
    let palette = manifest
        .entry("palette")
        .or_insert(Item::Table(Table::new()));
    let palette = palette.as_table_like_mut();
    let palette = palette.ok_or("`palette` in `kit.toml` is no table")?;
    let colours = from.get("palette").and_then(Item::as_table_like);
    for (name, colour) in colours.into_iter().flat_map(|colours| colours.iter()) {
        if !palette.contains_key(name) {
            palette.insert(name, colour.clone());
        }
    }
    let decks = manifest
        .entry("deck")
        .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    let decks = decks.as_array_of_tables_mut();
    let decks = decks.ok_or("`deck` in `kit.toml` is not written as `[[deck]]`")?;
    let new = from.get("deck").and_then(Item::as_array_of_tables);
    for deck in new.into_iter().flatten() {
        let mut deck = deck.clone();
        // Behind everything that is there.
        unplaced(&mut deck);
        decks.push(deck);
    }
    Ok(())
}

/// Forgets where tables were in the text that they come from.
fn unplaced(table: &mut Table) {
    table.set_position(None);
    for (_, item) in table.iter_mut() {
        if let Item::Table(inner) = item {
            unplaced(inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;

    const BEASTS: &str = "Name,Count,Icon,Text\nOwl,2,moon,It hoots at night.\nFox,1,sun,It runs away from the dogs.\n";

    fn contents(files: &Files) -> BTreeMap<String, Vec<u8>> {
        let paths = files.paths().into_iter();
        paths
            .map(|path| (path.clone(), files.bytes(&path).unwrap()))
            .collect()
    }

    #[test]
    fn what_is_dropped_is_shown_and_becomes_a_deck_beside_the_others() {
        let bytes = BASE64_STANDARD.encode(BEASTS);
        let found = shown("Beasts.csv", &bytes).unwrap();
        assert_eq!(
            found[0]["columns"],
            json!(["Name", "Count", "Icon", "Text"])
        );
        assert_eq!(
            found[0]["rows"][1],
            json!(["Fox", "1", "sun", "It runs away from the dogs."])
        );
        assert!(
            shown("song.mp3", &bytes)
                .unwrap_err()
                .contains("not a table")
        );

        let files = Files::starter("blank-cards").unwrap();
        let mut all = contents(&files);
        for number in 1..=2 {
            let files = archive("owls", all.clone());
            all.extend(added(&files, "Beasts.csv", &bytes).unwrap());
            let kit = Kit::open(archive("owls", all.clone())).unwrap();
            assert_eq!(kit.decks.len(), 1 + number);
            assert_eq!(kit.decks[number].rows.len(), 2);
        }
        let kit = Kit::open(archive("owls", all)).unwrap();
        let names: Vec<&str> = kit.decks.iter().map(|deck| &*deck.name).collect();
        assert_eq!(names, ["cards", "beasts", "beasts-2"]);
    }

    #[test]
    fn a_new_deck_leaves_faces_that_are_there_alone() {
        let bytes = BASE64_STANDARD.encode(BEASTS);
        for face in ["faces/beasts.svg", "faces/beasts_back.svg"] {
            let mut all = contents(&Files::starter("blank-cards").unwrap());
            all.insert(face.to_owned(), b"<svg/>".to_vec());
            let new = added(&archive("owls", all), "Beasts.csv", &bytes).unwrap();
            let paths: Vec<&str> = new.iter().map(|(path, _)| &**path).collect();
            for path in [
                "beasts-2.csv",
                "faces/beasts-2.svg",
                "faces/beasts-2_back.svg",
            ] {
                assert!(paths.contains(&path), "{face}: {paths:?}");
            }
            assert!(!paths.contains(&face));
        }
    }
}
