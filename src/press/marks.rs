//! What stands in the margin: rulers that prove the scale, and which sheet this is.
//!
//! Most printers print to 4.2 mm from the edge of the paper or better. Pieces keep [`MARGIN`] from it, marks and the runs
//! of cut lines [`EDGE`]; so the marks have a band of 2.5 mm: a ruler of 100 mm and the notes at the bottom, a ruler of 4 in
//! at the left, because a printer may stretch one direction and not the other.

use super::crops::CutMarks;
use super::cuts::Grid;
use super::registration::Pattern;
use super::{Mark, Point, Stroke};
use crate::face::TextLine;
use crate::kit::{Size, Um};

/// Nothing is printed nearer to the edge of the paper.
pub const EDGE: Um = Um(3_500);

/// No piece is nearer to the edge of the paper.
pub const MARGIN: Um = Um(6_000);

/// The em of the notes: 1.8 mm, a little more than 5 pt.
pub const TEXT: Um = Um(1_800);

/// From the edge of the paper to a ruler's line and to the notes' baseline.
const LINE: Um = Um(4_000);

const HAIRLINE: Um = Um(100);
const BLACK: [u8; 3] = [0; 3];

/// What the margin says, and which other marks a sheet has.
pub struct Notes<'a> {
    /// Kit, paper and ink: "Dungeon in a Tin, A4, color". The number of the page is added to it.
    pub label: &'a str,
    /// The index of the notes' font.
    pub font: usize,
    /// How wide a text is in that font, in ems.
    pub measure: &'a dyn Fn(&str) -> f64,
    pub cut_marks: CutMarks,
    /// What a cutting plotter looks for, if one does.
    pub registration: Option<&'static Pattern>,
}

/// Marks, and the rectangles that they need for themselves.
#[derive(Clone, Debug, Default)]
pub struct Margin {
    pub marks: Vec<Mark>,
    pub taken: Vec<Grid>,
}

/// The margin of one page.
pub fn margin(paper: Size, notes: &Notes, page: usize, pages: usize) -> Margin {
    let mut margin = Margin::default();
    let width = (paper.w - MARGIN * 2).0;
    let bottom = paper.h - LINE;
    // 100 mm, or as many centimetres as the paper has.
    let centimetres = (width / 10_000).clamp(0, 10);
    let ruled = Um(centimetres * 10_000);
    for tick in 0..=centimetres * 2 {
        let x = MARGIN + Um(tick * 5_000);
        margin.line((x, bottom), (x, bottom - tick_length(tick % 2 == 0)));
    }
    margin.line((MARGIN, bottom), (MARGIN + ruled, bottom));
    margin.take((MARGIN, bottom - tick_length(true)), (MARGIN + ruled, bottom));
    // 4 in, or as many as the paper has; ticks are quarters.
    let inches = ((paper.h - MARGIN * 2).0 / 25_400).clamp(0, 4);
    let end = MARGIN + Um(inches * 25_400);
    for tick in 0..=inches * 4 {
        let y = MARGIN + Um(tick * 6_350);
        margin.line((LINE, y), (LINE + tick_length(tick % 4 == 0), y));
    }
    margin.line((LINE, MARGIN), (LINE, end));
    margin.take((LINE, MARGIN), (LINE + tick_length(true), end));
    // One below the other: side by side they are wider than the band.
    margin.text(&inches.to_string(), Point { x: LINE, y: end + Um(2_000) }, notes);
    margin.text("in", Point { x: LINE, y: end + Um(3_800) }, notes);

    let at = MARGIN + ruled + Um(1_200);
    let free = paper.w - MARGIN - at;
    let scale = format!("{} mm. Print at 100 %.", centimetres * 10);
    let label = shortened(notes, &format!(", sheet {page} of {pages}"), free - notes.width(&scale) - Um(3_000));
    margin.text(&scale, Point { x: at, y: bottom }, notes);
    margin.text(&label, Point { x: paper.w - MARGIN - notes.width(&label), y: bottom }, notes);
    if let Some(pattern) = notes.registration {
        margin.marks.extend(pattern.marks(paper));
        margin.taken.extend(pattern.taken(paper));
    }
    margin
}

impl<'a> Notes<'a> {
    /// With printed cut lines, and nothing for plotters.
    pub fn new(label: &'a str, font: usize, measure: &'a dyn Fn(&str) -> f64) -> Notes<'a> {
        Notes { label, font, measure, cut_marks: CutMarks::Lines, registration: None }
    }

    fn width(&self, text: &str) -> Um {
        Um::from_mm((self.measure)(text) * TEXT.mm())
    }
}

/// The label with its end, shortened in the middle until it is no wider than `room`; nothing if that is impossible.
fn shortened(notes: &Notes, end: &str, room: Um) -> String {
    let whole = format!("{}{end}", notes.label);
    if notes.width(&whole) <= room {
        return whole;
    }
    let letters: Vec<char> = notes.label.chars().collect();
    let cut = (0..letters.len()).rev().map(|count| format!("{}...{end}", String::from_iter(&letters[..count])));
    cut.into_iter().find(|text| notes.width(text) <= room).unwrap_or_default()
}

fn tick_length(whole: bool) -> Um {
    if whole { Um(1_400) } else { Um(800) }
}

impl Margin {
    fn line(&mut self, from: (Um, Um), to: (Um, Um)) {
        let point = |(x, y)| Point { x, y };
        self.marks.push(Mark::Line(Stroke { from: point(from), to: point(to) }, HAIRLINE));
    }

    fn text(&mut self, text: &str, at: Point, notes: &Notes) {
        if text.is_empty() {
            return;
        }
        // Capitals rise 0.7 em above the baseline, descenders fall 0.2 em below it.
        self.take((at.x, at.y - TEXT * 7 / 10), (at.x + notes.width(text), at.y + TEXT / 5));
        self.marks.push(Mark::Text(TextLine {
            text: text.to_owned(),
            x: at.x.mm(),
            y: at.y.mm(),
            size: TEXT.mm(),
            font: notes.font,
            fill: BLACK,
            tracking: 0.0,
        }));
    }

    /// Keeps a rectangle free, with a quarter of a millimetre around it.
    fn take(&mut self, from: (Um, Um), to: (Um, Um)) {
        let air = Um(250);
        let size = Size::new(to.0 - from.0 + air * 2, to.1 - from.1 + air * 2);
        self.taken.push(Grid::one(Point { x: from.0 - air, y: from.1 - air }, size));
    }
}
