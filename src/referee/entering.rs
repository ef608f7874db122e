//! Entering a game already under way: its table is read from lines as the audit writes them.

use super::edits::{EditContext, amend};
use super::message::{Message, message};
use super::snapshot::{FactSort, LEFT, ORDER, Snapshot};

/// Starts a line for something done after the table lay like this: a move by its name, or `correct` and its words.
const THEN: &str = "then ";

/// What was done after the table lay as its lines say, one line each.
pub fn since(deeds: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    deeds.map(|deed| format!("{THEN}{deed}"))
}

/// Splits a text into the lines of a table and those of what was done since.
pub fn split(text: &str) -> (String, Vec<&str>) {
    let then = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix(THEN))
        .map(str::trim);
    let table = text.lines().map(|line| {
        if line.trim().starts_with(THEN) {
            ""
        } else {
            line
        }
    });
    (table.collect::<Vec<&str>>().join("\n"), then.collect())
}

/// Reads a table. `start` is that of the set-up: what no line mentions stays as it is there, except that tiles and pieces that no
/// line names are at home. Lines may also be corrections, `T06 east of T01`. The error names the line.
pub fn read(start: &Snapshot, context: &impl EditContext, text: &str) -> Result<Snapshot, Message> {
    let mut table = cleared(start);
    let mut left = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let done = match line.split_once(':') {
            Some((head, body)) => {
                read_line(&mut table, context, head.trim(), body.trim(), &mut left)
            }
            None => {
                let mut before = table.clone();
                let done = amend(&mut before, context, line)
                    .map(drop)
                    .map_err(|fault| fault.reason());
                done.inspect(|()| table = before)
            }
        };
        done.map_err(|reason| {
            message(
                "line {number}: {reason}",
                [("number", number.into()), ("reason", reason.into())],
            )
        })?;
    }
    table.sound()?;
    left.iter()
        .try_for_each(|(place, said)| check_home(&table, place, said))?;
    Ok(table)
}

/// The table without anything that lies on it.
fn cleared(start: &Snapshot) -> Snapshot {
    let mut table = start.clone();
    table.places.retain(|place| !place.tile);
    for slot in table.places.iter_mut().flat_map(|place| &mut place.slots) {
        slot.pieces.clear();
        slot.hidden = 0;
    }
    table
}

/// One line: `Ann: at T02; hearts 3; hand F05, 1 hidden.`
fn read_line(
    table: &mut Snapshot,
    context: &impl EditContext,
    head: &str,
    body: &str,
    left: &mut Vec<(String, String)>,
) -> Result<(), Message> {
    let at = place_of(table, context, head)?;
    let body = body.strip_suffix('.').unwrap_or(body);
    for fact in table.places[at]
        .facts
        .iter_mut()
        .filter(|fact| fact.sort == FactSort::Optional)
    {
        fact.value.clear();
    }
    for part in body
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty() && *part != "nothing")
    {
        let (key, value) = part.split_once(' ').unwrap_or((part, ""));
        let key = key.to_lowercase();
        let value = value.trim();
        if key == LEFT {
            left.push((table.places[at].id.clone(), value.to_owned()));
        } else if let Some(fact) = table.places[at]
            .facts
            .iter_mut()
            .find(|fact| fact.key == key)
        {
            if fact.sort != FactSort::Derived {
                fact.value = if value.is_empty() {
                    "yes".to_owned()
                } else {
                    value.to_owned()
                };
            }
        } else if let Some(slot) = table.places[at]
            .slots
            .iter()
            .position(|slot| slot.key == key || key == ORDER && slot.home.is_some())
        {
            let (pieces, hidden) = read_pieces(table, value)?;
            pieces.iter().try_for_each(|word| check_side(table, word))?;
            let slot = &mut table.places[at].slots[slot];
            slot.pieces = pieces;
            slot.hidden = hidden;
        } else {
            let place = &table.places[at];
            let keys = place
                .facts
                .iter()
                .map(|fact| fact.key)
                .chain(place.slots.iter().map(|slot| slot.key));
            let keys = ("keys", keys.collect::<Vec<_>>().join(", ").into());
            let with = [("place", place.called().into()), ("key", key.into()), keys];
            return Err(message("{place} has no `{key}`; there are {keys}", with));
        }
    }
    Ok(())
}

/// The place that a line is about: an existing one, or that of a tile laid by this line.
fn place_of(
    table: &mut Snapshot,
    context: &impl EditContext,
    head: &str,
) -> Result<usize, Message> {
    let words: Vec<&str> = head.split_whitespace().collect();
    let there = (1..=words.len())
        .rev()
        .find_map(|count| table.named(&words[..count].join(" ")));
    if let Some(there) = there {
        return Ok(there);
    }
    let id = words.first().copied().unwrap_or_default();
    let (word, number) = id
        .split_once('.')
        .map_or((id, None), |(word, number)| (word, Some(number)));
    let known = table.known(word).map(|(_, word)| word);
    let word = known.unwrap_or_else(|| word.to_owned());
    let Some(mut place) = context.tile_place(&word) else {
        return Err(message(
            "no place and no tile is called `{word}`",
            [("word", id.into())],
        ));
    };
    if !place.tile {
        table.places.push(place);
        return Ok(table.places.len() - 1);
    }
    place.id = number.map_or(word.clone(), |number| format!("{word}.{number}"));
    let last = table
        .places
        .iter()
        .rposition(|place| place.tile)
        .map_or(0, |at| at + 1);
    table.places.insert(last, place);
    Ok(last)
}

/// "potion, 2 c5, 1 hidden": pieces, and how many are unseen.
fn read_pieces(table: &Snapshot, words: &str) -> Result<(Vec<String>, u32), Message> {
    let mut pieces = Vec::new();
    let mut hidden = 0;
    for word in words
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty() && *word != "nothing")
    {
        let parted = word
            .split_once(' ')
            .and_then(|(count, word)| Some((count.parse::<u32>().ok()?, word.trim())));
        let (count, word) = parted
            .filter(|(count, _)| *count <= 99)
            .unwrap_or((1, word));
        if word == "hidden" {
            hidden += count;
            continue;
        }
        let Some((_, word)) = table.known(word) else {
            return Err(message(
                "no piece is called `{word}`",
                [("word", word.into())],
            ));
        };
        pieces.extend(std::iter::repeat_n(word, count as usize));
    }
    Ok((pieces, hidden))
}

/// Whether the line says which side of a piece is up.
fn check_side(table: &Snapshot, word: &str) -> Result<(), Message> {
    let piece = table
        .pieces
        .iter()
        .find(|piece| piece.word == *word && !piece.faces.is_empty() && !piece.bare);
    let Some(piece) = piece else { return Ok(()) };
    let with = [
        ("word", word.into()),
        ("faces", piece.faces.join(", ").into()),
    ];
    Err(message("which side of {word} is up? {faces}", with))
}

/// Checks that a home holds what its line says is left there.
fn check_home(table: &Snapshot, place: &str, line: &str) -> Result<(), Message> {
    let Some(place) = table.place(place) else {
        return Ok(());
    };
    let Some(slot) = place.slots.iter().find(|slot| slot.home.is_some()) else {
        return Ok(());
    };
    let wrong = |is: &str, should: &str| {
        let text = "{place} would hold {is}, and its line says {should}: a piece is missing, or named twice";
        message(
            text,
            [
                ("place", place.called().into()),
                ("is", is.into()),
                ("should", should.into()),
            ],
        )
    };
    if let Ok(count) = line.parse::<u32>() {
        let is = table.count_left(slot.takes)?;
        return if is == count {
            Ok(())
        } else {
            Err(wrong(&is.to_string(), &count.to_string()))
        };
    }
    let (mut pieces, _) = read_pieces(table, line)?;
    let mut is: Vec<String> = Vec::new();
    table.left(slot.takes).iter().for_each(|(word, count)| {
        is.extend(std::iter::repeat_n((*word).to_owned(), *count as usize))
    });
    pieces.sort();
    is.sort();
    let missing: Vec<&String> = is.iter().filter(|word| !pieces.contains(word)).collect();
    if is == pieces {
        return Ok(());
    }
    Err(match missing.first() {
        Some(missing) => {
            let with = [
                ("word", (*missing).into()),
                ("place", place.called().into()),
            ];
            message("{word} is on no line: it would be in {place}", with)
        }
        None => wrong(&is.join(", "), line),
    })
}

#[cfg(test)]
mod tests {
    use super::super::edits::tests::{Row, table};
    use super::*;

    fn entered(lines: &str) -> Result<Vec<String>, String> {
        Ok(read(&table(), &Row, lines)?.lines())
    }

    /// What no line mentions is as in the set-up; pieces that no line names are at home.
    #[test]
    fn a_table_is_read_as_it_is_written() {
        let written = [
            "T1: at 0.",
            "T2: at 1; floor 2 gem.",
            "Ann: hearts 1; at T2; hand K1.",
            "Bob: hearts 3; at T1.",
            "pool: left 3.",
            "deck: left 1.",
            "box: left 0.",
        ];
        assert_eq!(
            entered(&written.join("\n")),
            Ok(written.map(str::to_owned).into())
        );
        let short = "# a remark\n\nT1: at 0\nT2: at 1; floor 2 gem\nAnn: hearts 1; at T2; hand K1";
        assert_eq!(entered(short), Ok(written.map(str::to_owned).into()));
        // A line may be phrased as a correction.
        assert_eq!(
            entered("T1: at 0\nT2 east of T1; gem to T2").map(|lines| lines[1].clone()),
            Ok("T2: at 1; floor gem.".into())
        );
    }

    #[test]
    fn the_line_that_cannot_be_is_named() {
        let refusals = [
            (
                "T1: at 0\nAnn: hand K1\nBob: hand K1",
                "there is one K1, and 2 would lie on Ann and Bob",
            ),
            (
                "T1: at 0\nCleo: hand K1",
                "line 2: no place and no tile is called `Cleo`",
            ),
            (
                "T1: at 0; roof gem",
                "line 1: T1 has no `roof`; there are at, floor",
            ),
            (
                "T1: at 0; floor sword",
                "line 1: no piece is called `sword`",
            ),
            (
                "T1: at 0\nT3 east of",
                "line 2: there is no `T3` here; `correct` alone shows how corrections are worded",
            ),
            (
                "T1: at 0; floor gem\npool: left 5",
                "the pool would hold 4, and its line says 5: a piece is missing, or named twice",
            ),
        ];
        for (lines, reason) in refusals {
            assert_eq!(entered(lines), Err(reason.to_owned()), "{lines}");
        }
    }

    #[test]
    fn what_was_done_since_follows_the_table() {
        let (table, since) = split("T1: at 0\nthen roll:4\nAnn: hand K1\nthen correct gem to T2\n");
        assert_eq!(since, ["roll:4", "correct gem to T2"]);
        assert_eq!(
            table, "T1: at 0\n\nAnn: hand K1\n",
            "the lines keep their numbers"
        );
    }
}
