//! A page while it is filled.

use crate::face::TextLine;
use crate::press::sheet::Placed;

/// A place between two blocks where a page may be stretched: its share of the free space, and the lengths of the page's lists
/// before it.
pub struct Seam {
    pub share: f64,
    pub art: usize,
    pub texts: usize,
    pub placed: usize,
    pub badges: usize,
    pub letters: usize,
}

/// A page: what is drawn on its background, and what is placed on that.
#[derive(Default)]
pub struct Page {
    /// SVG elements below everything else, in page millimetres.
    pub art: String,
    pub texts: Vec<TextLine<'static>>,
    pub placed: Vec<Placed>,
    /// SVG elements and their text above everything else.
    pub badges: String,
    pub letters: Vec<TextLine<'static>>,
    /// Where the page may be stretched.
    pub seams: Vec<Seam>,
    /// Whether the page ended because the next block did not fit.
    pub full: bool,
}
