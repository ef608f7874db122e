//! Letters that are too small to read at their printed size.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::texts::smallest;
use crate::kit::Problems;
use crate::press::drawn::DrawnPieces;
use crate::press::sheet::{Placed, Sheet};

/// The smallest size that is easy to read at arm's length, in points.
pub const MIN_POINTS: f64 = 5.0;

/// Millimetres in a point.
const POINT: f64 = 25.4 / 72.0;

/// Finds the decks that have letters smaller than [`MIN_POINTS`] on these sheets, with their sizes.
///
/// # Errors
///
/// A face of the print cannot be read back.
pub fn small(drawn: &DrawnPieces<'_>, sheets: &[Sheet]) -> Result<Vec<String>, Problems> {
    let faces = drawn.pieces.iter().flat_map(|piece| {
        [Some(piece.face), piece.back]
            .into_iter()
            .flatten()
            .map(move |face| (face, piece.deck.name.as_str()))
    });
    let decks: HashMap<usize, &str> = faces.collect();
    let codes: HashSet<&str> = drawn
        .pieces
        .iter()
        .map(|piece| piece.code.as_ref())
        .collect();
    // Boxes show reduced pieces, which are not meant to be read.
    let read = |placed: &&Placed| {
        codes.contains(placed.code.as_ref()) || !decks.contains_key(&placed.face)
    };
    let mut letters: HashMap<usize, Option<f64>> = HashMap::new();
    let mut found: BTreeMap<&str, (f64, BTreeSet<&str>)> = BTreeMap::new();
    for placed in sheets.iter().flat_map(|sheet| &sheet.placed).filter(read) {
        let size = match letters.get(&placed.face) {
            Some(size) => *size,
            None => {
                let drawing = drawn.face(placed.face)?;
                let edge = drawing.size.w.min(drawing.size.h).mm();
                // Per millimetre of the shorter edge, since the face is scaled to its place.
                *letters
                    .entry(placed.face)
                    .or_insert(smallest(drawing).map(|size| size / edge))
            }
        };
        let Some(points) = size.map(|size| size * placed.size.w.min(placed.size.h).mm() / POINT)
        else {
            continue;
        };
        // In tenths, as it is reported.
        if points < MIN_POINTS - 0.05 {
            let whose = decks.get(&placed.face).copied().unwrap_or(&placed.code);
            let (least, pieces) = found.entry(whose).or_insert((points, BTreeSet::new()));
            *least = least.min(points);
            pieces.insert(&placed.code);
        }
    }
    let message = |(whose, (points, pieces)): (&str, (f64, BTreeSet<&str>))| {
        let first = pieces.first().copied().unwrap_or_default();
        let others = match pieces.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!(
            "{whose}: letters of {points:.1} pt on {first}{others}; less than {MIN_POINTS} pt is hard to read"
        )
    };
    Ok(found.into_iter().map(message).collect())
}
