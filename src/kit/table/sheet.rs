//! A workbook's sheet: the cells found, in lines.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::{Broken, Cell, MAX_COLUMNS, MAX_ROWS, TableRow, failed_with, letters};

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
    /// The cells with pictures that are the value of none: those over words, or outside of the table.
    pub loose: Vec<String>,
    /// What else the file holds that is not read.
    pub unread: Option<&'static str>,
}

/// The most merged areas and pictures that are looked at.
const MAX_AREAS: usize = 20_000;

/// Cells in any order, as in the workbook: row and column from 0.
#[derive(Default)]
pub(super) struct Cells {
    cells: Vec<(usize, usize, Found)>,
    merged: Vec<Area>,
    /// What the pictures in cells are called as files; nothing for one of a kind that cannot be drawn.
    pictures: Vec<(usize, usize, Option<String>)>,
    /// The rows that the workbook does not show.
    hidden: HashSet<usize>,
    /// Why the rest of the sheet cannot be read, and at which cell.
    beyond: Option<((usize, usize), String)>,
    /// The size of all texts.
    length: usize,
}

/// A merged area: its first and last row and column, from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub top: usize,
    pub left: usize,
    pub bottom: usize,
    pub right: usize,
}

/// What is found in a cell.
#[derive(Clone, Default)]
pub(super) struct Found {
    pub words: String,
    /// Why the formula has no value; then the words are its error, or itself.
    pub failed: Option<Arc<str>>,
    pub marked: Option<String>,
    /// The bare number where its format adds signs or words.
    pub number: Option<String>,
    pub is_date: bool,
}

impl Found {
    pub fn value(words: String) -> Found {
        Found {
            words,
            ..Found::default()
        }
    }

    /// A number as its format shows it.
    pub fn number(words: String, bare: String) -> Found {
        let is_bare = words == bare;
        Found {
            number: Some(bare).filter(|_| !is_bare),
            ..Found::value(words)
        }
    }

    /// A formula that went wrong.
    pub fn error(name: String) -> Found {
        Found {
            failed: Some(failed_with(&name)),
            ..Found::value(name)
        }
    }

    /// A formula without a value: spreadsheets also write its value, but other programs do not.
    pub fn uncalculated(formula: String) -> Found {
        let why = "was never calculated: open the workbook in a spreadsheet and save it once";
        Found {
            failed: Some(why.into()),
            ..Found::value(format!("={formula}"))
        }
    }

    pub fn date(words: String) -> Found {
        Found {
            is_date: true,
            ..Found::value(words)
        }
    }
}

impl Cells {
    /// Adds a cell; false if it is beyond the limits, after which no cells are added.
    pub fn add(&mut self, row: usize, column: usize, found: Found) -> bool {
        if found.words.trim().is_empty() {
            return true;
        }
        let marked = found.marked.as_ref().map_or(0, String::len);
        self.length += found.words.len() + marked + size_of::<Cell>();
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

    pub fn merge(&mut self, area: Area) {
        if self.merged.len() < MAX_AREAS {
            self.merged.push(area);
        }
    }

    /// Adds a picture, which is called so as a file.
    pub fn lay(&mut self, row: usize, column: usize, name: Option<String>) {
        if self.pictures.len() < MAX_AREAS {
            self.pictures.push((row, column, name));
        }
    }

    /// Makes pictures the values of their cells, if those are blank, in a row with words, and below words of their column; the
    /// cells of the others.
    fn settle_pictures(&mut self) -> Vec<String> {
        let rows: HashSet<usize> = self.cells.iter().map(|(row, ..)| *row).collect();
        let mut filled: HashSet<(usize, usize)> = HashSet::new();
        let mut tops: HashMap<usize, usize> = HashMap::new();
        for (row, column, _) in &self.cells {
            filled.insert((*row, *column));
            let top = tops.entry(*column).or_insert(*row);
            *top = (*top).min(*row);
        }
        let mut loose = Vec::new();
        for (row, column, name) in std::mem::take(&mut self.pictures) {
            let is_below = tops.get(&column).is_some_and(|top| *top < row);
            let name = name.filter(|_| rows.contains(&row) && is_below);
            match name.filter(|_| filled.insert((row, column))) {
                Some(name) => {
                    self.add(row, column, Found::value(name));
                }
                None => loose.push(format!("{}{}", letters(column), row + 1)),
            }
        }
        loose
    }

    /// Notes that the workbook does not show a row.
    pub fn hide(&mut self, row: usize) {
        if row < MAX_ROWS {
            self.hidden.insert(row);
        }
    }

    /// Where an area is merged downwards, each of its rows that has cells of its own has the value.
    fn fill_down(&mut self) {
        let tall: Vec<Area> = self
            .merged
            .iter()
            .copied()
            .filter(|area| area.bottom > area.top)
            .collect();
        if tall.is_empty() {
            return;
        }
        let used: BTreeSet<usize> = self.cells.iter().map(|(row, ..)| *row).collect();
        let at: HashMap<(usize, usize), usize> = (0..self.cells.len())
            .map(|index| ((self.cells[index].0, self.cells[index].1), index))
            .collect();
        for area in tall {
            let Some(index) = at.get(&(area.top, area.left)) else {
                continue;
            };
            let found = self.cells[*index].2.clone();
            for row in used.range(area.top + 1..=area.bottom) {
                if !self.add(*row, area.left, found.clone()) {
                    return;
                }
            }
        }
    }

    /// The cells in lines.
    pub fn sheet(mut self, name: String) -> Sheet {
        let loose = self.settle_pictures();
        self.fill_down();
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
                    span: text.len()..text.len(),
                    number: Some(row + 1),
                    is_hidden: self.hidden.contains(&row),
                    ..TableRow::default()
                });
            }
            // A cell may occur twice in a file not written by a spreadsheet; the first one counts.
            if let Some(line) = lines.last_mut()
                && line.cells.len() <= column
            {
                put(line, column, found, &mut text);
            }
        }
        mark_titles(&mut lines, &self.merged);
        let broken = self.beyond.map(|((row, column), why)| Broken {
            span: text.len()..text.len(),
            message: format!("the cell {}{} {why}", letters(column), row + 1),
            help: "delete the contents".into(),
        });
        Sheet {
            name,
            guessed: None,
            text: text.into(),
            lines,
            broken,
            loose,
            unread: None,
        }
    }
}

/// Puts a cell at the end of a line and of the text.
fn put(line: &mut TableRow<'static>, column: usize, found: Found, text: &mut String) {
    while line.cells.len() <= column {
        if !line.cells.is_empty() {
            text.push_str(BETWEEN);
        }
        line.cells.push(Cell {
            span: text.len()..text.len(),
            ..Cell::default()
        });
    }
    let words = found.words.trim().replace("\r\n", "\n");
    let start = text.len();
    text.extend(
        words
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter }),
    );
    let mut cell = Cell {
        span: start..text.len(),
        failed: found.failed,
        marked: found.marked,
        number: found.number,
        is_date: found.is_date,
        ..Cell::default()
    };
    if cell.failed.is_none() {
        cell.value = words.into();
    }
    line.cells[column] = cell;
    line.span.end = text.len();
}

/// Finds the lines whose only cell is merged across columns.
fn mark_titles(lines: &mut [TableRow<'static>], merged: &[Area]) {
    let wide: HashSet<(usize, usize)> = merged
        .iter()
        .filter(|area| area.right > area.left)
        .map(|area| (area.top + 1, area.left))
        .collect();
    if wide.is_empty() {
        return;
    }
    for line in lines {
        let mut filled = (0..line.cells.len()).filter(|at| !line.cells[*at].value.is_empty());
        let (first, second) = (filled.next(), filled.next());
        let is_wide = |column| wide.contains(&(line.number.unwrap_or_default(), column));
        line.is_title = second.is_none() && first.is_some_and(is_wide);
    }
}
