//! A kit's rows as numbers: the kinds of pieces, their fields, and the words in them.

use std::collections::HashMap;

use serde_json::Value;

use crate::kit::{Deck, Kit, Make, Problem, Row, Shape};

/// The value for "none": no piece, no place, no value.
pub const NONE: i32 = i32::MIN;

/// The largest number in a row with which rules count.
const LARGEST: u64 = 1_000_000;

/// A player whom nobody has named yet; where rules read it, the first one.
pub const UNSET: i32 = -1;

/// Words are numbers from here on, so that they never collide with counts.
pub const WORDS: i32 = 1 << 24;

/// The most kinds of pieces in a playable kit, so that a move can encode one in 12 bits.
pub const MAX_KINDS: usize = 4096;

/// The most pieces in a playable kit.
pub const MAX_PIECES: usize = 4096;

/// The type of a field's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldType {
    Number,
    Flag,
    Word,
    /// A list of words.
    Words,
    /// The type differs between decks.
    Mixed,
}

/// A field of the rows.
#[derive(Clone, Debug)]
pub struct Column {
    pub name: String,
    pub is: FieldType,
    /// The type in each deck that has it.
    types: Vec<(usize, FieldType)>,
    /// The value for each kind; for lists of words, an index into [`Facts::lists`].
    pub values: Vec<i32>,
    /// The decks (one bit each) in which every row has it.
    pub decks: u64,
}

/// A kind of piece; there may be several equal pieces.
#[derive(Clone, Debug)]
pub struct KindOf {
    pub deck: usize,
    /// Its code in moves: "c7".
    pub code: String,
    /// Its name in sentences.
    pub name: String,
    pub count: u32,
    /// Whether it has a printed code, by which its picture is found.
    pub is_coded: bool,
}

/// A deck of the kit as it is used at the table.
#[derive(Clone, Debug)]
pub struct DeckOf {
    pub name: String,
    pub title: String,
    /// "cards", "tiles", "tokens" or "dice".
    pub group: &'static str,
    /// In mm.
    pub size: (f64, f64),
    /// Whether its backs hide which piece is which.
    pub hides: bool,
    /// Whether one template draws both of its sides, as on cards that are turned over for what is on their backs.
    pub is_two_faced: bool,
    /// For stickers, the dice with the names of their faces.
    pub dice: Vec<DieOf>,
    pub is_hex: Option<Hex>,
}

#[derive(Clone, Debug)]
pub struct DieOf {
    pub code: String,
    pub faces: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hex {
    Flat,
    Pointy,
}

/// The facts of a kit.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub decks: Vec<DeckOf>,
    pub kinds: Vec<KindOf>,
    pub columns: Vec<Column>,
    pub words: Vec<String>,
    by_word: HashMap<String, i32>,
    pub lists: Vec<Vec<i32>>,
    by_code: HashMap<String, u16>,
}

impl Column {
    /// The type in these decks (one bit each).
    pub fn type_in(&self, decks: u64) -> FieldType {
        let mut own = self
            .types
            .iter()
            .filter(|(deck, _)| decks >> deck & 1 == 1)
            .map(|(_, is)| *is);
        match own.next() {
            None => self.is,
            Some(first) if own.all(|is| is == first) => first,
            Some(_) => FieldType::Mixed,
        }
    }
}

impl Facts {
    /// How many pieces these decks have together (one bit each).
    pub fn pieces_of(&self, decks: u64) -> u64 {
        let kinds = self.kinds.iter().filter(|kind| decks >> kind.deck & 1 == 1);
        kinds.map(|kind| u64::from(kind.count)).sum()
    }

    /// The facts of a kit with the rows of all editions.
    pub fn new(kit: &Kit) -> Result<Facts, Problem> {
        Facts::of(kit, None)
    }

    /// The facts of a kit without the rows of other editions than this.
    pub fn of(kit: &Kit, edition: Option<&str>) -> Result<Facts, Problem> {
        let mut facts = Facts::default();
        facts.lists.push(Vec::new());
        for deck in &kit.decks {
            facts.add_deck(deck, &rows_of(deck, edition))?;
        }
        for deck in &kit.decks {
            facts.add_fields(deck, &rows_of(deck, edition));
        }
        facts.add_codes();
        Ok(facts)
    }

    fn add_deck(&mut self, deck: &Deck, rows: &[&Row]) -> Result<(), Problem> {
        let at = self.decks.len();
        let mut dice = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            if deck.make == Make::Stickers {
                let faces: Vec<String> = row.faces().map(str::to_owned).collect();
                let copies = row
                    .codes()
                    .flat_map(|code| (0..row.count()).map(move |_| code.to_owned()));
                dice.extend(copies.map(|code| DieOf {
                    code,
                    faces: faces.clone(),
                }));
                continue;
            }
            let given: Vec<&str> = row.codes().filter(|code| !code.is_empty()).collect();
            let named = ["name", "title"]
                .into_iter()
                .find_map(|field| row.text(field))
                .filter(|name| !name.trim().is_empty());
            let own = format!("{}-{}", deck.name, number + 1);
            let codes = if given.is_empty() {
                vec![own.as_str()]
            } else {
                given.clone()
            };
            for code in codes {
                // A move is a single word.
                let code: String = code
                    .chars()
                    .map(|sign| {
                        if sign.is_whitespace() || sign == ':' {
                            '-'
                        } else {
                            sign
                        }
                    })
                    .collect();
                let name = named.map_or_else(|| code.clone(), tidy);
                self.by_code.insert(code.clone(), self.kinds.len() as u16);
                self.kinds.push(KindOf {
                    deck: at,
                    code,
                    name,
                    count: row.count(),
                    is_coded: !given.is_empty(),
                });
            }
            let pieces: usize = self.kinds.iter().map(|kind| kind.count as usize).sum();
            if self.kinds.len() > MAX_KINDS || pieces > MAX_PIECES || self.decks.len() >= 60 {
                let message = format!(
                    "a kit of more than {MAX_PIECES} pieces cannot be played, only printed"
                );
                return Err(Problem::new(row.place(), message));
            }
        }
        let (w, h) = (deck.size.w.mm(), deck.size.h.mm());
        let is_hex = match deck.shape {
            Shape::FlatHex => Some(Hex::Flat),
            Shape::PointyHex => Some(Hex::Pointy),
            _ => None,
        };
        let round = deck.shape == Shape::Circle;
        let group = match deck.make {
            Make::Stickers => "dice",
            _ if is_hex.is_some() => "tiles",
            Make::Fold => "tokens",
            _ if round || w.max(h) < 26.0 => "tokens",
            _ if (w - h).abs() < 0.5 => "tiles",
            _ => "cards",
        };
        let (name, title) = (deck.name.clone(), deck.title.clone());
        self.decks.push(DeckOf {
            name,
            title,
            group,
            size: (w, h),
            is_two_faced: deck.back.as_ref() == Some(&deck.front),
            hides: deck.back.is_some() || deck.make == Make::Cards || group == "tiles",
            dice,
            is_hex,
        });
        Ok(())
    }

    fn add_fields(&mut self, deck: &Deck, rows: &[&Row]) {
        let Some(at) = self.decks.iter().position(|known| known.name == deck.name) else {
            return;
        };
        if deck.make == Make::Stickers {
            return;
        }
        let names: Vec<String> = rows
            .first()
            .map_or(Vec::new(), |row| row.names().map(str::to_owned).collect());
        for name in names {
            let values: Vec<Option<Value>> = rows.iter().map(|row| row.field(&name)).collect();
            let whole = values
                .iter()
                .all(|value| value.as_ref().is_some_and(|value| !value.is_null()));
            let mut kinds = (0..self.kinds.len())
                .filter(|kind| self.kinds[*kind].deck == at)
                .collect::<Vec<_>>()
                .into_iter();
            let mut found: Vec<(usize, i32, FieldType)> = Vec::new();
            for (row, value) in rows.iter().zip(values) {
                let (is, value) = self.value(value.unwrap_or(Value::Null));
                let copies = row.codes().filter(|code| !code.is_empty()).count().max(1);
                found.extend(kinds.by_ref().take(copies).map(|kind| (kind, value, is)));
            }
            let column = self.column(&name);
            let given = found.iter().filter(|(_, value, _)| *value != NONE);
            let is = given.fold(None, |so_far: Option<FieldType>, (_, _, is)| match so_far {
                None => Some(*is),
                Some(same) if same == *is => Some(same),
                Some(_) => Some(FieldType::Mixed),
            });
            let column = &mut self.columns[column];
            for (kind, value, _) in found {
                column.values[kind] = value;
            }
            column.decks |= u64::from(whole) << at;
            if let Some(is) = is {
                column.types.push((at, is));
                let first = column
                    .values
                    .iter()
                    .enumerate()
                    .all(|(kind, value)| *value == NONE || self.kinds[kind].deck == at);
                column.is = if first || column.is == is {
                    is
                } else {
                    FieldType::Mixed
                };
            }
        }
    }

    /// Makes printed codes available as a field.
    fn add_codes(&mut self) {
        let codes: Vec<String> = self.kinds.iter().map(|kind| kind.code.clone()).collect();
        let values = codes.iter().map(|code| self.word(code)).collect();
        self.columns.push(Column {
            name: "code".into(),
            is: FieldType::Word,
            types: Vec::new(),
            values,
            decks: u64::MAX,
        });
    }

    fn column(&mut self, name: &str) -> usize {
        if let Some(at) = self.columns.iter().position(|column| column.name == name) {
            return at;
        }
        let values = vec![NONE; self.kinds.len()];
        self.columns.push(Column {
            name: name.to_owned(),
            is: FieldType::Word,
            types: Vec::new(),
            values,
            decks: 0,
        });
        self.columns.len() - 1
    }

    fn value(&mut self, value: Value) -> (FieldType, i32) {
        match value {
            Value::Bool(flag) => (FieldType::Flag, i32::from(flag)),
            Value::Number(number) => {
                let whole = number
                    .as_i64()
                    .filter(|whole| whole.unsigned_abs() <= LARGEST);
                match whole {
                    Some(whole) => (FieldType::Number, whole as i32),
                    // Numbers that are not whole, or too large, can be shown and compared, but not used in arithmetic.
                    None => (FieldType::Word, self.word(&number.to_string())),
                }
            }
            Value::String(text) if text.is_empty() => (FieldType::Word, NONE),
            Value::String(text) => (FieldType::Word, self.word(&tidy(&text))),
            Value::Array(entries) => {
                let words = entries
                    .iter()
                    .filter_map(Value::as_str)
                    .map(|text| self.word(text))
                    .collect();
                self.lists.push(words);
                (FieldType::Words, self.lists.len() as i32 - 1)
            }
            Value::Null | Value::Object(_) => (FieldType::Word, NONE),
        }
    }

    /// Returns the number of a word, adding the word if it is new.
    pub fn word(&mut self, word: &str) -> i32 {
        if let Some(known) = self.by_word.get(word) {
            return *known;
        }
        let number = WORDS + self.words.len() as i32;
        self.words.push(word.to_owned());
        self.by_word.insert(word.to_owned(), number);
        number
    }

    /// The word with this number, if there is one.
    pub fn text(&self, word: i32) -> Option<&str> {
        self.words
            .get(usize::try_from(word.checked_sub(WORDS)?).ok()?)
            .map(String::as_str)
    }

    pub fn find_word(&self, word: &str) -> Option<i32> {
        self.by_word.get(word).copied()
    }

    pub fn find_column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    pub fn find_deck(&self, name: &str) -> Option<usize> {
        self.decks.iter().position(|deck| deck.name == name)
    }

    pub fn find_code(&self, code: &str) -> Option<u16> {
        self.by_code.get(code).copied()
    }

    /// The place of a kind in the rows of its deck, from 1.
    pub fn row(&self, kind: u16) -> i32 {
        let deck = self.kinds[usize::from(kind)].deck;
        let first = self.kinds.iter().position(|kind| kind.deck == deck);
        i32::from(kind) - first.unwrap_or(0) as i32 + 1
    }

    /// The distinct values of a field, in the order of the rows.
    pub fn values(&self, column: usize) -> Vec<i32> {
        let column = &self.columns[column];
        let mut values = Vec::new();
        let given = column.values.iter().enumerate();
        for (kind, value) in given.filter(|(_, value)| **value != NONE) {
            let is = column.type_in(1 << self.kinds[kind].deck);
            let words: &[i32] = if is == FieldType::Words {
                &self.lists[*value as usize]
            } else {
                std::slice::from_ref(value)
            };
            for word in words {
                if !values.contains(word) {
                    values.push(*word);
                }
            }
        }
        values
    }
}

/// The rows of a deck that take part in an edition: all that name it or none.
fn rows_of<'d>(deck: &'d Deck, edition: Option<&str>) -> Vec<&'d Row> {
    let takes_part = |row: &&Row| match (edition, row.editions()) {
        (Some(edition), Some(own)) => {
            own.contains(&edition) || own.iter().all(|name| name.is_empty())
        }
        _ => true,
    };
    deck.rows.iter().filter(takes_part).collect()
}

/// A cell's text as it can be shown: on one line, without control characters.
pub fn tidy(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|sign| if sign.is_control() { ' ' } else { sign })
        .collect();
    let mut short: String = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if short.chars().count() > 60 {
        short = short.chars().take(59).chain(['…']).collect();
    }
    short
}

/// One of the kit's own texts on one line, unchanged except that control characters are removed.
pub fn line(text: &str) -> String {
    text.chars()
        .take(400)
        .map(|sign| if sign.is_control() { ' ' } else { sign })
        .collect()
}
