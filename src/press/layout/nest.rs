//! Equal pieces on as few pages as possible: rectangles in a grid, hexagons in a honeycomb, circles in rows.

use std::sync::Arc;

use super::net::{Footprint, Net, WHITE};
use super::pack::GAP;
use crate::kit::{Point, Size, Um};
use crate::press::sheet::measures::UNDERLAP;

/// Arranges equal nets in blocks, each as large as the area allows; the last one may be smaller.
///
/// Chooses the arrangement with the most nets per page, and among equals one without turned nets, and the simplest. Cards
/// are placed two bleeds apart if that fits as many on a page; otherwise they touch and share their cuts.
///
/// ```
/// use paperkeep::kit::{Contour, Shape, Size, Um};
/// use paperkeep::press::layout::{nest::nest, net::{Footprint, Net}};
/// use paperkeep::press::sheet::Placed;
/// let size = Size::new(Um(25_400), Um(21_997));
/// let outline = Shape::FlatHex.outline(size).map(Into::into);
/// let mut hex = Net::face(Placed { size, outline, ..Placed::default() }, 0, true);
/// hex.footprint = Footprint::FlatHex;
/// let blocks = nest(vec![hex; 100], Size::new(Um(198_000), Um(285_000)));
/// assert_eq!(blocks.iter().map(|block| block.faces.len()).collect::<Vec<_>>(), [100]);
/// ```
///
/// The result is empty if the area cannot hold a single net.
pub fn nest(nets: Vec<Net>, area: Size) -> Vec<Net> {
    let Some(first) = nets.first() else {
        return Vec::new();
    };
    let bleed = first
        .faces
        .iter()
        .map(|face| face.bleed.most())
        .max()
        .unwrap_or_default();
    let gutter = first.gutter;
    let wanted = nets.len();
    let mut best = (
        arrange(first.footprint, first.size, (bleed, gutter), area, wanted),
        false,
    );
    if first.may_turn {
        let turned = first.clone().turned();
        let other = arrange(turned.footprint, turned.size, (bleed, gutter), area, wanted);
        if other.spots.len() > best.0.spots.len() {
            best = (other, true);
        }
    }
    let (Arrangement { spots, gap }, turn) = best;
    if spots.is_empty() {
        return Vec::new();
    }
    let mut blocks = Vec::new();
    let mut rest = nets.into_iter();
    loop {
        let page: Vec<(Net, Point)> = std::iter::zip(rest.by_ref().take(spots.len()), &spots)
            .map(|(net, at)| (limited(if turn { net.turned() } else { net }, gap), *at))
            .collect();
        if page.is_empty() {
            return blocks;
        }
        let first = page.first().map(|(net, _)| Arc::new(net.clone()));
        blocks.push(Net {
            first,
            ..Net::block(page)
        });
    }
}

/// How many equal nets an area holds in their orientation.
#[cfg(test)]
pub(super) fn count(net: &Net, area: Size) -> usize {
    match net.footprint {
        Footprint::PointyHex => honeycomb(net.size.turned(), area.turned()).len(),
        footprint => {
            let apart = (Um::ZERO, net.gutter);
            let all = arrange(footprint, net.size, apart, area, usize::MAX);
            all.spots.len()
        }
    }
}

/// How equal pieces are arranged on a page.
struct Arrangement {
    /// The top left corners, row by row.
    spots: Vec<Point>,
    /// The gap between outlines, if there is one; their bleed must share it.
    gap: Option<Um>,
}

/// Limits the bleed of outlined pieces to their part of the gap between them; between round ones, a third of a narrow gap
/// stays white.
fn limited(mut net: Net, gap: Option<Um>) -> Net {
    if let Some(gap) = gap {
        let white = match net.footprint {
            Footprint::Circle => WHITE.min(gap / 3),
            _ => Um::ZERO,
        };
        for face in &mut net.faces {
            face.bleed = face.bleed.at_most((gap - white).half());
        }
    }
    net
}

/// An arrangement for this many pieces; it may hold more or fewer.
fn arrange(
    footprint: Footprint,
    size: Size,
    (bleed, gutter): (Um, Um),
    area: Size,
    wanted: usize,
) -> Arrangement {
    match footprint {
        Footprint::Box => {
            // Art of one piece reaches a little under that of the next, or else there is a pale line between them.
            let air = (bleed * 2 - UNDERLAP).max(Um::ZERO);
            let track = |cell, length| track(cell, (air, gutter), length);
            let (x, y) = (track(size.w, area.w), track(size.h, area.h));
            let spots = y.iter().flat_map(|y| x.iter().map(|x| Point::new(*x, *y)));
            Arrangement {
                spots: spots.collect(),
                gap: None,
            }
        }
        Footprint::FlatHex => Arrangement {
            spots: honeycomb(size, area),
            gap: None,
        },
        Footprint::PointyHex => {
            let mut spots: Vec<Point> = honeycomb(size.turned(), area.turned())
                .into_iter()
                .map(|spot| Point::new(spot.y, spot.x))
                .collect();
            spots.sort_by_key(|spot| (spot.y, spot.x));
            Arrangement { spots, gap: None }
        }
        Footprint::Circle | Footprint::Free => {
            let apart = |gap: Um| match footprint {
                Footprint::Circle => circles(size.w, gap, area, wanted),
                _ => lattice(size, gap, area),
            };
            let least = gutter.max(GAP);
            let most = apart(least).len().min(wanted);
            // The widest gap between as many pieces: fewer fit the wider it is.
            let gaps: Vec<Um> = (least.0..=(bleed * 2).max(least).0)
                .rev()
                .step_by(100)
                .map(Um)
                .collect();
            let widest = gaps.partition_point(|gap| apart(*gap).len() < most);
            let gap = gaps.get(widest).copied().unwrap_or(least);
            Arrangement {
                spots: apart(gap),
                gap: Some(gap),
            }
        }
    }
}

/// The positions of equal pieces along one direction: as many as fit with their gutter. They are `air` apart, or as far as
/// possible; or they touch, if that is allowed and the space is less than a knife needs. Half the distance between two of them
/// remains before the first and after the last, so that their art may extend equally far on all sides.
fn track(cell: Um, (air, gutter): (Um, Um), length: Um) -> Vec<Um> {
    let count = (length + gutter).0 / (cell + gutter).0.max(1);
    let spare = (length - cell * count) / count.max(1);
    let gap = spare.min(air.max(gutter));
    let gap = if gap < GAP.max(gutter) { gutter } else { gap };
    (0..count).map(|index| (cell + gap) * index).collect()
}

/// Flat-topped hexagons that share all their inner edges, in columns three quarters of a width apart, of which every other
/// one is lower by half a height. They are listed row by row, so that a partly filled page is wide and low.
fn honeycomb(size: Size, area: Size) -> Vec<Point> {
    let (step, half) = (size.w - size.w / 4, size.h / 2);
    let columns = if area.w < size.w {
        0
    } else {
        1 + (area.w - size.w).0 / step.0.max(1)
    };
    let mut spots = Vec::new();
    for row in 0.. {
        let before = spots.len();
        for column in 0..columns {
            let at = Point::new(step * column, half * (2 * row + column % 2));
            if at.y + size.h <= area.h {
                spots.push(at);
            }
        }
        if spots.len() == before {
            return spots;
        }
    }
    spots
}

/// Circles in a square grid if it holds as many as are wanted; otherwise there or in staggered rows or columns, whichever
/// holds more.
fn circles(diameter: Um, gap: Um, area: Size, wanted: usize) -> Vec<Point> {
    let mut best = lattice(Size::new(diameter, diameter), gap, area);
    if best.len() >= wanted {
        return best;
    }
    let rows = staggered(diameter, gap, area);
    if rows.len() > best.len() {
        best = rows;
    }
    let columns = staggered(diameter, gap, area.turned());
    if columns.len() > best.len() {
        best = columns
            .into_iter()
            .map(|spot| Point::new(spot.y, spot.x))
            .collect();
        best.sort_by_key(|spot| (spot.y, spot.x));
    }
    best
}

fn lattice(size: Size, gap: Um, area: Size) -> Vec<Point> {
    let count = |cell: Um, length: Um| (length + gap).0 / (cell + gap).0.max(1);
    let columns = count(size.w, area.w);
    let rows = count(size.h, area.h);
    let at = |row: i64, column: i64| Point::new((size.w + gap) * column, (size.h + gap) * row);
    (0..rows)
        .flat_map(|row| (0..columns).map(move |column| at(row, column)))
        .collect()
}

/// Circles in rows, every other one shifted by half a circle.
fn staggered(diameter: Um, gap: Um, area: Size) -> Vec<Point> {
    let pitch = diameter + gap;
    let down = Um((pitch.0 as f64 * 0.75_f64.sqrt()).ceil() as i64);
    // The half step is rounded up, so that neighbours in the next row are never closer than `gap`.
    let half = Um((pitch.0 + 1) / 2);
    let mut spots = Vec::new();
    let mut row = 0;
    while down * row + diameter <= area.h {
        let mut x = if row % 2 == 0 { Um::ZERO } else { half };
        while x + diameter <= area.w {
            spots.push(Point::new(x, down * row));
            x += pitch;
        }
        row += 1;
    }
    spots
}
