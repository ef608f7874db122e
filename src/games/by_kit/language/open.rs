//! The open table: generates the sheet of a kit without rules, and the free actions, which need no rules.

use std::fmt::Write;
use std::sync::Arc;

use crate::games::Setup;
use crate::games::by_kit::language::facts::{DeckOf, DieOf, Facts, Hex};
use crate::games::by_kit::language::sheet::{self, Is, Sheet, ZoneKind};
use crate::games::by_kit::language::statement::{Block, Effect};
use crate::kit::language::say;
use crate::kit::{Kit, Language, Problems};

/// The options of every open table.
pub const DEAL: &str = "deal";
pub const DICE: &str = "dice";

/// Generates a `play.toml`: for each deck a pile and a discard, dice, hands, a shared area and counters.
pub fn sheet(kit: &Kit, facts: &Facts, setup: &Setup) -> Result<String, String> {
    let wished = |name: &str| {
        setup
            .options
            .iter()
            .rev()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    };
    let dice = wished(DICE).filter(|dice| *dice != "none");
    let mut text = format!(
        "# The open table of {}: everything the cardboard allows, and no rules.\n\n[table]\n",
        crate::games::by_kit::language::facts::tidy(&kit.title)
    );
    let mut names: Vec<(String, String)> = Vec::new();
    for deck in &facts.decks {
        let mut name = free_name(facts, &deck.name);
        if names.iter().any(|(known, _)| *known == name) {
            name += "_2";
        }
        names.push((deck.name.clone(), name));
    }
    let name = |deck: &DeckOf| {
        names
            .iter()
            .find(|(known, _)| *known == deck.name)
            .map_or("deck", |(_, name)| name.as_str())
    };
    let mut first_pile = None;
    let wording = Wording(kit.files.language());
    let mut titles = format!("\n[words]\nfront = {}\n", wording.text("tableau", &[]));
    for deck in &facts.decks {
        let own = name(deck);
        if deck.group == "dice" {
            text += &dice_of(deck, own);
        } else if deck.hides {
            let _ = writeln!(text, "{own} = \"pile of {}\"", deck.name);
            let _ = writeln!(text, "{own}_discard = \"discard\"");
            let title = wording.text("{deck} discard", &[("deck", &wording.word(own))]);
            let _ = writeln!(titles, "{own}_discard = {title}");
            first_pile = match first_pile {
                None => Some(deck),
                Some(known) if known.group != "cards" && deck.group == "cards" => Some(deck),
                known => known,
            };
        } else {
            let _ = writeln!(text, "{own} = \"row of {}\"", deck.name);
        }
    }
    if let Some(tiles) = facts.decks.iter().find(|deck| deck.group == "tiles") {
        let grid = match tiles.is_hex {
            Some(Hex::Flat) => "flat",
            Some(Hex::Pointy) => "pointy",
            None => "square",
        };
        let _ = writeln!(
            text,
            "ground = {{ is = \"map of {}\", grid = \"{grid}\" }}",
            tiles.name
        );
        let _ = writeln!(text, "standing = {{ is = \"row\", each = \"ground\" }}");
    }
    text += "middle = \"row\"\n";
    if let Some(dice) = dice {
        let _ = writeln!(text, "extra_dice = \"{dice}\"");
        let _ = writeln!(titles, "extra_dice = {}", wording.text("extra dice", &[]));
    }
    text += "tally = 0\n\n[player]\nhand = \"hand\"\nfront = \"row\"\nscore = 0\n\n[flow]\nfree = true\n";
    if let (Some(deal), Some(pile)) = (wished(DEAL).filter(|deal| *deal != "0"), first_pile) {
        let _ = writeln!(
            text,
            "setup = \"deal {deal} from {} to each hand\"",
            name(pile)
        );
    }
    Ok(text + &titles)
}

/// The dice of a deck, grouped by kind.
fn dice_of(deck: &DeckOf, name: &str) -> String {
    let mut kinds: Vec<(&DieOf, usize)> = Vec::new();
    for die in &deck.dice {
        match kinds.iter_mut().find(|(known, _)| known.faces == die.faces) {
            Some((_, count)) => *count += 1,
            None => kinds.push((die, 1)),
        }
    }
    let mut text = String::new();
    if let [(_, count)] = kinds[..] {
        let _ = writeln!(text, "{name} = \"{} dice of {}\"", count.min(30), deck.name);
        return text;
    }
    // Only a plain word can be written in a sheet.
    for (die, count) in kinds
        .into_iter()
        .filter(|(die, _)| crate::games::by_kit::language::compile::is_plain(&die.code))
    {
        let code = &die.code;
        let count = count.min(30);
        let own = code.replace('-', "_");
        let _ = writeln!(
            text,
            "{name}_{own} = '{count} dice of {} where code = \"{code}\"'",
            deck.name
        );
    }
    text
}

/// An unused name for a zone.
fn free_name(facts: &Facts, deck: &str) -> String {
    let plain: String = deck
        .chars()
        .map(|sign| {
            if sign.is_ascii_alphanumeric() {
                sign.to_ascii_lowercase()
            } else {
                '_'
            }
        })
        .collect();
    let plain = if plain.starts_with(|first: char| first.is_ascii_lowercase()) {
        plain
    } else {
        format!("deck_{plain}")
    };
    let taken = |name: &str| {
        facts.find_column(name).is_some()
            || facts.find_word(name).is_some()
            || crate::games::by_kit::compile_reserved(name)
            || [
                "ground",
                "standing",
                "middle",
                "tally",
                "hand",
                "front",
                "score",
                "extra_dice",
            ]
            .contains(&name)
    };
    if taken(&plain) {
        format!("{plain}_deck")
    } else {
        plain
    }
}

/// The program's own words of an open table, in the language of the table.
#[derive(Clone, Copy)]
struct Wording<'l>(Option<&'l Arc<Language>>);

impl Wording<'_> {
    /// A sentence as a TOML string. Gaps that `with` does not name are left for the sheet to fill.
    fn text(self, text: &str, with: &[(&str, &String)]) -> String {
        let with: Vec<(&str, &dyn std::fmt::Display)> = with
            .iter()
            .map(|(name, word)| (*name, *word as _))
            .collect();
        toml::Value::String(say(self.0, text, &with)).to_string()
    }

    /// A name of the sheet in words.
    fn word(self, name: &str) -> String {
        let name = name.replace('_', " ");
        self.0
            .and_then(|language| language.known(&name))
            .map_or(name.clone(), str::to_owned)
    }
}

/// Adds the free actions to a sheet that asks for them, worded in a language if it is not English.
pub fn freed(
    mut sheet: Sheet,
    facts: &Facts,
    language: Option<&Arc<Language>>,
) -> Result<Sheet, Problems> {
    if !sheet.free {
        return Ok(sheet);
    }
    let text = actions(&sheet, facts, Wording(language));
    let more = sheet::read("the free actions", &text)?;
    for (name, words) in more.words {
        sheet.words.entry(name).or_insert(words);
    }
    for (name, asked) in more.asks {
        sheet.asks.entry(name).or_insert(asked);
    }
    let mut names = Vec::new();
    for action in more.actions {
        names.push((action.name.clone(), action.origin.clone()));
        if !sheet.actions.iter().any(|own| own.name == action.name) {
            sheet.actions.push(sheet::Action {
                free: true,
                ..action
            });
        }
    }
    if let Some(turn) = &mut sheet.turn {
        add_choices(turn, &names);
    }
    Ok(sheet)
}

/// Adds the free actions to every choice in a turn.
fn add_choices(
    block: &mut Block,
    names: &[(String, crate::games::by_kit::language::phrase::Origin)],
) {
    for statement in block {
        match &mut statement.is {
            Effect::Choose { actions, .. } => {
                let more: Vec<_> = names
                    .iter()
                    .filter(|(name, _)| !actions.iter().any(|(own, _)| own == name))
                    .cloned()
                    .collect();
                actions.extend(more);
            }
            Effect::If {
                branches,
                otherwise,
            } => {
                branches
                    .iter_mut()
                    .for_each(|(_, block)| add_choices(block, names));
                add_choices(otherwise, names);
            }
            Effect::Each { block, .. }
            | Effect::EachPlayer { block, .. }
            | Effect::Repeat { block, .. } => add_choices(block, names),
            _ => {}
        }
    }
}

/// The zones of the table, by what can be done with them.
#[derive(Default)]
struct Zones {
    piles: Vec<String>,
    heaps: Vec<String>,
    rows: Vec<String>,
    /// Pieces that are available beside the table from the start.
    supplies: Vec<String>,
    own_rows: Vec<String>,
    hand: Option<String>,
    dice: Vec<String>,
    counters: Vec<(String, bool)>,
    map: Option<String>,
    on_map: Option<String>,
}

impl Zones {
    fn of(sheet: &Sheet) -> Zones {
        let mut zones = Zones::default();
        for thing in &sheet.things {
            let name = thing.name.clone();
            match &thing.is {
                Is::Dice { .. } if !thing.own => zones.dice.push(name),
                Is::Counter { each: None, .. } => zones.counters.push((name, thing.own)),
                Is::Zone(zone) => match (zone.kind, thing.own, &zone.each) {
                    (ZoneKind::Map, ..) => zones.map = Some(name),
                    (_, _, Some(sheet::Each::Of(map, _))) if Some(map) == zones.map.as_ref() => {
                        zones.on_map = Some(name)
                    }
                    (_, _, Some(_)) => {}
                    (ZoneKind::Pile | ZoneKind::Bag, false, _) => zones.piles.push(name),
                    (ZoneKind::Hand, true, _) => zones.hand = Some(name),
                    (ZoneKind::Discard, false, _) => zones.heaps.push(name),
                    (_, false, _) if zone.deck.is_some() => zones.supplies.push(name),
                    (_, false, _) => zones.rows.push(name),
                    (_, true, _) => zones.own_rows.push(name),
                },
                _ => {}
            }
        }
        zones
    }

    /// A set of everything that can be picked up.
    fn pieces(&self) -> String {
        let rows = self
            .rows
            .iter()
            .chain(&self.supplies)
            .chain(&self.own_rows)
            .cloned();
        let heaps = (!self.heaps.is_empty()).then(|| {
            let tops: Vec<String> = self
                .heaps
                .iter()
                .map(|heap| format!("{heap}.top"))
                .collect();
            format!("[{}]", tops.join(", "))
        });
        let standing = self.on_map.iter().map(|zone| format!("tops({zone})"));
        let all: Vec<String> = self
            .hand
            .iter()
            .cloned()
            .chain(rows)
            .chain(heaps)
            .chain(standing)
            .collect();
        all.join(" + ")
    }

    /// A set of everywhere a piece can be put.
    fn places(&self) -> String {
        let all: Vec<&str> = self
            .rows
            .iter()
            .chain(&self.own_rows)
            .chain(&self.hand)
            .chain(&self.heaps)
            .chain(&self.piles)
            .map(String::as_str)
            .collect();
        format!("[{}]", all.join(", "))
    }
}

/// The free actions of a sheet, in its language.
fn actions(sheet: &Sheet, facts: &Facts, wording: Wording<'_>) -> String {
    let zones = Zones::of(sheet);
    let mut text = String::new();
    let mut add = |name: &str, words: &str, picks: &[String], does: &str| {
        let picks: Vec<String> = picks.iter().map(|pick| format!("\"{pick}\"")).collect();
        let _ = write!(
            text,
            "[action.{name}]\nwords = {}\n",
            wording.text(words, &[])
        );
        if !picks.is_empty() {
            let _ = writeln!(text, "pick = [{}]", picks.join(", "));
        }
        let _ = writeln!(text, "do = \"{does}\"\n");
    };
    let piles = format!("pile in [{}] where it is not empty", zones.piles.join(", "));
    if let (false, Some(hand)) = (zones.piles.is_empty(), &zones.hand) {
        add(
            "draw",
            "draw from {pile}",
            std::slice::from_ref(&piles),
            &format!("draw 1 from pile to {hand}"),
        );
        add(
            "deal",
            "deal from {pile} to everybody",
            std::slice::from_ref(&piles),
            &format!("ask many in 1 to 13; deal many from pile to each {hand}"),
        );
    }
    if !zones.piles.is_empty() {
        if let Some(row) = zones.rows.last() {
            add(
                "turn_up",
                "turn up the top of {pile}",
                std::slice::from_ref(&piles),
                &format!("move top of pile to {row}"),
            );
        }
        add(
            "look",
            "look at the top of {pile}",
            std::slice::from_ref(&piles),
            "reveal pile.top to player",
        );
        add(
            "shuffle",
            "shuffle {pile}",
            std::slice::from_ref(&piles),
            "shuffle pile",
        );
    }
    let pieces = zones.pieces();
    if !pieces.is_empty() {
        let pick = [format!("piece in {pieces}")];
        add(
            "move",
            "move {piece}",
            &pick,
            &format!("ask target in {}; move piece to target", zones.places()),
        );
    }
    for (pile, heap) in zones.piles.iter().filter_map(|pile| {
        let heap = zones
            .heaps
            .iter()
            .find(|heap| **heap == format!("{pile}_discard"))?;
        Some((pile, heap))
    }) {
        let words = wording.text(
            "shuffle {heap} back into {pile}",
            &[
                (
                    "heap",
                    &sheet
                        .words
                        .get(heap)
                        .cloned()
                        .unwrap_or_else(|| wording.word(heap)),
                ),
                ("pile", &wording.word(pile)),
            ],
        );
        let nothing = wording.text("nothing was discarded", &[]);
        let _ = write!(
            text,
            "[action.gather_{pile}]\nwords = {words}\nneed = \"{heap} is not empty\"\nelse = {nothing}\n\
             do = \"shuffle {heap} into {pile}\"\n\n"
        );
    }
    text += &map_actions(&zones, facts, &pieces, wording);
    text += &table_actions(&zones, wording);
    let questions = questions(&text, wording);
    text += &questions;
    text
}

/// Actions for placing, standing and turning pieces on a map.
fn map_actions(zones: &Zones, facts: &Facts, pieces: &str, wording: Wording<'_>) -> String {
    let mut text = String::new();
    let Some(map) = &zones.map else { return text };
    let turns = if facts.decks.iter().any(|deck| deck.is_hex.is_some()) {
        5
    } else {
        3
    };
    let laid: Vec<&str> = zones
        .hand
        .iter()
        .chain(&zones.rows)
        .chain(&zones.own_rows)
        .map(String::as_str)
        .collect();
    if !laid.is_empty() {
        let _ = write!(
            text,
            "[action.place]\nwords = {}\npick = \"piece in {}\"\n\
             do = \"ask place in {map}.free; ask turned in 0 to {turns}; place piece at place turned turned\"\n\n",
            wording.text("lay {piece}", &[]),
            laid.join(" + ")
        );
    }
    if let (Some(standing), false) = (&zones.on_map, pieces.is_empty()) {
        let _ = write!(
            text,
            "[action.stand]\nwords = {}\npick = \"piece in {pieces}\"\nneed = \"{map} is not empty\"\nelse = {}\n\
             do = \"ask place in {map}.reach({map}.origin, 99); move piece to {standing}(place)\"\n\n",
            wording.text("put {piece} on a tile", &[]),
            wording.text("no tile is laid yet", &[])
        );
    }
    let _ = write!(
        text,
        "[action.turn_round]\nwords = {}\npick = \"tile in {map}\"\ndo = \"turn round tile\"\n\n",
        wording.text("turn {tile} round", &[])
    );
    let _ = write!(
        text,
        "[action.take_up]\nwords = {}\npick = \"tile in {map}\"\ndo = \"ask aside in {}; move tile to aside\"\n\n",
        wording.text("take up {tile}", &[]),
        zones.places()
    );
    text
}

/// How what these actions ask is worded.
fn questions(actions: &str, wording: Wording<'_>) -> String {
    let mut text = String::new();
    for (name, question) in [
        ("many", "how many?"),
        ("change", "by how many?"),
        ("turned", "how many turns?"),
        ("target", "where does {piece} go?"),
        ("place", "where does {piece} go?"),
        ("aside", "where does {tile} go?"),
    ] {
        if actions.contains(&format!("ask {name} in")) {
            let question = wording.text(question, &[]);
            let _ = write!(text, "[ask.{name}]\nwords = {question}\n\n");
        }
    }
    text
}

/// Actions for turning over, showing, giving, rolling, counting and finishing.
fn table_actions(zones: &Zones, wording: Wording<'_>) -> String {
    let mut text = String::new();
    let rows: Vec<&str> = zones
        .rows
        .iter()
        .chain(&zones.own_rows)
        .chain(&zones.map)
        .map(String::as_str)
        .collect();
    if !rows.is_empty() {
        let _ = write!(
            text,
            "[action.turn_over]\nwords = {}\npick = \"piece in {}\"\n\
             do = \"\"\"\nif piece.up: turn down piece\notherwise: turn up piece\n\"\"\"\n\n",
            wording.text("turn {piece} over", &[]),
            rows.join(" + ")
        );
    }
    if let Some(hand) = &zones.hand {
        let _ = write!(
            text,
            "[action.give]\nwords = {}\npick = [\"piece in {hand}\", \"who in others\"]\ndo = \"move piece to who.{hand}\"\n\n\
             [action.show]\nwords = {}\npick = \"piece in {hand}\"\ndo = \"reveal piece\"\n\n",
            wording.text("give {piece} to {who}", &[]),
            wording.text("show {piece}", &[])
        );
    }
    for dice in &zones.dice {
        let name = if zones.dice.len() == 1 {
            "roll".to_owned()
        } else {
            format!("roll_{dice}")
        };
        let words = wording.text("roll {dice}", &[("dice", &wording.word(dice))]);
        let _ = write!(
            text,
            "[action.{name}]\nwords = {words}\ndo = \"roll {dice}\"\n\n"
        );
    }
    for (counter, _) in &zones.counters {
        let _ = write!(
            text,
            "[action.count_{counter}]\nwords = {}\ndo = \"ask change in -10 to 10; {counter} += change\"\n\n",
            wording.text("count {counter}", &[("counter", &wording.word(counter))])
        );
    }
    let words = wording.text("be done", &[]);
    let tell = wording.text("{player} is done.", &[]);
    let _ = write!(
        text,
        "\n[action.done]\nwords = {words}\ntell = {tell}\ndo = \"end turn\"\n"
    );
    text
}
