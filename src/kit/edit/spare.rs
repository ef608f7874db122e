//! A kit without the rows that are wrong, so that one of them does not hide all others from whoever edits them. Rows that only have a
//! word that is not allowed in their column stay.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use toml_edit::{Array, DocumentMut, Item, Value};

use super::{MANIFEST, document, extents, grids, lines_at};
use crate::kit::code::slug;
use crate::kit::files::{Edited, is_table};
use crate::kit::{Files, Kit, Problems};

/// How often rows are left out: what is wrong may only be found once something else is not.
const ROUNDS: usize = 4;

/// Lines, from 1.
type Lines = RangeInclusive<usize>;

/// The kit with the words that are new in its columns, without the rows in which other problems are, and how many rows those are;
/// `None` if it still cannot be read. The other rows stay in their lines.
pub fn spare(files: &Files, wrong: &Problems) -> Option<(Kit, usize)> {
    let wider = widened(files);
    let files = wider.as_ref().unwrap_or(files);
    let mut wrong = wrong.clone();
    if wider.is_some() {
        match Kit::open(files.clone()) {
            Ok(kit) => return Some((kit, 0)),
            Err(more) => wrong = more,
        }
    }
    let rows = rows(files)?;
    let mut left_out: BTreeSet<(&str, usize)> = BTreeSet::new();
    for _ in 0..ROUNDS {
        let before = left_out.len();
        for problem in &wrong.0 {
            let (line, _) = problem.place.line_column();
            let (path, all) = rows
                .iter()
                .find(|(path, _)| *problem.place.file == *files.name(path))?;
            let row = all.iter().position(|lines| lines.contains(&line))?;
            left_out.insert((path, row));
        }
        if left_out.len() == before {
            return None;
        }
        match Kit::open(without(files, &rows, &left_out)?) {
            Ok(kit) => return Some((kit, left_out.len())),
            Err(more) => wrong = more,
        }
    }
    None
}

/// The files with all words that columns have among those that they may have; `None` if these are all there.
fn widened(files: &Files) -> Option<Files> {
    let mut manifest = document(files, MANIFEST).ok()?;
    let mut is_wider = false;
    for grid in grids(files).ok()? {
        let Some(deck) = &grid.deck else { continue };
        for (at, column) in grid.columns.iter().enumerate() {
            let Some((names, is_list)) = allowed_words(&mut manifest, deck, column) else {
                continue;
            };
            let cells = grid.rows.iter().filter_map(|(_, cells)| cells[at].as_ref());
            for word in cells.flat_map(|cell| words_of(cell, is_list)) {
                if !names.iter().any(|name| name.as_str() == Some(&*word)) {
                    names.push(word);
                    is_wider = true;
                }
            }
        }
    }
    let texts = BTreeMap::from([(MANIFEST.to_owned(), manifest.to_string())]);
    is_wider.then(|| Files::Edited(Arc::new(Edited::over(files.clone(), texts))))
}

/// The words in a cell.
fn words_of(cell: &str, is_list: bool) -> Vec<String> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    match cell.parse::<Value>() {
        Ok(Value::Array(entries)) if is_list => entries.iter().filter_map(text).collect(),
        _ => {
            let marks = |letter| is_list && matches!(letter, ',' | ';');
            let entries = cell.split(marks).map(str::trim);
            entries
                .filter(|entry| !entry.is_empty())
                .map(str::to_owned)
                .collect()
        }
    }
}

/// The list of words that a column of a deck may have, if there is one, and whether it may have several of them.
pub fn allowed_words<'m>(
    manifest: &'m mut DocumentMut,
    deck: &str,
    column: &str,
) -> Option<(&'m mut Array, bool)> {
    let decks = manifest.get_mut("deck")?.as_array_of_tables_mut()?;
    let mut decks = decks.iter_mut();
    let own = decks.find(|own| own.get("name").and_then(Item::as_str) == Some(deck))?;
    let fields = own.get_mut("fields")?.as_table_like_mut()?;
    // Where its column has another name, it is found by that.
    let is_its = |name: &str, field: &Item| {
        let named = field.get("column").and_then(Item::as_str);
        slug(named.unwrap_or(name), '_') == slug(column, '_')
    };
    let mut fields = fields.iter_mut();
    let (_, field) = fields.find(|(name, field)| is_its(name, field))?;
    let is_list = field.get("type").and_then(Item::as_str) == Some("list");
    Some((field.get_mut("one_of")?.as_array_mut()?, is_list))
}

/// The lines of every row, by the file.
fn rows(files: &Files) -> Option<BTreeMap<String, Vec<Lines>>> {
    let mut all: BTreeMap<String, Vec<Lines>> = BTreeMap::new();
    for grid in grids(files).ok()? {
        let Some(deck) = grid.deck.as_ref().filter(|_| grid.fixed.is_none()) else {
            continue;
        };
        let lines: Vec<Lines> = if is_table(&grid.file) {
            let ends = grid.lines.iter().skip(1).map(|next| next - 1);
            let ends = ends.chain([usize::MAX]);
            grid.lines
                .iter()
                .zip(ends)
                .map(|(start, end)| *start..=end)
                .collect()
        } else {
            let text = files.read(&grid.file).ok()?;
            let own = extents(&text, deck);
            let ends = own
                .iter()
                .flat_map(|own| [own.start, own.end.saturating_sub(1)]);
            let ends = lines_at(&text, ends);
            ends.chunks_exact(2).map(|ends| ends[0]..=ends[1]).collect()
        };
        all.entry(grid.file).or_default().extend(lines);
    }
    Some(all)
}

/// The files with blank lines in place of some rows.
fn without(
    files: &Files,
    rows: &BTreeMap<String, Vec<Lines>>,
    left_out: &BTreeSet<(&str, usize)>,
) -> Option<Files> {
    let mut texts = BTreeMap::new();
    for (path, row) in left_out {
        let lines = &rows[*path][*row];
        let text = match texts.remove(*path) {
            Some(text) => text,
            None => files.read(path).ok()?,
        };
        let kept = text.split_inclusive('\n').enumerate();
        let kept = kept.map(|(at, line)| match lines.contains(&(at + 1)) {
            true if line.ends_with('\n') => "\n",
            true => "",
            false => line,
        });
        texts.insert((*path).to_owned(), kept.collect());
    }
    Some(Files::Edited(Arc::new(Edited::over(files.clone(), texts))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::archive::Archive;

    fn kit(starter: &str, path: &str, change: impl Fn(String) -> String) -> Files {
        let files = Files::starter(starter).unwrap();
        let paths = files.paths().into_iter();
        let mut all: BTreeMap<String, Vec<u8>> = paths
            .map(|path| (path.clone(), files.bytes(&path).unwrap()))
            .collect();
        let text = String::from_utf8(all[path].clone()).unwrap();
        all.insert(path.into(), change(text).into_bytes());
        Files::Archive(Arc::new(Archive::of("kit".into(), all)))
    }

    #[test]
    fn a_row_that_is_wrong_is_left_out_and_the_others_stay_in_their_lines() {
        let doubled = kit("blank-cards", "cards.csv", |text| {
            let first = text.lines().nth(1).unwrap().to_owned();
            text.replacen(&first, &format!("{first}\n{first}"), 1)
        });
        let wrong = Kit::open(doubled.clone()).unwrap_err();
        let (kit, left_out) = spare(&doubled, &wrong).unwrap();
        assert_eq!(left_out, 1);
        let whole = Kit::open(Files::starter("blank-cards").unwrap()).unwrap();
        assert_eq!(kit.decks[0].rows.len(), whole.decks[0].rows.len());
        assert_eq!(kit.decks[0].rows[1].place().line_column().0, 4);
    }

    #[test]
    fn a_row_with_a_new_word_stays_and_one_that_is_wrong_besides_does_not() {
        let worded = kit("blank-cards", "cards.csv", |text| {
            text.replacen(",sun,", ",witch,", 1)
        });
        let wrong = Kit::open(worded.clone()).unwrap_err();
        let (whole, left_out) = spare(&worded, &wrong).unwrap();
        assert_eq!(left_out, 0);
        let starter = Kit::open(Files::starter("blank-cards").unwrap()).unwrap();
        assert_eq!(whole.decks[0].rows.len(), starter.decks[0].rows.len());
        let doubled = kit("blank-cards", "cards.csv", |text| {
            let first = text.lines().nth(1).unwrap().to_owned();
            let text = text.replacen(",sun,", ",witch,", 1);
            format!("{}\n{first}\n{first}\n", text.trim_end())
        });
        let wrong = Kit::open(doubled.clone()).unwrap_err();
        assert_eq!(spare(&doubled, &wrong).unwrap().1, 1);
        assert_eq!(words_of("sun, moon;", true), ["sun", "moon"]);
        assert_eq!(words_of("[\"sun\"]", true), ["sun"]);
        assert_eq!(words_of("sun, moon", false), ["sun, moon"]);
    }

    #[test]
    fn what_is_wrong_elsewhere_leaves_nothing_out() {
        let broken = kit("blank-cards", "kit.toml", |text| {
            text.replace("bleed = 3", "bleed = \"three\"")
        });
        let wrong = Kit::open(broken.clone()).unwrap_err();
        assert!(spare(&broken, &wrong).is_none());
        let tiles = kit("blank-tiles", "tiles.toml", |text| {
            let row = &text[text.find("[[").unwrap()..];
            let end = row[2..].find("[[").unwrap() + 2;
            [&text, "\n", &row[..end]].concat()
        });
        let wrong = Kit::open(tiles.clone()).unwrap_err();
        assert_eq!(spare(&tiles, &wrong).unwrap().1, 1);
    }
}
