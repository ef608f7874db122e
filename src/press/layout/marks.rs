//! The contents of the margin: rulers that verify the scale, and notes that identify the sheet.
//!
//! Most printers can print to within 4.2 mm of the edge of the paper or closer. Pieces keep a distance of [`MARGIN`] from
//! it, and marks and the ends of cut lines a distance of [`EDGE`](crate::press::sheet::measures::EDGE). This leaves a band
//! of 2.5 mm for the marks: a ruler of 100 mm and the notes at the bottom, and a ruler of 4 in on the left, since a printer
//! may stretch only one direction.

use std::fmt::Display;

use super::heading::Heading;
use crate::face::{Font, TextLine};
use crate::kit::language::say;
use crate::kit::{Files, Point, Size, Um};
use crate::press::sheet::measures::{BLACK, MARGIN, TEXT, font};
use crate::press::sheet::registration::Pattern;
use crate::press::sheet::{Grid, Mark, Mirror, Stroke};

/// The distance from the edge of the paper to a ruler's line and to the notes' baseline.
const LINE: Um = Um(4_000);

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

/// The distance of registration targets from the corner of the paper, and their radius; they fit between the rulers and the
/// edge.
const TARGET: Um = Um(4_600);
const TARGET_RADIUS: Um = Um(1_000);

/// Registration targets in the corners, the same on fronts and backs, since they mirror each other.
pub fn targets(paper: Size) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (x, y) in [
        (TARGET, TARGET),
        (paper.w - TARGET, TARGET),
        (TARGET, paper.h - TARGET),
        (paper.w - TARGET, paper.h - TARGET),
    ] {
        // 24 line segments look like a circle.
        let on = |step: usize, radius: Um| {
            let (sin, cos) = (step as f64 * std::f64::consts::TAU / 24.0).sin_cos();
            Point::new(
                x + Um::from_mm(radius.mm() * cos),
                y + Um::from_mm(radius.mm() * sin),
            )
        };
        let ring = (0..24).map(|step| Stroke {
            from: on(step, TARGET_RADIUS * 2 / 3),
            to: on(step + 1, TARGET_RADIUS * 2 / 3),
        });
        let cross = [0, 6].map(|step| Stroke {
            from: on(step + 12, TARGET_RADIUS),
            to: on(step, TARGET_RADIUS),
        });
        marks.extend(ring.chain(cross).map(hairline));
    }
    marks
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

/// The margin of a page; `page` identifies it: "sheet 1 of 2".
pub fn margin(paper: Size, notes: &Notes, page: &str) -> Margin {
    let mut margin = Margin::default();
    let width = (paper.w - MARGIN * 2).0;
    let bottom = paper.h - LINE;
    // 100 mm, or as many whole centimetres as fit.
    let centimetres = (width / 10_000).clamp(0, 10);
    let ruled = Um(centimetres * 10_000);
    for tick in 0..=centimetres * 2 {
        let x = MARGIN + Um(tick * 5_000);
        margin.line((x, bottom), (x, bottom - tick_length(tick % 2 == 0)));
    }
    margin.line((MARGIN, bottom), (MARGIN + ruled, bottom));
    margin.take(
        (MARGIN, bottom - tick_length(true)),
        (MARGIN + ruled, bottom),
    );
    // 4 in, or as many whole inches as fit, with ticks at the quarters.
    let inches = ((paper.h - MARGIN * 2).0 / 25_400).clamp(0, 4);
    let end = MARGIN + Um(inches * 25_400);
    for tick in 0..=inches * 4 {
        let y = MARGIN + Um(tick * 6_350);
        margin.line((LINE, y), (LINE + tick_length(tick % 4 == 0), y));
    }
    margin.line((LINE, MARGIN), (LINE, end));
    margin.take((LINE, MARGIN), (LINE + tick_length(true), end));
    // One below the other, since they are wider than the band side by side.
    margin.text(
        &inches.to_string(),
        Point {
            x: LINE,
            y: end + Um(2_000),
        },
        notes,
    );
    margin.text(
        "in",
        Point {
            x: LINE,
            y: end + Um(3_800),
        },
        notes,
    );

    let at = MARGIN + ruled + Um(1_200);
    // Leaves room for the target in the corner.
    let end = paper.w - MARGIN - Um(500);
    let free = end - at;
    let scale = notes.say(
        "{length} mm. Print at 100 %.",
        &[("length", &(centimetres * 10))],
    );
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

impl Margin {
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

    /// Keeps a rectangle free, plus a quarter of a millimetre around it.
    fn take(&mut self, from: (Um, Um), to: (Um, Um)) {
        let air = Um(250);
        let size = Size::new(to.0 - from.0 + air * 2, to.1 - from.1 + air * 2);
        self.taken.push(Grid::one(
            Point {
                x: from.0 - air,
                y: from.1 - air,
            },
            size,
        ));
    }
}
