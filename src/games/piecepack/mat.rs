//! What lies in front of a player in a picture: a die with name and standing beside it, and below it a row of coins.

use super::Pieces;
use crate::games::shared::tabletop::Tabletop;
use crate::referee::scene::{Align, What, Zone};
use crate::referee::{Seat, Tone};

/// The gap between things that belong together, in mm.
pub const GAP: f64 = 4.0;
/// The gap between the dungeon and what is beside it, in mm.
pub const AISLE: f64 = 22.0;
/// The sizes of large and small text, in mm.
pub const NAME: f64 = 9.0;
pub const SMALL: f64 = 6.0;
/// The distance between things on a tile, in mm.
pub const PITCH: f64 = 9.0;
/// The gap between the coins of a row, in mm.
const BESIDE: f64 = 1.0;

/// A mat under construction.
pub struct Mat<'t> {
    table: &'t mut Tabletop,
    pieces: &'t Pieces,
    /// Where the next things of the row begin.
    left: f64,
    /// The middle of the row, and the baseline of the words below it.
    middle: f64,
    below: f64,
}

impl<'t> Mat<'t> {
    /// The distance from one mat to the next.
    pub fn height(pieces: &Pieces) -> f64 {
        NAME + 2.0 * GAP + high(pieces) + SMALL + 3.0 * GAP
    }

    /// Begins with the die, the name and the standing.
    pub fn new(
        table: &'t mut Tabletop,
        pieces: &'t Pieces,
        seat: Seat,
        (left, top): (f64, f64),
        (die, name, standing): (What, &str, &str),
    ) -> Mat<'t> {
        table.scene.zone = Zone::Seat(seat);
        let edge = pieces.die;
        let base = top + pieces.die / 2.0 + NAME / 3.0;
        table.scene.at(die, left + edge / 2.0, top + edge / 2.0);
        table.name(name, Tone::Strong, (left + edge + GAP, base));
        let name_width = NAME * 0.75 * name.chars().count() as f64;
        table.standing(
            standing,
            Align::Start,
            (left + edge + 3.0 * GAP + name_width, base),
        );
        let row = top + edge + GAP;
        Mat {
            table,
            left,
            middle: row + high(pieces) / 2.0,
            below: row + high(pieces) + SMALL,
            pieces,
        }
    }

    /// Adds the pawn, with words below it if there is something to say.
    pub fn pawn(&mut self, pawn: What, words: Option<&str>) {
        let x = self.left + self.pieces.pawn.0 / 2.0;
        self.table.scene.at(pawn, x, self.middle);
        if let Some(words) = words {
            self.table.note(words, Align::Middle, (x, self.below));
        }
        self.left += self.pieces.pawn.0 + 2.0 * GAP;
    }

    /// Adds coins with words below them; nothing if there are none.
    pub fn coins(&mut self, coins: Vec<What>, words: &str) {
        let Some(more) = coins.len().checked_sub(1) else {
            return;
        };
        let pitch = self.pieces.coin + BESIDE;
        let width = self.pieces.coin + more as f64 * pitch;
        self.table.row(
            coins,
            (self.left + self.pieces.coin / 2.0, self.middle),
            (pitch, 0.0),
        );
        self.table
            .note(words, Align::Start, (self.left, self.below));
        self.left += width.max(SMALL * 0.45 * words.chars().count() as f64) + 2.0 * GAP;
    }
}

/// The height of a row.
fn high(pieces: &Pieces) -> f64 {
    pieces.pawn.1.max(pieces.coin)
}
