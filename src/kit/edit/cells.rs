//! Rows of spreadsheets as cells: a CSV of the kit's own can be edited, everything else is only shown.

use std::borrow::Cow;
use std::ops::Range;

use super::row_files::RowFile;
use crate::kit::Files;
use crate::kit::rows::{MAX_TITLES, line_of_headings};
use crate::kit::table::{Table, TableRow, letters};

pub type Columns = Vec<String>;

/// Each row's name and cells, one for each column; `None` where the row has no value.
pub type Rows = Vec<(String, Vec<Option<String>>)>;

/// The rows below the headings that the deck asks for. Lines above them, such as a title, are left alone.
pub struct Body<'t> {
    table: &'t Table,
    pub columns: Columns,
    lines: Vec<Cow<'t, TableRow<'t>>>,
}

pub fn open(files: &Files, from: &RowFile) -> Result<Table, String> {
    Table::open(files, &from.path, from.sheet.as_deref(), &from.deck).map_err(|(why, _)| why)
}

impl<'t> Body<'t> {
    pub fn of(table: &'t Table, from: &RowFile) -> Result<Body<'t>, String> {
        let lines: Result<Vec<_>, _> = table.lines().collect();
        let mut lines = lines.map_err(|broken| broken.message)?;
        lines.retain(|line| !line.is_blank());
        let columns = match from.has_headings {
            true => headings(&mut lines, &from.columns),
            false => {
                let widest = lines.iter().map(|line| line.cells.len()).max();
                (0..widest.unwrap_or(0)).map(letters).collect()
            }
        };
        Ok(Body {
            table,
            columns,
            lines,
        })
    }

    /// Each row's name and cells.
    pub fn rows(&self) -> Rows {
        let numbers = 1..=self.lines.len();
        let cells = self.lines.iter().map(|line| self.cells(line));
        numbers
            .map(|number| number.to_string())
            .zip(cells)
            .collect()
    }

    fn cells(&self, line: &TableRow<'_>) -> Vec<Option<String>> {
        let value = |at: usize| Some(line.cells.get(at)?.value.to_string());
        (0..self.columns.len()).map(value).collect()
    }

    /// The line in which each row begins, from 1; in a workbook, the number of its row.
    pub fn places(&self) -> Vec<usize> {
        let numbers: Option<Vec<usize>> = self.lines.iter().map(|line| line.number).collect();
        let starts = self.lines.iter().map(|line| line.span.start);
        numbers.unwrap_or_else(|| lines_at(&self.table.text(), starts))
    }

    /// The bytes of a row in the table's text, if its cells are still those that were shown.
    pub fn extent(&self, row: usize, shown: &[Option<String>]) -> Option<Range<usize>> {
        let line = self.lines.get(row)?;
        (self.cells(line) == shown).then(|| line.span.clone())
    }

    /// The table's text with a new value in a cell, named by its row and column, that held `from`.
    pub fn with(
        &self,
        (row, column): (usize, usize),
        from: Option<&str>,
        to: &str,
        separator: char,
    ) -> Option<String> {
        let text = self.table.text();
        let line = self.lines.get(row)?;
        if column >= self.columns.len() {
            return None;
        }
        let (span, before) = match (line.cells.get(column), from) {
            (Some(old), Some(from)) if *old.value == *from => (old.span.clone(), String::new()),
            (None, None) => {
                let missing = column + 1 - line.cells.len();
                let end = line.span.end;
                (end..end, String::from(separator).repeat(missing))
            }
            _ => return None,
        };
        let was_quoted = text[span.clone()].starts_with('"');
        let needs = |letter: char| [separator, '"', '\n', '\r'].contains(&letter);
        let new = match was_quoted || to.contains(needs) || to.trim() != to {
            true => format!("\"{}\"", to.replace('"', "\"\"")),
            false => to.to_owned(),
        };
        Some([&text[..span.start], &before, &new, &text[span.end..]].concat())
    }
}

/// Takes the line with the headings, and all above it, from a table's lines.
fn headings(lines: &mut Vec<Cow<'_, TableRow<'_>>>, asked: &[(String, bool)]) -> Columns {
    let names = |line: &TableRow<'_>| -> Columns {
        let values = line.cells.iter().map(|cell| cell.value.to_string());
        values.collect()
    };
    // Case does not count.
    let first: Vec<Columns> = lines
        .iter()
        .take(MAX_TITLES)
        .map(|line| names(line).iter().map(|name| name.to_lowercase()).collect())
        .collect();
    let first: Vec<&[String]> = first.iter().map(Vec::as_slice).collect();
    let asked: Vec<(&str, bool)> = asked
        .iter()
        .map(|(name, is_needed)| (name.as_str(), *is_needed))
        .collect();
    let at = line_of_headings(&first, &asked);
    let mut above = lines.drain(..lines.len().min(at + 1));
    above
        .next_back()
        .map(|line| names(&line))
        .unwrap_or_default()
}

/// The separator with which a table of the kit's own is written back.
pub fn separator(table: &Table, path: &str) -> Result<char, &'static str> {
    match crate::kit::files::is_inside(path) {
        true => table.separator(),
        false => Err("this table is outside the kit: change it there"),
    }
}

/// The line of each of these places in a text, from 1, counted in one pass if they are in order.
pub fn lines_at(text: &str, places: impl Iterator<Item = usize>) -> Vec<usize> {
    let (mut line, mut counted) = (1, 0);
    let line_of = |place: usize| {
        if place < counted {
            (line, counted) = (1, 0);
        }
        line += text[counted..place].matches('\n').count();
        counted = place;
        line
    };
    places.map(line_of).collect()
}
