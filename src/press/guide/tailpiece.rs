//! Some of the kit's pieces, shown to fill a nearly empty last page.

use super::SIDE;
use super::flow::Flow;
use crate::kit::{Deck, Make, Point, Size, Um};
use crate::press::drawn::name;
use crate::press::sheet::{Placed, Role};

/// The most pieces shown; and the least and the greatest height of their row and the gap between two, in mm.
const MAX_PIECES: usize = 4;
const LOW: f64 = 34.0;
const HIGH: f64 = 76.0;
const BETWEEN: f64 = 8.0;

impl Flow<'_, '_> {
    /// Adds a piece from each of the largest decks, side by side at the bottom of the page, if there is room.
    pub(super) fn tailpiece(&mut self) {
        let room = (self.bottom() - self.y - 10.0).min(HIGH);
        let mut decks: Vec<&Deck> = self
            .inventory
            .products
            .iter()
            .filter_map(|product| product.deck)
            .collect();
        decks.retain(|deck| deck.make != Make::Stickers);
        decks.sort_by(|one, other| other.size.area().total_cmp(&one.size.area()));
        decks.truncate(MAX_PIECES);
        if room < LOW || decks.is_empty() {
            return;
        }
        let wide: f64 = decks.iter().map(|deck| deck.size.w.mm()).sum();
        let high = decks
            .iter()
            .map(|deck| deck.size.h.mm())
            .fold(0.0, f64::max);
        let between = BETWEEN * (decks.len() - 1) as f64;
        let scale = (room / high).min((self.width() - between) / wide).min(1.0);
        let mut x = SIDE + (self.width() - between - wide * scale) / 2.0;
        let middle = self.bottom() - high * scale / 2.0;
        for deck in decks {
            let (w, h) = (deck.size.w.mm() * scale, deck.size.h.mm() * scale);
            let pieces = || {
                self.sources
                    .drawn
                    .pieces
                    .iter()
                    .filter(|drawn_piece| std::ptr::eq(drawn_piece.deck, deck))
            };
            let Some(drawn_piece) = pieces().nth(pieces().count() / 2) else {
                continue;
            };
            let (face, y) = (drawn_piece.face, middle - h / 2.0);
            let there = |point: Point| {
                Point::new(
                    Um::from_mm(x + point.x.mm() * scale),
                    Um::from_mm(y + point.y.mm() * scale),
                )
            };
            let clip = deck
                .shape
                .outline(deck.size)
                .map(|outline| outline.map(there))
                .into_iter()
                .collect();
            let at = Point::new(Um::from_mm(x), Um::from_mm(y));
            let size = Size::new(Um::from_mm(w), Um::from_mm(h));
            self.block(Role::Figure(name(drawn_piece).into_owned()));
            self.add_placed(Placed {
                face,
                at,
                size,
                clip,
                ..Placed::default()
            });
            x += w + BETWEEN;
        }
    }
}
