//! Characters that no font has, each of which prints as a dashed box.

use crate::face::Fonts;
use crate::kit::{Kit, Problem, Problems, SourceSpan};
use crate::press::drawn::DrawnPieces;
use crate::press::sheet::Job;
use crate::press::sheet::measures::font;

/// The most characters that a warning names.
const MAX_NAMED: usize = 8;

/// Finds the characters that no font has: one problem for all of them, at the first row that contains one.
///
/// # Errors
///
/// A face cannot be read back.
pub fn unknown(drawn: &DrawnPieces<'_>) -> Result<Option<Problem>, Problems> {
    let mut found: Vec<(char, usize)> = Vec::new();
    let mut place: Option<SourceSpan> = None;
    let mut pieces = 0;
    for drawn_piece in &drawn.pieces {
        let faces = [Some(drawn_piece.face), drawn_piece.back];
        let mut on_piece = Vec::new();
        for face in faces.into_iter().flatten() {
            on_piece.extend(drawn.face(face)?.unknown());
        }
        if drawn_piece.deck.code_beside {
            let font = Fonts::shipped().for_all(&drawn_piece.code, font());
            on_piece.extend(drawn_piece.code.chars().filter(|_| font.is_missing()));
        }
        let Some(first) = on_piece.first() else {
            continue;
        };
        pieces += 1;
        place.get_or_insert_with(|| at(drawn_piece.row.place(), *first));
        on_piece
            .into_iter()
            .for_each(|character| count(&mut found, character));
    }
    let on = if pieces == 1 { "piece" } else { "pieces" };
    Ok(place.map(|place| problem(place, &found, format!("on {pieces} {on}"))))
}

/// The same in the words of a guide or rulebook, "the guide"; the pieces shown there have codes.
///
/// # Errors
///
/// A page cannot be read back.
pub fn unknown_in_words(kit: &Kit, pages: &Job, named: &str) -> Result<Option<Problem>, Problems> {
    let mut found: Vec<(char, usize)> = Vec::new();
    let placed = pages.sheets.iter().flat_map(|page| &page.placed);
    for words in placed.filter(|placed| placed.code.is_empty()) {
        let page = pages.faces.get(words.face);
        let page = page.map_err(|fault| fault.in_kit(kit))?;
        let unknown = page.unknown().into_iter();
        unknown.for_each(|character| count(&mut found, character));
    }
    let is_none = found.is_empty();
    Ok((!is_none).then(|| problem(kit.place(), &found, format!("in {named}"))))
}

fn count(found: &mut Vec<(char, usize)>, character: char) {
    match found.iter_mut().find(|(known, _)| *known == character) {
        Some((_, count)) => *count += 1,
        None => found.push((character, 1)),
    }
}

/// The character in the row, if it is there.
fn at(row: SourceSpan, character: char) -> SourceSpan {
    let rest = row.text.get(row.span.start..).unwrap_or_default();
    match rest.find(character) {
        Some(found) => {
            let start = row.span.start + found;
            row.at(start..start + character.len_utf8())
        }
        None => row,
    }
}

fn problem(place: SourceSpan, found: &[(char, usize)], whereabouts: String) -> Problem {
    let times: usize = found.iter().map(|(_, count)| count).sum();
    let named = |(character, _): &(char, usize)| {
        let code = u32::from(*character);
        if character.is_control() {
            format!("U+{code:04X}")
        } else {
            format!("`{character}` (U+{code:04X})")
        }
    };
    let mut names: Vec<String> = found.iter().take(MAX_NAMED).map(named).collect();
    if found.len() > MAX_NAMED {
        names.push(format!("{} more", found.len() - MAX_NAMED));
    }
    let prints = if times == 1 {
        "1 dashed box prints in its place".to_owned()
    } else {
        format!("{times} dashed boxes print in their place")
    };
    let message = format!("no font has {}: {prints}, {whereabouts}", names.join(", "));
    Problem::new(place, message).help("put a font that has them into the kit's folder `fonts`")
}
