//! What is at stake in an answer, for odds: only those events that distinguish one outcome from another have words for it.

use super::super::Caverns;
use super::super::rules::event::Event;
use super::super::rules::position::Position;
use crate::games::shared::event::Events as _;
use crate::referee::Stake;

impl Caverns {
    pub(super) fn stake_of(&self, p: &Position, event: Event) -> Option<Stake> {
        // To whom it happens; otherwise it is a clause of its own.
        let seat = match event {
            Event::AmbushFailed { target, .. } => Some(target),
            Event::NoiseRolled { .. } | Event::MonsterCame { .. } | Event::AmbushTied { .. } | Event::TinyTied { .. } => {
                None
            }
            _ => event.player(self, p),
        };
        Some(Stake { seat, words: self.lexicon.stake(self, p, event)? })
    }
}
