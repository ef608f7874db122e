//! The legal moves of a turn.

use std::ops::Deref;

/// One legal move with its weight: for chance, how many of the equally likely cases lead to it; for a decision, 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    pub mv: M,
    pub weight: u32,
}

/// The legal moves of a turn, in the game's own stable order and without duplicates. The buffer is reused, so listing does not
/// allocate.
#[derive(Clone, Debug)]
pub struct Choices<M> {
    list: Vec<Choice<M>>,
}

impl<M> Default for Choices<M> {
    fn default() -> Self {
        Choices {
            list: Vec::with_capacity(64),
        }
    }
}

impl<M> Choices<M> {
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Adds a decision.
    pub fn push(&mut self, mv: M) {
        self.list.push(Choice { mv, weight: 1 });
    }

    /// Adds a result of chance; one that cannot happen (weight 0) is left out.
    pub fn weigh(&mut self, mv: M, weight: u32) {
        if weight > 0 {
            self.list.push(Choice { mv, weight });
        }
    }

    /// The number of equally likely cases.
    pub fn total(&self) -> u32 {
        self.list.iter().map(|choice| choice.weight).sum()
    }

    /// The choice that case number `case` (from 0, below [`total`](Self::total)) falls on.
    pub fn at(&self, mut case: u32) -> Option<&Choice<M>> {
        self.list
            .iter()
            .find(|choice| match case.checked_sub(choice.weight) {
                None => true,
                Some(rest) => {
                    case = rest;
                    false
                }
            })
    }
}

impl<M> Deref for Choices<M> {
    type Target = [Choice<M>];

    fn deref(&self) -> &[Choice<M>] {
        &self.list
    }
}
