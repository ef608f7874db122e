//! Which files a manifest names for the rows of its decks, also where the kit cannot be loaded.

use toml_edit::{DocumentMut, Item, Table as Section, TableLike, Value};

use crate::kit::code::slug;
use crate::kit::source::file_and_sheet;

/// A deck's declarations of fields, whose texts are not for people.
pub const DECLARED: &str = "fields";

/// A file with rows of a deck.
pub struct RowFile {
    pub deck: String,
    pub path: String,
    pub sheet: Option<String>,
    /// Whether the table names its columns.
    pub has_headings: bool,
    /// The columns that the deck asks for, in lower case, each with whether it is required.
    pub columns: Vec<(String, bool)>,
    /// The names by which its rows are selected and put in order, as expressions have them.
    pub selectors: Vec<String>,
}

/// A file that a deck's `rows` name.
struct Named {
    file: String,
    has_headings: bool,
    selectors: Vec<String>,
}

/// Every deck's row files.
pub fn row_files(manifest: &DocumentMut) -> Vec<RowFile> {
    let decks = manifest.get("deck").and_then(Item::as_array_of_tables);
    let mut all = Vec::new();
    for deck in decks.into_iter().flatten() {
        let Some(name) = deck.get("name").and_then(Item::as_str) else {
            continue;
        };
        let columns = columns_of(deck);
        for source in sources(deck) {
            let (path, sheet) = file_and_sheet(&source.file);
            all.push(RowFile {
                deck: name.to_owned(),
                path: path.to_owned(),
                sheet: sheet.map(str::to_owned),
                has_headings: source.has_headings,
                columns: columns.clone(),
                selectors: source.selectors,
            });
        }
    }
    all
}

/// What a deck's `rows` names.
fn sources(deck: &Section) -> Vec<Named> {
    let of_table = |table: &dyn TableLike| {
        let has_headings = table.get("headings").and_then(Item::as_bool);
        Some(Named {
            file: table.get("file").and_then(Item::as_str)?.to_owned(),
            has_headings: has_headings.unwrap_or(true),
            selectors: selectors(table),
        })
    };
    let of_value = |value: &Value| match value {
        Value::InlineTable(table) => of_table(table),
        value => Some(Named {
            file: value.as_str()?.to_owned(),
            has_headings: true,
            selectors: Vec::new(),
        }),
    };
    match deck.get("rows") {
        Some(Item::Value(Value::Array(several))) => several.iter().filter_map(of_value).collect(),
        Some(Item::Value(one)) => of_value(one).into_iter().collect(),
        Some(Item::Table(table)) => of_table(table).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The names in `where`, `order` and `ignore`; words in quotes may be among them.
fn selectors(table: &dyn TableLike) -> Vec<String> {
    let is_apart = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let condition = table.get("where").and_then(Item::as_str).unwrap_or("");
    let words = condition.split(is_apart).filter(|word| !word.is_empty());
    let lists = ["order", "ignore"].into_iter();
    let lists = lists.filter_map(|key| table.get(key)?.as_value());
    let listed = lists.flat_map(|value| match value {
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        value => value.as_str().into_iter().collect::<Vec<_>>(),
    });
    words.chain(listed).map(|name| slug(name, '_')).collect()
}

/// The columns that a deck's manifest asks for, each with whether a table needs it. Computed fields may be among them.
fn columns_of(deck: &Section) -> Vec<(String, bool)> {
    let named = |key: &str| deck.get(key).and_then(Item::as_str).map(str::to_owned);
    let mut columns = match named("code") {
        Some(column) => vec![(column, true)],
        None => vec![("code".to_owned(), false), ("codes".to_owned(), false)],
    };
    match named("count") {
        Some(column) => columns.push((column, true)),
        None => columns.push(("count".to_owned(), false)),
    }
    let fields = deck.get(DECLARED).and_then(Item::as_table_like);
    for (name, field) in fields.into_iter().flat_map(TableLike::iter) {
        let of_field = |key: &str| field.as_table_like().and_then(|table| table.get(key));
        let column = of_field("column").and_then(Item::as_str).unwrap_or(name);
        let is_optional = of_field("optional").and_then(Item::as_bool) == Some(true);
        let is_elsewhere = of_field("value").is_some() || of_field("rows").is_some();
        columns.push((column.to_owned(), !is_optional && !is_elsewhere));
    }
    for (column, _) in &mut columns {
        *column = column.to_lowercase();
    }
    columns
}
