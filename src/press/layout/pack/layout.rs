//! A single try: blocks of equal pieces are put into corners of free rectangles, whose remainders are then cut in two.
//!
//! All lengths are in micrometres. Blocks and the sheet include the gap to the right and below, so that blocks may touch.

use super::{Lot, shapes};
use crate::kit::{Point, Size, Um};
use crate::press::sheet::{Grid, cuts};

/// The decisions of a try.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The order in which the lots are placed.
    pub order: Vec<usize>,
    /// For each block in turn: the rank of the position to use, and whether to cut the remainder the other way.
    pub choices: Vec<(u8, bool)>,
}

/// The remaining pieces of a lot.
#[derive(Clone, Copy, Debug, Default)]
struct Left {
    /// Whole groups.
    units: i64,
    /// Pieces outside whole groups.
    singles: i64,
}

/// The shape of pieces outside whole groups.
const SINGLE: [(i64, i64); 1] = [(1, 1)];

/// A lot to be placed.
pub(super) struct PendingLot {
    lot: usize,
    /// The columns and rows of a whole group; 1 x 1 for loose pieces.
    shapes: Vec<(i64, i64)>,
    cells: Vec<(Size, bool)>,
    left: Left,
}

impl PendingLot {
    /// A lot whose groups of `unit` pieces stay together.
    pub fn new(index: usize, lot: &Lot, unit: usize) -> PendingLot {
        let units = match unit {
            1 => lot.count(),
            _ => lot.groups.iter().filter(|group| **group == unit).count(),
        };
        let left = Left {
            units: units as i64,
            singles: (lot.count() - units * unit) as i64,
        };
        PendingLot {
            lot: index,
            shapes: shapes(unit),
            cells: lot.cells(),
            left,
        }
    }
}

/// A block of touching pieces of one lot: full rows, then at most one partial row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub lot: usize,
    pub sheet: usize,
    pub turned: bool,
    /// Whether it consists of whole groups rather than single pieces.
    grouped: bool,
    pub at: Point,
    pub cell: Size,
    /// Columns and rows of pieces in a group.
    shape: (i64, i64),
    /// Columns and full rows of groups.
    columns: i64,
    rows: i64,
    /// Groups in the last row, and single pieces after them.
    tail: Left,
}

impl Block {
    /// The columns of pieces beside the groups of the last row.
    fn beside(&self) -> i64 {
        (self.columns - self.tail.units) * self.shape.0
    }

    fn single_rows(&self) -> i64 {
        if self.tail.singles == 0 {
            0
        } else {
            (self.tail.singles + self.beside() - 1) / self.beside()
        }
    }

    fn tail_rows(&self) -> i64 {
        if self.tail.units > 0 {
            self.shape.1
        } else {
            self.single_rows()
        }
    }

    fn tail_columns(&self) -> i64 {
        self.tail.units * self.shape.0 + self.tail.singles.min(self.beside())
    }

    fn w(&self) -> i64 {
        self.cell.w.0 * self.shape.0 * self.columns
    }

    fn full_h(&self) -> i64 {
        self.cell.h.0 * self.shape.1 * self.rows
    }

    fn h(&self) -> i64 {
        self.full_h() + self.cell.h.0 * self.tail_rows()
    }

    fn pieces(&self) -> i64 {
        (self.columns * self.rows + self.tail.units) * self.shape.0 * self.shape.1
            + self.tail.singles
    }

    fn grid(&self, x: i64, y: i64, columns: i64, rows: i64) -> Grid {
        let at = Point {
            x: self.at.x + Um(x),
            y: self.at.y + Um(y),
        };
        Grid {
            at,
            cell: self.cell,
            columns,
            rows,
        }
    }

    /// Its pieces as grids: the full rows, the groups of the last row, and the single pieces after those.
    pub fn grids(&self) -> Vec<Grid> {
        let (across, down) = self.shape;
        let (w, h) = (self.cell.w.0, self.cell.h.0);
        let mut grids = Vec::with_capacity(3);
        if self.rows > 0 {
            grids.push(self.grid(0, 0, self.columns * across, self.rows * down));
        }
        if self.tail.units > 0 {
            grids.push(self.grid(0, self.full_h(), self.tail.units * across, down));
        }
        if self.tail.singles > 0 {
            let x = self.tail.units * across * w;
            let whole = self.tail.singles / self.beside();
            let rest = self.tail.singles % self.beside();
            if whole > 0 {
                grids.push(self.grid(x, self.full_h(), self.beside(), whole));
            }
            if rest > 0 {
                grids.push(self.grid(x, self.full_h() + whole * h, rest, 1));
            }
        }
        grids
    }

    /// Every piece, with whether it belongs to a whole group; by groups, and by rows within a group.
    pub fn cells(&self) -> Vec<(Point, bool)> {
        let (across, down) = self.shape;
        let (w, h) = (self.cell.w.0, self.cell.h.0);
        let mut cells = Vec::with_capacity(self.pieces() as usize);
        for unit in 0..self.columns * self.rows + self.tail.units {
            let x = unit % self.columns * across;
            let y = unit / self.columns * down;
            for piece in 0..across * down {
                let at = ((x + piece % across) * w, (y + piece / across) * h);
                cells.push((
                    Point {
                        x: self.at.x + Um(at.0),
                        y: self.at.y + Um(at.1),
                    },
                    self.grouped,
                ));
            }
        }
        for single in 0..self.tail.singles {
            let x = (self.tail.units * across + single % self.beside()) * w;
            let y = self.full_h() + single / self.beside() * h;
            cells.push((
                Point {
                    x: self.at.x + Um(x),
                    y: self.at.y + Um(y),
                },
                false,
            ));
        }
        cells
    }
}

/// A free rectangle.
#[derive(Clone, Copy, Debug)]
struct Free {
    sheet: usize,
    x: i64,
    y: i64,
    w: i64,
    h: i64,
}

/// The result of a try.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub blocks: Vec<Block>,
    pub sheets: usize,
    /// The area of the pieces on the last sheet, in square micrometres.
    last: i64,
    /// The largest free rectangle, in square micrometres.
    free: i64,
    /// How many choices of the plan were made.
    pub choices: usize,
}

/// The cost of a layout, the most important part first.
pub(super) type Cost = (usize, i64, i64, i64);

impl Layout {
    /// The number of sheets; the area used on the last one, unless there are only `fewest` sheets; cuts and other
    /// inconveniences; and the lack of a large free rectangle.
    pub fn cost(&self, fewest: usize, run: Um) -> Cost {
        if self.sheets > fewest {
            return (self.sheets, self.last, 0, -self.free);
        }
        let cuts = (0..self.sheets).map(|sheet| {
            let grids: Vec<Grid> = self
                .blocks
                .iter()
                .filter(|block| block.sheet == sheet)
                .flat_map(Block::grids)
                .collect();
            cuts::count(&grids, run) as i64
        });
        // Another block is as inconvenient as two cuts, since its pieces are in two places.
        let turned = self.blocks.iter().filter(|block| block.turned).count() as i64;
        let ragged = self
            .blocks
            .iter()
            .filter(|block| block.tail_rows() > 0)
            .count() as i64;
        (
            self.sheets,
            0,
            cuts.sum::<i64>() * 4 + self.blocks.len() as i64 * 8 + turned + ragged,
            -self.free,
        )
    }
}

/// Carries out a plan on sheets of this size; `None` if it needs more than `limit`. Deducts its work from `fuel`.
pub(super) fn lay(
    stacks: &[PendingLot],
    plan: &Plan,
    sheet: Size,
    gap: Um,
    limit: usize,
    fuel: &mut i64,
) -> Option<Layout> {
    let whole = Free {
        sheet: 0,
        x: 0,
        y: 0,
        w: (sheet.w + gap).0,
        h: (sheet.h + gap).0,
    };
    let mut free = vec![whole];
    let mut sheets = 1;
    let mut blocks = Vec::new();
    let mut made = 0;
    let mut places: Vec<Scored> = Vec::new();
    for &index in &plan.order {
        let stack = &stacks[index];
        let mut left = stack.left;
        while left.units + left.singles > 0 {
            places.clear();
            for (spot, free) in free.iter().enumerate() {
                stack.offer(left, *free, spot, gap.0, &mut places);
            }
            *fuel -= 4 + places.len() as i64;
            let (choice, other_way) = plan.choices[made % plan.choices.len()];
            made += 1;
            let Some(BlockPosition {
                spot,
                columns,
                cell,
                shape,
            }) = nth_best(&mut places, choice as usize).map(BlockPosition::from)
            else {
                if sheets == limit {
                    return None;
                }
                free.push(Free {
                    sheet: sheets,
                    ..whole
                });
                sheets += 1;
                continue;
            };
            let (_, block) = stack.block(left, free[spot], gap.0, (cell, shape), columns);
            if block.grouped {
                left.units -= block.columns * block.rows + block.tail.units;
                left.singles -= block.tail.singles;
            } else {
                left.singles -= block.pieces();
            }
            let rest = free.swap_remove(spot);
            split(rest, &block, gap.0, other_way, &mut free);
            blocks.push(block);
        }
    }
    let last = blocks.iter().filter(|block| block.sheet + 1 == sheets);
    let last = last
        .map(|block| block.pieces() * block.cell.w.0 * block.cell.h.0)
        .sum();
    let free = free.iter().map(|free| free.w * free.h).max().unwrap_or(0);
    Some(Layout {
        blocks,
        sheets,
        last,
        free,
        choices: made,
    })
}

/// A position for a block.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BlockPosition {
    /// The index of the free rectangle.
    spot: usize,
    columns: i64,
    /// Indices into the stack's cells and shapes.
    cell: usize,
    shape: usize,
}

/// A position with its score, where less is better. The fields of the position follow in order; two numbers are fast to
/// compare.
type Scored = (i64, u64);

impl From<Scored> for BlockPosition {
    fn from((_, place): Scored) -> BlockPosition {
        let part = |from: u32, bits: u32| place >> from & ((1 << bits) - 1);
        let (cell, shape) = (part(1, 1) as usize, part(0, 1) as usize);
        BlockPosition {
            spot: part(34, 30) as usize,
            columns: part(2, 32) as i64,
            cell,
            shape,
        }
    }
}

impl BlockPosition {
    /// There are at most two cells and two shapes.
    fn scored(self, score: i64) -> Scored {
        let BlockPosition {
            spot,
            columns,
            cell,
            shape,
        } = self;
        (
            score,
            (spot as u64) << 34 | (columns as u64) << 2 | (cell as u64) << 1 | shape as u64,
        )
    }
}

fn nth_best(places: &mut [Scored], nth: usize) -> Option<Scored> {
    match nth.min(places.len().checked_sub(1)?) {
        0 => places.iter().min().copied(),
        nth => Some(*places.select_nth_unstable(nth).1),
    }
}

impl PendingLot {
    /// The positions for blocks in the corner of a free rectangle.
    fn offer(&self, left: Left, free: Free, spot: usize, gap: i64, places: &mut Vec<Scored>) {
        let (shapes, units) = if left.units > 0 {
            (&self.shapes[..], left.units)
        } else {
            (&SINGLE[..], left.singles)
        };
        for (cell, (size, _)) in self.cells.iter().enumerate() {
            for (shape, (across, down)) in shapes.iter().enumerate() {
                if size.h.0 * down + gap > free.h {
                    continue;
                }
                for columns in 1..=((free.w - gap) / (size.w.0 * across)).min(units) {
                    let (score, _) = self.block(left, free, gap, (cell, shape), columns);
                    places.push(
                        BlockPosition {
                            spot,
                            columns,
                            cell,
                            shape,
                        }
                        .scored(score),
                    );
                }
            }
        }
    }

    /// The highest possible block with this number of columns, and its score; less is better.
    #[inline]
    fn block(
        &self,
        left: Left,
        free: Free,
        gap: i64,
        (cell, shape): (usize, usize),
        columns: i64,
    ) -> (i64, Block) {
        let grouped = left.units > 0;
        let (shape, left) = if grouped {
            (self.shapes[shape], left)
        } else {
            (
                SINGLE[shape],
                Left {
                    units: left.singles,
                    singles: 0,
                },
            )
        };
        let (cell, turned) = self.cells[cell];
        let (w, h) = (cell.w.0 * shape.0, cell.h.0 * shape.1);
        let at = Point {
            x: Um(free.x),
            y: Um(free.y),
        };
        let rows = (left.units / columns).min((free.h - gap) / h);
        let tail = Left::default();
        let (lot, sheet) = (self.lot, free.sheet);
        let mut block = Block {
            lot,
            sheet,
            turned,
            grouped,
            at,
            cell,
            shape,
            columns,
            rows,
            tail,
        };
        if rows * columns + columns > left.units {
            block.tail.units = left.units - rows * columns;
            if block.h() + gap > free.h {
                block.tail.units = 0;
            } else {
                block.tail.singles = left.singles;
                let roomy = block.tail.units == 0 || block.single_rows() <= shape.1;
                if !roomy || block.h() + gap > free.h {
                    block.tail.singles = 0;
                }
            }
        }
        let over = (free.w - block.w() - gap, free.h - block.h() - gap);
        let placed = block.columns * block.rows + block.tail.units;
        // A tight fit in either direction wastes least, and a lot in one place is easiest to find and to cut.
        let rest = left.units - placed + left.singles - block.tail.singles;
        let split = if rest > 0 { w.min(h) } else { 0 };
        let ragged = if block.tail_rows() > 0 {
            w.min(h) / 3
        } else {
            0
        };
        (over.0.min(over.1) + split + ragged, block)
    }
}

/// Cuts the remainder of a free rectangle in two, and adds the space beside the block's last row.
fn split(rest: Free, block: &Block, gap: i64, other_way: bool, free: &mut Vec<Free>) {
    let (w, h) = (block.w() + gap, block.h() + gap);
    let (right, below) = (rest.w - w, rest.h - h);
    // By default, the larger of the two is as large as possible.
    let across = (below * rest.w >= right * rest.h) != other_way;
    let (right_h, below_w) = if across { (h, rest.w) } else { (rest.h, w) };
    let rects = [
        Free {
            x: rest.x + w,
            w: right,
            h: right_h,
            ..rest
        },
        Free {
            y: rest.y + h,
            w: below_w,
            h: below,
            ..rest
        },
    ];
    free.extend(
        rects
            .into_iter()
            .filter(|rect| rect.w > gap && rect.h > gap),
    );
    let used = block.cell.w.0 * block.tail_columns();
    let above = if block.rows > 0 {
        block.full_h() + gap
    } else {
        0
    };
    let beside = Free {
        x: rest.x + used + gap,
        y: rest.y + above,
        w: w - gap - used,
        h: h - above,
        ..rest
    };
    if block.tail_rows() > 0 && beside.w > gap && beside.h > gap {
        free.push(beside);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scored_place_is_the_place() {
        for (spot, columns) in [(0, 1), (7, 30_000), (40_000, 1 << 31)] {
            for (cell, shape) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let place = BlockPosition {
                    spot,
                    columns,
                    cell,
                    shape,
                };
                assert_eq!(BlockPosition::from(place.scored(-5)), place);
            }
        }
    }
}
