//! Collects the problems of a kit's data while a game reads it.

use crate::kit::{Kit, Problem, Problems, Row, SourceSpan};

/// The problems found so far.
pub struct Check {
    pub problems: Problems,
    /// The manifest, as the place of problems that belong to no row.
    whole: SourceSpan,
}

impl Check {
    pub fn new(kit: &Kit) -> Check {
        Check {
            problems: Problems::default(),
            whole: kit.place(),
        }
    }

    pub fn at(&mut self, row: &Row, message: impl Into<String>) {
        self.problems.push(Problem::new(row.place(), message));
    }

    pub fn of_kit(&mut self, message: impl Into<String>) {
        self.problems
            .push(Problem::new(self.whole.clone(), message));
    }

    /// Reports a problem with a deck as a whole, placed in the file of its rows.
    pub fn of_deck(&mut self, kit: &Kit, deck: &str, message: impl Into<String>) {
        let file = kit
            .deck(deck)
            .and_then(|deck| deck.rows.first())
            .map(|row| SourceSpan::file(row.place().file));
        self.problems.push(Problem::new(
            file.unwrap_or_else(|| self.whole.clone()),
            message,
        ));
    }

    /// Reads the rows of a deck and builds something from them; nothing if they cannot be read.
    pub fn rows<T: serde::de::DeserializeOwned, U>(
        &mut self,
        kit: &Kit,
        deck: &str,
        mut make: impl FnMut(&mut Check, &Row, T) -> U,
    ) -> Vec<U> {
        match kit.rows::<T>(deck) {
            Ok(rows) => rows
                .into_iter()
                .map(|(row, fields)| make(self, row, fields))
                .collect(),
            Err(problems) => {
                self.problems.extend(problems);
                Vec::new()
            }
        }
    }
}
