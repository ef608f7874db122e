//! The contents of the margin: rulers that verify the scale, notes that identify the sheet, and targets in the corners.
//!
//! Many printers print nothing within 4.2 mm of the edge of the paper, and some nothing within 6.35 mm. Pieces keep a distance
//! of [`MARGIN`] from the edge, and everything else a distance of [`EDGE`](crate::press::sheet::measures::EDGE). Where pieces
//! leave room, each part of the margin keeps 6.5 mm; elsewhere it is between the pieces and the edge. There
//! is a ruler of 100 mm with the notes at the bottom, and one of 4 in on the left, since a printer may stretch only one
//! direction.

use std::fmt::Display;

use super::heading::Heading;
use crate::face::{Font, TextLine};
use crate::kit::language::say;
use crate::kit::{Files, Point, Size, Um};
use crate::press::sheet::bounds::Bounds;
use crate::press::sheet::measures::{BLACK, MARGIN, TEXT, font};
use crate::press::sheet::registration::Pattern;
use crate::press::sheet::{Grid, Mark, Mirror, Stroke};

/// The distance from the edge of the paper to a ruler's line and to the notes' baseline: where every printer prints, or else
/// beside the pieces.
const LINES: [Um; 2] = [SAFE, Um(4_000)];

/// The distance from the edge that no printer needs for itself.
const SAFE: Um = Um(6_500);

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

/// The distance of registration targets from the corner of the paper, and their radius. Outside they fit between the rulers and
/// the edge, inside between the rulers' ends and the corner.
const TARGETS: [Um; 2] = [Um(7_600), Um(4_600)];
const TARGET_RADIUS: Um = Um(1_000);

/// Registration targets in the corners, the same on fronts and backs, since they mirror each other.
pub(crate) fn targets(paper: Size, others: &Others) -> Vec<Mark> {
    let centers = |inset: Um| {
        let (right, bottom) = (paper.w - inset, paper.h - inset);
        let all = [
            (inset, inset),
            (right, inset),
            (inset, bottom),
            (right, bottom),
        ];
        all.map(|(x, y)| Point::new(x, y))
    };
    let around = |center: Point| {
        let radius = TARGET_RADIUS + AIR;
        let at = Point::new(center.x - radius, center.y - radius);
        Bounds::new(at, Size::new(radius * 2, radius * 2))
    };
    let [inside, outside] = TARGETS.map(centers);
    let is_free = inside.iter().all(|center| others.leave(&around(*center)));
    let centers = if is_free { inside } else { outside };
    centers.into_iter().flat_map(target).collect()
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
}

impl Others<'_> {
    /// Whether they leave a rectangle to the margin.
    fn leave(&self, rectangle: &Bounds) -> bool {
        let overlaps = |piece: &Bounds| piece.grown(self.reach).overlaps(rectangle);
        !self.pieces.iter().any(overlaps)
    }
}

/// The margin of a page; `page` identifies it: "sheet 1 of 2". It is empty if pieces reach into it, as on some precut paper.
pub(crate) fn margin(paper: Size, notes: &Notes, page: &str, others: &Others) -> Margin {
    let part = |part: fn(Size, &Notes, &str, Um) -> Margin| {
        let [inside, outside] = LINES.map(|line| part(paper, notes, page, line));
        if inside.bounds().all(|taken| others.leave(&taken)) {
            inside
        } else {
            outside
        }
    };
    let margin = part(bottom).with(part(left));
    let is_covered = |taken: Bounds| others.pieces.iter().any(|piece| piece.overlaps(&taken));
    if margin.bounds().any(is_covered) {
        Margin::default()
    } else {
        margin
    }
}

/// Where a ruler at this distance from the edge begins, so that there is room for a target in the corner.
fn start(line: Um) -> Um {
    if line == SAFE {
        SAFE + Um(3_000)
    } else {
        MARGIN
    }
}

/// 100 mm, or as many whole centimetres as fit beside what is said of them, and the notes.
fn bottom(paper: Size, notes: &Notes, page: &str, line: Um) -> Margin {
    let mut margin = Margin::default();
    let start = start(line);
    let bottom = paper.h - line;
    let said = |centimetres: i64| {
        let length = centimetres * 10;
        notes.say("{length} mm. Print at 100 %.", &[("length", &length)])
    };
    let room = paper.w - start * 2 - BESIDE - notes.width(&said(10));
    let centimetres = (room.0 / 10_000).clamp(0, 10);
    let ruled = Um(centimetres * 10_000);
    for tick in 0..=centimetres * 2 {
        let x = start + Um(tick * 5_000);
        margin.line((x, bottom), (x, bottom - tick_length(tick % 2 == 0)));
    }
    margin.line((start, bottom), (start + ruled, bottom));
    margin.take((start, bottom - tick_length(true)), (start + ruled, bottom));

    let at = start + ruled + BESIDE;
    // Leaves room for the target in the corner.
    let end = paper.w - start - Um(500);
    let free = end - at;
    let scale = said(centimetres);
    let version = match notes.version {
        "" => String::new(),
        version => format!(
            "   {}",
            notes.say("layout {version}", &[("version", &version)])
        ),
    };
    let label = shortened(
        notes,
        &format!("{version}, {page}"),
        free - notes.width(&scale) - Um(3_000),
    );
    margin.text(&scale, Point { x: at, y: bottom }, notes);
    margin.text(
        &label,
        Point {
            x: end - notes.width(&label),
            y: bottom,
        },
        notes,
    );
    margin
}

/// 4 in, or as many whole inches as fit, with ticks at the quarters.
fn left(paper: Size, notes: &Notes, _: &str, line: Um) -> Margin {
    let mut margin = Margin::default();
    let start = start(line);
    let inches = ((paper.h - start * 2).0 / 25_400).clamp(0, 4);
    let end = start + Um(inches * 25_400);
    for tick in 0..=inches * 4 {
        let y = start + Um(tick * 6_350);
        margin.line((line, y), (line + tick_length(tick % 4 == 0), y));
    }
    margin.line((line, start), (line, end));
    margin.take((line, start), (line + tick_length(true), end));
    // One below the other, since they are wider than the band side by side.
    for (text, below) in [(&*inches.to_string(), Um(2_000)), ("in", Um(3_800))] {
        let at = Point::new(line, end + below);
        margin.text(text, at, notes);
    }
    margin
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
            (at.x + notes.width(text), at.y + TEXT / 5),
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
            };
            let margin = margin(paper, &notes, "sheet 1 of 1", &others);
            assert!(margin.words.len() >= 3, "{wide} mm");
            for word in &margin.words {
                let end = Um::from_mm(word.x) + notes.width(&word.text);
                assert!(end <= paper.w - EDGE, "{} on {wide} mm", word.text);
            }
        }
    }
}
