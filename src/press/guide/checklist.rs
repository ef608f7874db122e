//! The checklist.

use super::flow::{Flow, Voice};
use super::{GAP, SIDE, scaled};
use crate::kit::{Make, Problems, Texts, Um};
use crate::press::Point;

impl Flow<'_, '_> {
    /// Every piece with a box to tick: one thumbnail a row, and how many there are of it.
    pub(super) fn checklist(&mut self) -> Result<(), Problems> {
        let kit = self.sources.kit;
        self.heading("Checklist", 40.0)?;
        for deck in kit.decks.iter().filter(|deck| deck.make != Make::Stickers) {
            let scale = (20.0 / deck.size.w.mm()).min(15.0 / deck.size.h.mm()).min(0.8);
            let size = scaled(deck.size, scale);
            let (cell, line) = (size.w.mm() + 13.0, size.h.mm() + 3.0);
            self.room(line + 7.0);
            let (y, title) = (self.y, format!("{} ({})", deck.title, self.count(deck)));
            self.write(&title, Voice::Strong, 3.9, SIDE, y, self.width())?;
            self.y += 6.0;
            // Nobody ticks off more rows of a deck.
            if deck.rows.len() > 200 {
                continue;
            }
            let mut x = SIDE;
            for row in &deck.rows {
                if x + cell > self.paper.w.mm() - SIDE + 2.0 {
                    x = SIDE;
                    self.y += line;
                }
                self.room(line);
                let y = self.y;
                if let Some(proof) = self.sources.proofs.pieces.iter().find(|proof| std::ptr::eq(proof.row, row)) {
                    self.place(proof.face, x, y, size);
                    let corner = Point::new(Um::from_mm(x), Um::from_mm(y));
                    let there = |point: Point| {
                        let along = |length: Um| Um::from_mm(length.mm() * scale);
                        Point::new(corner.x + along(point.x), corner.y + along(point.y))
                    };
                    if let (Some(outline), Some(placed)) = (deck.shape.outline(deck.size), self.page().placed.last_mut()) {
                        placed.clip = [outline.map(there)].into();
                    }
                }
                let beside = x + size.w.mm() + 1.5;
                self.write(&codes(row.codes()), Voice::Label, 2.6, beside, y + 0.4, 11.0)?;
                let boxes = row.codes().len() * row.count() as usize;
                let ink = self.ink("ink");
                for index in 0..boxes.min(12) {
                    let (bx, by) = (beside + (index % 3) as f64 * 3.1, y + 4.4 + (index / 3) as f64 * 3.1);
                    self.page().art += &format!(
                        r#"<rect x="{bx:.3}" y="{by:.3}" width="2.3" height="2.3" fill="none" stroke="{ink}" stroke-width="0.28"/>"#
                    );
                }
                x += cell;
            }
            self.y += line + GAP;
        }
        Ok(())
    }
}

/// Codes in few characters: "C01-C06".
fn codes(mut codes: Texts<'_>) -> String {
    let first = codes.next().unwrap_or_default();
    match codes.last() {
        Some(last) => format!("{first}-{last}"),
        None => first.to_owned(),
    }
}
