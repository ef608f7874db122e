//! The printed guide: what to print on what, how to make it, a checklist with thumbnails, credits.
//!
//! Words come from the kit's `guide.toml`, pictures from the very faces and label sheet that print. Everything here flows
//! down pages in millimetres; the page's ground is a template of the kit.

use serde_json::json;

use super::{Job, Meta, Placed, Point, Proofs, Sheet, Sides};
use crate::face::template::{escape, rgb};
use crate::face::text::{self, Align, Area, Style, Valign};
use crate::face::{Drawing, Fonts, Item, Reader, Templates, TextLine};
use crate::kit::{Deck, Ink, Kit, Make, Place, Problem, Problems, Size, Um};

/// The clear space at a page's sides, mm.
const SIDE: f64 = 19.0;
/// Where the text begins on the first page and on the others, mm from the top.
const TOP: [f64; 2] = [38.0, 27.0];
/// The clear space at a page's foot, mm.
const FOOT: f64 = 22.0;
/// Between two things on a page, mm.
const GAP: f64 = 4.0;

/// The size of a step's figure.
const FIGURE: Size = Size::new(Um(40_000), Um(26_000));

/// What a guide is made from.
pub struct Sources<'a, 'k> {
    pub kit: &'k Kit,
    pub templates: &'a Templates<'k>,
    pub fonts: &'static Fonts,
    pub ink: Ink,
    pub proofs: &'a Proofs<'k>,
    /// The first sheet, for its picture.
    pub sheet: &'a Sheet,
}

/// Lays out the guide on pages of this size.
pub fn guide(sources: &Sources<'_, '_>, paper: Size, meta: Meta, reader: &mut Reader<'_>) -> Result<Job, Problems> {
    let mut flow = Flow::new(sources, paper)?;
    flow.overview()?;
    for (index, chapter) in sources.kit.guide.chapters.iter().enumerate() {
        flow.heading(&chapter.title, 30.0)?;
        flow.paragraph(&chapter.text)?;
        for (number, step) in chapter.steps.iter().enumerate() {
            flow.step(number + 1, &step.text, step.figure.as_deref(), reader)?;
        }
        if index == 1 || sources.kit.guide.chapters.len() == 1 {
            flow.dice()?;
        }
    }
    flow.checklist()?;
    flow.credits()?;
    flow.finish(meta, reader)
}

/// The looks of running text.
#[derive(Clone, Copy)]
enum Voice {
    Heading,
    Body,
    Strong,
    Label,
}

/// Pages being filled from top to bottom.
struct Flow<'a, 'k> {
    sources: &'a Sources<'a, 'k>,
    paper: Size,
    pages: Vec<Page>,
    /// Where the next thing goes on the last page, mm from its top.
    y: f64,
    faces: Vec<Drawing>,
    fonts: [usize; 4],
}

/// One page: what is drawn on its ground, and what is placed on that.
#[derive(Default)]
struct Page {
    /// SVG elements under everything else, in page millimetres.
    art: String,
    texts: Vec<TextLine>,
    placed: Vec<Placed>,
    /// SVG elements and their letters over everything else.
    badges: String,
    letters: Vec<TextLine>,
}

impl<'a, 'k> Flow<'a, 'k> {
    fn new(sources: &'a Sources<'a, 'k>, paper: Size) -> Result<Flow<'a, 'k>, Problems> {
        let find = |family: &str, weight| {
            let missing = || Problem::new(sources.kit.place(), format!("the guide needs the font {family} {weight}"));
            sources.fonts.find(family, weight, false).ok_or_else(missing)
        };
        let fonts = [find("Cinzel", 700)?, find("Alegreya", 400)?, find("Alegreya", 700)?, find("Barlow Condensed", 600)?];
        let faces = sources.proofs.faces.clone();
        Ok(Flow { sources, paper, pages: vec![Page::default()], y: TOP[0], faces, fonts })
    }

    fn width(&self) -> f64 {
        self.paper.w.mm() - 2.0 * SIDE
    }

    fn page(&mut self) -> &mut Page {
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    /// Makes sure that `height` mm are free below; starts a new page otherwise.
    fn room(&mut self, height: f64) {
        if self.y + height > self.paper.h.mm() - FOOT {
            self.pages.push(Page::default());
            self.y = TOP[1];
        }
    }

    fn ink(&self, name: &str) -> String {
        self.sources.kit.palette.of(self.sources.ink).get(name).unwrap_or(&"#000000").to_string()
    }

    /// Wraps words into a column; gives the lines, with the first at `y`, and their height.
    fn set(&self, words: &str, voice: Voice, size: f64, x: f64, y: f64, w: f64) -> Result<(Vec<TextLine>, f64), Problems> {
        let leading = 1.3;
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
        let lines = text::fit(self.sources.fonts, words, Area { x, y, w, h: 1000.0 }, &style).map_err(|misfit| {
            Problem::new(Place::file(self.sources.kit.files.name("guide.toml")), format!("\"{words}\": {misfit}"))
        })?;
        let height = lines.len() as f64 * size * leading;
        Ok((lines, height))
    }

    /// Writes words at a place on the page; gives their height.
    fn write(&mut self, words: &str, voice: Voice, size: f64, x: f64, y: f64, w: f64) -> Result<f64, Problems> {
        let (lines, height) = self.set(words, voice, size, x, y, w)?;
        self.page().texts.extend(lines);
        Ok(height)
    }

    /// A heading that keeps `with` mm of what follows on its page.
    fn heading(&mut self, words: &str, with: f64) -> Result<(), Problems> {
        self.y += GAP;
        self.room(9.0 + with);
        let y = self.y;
        self.write(words, Voice::Heading, 5.0, SIDE, y, self.width())?;
        let (ink, right) = (self.ink("ink"), self.paper.w.mm() - SIDE);
        self.page().art +=
            &format!(r#"<path d="M{SIDE},{0}H{right}" fill="none" stroke="{ink}" stroke-width="0.28"/>"#, y + 6.2);
        self.y += 9.2;
        Ok(())
    }

    fn paragraph(&mut self, words: &str) -> Result<(), Problems> {
        if words.is_empty() {
            return Ok(());
        }
        let (_, height) = self.set(words, Voice::Body, 3.7, SIDE, 0.0, self.width())?;
        self.room(height);
        let y = self.y;
        self.write(words, Voice::Body, 3.7, SIDE, y, self.width())?;
        self.y += height + GAP;
        Ok(())
    }

    /// A numbered step, with its figure on the left.
    fn step(&mut self, number: usize, words: &str, figure: Option<&str>, reader: &mut Reader<'_>) -> Result<(), Problems> {
        let indent = SIDE + if figure.is_some() { FIGURE.w.mm() + 6.0 } else { 0.0 } + 9.0;
        let column = self.paper.w.mm() - SIDE - indent;
        let (_, text_height) = self.set(words, Voice::Body, 3.7, indent, 0.0, column)?;
        let height = text_height.max(if figure.is_some() { FIGURE.h.mm() } else { 8.0 });
        self.room(height);
        let top = self.y;
        let middle = top + height / 2.0;
        if let Some(path) = figure {
            let what = format!("the guide's figure {path}");
            let svg = self.sources.templates.expand(path, Default::default(), &self.sources.kit.place(), &what)?;
            self.faces.push(reader.read(&what, &svg, FIGURE, Um::ZERO)?);
            self.place(self.faces.len() - 1, SIDE, middle - FIGURE.h.mm() / 2.0, FIGURE);
        }
        self.badge(&number.to_string(), indent - 6.0, middle)?;
        self.write(words, Voice::Body, 3.7, indent, middle - text_height / 2.0 + 0.6, column)?;
        self.y += height + GAP;
        Ok(())
    }

    /// A coin with a letter or number, over everything else; its centre is given.
    fn badge(&mut self, words: &str, x: f64, y: f64) -> Result<(), Problems> {
        let (mut lines, _) = self.set(words, Voice::Heading, 3.6, x, y - 1.27, 20.0)?;
        for line in &mut lines {
            line.x -= text::width(self.sources.fonts, line) / 2.0;
        }
        let (ink, gold) = (self.ink("ink"), self.ink("gold"));
        let page = self.page();
        page.letters.extend(lines);
        page.badges +=
            &format!(r#"<circle cx="{x:.3}" cy="{y:.3}" r="3" fill="{gold}" stroke="{ink}" stroke-width="0.45"/>"#);
        Ok(())
    }

    /// Places a face by its top left corner.
    fn place(&mut self, face: usize, x: f64, y: f64, size: Size) {
        let at = Point { x: Um::from_mm(x), y: Um::from_mm(y) };
        self.page().placed.push(Placed { face, at, size, ..Placed::default() });
    }

    /// What to print, on what; what else the table needs; and a picture of the sheet with letters that say which is which.
    fn overview(&mut self) -> Result<(), Problems> {
        let sheet = self.sources.sheet;
        let scale = 0.36;
        let map = scaled(sheet.size, scale);
        let (top, left) = (self.y, self.paper.w.mm() - SIDE - map.w.mm());
        let (ink, ground) = (self.ink("ink"), self.ink("bone"));
        self.page().art += &format!(
            r#"<rect x="{left}" y="{top}" width="{}" height="{}" fill="{ground}" stroke="{ink}" stroke-width="0.28"/>"#,
            map.w, map.h
        );
        let kit = self.sources.kit;
        let mut lettered = vec![false; kit.decks.len()];
        for placed in &sheet.placed {
            let Some(deck) = self.deck_of(&placed.code) else { continue };
            let (x, y) = (left + placed.at.x.mm() * scale, top + placed.at.y.mm() * scale);
            let size = scaled(placed.size, scale);
            let at = Point { x: Um::from_mm(x), y: Um::from_mm(y) };
            let there =
                |point: Point| Point::new(Um::from_mm(left + point.x.mm() * scale), Um::from_mm(top + point.y.mm() * scale));
            let clip = placed.outline.iter().map(|outline| outline.map(there)).collect();
            self.page().placed.push(Placed { at, size, bleed: Sides::default(), clip, ..placed.clone() });
            if !std::mem::replace(&mut lettered[deck], true) {
                self.badge(&letter(deck), x + size.w.mm() / 2.0, y + size.h.mm() / 2.0)?;
            }
        }
        let column = left - SIDE - 8.0;
        self.write("On the sheet", Voice::Heading, 5.0, SIDE, top, column)?;
        let mut y = top + 9.0;
        for (index, deck) in kit.decks.iter().enumerate() {
            self.badge(&letter(index), SIDE + 3.2, y + 3.4)?;
            let title = format!("{} x {}", deck.pieces().len(), deck.title);
            y += self.write(&title, Voice::Strong, 3.9, SIDE + 9.0, y, column - 9.0)?;
            let on = if deck.stock.is_empty() { String::new() } else { format!(", on {}", deck.stock) };
            let detail = format!("{} mm{on}", self.printed_size(deck));
            y += self.write(&detail, Voice::Body, 3.3, SIDE + 9.0, y, column - 9.0)? + 2.4;
        }
        y += 3.0;
        if !kit.needs.is_empty() {
            self.write("Also on the table", Voice::Heading, 5.0, SIDE, y, column)?;
            y += 8.4;
        }
        for need in &kit.needs {
            y += self.write(&format!("{} {}", need.count, need.name), Voice::Strong, 3.7, SIDE, y, column)?;
            y += self.write(&need.used_for, Voice::Body, 3.3, SIDE, y, column)? + 1.6;
        }
        self.y = y.max(top + map.h.mm() + GAP);
        Ok(())
    }

    /// Which faces go on which die: a row of stickers a die, blanks outlined.
    fn dice(&mut self) -> Result<(), Problems> {
        let kit = self.sources.kit;
        for deck in kit.decks.iter().filter(|deck| deck.make == Make::Stickers) {
            let edge = 11.0;
            for row in &deck.rows {
                self.room(edge + GAP);
                let (y, code) = (self.y, row.codes.join(" "));
                let name = row.fields.get("name").and_then(|name| name.as_str()).unwrap_or(&code).to_owned();
                let dice = if row.count == 1 { "1 die".to_owned() } else { format!("{} dice", row.count) };
                self.write(&name, Voice::Strong, 3.9, SIDE, y + 2.0, 42.0)?;
                self.write(&dice, Voice::Body, 3.3, SIDE, y + 7.0, 42.0)?;
                for (side, face) in row.faces.iter().enumerate() {
                    let x = SIDE + 46.0 + side as f64 * (edge + 2.0);
                    let proof = self.sources.proofs.pieces.iter().find(|proof| {
                        std::ptr::eq(proof.row, row) && proof.code.ends_with(&format!("-{}", side + 1)) && face != "blank"
                    });
                    match proof {
                        Some(proof) => self.place(proof.face, x, y, Size::new(Um::from_mm(edge), Um::from_mm(edge))),
                        None => {
                            let ink = self.ink("ink");
                            self.page().art += &format!(
                                r#"<rect x="{x}" y="{y}" width="{edge}" height="{edge}" rx="0.8" fill="none" stroke="{ink}" stroke-width="0.28" stroke-dasharray="1 1"/>"#
                            );
                        }
                    }
                }
                self.y += edge + GAP;
            }
        }
        Ok(())
    }

    /// Every piece with a box to tick: one thumbnail a row, and how many there are of it.
    fn checklist(&mut self) -> Result<(), Problems> {
        let kit = self.sources.kit;
        self.heading("Checklist", 40.0)?;
        for deck in kit.decks.iter().filter(|deck| deck.make != Make::Stickers) {
            let scale = (20.0 / deck.size.w.mm()).min(15.0 / deck.size.h.mm()).min(0.8);
            let size = scaled(deck.size, scale);
            let (cell, line) = (size.w.mm() + 13.0, size.h.mm() + 3.0);
            self.room(line + 7.0);
            let (y, title) = (self.y, format!("{} ({})", deck.title, deck.pieces().len()));
            self.write(&title, Voice::Strong, 3.9, SIDE, y, self.width())?;
            self.y += 6.0;
            let mut x = SIDE;
            for row in &deck.rows {
                if x + cell > self.paper.w.mm() - SIDE + 2.0 {
                    x = SIDE;
                    self.y += line;
                }
                self.room(line);
                let y = self.y;
                if let Some(proof) = self.sources.proofs.pieces.iter().find(|proof| std::ptr::eq(proof.row, row)) {
                    self.place(proof.face, x, y, size);
                    let corner = Point::new(Um::from_mm(x), Um::from_mm(y));
                    let there = |point: Point| {
                        let along = |length: Um| Um::from_mm(length.mm() * scale);
                        Point::new(corner.x + along(point.x), corner.y + along(point.y))
                    };
                    if let (Some(outline), Some(placed)) = (deck.shape.outline(deck.size), self.page().placed.last_mut()) {
                        placed.clip = [outline.map(there)].into();
                    }
                }
                let beside = x + size.w.mm() + 1.5;
                self.write(&codes(&row.codes), Voice::Label, 2.6, beside, y + 0.4, 11.0)?;
                let boxes = row.codes.len() * row.count as usize;
                let ink = self.ink("ink");
                for index in 0..boxes.min(12) {
                    let (bx, by) = (beside + (index % 3) as f64 * 3.1, y + 4.4 + (index / 3) as f64 * 3.1);
                    self.page().art += &format!(
                        r#"<rect x="{bx:.3}" y="{by:.3}" width="2.3" height="2.3" fill="none" stroke="{ink}" stroke-width="0.28"/>"#
                    );
                }
                x += cell;
            }
            self.y += line + GAP;
        }
        Ok(())
    }

    fn credits(&mut self) -> Result<(), Problems> {
        self.heading("Credits", 20.0)?;
        let kit = self.sources.kit;
        for line in kit.guide.credits.iter().chain([&kit.licence]) {
            let (_, height) = self.set(line, Voice::Body, 3.3, SIDE, 0.0, self.width())?;
            self.room(height);
            let y = self.y;
            self.write(line, Voice::Body, 3.3, SIDE, y, self.width())?;
            self.y += height + 1.4;
        }
        Ok(())
    }

    /// Turns the pages into sheets, each on its ground.
    fn finish(mut self, meta: Meta, reader: &mut Reader<'_>) -> Result<Job, Problems> {
        let kit = self.sources.kit;
        let count = self.pages.len();
        let mut sheets = Vec::new();
        for (index, page) in std::mem::take(&mut self.pages).into_iter().enumerate() {
            let what = format!("page {} of the guide", index + 1);
            let mut ground = self.ground(index + 1, count, reader)?;
            ground.items.extend(self.overlay(&what, &page.art, reader)?);
            ground.items.extend(page.texts.into_iter().map(Item::Text));
            let mut badges = self.overlay(&what, &page.badges, reader)?;
            badges.extend(page.letters.into_iter().map(Item::Text));
            let above = Drawing { items: badges, name: what, ..ground.clone() };
            self.faces.extend([ground, above]);
            let whole = |face| Placed { face, size: self.paper, ..Placed::default() };
            let mut placed = vec![whole(self.faces.len() - 2)];
            placed.extend(page.placed);
            placed.push(whole(self.faces.len() - 1));
            let title = format!("{}: guide, page {}", kit.title, index + 1);
            sheets.push(Sheet { size: self.paper, title, placed, ..Sheet::default() });
        }
        Ok(Job { meta, faces: self.faces, sheets })
    }

    /// The ground of a page, from the kit's template if it has one.
    fn ground(&self, page: usize, pages: usize, reader: &mut Reader<'_>) -> Result<Drawing, Problems> {
        let kit = self.sources.kit;
        let (w, h) = (self.paper.w.mm(), self.paper.h.mm());
        let designers = kit.byline();
        let context = json!({"w": w, "h": h, "page": page, "pages": pages, "title": kit.title, "subtitle": kit.subtitle, "designers": designers});
        let svg = match (&kit.guide.page, context) {
            (path, serde_json::Value::Object(context)) if !path.is_empty() => {
                self.sources.templates.expand(path, context, &kit.place(), "the guide")?
            }
            _ => svg(self.paper, &text_element(&kit.title)),
        };
        reader.read("a page of the guide", &svg, self.paper, Um::ZERO)
    }

    /// SVG elements in page millimetres as items.
    fn overlay(&self, name: &str, elements: &str, reader: &mut Reader<'_>) -> Result<Vec<Item>, Problems> {
        match elements.is_empty() {
            true => Ok(Vec::new()),
            false => Ok(reader.read(name, &svg(self.paper, &format!("<g>{elements}</g>")), self.paper, Um::ZERO)?.items),
        }
    }

    /// The index of the deck a printed code belongs to.
    fn deck_of(&self, code: &str) -> Option<usize> {
        let proof = self.sources.proofs.pieces.iter().find(|proof| proof.code == code)?;
        self.sources.kit.decks.iter().position(|deck| std::ptr::eq(deck, proof.deck))
    }

    /// The size a deck is printed at: its own, unless the build asked for other stickers.
    fn printed_size(&self, deck: &Deck) -> Size {
        let of_deck = |placed: &&Placed| {
            self.sources.proofs.pieces.iter().any(|proof| proof.code == placed.code && std::ptr::eq(proof.deck, deck))
        };
        let placed = self.sources.sheet.placed.iter().find(of_deck);
        placed.map_or(
            deck.size,
            |placed| if placed.turns % 2 == 0 { placed.size } else { Size::new(placed.size.h, placed.size.w) },
        )
    }
}

/// A page's SVG around elements in millimetres.
fn svg(size: Size, elements: &str) -> String {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}">{elements}</svg>"#, size.w, size.h)
}

/// The title of a kit whose guide has no template of its own.
fn text_element(title: &str) -> String {
    let title = escape(title);
    format!(r#"<text x="{SIDE}" y="24" font-family="Cinzel" font-weight="700" font-size="7">{title}</text>"#)
}

fn scaled(size: Size, scale: f64) -> Size {
    Size::new(Um::from_mm(size.w.mm() * scale), Um::from_mm(size.h.mm() * scale))
}

/// A, B, C... by which the picture of the sheet and its list name the decks.
fn letter(deck: usize) -> String {
    char::from(b'A' + (deck % 26) as u8).to_string()
}

/// Codes in few characters: "C01-C06".
fn codes(codes: &[String]) -> String {
    match codes {
        [first, .., last] => format!("{first}-{last}"),
        _ => codes.concat(),
    }
}
