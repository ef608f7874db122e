//! What may stand where somebody writes in a kit's files, where a name is given, and what it is: for editors, and whatever else edits
//! a kit.
//!
//! * `outline`: a TOML file that is only half written. `schema`: what its keys are. `names`: what the kit calls things;
//!   `columns`: those of its decks.
//! * `toml`: in kit.toml, play.toml and the like. `rules`: in the expressions of play.toml. `face`: in templates. `rows`: in tables.
//!
//! Nothing here needs a kit without mistakes: each file is understood as far as possible, and what is not understood is left out.

mod columns;
mod face;
mod names;
mod outline;
mod rows;
mod rules;
mod schema;
mod toml;

use std::ops::Range;

pub use names::Place;

use crate::kit::Files;
use crate::kit::files::is_table;

/// Something that may be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// What is written.
    pub text: String,
    /// What it is, in a sentence; may be empty.
    pub about: String,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Key,
    /// A value, a word of the kit.
    Value,
    /// A word of a language.
    Word,
    Function,
    Column,
    /// Something that the kit names: a zone, an action, a deck.
    Name,
    Colour,
    Font,
    Icon,
    File,
}

impl Candidate {
    pub fn new(kind: Kind, text: impl Into<String>, about: impl Into<String>) -> Candidate {
        Candidate {
            text: text.into(),
            about: about.into(),
            kind,
        }
    }
}

/// What may be written, the likeliest first, and what it replaces.
#[derive(Debug, Default)]
pub struct Candidates {
    pub replaced: Range<usize>,
    pub all: Vec<Candidate>,
}

/// What a name is, in a sentence, and where it is given.
#[derive(Debug)]
pub struct Meaning {
    /// Where it is written.
    pub span: Range<usize>,
    pub about: String,
    pub place: Option<Place>,
}

/// The most candidates that are worth showing.
const MOST: usize = 500;

/// What may be written at this offset of a file.
pub fn candidates(files: &Files, path: &str, offset: usize) -> Candidates {
    let Some(text) = text_up_to(files, path, offset) else {
        return Candidates::default();
    };
    let mut found = match () {
        () if path.ends_with(".toml") => toml::candidates(files, path, &text, offset),
        () if path.ends_with(".svg") => face::candidates(files, path, &text, offset),
        () if is_table(path) => rows::candidates(files, path, &text, offset),
        () => Candidates::default(),
    };
    let mut known = std::collections::HashSet::new();
    found
        .all
        .retain(|candidate| !candidate.text.is_empty() && known.insert(candidate.text.clone()));
    let typed = text.get(found.replaced.start..offset).unwrap_or_default();
    if found.all.len() > MOST {
        let typed = typed.to_lowercase();
        found
            .all
            .retain(|candidate| candidate.text.to_lowercase().starts_with(&typed));
        found.all.truncate(MOST);
    }
    found
}

/// What is written at this offset of a file.
pub fn meaning(files: &Files, path: &str, offset: usize) -> Option<Meaning> {
    let text = text_up_to(files, path, offset)?;
    match () {
        () if path.ends_with(".toml") => toml::meaning(files, path, &text, offset),
        () if path.ends_with(".svg") => face::meaning(files, path, &text, offset),
        () => None,
    }
}

/// A file's text, if it goes on to this offset.
fn text_up_to(files: &Files, path: &str, offset: usize) -> Option<String> {
    let text = files.read(path).ok()?;
    text.is_char_boundary(offset).then_some(text)
}

/// The word around an offset.
fn word_at(text: &str, offset: usize) -> Range<usize> {
    let start = offset - word_before(&text[..offset]).len();
    let goes_on = |letter: char| letter.is_alphanumeric() || letter == '_';
    let rest = &text[offset..];
    let end = rest.find(|letter| !goes_on(letter)).unwrap_or(rest.len());
    start..offset + end
}

/// The part of a word at the end of a text.
fn word_before(text: &str) -> &str {
    let is_end = |letter: char| !letter.is_alphanumeric() && letter != '_';
    match text
        .char_indices()
        .rev()
        .find(|(_, letter)| is_end(*letter))
    {
        Some((at, letter)) => &text[at + letter.len_utf8()..],
        None => text,
    }
}

/// The files of a kit with one of these endings.
fn paths(files: &Files, endings: &[&str]) -> Vec<Candidate> {
    let has = |path: &String| {
        let path = path.to_ascii_lowercase();
        endings.iter().any(|ending| path.ends_with(ending))
    };
    let all = files.paths().into_iter().filter(has);
    all.map(|path| Candidate::new(Kind::File, path, ""))
        .collect()
}

/// The icons that a text may show: those of the kit, then those that ship.
fn icons(files: &Files) -> Vec<Candidate> {
    let icon = |name: &str, about: &str| Candidate::new(Kind::Icon, format!(":{name}:"), about);
    let paths = files.paths();
    let own = paths.iter().filter_map(|path| {
        let (folder, file) = path.rsplit_once('/')?;
        let is_icons = folder.rsplit('/').next() == Some("icons");
        file.strip_suffix(".svg").filter(|_| is_icons)
    });
    let mut icons: Vec<Candidate> = own.map(|name| icon(name, "an icon of the kit")).collect();
    for shipped in crate::face::shipped_icons() {
        let others = shipped.others.join(", ");
        icons.push(icon(shipped.name, &format!("{} {others}", shipped.emoji)));
    }
    icons
}

/// Where the name of an icon begins that ends a text: `:swo`.
fn icon_before(text: &str) -> Option<usize> {
    let name = text.len()
        - text
            .chars()
            .rev()
            .take_while(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'))
            .count();
    let start = text[..name].strip_suffix(':')?.len();
    let is_first = !text[..start].ends_with(|letter: char| letter.is_alphanumeric());
    is_first.then_some(start)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::kit::files::Edited;

    /// Files that end anywhere, as while one writes them; with letters of several bytes.
    #[test]
    fn half_a_file_is_understood_as_far_as_it_goes() {
        for (folder, path) in [
            ("starters/pig", "kit.toml"),
            ("starters/pig", "play.toml"),
            ("starters/pig", "faces/sticker.svg"),
            ("starters/pig", "dice.toml"),
            ("starters/vault", "monsters.csv"),
        ] {
            let whole = std::fs::read_to_string(format!("{folder}/{path}")).unwrap();
            let whole = format!("{}\n{{{{ :é\"ключ", &whole[..whole.len().min(3_000)]);
            let ends = whole.char_indices().map(|(at, _)| at).chain([whole.len()]);
            for end in ends.collect::<Vec<_>>().into_iter().rev().step_by(41) {
                let texts = BTreeMap::from([(path.to_owned(), whole[..end].to_owned())]);
                let files = Files::Edited(Arc::new(Edited::new(folder.into(), texts)));
                let found = candidates(&files, path, end);
                assert!(found.replaced.end <= end || found.all.is_empty());
                let middle = whole.floor_char_boundary(end / 2);
                meaning(&files, path, middle);
            }
        }
    }
}
