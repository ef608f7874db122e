//! What is at stake in an answer, for odds: only those events that distinguish one outcome from another.

use super::super::Crawl;
use super::super::rules::event::Event;
use super::super::rules::noun::{Role, Tile};
use super::super::rules::position::Position;
use crate::games::shared::noun::Number;
use crate::games::shared::phrase::phrases;
use crate::referee::Stake;

phrases! {
    /// What may happen: of a player a predicate, otherwise a clause of its own.
    pub enum Prospect of Crawl, in "stakes";

    First = "first";
    Tile { tile: Tile } = "tile";
    Coin { role: Role } = "coin";
    Beats = "beats";
    TakesDamage { damage: Number } = "takes_damage";
    WinsAttack = "wins_attack";
    Fails = "fails";
    Dies = "dies";
    Shows { value: Number } = "shows";
    Tie = "tie";
    Wins = "wins";
}

impl Crawl {
    pub(super) fn stake_of(&self, p: &Position, event: Event) -> Option<Stake> {
        let (seat, prospect) = match event {
            Event::First { seat } => (Some(seat), Prospect::First),
            Event::TileTurned { tile, .. } => (None, Prospect::Tile { tile: Tile(tile) }),
            Event::CoinTurned { coin, .. } => (None, Prospect::Coin { role: Role(coin.suit) }),
            Event::Beaten { seat, .. } => (Some(seat), Prospect::Beats),
            Event::Hurt { seat, coin, .. } => (Some(seat), Prospect::TakesDamage { damage: Number::of(coin.value) }),
            Event::AttackWon { seat, .. } => (Some(seat), Prospect::WinsAttack),
            Event::AttackFailed { seat, .. } => (Some(seat), Prospect::Fails),
            Event::Died { seat, .. } => (Some(seat), Prospect::Dies),
            Event::TreasureShown { seat, value } => (Some(seat), Prospect::Shows { value: Number::of(value) }),
            Event::Tied { .. } => (None, Prospect::Tie),
            Event::Won { seat, .. } => (Some(seat), Prospect::Wins),
            _ => return None,
        };
        Some(Stake { seat, words: self.lexicon.say(self, p, &prospect) })
    }
}
