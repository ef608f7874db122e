//! What a seat knows: everything but the values of others' coins that are in hand or value down (section 7 of the rules).

use super::super::Builders;
use super::super::rules::position::Position;
use crate::referee::Seat;

impl Builders {
    /// The position as a seat knows it, in which another player's hidden coin may be any unseen one of that player.
    pub(in super::super) fn seen_from(&self, p: &Position, seat: Option<Seat>) -> Position {
        let mut seen = *p;
        for coin in seen.coins.iter_mut().flatten().flatten().filter(|coin| Some(coin.seat) != seat && !coin.open) {
            coin.value = None;
        }
        for (_, purse) in (0..).zip(&mut seen.purses).filter(|(other, _)| Some(*other) != seat) {
            purse.gone = purse.seen;
        }
        seen
    }
}
