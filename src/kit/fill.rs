//! References in texts to the data, so that numbers are written only once.
//!
//! * `{T40.guardian}` is the field `guardian` in the row of the piece T40; `{TN1.front.2}` is the second entry of a list.
//! * `{tiles.count}` is the number of pieces in the deck `tiles` in every edition; for a deck of dice, the number of dice.
//! * `{tiles[kind=encounter,height=1].count}` counts those whose rows match; a list matches if it contains the entry.
//! * `{encounters[kind=monster].strength}` is the field in each of these, in the order of the deck.
//!
//! A deck is the kit's own, or that of the kit it uses.

use serde_json::Value as Json;

use super::reader::Field;
use super::row::word;
use super::{Deck, Make, Problem, Row};

/// The longest text once filled, in bytes.
const LONGEST: usize = 20_000;

/// The help that shows the syntax.
const HELP: &str = "`{T07.height}` is what the row of the piece T07 has in its field `height`, `{tiles.count}` how many tiles there \
                    are, `{tiles[kind=start].count}` how many of that kind";

/// Fills the texts of a kit.
#[derive(Clone, Copy)]
pub(super) struct Fill<'k> {
    pub decks: &'k [Deck],
    /// The decks of the kit that it uses.
    pub used: &'k [Deck],
    /// The editions that rows name.
    pub editions: &'k [&'k str],
}

impl Fill<'_> {
    /// The text of a field with its references filled in.
    pub fn text(self, field: Field<'_>) -> Result<String, Problem> {
        self.filled(&field.words()?)
            .map_err(|message| field.problem(message).help(HELP))
    }

    /// Whether a piece has this code, or one side of a die.
    pub fn has_piece(self, code: &str) -> bool {
        let of_row = |deck: &Deck| {
            deck.rows
                .iter()
                .any(|row| row.codes().any(|known| known == code))
        };
        let of_die = |deck: &Deck| {
            deck.make == Make::Stickers && deck.pieces().iter().any(|piece| piece.code == code)
        };
        self.decks
            .iter()
            .chain(self.used)
            .any(|deck| of_row(deck) || of_die(deck))
    }

    /// The problem with a row whose text cannot be filled in.
    pub fn problem(row: &Row, message: String) -> Problem {
        Problem::new(row.place(), message).help(HELP)
    }

    /// A text with its references filled in, or an error message.
    pub fn filled(self, text: &str) -> Result<String, String> {
        let mut written = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after
                .split_once('}')
                .ok_or("this has a `{` without its `}`")?;
            let value = self
                .value(name)
                .ok_or_else(|| format!("`{{{name}}}` refers to nothing in the kit"))?;
            written.push_str(before);
            written.push_str(&value);
            if written.len() > LONGEST {
                return Err(format!("this is longer than {LONGEST} bytes"));
            }
            rest = after;
        }
        written.push_str(rest);
        Ok(written)
    }

    /// The value of a reference.
    fn value(self, name: &str) -> Option<String> {
        let (whose, field) = match name.split_once(']') {
            Some((whose, field)) => (whose, field.strip_prefix('.')?),
            None => name.split_once('.')?,
        };
        let (deck, conditions) = match whose.split_once('[') {
            Some((deck, conditions)) => (
                deck,
                conditions
                    .split(',')
                    .map(|condition| condition.split_once('='))
                    .collect::<Option<Vec<_>>>()?,
            ),
            None => (whose, Vec::new()),
        };
        let mut decks = self.decks.iter().chain(self.used);
        let Some(deck) = decks.clone().find(|known| known.name == deck) else {
            let row = decks.find_map(|deck| {
                deck.rows
                    .iter()
                    .find(|row| row.codes().any(|own| own == whose))
            })?;
            return row.said(field);
        };
        let says = |row: &&Row| {
            conditions
                .iter()
                .all(|(field, value)| row.field(field).is_some_and(|own| is(&own, value)))
        };
        let rows: Vec<&Row> = deck.rows.iter().filter(says).collect();
        match field {
            "count"
                if conditions
                    .iter()
                    .any(|(field, _)| field.starts_with("edition")) =>
            {
                Some(rows.into_iter().map(Row::pieces).sum::<usize>().to_string())
            }
            "count" => self.count(&rows).map(|count| count.to_string()),
            field => {
                let mut words = String::new();
                for row in rows {
                    let said = row.said(field)?;
                    for _ in 0..row.pieces() {
                        let between = if words.is_empty() { "" } else { " " };
                        words = words + between + &said;
                        // Already longer than any text may be.
                        if words.len() > LONGEST {
                            return Some(words);
                        }
                    }
                }
                Some(words)
            }
        }
    }

    /// How many pieces these rows make in each edition; `None` if the editions differ.
    fn count(self, rows: &[&Row]) -> Option<usize> {
        let of = |edition: &&str| {
            let rows = rows
                .iter()
                .filter(|row| row.editions().is_none_or(|of| of.contains(edition)));
            rows.map(|row| row.pieces()).sum()
        };
        let mut counts = self.editions.iter().map(of);
        let first = counts
            .next()
            .unwrap_or_else(|| rows.iter().map(|row| row.pieces()).sum());
        counts.all(|count| count == first).then_some(first)
    }
}

/// Whether a field equals a word, or is a list that contains it.
fn is(value: &Json, wanted: &str) -> bool {
    match value {
        Json::Array(list) => list.iter().any(|entry| is(entry, wanted)),
        value => word(value) == wanted,
    }
}
