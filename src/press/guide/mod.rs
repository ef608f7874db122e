//! The printed guide: what to print on what, how to make it, a checklist with thumbnails, credits.
//!
//! Words come from the kit's `guide.toml`, pictures from the very faces and label sheet that print.
//!
//! * `flow`: pages in millimetres that are filled from top to bottom; `pages`: their grounds, and what becomes of them.
//! * `overview`: the picture of the sheet, and what else to have; `steps`: chapters, their steps and the credits.
//! * `dice`: which sticker goes on which die; `checklist`: every piece with a box to tick.

mod checklist;
mod dice;
mod flow;
mod overview;
mod pages;
mod steps;

use self::flow::Flow;
use super::{Catalogue, Job, Meta, Proofs, Sheet};
use crate::face::{Reader, Templates};
use crate::kit::{Ink, Kit, Problems, Size, Um};

/// The clear space at a page's sides, mm.
const SIDE: f64 = 19.0;
/// Where the text begins on the first page and on the others, mm from the top.
const TOP: [f64; 2] = [38.0, 27.0];
/// The clear space at a page's foot, mm.
const FOOT: f64 = 22.0;
/// Between two things on a page, mm.
const GAP: f64 = 4.0;

/// No page of a guide is narrower or lower than this, or has less area than [`SMALLEST`] has: a column would not hold its words.
const NARROWEST: Um = Um(165_000);
const LOWEST: Um = Um(205_000);
const SMALLEST: Size = Size::new(NARROWEST, Um(235_000));

/// The pages of a guide to sheets of this paper: the same, or A4 where that is too small.
pub fn paper(of_sheets: Size) -> Size {
    let Size { w, h } = of_sheets;
    let holds = w >= NARROWEST && h >= LOWEST && of_sheets.area() >= SMALLEST.area();
    if holds { of_sheets } else { Size::A4 }
}

/// What a guide is made from.
pub struct Sources<'a, 'k> {
    pub kit: &'k Kit,
    pub templates: &'a Templates<'k>,
    pub ink: Ink,
    pub proofs: &'a Proofs<'k>,
    pub catalogue: &'a Catalogue,
    /// All sheets: one of them is shown.
    pub sheets: &'a [Sheet],
}

/// Lays out the guide on pages of this size.
pub fn guide(sources: &Sources<'_, '_>, paper: Size, meta: Meta, reader: &mut Reader) -> Result<Job, Problems> {
    let mut flow = Flow::new(sources, paper)?;
    flow.overview()?;
    for (index, chapter) in sources.kit.guide.chapters.iter().enumerate() {
        flow.heading(&chapter.title, 30.0)?;
        flow.paragraph(&chapter.text)?;
        for (number, step) in chapter.steps.iter().enumerate() {
            flow.step(number + 1, &step.text, step.figure.as_deref(), reader)?;
        }
        if index == 1 || sources.kit.guide.chapters.len() == 1 {
            flow.dice()?;
        }
    }
    flow.checklist()?;
    flow.credits()?;
    flow.finish(meta, reader)
}

fn scaled(size: Size, scale: f64) -> Size {
    Size::new(Um::from_mm(size.w.mm() * scale), Um::from_mm(size.h.mm() * scale))
}
