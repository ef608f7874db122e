//! How a game speaks: the wording of its moves, its events and its table.

use serde::Serialize;

use super::{
    Corrections, Figure, Game, Pointing, Prompting, Refused, RuleId, Scene, Screen, Seat, Source,
};

/// An event in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Telling {
    /// The rule it comes from; `None` where the table decided.
    pub rule: Option<RuleId>,
    /// A stable name for programs: "monster_killed".
    pub kind: &'static str,
    /// One sentence for people.
    pub text: String,
    /// The details for programs, as an object.
    pub data: serde_json::Value,
}

/// Something that happened, with the position after the move that caused it.
#[derive(Debug)]
pub struct Happened<'p, G: Game + ?Sized> {
    pub position: &'p G::Position,
    pub event: G::Event,
}

/// What an event means to somebody who is considering an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stake {
    /// The player it happens to; the name is left out where that is the player who is asked.
    pub seat: Option<Seat>,
    /// A predicate if there is a player: "wins", "loses a heart"; otherwise a complete clause: "a monster comes".
    pub words: String,
}

/// How much a difference matters to who is asked. Where outcomes are too many to read, those that matter least are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Concern {
    /// That their turn has ended, told only where it may also go on.
    Turn,
    /// Their own counters.
    Own,
    /// What they got, and the counters of the table.
    Got,
    /// The counters of others.
    Others,
    /// Everything else that lies elsewhere now.
    Rest,
}

/// How what comes of an answer is considered.
#[derive(Clone, Copy, Debug)]
pub struct Considered {
    /// Who is asked, if anybody is.
    pub seat: Option<Seat>,
    /// Whose knowledge counts: what they do not see of the position that asks must not matter, since the other one follows from a
    /// position that is only possible. `None` is everybody.
    pub knower: Option<Seat>,
    /// Whether each piece is the same one in both positions. Otherwise, a card that everybody sees may be another of those that were
    /// dealt.
    pub is_same: bool,
}

/// Something that has become different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gist {
    pub words: String,
    pub concern: Concern,
    /// The counter that it is about, and its value.
    pub counter: Option<(u16, i32)>,
    /// The pieces that have come to a place.
    pub pieces: Option<Came>,
}

/// Pieces that have come to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Came {
    pub place: String,
    /// The kinds of those that are known.
    pub kinds: Vec<u16>,
    /// The others in words.
    pub others: Option<String>,
    /// In how many ways these kinds may be named, where each stands for all that are alike.
    pub alike: Option<u64>,
    /// Which of the game's sets of kinds count as alike.
    pub set: Option<u16>,
}

impl Stake {
    /// Something happens to a player.
    pub fn of(seat: Seat, words: impl Into<String>) -> Option<Stake> {
        Some(Stake {
            seat: Some(seat),
            words: words.into(),
        })
    }

    /// Something happens to no player in particular.
    pub fn that(words: impl Into<String>) -> Option<Stake> {
        Some(Stake {
            seat: None,
            words: words.into(),
        })
    }
}

/// Which part of a turn is secret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visibility {
    /// Only this seat may see the question, its answers, and the reply to a wrong one: a hand to choose from, a card to draw.
    pub seat: Option<Seat>,
    /// Nobody may see the list of answers, since it would reveal what others hide. Answers are only judged.
    pub unlisted: bool,
}

/// What is left of a result's id without its verb: "H7" of "is:H7".
pub fn result_of(id: &str) -> String {
    id.split_once(':')
        .map_or(id, |(_, result)| result)
        .to_owned()
}

/// How a game speaks. These methods are called only when somebody reads the result, never in a simulation.
///
/// Nothing worded for a seat contains what it may not know: two positions that differ only in that have the same view, board,
/// description and audit for it, and (unless only another seat is asked) the same question and listed options.
pub trait Words: Corrections + Prompting {
    /// The move's stable name, in the journal, the protocol and at the prompt: "go:north". No spaces; [`parse`](Self::parse)
    /// undoes it.
    fn id(&self, mv: Self::Move) -> String;

    /// What chance gives, as reports name it: "H7", "Estate".
    fn drawn(&self, mv: Self::Move) -> String {
        result_of(&self.id(mv))
    }

    /// The move of that name, legal or not; `None` if these words are not a move of this game.
    fn parse(&self, id: &str) -> Option<Self::Move>;

    /// The current question, as one short sentence: "Ann, where to?".
    fn question(&self, position: &Self::Position) -> String;

    /// The line of the rules that asks now: "play.toml, line 8". `None` if the rules are not the kit's.
    fn rules_line(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// A legal move as an option, in a few words: "go north".
    fn option(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// An event in words. `position` is the one after the move.
    fn telling(&self, position: &Self::Position, event: Self::Event) -> Telling;

    /// What an event means to somebody considering an answer, in a few words; `None` if it does not distinguish outcomes.
    /// `position` is the one after the move. By default, that is everything that happened.
    fn stake(&self, position: &Self::Position, event: Self::Event) -> Option<Stake> {
        Stake::that(self.telling(position, event).text.trim_end_matches('.'))
    }

    /// What has become of a question by the time it is settled, told by the two positions alone, most important first. `None` if the
    /// game tells it by what happens on the way ([`stake`](Self::stake)).
    fn gist(
        &self,
        asking: &Self::Position,
        settled: &Self::Position,
        considered: Considered,
    ) -> Option<Vec<Gist>> {
        let _ = (asking, settled, considered);
        None
    }

    /// In how many ways pieces can be told by less than their names.
    fn sorts(&self) -> usize {
        0
    }

    /// Pieces told in one of these ways, the most telling first; `None` if some of them cannot be.
    fn sorted(&self, came: &Came, way: usize) -> Option<String> {
        let _ = (came, way);
        None
    }

    /// A refusal in words. `position` is the one that refused.
    fn refused(&self, position: &Self::Position, refusal: Self::Refusal) -> Refused;

    /// The table as a drawing, if possible no wider than `width` characters; `seat` as in [`Game::view`].
    fn board(&self, position: &Self::Position, seat: Option<Seat>, width: usize) -> Screen;

    /// The part of the map to draw when it has changed; arguments as for [`board`](Self::board). The whole map by default.
    fn near(&self, position: &Self::Position, seat: Option<Seat>, width: usize) -> Screen {
        self.board(position, seat, width).map_alone()
    }

    /// The table in terms of pieces, for drawing a picture of it; `seat` as in [`Game::view`]. Empty if the game has no pictures.
    fn scene(&self, _position: &Self::Position, _seat: Option<Seat>) -> Scene {
        Scene::default()
    }

    /// The same with all that any of the players sees.
    fn opened(&self, position: &Self::Position, seats: Seat) -> Scene {
        let mut scene = self.scene(position, None);
        for seat in 0..seats {
            scene.reveal(&self.scene(position, Some(seat)));
        }
        scene
    }

    /// What a move concerns on the table as `seat` sees it; by default, the pieces that the move's id names.
    fn pointing(&self, position: &Self::Position, mv: Self::Move, seat: Option<Seat>) -> Pointing {
        Pointing::by_name(&self.id(mv), &self.scene(position, seat))
    }

    /// How a player is shown beside the others, as far as everybody knows.
    fn figure(&self, position: &Self::Position, seat: Seat) -> Figure {
        let _ = (position, seat);
        Figure::default()
    }

    /// The table in sentences, one for each thing, for people who cannot or prefer not to read a drawing.
    fn describe(&self, position: &Self::Position, seat: Option<Seat>) -> Vec<String>;

    /// The finished game retold: paragraphs in the past tense about what mattered. By default, it is retold event by event.
    fn story(&self, past: &[Happened<'_, Self>]) -> Vec<String> {
        past.iter()
            .map(|happened| self.telling(happened.position, happened.event).text)
            .collect()
    }

    /// The set-up in steps, for the people who lay out the pieces.
    fn setup(&self) -> Vec<String>;

    /// Where everything should be, place by place, so that a bumped table can be laid out again; `seat` as in [`Game::view`].
    fn audit(&self, position: &Self::Position, seat: Option<Seat>) -> Vec<String> {
        self.describe(position, seat)
    }

    /// Whether every event and every refusal cites a numbered rule.
    fn cites(&self) -> bool {
        true
    }

    /// Whether the game has secrets. It is not called in a game of one, which has none.
    fn hides(&self) -> bool {
        true
    }

    /// Which part of the turn is secret. It is not called in a game of one, which has no secrets.
    fn visibility(&self, position: &Self::Position) -> Visibility {
        let _ = position;
        Visibility::default()
    }

    /// Why only the people can settle this source, in a sentence without its full stop; `None` if the program may do so too.
    fn only_by_hand(&self, source: Source) -> Option<String> {
        let _ = source;
        None
    }

    /// What the others see of a move made from `position`, if they may not know all of it before the game is over: "a fight card".
    /// Its events keep the secret themselves.
    fn outside(&self, position: &Self::Position, mv: Self::Move) -> Option<String> {
        let _ = (position, mv);
        None
    }
}
