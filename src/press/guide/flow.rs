//! Pages filled from top to bottom with text, badges and faces.

use std::fmt::Display;
use std::rc::Rc;

use super::aloud::{Aloud, Layer};
use super::inventory::Inventory;
use super::page::Page;
use super::rulebook::Pictures;
use super::{FOOT, GAP, LESSON, PLAIN, SIDE, Sources, TOP};
use crate::face::emphasis;
use crate::face::template::rgb;
use crate::face::text::{self, Align, Area, RichText, Span, Style, Valign};
use crate::face::{Drawing, Font, Fonts, TextLine, typographic};
use crate::kit::{Ink, Point, Problem, Problems, Size, Um};
use crate::press::sheet::{Bookmark, Placed, Role};

/// The widths to try, as fractions of a column, if its last line is one short word.
const NARROWER: [f64; 5] = [0.97, 0.94, 0.91, 0.88, 0.85];

/// The colour of badges in kits whose palette has no `gold`.
const GOLD: &str = "#E3B23A";

/// More than the height of any text, in mm.
const ENDLESS: f64 = 1e6;

/// The shares of a page's free space above a heading, above a step or a row, and above an entry of a list.
pub(super) const HEADING: f64 = 3.0;
pub(super) const ROW: f64 = 1.0;
pub(super) const ENTRY: f64 = 0.5;

/// The height of a heading with its line, in mm.
pub(super) const HEAD: f64 = 9.2;

/// The sizes of a heading, in mm: the largest that keeps it on one line is used.
pub(super) const HEADS: [f64; 4] = [5.0, 4.7, 4.4, 4.1];

/// Leading of all texts, in multiples of their size.
const LEADING: f64 = 1.3;

/// The lines of a heading from a top of zero, and how much more room than a single line they need, in mm.
pub(super) type Headline = (Vec<TextLine<'static>>, f64);

/// The styles of running text.
#[derive(Clone, Copy)]
pub(super) enum TextStyle {
    Heading,
    Body,
    Strong,
    Label,
    Slanted,
}

/// Pages that are filled from top to bottom.
pub(super) struct Flow<'a, 'k> {
    pub sources: &'a Sources<'a, 'k>,
    pub inventory: Inventory<'k>,
    pub paper: Size,
    pub pages: Vec<Page>,
    /// The position of the next element on the last page, in mm from the top.
    pub y: f64,
    /// Drawings of the guide's own, numbered after the faces of the kit.
    pub drawings: Vec<Drawing>,
    pub bookmarks: Vec<Bookmark>,
    /// What the pages say, in order.
    pub aloud: Aloud,
    pub fonts: [&'static Font; 5],
    /// The kit's fonts, for characters that the guide's own lack.
    others: &'static Fonts,
    /// The size of a lesson's running text, in mm.
    pub told: f64,
    /// How much larger than usual the pictures of a lesson are, for each of its scenes on new pages.
    pub larger: Vec<f64>,
    /// The pictures of the kit's lesson, once they are drawn.
    pub pictures: Option<Rc<Pictures>>,
    /// The scale of running text and gaps.
    pub scale: f64,
    /// The scale of the pictures of the sheets.
    pub zoom: f64,
    /// How much larger than usual the pictures of the checklist are.
    pub pieces: f64,
    /// The filled part of the last page, from 0 to 1, without the credits at its foot.
    pub last_filled: f64,
    /// The least size of small print, in mm.
    pub least: f64,
    /// How many pictures of the sheets stand side by side, with what follows beside them; none if that depends on their number.
    pub columns: Option<usize>,
    /// The width of what is set, in mm: that of the page, or of a column beside the pictures of the sheets.
    wide: f64,
    /// Where these pictures end, in mm, as long as a column beside them is filled.
    pub beside: Option<f64>,
    /// Whether the steps of the kit stand side by side where they can, and whether pictures fill pages that end early.
    pub in_rows: bool,
    pub fills_holes: bool,
    /// Whether the checklist is there even if it has few pieces.
    pub is_listed: bool,
    /// Whether there are pictures of the table and of a row of pieces already.
    pub has_table: bool,
    pub has_pieces: bool,
    /// Whether a heading is repeated on each page on which its part goes on, and its lines then, from a top of zero.
    pub repeats: bool,
    running: Option<Headline>,
}

/// The least size of small print in mm, 7 points.
pub(super) const LEAST: f64 = 2.47;

impl<'a, 'k> Flow<'a, 'k> {
    pub(super) fn new(
        sources: &'a Sources<'a, 'k>,
        paper: Size,
        scale: f64,
    ) -> Result<Flow<'a, 'k>, Problems> {
        let find = |family: &str, weight, slanted| {
            let missing = || {
                Problem::new(
                    sources.kit.place(),
                    format!("the guide needs the font {family} {weight}"),
                )
            };
            Fonts::shipped()
                .find(family, weight, slanted)
                .ok_or_else(missing)
        };
        let fonts = [
            find("Cinzel", 700, false)?,
            find("Alegreya", 400, false)?,
            find("Alegreya", 700, false)?,
            find("Barlow Condensed", 600, false)?,
            find("Alegreya", 400, true)?,
        ];
        let (pages, drawings, bookmarks) = (vec![Page::default()], Vec::new(), Vec::new());
        let inventory = Inventory::of(sources);
        let others = Fonts::of(sources.kit);
        Ok(Flow {
            sources,
            inventory,
            paper,
            pages,
            y: first_top(sources),
            drawings,
            bookmarks,
            aloud: Aloud::default(),
            fonts,
            others,
            told: LESSON,
            larger: Vec::new(),
            pictures: None,
            scale,
            zoom: 1.0,
            pieces: 1.0,
            last_filled: 1.0,
            least: LEAST,
            columns: None,
            wide: paper.w.mm() - 2.0 * SIDE,
            beside: None,
            in_rows: false,
            fills_holes: false,
            is_listed: true,
            has_table: false,
            has_pieces: false,
            repeats: false,
            running: None,
        })
    }

    /// A text of the guide itself, in the kit's language; `{name}` is replaced.
    pub(super) fn say(&self, text: &str, with: &[(&str, &dyn Display)]) -> String {
        self.sources.kit.files.say(text, with)
    }

    pub(super) fn width(&self) -> f64 {
        self.wide
    }

    /// The right end of what is set, in mm.
    pub(super) fn right(&self) -> f64 {
        SIDE + self.wide
    }

    /// Sets what follows in a column of this width, beside pictures that end at `bottom`.
    pub(super) fn set_beside(&mut self, width: f64, bottom: f64) {
        self.wide = width;
        self.beside = Some(bottom);
    }

    /// Goes on below the pictures of the sheets, over the whole width.
    pub(super) fn set_below(&mut self) {
        if let Some(bottom) = self.beside.take() {
            self.wide = self.paper.w.mm() - 2.0 * SIDE;
            self.y = self.y.max(bottom);
        }
    }

    /// The size of running text, in mm.
    pub(super) fn body(&self) -> f64 {
        3.7 * self.scale
    }

    /// The gap between two elements, in mm.
    pub(super) fn gap(&self) -> f64 {
        GAP * self.scale
    }

    /// The filled part of the last page, from 0 to 1.
    pub(super) fn filled(&self) -> f64 {
        let top = match self.pages.len() {
            1 => first_top(self.sources),
            _ => TOP[1],
        };
        (self.y - top) / (self.bottom() - top)
    }

    pub(super) fn page(&mut self) -> &mut Page {
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    /// The lower limit of the last page.
    pub(super) fn bottom(&self) -> f64 {
        self.paper.h.mm() - FOOT
    }

    /// Makes sure that `height` mm are free, starting a new page if necessary.
    pub(super) fn room(&mut self, height: f64) {
        if self.y + height > self.bottom() {
            self.page().full = true;
            self.pages.push(Page::default());
            self.y = TOP[1];
            self.go_on();
        }
    }

    /// Repeats the heading of what goes on at the top of a page. Whoever listens has just heard it.
    fn go_on(&mut self) {
        let Some(running) = self.running.clone() else {
            return;
        };
        self.decoration();
        self.add_heading(running);
    }

    /// Adds the lines of a heading, set from a top of zero, and the line below them.
    fn add_heading(&mut self, (lines, more): Headline) {
        let top = self.y;
        self.add_texts(lines.into_iter().map(|line| TextLine {
            y: line.y + top,
            ..line
        }));
        let (ink, right) = (self.ink("ink"), self.right());
        let y = top + 6.2 + more;
        self.page().art += &format!(
            r#"<path d="M{SIDE},{y}H{right}" fill="none" stroke="{ink}" stroke-width="0.28"/>"#
        );
        self.y += HEAD + more;
    }

    /// Begins a block: whatever is added from now on belongs to it, until the next one begins.
    pub(super) fn block(&mut self, role: Role) {
        self.aloud.begin(role);
    }

    /// What is added from now on is decoration, which is not read.
    pub(super) fn decoration(&mut self) {
        self.aloud.pause();
    }

    /// Adds lines to the page.
    pub(super) fn add_texts(&mut self, lines: impl IntoIterator<Item = TextLine<'static>>) {
        self.add(Layer::Texts, |page| page.texts.extend(lines));
    }

    /// Adds letters above everything else.
    pub(super) fn add_letters(&mut self, lines: impl IntoIterator<Item = TextLine<'static>>) {
        self.add(Layer::Letters, |page| page.letters.extend(lines));
    }

    /// Adds a face to the page.
    pub(super) fn add_placed(&mut self, placed: Placed) {
        self.add(Layer::Placed, |page| page.placed.push(placed));
    }

    fn add(&mut self, layer: Layer, add: impl FnOnce(&mut Page)) {
        let number = self.pages.len() - 1;
        let page = self.page();
        let first = layer.count(page);
        add(page);
        let after = layer.count(page);
        self.aloud.add(number, layer, first..after);
    }

    /// A colour of the kit, or black text on white if it has none.
    pub(super) fn ink(&self, name: &str) -> String {
        let bare = match (name, self.sources.order.ink) {
            ("ink", _) => "#000000",
            ("gold", Ink::Color) => GOLD,
            _ => "#FFFFFF",
        };
        self.sources
            .kit
            .palette
            .of(self.sources.order.ink)
            .get(name)
            .copied()
            .unwrap_or(bare)
            .to_string()
    }

    /// Wraps words into a column; returns the lines, with the first at `y`, and their height.
    pub(super) fn set(
        &self,
        words: &str,
        voice: TextStyle,
        size: f64,
        x: f64,
        y: f64,
        w: f64,
    ) -> Result<(Vec<TextLine<'static>>, f64), Problems> {
        let words = typographic(words, &self.sources.kit.language);
        self.set_spans(&words, &[], voice, size, (x, y, w))
    }

    /// The same for running text in which `**words**` are strong and `*words*` slanted, followed by a label.
    pub(super) fn set_rich(
        &self,
        words: &str,
        label: &str,
        size: f64,
        (x, y, w): (f64, f64, f64),
    ) -> Result<(Vec<TextLine<'static>>, f64), Problems> {
        let words = typographic(words, &self.sources.kit.language);
        let words = with_numbers_kept(&words);
        let (mut plain, emphasised) = emphasis::parse(&words);
        let font = |of: emphasis::Emphasis| match of.strong {
            true => self.fonts[TextStyle::Strong as usize],
            false => self.fonts[TextStyle::Slanted as usize],
        };
        let spans = emphasised.into_iter().map(|(range, of)| Span {
            range,
            font: font(of),
        });
        let mut spans: Vec<Span> = spans.collect();
        if !label.is_empty() {
            let font = self.fonts[TextStyle::Label as usize];
            let wide = f64::from(font.extent(label).advance) / font.units() * size;
            // A label is not alone on a line, unless it is long.
            let space = if wide < w / 2.0 { "\u{a0}" } else { " " };
            plain += space;
            let range = plain.len()..;
            plain += &label.replace(' ', space);
            let range = range.start..plain.len();
            spans.push(Span { range, font });
        }
        self.set_spans(&plain, &spans, TextStyle::Body, size, (x, y, w))
    }

    fn set_spans(
        &self,
        words: &str,
        spans: &[Span],
        voice: TextStyle,
        size: f64,
        (x, y, w): (f64, f64, f64),
    ) -> Result<(Vec<TextLine<'static>>, f64), Problems> {
        let leading = LEADING;
        let style = Style {
            font: self.fonts[voice as usize],
            size,
            min: size,
            fill: rgb(&self.ink("ink")).unwrap_or_default(),
            align: Align::Start,
            valign: Valign::Top,
            leading,
            tracking: 0.0,
        };
        let rich = RichText {
            text: words,
            icon: 0.0,
            spans,
        };
        let fit = |w: f64| {
            let h = ENDLESS;
            text::fit_rich(rich, Area { x, y, w, h }, &style, self.others)
                .map(|(lines, _)| lines)
                .map_err(|error| {
                    Problem::new(
                        self.sources.kit.place(),
                        format!("the guide cannot print \"{words}\": {error}"),
                    )
                })
        };
        let mut lines = fit(w)?;
        // Avoids a single word on the last line if a slightly narrower column does.
        if is_single_word(&lines) {
            let others = NARROWER.iter().map_while(|narrower| fit(w * narrower).ok());
            let mut as_high = others.take_while(|other| rows(other) == rows(&lines));
            if let Some(better) = as_high.find(|other| !is_single_word(other)) {
                lines = better;
            }
        }
        let height = rows(&lines) as f64 * size * leading;
        Ok((
            lines.into_iter().map(TextLine::into_owned).collect(),
            height,
        ))
    }

    /// Writes words on the page; returns their height.
    pub(super) fn write(
        &mut self,
        words: &str,
        voice: TextStyle,
        size: f64,
        x: f64,
        y: f64,
        w: f64,
    ) -> Result<f64, Problems> {
        let (lines, height) = self.set(words, voice, size, x, y, w)?;
        self.add_texts(lines);
        Ok(height)
    }

    /// Adds a bookmark to the current page.
    pub(super) fn bookmark(&mut self, title: impl Into<String>) {
        self.bookmarks
            .push(Bookmark::new(title, self.pages.len() - 1));
    }

    /// Writes words centred in a column.
    pub(super) fn centred(
        &mut self,
        words: &str,
        voice: TextStyle,
        size: f64,
        x: f64,
        y: f64,
        w: f64,
    ) -> Result<(), Problems> {
        let (mut lines, _) = self.set(words, voice, size, x, y, w)?;
        lines
            .iter_mut()
            .for_each(|line| line.x += (w - text::width(line)) / 2.0);
        self.add_texts(lines);
        Ok(())
    }

    /// Adds a heading that keeps `with` mm of what follows on the same page.
    pub(super) fn heading(&mut self, words: &str, with: f64) -> Result<(), Problems> {
        self.y += self.gap();
        self.running = None;
        let lines = self.headline(words, HEADS, SIDE, self.width())?;
        self.room(HEAD + lines.1 + with);
        self.seam(HEADING);
        self.bookmark(words);
        self.block(Role::Heading(2));
        if self.repeats {
            self.running = Some(lines.clone());
        }
        self.add_heading(lines);
        Ok(())
    }

    /// Sets a heading in the largest of these sizes that keeps it on one line, or else in the smallest on several.
    pub(super) fn headline<const COUNT: usize>(
        &self,
        words: &str,
        sizes: [f64; COUNT],
        x: f64,
        width: f64,
    ) -> Result<Headline, Problems> {
        let mut set = Ok((Vec::new(), 0.0));
        for size in sizes {
            set = self.set(words, TextStyle::Heading, size, x, sizes[0] - size, width);
            match &set {
                Ok((lines, _)) if rows(lines) <= 1 => break,
                _ => {}
            }
        }
        let (lines, _) = set?;
        let size = lines.first().map_or(0.0, |line| line.size);
        let more = rows(&lines).saturating_sub(1) as f64 * size * LEADING;
        Ok((lines, more))
    }

    /// The height of a paragraph with the gap below it; zero if it says nothing.
    pub(super) fn paragraph_height(&self, words: &str) -> Result<f64, Problems> {
        if words.is_empty() {
            return Ok(0.0);
        }
        let (_, height) = self.set(words, TextStyle::Body, self.body(), SIDE, 0.0, self.width())?;
        Ok(height + self.gap())
    }

    pub(super) fn paragraph(&mut self, words: &str) -> Result<(), Problems> {
        let height = self.paragraph_height(words)?;
        if words.is_empty() {
            return Ok(());
        }
        self.room(height - self.gap());
        self.block(Role::Paragraph);
        let y = self.y;
        self.write(words, TextStyle::Body, self.body(), SIDE, y, self.width())?;
        self.y += height;
        Ok(())
    }

    /// Draws a coin with a letter or number above everything else, centred on a point.
    pub(super) fn coin(
        &mut self,
        words: &str,
        x: f64,
        y: f64,
        radius: f64,
    ) -> Result<(), Problems> {
        let size = if words.len() < 2 {
            1.24 * radius
        } else {
            radius
        };
        let (mut lines, _) =
            self.set(words, TextStyle::Heading, size, x, y - 0.353 * size, 20.0)?;
        for line in &mut lines {
            line.x -= text::width(line) / 2.0;
        }
        let (ink, gold) = (self.ink("ink"), self.ink("gold"));
        self.add_letters(lines);
        self.page().badges += &format!(
            r#"<circle cx="{x:.3}" cy="{y:.3}" r="{radius:.3}" fill="{gold}" stroke="{ink}" stroke-width="0.45"/>"#
        );
        Ok(())
    }

    /// Adds a drawing; returns the index of its face.
    pub(super) fn draw(&mut self, drawing: Drawing) -> usize {
        self.drawings.push(drawing);
        self.sources.drawn.faces.len() + self.drawings.len() - 1
    }

    /// Places a face by its top left corner.
    pub(super) fn place(&mut self, face: usize, x: f64, y: f64, size: Size) {
        let at = Point {
            x: Um::from_mm(x),
            y: Um::from_mm(y),
        };
        self.add_placed(Placed {
            face,
            at,
            size,
            ..Placed::default()
        });
    }
}

/// Where the first page begins below its title, in mm.
pub(super) fn first_top(sources: &Sources<'_, '_>) -> f64 {
    let is_plain = sources.kit.guide.page.is_empty();
    TOP[0] + if is_plain { PLAIN } else { 0.0 }
}

/// The number of rows of lines, which may have several runs each.
fn rows(lines: &[TextLine<'_>]) -> usize {
    lines.chunk_by(|one, other| one.y == other.y).count()
}

/// Whether the last of several rows is a single word.
fn is_single_word(lines: &[TextLine<'_>]) -> bool {
    let mut runs = lines.chunk_by(|one, other| one.y == other.y);
    let last = runs.next_back().unwrap_or_default();
    let shown: String = last.iter().map(|run| &*run.text).collect();
    runs.next().is_some() && !shown.trim().contains(' ')
}

/// Words in which a number in bold, such as that of a step, stays with what follows it.
fn with_numbers_kept(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    let mut is_number = false;
    for (index, part) in words.split("**").enumerate() {
        if index > 0 {
            out += "**";
        }
        match part.strip_prefix(' ').filter(|_| is_number) {
            Some(rest) => {
                out.push('\u{a0}');
                out += rest;
            }
            None => out += part,
        }
        is_number = index % 2 == 1 && part.bytes().all(|byte| byte.is_ascii_digit());
    }
    out
}
