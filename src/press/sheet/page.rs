//! The sheet model: what every writer draws, so that they cannot disagree.
//!
//! Lengths are exact micrometres; the origin is the sheet's top left corner, y grows downwards.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::affine::Affine;
use super::contents::{Bookmark, Catalogue};
use super::cuts::Grid;
use super::faces::Faces;
use crate::face::TextLine;

use crate::kit::{Contour, Point, Side, Size, Um};

/// Everything one build prints in one ink on one paper.
#[derive(Clone, Debug, Default)]
pub struct Job {
    pub meta: Meta,
    /// Each different face once.
    pub faces: Arc<Faces>,
    pub sheets: Vec<Sheet>,
    /// Where what is; without any, each sheet has one of its title.
    pub bookmarks: Vec<Bookmark>,
    /// What its pieces are.
    pub catalogue: Catalogue,
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
    /// How much of it is cut off: across on the left and right, down above and below. Sheets that are faces have bleed.
    pub bleed: Size,
    pub side: Side,
    /// What makes up for the printer: everything printed goes through it.
    pub correction: Affine,
    /// What the printer does to the page and nothing makes up for: cut files follow it.
    pub drift: Affine,
    /// Of a back: the index in the job of the sheet whose other side it is, if that is in the job too.
    pub front: Option<usize>,
    /// Its bookmark and page label: "Label sheet 1".
    pub title: String,
    pub placed: Vec<Placed>,
    /// What is done to it. Sheets that are cut alike share it.
    pub work: Arc<Work>,
    /// Whether the cuts are drawn on paper; if not, crop marks show where the knife goes, and only cut files have them.
    pub plain_cuts: bool,
    /// Whether the folds are drawn on paper; if not, only cut files have them.
    pub plain_folds: bool,
    /// Rulers, crop marks, targets: lines that never lie on a piece; and cuts beside which there was no room for a mark. Sheets
    /// with the same ones share them.
    pub marks: Arc<[Mark]>,
    /// Notes, codes beside pieces: words that never lie on a piece.
    pub words: Vec<TextLine<'static>>,
    /// The codes that should stand beside their pieces and have no room there.
    pub crowded: Vec<String>,
}

/// Where the tools go on a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Work {
    /// Where a knife goes; a line that two pieces share is there once.
    pub cuts: Vec<Stroke>,
    /// What straight cuts free, and what of them is no rectangle's edge: for plotters, which need no run.
    pub boxes: Vec<Grid>,
    pub lines: Vec<Stroke>,
    /// Where scissors, a punch or a plotter go round: the outlines that have curves.
    pub curves: Vec<Arc<Contour>>,
    /// Where a bone folder goes.
    pub folds: Vec<Stroke>,
}

impl Sheet {
    /// Whether nothing is printed on it.
    pub fn is_empty(&self) -> bool {
        let lines = self.plain_cuts || self.plain_folds;
        self.placed.is_empty() && self.words.is_empty() && self.marks.is_empty() && !lines
    }
}

impl Deref for Sheet {
    type Target = Work;

    fn deref(&self) -> &Work {
        &self.work
    }
}

impl DerefMut for Sheet {
    fn deref_mut(&mut self) -> &mut Work {
        Arc::make_mut(&mut self.work)
    }
}

/// One piece, one side. Art, bleed and tags all derive from it.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// Index into [`Job::faces`].
    pub face: usize,
    /// As long as it is on no sheet, what is printed on the other side of the paper: index into [`Job::faces`].
    pub back: Option<usize>,
    /// The code of the piece: "T07".
    pub code: Arc<str>,
    /// Pieces that lie alike, each on its sheet, share it.
    pub lie: Arc<Lie>,
}

/// How a piece lies on its sheet: where, how it is turned, what its art may cover.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lie {
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
    /// The outline of the trimmed piece as it lies on the sheet, if it is no rectangle.
    pub outline: Option<Arc<Contour>>,
    /// What its art may cover, filled by the non-zero rule; without it a rectangle, the trim and the bleed.
    pub clip: Arc<[Contour]>,
    /// Of a back: which piece it is behind.
    pub behind: Option<Behind>,
    /// Whether the piece's code is printed beside it.
    pub code_beside: bool,
}

impl From<Lie> for Placed {
    fn from(lie: Lie) -> Placed {
        Placed { lie: lie.into(), ..Placed::default() }
    }
}

impl Deref for Placed {
    type Target = Lie;

    fn deref(&self) -> &Lie {
        &self.lie
    }
}

impl DerefMut for Placed {
    fn deref_mut(&mut self) -> &mut Lie {
        Arc::make_mut(&mut self.lie)
    }
}

/// The front of a back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Behind {
    /// The index of the front in [`Sheet::placed`]: of the sheet's [`front`](Sheet::front) if it is a back itself, else of
    /// this very sheet, along a fold.
    pub piece: usize,
    /// How the paper is turned over, or folded, to bring the two together.
    pub mirror: Mirror,
}

/// How cut lines print: a fine grey line, that a knife removes and that shows little where it does not.
pub const CUT_WIDTH: Um = Um(100);
pub const CUT_GREY: u8 = 0x80;

/// How fold lines print: dashed, with dashes and gaps of this length.
pub const FOLD_WIDTH: Um = Um(120);
pub const FOLD_DASH: Um = Um(1_200);

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

    /// The same place seen through a mirror, with the art upright to whoever turns the piece over by that mirror's line.
    ///
    /// This is the only way backs are placed: they lie where their fronts do, whatever the layout.
    pub fn mirrored(&self, mirror: Mirror) -> Placed {
        let far = mirror.point(Point::new(self.at.x + self.size.w, self.at.y + self.size.h));
        let near = mirror.point(self.at);
        let Sides { top, right, bottom, left } = self.bleed;
        let (turns, bleed) = match mirror.line {
            Line::Upright => ((4 - self.turns % 4) % 4, Sides { top, right: left, bottom, left: right }),
            Line::Level => ((6 - self.turns % 4) % 4, Sides { top: bottom, right, bottom: top, left }),
        };
        self.lying(Lie {
            at: Point::new(near.x.min(far.x), near.y.min(far.y)),
            turns,
            bleed,
            outline: self.outline.as_ref().map(|outline| Arc::new(mirror.contour(outline))),
            clip: self.clip.iter().map(|contour| mirror.contour(contour)).collect(),
            ..Lie::clone(self)
        })
    }

    /// The same piece as it lies elsewhere.
    pub(crate) fn lying(&self, lie: Lie) -> Placed {
        Placed { lie: lie.into(), ..self.clone() }
    }
}

/// A line that paper is turned over or folded about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mirror {
    pub line: Line,
    /// Twice the line's distance from the sheet's left edge, or from its upper edge if it is level.
    pub twice: Um,
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    Upright,
    Level,
}

/// The edge about which a duplex printer turns the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flip {
    #[default]
    Long,
    Short,
}

impl Mirror {
    /// Turning over paper of this size.
    pub fn over(paper: Size, flip: Flip) -> Mirror {
        match (flip == Flip::Long) == (paper.w <= paper.h) {
            true => Mirror { line: Line::Upright, twice: paper.w },
            false => Mirror { line: Line::Level, twice: paper.h },
        }
    }

    pub fn point(self, point: Point) -> Point {
        match self.line {
            Line::Upright => Point { x: self.twice - point.x, y: point.y },
            Line::Level => Point { x: point.x, y: self.twice - point.y },
        }
    }

    pub(crate) fn contour(self, contour: &Contour) -> Contour {
        contour.map(|point| self.point(point))
    }
}

/// A length for each side of a piece as it lies on the sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sides {
    pub top: Um,
    pub right: Um,
    pub bottom: Um,
    pub left: Um,
}

impl Sides {
    /// The same on every side.
    pub const fn all(length: Um) -> Sides {
        Sides { top: length, right: length, bottom: length, left: length }
    }

    /// The largest.
    pub fn most(self) -> Um {
        self.top.max(self.right).max(self.bottom).max(self.left)
    }

    /// The smallest.
    pub fn least(self) -> Um {
        self.top.min(self.right).min(self.bottom).min(self.left)
    }

    /// No more than `limit` on any side.
    pub fn at_most(self, limit: Um) -> Sides {
        let Sides { top, right, bottom, left } = self;
        Sides { top: top.min(limit), right: right.min(limit), bottom: bottom.min(limit), left: left.min(limit) }
    }
}

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stroke {
    pub from: Point,
    pub to: Point,
}

impl Stroke {
    /// From its upper end, or the left one if it is level.
    pub fn ordered(self) -> Stroke {
        let key = |point: Point| (point.y, point.x);
        if key(self.from) <= key(self.to) { self } else { Stroke { from: self.to, to: self.from } }
    }
}

/// A black line beside the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    pub line: Stroke,
    pub width: Um,
    /// Whether it may lie on art that is cut off, and has a white line under it to be seen there.
    pub on_art: bool,
}

impl Mark {
    /// How wide the white line under it is, if it has one.
    pub fn ground(&self) -> Option<Um> {
        self.on_art.then(|| self.width + Um(400))
    }
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
            let placed = Placed::from(Lie { at, size, turns, ..Lie::default() });
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
