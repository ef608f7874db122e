//! A game retold: deeds become sentences, sentences paragraphs.

use super::english::listed;

/// A paragraph ends with the turn in which it has this many sentences.
const PARAGRAPH: usize = 5;
/// A sentence tells so many deeds at most.
const DEEDS: usize = 3;

/// A story as it grows.
#[derive(Default)]
pub struct Narrative {
    paragraphs: Vec<String>,
    sentences: Vec<String>,
    /// What somebody did, in order, each to follow the name.
    deeds: Vec<String>,
}

impl Narrative {
    /// The next deed of whoever acts. The same again at once is one.
    pub fn add_deed(&mut self, deed: String) {
        if self.deeds.last() != Some(&deed) {
            self.deeds.push(deed);
        }
    }

    /// A sentence of its own.
    pub fn say(&mut self, sentence: impl Into<String>) {
        self.sentences.push(sentence.into());
    }

    /// The deeds so far are told, and were this player's.
    pub fn end_deeds(&mut self, name: &str) {
        for (nth, deeds) in self.deeds.chunks(DEEDS).enumerate() {
            let then = if nth > 0 { "Then " } else { "" };
            self.sentences.push(format!("{then}{name} {}.", listed(deeds)));
        }
        self.deeds.clear();
    }

    /// After a turn, or a round: a paragraph that is long enough ends.
    pub fn pause(&mut self) {
        if self.sentences.len() >= PARAGRAPH {
            self.end_paragraph();
        }
    }

    pub fn end_paragraph(&mut self) {
        if !self.sentences.is_empty() {
            self.paragraphs.push(std::mem::take(&mut self.sentences).join(" "));
        }
    }

    /// All paragraphs.
    pub fn finish(mut self) -> Vec<String> {
        self.end_paragraph();
        self.paragraphs
    }
}
