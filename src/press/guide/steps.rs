//! How to make it, step by step, and whom it is from.

use super::flow::{Flow, Voice};
use super::{SIDE, shared};
use crate::face::Reader;
use crate::kit::{Guide, Problems, Size, Um};

/// The size of a step's figure.
const FIGURE: Size = Size::new(Um(40_000), Um(26_000));

/// Whose figures a guide has.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Figures {
    OfKit,
    Shared,
}

impl Flow<'_, '_> {
    /// The chapters and steps that are about what is printed. The dice are shown after the first chapter about their labels.
    pub(super) fn chapters(&mut self, guide: &Guide, figures: Figures, reader: &mut Reader) -> Result<(), Problems> {
        let mut dice = figures == Figures::OfKit && self.inventory.printed.contains("stickers");
        for chapter in &guide.chapters {
            if !chapter.about.concerns(&self.inventory.printed) {
                continue;
            }
            self.heading(&chapter.title, 30.0)?;
            self.paragraph(&chapter.text)?;
            let mut number = 0;
            for step in &chapter.steps {
                if step.about.concerns(&self.inventory.printed) {
                    number += 1;
                    let figure = step.figure.as_deref().map(|path| self.figure(path, figures, reader)).transpose()?;
                    self.step(number, &step.text, figure)?;
                }
            }
            if dice && chapter.about.names("stickers") {
                dice = false;
                self.dice()?;
            }
        }
        if dice {
            self.heading("Dice", 30.0)?;
            self.dice()?;
        }
        Ok(())
    }

    /// Draws a figure; gives its face.
    fn figure(&mut self, path: &str, figures: Figures, reader: &mut Reader) -> Result<usize, Problems> {
        let what = format!("the guide's figure {path}");
        let svg = match figures {
            Figures::Shared => shared::figure(path, |name| self.ink(name)),
            Figures::OfKit => {
                let place = self.sources.kit.place();
                self.sources.templates.expand(path, Default::default(), (&place, &(0..0)), &what)?
            }
        };
        Ok(self.draw(reader.read(&what, &svg, FIGURE, Um::ZERO)?))
    }

    /// A numbered step, with its figure on the left.
    fn step(&mut self, number: usize, words: &str, figure: Option<usize>) -> Result<(), Problems> {
        let indent = SIDE + if figure.is_some() { FIGURE.w.mm() + 6.0 } else { 0.0 } + 9.0;
        let column = self.paper.w.mm() - SIDE - indent;
        let (_, text_height) = self.set(words, Voice::Body, self.body(), indent, 0.0, column)?;
        let height = text_height.max(if figure.is_some() { FIGURE.h.mm() } else { 8.0 * self.snug });
        self.room(height);
        let top = self.y;
        let middle = top + height / 2.0;
        if let Some(figure) = figure {
            self.place(figure, SIDE, middle - FIGURE.h.mm() / 2.0, FIGURE);
        }
        self.coin(&number.to_string(), indent - 6.0, middle, 3.0)?;
        self.write(words, Voice::Body, self.body(), indent, middle - text_height / 2.0 + 0.6, column)?;
        self.y += height + self.gap();
        Ok(())
    }

    /// The kit's licence and its guide's credits, then those of all guides.
    pub(super) fn credits(&mut self, shared: &Guide) -> Result<(), Problems> {
        self.heading("Credits", 20.0)?;
        let kit = self.sources.kit;
        for line in std::iter::once(&kit.licence).chain(&kit.guide.credits).chain(&shared.credits) {
            let size = 3.3 * self.snug;
            let (_, height) = self.set(line, Voice::Body, size, SIDE, 0.0, self.width())?;
            self.room(height);
            let y = self.y;
            self.write(line, Voice::Body, size, SIDE, y, self.width())?;
            self.y += height + 1.4 * self.snug;
        }
        Ok(())
    }
}
