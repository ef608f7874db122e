//! Pictures whose resolution is too low for print.

use std::collections::HashSet;

use crate::kit::{Problem, Problems};
use crate::press::drawn::DrawnPieces;

/// Finds every picture whose resolution is too low for print, once each, on the first piece that shows it.
///
/// # Errors
///
/// A face cannot be read back.
pub fn coarse(drawn: &DrawnPieces<'_>) -> Result<Vec<Problem>, Problems> {
    let mut reported = HashSet::new();
    let mut problems = Vec::new();
    for drawn_piece in &drawn.pieces {
        for face in [Some(drawn_piece.face), drawn_piece.back]
            .into_iter()
            .flatten()
        {
            for fragment in drawn.face(face)?.items.art() {
                for shown in fragment
                    .pictures
                    .iter()
                    .filter(|shown| shown.dpi.round() < f64::from(drawn.kit.dpi))
                {
                    if reported.insert((shown.path.clone(), shown.dpi.round() as u64)) {
                        let message = format!(
                            "the picture `{}` is printed at {:.0} dpi on {} {}: less than {} dpi looks coarse",
                            shown.path,
                            shown.dpi,
                            drawn_piece.deck.name,
                            drawn_piece.code,
                            drawn.kit.dpi
                        );
                        problems.push(Problem::new(drawn_piece.row.place(), message));
                    }
                }
            }
        }
    }
    Ok(problems)
}
