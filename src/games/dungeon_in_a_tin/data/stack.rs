//! Checks whether a set of tiles makes a dungeon: errors if it is unplayable, and warnings about what nobody would enjoy.

use super::piece::{Colour, Kind};
use super::{Data, Mark, Tile};
use crate::games::side::Sides;
use crate::kit::{Kit, Problem, Problems, Row, SourceSpan};

/// The index of the first tile with this mark.
pub fn index(data: &Data, mark: Mark) -> u8 {
    data.tiles
        .iter()
        .position(|tile| tile.mark == mark)
        .and_then(|at| u8::try_from(at).ok())
        .unwrap_or(0)
}

/// Checks that there are one start and one final room and enough dice for each room, and that the dungeon cannot be sealed
/// (R2, R3, R58, A12).
pub fn check(kit: &Kit, data: &Data) -> Problems {
    let mut problems = Problems::default();
    if data.tiles.is_empty() {
        // The faulty rows have been reported, and what is missing because of them need not be.
        return problems;
    }
    for (mark, name) in [(Mark::Start, "start"), (Mark::Final, "final")] {
        only_one(kit, data, mark, name)
            .into_iter()
            .for_each(|problem| problems.push(problem));
    }
    for (tile, row) in tiles(kit, data) {
        let code = code(tile);
        for (skulls, colour) in [(tile.white, Colour::Yellow), (tile.red, Colour::Red)] {
            let dice = data.dice[colour as usize].count;
            if skulls > dice {
                let colour = colour.name();
                let message =
                    format!("tile `{code}` needs {skulls} {colour} dice, and a set has {dice}");
                let help = format!(
                    "give it fewer skulls, or the `{colour}` row of the dice a higher `count`"
                );
                problems.push(Problem::new(row.place(), message).help(help));
            }
        }
        if matches!(tile.mark, Mark::A | Mark::B) && tile.exits.len() == 1 {
            let message = format!(
                "tile `{code}` is a dead end, which could seal the dungeon before the last room is found"
            );
            let help = "every room except the first and the last needs at least two exits, so that one of them leads on (A12)";
            problems.push(Problem::new(row.place(), message).help(help));
        }
    }
    problems
}

/// Warnings about what the rules accept but a designer hardly intended.
pub fn advice(kit: &Kit) -> Vec<Problem> {
    let Ok(data) = Data::new(kit) else {
        return Vec::new();
    };
    let mut advice = Vec::new();
    let mut warn = |row: &Row, message: String, help: &str| {
        advice.push(Problem::new(row.place(), message).help(help));
    };
    let has = |kind: Kind| data.token(kind).count > 0;
    for (tile, row) in tiles(kit, &data) {
        let code = code(tile);
        if tile.mark == Mark::Start && tile.exits.len() == 1 {
            let help = "with one way in, a run of unlucky tiles often ends the search early; give it two exits";
            warn(
                row,
                format!("tile `{code}` is the start and has only one exit"),
                help,
            );
        }
        if tile.mark == Mark::Final && tile.exits.len() == 4 {
            let help = "give it at most three exits: with four, one always turns the same way as the last turn (R48)";
            warn(
                row,
                format!(
                    "tile `{code}` is the last room and fits only where the path has not turned yet"
                ),
                help,
            );
        }
        if tile.locked != Sides::default() && !has(Kind::KEY) {
            warn(
                row,
                format!("tile `{code}` has a lock, and the treasure has no key"),
                "add a `key` to the tokens (R54)",
            );
        }
        if tile.chasm && tile.mark == Mark::Start {
            let help =
                "nobody has a rope when the game begins (R56); make it one of the other rooms";
            warn(row, format!("tile `{code}` is the start and a chasm"), help);
        }
        // The rules go by the mark, but players by the picture.
        let drawn = row.text("special").unwrap_or_default();
        for (special, mark, name) in [
            ("maiden", Mark::Final, "final"),
            ("stairs", Mark::Start, "start"),
        ] {
            if (drawn == special) != (tile.mark == mark)
                && (drawn == special || mark == Mark::Final)
            {
                let (has, is) = if drawn == special {
                    ("shows", "is not")
                } else {
                    ("does not show", "is")
                };
                let message =
                    format!("tile `{code}` {has} the {special}, but it {is} marked `{name}`");
                warn(
                    row,
                    message,
                    "the rules go by the mark; make the drawing agree with it",
                );
            }
        }
        if tile.chasm && !has(Kind::ROPE) {
            let help = "add a `rope` to the tokens (R56)";
            warn(
                row,
                format!("tile `{code}` is a chasm, and the treasure has no rope"),
                help,
            );
        }
    }
    advice
}

/// The problem if there is not exactly one tile with this mark.
fn only_one(kit: &Kit, data: &Data, mark: Mark, name: &str) -> Option<Problem> {
    let marked: Vec<_> = tiles(kit, data)
        .filter(|(tile, _)| tile.mark == mark)
        .collect();
    let count: u32 = marked.iter().map(|(tile, _)| u32::from(tile.copies)).sum();
    // Of several rows, the second is one too many; a single row may make several tiles.
    let place = marked.get(1).or(marked.first()).map(|(_, row)| row.place());
    let place = place.unwrap_or_else(|| {
        kit.deck("tiles")
            .and_then(|deck| deck.rows.first())
            .map_or(kit.place(), file)
    });
    let problem = Problem::new(
        place,
        format!("the rules need exactly one tile marked `{name}`, and the kit has {count}"),
    );
    match (count, marked.as_slice()) {
        (1, _) => None,
        (0, _) => Some(problem.help(format!("give one tile mark = \"{name}\""))),
        (_, [_]) => Some(problem.help("give it one code and count = 1")),
        (_, [(first, _), ..]) => Some(problem.label(format!("the first one is `{}`", code(first)))),
        (_, []) => None,
    }
}

/// The file of a row, when no single line is at fault.
fn file(row: &Row) -> SourceSpan {
    SourceSpan::file(row.place().file)
}

/// The tiles with their rows.
fn tiles<'k>(kit: &'k Kit, data: &'k Data) -> impl Iterator<Item = (&'k Tile, &'k Row)> {
    data.tiles
        .iter()
        .zip(kit.deck("tiles").map_or(&[][..], |deck| &deck.rows))
}

fn code(tile: &Tile) -> &str {
    tile.codes.first().map_or("", String::as_str)
}
