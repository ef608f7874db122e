//! A sheet with room to spare: every deck in a block of its own with its name above it, in rows that fill the paper evenly.

use super::arrange::Arrangement;
use super::captions::{self, HIGH, Named, Words};
use super::heading;
use super::making;
use super::nest::nest;
use super::net::{Footprint, Net, WHITE};
use super::way::Way;
use crate::kit::{Point, Size, Um};
use crate::press::sheet::measures::MARGIN;

/// More pieces or decks than this are not spread.
const MANY_PIECES: usize = 240;
const MANY_BLOCKS: usize = 7;

/// The most shapes that are tried for a block.
const SHAPES: usize = 5;

/// What stays free above the pieces for the heading, below them for the ruler, and beside them for the other ruler.
const FOOT: Um = Um(17_500);
const BESIDE: Um = Um(10_000);

/// The least and the greatest gap between two blocks, in a row and from row to row.
const ACROSS: (Um, Um) = (Um(6_000), Um(24_000));
const DOWN: (Um, Um) = (Um(4_000), Um(26_000));

/// The share of the space that is left which lies above the pieces, and the most that it may be.
const ABOVE: f64 = 0.36;
const MOST_ABOVE: Um = Um(8_000);

/// Paper this high is worth keeping in one piece; then rows are this close.
const KEPT: Um = Um(42_000);
const CLOSE: Um = Um(9_000);

/// What it costs to turn a net on its side, whose words are then read from there.
const TURNED: f64 = 0.8;

/// By how much rows must look better to leave the order of the kit.
const WORTH: f64 = 0.05;

/// The ratio of width to height that looks best.
const BEST_RATIO: f64 = 1.5;

/// The arrangement of a whole sheet, from its corner, and the names above its blocks.
pub(super) struct Spread {
    pub arrangement: Arrangement,
    pub names: Vec<Named>,
}

/// The pieces of a deck, in one of the shapes that they can have together.
#[derive(Clone)]
struct Block {
    net: Net,
    /// How far it is from looking best.
    cost: f64,
}

/// A deck's pieces in all shapes, and what they are called.
#[derive(Clone)]
struct Deck {
    shapes: Vec<Block>,
    words: Words,
    wide: Um,
    way: Way,
}

impl Deck {
    fn area(&self) -> f64 {
        self.shapes
            .first()
            .map_or(0.0, |block| block.net.size.area())
    }
}

/// Blocks side by side.
struct Row {
    blocks: Vec<Block>,
    high: Um,
    cost: f64,
}

/// Spreads the pieces of a sheet, if all of them belong to a deck and there is room. `named` tells the number of a piece's deck,
/// its title and what it is printed on.
pub(super) fn spread(
    nets: &[Net],
    paper: Size,
    margin: Um,
    named: impl Fn(&str) -> Option<(usize, Words)>,
) -> Option<Spread> {
    if nets.len() > MANY_PIECES {
        return None;
    }
    let most = paper.w - margin.max(MARGIN) * 2;
    let mut decks = decks(nets, paper, most, named)?;
    let free = paper.h - heading::BELOW - FOOT;
    let widths = [most - BESIDE * 2, most];
    // In the order of the kit, or with the largest first if that looks better.
    let in_order = rows(&decks, widths, free);
    let mut sorted = decks.clone();
    sorted.sort_by(|one, other| other.area().total_cmp(&one.area()));
    let found = match (in_order, rows(&sorted, widths, free)) {
        (Some((cost, _)), Some((less, other))) if less + WORTH < cost => {
            decks = sorted;
            other
        }
        (Some((_, rows)), _) => rows,
        (None, other) => {
            decks = sorted;
            other?.1
        }
    };
    Some(placed(found, decks, paper, free))
}

/// What pieces of a block have in common: their deck, their kind and their size.
type Key = (usize, usize, Size);

/// The decks of a sheet, each in the shapes that fit on it.
fn decks(
    nets: &[Net],
    paper: Size,
    most: Um,
    named: impl Fn(&str) -> Option<(usize, Words)>,
) -> Option<Vec<Deck>> {
    let mut known: Vec<(Key, Words, Vec<Net>)> = Vec::new();
    for net in nets {
        let (deck, words) = named(&net.code)?;
        let key = (deck, net.kind, net.size);
        match known.iter_mut().find(|(other, ..)| *other == key) {
            Some((.., members)) => members.push(net.clone()),
            None => known.push((key, words, vec![net.clone()])),
        }
    }
    let are_mixed = known
        .iter()
        .enumerate()
        .any(|(at, (key, ..))| known[..at].iter().any(|(other, ..)| other.0 == key.0));
    if known.len() > MANY_BLOCKS || are_mixed {
        return None;
    }
    let room = Size::new(most, paper.h - heading::BELOW - FOOT - HIGH);
    let deck = |(_, words, members): (_, Words, Vec<Net>)| {
        let way = Way::of(&members);
        let mut shapes = shapes(members, room);
        shapes.sort_by(|one, other| one.cost.total_cmp(&other.cost));
        shapes.truncate(SHAPES);
        let wide = captions::wide(&words);
        (!shapes.is_empty()).then_some(Deck {
            shapes,
            words,
            wide,
            way,
        })
    };
    known.into_iter().map(deck).collect()
}

/// All shapes of equal pieces: hexagons in honeycombs, everything else in grids.
fn shapes(members: Vec<Net>, room: Size) -> Vec<Block> {
    let first = &members[0];
    let is_hex = matches!(first.footprint, Footprint::FlatHex | Footprint::PointyHex);
    if is_hex {
        // Columns and rows are half, three quarters or a whole width apart; a division may have been rounded.
        let quarters = 4..=48;
        let widths = quarters.map(|quarters| Um(first.size.w.0 * quarters / 4 + quarters));
        let combs = widths.filter(|width| *width <= room.w).filter_map(|width| {
            let mut blocks = nest(members.clone(), Size::new(width, room.h));
            (blocks.len() == 1).then(|| blocks.remove(0).spaced())
        });
        let mut combs: Vec<Net> = combs.collect();
        combs.dedup_by_key(|net| net.size);
        return combs
            .into_iter()
            .map(|net| Block {
                cost: ratio(net.size),
                net,
            })
            .collect();
    }
    let whole = |net: Net| match net.footprint {
        Footprint::Box => net.spaced(),
        _ => net.loose(WHITE),
    };
    let cells: Vec<Net> = members.into_iter().map(whole).collect();
    let (size, count) = (cells[0].size, cells.len());
    // Labels of a die are a row; so are pieces that look alike, as far as possible.
    let unit = run(&cells, |one, other| {
        one.group.is_some() && one.group == other.group
    });
    let alike = run(&cells, |one, other| {
        one.faces[0].face == other.faces[0].face
    });
    let (Some(unit), alike) = (unit, alike.unwrap_or(1)) else {
        return Vec::new();
    };
    let is_whole = |columns: &usize| {
        let is_row = unit == 1 || *columns == unit;
        is_row || count == unit && count.is_multiple_of(*columns)
    };
    let columns = (1..=count).filter(is_whole);
    let grids = columns.filter_map(|columns| {
        let rows = count.div_ceil(columns);
        let whole = Size::new(Um(size.w.0 * columns as i64), Um(size.h.0 * rows as i64));
        (whole.w <= room.w && whole.h <= room.h).then(|| {
            let ragged = columns * rows - count;
            let splits = !columns.is_multiple_of(alike) && !alike.is_multiple_of(columns);
            let cost =
                ratio(whole) + if ragged > 0 { 0.6 } else { 0.0 } + if splits { 0.15 } else { 0.0 };
            (columns, cost)
        })
    });
    let block = |(columns, cost): (usize, f64)| {
        let at = |index: usize| {
            let (column, row) = ((index % columns) as i64, (index / columns) as i64);
            Point::new(Um(size.w.0 * column), Um(size.h.0 * row))
        };
        let mut net = Net::block(
            cells
                .iter()
                .cloned()
                .enumerate()
                .map(|(index, net)| (net, at(index))),
        );
        net.air = cells[0].air;
        Block { net, cost }
    };
    let mut grids: Vec<(usize, f64)> = grids.collect();
    grids.sort_by(|one, other| one.1.total_cmp(&other.1));
    grids.truncate(SHAPES);
    let turned = cells[0].clone().turned();
    let mut blocks: Vec<Block> = grids.into_iter().map(block).collect();
    let fits = turned.size.w <= room.w && turned.size.h <= room.h;
    if count == 1 && turned.may_turn && !turned.curves.is_empty() && fits {
        blocks.push(Block {
            cost: ratio(turned.size) + TURNED,
            net: Net {
                air: turned.air,
                ..Net::block([(turned, Point::default())])
            },
        });
    }
    blocks
}

/// How many pieces in a row belong together, if it is always the same number.
fn run(cells: &[Net], together: impl Fn(&Net, &Net) -> bool) -> Option<usize> {
    let mut runs = cells
        .chunk_by(|one, other| together(one, other))
        .map(<[Net]>::len);
    let first = runs.next()?;
    runs.all(|run| run == first).then_some(first)
}

/// How far a block is from the ratio that looks best.
fn ratio(size: Size) -> f64 {
    (size.w.mm() / size.h.mm() / BEST_RATIO).ln().abs() * 0.25
}

/// The rows of decks in their order that look best within this height. Rows are as wide as the second width only if one block is.
fn rows(decks: &[Deck], widths: [Um; 2], free: Um) -> Option<(f64, Vec<Row>)> {
    let ways = 1usize << (decks.len() - 1);
    let mut best: Option<(f64, Vec<Row>)> = None;
    for way in 0..ways {
        let mut starts = vec![0];
        starts.extend((1..decks.len()).filter(|at| way >> (at - 1) & 1 == 1));
        let ends = starts.iter().skip(1).copied().chain([decks.len()]);
        let parts: Vec<&[Deck]> = starts
            .iter()
            .zip(ends)
            .map(|(from, to)| &decks[*from..to])
            .collect();
        for is_low in [false, true] {
            let all = parts.iter().map(|part| row(part, widths, is_low));
            let Some(all) = all.collect::<Option<Vec<Row>>>() else {
                continue;
            };
            let high: Um = all.iter().map(|row| row.high + HIGH).sum();
            let gaps = DOWN.0 * (all.len() as i64 - 1);
            // Low rows leave paper in one piece.
            let cost: f64 = all.iter().map(|row| row.cost).sum::<f64>()
                + 0.1 * all.len() as f64
                + high.mm() / free.mm();
            if high + gaps <= free && best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, all));
            }
        }
    }
    best
}

/// The best shapes for a row, or the lowest.
fn row(decks: &[Deck], widths: [Um; 2], is_low: bool) -> Option<Row> {
    let mut best: Option<Row> = None;
    let ways: usize = decks.iter().map(|deck| deck.shapes.len()).product();
    for mut way in 0..ways {
        let blocks = decks.iter().map(|deck| {
            let shape = way % deck.shapes.len();
            way /= deck.shapes.len();
            deck.shapes[shape].clone()
        });
        let blocks: Vec<Block> = blocks.collect();
        let limit = if blocks.len() == 1 {
            widths[1]
        } else {
            widths[0]
        };
        let wide =
            slots(&blocks, decks).into_iter().sum::<Um>() + ACROSS.0 * (blocks.len() as i64 - 1);
        if wide > limit {
            continue;
        }
        let high = blocks
            .iter()
            .map(|block| block.net.size.h)
            .max()
            .unwrap_or_default();
        // Blocks of a row are as high as each other, and fill its width.
        let uneven: f64 = blocks
            .iter()
            .map(|block| 1.0 - block.net.size.h.mm() / high.mm())
            .sum();
        let narrow = 1.0 - wide.mm() / widths[1].mm();
        let shape: f64 = blocks.iter().map(|block| block.cost).sum();
        let cost = shape + 0.5 * narrow + 0.6 * uneven;
        let is_better = |best: &Row| match is_low {
            true => (high, cost) < (best.high, best.cost),
            false => cost < best.cost,
        };
        if best.as_ref().is_none_or(is_better) {
            best = Some(Row { blocks, high, cost });
        }
    }
    best
}

/// The widths that blocks and their names need.
fn slots(blocks: &[Block], decks: &[Deck]) -> Vec<Um> {
    let slots = blocks.iter().zip(decks);
    slots
        .map(|(block, deck)| block.net.size.w.max(deck.wide))
        .collect()
}

/// The rows on the paper, from its top: what is left of it remains in one piece below them, or is between them if it is little.
fn placed(rows: Vec<Row>, decks: Vec<Deck>, paper: Size, free: Um) -> Spread {
    let high: Um = rows.iter().map(|row| row.high + HIGH).sum();
    let count = rows.len() as i64;
    // The steps of making them have a place below the pieces, if there is room for both.
    let above_steps = paper.h - heading::BELOW - making::HIGH;
    let is_room = high + DOWN.0 * (count - 1) <= above_steps;
    let free = if is_room { above_steps } else { free };
    let (down, above) = match free - high - CLOSE * count >= KEPT {
        true => (CLOSE, CLOSE.half()),
        false => {
            let down = Um((free - high).0 / (count + 1)).min(DOWN.1);
            let rest = free - high - down * (count - 1);
            (down, Um((rest.0 as f64 * ABOVE) as i64).min(MOST_ABOVE))
        }
    };
    let mut y = heading::BELOW + above;
    let (mut arrangement, mut names) = (Vec::new(), Vec::new());
    let mut decks = decks.as_slice();
    for row in rows {
        let (here, later) = decks.split_at(row.blocks.len());
        decks = later;
        let widths = slots(&row.blocks, here);
        let all: Um = widths.iter().copied().sum();
        let room = paper.w - MARGIN * 2 - all;
        let gap = Um(room.0 / (widths.len() as i64 + 1)).min(ACROSS.1);
        let mut x = (paper.w - all - gap * (widths.len() as i64 - 1)).half();
        for ((block, deck), wide) in row.blocks.into_iter().zip(here).zip(widths) {
            let middle = x + wide.half();
            let size = block.net.size;
            // Names beside each other stand on one line.
            let top = y + HIGH;
            names.push(Named {
                words: deck.words.clone(),
                way: deck.way,
                middle,
                bottom: top,
                wide: size.w,
            });
            arrangement.push((block.net, Point::new(middle - size.w.half(), top)));
            x += wide + gap;
        }
        y += HIGH + row.high + down;
    }
    Spread { arrangement, names }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Shape;
    use crate::press::sheet::bounds::Bounds;
    use crate::press::sheet::{Placed, Sides};

    const A4: Size = Size::new(Um(210_000), Um(297_000));

    /// A deck of pieces of this size, each face this many times in a row.
    fn deck(kind: usize, count: usize, alike: usize, size: (i64, i64), shape: Shape) -> Vec<Net> {
        let size = Size::new(Um(size.0), Um(size.1));
        let net = |index: usize| {
            let face = Placed {
                face: 100 * kind + index / alike,
                code: format!("{kind}-{index}").into(),
                size,
                outline: shape.outline(size).map(Into::into),
                ..Placed::default()
            };
            let mut net = Net::face(face, kind, true);
            if shape == Shape::Circle {
                net.footprint = Footprint::Circle;
            }
            net
        };
        (0..count).map(net).collect()
    }

    fn spread_out(nets: &[Net]) -> Option<Spread> {
        let named = |code: &str| {
            let deck = code.split('-').next()?.parse().ok()?;
            Some((deck, ["Counters", "thin card", ""].map(str::to_owned)))
        };
        spread(nets, A4, Um::ZERO, named)
    }

    #[test]
    fn pieces_that_look_alike_are_a_row() {
        let nets = deck(0, 24, 6, (22_000, 22_000), Shape::Circle);
        let Spread { arrangement, names } = spread_out(&nets).unwrap();
        let [(block, at)] = &arrangement[..] else {
            panic!("{} blocks", arrangement.len());
        };
        for row in block.faces.chunks(6) {
            let is_in_row = |face: &Placed| face.at.y == row[0].at.y && face.face == row[0].face;
            assert!(row.iter().all(is_in_row));
        }
        assert_eq!(at.x * 2 + block.size.w, A4.w, "it is in the middle");
        assert_eq!(names[0].bottom, at.y);
    }

    #[test]
    fn blocks_keep_off_each_other_and_their_names() {
        let nets = [
            deck(0, 1, 1, (63_000, 88_000), Shape::Rect),
            deck(1, 5, 1, (14_000, 14_000), Shape::Circle),
            deck(2, 4, 1, (22_000, 63_000), Shape::Rect),
        ];
        let Spread { arrangement, names } = spread_out(&nets.concat()).unwrap();
        let mut tops: Vec<Um> = names.iter().map(|named| named.bottom).collect();
        tops.dedup();
        assert!(
            tops.len() < names.len(),
            "blocks side by side begin at one height"
        );
        let with_name = arrangement.iter().map(|(net, at)| {
            let at = Point::new(at.x, at.y - HIGH);
            Bounds::new(at, Size::new(net.size.w, net.size.h + HIGH))
        });
        let places: Vec<Bounds> = with_name.collect();
        for (index, place) in places.iter().enumerate() {
            assert!(place.top >= heading::BELOW && place.bottom <= A4.h - FOOT);
            assert!(!places[..index].iter().any(|other| other.overlaps(place)));
        }
    }

    #[test]
    fn labels_of_dice_stay_together() {
        let mut labels = deck(0, 12, 1, (14_000, 14_000), Shape::Rect);
        for (index, label) in labels.iter_mut().enumerate() {
            label.group = Some(index / 6);
        }
        let Spread { arrangement, .. } = spread_out(&labels).unwrap();
        for die in arrangement[0].0.faces.chunks(6) {
            assert!(die.iter().all(|face| face.at.y == die[0].at.y));
        }
        // A die with fewer labels would break the rows.
        labels.pop();
        assert!(spread_out(&labels).is_none());
    }

    #[test]
    fn white_stays_between_the_art_of_round_pieces() {
        let mut chips = deck(0, 6, 1, (20_000, 20_000), Shape::Circle);
        for chip in &mut chips {
            chip.faces[0].bleed = Sides::all(Um(1_500));
        }
        let Spread { arrangement, .. } = spread_out(&chips).unwrap();
        let faces = &arrangement[0].0.faces;
        assert_eq!(
            faces[1].at.x - faces[0].at.x,
            Um(20_000 + 2 * 1_500 + 2_000)
        );
    }

    #[test]
    fn hexes_are_in_as_many_columns_as_leave_room_for_all_names() {
        let hexes = deck(0, 12, 1, (54_000, 46_765), Shape::FlatHex);
        let flat = |mut net: Net| {
            net.footprint = Footprint::FlatHex;
            net
        };
        let mut nets: Vec<Net> = hexes.into_iter().map(flat).collect();
        nets.extend(deck(1, 16, 1, (20_000, 20_000), Shape::Circle));
        let Spread { arrangement, names } = spread_out(&nets).unwrap();
        assert_eq!((arrangement.len(), names.len()), (2, 2));
        // Four columns: three are too high beside the chips.
        assert!(arrangement[0].0.size.w > Um(54_000 * 3));
    }

    #[test]
    fn a_sheet_that_is_full_is_not_spread() {
        let nets = deck(0, 9, 1, (63_000, 88_000), Shape::Rect);
        assert!(spread_out(&nets).is_none());
    }
}
