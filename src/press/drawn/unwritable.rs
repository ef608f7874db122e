//! Codes that cannot be printed beside their pieces.

use crate::face::Font;
use crate::face::text::FitError;
use crate::kit::{Piece, Problem};

/// The problem with a code that has to be printed beside its piece but contains characters that the font lacks.
pub(crate) fn unwritable(piece: &Piece<'_>, font: &Font) -> Option<Problem> {
    let extent = font.extent(&piece.code);
    let why = match extent.missing {
        Some(character) => FitError::NoGlyph {
            character,
            font: font.name(),
        }
        .to_string(),
        None if !extent.plain => "it does not run from left to right, letter by letter".to_owned(),
        None => return None,
    };
    let message = format!(
        "the code `{}` cannot be printed beside its piece: {why}",
        piece.code
    );
    Some(
        Problem::new(piece.row.place(), message)
            .help("use another code, or leave out `code_beside`"),
    )
}
