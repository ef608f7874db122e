//! The position and size of everything in the room: in rows from the upper left, with free space below them to play on.

use serde_json::{Value, json};

use crate::export::Set;
use crate::export::rows::rows;
use crate::games::by_kit::language::map_state::Shape as Ground;

/// Width and height, or left and top, in the room's pixels.
pub type Dots = (f64, f64);

/// The space around the cards in a holder, and the buttons below it, as in VirtualTabletop's own editor.
pub const EDGE: f64 = 4.0;
pub const BUTTON: Dots = (111.0, 40.0);
/// The width of a button with one short word.
pub const WORD: f64 = 70.0;
/// The assumed width of a letter and height of a line, in pixels.
pub const LETTER: Dots = (9.0, 26.0);
/// The greatest width that is reserved for a name.
pub const WORDS: f64 = 240.0;
/// The smallest size of a die.
pub const DIE: f64 = 50.0;
/// The gap between dice.
pub const GAP: f64 = 10.0;

/// The room without the hand at its lower edge.
pub const ROOM: Dots = (1600.0, 800.0);
/// The height that everything takes up at first; the rest is free to play on.
const SUPPLY: f64 = 400.0;
pub const MARGIN: f64 = 20.0;
/// The height of VirtualTabletop's own cards.
const CARD: f64 = 160.0;
/// Pixels per millimetre for most kits: a poker card is at least as high as VirtualTabletop's own; the pieces of small kits are
/// larger.
const SCALES: (f64, f64) = (1.8, 3.0);

/// Pixels per millimetre for pieces up to this height in mm, and the position of each cell. It is lower than usual only if the
/// cells would not fit; `cells` gives their sizes at a scale.
pub fn lay_out(highest: f64, cells: impl Fn(f64) -> Vec<Dots>) -> (f64, Vec<Dots>) {
    let scales =
        || (0..20).map(|step| (CARD / highest).clamp(SCALES.0, SCALES.1) * 0.9_f64.powi(step));
    let fits = |scale: &f64, height: f64| {
        let cells = cells(*scale);
        let places = places(&cells, height);
        places.is_some_and(|places| {
            places
                .iter()
                .zip(&cells)
                .all(|((x, _), (w, _))| x + w <= ROOM.0 - MARGIN)
        })
    };
    let roomy = scales()
        .take_while(|scale| *scale >= 1.0)
        .find(|scale| fits(scale, SUPPLY));
    let scale = roomy
        .or_else(|| scales().find(|scale| fits(scale, ROOM.1)))
        .unwrap_or(SCALES.0);
    let cells = cells(scale);
    (
        scale,
        places(&cells, ROOM.1).unwrap_or_else(|| overlapping(&cells)),
    )
}

/// The width beside a mat for everything that has no place on it.
const BESIDE: f64 = 460.0;

/// The same with a mat of this size in mm at the right; also returns the mat's upper left corner. Cells with a place on the mat,
/// which is the centre of their piece in mm from its corner, lie there; the others lie beside it.
pub fn on_mat(
    mat: Dots,
    pieces: &[Option<Dots>],
    cells: impl Fn(f64) -> Vec<(Dots, Dots)>,
) -> (f64, Vec<Dots>, Dots) {
    let scale = ((ROOM.0 - BESIDE - MARGIN) / mat.0)
        .min((ROOM.1 - MARGIN) / mat.1)
        .min(SCALES.1);
    let corner = ((ROOM.0 - MARGIN - mat.0 * scale).round(), MARGIN / 2.0);
    let cells = cells(scale);
    let loose: Vec<Dots> = cells
        .iter()
        .zip(pieces)
        .filter(|(_, place)| place.is_none())
        .map(|((size, _), _)| *size)
        .collect();
    let width = corner.0 - MARGIN * 2.0;
    let mut beside: Vec<Dots> = rows(&loose, width, MARGIN)
        .into_iter()
        .map(|(x, y)| (x + MARGIN, y + MARGIN))
        .collect();
    let fits = beside
        .iter()
        .zip(&loose)
        .all(|((x, y), (w, h))| x + w <= corner.0 && y + h <= ROOM.1);
    if !fits {
        beside = overlapping(&loose);
    }
    let mut beside = beside.into_iter();
    let place = |((size, piece), place): (&(Dots, Dots), &Option<Dots>)| match place {
        Some((x, y)) => (
            (corner.0 + x * scale - size.0 / 2.0).round(),
            (corner.1 + y * scale - piece.1 / 2.0 - EDGE).round(),
        ),
        None => beside.next().unwrap_or_default(),
    };
    let places = cells.iter().zip(pieces).map(place).collect();
    (scale, places, corner)
}

/// Places in rows; `None` if they are higher than this.
fn places(cells: &[Dots], height: f64) -> Option<Vec<Dots>> {
    let places = rows(cells, ROOM.0 - MARGIN * 2.0, MARGIN)
        .into_iter()
        .map(|(x, y)| (x + MARGIN, y + MARGIN));
    places
        .zip(cells)
        .map(|(place, (_, h))| (place.1 + h <= height - MARGIN).then_some(place))
        .collect()
}

/// Places for more cells than fit: in overlapping columns, each with a corner to grab.
fn overlapping(cells: &[Dots]) -> Vec<Dots> {
    let across = ((ROOM.0 - MARGIN * 2.0) / 100.0) as usize;
    let down = ((ROOM.1 - MARGIN * 2.0) / 25.0) as usize;
    let place = |at: usize| {
        (
            MARGIN + (at % across) as f64 * 100.0,
            MARGIN + (at / across % down) as f64 * 25.0,
        )
    };
    (0..cells.len()).map(place).collect()
}

/// How pieces of this size snap into place between two corners of the room, on squares or hexes; for hexes, both grids apply, and
/// each piece takes the nearer one. Newer servers subtract half a step from all these numbers (`v10GridOffset` in
/// `server/fileupdater.mjs`), and then the corner of a piece snaps to the nearest whole number of steps from the offset if it is
/// between the limits.
pub fn snaps(ground: &Ground, (w, h): Dots, from: Dots, to: Dots) -> Value {
    // Just before the step after the last position that fits.
    let end = |first: f64, pitch: f64, size: f64, to: f64| {
        first + (((to - size - first) / pitch + 0.001).floor().max(0.0) + 1.0) * pitch - 1.0
    };
    let row = |(x, y): Dots, (right, down): Dots| {
        let (left, top) = (from.0 + right, from.1 + down);
        json!({
            "x": x, "y": y, "offsetX": left - x / 2.0, "offsetY": top - y / 2.0, "minX": left, "minY": top,
            "maxX": end(left, x, w, to.0), "maxY": end(top, y, h, to.1),
        })
    };
    let pitch = match ground {
        Ground::Flat => (w * 1.5, h),
        Ground::Pointy => (w, h * 1.5),
        Ground::Square | Ground::Places(..) => return json!([row((w, h), (0.0, 0.0))]),
    };
    let between = (pitch.0 / 2.0, pitch.1 / 2.0);
    let fits = from.0 + between.0 + w <= to.0 && from.1 + between.1 + h <= to.1;
    let second = fits.then(|| row(pitch, between));
    std::iter::once(row(pitch, (0.0, 0.0)))
        .chain(second)
        .collect()
}

/// The size of a set's pieces at this many pixels per millimetre.
pub fn dots(set: &Set<'_>, scale: f64) -> Dots {
    let dots = |mm: f64| (mm * scale).round().max(1.0);
    (dots(set.deck.size.w.mm()), dots(set.deck.size.h.mm()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a newer server puts the corner of a piece that is dropped there.
    fn snapped(grid: &Value, at: Dots) -> Option<Dots> {
        let number = |grid: &Value, key: &str| grid[key].as_f64().unwrap();
        let one = |grid: &Value, at: f64, [pitch, offset, min, max]: [&str; 4]| {
            let pitch = number(grid, pitch);
            let [offset, min, max] = [offset, min, max].map(|key| number(grid, key) - pitch / 2.0);
            (min..=max)
                .contains(&at)
                .then(|| offset + ((at - offset) / pitch).round() * pitch)
        };
        let both = |grid: &Value| {
            let x = one(grid, at.0, ["x", "offsetX", "minX", "maxX"])?;
            Some((x, one(grid, at.1, ["y", "offsetY", "minY", "maxY"])?))
        };
        let far = |(x, y): &Dots| (x - at.0).powi(2) + (y - at.1).powi(2);
        grid.as_array()
            .unwrap()
            .iter()
            .filter_map(both)
            .min_by(|one, other| far(one).total_cmp(&far(other)))
    }

    #[test]
    fn pieces_snap_to_places_within_their_area_only() {
        let (from, to) = ((100.0, 200.0), (460.0, 560.0));
        for ground in [Ground::Square, Ground::Flat, Ground::Pointy] {
            let grid = snaps(&ground, (36.0, 36.0), from, to);
            assert_eq!(
                snapped(&grid, (100.0 + 15.0, 200.0 - 15.0)),
                Some(from),
                "{ground:?}"
            );
            for (x, y) in (0..60)
                .flat_map(|x| (0..80).map(move |y| (f64::from(x) * 10.0, f64::from(y) * 10.0)))
            {
                let Some((left, top)) = snapped(&grid, (x, y)) else {
                    continue;
                };
                let inside = left >= from.0
                    && top >= from.1
                    && left + 36.0 <= to.0 + 0.1
                    && top + 36.0 <= to.1 + 0.1;
                assert!(
                    inside && (left - x).abs() <= 27.0 && (top - y).abs() <= 27.0,
                    "{ground:?}: {x} {y} to {left} {top}"
                );
            }
        }
        let squares = snaps(&Ground::Square, (36.0, 36.0), from, to);
        assert_eq!(snapped(&squares, (430.0, 530.0)), Some((424.0, 524.0)));
        assert_eq!(snapped(&squares, (450.0, 300.0)), None);
    }

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
    fn cells_lie_apart_and_leave_room_to_play() {
        for (mm, count) in [
            ((63.5, 88.9), 12),
            ((36.0, 36.0), 5),
            ((297.0, 210.0), 2),
            ((12.0, 12.0), 60),
        ] {
            let cells = |scale: f64| vec![(mm.0 * scale, mm.1 * scale); count];
            let (scale, places) = lay_out(mm.1, cells);
            let all = cells(scale);
            assert!(apart(&places, &all), "{mm:?} {scale}");
            let inside = |((x, y), (w, h)): (&Dots, &Dots)| x + w <= 1580.0 && y + h <= 380.0;
            assert!(
                places.iter().zip(&all).all(inside),
                "{mm:?} {scale} {places:?}"
            );
        }
        assert_eq!(lay_out(88.9, |_| vec![(100.0, 160.0)]).0, 1.8);
        assert_eq!(lay_out(36.0, |_| vec![(100.0, 160.0)]).0, 3.0);
    }

    #[test]
    fn cells_that_do_not_fit_are_smaller_or_overlap_but_are_never_outside() {
        let boards = |scale: f64| vec![(594.0 * scale, 420.0 * scale); 2];
        let (scale, places) = lay_out(420.0, boards);
        assert!(scale < 1.8 && apart(&places, &boards(scale)));
        let (_, places) = lay_out(10.0, |_| vec![(150.0, 60.0); 1000]);
        assert!(places.len() == 1000 && places.iter().all(|(x, y)| *x < 1600.0 && *y < 800.0));
    }
}
