//! Tables of cells: CSV files and sheets of workbooks, read line by line, with the place of every cell.
//!
//! * `comma`: CSV with any separator. `anki`: what Anki says of its own. `headings`: where two lines name the columns. `workbook`: which sheet of a workbook is meant; `sheet`: its cells in lines, and how many are
//!   read.
//! * `xlsx`, `ods`: the two kinds of workbook, as cells. `archive`: the files packed in them, up to a limit. `package`, `looks`,
//!   `pictures`: what of Excel's files the reader of cells does not tell: links, how cells look, and the pictures in them; `format`: how it shows numbers.
//! * `json`: an array of objects, as other programs export one. `list`: names with a number in front of each. `markdown`: tables
//!   in Markdown.
//!
//! Messages show a sheet, and the objects of JSON, as text with a line for each row.

mod anki;
#[cfg(feature = "imports")]
mod archive;
mod comma;
#[cfg(feature = "imports")]
mod format;
mod headings;
pub mod json;
mod list;
#[cfg(feature = "imports")]
mod looks;
mod markdown;
#[cfg(feature = "imports")]
mod ods;
#[cfg(feature = "imports")]
mod package;
#[cfg(feature = "imports")]
mod pictures;
mod sheet;
#[cfg(feature = "imports")]
pub mod workbook;
#[cfg(feature = "imports")]
mod xlsx;

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;

use super::{Files, Problem};
use comma::Records;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
pub use headings::MAX_TITLES;
use sheet::Sheet;

/// The most rows and columns of a table.
pub const MAX_ROWS: usize = 100_000;
pub const MAX_COLUMNS: usize = 256;

/// Why a library without this feature reads neither archives nor workbooks.
pub(super) const NO_IMPORTS: &str = "paperkeep was built without the feature `imports`";

#[cfg(not(feature = "imports"))]
mod workbook {
    use super::{NO_IMPORTS, Sheet};

    pub fn open(
        _: &[u8],
        _: bool,
        _: Option<&str>,
        _: &str,
    ) -> Result<Sheet, (String, Option<String>)> {
        Err((NO_IMPORTS.into(), None))
    }
}

/// A cell that is not blank, or a blank one between others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell<'t> {
    /// Its contents, without surrounding space.
    pub value: Cow<'t, str>,
    /// Bytes of the table's text.
    pub span: Range<usize>,
    /// Why the formula in it has no value, so that the cell counts as blank: "failed with #REF!".
    pub failed: Option<Arc<str>>,
    /// The same contents with `**` and `*` around what is bold or italic, if anything is.
    pub marked: Option<String>,
    /// The bare number, if a workbook shows it with signs or words of its format, as in +2 or 5 €.
    pub number: Option<String>,
    /// Whether a workbook holds a date or a time there, which is more than its text.
    pub is_date: bool,
}

/// A row of a table, blank or not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableRow<'t> {
    pub cells: Vec<Cell<'t>>,
    /// Bytes of the table's text.
    pub span: Range<usize>,
    /// For a sheet, its number, from 1.
    pub number: Option<usize>,
    /// Whether its only cell is merged across columns, as a title is.
    pub is_title: bool,
    /// Whether a workbook does not show it, as where a filter is set.
    pub is_hidden: bool,
}

impl TableRow<'_> {
    pub fn is_blank(&self) -> bool {
        self.cells
            .iter()
            .all(|cell| cell.value.is_empty() && cell.failed.is_none())
    }

    /// The contents of its first cell that is not blank.
    pub fn first(&self) -> &str {
        self.cells
            .iter()
            .map(|cell| &*cell.value)
            .find(|value| !value.is_empty())
            .unwrap_or_default()
    }
}

/// What spreadsheets show, and write into CSV, where a formula went wrong.
const FORMULA_ERRORS: [&str; 9] = [
    "#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#ERROR!", "#SPILL!",
];

/// Why a formula has no value, if these are the contents of a cell where it went wrong.
fn formula_error(value: &str) -> Option<Arc<str>> {
    let is_error = value.starts_with('#') && FORMULA_ERRORS.contains(&value);
    is_error.then(|| failed_with(value))
}

fn failed_with(error: &str) -> Arc<str> {
    format!("failed with {error}").into()
}

/// A problem with the table as a whole, and its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    pub span: Range<usize>,
    pub message: String,
    pub help: String,
}

/// A table of a kit.
pub enum Table {
    Csv {
        text: Arc<str>,
        encoding: &'static Encoding,
    },
    Sheet(Sheet),
    /// Objects in JSON, as lines below the names of their keys.
    Objects(Sheet),
}

impl Table {
    /// Opens a CSV file, a sheet of a workbook (the one with this name, or the one called `usual`, or the first), or a list of
    /// JSON (the one with this name, or the longest).
    ///
    /// # Errors
    ///
    /// The error is a message, and what to do about it.
    pub fn open(
        files: &Files,
        path: &str,
        sheet: Option<&str>,
        usual: &str,
    ) -> Result<Table, (String, Option<String>)> {
        let cannot =
            |why: &dyn Display| (format!("cannot read `{}`: {why}", files.name(path)), None);
        let lower = path.to_ascii_lowercase();
        if lower.ends_with(".ods") || lower.ends_with(".xlsx") {
            let bytes = files.bytes(path).map_err(|why| cannot(&why))?;
            return workbook::open(&bytes, lower.ends_with(".ods"), sheet, usual)
                .map(Table::Sheet)
                .map_err(|(why, help)| {
                    let (message, _) = cannot(&why);
                    (message, help)
                });
        }
        if lower.ends_with(".json") {
            let bytes = files.bytes(path).map_err(|why| cannot(&why))?;
            return json::read(&bytes, sheet)
                .map(Table::Objects)
                .map_err(|why| cannot(&why));
        }
        if let Some(sheet) = sheet {
            return Err((
                format!("`{path}` is not a workbook and has no sheet `{sheet}`"),
                None,
            ));
        }
        let bytes = files.bytes(path).map_err(|why| cannot(&why))?;
        // Spreadsheets write UTF-8, UTF-16 with a byte order mark, or Windows-1252 in most European languages.
        let (text, encoding, is_broken) = match std::str::from_utf8(&bytes) {
            Ok(text) => (
                text.strip_prefix('\u{feff}').unwrap_or(text).into(),
                UTF_8,
                false,
            ),
            Err(_) => WINDOWS_1252.decode(&bytes),
        };
        // No spreadsheet writes such characters: the text is in an encoding of Japan or Russia.
        let acts = encoding == WINDOWS_1252
            && text
                .chars()
                .any(|letter| ('\u{80}'..'\u{a0}').contains(&letter));
        if is_broken || acts {
            let (message, _) = cannot(&"it is not UTF-8 text");
            return Err((message, Some("save it again as \"CSV UTF-8\"".into())));
        }
        if text.bytes().filter(|byte| *byte == 0).count() > text.len() / 4 {
            let (message, _) = cannot(&"it seems to be UTF-16 without a byte order mark");
            return Err((message, Some("save it again as \"CSV UTF-8\"".into())));
        }
        Ok(Table::Csv {
            text: text.into(),
            encoding,
        })
    }

    /// The assumed encoding, if it is not Unicode and declares none.
    pub fn guessed_encoding(&self) -> Option<&'static str> {
        match self {
            Table::Csv { encoding, .. } if *encoding == WINDOWS_1252 => Some(WINDOWS_1252.name()),
            Table::Csv { .. } | Table::Sheet(_) | Table::Objects(_) => None,
        }
    }

    /// Whether a decimal comma is possible, since no cell ends at a comma.
    pub fn has_decimal_commas(&self) -> bool {
        match self {
            Table::Csv { text, .. } => {
                comma::separator(text).0 != b',' || markdown::read(text).is_some()
            }
            Table::Sheet(_) | Table::Objects(_) => false,
        }
    }

    /// The separator of its cells, with which they are written back.
    ///
    /// # Errors
    ///
    /// Why they cannot be written back.
    pub fn separator(&self) -> Result<char, &'static str> {
        match self {
            Table::Csv { text, .. } if list::read(text).is_some() => {
                Err("change a list of names and their numbers in an editor")
            }
            Table::Csv { text, .. } if markdown::read(text).is_some() => {
                Err("change a table in Markdown in an editor")
            }
            Table::Csv { text, encoding } if *encoding == UTF_8 => {
                Ok(comma::separator(text).0.into())
            }
            Table::Csv { .. } => {
                Err("only CSV in UTF-8 can be changed here: save it again as \"CSV UTF-8\"")
            }
            Table::Sheet(_) => Err("change a workbook in the program that made it"),
            Table::Objects(_) => Err("change JSON in an editor, or in the program that made it"),
        }
    }

    /// For a sheet, its name.
    pub fn sheet(&self) -> Option<&str> {
        match self {
            Table::Csv { .. } | Table::Objects(_) => None,
            Table::Sheet(sheet) => Some(&sheet.name),
        }
    }

    /// What to do if another sheet is meant.
    pub fn advice(&self) -> Option<String> {
        let Table::Sheet(Sheet {
            name,
            guessed: Some(names),
            ..
        }) = self
        else {
            return None;
        };
        Some(format!(
            "this is the first sheet, `{name}`, of {}: to read another, add `#` and its name to the file's",
            names.join(", ")
        ))
    }

    /// The cells of a sheet with pictures that are not read.
    pub fn loose_pictures(&self) -> &[String] {
        match self {
            Table::Csv { .. } => &[],
            Table::Sheet(sheet) | Table::Objects(sheet) => &sheet.loose,
        }
    }

    /// What else the file holds that is not read.
    pub fn unread(&self) -> Option<&'static str> {
        match self {
            Table::Csv { .. } => None,
            Table::Sheet(sheet) | Table::Objects(sheet) => sheet.unread,
        }
    }

    /// The text that the spans of cells refer to.
    pub fn text(&self) -> Arc<str> {
        match self {
            Table::Csv { text, .. } => text.clone(),
            Table::Sheet(sheet) | Table::Objects(sheet) => sheet.text.clone(),
        }
    }

    /// Every line, up to the first that is broken; headings in two lines are one.
    pub fn lines(&self) -> Box<dyn Iterator<Item = Result<Cow<'_, TableRow<'_>>, Broken>> + '_> {
        match self {
            Table::Csv { text, .. } => {
                if let Some(rows) = markdown::read(text).or_else(|| list::read(text)) {
                    return Box::new(rows.into_iter().map(|row| Ok(Cow::Owned(row))));
                }
                let mut rows = Records::new(text).peekable();
                let first = rows.peek().and_then(|row| row.as_ref().ok());
                let names = first.and_then(|first| anki::headings(text, first));
                let rows = names.map(Ok).into_iter().chain(rows);
                headings::joined(rows.map(|row| row.map(Cow::Owned)))
            }
            Table::Sheet(sheet) | Table::Objects(sheet) => {
                let lines = sheet.lines.iter().map(|line| Ok(Cow::Borrowed(line)));
                headings::joined(lines.chain(sheet.broken.clone().map(Err)))
            }
        }
    }
}

/// Whether blank lines lie between two lines of a table's text.
pub fn is_apart(text: &str, before: &TableRow<'_>, after: &TableRow<'_>) -> bool {
    let between = text
        .get(before.span.end..after.span.start)
        .unwrap_or_default();
    let ends = |end: char| between.matches(end).count();
    ends('\n').max(ends('\r')) > 1
}

/// A column's letters: A, B ... Z, AA.
pub fn letters(column: usize) -> String {
    let last = char::from(b'A' + (column % 26) as u8);
    match column / 26 {
        0 => last.to_string(),
        more => letters(more - 1) + &last.to_string(),
    }
}

impl Broken {
    pub fn problem(self, place: super::SourceSpan) -> Problem {
        let problem = Problem::new(place, self.message);
        if self.help.is_empty() {
            problem
        } else {
            problem.help(self.help)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn columns_have_letters() {
        assert_eq!(
            [0, 25, 26, 51, 52, 701, 702].map(letters),
            ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
        );
    }
}
