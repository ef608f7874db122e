//! Dice and their stickers.

use super::flow::{Flow, TextStyle};
use super::steps::SHORT;
use super::{SIDE, TOP};
use crate::kit::{Make, Problems, Size, Um};
use crate::press::sheet::Role;

/// The gap between the rows of two dice, in mm.
const BETWEEN: f64 = 2.5;

impl Flow<'_, '_> {
    /// Shows which faces go on which die: a row of stickers for each die, with blanks outlined.
    pub(super) fn dice(&mut self) -> Result<(), Problems> {
        let kit = self.sources.kit;
        for deck in kit.decks.iter().filter(|deck| deck.make == Make::Stickers) {
            let edge = 11.0 * self.scale;
            let whole = deck.rows.len() as f64 * (edge + BETWEEN);
            // A few dice stay together.
            if whole <= SHORT * (self.bottom() - TOP[1]) {
                self.room(whole);
            }
            for (index, row) in deck.rows.iter().enumerate() {
                // The last die is not alone on a page.
                let two = index > 0 && index + 2 == deck.rows.len();
                self.room(if two { edge * 2.0 + BETWEEN } else { edge });
                let (y, code) = (self.y, row.codes().join(" "));
                let name = row.text("name").unwrap_or(&code).to_owned();
                let dice = match row.count() {
                    1 => self.say("1 die", &[]),
                    count => self.say("{count} dice", &[("count", &count)]),
                };
                self.block(Role::Item);
                self.write(&name, TextStyle::Strong, 3.9, SIDE, y + 2.0, 42.0)?;
                self.write(&dice, TextStyle::Body, 3.3, SIDE, y + 7.0, 42.0)?;
                let faces: Vec<String> = row.faces().map(|face| face.replace('_', " ")).collect();
                self.block(Role::Figure(format!("{name}: {}", faces.join(", "))));
                for (side, face) in row.faces().enumerate() {
                    let x = SIDE + 46.0 + side as f64 * (edge + 2.0);
                    let piece = self.sources.drawn.pieces.iter().find(|piece| {
                        std::ptr::eq(piece.row, row)
                            && piece.code.ends_with(&format!("-{}", side + 1))
                            && face != "blank"
                    });
                    match piece {
                        Some(piece) => self.place(
                            piece.face,
                            x,
                            y,
                            Size::new(Um::from_mm(edge), Um::from_mm(edge)),
                        ),
                        None => {
                            let ink = self.ink("ink");
                            self.page().art += &format!(
                                r#"<rect x="{x}" y="{y}" width="{edge}" height="{edge}" rx="0.8" fill="none" stroke="{ink}" stroke-width="0.28" stroke-dasharray="1 1"/>"#
                            );
                        }
                    }
                }
                self.y += edge + BETWEEN;
            }
        }
        Ok(())
    }
}
