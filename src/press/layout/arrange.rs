//! Nets on as few pages as possible, before sides of paper, marks and margins are considered.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::nest::nest;
use super::net::{Footprint, Net};
use super::pack::{self, GAP, Lot, Packing};
use crate::kit::{Point, Size, Um};
use crate::press::sheet::measures::MARGIN;
use crate::press::sheet::registration::Pattern;

/// The nets of a page, in their orientation, with their positions in its area.
pub type Arrangement = Vec<(Net, Point)>;

/// A piece that does not fit on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    pub code: String,
    pub size: Size,
    /// The area for pieces on the paper.
    pub area: Size,
}

/// With more pieces than this, they are put on grids, without a search for a better layout.
const MAX_PACKED: usize = 600;

/// The area for pieces, in the middle of the paper: everything except a [`MARGIN`] on every side, or the wider one that a
/// kit asks for, or the area inside registration marks.
pub fn area(paper: Size, margin: Option<Um>, registration: Option<&Pattern>) -> Size {
    let margin = margin.unwrap_or(MARGIN).max(MARGIN) * 2;
    let within = Size::new(paper.w - margin, paper.h - margin);
    let beside = registration.map_or(within, |pattern| pattern.area(paper));
    Size::new(within.w.min(beside.w), within.h.min(beside.h))
}

/// Puts equal pieces on pages of their own, or mixes all of them if that takes fewer pages.
///
/// # Errors
///
/// A piece is larger than the area.
pub(crate) fn fewest(
    nets: Vec<Net>,
    area: Size,
    known: &Packed,
) -> Result<Vec<Arrangement>, TooLarge> {
    let few = (nets.len() <= MAX_PACKED).then(|| nets.clone());
    let mut apart = Vec::new();
    for group in groups(nets) {
        apart.extend(
            blocks(group, area)?
                .into_iter()
                .map(|block| vec![(block, Point::default())]),
        );
    }
    if let Some(nets) = few.filter(|nets| least(nets, area) < apart.len()) {
        let mixed = mixed(nets, area, known)?;
        if mixed.len() < apart.len() {
            return Ok(mixed);
        }
    }
    Ok(apart)
}

/// Mixes all pieces. Shaped nets are nested in blocks; those that do not fill a page are placed individually or in bands of
/// two rows if that takes fewer pages.
///
/// # Errors
///
/// A piece is larger than the area.
pub(crate) fn mixed(
    nets: Vec<Net>,
    area: Size,
    known: &Packed,
) -> Result<Vec<Arrangement>, TooLarge> {
    let least = least(&nets, area);
    let gap = gap(&nets);
    let shaped = nets.iter().any(|net| net.footprint != Footprint::Box);
    let rests: &[Leftover] = if shaped {
        &[Leftover::Nested, Leftover::Loose, Leftover::Banded]
    } else {
        &[Leftover::Nested]
    };
    let mut ways = Vec::new();
    for rest in rests {
        let nets = boxed(nets.clone(), area, *rest)?;
        let (lots, members) = lots(&nets);
        ways.push((*rest, nets, lots, members));
    }
    let set = (
        ways.iter().map(|(_, _, lots, _)| lots.clone()).collect(),
        area,
        gap,
    );
    let known = known.of(set);
    let packs = known.get_or_init(|| {
        let (_, _, lots, _) = &ways[0];
        let packing = pack::pack(lots, area, gap).map_err(|large| large.lot)?;
        let most = packing.sheets.len();
        let may_improve = |lots: &[Lot]| most > least.max(pack::fewest_sheets(lots, area));
        let fewer = ways
            .iter()
            .enumerate()
            .find_map(|(way, (rest, _, lots, _))| {
                let pack = if *rest == Leftover::Banded {
                    pack::pack_tightly
                } else {
                    pack::pack_within
                };
                let packing = if may_improve(lots) {
                    pack(lots, area, gap, most - 1)
                } else {
                    None
                };
                Some((way, packing?))
            });
        Ok(fewer.unwrap_or((0, packing)))
    });
    let (way, packing) = packs.as_ref().map_err(|lot| {
        let (_, nets, _, members) = &ways[0];
        let net = &nets[members[*lot][0]];
        TooLarge {
            code: net.code.to_string(),
            size: net.size,
            area,
        }
    })?;
    let (_, nets, _, members) = ways.swap_remove(*way);
    let arrangement = |sheet: &Vec<pack::PackedPiece>| {
        let net = |packed: &pack::PackedPiece| nets[members[packed.lot][packed.piece]].clone();
        sheet
            .iter()
            .map(|packed| {
                (
                    if packed.turned {
                        net(packed).turned()
                    } else {
                        net(packed)
                    },
                    packed.at,
                )
            })
            .collect()
    };
    Ok(packing
        .sheets
        .iter()
        .filter(|sheet| !sheet.is_empty())
        .map(arrangement)
        .collect())
}

/// The gap between pieces of different kinds. Two-sided ones get room for the bleed of both: otherwise paper that is a little off
/// gives some backs an edge in the colour of their neighbours, and marks the cards.
fn gap(nets: &[Net]) -> Um {
    let are_two_sided = nets
        .iter()
        .all(|net| net.faces.iter().any(|face| face.back.is_some()));
    let have_unlike_backs = nets.iter().any(|net| net.kind != nets[0].kind);
    if !are_two_sided || !have_unlike_backs {
        return GAP;
    }
    let bleeds = nets
        .iter()
        .flat_map(|net| &net.faces)
        .map(|face| face.bleed.most());
    GAP.max(bleeds.max().unwrap_or_default() * 2)
}

/// A lower bound for the number of pages: from the area of the pieces, and from the sides of rectangles that include half of
/// their gutter all around.
pub(crate) fn least(nets: &[Net], area: Size) -> usize {
    let pieces: f64 = nets.iter().map(Net::area).sum();
    let by_area = (pieces / area.area()).ceil() as usize;
    let mut lots: Vec<Lot> = Vec::new();
    let mut widest = Um::ZERO;
    for net in nets.iter().filter(|net| net.footprint == Footprint::Box) {
        let Net {
            size,
            gutter,
            may_turn,
            ..
        } = net;
        widest = widest.max(*gutter);
        let size = Size::new(size.w + *gutter, size.h + *gutter);
        match lots
            .iter_mut()
            .find(|lot| (lot.size, lot.may_turn) == (size, *may_turn))
        {
            Some(lot) => lot.groups.push(1),
            None => lots.push(Lot::loose(size, 1, *may_turn)),
        }
    }
    if lots.is_empty() {
        by_area
    } else {
        by_area.max(pack::fewest_sheets(
            &lots,
            Size::new(area.w + widest, area.h + widest),
        ))
    }
}

/// How shaped nets that do not fill a page are handled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leftover {
    /// They form a block as well.
    Nested,
    /// Each is placed individually.
    Loose,
    /// They form bands of two rows; those that do not fill a band are placed individually.
    Banded,
}

/// Turns shaped nets into rectangular blocks, for a layout that only handles rectangles.
pub(crate) fn boxed(nets: Vec<Net>, area: Size, rest: Leftover) -> Result<Vec<Net>, TooLarge> {
    if nets.iter().all(|net| net.footprint == Footprint::Box) {
        return Ok(nets.into_iter().map(Net::spaced).collect());
    }
    let mut boxed = Vec::new();
    for group in groups(nets) {
        match group[0].footprint {
            Footprint::Box => boxed.extend(group.into_iter().map(Net::spaced)),
            _ => {
                let (gutter, size) = (group[0].gutter, group[0].size);
                let room = Size::new(area.w - gutter, area.h - gutter);
                let mut pages = blocks(group.clone(), room)?;
                if rest != Leftover::Nested {
                    let mut others = beyond_full(&mut pages, group);
                    if rest == Leftover::Banded {
                        let two_rows = size.w.min(size.h) * 5 / 2;
                        let mut bands =
                            nest(others.clone(), Size::new(room.w, room.h.min(two_rows)));
                        others = beyond_full(&mut bands, others);
                        pages.extend(bands);
                    }
                    boxed.extend(others.into_iter().map(|net| net.loose(Um::ZERO)));
                }
                boxed.extend(pages.into_iter().map(|block| {
                    let mut block = block.spaced();
                    block.may_turn = false;
                    block
                }));
            }
        }
    }
    Ok(boxed)
}

/// Keeps the full blocks of a group if it fills more than one; returns the remaining nets.
fn beyond_full(blocks: &mut Vec<Net>, mut group: Vec<Net>) -> Vec<Net> {
    let full = blocks.first().map_or(0, |block| block.faces.len());
    blocks.truncate(if blocks.len() > 1 {
        group.len() / full
    } else {
        0
    });
    group.split_off(blocks.len() * full)
}

fn blocks(group: Vec<Net>, area: Size) -> Result<Vec<Net>, TooLarge> {
    let (code, size) = (group[0].code.to_string(), group[0].size);
    match nest(group, area) {
        none if none.is_empty() => Err(TooLarge { code, size, area }),
        blocks => Ok(blocks),
    }
}

/// Groups nets that fit together and may share their cuts, in the order of the list.
fn groups(nets: Vec<Net>) -> Vec<Vec<Net>> {
    let mut known = HashMap::new();
    let group = |net: &Net| {
        let air = (net.faces.first().map(|face| face.bleed.most()), net.gutter);
        let next = known.len();
        *known
            .entry((net.footprint, net.size, net.may_turn, air, net.kind))
            .or_insert(next)
    };
    let numbers: Vec<usize> = nets.iter().map(group).collect();
    // A large deck is not copied.
    if known.len() == 1 {
        return vec![nets];
    }
    let mut groups = vec![Vec::new(); known.len()];
    std::iter::zip(nets, numbers).for_each(|(net, group)| groups[group].push(net));
    groups
}

/// Earlier packings, for each way of boxing, on pages with this area. Sets with the same sizes get the same layout; a second
/// request waits for the first.
#[derive(Default)]
pub(crate) struct Packed(Mutex<HashMap<Set, Arc<OnceLock<Packs>>>>);

/// The lots for each way, the area, and the gap between different lots.
type Set = (Vec<Vec<Lot>>, Size, Um);

/// The best way and its packing, or the lot that is too large.
type Packs = Result<(usize, Packing), usize>;

/// The most packings remembered at once.
const MANY: usize = 100;

impl Packed {
    /// The slot for the packing of a set, which may still be empty.
    fn of(&self, set: Set) -> Arc<OnceLock<Packs>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MANY {
            known.clear();
        }
        known.entry(set).or_default().clone()
    }
}

/// Combines equal nets into lots, in the order of the list, and returns which nets they are.
pub(crate) fn lots(nets: &[Net]) -> (Vec<Lot>, Vec<Vec<usize>>) {
    let mut kinds: HashMap<(usize, Size, bool), usize> = HashMap::new();
    let mut lots = Vec::<Lot>::new();
    let mut members = Vec::<Vec<usize>>::new();
    for (index, net) in nets.iter().enumerate() {
        let lot = *kinds
            .entry((net.kind, net.size, net.may_turn))
            .or_insert_with(|| {
                lots.push(Lot {
                    size: net.size,
                    groups: Vec::new(),
                    may_turn: net.may_turn,
                });
                members.push(Vec::new());
                lots.len() - 1
            });
        let before = members[lot]
            .last()
            .map(|&before: &usize| nets[before].group);
        match lots[lot].groups.last_mut() {
            Some(group) if net.group.is_some() && before == Some(net.group) => *group += 1,
            _ => lots[lot].groups.push(1),
        }
        members[lot].push(index);
    }
    (lots, members)
}

/// The extent of an arrangement from the corner of its area.
pub(crate) fn extent(arrangement: &Arrangement) -> Size {
    arrangement
        .iter()
        .fold(Size::new(Um::ZERO, Um::ZERO), |size, (net, at)| {
            Size::new(size.w.max(at.x + net.size.w), size.h.max(at.y + net.size.h))
        })
}
