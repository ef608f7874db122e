//! Text and ornaments for boxes and trays, in the kit's own colours.

use serde_json::{Map, Value};

use super::BLEED;
use crate::face::template::{escape, rgb};
use crate::face::text::{self, Align, Area, Style, Valign};
use crate::face::{Drawing, Fonts, Reader, SVG, Templates, TextLine, typographic};
use crate::kit::{Deck, Ink, Kit, Problem, Problems, Size};
use crate::press::sheet::Placed;

/// The width of outlines, in mm.
const OUTLINE: f64 = 0.45;

/// The width of the paper rim around pictures, within the outline, in mm.
const RIM: f64 = 0.8;

/// The smallest letters, in mm (five points). Text that does not fit at this size is left out.
const SMALLEST: f64 = 1.77;

/// The greatest height of ribbons on narrow walls, in mm.
const RIBBON: f64 = 8.0;

pub(super) struct Pen<'a> {
    pub kit: &'a Kit,
    pub ink: Ink,
    /// What is being drawn, for messages: "the box of cards".
    pub on: String,
}

impl Pen<'_> {
    /// A colour of the palette, or the given one if the palette lacks it.
    pub fn colour(&self, name: &str, other: &str) -> String {
        self.kit
            .palette
            .of(self.ink)
            .get(name)
            .unwrap_or(&other)
            .to_string()
    }

    /// The colours of text and of the background.
    pub fn colours(&self) -> [String; 2] {
        [
            self.colour("ink", "#1C1814"),
            self.colour("paper", "#FFFFFF"),
        ]
    }

    /// Turns elements in millimetres into a drawing of this size.
    pub fn drawing(
        &self,
        elements: &str,
        size: Size,
        reader: &mut Reader,
    ) -> Result<Drawing, Problems> {
        let bleed = BLEED.mm();
        let w = size.w.mm() + 2.0 * bleed;
        let h = size.h.mm() + 2.0 * bleed;
        let corner = -bleed;
        let svg = format!(
            "<svg xmlns=\"{SVG}\" viewBox=\"{corner} {corner} {w} {h}\"><g>{elements}</g></svg>"
        );
        reader.read(&self.on, &svg, size, BLEED)
    }

    /// The background of a box or a tray: from the kit's template, or plain. `cover` is the covered area as path data, and
    /// `context` the template's context.
    pub fn ground(
        &self,
        cover: &str,
        context: Map<String, Value>,
        size: Size,
        templates: &Templates<'_>,
        reader: &mut Reader,
    ) -> Result<Drawing, Problems> {
        match &self.kit.cover {
            Some(path) => templates.draw(path, context, &self.on, (size, BLEED), reader),
            None => self.drawing(
                &format!("<path d=\"{cover}\" fill=\"{}\"/>", self.plain()),
                size,
                reader,
            ),
        }
    }

    /// The background if the kit draws none: dark, unless ink is to be saved.
    fn plain(&self) -> String {
        match self.ink {
            Ink::Color => self.colour("ink", "#1C1814"),
            Ink::Mono | Ink::Lean => self.colour("paper", "#FFFFFF"),
        }
    }

    /// A paper rim and a line around pictures.
    pub fn rims(&self, pictures: &[Placed]) -> String {
        let [ink, paper] = self.colours();
        let rim = |picture: &Placed| {
            let path = picture
                .outline
                .as_ref()
                .map(|outline| outline.path())
                .unwrap_or_default();
            let stroke = |colour: &str, wide: f64| {
                format!(
                    "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{wide:.3}\" stroke-linejoin=\"round\"/>"
                )
            };
            stroke(&ink, 2.0 * (RIM + OUTLINE)) + &stroke(&paper, 2.0 * RIM)
        };
        pictures.iter().map(rim).collect()
    }

    /// A plate of paper in a rectangle given as x, y, width and height; with a point in mm its ends look like those of a
    /// ribbon.
    pub fn plate(&self, [x, y, w, h]: [f64; 4], point: f64) -> String {
        let [ink, paper] = self.colours();
        let half = h / 2.0;
        format!(
            "<path d=\"M{x:.3} {y:.3}h{w:.3}l-{point:.3} {half:.3}l{point:.3} {half:.3}h-{w:.3}l{point:.3} -{half:.3}z\" \
             fill=\"{paper}\" stroke=\"{ink}\" stroke-width=\"{OUTLINE}\" stroke-linejoin=\"round\"/>"
        )
    }

    /// A ribbon with the deck's title along a narrow horizontal wall at the origin.
    pub fn ribbon(&self, deck: &Deck, long: f64, deep: f64) -> String {
        let h = (deep * 0.72).min(RIBBON);
        let (point, inset) = (h * 0.3, (long * 0.1).max(1.5));
        let area = [inset, (deep - h) / 2.0, long - 2.0 * inset, h];
        let inner = [
            inset + point + 0.8,
            area[1],
            long - 2.0 * (inset + point + 0.8),
            h,
        ];
        let one = self
            .line(&deck.title, inner, h * 0.56)
            .map(|words| self.plate(area, point) + &words);
        // On a short wall, the title takes two lines of a plate without points.
        let two = || {
            let inner = [inset + 0.8, area[1], long - 2.0 * (inset + 0.8), h];
            let words = self
                .lines(
                    &deck.title,
                    ("Barlow Condensed", 600),
                    inner,
                    [h * 0.36, SMALLEST],
                )
                .ok()?;
            Some(self.plate(area, 0.0) + &words.concat())
        };
        one.or_else(two).unwrap_or_default()
    }

    /// The title on the front, in a box of x, y, width and height: the deck's, with the kit's above it if there is room.
    pub fn titles(&self, deck: &Deck, [x, y, w, h]: [f64; 4]) -> String {
        let kit = self.line(&self.kit.title, [x, y, w, h * 0.38], (h * 0.22).min(3.6));
        let (from, rest) = if kit.is_some() {
            (h * 0.36, h * 0.64)
        } else {
            (0.0, h)
        };
        let deck = self.line(&deck.title, [x, y + from, w, rest], (rest * 0.62).min(6.5));
        kit.unwrap_or_default() + &deck.unwrap_or_default()
    }

    /// The contents and the author of the game, in a box of x, y, width and height.
    pub fn colophon(&self, deck: &Deck, [x, y, w, h]: [f64; 4]) -> String {
        let count = deck.pieces().len();
        let noun = if count == 1 { "piece" } else { "pieces" };
        let by = self.kit.designers.join(", ");
        let by = if self.kit.year > 0 {
            format!("{by}, {}", self.kit.year)
        } else {
            by
        };
        let count = self.line(
            &format!("{count} {noun}"),
            [x, y + h * 0.1, w, h * 0.48],
            (h * 0.36).min(5.0),
        );
        let by = self.lines(
            &by,
            ("Barlow Condensed", 600),
            [x, y + h * 0.58, w, h * 0.32],
            [(h * 0.22).clamp(SMALLEST, 3.0), SMALLEST],
        );
        count.unwrap_or_default() + &by.unwrap_or_default().concat()
    }

    /// A single line of text in a box of x, y, width and height, in the heading font at this size or smaller, or in a narrow
    /// font.
    fn line(&self, words: &str, area: [f64; 4], size: f64) -> Option<String> {
        let shrinking = std::iter::successors(Some(size), |size| Some(size * 0.96));
        let mut sizes: Vec<f64> = shrinking.take_while(|size| *size > SMALLEST).collect();
        sizes.push(SMALLEST);
        let faces = [("Cinzel", 700), ("Barlow Condensed", 600)];
        let tries = faces
            .into_iter()
            .flat_map(|face| sizes.iter().map(move |size| (face, *size)));
        let one_line = |lines: Vec<String>| (lines.len() == 1).then(|| lines.concat());
        tries
            .map(|(face, size)| self.lines(words, face, area, [size, size]))
            .find_map(|lines| lines.ok().and_then(one_line))
    }

    /// Text elements, one for each line.
    fn lines(
        &self,
        words: &str,
        (family, weight): (&str, u16),
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
        let fonts = Fonts::of(self.kit);
        let words = &*typographic(words, &self.kit.language);
        let lines = text::fit(words, Area { x, y, w, h }, &style, fonts).map_err(|error| {
            Problem::new(
                self.kit.place(),
                format!("\"{words}\" does not fit on {}: {error}", self.on),
            )
        })?;
        let element = |line: &TextLine| {
            format!(
                "<text x=\"{:.3}\" y=\"{:.3}\" font-family=\"{}\" font-weight=\"{}\" font-size=\"{:.3}\" fill=\"{fill}\">{}</text>",
                line.x,
                line.y,
                line.font.family,
                line.font.weight,
                line.size,
                escape(&line.text)
            )
        };
        Ok(lines.iter().map(element).collect())
    }
}
