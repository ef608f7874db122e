//! The sheet model: what every writer draws, so that they cannot disagree.
//!
//! Lengths are exact micrometres; the origin is the sheet's top left corner, y grows downwards.

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
#[derive(Clone, Debug)]
pub struct Sheet {
    pub size: Size,
    /// Its bookmark and page label: "Label sheet 1".
    pub title: String,
    pub placed: Vec<Placed>,
    /// Where a knife goes; a line that two pieces share is there once.
    pub cuts: Vec<Stroke>,
    /// Rulers, notes, crop marks: whatever never lies on a piece.
    pub marks: Vec<Mark>,
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
    /// The code of the piece: "T07".
    pub code: String,
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
