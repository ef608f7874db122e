//! The first page: a picture of the sheet, what it is printed on, what else the table needs.

use std::collections::HashSet;

use super::flow::{Flow, Voice};
use super::{GAP, SIDE, scaled};
use crate::kit::{Deck, Problems, Size, Um};
use crate::press::{Lie, Placed, Point, Sheet, Sides};

impl<'a> Flow<'a, '_> {
    /// What to print, on what; what else the table needs; and a picture of the sheet with letters that say which is which.
    pub(super) fn overview(&mut self) -> Result<(), Problems> {
        let Some(sheet) = self.shown() else { return Ok(()) };
        let scale = 0.36;
        let map = scaled(sheet.size, scale);
        let (top, left) = (self.y, self.paper.w.mm() - SIDE - map.w.mm());
        let (ink, ground) = (self.ink("ink"), self.ink("bone"));
        self.page().art += &format!(
            r#"<rect x="{left}" y="{top}" width="{}" height="{}" fill="{ground}" stroke="{ink}" stroke-width="0.28"/>"#,
            map.w, map.h
        );
        let kit = self.sources.kit;
        let mut lettered = vec![false; kit.decks.len()];
        for placed in &sheet.placed {
            let Some(deck) = self.sources.catalogue.deck(&placed.code) else { continue };
            let (x, y) = (left + placed.at.x.mm() * scale, top + placed.at.y.mm() * scale);
            let size = scaled(placed.size, scale);
            let at = Point { x: Um::from_mm(x), y: Um::from_mm(y) };
            let there =
                |point: Point| Point::new(Um::from_mm(left + point.x.mm() * scale), Um::from_mm(top + point.y.mm() * scale));
            let clip = placed.outline.iter().map(|outline| outline.map(there)).collect();
            let lie = Lie { at, size, bleed: Sides::default(), clip, ..Lie::clone(placed) };
            self.page().placed.push(placed.lying(lie));
            if !std::mem::replace(&mut lettered[deck], true) {
                self.badge(&letter(deck), x + size.w.mm() / 2.0, y + size.h.mm() / 2.0)?;
            }
        }
        let column = left - SIDE - 8.0;
        self.bookmark("On the sheet");
        self.write("On the sheet", Voice::Heading, 5.0, SIDE, top, column)?;
        let mut y = top + 9.0;
        for (index, deck) in kit.decks.iter().enumerate() {
            self.badge(&letter(index), SIDE + 3.2, y + 3.4)?;
            let title = format!("{} x {}", self.count(deck), deck.title);
            y += self.write(&title, Voice::Strong, 3.9, SIDE + 9.0, y, column - 9.0)?;
            let on = if deck.stock.is_empty() { String::new() } else { format!(", on {}", deck.stock) };
            let detail = format!("{} mm{on}", self.printed_size(deck));
            y += self.write(&detail, Voice::Body, 3.3, SIDE + 9.0, y, column - 9.0)? + 2.4;
        }
        y += 3.0;
        if !kit.needs.is_empty() {
            self.write("Also on the table", Voice::Heading, 5.0, SIDE, y, column)?;
            y += 8.4;
        }
        for need in &kit.needs {
            y += self.write(&format!("{} {}", need.count, need.name), Voice::Strong, 3.7, SIDE, y, column)?;
            y += self.write(&need.used_for, Voice::Body, 3.3, SIDE, y, column)? + 1.6;
        }
        self.y = y.max(top + map.h.mm() + GAP);
        Ok(())
    }

    /// The sheet with pieces of the most decks, the first of equals.
    fn shown(&self) -> Option<&'a Sheet> {
        let decks = |sheet: &Sheet| {
            let decks = sheet.placed.iter().filter_map(|placed| self.sources.catalogue.deck(&placed.code));
            decks.collect::<HashSet<_>>().len()
        };
        self.sources.sheets.iter().rev().max_by_key(|sheet| decks(sheet))
    }

    /// The size a deck is printed at: its own, unless the build asked for other stickers.
    fn printed_size(&self, deck: &Deck) -> Size {
        let of_deck = |placed: &&Placed| {
            self.sources.proofs.pieces.iter().any(|proof| proof.code == placed.code && std::ptr::eq(proof.deck, deck))
        };
        let placed = self.sources.sheets.iter().flat_map(|sheet| &sheet.placed).find(of_deck);
        placed.map_or(
            deck.size,
            |placed| if placed.turns % 2 == 0 { placed.size } else { Size::new(placed.size.h, placed.size.w) },
        )
    }
}

/// A, B, C... by which the picture of the sheet and its list name the decks.
fn letter(deck: usize) -> String {
    char::from(b'A' + (deck % 26) as u8).to_string()
}
