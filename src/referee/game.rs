//! The contract between a game's rules and everything that runs them.

use serde::Serialize;

use super::odds::Stake;
use super::{Choices, Corrections, Figure, Outcome, Pointing, Prompting, Scene, Screen, Seat};

/// A physical thing that chance comes from: this die, that deck. An index into [`Game::sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source(pub u8);

/// What a [`Source`] is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceInfo {
    /// Its own name: "attack die".
    pub name: &'static str,
    /// The word that hands it to the table, `--physical dice`: "dice", "tiles", "cards" or "tokens".
    pub group: &'static str,
}

/// A rule's number as the dossier has it: "R12", "A3".
pub type RuleId = &'static str;

/// Who makes the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A player decides.
    Player(Seat),
    /// Chance decides, through this source.
    Chance(Source),
    /// Only the people can see it: they tell a fact of this source.
    Table(Source),
    /// Nobody: the game has ended.
    Over,
}

/// The rules of one game, over its kit's data, options and number of players.
///
/// A pure state machine: it never rolls, draws, prints or reads a clock. Decisions, results of chance and facts told by the
/// table are all moves. The promises, which one battery of tests holds every game to:
///
/// * [`moves`](Self::moves) lists exactly the moves that [`play`](Self::play) accepts, each once, in an order that depends on
///   the position alone; it is empty exactly when the [`turn`](Self::turn) is [`Turn::Over`].
/// * After a refusal the position is what it was.
/// * Nothing is shuffled ahead: a deck is a multiset with known ends, and the weights of a chance turn are exact.
/// * Nothing allocates in the long run: buffers and the position's own vectors are reused.
pub trait Game: Send + Sync + 'static {
    /// The whole state at one moment: plain data.
    type Position: Clone + Eq + std::fmt::Debug + Send + Sync;
    /// Anything that takes a position to the next: a small enum.
    type Move: Copy + Eq + std::fmt::Debug + Send;
    /// What happened, for telling; with the numbers to tell it by.
    type Event: Copy + std::fmt::Debug;
    /// Why a move is not legal.
    type Refusal: Copy + Eq + std::fmt::Debug;
    /// What one seat may see: a type of its own, never the position with parts blanked. Front ends and bots get this.
    type View<'p>: Serialize;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// The sources of chance and of told facts.
    fn sources(&self) -> &[SourceInfo];

    /// The position after the set-up, before the first move.
    fn start(&self) -> Self::Position;

    /// Who moves next.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Every move that could be legal now, each once, in the order of listing: what [`judge`](Self::judge) is asked about.
    fn candidates(&self, position: &Self::Position, each: &mut impl FnMut(Self::Move));

    /// How many of the equally likely cases a legal move is (a decision is one), or why it is not legal.
    fn judge(&self, position: &Self::Position, mv: Self::Move) -> Result<u32, Self::Refusal>;

    /// Makes a move that was judged legal and tells what happened, in order.
    fn apply(&self, position: &mut Self::Position, mv: Self::Move, tell: &mut impl FnMut(Self::Event));

    /// Replaces `choices` by the legal moves. A game that finds them without asking about each candidate says how; the list is the
    /// same.
    fn moves(&self, position: &Self::Position, choices: &mut Choices<Self::Move>) {
        self.judged(position, choices);
    }

    /// Replaces `choices` by the candidates that are judged legal.
    fn judged(&self, position: &Self::Position, choices: &mut Choices<Self::Move>) {
        choices.clear();
        self.candidates(position, &mut |mv| {
            if let Ok(weight) = self.judge(position, mv) {
                choices.weigh(mv, weight);
            }
        });
    }

    /// The legal moves alone.
    fn legal(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut choices = Choices::default();
        self.moves(position, &mut choices);
        choices.iter().map(|choice| choice.mv).collect()
    }

    /// Makes a move and tells what happened, in order; or says why not and changes nothing.
    fn play(
        &self,
        position: &mut Self::Position,
        mv: Self::Move,
        tell: &mut impl FnMut(Self::Event),
    ) -> Result<(), Self::Refusal> {
        self.judge(position, mv)?;
        self.apply(position, mv, tell);
        Ok(())
    }

    /// The move by which the game goes on where the table settles chance and keeps what came of it to itself: a secret of the
    /// cardboard's, which the referee then does not know. It is never listed, and a session alone makes it.
    fn untold(&self, position: &Self::Position) -> Option<Self::Move> {
        let _ = position;
        None
    }

    /// A decision that comes to the same whatever is chosen: nobody need be asked, and a session makes this one.
    fn idle(&self, position: &Self::Position) -> Option<Self::Move> {
        let _ = position;
        None
    }

    /// Whether a legal decision shows something that was hidden, as a roll or a draw does.
    fn reveals(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let _ = (position, mv);
        false
    }

    /// The end, once the turn is [`Turn::Over`].
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Every way in which things may be as far as `seat` knows (with `None`: everybody), each with how many of the equally likely
    /// cases it is, until `each` says false. What others hide may be left open in them, if chance or the table then settles it
    /// once it matters. Two positions that differ only in what the seat cannot see have the same ways, in the same order. None at
    /// all: the game cannot say, and nobody is told odds.
    fn known(&self, position: &Self::Position, seat: Option<Seat>, each: &mut dyn FnMut(Self::Position, u32) -> bool) {
        let _ = seat;
        each(position.clone(), 1);
    }

    /// What `seat` sees; `None` is the open table, what everybody sees.
    fn view<'p>(&'p self, position: &'p Self::Position, seat: Option<Seat>) -> Self::View<'p>;
}

/// An event in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Telling {
    /// The rule it comes from; `None` where the table decided.
    pub rule: Option<RuleId>,
    /// A stable name for programs: "monster_killed".
    pub kind: &'static str,
    /// One sentence for people.
    pub text: String,
    /// The particulars for programs, an object.
    pub data: serde_json::Value,
}

/// Something that happened, with the position after the move it came from.
#[derive(Debug)]
pub struct Happened<'p, G: Game + ?Sized> {
    pub position: &'p G::Position,
    pub event: G::Event,
}

/// The reason of a refusal that says no more than that something else is asked.
pub const NOT_NOW: &str = "that is not what is asked for now";

/// A refusal in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// In one sentence, for people.
    pub reason: String,
    /// The rule it would break; `None` when the words are no move at all.
    pub rule: Option<RuleId>,
    /// A stable name for programs: "not_in_hand".
    pub code: &'static str,
}

impl Refused {
    /// Of a correction: the table may agree on much, but not on that.
    pub fn correction(reason: impl Into<String>, rule: Option<RuleId>) -> Refused {
        Refused { reason: reason.into(), rule, code: "no_such_correction" }
    }
}

/// What of a turn is not for everybody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hush {
    /// Only this seat may see the question, its answers and what comes of a wrong one: a hand to choose from, a card to draw.
    pub seat: Option<Seat>,
    /// Nobody may see the list of answers: it would tell what others hide. An answer is only judged.
    pub unlisted: bool,
}

/// How a game speaks. Made only when somebody reads: nothing here is on the path of a simulation.
///
/// What a seat may not know is in none of the words made for it: two positions that differ in that alone have the same view,
/// board, description, audit and, unless another seat alone is asked, the same question and listed options for it.
pub trait Words: Corrections + Prompting {
    /// The move's stable name, in the journal, the protocol and at the prompt: "go:north". No spaces; [`parse`](Self::parse)
    /// undoes it.
    fn id(&self, mv: Self::Move) -> String;

    /// The move of that name, legal or not; `None` if these words are no move of this game.
    fn parse(&self, id: &str) -> Option<Self::Move>;

    /// What is asked now, as one short sentence: "Ann, where to?".
    fn question(&self, position: &Self::Position) -> String;

    /// A legal move as an option, in a few words: "go north".
    fn option(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// An event in words. `position` is the one after the move.
    fn telling(&self, position: &Self::Position, event: Self::Event) -> Telling;

    /// What an event comes to for somebody who weighs an answer, in a few words; `None` where it tells no outcome from another.
    /// `position` is the one after the move. A game that says nothing of its own tells all that happened.
    fn stake(&self, position: &Self::Position, event: Self::Event) -> Option<Stake> {
        Stake::that(self.telling(position, event).text.trim_end_matches('.'))
    }

    /// A refusal in words. `position` is the one that refused.
    fn refused(&self, position: &Self::Position, refusal: Self::Refusal) -> Refused;

    /// The table as a drawing, no wider than `width` characters where that can be; `seat` as in [`Game::view`].
    fn board(&self, position: &Self::Position, seat: Option<Seat>, width: usize) -> Screen;

    /// The part of the map that is drawn by itself when it changed; arguments as of [`board`](Self::board). All of it if the game
    /// does not say.
    fn near(&self, position: &Self::Position, seat: Option<Seat>, width: usize) -> Screen {
        self.board(position, seat, width).map_alone()
    }

    /// The table in terms of pieces, for a picture of it; `seat` as in [`Game::view`]. Empty where a game has none.
    fn scene(&self, _position: &Self::Position, _seat: Option<Seat>) -> Scene {
        Scene::default()
    }

    /// What a move has to do with on the table as `seat` sees it; a game that says nothing points at the pieces that the move's
    /// id names.
    fn pointing(&self, position: &Self::Position, mv: Self::Move, seat: Option<Seat>) -> Pointing {
        Pointing::by_name(&self.id(mv), &self.scene(position, seat))
    }

    /// How a player is shown among the others: as far as everybody knows.
    fn figure(&self, position: &Self::Position, seat: Seat) -> Figure {
        let _ = (position, seat);
        Figure::default()
    }

    /// The table in sentences, one a thing, for who cannot or will not read a drawing.
    fn describe(&self, position: &Self::Position, seat: Option<Seat>) -> Vec<String>;

    /// The game retold once it is played: paragraphs, of what matters among all that happened, in the past tense. A game that
    /// has no story of its own is told event by event.
    fn story(&self, past: &[Happened<'_, Self>]) -> Vec<String> {
        past.iter().map(|happened| self.telling(happened.position, happened.event).text).collect()
    }

    /// The set-up in steps, for the people who lay out the pieces.
    fn setup(&self) -> Vec<String>;

    /// What should lie where, place by place, so that a bumped table can be laid out again; `seat` as in [`Game::view`].
    fn audit(&self, position: &Self::Position, seat: Option<Seat>) -> Vec<String> {
        self.describe(position, seat)
    }

    /// Whether all that happens, and all that is refused, comes from a rule with a number.
    fn cites(&self) -> bool {
        true
    }

    /// Whether anybody ever knows what others may not. A game of one has no secrets: there this is not asked.
    fn hides(&self) -> bool {
        true
    }

    /// What of the turn is not for everybody. A game of one has no secrets: there this is not asked.
    fn hush(&self, position: &Self::Position) -> Hush {
        let _ = position;
        Hush::default()
    }

    /// Why only the people can settle this source, in a sentence without its full stop; `None` where the program may as well.
    fn only_by_hand(&self, source: Source) -> Option<String> {
        let _ = source;
        None
    }

    /// What the others see of a move made from `position`, if they may not know all of it before the game is over: "a fight
    /// card". Its events keep the secret themselves.
    fn outside(&self, position: &Self::Position, mv: Self::Move) -> Option<String> {
        let _ = (position, mv);
        None
    }
}
