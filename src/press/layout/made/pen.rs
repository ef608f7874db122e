//! What is written on things made from paper, in the kit's own colours.

use std::fmt::Write;

use super::BLEED;
use crate::face::SVG;
use crate::face::template::{escape, rgb};
use crate::face::text::{self, Align, Area, Style, Valign};
use crate::face::{Drawing, Fonts, Reader, TextLine};
use crate::kit::{Deck, Ink, Kit, Problem, Problems, Size};

/// Narrow walls have no frame, those of this depth have one, wide ones two; how far they keep off the edges. All in mm.
const FRAMED: f64 = 7.0;
const FRAME: f64 = 0.9;
const SECOND: f64 = 1.8;
const WIDE: f64 = 10.0;

/// Narrow walls of this length have a mark at each end, mm.
const MARKED: f64 = 45.0;

/// Between a frame and letters, mm.
const AIR_OF_LETTERS: f64 = 0.6;

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
    pub fn frame(&self, area: [f64; 4], inset: f64, weight: f64) -> String {
        let [ink, _] = self.colours();
        frame(&ink, area, inset, weight)
    }

    /// The ground of narrow walls: dark, where ink is not to be saved.
    pub fn cover(&self) -> String {
        match self.ink {
            Ink::Color => self.colour("ink", "#1C1814"),
            Ink::Mono | Ink::Lean => self.colour("paper", "#FFFFFF"),
        }
    }

    /// The colour of lines and words on [that](Pen::cover).
    fn on_cover(&self) -> String {
        match self.ink {
            Ink::Color => self.colour("paper", "#FFFFFF"),
            Ink::Mono | Ink::Lean => self.colour("ink", "#1C1814"),
        }
    }

    /// The kit's title and the deck's own below it, in a box of x, y, width and height.
    pub fn titles(&self, deck: &Deck, [x, y, w, h]: [f64; 4]) -> Result<String, Problems> {
        let kit = self.words(&self.kit.title, "Cinzel", 700, [x, y, w, h * 0.6], 6.0)?;
        Ok(kit + &self.words(&deck.title, "Alegreya", 700, [x, y + h * 0.64, w, h * 0.36], 4.0)?)
    }

    /// What the back of a box says: what is in it, of which game, and whose that is.
    pub fn colophon(&self, deck: &Deck, [x, y, w, h]: [f64; 4]) -> Result<String, Problems> {
        let count = deck.pieces().len();
        let noun = if count == 1 { "piece" } else { "pieces" };
        let row = |from: f64, to: f64| [x, y + h * from, w, h * (to - from)];
        let mut svg = self.words(&format!("{count} {noun}"), "Cinzel", 700, row(0.02, 0.2), 6.0)?;
        let (left, right, [ink, _]) = (x + w * 0.2, x + w * 0.8, self.colours());
        for at in [0.24, 0.76] {
            let y = y + h * at;
            svg +=
                &format!("<path d=\"M{left:.3} {y:.3}H{right:.3}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"0.28\"/>");
        }
        svg += &self.words(&self.kit.title, "Cinzel", 700, row(0.28, 0.52), 5.0)?;
        svg += &self.words(&self.kit.subtitle, "Alegreya", 400, row(0.54, 0.73), 3.4)?;
        let by = self.kit.designers.join(", ");
        let by = if self.kit.year > 0 { format!("{by}, {}", self.kit.year) } else { by };
        Ok(svg + &self.words(&by, "Barlow Condensed", 600, row(0.8, 0.98), 3.0)?)
    }

    /// A narrow wall that lies level from 0, 0: a frame, or two where there is room, and a line of words within.
    pub fn strip(&self, deck: &Deck, long: f64, deep: f64) -> String {
        let along = format!("{}: {}", self.kit.title, deck.title);
        let area = [0.0, 0.0, long, deep];
        let on = self.on_cover();
        let (mut svg, mut inset) = (String::new(), 0.0);
        if deep >= FRAMED {
            svg += &frame(&on, area, FRAME, 0.45);
            inset = FRAME + 0.225;
        }
        if deep >= WIDE {
            svg += &frame(&on, area, SECOND, 0.15);
            inset = SECOND + 0.075;
        }
        let room = deep - 2.0 * (inset + AIR_OF_LETTERS);
        if room <= 1.2 {
            return svg;
        }
        // At each end of a long one a mark, as high as the letters' middle.
        let mark = if long < MARKED { 0.0 } else { (room * 0.32).min(1.4) };
        let off = inset + AIR_OF_LETTERS + if mark > 0.0 { 1.2 + mark } else { 0.0 };
        for x in [off, long - off].into_iter().filter(|_| mark > 0.0) {
            let top = deep / 2.0 - mark;
            let _ = write!(
                svg,
                "<path d=\"M{x:.3} {top:.3}l{mark:.3} {mark:.3}l-{mark:.3} {mark:.3}l-{mark:.3} -{mark:.3}z\" fill=\"{on}\"/>"
            );
        }
        let start = off + mark + if mark > 0.0 { 1.5 } else { 0.4 };
        let inner = [start, inset + AIR_OF_LETTERS, long - 2.0 * start, room];
        svg + &self.line([&along, &deck.title], inner, room.min(5.0), &on)
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
        let [ink, _] = self.colours();
        Ok(self.lines(words, (family, weight), [x, y, w, h], [size, 1.2], &ink)?.concat())
    }

    /// The first of some words that stand in one line of a box of x, y, width and height, in headings' letters of nearly this
    /// size; the last of them smaller, or not at all.
    fn line(&self, choices: [&str; 2], area: [f64; 4], size: f64, fill: &str) -> String {
        let [long, short] = choices;
        let in_line = |words: &str, min: f64| {
            let mut size = size;
            while size >= min {
                match self.lines(words, ("Cinzel", 700), area, [size, size], fill) {
                    Ok(lines) if lines.len() == 1 => return Some(lines.concat()),
                    _ => size *= 0.96,
                }
            }
            None
        };
        in_line(long, size * 0.6).or_else(|| in_line(short, 1.2)).unwrap_or_default()
    }

    /// Text elements, one a line.
    fn lines(
        &self,
        words: &str,
        (family, weight): (&str, u16),
        [x, y, w, h]: [f64; 4],
        [size, min]: [f64; 2],
        fill: &str,
    ) -> Result<Vec<String>, Problems> {
        let style = Style {
            font: Fonts::plain(family, weight),
            size,
            min,
            fill: rgb(fill).unwrap_or_default(),
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

/// A frame so far within a rectangle; nothing where there is no room.
fn frame(colour: &str, [x, y, w, h]: [f64; 4], inset: f64, weight: f64) -> String {
    let (x, y, w, h) = (x + inset, y + inset, w - 2.0 * inset, h - 2.0 * inset);
    if w <= 1.0 || h <= 1.0 {
        return String::new();
    }
    format!(
        "<rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{w:.3}\" height=\"{h:.3}\" rx=\"1\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{weight}\"/>"
    )
}
