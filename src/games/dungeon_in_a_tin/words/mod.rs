//! The game in words: which sentence is used when. The sentences themselves are in the kit's `words.toml`.

mod answer;
mod names;
mod prompting;
mod question;
mod setup;
pub(super) mod story;

use super::rules::event::Event;
use super::rules::moves::Move;
use super::rules::position::{Position, Step};
use super::rules::refusal::Refusal;
use super::sight::labels::Label;
use super::sight::sentences::Sentence;
use super::{Dungeon, FIGHT_DECK};
use crate::games::shared::contract::spoken;
use crate::games::shared::event::{Declared, Declares as _, Events as _};
use crate::referee::message::message;
use crate::referee::{Game, Scene, Screen, Seat, Source, Stake, Visibility, Words};
use answer::Answer;
use question::Question;

/// All that is said with sentences of the kit.
pub(super) const DECLARED: [Declared<Dungeon>; 10] = [
    Event::DECLARED,
    Question::DECLARED,
    Answer::DECLARED,
    answer::Several::DECLARED,
    answer::Confirm::DECLARED,
    Refusal::DECLARED,
    setup::SetupStep::DECLARED,
    story::Sentence::DECLARED,
    Sentence::DECLARED,
    Label::DECLARED,
];

impl Words for Dungeon {
    spoken! { with (self, p, mv); question Question::of(self, p, false); answer Answer::of(self, p, mv); }

    fn stake(&self, p: &Position, event: Event) -> Option<Stake> {
        let matters = match event {
            Event::CardRefreshed { .. } => self.options.open_hands,
            // Which card it is matters only if a bomb can still be added; otherwise only the result counts.
            Event::CardPlayed { from_deck, .. } => from_deck && p.step == Step::Bomb,
            // The events that follow show the effect of the loss, unless a question comes first.
            Event::FightLost { .. } => p.step == Step::LastHeart,
            Event::HeartLost { hearts, .. } => hearts > 0,
            _ => true,
        };
        // To whom it happens; otherwise it is a clause of its own.
        let seat = match event {
            Event::CardPlayed { .. } | Event::TileDrawn { .. } | Event::LootFound { .. } => None,
            _ => event.player(self, p),
        };
        self.lexicon.stake(self, p, event, seat).filter(|_| matters)
    }

    fn board(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        self.draw(
            &self.view(p, seat),
            seat.map_or(p.actor(), usize::from),
            width,
        )
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
        let seat = (!matches!(p.step, Step::Reveal)).then_some(p.actor() as Seat);
        match p.step {
            _ if self.options.open_hands || self.options.face_down => Visibility::default(),
            Step::Deal | Step::Refresh | Step::Reveal => Visibility {
                seat,
                unlisted: true,
            },
            Step::Card => Visibility {
                seat,
                unlisted: false,
            },
            _ => Visibility::default(),
        }
    }

    fn outside(&self, p: &Position, mv: Move) -> Option<String> {
        let hidden = !self.options.open_hands
            && matches!((p.step, mv), (Step::Deal | Step::Refresh, Move::Draw(_)));
        hidden.then(|| self.in_words(&message("a fight card", [])))
    }

    fn only_by_hand(&self, source: Source) -> Option<String> {
        (source == FIGHT_DECK && self.options.face_down).then(|| {
            "with closed hands that the table keeps, the fight deck must be a real one: name `cards` among what you draw yourselves \
             (`--physical cards`), or start with `--secrets referee`, and the program keeps the hands"
                .to_owned()
        })
    }
}
