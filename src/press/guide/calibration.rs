//! The calibration sheet: crosses at exact positions, the distances to measure, and instructions.

use crate::face::{Fonts, TextLine};
use crate::kit::{Point, Side, Size, Um};
use crate::press::layout::marks::{self, Notes, Others};
use crate::press::paper::written;
use crate::press::printer::targets::{Edge, INSET, Span, crosses};
use crate::press::printer::{Target, targets};
use crate::press::sheet::measures::MARGIN;
use crate::press::sheet::{Job, Mark, Meta, Sheet, Stroke};

/// The smallest paper with room for the sheet.
pub const MIN_PAPER: Size = Size::new(Um(190_000), Um(250_000));

const HAIRLINE: Um = Um(100);
/// The length of a cross's arms, and the gap between them and the lines to it.
const ARM: Um = Um(7_000);
const AIR: Um = Um(1_000);
const BADGE: Um = Um(5_000);
pub(super) const BLACK: [u8; 3] = [0; 3];
const WHITE: [u8; 3] = [255; 3];

/// The instructions, in lines that fit between the crosses on [`MIN_PAPER`] paper; an empty line is a pause.
const FRONT: [&str; 13] = [
    "Print both pages on one sheet of paper: two-sided, turned on the long edge, at",
    "100 % (\u{201c}actual size\u{201d}), never \u{201c}fit to page\u{201d}. If your printer prints one side",
    "only, turn the sheet as you will for your games.",
    "",
    "Measure the numbered distances with a steel ruler, to a tenth of a millimetre if",
    "you can: from the very edge of the paper to the middle of a cross, or from cross",
    "to cross. Write them down below.",
    "",
    "Then turn the sheet like the page of a book, so that its left edge comes to the",
    "right, and measure the other six.",
    "",
    "Type what you wrote down; the program asks for each, and Enter skips one:",
    "",
];
const BACK: [&str; 5] = [
    "This is the other side. Its right edge is the left edge of the front: measure",
    "from there, and from the top.",
    "",
    "Then type all twelve; the program asks for each, and Enter skips one:",
    "",
];

/// The two pages for this paper.
pub fn sheet(paper: Size, paper_name: &str) -> Job {
    let sheets = [Side::Front, Side::Back].map(|side| {
        let mut page = Page::default();
        page.crosses(paper);
        for target in targets(paper).iter().filter(|target| target.side == side) {
            page.target(target, paper);
        }
        page.words(side, paper, paper_name);
        page.margin(side, paper, paper_name);
        let title = format!("Calibration, {}", side.name());
        let size = paper;
        Sheet {
            size,
            title,
            side,
            marks: page.marks.into(),
            words: page.words,
            ..Sheet::default()
        }
    });
    let meta = Meta {
        title: "Printer calibration".into(),
        subject: format!("Measure it to correct a printer, {paper_name}"),
        language: "en".into(),
        ..Meta::default()
    };
    Job {
        meta,
        sheets: sheets.into(),
        ..Job::default()
    }
}

#[derive(Default)]
pub(super) struct Page {
    pub marks: Vec<Mark>,
    pub words: Vec<TextLine<'static>>,
}

#[derive(Clone, Copy)]
pub(super) enum TextStyle {
    Title,
    Body,
    Small,
}

impl TextStyle {
    /// The family, the weight, and the size in mm.
    fn font(self) -> (&'static str, u16, f64) {
        match self {
            TextStyle::Title => ("Cinzel", 700, 9.0),
            TextStyle::Body => ("Alegreya", 400, 3.9),
            TextStyle::Small => ("Barlow Condensed", 600, 3.6),
        }
    }
}

impl Page {
    pub fn line(&mut self, from: (Um, Um), to: (Um, Um), width: Um) {
        let point = |(x, y)| Point { x, y };
        self.marks.push(Mark {
            line: Stroke {
                from: point(from),
                to: point(to),
            },
            width,
            on_art: false,
        });
    }

    pub fn text(&mut self, text: &str, x: f64, y: f64, style: TextStyle, fill: [u8; 3]) {
        let (family, weight, size) = style.font();
        let font = Fonts::plain(family, weight);
        self.words.push(TextLine {
            text: text.to_owned().into(),
            x,
            y,
            size,
            font,
            fill,
            tracking: 0.0,
        });
    }

    /// The width of a text, in mm.
    pub fn width(&self, text: &str, style: TextStyle) -> f64 {
        let (family, weight, size) = style.font();
        let font = Fonts::plain(family, weight);
        f64::from(font.extent(text).advance) / font.units() * size
    }

    fn crosses(&mut self, paper: Size) {
        for Point { x, y } in crosses(paper) {
            self.line((x - ARM, y), (x + ARM, y), HAIRLINE);
            self.line((x, y - ARM), (x, y + ARM), HAIRLINE);
        }
    }

    /// Draws a distance: its line, an arrow at each end, and its number.
    fn target(&mut self, target: &Target, paper: Size) {
        let clear = ARM + AIR;
        // The margin has marks of its own in the first 6 mm.
        let edge = MARGIN + AIR;
        let (from, to, ends, badge) = match target.span {
            Span::Edge(Edge::Left, cross) => (
                (edge, cross.y),
                (cross.x - clear, cross.y),
                [true, false],
                (cross.x - clear - AIR * 2, cross.y + BADGE),
            ),
            Span::Edge(Edge::Right, cross) => (
                (paper.w - edge, cross.y),
                (cross.x + clear, cross.y),
                [true, false],
                (cross.x + clear + AIR * 2, cross.y + BADGE),
            ),
            Span::Edge(Edge::Top, cross) => {
                let aside = if cross.x < paper.w.half() {
                    BADGE
                } else {
                    -BADGE
                };
                (
                    (cross.x, edge),
                    (cross.x, cross.y - clear),
                    [true, false],
                    (cross.x + aside, cross.y - clear - AIR * 2),
                )
            }
            Span::Across(left, right) => (
                (left.x + clear, left.y),
                (right.x - clear, right.y),
                [true, true],
                ((left.x + right.x).half(), left.y + BADGE),
            ),
            Span::Down(upper, lower) => {
                let aside = if upper.x < paper.w.half() {
                    BADGE
                } else {
                    -BADGE
                };
                let middle = (upper.y + lower.y).half();
                (
                    (upper.x, upper.y + clear),
                    (upper.x, lower.y - clear),
                    [true, true],
                    (upper.x + aside, middle),
                )
            }
        };
        self.line(from, to, HAIRLINE);
        for (ends, at, other) in [(ends[0], from, to), (ends[1], to, from)] {
            if ends {
                self.arrow(at, other);
            }
        }
        self.badge(&target.number.to_string(), badge);
    }

    /// Draws the two strokes of an arrowhead on a horizontal or vertical line.
    fn arrow(&mut self, tip: (Um, Um), other: (Um, Um)) {
        let (long, wide) = (Um(1_800), Um(700));
        let toward = |one: Um, two: Um| Um((two - one).0.signum() * long.0);
        let level = tip.1 == other.1;
        for aside in [wide, -wide] {
            let end = if level {
                (tip.0 + toward(tip.0, other.0), tip.1 + aside)
            } else {
                (tip.0 + aside, tip.1 + toward(tip.1, other.1))
            };
            self.line(tip, end, Um(200));
        }
    }

    /// Draws a number, white on black, centred on a point.
    pub fn badge(&mut self, number: &str, (x, y): (Um, Um)) {
        self.line((x - BADGE.half(), y), (x + BADGE.half(), y), BADGE);
        let width = self.width(number, TextStyle::Small);
        self.text(
            number,
            x.mm() - width / 2.0,
            y.mm() + 1.25,
            TextStyle::Small,
            WHITE,
        );
    }

    /// Adds the title, the instructions and the blanks to fill in.
    fn words(&mut self, side: Side, paper: Size, paper_name: &str) {
        let left = (paper.w.mm() - 130.0) / 2.0;
        let mut y = INSET.mm() + 32.0;
        self.text("Printer calibration", left, y, TextStyle::Title, BLACK);
        let what = format!("{}, {} mm, {}", written(paper_name), paper, side.name());
        self.text(&what, left, y + 8.0, TextStyle::Small, BLACK);
        self.line(
            (Um::from_mm(left), Um::from_mm(y + 11.5)),
            (Um::from_mm(left + 130.0), Um::from_mm(y + 11.5)),
            Um(300),
        );
        y += 20.0;
        let lines: &[&str] = match side {
            Side::Front => &FRONT,
            Side::Back => &BACK,
        };
        for line in lines {
            self.text(line, left, y, TextStyle::Body, BLACK);
            y += if line.is_empty() { 3.0 } else { 5.4 };
        }
        let named = if paper_name == "a4" {
            String::new()
        } else {
            format!(" --paper {paper_name}")
        };
        // One hyphen at a time, since the font turns two into a dash.
        let mut x = left + 5.0;
        for part in format!("paperkeep calibrate{named} --measured").split_inclusive('-') {
            self.text(part, x, y, TextStyle::Small, BLACK);
            x += self.width(part, TextStyle::Small) + 0.2;
        }
        y += 15.0;
        for target in targets(paper).iter().filter(|target| target.side == side) {
            let at = Um::from_mm(y);
            self.badge(
                &target.number.to_string(),
                (Um::from_mm(left + 2.5), at - Um(1_300)),
            );
            self.text(&target.words(paper), left + 9.0, y, TextStyle::Body, BLACK);
            let nominal = format!("{} mm", target.nominal(paper));
            self.text(
                &nominal,
                left + 91.0 - self.width(&nominal, TextStyle::Small),
                y,
                TextStyle::Small,
                BLACK,
            );
            self.line(
                (Um::from_mm(left + 96.0), at + Um(500)),
                (Um::from_mm(left + 122.0), at + Um(500)),
                Um(200),
            );
            self.text("mm", left + 124.0, y, TextStyle::Small, BLACK);
            y += 9.0;
        }
    }

    /// Adds the rulers that every sheet has.
    fn margin(&mut self, side: Side, paper: Size, paper_name: &str) {
        let label = format!("Printer calibration   {}", written(paper_name));
        let others = Others {
            pieces: &[],
            reach: Um::ZERO,
            least: &[],
            behind: None,
        };
        let margin = marks::margin(paper, &Notes::new(&label), side.name(), &others, &[]);
        self.marks.extend(margin.marks);
        self.words.extend(margin.words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cross_stands_where_the_fit_expects_it() {
        for paper in [
            Size::new(Um(210_000), Um(297_000)),
            Size::new(Um(215_900), Um(279_400)),
            MIN_PAPER,
        ] {
            let job = sheet(paper, "a4");
            for sheet in &job.sheets {
                let has = |from: Point, to: Point| {
                    sheet
                        .marks
                        .iter()
                        .any(|mark| mark.line == Stroke { from, to })
                };
                for Point { x, y } in crosses(paper) {
                    assert!(has(Point { x: x - ARM, y }, Point { x: x + ARM, y }));
                    assert!(has(Point { x, y: y - ARM }, Point { x, y: y + ARM }));
                }
            }
        }
    }

    #[test]
    fn words_stay_between_the_crosses() {
        let page = Page::default();
        for line in FRONT.iter().chain(&BACK) {
            assert!(
                page.width(line, TextStyle::Body) <= 130.0,
                "{line}: {}",
                page.width(line, TextStyle::Body)
            );
        }
    }
}
