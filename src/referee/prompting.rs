//! How a game asks at a prompt: in as few words as people use, and several things at once.
//!
//! The game words its questions and answers, and says which questions can be skipped and which are asked together as one. Nothing
//! here changes what is legal or what a journal holds: a line typed at a prompt becomes the same moves, one after another.

use std::borrow::Cow;

use super::{Game, Seat};

/// How the question of a turn is asked.
#[derive(Clone, Debug)]
pub struct Manner<M> {
    /// The question without its answers and its question mark: "Ann", "Ann, one space". `None` uses
    /// [`Words::question`](super::Words::question).
    pub lead: Option<String>,
    /// The question as a sentence, if it differs at the prompt, where a line may answer several.
    pub asked: Option<String>,
    /// The question as it is put to several players as one; `None` if each is asked alone.
    pub together: Option<Together>,
    /// Whether the question lists its answers; it need not where people read them off a die or a card.
    pub shown: bool,
    /// The harmless answer given by an empty line, and the word that shows it: "nobody".
    pub usual: Option<(M, Cow<'static, str>)>,
    pub when: When,
    /// Consecutive questions with the same number are asked as one.
    pub batch: Option<u64>,
    /// The next question of the batch does not depend on this answer, so they are asked together.
    pub joint: bool,
    /// Whoever says nothing in a batch gives the [`usual`](Self::usual) answer, even if others answered: "Anyone?".
    pub silent: bool,
}

impl<M> Default for Manner<M> {
    fn default() -> Self {
        Manner {
            lead: None,
            asked: None,
            together: None,
            shown: true,
            usual: None,
            when: When::Open,
            batch: None,
            joint: false,
            silent: false,
        }
    }
}

/// A question that several players are asked as one, if it is the same for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Together {
    /// The player it is about.
    pub who: String,
    /// The question, with [`WHO`](Self::WHO) for all of their names: "What do {who} roll?"
    pub question: String,
}

impl Together {
    pub const WHO: &str = "{who}";
}

/// When a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Even if there is only one answer.
    Always,
    /// If there is a choice.
    Open,
    /// Never: nobody could want any but the usual answer. Others are still accepted.
    Idle,
}

/// A legal move as it is typed and shown: first what is enough to type, then what helps in choosing: "n dark", "F07 +1: 3 or more".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Short {
    pub text: String,
    /// The question that confirms it, because it ends something or cannot be undone at the table: "Leave for good?".
    pub danger: Option<String>,
    /// It is accepted but not shown in the question, since it is rarely wanted.
    pub quiet: bool,
    /// The end of the text that several answers share and are grouped by: "q9 beside Ann" becomes "beside Ann: q9  p9".
    pub under: Option<String>,
}

impl From<String> for Short {
    fn from(text: String) -> Short {
        Short {
            text,
            ..Short::default()
        }
    }
}

impl From<&str> for Short {
    fn from(text: &str) -> Short {
        text.to_owned().into()
    }
}

/// What the prompt says about an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Its sentence.
    Full,
    /// The same in fewer words.
    Brief(String),
    /// Something true of a thing or a person: "red" of the Old Well. Several in a row are joined into one sentence: "Old Well: red,
    /// yellow." or "Ann, Bob: stay."
    Fact { of: String, is: String },
    /// One of several alike, which are counted together: "Ann's hand: 5 cards." `one` is "a card", `many` is "cards". Where `of` has
    /// a place for [`THINGS`](Self::THINGS), it is a sentence: "Ann takes 5 cards."
    Another {
        of: String,
        one: String,
        many: String,
    },
    /// Nothing: people at the table see it, or something else says it.
    Silent,
}

impl News {
    pub const THINGS: &str = "{things}";

    /// That `is` is true of a thing or a person.
    pub fn fact(of: impl Into<String>, is: impl Into<String>) -> News {
        News::Fact {
            of: of.into(),
            is: is.into(),
        }
    }
}

/// The phase of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The number of the round or turn, from 1.
    pub round: u32,
    /// "Turn 2 · Bob first".
    pub text: String,
}

/// How a game speaks at a prompt. Everything has a default; a game that overrides nothing uses its full wording.
///
/// As in [`Words`](super::Words), nothing here reveals what others hide.
pub trait Prompting: Game {
    /// How the question of this turn is asked. `by_hand` says, by source, what the table settles.
    fn manner(&self, position: &Self::Position, by_hand: &[bool]) -> Manner<Self::Move> {
        let _ = (position, by_hand);
        Manner::default()
    }

    /// A legal move as it is typed; `None` if it has only its full wording. Moves with the same short form are one answer, for
    /// example pieces that are alike.
    fn short(&self, position: &Self::Position, mv: Self::Move) -> Option<Short> {
        let _ = (position, mv);
        None
    }

    /// A legal move in the words that stand beside its question; by default [`Words::option`](super::Words::option).
    fn plain(&self, position: &Self::Position, mv: Self::Move) -> Option<String> {
        let _ = (position, mv);
        None
    }

    /// The order in which legal moves are shown, by index: cards as people hold them. `None` leaves them as they are.
    fn order(&self, position: &Self::Position, moves: &[Self::Move]) -> Option<Vec<usize>> {
        let _ = (position, moves);
        None
    }

    /// Whether two moves with the same short form are different answers all the same, and are told apart by their ids.
    fn differ(&self, one: Self::Move, other: Self::Move) -> bool {
        let _ = (one, other);
        false
    }

    /// Words that stand for several moves: "all" for taking everything.
    fn phrases(&self, position: &Self::Position) -> Vec<(Cow<'static, str>, Vec<Self::Move>)> {
        let _ = position;
        Vec::new()
    }

    /// What the prompt tells about an event. `position` is the one after the move.
    fn news(&self, position: &Self::Position, event: Self::Event) -> News {
        let _ = (position, event);
        News::Full
    }

    /// Whether an event is told by another of the same move: that a card was played says where it went.
    fn repeats(&self, position: &Self::Position, event: Self::Event) -> bool {
        let _ = (position, event);
        false
    }

    /// An event in a sentence that is shorter than the full one, for the plain voice; where [`news`](Self::news) tells it at all.
    fn told(&self, position: &Self::Position, event: Self::Event) -> Option<String> {
        let _ = (position, event);
        None
    }

    /// The phase of a position.
    fn heading(&self, position: &Self::Position) -> Option<Heading> {
        let _ = position;
        None
    }

    /// The round or turn to which the odds of an answer are counted, if they leave too many cases up to the next decision: what is
    /// rolled and drawn after it has nothing to do with the answer.
    fn round(&self, position: &Self::Position) -> Option<u32> {
        self.heading(position).map(|heading| heading.round)
    }

    /// Everybody's standing in one line, for the end of a round.
    fn summary(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// What a player has and where the player is, in one line without the name; `viewer` as `seat` in [`Game::view`].
    fn holding(
        &self,
        position: &Self::Position,
        seat: Seat,
        viewer: Option<Seat>,
    ) -> Option<String> {
        let _ = (position, seat, viewer);
        None
    }

    /// The colour of a player's pieces, in a word: "red". `None` where they have none of their own.
    fn colour(&self, seat: Seat) -> Option<&str> {
        let _ = seat;
        None
    }

    /// What the players who are asked need to see of their own things, in one line; `seat` as in [`Game::view`].
    fn status(&self, position: &Self::Position, seat: Option<Seat>) -> Option<String> {
        let _ = (position, seat);
        None
    }

    /// A number that changes when people need to see the table again to decide: a tile was laid, a round is over. 0 if they never
    /// do.
    fn table_version(&self, position: &Self::Position) -> u64 {
        let _ = position;
        0
    }
}
