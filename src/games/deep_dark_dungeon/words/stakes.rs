//! What is at stake in an answer, for odds: only those events that distinguish one outcome from another.

use super::super::Deep;
use super::super::rules::event::Event;
use crate::referee::Stake;

impl Deep {
    pub(super) fn stake_of(&self, event: Event) -> Option<Stake> {
        match event {
            Event::TileDrawn { tile, .. } => Stake::that(self.tile_text(tile)),
            Event::CardDrawn { card, .. } => Stake::that(self.drawn_text(card)),
            Event::GuardianMet { strength, .. } => Stake::that(format!("the Guardian of {strength}")),
            Event::FightWon { seat, .. } => Stake::of(seat, "wins"),
            Event::FightLost { seat, .. } => Stake::of(seat, "is beaten"),
            Event::AttackWon { seat, .. } => Stake::of(seat, "wins the attack"),
            Event::AttackFailed { seat, .. } => Stake::of(seat, "fails"),
            Event::Stolen { seat, card, .. } => Stake::of(seat, format!("steals {}", self.card_text(card))),
            Event::Lost { seat, card } => Stake::of(seat, format!("loses {}", self.card_text(card))),
            Event::Hurt { seat } => Stake::of(seat, "is Hurt"),
            Event::KnockedOut { seat, .. } => Stake::of(seat, "is knocked out"),
            Event::PitCaught { seat, .. } => Stake::of(seat, "keeps out of the pit"),
            Event::PitFallen { seat, .. } => Stake::of(seat, "falls into the pit"),
            Event::Webbed { seat } => Stake::of(seat, "is webbed"),
            Event::ExitFound { .. } => Stake::that("the Exit"),
            Event::ExitMissed { .. } => Stake::that("no Exit"),
            Event::Escaped { seat, .. } => Stake::of(seat, "escapes"),
            Event::TimeUp { .. } => Stake::that("time is up"),
            _ => None,
        }
    }
}
