//! What is at stake in an answer, for odds: only those events that distinguish one outcome from another.

use super::super::Deep;
use super::super::rules::event::Event;
use super::super::rules::position::Position;
use crate::referee::Stake;

impl Deep {
    pub(super) fn stake_of(&self, p: &Position, event: Event) -> Option<Stake> {
        let seat = match event {
            Event::FightWon { seat, .. }
            | Event::FightLost { seat, .. }
            | Event::AttackWon { seat, .. }
            | Event::AttackFailed { seat, .. }
            | Event::Stolen { seat, .. }
            | Event::Lost { seat, .. }
            | Event::Hurt { seat }
            | Event::KnockedOut { seat, .. }
            | Event::PitCaught { seat, .. }
            | Event::PitFallen { seat, .. }
            | Event::Webbed { seat }
            | Event::Escaped { seat, .. } => Some(seat),
            Event::TileDrawn { .. }
            | Event::CardDrawn { .. }
            | Event::GuardianMet { .. }
            | Event::ExitFound { .. }
            | Event::ExitMissed { .. }
            | Event::TimeUp { .. } => None,
            _ => return None,
        };
        Some(Stake { seat, words: self.lexicon.stake(self, p, event)? })
    }
}
