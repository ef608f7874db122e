//! What the pieces of a print are called.

use super::proofs::Proofs;
use crate::kit::{Kit, Row};
use crate::press::sheet::Catalogue;

/// The decks of a kit, and what was drawn of them.
pub(crate) fn catalogue(kit: &Kit, proofs: &Proofs<'_>) -> Catalogue {
    let decks = kit.decks.iter().map(|deck| deck.title.clone()).collect();
    let pieces = proofs.pieces.iter().filter_map(|proof| {
        let deck = kit.decks.iter().position(|deck| std::ptr::eq(deck, proof.deck))?;
        Some((&proof.code, deck, name(proof.row)))
    });
    Catalogue::new(decks, pieces)
}

/// The name of a row, if it has one.
fn name(row: &Row) -> &str {
    row.text("name").or_else(|| row.text("title")).unwrap_or_default()
}
