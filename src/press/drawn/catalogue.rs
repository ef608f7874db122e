//! The names of the pieces in a print.

use std::borrow::Cow;

use serde_json::Value;

use super::pieces::{DrawnPiece, DrawnPieces};
use crate::kit::Kit;
use crate::press::sheet::Catalogue;

/// The decks of a kit and their drawn pieces.
pub(crate) fn catalogue(kit: &Kit, drawn_pieces: &DrawnPieces<'_>) -> Catalogue {
    let decks = kit.decks.iter().map(|deck| deck.title.clone()).collect();
    let names: Vec<_> = drawn_pieces.pieces.iter().map(name).collect();
    let pieces = drawn_pieces
        .pieces
        .iter()
        .zip(&names)
        .filter_map(|(drawn_piece, name)| {
            let deck = kit
                .decks
                .iter()
                .position(|deck| std::ptr::eq(deck, drawn_piece.deck))?;
            Some((&drawn_piece.code, deck, &**name))
        });
    Catalogue::new(decks, pieces)
}

/// The longest word in a row, in bytes, that can describe a piece; anything longer is a text on it.
const SHORT: usize = 24;

/// The name of a piece, with what it shows if the deck says so.
pub(crate) fn name<'k>(drawn_piece: &DrawnPiece<'k>) -> Cow<'k, str> {
    let name = own_name(drawn_piece);
    match drawn_piece.deck.described(drawn_piece.row) {
        Some(Ok(words)) => Cow::Owned(format!("{name}: {words}")),
        _ => name,
    }
}

/// The name of its row, or else the deck and the short words in the row; for a die also the face.
fn own_name<'k>(drawn_piece: &DrawnPiece<'k>) -> Cow<'k, str> {
    let row = drawn_piece.row;
    let name = row
        .text("name")
        .or_else(|| row.text("title"))
        .filter(|name| !name.is_empty());
    let face = drawn_piece.die_face.map(|face| face.replace('_', " "));
    match (name, face) {
        (Some(name), None) => Cow::Borrowed(name),
        (Some(name), Some(face)) => Cow::Owned(format!("{name}: {face}")),
        (None, face) => {
            let words = row
                .fields()
                .into_iter()
                .filter_map(|(name, value)| match value {
                    Value::String(word) if !word.is_empty() && word.len() <= SHORT => {
                        Some(word.replace('_', " "))
                    }
                    Value::Number(number) if number.as_f64() != Some(0.0) => {
                        Some(format!("{name} {number}"))
                    }
                    _ => None,
                });
            let words: Vec<String> = words.chain(face).collect();
            let deck = &drawn_piece.deck.title;
            Cow::Owned(if words.is_empty() {
                deck.clone()
            } else {
                format!("{deck}: {}", words.join(", "))
            })
        }
    }
}
