//! What a seat knows: everything but the values of others' coins that are in hand or value down (section 7 of the rules).

use super::super::Builders;
use super::super::rules::position::{Coin, Position};
use crate::referee::Seat;
use crate::referee::snapshot::Viewer;

/// The value of a coin on a tile, if the viewer sees it and the referee knows it.
pub(super) fn value_seen(coin: Coin, viewer: Viewer) -> Option<u8> {
    coin.value.filter(|_| coin.open || viewer.see_as(coin.seat))
}

impl Builders {
    /// The position as a seat knows it, in which another player's hidden coin may be any unseen one of that player.
    pub(in super::super) fn seen_from(&self, p: &Position, seat: Option<Seat>) -> Position {
        let mut seen = *p;
        let viewer = Viewer::from(seat);
        for coin in seen.coins.iter_mut().flatten().flatten() {
            coin.value = value_seen(*coin, viewer);
        }
        for (_, purse) in (0..)
            .zip(&mut seen.purses)
            .filter(|(other, _)| !viewer.see_as(*other))
        {
            purse.gone = purse.seen;
        }
        seen
    }
}
