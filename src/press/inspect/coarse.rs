//! Pictures whose resolution is too low for print.

use std::collections::HashSet;

use crate::kit::{Problem, Problems};
use crate::press::proof::Proofs;

/// Finds every picture whose resolution is too low for print, once each, on the first piece that shows it.
///
/// # Errors
///
/// A face cannot be read back.
pub fn coarse(proofs: &Proofs<'_>) -> Result<Vec<Problem>, Problems> {
    let mut told = HashSet::new();
    let mut problems = Vec::new();
    for proof in &proofs.pieces {
        for face in [Some(proof.face), proof.back].into_iter().flatten() {
            for fragment in proofs.face(face)?.items.art() {
                for shown in fragment.pictures.iter().filter(|shown| shown.dpi.round() < f64::from(proofs.kit.dpi)) {
                    if told.insert((shown.path.clone(), shown.dpi.round() as u64)) {
                        let message = format!(
                            "the picture `{}` is printed at {:.0} dpi on {} {}: fewer than {} look coarse",
                            shown.path, shown.dpi, proof.deck.name, proof.code, proofs.kit.dpi
                        );
                        problems.push(Problem::new(proof.row.place(), message));
                    }
                }
            }
        }
    }
    Ok(problems)
}
