//! A workbook's sheet: the cells found, in lines.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::{Broken, Cell, MAX_COLUMNS, MAX_ROWS, TableRow, letters};

/// A sheet, before its cells are read.
#[derive(Clone, Debug, PartialEq)]
pub struct Tab {
    pub name: String,
    /// Hidden, or without cells of its own, as a chart is.
    pub is_hidden: bool,
}

/// The separator of cells where a sheet is shown.
const BETWEEN: &str = " | ";

/// The most text in a sheet, in bytes: a few bytes of a workbook can put one long text into a million cells.
const LONGEST: usize = 16 << 20;

/// A sheet, ready to be read and shown.
pub struct Sheet {
    pub name: String,
    /// If it was not chosen by name, the names of all sheets.
    pub guessed: Option<Vec<String>>,
    pub text: Arc<str>,
    pub lines: Vec<TableRow<'static>>,
    /// What follows the lines that could be read.
    pub broken: Option<Broken>,
}

/// Cells in any order, as in the workbook: row and column from 0.
#[derive(Default)]
pub(super) struct Cells {
    cells: Vec<(usize, usize, Found)>,
    /// The first merged area in each row: its first row, its first column, and its name, "A2:A4".
    pub merged: BTreeMap<usize, (usize, String)>,
    /// Why the rest of the sheet cannot be read, and at which cell.
    beyond: Option<((usize, usize), String)>,
    /// The size of all texts.
    length: usize,
}

/// What is found in a cell.
pub(super) enum Found {
    Value(String),
    /// Something unusable: its text, and why.
    Fault(String, Arc<str>),
}

impl Found {
    /// A formula that went wrong.
    pub fn error(name: String) -> Found {
        let why = format!("the formula in it failed: {name}").into();
        Found::Fault(name, why)
    }

    /// A formula without a value: spreadsheets also write its value, but other programs do not.
    pub fn uncalculated(formula: String) -> Found {
        let why = "the formula in it was never calculated: open the workbook in a spreadsheet and save it once";
        Found::Fault(format!("={formula}"), why.into())
    }

    pub fn date(words: String) -> Found {
        Found::Fault(words, "it is a date or a time; format the column as text, or start the cell with an apostrophe".into())
    }
}

impl Cells {
    /// Adds a cell; false if it is beyond the limits, after which no cells are added.
    pub fn add(&mut self, row: usize, column: usize, found: Found) -> bool {
        let (Found::Value(words) | Found::Fault(words, _)) = &found;
        if words.trim().is_empty() {
            return true;
        }
        self.length += words.len() + size_of::<Cell>();
        if row >= MAX_ROWS || column >= MAX_COLUMNS {
            let limits = format!(
                "is beyond the {MAX_ROWS} rows and {MAX_COLUMNS} columns that a table may have"
            );
            self.beyond = Some(((row, column), limits));
        } else if self.length > LONGEST {
            self.beyond = Some((
                (row, column),
                format!(
                    "is beyond the {} MB that a sheet may contain",
                    LONGEST >> 20
                ),
            ));
        } else {
            self.cells.push((row, column, found));
        }
        self.beyond.is_none()
    }

    /// The cells in lines.
    pub fn sheet(mut self, name: String) -> Sheet {
        self.cells.sort_by_key(|(row, column, _)| (*row, *column));
        let mut text = String::new();
        let mut lines: Vec<TableRow<'static>> = Vec::new();
        let mut begun = 0;
        for (row, column, found) in self.cells {
            while begun <= row {
                if begun > 0 {
                    text.push('\n');
                }
                begun += 1;
            }
            if lines.last().is_none_or(|line| line.number != Some(row + 1)) {
                lines.push(TableRow {
                    cells: Vec::new(),
                    span: text.len()..text.len(),
                    number: Some(row + 1),
                });
            }
            let Some(line) = lines.last_mut() else {
                continue;
            };
            // A cell may occur twice in a file not written by a spreadsheet; the first one counts.
            if line.cells.len() > column {
                continue;
            }
            while line.cells.len() <= column {
                if !line.cells.is_empty() {
                    text.push_str(BETWEEN);
                }
                line.cells.push(Cell {
                    span: text.len()..text.len(),
                    ..Cell::default()
                });
            }
            let (value, fault) = match found {
                Found::Value(value) => (value.trim().replace("\r\n", "\n"), None),
                Found::Fault(words, why) => (words, Some(why)),
            };
            let start = text.len();
            text.extend(
                value
                    .chars()
                    .map(|letter| if letter.is_control() { ' ' } else { letter }),
            );
            line.cells[column] = Cell {
                value: value.into(),
                span: start..text.len(),
                fault,
            };
            line.span.end = text.len();
        }
        let merged = |line: &TableRow<'_>| {
            let row = line.number.unwrap_or_default().saturating_sub(1);
            self.merged.get(&row).cloned()
        };
        // Blank lines never count, so a merged area starts in a line with cells.
        let first_merged = lines
            .iter()
            .find_map(|line| merged(line).map(|(column, area)| (place(line, column), area)));
        let broken = match (first_merged, self.beyond) {
            (Some((span, area)), _) => Some(Broken {
                span,
                message: format!("the cells {area} are merged: every row needs cells of its own"),
                help: "split them, and write the value into each".into(),
            }),
            (None, Some(((row, column), why))) => Some(Broken {
                span: text.len()..text.len(),
                message: format!("the cell {}{} {why}", letters(column), row + 1),
                help: "delete the contents".into(),
            }),
            (None, None) => None,
        };
        Sheet {
            name,
            guessed: None,
            text: text.into(),
            lines,
            broken,
        }
    }
}

fn place(line: &TableRow<'_>, column: usize) -> Range<usize> {
    line.cells
        .get(column)
        .map_or(line.span.clone(), |cell| cell.span.clone())
}
