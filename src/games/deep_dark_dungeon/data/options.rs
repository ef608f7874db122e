//! The options of a table (section 3.5 of the rules' dossier).

use super::editions::{self, Edition};
use crate::games::{NUMBER, Setup, TableOption};

/// The value that follows the edition.
const EDITION: &str = "edition";

/// All options, for listing.
pub const LIST: &[TableOption] = &[
    TableOption {
        name: "attack_cost",
        values: &["one_space", "free", "never"],
        help: "An attack takes the place of one space of the move, costs nothing, or is not allowed.",
    },
    TableOption {
        name: "hurt_steps",
        values: &["same", "one"],
        help: "A Hurt Explorer moves as far as a Healthy one, or one space a turn.",
    },
    TableOption {
        name: "may_stay",
        values: &["false", "true"],
        help: "A turn needs a move that leads elsewhere, or an Explorer may stay or come back.",
    },
    TableOption {
        name: "encounter_entry",
        values: &["move_end", "stops_move"],
        help: "Only the tile where a move ends counts, or an Encounter tile ends the move.",
    },
    TableOption {
        name: "exit_tile_in_setup",
        values: &["place", "set_aside"],
        help: "v1_0: the Exit tile drawn in the set-up is placed, or set aside with the Encounter tiles.",
    },
    TableOption {
        name: "rope_use",
        values: &["keep", "discard"],
        help: "A Rope or Grappling Hook is kept, or discarded with its first steep step.",
    },
    TableOption {
        name: "stranded",
        values: &["scramble", "none"],
        help: "An Explorer whom the heights shut in may scramble to any neighbour, or has to wait.",
    },
    TableOption {
        name: "drawn_encounters",
        values: &["resolve", "wait"],
        help: "Encounter tiles drawn round an Explorer draw their cards at once, or wait until somebody walks there.",
    },
    TableOption {
        name: "monster_takes_key",
        values: &[EDITION, "always", "random"],
        help: "A monster that wins takes the Key if there is one (v1_0), or a Treasure at random (original).",
    },
    TableOption {
        name: "key_loss_reshuffle",
        values: &[EDITION, "true", "false"],
        help: "A discarded Key brings the discard pile back into the deck (true in v1_0, false in original).",
    },
    TableOption {
        name: "carry_limit",
        values: &[EDITION, "2", "0"],
        help: "How many Treasures an Explorer carries at most; 0 is no limit (2 in v1_0, 0 in original).",
    },
    TableOption {
        name: "knockout_heals",
        values: &[EDITION, "false", "true"],
        help: "Who is knocked out wakes up Hurt (v1_0), or Healthy (original).",
    },
    TableOption {
        name: "attack_height",
        values: &[EDITION, "ignore", "modify"],
        help: "Heights do not matter in an attack (v1_0), or give and take 1 (original).",
    },
    TableOption {
        name: "exit_card",
        values: &["becomes_place", "one_shot"],
        help: "original: the Exit card makes its tile the Exit for good, or lets its drawer out only with the Key in hand.",
    },
    TableOption {
        name: "end",
        values: &["first_escape", "last_key"],
        help: "The first to escape wins and the game is over, or the others play on while there is a Key.",
    },
    TableOption {
        name: "round_limit",
        values: &["0", NUMBER],
        help: "The game ends without a winner after so many rounds; 0 is never.",
    },
    TableOption {
        name: "solo_turns",
        values: &[EDITION, "0", NUMBER],
        help: "Alone: the game is lost after so many turns; 0 is never (20 in v1_0, 16 in original).",
    },
];

/// The cost of an attack (A12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackCost {
    OneSpace,
    Free,
    Never,
}

/// Why an option has no effect with this set-up.
pub fn inert(setup: &Setup, name: &str) -> Option<&'static str> {
    let alone = setup.players.len() == 1;
    match (name, super::editions::find(setup.edition.as_deref()).id) {
        ("solo_turns", _) => (!alone).then_some("it is for an Explorer alone"),
        ("attack_cost" | "attack_height" | "end", _) if alone => Some("it is for several Explorers"),
        ("exit_tile_in_setup", edition) => (edition == "original").then_some("it is for the edition v1_0"),
        ("exit_card", edition) => (edition != "original").then_some("it is for the edition original"),
        _ => None,
    }
}

/// The options as the rules read them, with the edition's values as defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// A12: the cost of an attack.
    pub attack_cost: AttackCost,
    /// A13: a Hurt Explorer has one unit.
    pub hurt_is_slow: bool,
    /// A14, A15: an Explorer may stay.
    pub may_stay: bool,
    /// A16: an Encounter tile ends step 1.
    pub encounters_stop: bool,
    /// A9: the Exit tile is set aside in the set-up.
    pub exit_set_aside: bool,
    /// A18: a Rope is used up by a steep step.
    pub rope_is_used_up: bool,
    /// A19: stranded Explorers may scramble.
    pub may_scramble: bool,
    /// A21: drawn Encounter tiles are not resolved.
    pub drawn_wait: bool,
    /// A26: a monster takes a Key before other Treasure.
    pub monsters_take_keys: bool,
    /// A27, A28: discarding a Key returns the discard pile to the deck.
    pub keys_reshuffle: bool,
    /// A49: the most Treasures carried, 0 for no limit; `None` follows the Explorer card.
    pub carry_limit: Option<u8>,
    /// R44: an Explorer who was knocked out becomes Healthy.
    pub knockout_heals: bool,
    /// A36: heights count in an attack.
    pub heights_count: bool,
    /// A40: the Exit card works only for the player who drew it.
    pub exit_is_one_shot: bool,
    /// A43: the other players continue after an escape.
    pub to_the_last_key: bool,
    /// R71: the most rounds; 0 for no limit.
    pub round_limit: u32,
    /// R72: the most turns of a solo game; 0 for no limit.
    pub solo_turns: u32,
}

impl Options {
    /// Reads the options of a set-up whose words were checked against [`LIST`].
    pub fn new(setup: &Setup) -> Options {
        let edition = editions::find(setup.edition.as_deref());
        let value = |name| crate::games::deep_dark_dungeon::ENTRY.value(setup, name);
        let is = |name, wanted| value(name) == wanted;
        let or_edition = |name, wanted, default: fn(&Edition) -> bool| match value(name) {
            EDITION => default(edition),
            said => said == wanted,
        };
        Options {
            attack_cost: match value("attack_cost") {
                "free" => AttackCost::Free,
                "never" => AttackCost::Never,
                _ => AttackCost::OneSpace,
            },
            hurt_is_slow: is("hurt_steps", "one"),
            may_stay: is("may_stay", "true"),
            encounters_stop: is("encounter_entry", "stops_move"),
            exit_set_aside: is("exit_tile_in_setup", "set_aside"),
            rope_is_used_up: is("rope_use", "discard"),
            may_scramble: is("stranded", "scramble"),
            drawn_wait: is("drawn_encounters", "wait"),
            monsters_take_keys: or_edition("monster_takes_key", "always", |edition| edition.monsters_take_keys),
            keys_reshuffle: or_edition("key_loss_reshuffle", "true", |edition| edition.keys_reshuffle),
            carry_limit: value("carry_limit").parse().ok(),
            knockout_heals: or_edition("knockout_heals", "true", |edition| edition.knockout_heals),
            heights_count: or_edition("attack_height", "modify", |edition| edition.heights_count),
            exit_is_one_shot: is("exit_card", "one_shot"),
            to_the_last_key: is("end", "last_key"),
            round_limit: value("round_limit").parse().unwrap_or(0),
            solo_turns: value("solo_turns").parse().unwrap_or(edition.solo_turns),
        }
    }
}
