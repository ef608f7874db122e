//! A deck of a new kit: the size of its pieces, the names of its fields, and whatever its table does not say.

use std::collections::BTreeSet;

use super::column::{Column, Role, Type};
use super::source::Read;
use crate::kit::code::{NAMES, slug};
use crate::kit::deck::RESERVED;

/// Names that mean something in the template language, and what has the program's names where a column has one of them.
const KEYWORDS: [&str; 23] = [
    "and",
    "or",
    "not",
    "in",
    "is",
    "if",
    "else",
    "elif",
    "for",
    "set",
    "true",
    "false",
    "none",
    "True",
    "False",
    "None",
    "loop",
    "self",
    "super",
    "range",
    "dict",
    "namespace",
    "piece",
];

/// Names of the program's that a first face uses.
pub const OWN: [&str; 5] = ["w", "h", "bleed", "c", "ink"];

/// Names that a first face gives to something of its own.
const VARIABLES: [&str; 9] = [
    "tone", "tones", "petals", "wide", "cx", "i", "row", "column", "missing",
];

/// The most letters that are easy to read on a round token of 30 mm.
const LONGEST_ON_A_TOKEN: usize = 60;

/// The outline and size of a deck's pieces, guessed from the table's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Card,
    Tile,
    Hex,
    Token,
}

impl Form {
    fn of(name: &str) -> Form {
        let name = slug(name, ' ');
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        match () {
            () if has(&["hex"]) => Form::Hex,
            () if has(&["tile", "plattchen", "tuile", "loseta", "room"]) => Form::Tile,
            () if has(&[
                "token", "counter", "chip", "coin", "marker", "jeton", "ficha",
            ]) =>
            {
                Form::Token
            }
            () => Form::Card,
        }
    }

    /// Cards, if the texts are too long for a token.
    fn with_room_for(self, fields: &[Field<'_>]) -> Form {
        let is_long = |field: &Field<'_>| field.column.longest > LONGEST_ON_A_TOKEN;
        match self {
            Form::Token if fields.iter().any(is_long) => Form::Card,
            form => form,
        }
    }

    /// Width and height, mm.
    pub fn size(self) -> (f64, f64) {
        match self {
            Form::Card => (63.0, 88.0),
            Form::Tile => (50.0, 50.0),
            Form::Hex => (50.0, 43.3),
            Form::Token => (30.0, 30.0),
        }
    }

    pub fn shown(self) -> &'static str {
        match self {
            Form::Card => "poker cards, 63 x 88 mm",
            Form::Tile => "square tiles, 50 mm",
            Form::Hex => "hexes, 43.3 mm from edge to edge",
            Form::Token => "round tokens, 30 mm",
        }
    }

    /// As written in `kit.toml`.
    pub fn keys(self) -> &'static str {
        match self {
            Form::Card => "size = [63, 88]\nbleed = 3\nshape = { rounded = 3 }\nmake = \"cards\"\n",
            Form::Tile => "size = [50, 50]\nbleed = 2\nmake = \"labels\"\n",
            Form::Hex => {
                "size = [50, 43.3]\nbleed = 2\nshape = { hex = \"flat\" }\nmake = \"labels\"\n"
            }
            Form::Token => "size = [30, 30]\nbleed = 1.5\nshape = \"circle\"\nmake = \"labels\"\n",
        }
    }
}

/// A column that is a field of the deck.
pub struct Field<'r> {
    pub name: String,
    /// Its name in the first face, where that is another.
    pub variable: String,
    pub role: Role,
    pub kind: Type,
    pub column: &'r Column,
}

pub struct Deck<'r> {
    pub name: String,
    pub title: String,
    pub form: Form,
    pub read: &'r Read,
    pub fields: Vec<Field<'r>>,
}

impl<'r> Deck<'r> {
    /// A deck with a unique name.
    pub fn new(read: &'r Read, taken: &BTreeSet<String>) -> Deck<'r> {
        let base = read.deck();
        let is_free = |name: &String| !taken.contains(name);
        let name = std::iter::once(base.clone())
            .chain((2..).map(|number| format!("{base}-{number}")))
            .find(is_free);
        let name = name.unwrap_or(base);
        let mut known = BTreeSet::new();
        let mut fields = Vec::new();
        let has_headings = read.layout.headings.is_some();
        // What pieces are called at the table.
        let is_titled =
            (read.columns.iter()).any(|column| NAMES.contains(&slug(&column.header, '_').as_str()));
        for (column, role) in read.columns.iter().zip(&read.roles) {
            if !matches!(role, Role::Code | Role::Copies | Role::Nothing) {
                let name = if has_headings && (is_titled || *role != Role::Title) {
                    slug(&column.header, '_')
                } else {
                    usual_name(*role).to_owned()
                };
                let name = field_name(name, column, &known);
                known.insert(name.clone());
                let is_taken = OWN.contains(&&*name) || VARIABLES.contains(&&*name);
                let kind = if matches!(role, Role::Fact | Role::Corner) {
                    column.kind()
                } else {
                    Type::Text
                };
                fields.push(Field {
                    variable: if is_taken {
                        format!("the_{name}")
                    } else {
                        name.clone()
                    },
                    name,
                    role: *role,
                    kind,
                    column,
                });
            }
        }
        Deck {
            title: titled(&name),
            form: Form::of(&name).with_room_for(&fields),
            name,
            read,
            fields,
        }
    }

    pub fn field(&self, role: Role) -> Option<&Field<'r>> {
        self.fields.iter().find(|field| field.role == role)
    }

    pub fn column(&self, role: Role) -> Option<&'r Column> {
        self.read
            .columns
            .iter()
            .zip(&self.read.roles)
            .find(|(_, known)| **known == role)
            .map(|(column, _)| column)
    }
}

/// What a field is called where no heading says it.
fn usual_name(role: Role) -> &'static str {
    match role {
        Role::Title => "name",
        Role::Words => "text",
        Role::Mood => "flavour",
        Role::Picture => "picture",
        Role::Corner => "value",
        Role::Tone => "kind",
        Role::Back => "back",
        Role::Icon => "icon",
        Role::Code | Role::Copies | Role::Fact | Role::Nothing => "",
    }
}

/// A header as a name for templates: "Card Name" is `card_name`.
fn field_name(name: String, column: &Column, known: &BTreeSet<String>) -> String {
    let base = match name {
        name if name.is_empty() => format!("column_{}", column.letters.to_lowercase()),
        name if name.starts_with(|letter: char| letter.is_ascii_digit()) => format!("n_{name}"),
        name if name != "count" && RESERVED.contains(&&*name) || KEYWORDS.contains(&&*name) => {
            format!("the_{name}")
        }
        name => name,
    };
    let is_free = |name: &String| !known.contains(name);
    std::iter::once(base.clone())
        .chain((2..).map(|number| format!("{base}_{number}")))
        .find(is_free)
        .unwrap_or(base)
}

/// "dungeon-tiles" is "Dungeon tiles".
pub fn titled(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
