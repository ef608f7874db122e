//! Finds the print setting that made a ruler too short or too long.
//!
//! The effect of a print dialog depends on two page sizes: the one the sheet was made for, and the one in the tray. So the
//! ratios are computed, not listed.

use std::ops::RangeInclusive;

use crate::kit::{Size, Um};

/// A paper with its name.
pub type Paper = (&'static str, Size);

/// The papers in common use.
pub const PAPERS: [Paper; 4] = [
    ("A4", Size::A4),
    ("Letter", Size::new(Um(215_900), Um(279_400))),
    ("A3", Size::new(Um(297_000), Um(420_000))),
    ("A5", Size::new(Um(148_000), Um(210_000))),
];

/// The margins that printers cannot print on: from 3 mm (better inkjets) and 1/6 in (most laser printers) to 1/4 in (older
/// ones).
const BLANK: [Um; 2] = [Um(3_000), Um(6_350)];

/// The units per inch of programs that ignore an SVG's millimetres, where CSS has 96: 90 in Inkscape before 0.92, 72 in
/// Adobe Illustrator.
const UNITS: [u32; 2] = [90, 72];

/// The precision of a measured ratio: a ruler can be read to about 0.3 mm.
pub fn reading(ruler: Um) -> f64 {
    0.3 / ruler.mm()
}

/// Up to this deviation, a print is as exact as paper, which expands and shrinks by a tenth of a percent with humidity.
pub const TRUE: f64 = 0.0015;

/// Up to this deviation the printer is the cause, beyond it a setting.
pub const PRINTER: f64 = 0.012;

/// The rulers of a sheet where there is room for all of them: across it, and down it (4 in, which is 101.6 mm). One that is alone on
/// metric paper is 100 mm too.
pub const RULERS: [Um; 2] = [Um(100_000), Um(101_600)];

/// Something that changes the scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// The explanation, as a clause: "the sheet for A4 was fitted to Letter".
    pub what: String,
    /// Advice for the next print.
    pub instead: String,
    /// The range of printed length over true length.
    pub ratio: RangeInclusive<f64>,
}

impl Cause {
    /// The distance of a ratio from the range; zero within it.
    pub fn distance(&self, ratio: f64) -> f64 {
        (self.ratio.start() - ratio)
            .max(ratio - self.ratio.end())
            .max(0.0)
    }
}

/// The scale that makes a page as large as possible within an area, with both upright or both turned.
pub fn fitted(page: Size, room: Size) -> f64 {
    (room.w.mm() / page.w.mm()).min(room.h.mm() / page.h.mm())
}

/// All known causes of a wrong scale for a sheet made for `page`, as they show on a ruler of this length.
pub fn causes(page: Paper, ruler: Um) -> Vec<Cause> {
    let (name, size) = page;
    let actual = "choose \u{201c}Actual size\u{201d} or 100 %, not \u{201c}Fit\u{201d}";
    let mut causes = Vec::new();
    for (loaded, room) in PAPERS {
        let whole = fitted(size, room);
        let narrow = |blank: Um| fitted(size, Size::new(room.w - blank * 2, room.h - blank * 2));
        if loaded != name {
            let better = match loaded {
                "A4" | "Letter" => format!(
                    "build for the paper you have, --paper {}, and {actual}",
                    loaded.to_lowercase()
                ),
                _ => format!("load {name}, and {actual}"),
            };
            causes.push(Cause {
                what: format!("the sheet for {name} was fitted to the whole of {loaded}"),
                instead: better.clone(),
                ratio: whole..=whole,
            });
            causes.push(Cause {
                what: format!("the sheet for {name} was fitted to the printable area of {loaded}"),
                instead: better,
                ratio: narrow(BLANK[1])..=narrow(BLANK[0]),
            });
        } else {
            causes.push(Cause {
                what: "the page was fitted to the printable area, or shrunk as \u{201c}oversized\u{201d}".into(),
                instead: format!("{actual} and not \u{201c}Shrink oversized pages\u{201d}"),
                ratio: narrow(BLANK[1])..=narrow(BLANK[0]),
            });
        }
    }
    let half = fitted(size, Size::new(size.h.half(), size.w));
    causes.push(Cause {
        what: "two pages were printed on one sheet".into(),
        instead: "choose one page per sheet, at 100 %".into(),
        ratio: half..=half,
    });
    for units in UNITS {
        for ratio in [f64::from(units) / 96.0, 96.0 / f64::from(units)] {
            causes.push(Cause {
                what: format!("a program took the SVG's units for {units} to the inch"),
                instead: "print the PDF".into(),
                ratio: ratio..=ratio,
            });
        }
    }
    let mixed_up = RULERS
        .into_iter()
        .filter(|other| *other != ruler && RULERS.contains(&ruler))
        .map(|other| other.mm() / ruler.mm());
    causes.extend(mixed_up.map(|ratio| Cause {
        what: "the other ruler was measured".into(),
        instead: "the one across the page is 100 mm long (--ruler 100), the one down the page 4 in, which is 101.6 mm (--ruler 4in)".into(),
        ratio: ratio..=ratio,
    }));
    causes
}

/// The causes that may explain a ratio, given the precision of readings; the most likely first: the nearest, and among
/// equals the most specific.
pub fn explain(page: Paper, ruler: Um, ratio: f64) -> Vec<Cause> {
    let reading = reading(ruler);
    let mut near: Vec<Cause> = causes(page, ruler)
        .into_iter()
        .filter(|cause| cause.distance(ratio) <= reading)
        .collect();
    let width = |cause: &Cause| cause.ratio.end() - cause.ratio.start();
    near.sort_by(|one, two| {
        let rank = |cause: &Cause| (cause.distance(ratio) / reading).round();
        rank(one)
            .total_cmp(&rank(two))
            .then(width(one).total_cmp(&width(two)))
    });
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Paper = PAPERS[0];
    const LETTER: Paper = PAPERS[1];

    #[test]
    fn fitting_is_told_from_the_page_sizes() {
        let all = |page, ratio| explain(page, RULERS[0], ratio);
        let first = |page, ratio| {
            all(page, ratio)
                .into_iter()
                .next()
                .map(|cause| cause.what)
                .unwrap_or_default()
        };
        assert_eq!((fitted(A4.1, LETTER.1) * 1e4).round(), 9407.0);
        assert_eq!((fitted(LETTER.1, A4.1) * 1e4).round(), 9727.0);
        assert_eq!(
            first(A4, 0.941),
            "the sheet for A4 was fitted to the whole of Letter"
        );
        assert_eq!(
            first(LETTER, 0.973),
            "the sheet for Letter was fitted to the whole of A4"
        );
        assert!(first(A4, 0.96).starts_with("the page was fitted to the printable area"));
        assert!(first(LETTER, 0.96).starts_with("the page was fitted to the printable area"));
        assert_eq!(
            first(A4, 0.705),
            "the sheet for A4 was fitted to the whole of A5"
        );
        assert_eq!(first(A4, 0.707), "two pages were printed on one sheet");
        assert_eq!(
            first(A4, 1.414),
            "the sheet for A4 was fitted to the whole of A3"
        );
        assert_eq!(
            first(A4, 0.75),
            "a program took the SVG's units for 72 to the inch"
        );
        assert_eq!(first(A4, 1.016), "the other ruler was measured");
        assert_eq!(all(A4, 0.83), []);
    }
}
