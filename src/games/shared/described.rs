//! Helpers for descriptions of tables.

use crate::games::side::{Side, Sides};
use crate::referee::message::{Message, message};
use crate::referee::snapshot::Place;

/// A player's place. It can also be found by other words than the name, so that a name may be anything.
pub fn player(players: &[String], seat: usize, taken: &[&str]) -> Place {
    let name = &players[seat];
    let numbered = format!("player{}", seat + 1);
    let twice = players
        .iter()
        .filter(|other| other.to_lowercase() == name.to_lowercase())
        .count()
        > 1;
    let is_taken = taken.iter().any(|word| word.eq_ignore_ascii_case(name))
        || name.chars().all(|letter| letter.is_ascii_digit());
    let id = if twice || is_taken {
        numbered.clone()
    } else {
        name.clone()
    };
    let alone: &[&str] = if players.len() == 1 {
        &["me", "hand", "player"]
    } else {
        &[]
    };
    Place::new(id).also([numbered]).also(alone.iter().copied())
}

/// The seat of the player with this place.
pub fn seat_of(players: &[String], taken: &[&str], word: &str) -> Option<u8> {
    let is = |seat: &usize| {
        let place = player(players, *seat, taken);
        place.id.eq_ignore_ascii_case(word)
            || place
                .also
                .iter()
                .any(|also| also.eq_ignore_ascii_case(word))
    };
    (0..players.len()).find(is).map(|seat| seat as u8)
}

/// The seat of the player with this name, here or in the game's own words for seats.
pub fn player_called(
    players: &[String],
    taken: &[&str],
    word: &str,
    own: impl FnOnce(&str) -> Option<u8>,
) -> Result<u8, Message> {
    let seat = seat_of(players, taken, word)
        .or_else(|| own(word))
        .filter(|seat| usize::from(*seat) < players.len());
    named("there is no player `{word}`", word, seat)
}

/// What was found under this word; otherwise, the message says so.
pub fn named<T>(otherwise: &'static str, word: &str, found: Option<T>) -> Result<T, Message> {
    found.ok_or_else(|| message(otherwise, [("word", word.into())]))
}

/// Checks that no two tiles are on one cell.
pub fn demand_apart<C: PartialEq + ToString>(
    places: &[&Place],
    cells: &[C],
) -> Result<(), Message> {
    for (at, cell) in cells.iter().enumerate() {
        if let Some(before) = cells[..at].iter().position(|other| other == cell) {
            let [one, other] = [before, at].map(|at| (&places[at].id).into());
            let with = [
                ("one", one),
                ("other", other),
                ("cell", cell.to_string().into()),
            ];
            return Err(message(
                "{one} and {other} would lie on each other, at {cell}",
                with,
            ));
        }
    }
    Ok(())
}

/// A cell by its distance from the origin, east and north: "2e 1n"; the origin is "0".
pub fn cell((x, y): (i16, i16)) -> String {
    let part = |steps: i16, ahead: &str, back: &str| {
        let side = if steps < 0 { back } else { ahead };
        (steps != 0).then(|| format!("{}{side}", steps.unsigned_abs()))
    };
    let parts: Vec<String> = [part(x, "e", "w"), part(y, "n", "s")]
        .into_iter()
        .flatten()
        .collect();
    if parts.is_empty() {
        "0".to_owned()
    } else {
        parts.join(" ")
    }
}

/// Parses the words of [`cell`], in either order.
pub fn parse_cell(words: &str) -> Option<(i16, i16)> {
    let (mut x, mut y) = (0, 0);
    for word in words.split_whitespace().filter(|word| *word != "0") {
        let (steps, side) = word.split_at(word.len().checked_sub(1)?);
        let steps = steps
            .parse::<i16>()
            .ok()
            .filter(|steps| (0..1000).contains(steps))?;
        let side = Side::parse(side)?;
        let (dx, dy) = side.step();
        x += dx * steps;
        y += dy * steps;
    }
    (!words.is_empty()).then_some((x, y))
}

/// The neighbour of a cell on this side, in the words of [`cell`].
pub fn beside(words: &str, side: &str) -> Option<String> {
    let ((x, y), (dx, dy)) = (parse_cell(words)?, Side::parse(side)?.step());
    Some(cell((x + dx, y + dy)))
}

/// "north, west"; empty if there is none.
pub fn sides(sides: Sides) -> String {
    crate::referee::snapshot::list(sides.iter().map(Side::name))
}

/// Parses a fact that lists sides.
pub fn parse_sides(place: &Place, key: &str) -> Result<Sides, Message> {
    let with = |word: &str| [("place", place.called().into()), ("word", word.into())];
    let side = |word: &str| {
        Side::parse(word).ok_or_else(|| message("{place}: `{word}` is not a side", with(word)))
    };
    place.parts(key).map(side).collect()
}

/// Returns the message as an error unless the condition holds.
pub fn demand(holds: bool, otherwise: &str) -> Result<(), Message> {
    if holds {
        Ok(())
    } else {
        Err(otherwise.to_owned().into())
    }
}
