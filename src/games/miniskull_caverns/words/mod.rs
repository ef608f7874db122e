//! The game in words: which sentence is used when. The sentences themselves are in the kit's `words.toml`.

mod answer;
mod prompting;
mod question;
mod setup;
pub(super) mod story;

use super::Caverns;
use super::rules::event::Event;
use super::rules::moves::Move;
use super::rules::position::{Position, Step};
use super::rules::refusal::Refusal;
use super::sight::labels::Label;
use super::sight::sentences::Sentence;
use crate::games::shared::contract::spoken;
use crate::games::shared::event::{Declared, Declares as _, Events as _};
use crate::games::shared::noun::Text;
use crate::games::shared::phrase::{Phrase, Phrases as _};
use crate::games::shared::story::Deeds;
use crate::referee::{Game, Scene, Screen, Seat, Stake, Visibility, Words};
use answer::{Answer, Aside};
use question::Question;

/// All that is said with sentences of the kit.
pub(super) const DECLARED: [Declared<Caverns>; 11] = [
    Event::DECLARED,
    Question::DECLARED,
    Answer::DECLARED,
    Aside::DECLARED,
    answer::Confirm::DECLARED,
    Refusal::DECLARED,
    setup::SetupStep::DECLARED,
    Sentence::DECLARED,
    Label::DECLARED,
    story::Sentence::DECLARED,
    Deeds::DECLARED,
];

impl Words for Caverns {
    spoken! { with (self, p, mv); question Question::of(self, p); answer self.answer(p, mv); }

    fn stake(&self, p: &Position, event: Event) -> Option<Stake> {
        // To whom it happens; otherwise it is a clause of its own.
        let seat = match event {
            Event::AmbushFailed { target, .. } => Some(target),
            Event::NoiseRolled { .. }
            | Event::MonsterCame { .. }
            | Event::AmbushTied { .. }
            | Event::TinyTied { .. } => None,
            _ => event.player(self, p),
        };
        self.lexicon.stake(self, p, event, seat)
    }

    fn board(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        self.draw(&self.view(p, seat), width)
    }

    fn scene(&self, p: &Position, seat: Option<Seat>) -> Scene {
        self.scene_of(&self.view(p, seat))
    }

    fn describe(&self, p: &Position, seat: Option<Seat>) -> Vec<String> {
        self.describe_view(&self.view(p, seat))
    }

    fn audit(&self, p: &Position, _seat: Option<Seat>) -> Vec<String> {
        self.describe_table(p).lines()
    }

    fn visibility(&self, p: &Position) -> Visibility {
        match p.step {
            _ if !self.keeps_secrets() => Visibility::default(),
            // R20
            Step::Place => Visibility {
                seat: Some(p.acting),
                unlisted: false,
            },
            // R72
            Step::AttackTactic { .. } => Visibility {
                seat: Some(p.acting),
                unlisted: false,
            },
            Step::DefenceTactic { target } => Visibility {
                seat: Some(target),
                unlisted: false,
            },
            _ => Visibility::default(),
        }
    }

    fn outside(&self, p: &Position, mv: Move) -> Option<String> {
        let hidden = match (p.step, mv) {
            _ if !self.keeps_secrets() => return None,
            (Step::Place, Move::Place(..)) => Aside::HiddenControl,
            (Step::AttackTactic { .. } | Step::DefenceTactic { .. }, Move::Tactic(_)) => {
                Aside::HiddenTactic
            }
            _ => return None,
        };
        Some(self.lexicon.say(self, p, &hidden))
    }
}

impl Caverns {
    /// An answer, with a warning where it costs a lone hero the last Strength.
    fn answer(&self, p: &Position, mv: Move) -> Phrase {
        let answer = Answer::of(self, p, mv);
        if self.is_fatal(p, mv) {
            Aside::Last {
                answer: Text(self.lexicon.say(self, p, &answer)),
            }
            .phrase(self, p)
        } else {
            answer
        }
    }
}
