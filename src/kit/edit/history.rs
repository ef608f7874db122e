//! Edits of a kit's files, to be undone and done again.

use super::{Cell, RowAction, RowEdit, changed, with_row};
use crate::kit::Files;

/// At most this much is kept, in bytes; the last edit can always be undone.
const MAX_KEPT: usize = 64 << 20;

/// Longer values are shortened in messages, in letters.
const BRIEF: usize = 60;

/// A file before and after an edit.
#[derive(Debug)]
pub struct Change {
    pub file: String,
    before: String,
    pub after: String,
    /// What was done, in a sentence.
    told: String,
}

impl Change {
    /// A new value in a cell.
    ///
    /// # Errors
    ///
    /// As [`changed`].
    pub fn of_cell(files: &Files, cell: &Cell, to: &str) -> Result<Change, String> {
        let from = brief(cell.from.as_deref().unwrap_or_default());
        let told = format!("“{from}” became “{}”", brief(to));
        Change::of(files, &cell.file, changed(files, cell, to)?, told)
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
        Change::of(files, &row.file, with_row(files, row)?, told)
    }

    /// A text written anew.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn of_text(files: &Files, file: &str, text: String) -> Result<Change, String> {
        Change::of(files, file, text, "it was written".into())
    }

    /// A template after something was done on its face, told in a sentence.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn of_face(
        files: &Files,
        file: &str,
        text: String,
        told: String,
    ) -> Result<Change, String> {
        Change::of(files, file, text, told)
    }

    fn of(files: &Files, file: &str, after: String, told: String) -> Result<Change, String> {
        Ok(Change {
            file: file.to_owned(),
            before: files.read(file)?,
            after,
            told,
        })
    }

    fn told(&self) -> String {
        format!("{}: {}", self.file, self.told)
    }
}

/// A step back in a history, or forth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Undo,
    Redo,
}

/// The edits so far, and those that were undone.
#[derive(Debug, Default)]
pub struct History {
    done: Vec<Change>,
    undone: Vec<Change>,
}

impl History {
    /// Adds an edit that was just written.
    pub fn add(&mut self, change: Change) {
        self.undone.clear();
        self.done.push(change);
        let size = |change: &Change| change.before.len() + change.after.len();
        while self.done.len() > 1 && self.done.iter().map(size).sum::<usize>() > MAX_KEPT {
            self.done.remove(0);
        }
    }

    /// What would be undone next.
    pub fn undoes(&self) -> Option<String> {
        self.done.last().map(Change::told)
    }

    /// What would be done again next.
    pub fn redoes(&self) -> Option<String> {
        self.undone.last().map(Change::told)
    }

    /// Undoes the last edit, or does again what was undone last; `write` gives a file its other text.
    ///
    /// # Errors
    ///
    /// There is none, its file was changed elsewhere, or it cannot be read or written: then it can be tried again.
    pub fn step(
        &mut self,
        step: Step,
        files: &Files,
        write: impl FnOnce(&str, &str) -> Result<(), String>,
    ) -> Result<(), String> {
        let (from, to, what) = match step {
            Step::Undo => (&mut self.done, &mut self.undone, "undo"),
            Step::Redo => (&mut self.undone, &mut self.done, "do again"),
        };
        let nothing = || format!("there is nothing to {what}");
        let change = from.last().ok_or_else(nothing)?;
        let (was, becomes) = match step {
            Step::Undo => (&change.after, &change.before),
            Step::Redo => (&change.before, &change.after),
        };
        if files.read(&change.file)? != *was {
            let why = match step {
                Step::Undo => "undo it there",
                Step::Redo => "do it again there",
            };
            let why = format!("`{}` has been changed elsewhere since: {why}", change.file);
            from.pop();
            return Err(why);
        }
        write(&change.file, becomes)?;
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
