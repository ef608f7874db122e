//! Mixed rectangles on as few sheets as possible, to be cut with a knife and a ruler.
//!
//! Equal pieces form blocks that touch and share their cut lines; blocks of different pieces keep a gap. Every sheet can be
//! separated by straight cuts from edge to edge ([`guillotine`](crate::press::sheet::cuts::guillotine)), because a block is
//! always put into the corner of a free rectangle whose remainder is then cut in two (`layout`).
//!
//! The search tries many plans, each a small change of the best one so far. It uses its own generator with a fixed seed, so
//! the same pieces give the same sheets everywhere. It minimizes first the sheets and then the cuts and blocks, and finally
//! maximizes the largest free rectangle.

mod layout;

use self::layout::{Cost, Layout, PendingLot, Plan, lay};
use crate::kit::{Point, Size, Um};

/// The gap between blocks of different pieces, which a knife needs to trim each on its own.
pub const GAP: Um = Um(1_000);

/// How far a cut may extend beyond the pieces; collinear cuts that meet count as one.
pub const RUN: Um = Um(2_500);

/// The work of one search, in positions examined; about 0.03 s in a release build.
const FUEL: i64 = 1_000_000;

/// The most parts into which a sheet's side is divided for comparison with its pieces; no piece is smaller than that.
const MAX_PARTS: i64 = 20;

/// The most changes of a plan in a row without an improvement.
const PATIENCE: usize = 300;

/// A lot of equal pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lot {
    /// The trimmed size, before turning.
    pub size: Size,
    /// The sizes of groups of pieces that belong together: `[6, 6, 1]` for the stickers of two dice and a pawn.
    pub groups: Vec<usize>,
    /// Whether pieces may be turned by a quarter.
    pub may_turn: bool,
}

impl Lot {
    /// A lot of pieces that need not stay together.
    pub fn loose(size: Size, count: usize, may_turn: bool) -> Lot {
        Lot {
            size,
            groups: vec![1; count],
            may_turn,
        }
    }

    /// The number of pieces.
    pub fn count(&self) -> usize {
        self.groups.iter().sum()
    }

    /// The size as it is and, if allowed, turned.
    fn cells(&self) -> Vec<(Size, bool)> {
        let turned = Size::new(self.size.h, self.size.w);
        let mut cells = vec![(self.size, false)];
        if self.may_turn && turned != self.size {
            cells.push((turned, true));
        }
        cells
    }

    /// Those orientations that fit an area.
    fn fitting(&self, area: Size) -> impl Iterator<Item = (Size, bool)> {
        self.cells()
            .into_iter()
            .filter(move |(cell, _)| cell.w <= area.w && cell.h <= area.h)
    }

    /// The group size that most pieces have, if such a group fits the area. Other groups are not kept together, only in
    /// order.
    fn usual_group(&self, area: Size) -> usize {
        let pieces = |size: usize| {
            self.groups
                .iter()
                .filter(|group| **group == size)
                .sum::<usize>()
        };
        let usual = self
            .groups
            .iter()
            .copied()
            .max_by_key(|&size| (pieces(size), size))
            .unwrap_or(1)
            .max(1);
        let shapes = shapes(usual);
        let fits = |(cell, _): &(Size, bool)| {
            shapes
                .iter()
                .any(|&(c, r)| cell.w * c <= area.w && cell.h * r <= area.h)
        };
        if self.cells().iter().any(fits) {
            usual
        } else {
            1
        }
    }
}

/// The columns and rows for a group of this size, in the two arrangements nearest to a square: `(3, 2)` and `(2, 3)` for
/// six.
fn shapes(group: usize) -> Vec<(i64, i64)> {
    let group = group as i64;
    let mut shapes: Vec<(i64, i64)> = (1..=group)
        .filter(|c| group % c == 0)
        .map(|c| (c, group / c))
        .collect();
    shapes.sort_by_key(|&(c, r)| (c.abs_diff(r), r));
    shapes.truncate(2);
    shapes
}

/// The position of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedPiece {
    /// The index of the lot.
    pub lot: usize,
    /// The index of the piece in its lot; 0 is the first of the first group.
    pub piece: usize,
    /// Its top left corner in the area.
    pub at: Point,
    /// The size in its orientation.
    pub size: Size,
    /// Whether it is turned clockwise by a quarter.
    pub turned: bool,
}

/// Every piece of every lot, on sheets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The pieces of each sheet: block by block, from top to bottom and from left to right.
    pub sheets: Vec<Vec<PackedPiece>>,
}

/// A piece that does not fit on a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The index of the lot.
    pub lot: usize,
}

/// Packs all pieces onto sheets with this area, with `gap` between blocks of different lots.
///
/// ```
/// use paperkeep::kit::{Size, Um};
/// use paperkeep::press::layout::pack::{GAP, Lot, pack};
/// let mm = |w: i64, h: i64| Size::new(Um(w * 1000), Um(h * 1000));
/// let cards = Lot::loose(mm(63, 88), 20, false);
/// let packing = pack(&[cards], mm(198, 285), GAP)?;
/// assert_eq!(packing.sheets.iter().map(Vec::len).collect::<Vec<_>>(), [9, 9, 2]);
/// # Ok::<(), paperkeep::press::layout::pack::TooLarge>(())
/// ```
///
/// # Errors
///
/// A piece is larger than the area in either orientation.
pub fn pack(lots: &[Lot], area: Size, gap: Um) -> Result<Packing, TooLarge> {
    if let Some(lot) = lots
        .iter()
        .position(|lot| lot.count() > 0 && lot.fitting(area).next().is_none())
    {
        return Err(TooLarge { lot });
    }
    if lots.iter().all(|lot| lot.count() == 0) {
        return Ok(Packing { sheets: Vec::new() });
    }
    let together = Search::new(lots, area, gap, false).run();
    let fewest = fewest_sheets(lots, area);
    let grouped = lots.iter().any(|lot| lot.usual_group(area) > 1);
    if grouped
        && together
            .as_ref()
            .is_none_or(|layout| layout.sheets > fewest)
    {
        // Separating groups is worthwhile if it saves a sheet.
        let limit = together
            .as_ref()
            .map_or(usize::MAX, |layout| layout.sheets - 1);
        if let Some(layout) = (Search {
            limit,
            ..Search::new(lots, area, gap, true)
        })
        .run()
        {
            return Ok(packing(lots, &layout, |_| 1));
        }
    }
    Ok(together.map_or(Packing { sheets: Vec::new() }, |layout| {
        packing(lots, &layout, |lot| lot.usual_group(area))
    }))
}

/// Packs all pieces onto at most `most` sheets, if a short search succeeds: like [`pack`], or with rows and columns
/// exchanged.
pub fn pack_within(lots: &[Lot], area: Size, gap: Um, most: usize) -> Option<Packing> {
    let packed = |lots: &[Lot], area: Size| {
        let search = Search {
            enough: most,
            limit: most,
            ..Search::new(lots, area, gap, false)
        };
        let layout = search.climb(FUEL / 4, 7)?;
        Some(packing(lots, &layout, |lot| lot.usual_group(area)))
    };
    packed(lots, area).or_else(|| {
        let lots: Vec<Lot> = lots
            .iter()
            .map(|lot| Lot {
                size: lot.size.turned(),
                ..lot.clone()
            })
            .collect();
        let mut packing = packed(&lots, area.turned())?;
        for sheet in &mut packing.sheets {
            sheet.iter_mut().for_each(|packed| {
                (packed.at, packed.size) =
                    (Point::new(packed.at.y, packed.at.x), packed.size.turned())
            });
            sheet.sort_by_key(|packed| (packed.lot, packed.piece));
        }
        Some(packing)
    })
}

/// Packs all pieces onto at most `most` sheets by a longer search, by way of plans that need one more; for tight cases.
pub fn pack_tightly(lots: &[Lot], area: Size, gap: Um, most: usize) -> Option<Packing> {
    let search = Search {
        enough: most,
        limit: most + 1,
        ..Search::new(lots, area, gap, false)
    };
    let layout = search
        .climb(FUEL, 7)
        .filter(|layout| layout.sheets <= most)?;
    Some(packing(lots, &layout, |lot| lot.usual_group(area)))
}

/// How much higher a sheet of this width would have to be to hold all pieces, to the half millimetre; zero if they fit.
///
/// `None` if a piece is wider than the sheet, or if `most` is not enough.
pub fn shortfall(lots: &[Lot], area: Size, gap: Um, most: Um) -> Option<Um> {
    let fits = |h: i64| {
        let sheet = Size::new(area.w, Um(h));
        let one = |loose| Search {
            enough: 1,
            limit: 1,
            any: true,
            ..Search::new(lots, sheet, gap, loose)
        };
        let may_be_torn = lots.iter().any(|lot| lot.usual_group(sheet) > 1);
        fewest_sheets(lots, sheet) == 1
            && (one(false).climb(FUEL / 2, 7).is_some()
                || may_be_torn && one(true).climb(FUEL / 2, 7).is_some())
    };
    if fits(area.h.0) {
        return Some(Um::ZERO);
    }
    let mut low = area.h.0;
    let mut high = area.h.0 * 2;
    let highest = (area.h + most).0;
    while !fits(high) {
        (low, high) = (high, high * 2);
        if low >= highest {
            return None;
        }
    }
    while high - low > 500 {
        if low >= highest {
            return None;
        }
        let middle = (low + high) / 2;
        if fits(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(Um(high) - area.h).filter(|missing| *missing <= most)
}

/// A lower bound for the number of sheets. It follows from the areas of the pieces, also after replacing the sides with
/// [`scaled`] ones for any two numbers: pieces that fit on a sheet then still have no more than its area (Fekete and
/// Schepers, 2004). So three columns of 65 mm count as a whole sheet 198 mm wide.
pub(super) fn fewest_sheets(lots: &[Lot], area: Size) -> usize {
    let share = |size: Size, across: i64, down: i64| {
        scaled(size.w, area.w, across) * scaled(size.h, area.h, down)
    };
    let sheets = |(across, down): (i64, i64)| -> f64 {
        let least = |lot: &Lot| {
            lot.fitting(area)
                .map(|(cell, _)| share(cell, across, down))
                .reduce(f64::min)
        };
        lots.iter()
            .map(|lot| lot.count() as f64 * least(lot).unwrap_or(1.0))
            .sum()
    };
    let pairs = (0..=MAX_PARTS).flat_map(|across| (0..=MAX_PARTS).map(move |down| (across, down)));
    let most = pairs.map(sheets).fold(0.0, f64::max);
    // Sums of fractions are slightly inexact.
    ((most - 1e-9).ceil() as usize).max(1)
}

/// A side as a share of the sheet's: its length; or, with the sheet divided into `parts`, how many whole `parts + 1`-ths it
/// fills, as a share of `parts`. Sides that fit on a sheet together never add up to more than 1.
fn scaled(side: Um, sheet: Um, parts: i64) -> f64 {
    let (side, sheet) = (side.0, sheet.0.max(1));
    let more = (parts + 1) * side;
    if parts == 0 || more % sheet == 0 {
        side as f64 / sheet as f64
    } else {
        (more / sheet) as f64 / parts as f64
    }
}

/// A search for plans for the same pieces on the same sheets.
struct Search {
    stacks: Vec<PendingLot>,
    /// The first plan, with the largest pieces first.
    first: Plan,
    area: Size,
    gap: Um,
    /// With this many sheets, only the cuts are still improved.
    enough: usize,
    /// Plans with this many sheets are given up.
    limit: usize,
    /// Whether to accept the first layout on enough sheets.
    any: bool,
}

impl Search {
    fn new(lots: &[Lot], area: Size, gap: Um, loose: bool) -> Search {
        let stacks = lots
            .iter()
            .enumerate()
            .map(|(index, lot)| {
                PendingLot::new(index, lot, if loose { 1 } else { lot.usual_group(area) })
            })
            .collect();
        let mut order: Vec<usize> = (0..lots.len()).collect();
        let sides = |lot: &Lot| (lot.size.w.max(lot.size.h), lot.size.w.min(lot.size.h));
        order.sort_by_key(|&lot| std::cmp::Reverse(sides(&lots[lot])));
        let first = Plan {
            order,
            choices: vec![(0, false); 6 * lots.len().max(1)],
        };
        Search {
            stacks,
            first,
            area,
            gap,
            enough: fewest_sheets(lots, area),
            limit: usize::MAX,
            any: false,
        }
    }

    /// Searches for few sheets, and again if there are more than expected; then minimizes the cuts.
    fn run(mut self) -> Option<Layout> {
        let fuel = if self.stacks.len() < 2 {
            FUEL / 100
        } else {
            FUEL
        };
        let mut layout = self.climb(fuel, 7)?;
        if layout.sheets <= self.enough {
            return Some(layout);
        }
        self.limit = layout.sheets - 1;
        layout = self.climb(fuel, 8).unwrap_or(layout);
        if layout.sheets > self.enough {
            (self.enough, self.limit) = (layout.sheets, layout.sheets);
            layout = self.climb(fuel, 7).unwrap_or(layout);
        }
        Some(layout)
    }

    /// Changes a plan as long as that improves it, then starts again, until the fuel is used up.
    fn climb(&self, mut fuel: i64, seed: u64) -> Option<Layout> {
        let mut random = Random(seed);
        let mut best: Option<(Cost, Layout)> = None;
        let mut plan = self.first.clone();
        while fuel > 0 {
            let mut next = plan.clone();
            let mut here: Option<Tried> = None;
            let mut idle = 0;
            while fuel > 0 && idle < PATIENCE {
                idle += 1;
                fuel -= 10;
                let limit = best
                    .as_ref()
                    .map_or(self.limit, |(_, layout)| layout.sheets);
                if let Some(same) =
                    here.filter(|here| here.cost.0 <= limit && plan.begins_as(&next, here.choices))
                {
                    fuel -= same.work;
                    plan = next;
                } else if let Some((layout, work)) = self.lay(&next, limit, &mut fuel) {
                    let cost = layout.cost(self.enough, RUN);
                    if here.is_none_or(|here| cost <= here.cost) {
                        if here.is_none_or(|here| cost < here.cost) {
                            idle = 0;
                        }
                        (plan, here) = (
                            next,
                            Some(Tried {
                                cost,
                                choices: layout.choices,
                                work,
                            }),
                        );
                    }
                    if best.as_ref().is_none_or(|(best, _)| cost < *best) {
                        best = Some((cost, layout));
                    }
                }
                if self.any
                    && best
                        .as_ref()
                        .is_some_and(|(_, layout)| layout.sheets <= self.enough)
                {
                    fuel = 0;
                }
                next = plan.clone();
                next.change(&mut random);
            }
            plan.shake(&mut random);
        }
        best.map(|(_, layout)| layout)
    }

    /// Carries out a plan; also returns the fuel it used.
    fn lay(&self, plan: &Plan, limit: usize, fuel: &mut i64) -> Option<(Layout, i64)> {
        let before = *fuel;
        let layout = lay(&self.stacks, plan, self.area, self.gap, limit, fuel)?;
        *fuel -= 10 * layout.blocks.len() as i64;
        Some((layout, before - *fuel))
    }
}

/// The result of a plan.
#[derive(Clone, Copy)]
struct Tried {
    cost: Cost,
    /// How many of its choices were made.
    choices: usize,
    /// The fuel it used.
    work: i64,
}

impl Plan {
    /// Whether another plan begins with the same choices, up to this number, so that the result is the same.
    fn begins_as(&self, other: &Plan, choices: usize) -> bool {
        let choices = choices.min(self.choices.len());
        self.order == other.order && self.choices[..choices] == other.choices[..choices]
    }

    /// Randomizes the whole plan.
    fn shake(&mut self, random: &mut Random) {
        for at in (1..self.order.len()).rev() {
            self.order.swap(at, random.below(at as u64 + 1) as usize);
        }
        for choice in &mut self.choices {
            *choice = random.choice();
        }
    }

    /// Changes one or two decisions.
    fn change(&mut self, random: &mut Random) {
        for _ in 0..=random.below(2) {
            if random.below(4) == 0 {
                let a = random.below(self.order.len() as u64) as usize;
                let b = random.below(self.order.len() as u64) as usize;
                self.order.swap(a, b);
            } else {
                let at = random.below(self.choices.len() as u64) as usize;
                self.choices[at] = random.choice();
            }
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014), since layouts must not change with the version of a crate.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    /// Chooses the best position half of the time, the second best a quarter, and so on.
    fn choice(&mut self) -> (u8, bool) {
        let bits = self.below(1 << 16);
        (
            (bits as u32 | 1 << 12).trailing_zeros() as u8,
            bits >> 15 == 1,
        )
    }
}

/// Assigns pieces to positions: group by group from top to bottom and from left to right, and then pieces outside whole
/// groups.
fn packing(lots: &[Lot], layout: &Layout, unit: impl Fn(&Lot) -> usize) -> Packing {
    let mut blocks = layout.blocks.clone();
    blocks.sort_by_key(|block| (block.sheet, block.at.y, block.at.x));
    let mut sheets = vec![Vec::new(); layout.sheets];
    // Whole groups first, in the order of the lot; then the others.
    let mut names: Vec<[std::vec::IntoIter<usize>; 2]> =
        lots.iter().map(|lot| names(lot, unit(lot))).collect();
    for block in &blocks {
        for (at, grouped) in block.cells() {
            let [whole, others] = &mut names[block.lot];
            let name = if grouped { whole.next() } else { others.next() };
            if let Some(piece) = name {
                let packed = PackedPiece {
                    lot: block.lot,
                    piece,
                    at,
                    size: block.cell,
                    turned: block.turned,
                };
                sheets[block.sheet].push(packed);
            }
        }
    }
    Packing { sheets }
}

/// The pieces of whole groups, and the others.
fn names(lot: &Lot, unit: usize) -> [std::vec::IntoIter<usize>; 2] {
    let mut whole = Vec::new();
    let mut others = Vec::new();
    let mut next = 0;
    for &group in &lot.groups {
        if unit == 1 || group == unit {
            &mut whole
        } else {
            &mut others
        }
        .extend(next..next + group);
        next += group;
    }
    [whole.into_iter(), others.into_iter()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::press::sheet::Grid;
    use crate::press::sheet::cuts::{guillotine, strokes};

    fn mm(w: f64, h: f64) -> Size {
        Size::new(Um::from_mm(w), Um::from_mm(h))
    }

    /// A4 and Letter minus 6 mm on every side.
    fn papers() -> [Size; 2] {
        [mm(198.0, 285.0), mm(203.9, 267.4)]
    }

    /// The 92 pieces of Dungeon in a Tin (dossier 2.1).
    fn tin(sticker: f64) -> Vec<Lot> {
        vec![
            Lot::loose(mm(36.0, 36.0), 12, false),
            Lot::loose(mm(36.0, 26.0), 12, true),
            Lot::loose(mm(20.0, 13.0), 30, true),
            Lot::loose(mm(88.0, 52.0), 1, true),
            Lot {
                size: mm(sticker, sticker),
                groups: vec![6, 6, 6, 6, 6, 6, 1],
                may_turn: false,
            },
        ]
    }

    /// Checks properties that hold for every packing.
    fn check(lots: &[Lot], area: Size, packing: &Packing) {
        for (index, lot) in lots.iter().enumerate() {
            let found = packing
                .sheets
                .iter()
                .flatten()
                .filter(|packed| packed.lot == index);
            let mut pieces: Vec<usize> = found.clone().map(|packed| packed.piece).collect();
            pieces.sort_unstable();
            assert_eq!(
                pieces,
                (0..lot.count()).collect::<Vec<_>>(),
                "every piece of lot {index} once"
            );
            for packed in found {
                let turned = Size::new(lot.size.h, lot.size.w);
                assert_eq!(packed.size, if packed.turned { turned } else { lot.size });
                assert!(lot.may_turn || !packed.turned);
            }
        }
        for sheet in &packing.sheets {
            for (index, a) in sheet.iter().enumerate() {
                assert!(a.at.x >= Um::ZERO && a.at.x + a.size.w <= area.w);
                assert!(a.at.y >= Um::ZERO && a.at.y + a.size.h <= area.h);
                for b in &sheet[..index] {
                    let across = (a.at.x - b.at.x - b.size.w).max(b.at.x - a.at.x - a.size.w);
                    let down = (a.at.y - b.at.y - b.size.h).max(b.at.y - a.at.y - a.size.h);
                    let air = if a.lot == b.lot { Um::ZERO } else { GAP };
                    assert!(across >= air || down >= air, "{a:?} and {b:?}");
                }
            }
            assert!(guillotine(
                &sheet
                    .iter()
                    .map(|packed| (packed.at, packed.size))
                    .collect::<Vec<_>>()
            ));
        }
    }

    fn cuts(sheet: &[PackedPiece]) -> usize {
        let grids: Vec<Grid> = sheet
            .iter()
            .map(|packed| Grid::one(packed.at, packed.size))
            .collect();
        strokes(&grids, &[], RUN).len()
    }

    #[test]
    fn the_tin_fits_one_sheet_of_either_paper() {
        for area in papers() {
            for sticker in [8.0, 14.2, 16.0, 18.0] {
                let lots = tin(sticker);
                let packing = pack(&lots, area, GAP).expect("no piece is large");
                check(&lots, area, &packing);
                assert_eq!(packing.sheets.len(), 1, "{sticker} mm on {area}");
                let most = if sticker < 17.0 { 45 } else { 65 };
                assert!(
                    cuts(&packing.sheets[0]) <= most,
                    "{} cuts",
                    cuts(&packing.sheets[0])
                );
                assert_eq!(shortfall(&lots, area, GAP, area.h), Some(Um::ZERO));
            }
        }
    }

    #[test]
    fn what_needs_more_than_one_sheet_says_by_how_much() {
        let lots = tin(23.0);
        for area in papers() {
            let packing = pack(&lots, area, GAP).expect("no piece is large");
            check(&lots, area, &packing);
            assert_eq!(packing.sheets.len(), 2);
            let missing = shortfall(&lots, area, GAP, area.h).expect("no piece is wide");
            let higher = Size::new(area.w, area.h + missing);
            assert!(
                missing > Um::from_mm(10.0) && missing < Um::from_mm(60.0),
                "{missing}"
            );
            assert_eq!(
                pack(&lots, higher, GAP).map(|packing| packing.sheets.len()),
                Ok(1)
            );
            assert_eq!(
                shortfall(&lots, area, GAP, missing - Um(1)),
                None,
                "more than asked for"
            );
        }
    }

    #[test]
    fn a_die_stays_together_in_rows() {
        let packing = pack(&tin(14.2), papers()[0], GAP).expect("no piece is large");
        let stickers: Vec<PackedPiece> = packing.sheets[0]
            .iter()
            .filter(|packed| packed.lot == 4)
            .copied()
            .collect();
        for die in stickers[..36].chunks(6) {
            let first = die[0];
            for (side, packed) in die.iter().enumerate() {
                assert_eq!(packed.piece, first.piece + side);
                assert_eq!(packed.at.x, first.at.x + first.size.w * (side as i64 % 3));
                assert_eq!(packed.at.y, first.at.y + first.size.h * (side as i64 / 3));
            }
        }
    }

    #[test]
    fn groups_are_torn_only_to_save_a_sheet() {
        // Four rows of four hold 16 = 2 x 6 + 4, but not two 3 x 2 blocks side by side.
        let lots = [Lot {
            size: mm(10.0, 10.0),
            groups: vec![6, 6, 4],
            may_turn: false,
        }];
        let packing = pack(&lots, mm(40.0, 40.0), GAP).expect("no piece is large");
        check(&lots, mm(40.0, 40.0), &packing);
        assert_eq!(packing.sheets.len(), 1);
    }

    #[test]
    fn a_piece_larger_than_the_sheet_is_named() {
        let lots = [
            Lot::loose(mm(10.0, 10.0), 1, false),
            Lot::loose(mm(50.0, 20.0), 1, false),
        ];
        assert_eq!(pack(&lots, mm(30.0, 60.0), GAP), Err(TooLarge { lot: 1 }));
        assert_eq!(shortfall(&lots, mm(30.0, 60.0), GAP, Um(60_000)), None);
        let lots = [Lot {
            may_turn: true,
            ..lots[1].clone()
        }];
        assert_eq!(
            pack(&lots, mm(30.0, 60.0), GAP).map(|packing| packing.sheets.len()),
            Ok(1)
        );
    }

    #[test]
    fn no_fewer_sheets_are_hoped_for_than_sides_allow() {
        let [a4, letter] = papers();
        // Three columns and five rows of 50 mm, whatever area remains.
        let tiles = Lot::loose(mm(50.0, 50.0), 48, false);
        assert_eq!(fewest_sheets(std::slice::from_ref(&tiles), a4), 4);
        assert_eq!(fewest_sheets(std::slice::from_ref(&tiles), letter), 3);
        // A bar fits beside full columns if it is no wider than the remaining space.
        let bar = |w| Lot::loose(mm(w, 250.0), 1, false);
        assert_eq!(
            fewest_sheets(&[Lot::loose(mm(50.0, 50.0), 45, false), bar(40.0)], a4),
            3
        );
        assert_eq!(
            fewest_sheets(&[Lot::loose(mm(50.0, 50.0), 45, false), bar(60.0)], a4),
            4
        );
        assert_eq!(fewest_sheets(&[bar(120.0), bar(120.0)], a4), 2);
        // When turned, they fit above each other.
        assert_eq!(
            fewest_sheets(&[Lot::loose(mm(120.0, 190.0), 2, true)], a4),
            1
        );
        assert_eq!(fewest_sheets(&[], a4), 1);
    }

    #[test]
    fn nothing_takes_no_sheet() {
        assert_eq!(
            pack(&[], mm(30.0, 60.0), GAP),
            Ok(Packing { sheets: Vec::new() })
        );
        assert_eq!(
            pack(&[Lot::loose(mm(1.0, 1.0), 0, true)], mm(30.0, 60.0), GAP),
            Ok(Packing { sheets: Vec::new() })
        );
    }

    #[test]
    fn the_same_pieces_lie_the_same() {
        let again = || pack(&tin(14.2), papers()[1], GAP);
        assert_eq!(again(), again());
    }

    fn any_lot() -> impl Strategy<Value = Lot> {
        let groups = prop_oneof![
            prop::collection::vec(1..2_usize, 0..12),
            prop::collection::vec(1..7_usize, 0..4),
            (0..4_usize, 0..3_usize)
                .prop_map(|(dice, pawns)| [vec![6; dice], vec![1; pawns]].concat()),
        ];
        (5_000..60_000_i64, 5_000..60_000_i64, groups, any::<bool>()).prop_map(
            |(w, h, groups, may_turn)| Lot {
                size: Size::new(Um(w), Um(h)),
                groups,
                may_turn,
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]
        #[test]
        fn any_mix_is_sound(lots in prop::collection::vec(any_lot(), 1..5)) {
            let area = mm(100.0, 140.0);
            check(&lots, area, &pack(&lots, area, GAP).expect("no piece is large"));
        }
    }
}
