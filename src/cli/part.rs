//! Which kit is meant, and which part of it: some of its decks or pieces.

use std::path::Path;

use super::Error;
use crate::kit::problem::nearest;
use crate::kit::{Files, Kit, Piece, Problem, Problems};
use crate::press::drawn::DrawnPieces;

/// The kit in the current folder, if there is one.
pub(super) fn kit_here() -> Option<String> {
    Path::new("kit.toml").is_file().then(|| ".".to_owned())
}

/// The kit with this name, or else the one in the current folder.
///
/// # Errors
///
/// Neither exists.
pub(super) fn or_here(name: Option<String>) -> Result<String, Error> {
    name.or_else(kit_here).ok_or_else(|| {
        let shipped = Files::shipped_ids().join(", ");
        Error::Usage(format!(
            "no kit is in this folder: name a kit's folder, or a shipped game: {shipped}"
        ))
    })
}

/// A shipped game by any clear part of its name: "tin" is dungeon-in-a-tin. Any other word stays as it is, such as the folder of a
/// kit.
///
/// # Errors
///
/// It could be several.
pub(super) fn named(word: &str) -> Result<String, Error> {
    if Files::shipped(word).is_some() || Path::new(word).exists() {
        return Ok(word.to_owned());
    }
    let said = word.to_lowercase().replace([' ', '_'], "-");
    let begins = |id: &str| id.starts_with(&said) || id.contains(&format!("-{said}"));
    let ids = Files::shipped_ids();
    let found = |fits: &dyn Fn(&str) -> bool| -> Vec<&str> {
        ids.iter().copied().filter(|id| fits(id)).collect()
    };
    let mut fitting = found(&|id| id.split('-').any(|part| part == said));
    for fits in [&begins as &dyn Fn(&str) -> bool, &|id| id.contains(&said)] {
        if fitting.is_empty() && said.len() >= SHORTEST {
            fitting = found(fits);
        }
    }
    match fitting.as_slice() {
        [] => Ok(word.to_owned()),
        [only] => Ok((*only).to_owned()),
        several => Err(Error::Usage(format!(
            "`{word}` could be {}",
            several.join(" or ")
        ))),
    }
}

/// The fewest letters that name a game by a part of its name.
const SHORTEST: usize = 3;

/// The kit with this name, or the shipped game with that in its name, in one of its languages.
pub(super) fn find(name: &str, language: Option<&str>) -> Result<Kit, Error> {
    let kit = Kit::find(&named(name)?)?;
    match language {
        Some(code) => Ok(kit.in_language(code)?),
        None => Ok(kit),
    }
}

/// Keeps only the decks with these names, or all of them if no names are given.
///
/// # Errors
///
/// A name that no deck has.
pub(super) fn decks(kit: &mut Kit, names: &[String]) -> Result<(), Problems> {
    let known: Vec<&str> = kit.decks.iter().map(|deck| deck.name.as_str()).collect();
    unknown(kit, "deck", names, &known, &known.join(", "))?;
    kit.decks
        .retain(|deck| names.is_empty() || names.contains(&deck.name));
    Ok(())
}

/// Some pieces by their codes, "T05"; for dice also by the code of the die: "Y1" is "Y1-1" to "Y1-6".
pub(super) struct Pieces<'a>(&'a [String]);

impl<'a> Pieces<'a> {
    /// # Errors
    ///
    /// A code that no piece has.
    pub fn of(kit: &Kit, codes: &'a [String]) -> Result<Pieces<'a>, Problems> {
        if codes.is_empty() {
            return Ok(Pieces(codes));
        }
        let pieces: Vec<_> = kit.decks.iter().flat_map(|deck| deck.pieces()).collect();
        let is_known = |code: &&String| pieces.iter().any(|piece| is(&piece.code, piece.die, code));
        let wrong: Vec<String> = codes
            .iter()
            .filter(|code| !is_known(code))
            .cloned()
            .collect();
        let known: Vec<&str> = pieces.iter().map(|piece| &*piece.code).collect();
        let ends = |pieces: &[Piece<'_>]| match pieces {
            [] => None,
            [only] => Some(only.code.to_string()),
            [first, .., last] => Some(format!("{} to {}", first.code, last.code)),
        };
        let ranges: Vec<String> = kit
            .decks
            .iter()
            .filter_map(|deck| ends(&deck.pieces()))
            .collect();
        unknown(kit, "piece", &wrong, &known, &ranges.join(", "))?;
        Ok(Pieces(codes))
    }

    /// Keeps only them among the drawn pieces, or all pieces if none were named.
    pub fn keep(&self, drawn_pieces: &mut DrawnPieces<'_>) {
        drawn_pieces.pieces.retain(|drawn_piece| {
            self.0.is_empty()
                || self
                    .0
                    .iter()
                    .any(|code| is(&drawn_piece.code, drawn_piece.die, code))
        });
    }
}

fn is(code: &str, die: Option<usize>, wanted: &str) -> bool {
    let of_die = || {
        die.is_some()
            && code
                .strip_prefix(wanted)
                .is_some_and(|rest| rest.starts_with('-'))
    };
    code == wanted || of_die()
}

/// A problem for each unknown name; `all` describes the known ones in a few words.
fn unknown(
    kit: &Kit,
    what: &str,
    names: &[String],
    known: &[&str],
    all: &str,
) -> Result<(), Problems> {
    let mut problems = Problems::default();
    for name in names.iter().filter(|name| !known.contains(&name.as_str())) {
        let problem = Problem::new(kit.place(), format!("`{}` has no {what} `{name}`", kit.id));
        problems.push(problem.help(match nearest(name, known.iter().copied()) {
            Some(like) => format!("did you mean `{like}`?"),
            None => format!("it has {all}"),
        }));
    }
    problems.or(())
}
