//! What a document says, in the order in which it is read: for screen readers, whatever the order on its sheets.

use std::ops::Range;

/// The contents of a document in reading order.
#[derive(Clone, Debug, Default)]
pub struct Reading(pub Vec<Block>);

/// A heading, a paragraph, an entry of a list, or a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub role: Role,
    pub runs: Vec<Run>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// A heading of this level, from 1.
    Heading(u8),
    Paragraph,
    /// The number or letter of the entry that follows.
    Label,
    /// An entry of a list; entries that follow each other are one list.
    Item,
    /// A picture, and what it shows in words.
    Figure(String),
}

/// A piece of a block: a whole face, or some of the texts on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The index of the sheet.
    pub sheet: usize,
    /// The index of the face in [`Sheet::placed`](super::Sheet::placed).
    pub placed: usize,
    /// The texts among all on the face, in painting order; `None` for everything.
    pub texts: Option<Range<usize>>,
}

impl Reading {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same with every run moved to another sheet: `there` gives the sheet and how many faces are before those of the old one.
    pub fn moved(self, there: impl Fn(usize) -> (usize, usize)) -> Reading {
        let moved = |run: Run| {
            let (sheet, before) = there(run.sheet);
            Run {
                sheet,
                placed: run.placed + before,
                ..run
            }
        };
        let blocks = self.0.into_iter().map(|block| Block {
            runs: block.runs.into_iter().map(moved).collect(),
            ..block
        });
        Reading(blocks.collect())
    }
}
