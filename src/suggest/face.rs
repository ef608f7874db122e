//! In the templates of faces.

use std::ops::Range;

use super::columns::{column, columns};
use super::names::{self, DeckNames, Name};
use super::{
    Candidate, Candidates, Kind, Meaning, Place, icon_before, icons, paths, word_at, word_before,
};
use crate::face::template::{IMAGE_OPTIONS, STATEMENTS, TEXT_OPTIONS};
use crate::face::{Fonts, Templates};
use crate::kit::formula::FILTERS;
use crate::kit::{Files, Ink, Kit, Side};

/// A kit whose templates know what all templates know.
const ANY: &str = "piecepack";

pub fn candidates(files: &Files, path: &str, text: &str, offset: usize) -> Candidates {
    let before = &text[..offset];
    let found = |length: usize, all: Vec<Candidate>| Candidates {
        replaced: offset - length..offset,
        all,
    };
    match tag(before) {
        Some(Tag { words, .. }) if words.starts_with('#') => Candidates::default(),
        Some(tag) => match open_quote(tag.words) {
            Some((outside, quoted)) => {
                let all = match () {
                    () if outside.trim_end().ends_with(['=', ':']) && outside.contains("font") => {
                        fonts(files)
                    }
                    () if ["import", "include", "extends"]
                        .iter()
                        .any(|word| outside.contains(word)) =>
                    {
                        paths(files, &[".svg"])
                    }
                    () => return in_words(files, quoted, offset),
                };
                found(quoted.len(), all)
            }
            None => {
                let typed = word_before(tag.words);
                found(typed.len(), in_tag(files, path, &tag, typed))
            }
        },
        None => match open_quote(&before[before.rfind('<').unwrap_or(offset)..]) {
            Some((outside, quoted)) if outside.ends_with("font-family=") => {
                found(quoted.len(), fonts(files))
            }
            Some(_) => Candidates::default(),
            None => in_words(files, &before[before.rfind('>').unwrap_or(0)..], offset),
        },
    }
}

/// In a text: the name of an icon.
fn in_words(files: &Files, words: &str, offset: usize) -> Candidates {
    match icon_before(words) {
        Some(at) => Candidates {
            replaced: offset - (words.len() - at)..offset,
            all: icons(files),
        },
        None => Candidates::default(),
    }
}

/// A tag of the template language that is open.
struct Tag<'t> {
    /// What comes after its first brace: "% if rank", "{ text(".
    words: &'t str,
}

fn tag(before: &str) -> Option<Tag<'_>> {
    let starts = ["{{", "{%", "{#"]
        .into_iter()
        .filter_map(|open| before.rfind(open));
    let start = starts.max()?;
    let words = &before[start + 1..];
    let close = match &words[..1] {
        "{" => "}}",
        "%" => "%}",
        _ => "#}",
    };
    (!words.contains(close)).then_some(Tag { words })
}

/// What comes before the quote that is open, and what comes after it.
fn open_quote(words: &str) -> Option<(&str, &str)> {
    let mut open: Option<(usize, char)> = None;
    for (at, letter) in words.char_indices() {
        match (open, letter) {
            (None, '"' | '\'') => open = Some((at, letter)),
            (Some((_, quote)), _) if quote == letter => open = None,
            _ => {}
        }
    }
    open.map(|(at, _)| (&words[..at], &words[at + 1..]))
}

/// The function in whose brackets the end of a tag is, if an argument begins there.
fn begun_call(head: &str) -> Option<&str> {
    let mut depth = 0;
    let open = head.char_indices().rev().find(|(_, letter)| {
        depth += i32::from(*letter == ')') - i32::from(*letter == '(');
        depth < 0
    });
    let (at, _) = open?;
    let begins = head.trim_end().ends_with(['(', ',']);
    begins.then(|| word_before(&head[..at]))
}

fn in_tag(files: &Files, path: &str, tag: &Tag<'_>, typed: &str) -> Vec<Candidate> {
    let head = &tag.words[..tag.words.len() - typed.len()];
    let words = |all: &[&'static str], about: &str| -> Vec<Candidate> {
        let all = all.iter();
        all.map(|word| Candidate::new(Kind::Word, *word, about))
            .collect()
    };
    if let Some(whose) = head.strip_suffix('.') {
        return match word_before(whose) {
            "c" => colours(files),
            _ => Vec::new(),
        };
    }
    if head.trim_end().ends_with('|') {
        return words(&[&FILTERS[..], &["mm"]].concat(), "a filter");
    }
    if head.starts_with('%') && head.trim_matches(['%', '-', '+', ' ']).is_empty() {
        return words(&STATEMENTS, "a statement");
    }
    let mut all = Vec::new();
    let options: &[&str] = match begun_call(head) {
        Some("text" | "Text") => &TEXT_OPTIONS,
        Some("image" | "Image") => &IMAGE_OPTIONS,
        _ => &[],
    };
    all.extend(
        options
            .iter()
            .map(|option| Candidate::new(Kind::Key, format!("{option}="), "")),
    );
    all.extend(columns(&decks_of(files, path)));
    all.extend(words_of_templates(files));
    all
}

/// The decks that are drawn with a template; all of them for one that others import.
fn decks_of(files: &Files, path: &str) -> Vec<DeckNames> {
    let all = names::decks(files);
    let is_own = |deck: &DeckNames| deck.templates.iter().any(|template| template == path);
    if all.iter().any(is_own) {
        all.into_iter().filter(is_own).collect()
    } else {
        all
    }
}

/// What every template knows: `w`, `bleed`, `text(..)`.
fn words_of_templates(files: &Files) -> Vec<Candidate> {
    let Ok(kit) = Kit::open(files.clone()).or_else(|_| Kit::find(ANY)) else {
        return Vec::new();
    };
    let templates = Templates::new(&kit, Ink::Color);
    let mut names = templates.names();
    let piece = kit
        .decks
        .first()
        .and_then(|deck| Some((deck, deck.pieces().into_iter().next()?)));
    if let Some((deck, piece)) = piece {
        let known = templates.context(deck, &piece, 0, Side::Front);
        let fields = piece.row.fields();
        names.extend(
            known
                .keys()
                .filter(|name| !fields.contains_key(*name))
                .cloned(),
        );
    }
    let all = names.into_iter();
    all.map(|name| Candidate::new(Kind::Word, name, "known to every template"))
        .collect()
}

fn colours(files: &Files) -> Vec<Candidate> {
    let all = names::of_colours(files).into_iter();
    all.map(|colour| Candidate::new(Kind::Colour, colour.name, colour.about))
        .collect()
}

fn fonts(files: &Files) -> Vec<Candidate> {
    let kit = Kit::open(files.clone());
    let fonts = kit.as_ref().map_or_else(|_| Fonts::shipped(), Fonts::of);
    let mut families: Vec<&str> = fonts.iter().map(|font| font.family.as_str()).collect();
    families.dedup();
    let all = families.into_iter();
    all.map(|family| Candidate::new(Kind::Font, family, ""))
        .collect()
}

pub fn meaning(files: &Files, path: &str, text: &str, offset: usize) -> Option<Meaning> {
    let tag = tag(&text[..offset])?;
    if let Some((_, quoted)) = open_quote(tag.words) {
        return file(files, text, offset - quoted.len()..offset);
    }
    let span = word_at(text, offset);
    let word = text.get(span.clone()).filter(|word| !word.is_empty())?;
    if text[..span.start].ends_with("c.") {
        let is_meant = |colour: &Name| colour.name == word;
        let colour = names::of_colours(files).into_iter().find(is_meant)?;
        return Some(Meaning {
            span,
            about: colour.about,
            place: Some(colour.place),
        });
    }
    column(&decks_of(files, path), word, span)
}

/// The file that is named in quotes.
fn file(files: &Files, text: &str, begun: Range<usize>) -> Option<Meaning> {
    let rest = text.get(begun.end..)?;
    let span = begun.start..begun.end + rest.find(['"', '\''])?;
    let path = text.get(span.clone())?.to_owned();
    files.has(&path).then(|| Meaning {
        span,
        about: format!("the file {path}"),
        place: Some(Place { path, span: 0..0 }),
    })
}
