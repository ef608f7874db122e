//! A game as a short story in Markdown: who played, how it ended, what happened.

use std::sync::Arc;

use super::Ending;
use crate::kit::Language;
use crate::kit::language::say;
use crate::referee::Sitting;

/// The story of the first `at` moves.
pub fn markdown(
    sitting: &dyn Sitting,
    title: &str,
    at: usize,
    language: Option<&Arc<Language>>,
) -> String {
    let made = at.min(sitting.made());
    let header = sitting.header();
    let mut text = format!(
        "# {}: {}\n\n",
        plain(title),
        plain(&header.players.join(", "))
    );
    let mut facts: Vec<String> = ending(sitting, at, language)
        .iter()
        .map(|sentence| plain(sentence))
        .collect();
    if facts.is_empty() {
        facts.push(say(language, "The game goes on.", &[]));
    }
    let moves = if made == 1 {
        "The game took 1 move; its seed was {seed}."
    } else {
        "The game took {count} moves; its seed was {seed}."
    };
    facts.push(say(
        language,
        moves,
        &[("count", &made), ("seed", &header.seed)],
    ));
    text.push_str(&facts.join(" "));
    text.push('\n');
    for paragraph in sitting.story(made) {
        text.push_str(&format!("\n{}\n", plain(&paragraph)));
    }
    text
}

/// How the game ended, in sentences, if it did and these moves are all of it.
pub fn ending(sitting: &dyn Sitting, at: usize, language: Option<&Arc<Language>>) -> Vec<String> {
    let outcome = sitting.outcome().filter(|_| at >= sitting.made());
    outcome.map_or_else(Vec::new, |outcome| {
        let players = &sitting.header().players;
        Ending::new(&outcome, players).sentences(players, language)
    })
}

/// Words escaped for Markdown, since names may contain anything.
fn plain(words: &str) -> String {
    let mut plain = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            letter if letter.is_control() => plain.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '#' => plain.extend(['\\', letter]),
            letter => plain.push(letter),
        }
    }
    plain
}
