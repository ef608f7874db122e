//! Paper dice: the six faces of a die as a net with flaps, for people without blank dice.

use super::line;
use crate::kit::{Contour, Kit, Make, Point, Size, Um};
use crate::press::drawn::DrawnPieces;
use crate::press::layout::net::Net;
use crate::press::sheet::{Placed, Sides};

/// The positions of the sides in the net, in edges from its corner: 1, 2, 6 and 5 in a row, 3 above 2 and 4 below it, so
/// that opposite sides add up to seven.
const SQUARES: [(i64, i64); 6] = [(0, 1), (1, 1), (1, 0), (1, 2), (3, 1), (2, 1)];

/// Every die of every deck of stickers, with this edge or the size of the dice that the stickers are for.
pub(crate) fn paper_dice(kit: &Kit, drawn: &DrawnPieces<'_>, edge: Option<Um>) -> Vec<Net> {
    let mut dice = Vec::new();
    for (kind, deck) in kit
        .decks
        .iter()
        .enumerate()
        .filter(|(_, deck)| deck.make == Make::Stickers)
    {
        let stickers: Vec<_> = drawn
            .pieces
            .iter()
            .filter(|piece| std::ptr::eq(piece.deck, deck))
            .collect();
        for stickers in stickers.chunk_by(|one, two| (one.copy, one.die) == (two.copy, two.die)) {
            let names: Vec<&str> = stickers[0].row.faces().collect();
            let places = opposite(&names);
            let sides = names
                .iter()
                .zip(places)
                .filter(|(face, _)| **face != "blank");
            let faces = sides
                .zip(stickers)
                .map(|((_, side), sticker)| (side, sticker.face, &*sticker.code));
            let edge = edge.unwrap_or(deck.size.w + deck.recess);
            dice.push(net(faces, edge, kind));
        }
    }
    dice
}

/// The side for each face, counted from 0: as listed, or rearranged so that more faces that share a word (`horned` and
/// `horned_chest`) are opposite each other, as sides 0 and 5, 1 and 4, and 2 and 3 are.
fn opposite(faces: &[&str]) -> Vec<usize> {
    let alike = |one: usize, other: usize| {
        faces[one]
            .split('_')
            .filter(|word| faces[other].split('_').any(|w| w == *word))
            .count()
    };
    let listed: Vec<usize> = (0..faces.len()).collect();
    if faces.len() != 6 {
        return listed;
    }
    // Only the pairing matters; all pairings of six faces are tried, the listed one first.
    let score = |pairs: &[(usize, usize)]| {
        pairs
            .iter()
            .map(|(one, other)| alike(*one, *other))
            .sum::<usize>()
    };
    let mut best = vec![(0, 5), (1, 4), (2, 3)];
    for first in (1..6).rev() {
        let rest: Vec<usize> = (1..6).filter(|face| *face != first).collect();
        for second in (1..4).rev() {
            let last: Vec<usize> = (1..4)
                .filter(|at| *at != second)
                .map(|at| rest[at])
                .collect();
            let pairs = vec![(0, first), (rest[0], rest[second]), (last[0], last[1])];
            if score(&pairs) > score(&best) {
                best = pairs;
            }
        }
    }
    let mut sides = listed;
    for (side, (one, other)) in best.into_iter().enumerate() {
        (sides[one], sides[other]) = (side, 5 - side);
    }
    sides
}

/// The net of one die.
pub(super) fn net<'c>(
    faces: impl Iterator<Item = (usize, usize, &'c str)>,
    edge: Um,
    kind: usize,
) -> Net {
    // Flaps are wide enough for glue, and narrow enough to stay inside: 4 mm on a die of 12.7 (piecepack.md 3.3).
    let flap = (edge * 40 / 127).min(Um(7_000));
    let bevel = flap / 2;
    let at = |(column, row): (i64, i64)| Point::new(edge * column, edge * row + flap);
    let square = Size::new(edge, edge);
    let bleed = Sides::all(Um(1_000).min(flap));
    let placed = faces.filter_map(|(side, face, code)| {
        let (at, code) = (at(*SQUARES.get(side)?), code.into());
        Some(Placed {
            face,
            code,
            at,
            size: square,
            bleed,
            ..Placed::default()
        })
    });
    let mut placed: Vec<Placed> = placed.collect();
    placed.iter_mut().skip(1).for_each(|side| side.part = true);
    let (x, y) = (|column: i64| edge * column, |row: i64| edge * row + flap);
    let outline = [
        (x(0), y(1)),
        (x(1), y(1)),
        // The flaps of side 3: left, above, right.
        (x(1) - flap, y(1) - bevel),
        (x(1) - flap, y(0) + bevel),
        (x(1), y(0)),
        (x(1) + bevel, y(0) - flap),
        (x(2) - bevel, y(0) - flap),
        (x(2), y(0)),
        (x(2) + flap, y(0) + bevel),
        (x(2) + flap, y(1) - bevel),
        (x(2), y(1)),
        (x(4), y(1)),
        // The flap of side 5.
        (x(4) + flap, y(1) + bevel),
        (x(4) + flap, y(2) - bevel),
        (x(4), y(2)),
        (x(2), y(2)),
        // The flaps of side 4: right, below, left.
        (x(2) + flap, y(2) + bevel),
        (x(2) + flap, y(3) - bevel),
        (x(2), y(3)),
        (x(2) - bevel, y(3) + flap),
        (x(1) + bevel, y(3) + flap),
        (x(1), y(3)),
        (x(1) - flap, y(3) - bevel),
        (x(1) - flap, y(2) + bevel),
        (x(1), y(2)),
        (x(0), y(2)),
    ];
    let none = Um::ZERO;
    let folds = [
        [1, 2, 3, 4]
            .map(|column| line(x(column), y(1), none, edge))
            .to_vec(),
        [0, 1, 2, 3]
            .map(|row| line(x(1), y(row), edge, none))
            .to_vec(),
        [(1, 0), (2, 0), (1, 2), (2, 2)]
            .map(|(column, row)| line(x(column), y(row), none, edge))
            .to_vec(),
    ];
    let code = placed
        .first()
        .map(|placed| placed.code.clone())
        .unwrap_or_default();
    Net {
        code,
        faces: placed,
        kind,
        size: Size::new(edge * 4 + flap, edge * 3 + flap * 2),
        may_turn: true,
        folds: folds.concat(),
        curves: vec![Contour::polygon(outline.map(|(x, y)| Point::new(x, y))).into()],
        ..Net::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_with_a_word_in_common_lie_opposite_each_other() {
        // The three pairs are the two horned faces, two plain ones, and the third plain one with the single chest.
        let sides = opposite(&["plain", "plain", "plain", "horned", "horned_chest", "chest"]);
        assert_eq!(sides[3] + sides[4], 5);
        assert_eq!(
            sides
                .iter()
                .copied()
                .collect::<std::collections::BTreeSet<_>>()
                .len(),
            6
        );
        assert_eq!(
            opposite(&["1", "2", "3", "4", "5", "6"]),
            [0, 1, 2, 3, 4, 5]
        );
    }

    #[test]
    fn a_die_closes() {
        let edge = Um(16_000);
        let net = net((0..6).map(|side| (side, side, "D")), edge, 0);
        // Five folds connect six sides; each of the other seven pairs of edges has one flap.
        let (inner, flaps) = (5, 7);
        assert_eq!(net.folds.len(), inner + flaps);
        let (_, size) = net.curves[0].bounds();
        assert_eq!(size, net.size);
        // Opposite sides are two apart in a row, or above and below it: 1 and 6, 2 and 5, 3 and 4.
        let at = |side: usize| net.faces[side - 1].at;
        for (one, other) in [(1, 6), (2, 5), (3, 4)] {
            let (one, other) = (at(one), at(other));
            assert_eq!(
                (other.x - one.x).0.abs() + (other.y - one.y).0.abs(),
                2 * edge.0
            );
        }
    }
}
