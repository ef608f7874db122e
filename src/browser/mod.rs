//! The program in a tab of a browser: what a page asks of it, as JSON and bytes. There are no files, threads and clocks.
//!
//! * [`adopt`]: what somebody drops on a page, as a kit. `begin`: a kit of one's own, from a starter. [`mod@print`]: a kit's
//!   sheets, guide and rules. [`table`]: a game, its snapshots and its journal.
//!
//! What runs it is in the folder `web`.

pub mod adopt;
#[cfg(feature = "edit")]
mod begin;
pub mod print;
pub mod table;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::bench::of_file;
use crate::games;
use crate::kit::archive::Archive;
#[cfg(feature = "edit")]
use crate::kit::edit;
use crate::kit::{Deck, Files, Kit, Make, Problems, Row, Shape};
use crate::press::picture::Pictures;
use crate::press::write::svg;
use crate::referee::intern::keep;
use crate::referee::scene::{Piece, What};

#[cfg(feature = "edit")]
pub use self::begin::begin;
pub use crate::kit::fetch_with;

/// The shipped games, with what can be chosen about them.
pub fn shipped() -> Value {
    let ids = Files::shipped_ids();
    let kits = ids.iter().filter_map(|id| Kit::find(id).ok());
    kits.map(|kit| about(&kit)).collect()
}

/// The starters, from which kits of one's own begin.
pub fn starters() -> Value {
    let ids = Files::starter_ids();
    let kits = ids
        .iter()
        .filter_map(|id| Some((id, starter(id).ok()?)))
        .map(|(id, kit)| json!({ "starter": id, "subtitle": kit.subtitle, "about": about(&kit) }));
    kits.collect()
}

/// A starter as it ships.
///
/// # Errors
///
/// There is none of that name.
pub fn starter(id: &str) -> Result<Kit, Problems> {
    Kit::open(of_starter(id)?)
}

/// The files of a starter, or of a shipped kit.
fn of_starter(id: &str) -> Result<Files, Problems> {
    let files = Files::starter(id).or_else(|| Files::shipped(id));
    files.ok_or_else(|| of_file(id, format!("there is no starter `{id}`")).into())
}

/// What a page says of a kit before it is printed or played.
pub fn about(kit: &Kit) -> Value {
    let game = games::of_kit(kit);
    let options = game
        .options
        .iter()
        .map(|option| json!({ "name": option.name, "values": option.values, "help": option.help }));
    let decks = kit.decks.iter().map(
        |deck| json!({ "name": deck.name, "title": deck.title, "pieces": deck.pieces().len() }),
    );
    let makes = |make: Make| kit.decks.iter().any(|deck| deck.make == make);
    let is_hex = |shape: &Shape| matches!(shape, Shape::FlatHex | Shape::PointyHex);
    let counts = kit.players.clone().map(|count| count as usize);
    let minutes: Vec<_> = kit.evening.as_ref().map_or_else(Vec::new, |evening| {
        counts.filter_map(|count| evening.length(count)).collect()
    });
    let goal = kit.evening.as_ref().map(|evening| &evening.goal);
    json!({
        "id": kit.id,
        "title": kit.title,
        "year": kit.year,
        "licence": kit.licence,
        "minutes": minutes,
        "designers": kit.designers,
        "players": [kit.players.start(), kit.players.end()],
        "editions": game.editions,
        "printed_editions": kit.editions(),
        "options": options.collect::<Vec<_>>(),
        "languages": kit.languages,
        "decks": decks.collect::<Vec<_>>(),
        "themes": kit.theme_names().collect::<Vec<_>>(),
        "goal": goal,
        "language": kit.language,
        "dice": makes(Make::Stickers),
        "cards": makes(Make::Cards),
        "hexes": kit.decks.iter().any(|deck| is_hex(&deck.shape)),
        "free": game.is_own() && !kit.files.has("play.toml"),
        "rules": !kit.rules.is_empty(),
    })
}

/// What a page says in the language of a kit, by the English words.
pub fn words(kit: &Kit) -> Value {
    let language = kit.files.language();
    let words = language.map(|language| language.own_words());
    json!({ "language": kit.language, "words": words.unwrap_or_default() })
}

/// Some of a kit's faces as SVG, to show what it looks like: of the decks with most pieces, also of the kit whose pieces it uses,
/// in turn, and then its dice.
pub fn faces(kit: &Kit, most: usize) -> Vec<String> {
    let mut pictures = Pictures::new(kit);
    let drawn = shown(kit, most).into_iter().filter_map(|what| {
        let job = pictures.portrait(&what).ok()??;
        svg::write(&job, 0).ok()
    });
    drawn.collect()
}

/// What of a kit is shown.
fn shown(kit: &Kit, most: usize) -> Vec<What> {
    let flat = typical(kit);
    let mut shown: Vec<What> = Vec::new();
    for at in 0..most {
        let Some(deck) = flat.get(at % flat.len().max(1)) else {
            break;
        };
        // Not the first, which are often alike: those in the middle.
        let rows = &deck.rows;
        let row = rows.get(rows.len() * (at + 1) / (most + 1));
        shown.extend(row.map(|row| What::Piece(piece(deck, row, None))));
    }
    for deck in kit.decks.iter().filter(|deck| is_dice(deck)) {
        let sides = deck
            .rows
            .iter()
            .flat_map(|row| row.faces().map(move |face| (row, face)));
        let sides = sides.filter(|(_, face)| *face != "blank");
        shown.extend(sides.map(|(row, face)| What::Die(piece(deck, row, Some(face)))));
    }
    let mut known = HashSet::new();
    shown.retain(|what| {
        what.piece()
            .is_some_and(|piece| known.insert(piece.clone()))
    });
    shown.truncate(most);
    shown
}

/// Two decks with many pieces; one of each if the kit uses the pieces of another.
fn typical(kit: &Kit) -> Vec<&Deck> {
    let own = largest(kit).into_iter();
    match kit.uses.as_deref() {
        Some(used) => own
            .take(1)
            .chain(largest(used).into_iter().take(1))
            .collect(),
        None => own.take(2).collect(),
    }
}

/// A kit's decks of anything but dice, those with most pieces first.
fn largest(kit: &Kit) -> Vec<&Deck> {
    let mut decks: Vec<&Deck> = kit.decks.iter().filter(|deck| !is_dice(deck)).collect();
    decks.sort_by_key(|deck| std::cmp::Reverse(deck.pieces().len()));
    decks
}

fn is_dice(deck: &Deck) -> bool {
    deck.make == Make::Stickers
}

fn piece(deck: &Deck, row: &Row, face: Option<&str>) -> Piece {
    Piece {
        deck: keep(&deck.name),
        code: row.code().to_owned(),
        face: face.map(str::to_owned),
        set: 0,
    }
}

/// A kit of these files, by their paths from its folder.
pub fn folder(name: &str, files: BTreeMap<String, Vec<u8>>) -> Result<Kit, Problems> {
    Kit::open(Files::Archive(Arc::new(Archive::of(
        name.to_owned(),
        files,
    ))))
}

/// The same without the rows that are wrong, if the others can be read; and what is wrong with those.
///
/// # Errors
///
/// It cannot be read without them either.
#[cfg(feature = "edit")]
pub fn without_wrong_rows(
    name: &str,
    files: BTreeMap<String, Vec<u8>>,
) -> Result<(Kit, Vec<String>), Problems> {
    let files = Files::Archive(Arc::new(Archive::of(name.to_owned(), files)));
    let wrong = match Kit::open(files.clone()) {
        Ok(kit) => return Ok((kit, Vec::new())),
        Err(wrong) => wrong,
    };
    let Some((kit, _)) = edit::spare(&files, &wrong) else {
        return Err(wrong);
    };
    let left_out = wrong.shown().into_iter().map(|(problem, more)| {
        let (line, _) = problem.place.line_column();
        let file = problem.place.file.rsplit(['/', '\\']).next();
        let file = file.unwrap_or_default();
        let more = match more {
            0 => String::new(),
            more => format!(", and {more} more like it"),
        };
        format!("left out: {file}, line {line}: {}{more}", problem.message)
    });
    Ok((kit, left_out.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_are_wrong_are_left_out_and_told() {
        let files = |rows: &str| {
            let starter = Files::starter("blank-cards").unwrap();
            let paths = starter.paths().into_iter();
            let mut files: BTreeMap<String, Vec<u8>> = paths
                .map(|path| (path.clone(), starter.bytes(&path).unwrap()))
                .collect();
            files.insert("cards.csv".into(), rows.into());
            files
        };
        let rows = Files::starter("blank-cards").unwrap().read("cards.csv");
        let rows = rows.unwrap();
        let whole = folder("cards", files(&rows)).unwrap().decks[0].rows.len();
        let wrong = rows.replacen(",sun,", ",witch,", 1);
        assert!(folder("cards", files(&wrong)).is_err());
        let (kit, told) = without_wrong_rows("cards", files(&wrong)).unwrap();
        assert_eq!(kit.decks[0].rows.len(), whole - 1);
        assert!(
            told[0].starts_with("left out: cards.csv, line 2: "),
            "{told:?}"
        );
        assert_eq!(
            without_wrong_rows("cards", files(&rows)).unwrap().1.len(),
            0
        );
    }

    #[test]
    fn every_kit_has_pictures_of_its_own_pieces() {
        let shipped = Files::shipped_ids().into_iter().map(Kit::find);
        let starters = Files::starter_ids().into_iter().map(starter);
        for kit in shipped.chain(starters) {
            let kit = kit.unwrap();
            let faces = faces(&kit, 4);
            let distinct: HashSet<&String> = faces.iter().collect();
            assert!(faces.len() > 2, "{}: {} faces", kit.id, faces.len());
            assert_eq!(distinct.len(), faces.len(), "{}", kit.id);
        }
    }

    #[test]
    fn a_page_speaks_the_language_that_a_kit_is_written_in() {
        let files = Files::starter("pig").unwrap();
        let paths = files.paths().into_iter();
        let mut files: BTreeMap<String, Vec<u8>> = paths
            .map(|path| (path.clone(), files.bytes(&path).unwrap()))
            .collect();
        let manifest = String::from_utf8(files["kit.toml"].clone()).unwrap();
        let german = manifest.replace("language = \"en\"", "language = \"de\"");
        files.insert("kit.toml".into(), german.into_bytes());
        let said = words(&folder("schwein", files).unwrap());
        assert_eq!(said["language"], "de");
        assert_eq!(said["words"]["Undo"], "Zurück");
    }
}
