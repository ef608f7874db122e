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
