//! A lower bound for the number of sheets, for tests. It assumes that equal pieces form blocks, and that straight cuts from
//! edge to edge separate the blocks.
//!
//! A piece has weight 1 divided by the number of its kind that a sheet holds. No sheet has more weight than the best result of
//! repeatedly cutting it in two (Gilmore and Gomory, 1966), which determines how many sheets all pieces need. Cuts are on a
//! grid and blocks are rounded down to it, so the bound may be too low but never too high.

use std::collections::HashMap;

use crate::kit::{Size, Um};
use crate::press::layout::arrange::least;
use crate::press::layout::nest::{count, nest};
use crate::press::layout::net::{Footprint, Net};
use crate::press::layout::pack::GAP;

/// The grids in micrometres: a coarser one is faster and gives a lower bound.
const GRIDS: [i64; 3] = [4_000, 2_000, 1_000];

/// How many equal pieces a block of this many grid steps holds. Orders for the same kit share the counts, which take longest.
#[derive(Default)]
pub struct Counts(HashMap<(Footprint, Size, Um, i64), Vec<Vec<usize>>>);

impl Counts {
    fn key(net: &Net, grid: i64) -> (Footprint, Size, Um, i64) {
        (net.footprint, net.size, net.gutter, grid)
    }

    fn extend(&mut self, net: &Net, (w, h): (usize, usize), grid: i64) {
        let columns = self.0.entry(Counts::key(net, grid)).or_default();
        columns.resize(columns.len().max(w + 1), Vec::new());
        for (x, column) in columns.iter_mut().enumerate().take(w + 1) {
            column.extend((column.len()..=h).map(|y| {
                let room = block((x, y), grid);
                count(
                    net,
                    Size::new(room.w - GAP - net.gutter, room.h - GAP - net.gutter),
                )
            }));
        }
    }

    fn of(&self, net: &Net, grid: i64) -> &[Vec<usize>] {
        &self.0[&Counts::key(net, grid)]
    }
}

/// The area of a block: one that takes less than one more step is rounded down to this.
fn block((x, y): (usize, usize), grid: i64) -> Size {
    Size::new(Um((x as i64 + 1) * grid - 1), Um((y as i64 + 1) * grid - 1))
}

/// A lower bound for the sheets, with each pile on its own and each sheet with any of the pile's areas. It is refined only
/// as far as necessary to prove `enough`.
pub fn fewest(piles: &[(Vec<Net>, &[Size])], enough: usize, counts: &mut Counts) -> usize {
    let simple = |nets: &[Net], rooms: &[Size]| {
        rooms
            .iter()
            .map(|room| least(nets, *room))
            .min()
            .unwrap_or_default()
    };
    let sheets: usize = piles.iter().map(|(nets, rooms)| simple(nets, rooms)).sum();
    let mut better =
        |sheets: usize, (nets, rooms): &(Vec<Net>, &[Size]), grid: i64| match sheets < enough {
            true => (sheets + by_weight(nets, rooms, grid, counts))
                .saturating_sub(simple(nets, rooms))
                .max(sheets),
            false => sheets,
        };
    let mut on = |grid| {
        piles
            .iter()
            .fold(sheets, |sheets, pile| better(sheets, pile, grid))
    };
    GRIDS.iter().fold(
        sheets,
        |sheets, grid| if sheets < enough { on(*grid) } else { sheets },
    )
}

fn by_weight(nets: &[Net], rooms: &[Size], grid: i64, counts: &mut Counts) -> usize {
    let mut kinds: Vec<(&Net, usize)> = Vec::new();
    for net in nets {
        let sort = |net: &Net| (net.size, net.footprint, net.gutter, net.may_turn);
        let same = |kind: &Net| sort(kind) == sort(net);
        match kinds.iter_mut().find(|(kind, _)| same(kind)) {
            Some((_, count)) => *count += 1,
            None => kinds.push((net, 1)),
        }
    }
    let most = |net: &Net, room: &Size| {
        nest(vec![net.clone(); 600], *room)
            .first()
            .map_or(0, |page| page.faces.len())
    };
    let (mut all, mut weights) = (0.0, Vec::new());
    for (net, count) in kinds {
        let most = rooms
            .iter()
            .map(|room| most(net, room))
            .max()
            .unwrap_or_default()
            / net.faces.len();
        let weight = 1.0 / most as f64;
        all += count as f64 * weight;
        weights.push((net.clone(), weight));
        let other = net.may_turn && net.size != net.size.turned();
        weights.extend(other.then(|| (net.clone().turned(), weight)));
    }
    // Pieces of a single kind on a sheet have a weight of at most 1, and need no gutter at its edges.
    let best = rooms
        .iter()
        .map(|room| sheet(&weights, *room, grid, counts))
        .fold(1.0, f64::max);
    // Sums of fractions are slightly inexact.
    (all / best - 1e-9).ceil() as usize
}

/// The greatest weight of a sheet with this area that is shared by several kinds.
fn sheet(weights: &[(Net, f64)], room: Size, grid: i64, counts: &mut Counts) -> f64 {
    let whole = |length: Um| ((length + GAP).0 / grid) as usize;
    let (w, h) = (whole(room.w), whole(room.h));
    weights
        .iter()
        .for_each(|(net, _)| counts.extend(net, (w, h), grid));
    let kinds: Vec<_> = weights
        .iter()
        .map(|(net, weight)| (net, *weight, counts.of(net, grid)))
        .collect();
    let mut best = vec![vec![0.0_f64; h + 1]; w + 1];
    for x in 1..=w {
        for y in 1..=h {
            let room = block((x, y), grid);
            let block = |(net, weight, counts): &(&Net, f64, &[Vec<usize>])| {
                let whole = counts[x][y] as f64 * weight;
                ragged(net, room, grid, |pieces, (x, y)| {
                    pieces as f64 * weight + best[x][y]
                })
                .fold(whole, f64::max)
            };
            let mut most = kinds.iter().map(block).fold(0.0, f64::max);
            for at in 1..=x / 2 {
                most = most.max(best[at][y] + best[x - at][y]);
            }
            for at in 1..=y / 2 {
                most = most.max(best[x][at] + best[x][y - at]);
            }
            best[x][y] = most;
        }
    }
    best[w][h]
}

/// Every block with a partial last row: the number of pieces, and the space beside that row in grid steps.
fn ragged<'n>(
    net: &'n Net,
    room: Size,
    grid: i64,
    weight: impl Fn(i64, (usize, usize)) -> f64 + Copy + 'n,
) -> impl Iterator<Item = f64> + 'n {
    let (w, h) = (net.size.w + net.gutter, net.size.h + net.gutter);
    let (columns, rows) = ((room.w - GAP).0 / w.0, (room.h - GAP).0 / h.0);
    let steps = move |length: Um| (length.0 / grid) as usize;
    (1..rows).flat_map(move |full| {
        (1..columns).map(move |last| {
            let pieces = columns * full + last * (rows - full);
            weight(
                pieces,
                (
                    steps(room.w - w * last - GAP),
                    steps(room.h - h * full - GAP),
                ),
            )
        })
    })
}

#[test]
fn a_sheet_full_of_cards_has_no_room_for_stickers_by_a_hair() {
    use crate::press::sheet::Placed;
    let piece = |w, h| {
        let size = Size::new(Um(w), Um(h));
        Net::face(
            Placed {
                size,
                ..Placed::default()
            },
            0,
            true,
        )
    };
    let cards = vec![piece(63_000, 88_000); 18];
    let with_stickers = [cards.clone(), vec![piece(14_200, 14_200); 24]].concat();
    let sheets = |nets: &[Net], w| {
        by_weight(
            nets,
            &[Size::new(Um(w), Um(267_400))],
            1_000,
            &mut Counts::default(),
        )
    };
    assert_eq!(sheets(&cards, 203_900), 2);
    assert_eq!(sheets(&with_stickers, 203_900), 3);
    assert_eq!(sheets(&with_stickers, 204_200), 2);
}
