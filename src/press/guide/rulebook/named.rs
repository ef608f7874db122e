//! Which pieces stand beside rules: those that the kit says, or else those that a rule names first.

use std::collections::{BTreeMap, BTreeSet};

use super::ChapterRules;
use crate::kit::{Make, Wording};
use crate::press::drawn::DrawnPiece;

/// Shorter names are as likely to be other words, and so is a short first word of a longer name: "The Guardian".
const SHORT: usize = 3;

/// A name that more faces have than this is that of none of them.
const MANY: usize = 2;

/// The codes of the pieces beside each rule, by its number. Unless the kit says otherwise, a piece is shown once: with a rule whose title
/// names it, or else with the first whose text does.
pub(super) fn beside_rules(
    chapters: &[ChapterRules<'_>],
    pieces: &[&DrawnPiece<'_>],
    printed: impl Fn(&Wording) -> Option<String>,
) -> BTreeMap<String, Vec<String>> {
    let names = names(pieces);
    let shown = chapters.iter().filter_map(|(chapter, _)| *chapter);
    let mut seen: BTreeSet<&str> = shown
        .flat_map(|chapter| &chapter.pieces)
        .map(String::as_str)
        .collect();
    let rules = || chapters.iter().flat_map(|(_, rules)| *rules);
    let mut beside = BTreeMap::new();
    for rule in rules().filter(|rule| !rule.pieces.is_empty()) {
        let mut codes = rule.pieces.clone();
        codes.retain(|code| {
            pieces
                .iter()
                .any(|piece| piece.row.codes().any(|other| other == code) || *piece.code == **code)
        });
        seen.extend(rule.pieces.iter().map(String::as_str));
        beside.insert(rule.id.clone(), codes);
    }
    let mut others = Vec::new();
    for rule in rules().filter(|rule| rule.pieces.is_empty()) {
        match first_of(&rule.title, &names) {
            Some(code) if seen.insert(code) => {
                beside.insert(rule.id.clone(), vec![code.to_owned()]);
            }
            Some(_) => {}
            None => others.push(rule),
        }
    }
    for rule in others {
        let text = printed(&rule.wording).unwrap_or_default();
        if let Some(code) = first_of(&text, &names).filter(|code| seen.insert(code)) {
            beside.insert(rule.id.clone(), vec![code.to_owned()]);
        }
    }
    beside
}

/// The names that tell pieces apart, each with the code of the first piece that has it.
fn names<'k>(pieces: &[&'k DrawnPiece<'_>]) -> Vec<(&'k str, &'k str)> {
    let mut faces: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    let mut names = Vec::new();
    for piece in pieces {
        let name = piece.row.text("name").unwrap_or_default();
        if piece.deck.make == Make::Stickers || name.chars().count() < SHORT {
            continue;
        }
        let known = faces.entry(name).or_default();
        if known.is_empty() {
            names.push((name, &*piece.code));
        }
        known.insert(piece.face);
    }
    names.retain(|(name, _)| faces.get(name).is_some_and(|faces| faces.len() <= MANY));
    names
}

/// The code of the piece that a text names first.
fn first_of<'k>(text: &str, names: &[(&'k str, &'k str)]) -> Option<&'k str> {
    let found = names.iter();
    let found = found.filter_map(|(name, code)| Some((place(text, name)?, *code)));
    found.min_by_key(|(at, _)| *at).map(|(_, code)| code)
}

/// Where a text names a piece, with or without a short first word.
fn place(text: &str, name: &str) -> Option<usize> {
    let rest = name.split_once(' ');
    let rest = rest
        .filter(|(first, rest)| first.chars().count() <= SHORT && rest.chars().count() >= SHORT);
    let names = [Some(name), rest.map(|(_, rest)| rest)];
    names
        .into_iter()
        .flatten()
        .find_map(|name| whole(text, name))
}

/// Where a text has these words, as a whole or with the s of a plural.
fn whole(text: &str, words: &str) -> Option<usize> {
    let mut found = text.match_indices(words);
    let place = found.find(|(at, words)| {
        let before = text[..*at].chars().next_back();
        let after = &text[at + words.len()..];
        let after = after.strip_prefix('s').unwrap_or(after);
        let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        !is_letter(before) && !is_letter(after.chars().next())
    });
    place.map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_whole_words() {
        assert_eq!(place("Whoever has two Swords", "Sword"), Some(16));
        assert_eq!(place("A Swordfish", "Sword"), None);
        assert_eq!(
            place("The Exit is a tile; a Guardian waits", "The Guardian"),
            Some(22)
        );
        assert_eq!(place("an exit", "The Exit"), None);
    }
}
