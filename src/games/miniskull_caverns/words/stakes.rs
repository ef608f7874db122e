//! What is at stake in an answer, for odds: only those events that distinguish one outcome from another have words for it.

use super::super::Caverns;
use super::super::rules::event::Event;
use super::super::rules::position::Position;
use crate::referee::Stake;

impl Caverns {
    pub(super) fn stake_of(&self, p: &Position, event: Event) -> Option<Stake> {
        // To whom it happens; otherwise it is a clause of its own.
        let seat = match event {
            Event::AmbushFailed { target, .. } => Some(target),
            Event::First { seat }
            | Event::Shown { seat, .. }
            | Event::Searched { seat, .. }
            | Event::MonsterBeaten { seat }
            | Event::HordeBeaten { seat, .. }
            | Event::MonsterWon { seat }
            | Event::AmbushWon { seat, .. }
            | Event::TacticShown { seat, .. }
            | Event::CombatWon { seat, .. }
            | Event::Lost { seat, .. }
            | Event::GemDropped { seat, .. }
            | Event::GemGiven { seat, .. }
            | Event::TinyHurt { seat, .. }
            | Event::Won { seat, .. }
            | Event::OutOfStrength { seat }
            | Event::OutOfTime { seat } => Some(seat),
            _ => None,
        };
        Some(Stake { seat, words: self.lexicon.stake(self, p, event)? })
    }
}
