//! Dice, assembled from the stickers of their sides.

use super::{Piece, Set};

/// One die of a set.
pub(super) struct Die<'s, 'k> {
    /// The code of its stickers without the side: "Y1".
    pub code: &'s str,
    /// The sides in order; one without a sticker is blank.
    pub sides: Vec<Option<&'s Piece<'k>>>,
}

impl Die<'_, '_> {
    /// Its display name: its row's field `name`, or else its code.
    pub fn name(&self) -> &str {
        self.sides
            .iter()
            .flatten()
            .find_map(|side| side.row_name())
            .unwrap_or(self.code)
    }

    /// The index of the side that it shows at first: the last printed one, usually the highest. A blank side would not identify the
    /// die.
    pub fn initial_side(&self) -> usize {
        self.sides
            .iter()
            .rposition(Option::is_some)
            .unwrap_or_default()
    }
}

/// The dice that the stickers of a set make, in order.
pub(super) fn dice<'s, 'k>(set: &'s Set<'k>) -> Vec<Die<'s, 'k>> {
    let mut dice: Vec<(usize, Die<'s, 'k>)> = Vec::new();
    for piece in &set.pieces {
        let (Some(number), Some((code, side))) = (piece.die, piece.code.rsplit_once('-')) else {
            continue;
        };
        if dice.last().is_none_or(|(last, _)| *last != number) {
            dice.push((
                number,
                Die {
                    code,
                    sides: vec![None; piece.row.faces().len()],
                },
            ));
        }
        let side = side
            .parse::<usize>()
            .ok()
            .and_then(|side| side.checked_sub(1));
        if let (Some((_, die)), Some(side)) = (dice.last_mut(), side)
            && let Some(slot) = die.sides.get_mut(side)
        {
            *slot = Some(piece);
        }
    }
    dice.into_iter().map(|(_, die)| die).collect()
}
