//! Label sheets: all pieces of a set, of whatever sizes, printed on one side, stuck to board and cut out.

use super::cuts::{Grid, strokes};
use super::marks::{self, EDGE, MARGIN, Notes};
use super::pack::{self, GAP, Lot, Packing, RUN, pack};
use super::{Placed, Point, Sheet, Sides};
use crate::kit::{Size, Um};

/// A piece to be placed.
#[derive(Clone, Debug)]
pub struct Label {
    /// Index into the faces of the job.
    pub face: usize,
    /// Labels of one kind and size share cut lines: a deck, or decks that are stuck to the same board.
    pub kind: usize,
    /// Trimmed.
    pub size: Size,
    /// Whether it may lie turned by a quarter.
    pub may_turn: bool,
    /// How far its art can run beyond the trim.
    pub bleed: Um,
    /// The corners' radius.
    pub radius: Um,
    /// What is printed on it.
    pub code: String,
    /// Neighbours in the list with the same number stay together: the stickers of a die.
    pub group: Option<usize>,
}

/// A label that no sheet of the paper can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    pub code: String,
    pub size: Size,
    /// The room for pieces on the paper.
    pub area: Size,
}

/// The room for pieces on a paper: all but a [`MARGIN`] on every side.
pub fn area(paper: Size) -> Size {
    Size::new(paper.w - MARGIN * 2, paper.h - MARGIN * 2)
}

/// Lays out sets of labels, each on sheets of its own. Sets of the same sizes lie alike.
///
/// Labels stand in the middle of the page. Blocks of equal ones touch and are filled in the order of the list, row by row;
/// other blocks are 1 mm apart.
///
/// # Errors
///
/// A label that is larger than the [`area`] of the paper.
pub fn label_sheets(sets: &[Vec<Label>], paper: Size, notes: &Notes) -> Result<Vec<Sheet>, TooLarge> {
    let area = area(paper);
    let mut pages: Vec<Vec<Placed>> = Vec::new();
    let mut last: Option<(Vec<Lot>, Packing)> = None;
    for set in sets {
        let (lots, members) = lots(set);
        let packing = match last {
            Some((same, packing)) if same == lots => packing,
            _ => pack(&lots, area, GAP).map_err(|large| {
                let label = &set[members[large.lot][0]];
                TooLarge { code: label.code.clone(), size: label.size, area }
            })?,
        };
        pages.extend(packing.sheets.iter().filter(|spots| !spots.is_empty()).map(|spots| {
            let placed = spots.iter().map(|spot| {
                let label = &set[members[spot.lot][spot.piece]];
                Placed {
                    face: label.face,
                    at: spot.at,
                    size: spot.size,
                    turns: spot.turned.into(),
                    bleed: Sides { top: label.bleed, right: label.bleed, bottom: label.bleed, left: label.bleed },
                    radius: label.radius,
                    code: label.code.clone(),
                    ..Placed::default()
                }
            });
            centred(placed.collect(), paper)
        }));
        last = Some((lots, packing));
    }
    let count = pages.len();
    Ok(pages.into_iter().enumerate().map(|(page, placed)| sheet(placed, paper, notes, page + 1, count)).collect())
}

/// How much higher the paper would have to be to hold the set on one sheet, to the half millimetre; zero if it does.
///
/// `None` if a label is wider than the paper's [`area`].
pub fn missing_height(set: &[Label], paper: Size) -> Option<Um> {
    pack::shortfall(&lots(set).0, area(paper), GAP)
}

/// Equal labels together, in the order of the list, and which labels they are.
fn lots(set: &[Label]) -> (Vec<Lot>, Vec<Vec<usize>>) {
    let mut kinds: Vec<(usize, Size, bool)> = Vec::new();
    let (mut lots, mut members) = (Vec::<Lot>::new(), Vec::<Vec<usize>>::new());
    for (index, label) in set.iter().enumerate() {
        let kind = (label.kind, label.size, label.may_turn);
        let lot = kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
            kinds.push(kind);
            lots.push(Lot { size: label.size, groups: Vec::new(), may_turn: label.may_turn });
            members.push(Vec::new());
            kinds.len() - 1
        });
        let before = members[lot].last().map(|&before| set[before].group);
        match lots[lot].groups.last_mut() {
            Some(group) if label.group.is_some() && before == Some(label.group) => *group += 1,
            _ => lots[lot].groups.push(1),
        }
        members[lot].push(index);
    }
    (lots, members)
}

/// Moves all pieces so that what they cover is in the middle of the paper.
fn centred(mut placed: Vec<Placed>, paper: Size) -> Vec<Placed> {
    let right = placed.iter().map(|piece| piece.at.x + piece.size.w).max().unwrap_or_default();
    let bottom = placed.iter().map(|piece| piece.at.y + piece.size.h).max().unwrap_or_default();
    let (x, y) = ((paper.w - right).half(), (paper.h - bottom).half());
    for piece in &mut placed {
        piece.at = Point { x: piece.at.x + x, y: piece.at.y + y };
    }
    placed
}

fn sheet(mut placed: Vec<Placed>, paper: Size, notes: &Notes, page: usize, pages: usize) -> Sheet {
    let margin = marks::margin(paper, notes, page, pages);
    let grids: Vec<Grid> = placed.iter().map(|piece| Grid::one(piece.at, piece.size)).collect();
    let around: Vec<Bounds> = grids.iter().chain(&margin.taken).map(|grid| Bounds::new(grid.at, grid.cell)).collect();
    for (index, piece) in placed.iter_mut().enumerate() {
        let others = around.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, bounds)| *bounds);
        piece.bleed = room(around[index], piece.bleed.top, others, paper);
    }
    Sheet {
        size: paper,
        title: format!("Label sheet {page}"),
        cuts: strokes(&grids, &margin.taken, RUN),
        marks: margin.marks,
        placed,
        plain_cuts: true,
        ..Sheet::default()
    }
}

/// A rectangle by its sides.
#[derive(Clone, Copy)]
struct Bounds {
    left: Um,
    top: Um,
    right: Um,
    bottom: Um,
}

impl Bounds {
    fn new(at: Point, size: Size) -> Bounds {
        Bounds { left: at.x, top: at.y, right: at.x + size.w, bottom: at.y + size.h }
    }
}

/// How far art may run beyond a piece: the bleed of its deck, half the way to a neighbour, nothing beyond what prints.
fn room(piece: Bounds, bleed: Um, others: impl Iterator<Item = Bounds>, paper: Size) -> Sides {
    let mut sides = Sides {
        top: bleed.min(piece.top - EDGE),
        right: bleed.min(paper.w - EDGE - piece.right),
        bottom: bleed.min(paper.h - EDGE - piece.bottom),
        left: bleed.min(piece.left - EDGE),
    };
    for other in others {
        let (right, left) = (other.left - piece.right, piece.left - other.right);
        let (below, above) = (other.top - piece.bottom, piece.top - other.bottom);
        // Across a corner it is enough to hold back on the side that has more room.
        if right.max(left) >= below.max(above) {
            if right >= Um::ZERO {
                sides.right = hold(sides.right, right, above.max(below), bleed);
            } else {
                sides.left = hold(sides.left, left, above.max(below), bleed);
            }
        } else if below >= Um::ZERO {
            sides.bottom = hold(sides.bottom, below, right.max(left), bleed);
        } else {
            sides.top = hold(sides.top, above, right.max(left), bleed);
        }
    }
    sides
}

/// A side's bleed before a neighbour `away`, which is past the corner by `past` (negative: right before the side).
fn hold(side: Um, away: Um, past: Um, bleed: Um) -> Um {
    // Touching corners are no neighbours: the art that would meet there lies beyond both trims or under a bleed of zero.
    if past >= bleed || (past >= Um::ZERO && away == Um::ZERO) { side } else { side.min(away.half()) }
}

#[cfg(test)]
mod tests {
    use super::super::{Mark, Stroke};
    use super::*;

    const A4: Size = Size::new(Um(210_000), Um(297_000));
    const LETTER: Size = Size::new(Um(215_900), Um(279_400));

    fn labels(set: &mut Vec<Label>, count: usize, size: (i64, i64), bleed: i64, group: usize) {
        let kind = set.last().map_or(0, |label| label.kind + 1);
        set.extend((0..count).map(|index| Label {
            face: index,
            kind,
            size: Size::new(Um(size.0), Um(size.1)),
            may_turn: kind > 0,
            bleed: Um(bleed),
            radius: Um::ZERO,
            code: format!("{kind}-{index}"),
            group: (group > 1).then_some(index / group),
        }));
    }

    /// The 92 pieces of Dungeon in a Tin (dossier 2.1).
    fn tin(sticker: i64) -> Vec<Label> {
        let mut set = Vec::new();
        labels(&mut set, 12, (36_000, 36_000), 1_500, 1);
        labels(&mut set, 12, (36_000, 26_000), 1_500, 1);
        labels(&mut set, 30, (20_000, 13_000), 1_500, 1);
        labels(&mut set, 1, (88_000, 52_000), 1_500, 1);
        labels(&mut set, 37, (sticker, sticker), 800, 6);
        set
    }

    fn sheets(sets: &[Vec<Label>], paper: Size) -> Vec<Sheet> {
        let measure = |text: &str| text.chars().count() as f64 * 0.42;
        let notes = Notes { label: "Dungeon in a Tin, A4, color", font: 0, measure: &measure };
        label_sheets(sets, paper, &notes).expect("no label is large")
    }

    fn bounds(piece: &Placed) -> Bounds {
        Bounds::new(piece.at, piece.size)
    }

    fn overlap(a: Bounds, b: Bounds) -> bool {
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    }

    /// Whether one of the strokes runs along the whole of this line.
    fn covered(cuts: &[Stroke], from: (Um, Um), to: (Um, Um)) -> bool {
        let level = from.1 == to.1;
        cuts.iter().any(|cut| {
            let along = |a: Um, b: Um, from: Um, to: Um| a <= from && to <= b;
            match level {
                true => cut.from.y == from.1 && cut.to.y == from.1 && along(cut.from.x, cut.to.x, from.0, to.0),
                false => cut.from.x == from.0 && cut.to.x == from.0 && along(cut.from.y, cut.to.y, from.1, to.1),
            }
        })
    }

    /// The sheet of every paper and sticker that the dossier speaks of.
    fn tins() -> Vec<Sheet> {
        let cases = [(A4, 14_200), (A4, 16_000), (LETTER, 14_200), (LETTER, 15_000), (LETTER, 16_000)];
        cases.into_iter().flat_map(|(paper, sticker)| sheets(&[tin(sticker)], paper)).collect()
    }

    #[test]
    fn all_92_pieces_are_on_one_sheet_within_its_margins() {
        let all = tins();
        assert_eq!(all.len(), 5, "one sheet each");
        for sheet in &all {
            assert_eq!(sheet.placed.len(), 92);
            for piece in sheet.placed.iter().map(bounds) {
                assert!(piece.left >= MARGIN && piece.right <= sheet.size.w - MARGIN);
                assert!(piece.top >= MARGIN && piece.bottom <= sheet.size.h - MARGIN);
            }
        }
    }

    #[test]
    fn every_edge_is_cut_and_no_piece_is_cut_through() {
        for sheet in tins() {
            for piece in sheet.placed.iter().map(bounds) {
                for y in [piece.top, piece.bottom] {
                    assert!(covered(&sheet.cuts, (piece.left, y), (piece.right, y)));
                }
                for x in [piece.left, piece.right] {
                    assert!(covered(&sheet.cuts, (x, piece.top), (x, piece.bottom)));
                }
                for cut in &sheet.cuts {
                    let line = Bounds { left: cut.from.x, top: cut.from.y, right: cut.to.x, bottom: cut.to.y };
                    assert!(!overlap(line, piece), "{cut:?}");
                }
            }
            for cut in &sheet.cuts {
                assert!(cut.from.x >= EDGE && cut.to.x <= sheet.size.w - EDGE);
                assert!(cut.from.y >= EDGE && cut.to.y <= sheet.size.h - EDGE);
            }
        }
    }

    #[test]
    fn bleed_ends_before_the_neighbour() {
        for sheet in tins() {
            let mut bled = 0;
            for (index, piece) in sheet.placed.iter().enumerate() {
                let Bounds { left, top, right, bottom } = bounds(piece);
                let Sides { top: above, right: after, bottom: below, left: before } = piece.bleed;
                let art = Bounds { left: left - before, top: top - above, right: right + after, bottom: bottom + below };
                assert!(art.left >= EDGE && art.right <= sheet.size.w - EDGE);
                assert!(art.top >= EDGE && art.bottom <= sheet.size.h - EDGE);
                for (_, other) in sheet.placed.iter().enumerate().filter(|(other, _)| *other != index) {
                    assert!(!overlap(art, bounds(other)), "{} reaches {}", piece.code, other.code);
                }
                bled += usize::from(above + after + below + before > Um::ZERO);
            }
            assert!(bled > 30, "only {bled} pieces bleed");
        }
    }

    #[test]
    fn marks_keep_off_pieces_cuts_and_the_edge() {
        for sheet in tins() {
            let measure = |text: &str| text.chars().count() as f64 * 0.42;
            let notes = Notes { label: "Dungeon in a Tin, A4, color", font: 0, measure: &measure };
            let margin = marks::margin(sheet.size, &notes, 1, 1);
            assert_eq!(margin.marks.len(), sheet.marks.len());
            for taken in margin.taken.iter().map(|taken| Bounds::new(taken.at, taken.cell)) {
                assert!(taken.left >= Um(3_000) && taken.bottom <= sheet.size.h - Um(3_000));
                assert!(taken.right <= sheet.size.w - EDGE);
                assert!(sheet.placed.iter().all(|piece| !overlap(bounds(piece), taken)));
                for cut in &sheet.cuts {
                    let line = Bounds { left: cut.from.x, top: cut.from.y, right: cut.to.x, bottom: cut.to.y };
                    assert!(!overlap(line, taken), "{cut:?}");
                }
            }
            let ruled = |mark: &Mark, length: Um| match mark {
                Mark::Line(line, _) => line.to.x - line.from.x + line.to.y - line.from.y == length,
                Mark::Text(_) => false,
            };
            for length in [Um(100_000), Um(101_600)] {
                assert_eq!(sheet.marks.iter().filter(|mark| ruled(mark, length)).count(), 1);
            }
        }
    }

    #[test]
    fn every_set_lies_alike_on_a_sheet_of_its_own() {
        let mut second = tin(14_200);
        second[91].face = 99;
        let sheets = sheets(&[tin(14_200), second], A4);
        assert_eq!(sheets.len(), 2);
        assert_eq!(sheets[1].title, "Label sheet 2");
        assert_eq!(sheets[0].cuts, sheets[1].cuts);
        let face = |sheet: &Sheet| sheet.placed.iter().find(|piece| piece.code == "4-36").map(|piece| piece.face);
        assert_eq!((face(&sheets[0]), face(&sheets[1])), (Some(36), Some(99)));
    }

    #[test]
    fn a_label_larger_than_the_paper_is_named() {
        let mut set = Vec::new();
        labels(&mut set, 1, (250_000, 300_000), 0, 1);
        let notes = Notes { label: "", font: 0, measure: &|_| 0.0 };
        let error = label_sheets(&[set.clone()], A4, &notes).map(|sheets| sheets.len());
        assert_eq!(error, Err(TooLarge { code: "0-0".into(), size: set[0].size, area: area(A4) }));
        assert_eq!(missing_height(&set, A4), None);
        assert_eq!(missing_height(&tin(14_200), A4), Some(Um::ZERO));
    }
}
