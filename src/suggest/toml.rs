//! In TOML files: keys and values by their schema, rows by their deck.

use super::columns::{column, columns};
use super::names::{self, DeckNames, Name, Sort};
use super::outline::{Entry, EntryKind, Outline, Spot};
use super::schema::Schema;
use super::{Candidate, Candidates, Kind, Meaning, Place, icon_before, icons, paths, rules};
use crate::kit::Files;

/// The endings of files with rows, of fonts.
const TABLES: [&str; 6] = [".csv", ".tsv", ".toml", ".ods", ".xlsx", ".json"];
const FONTS: [&str; 2] = [".ttf", ".otf"];

/// The kit's own TOML files that contain no rows.
const NO_ROWS: &str = "kit.toml";

pub fn candidates(files: &Files, path: &str, text: &str, offset: usize) -> Candidates {
    let outline = Outline::of(text);
    let spot = outline.at(text, offset);
    let Some(schema) = Schema::of(path) else {
        return in_rows(files, text, offset, &outline, &spot);
    };
    let key = |key: &str, about: &str| Candidate::new(Kind::Key, key, about);
    match spot {
        Spot::Comment => Candidates::default(),
        Spot::Header { below, typed } => {
            let is_table = |name: &&str| {
                let inner = [below.as_slice(), &[(*name).to_owned()]].concat();
                schema.at(&inner).iter().any(|part| part.is_table())
            };
            let keys = schema.keys(&below).into_iter();
            let tables = keys.filter(|(name, _)| is_table(name));
            Candidates {
                replaced: typed,
                all: tables.map(|(name, part)| key(name, part.about())).collect(),
            }
        }
        Spot::Key {
            below,
            table,
            typed,
        } => {
            let is_taken = |name: &str| {
                let of_table = outline.entries.iter().filter(|entry| entry.table == table);
                let mut others = of_table.filter(|entry| entry.key != typed);
                others.any(|entry| {
                    let parent = entry.path.split_last().map(|(_, parent)| parent);
                    parent == Some(&below) && entry.name() == name
                })
            };
            let keys = schema.keys(&below).into_iter();
            let free = keys.filter(|(name, _)| !is_taken(name));
            Candidates {
                replaced: typed.clone(),
                all: free.map(|(name, part)| key(name, part.about())).collect(),
            }
        }
        Spot::Value(at) => {
            let value = Written {
                files,
                text,
                outline: &outline,
                entry: &outline.entries[at],
                schema: &schema,
            };
            value.candidates(offset)
        }
    }
}

/// A value in a file with a schema.
struct Written<'w> {
    files: &'w Files,
    text: &'w str,
    outline: &'w Outline,
    entry: &'w Entry,
    schema: &'w Schema,
}

impl Written<'_> {
    /// What its text stands for: "template", "expression".
    fn format(&self) -> &str {
        let parts = self.schema.at(&self.entry.path);
        let formats = parts.iter().map(|part| part.format());
        formats
            .into_iter()
            .find(|format| !format.is_empty())
            .unwrap_or_default()
    }

    fn is_quoted(&self) -> bool {
        let written = self.text.get(self.entry.value.clone()).unwrap_or_default();
        written.starts_with(['"', '\''])
    }

    fn candidates(&self, offset: usize) -> Candidates {
        let mut inner = self.entry.inner(self.text);
        if inner.is_empty() && !self.is_quoted() {
            // The value is not begun yet.
            inner = offset..offset;
        }
        let is_rules = ["expression", "effects", "sentence", "declaration"];
        if self.is_quoted() && is_rules.contains(&self.format()) {
            let before = &self.text[inner.start.min(offset)..offset];
            let scope = rules::locals(self.outline, self.text, self.entry);
            return rules::candidates(self.files, self.format(), before, offset, scope);
        }
        let mut all = Vec::new();
        let parts = self.schema.at(&self.entry.path);
        let values = parts.iter().flat_map(|part| {
            let about = part.about().to_owned();
            part.values()
                .into_iter()
                .map(move |value| (value, about.clone()))
        });
        for (value, about) in values {
            if self.is_quoted() {
                all.extend(
                    value
                        .starts_with('"')
                        .then(|| Candidate::new(Kind::Value, value.trim_matches('"'), about)),
                )
            } else {
                all.push(Candidate::new(Kind::Value, value, about))
            }
        }
        all.extend(self.named().into_iter().map(|candidate| {
            if self.is_quoted() {
                candidate
            } else {
                Candidate {
                    text: format!("\"{}\"", candidate.text),
                    ..candidate
                }
            }
        }));
        Candidates {
            replaced: inner,
            all,
        }
    }

    /// The kit's own names that it may be.
    fn named(&self) -> Vec<Candidate> {
        let of = |names: Vec<Name>| {
            let all = names.into_iter();
            all.map(|name| Candidate::new(Kind::Name, name.name, name.about))
                .collect()
        };
        match self.format() {
            "template" => paths(self.files, &[".svg"]),
            "table" => {
                let mut tables = paths(self.files, &TABLES);
                tables.retain(|table| table.text != NO_ROWS && Schema::of(&table.text).is_none());
                tables
            }
            "font" => paths(self.files, &FONTS),
            "column" => match self.deck() {
                Some(deck) => columns(&[deck]),
                None => columns(&names::decks(self.files)),
            },
            "field" => columns(&names::decks(self.files)),
            "colour" => of(names::of_colours(self.files)),
            "rule" => of(names::of_numbers(self.files)),
            _ => Vec::new(),
        }
    }

    /// The deck in whose table of kit.toml it is.
    fn deck(&self) -> Option<DeckNames> {
        let before = self.outline.entries.iter();
        let headers = before.filter(|entry| {
            entry.is == EntryKind::Header
                && entry.path == ["deck"]
                && entry.key.start < self.entry.key.start
        });
        let number = headers.count().checked_sub(1)?;
        names::decks(self.files).into_iter().nth(number)
    }
}

/// In a file of rows.
fn in_rows(files: &Files, text: &str, offset: usize, outline: &Outline, spot: &Spot) -> Candidates {
    let decks = names::decks(files);
    match spot {
        Spot::Header { below, typed } if below.is_empty() => Candidates {
            replaced: typed.clone(),
            all: decks
                .iter()
                .map(|deck| Candidate::new(Kind::Name, &deck.name, "a deck"))
                .collect(),
        },
        Spot::Key { below, typed, .. } => {
            let own: Vec<DeckNames> = decks
                .into_iter()
                .filter(|deck| *below == [deck.name.as_str()])
                .collect();
            Candidates {
                replaced: typed.clone(),
                all: columns(&own),
            }
        }
        Spot::Value(at) => {
            let entry = &outline.entries[*at];
            let inner = entry.inner(text);
            let before = &text[inner.start.min(offset)..offset];
            if let Some(icon) = icon_before(before) {
                return Candidates {
                    replaced: offset - before.len() + icon..offset,
                    all: icons(files),
                };
            }
            let is_quoted = inner.start > entry.value.start;
            let own = decks
                .iter()
                .filter(|deck| entry.path.first() == Some(&deck.name));
            let columns = own.flat_map(|deck| &deck.columns);
            let values = columns
                .filter(|column| column.name == entry.name())
                .flat_map(|column| &column.values);
            Candidates {
                replaced: inner,
                all: values
                    .filter(|_| is_quoted)
                    .map(|value| Candidate::new(Kind::Value, value, ""))
                    .collect(),
            }
        }
        _ => Candidates::default(),
    }
}

pub fn meaning(files: &Files, path: &str, text: &str, offset: usize) -> Option<Meaning> {
    let outline = Outline::of(text);
    let schema = Schema::of(path)?;
    let touches = |entry: &&Entry| entry.key.start <= offset && offset <= entry.key.end;
    if let Some(entry) = outline.entries.iter().find(touches) {
        let mut about = schema.at(&entry.path).into_iter().map(|part| part.about());
        let declared = names::of_rules(files).into_iter().find(|name| {
            let is_here = name.place.path == path && name.place.span == entry.key;
            is_here && entry.path.len() == 2
        });
        return Some(Meaning {
            span: entry.key.clone(),
            about: match declared {
                Some(name) => name.about,
                None => about.find(|about| !about.is_empty())?.to_owned(),
            },
            place: None,
        });
    }
    let Spot::Value(at) = outline.at(text, offset) else {
        return None;
    };
    let value = Written {
        files,
        text,
        outline: &outline,
        entry: &outline.entries[at],
        schema: &schema,
    };
    value.meaning(offset)
}

impl Written<'_> {
    fn meaning(&self, offset: usize) -> Option<Meaning> {
        let inner = self.entry.inner(self.text);
        let words = self.text.get(inner.clone())?;
        let named = |name: Name| Meaning {
            span: inner.clone(),
            about: name.about,
            place: Some(name.place),
        };
        let is_meant = |name: &Name| name.name == words;
        match self.format() {
            "expression" | "effects" | "sentence" | "declaration" => {
                let scope = rules::locals(self.outline, self.text, self.entry);
                rules::meaning(self.files, self.text, offset, &scope)
            }
            "template" | "table" | "font" => {
                let path = words.split('#').next().unwrap_or_default();
                self.files.has(path).then(|| Meaning {
                    span: inner.clone(),
                    about: format!("the file {path}"),
                    place: Some(Place {
                        path: path.to_owned(),
                        span: 0..0,
                    }),
                })
            }
            "column" => {
                let decks: Vec<DeckNames> = self.deck().into_iter().collect();
                column(&decks, words, inner.clone())
            }
            "field" => column(&names::decks(self.files), words, inner.clone()),
            "colour" => names::of_colours(self.files)
                .into_iter()
                .find(is_meant)
                .map(named),
            "rule" => {
                let rules = names::of_numbers(self.files);
                let is_rule = |name: &Name| name.sort == Sort::Rule && is_meant(name);
                rules.into_iter().find(is_rule).map(named)
            }
            _ => None,
        }
    }
}
