//! Rows of spreadsheets as cells: a CSV of the kit's own can be edited, everything else is only shown.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;

use super::row_files::RowFile;
use crate::kit::Files;
use crate::kit::rows::{MAX_TITLES, line_of_headings};
use crate::kit::table::{Table, TableRow, letters};

pub type Columns = Vec<String>;

/// Each row's name and cells, one for each column; `None` where the row has no value.
pub type Rows = Vec<(String, Vec<Option<String>>)>;

/// New columns, values for cells, and new rows.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Fill {
    /// New columns, behind the others.
    pub columns: Vec<String>,
    pub cells: Vec<Put>,
    /// Whether all rows that are there go.
    pub clear: bool,
    /// New rows, each with a value for every column, above the row of this number.
    pub at: usize,
    pub rows: Vec<Vec<String>>,
}

/// A value for a cell.
#[derive(Clone, Debug, Deserialize)]
pub struct Put {
    pub row: usize,
    pub column: usize,
    pub from: Option<String>,
    pub to: String,
}

/// The rows below the headings that the deck asks for. Lines above them, such as a title, are left alone.
pub struct Body<'t> {
    table: &'t Table,
    pub columns: Columns,
    /// The line that names them.
    head: Option<Cow<'t, TableRow<'t>>>,
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
        let (head, columns) = if from.has_headings {
            let head = headings(&mut lines, &from.columns);
            let names = head.as_deref().map(names).unwrap_or_default();
            (head, names)
        } else {
            let widest = lines.iter().map(|line| line.cells.len()).max();
            (None, (0..widest.unwrap_or(0)).map(letters).collect())
        };
        Ok(Body {
            table,
            columns,
            head,
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
        let new = quoted(to, separator, was_quoted);
        Some([&text[..span.start], &before, &new, &text[span.end..]].concat())
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether a line names the columns.
    pub fn has_head(&self) -> bool {
        self.head.is_some()
    }

    /// Where a column's name is.
    pub fn head_cell(&self, column: usize) -> Option<Range<usize>> {
        let cell = self.head.as_ref()?.cells.get(column)?;
        Some(cell.span.clone())
    }

    /// What puts new columns, values and rows into the table's text; `None` if a cell is not as it was shown.
    pub fn filled(&self, fill: &Fill, separator: char) -> Option<Vec<(Range<usize>, String)>> {
        let sign = String::from(separator);
        let write = |to: &String| quoted(to, separator, false);
        let mut edits = Vec::new();
        if !fill.columns.is_empty() {
            let end = self.head.as_ref()?.span.end;
            let names = fill.columns.iter().map(|name| sign.clone() + &write(name));
            edits.push((end..end, names.collect()));
        }
        let mut by_row: BTreeMap<usize, BTreeMap<usize, &Put>> = BTreeMap::new();
        for put in &fill.cells {
            by_row.entry(put.row).or_default().insert(put.column, put);
        }
        for (row, puts) in by_row {
            let line = self.lines.get(row)?;
            let mut behind = String::new();
            let mut reached = line.cells.len();
            for (column, put) in puts {
                match (line.cells.get(column), &put.from) {
                    (Some(old), Some(from)) if *old.value == **from => {
                        let was_quoted = self.table.text()[old.span.clone()].starts_with('"');
                        let new = quoted(&put.to, separator, was_quoted);
                        edits.push((old.span.clone(), new));
                    }
                    (None, None) => {
                        behind += &sign.repeat(column + 1 - reached);
                        behind += &write(&put.to);
                        reached = column + 1;
                    }
                    _ => return None,
                }
            }
            if !behind.is_empty() {
                edits.push((line.span.end..line.span.end, behind));
            }
        }
        let end = if self.table.text().contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let row = |row: &Vec<String>| row.iter().map(write).collect::<Vec<_>>().join(&sign);
        let rows: Vec<String> = fill.rows.iter().map(row).collect();
        edits.extend(self.with_rows(fill, &rows, end));
        Some(edits)
    }

    /// What puts new rows in, in place of the others or among them.
    fn with_rows(&self, fill: &Fill, rows: &[String], end: &str) -> Option<(Range<usize>, String)> {
        let first = self.lines.first();
        let last = self.lines.last().or(self.head.as_ref());
        let below = last.map_or(0, |line| line.span.end);
        let lead = if last.is_some() { end } else { "" };
        if let Some(first) = first.filter(|_| fill.clear) {
            return Some((first.span.start..below, rows.join(end)));
        }
        if rows.is_empty() {
            return None;
        }
        Some(match self.lines.get(fill.at) {
            Some(next) => (next.span.start..next.span.start, rows.join(end) + end),
            None => (below..below, lead.to_owned() + &rows.join(end)),
        })
    }

    /// What takes a column out of the table's text.
    pub fn without(&self, column: usize) -> Vec<(Range<usize>, String)> {
        let lines = self.head.iter().chain(&self.lines);
        let own = lines.filter_map(|line| {
            let cell = line.cells.get(column)?;
            // With the separator before it, or behind the first.
            let range = match column.checked_sub(1) {
                Some(before) => line.cells[before].span.end..cell.span.end,
                None => {
                    let next = line.cells.get(1);
                    cell.span.start..next.map_or(cell.span.end, |next| next.span.start)
                }
            };
            Some((range, String::new()))
        });
        own.collect()
    }

    /// The first row with nothing but this column, which would be none without it.
    pub fn only_in(&self, column: usize) -> Option<usize> {
        let is_only = |line: &Cow<'_, TableRow<'_>>| {
            let mut others = line.cells.iter().enumerate();
            others.all(|(at, cell)| at == column || cell.value.is_empty())
        };
        self.lines.iter().position(is_only)
    }
}

/// A value as a table has it: in quotes if it was, or if it needs them.
pub fn quoted(to: &str, separator: char, was_quoted: bool) -> String {
    let needs = |letter: char| [separator, '"', '\n', '\r'].contains(&letter);
    if was_quoted || to.contains(needs) || to.trim() != to {
        format!("\"{}\"", to.replace('"', "\"\""))
    } else {
        to.to_owned()
    }
}

fn names(line: &TableRow<'_>) -> Columns {
    let values = line.cells.iter().map(|cell| cell.value.to_string());
    values.collect()
}

/// Takes the line with the headings, and all above it, from a table's lines.
fn headings<'t>(
    lines: &mut Vec<Cow<'t, TableRow<'t>>>,
    asked: &[(String, bool)],
) -> Option<Cow<'t, TableRow<'t>>> {
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
    above.next_back()
}

/// The separator with which a table of the kit's own is written back.
pub fn separator(table: &Table, path: &str) -> Result<char, &'static str> {
    if crate::kit::files::is_inside(path) {
        table.separator()
    } else {
        Err("this table is outside the kit: change it there")
    }
}

/// The line of each of these places in a text, from 1, counted in one pass if they are in order.
pub fn lines_at(text: &str, places: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut line = 1;
    let mut counted = 0;
    let line_of = |place: usize| {
        if place < counted {
            line = 1;
            counted = 0;
        }
        line += text[counted..place].matches('\n').count();
        counted = place;
        line
    };
    places.map(line_of).collect()
}
