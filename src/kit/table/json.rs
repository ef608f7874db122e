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

/// The names of the lists of objects, if there are several beside each other; each can be read by its name.
///
/// # Errors
///
/// It is not JSON.
pub fn lists(bytes: &[u8]) -> Result<Vec<String>, String> {
    let Json::Object(keys) = parsed(bytes)? else {
        return Ok(Vec::new());
    };
    let names: Vec<String> = keys
        .into_iter()
        .filter(|(_, value)| count(value) > 0)
        .map(|(key, _)| key)
        .collect();
    Ok(if names.len() > 1 { names } else { Vec::new() })
}

/// The objects as a sheet, with their keys in its first line: those of the list with this name, or of the longest.
///
/// # Errors
///
/// Why there are none.
pub fn read(bytes: &[u8], list: Option<&str>) -> Result<Sheet, String> {
    let json = match (parsed(bytes)?, list) {
        (Json::Object(keys), Some(name)) => {
            let mut found = keys.into_iter().filter(|(key, _)| key == name);
            let (_, value) = found
                .next()
                .ok_or_else(|| format!("it has no list `{name}`"))?;
            value
        }
        (_, Some(name)) => return Err(format!("it has no list `{name}`")),
        (json, None) => json,
    };
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

fn parsed(bytes: &[u8]) -> Result<Json, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    serde_json::from_slice(bytes).map_err(|error| format!("it is not JSON: {error}"))
}

/// An object of JSON.
type Object = Vec<(String, Json)>;

/// Objects that hold on average as many others are not cards, but sets of them.
const SET: usize = 5;

/// Lists of these names hold cards; the last is that of a saved table of Tabletop Simulator.
const SETS: [&str; 2] = ["cards", "ContainedObjects"];

/// The list of objects in a value: itself, or the longest one in an object, or the lists in its objects.
fn objects(json: Json, depth: usize) -> Option<Vec<Object>> {
    match json {
        Json::List(list) => {
            let objects: Vec<Object> = list.into_iter().filter_map(object).collect();
            if objects.is_empty() {
                return None;
            }
            let are_sets = within(&objects) >= objects.len() * SET || objects.iter().any(is_set);
            if depth == 0 || !are_sets {
                return Some(objects);
            }
            Some(objects.into_iter().flat_map(members).collect())
        }
        Json::Object(keys) if depth > 0 => keys
            .into_iter()
            .filter_map(|(_, value)| objects(value, depth - 1))
            .max_by_key(Vec::len),
        _ => None,
    }
}

fn object(json: Json) -> Option<Object> {
    match json {
        Json::Object(keys) => Some(keys),
        _ => None,
    }
}

/// How many objects are in the longest list of each of these.
fn within(objects: &[Object]) -> usize {
    let longest = |object: &Object| object.iter().map(|(_, value)| count(value)).max();
    objects.iter().filter_map(longest).sum()
}

fn is_set(object: &Object) -> bool {
    let mut keys = object.iter();
    keys.any(|(key, value)| SETS.contains(&key.as_str()) && count(value) > 0)
}

/// How many objects a list has.
fn count(json: &Json) -> usize {
    match json {
        Json::List(list) => {
            let is_object = |one: &&Json| matches!(one, Json::Object(_));
            list.iter().filter(is_object).count()
        }
        _ => 0,
    }
}

/// The objects in the longest list of an object, each with what else the object says: the set that they belong to. An object
/// without any is one itself.
fn members(mut set: Object) -> Vec<Object> {
    let longest = (0..set.len()).max_by_key(|at| count(&set[*at].1));
    let Some(longest) = longest.filter(|at| count(&set[*at].1) > 0) else {
        return vec![set];
    };
    let (_, Json::List(list)) = set.remove(longest) else {
        return vec![set];
    };
    let mut members: Vec<Object> = list.into_iter().filter_map(object).collect();
    for (key, value) in set {
        let said = words(value);
        for member in members.iter_mut().filter(|_| !said.is_empty()) {
            if member.iter().all(|(own, _)| *own != key) {
                member.push((key.clone(), Json::Plain(said.clone())));
            }
        }
    }
    members
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
    use super::{lists, read};

    #[test]
    fn objects_of_other_programs_become_lines() {
        let text = |json: &str| read(json.as_bytes(), None).map(|sheet| sheet.text.to_string());
        let cards = r#"{"version": 3, "cards": [
            {"name": "Owl", "stats": {"attack": 2, "tags": ["night", "bird"]}, "rare": true, "text": null},
            {"name": "Fox", "text": "Steal", "stats": {"attack": 1.5}}]}"#;
        assert_eq!(
            text(cards).unwrap(),
            "name | stats.attack | stats.tags | rare | text\nOwl | 2 | night, bird | true\nFox | 1.5 |  |  | Steal"
        );
        let owls: Vec<String> = (1..=5)
            .map(|n| format!("{{\"name\": \"Owl {n}\"}}"))
            .collect();
        let sets = format!("[{{\"set\": \"Night\", \"cards\": [{}]}}]", owls.join(","));
        assert!(text(&sets).unwrap().ends_with("\nOwl 5 | Night"));
        let saved =
            r#"[{"Name": "Coin"}, {"Name": "Deck", "ContainedObjects": [{"Nickname": "Owl"}]}]"#;
        assert_eq!(text(saved).unwrap(), "Name | Nickname\nCoin\nDeck | Owl");
        let two = br#"{"cards": [{"name": "Owl"}], "tokens": [{"name": "Coin"}, {"name": "Gem"}]}"#;
        assert_eq!(lists(two).unwrap(), ["cards", "tokens"]);
        assert_eq!(&*read(two, Some("cards")).unwrap().text, "name\nOwl");
        assert!(
            read(two, Some("tiles"))
                .err()
                .is_some_and(|why| why.contains("no list `tiles`"))
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
