//! What a guide or a rulebook says in reading order, recorded while its pages are filled.

use std::ops::Range;

use super::page::Page;
use crate::face::text::width;
use crate::press::sheet::{Block, Role, Run};

/// The blocks of all pages so far, in reading order.
#[derive(Default)]
pub(super) struct Aloud {
    drafts: Vec<Draft>,
    /// Whether what is added belongs to the last block.
    is_read: bool,
}

/// A block whose texts and faces are not on sheets yet.
struct Draft {
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
pub(super) enum Layer {
    Texts,
    Placed,
    Letters,
}

impl Layer {
    /// How many entries a page has.
    pub fn count(self, page: &Page) -> usize {
        match self {
            Layer::Texts => page.texts.len(),
            Layer::Placed => page.placed.len(),
            Layer::Letters => page.letters.len(),
        }
    }
}

impl Aloud {
    /// Begins a block.
    pub fn begin(&mut self, role: Role) {
        let parts = Vec::new();
        self.drafts.push(Draft { role, parts });
        self.is_read = true;
    }

    /// What is added until the next block is not read.
    pub fn pause(&mut self) {
        self.is_read = false;
    }

    /// Adds entries of a page to the block, if they are read.
    pub fn add(&mut self, page: usize, layer: Layer, range: Range<usize>) {
        let Some(draft) = self.drafts.last_mut().filter(|_| self.is_read) else {
            return;
        };
        match draft.parts.last_mut() {
            Some(last) if (last.page, last.layer, last.range.end) == (page, layer, range.start) => {
                last.range.end = range.end;
            }
            _ => draft.parts.push(Part { page, layer, range }),
        }
    }

    /// Puts a space after each line or run that continues after a gap, so that words stay apart where only the text is taken.
    pub fn space_lines(&self, pages: &mut [Page]) {
        let parts = self.drafts.iter().flat_map(|draft| &draft.parts);
        for part in parts.filter(|part| part.layer == Layer::Texts) {
            let texts = &mut pages[part.page].texts[part.range.clone()];
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

    /// The blocks on sheets of one page each: with `below` before the texts of a page, all on its first face, and its letters on the
    /// last.
    pub fn blocks(&self, pages: &[Page], below: impl Fn(usize) -> usize) -> Vec<Block> {
        let run = |part: &Part| -> Vec<Run> {
            let last = pages[part.page].placed.len() + 1;
            let texts = |placed: usize, before: usize| Run {
                sheet: part.page,
                placed,
                texts: Some(before + part.range.start..before + part.range.end),
            };
            let face = |index: usize| Run {
                sheet: part.page,
                placed: 1 + index,
                texts: None,
            };
            match part.layer {
                Layer::Texts => vec![texts(0, below(part.page))],
                Layer::Letters => vec![texts(last, 0)],
                Layer::Placed => part.range.clone().map(face).collect(),
            }
        };
        let blocks = self.drafts.iter().map(|draft| Block {
            role: draft.role.clone(),
            runs: draft.parts.iter().flat_map(run).collect(),
        });
        blocks.filter(|block| !block.runs.is_empty()).collect()
    }
}
