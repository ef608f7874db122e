//! The game in words: which sentence is used when. The sentences themselves are in the kit's `words.toml`.

mod answer;
mod prompting;
mod question;
mod setup;
pub(super) mod story;

use super::Deep;
use super::rules::event::Event;
use super::rules::position::Position;
use super::rules::refusal::Refusal;
use super::sight::labels::Label;
use super::sight::sentences::Sentence;
use crate::games::shared::contract::spoken;
use crate::games::shared::event::{Declared, Declares as _, Events as _};
use crate::games::shared::story::Deeds;
use crate::referee::{Game, Scene, Screen, Seat, Stake, Words};
use answer::Answer;
use question::Question;

/// All that is said with sentences of the kit.
pub(super) const DECLARED: [Declared<Deep>; 10] = [
    Event::DECLARED,
    Question::DECLARED,
    Answer::DECLARED,
    answer::Confirm::DECLARED,
    Refusal::DECLARED,
    setup::SetupStep::DECLARED,
    Sentence::DECLARED,
    Label::DECLARED,
    story::Sentence::DECLARED,
    Deeds::DECLARED,
];

impl Words for Deep {
    spoken! { with (self, p, mv); question Question::of(self, p); answer Answer::of(self, p, mv); }

    fn stake(&self, p: &Position, event: Event) -> Option<Stake> {
        // To whom it happens; otherwise it is a clause of its own.
        let seat = match event {
            Event::TileDrawn { .. }
            | Event::CardDrawn { .. }
            | Event::GuardianMet { .. }
            | Event::ExitFound { .. }
            | Event::ExitMissed { .. } => None,
            _ => event.player(self, p),
        };
        self.lexicon.stake(self, p, event, seat)
    }

    fn board(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        self.draw(&self.view(p, seat), width)
    }

    fn near(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        self.draw_near(&self.view(p, seat), width)
    }

    fn scene(&self, p: &Position, _seat: Option<Seat>) -> Scene {
        self.picture(p)
    }

    fn describe(&self, p: &Position, _seat: Option<Seat>) -> Vec<String> {
        self.sentences(p)
    }

    fn audit(&self, p: &Position, _seat: Option<Seat>) -> Vec<String> {
        self.describe_table(p).lines()
    }

    /// Everything is open.
    fn hides(&self) -> bool {
        false
    }
}
