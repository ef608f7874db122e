//! What the host asks every player after a game.

use std::sync::Arc;

use crate::kit::{Language, language};

/// What is asked unless the host has questions of their own.
const USUAL: [&str; 3] = [
    "What did you enjoy most?",
    "What was unclear, or felt unfair?",
    "Would you play it again, and why?",
];

/// The questions that the host wishes, of which an empty one stands for the usual ones.
pub fn questions(wished: &[String], speaks: Option<&Arc<Language>>) -> Vec<String> {
    let own: Vec<String> = wished
        .iter()
        .map(|question| question.trim().to_owned())
        .filter(|question| !question.is_empty())
        .collect();
    if own.is_empty() && !wished.is_empty() {
        let usual = USUAL.iter();
        return usual
            .map(|question| language::say(speaks, question, &[]))
            .collect();
    }
    own
}
