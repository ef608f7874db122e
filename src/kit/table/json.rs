//! JSON: an array of objects, or an object that contains one, as other programs export cards.
//!
//! Each object is a line, and its keys are the columns in the order in which they first occur. An object within an object has its keys
//! in columns of their own (`stats.attack`), and a list is one cell, with commas. A project of CardPen holds its table as CSV.

use std::collections::{HashMap, HashSet};
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::comma::Records;
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

/// The names of the lists of cards, if there are several beside each other; each can be read by its name.
///
/// # Errors
///
/// It is not JSON.
pub fn lists(bytes: &[u8]) -> Result<Vec<String>, String> {
    let Json::Object(keys) = parsed(bytes)? else {
        return Ok(Vec::new());
    };
    if are_columns(&keys) || are_cards_by_key(&keys) {
        return Ok(Vec::new());
    }
    let longest = keys.iter().map(|(_, value)| count(value)).max();
    let names: Vec<String> = keys
        .into_iter()
        .filter(|(_, value)| is_deck(value, longest.unwrap_or(0)))
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
    if let Some(csv) = csv_of(&json) {
        return sheet_of_csv(csv);
    }
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

/// The table of a project of CardPen, as a text beside those that draw its cards.
fn csv_of(json: &Json) -> Option<&str> {
    let Json::Object(keys) = json else {
        return None;
    };
    let text = |wanted: &str| {
        keys.iter().find_map(|(key, value)| match value {
            Json::Plain(words) if key.eq_ignore_ascii_case(wanted) => Some(words.as_str()),
            _ => None,
        })
    };
    let draws = ["html", "css", "mustache"]
        .iter()
        .any(|key| text(key).is_some());
    text("csv").filter(|csv| draws && csv.trim().contains('\n'))
}

fn sheet_of_csv(csv: &str) -> Result<Sheet, String> {
    let mut cells = Cells::default();
    for (row, line) in Records::new(csv).enumerate() {
        let line = line.map_err(|broken| format!("in its CSV, {}", broken.message))?;
        for (column, cell) in line.cells.into_iter().enumerate() {
            if !cells.add(row, column, Found::value(cell.value.into_owned())) {
                return Err("it contains more text than a table may have".into());
            }
        }
    }
    let mut sheet = cells.sheet(String::new());
    sheet.lines.iter_mut().for_each(|line| line.number = None);
    sheet.unread = Some("its faces in HTML and CSS: the deck has a first face to change instead");
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

/// What cards are called in JSON.
const TITLES: [&str; 5] = ["name", "Name", "title", "Title", "Nickname"];

/// The key of a card that is nothing but a text.
const TEXT: &str = "text";

/// The cards in a value: a list, an object of columns, objects by their names, or the longest of those in an object.
fn objects(json: Json, depth: usize) -> Option<Vec<Object>> {
    match json {
        Json::List(list) => objects_of_list(list, depth),
        Json::Object(keys) if are_columns(&keys) => Some(rows_of_columns(keys)),
        Json::Object(keys) if are_cards_by_key(&keys) => Some(cards_by_key(keys)),
        Json::Object(keys) if depth > 0 => keys
            .into_iter()
            .filter_map(|(_, value)| objects(value, depth - 1))
            .max_by_key(Vec::len),
        _ => None,
    }
}

/// The cards in a list, or in the lists of its sets. A text beside cards is one itself.
fn objects_of_list(list: Vec<Json>, depth: usize) -> Option<Vec<Object>> {
    if are_lines(&list) {
        return Some(rows_of_lines(list));
    }
    let has_objects = list.iter().any(|one| matches!(one, Json::Object(_)));
    if !has_objects && !has_words(&list) {
        return None;
    }
    let title = title_of(&list);
    let objects: Vec<Object> = list
        .into_iter()
        .filter_map(|one| card(one, &title))
        .collect();
    let are_sets = within(&objects) >= objects.len() * SET || objects.iter().any(is_set);
    if depth == 0 || !are_sets {
        return Some(objects);
    }
    Some(cards_of_sets(objects, depth))
}

/// The cards of sets, and of sets in them.
fn cards_of_sets(sets: Vec<Object>, depth: usize) -> Vec<Object> {
    let mut cards = Vec::new();
    for member in sets.into_iter().flat_map(members) {
        if depth > 0 && is_set(&member) {
            cards.extend(cards_of_sets(vec![member], depth - 1));
        } else {
            cards.push(member);
        }
    }
    cards
}

/// The key that names the objects of a list, or else that of plain texts.
fn title_of(list: &[Json]) -> String {
    let keys = list.iter().filter_map(|one| match one {
        Json::Object(keys) => Some(keys),
        _ => None,
    });
    let names: HashSet<&str> = keys.flatten().map(|(key, _)| key.as_str()).collect();
    let title = TITLES.iter().find(|title| names.contains(**title));
    title.unwrap_or(&TEXT).to_string()
}

/// An entry of a list as a card.
fn card(json: Json, title: &str) -> Option<Object> {
    match json {
        Json::Object(keys) => Some(keys),
        Json::Blank => None,
        json => Some(vec![(title.to_owned(), Json::Plain(words(json)))]),
    }
}

/// Whether any of these is a text, and not merely a number.
fn has_words(list: &[Json]) -> bool {
    list.iter().any(
        |one| matches!(one, Json::Plain(words) if words.contains(|letter: char| letter.is_alphabetic())),
    )
}

fn is_plain(json: &Json) -> bool {
    matches!(json, Json::Plain(_) | Json::Blank)
}

/// Whether these are lines of cells, the first with the names of the columns.
fn are_lines(list: &[Json]) -> bool {
    let is_line = |one: &Json| matches!(one, Json::List(cells) if cells.iter().all(is_plain));
    let is_name = |one: &Json| matches!(one, Json::Plain(words) if words.parse::<f64>().is_err());
    let Some(Json::List(names)) = list.first() else {
        return false;
    };
    list.len() > 1 && names.len() > 1 && names.iter().all(is_name) && list.iter().all(is_line)
}

fn rows_of_lines(list: Vec<Json>) -> Vec<Object> {
    let mut lines = list.into_iter().map(|line| match line {
        Json::List(cells) => cells,
        _ => Vec::new(),
    });
    let names = lines.next().unwrap_or_default();
    let names: Vec<String> = names.into_iter().map(words).collect();
    lines
        .map(|line| names.iter().cloned().zip(line).collect())
        .collect()
}

/// Whether each key names a column, and holds its cells.
fn are_columns(keys: &[(String, Json)]) -> bool {
    let height = |json: &Json| match json {
        Json::List(cells) if cells.len() > 1 && cells.iter().all(is_plain) => Some(cells.len()),
        _ => None,
    };
    let first = keys.first().and_then(|(_, cells)| height(cells));
    keys.len() > 1 && first.is_some() && keys.iter().all(|(_, cells)| height(cells) == first)
}

fn rows_of_columns(keys: Object) -> Vec<Object> {
    let mut rows: Vec<Object> = Vec::new();
    for (name, column) in keys {
        let Json::List(cells) = column else { continue };
        rows.resize_with(rows.len().max(cells.len()), Vec::new);
        for (row, cell) in rows.iter_mut().zip(cells) {
            row.push((name.clone(), cell));
        }
    }
    rows
}

/// Whether each key names a card: all are objects with a key in common.
fn are_cards_by_key(keys: &[(String, Json)]) -> bool {
    let names = |json: &Json| -> HashSet<String> {
        match json {
            Json::Object(keys) => keys.iter().map(|(key, _)| key.clone()).collect(),
            _ => HashSet::new(),
        }
    };
    let Some((_, first)) = keys.first() else {
        return false;
    };
    let mut common = names(first);
    for (_, value) in &keys[1..] {
        let own = names(value);
        common.retain(|name| own.contains(name));
    }
    keys.len() > 1 && !common.is_empty()
}

/// Cards by their names, or by another key if they have names of their own.
fn cards_by_key(keys: Object) -> Vec<Object> {
    let of = |(key, value): (String, Json)| {
        let Json::Object(mut card) = value else {
            return Vec::new();
        };
        let has = |name: &str| card.iter().any(|(known, _)| known == name);
        let is_named = TITLES.iter().any(|title| has(title));
        let column = if is_named { "key" } else { "name" };
        if !has(column) {
            card.insert(0, (column.to_owned(), Json::Plain(key)));
        }
        card
    };
    keys.into_iter().map(of).collect()
}

/// Whether a value beside others holds cards of its own: objects, sentences, or not much fewer texts than the `longest` list beside
/// it has objects.
fn is_deck(json: &Json, longest: usize) -> bool {
    const FEWEST: usize = 3;
    match json {
        Json::Object(keys) => are_cards_by_key(keys),
        Json::List(list) if count(json) == 0 => {
            let is_phrase =
                |one: &&Json| matches!(one, Json::Plain(words) if words.trim().contains(' '));
            let phrases = list.iter().filter(is_phrase).count();
            let are_many = list.len() >= FEWEST && list.len() * 2 >= longest && has_words(list);
            are_many || phrases >= FEWEST && phrases * 2 > list.len()
        }
        Json::List(_) => true,
        _ => false,
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
    let title = title_of(&list);
    let mut members: Vec<Object> = list
        .into_iter()
        .filter_map(|one| card(one, &title))
        .collect();
    for (key, value) in set {
        let is_title = TITLES.contains(&key.as_str());
        let said = words(value);
        for member in members.iter_mut().filter(|_| !said.is_empty()) {
            let has_own = member.iter().any(|(own, _)| *own == key);
            let key = match (has_own, is_title) {
                (false, _) => key.clone(),
                // A card keeps its name, and is told from those of other sets.
                (true, true) => format!("set.{key}"),
                (true, false) => continue,
            };
            member.push((key, Json::Plain(said.clone())));
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

/// A value in one cell.
fn words(json: Json) -> String {
    let joined = |list: Vec<Json>, between: &str| {
        let entries: Vec<String> = list
            .into_iter()
            .map(words)
            .filter(|words| !words.is_empty())
            .collect();
        entries.join(between)
    };
    match json {
        Json::Blank => String::new(),
        Json::Plain(words) => words,
        Json::List(list) => joined(list, ", "),
        Json::Object(keys) => joined(keys.into_iter().map(|(_, value)| value).collect(), " "),
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
        let held = r#"[{"name": "Owl", "rulings": [{"of": "May", "text": "Yes."}, {"text": "No."}]}, "Fox", null]"#;
        assert_eq!(
            text(held).unwrap(),
            "name | rulings\nOwl | May Yes., No.\nFox"
        );
        let lines = "name | cost\nOwl | 1\nFox | 2";
        for same in [
            r#"[["name", "cost"], ["Owl", 1], ["Fox", 2]]"#,
            r#"{"name": ["Owl", "Fox"], "cost": [1, 2]}"#,
            r#"{"Owl": {"cost": 1}, "Fox": {"cost": 2}}"#,
        ] {
            assert_eq!(text(same).unwrap(), lines);
        }
        let bag = r#"[{"Name": "Bag", "ContainedObjects": [{"Name": "Deck", "Nickname": "Loot",
            "ContainedObjects": [{"Name": "Card", "Nickname": "Sword"}]}]}]"#;
        assert_eq!(
            text(bag).unwrap(),
            "Name | Nickname | set.Name | set.Nickname\nCard | Sword | Deck | Loot"
        );
        let project = r#"{"name": "Birds", "css": "b {}", "html": "<b>{{Name}}</b>", "csv": "Name,Cost\n\"Owl, old\",1\nFox,2\n"}"#;
        let project = read(project.as_bytes(), None).unwrap();
        assert_eq!(&*project.text, "Name | Cost\nOwl, old | 1\nFox | 2");
        assert!(project.unread.is_some_and(|what| what.contains("HTML")));
        let spoken = br#"{"white": ["A cup of tea.", "Two owls.", "No man."], "black": [{"text": "_?"}], "by": ["Ann"]}"#;
        assert_eq!(lists(spoken).unwrap(), ["white", "black"]);
        let white = read(spoken, Some("white")).unwrap();
        assert_eq!(&*white.text, "text\nA cup of tea.\nTwo owls.\nNo man.");
        let few =
            br#"{"by": ["A", "B", "C"], "a": [{"n": 1}, {"n": 2}], "b": [{"n": 3}], "all": ["x"]}"#;
        assert_eq!(lists(few).unwrap(), ["by", "a", "b"]);
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
