//! The buttons above the map. They recall and shuffle each deck; where the kit's own rules say how a game begins, they also set it
//! up and deal. A new game begins with that setup, or else with shuffled piles.

use super::decks::PileNames;
use super::markup::{element, sequence};
use super::names::{DEAL, RESET, key, to_zone};
use super::piece::{DECK, RETURN};
use crate::export::Set;
use crate::games::by_kit::sight::initial_layout::{At, InitialLayout};

/// More buttons of a kind than this are put in a menu.
const FEW: usize = 2;
/// The key of "Set up".
const SETUP: &str = "set up";

/// The key that recalls a deck.
fn recall_key(set: &Set<'_>) -> String {
    format!("recall {}", set.stem)
}

/// The key that shuffles a deck.
pub fn shuffle_key(set: &Set<'_>) -> String {
    format!("shuffle {}", set.stem)
}

/// Everything above the map; and the commands that start a new game, which belong to the module.
pub fn buttons(sets: &[&Set<'_>], decks: &PileNames, initial: &InitialLayout) -> (String, String) {
    let piles: Vec<&Set<'_>> = sets
        .iter()
        .copied()
        .filter(|set| !set.is_dice() && set.count() > 1)
        .collect();
    let mut above = String::new();
    let mut recall = Vec::new();
    let mut shuffle = Vec::new();
    for set in &piles {
        let deck = decks.of_set(set);
        let elsewhere = format!("{{{DECK}==\"{}\" && DeckName!=\"{deck}\"}}", set.stem);
        let text = format!("Recall {deck}");
        let report = format!("$playerName$ recalls {deck}");
        above += &key_button(&text, &recall_key(set), RETURN, &elsewhere, -1, &report);
        recall.push(text);
        let text = format!("Shuffle {deck}");
        above += &action_button(&text, "", &[&shuffle_key(set)]);
        shuffle.push(text);
    }
    above += &menu("Recall", &recall);
    above += &menu("Shuffle", &shuffle);
    let mut first: Vec<String> = piles
        .iter()
        .filter(|set| set.lies_face_down())
        .map(|set| shuffle_key(set))
        .collect();
    if let Some((setup, steps)) = set_up(&piles, decks, initial) {
        above += &setup;
        above += &action_button(
            "Set up",
            SETUP,
            &steps.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        first = vec![SETUP.to_owned()];
    }
    above += &deals(&piles, decks, initial);
    (above, first.iter().map(|key| at_the_start(key)).collect())
}

/// The setup according to the rules, if they have one: hidden buttons, and the keys to press in order.
fn set_up(
    piles: &[&Set<'_>],
    decks: &PileNames,
    initial: &InitialLayout,
) -> Option<(String, Vec<String>)> {
    let (mut hidden, mut moves) = (String::new(), Vec::new());
    for (number, heap) in initial
        .heaps
        .iter()
        .enumerate()
        .filter(|(_, heap)| !heap.supply)
    {
        let from = piles
            .iter()
            .find(|set| Some(&set.deck.name) == heap.deck.as_ref());
        let (Some(from), Some(_)) = (from, decks.of_heap(number)) else {
            continue;
        };
        let count: usize = heap.lies.iter().map(|(count, _)| count).sum();
        let step = format!("set up {number}");
        hidden += &key_button(
            "",
            &step,
            &key(&to_zone(number)),
            &top_of(from, decks),
            count as i32,
            "",
        );
        moves.push(step);
    }
    if !initial.counters.is_empty() {
        let step = "set up counters".to_owned();
        hidden += &key_button("", &step, &key(RESET), "", 0, "");
        moves.push(step);
    }
    let supplies = piles
        .iter()
        .filter(|set| set.lies_face_down() || initial.draws_from(&set.deck.name));
    let mut steps: Vec<String> = supplies
        .flat_map(|set| [recall_key(set), shuffle_key(set)])
        .collect();
    if moves.is_empty() {
        return None;
    }
    steps.append(&mut moves);
    Some((hidden, steps))
}

/// A button for each deal to a hand.
fn deals(piles: &[&Set<'_>], decks: &PileNames, initial: &InitialLayout) -> String {
    let deal = |(deck, count, to): &(String, usize, At)| {
        let from = piles
            .iter()
            .find(|set| set.deck.name == *deck)
            .filter(|_| is_hand(to, initial))?;
        let title = decks.of_set(from);
        let text = format!("Deal me {count}");
        let text = if initial.dealt.len() > 1 {
            format!("{text} of {title}")
        } else {
            text
        };
        let report = format!("$playerName$ is dealt {count} of {title}");
        Some(key_button(
            &text,
            "",
            &key(DEAL),
            &top_of(from, decks),
            *count as i32,
            &report,
        ))
    };
    initial.dealt.iter().filter_map(deal).collect()
}

/// Whether only one player sees what is dealt there.
pub fn is_hand(to: &At, initial: &InitialLayout) -> bool {
    match to {
        At::Hand => true,
        At::Heap(number) => initial.heaps.get(*number).is_some_and(|heap| heap.secret),
        At::Supply(_) => false,
    }
}

/// A filter for the pieces in a deck's own pile.
fn top_of(set: &Set<'_>, decks: &PileNames) -> String {
    format!(
        "{{{DECK}==\"{}\" && DeckName==\"{}\"}}",
        set.stem,
        decks.of_set(set)
    )
}

/// A button, hidden if it has no text, that sends a key to all pieces that the filter selects; in each pile, to at most `in_decks`
/// of them, or to all if it is -1.
fn key_button(
    text: &str,
    pressed_by: &str,
    send: &str,
    filter: &str,
    in_decks: i32,
    report: &str,
) -> String {
    let hotkey = pressing(pressed_by);
    let attributes = [
        ("name", if text.is_empty() { pressed_by } else { text }),
        ("buttonText", text),
        ("tooltip", text),
        ("buttonHotkey", &hotkey),
        ("hotkey", send),
        ("filter", filter),
        ("deckCount", &in_decks.to_string()),
        ("reportSingle", "true"),
        ("reportFormat", report),
        ("singleMap", "false"),
    ];
    element("VASSAL.build.module.map.MassKeyCommand", &attributes, "")
}

/// The key that presses a button, if it has one.
fn pressing(name: &str) -> String {
    if name.is_empty() {
        String::new()
    } else {
        key(name)
    }
}

/// A button that presses keys.
fn action_button(text: &str, pressed_by: &str, keys: &[&str]) -> String {
    let keys: Vec<String> = keys.iter().map(|name| key(name)).collect();
    let keys = sequence(',', &keys.iter().map(String::as_str).collect::<Vec<_>>());
    let attributes = [
        ("name", text),
        ("text", text),
        ("tooltip", text),
        ("hotkey", &pressing(pressed_by)),
        ("doReport", "false"),
        ("doHotkey", "true"),
        ("hotkeys", &keys),
    ];
    element("VASSAL.build.module.DoActionButton", &attributes, "")
}

/// A menu of these buttons, unless there are only a few.
fn menu(text: &str, buttons: &[String]) -> String {
    if buttons.len() <= FEW {
        return String::new();
    }
    let items = sequence(',', &buttons.iter().map(String::as_str).collect::<Vec<_>>());
    let attributes = [
        ("description", text),
        ("text", text),
        ("tooltip", text),
        ("menuItems", &items),
    ];
    element("VASSAL.build.module.ToolbarMenu", &attributes, "")
}

/// Presses a key when a new game begins.
fn at_the_start(pressed: &str) -> String {
    let attributes = [
        ("name", pressed),
        ("whenToApply", "startOfGameOnly"),
        ("hotkeyOrKeyCommand", "sendHotkey"),
        ("globalHotkey", &key(pressed)),
    ];
    element(
        "VASSAL.build.module.StartupGlobalKeyCommand",
        &attributes,
        "",
    )
}
