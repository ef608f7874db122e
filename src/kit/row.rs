//! A row as the data has it, kept small: a deck may have a hundred thousand of them.
//!
//! What the rows of a file say is kept for all of them together. Nearly every text stands in the file as it is, and is a part
//! of the file's text, which is kept to show its lines. The others are kept one behind the other.

use std::ops::Range;
use std::slice;
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::Place;

/// A row of a deck.
#[derive(Clone, Debug)]
pub struct Row {
    entry: Entry,
    ledger: Arc<Ledger>,
}

impl Row {
    /// The printed codes; a row with several prints one piece for each.
    pub fn codes(&self) -> Texts<'_> {
        self.ledger.list(self.entry.codes)
    }

    /// The first of its codes, empty if it has none.
    pub fn code(&self) -> &str {
        self.codes().next().unwrap_or_default()
    }

    /// How many alike of each code.
    pub fn count(&self) -> u32 {
        self.entry.count
    }

    /// Stickers: the faces of the die, `"blank"` where it has no sticker.
    pub fn faces(&self) -> Texts<'_> {
        self.ledger.list(self.entry.faces)
    }

    /// Where its code stands.
    pub fn place(&self) -> Place {
        self.ledger.start.at(self.entry.place.into())
    }

    /// Where its words may stand: bytes of the same text.
    pub fn extent(&self) -> Range<usize> {
        self.entry.extent.into()
    }

    /// The names of the deck's own fields, in the order of the alphabet.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.ledger.names.iter().map(String::as_str)
    }

    /// The deck's own fields, as its templates and rules see them.
    pub fn fields(&self) -> Map<String, Json> {
        let values = self.ledger.values[self.values()].iter();
        self.names().zip(values).map(|(name, value)| (name.to_owned(), self.ledger.json(*value))).collect()
    }

    /// The field of that name, as [`fields`](Row::fields) have it.
    pub fn field(&self, name: &str) -> Option<Json> {
        self.value(name).map(|value| self.ledger.json(value))
    }

    /// The field of that name, if it is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.value(name)? {
            Value::Text(text) => Some(self.ledger.text(text)),
            _ => None,
        }
    }

    /// The field of that name, if it is a list.
    pub fn list(&self, name: &str) -> Option<Texts<'_>> {
        match self.value(name)? {
            Value::List(list) => Some(self.ledger.list(list)),
            _ => None,
        }
    }

    fn value(&self, name: &str) -> Option<Value> {
        let at = self.names().position(|known| known == name)?;
        Some(self.ledger.values[self.values()][at])
    }

    /// Where its values are among those of its file.
    fn values(&self) -> Range<usize> {
        let start = self.entry.values as usize;
        start..start + self.ledger.names.len()
    }
}

/// Texts of a row, one after the other.
#[derive(Clone, Debug)]
pub struct Texts<'r> {
    parts: slice::Iter<'r, Span>,
    ledger: &'r Ledger,
}

impl Texts<'_> {
    pub fn join(self, between: &str) -> String {
        self.collect::<Vec<_>>().join(between)
    }
}

impl<'r> Iterator for Texts<'r> {
    type Item = &'r str;

    fn next(&mut self) -> Option<&'r str> {
        self.parts.next().map(|part| self.ledger.text(*part))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.parts.size_hint()
    }
}

impl ExactSizeIterator for Texts<'_> {}

/// A part of a text or of a list. No kit has a file so large that it needs more bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Span {
        Span { start: range.start as u32, end: range.end as u32 }
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Range<usize> {
        span.start as usize..span.end as usize
    }
}

/// What a field says: texts and lists by where they are in the ledger.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Value {
    #[default]
    Null,
    Flag(bool),
    Integer(i32),
    /// The digits of a decimal number.
    Number(Span),
    Text(Span),
    List(Span),
}

/// What is a row's own: where it stands, and where what it says is in the ledger.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub codes: Span,
    pub count: u32,
    pub faces: Span,
    /// The first of its values.
    pub values: u32,
    pub place: Span,
    pub extent: Span,
}

/// What the rows of a file say.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    /// The file.
    start: Place,
    /// Texts that do not stand in the file as they are, counted on from the end of its text.
    others: String,
    /// The texts of all lists.
    parts: Vec<Span>,
    /// The names of the deck's own fields, and their values row by row.
    names: Arc<[String]>,
    pub values: Vec<Value>,
}

impl Ledger {
    pub fn new(start: Place, names: &Arc<[String]>) -> Ledger {
        Ledger { start, others: String::new(), parts: Vec::new(), names: names.clone(), values: Vec::new() }
    }

    /// Keeps a text: from its file if it stands there at that byte, or behind a quote at it.
    pub fn keep(&mut self, (text, at): (&str, usize)) -> Span {
        let shown = &self.start.text;
        let stands = |at: &usize| shown.get(*at..).is_some_and(|rest| rest.starts_with(text));
        let start = [at, at + 1].into_iter().find(stands).unwrap_or_else(|| {
            self.others += text;
            shown.len() + self.others.len() - text.len()
        });
        (start..start + text.len()).into()
    }

    pub fn keep_list<'t>(&mut self, texts: impl IntoIterator<Item = (&'t str, usize)>) -> Span {
        let start = self.parts.len();
        for text in texts {
            let part = self.keep(text);
            self.parts.push(part);
        }
        (start..self.parts.len()).into()
    }

    /// The rows, once all are read.
    pub fn rows(mut self, entries: Vec<Entry>) -> impl Iterator<Item = Row> {
        self.others.shrink_to_fit();
        self.parts.shrink_to_fit();
        self.values.shrink_to_fit();
        let ledger = Arc::new(self);
        entries.into_iter().map(move |entry| Row { entry, ledger: ledger.clone() })
    }

    fn text(&self, span: Span) -> &str {
        let (Range { start, end }, length) = (span.into(), self.start.text.len());
        if start < length { &self.start.text[start..end] } else { &self.others[start - length..end - length] }
    }

    fn list(&self, span: Span) -> Texts<'_> {
        Texts { parts: self.parts[Range::from(span)].iter(), ledger: self }
    }

    fn json(&self, value: Value) -> Json {
        match value {
            Value::Null => Json::Null,
            Value::Flag(flag) => flag.into(),
            Value::Integer(number) => number.into(),
            Value::Number(digits) => {
                let digits = self.text(digits);
                // A face shows 3, not 3.0.
                digits.parse::<i64>().map_or_else(|_| digits.parse::<f64>().ok().into(), Json::from)
            }
            Value::Text(text) => self.text(text).into(),
            Value::List(list) => self.list(list).collect(),
        }
    }
}

#[cfg(test)]
impl Row {
    /// Makes a row that says something else of a field there is, or has other codes, faces or another count.
    pub fn set(&mut self, name: &str, value: &Json) {
        let ledger = Arc::make_mut(&mut self.ledger);
        let value = match value {
            Json::Bool(flag) => Value::Flag(*flag),
            Json::Number(number) => Value::Integer(number.as_i64().expect("a whole number") as i32),
            Json::String(text) => Value::Text(ledger.keep((text, 0))),
            Json::Array(list) => Value::List(ledger.keep_list(list.iter().map(|text| (text.as_str().expect("a text"), 0)))),
            other => panic!("no row says {other}"),
        };
        match (name, value) {
            ("codes", Value::List(codes)) => self.entry.codes = codes,
            ("faces", Value::List(faces)) => self.entry.faces = faces,
            ("count", Value::Integer(count)) => self.entry.count = count as u32,
            _ => {
                let at = self.names().position(|known| known == name).expect("a field");
                let at = self.values().start + at;
                Arc::make_mut(&mut self.ledger).values[at] = value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::{Files, Kit};

    /// The rows of a file, each as "code: name: suits", and what of them does not stand in the file as it is.
    fn read(file: &str, text: &str) -> (Vec<String>, String) {
        let folder = tempfile::tempdir().unwrap();
        let manifest = include_str!("../../tests/kits/good/rows/kit.toml");
        let rows = manifest.lines().find(|line| line.starts_with("rows")).unwrap();
        let manifest =
            manifest.replace(rows, &format!("rows = \"{file}\"")).replace("power", "# power").replace("rare", "# rare");
        for (name, text) in [("kit.toml", &*manifest), ("card.svg", "<svg/>"), (file, text)] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let kit = Kit::open(Files::Folder(folder.path().into())).unwrap_or_else(|problems| panic!("{problems}"));
        let rows = &kit.decks[0].rows;
        let told = |row: &Row| {
            let (codes, name, suits) = (row.codes().join(" "), row.text("name").unwrap(), row.list("suits").unwrap());
            format!("{codes}: {name}: {}", suits.join(" "))
        };
        (rows.iter().map(told).collect(), rows[0].ledger.others.clone())
    }

    #[test]
    fn what_stands_in_a_table_is_kept_there() {
        let (rows, others) = read(
            "cards.csv",
            "codes,name,suits\n A1 A2, Lamp ,\"cups, coins\"\nB1,\"Rope, é\",cups\nC1,\"Old \"\"Key\"\"\",\nD1,\" Bag\",\" cups\"\n",
        );
        assert_eq!(rows, ["A1 A2: Lamp: cups coins", "B1: Rope, é: cups", "C1: Old \"Key\": ", "D1: Bag: cups"]);
        assert_eq!(others, "Old \"Key\"Bagcups");
    }

    #[test]
    fn what_stands_in_toml_is_kept_there() {
        let (rows, others) = read(
            "cards.toml",
            r#"[[cards]]
codes = ["A1", "A\u0032"]
name = 'La\mp'
suits = ["cups", "coins"]

[[cards]]
code = "B1"
name = "Old \"Key\" é"
suits = []

[[cards]]
code = "C1"
name = ""
suits = ["c\u0075ps"]
"#,
        );
        assert_eq!(rows, ["A1 A2: La\\mp: cups coins", "B1: Old \"Key\" é: ", "C1: : cups"]);
        assert_eq!(others, "A2Old \"Key\" écups");
    }

    #[test]
    fn a_row_that_is_changed_changes_no_other() {
        let kit = Kit::find("dungeon-in-a-tin").unwrap();
        let mut rows = kit.deck("tiles").unwrap().rows[..2].to_vec();
        let other = (rows[1].fields(), rows[1].codes().join(" "));
        let before = rows[0].fields();
        rows[0].set("name", &"Elsewhere".into());
        rows[0].set("codes", &["X1", "X2"].as_slice().into());
        let changed: Vec<_> = rows[0].fields().into_iter().filter(|(name, value)| before[name] != *value).collect();
        assert_eq!(changed, [("name".to_owned(), "Elsewhere".into())]);
        assert_eq!(
            (rows[0].codes().join(" "), rows[1].fields(), rows[1].codes().join(" ")),
            ("X1 X2".into(), other.0, other.1)
        );
    }
}
