//! The game in words: which sentence is used when. The sentences themselves are in the kit's `words.toml`.

mod answer;
mod prompting;
mod question;
mod setup;
mod story;

use super::Builders;
use super::rules::event::Event;
use super::rules::moves::Move;
use super::rules::position::{Position, SWORD, Step};
use super::rules::refusal::Refusal;
use super::sight::labels::Label;
use super::sight::sentences::Sentence;
use crate::games::shared::contract::spoken;
use crate::games::shared::event::{Declared, Declares as _, Events as _};
use crate::games::shared::story::Deeds;
use crate::referee::journal::Secrets;
use crate::referee::{Game, Scene, Screen, Seat, Stake, Visibility, Words};
use answer::Answer;
use question::Question;

/// All that is said with sentences of the kit.
pub(super) const DECLARED: [Declared<Builders>; 10] = [
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

impl Words for Builders {
    spoken! { with (self, p, mv); question Question::of(self, p); answer Answer::of(self, p, mv); }

    fn stake(&self, p: &Position, event: Event) -> Option<Stake> {
        // To whom it happens; otherwise it is a clause of its own.
        let seat = match event {
            Event::TileDrawn { .. } | Event::LeftApart { .. } | Event::CoinTurned { .. } => None,
            _ => event.player(self, p),
        };
        self.lexicon.stake(self, p, event, seat)
    }

    fn board(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        self.draw_table(&self.view(p, seat), width)
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

    /// Section 7: the coin placed is its owner's secret, unless items are open and the table keeps the rest.
    fn visibility(&self, p: &Position) -> Visibility {
        match p.step {
            Step::Coin if self.secrets == Secrets::Referee => Visibility {
                seat: Some(p.acting),
                unlisted: false,
            },
            _ => Visibility::default(),
        }
    }

    fn outside(&self, p: &Position, mv: Move) -> Option<String> {
        match mv {
            Move::Coin(value) if self.secrets == Secrets::Referee => {
                let open = self.options.open_items && value <= SWORD;
                (p.step == Step::Coin && !open).then(|| self.lexicon.say(self, p, &Label::Hidden))
            }
            _ => None,
        }
    }
}
