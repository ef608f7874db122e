//! The options of a table (section 8 of the rules).

use crate::games::Setup;
use crate::games::shared::options::options;
use crate::referee::journal::Secrets;

options! {
    with (setup, value);

    /// A22: later entries only add the monsters that are missing.
    top_up: bool = value == "top_up", from "reentry_monsters" of ["add", "top_up"]:
        "On a later entry, half the skulls come in addition to the monsters still there, or fill up to that number.";
    /// A26: the discard pile becomes the pool.
    refill: bool = value == "refill", from "dry_pool" of ["none", "refill"]:
        "With an empty treasure pool there is no treasure, or the discarded treasure becomes the pool.";
    /// A31: cards and bombs are spent when a fight is lost.
    spent_on_loss: bool = value == "true", from "spent_on_loss" of ["true", "false"]:
        "After a lost fight the played card and bomb are spent, or go back to the player (a card from the deck never does).";
    /// A41: a dead player's coins remain on the floor.
    coins_to_floor: bool = value == "floor", from "dead_coins" of ["pool", "floor"]:
        "The coins of a dead knight go back to the pool, or stay on the floor.";
    /// A37: items count for the score.
    items_score: bool = value == "with_items", from "score" of ["gold", "with_items"]:
        "The score is the gold carried, or also counts the price of the items in the slots.";
    /// Section 7: all hands are open.
    open_hands: bool = value == "true" || setup.players.len() < 2, from "open_hands" of ["true", "false"]:
        "Fight cards in hand are shown to everybody, or to their owner alone.";
    /// Hands are closed and kept by the cardboard, so the referee does not know them.
    face_down: bool = !open_hands && setup.secrets == Secrets::Table;
}

/// Why an option has no effect with this set-up.
pub fn inert(setup: &Setup, name: &str) -> Option<&'static str> {
    match name {
        "open_hands" if setup.players.len() == 1 => Some("a knight alone hides the cards from nobody"),
        _ => None,
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::new(&Setup::default())
    }
}
