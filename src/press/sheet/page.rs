//! The sheet model: what every writer draws, so that they cannot disagree.
//!
//! Lengths are exact micrometres; the origin is the sheet's top left corner, y grows downwards.

use super::placed::Placed;
use super::stroke::{Mark, Stroke};
use std::sync::Arc;

use super::affine::Affine;
use super::bookmark::Bookmark;
use super::catalogue::Catalogue;
use super::condition::Condition;
use super::faces::Faces;
use super::grid::Grid;
use crate::face::TextLine;

use crate::kit::{Contour, Side, Size};

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
    /// The printing condition that it is made for, if it is for a print shop: its PDF is PDF/X-4 then.
    pub condition: Option<Condition>,
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
    /// Where a knife goes; a line that two pieces share is there once.
    pub cuts: Vec<Stroke>,
    /// What straight cuts free, and what of them is no rectangle's edge: for plotters, which need no run.
    pub boxes: Vec<Grid>,
    pub lines: Vec<Stroke>,
    /// Where scissors, a punch or a plotter go round: the outlines that have curves.
    pub curves: Vec<Arc<Contour>>,
    /// Where a bone folder goes.
    pub folds: Vec<Stroke>,
    /// Whether the cuts are drawn on paper; if not, crop marks show where the knife goes, and only cut files have them.
    pub plain_cuts: bool,
    /// Whether the folds are drawn on paper; if not, only cut files have them.
    pub plain_folds: bool,
    /// Rulers, crop marks, targets: lines that never lie on a piece; and cuts beside which there was no room for a mark.
    pub marks: Vec<Mark>,
    /// Notes, codes beside pieces: words that never lie on a piece.
    pub words: Vec<TextLine<'static>>,
    /// The codes that should stand beside their pieces and have no room there.
    pub crowded: Vec<String>,
}

impl Sheet {
    /// Leaves the outlines of what is cut out, and nothing within them.
    pub(crate) fn bare(&mut self) {
        self.placed.clear();
        self.plain_cuts = true;
    }

    /// Whether nothing is printed on it.
    pub fn is_empty(&self) -> bool {
        let lines = self.plain_cuts || self.plain_folds;
        self.placed.is_empty() && self.words.is_empty() && self.marks.is_empty() && !lines
    }
}
