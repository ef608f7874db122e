//! Pieces and their traits, the outermost first.
//!
//! Each trait has a type, which never changes, and a state, which changes in play. The type of a piece is the sequence of its
//! outermost trait's type and the type of everything inside it; so is its state.

use super::markup::sequence;
use super::names::{DEAL, RESET, hand, key, to_zone};

/// Keys with Ctrl, as VASSAL writes them: F, D, R, the brackets, and for counters the equals sign, minus and S.
const FLIP: &str = "70,130";
const ROLL: &str = "68,130";
pub const RETURN: &str = "82,130";
const CLOCKWISE: &str = "93,130";
const ANTICLOCKWISE: &str = "91,130";
const MORE: &str = "61,130";
const LESS: &str = "45,130";
const SET: &str = "83,130";
/// The property that holds a counter's value, and its greatest value.
const COUNT: &str = "Count";
const GREATEST: &str = "100000";
/// The property that names a piece's deck.
pub const DECK: &str = "PieceOf";

/// A trait: its type and its state.
pub struct Trait(String, String);

/// Sends the piece back to its deck, of this name.
pub fn returns(deck: &str) -> Trait {
    let kind = sequence(
        ';',
        &[
            "return",
            &format!("Send back to {deck}"),
            RETURN,
            "",
            "",
            "",
            "2",
            "false",
            deck,
        ],
    );
    Trait(kind, String::new())
}

/// Goes to the zone of the kit's rules with this number and name.
pub fn goes(number: usize, zone: &str) -> Trait {
    let key = key(&to_zone(number));
    let kind = sequence(
        ';',
        &[
            "return",
            &format!("Put on {zone}"),
            &key,
            "",
            "",
            "",
            "2",
            "false",
            zone,
        ],
    );
    Trait(kind, String::new())
}

/// Goes to the hand of the side that presses the button.
pub fn is_dealt() -> Trait {
    let map = hand("$playerSide$");
    let at = ["100", "150"];
    let still = ["", "", "0", "0", "0", "0", "", "L", "", "", "", ""];
    let head = ["sendto", "", &key(DEAL), &map, "", at[0], at[1]];
    Trait(
        sequence(';', &[head.as_slice(), &still].concat()),
        String::new(),
    )
}

/// Lies on a map below everything else, and never stacks with it.
pub fn lies_on_map() -> Trait {
    Trait("immob;;N;R;".into(), String::new())
}

/// May lie anywhere on a map, not only in the middle of its squares.
pub fn lies_anywhere() -> Trait {
    Trait("immob;g;N;L;".into(), String::new())
}

/// Turns in this number of equal steps.
pub fn turns(steps: u32) -> Trait {
    let steps = steps.to_string();
    let texts = ["Turn clockwise", "Turn anticlockwise"];
    let parts = [
        "rotate",
        &steps,
        CLOCKWISE,
        ANTICLOCKWISE,
        texts[0],
        texts[1],
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "true",
    ];
    Trait(sequence(';', &parts), "0".into())
}

/// Lies face down, showing this picture; whoever turned it sees a small one in its corner.
pub fn hides(back: &str, called: &str) -> Trait {
    let parts = [
        "obs", FLIP, back, "Flip", "I", called, "player:", "Peek", "", "true", "", "",
    ];
    Trait(sequence(';', &parts), "null;".into())
}

/// Has two sides that all players may see.
pub fn flips(front: &str, back: &str) -> Trait {
    layers("Flip", "Side", &[front, back], (FLIP, ""), 1)
}

/// Shows one of these sides, numbered from 1, until it is rolled.
pub fn rolls(sides: &[&str], first: usize) -> Trait {
    layers("", "Side", sides, ("", ROLL), first)
}

/// Pictures of which one shows.
fn layers(
    up: &str,
    name: &str,
    pictures: &[&str],
    (next, random): (&str, &str),
    shown: usize,
) -> Trait {
    let images = sequence(',', pictures);
    let names = sequence(',', &vec![""; pictures.len()]);
    let roll = if random.is_empty() { "" } else { "Roll" };
    let head = [
        "emb2", "", "128", "A", up, "128", "", "", "128", "", "", "", "1", "false", "0", "0",
        &images, &names,
    ];
    let tail = [
        "true", name, random, roll, "false", "", "1", "1", "true", "", next, "", "", "1.0", "",
        "true",
    ];
    Trait(
        sequence(';', &[head.as_slice(), &tail].concat()),
        shown.to_string(),
    )
}

/// Names its deck.
pub fn belongs(deck: &str) -> Trait {
    Trait(format!("mark;{DECK}"), sequence(',', &[deck]))
}

/// Counts up and down from its menu, or is set to a number or to its starting value.
pub fn counts(start: i32) -> Trait {
    let command = |text: &str, key: &str, change: &[&str]| {
        sequence(':', &[text, key, &sequence(',', change)])
    };
    let commands = [
        command("One more", MORE, &["I", "1"]),
        command("One less", LESS, &["I", "-1"]),
        command("Set", SET, &["R", "To"]),
        command("Back to the start", &key(RESET), &["P", &start.to_string()]),
    ];
    let commands = sequence(',', &commands.each_ref().map(String::as_str));
    let limits = sequence(',', &["true", &format!("-{GREATEST}"), GREATEST, "false"]);
    Trait(
        sequence(';', &["PROP", COUNT, &limits, &commands, ""]),
        start.to_string(),
    )
}

/// The name and value of a counter.
pub fn counted(title: &str) -> Trait {
    label(&format!("{title}: ${COUNT}$"))
}

/// Cannot be selected or moved.
pub fn stays() -> Trait {
    Trait("immob;nZ;V;R;".into(), String::new())
}

/// A label, centred below its position.
pub fn label(words: &str) -> Trait {
    let parts = [
        "label",
        "",
        "",
        "14",
        "38,34,30",
        "255,255,255",
        "c",
        "0",
        "c",
        "0",
        "c",
        "c",
        "$pieceName$",
        "Dialog",
        "1",
        "0",
        "TextLabel",
        "",
        "false",
    ];
    Trait(sequence(';', &parts), words.to_owned())
}

/// A piece as the module file stores it, with or without a picture; its `number` is unique in the module.
pub fn piece(traits: &[Trait], picture: &str, name: &str, number: usize) -> String {
    let mut kind = sequence(';', &["piece", "", "", picture, name]);
    let mut state = format!("null;0;0;{number};0");
    for Trait(outer, its) in traits.iter().rev() {
        kind = sequence('\t', &[outer, &kind]);
        state = sequence('\t', &[its, &state]);
    }
    format!("+/{}", sequence('/', &["null", &kind, &state]))
}
