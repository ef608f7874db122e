//! A row of a deck.

use std::cmp::Ordering;
use std::ops::Range;
use std::slice;
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::SourceSpan;

/// A row of a deck. Clones share their contents.
#[derive(Clone, Debug)]
pub struct Row(Arc<Entry>);

/// The contents of a row.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub codes: Vec<String>,
    pub count: u32,
    pub faces: Vec<String>,
    /// The names of the deck's own fields, in alphabetical order.
    pub names: Arc<[String]>,
    /// Their values, in the same order.
    pub values: Vec<Value>,
    pub place: SourceSpan,
    pub extent: Range<usize>,
}

/// The value of a field.
#[derive(Clone, Debug, Default)]
pub(super) enum Value {
    #[default]
    Null,
    Flag(bool),
    Integer(i32),
    Number(f64),
    Text(String),
    List(Vec<String>),
    /// Rows within a row, each with its fields.
    Records(Vec<Map<String, Json>>),
}

impl Row {
    pub(super) fn new(entry: Entry) -> Row {
        Row(entry.into())
    }

    /// The printed codes; a row with several codes prints one piece for each.
    pub fn codes(&self) -> Texts<'_> {
        Texts(self.0.codes.iter())
    }

    /// The first of its codes, empty if it has none.
    pub fn code(&self) -> &str {
        self.codes().next().unwrap_or_default()
    }

    /// How many identical pieces there are of each code.
    pub fn count(&self) -> u32 {
        self.0.count
    }

    /// The editions that the row belongs to, from its field `editions` (or `edition`); empty for all.
    pub fn editions(&self) -> Option<Vec<&str>> {
        let one = || self.text("edition").map(|one| vec![one]);
        self.list("editions").map(Iterator::collect).or_else(one)
    }

    /// How many pieces it makes: the count for each code. A die is one piece.
    pub(super) fn pieces(&self) -> usize {
        self.codes().len() * self.count() as usize
    }

    /// The row with the texts of these fields, and the entries of their lists, replaced.
    ///
    /// # Errors
    ///
    /// The first error of `make`.
    pub(super) fn filled(
        &self,
        fields: &[String],
        make: impl Fn(&str) -> Result<String, String>,
    ) -> Result<Row, String> {
        let mut entry = Entry::clone(&self.0);
        for (_, value) in entry
            .names
            .iter()
            .zip(&mut entry.values)
            .filter(|(name, _)| fields.contains(name))
        {
            match value {
                Value::Text(text) => *text = make(text)?,
                Value::List(list) => {
                    *list = list
                        .iter()
                        .map(|text| make(text))
                        .collect::<Result<_, _>>()?
                }
                Value::Null
                | Value::Flag(_)
                | Value::Integer(_)
                | Value::Number(_)
                | Value::Records(_) => {}
            }
        }
        Ok(Row::new(entry))
    }

    /// Puts a value in one of its fields.
    pub(super) fn set_field(&mut self, field: &str, value: Value) {
        let at = self.names().position(|known| known == field);
        if let Some(at) = at {
            Arc::make_mut(&mut self.0).values[at] = value;
        }
    }

    /// The order of two rows by a field or by their codes: numerical, or alphabetical regardless of case. Rows without a value
    /// come last, reversed or not.
    pub(super) fn compare(&self, other: &Row, field: &str, is_reversed: bool) -> Ordering {
        let key = |row: &Row| match row.value(field) {
            _ if field == "code" => Some((0.0, row.code().to_lowercase())),
            None | Some(Value::Null) => None,
            Some(Value::Flag(flag)) => Some((f64::from(u8::from(*flag)), String::new())),
            Some(Value::Integer(number)) => Some((f64::from(*number), String::new())),
            Some(Value::Number(number)) => Some((*number, String::new())),
            Some(_) => row.said(field).map(|words| (0.0, words.to_lowercase())),
        };
        match (key(self), key(other)) {
            (Some(one), Some(two)) => {
                let ordering = one.0.total_cmp(&two.0).then(one.1.cmp(&two.1));
                if is_reversed {
                    ordering.reverse()
                } else {
                    ordering
                }
            }
            (one, two) => one.is_none().cmp(&two.is_none()),
        }
    }

    /// For stickers, the faces of the die, `"blank"` for one without a sticker.
    pub fn faces(&self) -> Texts<'_> {
        Texts(self.0.faces.iter())
    }

    /// The place of its code.
    pub fn place(&self) -> SourceSpan {
        self.0.place.clone()
    }

    /// The extent of its text, in bytes of the same file.
    pub fn extent(&self) -> Range<usize> {
        self.0.extent.clone()
    }

    /// The names of the deck's own fields, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.names.iter().map(String::as_str)
    }

    /// The deck's own fields, as seen by its templates and rules.
    pub fn fields(&self) -> Map<String, Json> {
        self.names()
            .zip(&self.0.values)
            .map(|(name, value)| (name.to_owned(), value.json()))
            .collect()
    }

    /// The field with this name, as in [`fields`](Row::fields).
    pub fn field(&self, name: &str) -> Option<Json> {
        self.value(name).map(Value::json)
    }

    /// The field with this name as text, with the entries of a list joined; `front.2` is the second entry of a list.
    pub fn said(&self, field: &str) -> Option<String> {
        let (field, entry) = match field.split_once('.') {
            Some((field, entry)) => (field, Some(entry.parse::<usize>().ok()?)),
            None => (field, None),
        };
        Some(match (self.field(field)?, entry) {
            (Json::Array(list), Some(entry)) => word(list.get(entry.checked_sub(1)?)?),
            (_, Some(_)) => return None,
            (Json::Array(list), None) => list.iter().map(word).collect::<Vec<_>>().join(" "),
            (value, None) => word(&value),
        })
    }

    /// The field with this name, if it is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.value(name)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The field with this name, if it is a list.
    pub fn list(&self, name: &str) -> Option<Texts<'_>> {
        match self.value(name)? {
            Value::List(list) => Some(Texts(list.iter())),
            _ => None,
        }
    }

    fn value(&self, name: &str) -> Option<&Value> {
        let at = self.names().position(|known| known == name)?;
        self.0.values.get(at)
    }
}

impl Value {
    pub fn json(&self) -> Json {
        match self {
            Value::Null => Json::Null,
            Value::Flag(flag) => (*flag).into(),
            Value::Integer(number) => (*number).into(),
            // A face shows 3, not 3.0.
            Value::Number(number) if number.fract() == 0.0 && number.abs() < i64::MAX as f64 => {
                (*number as i64).into()
            }
            Value::Number(number) => (*number).into(),
            Value::Text(text) => text.as_str().into(),
            Value::List(list) => list.iter().map(String::as_str).collect(),
            Value::Records(records) => records.iter().cloned().collect(),
        }
    }
}

/// The texts of a row, joined.
#[derive(Clone, Debug)]
pub struct Texts<'r>(slice::Iter<'r, String>);

impl Texts<'_> {
    pub fn join(self, between: &str) -> String {
        self.0.as_slice().join(between)
    }
}

impl<'r> Iterator for Texts<'r> {
    type Item = &'r str;

    fn next(&mut self) -> Option<&'r str> {
        self.0.next().map(String::as_str)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Texts<'_> {}

/// A value as text.
pub(super) fn word(value: &Json) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
impl Row {
    /// Makes a row with a different value in an existing field, or different codes, faces or count.
    pub fn set(&mut self, name: &str, value: &Json) {
        let value = match value {
            Json::Bool(flag) => Value::Flag(*flag),
            Json::Number(number) => Value::Integer(number.as_i64().expect("a whole number") as i32),
            Json::String(text) => Value::Text(text.clone()),
            Json::Array(list) => Value::List(
                list.iter()
                    .map(|text| text.as_str().expect("a text").to_owned())
                    .collect(),
            ),
            other => panic!("no row says {other}"),
        };
        let entry = Arc::make_mut(&mut self.0);
        match (name, value) {
            ("codes", Value::List(codes)) => entry.codes = codes,
            ("faces", Value::List(faces)) => entry.faces = faces,
            ("count", Value::Integer(count)) => entry.count = count as u32,
            (name, value) => {
                let at = entry
                    .names
                    .iter()
                    .position(|known| known == name)
                    .expect("a field");
                entry.values[at] = value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::{Files, Kit};

    /// The rows of a file, each as "code: name: suits".
    fn read(file: &str, text: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let manifest = include_str!("../../tests/kits/good/rows/kit.toml");
        let rows = manifest
            .lines()
            .find(|line| line.starts_with("rows"))
            .unwrap();
        let manifest = manifest
            .replace(rows, &format!("rows = \"{file}\""))
            .replace("power", "# power")
            .replace("rare", "# rare");
        for (name, text) in [
            ("kit.toml", &*manifest),
            ("card.svg", "<svg/>"),
            (file, text),
        ] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let kit = Kit::open(Files::Folder(folder.path().into()))
            .unwrap_or_else(|problems| panic!("{problems}"));
        let rows = &kit.decks[0].rows;
        let told = |row: &Row| {
            let codes = row.codes().join(" ");
            let name = row.text("name").unwrap();
            let suits = row.list("suits").unwrap();
            format!("{codes}: {name}: {}", suits.join(" "))
        };
        rows.iter().map(told).collect()
    }

    #[test]
    fn cells_are_read_without_their_quotes() {
        let rows = read(
            "cards.csv",
            "codes,name,suits\n A1 A2, Lamp ,\"cups, coins\"\nB1,\"Rope, é\",cups\nC1,\"Old \"\"Key\"\"\",\nD1,\" Bag\",\" cups\"\n",
        );
        assert_eq!(
            rows,
            [
                "A1 A2: Lamp: cups coins",
                "B1: Rope, é: cups",
                "C1: Old \"Key\": ",
                "D1: Bag: cups"
            ]
        );
    }

    #[test]
    fn strings_are_read_without_their_escapes() {
        let rows = read(
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
        assert_eq!(
            rows,
            [
                "A1 A2: La\\mp: cups coins",
                "B1: Old \"Key\" é: ",
                "C1: : cups"
            ]
        );
    }

    #[test]
    fn a_row_that_is_changed_changes_no_other() {
        let kit = Kit::find("dungeon-in-a-tin").unwrap();
        let mut rows = kit.deck("tiles").unwrap().rows[..2].to_vec();
        let other = (rows[1].fields(), rows[1].codes().join(" "));
        let before = rows[0].fields();
        rows[0].set("name", &"Elsewhere".into());
        rows[0].set("codes", &["X1", "X2"].as_slice().into());
        let changed: Vec<_> = rows[0]
            .fields()
            .into_iter()
            .filter(|(name, value)| before[name] != *value)
            .collect();
        assert_eq!(changed, [("name".to_owned(), "Elsewhere".into())]);
        assert_eq!(
            (
                rows[0].codes().join(" "),
                rows[1].fields(),
                rows[1].codes().join(" ")
            ),
            ("X1 X2".into(), other.0, other.1)
        );
    }
}
