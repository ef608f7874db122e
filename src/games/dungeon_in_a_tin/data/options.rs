//! The options of a table (section 8 of the rules).

use crate::games::Setup;
use crate::games::shared::options::options;
use crate::referee::journal::Secrets;

options! {
    with (setup, value);

    /// A22: later entries only add the monsters that are missing.
    top_up: bool = value == "top_up", from "reentry_monsters" of ["add", "top_up"]:
        "On a later entry, half as many monsters as skulls join those still there, or only bring them up to that number.";
    /// A26: the discard pile becomes the pool.
    refill: bool = value == "refill", from "dry_pool" of ["none", "refill"]:
        "When the treasure pool is empty, there is no treasure, or the discarded treasure becomes the pool.";
    /// A31: cards and bombs are spent when a fight is lost.
    spent_on_loss: bool = value == "true", from "spent_on_loss" of ["true", "false"]:
        "After a lost fight, the card and the bomb played are spent, or return to the player (a card from the deck never does).";
    /// A41: a dead player's coins remain on the floor.
    coins_to_floor: bool = value == "floor", from "dead_coins" of ["pool", "floor"]:
        "The coins of a dead knight go back to the pool, or stay on the floor.";
    /// A37: items count for the score.
    items_score: bool = value == "with_items", from "score" of ["gold", "with_items"]:
        "The score is the gold carried, or the gold plus the prices of the items in the slots.";
    /// Section 7: all hands are open.
    open_hands: bool = value == "true" || setup.players.len() < 2, from "open_hands" of ["true", "false"]:
        "Hands of fight cards are open to everybody, or only to their owners.";
    /// Hands are closed and kept at the table, so the referee does not know them.
    face_down: bool = !open_hands && setup.secrets == Secrets::Table;
}

/// Why an option has no effect with this set-up.
pub fn inert(setup: &Setup, name: &str) -> Option<&'static str> {
    match name {
        "open_hands" if setup.players.len() == 1 => Some("there is nobody to hide the cards from"),
        _ => None,
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::new(&Setup::default())
    }
}
