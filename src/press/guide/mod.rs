//! The printed guide: what to print on what, how to make it, a checklist with thumbnails, credits.
//!
//! Words come from the kit's `guide.toml` and from `shared`, pictures from the very faces and sheets that print. What is not in
//! the print is left out.
//!
//! * `inventory`: what is in the print. `shared`: chapters that are the same for all kits.
//! * `flow`: pages in millimetres that are filled from top to bottom; `pages`: their grounds, and what becomes of them.
//! * `overview`: pictures of the sheets, and what else to have; `steps`: chapters, their steps and the credits.
//! * `dice`: which sticker goes on which die; `checklist`: every piece with a box to tick.

mod checklist;
mod dice;
mod flow;
mod inventory;
mod overview;
mod pages;
mod shared;
mod steps;

use self::flow::Flow;
use self::steps::Figures;
use super::{Catalogue, Job, Meta, Order, Proofs, Sheet};
use crate::face::{Reader, Templates};
use crate::kit::{Kit, Problems, Size, Um};

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
    pub order: &'a Order,
    pub proofs: &'a Proofs<'k>,
    pub catalogue: &'a Catalogue,
    /// What was printed.
    pub sheets: &'a [Sheet],
}

/// How large running text is, in its common size: a little smaller where that saves a page with little on it.
const SNUG: [f64; 3] = [1.0, 0.96, 0.92];

/// A last page that is less full than this has little on it.
const LITTLE: f64 = 0.3;

/// Lays out the guide on pages of this size.
pub fn guide(sources: &Sources<'_, '_>, paper: Size, meta: Meta, reader: &mut Reader) -> Result<Job, Problems> {
    let mut flow = filled(sources, paper, SNUG[0], reader)?;
    if flow.filled() < LITTLE {
        for snug in &SNUG[1..] {
            let other = filled(sources, paper, *snug, reader)?;
            if other.pages.len() < flow.pages.len() {
                flow = other;
                break;
            }
        }
    }
    flow.finish(meta, reader)
}

/// All pages of a guide.
fn filled<'a, 'k>(
    sources: &'a Sources<'a, 'k>,
    paper: Size,
    snug: f64,
    reader: &mut Reader,
) -> Result<Flow<'a, 'k>, Problems> {
    let (first, last) = (shared::guide("first.toml")?, shared::guide("last.toml")?);
    let mut flow = Flow::new(sources, paper, snug)?;
    flow.overview()?;
    flow.chapters(&first, Figures::Shared, reader)?;
    flow.chapters(&sources.kit.guide, Figures::OfKit, reader)?;
    flow.chapters(&last, Figures::Shared, reader)?;
    flow.checklist()?;
    flow.credits(&last)?;
    Ok(flow)
}

fn scaled(size: Size, scale: f64) -> Size {
    Size::new(Um::from_mm(size.w.mm() * scale), Um::from_mm(size.h.mm() * scale))
}
