//! The columns of decks, as what may be written and what is written.

use std::ops::Range;

use super::names::DeckNames;
use super::{Candidate, Kind, Meaning};

/// The columns of decks, without doubles.
pub fn columns(decks: &[DeckNames]) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    for deck in decks {
        for column in &deck.columns {
            if all.iter().all(|known| known.text != column.name) {
                let about = told(&deck.name, &column.values);
                all.push(Candidate::new(Kind::Column, &column.name, about));
            }
        }
    }
    all
}

/// What a column is: "a column of cards: hearts, spades, ..".
fn told(deck: &str, values: &[String]) -> String {
    let some: Vec<&str> = values.iter().take(4).map(String::as_str).collect();
    if some.is_empty() {
        format!("a column of {deck}")
    } else {
        format!("a column of {deck}: {}, ..", some.join(", "))
    }
}

/// What a column is, and its heading.
pub fn column(decks: &[DeckNames], name: &str, span: Range<usize>) -> Option<Meaning> {
    decks.iter().find_map(|deck| {
        let column = deck.columns.iter().find(|column| column.name == name)?;
        Some(Meaning {
            span: span.clone(),
            about: told(&deck.name, &column.values),
            place: column.place.clone(),
        })
    })
}
