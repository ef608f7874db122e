//! What is at stake in an answer, for odds: only those events that distinguish one outcome from another.

use super::super::Builders;
use super::super::rules::event::Event;
use super::super::rules::position::{POTION, SWORD};
use crate::referee::Stake;

impl Builders {
    pub(super) fn stake_of(&self, event: Event) -> Option<Stake> {
        match event {
            Event::RoundBegan { seat, .. } => Stake::of(seat, "begins the round"),
            Event::TileDrawn { tile, .. } => Stake::that(tile.to_string()),
            Event::LeftApart { .. } => Stake::that("it stays apart"),
            Event::CoinTurned { value: SWORD, .. } => Stake::that("a sword"),
            Event::CoinTurned { value: POTION, .. } => Stake::that("a potion"),
            Event::CoinTurned { value, .. } => Stake::that(format!("a monster of {value}")),
            Event::Unharmed { seat } => Stake::of(seat, "is unharmed"),
            Event::Hurt { seat, damage, .. } => Stake::of(seat, format!("loses {damage} power")),
            Event::Died { seat, .. } => Stake::of(seat, "dies"),
            Event::Earned { seat, gold, .. } => Stake::of(seat, format!("earns {gold}")),
            Event::Scored { seat, gold, .. } => Stake::of(seat, format!("brings out {gold} gold")),
            Event::Won { seat, .. } => Stake::of(seat, "wins the game"),
            Event::WonTogether { .. } => Stake::that("a shared win"),
            _ => None,
        }
    }
}
