//! What is at stake in an answer, for odds: only those events that distinguish one outcome from another.

use super::super::Deep;
use super::super::rules::event::Event;
use super::super::rules::position::Position;
use crate::games::shared::event::Events as _;
use crate::referee::Stake;

impl Deep {
    pub(super) fn stake_of(&self, p: &Position, event: Event) -> Option<Stake> {
        // To whom it happens; otherwise it is a clause of its own.
        let seat = match event {
            Event::TileDrawn { .. }
            | Event::CardDrawn { .. }
            | Event::GuardianMet { .. }
            | Event::ExitFound { .. }
            | Event::ExitMissed { .. } => None,
            _ => event.player(self, p),
        };
        Some(Stake { seat, words: self.lexicon.stake(self, p, event)? })
    }
}
