//! TOML read with every mistake remembered: a [`Document`] collects problems while its [`Section`]s are taken apart.

use std::cell::RefCell;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::problem::nearest;
use super::{Files, Place, Problem, Problems, Um};

/// A file's text and what was found wrong in it.
pub struct Document {
    start: Place,
    problems: RefCell<Problems>,
}

impl Document {
    /// Reads a file; one that cannot be read is a problem at `blame`.
    pub fn open(files: &Files, path: &str, blame: Place) -> Result<Document, Problem> {
        match files.read(path) {
            Ok(text) => {
                let start = Place { file: files.name(path).into(), text: text.into(), span: 0..0 };
                Ok(Document { start, problems: RefCell::default() })
            }
            Err(why) => Err(Problem::new(blame, format!("cannot read `{}`: {why}", files.name(path)))),
        }
    }

    pub fn text(&self) -> Arc<str> {
        self.start.text.clone()
    }

    pub fn place(&self, span: Range<usize>) -> Place {
        self.start.at(span)
    }

    pub fn report(&self, problem: Problem) {
        self.problems.borrow_mut().push(problem);
    }

    /// Parses `text` (this document's own) and hands its root to `read`; syntax errors are reported, all of them.
    pub fn root<'t>(&'t self, text: &'t str, read: impl FnOnce(&Section<'_>)) {
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            self.report(Problem::new(self.place(error.span().unwrap_or(0..0)), error.message().to_owned()));
        }
        // After a syntax error the tree has holes; what is missing then is no news.
        if errors.is_empty() {
            let section = Section::new(self, "the file", 0..0, table.get_ref());
            read(&section);
            section.finish();
        }
    }

    /// Everything wrong with it, in the order of the file.
    pub fn into_problems(self) -> Vec<Problem> {
        let mut problems = self.problems.into_inner().0;
        problems.sort_by_key(|problem| problem.place.span.start);
        problems
    }
}

/// A table of a document, whose keys are asked for one by one.
pub struct Section<'t> {
    pub document: &'t Document,
    /// What it is, for messages: "deck `tiles`".
    what: RefCell<String>,
    span: Range<usize>,
    table: &'t DeTable<'t>,
    asked: RefCell<Vec<String>>,
}

/// A value of a document.
#[derive(Clone, Copy)]
pub struct Field<'t> {
    pub document: &'t Document,
    value: &'t Spanned<DeValue<'t>>,
}

impl<'t> Section<'t> {
    fn new(document: &'t Document, what: &str, span: Range<usize>, table: &'t DeTable<'t>) -> Section<'t> {
        Section { document, what: RefCell::new(what.to_owned()), span, table, asked: RefCell::default() }
    }

    /// Names the section once its name has been read.
    pub fn call(&self, what: String) {
        *self.what.borrow_mut() = what;
    }

    /// Where it begins.
    pub fn place(&self) -> Place {
        self.document.place(self.span.clone())
    }

    /// All keys, in the order of the file.
    pub fn keys(&self) -> Vec<(String, Place)> {
        let mut keys: Vec<_> = self.table.keys().collect();
        keys.sort_by_key(|key| key.span().start);
        keys.into_iter().map(|key| (key.get_ref().to_string(), self.document.place(key.span()))).collect()
    }

    /// The field of that name, if it is there.
    pub fn field(&self, key: &str) -> Option<Field<'t>> {
        self.asked.borrow_mut().push(key.to_owned());
        Some(Field { document: self.document, value: self.table.get(key)? })
    }

    /// A field that must be there.
    pub fn need<T>(&self, key: &str, read: impl FnOnce(Field<'t>) -> Result<T, Problem>) -> Option<T> {
        if self.field(key).is_none() {
            let message = format!("{} has no `{key}`", self.what.borrow());
            self.document.report(Problem::new(self.place(), message).label(format!("`{key}` is missing")));
            return None;
        }
        self.maybe(key, read)
    }

    /// A field that may be left out. A wrong value is reported and counts as left out.
    pub fn maybe<T>(&self, key: &str, read: impl FnOnce(Field<'t>) -> Result<T, Problem>) -> Option<T> {
        match read(self.field(key)?) {
            Ok(value) => Some(value),
            Err(problem) => {
                self.document.report(problem);
                None
            }
        }
    }

    /// Hands each table of the array `key` to `read`.
    pub fn each(&self, key: &str, what: &str, mut read: impl FnMut(&Section<'_>)) {
        let Some(field) = self.field(key) else { return };
        let Some(list) = field.value.get_ref().as_array() else {
            return self.document.report(field.wrong(&format!("tables `[[{key}]]`")));
        };
        for value in list.iter() {
            let field = Field { document: self.document, value };
            match field.section(what) {
                Ok(section) => {
                    read(&section);
                    section.finish();
                }
                Err(problem) => self.document.report(problem),
            }
        }
    }

    /// Hands the table `key` to `read`, if it is there.
    pub fn inside(&self, key: &str, what: &str, read: impl FnOnce(&Section<'_>)) {
        if let Some(section) = self.maybe(key, |field| field.section(what)) {
            read(&section);
            section.finish();
        }
    }

    /// Reports every key nobody asked for.
    fn finish(&self) {
        let asked = self.asked.borrow();
        for (key, place) in self.keys() {
            if asked.contains(&key) {
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
            self.document.report(Problem::new(place, message).label("not a key of this table").help(help));
        }
    }
}

impl<'t> Field<'t> {
    pub fn place(&self) -> Place {
        self.document.place(self.value.span())
    }

    /// A problem at this value.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(self.place(), message)
    }

    fn wrong(&self, expected: &str) -> Problem {
        let found = match self.value.get_ref() {
            DeValue::String(_) => "text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a decimal number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.problem(format!("expected {expected}, found {found}")).label(format!("expected {expected}"))
    }

    pub fn text(self) -> Result<String, Problem> {
        self.value.get_ref().as_str().map(str::to_owned).ok_or_else(|| self.wrong("text in quotes"))
    }

    /// Text that is one of `names`; any text if there are none.
    pub fn one_of(self, names: &[String]) -> Result<String, Problem> {
        let text = self.text()?;
        if names.is_empty() || names.contains(&text) {
            return Ok(text);
        }
        let all = names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        let problem = self.problem(format!("\"{text}\" is not one of {all}")).label("not one of the allowed values");
        Err(match nearest(&text, names.iter().map(String::as_str)) {
            Some(name) => problem.help(format!("did you mean \"{name}\"?")),
            None => problem,
        })
    }

    pub fn flag(self) -> Result<bool, Problem> {
        self.value.get_ref().as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    pub fn integer(self, range: RangeInclusive<i64>) -> Result<i64, Problem> {
        let number = self.value.get_ref().as_integer().ok_or_else(|| self.wrong("a whole number"))?;
        let bounds = || format!("expected a whole number from {} to {}", range.start(), range.end());
        match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(value) if range.contains(&value) => Ok(value),
            _ => Err(self.problem(format!("{number} is out of range: {}", bounds())).label(bounds())),
        }
    }

    /// A length in millimetres within `range`.
    pub fn length(self, range: RangeInclusive<Um>) -> Result<Um, Problem> {
        let digits = match self.value.get_ref() {
            DeValue::Integer(number) => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => return Err(self.wrong("a length in millimetres")),
        };
        let length: Um = digits.parse().map_err(|why: String| self.problem(why).label("a length in millimetres"))?;
        if range.contains(&length) {
            return Ok(length);
        }
        let bounds = format!("expected {} to {} mm", range.start(), range.end());
        Err(self.problem(format!("{length} mm is out of range: {bounds}")).label(bounds))
    }

    /// Whether it is a table.
    pub fn is_table(self) -> bool {
        self.value.get_ref().as_table().is_some()
    }

    /// A list, each entry read by `read`; the first wrong entry is the problem.
    pub fn list<T>(self, read: impl Fn(Field<'t>) -> Result<T, Problem>) -> Result<Vec<T>, Problem> {
        let list = self.value.get_ref().as_array().ok_or_else(|| self.wrong("a list in [ ]"))?;
        list.iter().map(|value| read(Field { document: self.document, value })).collect()
    }

    /// The path of a file the kit has.
    pub fn file(self, files: &Files) -> Result<String, Problem> {
        let path = self.text()?;
        match files.has(&path) {
            true => Ok(path),
            false => Err(self.problem(format!("the kit has no file `{path}`")).label("missing")),
        }
    }

    pub fn section(self, what: &str) -> Result<Section<'t>, Problem> {
        let table = self.value.get_ref().as_table().ok_or_else(|| self.wrong("a table"))?;
        Ok(Section::new(self.document, what, self.value.span(), table))
    }
}
