//! Which pieces stand beside rules: those that the kit says, or else those that a rule names first.

use std::collections::{BTreeMap, BTreeSet};

use super::ChapterRules;
use crate::kit::{Make, Rule};
use crate::press::drawn::DrawnPieces;

/// Shorter names are as likely to be other words, and so is a short first word of a longer name: "The Guardian".
const SHORT: usize = 3;

/// A name that more faces have than this is that of none of them.
const MANY: usize = 2;

/// The codes of the pieces beside each rule, by its number. Unless the kit says otherwise, a piece is shown once.
pub(super) fn beside_rules(
    chapters: &[ChapterRules<'_>],
    drawn: &[&DrawnPieces<'_>],
) -> BTreeMap<String, Vec<String>> {
    let names = names(drawn);
    let mut seen = BTreeSet::new();
    let mut beside = BTreeMap::new();
    for (chapter, rules) in chapters {
        let shown = chapter.iter().flat_map(|chapter| &chapter.pieces);
        seen.extend(shown.map(String::as_str));
        for rule in *rules {
            let codes = match rule.pieces.is_empty() {
                true => named_first(rule, &names, &seen).into_iter().collect(),
                false => rule.pieces.clone(),
            };
            if codes.is_empty() {
                continue;
            }
            let known = names.iter().map(|(_, code)| *code);
            seen.extend(known.filter(|code| codes.iter().any(|other| other == code)));
            beside.insert(rule.id.clone(), codes);
        }
    }
    beside
}

/// The names that tell pieces apart, each with the code of the first piece that has it.
fn names<'k>(drawn: &[&'k DrawnPieces<'_>]) -> Vec<(&'k str, &'k str)> {
    let mut faces: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    let mut names = Vec::new();
    for piece in drawn.iter().flat_map(|drawn| &drawn.pieces) {
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

/// The piece that a rule names first, in its title or else in its text, and that was not seen before.
fn named_first(
    rule: &Rule,
    names: &[(&str, &str)],
    seen: &BTreeSet<&str>,
) -> Option<String> {
    let words = &rule.wording;
    let texts = words.by_edition.iter().map(|(_, text)| text);
    let texts = [&rule.title, &words.common].into_iter().chain(texts);
    texts.into_iter().find_map(|text| {
        let new = names.iter().filter(|(_, code)| !seen.contains(code));
        let found = new.filter_map(|(name, code)| Some((place(text, name)?, *code)));
        let first = found.min_by_key(|(at, _)| *at);
        first.map(|(_, code)| code.to_owned())
    })
}

/// Where a text names a piece, with or without a short first word.
fn place(text: &str, name: &str) -> Option<usize> {
    let rest = name.split_once(' ');
    let rest = rest.filter(|(first, rest)| {
        first.chars().count() <= SHORT && rest.chars().count() >= SHORT
    });
    let names = [Some(name), rest.map(|(_, rest)| rest)];
    names.into_iter().flatten().find_map(|name| whole(text, name))
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
        assert_eq!(place("The Exit is a tile; a Guardian waits", "The Guardian"), Some(22));
        assert_eq!(place("an exit", "The Exit"), None);
    }
}
