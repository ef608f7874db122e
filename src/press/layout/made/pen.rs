//! What is written on things made from paper, in the kit's own colours.

use super::BLEED;
use crate::face::SVG;
use crate::face::template::{escape, rgb};
use crate::face::text::{self, Align, Area, Style, Valign};
use crate::face::{Drawing, Fonts, Reader, TextLine};
use crate::kit::{Deck, Ink, Kit, Problem, Problems, Size};

pub(super) struct Pen<'a> {
    pub kit: &'a Kit,
    pub ink: Ink,
    /// What is written on: "the box of cards".
    pub on: String,
}

impl Pen<'_> {
    /// A colour of the palette, or another if it has none of that name.
    pub fn colour(&self, name: &str, other: &str) -> String {
        self.kit.palette.of(self.ink).get(name).unwrap_or(&other).to_string()
    }

    /// The colours of words and of the ground.
    pub fn colours(&self) -> [String; 2] {
        [self.colour("ink", "#1C1814"), self.colour("paper", "#FFFFFF")]
    }

    /// Elements in millimetres as a drawing of this size.
    pub fn drawing(&self, elements: &str, size: Size, reader: &mut Reader) -> Result<Drawing, Problems> {
        let bleed = BLEED.mm();
        let (w, h) = (size.w.mm() + 2.0 * bleed, size.h.mm() + 2.0 * bleed);
        let corner = -bleed;
        let svg = format!("<svg xmlns=\"{SVG}\" viewBox=\"{corner} {corner} {w} {h}\"><g>{elements}</g></svg>");
        reader.read(&self.on, &svg, size, BLEED)
    }

    /// A frame within a rectangle of x, y, width and height; nothing where there is no room.
    pub fn frame(&self, [x, y, w, h]: [f64; 4], inset: f64, weight: f64) -> String {
        let (x, y, w, h) = (x + inset, y + inset, w - 2.0 * inset, h - 2.0 * inset);
        if w <= 1.0 || h <= 1.0 {
            return String::new();
        }
        let [ink, _] = self.colours();
        format!(
            "<rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{w:.3}\" height=\"{h:.3}\" rx=\"1\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{weight}\"/>"
        )
    }

    /// The kit's title, the deck's own below it, and how many pieces there are, each in its box.
    pub fn titles(&self, deck: &Deck, [kit, own, foot]: [[f64; 4]; 3]) -> Result<String, Problems> {
        let count = deck.pieces().len();
        let noun = if count == 1 { "piece" } else { "pieces" };
        let mut svg = self.words(&self.kit.title, "Cinzel", 700, kit, 7.0)?;
        svg += &self.words(&deck.title, "Alegreya", 700, own, 4.0)?;
        svg += &self.words(&format!("{count} {noun}"), "Barlow Condensed", 600, foot, 3.0)?;
        Ok(svg)
    }

    /// Words in a box of x, y, width and height, in one line or as many as it takes, as small as need be.
    pub fn words(
        &self,
        words: &str,
        family: &str,
        weight: u16,
        [x, y, w, h]: [f64; 4],
        size: f64,
    ) -> Result<String, Problems> {
        Ok(self.lines(words, family, weight, [x, y, w, h], [size, 1.2])?.concat())
    }

    /// The first of some words that stand in one line of a box of x, y, width and height, in headings' letters of nearly this
    /// size; the last of them smaller, or not at all.
    pub fn line(&self, choices: [&str; 2], area: [f64; 4], size: f64) -> String {
        let [long, short] = choices;
        let in_line = |words: &str, min: f64| {
            let mut size = size;
            while size >= min {
                match self.lines(words, "Cinzel", 700, area, [size, size]) {
                    Ok(lines) if lines.len() == 1 => return Some(lines.concat()),
                    _ => size *= 0.96,
                }
            }
            None
        };
        in_line(long, size * 0.6).or_else(|| in_line(short, 1.2)).unwrap_or_default()
    }

    /// A plate to write on, of x, y, width and height: its corners are cut out round.
    pub fn plate(&self, [x, y, w, h]: [f64; 4]) -> String {
        let [ink, ground] = self.colours();
        let path = |inset: f64| {
            let (left, top, right, bottom) = (x + inset, y + inset, x + w - inset, y + h - inset);
            let r = 2.0_f64.min(h / 6.0);
            format!(
                "M{0:.3} {top:.3}H{1:.3}A{r:.3} {r:.3} 0 0 0 {right:.3} {2:.3}V{3:.3}A{r:.3} {r:.3} 0 0 0 {1:.3} {bottom:.3}H{0:.3}A{r:.3} {r:.3} 0 0 0 {left:.3} {3:.3}V{2:.3}A{r:.3} {r:.3} 0 0 0 {0:.3} {top:.3}Z",
                left + r,
                right - r,
                top + r,
                bottom - r
            )
        };
        format!(
            "<path d=\"{}\" fill=\"{ground}\" stroke=\"{ink}\" stroke-width=\"0.45\"/><path d=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"0.15\"/>",
            path(0.0),
            path(0.9)
        )
    }

    /// Text elements, one a line.
    fn lines(
        &self,
        words: &str,
        family: &str,
        weight: u16,
        [x, y, w, h]: [f64; 4],
        [size, min]: [f64; 2],
    ) -> Result<Vec<String>, Problems> {
        let [fill, _] = self.colours();
        let style = Style {
            font: Fonts::plain(family, weight),
            size,
            min,
            fill: rgb(&fill).unwrap_or_default(),
            align: Align::Middle,
            valign: Valign::Middle,
            leading: 1.15,
            tracking: 0.0,
        };
        let lines = text::fit(words, Area { x, y, w, h }, &style).map_err(|misfit| {
            Problem::new(self.kit.place(), format!("\"{words}\" does not fit on {}: {misfit}", self.on))
        })?;
        let element = |line: &TextLine| {
            format!(
                "<text x=\"{:.3}\" y=\"{:.3}\" font-family=\"{family}\" font-weight=\"{weight}\" font-size=\"{:.3}\" fill=\"{fill}\">{}</text>",
                line.x,
                line.y,
                line.size,
                escape(&line.text)
            )
        };
        Ok(lines.iter().map(element).collect())
    }
}
