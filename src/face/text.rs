//! Measures, wraps and fits text into boxes, with the fonts used in print.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use unicode_bidi::Level;
use unicode_linebreak::{BreakOpportunity, linebreaks};

use super::fonts::Extent;
use super::visual::{self, DirectedRun, Directions, is_right_to_left};
use super::{Font, Fonts, TextLine};

/// A box for text, in millimetres with y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

/// How text looks. Lengths are millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    pub font: &'static Font,
    /// The size (em) if the text fits.
    pub size: f64,
    /// The smallest size to which it may be reduced.
    pub min: f64,
    /// `[r, g, b]`.
    pub fill: [u8; 3],
    pub align: Align,
    pub valign: Valign,
    /// The line height, in ems.
    pub leading: f64,
    /// Extra space after each character but the last of a line.
    pub tracking: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Start,
    Middle,
    End,
}

/// Vertical alignment goes by the capitals: at the top, they touch the box; in the middle, the lines are centred from the capitals
/// of the first to the baseline of the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Valign {
    Top,
    Middle,
    Bottom,
}

/// Why a text cannot be set.
#[derive(Clone, Debug, PartialEq)]
pub enum FitError {
    /// An unbreakable word is too wide, by this many mm at the smallest size.
    TooWide { word: String, by: f64 },
    /// There is no icon with this name.
    NoIcon { name: String, path: String },
    /// There is no picture at this path.
    NoPicture { path: String },
    /// The name of an existing icon in a text that does not enable icons.
    IconsOff { name: String, path: String },
    /// The lines need this many mm more height at the smallest size.
    TooTall { lines: usize, by: f64 },
}

impl FitError {
    /// Whether the text would fit at a smaller size.
    pub fn is_overflow(&self) -> bool {
        matches!(self, FitError::TooWide { .. } | FitError::TooTall { .. })
    }
}

impl fmt::Display for FitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FitError::NoIcon { name, path } => {
                write!(
                    f,
                    "there is no icon `{name}`: none of this name ships, and the kit has no file `{path}`"
                )
            }
            FitError::NoPicture { path } => write!(f, "there is no picture `{path}` in the kit"),
            FitError::IconsOff { name, path } => {
                write!(
                    f,
                    "`:{name}:` would print as letters instead of the icon `{path}`: this text has no `icons`"
                )
            }
            FitError::TooWide { word, by } => {
                write!(f, "`{word}` is {:.2} mm too wide", told(*by))
            }
            FitError::TooTall { lines: 1, by } => {
                write!(f, "the line is {:.2} mm too tall", told(*by))
            }
            FitError::TooTall { lines, by } => {
                write!(f, "{lines} lines are {:.2} mm too tall", told(*by))
            }
        }
    }
}

/// What is too much is not rounded to nothing.
fn told(by: f64) -> f64 {
    by.max(0.01)
}

impl std::error::Error for FitError {}

/// The step by which sizes are reduced down to the minimum.
const SHRINK: f64 = 0.975;

/// The smallest text, mm.
const SMALLEST: f64 = 0.1;

/// The rounding tolerance, mm.
const SLACK: f64 = 0.001;

/// Wraps text into a box, at the largest size from `size` down to `min` that fits. A `\n` always breaks the line. What the font
/// lacks comes from others of these.
pub fn fit<'t>(
    text: &'t str,
    area: Area,
    style: &Style,
    fonts: &Fonts,
) -> Result<Vec<TextLine<'t>>, FitError> {
    let rich = RichText {
        text,
        icon: 0.0,
        spans: &[],
    };
    fit_rich(rich, area, style, fonts).map(|(lines, _)| lines)
}

/// Text that contains icons and words in other fonts.
#[derive(Clone, Copy, Debug)]
pub struct RichText<'t> {
    /// The text, with an [`ICON`] for each of its icons.
    pub text: &'t str,
    /// The edge of an icon, in ems; zero without icons.
    pub icon: f64,
    /// The spans that are not in the style's font, in order.
    pub spans: &'t [Span],
}

/// A range of the text in another font.
#[derive(Clone, Debug)]
pub struct Span {
    /// Bytes of the text.
    pub range: Range<usize>,
    pub font: &'static Font,
}

/// Represents an icon in a text: a private-use character, which line breaking treats as a letter.
pub const ICON: char = '\u{e000}';

/// Where an icon goes: a square box, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IconBox {
    /// The top left corner.
    pub x: f64,
    pub y: f64,
    pub edge: f64,
}

/// Lines, and the boxes of icons.
type Fitted<'t> = (Vec<TextLine<'t>>, Vec<IconBox>);

/// Like [`fit`], but with icons, which are squares centred on the capitals, and with words in other fonts. Returns the lines, split
/// where an icon, the font or the direction interrupts them, and the icons' boxes in text order.
pub fn fit_rich<'t>(
    rich: RichText<'t>,
    area: Area,
    style: &Style,
    fonts: &Fonts,
) -> Result<Fitted<'t>, FitError> {
    let undirected = is_right_to_left(rich.text).then(|| visual::without_icons(rich.text));
    let ruler = &Ruler {
        font: style.font,
        text: rich.text,
        icon: rich.icon,
        spans: fonts.cover(rich.text, style.font, rich.spans),
        directions: undirected
            .as_deref()
            .and_then(|text| Directions::of(text, None)),
    };
    let words = split(ruler);
    let min = style.min.max(SMALLEST);
    let mut size = style.size;
    loop {
        match set(ruler, &words, area, &Style { size, ..*style }) {
            Err(_) if size > min => size = round(size * SHRINK).max(min),
            done => return done,
        }
    }
}

/// Measures parts of a text, in units of its font.
struct Ruler<'t, 'd> {
    font: &'static Font,
    text: &'t str,
    /// As in a [`RichText`].
    icon: f64,
    spans: Vec<Span>,
    directions: Option<Directions<'d>>,
}

/// A run in one font, without icons.
struct FontRun<'t> {
    text: &'t str,
    font: &'static Font,
    /// The place of the icon that it follows, in bytes.
    icon: Option<usize>,
}

impl<'t> Ruler<'t, '_> {
    /// The edge of an icon.
    fn edge(&self) -> i32 {
        (self.icon * self.font.units()).round() as i32
    }

    /// Whether it is all in one font and without icons, like most texts.
    fn is_plain(&self) -> bool {
        self.icon == 0.0 && self.spans.is_empty()
    }

    /// A word, with or without the space after it; and the kerning between a space and it.
    fn word(&self, range: Range<usize>) -> (Extent, i32) {
        if self.is_plain() {
            return self.font.word(&self.text[range]);
        }
        let mut kern = None;
        let extent = self.measure(range, |font, part| {
            let (extent, after_space) = font.word(part);
            kern.get_or_insert(self.scaled(after_space, font));
            extent
        });
        (extent, kern.unwrap_or_default())
    }

    /// Measures any number of words.
    fn line(&self, range: Range<usize>) -> Extent {
        if self.is_plain() {
            return self.font.extent(&self.text[range]);
        }
        self.measure(range, Font::extent)
    }

    /// The advance and the number of glyphs of a run.
    fn part(&self, text: &str, font: &'static Font) -> (i32, u32) {
        let extent = font.extent(text);
        (self.scaled(extent.advance, font), extent.glyphs)
    }

    fn measure(
        &self,
        range: Range<usize>,
        mut measure: impl FnMut(&'static Font, &str) -> Extent,
    ) -> Extent {
        let mut whole = Extent::default();
        for FontRun { text, font, icon } in self.parts(range) {
            let part = measure(font, text);
            if icon.is_some() {
                let above =
                    f64::from(self.edge()) / 2.0 + self.font.cap_height * self.font.units() / 2.0;
                whole.advance += self.edge();
                whole.glyphs += 1;
                whole.rise = whole.rise.max(above as i32);
                whole.drop = whole.drop.max(self.edge() - above as i32);
            }
            whole.advance += self.scaled(part.advance, font);
            whole.glyphs += part.glyphs;
            whole.rise = whole.rise.max(self.scaled(part.rise, font));
            whole.drop = whole.drop.max(self.scaled(part.drop, font));
        }
        whole
    }

    /// Converts a length from another font to units of the text's font.
    fn scaled(&self, units: i32, font: &Font) -> i32 {
        match self.font.units() / font.units() {
            1.0 => units,
            ratio => (f64::from(units) * ratio).round() as i32,
        }
    }

    /// The runs between icons and font changes.
    fn parts(&self, range: Range<usize>) -> impl Iterator<Item = FontRun<'t>> {
        let text = self.text;
        let has_icons = self.icon > 0.0;
        let main = self.font;
        let mut next = Some((range.start, None));
        std::iter::from_fn(move || {
            let (at, icon) = next.take()?;
            let icon_at = has_icons
                .then(|| text[at..range.end].find(ICON).map(|found| at + found))
                .flatten();
            let passed = self.spans.partition_point(|span| span.range.end <= at);
            let (font, border) = match self.spans.get(passed) {
                Some(span) if span.range.start <= at => (span.font, span.range.end),
                Some(span) => (main, span.range.start),
                None => (main, range.end),
            };
            let end = icon_at.unwrap_or(range.end).min(border);
            if icon_at == Some(end) {
                next = Some((end + ICON.len_utf8(), icon_at));
            } else if end < range.end {
                next = Some((end, None));
            }
            Some(FontRun {
                text: &text[at..end],
                font,
                icon,
            })
        })
    }

    /// The runs of a line from left to right.
    fn directed(&self, line: Range<usize>) -> Vec<DirectedRun> {
        match &self.directions {
            Some(directions) => directions.runs(line),
            None => vec![DirectedRun {
                range: line,
                leftward: false,
            }],
        }
    }

    /// Whether a line is of a paragraph that runs from right to left.
    fn is_leftward(&self, line: &Range<usize>) -> bool {
        let directions = self.directions.as_ref();
        directions.is_some_and(|directions| directions.is_leftward(line))
    }

    /// Whether a soft hyphen at the end of a line is seen there.
    fn is_hyphenated(&self, line: &Range<usize>) -> bool {
        self.text[line.clone()].ends_with(SOFT_HYPHEN)
    }
}

/// Invisible where it does not end a line.
const SOFT_HYPHEN: char = '\u{ad}';

/// The parts of a line in one font and direction each, from left to right, if there are several. As in SVG, the line itself runs
/// from left to right.
pub(super) fn parts_of_line<'t>(
    line: &'t str,
    font: &'static Font,
    fonts: &Fonts,
) -> Option<Vec<(Cow<'t, str>, &'static Font)>> {
    let ruler = Ruler {
        font,
        text: line,
        icon: 0.0,
        spans: fonts.cover(line, font, &[]),
        directions: Directions::of(line, Some(Level::ltr())),
    };
    if ruler.is_plain() && ruler.directions.is_none() {
        return None;
    }
    let mut parts = Vec::new();
    for DirectedRun { range, leftward } in ruler.directed(0..line.len()) {
        let runs = ruler.parts(range).map(|run| {
            let mirrored = leftward && !is_right_to_left(run.text);
            let text = if mirrored {
                visual::alone(run.text, leftward)
            } else {
                visual::unmarked(run.text).into()
            };
            (text, run.font)
        });
        if leftward {
            let runs: Vec<_> = runs.collect();
            parts.extend(runs.into_iter().rev());
        } else {
            parts.extend(runs);
        }
    }
    parts.retain(|(text, _)| !text.is_empty());
    Some(parts)
}

/// The width of a line in mm, as it will print.
pub fn width(line: &TextLine) -> f64 {
    let font = line.font;
    let run = font.extent(&line.text);
    f64::from(run.advance) / font.units() * line.size
        + line.tracking * f64::from(run.glyphs.saturating_sub(1))
}

/// An unbreakable word, with the space after it.
struct Word {
    /// Bytes of the text, without its space.
    start: usize,
    end: usize,
    /// Font units and glyphs, without and with its space.
    bare: (i32, u32),
    full: (i32, u32),
    /// Kerning with the space before it, in font units; zero without a space.
    kern: i32,
    /// Whether a forced line break follows.
    breaks: bool,
}

fn split(ruler: &Ruler<'_, '_>) -> Vec<Word> {
    let text = ruler.text;
    let mut words = Vec::new();
    let mut start = 0;
    let mut spaced = false;
    for (next, opportunity) in linebreaks(text) {
        let piece = text[start..next].trim_end_matches(['\n', '\r']);
        let bare = piece.trim_end();
        // Leading hyphens stay with their word, as in `--die` (rule 20a of Unicode line breaking).
        let hyphens = bare.ends_with('-')
            && bare
                .trim_start_matches('(')
                .bytes()
                .all(|byte| byte == b'-');
        // "14–16", "R2–R6"; and no address is broken after its scheme.
        let is_range = bare
            .strip_suffix('–')
            .is_some_and(|from| from.ends_with(|last: char| last.is_ascii_digit()));
        let is_one = hyphens || is_range || bare.ends_with("//");
        if is_one && piece == bare && opportunity == BreakOpportunity::Allowed {
            continue;
        }
        let ((mut run, kern), (full, _)) = (
            ruler.word(start..start + bare.len()),
            ruler.word(start..start + piece.len()),
        );
        if bare.ends_with(SOFT_HYPHEN) {
            run.advance += ruler.font.extent("-").advance;
            run.glyphs += 1;
        }
        words.push(Word {
            start,
            end: start + bare.len(),
            bare: (run.advance, run.glyphs),
            full: (full.advance, full.glyphs),
            kern: if spaced { kern } else { 0 },
            breaks: opportunity == BreakOpportunity::Mandatory,
        });
        start = next;
        spaced = piece.ends_with(' ');
    }
    words
}

/// Sets the words at one size.
fn set<'t>(
    ruler: &Ruler<'t, '_>,
    words: &[Word],
    area: Area,
    style: &Style,
) -> Result<Fitted<'t>, FitError> {
    let (font, text) = (ruler.font, ruler.text);
    let em = style.size / font.units();
    let measure = |(advance, glyphs): (i32, u32)| {
        f64::from(advance) * em + style.tracking * f64::from(glyphs)
    };
    let mut lines = wrap(words, area.w, &measure, style);
    if let Some(word) = words
        .iter()
        .find(|word| measure(word.bare) - style.tracking > area.w + SLACK)
    {
        let by = measure(word.bare) - style.tracking - area.w;
        return Err(FitError::TooWide {
            word: text[word.start..word.end].to_owned(),
            by,
        });
    }
    if style.align == Align::Middle && lines.len() > 1 {
        lines = balance(words, lines, area.w, &measure, style);
    }
    let trimmed = |(start, end): (usize, usize)| {
        let line = &text[start..end];
        let first = start + line.len() - line.trim_start().len();
        first..(start + line.trim_end().len()).max(first)
    };
    let lines: Vec<Range<usize>> = lines.into_iter().map(trimmed).collect();
    let runs: Vec<_> = lines.iter().map(|line| ruler.line(line.clone())).collect();
    let rise = runs.first().map_or(0.0, |run| f64::from(run.rise) * em);
    let drop = runs.last().map_or(0.0, |run| f64::from(run.drop) * em);
    let leading = style.leading * style.size;
    let depth = leading * lines.len().saturating_sub(1) as f64;
    let by = rise + depth + drop - area.h;
    if by > SLACK {
        return Err(FitError::TooTall {
            lines: lines.len(),
            by,
        });
    }
    let cap = font.cap_height * style.size;
    let first = match style.valign {
        Valign::Top => area.y + cap,
        Valign::Middle => area.y + (area.h + cap - depth) / 2.0,
        Valign::Bottom => area.y + area.h - font.descent * style.size - depth,
    };
    // The ink must stay inside the box, even if this moves the capitals.
    let first = first.min(area.y + area.h - drop - depth).max(area.y + rise);
    let mut setter = Setter {
        ruler,
        style,
        placed: Vec::new(),
        icons: Vec::new(),
    };
    for (at, (line, run)) in lines.into_iter().zip(runs).enumerate() {
        let mut width = measure((run.advance, run.glyphs.saturating_sub(1)));
        if ruler.is_hyphenated(&line) {
            width += measure((font.extent("-").advance, 1));
        }
        let x = match (style.align, ruler.is_leftward(&line)) {
            (Align::Middle, _) => area.x + (area.w - width) / 2.0,
            (Align::Start, false) | (Align::End, true) => area.x,
            _ => area.x + area.w - width,
        };
        setter.set_line(line, x, first + leading * at as f64);
    }
    setter.icons.sort_by_key(|(place, _)| *place);
    let icons = setter.icons.into_iter().map(|(_, icon)| icon).collect();
    Ok((setter.placed, icons))
}

/// Places lines and icons.
struct Setter<'r, 't, 'd> {
    ruler: &'r Ruler<'t, 'd>,
    style: &'r Style,
    placed: Vec<TextLine<'t>>,
    /// Each icon's place in the text, and its box.
    icons: Vec<(usize, IconBox)>,
}

impl<'t> Setter<'_, 't, '_> {
    /// Sets a line of the text that starts at `x`.
    fn set_line(&mut self, line: Range<usize>, x: f64, y: f64) {
        let ruler = self.ruler;
        let hyphenated = ruler.is_hyphenated(&line);
        let mut pen = (x, y);
        for DirectedRun { range, leftward } in ruler.directed(line) {
            if !leftward {
                for run in ruler.parts(range) {
                    self.set_icon(&mut pen, run.icon);
                    self.set_words(&mut pen, &run, leftward);
                }
                continue;
            }
            let runs: Vec<FontRun<'t>> = ruler.parts(range).collect();
            for run in runs.iter().rev() {
                self.set_words(&mut pen, run, leftward);
                self.set_icon(&mut pen, run.icon);
            }
        }
        if let Some(last) = self.placed.last_mut().filter(|_| hyphenated) {
            let shown = last.text.trim_end_matches(SOFT_HYPHEN);
            last.text = format!("{shown}-").into();
        }
    }

    fn set_icon(&mut self, pen: &mut (f64, f64), place: Option<usize>) {
        let Some(place) = place else { return };
        let size = self.style.size;
        let edge = self.ruler.icon * size;
        let cap = self.ruler.font.cap_height * size;
        let icon = IconBox {
            x: round(pen.0),
            y: round(pen.1 - (cap + edge) / 2.0),
            edge: round(edge),
        };
        self.icons.push((place, icon));
        pen.0 += edge + self.style.tracking;
    }

    fn set_words(&mut self, pen: &mut (f64, f64), run: &FontRun<'t>, leftward: bool) {
        let style = self.style;
        let (text, font) = (run.text, run.font);
        let em = style.size / self.ruler.font.units();
        let width = |text: &str| {
            let (advance, glyphs) = self.ruler.part(text, font);
            f64::from(advance) * em + style.tracking * f64::from(glyphs)
        };
        let words = text.trim();
        if !words.is_empty() {
            // SVG drops the space at either end of a text.
            let from = if leftward {
                text.trim_start()
            } else {
                text.trim_end()
            };
            let space = if from == words {
                0.0
            } else {
                width(from) - width(words)
            };
            self.placed.push(TextLine {
                text: visual::alone(words, leftward),
                x: round(pen.0 + space),
                y: round(pen.1),
                size: style.size,
                font,
                fill: style.fill,
                tracking: style.tracking,
            });
        }
        pen.0 += width(text);
    }
}

/// Bytes of the text, from and to, without line ends.
type LineRange = (usize, usize);

/// Breaks lines greedily: as many words on each line as fit.
fn wrap(
    words: &[Word],
    width: f64,
    measure: &dyn Fn((i32, u32)) -> f64,
    style: &Style,
) -> Vec<LineRange> {
    let mut lines: Vec<LineRange> = Vec::new();
    let mut open: Option<(LineRange, f64)> = None;
    for word in words {
        let kern = measure((word.kern, 0));
        let (start, before) = match open.take() {
            Some((line, so_far))
                if so_far + kern + measure(word.bare) - style.tracking <= width + SLACK =>
            {
                (line.0, so_far + kern)
            }
            full => {
                lines.extend(full.map(|(line, _)| line));
                (word.start, 0.0)
            }
        };
        if word.breaks {
            lines.push((start, word.end));
        } else {
            open = Some(((start, word.end), before + measure(word.full)));
        }
    }
    lines.extend(open.map(|(line, _)| line));
    lines
}

/// The narrowest wrapping with the same number of lines, so that centred lines have similar lengths.
fn balance(
    words: &[Word],
    greedy: Vec<LineRange>,
    width: f64,
    measure: &dyn Fn((i32, u32)) -> f64,
    style: &Style,
) -> Vec<LineRange> {
    let mut best = greedy;
    let (mut low, mut high) = (width / 2.0, width);
    for _ in 0..6 {
        let middle = (low + high) / 2.0;
        let lines = wrap(words, middle, measure, style);
        let widest = words
            .iter()
            .map(|word| measure(word.bare) - style.tracking)
            .fold(0.0, f64::max);
        if lines.len() == best.len() && widest <= middle {
            best = lines;
            high = middle;
        } else {
            low = middle;
        }
    }
    best
}

/// Rounds to a tenth of a micrometre, so that numbers stay short.
fn round(mm: f64) -> f64 {
    (mm * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Fonts;

    const AREA: Area = Area {
        x: 1.0,
        y: 2.0,
        w: 20.0,
        h: 12.0,
    };

    fn style() -> Style {
        Style {
            font: Fonts::plain("Alegreya", 400),
            size: 2.5,
            min: 2.5,
            fill: [0; 3],
            align: Align::Start,
            valign: Valign::Top,
            leading: 1.2,
            tracking: 0.0,
        }
    }

    fn fitted(text: &str, style: Style) -> Result<Vec<TextLine<'_>>, FitError> {
        fit(text, AREA, &style, Fonts::shipped())
    }

    #[test]
    fn words_in_other_fonts_are_in_position() {
        let [plain, bold] = [400, 700].map(|weight| Fonts::plain("Alegreya", weight));
        let text = "Gain two coins";
        let spans = [Span {
            range: 5..8,
            font: bold,
        }];
        let (lines, _) = fit_rich(
            RichText {
                text,
                icon: 0.0,
                spans: &spans,
            },
            AREA,
            &style(),
            Fonts::shipped(),
        )
        .unwrap();
        assert_eq!(
            lines.iter().map(|line| &*line.text).collect::<Vec<_>>(),
            ["Gain", "two", "coins"]
        );
        assert_eq!(
            lines.iter().map(|line| line.font).collect::<Vec<_>>(),
            [plain, bold, plain]
        );
        let long = |text: &str, font: &Font| {
            f64::from(font.extent(text).advance) / font.units() * style().size
        };
        let second = AREA.x + long("Gain ", plain);
        let third = second + long("two", bold) + long(" coins", plain) - long("coins", plain);
        assert!(
            (lines[1].x - second).abs() < 1e-3 && (lines[2].x - third).abs() < 1e-3,
            "{lines:?}"
        );
        // LineRange breaking uses the wider letters.
        let narrow = Area {
            w: long(text, plain),
            ..AREA
        };
        let ends = |spans| {
            fit_rich(
                RichText {
                    text,
                    icon: 0.0,
                    spans,
                },
                narrow,
                &style(),
                Fonts::shipped(),
            )
            .unwrap()
            .0
            .last()
            .unwrap()
            .y
        };
        assert!(ends(&spans) > ends(&[]));
    }

    #[test]
    fn lines_stay_inside_and_lose_no_word() {
        let text = "The chest is locked, the key is lost; try the well-known back door.";
        let lines = fitted(text, style()).unwrap();
        assert_eq!(lines.len(), 4);
        for line in &lines {
            assert!(width(line) <= AREA.w, "{}", line.text);
        }
        let words = lines
            .iter()
            .map(|line| &*line.text)
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(words.replace("well- known", "well-known"), text);
        assert!((lines[1].y - lines[0].y - 3.0).abs() < 1e-3);
    }

    #[test]
    fn a_range_stays_in_one_line() {
        let text = "Players wait in rooms 14–16, 21–22 and in others 23–24 too";
        let lines = fitted(text, style()).unwrap();
        assert!(lines.len() > 2);
        assert!(lines.iter().all(|line| !line.text.ends_with('–')));
    }

    #[test]
    fn a_line_end_in_the_text_breaks_it() {
        let lines = fitted("one\n\ntwo", style()).unwrap();
        assert_eq!(
            lines.iter().map(|line| &*line.text).collect::<Vec<_>>(),
            ["one", "two"]
        );
        assert!((lines[1].y - lines[0].y - 6.0).abs() < 1e-3);
    }

    #[test]
    fn an_overflow_is_measured() {
        let error = fitted("Incomprehensibilities!!", style()).unwrap_err();
        let FitError::TooWide { by, .. } = error else {
            panic!("{error}")
        };
        assert!((0.1..10.0).contains(&by), "{by}");
        let error = fitted(&"many words ".repeat(12), style()).unwrap_err();
        assert!(error.to_string().contains("lines are"), "{error}");
        assert!(
            fitted(
                &"many words ".repeat(12),
                Style {
                    min: 1.5,
                    ..style()
                }
            )
            .unwrap()[0]
                .size
                < 2.0
        );
    }

    #[test]
    fn other_fonts_have_what_one_lacks() {
        let families = |text: &str, family: &str, weight| {
            let font = Fonts::plain(family, weight);
            let lines = fitted(text, Style { font, ..style() }).unwrap();
            let shown = |line: &TextLine| format!("{}: {}", line.font.family, line.text);
            lines.iter().map(shown).collect::<Vec<_>>().join(", ")
        };
        // A word is in one font, and signs leave their word where it is.
        assert_eq!(
            families("Go Đường!", "Cinzel", 700),
            "Cinzel: Go, Alegreya SC: Đường!"
        );
        assert_eq!(
            families("2⚔️ Ход", "Barlow Condensed", 600),
            "Barlow Condensed: 2, Noto Emoji: ⚔️, Sofia Sans Condensed: Ход"
        );
        assert_eq!(
            families("♠ ⚅ 👩🏽‍🚀", "Alegreya", 400),
            "Noto Sans Symbols: ♠, Noto Sans Symbols: ⚅, Noto Emoji: 👩🏽‍🚀"
        );
        assert_eq!(
            families("a 龍", "Alegreya", 400),
            "Alegreya: a, Missing: 龍"
        );
    }

    #[test]
    fn a_soft_hyphen_is_seen_at_the_end_of_a_line() {
        let narrow = Area { w: 9.0, ..AREA };
        let text = "Schatz\u{ad}kammer";
        let lines = fit(text, narrow, &style(), Fonts::shipped()).unwrap();
        assert_eq!([&*lines[0].text, &*lines[1].text], ["Schatz-", "kammer"]);
        assert_eq!(fitted(text, style()).unwrap().len(), 1);
    }

    #[test]
    fn paragraphs_that_run_from_right_to_left_start_at_the_right() {
        let set = |text: &'static str, align| fitted(text, Style { align, ..style() }).unwrap();
        let lines = set("שלום 2.", Align::Start);
        let shown: Vec<_> = lines
            .iter()
            .map(|line| visual::unmarked(&line.text))
            .collect();
        assert_eq!(shown, [".", "2", "שלום"]);
        assert!(lines[0].x < lines[1].x && lines[1].x < lines[2].x);
        let end = lines[2].x + width(&lines[2]);
        assert!((end - AREA.x - AREA.w).abs() < 1e-3, "{lines:?}");
        assert_eq!(set("שלום", Align::End)[0].x, AREA.x);
        // A line in the other direction keeps its own.
        let lines = set("Go\nשלום", Align::Start);
        assert_eq!(lines[0].x, AREA.x);
        assert!(lines[1].x > AREA.x + 5.0);
    }

    #[test]
    fn icons_are_words() {
        let set = |text: &str| {
            let text = text.replace('*', &ICON.to_string());
            let (lines, icons) = fit_rich(
                RichText {
                    text: &text,
                    icon: 1.2,
                    spans: &[],
                },
                AREA,
                &style(),
                Fonts::shipped(),
            )
            .unwrap();
            (
                lines
                    .into_iter()
                    .map(TextLine::into_owned)
                    .collect::<Vec<_>>(),
                icons,
            )
        };
        let words = |lines: &[TextLine]| {
            lines
                .iter()
                .map(|line| line.text.to_string())
                .collect::<Vec<_>>()
        };
        let (lines, icons) = set("Pay *, gain * now");
        assert_eq!(words(&lines), ["Pay", ", gain", "now"]);
        // On the line, in the gap between the words; 1.2 ems of 2.5 mm, centred on the capitals.
        let font = Fonts::plain("Alegreya", 400);
        let space = f64::from(font.extent(" ").advance) / font.units() * style().size;
        let end = |line: &TextLine| line.x + width(line);
        assert_eq!(icons[0].edge, 3.0);
        assert!(
            (icons[0].x - end(&lines[0]) - space).abs() < 0.01,
            "{icons:?} {lines:?}"
        );
        assert!(
            (lines[1].x - icons[0].x - 3.0).abs() < 0.01,
            "a comma follows at once"
        );
        assert!(
            (icons[0].y + 1.5 - (lines[0].y - font.cap_height * style().size / 2.0)).abs() < 1e-3
        );
        // An icon that no longer fits goes to the next line, with whatever is attached to it.
        let (lines, icons) = set("Wait a long while 2* then");
        assert_eq!(words(&lines), ["Wait a long while", "2", "then"]);
        assert!(
            icons[0].x > end(&lines[1]) - 0.01
                && lines[1].y == lines[2].y
                && lines[1].y > lines[0].y
        );
        // Icons alone also make a line, and need their height.
        assert_eq!(set("* *").1.len(), 2);
        let low = Area { h: 2.5, ..AREA };
        let icon = ICON.to_string();
        let error = fit_rich(
            RichText {
                text: &icon,
                icon: 1.2,
                spans: &[],
            },
            low,
            &style(),
            Fonts::shipped(),
        )
        .unwrap_err();
        assert_eq!(error.to_string(), "the line is 0.50 mm too tall");
        let hardly = FitError::TooTall {
            lines: 2,
            by: 0.002,
        };
        assert_eq!(hardly.to_string(), "2 lines are 0.01 mm too tall");
    }

    #[test]
    fn capitals_are_centred() {
        let style = Style {
            align: Align::Middle,
            valign: Valign::Middle,
            ..style()
        };
        let line = &fitted("HEX", style).unwrap()[0];
        let cap = Fonts::plain("Alegreya", 400).cap_height * line.size;
        assert!((line.y - cap / 2.0 - 8.0).abs() < 1e-3);
        assert!((line.x + width(line) / 2.0 - 11.0).abs() < 1e-3);
    }

    #[test]
    fn centred_lines_are_even() {
        let lines = fitted(
            "one two three four five six",
            Style {
                align: Align::Middle,
                ..style()
            },
        )
        .unwrap();
        let widths: Vec<_> = lines.iter().map(width).collect();
        assert_eq!(lines.len(), 2);
        assert!((widths[0] - widths[1]).abs() < 6.0, "{widths:?}");
    }
}
