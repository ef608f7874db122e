//! The options of a table (section 3.5 of the rules' dossier).

use super::editions;
use crate::games::shared::options::options;
use crate::games::{NUMBER, Setup};

/// The value that follows the edition.
const EDITION: &str = "edition";

options! {
    with (setup, value, edition = editions::find(setup.edition.as_deref()));

    /// A12: the cost of an attack.
    attack_cost: AttackCost = AttackCost::of(value), from "attack_cost" of ["one_space", "free", "never"]:
        "An attack takes the place of one space of the move, costs nothing, or is not allowed.";
    /// A13: a Hurt Explorer has one unit.
    hurt_is_slow: bool = value == "one", from "hurt_steps" of ["same", "one"]:
        "A Hurt Explorer moves as far as a Healthy one, or one space per turn.";
    /// A14, A15: an Explorer may stay.
    may_stay: bool = value == "true", from "may_stay" of ["false", "true"]:
        "A turn needs a move that leads elsewhere, or an Explorer may stay or come back.";
    /// A16: an Encounter tile ends step 1.
    encounters_stop: bool = value == "stops_move", from "encounter_entry" of ["move_end", "stops_move"]:
        "Only the tile where a move ends counts, or an Encounter tile ends the move.";
    /// A9: the Exit tile is set aside in the set-up.
    exit_set_aside: bool = value == "set_aside", from "exit_tile_in_setup" of ["place", "set_aside"]:
        "v1_0: the Exit tile drawn in the set-up is placed, or set aside with the Encounter tiles.";
    /// A18: a Rope is used up by a steep step.
    rope_is_used_up: bool = value == "discard", from "rope_use" of ["keep", "discard"]:
        "A Rope or Grappling Hook is kept, or discarded with its first steep step.";
    /// A19: stranded Explorers may scramble.
    may_scramble: bool = value == "scramble", from "stranded" of ["scramble", "none"]:
        "A stranded Explorer may scramble to any neighbouring tile, or has to wait.";
    /// A21: drawn Encounter tiles are not resolved.
    drawn_wait: bool = value == "wait", from "drawn_encounters" of ["resolve", "wait"]:
        "Cards are drawn at once for Encounter tiles placed around an Explorer, or only when somebody walks there.";
    /// A26: a monster takes a Key before other Treasure.
    monsters_take_keys: bool = if value == EDITION { edition.monsters_take_keys } else { value == "always" },
        from "monster_takes_key" of [EDITION, "always", "random"]:
        "A monster that wins takes a Key if there is one (v1_0), or a random Treasure (original).";
    /// A27, A28: discarding a Key returns the discard pile to the deck.
    keys_reshuffle: bool = if value == EDITION { edition.keys_reshuffle } else { value == "true" },
        from "key_loss_reshuffle" of [EDITION, "true", "false"]:
        "Discarding a Key returns the discard pile to the deck (true in v1_0, false in original).";
    /// A49: the most Treasures carried, 0 for no limit; `None` follows the Explorer card.
    carry_limit: Option<u8> = value.parse().ok(), from "carry_limit" of [EDITION, "2", "0"]:
        "The most Treasures an Explorer can carry; 0 means no limit (2 in v1_0, 0 in original).";
    /// R44: an Explorer who was knocked out becomes Healthy.
    knockout_heals: bool = if value == EDITION { edition.knockout_heals } else { value == "true" },
        from "knockout_heals" of [EDITION, "false", "true"]:
        "An Explorer who is knocked out wakes up Hurt (v1_0), or Healthy (original).";
    /// A36: heights count in an attack.
    heights_count: bool = if value == EDITION { edition.heights_count } else { value == "modify" },
        from "attack_height" of [EDITION, "ignore", "modify"]:
        "Heights do not matter in an attack (v1_0), or add or subtract 1 (original).";
    /// A40: the Exit card works only for the player who drew it.
    exit_is_one_shot: bool = value == "one_shot", from "exit_card" of ["becomes_place", "one_shot"]:
        "original: the Exit card makes its tile the Exit for good, or only lets the player who drew it escape with a Key.";
    /// A43: the other players continue after an escape.
    to_the_last_key: bool = value == "last_key", from "end" of ["first_escape", "last_key"]:
        "The game ends when the first player escapes and wins, or the others play on as long as there is a Key.";
    /// R71: the most rounds; 0 for no limit.
    round_limit: u32 = value.parse().unwrap_or_default(), from "round_limit" of ["0", NUMBER]:
        "The game ends without a winner after this many rounds; 0 means no limit.";
    /// R72: the most turns of a solo game; 0 for no limit.
    solo_turns: u32 = value.parse().unwrap_or(edition.solo_turns), from "solo_turns" of [EDITION, "0", NUMBER]:
        "A solo game is lost after this many turns; 0 means no limit (20 in v1_0, 16 in original).";
}

/// The cost of an attack (A12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttackCost {
    OneSpace,
    Free,
    Never,
}

impl AttackCost {
    fn of(value: &str) -> AttackCost {
        match value {
            "free" => AttackCost::Free,
            "never" => AttackCost::Never,
            _ => AttackCost::OneSpace,
        }
    }
}

/// Why an option has no effect with this set-up.
pub fn inert(setup: &Setup, name: &str) -> Option<&'static str> {
    let alone = setup.players.len() == 1;
    match (name, super::editions::find(setup.edition.as_deref()).id) {
        ("solo_turns", _) => (!alone).then_some("it is for solo games"),
        ("attack_cost" | "attack_height" | "end", _) if alone => Some("it is for several players"),
        ("exit_tile_in_setup", edition) => {
            (edition == "original").then_some("it is for edition v1_0")
        }
        ("exit_card", edition) => (edition != "original").then_some("it is for edition original"),
        _ => None,
    }
}
