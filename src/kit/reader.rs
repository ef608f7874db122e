//! Reading files while collecting every mistake: a [`Document`] gathers problems while its [`Section`]s are read.
//!
//! A section is a TOML table or a line of a [`Table`], so both are read, typed and checked by the same code.

use std::borrow::Cow;
use std::cell::RefCell;
use std::num::IntErrorKind;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::kind::Marks;
use super::language::is_language;
use super::problem::nearest;
use super::table::{Cell, Table, TableRow, letters};
use super::{Files, Language, LengthError, Problem, Problems, Size, SourceSpan, Um};

/// The most problems reported for a file.
const MAX_PROBLEMS: usize = 500;

/// The longest title, name or code, in characters.
const LONGEST_LINE: usize = 200;

/// More syntax errors than this are taken to have a common cause.
const MAX_SYNTAX_ERRORS: usize = 5;

/// The contents of cells that mean yes, and no: in English, in other languages, and as ticks.
const YES: &[&str] = &[
    "true", "yes", "y", "1", "x", "*", "+", "✓", "✔", "✅", "☑", "ja", "oui", "si", "sí", "sì",
    "sim", "wahr", "vrai",
];
const NO: &[&str] = &[
    "false", "no", "n", "0", "-", "–", "—", "☐", "nein", "nee", "non", "não", "falsch", "faux",
];

/// Whether the words of a cell mean yes or no; `None` if neither.
pub fn ticked(words: &str) -> Option<bool> {
    let words = words.to_lowercase();
    if YES.contains(&&*words) {
        Some(true)
    } else {
        NO.contains(&&*words).then_some(false)
    }
}

/// Whether a cell is what a formula or a box to tick leaves where nobody has written anything: a number, "no", signs.
pub fn is_hollow(words: &str) -> bool {
    ticked(words) == Some(false) || !words.chars().any(char::is_alphabetic)
}

/// The key or column that this one translates: `name` of `name:de`.
pub fn in_language(key: &str) -> Option<&str> {
    key.split_once(':')
        .filter(|(_, code)| is_language(code))
        .map(|(name, _)| name)
}

/// A file's text, and the problems found in it.
pub struct Document {
    start: SourceSpan,
    /// Whether its cells may use a decimal comma.
    decimal_comma: bool,
    /// The language to read it in, unless it is the document's own.
    language: Option<Arc<Language>>,
    problems: RefCell<Problems>,
}

impl Document {
    /// Reads a file; if that fails, the problem is at `place`.
    pub fn open(files: &Files, path: &str, place: SourceSpan) -> Result<Document, Problem> {
        match files.read(path) {
            Ok(text) => {
                let start = SourceSpan {
                    file: files.name(path).into(),
                    text: text.into(),
                    span: 0..0,
                };
                let language = files
                    .translation()
                    .filter(|language| language.own_file(path).is_none())
                    .cloned();
                Ok(Document {
                    start,
                    decimal_comma: false,
                    language,
                    problems: RefCell::default(),
                })
            }
            Err(why) => Err(Problem::new(
                place,
                format!("cannot read `{}`: {why}", files.name(path)),
            )),
        }
    }

    /// A table of the kit, as the user would name it.
    pub fn of_table(table: &Table, name: String, language: Option<Arc<Language>>) -> Document {
        let start = SourceSpan {
            file: name.into(),
            text: table.text(),
            span: 0..0,
        };
        Document {
            start,
            decimal_comma: table.has_decimal_commas(),
            language,
            problems: RefCell::default(),
        }
    }

    /// A text under a given name, to be read in a language unless it is already in that.
    pub fn of_text(text: &str, name: &str, language: Option<Arc<Language>>) -> Document {
        let start = SourceSpan {
            file: name.into(),
            text: text.into(),
            span: 0..0,
        };
        Document {
            start,
            decimal_comma: false,
            language,
            problems: RefCell::default(),
        }
    }

    pub fn text(&self) -> Arc<str> {
        self.start.text.clone()
    }

    pub fn place(&self, span: Range<usize>) -> SourceSpan {
        self.start.at(span)
    }

    pub fn report(&self, problem: Problem) {
        let mut problems = self.problems.borrow_mut();
        if problems.0.len() < MAX_PROBLEMS {
            problems.push(problem);
        }
    }

    /// Adds advice to all problems found so far.
    pub fn advise(&self, help: Option<String>) {
        for problem in &mut self.problems.borrow_mut().0 {
            problem.help = problem.help.take().or_else(|| help.clone());
        }
    }

    /// How many problems have been found.
    pub fn count(&self) -> usize {
        self.problems.borrow().0.len()
    }

    /// Whether further problems would not be reported.
    pub fn is_full(&self) -> bool {
        self.count() >= MAX_PROBLEMS
    }

    /// Parses `text` (this document's own) and passes its root to `read`; all syntax errors are reported.
    pub fn root<'t>(&'t self, text: &'t str, read: impl FnOnce(&Section<'_>)) {
        let (table, errors) = DeTable::parse_recoverable(text);
        // After an unclosed bracket or quote, every following line is an error.
        let twice = |error: &toml::de::Error| error.message() == "duplicate key";
        let shown = if errors.len() > MAX_SYNTAX_ERRORS || errors.iter().all(twice) {
            errors.len().min(1)
        } else {
            errors.len()
        };
        for error in &errors[..shown] {
            let span = error.span().unwrap_or(0..0);
            let problem = Problem::new(self.place(span.clone()), error.message().to_owned());
            self.report(match syntax_help(text, &span, error.message()) {
                Some(help) => problem.help(help),
                None => problem,
            });
        }
        // After a syntax error the tree has holes, so missing things are not reported.
        if errors.is_empty() {
            let section = Section::new(self, "the file", 0..0, table.get_ref());
            read(&section);
            section.finish();
        }
    }

    /// All its problems, in the order of the file.
    pub fn into_problems(self) -> Vec<Problem> {
        let mut problems = self.problems.into_inner().0;
        problems.sort_by_key(|problem| problem.place.span.start);
        problems
    }
}

/// What people who are new to TOML may have meant.
fn syntax_help(text: &str, span: &Range<usize>, message: &str) -> Option<String> {
    let words = text.get(span.clone()).unwrap_or_default();
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.start..).unwrap_or_default();
    let ends_in_digit = before.ends_with(|letter: char| letter.is_ascii_digit());
    let is_decimal = after
        .strip_prefix(',')
        .is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()));
    if message == "duplicate key" {
        // The existing tables show what the missing line looks like.
        let table = text
            .lines()
            .find_map(|line| line.trim().strip_prefix("[[")?.split_once("]]"))
            .map(|(name, _)| name);
        return Some(format!(
            "is a line between two tables missing, such as `[[{}]]`?",
            table.unwrap_or("deck")
        ));
    }
    if words.starts_with(['“', '”', '„', '‘', '’', '«', '»']) {
        return Some("TOML knows only straight quotes: `\"Owl\"`".to_owned());
    }
    if ends_in_digit && is_decimal {
        return Some(
            "a number has a decimal point: `1.5`; a list is in brackets: `[1, 5]`".to_owned(),
        );
    }
    // After `=`, a `#` begins a comment, and what follows that is an error only lines below.
    let comment = |line: &&str| {
        line.split_once('#')
            .is_some_and(|(value, _)| value.trim_end().ends_with('='))
    };
    let line = before.lines().rev().take(4).find(comment)?;
    Some(format!(
        "colours are in quotes, since `#` begins a comment: `{}`",
        line.trim()
    ))
}

/// A table of a document, whose keys are read one by one.
pub struct Section<'t> {
    pub document: &'t Document,
    /// What it is, for messages: "deck `tiles`".
    what: RefCell<String>,
    span: Range<usize>,
    keys: Keys<'t>,
    asked: RefCell<Vec<String>>,
}

/// The keys of a section.
#[derive(Clone, Copy)]
enum Keys<'t> {
    Toml(&'t DeTable<'t>),
    /// The names of the columns, and a line of their cells.
    Line(&'t [String], &'t TableRow<'t>),
}

/// A value of a document.
#[derive(Clone, Copy)]
pub struct Field<'t> {
    pub document: &'t Document,
    value: FieldValue<'t>,
    /// Whether it is already in the language that the document is read in.
    is_translated: bool,
}

#[derive(Clone, Copy)]
enum FieldValue<'t> {
    Toml(&'t Spanned<DeValue<'t>>),
    Cell(CellText<'t>),
}

/// A cell, or one entry of the list in it.
#[derive(Clone, Copy)]
struct CellText<'t> {
    words: &'t str,
    cell: &'t Cell<'t>,
    /// The column's name, and the cell's name in a sheet: C7.
    column: &'t str,
    sheet: Option<(usize, usize)>,
}

impl CellText<'_> {
    /// For an entry of a list, its offset in the cell.
    fn before(&self) -> usize {
        self.words.as_ptr() as usize - self.cell.value.as_ptr() as usize
    }
}

impl<'t> Section<'t> {
    fn new(
        document: &'t Document,
        what: &str,
        span: Range<usize>,
        table: &'t DeTable<'t>,
    ) -> Section<'t> {
        let keys = Keys::Toml(table);
        Section {
            document,
            what: RefCell::new(what.to_owned()),
            span,
            keys,
            asked: RefCell::default(),
        }
    }

    /// A line of a table, under the names of its columns.
    pub fn of_line(
        document: &'t Document,
        what: &str,
        columns: &'t [String],
        line: &'t TableRow<'t>,
    ) -> Section<'t> {
        let keys = Keys::Line(columns, line);
        Section {
            document,
            what: RefCell::new(what.to_owned()),
            span: line.span.clone(),
            keys,
            asked: RefCell::default(),
        }
    }

    /// Sets what the section is called in messages, once its name has been read.
    pub fn call(&self, what: String) {
        *self.what.borrow_mut() = what;
    }

    /// Where it starts.
    pub fn place(&self) -> SourceSpan {
        self.document.place(self.span.clone())
    }

    /// The extent of its text: a line of a table, or everything up to the next table of an array.
    pub fn extent(&self) -> Range<usize> {
        match self.keys {
            Keys::Line(..) => self.span.clone(),
            Keys::Toml(_) => {
                let rest = self
                    .document
                    .start
                    .text
                    .get(self.span.end..)
                    .unwrap_or_default();
                self.span.end..self.span.end + rest.find("\n[[").unwrap_or(rest.len())
            }
        }
    }

    /// All keys, in the order of the file.
    pub fn keys(&self) -> Vec<(String, SourceSpan)> {
        match self.keys {
            Keys::Toml(table) => {
                let mut keys: Vec<_> = table.keys().collect();
                keys.sort_by_key(|key| key.span().start);
                keys.into_iter()
                    .map(|key| (key.get_ref().to_string(), self.document.place(key.span())))
                    .collect()
            }
            Keys::Line(columns, _) => columns
                .iter()
                .map(|name| (name.clone(), self.place()))
                .collect(),
        }
    }

    /// The field with this name, if present; a blank cell counts as absent. If the document is read in a language, `name:de`
    /// replaces `name`.
    pub fn field(&self, key: &str) -> Option<Field<'t>> {
        let original = self.exactly(key);
        let Some(language) = &self.document.language else {
            return original;
        };
        let own = self.exactly(&format!("{key}:{}", language.code));
        own.map(|field| Field {
            is_translated: true,
            ..field
        })
        .or(original)
    }

    /// The same without marking it as read, so that a key that is not read elsewhere is still reported as unknown.
    pub fn peek(&self, key: &str) -> Option<Field<'t>> {
        let read = self.asked.borrow().len();
        let field = self.field(key);
        self.asked.borrow_mut().truncate(read);
        field
    }

    /// The field with just this name.
    pub fn exactly(&self, key: &str) -> Option<Field<'t>> {
        let value = match self.keys {
            Keys::Toml(table) => {
                self.asked.borrow_mut().push(key.to_owned());
                FieldValue::Toml(table.get(key)?)
            }
            Keys::Line(columns, line) => {
                let index = columns.iter().position(|name| name == key)?;
                let cell = line
                    .cells
                    .get(index)
                    .filter(|cell| !cell.value.is_empty())?;
                let sheet = line.number.map(|row| (index, row));
                FieldValue::Cell(CellText {
                    words: &cell.value,
                    cell,
                    column: &columns[index],
                    sheet,
                })
            }
        };
        Some(Field {
            document: self.document,
            value,
            is_translated: false,
        })
    }

    /// Whether any table of the array `key` has the other key.
    pub fn any_has(&self, array: &str, key: &str) -> bool {
        let Keys::Toml(table) = self.keys else {
            return false;
        };
        let list = table
            .get(array)
            .and_then(|value| value.get_ref().as_array());
        list.is_some_and(|list| {
            list.iter().any(|value| {
                value
                    .get_ref()
                    .as_table()
                    .is_some_and(|row| row.contains_key(key))
            })
        })
    }

    /// Whether there is a column with this name, and this line's cell in it is blank.
    pub fn is_blank(&self, key: &str) -> bool {
        match self.keys {
            Keys::Toml(_) => false,
            Keys::Line(columns, _) => {
                columns.iter().any(|name| name == key) && self.field(key).is_none()
            }
        }
    }

    /// Where something missing should be, and in a sheet the name of that cell.
    /// Why the formula has no value that is written in the place of this key.
    fn failed_formula(&self, key: &str) -> Option<&str> {
        let Keys::Line(columns, line) = self.keys else {
            return None;
        };
        let index = columns.iter().position(|name| name == key)?;
        line.cells.get(index)?.failed.as_deref()
    }

    fn gap(&self, key: &str) -> (SourceSpan, String) {
        let Keys::Line(columns, line) = self.keys else {
            return (self.place(), String::new());
        };
        let Some(index) = columns.iter().position(|name| name == key) else {
            return (self.place(), String::new());
        };
        let span = line
            .cells
            .get(index)
            .map_or(line.span.end..line.span.end, |cell| cell.span.clone());
        let name = line.number.map_or(String::new(), |row| {
            format!("cell {}{row}: ", letters(index))
        });
        (self.document.place(span), name)
    }

    /// A required field.
    pub fn need<T>(
        &self,
        key: &str,
        read: impl FnOnce(Field<'t>) -> Result<T, Problem>,
    ) -> Option<T> {
        let Some(field) = self.field(key) else {
            let (place, cell) = self.gap(key);
            let problem = match self.failed_formula(key) {
                Some(why) => Problem::new(place, format!("{cell}the formula in it {why}")),
                None => {
                    let message = format!("{cell}{} has no `{key}`", self.what.borrow());
                    Problem::new(place, message).label(format!("`{key}` is missing"))
                }
            };
            self.document.report(problem);
            return None;
        };
        self.reported(read(field))
    }

    /// An optional field. A wrong value is reported and counts as absent.
    pub fn maybe<T>(
        &self,
        key: &str,
        read: impl FnOnce(Field<'t>) -> Result<T, Problem>,
    ) -> Option<T> {
        self.reported(read(self.field(key)?))
    }

    fn reported<T>(&self, read: Result<T, Problem>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(problem) => {
                self.document.report(problem);
                None
            }
        }
    }

    /// Passes each table of the array `key` to `read`.
    pub fn each(&self, key: &str, what: &str, mut read: impl FnMut(&Section<'_>)) {
        let Some(field) = self.field(key) else { return };
        let Some(list) = field.toml().and_then(DeValue::as_array) else {
            return self
                .document
                .report(field.wrong(&format!("tables `[[{key}]]`")));
        };
        for value in list.iter() {
            let field = Field {
                document: self.document,
                value: FieldValue::Toml(value),
                is_translated: false,
            };
            match field.section(what) {
                Ok(section) => {
                    read(&section);
                    section.finish();
                }
                Err(problem) => self.document.report(problem),
            }
        }
    }

    /// Passes the table `key` to `read`, if present.
    pub fn inside(&self, key: &str, what: &str, read: impl FnOnce(&Section<'_>)) {
        if let Some(section) = self.maybe(key, |field| field.section(what)) {
            read(&section);
            section.finish();
        }
    }

    /// Whether it has keys that have not been read, besides this one.
    pub fn has_more_than(&self, key: &str) -> bool {
        let asked = self.asked.borrow();
        let is_asked = |name: &str| name == key || asked.iter().any(|known| known == name);
        self.keys()
            .iter()
            .any(|(name, _)| !is_asked(name) && !in_language(name).is_some_and(is_asked))
    }

    /// Stops here, without reporting unread keys.
    pub fn pass_over(&self) {
        self.asked
            .borrow_mut()
            .extend(self.keys().into_iter().map(|(key, _)| key));
    }

    /// Finishes the section and reports unread keys. Columns are checked once for all lines, not here.
    pub fn finish(&self) {
        if let Keys::Line(..) = self.keys {
            return;
        }
        let asked = self.asked.borrow();
        for (key, place) in self.keys() {
            let is_asked = |key: &str| asked.iter().any(|known| known == key);
            if is_asked(&key) || in_language(&key).is_some_and(is_asked) {
                continue;
            }
            let message = format!("unknown key `{key}` in {}", self.what.borrow());
            let mut known: Vec<&str> = asked.iter().map(String::as_str).collect();
            known.sort_unstable();
            known.dedup();
            let help = match nearest(&key, known.iter().copied()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("known here: {}", known.join(", ")),
            };
            self.document.report(
                Problem::new(place, message)
                    .label("not a key of this table")
                    .help(help),
            );
        }
    }
}

impl<'t> Field<'t> {
    pub fn place(&self) -> SourceSpan {
        let words = match self.value {
            FieldValue::Toml(value) => return self.document.place(value.span()),
            FieldValue::Cell(words) => words,
        };
        let whole = words.cell.span.clone();
        let shown = self
            .document
            .start
            .text
            .get(whole.clone())
            .unwrap_or_default();
        let span = match shown.find(&*words.cell.value) {
            Some(at) => {
                whole.start + at + words.before()
                    ..whole.start + at + words.before() + words.words.len()
            }
            None => whole,
        };
        self.document.place(span)
    }

    /// A problem at this value.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        let message = message.into();
        let message = match self.value {
            FieldValue::Toml(_) => message,
            FieldValue::Cell(CellText {
                sheet: Some((column, row)),
                ..
            }) => {
                format!("cell {}{row}: {message}", letters(column))
            }
            FieldValue::Cell(CellText { column, .. }) => format!("column `{column}`: {message}"),
        };
        Problem::new(self.place(), message)
    }

    fn wrong(&self, expected: &str) -> Problem {
        let found = match self.value {
            FieldValue::Cell(words) => format!("`{}`", words.words),
            FieldValue::Toml(value) => match value.get_ref() {
                DeValue::String(_) => "text",
                DeValue::Integer(_) => "a whole number",
                DeValue::Float(_) => "a decimal number",
                DeValue::Boolean(_) => "true or false",
                DeValue::Datetime(_) => "a date",
                DeValue::Array(_) => "a list",
                DeValue::Table(_) => "a table",
            }
            .to_owned(),
        };
        self.problem(format!("expected {expected}, found {found}"))
            .label(format!("expected {expected}"))
    }

    /// The value in TOML.
    fn toml(self) -> Option<&'t DeValue<'t>> {
        match self.value {
            FieldValue::Toml(value) => Some(value.get_ref()),
            FieldValue::Cell(_) => None,
        }
    }

    /// The words of a cell.
    fn cell(self) -> Option<&'t str> {
        match self.value {
            FieldValue::Toml(_) => None,
            FieldValue::Cell(words) => Some(words.words),
        }
    }

    pub fn text(self) -> Result<String, Problem> {
        self.one_of(&[]).map(str::to_owned)
    }

    /// Text on one line: a title, a name, a code.
    pub fn line(self) -> Result<String, Problem> {
        self.text().and_then(|text| self.within_line(text))
    }

    fn within_line(self, text: String) -> Result<String, Problem> {
        let length = text.chars().count();
        if length > LONGEST_LINE {
            Err(self.problem(format!(
                "this is {length} characters long; the limit for a line is {LONGEST_LINE}"
            )))
        } else {
            Ok(text)
        }
    }

    /// Text for people, in the language that the kit is read in.
    pub fn words(self) -> Result<String, Problem> {
        self.words_with(&Marks::default())
    }

    /// The same, with the meaning of its marks.
    pub fn words_with(self, marks: &Marks) -> Result<String, Problem> {
        let text = self.one_of(&[])?;
        let text = marks.applied(text, self.marked());
        let Some(language) = &self.document.language else {
            return Ok(text.into_owned());
        };
        if self.is_translated {
            language.needs_no_translation(&text);
            return Ok(text.into_owned());
        }
        Ok(language
            .translated(&text, || self.place().line())
            .into_owned())
    }

    /// The words of a cell, or its bare number if a workbook shows signs or words beside it.
    fn numeral(self) -> Option<&'t str> {
        let FieldValue::Cell(words) = self.value else {
            return None;
        };
        let number = words.cell.number.as_deref();
        let is_whole = words.words == words.cell.value;
        Some(number.filter(|_| is_whole).unwrap_or(words.words))
    }

    /// What a cell contains, or a text in TOML.
    pub fn raw(self) -> Option<&'t str> {
        match self.value {
            FieldValue::Toml(value) => value.get_ref().as_str(),
            FieldValue::Cell(words) => Some(words.words),
        }
    }

    /// The contents of a cell with `**` and `*` around what is bold or italic, if anything is.
    pub fn marked(self) -> Option<&'t str> {
        match self.value {
            FieldValue::Toml(_) => None,
            FieldValue::Cell(words) => words.cell.marked.as_deref(),
        }
    }

    /// The same on one line: a title.
    pub fn title(self) -> Result<String, Problem> {
        self.words().and_then(|text| self.within_line(text))
    }

    /// Text that must be one of `names`; any text if `names` is empty.
    pub fn one_of(self, names: &[String]) -> Result<&'t str, Problem> {
        let toml = || {
            self.toml()
                .and_then(DeValue::as_str)
                .ok_or_else(|| self.wrong("text in quotes"))
        };
        let text = self.cell().map_or_else(toml, Ok)?;
        // It cannot be printed, and would control a terminal.
        if let Some(control) = text
            .chars()
            .find(|letter| letter.is_control() && !"\n\r\t".contains(*letter))
        {
            let message = format!(
                "the text contains a control character, U+{:04X}",
                u32::from(control)
            );
            return Err(self.problem(message).label("remove it"));
        }
        if names.is_empty() || names.iter().any(|name| name == text) {
            return Ok(text);
        }
        let all = names
            .iter()
            .map(|name| format!("\"{name}\""))
            .collect::<Vec<_>>()
            .join(", ");
        let problem = self
            .problem(format!("\"{text}\" is not one of {all}"))
            .label("not one of the allowed values");
        Err(match nearest(text, names.iter().map(String::as_str)) {
            Some(name) => problem.help(format!("did you mean \"{name}\"?")),
            None => problem,
        })
    }

    pub fn flag(self) -> Result<bool, Problem> {
        self.flag_of(&[])
    }

    /// A boolean, or a word in a cell: one of these means yes, or else one of the usual words.
    pub fn flag_of(self, yes: &[String]) -> Result<bool, Problem> {
        let Some(words) = self.cell() else {
            return self
                .toml()
                .and_then(DeValue::as_bool)
                .ok_or_else(|| self.wrong("true or false"));
        };
        if yes
            .iter()
            .any(|known| known.to_lowercase() == words.to_lowercase())
        {
            return Ok(true);
        }
        match ticked(words) {
            Some(true) if yes.is_empty() => Ok(true),
            Some(false) => Ok(false),
            _ if yes.is_empty() => {
                let help =
                    "list other words for yes in the field: `{ type = \"flag\", yes = [\"...\"] }`";
                Err(self.wrong("true or false, yes or no").help(help))
            }
            _ => Err(self.wrong(&format!("{}, or nothing", yes.join(", ")))),
        }
    }

    pub fn integer(self, range: RangeInclusive<i64>) -> Result<i64, Problem> {
        let none = || self.wrong("a whole number");
        let (digits, radix) = match self.numeral() {
            Some(words) => (words, 10),
            None => self
                .toml()
                .and_then(DeValue::as_integer)
                .map(|number| (number.as_str(), number.radix()))
                .ok_or_else(none)?,
        };
        if !digits
            .trim_start_matches(['+', '-'])
            .starts_with(|digit: char| digit.is_digit(radix))
        {
            return Err(none());
        }
        let bounds = || {
            format!(
                "expected a whole number from {} to {}",
                range.start(),
                range.end()
            )
        };
        match i64::from_str_radix(digits, radix) {
            Ok(value) if range.contains(&value) => Ok(value),
            Err(error) if *error.kind() == IntErrorKind::InvalidDigit => Err(none()),
            _ => Err(self
                .problem(format!("{digits} is out of range: {}", bounds()))
                .label(bounds())),
        }
    }

    /// A decimal number within `range`.
    pub fn number(self, range: RangeInclusive<f64>) -> Result<f64, Problem> {
        let digits: Cow<'_, str> = match (self.numeral(), self.toml()) {
            (Some(words), _) if self.document.decimal_comma => words.replace(',', ".").into(),
            (Some(words), _) => words.into(),
            (_, Some(DeValue::Integer(number))) if number.radix() == 10 => number.as_str().into(),
            (_, Some(DeValue::Float(number))) => number.as_str().into(),
            _ => return Err(self.wrong("a number")),
        };
        let plain = digits
            .trim_start_matches(['+', '-'])
            .starts_with(|digit: char| digit.is_ascii_digit() || digit == '.');
        let value = digits
            .parse::<f64>()
            .ok()
            .filter(|value| value.is_finite() && plain);
        let value = value.ok_or_else(|| self.wrong("a number such as 2.5"))?;
        if range.contains(&value) {
            // Turns -0 into 0.
            return Ok(value + 0.0);
        }
        let bounds = match (range.start().is_finite(), range.end().is_finite()) {
            (true, true) => format!(
                "expected a number from {} to {}",
                range.start(),
                range.end()
            ),
            (true, false) => format!("expected a number of at least {}", range.start()),
            _ => format!("expected a number of at most {}", range.end()),
        };
        Err(self
            .problem(format!("{digits} is out of range: {bounds}"))
            .label(bounds))
    }

    /// A length in millimetres within `range`.
    pub fn length(self, range: RangeInclusive<Um>) -> Result<Um, Problem> {
        let digits = match (self.numeral(), self.toml()) {
            (Some(words), _) => words,
            (_, Some(DeValue::Integer(number))) => number.as_str(),
            (_, Some(DeValue::Float(number))) => number.as_str(),
            _ => return Err(self.wrong("a length in millimetres")),
        };
        let length: Um = digits.parse().map_err(|error: LengthError| {
            self.problem(error.to_string())
                .label("a length in millimetres")
        })?;
        if range.contains(&length) {
            return Ok(length);
        }
        let bounds = format!("expected {} to {} mm", range.start(), range.end());
        Err(self
            .problem(format!("{length} mm is out of range: {bounds}"))
            .label(bounds))
    }

    /// Whether it is a text.
    pub fn is_text(self) -> bool {
        self.toml().is_some_and(|value| value.as_str().is_some())
    }

    /// Whether it is a cell of a table.
    pub fn is_cell(self) -> bool {
        self.toml().is_none()
    }

    /// The value as it is, without a declared type; for a cell, its text.
    pub fn plain(self) -> Json {
        match self.value {
            FieldValue::Cell(words) => words.words.into(),
            FieldValue::Toml(value) => match value.get_ref() {
                DeValue::String(text) => (&**text).into(),
                DeValue::Boolean(flag) => (*flag).into(),
                DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                    .map_or(Json::Null, Json::from),
                DeValue::Float(number) => number
                    .as_str()
                    .parse::<f64>()
                    .map_or(Json::Null, Json::from),
                DeValue::Array(list) => list
                    .iter()
                    .map(|value| {
                        Field {
                            value: FieldValue::Toml(value),
                            ..self
                        }
                        .plain()
                    })
                    .collect(),
                DeValue::Datetime(_) | DeValue::Table(_) => Json::Null,
            },
        }
    }

    /// Whether it is a table.
    pub fn is_table(self) -> bool {
        self.toml().is_some_and(|value| value.as_table().is_some())
    }

    /// A list, with each entry read by `read`; the first wrong entry is the problem. In a cell, entries are separated by commas or
    /// semicolons, or by spaces if there are none.
    pub fn list<T>(
        self,
        read: impl Fn(Field<'t>) -> Result<T, Problem>,
    ) -> Result<Vec<T>, Problem> {
        if let FieldValue::Cell(cell) = self.value {
            let marks: &[char] = if cell.words.contains([',', ';']) {
                &[',', ';']
            } else {
                &[' ', '\t', '\n']
            };
            let entries = cell
                .words
                .split(marks)
                .map(str::trim)
                .filter(|entry| !entry.is_empty());
            return entries
                .map(|words| {
                    read(Field {
                        value: FieldValue::Cell(CellText { words, ..cell }),
                        ..self
                    })
                })
                .collect();
        }
        let list = self
            .toml()
            .and_then(DeValue::as_array)
            .ok_or_else(|| self.wrong("a list in [ ]"))?;
        list.iter()
            .map(|value| {
                read(Field {
                    value: FieldValue::Toml(value),
                    ..self
                })
            })
            .collect()
    }

    /// A single value, or a list of one or more.
    pub fn one_or_more<T>(
        self,
        read: impl Fn(Field<'t>) -> Result<T, Problem>,
    ) -> Result<Vec<T>, Problem> {
        match self.toml().and_then(DeValue::as_array) {
            Some(list) if list.is_empty() => Err(self
                .problem("the list is empty")
                .label("expected one or more")),
            Some(_) => self.list(read),
            None => Ok(vec![read(self)?]),
        }
    }

    /// The path of a file in the kit.
    pub fn file(self, files: &Files) -> Result<String, Problem> {
        let path = self.text()?;
        if files.has(&path) {
            Ok(path)
        } else {
            let problem = self
                .problem(format!("the kit has no file `{path}`"))
                .label("missing");
            Err(match files.near(&path) {
                Some(like) => problem.help(format!("did you mean `{like}`?")),
                None => problem,
            })
        }
    }

    /// A width and a height, each in this range.
    pub fn size(self, range: RangeInclusive<Um>) -> Result<Size, Problem> {
        match self.list(|field| field.length(range.clone()))?.as_slice() {
            [w, h] => Ok(Size::new(*w, *h)),
            _ => Err(self
                .problem("a size is two lengths, width and height")
                .label("expected [width, height] in mm")),
        }
    }

    pub fn section(self, what: &str) -> Result<Section<'t>, Problem> {
        match self.value {
            FieldValue::Toml(value) => {
                let table = value
                    .get_ref()
                    .as_table()
                    .ok_or_else(|| self.wrong("a table"))?;
                Ok(Section::new(self.document, what, value.span(), table))
            }
            FieldValue::Cell(_) => Err(self.wrong("a table")),
        }
    }
}
