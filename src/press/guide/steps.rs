//! The steps to make the game, and to begin it.

use super::flow::{Flow, HEAD, ROW, TextStyle};
use super::{SIDE, TOP, scaled, shared};
use crate::face::Reader;
use crate::kit::guide::{Chapter, Step};
use crate::kit::{Guide, Problems, Size, Um};
use crate::press::sheet::Role;

/// The size of a step's figure.
const FIGURE: Size = Size::new(Um(40_000), Um(26_000));

/// The size of a step's picture in a chapter with one of more than two pieces, if its steps have titles.
const WIDE: Size = Size::new(Um(74_000), Um(30_000));

/// The size of a step's title, in mm, and its height with the gap below it.
const TITLE: f64 = 3.9;
const TITLED: f64 = 5.4;

/// The share of a page up to which a chapter is kept together, and the most of a page that may stay empty for that.
pub(super) const SHORT: f64 = 0.55;
const LOST: f64 = 0.3;

/// The width of a step's number with the space behind it, in mm.
const COIN: f64 = 9.0;

/// The least room at the foot of a page that is filled with a picture, in mm.
pub(super) const HOLE: f64 = 52.0;

/// The least width of a column of steps with figures, in mm: the text beside them needs half of it.
const PICTURED: f64 = 80.0;

/// How many of so many steps stand side by side.
fn in_a_row(steps: usize) -> Option<usize> {
    match steps {
        2..=4 => Some(steps),
        5 | 6 => Some(3),
        _ => None,
    }
}

/// The gaps between two steps side by side and from a figure to the text below it in mm, and then the scales of figures and text.
const BETWEEN: f64 = 7.0;
const BELOW: f64 = 2.5;
const SMALL: [f64; 2] = [0.75, 0.92];

/// The scale of pictures above steps side by side.
const PICTURE: f64 = 0.88;

/// How the steps of a chapter are set: whether they are numbered, and the size of their pictures.
#[derive(Clone, Copy)]
struct Manner {
    is_numbered: bool,
    figure: Size,
}

impl Manner {
    fn of(steps: &[&Step], is_close: bool) -> Manner {
        // What has titles is one of several ways, and a step alone has no number.
        let has_titles = steps.iter().any(|step| !step.title.is_empty());
        let is_wide = has_titles && steps.iter().any(|step| step.picture.len() > 2);
        Manner {
            is_numbered: steps.len() > 1 && !has_titles,
            figure: match (is_wide, is_close) {
                (true, _) => WIDE,
                (false, true) => scaled(FIGURE, SMALL[0]),
                (false, false) => FIGURE,
            },
        }
    }
}

/// The layout of a step in mm: the size of its figure, the indent and width of its text, and the heights of the title and text and
/// of the step.
struct StepLayout {
    figure: Size,
    indent: f64,
    column: f64,
    words: f64,
    height: f64,
}

/// Where figures come from.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Figures {
    OfKit,
    Shared,
}

impl Flow<'_, '_> {
    /// Adds the chapters and steps that apply to this print. The dice follow the first chapter about their labels.
    pub(super) fn chapters(
        &mut self,
        guide: &Guide,
        figures: Figures,
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let mut dice = figures == Figures::OfKit && self.inventory.printed.contains("stickers");
        for chapter in &guide.chapters {
            if !chapter.about.concerns(&self.inventory.printed) {
                continue;
            }
            self.chapter(chapter, figures, reader)?;
            if dice && chapter.about.names("stickers") {
                dice = false;
                self.set_below();
                self.dice()?;
            }
        }
        if dice {
            self.set_below();
            self.heading(&self.say("Dice", &[]), 30.0)?;
            self.dice()?;
        }
        Ok(())
    }

    /// Adds a chapter: its heading on one page with the text below it and the first step, or with all steps if they are short.
    fn chapter(
        &mut self,
        chapter: &Chapter,
        figures: Figures,
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let printed = &self.inventory.printed;
        let steps = chapter.steps.iter();
        let steps: Vec<&Step> = steps.filter(|step| step.about.concerns(printed)).collect();
        if !self.fits_beside(chapter, &steps)? {
            self.set_below();
        }
        let is_beside = self.beside.is_some();
        let text = self.paragraph_height(&chapter.text)?;
        let manner = Manner::of(&steps, self.in_rows || is_beside);
        let heights = steps.iter().map(|step| self.step_layout(step, manner));
        let heights = heights.map(|laid| Ok(laid?.height + self.gap()));
        let heights: Vec<f64> = heights.collect::<Result<_, Problems>>()?;
        let whole: f64 = heights.iter().sum::<f64>() - self.gap();
        // What all kits do is told side by side where it would need another page otherwise, and everything if that saves one.
        let free = self.bottom() - self.y - self.gap() - HEAD - text;
        let row = match figures {
            _ if is_beside => None,
            Figures::Shared if whole > free => self.row_height(&steps)?,
            Figures::OfKit if self.in_rows => self.row_height(&steps)?,
            _ => None,
        };
        let page = self.bottom() - TOP[1];
        let most = match figures {
            Figures::Shared => free,
            Figures::OfKit => page - HEAD - text,
        };
        let row = row.filter(|high| *high <= most);
        let is_kept = text + whole <= SHORT * page && free <= LOST * page;
        let with = match row {
            Some(high) => high,
            None if is_kept => whole,
            None => heights.first().map_or(0.0, |height| height - self.gap()),
        };
        if self.fills_holes && with > free {
            self.fill_hole(reader)?;
        }
        self.heading(&chapter.title, text + with)?;
        self.paragraph(&chapter.text)?;
        let figure = match row {
            Some(_) => self.row_figure(&steps, in_a_row(steps.len()).unwrap_or(1)),
            None => scaled(manner.figure, self.scale),
        };
        let largest = self.common_scale(&steps, figure, reader)?;
        let mut drawn = Vec::new();
        for step in &steps {
            let path = step.figure.as_deref();
            let figure = path.map(|path| self.figure(path, figures, reader));
            drawn.push(figure.transpose()?);
        }
        if row.is_some() {
            return self.rows(&steps, &drawn, largest, reader);
        }
        for (number, (step, figure)) in (1..).zip(steps.into_iter().zip(drawn)) {
            // The last step is not alone on a page.
            if let [.., before, last] = heights[..]
                && number > 1
                && number + 1 == heights.len()
            {
                self.room(before + last - self.gap());
            }
            let number = Some(number).filter(|_| manner.is_numbered);
            self.step(number, step, figure, (manner, largest), reader)?;
        }
        Ok(())
    }

    /// Whether a chapter has room in the column beside the pictures of the sheets, if there is one.
    fn fits_beside(&self, chapter: &Chapter, steps: &[&Step]) -> Result<bool, Problems> {
        let Some(bottom) = self.beside else {
            return Ok(false);
        };
        let is_pictured = |step: &&Step| step.figure.is_some() || !step.picture.is_empty();
        if self.width() < PICTURED && steps.iter().any(is_pictured) {
            return Ok(false);
        }
        let manner = Manner::of(steps, true);
        let mut high = self.gap() + HEAD + self.paragraph_height(&chapter.text)?;
        for step in steps {
            high += self.step_layout(step, manner)?.height + self.gap();
        }
        Ok(self.y + high - self.gap() <= bottom)
    }

    /// Fills what stays free of the page with a picture, if that is much.
    fn fill_hole(&mut self, reader: &mut Reader) -> Result<(), Problems> {
        if self.bottom() - self.y > HOLE {
            self.tailpiece(0.0, reader)?;
            self.y = self.bottom();
        }
        Ok(())
    }

    /// Draws a figure; returns its face.
    fn figure(
        &mut self,
        path: &str,
        figures: Figures,
        reader: &mut Reader,
    ) -> Result<usize, Problems> {
        let what = format!("the guide's figure {path}");
        let size = (FIGURE, Um::ZERO);
        let drawing = match figures {
            Figures::Shared => {
                let svg = shared::figure(path, |name| self.ink(name));
                reader.read(&what, &svg, FIGURE, Um::ZERO)?
            }
            Figures::OfKit => {
                let templates = self.sources.templates;
                templates.draw(path, Default::default(), &what, size, reader)?
            }
        };
        Ok(self.draw(drawing))
    }

    /// Computes the layout of a step.
    fn step_layout(&self, step: &Step, manner: Manner) -> Result<StepLayout, Problems> {
        let figure = scaled(manner.figure, self.scale);
        let (wide, high) = if step.figure.is_some() || !step.picture.is_empty() {
            (figure.w.mm() + 6.0, figure.h.mm())
        } else {
            (0.0, 8.0 * self.scale)
        };
        let indent = SIDE + wide + if manner.is_numbered { COIN } else { 0.0 };
        let column = self.right() - indent;
        let (_, words) = self.set(
            &step.text,
            TextStyle::Body,
            self.body(),
            indent,
            0.0,
            column,
        )?;
        let words = words + self.titled(step);
        Ok(StepLayout {
            figure,
            indent,
            column,
            words,
            height: words.max(high),
        })
    }

    /// The height of a step's title with the gap below it.
    fn titled(&self, step: &Step) -> f64 {
        if step.title.is_empty() {
            0.0
        } else {
            TITLED * self.scale
        }
    }

    /// Adds a step, with its figure or a picture up to this scale, and its number on the left.
    fn step(
        &mut self,
        number: Option<usize>,
        step: &Step,
        figure: Option<usize>,
        (manner, largest): (Manner, f64),
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let StepLayout {
            figure: size,
            indent,
            column,
            words,
            height,
        } = self.step_layout(step, manner)?;
        self.room(height);
        self.seam(ROW);
        let middle = self.y + height / 2.0;
        if let Some(figure) = figure {
            self.decoration();
            self.place(figure, SIDE, middle - size.h.mm() / 2.0, size);
        } else if !step.picture.is_empty() {
            let corner = (SIDE, middle - size.h.mm() / 2.0);
            self.step_picture(step, corner, (size, largest), reader)?;
        }
        if let Some(number) = number {
            self.block(Role::Label);
            self.coin(&number.to_string(), indent - COIN + 3.0, middle, 3.0)?;
        }
        let top = middle - words / 2.0 + 0.6;
        if !step.title.is_empty() {
            self.block(Role::Heading(3));
            let size = TITLE * self.scale;
            self.write(&step.title, TextStyle::Strong, size, indent, top, column)?;
        }
        self.block(if number.is_some() {
            Role::Item
        } else {
            Role::Paragraph
        });
        self.write(
            &step.text,
            TextStyle::Body,
            self.body(),
            indent,
            top + self.titled(step),
            column,
        )?;
        self.y += height + self.gap();
        Ok(())
    }

    /// The width of one of this many steps side by side.
    fn column(&self, count: usize) -> f64 {
        (self.width() - BETWEEN * (count - 1) as f64) / count as f64
    }

    /// The height of steps side by side, in one row or two; none if they are too many, lack pictures or have titles.
    fn row_height(&self, steps: &[&Step]) -> Result<Option<f64>, Problems> {
        let is_bare = |step: &&Step| step.figure.is_none() && step.picture.is_empty();
        let is_other = |step: &&Step| is_bare(step) || !step.title.is_empty();
        let Some(columns) = in_a_row(steps.len()).filter(|_| !steps.iter().any(is_other)) else {
            return Ok(None);
        };
        let mut high = -self.gap();
        for row in steps.chunks(columns) {
            let figure = self.row_figure(row, columns).h.mm();
            high += figure + BELOW + self.highest(row, columns)? + self.gap();
        }
        Ok(Some(high))
    }

    /// The size of figures with this many beside each other. What happens in a game is seen on its pieces, and needs more room than a
    /// drawing of scissors and glue.
    fn row_figure(&self, row: &[&Step], columns: usize) -> Size {
        let room = (self.column(columns) - COIN) / FIGURE.w.mm();
        let is_drawn = row.iter().any(|step| step.figure.is_some());
        let most = if is_drawn { SMALL[0] } else { PICTURE };
        scaled(FIGURE, (self.scale * most).min(room))
    }

    /// The height of the highest text of steps side by side.
    fn highest(&self, row: &[&Step], columns: usize) -> Result<f64, Problems> {
        let (size, wide) = (self.body() * SMALL[1], self.column(columns));
        let mut highest = 0.0_f64;
        for step in row {
            let (_, words) = self.set(&step.text, TextStyle::Body, size, SIDE, 0.0, wide)?;
            highest = highest.max(words);
        }
        Ok(highest)
    }

    /// Adds steps in one row or two, with pictures up to this scale.
    fn rows(
        &mut self,
        steps: &[&Step],
        figures: &[Option<usize>],
        largest: f64,
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let columns = in_a_row(steps.len()).unwrap_or(1);
        let rows = steps.chunks(columns).zip(figures.chunks(columns));
        for (index, (steps, figures)) in rows.enumerate() {
            let place = (index * columns, columns);
            self.row(steps, figures, (place, largest), reader)?;
        }
        Ok(())
    }

    /// Adds numbered steps side by side, each with its figure above it.
    fn row(
        &mut self,
        steps: &[&Step],
        figures: &[Option<usize>],
        ((before, columns), largest): ((usize, usize), f64),
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        self.seam(ROW);
        let (top, wide) = (self.y, self.column(columns));
        let size = self.row_figure(steps, columns);
        for (index, (step, figure)) in steps.iter().zip(figures).enumerate() {
            let x = SIDE + index as f64 * (wide + BETWEEN);
            if let Some(figure) = figure {
                self.decoration();
                self.place(*figure, x + COIN, top, size);
            } else {
                self.step_picture(step, (x + COIN, top), (size, largest), reader)?;
            }
            self.block(Role::Label);
            let middle = top + size.h.mm() / 2.0;
            let number = before + index + 1;
            self.coin(&number.to_string(), x + 3.0, middle, 3.0)?;
            self.block(Role::Item);
            let below = top + size.h.mm() + BELOW;
            let letters = self.body() * SMALL[1];
            self.write(&step.text, TextStyle::Body, letters, x, below, wide)?;
        }
        self.y = top + size.h.mm() + BELOW + self.highest(steps, columns)? + self.gap();
        Ok(())
    }
}
