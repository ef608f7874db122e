//! The name of the game in the largest room that cards leave on their sheet: at the end of a last row, or above all; and a table of games
//! played below it, or in the next room.

use super::aid;
use super::heading::{Heading, occupied, rules, text, width};
use super::marks::Notes;
use crate::face::text as texts;
use crate::face::{Font, Fonts, TextLine};
use crate::kit::{Point, Size, Um};
use crate::press::sheet::Sheet;
use crate::press::sheet::bounds::Bounds;
use crate::press::sheet::measures::MARGIN;

/// The edge of the squares that are free or taken.
const SQUARE: Um = Um(2_500);

/// What stays free around pieces, and around marks and notes.
const AIR: Um = Um(5_000);
const BESIDE: Um = Um(1_500);

/// The least room, and the most that a plate takes of it.
const LEAST: Size = Size::new(Um(46_000), Um(32_000));
const MOST: Size = Size::new(Um(150_000), Um(80_000));

/// The sizes of the title that are tried, and the most lines in which it is set.
const TITLES: [Um; 6] = [
    Um(11_000),
    Um(9_600),
    Um(8_400),
    Um(7_400),
    Um(6_400),
    Um(5_400),
];
const LINES: usize = 3;

/// The size of the line below it, and the heights of lines, in hundredths of their size.
const LINE: Um = Um(3_300);
const TALL: i64 = 122;

/// From the ornaments above and below to the words, and how much narrower than its room a plate is.
const INNER: Um = Um(5_000);
const NARROWER: Um = Um(10_000);

/// From a plate to the table below it, and the least room below a plate that has one.
const BELOW: Um = Um(4_000);
const TABLE: Um = Um(70_000);

/// Adds a plate to a sheet of cards with room for one, and a table of games played below it, or in another room, if much is left;
/// returns what they occupy.
pub(super) fn add(
    heading: &Heading,
    sheet: &mut Sheet,
    notes: &Notes,
    taken: &[Bounds],
) -> Vec<Bounds> {
    let Some((room, has_table)) = plate(heading, sheet, notes, taken) else {
        return Vec::new();
    };
    let mut places = vec![room];
    if !has_table {
        let taken: Vec<Bounds> = taken.iter().copied().chain([room]).collect();
        places.extend(table(sheet, notes, &taken));
    }
    places
}

/// Adds a table of games played in the largest room of a sheet, if that is high; returns what it occupies.
fn table(sheet: &mut Sheet, notes: &Notes, taken: &[Bounds]) -> Option<Bounds> {
    let room = free(sheet, taken).filter(|room| room.bottom - room.top >= TABLE)?;
    let inner = room.grown(Um::ZERO - BESIDE);
    aid::log(sheet, inner, |words| notes.say(words, &[])).then_some(room)
}

/// Adds a plate alone, or with a table below it; returns its room, and whether the table is there.
fn plate(
    heading: &Heading,
    sheet: &mut Sheet,
    notes: &Notes,
    taken: &[Bounds],
) -> Option<(Bounds, bool)> {
    let room = free(sheet, taken)?;
    let wide = (room.right - room.left - NARROWER).min(MOST.w);
    let most = (room.bottom - room.top).min(MOST.h) - INNER * 2;
    let (size, titles) = TITLES.iter().find_map(|size| {
        let lines = wrapped(title(), &heading.title, *size, wide)?;
        let is_short = lines.len() <= LINES && high(lines.len(), *size) < most;
        is_short.then_some((*size, lines))
    })?;
    let mut below = wrapped(line(), &heading.line, LINE, wide).unwrap_or_default();
    let whole = |below: &[String]| high(titles.len(), size) + high(below.len(), LINE);
    if whole(&below) > most {
        below.clear();
    }
    let middle = (room.left + room.right).half();
    let plate = Bounds {
        bottom: room.top + whole(&below) + INNER * 2,
        ..room
    };
    let rest = Bounds {
        top: plate.bottom + BELOW,
        ..room.grown(Um::ZERO - BESIDE)
    };
    let has_table =
        rest.bottom - rest.top >= TABLE && aid::log(sheet, rest, |words| notes.say(words, &[]));
    let place = if has_table { plate } else { room };
    let top = (place.top + place.bottom - whole(&below)).half();
    let set = titles.iter().map(|words| (title(), words, size));
    let set = set.chain(below.iter().map(|words| (line(), words, LINE)));
    let mut y = top;
    let mut widest = Um::ZERO;
    for (font, words, size) in set {
        let wide = width(font, words, size);
        widest = widest.max(wide);
        // Capitals are as far below the top as the line is higher than they are.
        let at = Point::new(middle - wide.half(), y + size * 96 / 100);
        sheet.words.push(text(font, words, size, at));
        y += high(1, size);
    }
    let [left, right] = [middle - wide.half(), middle + wide.half()];
    let mut marks = sheet.marks.to_vec();
    marks.extend(rules(top - INNER.half(), left, right));
    marks.extend(rules(y + INNER.half(), left, right));
    sheet.marks = marks.into();
    Some((room, has_table))
}

fn title() -> &'static Font {
    Fonts::plain("Cinzel", 700)
}

fn line() -> &'static Font {
    Fonts::plain("Alegreya", 400)
}

/// The height of this many lines.
fn high(lines: usize, size: Um) -> Um {
    size * TALL / 100 * lines as i64
}

/// Words in as few lines of this width as possible; nothing if one of them is wider.
fn wrapped(font: &Font, words: &str, size: Um, most: Um) -> Option<Vec<String>> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|longer| width(font, longer, size) <= most) {
            Some(longer) => *lines.last_mut()? = longer,
            None => lines.push(word.to_owned()),
        }
    }
    let fits = lines.iter().all(|line| width(font, line, size) <= most);
    fits.then_some(lines)
}

/// The largest rectangle of a sheet that is free, if a plate has room in it.
pub(super) fn free(sheet: &Sheet, taken: &[Bounds]) -> Option<Bounds> {
    let field = Bounds::new(Point::default(), sheet.size).grown(Um::ZERO - MARGIN);
    let across = ((field.right - field.left).0 / SQUARE.0).max(0);
    let down = ((field.bottom - field.top).0 / SQUARE.0).max(0);
    let mut is_taken = vec![vec![false; across as usize]; down as usize];
    let arts = occupied(sheet).into_iter().map(|art| art.grown(AIR));
    let lines = sheet.marks.iter().map(|mark| Bounds::of(&mark.line));
    let words = sheet.words.iter().map(around);
    let others = lines.chain(words).chain(taken.iter().copied());
    for other in arts.chain(others.map(|other| other.grown(BESIDE))) {
        let squares = |from: Um, to: Um, most: i64| {
            let first = (from.0.div_euclid(SQUARE.0)).clamp(0, most);
            let end = (to.0.div_euclid(SQUARE.0) + 1).clamp(first, most);
            first as usize..end as usize
        };
        let columns = squares(other.left - field.left, other.right - field.left, across);
        for row in squares(other.top - field.top, other.bottom - field.top, down) {
            is_taken[row][columns.clone()].fill(true);
        }
    }
    let best = largest(&is_taken)?;
    let corner = Point::new(
        field.left + SQUARE * best.columns.0 as i64,
        field.top + SQUARE * best.rows.0 as i64,
    );
    let size = Size::new(
        SQUARE * (best.columns.1 - best.columns.0) as i64,
        SQUARE * (best.rows.1 - best.rows.0) as i64,
    );
    (size.w >= LEAST.w && size.h >= LEAST.h).then(|| Bounds::new(corner, size))
}

/// What a line of words occupies.
fn around(line: &TextLine<'_>) -> Bounds {
    let at = Point::new(Um::from_mm(line.x), Um::from_mm(line.y - line.size));
    let wide = Um::from_mm(texts::width(line));
    Bounds::new(at, Size::new(wide, Um::from_mm(line.size * 1.3)))
}

/// A rectangle of squares: its first columns and rows, and where they end.
#[derive(Clone, Copy)]
struct Squares {
    columns: (usize, usize),
    rows: (usize, usize),
}

/// The largest rectangle of free squares that is high enough for a plate.
fn largest(is_taken: &[Vec<bool>]) -> Option<Squares> {
    let across = is_taken.first()?.len();
    let mut free_above = vec![0; across];
    let mut best: Option<(usize, Squares)> = None;
    for (row, squares) in is_taken.iter().enumerate() {
        for (free, is_taken) in free_above.iter_mut().zip(squares) {
            *free = if *is_taken { 0 } else { *free + 1 };
        }
        // Free stretches that go on, each higher than the one before, and where they begin.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for to in 0..=across {
            let next = free_above.get(to).copied().unwrap_or(0);
            let mut start = to;
            while let Some((from, high)) = open.pop_if(|(_, high)| *high >= next) {
                start = from;
                let area = high * (to - from);
                let is_room = SQUARE * high as i64 >= LEAST.h;
                if is_room && best.is_none_or(|(most, _)| area > most) {
                    let squares = Squares {
                        columns: (from, to),
                        rows: (row + 1 - high, row + 1),
                    };
                    best = Some((area, squares));
                }
            }
            open.push((start, next));
        }
    }
    best.map(|(_, squares)| squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::press::sheet::Placed;

    const A4: Size = Size::new(Um(210_000), Um(297_000));

    /// A sheet of nine cards without the last ones.
    fn sheet(missing: usize) -> Sheet {
        let card = |index: usize| Placed {
            at: Point::new(
                Um(10_500 + 63_000 * (index % 3) as i64),
                Um(16_500 + 88_000 * (index / 3) as i64),
            ),
            size: Size::new(Um(63_000), Um(88_000)),
            ..Placed::default()
        };
        Sheet {
            size: A4,
            placed: (0..9 - missing).map(card).collect(),
            ..Sheet::default()
        }
    }

    #[test]
    fn the_name_stands_where_cards_are_missing_and_nowhere_else() {
        let heading = Heading::of(&Kit::find("dungeon-crawl").unwrap());
        for missing in [0, 1, 2] {
            let mut sheet = sheet(missing);
            let arts = occupied(&sheet);
            let places = add(&heading, &mut sheet, &Notes::new(""), &[]);
            assert_eq!(places.len(), missing.min(1), "{missing}");
            let Some(place) = places.first() else {
                continue;
            };
            assert!(arts.iter().all(|art| !art.overlaps(place)), "{place:?}");
            for line in &sheet.words {
                let end = Um::from_mm(line.x + crate::face::text::width(line));
                assert!(Um::from_mm(line.x) > place.left && end < place.right);
                let y = Um::from_mm(line.y);
                assert!(y > place.top && y < place.bottom);
            }
        }
    }

    #[test]
    fn it_keeps_off_what_is_taken() {
        let heading = Heading::of(&Kit::find("dungeon-crawl").unwrap());
        let all = Bounds::new(Point::new(Um(70_000), Um(190_000)), A4);
        assert!(add(&heading, &mut sheet(2), &Notes::new(""), &[all]).is_empty());
    }

    #[test]
    fn a_table_fills_what_a_plate_leaves_of_a_high_room() {
        let heading = Heading::of(&Kit::find("dungeon-crawl").unwrap());
        let has_table = |sheet: &mut Sheet| {
            add(&heading, sheet, &Notes::new(""), &[]);
            sheet.words.iter().any(|line| line.text == "Games played")
        };
        // The last column is free, or only the end of the last row.
        let mut columns = sheet(0);
        columns.placed.retain(|card| card.at.x < Um(130_000));
        assert!(has_table(&mut columns));
        // The rows above and below the middle one are free: one has the name, the other one the table.
        let mut rows = sheet(0);
        rows.placed.retain(|card| card.at.y == Um(104_500));
        assert!(has_table(&mut rows));
        assert!(!has_table(&mut sheet(1)));
    }
}
