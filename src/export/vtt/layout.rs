//! The position and size of everything in the room: in rows from the upper left, with free space below them to play on.

use serde_json::{Value, json};

use crate::export::Set;
use crate::export::rows::rows;
use crate::games::by_kit::language::map_state::Shape as Ground;

/// Width and height, or left and top, in the room's dots.
pub type Dots = (f64, f64);

/// The space around the cards in a holder, and the buttons below it, as in VirtualTabletop's own editor.
pub const EDGE: f64 = 4.0;
pub const BUTTON: Dots = (111.0, 40.0);
/// The width of a button with one short word.
pub const SHUFFLE: f64 = 70.0;
/// The assumed width of a letter and height of a line, in dots.
pub const LETTER: Dots = (9.0, 26.0);
/// The most width that a name takes beside its neighbours.
pub const WORDS: f64 = 240.0;
/// The smallest size of a die.
pub const DIE: f64 = 50.0;
/// The gap between dice.
pub const GAP: f64 = 10.0;

/// The room without the hand at its lower edge.
pub const ROOM: Dots = (1600.0, 800.0);
/// The proportion of its height that things take at first; the rest is to play on.
const SUPPLY: f64 = 400.0;
pub const MARGIN: f64 = 20.0;
/// The height of VirtualTabletop's own cards.
const CARD: f64 = 160.0;
/// Dots per millimetre for most kits: a poker card is at least as high as VirtualTabletop's own; the pieces of small kits are
/// larger.
const SCALES: (f64, f64) = (1.8, 3.0);

/// Dots per millimetre for pieces up to this height in mm, and the position of each cell. It is lower than usual only if the
/// cells, which are measured at a given scale, would not fit.
pub fn lay(highest: f64, cells: impl Fn(f64) -> Vec<Dots>) -> (f64, Vec<Dots>) {
    let scales = || (0..20).map(|step| (CARD / highest).clamp(SCALES.0, SCALES.1) * 0.9_f64.powi(step));
    let fits = |scale: &f64, height: f64| {
        let cells = cells(*scale);
        let places = places(&cells, height);
        places.is_some_and(|places| places.iter().zip(&cells).all(|((x, _), (w, _))| x + w <= ROOM.0 - MARGIN))
    };
    let roomy = scales().take_while(|scale| *scale >= 1.0).find(|scale| fits(scale, SUPPLY));
    let scale = roomy.or_else(|| scales().find(|scale| fits(scale, ROOM.1))).unwrap_or(SCALES.0);
    let cells = cells(scale);
    (scale, places(&cells, ROOM.1).unwrap_or_else(|| heaped(&cells)))
}

/// Room beside a mat for what has no place on it.
const BESIDE: f64 = 460.0;

/// The same where a mat of this size, mm, is at the right: the upper left corner of the mat too. Some cells have a place on it, where
/// the middle of their piece lies, mm from its corner; the others lie beside it.
pub fn on_mat(mat: Dots, pieces: &[Option<Dots>], cells: impl Fn(f64) -> Vec<(Dots, Dots)>) -> (f64, Vec<Dots>, Dots) {
    let scale = ((ROOM.0 - BESIDE - MARGIN) / mat.0).min((ROOM.1 - MARGIN) / mat.1).min(SCALES.1);
    let corner = ((ROOM.0 - MARGIN - mat.0 * scale).round(), MARGIN / 2.0);
    let cells = cells(scale);
    let loose: Vec<Dots> =
        cells.iter().zip(pieces).filter(|(_, place)| place.is_none()).map(|((size, _), _)| *size).collect();
    let width = corner.0 - MARGIN * 2.0;
    let mut beside: Vec<Dots> = rows(&loose, width, MARGIN).into_iter().map(|(x, y)| (x + MARGIN, y + MARGIN)).collect();
    let fits = beside.iter().zip(&loose).all(|((x, y), (w, h))| x + w <= corner.0 && y + h <= ROOM.1);
    if !fits {
        beside = heaped(&loose);
    }
    let mut beside = beside.into_iter();
    let place = |((size, piece), place): (&(Dots, Dots), &Option<Dots>)| match place {
        Some((x, y)) => {
            ((corner.0 + x * scale - size.0 / 2.0).round(), (corner.1 + y * scale - piece.1 / 2.0 - EDGE).round())
        }
        None => beside.next().unwrap_or_default(),
    };
    let places = cells.iter().zip(pieces).map(place).collect();
    (scale, places, corner)
}

/// In rows, unless they are higher than this.
fn places(cells: &[Dots], height: f64) -> Option<Vec<Dots>> {
    let places = rows(cells, ROOM.0 - MARGIN * 2.0, MARGIN).into_iter().map(|(x, y)| (x + MARGIN, y + MARGIN));
    places.zip(cells).map(|(place, (_, h))| (place.1 + h <= height - MARGIN).then_some(place)).collect()
}

/// If there are more than fit: in overlapping columns, each with a corner to grab.
fn heaped(cells: &[Dots]) -> Vec<Dots> {
    let across = ((ROOM.0 - MARGIN * 2.0) / 100.0) as usize;
    let down = ((ROOM.1 - MARGIN * 2.0) / 25.0) as usize;
    let place = |at: usize| (MARGIN + (at % across) as f64 * 100.0, MARGIN + (at / across % down) as f64 * 25.0);
    (0..cells.len()).map(place).collect()
}

/// How pieces of this size snap into place between two corners of the room, on squares or hexes; for hexes, both grids apply, and each
/// piece takes the nearer one. It lies half a step behind what this version of the format calls the offset.
pub fn snaps(ground: &Ground, (w, h): Dots, from: Dots, to: Dots) -> Value {
    // The first place, its distance to the next, and the last that fits: where snapping to it begins and ends.
    let reach = |first: f64, pitch: f64, size: f64, to: f64| {
        let last = first + ((to - size - first) / pitch + 0.001).floor().max(0.0) * pitch;
        (first - pitch / 2.0, last + pitch / 2.0 - 1.0)
    };
    let row = |(x, y): Dots, (right, down): Dots| {
        let (left, top) = (from.0 + right, from.1 + down);
        let ((min_x, max_x), (min_y, max_y)) = (reach(left, x, w, to.0), reach(top, y, h, to.1));
        json!({
            "x": x, "y": y, "offsetX": min_x, "offsetY": min_y, "minX": min_x, "minY": min_y, "maxX": max_x, "maxY": max_y,
        })
    };
    let pitch = match ground {
        Ground::Flat => (w * 1.5, h),
        Ground::Pointy => (w, h * 1.5),
        Ground::Square | Ground::Places(..) => return json!([row((w, h), (0.0, 0.0))]),
    };
    json!([row(pitch, (0.0, 0.0)), row(pitch, (pitch.0 / 2.0, pitch.1 / 2.0))])
}

/// A set's piece at this many dots per millimetre.
pub fn dots(set: &Set<'_>, scale: f64) -> Dots {
    let dots = |mm: f64| (mm * scale).round().max(1.0);
    (dots(set.deck.size.w.mm()), dots(set.deck.size.h.mm()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(places: &[Dots], cells: &[Dots]) -> bool {
        let all: Vec<_> = places.iter().zip(cells).collect();
        all.iter().enumerate().all(|(number, (one, size))| {
            let free = |(other, its): &(&Dots, &Dots)| {
                one.0 + size.0 <= other.0
                    || other.0 + its.0 <= one.0
                    || one.1 + size.1 <= other.1
                    || other.1 + its.1 <= one.1
            };
            all[number + 1..].iter().all(free)
        })
    }

    #[test]
    fn things_lie_apart_and_leave_room_to_play() {
        for (mm, count) in [((63.5, 88.9), 12), ((36.0, 36.0), 5), ((297.0, 210.0), 2), ((12.0, 12.0), 60)] {
            let cells = |scale: f64| vec![(mm.0 * scale, mm.1 * scale); count];
            let (scale, places) = lay(mm.1, cells);
            let all = cells(scale);
            assert!(apart(&places, &all), "{mm:?} {scale}");
            let inside = |((x, y), (w, h)): (&Dots, &Dots)| x + w <= 1580.0 && y + h <= 380.0;
            assert!(places.iter().zip(&all).all(inside), "{mm:?} {scale} {places:?}");
        }
        assert_eq!(lay(88.9, |_| vec![(100.0, 160.0)]).0, 1.8);
        assert_eq!(lay(36.0, |_| vec![(100.0, 160.0)]).0, 3.0);
    }

    #[test]
    fn what_has_no_room_is_made_smaller_or_lies_in_heaps_but_never_outside() {
        let boards = |scale: f64| vec![(594.0 * scale, 420.0 * scale); 2];
        let (scale, places) = lay(420.0, boards);
        assert!(scale < 1.8 && apart(&places, &boards(scale)));
        let (_, places) = lay(10.0, |_| vec![(150.0, 60.0); 1000]);
        assert!(places.len() == 1000 && places.iter().all(|(x, y)| *x < 1600.0 && *y < 800.0));
    }
}
