//! Entering a game already under way: its table is read from lines as the audit writes them.

use super::edits::{EditContext, amend};
use super::snapshot::{FactSort, LEFT, ORDER, Place, Snapshot};

/// Starts a line for something done since the table lay like this: a move by its name, or `correct` and its words.
const THEN: &str = "then ";

/// What was done since the table lay as its lines say, one line each.
pub fn since(deeds: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    deeds.map(|deed| format!("{THEN}{deed}"))
}

/// The lines of a table, and of what was done since.
pub fn parted(text: &str) -> (String, Vec<&str>) {
    let then = text.lines().filter_map(|line| line.trim().strip_prefix(THEN)).map(str::trim);
    let table = text.lines().map(|line| if line.trim().starts_with(THEN) { "" } else { line });
    (table.collect::<Vec<&str>>().join("\n"), then.collect())
}

/// Reads a table. `start` is that of the set-up: what no line mentions is as it is there, except that tiles and pieces which are
/// not named are at home. Lines may also be corrections, `T06 east of T01`. The error names the line.
pub fn read(start: &Snapshot, context: &impl EditContext, text: &str) -> Result<Snapshot, String> {
    let mut table = cleared(start);
    let mut left = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let done = match line.split_once(':') {
            Some((head, body)) => reads(&mut table, context, head.trim(), body.trim(), &mut left),
            None => {
                let mut before = table.clone();
                let done = amend(&mut before, context, line).map(drop).map_err(|fault| fault.reason());
                done.inspect(|()| table = before)
            }
        };
        done.map_err(|reason| format!("line {number}: {reason}"))?;
    }
    table.sound()?;
    left.iter().try_for_each(|(place, said)| fits(&table, place, said))?;
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
fn reads(
    table: &mut Snapshot,
    context: &impl EditContext,
    head: &str,
    body: &str,
    left: &mut Vec<(String, String)>,
) -> Result<(), String> {
    let at = headed(table, context, head)?;
    let body = body.strip_suffix('.').unwrap_or(body);
    for fact in table.places[at].facts.iter_mut().filter(|fact| fact.sort == FactSort::Optional) {
        fact.value.clear();
    }
    for part in body.split(';').map(str::trim).filter(|part| !part.is_empty() && *part != "nothing") {
        let (key, value) = part.split_once(' ').unwrap_or((part, ""));
        let (key, value) = (key.to_lowercase(), value.trim());
        if key == LEFT {
            left.push((table.places[at].id.clone(), value.to_owned()));
        } else if let Some(fact) = table.places[at].facts.iter_mut().find(|fact| fact.key == key) {
            if fact.sort != FactSort::Derived {
                fact.value = if value.is_empty() { "yes".to_owned() } else { value.to_owned() };
            }
        } else if let Some(slot) =
            table.places[at].slots.iter().position(|slot| slot.key == key || key == ORDER && slot.home.is_some())
        {
            let (pieces, hidden) = lying(table, value)?;
            pieces.iter().try_for_each(|word| upright(table, word))?;
            let slot = &mut table.places[at].slots[slot];
            (slot.pieces, slot.hidden) = (pieces, hidden);
        } else {
            let place = &table.places[at];
            let keys = place.facts.iter().map(|fact| fact.key).chain(place.slots.iter().map(|slot| slot.key));
            return Err(format!("{} has no `{key}`; there are {}", place.called(), keys.collect::<Vec<_>>().join(", ")));
        }
    }
    Ok(())
}

/// The place that a line is about: an existing one, or that of a tile laid by this line.
fn headed(table: &mut Snapshot, context: &impl EditContext, head: &str) -> Result<usize, String> {
    let words: Vec<&str> = head.split_whitespace().collect();
    let there = (1..=words.len()).rev().find_map(|count| table.named(&words[..count].join(" ")));
    if let Some(there) = there {
        return Ok(there);
    }
    let id = words.first().copied().unwrap_or_default();
    let (word, number) = id.split_once('.').map_or((id, None), |(word, number)| (word, Some(number)));
    let known = table.known(word).map(|(_, word)| word);
    let word = known.unwrap_or_else(|| word.to_owned());
    let Some(mut place) = context.tile_place(&word) else { return Err(format!("no place and no tile is called `{id}`")) };
    if !place.tile {
        table.places.push(place);
        return Ok(table.places.len() - 1);
    }
    place.id = number.map_or(word.clone(), |number| format!("{word}.{number}"));
    let last = table.places.iter().rposition(|place| place.tile).map_or(0, |at| at + 1);
    table.places.insert(last, place);
    Ok(last)
}

/// "potion, 2 c5, 1 hidden": pieces, and how many are unseen.
fn lying(table: &Snapshot, words: &str) -> Result<(Vec<String>, u32), String> {
    let (mut pieces, mut hidden) = (Vec::new(), 0);
    for word in words.split(',').map(str::trim).filter(|word| !word.is_empty() && *word != "nothing") {
        let parted = word.split_once(' ').and_then(|(count, word)| Some((count.parse::<u32>().ok()?, word.trim())));
        let (count, word) = parted.filter(|(count, _)| *count <= 99).unwrap_or((1, word));
        if word == "hidden" {
            hidden += count;
            continue;
        }
        let Some((_, word)) = table.known(word) else { return Err(format!("no piece is called `{word}`")) };
        pieces.extend(std::iter::repeat_n(word, count as usize));
    }
    Ok((pieces, hidden))
}

/// Whether the line says which side of a piece is up.
fn upright(table: &Snapshot, word: &str) -> Result<(), String> {
    let piece = table.pieces.iter().find(|piece| piece.word == *word && !piece.faces.is_empty() && !piece.bare);
    piece.map_or(Ok(()), |piece| Err(format!("which side of {word} is up? {}", piece.faces.join(", "))))
}

/// Checks that a home holds what its line says is left there.
fn fits(table: &Snapshot, place: &str, said: &str) -> Result<(), String> {
    let Some(place) = table.place(place) else { return Ok(()) };
    let Some(slot) = place.slots.iter().find(|slot| slot.home.is_some()) else { return Ok(()) };
    let wrong = |is: &str, should: &str| {
        format!("{} would hold {is}, and its line says {should}: a piece is missing, or named twice", place.called())
    };
    if let Ok(count) = said.parse::<u32>() {
        let is = table.count_left(slot.takes)?;
        return if is == count { Ok(()) } else { Err(wrong(&is.to_string(), &count.to_string())) };
    }
    let (mut pieces, _) = lying(table, said)?;
    let mut is: Vec<String> = Vec::new();
    table
        .left(slot.takes)
        .iter()
        .for_each(|(word, count)| is.extend(std::iter::repeat_n((*word).to_owned(), *count as usize)));
    pieces.sort();
    is.sort();
    let missing: Vec<&String> = is.iter().filter(|word| !pieces.contains(word)).collect();
    if is == pieces {
        return Ok(());
    }
    Err(match missing.first() {
        Some(missing) => format!("{missing} is on no line: it would be in {}", place.called()),
        None => wrong(&is.join(", "), said),
    })
}

/// What is in closed homes once a table is laid, so that people can check it: "deck: F07, F08".
pub fn left_over(table: &Snapshot) -> Vec<(String, String)> {
    let homes = |place: &'_ Place| -> Option<(String, String)> {
        let slot = place.slots.iter().find(|slot| slot.home.is_some())?;
        let left = table.left(slot.takes);
        let count: u32 = left.iter().map(|(_, count)| count).sum();
        let words =
            left.iter().map(|(word, count)| if *count == 1 { (*word).to_owned() } else { format!("{count} {word}") });
        let words: Vec<String> = words.collect();
        Some((place.called(), if words.len() > 12 { format!("{count} pieces") } else { words.join(", ") }))
    };
    table.places.iter().filter_map(homes).filter(|(_, words)| !words.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::edits::tests::{Row, table};
    use super::*;

    fn entered(lines: &str) -> Result<Vec<String>, String> {
        read(&table(), &Row, lines).map(|table| table.lines())
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
        assert_eq!(entered(&written.join("\n")), Ok(written.map(str::to_owned).into()));
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
            ("T1: at 0\nAnn: hand K1\nBob: hand K1", "there is one K1, and 2 would lie on Ann and Bob"),
            ("T1: at 0\nCleo: hand K1", "line 2: no place and no tile is called `Cleo`"),
            ("T1: at 0; roof gem", "line 1: T1 has no `roof`; there are at, floor"),
            ("T1: at 0; floor sword", "line 1: no piece is called `sword`"),
            (
                "T1: at 0\nT3 east of",
                "line 2: nothing here is called `T3`; `correct` alone explains how to word corrections",
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
        let (table, since) = parted("T1: at 0\nthen roll:4\nAnn: hand K1\nthen correct gem to T2\n");
        assert_eq!(since, ["roll:4", "correct gem to T2"]);
        assert_eq!(table, "T1: at 0\n\nAnn: hand K1\n", "the lines keep their numbers");
    }

    #[test]
    fn what_is_left_is_told() {
        let table = read(&table(), &Row, "T1: at 0\nAnn: hand K1").expect("a table");
        let told = |place: &str, words: &str| (place.to_owned(), words.to_owned());
        assert_eq!(left_over(&table), [told("the pool", "5 gem"), told("the deck", "K2"), told("the box", "T2")]);
    }
}
