//! A kit without the rows that are wrong, so that one of them does not hide all others from whoever edits them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::{extents, grids, lines_at};
use crate::kit::files::{Edited, is_table};
use crate::kit::{Files, Kit, Problems};

/// How often rows are left out: what is wrong may only be found once something else is not.
const ROUNDS: usize = 4;

/// Lines, from 1.
type Lines = RangeInclusive<usize>;

/// The kit without the rows in which these problems are, and how many rows those are; `None` if it still cannot be read. The other
/// rows stay in their lines.
pub fn spare(files: &Files, wrong: &Problems) -> Option<(Kit, usize)> {
    let rows = rows(files)?;
    let mut left_out: BTreeSet<(&str, usize)> = BTreeSet::new();
    let mut wrong = wrong.clone();
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
