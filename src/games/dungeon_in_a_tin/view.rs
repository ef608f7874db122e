//! What a seat sees of a game.
//!
//! No pile has a hidden order in the position, so only hands can be secret, and those only where the table plays with
//! closed hands (section 7 of the rules). A view answers for everything else and keeps other hands to itself.

use serde::{Serialize, Serializer};
use serde_json::json;

use super::Dungeon;
use super::piece::{Kind, Tokens};
use super::position::{Fate, Player, Position, Room};
use super::side::Sides;
use crate::referee::Seat;

/// The table as a seat sees it, or as everybody does.
#[derive(Clone, Copy, Debug)]
pub struct View<'p> {
    game: &'p Dungeon,
    position: &'p Position,
    seat: Option<Seat>,
}

impl<'p> View<'p> {
    pub(super) fn new(game: &'p Dungeon, position: &'p Position, seat: Option<Seat>) -> View<'p> {
        View { game, position, seat }
    }

    /// Whether the hand of that seat is seen.
    pub fn sees_hand(&self, seat: usize) -> bool {
        self.game.options.open_hands || self.seat.is_some_and(|own| usize::from(own) == seat)
    }
}
impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json!({ "turn": self.position.turn }).serialize(serializer)
    }
}
