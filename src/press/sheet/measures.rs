//! Measures common to all sheets: distances from the edge, and the style of notes and lines.

use crate::face::{Font, Fonts};
use crate::kit::Um;

/// The least distance of anything printed from the edge of the paper.
pub const EDGE: Um = Um(3_500);

/// The least distance of pieces from the edge of the paper.
pub const MARGIN: Um = Um(6_000);

/// How far art extends under a neighbour's art that meets it and is painted later, since renderers would leave a pale line
/// between.
pub(crate) const UNDERLAP: Um = Um(100);

/// The em of the notes: 1.8 mm, slightly more than 5 pt.
pub const TEXT: Um = Um(1_800);

/// The style of cut lines: thin and grey, so that they are hardly visible where the knife does not remove them.
pub const CUT_WIDTH: Um = Um(100);
pub const CUT_GREY: u8 = 0x80;

/// The width of the white under round cuts and folds, which are seen on dark art only by it.
pub const WHITE_WIDTH: Um = Um(240);

/// The style of fold lines: dashed, with dashes and gaps of this length.
pub const FOLD_WIDTH: Um = Um(120);
pub const FOLD_DASH: Um = Um(1_200);

/// The colour of notes.
pub(crate) const BLACK: [u8; 3] = [0; 3];

/// The font of notes and codes.
pub(crate) fn font() -> &'static Font {
    Fonts::plain("Barlow Condensed", 600)
}
