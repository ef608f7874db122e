//! The sheet model: what every writer draws, so that they cannot disagree.
//!
//! Lengths are exact micrometres; the origin is the sheet's top left corner, y grows downwards.

use super::Affine;
use crate::face::{Drawing, TextLine};
use crate::kit::{Size, Um};

/// Everything one build prints in one ink on one paper.
#[derive(Clone, Debug)]
pub struct Job {
    pub meta: Meta,
    /// Each different face once.
    pub faces: Vec<Drawing>,
    pub sheets: Vec<Sheet>,
}

/// What a document says of itself.
#[derive(Clone, Debug, Default)]
pub struct Meta {
    pub title: String,
    pub authors: Vec<String>,
    pub subject: String,
    pub licence: String,
    /// As in `xml:lang`.
    pub language: String,
    pub keywords: Vec<String>,
}

/// One side of one page.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    pub size: Size,
    pub side: Side,
    /// What makes up for the printer: everything printed goes through it.
    pub correction: Affine,
    /// Its bookmark and page label: "Label sheet 1".
    pub title: String,
    pub placed: Vec<Placed>,
    /// Where a knife goes; a line that two pieces share is there once.
    pub cuts: Vec<Stroke>,
    /// Whether the cuts are drawn on paper; if not, crop marks show where the knife goes, and only cut files have them.
    pub plain_cuts: bool,
    /// Where a bone folder goes.
    pub folds: Vec<Stroke>,
    /// Rulers, notes, crop marks: whatever never lies on a piece.
    pub marks: Vec<Mark>,
}

/// Which side of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    #[default]
    Front,
    Back,
}

impl Side {
    pub fn name(self) -> &'static str {
        match self {
            Side::Front => "front",
            Side::Back => "back",
        }
    }
}

/// One piece, one side: where it stands. Art, bleed and tags all derive from it.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// Index into [`Job::faces`].
    pub face: usize,
    /// The top left corner of the trimmed piece as it lies on the sheet.
    pub at: Point,
    /// The trimmed size as it lies on the sheet, turned if it is turned; the face is scaled to it, alike in both directions.
    pub size: Size,
    /// Clockwise quarter turns, 0..4.
    pub turns: u8,
    /// How far art may run beyond the trim on each side; zero where another piece touches.
    pub bleed: Sides,
    /// The corners' radius, zero for square ones. Rounded pieces are not clipped to it: the knife rounds them.
    pub radius: Um,
    /// Whether the knife goes through the label only and leaves the backing whole: a sticker.
    pub kiss: bool,
    /// The code of the piece: "T07".
    pub code: String,
}

/// How cut lines print: a fine grey line, that a knife removes and that shows little where it does not.
pub const CUT_WIDTH: Um = Um(100);
pub const CUT_GREY: u8 = 0x80;

impl Placed {
    /// From the drawing's millimetres to the sheet's, both y down: `[a b c d e f]` as in SVG,
    /// `x' = a x + c y + e`, `y' = b x + d y + f`.
    pub fn matrix(&self, drawing: Size) -> [f64; 6] {
        let (x, y) = (self.at.x.mm(), self.at.y.mm());
        let (right, bottom) = ((self.at.x + self.size.w).mm(), (self.at.y + self.size.h).mm());
        let width = if self.turns.is_multiple_of(2) { self.size.w } else { self.size.h };
        let scale = width.0 as f64 / drawing.w.0.max(1) as f64;
        match self.turns % 4 {
            0 => [scale, 0.0, 0.0, scale, x, y],
            1 => [0.0, scale, -scale, 0.0, right, y],
            2 => [-scale, 0.0, 0.0, -scale, right, bottom],
            _ => [0.0, -scale, scale, 0.0, x, bottom],
        }
    }

    /// What its art may cover: the trim and the bleed.
    pub fn art(&self) -> (Point, Size) {
        let Sides { top, right, bottom, left } = self.bleed;
        let at = Point { x: self.at.x - left, y: self.at.y - top };
        (at, Size::new(self.size.w + left + right, self.size.h + top + bottom))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    pub x: Um,
    pub y: Um,
}

/// A length for each side of a piece as it lies on the sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    pub top: Um,
    pub right: Um,
    pub bottom: Um,
    pub left: Um,
}

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stroke {
    pub from: Point,
    pub to: Point,
}

/// Something printed beside the pieces.
#[derive(Clone, Debug)]
pub enum Mark {
    /// A black line, with its width.
    Line(Stroke, Um),
    /// Text, placed on the sheet.
    Text(TextLine),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_piece_fills_its_place() {
        let drawing = Size::new(Um(10_000), Um(20_000));
        for turns in 0..4 {
            let size = if turns % 2 == 0 { Size::new(Um(15_000), Um(30_000)) } else { Size::new(Um(30_000), Um(15_000)) };
            let at = Point { x: Um(1_000), y: Um(2_000) };
            let placed = Placed { at, size, turns, ..Placed::default() };
            let [a, b, c, d, e, f] = placed.matrix(drawing);
            let on_sheet = |x: f64, y: f64| (a * x + c * y + e, b * x + d * y + f);
            let corners = [on_sheet(0.0, 0.0), on_sheet(10.0, 20.0)];
            let (w, h) = (size.w.mm(), size.h.mm());
            assert_eq!(corners[0].0.min(corners[1].0), 1.0);
            assert_eq!(corners[0].1.min(corners[1].1), 2.0);
            assert_eq!(corners[0].0.max(corners[1].0), 1.0 + w);
            assert_eq!(corners[0].1.max(corners[1].1), 2.0 + h);
            // Clockwise: the top left corner goes to the right first.
            assert_eq!(corners[0], [(1.0, 2.0), (31.0, 2.0), (16.0, 32.0), (1.0, 17.0)][usize::from(turns)]);
        }
    }
}
