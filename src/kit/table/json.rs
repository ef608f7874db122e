//! JSON: an array of objects, or an object that contains one, as other programs export cards.
//!
//! Each object is a line, and its keys are the columns in the order in which they first occur. An object within an object has its keys
//! in columns of their own (`stats.attack`), and a list of plain values is one cell, with commas.

use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::sheet::{Cells, Found, Sheet};
use super::{MAX_COLUMNS, MAX_ROWS};

/// The deepest nesting of objects whose keys become columns.
const DEEPEST: usize = 4;

/// A value whose keys keep their order.
enum Json {
    Blank,
    Plain(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// The objects as a sheet, with their keys in its first line.
///
/// # Errors
///
/// Why there are none.
pub fn read(bytes: &[u8]) -> Result<Sheet, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let json: Json =
        serde_json::from_slice(bytes).map_err(|error| format!("it is not JSON: {error}"))?;
    let Some(objects) = objects(json, DEEPEST) else {
        return Err("it contains no list of objects, such as `[{\"name\": \"Owl\"}]`".into());
    };
    if objects.len() >= MAX_ROWS {
        return Err(format!("a table has at most {MAX_ROWS} rows"));
    }
    let mut cells = Cells::default();
    let mut columns: HashMap<String, usize> = HashMap::new();
    for (row, object) in objects.into_iter().enumerate() {
        let mut flat = Vec::new();
        flatten(object, "", DEEPEST, &mut flat);
        for (key, words) in flat {
            let next = columns.len();
            let column = *columns.entry(key).or_insert(next);
            if column >= MAX_COLUMNS {
                return Err(format!("its objects have more than {MAX_COLUMNS} keys"));
            }
            if !cells.add(row + 1, column, Found::value(words)) {
                return Err("it contains more text than a table may have".into());
            }
        }
    }
    for (key, column) in columns {
        cells.add(0, column, Found::value(key));
    }
    let mut sheet = cells.sheet(String::new());
    // Objects have no number that anybody sees.
    sheet.lines.iter_mut().for_each(|line| line.number = None);
    Ok(sheet)
}

/// The list of objects in a value: itself, or the longest one in an object.
fn objects(json: Json, depth: usize) -> Option<Vec<Vec<(String, Json)>>> {
    match json {
        Json::List(list) => {
            let objects: Vec<_> = list
                .into_iter()
                .filter_map(|one| match one {
                    Json::Object(keys) => Some(keys),
                    _ => None,
                })
                .collect();
            (!objects.is_empty()).then_some(objects)
        }
        Json::Object(keys) if depth > 0 => keys
            .into_iter()
            .filter_map(|(_, value)| objects(value, depth - 1))
            .max_by_key(Vec::len),
        _ => None,
    }
}

/// The keys of an object and those of objects in it, with their values as words.
fn flatten(
    object: Vec<(String, Json)>,
    before: &str,
    depth: usize,
    flat: &mut Vec<(String, String)>,
) {
    for (key, value) in object {
        let key = format!("{before}{key}");
        match value {
            Json::Object(inner) if depth > 0 => {
                flatten(inner, &format!("{key}."), depth - 1, flat);
            }
            value => flat.push((key, words(value))),
        }
    }
}

/// A value in one cell. What has no place in a cell is left out.
fn words(json: Json) -> String {
    match json {
        Json::Blank | Json::Object(_) => String::new(),
        Json::Plain(words) => words,
        Json::List(list) => {
            let entries: Vec<String> = list
                .into_iter()
                .map(words)
                .filter(|words| !words.is_empty())
                .collect();
            entries.join(", ")
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Json, D::Error> {
        reader.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Blank)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Plain(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Plain(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Plain(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Plain(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Plain(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = access.next_element()? {
            list.push(value);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut keys = Vec::new();
        while let Some(entry) = access.next_entry()? {
            keys.push(entry);
        }
        Ok(Json::Object(keys))
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn objects_of_other_programs_become_lines() {
        let text = |json: &str| read(json.as_bytes()).map(|sheet| sheet.text.to_string());
        let cards = r#"{"version": 3, "cards": [
            {"name": "Owl", "stats": {"attack": 2, "tags": ["night", "bird"]}, "rare": true, "text": null},
            {"name": "Fox", "text": "Steal", "stats": {"attack": 1.5}}]}"#;
        assert_eq!(
            text(cards).unwrap(),
            "name | stats.attack | stats.tags | rare | text\nOwl | 2 | night, bird | true\nFox | 1.5 |  |  | Steal"
        );
        assert!(text("[1, 2]").unwrap_err().contains("no list of objects"));
        assert!(
            text("[{\"a\": 1}")
                .unwrap_err()
                .starts_with("it is not JSON")
        );
        let deep = "[".repeat(100_000);
        assert!(text(&deep).unwrap_err().starts_with("it is not JSON"));
    }
}
