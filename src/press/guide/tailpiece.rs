//! Pictures that fill a nearly empty last page: the game on its table, the picture of its cover, or some of its pieces.

use super::SIDE;
use super::flow::Flow;
use crate::face::Reader;
use crate::kit::{Deck, Make, Point, Problems, Size, Um};
use crate::press::drawn::{DrawnPiece, DrawnPieces, name};
use crate::press::sheet::{Placed, Role};

/// The most pieces shown; and the least and the greatest height of their row and the gap between two, in mm.
const MAX_PIECES: usize = 4;
const LOW: f64 = 34.0;
const HIGH: f64 = 92.0;
const BETWEEN: f64 = 8.0;

/// What stays free above and below a picture, and the most that it is high if it shows the table, in mm.
const AIR: f64 = 9.0;
const TALL: f64 = 150.0;

/// The height of the caption below a picture of the table, in mm.
const CAPTION: f64 = 7.0;

/// A deck is shown beside the highest one only if its pieces are at least this high in comparison.
const BESIDE: f64 = 0.35;

impl<'a, 'k> Flow<'a, 'k> {
    /// Fills the room above what stands at the foot of the page, if there is some: with a picture of the game on its table if the
    /// kit's lesson has one that can be read here, or with a strip of its cover, or else with pieces from the largest decks, side by
    /// side.
    pub(super) fn tailpiece(&mut self, foot: f64, reader: &mut Reader) -> Result<(), Problems> {
        let (top, low) = (self.y + AIR, self.bottom() - foot - AIR);
        let room = low - top;
        if room < LOW {
            return Ok(());
        }
        let most = (self.width(), room.min(TALL) - CAPTION);
        if !self.has_table && self.table(most, (top + low - CAPTION) / 2.0, reader)? {
            self.has_table = true;
            return Ok(());
        }
        if self.has_pieces {
            return Ok(());
        }
        self.has_pieces = true;
        let high = room.min(HIGH);
        let middle = (top + low) / 2.0;
        let strip = (self.width(), high);
        if !self.frontispiece((SIDE, middle - high / 2.0), strip, reader)? {
            self.pieces_in_a_row(high, middle);
        }
        Ok(())
    }

    /// Adds pieces from the largest decks around this height.
    fn pieces_in_a_row(&mut self, room: f64, middle: f64) {
        let shown = self.shown_pieces();
        if shown.is_empty() {
            return;
        }
        let sizes = || shown.iter().map(|drawn_piece| drawn_piece.deck.size);
        let wide: f64 = sizes().map(|size| size.w.mm()).sum();
        let high = sizes().map(|size| size.h.mm()).fold(0.0, f64::max);
        let between = BETWEEN * (shown.len() - 1) as f64;
        let scale = (room / high).min((self.width() - between) / wide).min(1.0);
        let mut x = SIDE + (self.width() - between - wide * scale) / 2.0;
        for drawn_piece in shown {
            let deck = drawn_piece.deck;
            let w = deck.size.w.mm() * scale;
            let h = deck.size.h.mm() * scale;
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

    /// As many pieces of each of the largest decks, evenly from first to last; those that look alike once.
    fn shown_pieces(&self) -> Vec<&'a DrawnPiece<'k>> {
        let drawn: &'a DrawnPieces<'k> = self.sources.drawn;
        let products = self.inventory.products.iter();
        let mut decks: Vec<&Deck> = products.filter_map(|product| product.deck).collect();
        decks.retain(|deck| deck.make != Make::Stickers);
        decks.sort_by(|one, other| other.size.area().total_cmp(&one.size.area()));
        let high = decks.iter().map(|deck| deck.size.h).max();
        decks.retain(|deck| high.is_some_and(|high| deck.size.h.mm() >= high.mm() * BESIDE));
        decks.truncate(MAX_PIECES);
        let each = MAX_PIECES / decks.len().max(1);
        let of_deck = |deck: &Deck| {
            let pieces = drawn.pieces.iter();
            let mut pieces: Vec<_> = pieces
                .filter(|piece| std::ptr::eq(piece.deck, deck))
                .collect();
            pieces.dedup_by_key(|piece| piece.face);
            let count = each.min(pieces.len());
            let nth = |index: usize| pieces[(2 * index + 1) * pieces.len() / (2 * count)];
            (0..count).map(nth).collect::<Vec<_>>()
        };
        decks.into_iter().flat_map(of_deck).collect()
    }
}
