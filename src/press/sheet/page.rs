//! The sheet model, which every writer draws, so that all files agree.
//!
//! Lengths are exact micrometres; the origin is the top left corner of the sheet, with y down.

use super::placed::Placed;
use super::reading::Reading;
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

/// Everything that one build prints in one ink on one paper.
#[derive(Clone, Debug, Default)]
pub struct Job {
    pub meta: Meta,
    /// Each different face, once.
    pub faces: Arc<Faces>,
    pub sheets: Vec<Sheet>,
    /// The bookmarks; if empty, each sheet has one with its title.
    pub bookmarks: Vec<Bookmark>,
    /// The names of its pieces.
    pub catalogue: Catalogue,
    /// The printing condition, if it is made for a print shop; then its PDF is PDF/X-4.
    pub condition: Option<Condition>,
    /// Whether PDFs have cuts and folds in spot colours, for machines that print and cut.
    pub dielines: bool,
    /// What is read aloud, in order; if empty, the names of its pieces, deck by deck.
    pub reading: Reading,
    /// Whether its faces are only illustrations, since the pieces themselves are printed elsewhere.
    pub illustrates: bool,
}

/// The metadata of a document.
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
    /// The width that is cut off on the left and right, and the height above and below. Sheets that are single faces have
    /// bleed.
    pub bleed: Size,
    pub side: Side,
    /// The transformation that compensates for the printer; everything printed goes through it.
    pub correction: Affine,
    /// The distortion by the printer that is not compensated for; cut files follow it.
    pub drift: Affine,
    /// For a back, the index of the sheet whose other side it is, if that is in the job.
    pub front: Option<usize>,
    /// The bookmark and page label: "Label sheet 1".
    pub title: String,
    pub placed: Vec<Placed>,
    /// Straight cuts; a line shared by two pieces appears once.
    pub cuts: Vec<Stroke>,
    /// The rectangles that straight cuts separate, and the other straight cuts: for plotters, which need no extension.
    pub boxes: Vec<Grid>,
    pub lines: Vec<Stroke>,
    /// Outlines with curves, to be cut with scissors, a punch or a plotter.
    pub curves: Vec<Arc<Contour>>,
    /// Folds, to be scored.
    pub folds: Vec<Stroke>,
    /// Whether cuts are drawn on paper; if not, crop marks show them, and only cut files include them.
    pub plain_cuts: bool,
    /// Whether folds are drawn on paper; if not, only cut files include them.
    pub plain_folds: bool,
    /// Rulers, crop marks and targets, which are never on a piece; also marks on art for cuts without room for one beside
    /// it.
    pub marks: Arc<[Mark]>,
    /// Notes, and codes beside pieces; text that is never on a piece.
    pub words: Vec<TextLine<'static>>,
    /// Codes that should be printed beside their pieces but do not fit.
    pub crowded: Vec<String>,
}

impl Sheet {
    /// Leaves only the outlines of what is cut out.
    pub(crate) fn bare(&mut self) {
        self.placed.clear();
        self.plain_cuts = true;
    }

    /// Whether nothing is printed on it, except that it stays blank.
    pub fn is_empty(&self) -> bool {
        let lines = self.plain_cuts || self.plain_folds;
        self.placed.is_empty() && self.marks.is_empty() && !lines
    }
}
