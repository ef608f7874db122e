//! Retells a game: actions become sentences, and sentences become paragraphs.

use super::english::listed;

/// A paragraph ends with the turn in which it reaches this many sentences.
const PARAGRAPH: usize = 5;
/// The most actions in one sentence.
const DEEDS: usize = 3;

/// A story under construction.
#[derive(Default)]
pub struct Narrative {
    paragraphs: Vec<String>,
    sentences: Vec<String>,
    /// What the current player did, in order; each is a phrase that follows the name.
    deeds: Vec<String>,
}

impl Narrative {
    /// Adds an action of the current player; an immediate repetition is dropped.
    pub fn add_deed(&mut self, deed: String) {
        if self.deeds.last() != Some(&deed) {
            self.deeds.push(deed);
        }
    }

    /// Adds a complete sentence.
    pub fn say(&mut self, sentence: impl Into<String>) {
        self.sentences.push(sentence.into());
    }

    /// Turns the actions so far into sentences about this player.
    pub fn end_deeds(&mut self, name: &str) {
        for (nth, deeds) in self.deeds.chunks(DEEDS).enumerate() {
            let then = if nth > 0 { "Then " } else { "" };
            self.sentences.push(format!("{then}{name} {}.", listed(deeds)));
        }
        self.deeds.clear();
    }

    /// Ends the paragraph if it is long enough; called after a turn or a round.
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

    /// Returns all paragraphs.
    pub fn finish(mut self) -> Vec<String> {
        self.end_paragraph();
        self.paragraphs
    }
}
