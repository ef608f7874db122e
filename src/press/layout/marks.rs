//! What is printed beside the pieces: rulers that verify the scale, notes that identify the sheet, and targets.
//!
//! Many printers print nothing within 4.2 mm of the edge of the paper, and some nothing within 6.35 mm. So rulers, what is said
//! of them and targets keep 6.5 mm: along an edge if there is room, or else in a gap between the pieces, and shorter if
//! need be. A page without such a gap has no ruler, rather than one that may be lost; another page of the job has it. Only
//! the notes, which verify nothing, may come nearer to the edge.
//!
//! There is a ruler of 100 mm across and one of 4 in down the page, since a printer may stretch only one direction. Neither
//! takes the place of crop marks if the other has one; and what is alone on metric paper is metric.

use std::fmt::Display;

use super::aid::Aid;
use super::heading::{Heading, text};
use crate::face::{Font, TextLine};
use crate::kit::language::say;
use crate::kit::{Files, Point, Size, Um};
use crate::press::sheet::bounds::Bounds;
use crate::press::sheet::measures::{BLACK, MARGIN, TEXT, font};
use crate::press::sheet::registration::Pattern;
use crate::press::sheet::{Grid, Mark, Mirror, Orientation, Stroke};

/// The distance from the edge that no printer needs for itself.
pub(crate) const SAFE: Um = Um(6_500);

/// The distance of the notes' baseline from the edge where pieces leave no other place.
const NEAR: Um = Um(4_000);

/// The least lengths of the rulers, in cm and in inches: shorter ones would show a wrong scale too faintly.
const SHORTEST: [i64; 2] = [3, 2];

const HAIRLINE: Um = Um(100);

/// The notes in the margin.
pub struct Notes<'a> {
    /// Kit, paper, ink and decks; the number of the sheet is added to it.
    pub label: &'a str,
    /// The layout version, printed after the label; may be empty.
    pub version: &'a str,
    pub font: &'static Font,
    /// The registration marks for a cutting plotter, on fronts.
    pub registration: Option<&'static Pattern>,
    /// What stands above the pieces of labels, if there is room.
    pub heading: Option<&'a Heading>,
    /// What stands below them, if there is room: once in a print.
    pub aid: Option<&'a Aid>,
    /// The kit's files, whose language the margin uses; English without them.
    pub files: Option<&'a Files>,
}

/// Marks and words, with the rectangles that they occupy.
#[derive(Clone, Debug, Default)]
pub struct Margin {
    pub marks: Vec<Mark>,
    pub words: Vec<TextLine<'static>>,
    pub taken: Vec<Grid>,
}

/// The radius of a registration target.
const TARGET_RADIUS: Um = Um(1_000);

/// The rectangles of four registration targets, as near to the corners as pieces permit; none if there is no room.
pub(crate) fn targets(paper: Size, others: &Others) -> Vec<Bounds> {
    let mut reaches = std::iter::once(&others.reach).chain(others.least);
    let places = reaches.find_map(|reach| {
        let others = Others {
            reach: *reach,
            ..*others
        };
        targets_in(paper, &Room::new(paper, &others, &[]))
    });
    places.unwrap_or_default()
}

fn targets_in(paper: Size, room: &Room) -> Option<Vec<Bounds>> {
    let size = (TARGET_RADIUS + AIR) * 2;
    let mut places = Vec::new();
    for (is_right, is_low) in [(false, false), (true, false), (false, true), (true, true)] {
        let stretches = room.stretches(size, At::End);
        let wide = stretches.filter(|stretch| stretch.right - stretch.left >= size);
        let place = wide.map(|stretch| {
            let x = if is_right {
                stretch.right - size
            } else {
                stretch.left
            };
            Bounds::new(Point::new(x, stretch.top), Size::new(size, size))
        });
        let corner = Point::new(
            if is_right { paper.w } else { Um::ZERO },
            if is_low { paper.h } else { Um::ZERO },
        );
        let away =
            |place: &Bounds| (place.left - corner.x).0.abs() + (place.top - corner.y).0.abs();
        // In its own quarter of the page, or else all would be in one gap.
        let is_near = |place: &Bounds| {
            (place.left > paper.w.half()) == is_right && (place.top > paper.h.half()) == is_low
        };
        let nearest = place.filter(is_near).min_by_key(away)?;
        places.push(nearest);
    }
    Some(places)
}

/// A ring and a cross around a point.
fn target(center: Point) -> impl Iterator<Item = Mark> {
    // 24 line segments look like a circle.
    let on = move |step: usize, radius: Um| {
        let (sin, cos) = (step as f64 * std::f64::consts::TAU / 24.0).sin_cos();
        Point::new(
            center.x + Um::from_mm(radius.mm() * cos),
            center.y + Um::from_mm(radius.mm() * sin),
        )
    };
    let ring = (0..24).map(move |step| Stroke {
        from: on(step, TARGET_RADIUS * 2 / 3),
        to: on(step + 1, TARGET_RADIUS * 2 / 3),
    });
    let cross = [0, 6].map(|step| Stroke {
        from: on(step + 12, TARGET_RADIUS),
        to: on(step, TARGET_RADIUS),
    });
    ring.chain(cross).map(hairline)
}

/// Lines as hairlines, unchanged or seen from the other side.
pub(crate) fn hairlines(strokes: &[Stroke], mirror: Option<Mirror>) -> impl Iterator<Item = Mark> {
    let there = move |point: Point| mirror.map_or(point, |mirror| mirror.point(point));
    strokes.iter().map(move |line| {
        hairline(Stroke {
            from: there(line.from),
            to: there(line.to),
        })
    })
}

fn hairline(line: Stroke) -> Mark {
    Mark {
        line,
        width: HAIRLINE,
        on_art: false,
    }
}

/// What else is on a page.
pub(crate) struct Others<'p> {
    pub pieces: &'p [Bounds],
    /// How far art and crop marks extend beyond the pieces.
    pub reach: Um,
    /// How far they extend at least, in order of preference, where there would otherwise be no target or no ruler at all.
    pub least: &'p [Um],
    /// On a back, the line about which its sheet is turned: its rulers are behind those of the front, if there is room.
    pub behind: Option<Orientation>,
}

/// The edge of a page beside which something is preferably printed.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Start,
    End,
}

impl Others<'_> {
    /// Where a ruler goes that runs along this line.
    fn preferred(&self, along: Orientation) -> At {
        match self.behind == Some(along) {
            true => At::Start,
            false => At::End,
        }
    }
}

/// The part of a page where every printer prints, with the rectangles in it that are taken.
struct Room {
    safe: Bounds,
    taken: Vec<Bounds>,
}

impl Room {
    fn new(paper: Size, others: &Others, taken: &[Bounds]) -> Room {
        // The air around each part may be where nothing prints.
        let safe = Bounds::new(Point::default(), paper).grown(AIR - SAFE);
        let pieces = others.pieces.iter().map(|piece| piece.grown(others.reach));
        let taken = pieces.chain(taken.iter().copied()).collect();
        Room { safe, taken }
    }

    /// The room with x and y exchanged.
    fn transposed(self) -> Room {
        let taken = self.taken.into_iter().map(Bounds::transposed).collect();
        Room {
            safe: self.safe.transposed(),
            taken,
        }
    }

    /// The free stretches of bands of this height: at the bottom, at the top, and next to what is taken. Either the bottom or the
    /// top comes first.
    fn stretches(&self, height: Um, first: At) -> impl Iterator<Item = Bounds> {
        let (highest, lowest) = (self.safe.top, self.safe.bottom - height);
        let beside = self
            .taken
            .iter()
            .flat_map(move |taken| [taken.bottom, taken.top - height]);
        let mut inner: Vec<Um> = beside
            .filter(|top| (highest..=lowest).contains(top))
            .collect();
        inner.sort_unstable();
        inner.dedup();
        let edges = match first {
            At::End => [lowest, highest],
            At::Start => [highest, lowest],
        };
        let tops = edges.into_iter().filter(move |top| *top >= highest);
        tops.chain(inner)
            .flat_map(move |top| self.free_in(top, height))
    }

    /// The free stretches of one band, from left to right.
    fn free_in(&self, top: Um, height: Um) -> Vec<Bounds> {
        let width = self.safe.right - self.safe.left;
        let band = Bounds::new(Point::new(self.safe.left, top), Size::new(width, height));
        let within = self.taken.iter().filter(|taken| taken.overlaps(&band));
        let mut within: Vec<&Bounds> = within.collect();
        within.sort_unstable_by_key(|taken| taken.left);
        let mut free = Vec::new();
        let mut left = band.left;
        for taken in within {
            if taken.left > left {
                let right = taken.left;
                free.push(Bounds {
                    left,
                    right,
                    ..band
                });
            }
            left = left.max(taken.right);
        }
        if band.right > left {
            free.push(Bounds { left, ..band });
        }
        free
    }
}

/// The margin of a page; `page` identifies it: "sheet 1 of 2". `taken` is kept free as well. On some precut paper it is empty.
pub(crate) fn margin(
    paper: Size,
    notes: &Notes,
    page: &str,
    others: &Others,
    taken: &[Bounds],
) -> Margin {
    let margin = rulers(paper, notes, others, taken);
    let taken: Vec<Bounds> = taken.iter().copied().chain(margin.bounds()).collect();
    let said = identity(Room::new(paper, others, &taken), notes, page)
        .unwrap_or_else(|| at_the_edge(paper, notes, page, others));
    let is_covered = |place: Bounds| others.pieces.iter().any(|piece| piece.overlaps(&place));
    if said.bounds().any(is_covered) {
        return margin;
    }
    margin.with(said)
}

/// The rulers across and down the page beside all art and crop marks; or one of them closer to the pieces, if that is allowed.
fn rulers(paper: Size, notes: &Notes, others: &Others, taken: &[Bounds]) -> Margin {
    let room = |reach: Um, more: &Margin| {
        let taken: Vec<Bounds> = taken.iter().copied().chain(more.bounds()).collect();
        Room::new(paper, &Others { reach, ..*others }, &taken)
    };
    let alone = if is_metric(paper) { &METRIC } else { &INCHES };
    let none = Margin::default();
    // Paper turned about a vertical line has its right edge at the left: the ruler down the page goes there.
    let lying = others.preferred(Orientation::Horizontal);
    let standing = others.preferred(Orientation::Vertical);
    let found = across(room(others.reach, &none), notes, lying);
    let second = if found.is_some() { &INCHES } else { alone };
    let margin = found.unwrap_or_default();
    let found = down(room(others.reach, &margin), notes, second, standing);
    let margin = margin.with(found.unwrap_or_default());
    if !margin.marks.is_empty() {
        return margin;
    }
    // Inches are the shortest word, for the narrowest margins.
    let closer = others.least.iter().find_map(|reach| {
        let room = || room(*reach, &none);
        across(room(), notes, lying)
            .or_else(|| down(room(), notes, alone, standing))
            .or_else(|| down(room(), notes, &INCHES, standing))
    });
    closer.unwrap_or_default()
}

/// Whether paper has the size of a standard in millimetres: those in inches are whole numbers of half inches.
fn is_metric(paper: Size) -> bool {
    [paper.w, paper.h].iter().any(|side| side.0 % 12_700 != 0)
}

/// How a ruler down the page is divided.
struct Division {
    unit: &'static str,
    /// What one of its parts counts.
    each: i64,
    part: Um,
    ticks: i64,
    shortest: i64,
    longest: i64,
}

static METRIC: Division = Division {
    unit: "mm",
    each: 10,
    part: Um(10_000),
    ticks: 2,
    shortest: 5,
    longest: 10,
};

static INCHES: Division = Division {
    unit: "in",
    each: 1,
    part: Um(25_400),
    ticks: 4,
    shortest: SHORTEST[1],
    longest: 4,
};

/// A ruler of 100 mm with what is said of it, or one of as many whole centimetres as there is room for.
fn across(room: Room, notes: &Notes, at: At) -> Option<Margin> {
    let said = |centimetres: i64| {
        let length = centimetres * 10;
        notes.say("{length} mm. Print at 100 %.", &[("length", &length)])
    };
    let high = tick_length(true) + DESCENT + AIR * 2;
    let beside = BESIDE + notes.width(&said(10)) + AIR * 2;
    let length = |stretch: &Bounds| {
        (stretch.right - stretch.left - beside)
            .0
            .div_euclid(10_000)
            .min(10)
    };
    let stretch = longest(room.stretches(high, at), SHORTEST[0], 10, length)?;
    let centimetres = length(&stretch);
    let mut margin = Margin::default();
    let (start, base) = (stretch.left + AIR, stretch.bottom - AIR - DESCENT);
    let end = start + Um(centimetres * 10_000);
    for tick in 0..=centimetres * 2 {
        let x = start + Um(tick * 5_000);
        margin.line((x, base), (x, base - tick_length(tick % 2 == 0)));
    }
    margin.line((start, base), (end, base));
    margin.take((start, base - tick_length(true)), (end, base));
    margin.text(&said(centimetres), Point::new(end + BESIDE, base), notes);
    Some(margin)
}

/// A ruler of 4 in or 100 mm, or of as many whole parts as there is room for, with ticks between them. Its length is said below
/// it, in one line unless only two leave room for all of it.
fn down(room: Room, notes: &Notes, division: &Division, at: At) -> Option<Margin> {
    let room = room.transposed();
    let unit = division.unit;
    let whole = format!("{} {unit}", division.longest * division.each);
    let fitting = |is_one: bool| {
        let words = notes.width(if is_one { &whole } else { unit });
        let wide = tick_length(true).max(words) + AIR * 2;
        let lines = if is_one { FIRST_LINE } else { SECOND_LINE };
        let length = |stretch: &Bounds| {
            (stretch.right - stretch.left - lines - DESCENT - AIR * 2)
                .0
                .div_euclid(division.part.0)
                .min(division.longest)
        };
        // The left edge is the upper one of the transposed room.
        let (shortest, longest_of) = (division.shortest, division.longest);
        let stretch = longest(room.stretches(wide, at), shortest, longest_of, length)?;
        Some((length(&stretch), stretch))
    };
    let (one, two) = (fitting(true), fitting(false));
    let longer = |found: &Option<(i64, Bounds)>| found.map_or(0, |(parts, _)| parts);
    let is_one = longer(&one) >= longer(&two);
    let (parts, stretch) = if is_one { one? } else { two? };
    let mut margin = Margin::default();
    let (x, start) = (stretch.top + AIR, stretch.left + AIR);
    let end = start + division.part * parts;
    for tick in 0..=parts * division.ticks {
        let y = start + division.part * tick / division.ticks;
        let is_whole = tick % division.ticks == 0;
        margin.line((x, y), (x + tick_length(is_whole), y));
    }
    margin.line((x, start), (x, end));
    margin.take((x, start), (x + tick_length(true), end));
    let number = (parts * division.each).to_string();
    if is_one {
        let at = Point::new(x, end + FIRST_LINE);
        margin.text(&format!("{number} {unit}"), at, notes);
    } else {
        margin.text(&number, Point::new(x, end + FIRST_LINE), notes);
        margin.text(unit, Point::new(x, end + SECOND_LINE), notes);
    }
    Some(margin)
}

/// From a ruler down the page to the baselines below it.
const FIRST_LINE: Um = Um(2_000);
const SECOND_LINE: Um = Um(3_800);

/// The first stretch with this length or more, or else the one with the greatest length that is enough.
fn longest(
    stretches: impl Iterator<Item = Bounds>,
    enough: i64,
    wanted: i64,
    length: impl Fn(&Bounds) -> i64,
) -> Option<Bounds> {
    let mut best: Option<(i64, Bounds)> = None;
    for stretch in stretches {
        let found = length(&stretch);
        if found >= wanted {
            return Some(stretch);
        }
        if found >= enough && best.is_none_or(|(most, _)| found > most) {
            best = Some((found, stretch));
        }
    }
    best.map(|(_, stretch)| stretch)
}

/// The notes at the right of the foot, shortened if need be, or else of the lowest stretch that holds them.
fn identity(room: Room, notes: &Notes, page: &str) -> Option<Margin> {
    let high = TEXT * 7 / 10 + DESCENT + AIR * 2;
    let end = ending(notes, page);
    let whole = notes.width(&format!("{}{end}", notes.label));
    // A target beside the notes is not read as a letter.
    let free = |stretch: &Bounds| stretch.right - stretch.left - AIR * 4;
    let edges = room.free_in(room.safe.bottom - high, high);
    let shortest = Um(60_000).min(whole);
    let mut stretches = room.stretches(high, At::End);
    let anywhere = stretches.find(|stretch| free(stretch) >= whole);
    let at_foot = || {
        edges
            .into_iter()
            .rev()
            .find(|stretch| free(stretch) >= shortest)
    };
    // Shortened at the foot rather than in full below some piece.
    let foot = room.safe.bottom - high;
    let stretch = anywhere
        .filter(|stretch| stretch.bottom >= foot)
        .or_else(at_foot)
        .or(anywhere)?;
    let label = shortened(notes, &end, free(&stretch));
    let mut margin = Margin::default();
    let at = Point::new(
        stretch.right - AIR * 3 - notes.width(&label),
        stretch.bottom - AIR - DESCENT,
    );
    margin.text(&label, at, notes);
    Some(margin)
}

/// The notes between the pieces and the lower edge.
fn at_the_edge(paper: Size, notes: &Notes, page: &str, others: &Others) -> Margin {
    let label = shortened(notes, &ending(notes, page), paper.w - MARGIN * 2);
    let mut margin = Margin::default();
    let at = Point::new(paper.w - MARGIN - notes.width(&label), paper.h - NEAR);
    margin.text(&label, at, notes);
    // Art does not touch the letters, if there is room for both.
    let lowest = others.pieces.iter().map(|piece| piece.bottom).max();
    if lowest.is_some_and(|lowest| paper.h - lowest >= ROOMY) {
        let top = at.y - TEXT * 7 / 10 - OFF_NOTES;
        margin.take((at.x, top), (at.x + notes.width(&label), at.y));
    }
    margin
}

/// From art to notes below it, where this much or more is between the pieces and the lower edge.
const OFF_NOTES: Um = Um(700);
const ROOMY: Um = Um(7_000);

/// What stands on the back of a sheet that has none.
pub(crate) fn blank(paper: Size, notes: &Notes) -> TextLine<'static> {
    let words = notes.say("This side stays blank.", &[]);
    let at = Point::new((paper.w - notes.width(&words)).half(), paper.h - SAFE * 2);
    text(notes.font, &words, TEXT, at)
}

/// The end of the notes: "sheet 1 of 2   92924c". Whoever prints or cuts a sheet again compares the last word.
fn ending(notes: &Notes, page: &str) -> String {
    match notes.version {
        "" => format!(", {page}"),
        version => format!("   {page}   {version}"),
    }
}

impl<'a> Notes<'a> {
    /// Notes without a version, registration marks or a heading.
    pub fn new(label: &'a str) -> Notes<'a> {
        Notes {
            label,
            version: "",
            font: font(),
            registration: None,
            heading: None,
            aid: None,
            files: None,
        }
    }

    /// A text of the margin; `{name}` is replaced.
    pub fn say(&self, text: &str, with: &[(&str, &dyn Display)]) -> String {
        say(self.files.and_then(Files::language), text, with)
    }

    fn width(&self, text: &str) -> Um {
        Um::from_mm(f64::from(self.font.extent(text).advance) / self.font.units() * TEXT.mm())
    }
}

/// Shortens the label by counting or cutting the last names until it fits `room`, including its end; empty if that is
/// impossible.
fn shortened(notes: &Notes, end: &str, room: Um) -> String {
    let whole = format!("{}{end}", notes.label);
    if notes.width(&whole) <= room {
        return whole;
    }
    // Whole names are dropped first, then letters.
    let names: Vec<&str> = notes.label.split(", ").collect();
    let fewer = (1..names.len()).rev().map(|count| {
        let (first, rest) = (names[..count].join(", "), names.len() - count);
        notes.say(
            "{names} and {count} more",
            &[("names", &first), ("count", &rest)],
        ) + end
    });
    let letters: Vec<char> = notes.label.chars().collect();
    let cut = (0..letters.len())
        .rev()
        .map(|count| format!("{}...{end}", String::from_iter(&letters[..count])));
    fewer
        .chain(cut)
        .find(|text| notes.width(text) <= room)
        .unwrap_or_default()
}

fn tick_length(whole: bool) -> Um {
    if whole { Um(1_400) } else { Um(800) }
}

/// From the ruler to what is said of it.
const BESIDE: Um = Um(1_200);

/// What is kept free around each part.
const AIR: Um = Um(250);

/// How far the letters of the notes reach below their baseline.
const DESCENT: Um = Um(TEXT.0 / 5);

impl Margin {
    fn with(mut self, other: Margin) -> Margin {
        self.marks.extend(other.marks);
        self.words.extend(other.words);
        self.taken.extend(other.taken);
        self
    }

    /// The rectangles that it occupies.
    fn bounds(&self) -> impl Iterator<Item = Bounds> {
        self.taken
            .iter()
            .map(|taken| Bounds::new(taken.at, taken.cell))
    }

    /// Keeps the places of registration targets free, and adds those that are printed.
    pub(crate) fn with_targets(mut self, places: &[Bounds], is_printed: bool) -> Margin {
        for place in places {
            let size = Size::new(place.right - place.left, place.bottom - place.top);
            let at = Point::new(place.left, place.top);
            self.taken.push(Grid::one(at, size));
            if is_printed {
                let middle = Point::new(at.x + size.w.half(), at.y + size.h.half());
                self.marks.extend(target(middle));
            }
        }
        self
    }

    /// Adds the registration marks for a cutting plotter.
    pub fn registered(mut self, pattern: Option<&Pattern>, paper: Size) -> Margin {
        if let Some(pattern) = pattern {
            self.marks.extend(pattern.marks(paper));
            self.taken.extend(pattern.taken(paper));
        }
        self
    }

    fn line(&mut self, from: (Um, Um), to: (Um, Um)) {
        let point = |(x, y)| Point { x, y };
        self.marks.push(hairline(Stroke {
            from: point(from),
            to: point(to),
        }));
    }

    fn text(&mut self, text: &str, at: Point, notes: &Notes) {
        if text.is_empty() {
            return;
        }
        // Capitals rise 0.7 em above the baseline, and descenders reach 0.2 em below it.
        self.take(
            (at.x, at.y - TEXT * 7 / 10),
            (at.x + notes.width(text), at.y + DESCENT),
        );
        let (text, x, y, size) = (text.to_owned().into(), at.x.mm(), at.y.mm(), TEXT.mm());
        self.words.push(TextLine {
            text,
            x,
            y,
            size,
            font: notes.font,
            fill: BLACK,
            tracking: 0.0,
        });
    }

    /// Keeps a rectangle free, and a little around it.
    fn take(&mut self, from: (Um, Um), to: (Um, Um)) {
        let size = Size::new(to.0 - from.0 + AIR * 2, to.1 - from.1 + AIR * 2);
        let at = Point::new(from.0 - AIR, from.1 - AIR);
        self.taken.push(Grid::one(at, size));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::press::sheet::measures::EDGE;

    #[test]
    fn what_is_said_beside_the_ruler_stays_on_narrow_paper() {
        let notes = Notes::new("Owls");
        for wide in [70, 100, 120, 125, 134, 150, 210] {
            let paper = Size::new(Um(wide * 1_000), Um(180_000));
            let others = Others {
                pieces: &[],
                reach: Um::ZERO,
                least: &[],
                behind: None,
            };
            let margin = margin(paper, &notes, "sheet 1 of 1", &others, &[]);
            assert!(margin.words.len() >= 3, "{wide} mm");
            for word in &margin.words {
                let end = Um::from_mm(word.x) + notes.width(&word.text);
                assert!(end <= paper.w - EDGE, "{} on {wide} mm", word.text);
            }
        }
    }

    #[test]
    fn the_ruler_down_a_back_is_behind_that_of_its_front() {
        let notes = Notes::new("Owls");
        let lefts = [
            None,
            Some(Orientation::Vertical),
            Some(Orientation::Horizontal),
        ];
        let lefts = lefts.map(|behind| {
            let piece = Bounds::new(
                Point::new(Um(20_000), Um(20_000)),
                Size::new(Um(170_000), Um(250_000)),
            );
            let others = Others {
                pieces: &[piece],
                reach: Um::ZERO,
                least: &[],
                behind,
            };
            let margin = margin(Size::A4, &notes, "sheet 1 of 1", &others, &[]);
            let standing = |mark: &&Mark| mark.line.from.x == mark.line.to.x;
            let long = |mark: &&Mark| mark.line.to.y - mark.line.from.y > Um(50_000);
            let ruler = margin.marks.iter().filter(standing).find(long).unwrap();
            ruler.line.from.x < Size::A4.w.half()
        });
        assert_eq!(lefts, [false, true, false]);
    }
}
