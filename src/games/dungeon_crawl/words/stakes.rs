//! What is at stake in an answer, for odds: only those events that distinguish one outcome from another.

use super::super::Crawl;
use super::super::data::piece::Role;
use super::super::rules::event::Event;
use crate::referee::Stake;

impl Crawl {
    pub(super) fn stake_of(&self, event: Event) -> Option<Stake> {
        match event {
            Event::First { seat } => Stake::of(seat, "is first"),
            Event::TileTurned { tile, .. } => Stake::that(tile.to_string()),
            Event::CoinTurned { coin, .. } => Stake::that(format!("a {}", coin.suit.role())),
            Event::Beaten { seat, .. } => Stake::of(seat, "beats it"),
            Event::Hurt { seat, coin, .. } => Stake::of(seat, format!("takes {} damage", coin.value)),
            Event::AttackWon { seat, .. } => Stake::of(seat, "wins the attack"),
            Event::AttackFailed { seat, .. } => Stake::of(seat, "fails"),
            Event::Died { seat, .. } => Stake::of(seat, "dies"),
            Event::TreasureShown { seat, value } => Stake::of(seat, format!("shows a treasure of {value}")),
            Event::Tied { .. } => Stake::that("a tie"),
            Event::Won { seat, .. } => Stake::of(seat, "wins the game"),
            _ => None,
        }
    }
}
