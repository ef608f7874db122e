//! How to make it, step by step, and whom it is from.

use super::flow::{Flow, Voice};
use super::{GAP, SIDE};
use crate::face::Reader;
use crate::kit::{Problems, Size, Um};

/// The size of a step's figure.
const FIGURE: Size = Size::new(Um(40_000), Um(26_000));

impl Flow<'_, '_> {
    /// A numbered step, with its figure on the left.
    pub(super) fn step(
        &mut self,
        number: usize,
        words: &str,
        figure: Option<&str>,
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let indent = SIDE + if figure.is_some() { FIGURE.w.mm() + 6.0 } else { 0.0 } + 9.0;
        let column = self.paper.w.mm() - SIDE - indent;
        let (_, text_height) = self.set(words, Voice::Body, 3.7, indent, 0.0, column)?;
        let height = text_height.max(if figure.is_some() { FIGURE.h.mm() } else { 8.0 });
        self.room(height);
        let top = self.y;
        let middle = top + height / 2.0;
        if let Some(path) = figure {
            let what = format!("the guide's figure {path}");
            let svg =
                self.sources.templates.expand(path, Default::default(), (&self.sources.kit.place(), &(0..0)), &what)?;
            let figure = self.draw(reader.read(&what, &svg, FIGURE, Um::ZERO)?);
            self.place(figure, SIDE, middle - FIGURE.h.mm() / 2.0, FIGURE);
        }
        self.badge(&number.to_string(), indent - 6.0, middle)?;
        self.write(words, Voice::Body, 3.7, indent, middle - text_height / 2.0 + 0.6, column)?;
        self.y += height + GAP;
        Ok(())
    }

    pub(super) fn credits(&mut self) -> Result<(), Problems> {
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
}
