//! How a game is asked at a prompt: as briefly as people speak, and in one breath.
//!
//! The game says what its questions and answers are called, which of them nobody need be asked, and which are one question for
//! the people at the table. Nothing here changes what is legal or what a journal holds: a line typed at a prompt becomes the
//! same moves, one after the other.

use super::{Game, Seat};

/// How the question of a turn is put.
#[derive(Clone, Debug)]
pub struct Manner<M> {
    /// What is asked, without the answers and without a mark at its end: "Ann", "Ann, one space"; `None` asks in the words of
    /// [`Words::question`](super::Words::question).
    pub lead: Option<String>,
    /// The answers stand in the question. What people read off a die or a card need not.
    pub shown: bool,
    /// The harmless answer of an empty line, and the word it is shown by: "nobody".
    pub usual: Option<(M, &'static str)>,
    pub when: When,
    /// Questions that follow each other with the same number are one question to the table.
    pub breath: Option<u64>,
    /// The next question of the breath does not depend on the answer to this: they are asked at once.
    pub joint: bool,
    /// What is not said in a breath is answered by [`usual`](Self::usual), though others answered: "Anyone?".
    pub silent: bool,
}

impl<M> Default for Manner<M> {
    fn default() -> Self {
        Manner { lead: None, shown: true, usual: None, when: When::Open, breath: None, joint: false, silent: false }
    }
}

/// When a question is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Even if there is one answer.
    Always,
    /// If there is a choice.
    Open,
    /// Never: nobody could want anything but the usual. What is said all the same is taken.
    Idle,
}

/// A legal move as it is typed and shown: first what is enough to type, then what helps to choose: "n dark", "F07 +1: 3 or more".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Short {
    pub text: String,
    /// What is asked back before it is done, because it cannot be mended at the table or ends things: "Leave for good?".
    pub danger: Option<String>,
    /// It is taken when it is said, and not shown in the question: few want it.
    pub quiet: bool,
    /// What the end of the text says of several answers, which stand together behind it: "beside Ann: q9  p9" of "q9 beside Ann".
    pub under: Option<String>,
}

impl From<String> for Short {
    fn from(text: String) -> Short {
        Short { text, ..Short::default() }
    }
}

impl From<&str> for Short {
    fn from(text: &str) -> Short {
        text.to_owned().into()
    }
}

/// What is told of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Its sentence.
    Full,
    /// The same in fewer words.
    Brief(String),
    /// What is true of something or somebody: "red" of the Old Well. Several in a row are one sentence, "Old Well: red, yellow."
    /// or "Ann, Bob: stay."
    Fact { of: String, is: String },
    /// One more of several that are alike, and stand with all of their like: "Ann's hand: 5 cards." `one` is "a card", `many` is
    /// "cards".
    Another { of: String, one: String, many: String },
    /// Nothing: who is at the table sees it, or something else says it.
    Silent,
}

impl News {
    /// That `is` is so of something or somebody.
    pub fn fact(of: impl Into<String>, is: impl Into<String>) -> News {
        News::Fact { of: of.into(), is: is.into() }
    }
}

/// The phase of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Counts rounds or turns, from 1.
    pub round: u32,
    /// "Turn 2 · Bob first".
    pub text: String,
}

/// How a game speaks at a prompt. Everything has a default: a game may say nothing of it, and is asked in its full words.
///
/// As in [`Words`](super::Words), nothing made here tells what others hide.
pub trait Prompting: Game {
    /// How the question of this turn is put. By source, `by_hand` says what the table settles.
    fn manner(&self, position: &Self::Position, by_hand: &[bool]) -> Manner<Self::Move> {
        let _ = (position, by_hand);
        Manner::default()
    }

    /// A legal move as it is typed; `None` where only its full words say it. Moves of one short form are one answer: pieces that
    /// are alike.
    fn short(&self, position: &Self::Position, mv: Self::Move) -> Option<Short> {
        let _ = (position, mv);
        None
    }

    /// Words for several moves at once: "all" for taking everything.
    fn phrases(&self, position: &Self::Position) -> Vec<(&'static str, Vec<Self::Move>)> {
        let _ = position;
        Vec::new()
    }

    /// What is told of an event at the prompt. `position` is the one after the move.
    fn news(&self, position: &Self::Position, event: Self::Event) -> News {
        let _ = (position, event);
        News::Full
    }

    /// The phase that a position is in.
    fn heading(&self, position: &Self::Position) -> Option<Heading> {
        let _ = position;
        None
    }

    /// How all stand, in one line, for the end of a round.
    fn summary(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// What a player has and where, in one line without the name; `eyes` as `seat` in [`Game::view`].
    fn holding(&self, position: &Self::Position, seat: Seat, eyes: Option<Seat>) -> Option<String> {
        let _ = (position, seat, eyes);
        None
    }

    /// The colour of a player's pieces, in a word: "red". `None` where they have none of their own.
    fn colour(&self, seat: Seat) -> Option<&str> {
        let _ = seat;
        None
    }

    /// What who is asked must see of the own things to answer, in one line; `seat` as in [`Game::view`].
    fn status(&self, position: &Self::Position, seat: Option<Seat>) -> Option<String> {
        let _ = (position, seat);
        None
    }

    /// A number that changes when the table must be seen anew to decide: a tile was laid, a round is over. 0 where nobody need see it.
    fn ground(&self, position: &Self::Position) -> u64 {
        let _ = position;
        0
    }
}
