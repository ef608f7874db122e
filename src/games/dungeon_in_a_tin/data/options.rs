//! The options of a table (section 8 of the rules).

use crate::games::{Setup, TableOption};
use crate::referee::journal::Secrets;

/// All options, for listing.
pub const LIST: &[TableOption] = &[
    TableOption {
        name: "reentry_monsters",
        values: &["add", "top_up"],
        help: "On a later entry, half the skulls come in addition to the monsters still there, or fill up to that number.",
    },
    TableOption {
        name: "dry_pool",
        values: &["none", "refill"],
        help: "With an empty treasure pool there is no treasure, or the discarded treasure becomes the pool.",
    },
    TableOption {
        name: "spent_on_loss",
        values: &["true", "false"],
        help: "After a lost fight the played card and bomb are spent, or go back to the player (a card from the deck never does).",
    },
    TableOption {
        name: "dead_coins",
        values: &["pool", "floor"],
        help: "The coins of a dead knight go back to the pool, or stay on the floor.",
    },
    TableOption {
        name: "score",
        values: &["gold", "with_items"],
        help: "The score is the gold carried, or also counts the price of the items in the slots.",
    },
    TableOption {
        name: "open_hands",
        values: &["true", "false"],
        help: "Fight cards in hand are shown to everybody, or to their owner alone.",
    },
];

/// Why an option has no effect with this set-up.
pub fn inert(setup: &Setup, name: &str) -> Option<&'static str> {
    match name {
        "open_hands" if setup.players.len() == 1 => Some("a knight alone hides the cards from nobody"),
        _ => None,
    }
}

/// The options as the rules read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// A22: later entries only add the monsters that are missing.
    pub top_up: bool,
    /// A26: the discard pile becomes the pool.
    pub refill: bool,
    /// A31: cards and bombs are spent when a fight is lost.
    pub spent_on_loss: bool,
    /// A41: a dead player's coins remain on the floor.
    pub coins_to_floor: bool,
    /// A37: items count for the score.
    pub items_score: bool,
    /// Section 7: all hands are open.
    pub open_hands: bool,
    /// Hands are closed and kept by the cardboard, so the referee does not know them.
    pub face_down: bool,
}

impl Options {
    /// Reads the options of a set-up whose words were checked against [`LIST`].
    pub fn new(setup: &Setup) -> Options {
        let is = |name, value| crate::games::dungeon_in_a_tin::ENTRY.value(setup, name) == value;
        // A single player has nobody to hide a hand from.
        let open_hands = setup.players.len() < 2 || is("open_hands", "true");
        Options {
            top_up: is("reentry_monsters", "top_up"),
            refill: is("dry_pool", "refill"),
            spent_on_loss: is("spent_on_loss", "true"),
            coins_to_floor: is("dead_coins", "floor"),
            items_score: is("score", "with_items"),
            open_hands,
            face_down: !open_hands && setup.secrets == Secrets::Table,
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::new(&Setup::default())
    }
}
