//! The writers over one small sheet, judged by other programs' eyes.

use super::*;
use crate::face::{Drawing, Fonts, Reader};
use crate::kit::{Size, Um};

const SIZE: Size = Size::new(Um(30_000), Um(20_000));
const BLEED: Um = Um(1_500);

/// Two faces, one placed twice; text plain and within art; a gradient; turned, scaled and clipped.
fn job() -> Job {
    let root = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1.5 -1.5 33 23\">";
    let defs = "<defs><linearGradient id=\"g\"><stop stop-color=\"#fe8\"/><stop offset=\"1\" stop-color=\"#a40\"/>\
        </linearGradient></defs><rect x=\"-9\" y=\"-9\" width=\"60\" height=\"60\" fill=\"url(#g)\"/>";
    let frame = "<g fill=\"none\" stroke=\"#234\" stroke-width=\".7\"><rect x=\"2\" y=\"2\" width=\"26\" height=\"16\" rx=\"2\"/></g>";
    let text = "<text x=\"3.5\" y=\"7\" font-family=\"Alegreya\" font-size=\"3\" fill=\"#a21\">AVAST, Ye fine Kerning!</text>\
        <text x=\"26\" y=\"15\" text-anchor=\"end\" font-family=\"Cinzel\" font-weight=\"700\" font-size=\"4\">Hex No 7</text>";
    let odd = "<text x=\"4\" y=\"13\" font-family=\"Barlow Condensed\" font-weight=\"600\" font-size=\"4\" \
        stroke=\"#00f\" stroke-width=\".1\" fill=\"#fff\">Outlined</text>";
    let mut reader = Reader::new(Fonts::shipped());
    let mut face = |inside: &str| reader.read("a face", &format!("{root}{inside}</svg>"), SIZE, BLEED).unwrap();
    let faces: Vec<Drawing> = vec![face(&format!("{defs}{frame}{text}")), face(&format!("{frame}{odd}"))];
    let placed = |face, x, y, w, h, turns| Placed {
        face,
        at: Point { x: Um(x), y: Um(y) },
        size: Size::new(Um(w), Um(h)),
        turns,
        bleed: Sides { top: BLEED, left: BLEED, ..Sides::default() },
        radius: Um(0),
        code: String::new(),
    };
    let stroke = |x1, y1, x2, y2| Stroke { from: Point { x: Um(x1), y: Um(y1) }, to: Point { x: Um(x2), y: Um(y2) } };
    let note = crate::face::TextLine {
        text: "Print at 100 %".into(),
        x: 5.0,
        y: 75.0,
        size: 3.0,
        font: 3,
        fill: [0; 3],
        tracking: 0.1,
    };
    let sheet = Sheet {
        size: Size::new(Um(80_000), Um(80_000)),
        title: "Sheet 1".into(),
        placed: vec![
            placed(0, 5_000, 5_000, 30_000, 20_000, 0),
            placed(0, 40_000, 5_000, 30_000, 45_000, 1),
            placed(1, 5_000, 30_000, 30_000, 20_000, 2),
        ],
        cuts: vec![stroke(5_000, 0, 5_000, 60_000), stroke(0, 25_000, 80_000, 25_000)],
        marks: vec![Mark::Line(stroke(5_000, 70_000, 55_000, 70_000), Um(200)), Mark::Text(note)],
    };
    let meta = Meta {
        title: "Kit & Küche".into(),
        authors: vec!["Ann".into(), "Bob".into()],
        licence: "CC BY 4.0".into(),
        language: "en".into(),
        ..Meta::default()
    };
    Job { meta, faces, sheets: vec![sheet] }
}

#[test]
fn dump() {
    let pdf = pdf::write(&job(), Fonts::shipped()).unwrap();
    std::fs::write("/tmp/press-small.pdf", pdf).unwrap();
}
