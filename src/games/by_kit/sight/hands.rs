//! How people hold their cards: by suit and value.

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::facts::{Column, FieldType};
use crate::games::by_kit::language::sheet::ZoneKind;
use crate::games::by_kit::rules::position::*;
use crate::referee::Seat;

/// By deck, then by suit, value and row.
pub(crate) type Held = (usize, i32, i32, u16);

impl KitGame {
    /// The pieces of a zone in the order in which they are shown: a hand as it is held by who sees it, all else as it lies.
    pub(super) fn as_held(&self, p: &Position, zone: usize, seat: Option<Seat>) -> Vec<u16> {
        let mut pieces = p.zones[zone].clone();
        let places: Option<Vec<Held>> = pieces
            .iter()
            .map(|piece| self.held(p, *piece, seat))
            .collect();
        if places.is_some() {
            pieces.sort_by_cached_key(|piece| self.held(p, *piece, seat));
        }
        pieces
    }

    /// Where a card belongs in the hand of whoever sees it there; `None` for all that has an order of its own.
    pub(crate) fn held(&self, p: &Position, piece: u16, seat: Option<Seat>) -> Option<Held> {
        let zone = p.pieces[usize::from(piece)].zone;
        let decl = &self.program.zones[usize::from(self.zone_at.get(usize::from(zone))?.decl)];
        if decl.kind != ZoneKind::Hand || decl.ordered {
            return None;
        }
        let kind = self.sight(p, piece, seat)?;
        let deck = self.program.facts.kinds[usize::from(kind)].deck;
        let value =
            |column: Option<&Column>| column.map_or(0, |column| column.values[usize::from(kind)]);
        let (suit, rank) = (self.suits_of(deck), self.ranks_of(deck));
        Some((deck, value(suit), value(rank), kind))
    }

    /// The field whose words several cards of the deck share.
    fn suits_of(&self, deck: usize) -> Option<&Column> {
        let mut columns = self.fields_of(deck, FieldType::Word);
        columns.find(|column| {
            let (all, different) = self.count_values(column, deck);
            different > 1 && 2 * different <= all
        })
    }

    /// The field whose numbers tell cards of a suit apart.
    fn ranks_of(&self, deck: usize) -> Option<&Column> {
        let mut columns = self.fields_of(deck, FieldType::Number);
        columns.find(|column| self.count_values(column, deck).1 > 1)
    }

    /// The fields of this type that every row of the deck has.
    fn fields_of(&self, deck: usize, is: FieldType) -> impl Iterator<Item = &Column> {
        let columns = self.program.facts.columns.iter();
        columns
            .filter(move |column| column.decks >> deck & 1 == 1 && column.type_in(1 << deck) == is)
    }

    /// How many kinds a deck has, and how many values they have in a field.
    fn count_values(&self, column: &Column, deck: usize) -> (usize, usize) {
        let kinds = self.program.facts.kinds.iter().zip(&column.values);
        let own = kinds
            .filter(|(kind, _)| kind.deck == deck)
            .map(|(_, value)| *value);
        let mut values: Vec<i32> = own.collect();
        let all = values.len();
        values.sort_unstable();
        values.dedup();
        (all, values.len())
    }
}
