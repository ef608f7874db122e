//! The names that a kit gives to things, and where: decks with their columns, colours, what `play.toml` and `rules.toml` declare.
//!
//! They are read from each file by itself, so that a mistake in one of them hides only its own.

use std::collections::BTreeSet;
use std::ops::Range;

use super::outline::{Entry, EntryKind, Outline};
use crate::kit::files::is_table;
use crate::kit::source::file_and_sheet;
use crate::kit::table::Table;
use crate::kit::{Files, Kit};

/// The most rows that are looked at for a column's values, and the most values.
const MOST_ROWS: usize = 1_000;
const MOST_VALUES: usize = 100;

/// The longest value that is worth writing again, in letters.
const LONGEST_VALUE: usize = 40;

/// A place in one of the kit's files.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub path: String,
    pub span: Range<usize>,
}

/// A name, where it is given and what it is.
#[derive(Clone, Debug)]
pub struct Name {
    pub name: String,
    pub sort: Sort,
    pub place: Place,
    /// In a sentence.
    pub about: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Of `[table]` or `[player]`: a zone, a counter, dice, a choice.
    Thing,
    Action,
    Effect,
    Value,
    Option,
    Edition,
    Rule,
    Colour,
}

#[derive(Debug, Default)]
pub struct DeckNames {
    pub name: String,
    pub place: Option<Place>,
    /// The templates of its pieces.
    pub templates: Vec<String>,
    pub columns: Vec<Column>,
}

#[derive(Debug)]
pub struct Column {
    pub name: String,
    pub place: Option<Place>,
    /// Some of its values.
    pub values: Vec<String>,
}

/// The sections of `play.toml` whose keys are names.
const DECLARED: [(&str, Sort, &str); 7] = [
    ("table", Sort::Thing, "on the table"),
    ("player", Sort::Thing, "of each player"),
    ("action", Sort::Action, "an action"),
    ("effect", Sort::Effect, "an effect"),
    ("value", Sort::Value, "a value"),
    ("options", Sort::Option, "an option"),
    ("edition", Sort::Edition, "an edition"),
];

/// The decks of the kit, in their order.
pub fn decks(files: &Files) -> Vec<DeckNames> {
    let text = files.read("kit.toml").unwrap_or_default();
    let outline = Outline::of(&text);
    let mut decks: Vec<DeckNames> = Vec::new();
    let mut sources: Vec<Vec<String>> = Vec::new();
    for entry in &outline.entries {
        let path: Vec<&str> = entry.path.iter().map(String::as_str).collect();
        if path == ["deck"] && entry.is == EntryKind::Header {
            decks.push(DeckNames::default());
            sources.push(Vec::new());
        }
        let (Some(deck), Some(sources)) = (decks.last_mut(), sources.last_mut()) else {
            continue;
        };
        let value = || entry.text(&text).to_owned();
        match path.as_slice() {
            ["deck", "name"] => {
                deck.name = value();
                deck.place = Some(place("kit.toml", &entry.value));
            }
            ["deck", "front" | "back" | "pile"] => deck.templates.push(value()),
            ["deck", "rows"] | ["deck", "rows", "file"] => sources.push(value()),
            ["deck", "fields", field] => deck.columns.push(Column {
                name: (*field).to_owned(),
                place: Some(place("kit.toml", &entry.key)),
                values: Vec::new(),
            }),
            ["deck", "fields", field, "one_of"] if entry.is == EntryKind::Item => {
                deck.column(field, None).add(entry.text(&text));
            }
            _ => {}
        }
    }
    for (deck, sources) in decks.iter_mut().zip(sources) {
        for source in sources {
            let (path, sheet) = file_and_sheet(&source);
            if is_table(path) {
                deck.read_table(files, path, sheet)
            } else {
                deck.read_rows(files, path)
            }
        }
    }
    rename(files, &mut decks);
    decks
}

/// Gives columns the names that their fields have, if the kit can be read: "Card Name" may be `card_name`.
fn rename(files: &Files, decks: &mut [DeckNames]) {
    let Ok(kit) = Kit::open(files.clone()) else {
        return;
    };
    for deck in &kit.decks {
        let (Some(names), Some(row)) = (
            decks.iter_mut().find(|names| names.name == deck.name),
            deck.rows.first(),
        ) else {
            continue;
        };
        let fields: BTreeSet<&str> = row.names().collect();
        for (column, field) in &deck.renamed {
            if let Some(known) = names.columns.iter_mut().find(|known| known.name == *column) {
                known.name.clone_from(field);
            }
        }
        names.columns.retain(|column| {
            fields.contains(column.name.as_str()) || ["code", "count"].contains(&&*column.name)
        });
        for field in fields {
            names.column(field, None);
        }
    }
}

impl DeckNames {
    /// The column of this name, added if it is new; its first place counts.
    fn column(&mut self, name: &str, place: Option<Place>) -> &mut Column {
        let at = self.columns.iter().position(|column| column.name == name);
        let at = at.unwrap_or_else(|| {
            self.columns.push(Column {
                name: name.to_owned(),
                place: None,
                values: Vec::new(),
            });
            self.columns.len() - 1
        });
        let column = &mut self.columns[at];
        // The header of a table is better known than a declaration.
        let is_declared = column
            .place
            .as_ref()
            .is_none_or(|own| own.path == "kit.toml");
        if is_declared && place.is_some() {
            column.place = place;
        }
        column
    }

    fn read_table(&mut self, files: &Files, path: &str, sheet: Option<&str>) {
        let Ok(table) = Table::open(files, path, sheet, &self.name) else {
            return;
        };
        let mut lines = table.lines().flatten().filter(|line| !line.is_blank());
        let Some(header) = lines.next() else {
            return;
        };
        let names: Vec<String> = header
            .cells
            .iter()
            .map(|cell| cell.value.to_string())
            .collect();
        for (name, cell) in names.iter().zip(&header.cells) {
            if !name.is_empty() {
                self.column(name, Some(place(path, &cell.span)));
            }
        }
        for line in lines.take(MOST_ROWS) {
            for (name, cell) in names.iter().zip(&line.cells) {
                if !name.is_empty() {
                    self.column(name, None).add(&cell.value);
                }
            }
        }
    }

    fn read_rows(&mut self, files: &Files, path: &str) {
        let text = files.read(path).unwrap_or_default();
        let own = self.name.clone();
        for entry in &Outline::of(&text).entries {
            if let [deck, column] = entry.path.as_slice()
                && *deck == own
            {
                let key = (!entry.key.is_empty()).then(|| place(path, &entry.key));
                let column = self.column(column, key.filter(|_| entry.is == EntryKind::Value));
                column.add(entry.text(&text));
            }
        }
    }
}

impl Column {
    fn add(&mut self, value: &str) {
        let is_short = value.chars().nth(LONGEST_VALUE).is_none() && !value.contains('\n');
        let is_new = || self.values.iter().all(|known| known != value);
        if !value.is_empty() && is_short && self.values.len() < MOST_VALUES && is_new() {
            self.values.push(value.to_owned());
        }
    }
}

fn place(path: &str, span: &Range<usize>) -> Place {
    Place {
        path: path.to_owned(),
        span: span.clone(),
    }
}

/// What `play.toml` declares.
pub fn of_rules(files: &Files) -> Vec<Name> {
    let text = files.read("play.toml").unwrap_or_default();
    let outline = Outline::of(&text);
    let mut names: Vec<Name> = Vec::new();
    for entry in &outline.entries {
        let Some((section, name)) = entry.path.first().zip(entry.path.get(1)) else {
            continue;
        };
        let Some((_, sort, what)) = DECLARED.iter().find(|(own, ..)| own == section) else {
            continue;
        };
        let is_it = |known: &&mut Name| known.name == *name && known.sort == *sort;
        match (names.iter_mut().find(is_it), entry.path.len()) {
            (None, 2) => names.push(Name {
                name: name.clone(),
                sort: *sort,
                place: place("play.toml", &entry.key),
                about: about(what, entry, &text),
            }),
            // What an action or an option is in its own words.
            (Some(known), 3) if ["words", "text", "is"].contains(&entry.name()) => {
                known.about = about(what, entry, &text);
            }
            _ => {}
        }
    }
    names
}

fn about(what: &str, entry: &Entry, text: &str) -> String {
    match entry.is {
        EntryKind::Header | EntryKind::Unfinished => what.to_owned(),
        _ => {
            let written = text.get(entry.value.clone()).unwrap_or_default();
            let first = written
                .trim_matches(['"', '\''])
                .trim_start()
                .lines()
                .next();
            format!("{what}: {}", first.unwrap_or_default())
        }
    }
}

/// The rules of `rules.toml` by number, with their titles and texts.
pub fn of_numbers(files: &Files) -> Vec<Name> {
    let text = files.read("rules.toml").unwrap_or_default();
    let outline = Outline::of(&text);
    let mut rules: Vec<Name> = Vec::new();
    for entry in &outline.entries {
        match (entry.path.first().map(String::as_str), entry.name()) {
            (Some("rule"), "id") => rules.push(Name {
                name: entry.text(&text).to_owned(),
                sort: Sort::Rule,
                place: place("rules.toml", &entry.value),
                about: String::new(),
            }),
            (Some("rule"), "title" | "text") if entry.path.len() == 2 => {
                if let Some(rule) = rules.last_mut() {
                    let gap = if rule.about.is_empty() { "" } else { ": " };
                    rule.about = format!("{}{gap}{}", rule.about, entry.text(&text));
                }
            }
            _ => {}
        }
    }
    rules
}

/// The colours of the palette.
pub fn of_colours(files: &Files) -> Vec<Name> {
    let text = files.read("kit.toml").unwrap_or_default();
    let outline = Outline::of(&text);
    let own = outline
        .entries
        .iter()
        .filter(|entry| entry.path.len() == 2 && entry.path[0] == "palette");
    own.map(|entry| Name {
        name: entry.name().to_owned(),
        sort: Sort::Colour,
        place: place("kit.toml", &entry.key),
        about: about("a colour", entry, &text),
    })
    .collect()
}
