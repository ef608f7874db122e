//! What is the same on every sheet: how far things keep from the edge, and how notes and lines look.

use crate::face::{Font, Fonts};
use crate::kit::Um;

/// Nothing is printed nearer to the edge of the paper.
pub const EDGE: Um = Um(3_500);

/// No piece is nearer to the edge of the paper.
pub const MARGIN: Um = Um(6_000);

/// The em of the notes: 1.8 mm, a little more than 5 pt.
pub const TEXT: Um = Um(1_800);

/// How cut lines print: a fine grey line, that a knife removes and that shows little where it does not.
pub const CUT_WIDTH: Um = Um(100);
pub const CUT_GREY: u8 = 0x80;

/// How fold lines print: dashed, with dashes and gaps of this length.
pub const FOLD_WIDTH: Um = Um(120);
pub const FOLD_DASH: Um = Um(1_200);

/// The colour of notes.
pub(crate) const BLACK: [u8; 3] = [0; 3];

/// The font of notes and codes.
pub(crate) fn font() -> &'static Font {
    Fonts::plain("Barlow Condensed", 600)
}
