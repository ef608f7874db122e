//! How few sheets there can be at all, for tests: as long as equal pieces lie in blocks, and straight cuts from edge to edge part
//! the blocks.
//!
//! A piece is worth one by the number of its kind that a sheet holds. No sheet is worth more than the best that comes of cutting
//! it in two again and again (Gilmore and Gomory, 1966), so many are needed for all pieces. Cuts are on a grid and blocks are rounded
//! down to it: that may say too few sheets, never too many.

use crate::kit::{Size, Um};
use crate::press::nest::{count, nest};
use crate::press::net::Net;
use crate::press::pack::GAP;
use crate::press::spread::least;

/// The grid, in micrometres.
const STEP: i64 = 1_000;

/// No layout takes fewer sheets, each pile on its own and each sheet with any of the pile's rooms. Looked into no further than it
/// takes to say `enough`.
pub fn fewest(piles: &[(Vec<Net>, &[Size])], enough: usize) -> usize {
    let simple = |nets: &[Net], rooms: &[Size]| rooms.iter().map(|room| least(nets, *room)).min().unwrap_or_default();
    let sheets: usize = piles.iter().map(|(nets, rooms)| simple(nets, rooms)).sum();
    piles.iter().fold(sheets, |sheets, (nets, rooms)| match sheets < enough {
        true => (sheets + by_worth(nets, rooms)).saturating_sub(simple(nets, rooms)).max(sheets),
        false => sheets,
    })
}

fn by_worth(nets: &[Net], rooms: &[Size]) -> usize {
    let mut kinds: Vec<(&Net, usize)> = Vec::new();
    for net in nets {
        let same = |kind: &Net| (kind.size, kind.footprint, kind.gutter) == (net.size, net.footprint, net.gutter);
        match kinds.iter_mut().find(|(kind, _)| same(kind)) {
            Some((_, count)) => *count += 1,
            None => kinds.push((net, 1)),
        }
    }
    let most = |net: &Net, room: &Size| nest(vec![net.clone(); 600], *room).first().map_or(0, |page| page.faces.len());
    let (mut all, mut worths) = (0.0, Vec::new());
    for (net, count) in kinds {
        let most = rooms.iter().map(|room| most(net, room)).max().unwrap_or_default() / net.faces.len();
        let worth = 1.0 / most as f64;
        all += count as f64 * worth;
        worths.push((net.clone(), worth));
        let other = net.may_turn && net.size != net.size.turned();
        worths.extend(other.then(|| (net.clone().turned(), worth)));
    }
    // Pieces of one kind alone on a sheet are worth one at most, and need no gutter at its edges.
    let best = rooms.iter().map(|room| sheet(&worths, *room)).fold(1.0, f64::max);
    // Sums of fractions are a little off.
    (all / best - 1e-9).ceil() as usize
}

/// The most that a sheet with this room is worth, if many kinds share it.
fn sheet(worths: &[(Net, f64)], room: Size) -> f64 {
    let whole = |length: Um| ((length + GAP).0 / STEP) as usize;
    let (w, h) = (whole(room.w), whole(room.h));
    let mut best = vec![vec![0.0_f64; h + 1]; w + 1];
    for x in 1..=w {
        for y in 1..=h {
            let block = |(net, worth): &(Net, f64)| {
                // A block that takes less than one step more is rounded down to this.
                let side = |whole: usize| Um((whole as i64 + 1) * STEP - 1) - GAP - net.gutter;
                count(net, Size::new(side(x), side(y))) as f64 * worth
            };
            let mut most = worths.iter().map(block).fold(0.0, f64::max);
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

#[test]
fn a_sheet_full_of_cards_has_no_room_for_a_sticker_by_a_hair() {
    use crate::press::Placed;
    let piece = |w, h| {
        let size = Size::new(Um(w), Um(h));
        Net::face(Placed { size, ..Placed::default() }, 0, true)
    };
    let cards = vec![piece(63_000, 88_000); 18];
    let with_sticker = [cards.clone(), vec![piece(14_200, 14_200)]].concat();
    let sheets = |nets: &[Net], w| by_worth(nets, &[Size::new(Um(w), Um(267_400))]);
    assert_eq!(sheets(&cards, 203_900), 2);
    assert_eq!(sheets(&with_sticker, 203_900), 3);
    assert_eq!(sheets(&with_sticker, 204_200), 2);
}
