//! The game in words: which sentence is used when. The sentences themselves are in the kit's `words.toml`.

mod answer;
mod prompting;
mod question;
mod setup;
pub(super) mod story;

use super::Crawl;
use super::data::piece::Suit;
use super::rules::event::Event;
use super::rules::moves::Move;
use super::rules::noun::Role;
use super::rules::position::{Position, Step};
use super::rules::refusal::Refusal;
use super::sight::labels::Label;
use super::sight::sentences::Sentence;
use crate::games::shared::contract::spoken;
use crate::games::shared::event::{Declared, Declares as _, Events as _};
use crate::games::shared::story::Deeds;
use crate::referee::{Game, Scene, Screen, Seat, Stake, Visibility, Words};
use answer::Answer;
use question::Question;

/// All that is said with sentences of the kit.
pub(super) const DECLARED: [Declared<Crawl>; 9] = [
    Event::DECLARED,
    Question::DECLARED,
    Answer::DECLARED,
    Refusal::DECLARED,
    setup::SetupStep::DECLARED,
    Sentence::DECLARED,
    Label::DECLARED,
    story::Sentence::DECLARED,
    Deeds::DECLARED,
];

impl Words for Crawl {
    spoken! { with (self, p, mv); question Question::of(self, p); answer Answer::of(self, p, mv); }

    fn stake(&self, p: &Position, event: Event) -> Option<Stake> {
        // To whom it happens; otherwise it is a clause of its own.
        let seat = match event {
            Event::TileTurned { .. } | Event::CoinTurned { .. } => None,
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

    fn scene(&self, p: &Position, seat: Option<Seat>) -> Scene {
        self.scene_of(&self.view(p, seat))
    }

    fn describe(&self, p: &Position, seat: Option<Seat>) -> Vec<String> {
        self.describe_view(&self.view(p, seat))
    }

    fn audit(&self, p: &Position, seat: Option<Seat>) -> Vec<String> {
        self.describe_table(p, seat.into()).lines()
    }

    fn visibility(&self, p: &Position) -> Visibility {
        match p.step {
            // Section 7: the answers list the victim's treasure.
            Step::Steal { .. } => Visibility {
                seat: Some(p.acting),
                unlisted: true,
            },
            _ => Visibility::default(),
        }
    }

    fn outside(&self, _position: &Position, mv: Move) -> Option<String> {
        matches!(mv, Move::Steal(_) | Move::StealUnseen)
            .then(|| self.lexicon.put(&Role(Suit::Crowns).noun(), "a"))
    }
}
