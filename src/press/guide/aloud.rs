//! What a guide or a rulebook says in reading order, recorded while its pages are filled.

use std::ops::Range;

use super::flow::{Flow, Page};
use crate::face::TextLine;
use crate::face::text::width;
use crate::press::sheet::{Block, Placed, Role, Run};

/// A block whose texts and faces are not on sheets yet.
pub(super) struct Draft {
    role: Role,
    parts: Vec<Part>,
}

/// Consecutive entries of one list of a page.
struct Part {
    page: usize,
    layer: Layer,
    range: Range<usize>,
}

/// The lists of a [`Page`] that can be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layer {
    Texts,
    Placed,
    Letters,
}

impl Flow<'_, '_> {
    /// Begins a block: whatever is added from now on belongs to it, until the next one begins.
    pub(super) fn block(&mut self, role: Role) {
        let parts = Vec::new();
        self.drafts.push(Draft { role, parts });
        self.is_read = true;
    }

    /// What is added from now on is decoration, which is not read.
    pub(super) fn decoration(&mut self) {
        self.is_read = false;
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
        let first = page.count(layer);
        add(page);
        let range = first..page.count(layer);
        let Some(draft) = self.drafts.last_mut().filter(|_| self.is_read) else {
            return;
        };
        match draft.parts.last_mut() {
            Some(last) if (last.page, last.layer, last.range.end) == (number, layer, first) => {
                last.range.end = range.end;
            }
            _ => draft.parts.push(Part {
                page: number,
                layer,
                range,
            }),
        }
    }

    /// Puts a space after each line or run that continues after a gap, so that words stay apart where only the text is taken.
    pub(super) fn space_lines(&mut self) {
        for draft in &self.drafts {
            for part in draft.parts.iter().filter(|part| part.layer == Layer::Texts) {
                let texts = &mut self.pages[part.page].texts[part.range.clone()];
                for index in 1..texts.len() {
                    let (x, y) = (texts[index].x, texts[index].y);
                    let starts = texts[index].text.starts_with(' ');
                    let line = &mut texts[index - 1];
                    let is_apart = line.y != y || x > line.x + width(line) + 0.1 * line.size;
                    if is_apart && !starts && !line.text.ends_with(' ') {
                        line.text.to_mut().push(' ');
                    }
                }
            }
        }
    }

    /// The blocks so far as they are on sheets of one page each: with `below` before the texts of a page, all on its first face,
    /// and its letters on the last.
    pub(super) fn reading(&self, below: impl Fn(usize) -> usize) -> Vec<Block> {
        let run = |part: &Part| -> Vec<Run> {
            let last = self.pages[part.page].placed.len() + 1;
            let texts = |placed: usize, before: usize| Run {
                sheet: part.page,
                placed,
                texts: Some(before + part.range.start..before + part.range.end),
            };
            match part.layer {
                Layer::Texts => vec![texts(0, below(part.page))],
                Layer::Letters => vec![texts(last, 0)],
                Layer::Placed => part
                    .range
                    .clone()
                    .map(|index| Run {
                        sheet: part.page,
                        placed: 1 + index,
                        texts: None,
                    })
                    .collect(),
            }
        };
        let blocks = self.drafts.iter().map(|draft| Block {
            role: draft.role.clone(),
            runs: draft.parts.iter().flat_map(run).collect(),
        });
        blocks.filter(|block| !block.runs.is_empty()).collect()
    }
}

impl Page {
    fn count(&self, layer: Layer) -> usize {
        match layer {
            Layer::Texts => self.texts.len(),
            Layer::Placed => self.placed.len(),
            Layer::Letters => self.letters.len(),
        }
    }
}
