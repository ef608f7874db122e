//! What a seat knows: all but the values of others' coins in hand and value down (section 7 of the rules).

use super::super::Builders;
use super::super::rules::position::Position;
use crate::referee::Seat;

impl Builders {
    /// The position as a seat knows it: a coin of another that lies value down may be any that nobody has seen of its owner's.
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
