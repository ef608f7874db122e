//! Edits of a kit's files, to be undone and done again.

use serde::{Deserialize, Serialize};

use super::{CellEdit, RowAction, RowEdit, SheetEdit, changed, with_row};
use crate::kit::Files;

/// At most this much is kept, in bytes; the last edit can always be undone.
const MAX_KEPT: usize = 64 << 20;

/// Longer values are shortened in messages, in letters.
const BRIEF: usize = 60;

/// A file before and after an edit; `None` where there is none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    pub file: String,
    #[serde(with = "contents")]
    before: Option<Vec<u8>>,
    #[serde(with = "contents")]
    pub after: Option<Vec<u8>>,
}

/// Contents of a file as they are kept: texts as such.
mod contents {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kept {
        Text(String),
        Bytes(Vec<u8>),
    }

    pub fn serialize<S: Serializer>(contents: &Option<Vec<u8>>, to: S) -> Result<S::Ok, S::Error> {
        let kept = contents
            .clone()
            .map(|bytes| match String::from_utf8(bytes) {
                Ok(text) => Kept::Text(text),
                Err(why) => Kept::Bytes(why.into_bytes()),
            });
        kept.serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Vec<u8>>, D::Error> {
        let kept = Option::<Kept>::deserialize(from)?;
        Ok(kept.map(|kept| match kept {
            Kept::Text(text) => text.into_bytes(),
            Kept::Bytes(bytes) => bytes,
        }))
    }
}

impl Part {
    fn of(files: &Files, file: &str, after: Option<Vec<u8>>) -> Part {
        Part {
            file: file.to_owned(),
            before: files.bytes(file).ok(),
            after,
        }
    }

    fn size(&self) -> usize {
        let length = |bytes: &Option<Vec<u8>>| bytes.as_ref().map_or(0, Vec::len);
        length(&self.before) + length(&self.after)
    }
}

/// What an edit does to files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Change {
    pub parts: Vec<Part>,
    /// What was done, in a sentence.
    told: String,
}

impl Change {
    /// A new value in a cell.
    ///
    /// # Errors
    ///
    /// As [`changed`].
    pub fn of_cell(files: &Files, cell: &CellEdit, to: &str) -> Result<Change, String> {
        let from = brief(cell.from.as_deref().unwrap_or_default());
        let told = format!("“{from}” became “{}”", brief(to));
        let after = changed(files, cell, to)?;
        Ok(Change::of_text(files, &cell.file, after, &told))
    }

    /// A row copied or deleted.
    ///
    /// # Errors
    ///
    /// As [`with_row`].
    pub fn of_row(files: &Files, row: &RowEdit) -> Result<Change, String> {
        let done = match row.to {
            RowAction::Copy => "copied",
            RowAction::Delete => "deleted",
        };
        let told = format!("row {} was {done}", row.row + 1);
        let after = with_row(files, row)?;
        Ok(Change::of_text(files, &row.file, after, &told))
    }

    /// Several cells, rows or columns of a table.
    ///
    /// # Errors
    ///
    /// As [`SheetEdit::changed`].
    pub fn of_sheet(files: &Files, edit: &SheetEdit) -> Result<Change, String> {
        let contents = edit.changed(files)?.into_iter();
        let contents = contents.map(|(file, text)| (file, text.into_bytes()));
        Ok(Change::of_files(files, contents.collect(), &edit.told()))
    }

    /// A file with another text, and what was done to it.
    pub fn of_text(files: &Files, file: &str, text: String, told: &str) -> Change {
        Change::of_files(files, vec![(file.to_owned(), text.into_bytes())], told)
    }

    /// A file with other contents, or without any: it is deleted.
    pub fn of_file(files: &Files, file: &str, bytes: Option<Vec<u8>>, told: &str) -> Change {
        Change {
            parts: vec![Part::of(files, file, bytes)],
            told: format!("{file}: {told}"),
        }
    }

    /// Files with other contents, in one edit; they need not exist yet.
    pub fn of_files(files: &Files, contents: Vec<(String, Vec<u8>)>, told: &str) -> Change {
        let part = |(file, bytes): (String, Vec<u8>)| Part::of(files, &file, Some(bytes));
        let parts: Vec<Part> = contents.into_iter().map(part).collect();
        let told = match parts.first() {
            Some(part) => format!("{}: {told}", part.file),
            None => told.to_owned(),
        };
        Change { parts, told }
    }
}

/// A step back in a history, or forth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Undo,
    Redo,
}

/// The edits so far, and those that were undone.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct History {
    done: Vec<Change>,
    undone: Vec<Change>,
}

impl History {
    /// Adds an edit that was just written.
    pub fn add(&mut self, change: Change) {
        self.undone.clear();
        self.done.push(change);
        let size = |change: &Change| change.parts.iter().map(Part::size).sum::<usize>();
        while self.done.len() > 1 && self.done.iter().map(size).sum::<usize>() > MAX_KEPT {
            self.done.remove(0);
        }
    }

    /// The last edits, of at most this many bytes, to be kept until the kit is opened again.
    pub fn last(&self, most: usize) -> History {
        let mut left = most;
        let mut last = |changes: &[Change]| {
            let fits = |change: &&Change| {
                let size: usize = change.parts.iter().map(Part::size).sum();
                let fits = size <= left;
                left -= if fits { size } else { left };
                fits
            };
            let mut last: Vec<Change> = changes.iter().rev().take_while(fits).cloned().collect();
            last.reverse();
            last
        };
        History {
            done: last(&self.done),
            undone: last(&self.undone),
        }
    }

    /// What would be undone next.
    pub fn undoes(&self) -> Option<String> {
        self.done.last().map(|change| change.told.clone())
    }

    /// What would be done again next.
    pub fn redoes(&self) -> Option<String> {
        self.undone.last().map(|change| change.told.clone())
    }

    /// Undoes the last edit, or does again what was undone last; `write` gives a file its other contents, or deletes it.
    ///
    /// # Errors
    ///
    /// There is none, one of its files was changed elsewhere, or cannot be written: then it can be tried again.
    pub fn step(
        &mut self,
        step: Step,
        files: &Files,
        mut write: impl FnMut(&str, Option<&[u8]>) -> Result<(), String>,
    ) -> Result<(), String> {
        let (from, to, what) = match step {
            Step::Undo => (&mut self.done, &mut self.undone, "undo"),
            Step::Redo => (&mut self.undone, &mut self.done, "do again"),
        };
        let nothing = || format!("there is nothing to {what}");
        let change = from.last().ok_or_else(nothing)?;
        let sides = |part: &Part| match step {
            Step::Undo => (part.after.clone(), part.before.clone()),
            Step::Redo => (part.before.clone(), part.after.clone()),
        };
        let is_other = |part: &&Part| files.bytes(&part.file).ok() != sides(part).0;
        if let Some(part) = change.parts.iter().find(is_other) {
            let why = match step {
                Step::Undo => "undo it there",
                Step::Redo => "do it again there",
            };
            let why = format!("`{}` has been changed elsewhere since: {why}", part.file);
            from.pop();
            return Err(why);
        }
        for part in &change.parts {
            write(&part.file, sides(part).1.as_deref())?;
        }
        to.extend(from.pop());
        Ok(())
    }
}

fn brief(words: &str) -> String {
    let start: String = words.chars().take(BRIEF).collect();
    if start.len() < words.len() {
        start + "…"
    } else {
        start
    }
}
