//! A session of any game, as the front ends drive it: compiled once for all games.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use serde_json::Value;

use super::journal::{Header, JournalError};
use super::luck::Tally;
use super::pointing::lights;
use super::search::{Budget, Hint};
use super::{
    By, Figure, Heading, News, Odds, Outcome, Pointing, Refused, RuleId, Scene, Screen, Seat, Short, SourceInfo, Telling,
    Turn, When,
};

/// Something that happened, with the number of the move it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub n: usize,
    pub by: By,
    pub telling: Telling,
    /// What a prompt says of it.
    pub news: News,
    /// The phase after the move.
    pub heading: Option<Heading>,
}

/// A possible answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its stable name, which [`Sitting::answer`] takes.
    pub id: String,
    /// It in a few words.
    pub text: String,
    /// Of chance: how many of the equally likely cases lead to it.
    pub weight: Option<u32>,
}

/// What is asked now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The number of the move that is asked for, from 1.
    pub n: usize,
    /// Whose move it is; never [`Turn::Over`].
    pub turn: Turn,
    /// The name of the player who decides, or who alone sees what the table settles.
    pub who: Option<String>,
    /// The source that chance or the fact comes from.
    pub source: Option<&'static str>,
    /// In one short sentence.
    pub question: String,
    /// At least one.
    pub options: Vec<Answer>,
    /// Only this seat may see the question, its answers and what comes of a wrong one.
    pub secret: Option<Seat>,
    /// The answers may be known, but the list of them tells too much: front ends show none of them.
    pub unlisted: bool,
}

/// How an [`Ask`] is put at a prompt; see [`Manner`](super::Manner).
#[derive(Clone, Debug)]
pub struct Brief {
    pub lead: Option<String>,
    pub shown: bool,
    /// The id of the harmless answer, and the word it is shown by.
    pub usual: Option<(String, &'static str)>,
    pub when: When,
    pub breath: Option<u64>,
    pub joint: bool,
    pub silent: bool,
    /// By option.
    pub shorts: Vec<Option<Short>>,
    /// Words for several ids at once.
    pub phrases: Vec<(&'static str, Vec<String>)>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its number, from 1.
    pub n: usize,
    pub by: By,
    /// "kind:?" where not everybody may know it yet.
    pub id: String,
    /// It in a few words, as it was offered; or as much of it as everybody may know.
    pub text: String,
}

/// A move that was made, and what happened then.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    pub made: Made,
    pub tellings: Vec<Telling>,
}

/// What an undo did.
#[derive(Clone, Debug, PartialEq)]
pub struct TakenBack {
    /// How many moves still count.
    pub left: usize,
    /// The names of those that no longer do, in the order they were made.
    pub ids: Vec<String>,
    /// How many of them people made.
    pub people: usize,
    /// The last few of those in words.
    pub last: Vec<String>,
    /// Whether the program settled chance among them.
    pub luck: bool,
    /// What happened since: chance that the program settles now and did not then.
    pub told: Vec<Told>,
}

/// Why something was not done. The session is as it was.
#[derive(Debug)]
pub enum Trouble {
    /// These words are no move of this game.
    NotAMove(String),
    /// It is a move, but not a legal one.
    Refused(Refused),
    /// There is less to undo (or redo) than asked for.
    Beyond { what: &'static str, possible: usize },
    /// Under strict luck nothing is taken back past this.
    Strict(String),
    /// The table agreed on no hints.
    NoHints,
    /// No source of this game has that name.
    Source(String),
    /// It could not be saved; it can be tried again.
    Journal(JournalError),
    /// The rules broke their own promise: a mistake of this program.
    Fault(String),
}

impl Trouble {
    /// A stable name for programs, where the game goes on as if nothing had been said: "not_a_move".
    pub fn code(&self) -> Option<&'static str> {
        match self {
            Trouble::NotAMove(_) => Some("not_a_move"),
            Trouble::Refused(refused) => Some(refused.code),
            Trouble::Beyond { .. } => Some("too_far_back"),
            Trouble::Strict(_) => Some("strict_luck"),
            Trouble::NoHints => Some("no_hints"),
            Trouble::Source(_) | Trouble::Journal(_) | Trouble::Fault(_) => None,
        }
    }

    /// The rule that it would break.
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            Trouble::Refused(refused) => refused.rule,
            _ => None,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::NotAMove(words) => write!(f, "`{words}` is no move of this game"),
            Trouble::Refused(refused) => write!(f, "{}", refused.reason),
            Trouble::Beyond { what, possible: 0 } => write!(f, "there is nothing to {what}"),
            Trouble::Beyond { what, possible: 1 } => write!(f, "there is only 1 move to {what}"),
            Trouble::Beyond { what, possible } => write!(f, "there are only {possible} moves to {what}"),
            Trouble::Strict(what) => {
                write!(f, "this game is played with strict luck: nothing is taken back past a roll or reveal (`{what}`)")
            }
            Trouble::NoHints => write!(f, "this table agreed on no hints"),
            Trouble::Source(message) => write!(f, "{message}"),
            Trouble::Journal(error) => write!(f, "{error}"),
            Trouble::Fault(message) => write!(f, "this is a mistake in paperkeep, not yours: {message}"),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<JournalError> for Trouble {
    fn from(error: JournalError) -> Trouble {
        Trouble::Journal(error)
    }
}

/// A session of some game. All that is answered, undone or redone is on the disk when a call returns `Ok`.
///
/// ```
/// use paperkeep::games;
/// use paperkeep::kit::Kit;
/// use paperkeep::referee::journal::{FORMAT, Header, Luck, Secrets};
///
/// let kit = Kit::find("dungeon-in-a-tin")?;
/// let header = Header {
///     journal: FORMAT,
///     game: "dungeon-in-a-tin".into(),
///     edition: None,
///     options: Vec::new(),
///     players: vec!["Ann".into(), "Bob".into()],
///     seed: 3,
///     kit: String::new(),
///     rows: Vec::new(),
///     program: None,
///     folder: None,
///     rules: games::of_kit(&kit).rules,
///     physical: Vec::new(),
///     luck: Luck::Same,
///     secrets: Secrets::Table,
///     hints: true,
/// };
/// let mut sitting = games::start(&kit, header)?;
/// let first = sitting.ask().expect("a new game asks something");
/// for told in sitting.answer(&first.options[0].id)? {
///     println!("{}", told.telling.text);
/// }
/// assert_eq!(sitting.undo(1)?.ids, [first.options[0].id.clone()]);
/// assert_eq!(sitting.ask().map(|ask| ask.question), Some(first.question));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Sitting {
    /// Which game this is, who plays, from which seed.
    fn header(&self) -> &Header;

    /// Where the journal is; `None` if this session is not written down.
    fn journal(&self) -> Option<&Path>;

    /// The sources of chance and of told facts.
    fn sources(&self) -> &[SourceInfo];

    /// By source: whether the table settles it.
    fn physical(&self) -> &[bool];

    /// Whether anybody may ever know what others may not.
    fn hides(&self) -> bool;

    /// The number of moves that count.
    fn made(&self) -> usize;

    /// How many moves of people can be taken back.
    fn undoable(&self) -> usize;

    /// How many of those taken back can be made again.
    fn redoable(&self) -> usize;

    /// Whose move it is.
    fn turn(&self) -> Turn;

    /// What is asked; `None` once the game is over.
    fn ask(&self) -> Option<Ask>;

    /// How it is put at a prompt; `None` once the game is over.
    fn brief(&self, ask: &Ask) -> Option<Brief>;

    /// The phase the game is in.
    fn heading(&self) -> Option<Heading>;

    /// How all stand, in one line.
    fn summary(&self) -> Option<String>;

    /// What a player has and where, in one line without the name; `eyes` as `seat` in [`state`](Self::state).
    fn holding(&self, seat: Seat, eyes: Option<Seat>) -> String;

    /// The colour of a player's pieces, in a word, if they have one of their own.
    fn colour(&self, seat: Seat) -> Option<&str>;

    /// What who is asked must see to answer, in one line; `seat` as in [`state`](Self::state).
    fn status(&self, seat: Option<Seat>) -> Option<String>;

    /// Changes when the table must be seen anew.
    fn ground(&self) -> u64;

    /// The same game from here on, to try answers out: it is not written down, and nothing before can be taken back in it.
    fn fork(&self) -> Box<dyn Sitting>;

    /// The outcome if the game ended here.
    fn standing(&self) -> Outcome;

    /// Whether an answer would be taken, without taking it.
    fn judge(&self, id: &str) -> Result<(), Trouble>;

    /// The rule behind a legal answer: that of the first thing which would happen, if anything would.
    fn foretell(&self, id: &str) -> Result<Option<RuleId>, Trouble>;

    /// The move that was lately offered in these words or in the first one of its short form, legal now or not.
    fn offered(&self, text: &str) -> Option<String>;

    /// The first move that can be thought of now whose name or words begin with these, legal or not.
    fn thought(&self, text: &str) -> Option<String>;

    /// Makes the move that is asked for, and those of the program that follow; tells what happened.
    fn answer(&mut self, id: &str) -> Result<Vec<Told>, Trouble>;

    /// Edits the table where the people decide otherwise than the rules: words as the game's
    /// [`correction_forms`](Self::correction_forms) say.
    fn correct(&mut self, words: &str) -> Result<Vec<Told>, Trouble>;

    /// Corrections that could be meant now, for completion.
    fn corrections(&self) -> Vec<String>;

    /// Corrections by which a tile of the map would lie elsewhere on it.
    fn layings(&self) -> Vec<String>;

    /// Why no piece is put right just now, in a sentence without its full stop.
    fn pieces_wait(&self) -> Option<&'static str>;

    /// How corrections are said, each with what it does.
    fn correction_forms(&self) -> &'static [(&'static str, &'static str)];

    /// The table in lines from which the game can be [entered](Self::enter) again; what keeps it from that now. In the middle of
    /// something they tell how it lay before, and then what was done since. `None` of a game that cannot be entered.
    fn written(&self) -> Option<Result<Vec<String>, String>>;

    /// Enters a game under way from such lines, as one correction and the answers given since.
    fn enter(&mut self, lines: &str) -> Result<Vec<Told>, Trouble>;

    /// The set-up in the same lines, to be filled in; nothing of a game that cannot be entered.
    fn unwritten(&self) -> Vec<String>;

    /// Ends the game by agreement; it is scored as it stands.
    fn end(&mut self) -> Result<Vec<Told>, Trouble>;

    /// Takes back this many moves of people, each with the program's moves that followed it.
    fn undo(&mut self, times: usize) -> Result<TakenBack, Trouble>;

    /// Makes moves again that were taken back and not replaced by others.
    fn redo(&mut self, times: usize) -> Result<Vec<Told>, Trouble>;

    /// From now on the table settles these sources and no others; words as in [`physical`](super::session::physical).
    fn hand_over(&mut self, words: &[String]) -> Result<Vec<Told>, Trouble>;

    /// The moves of that range, from 0, and what happened at each.
    fn history(&self, range: Range<usize>) -> Vec<Past>;

    /// What a seat (or with `None` everybody) sees after `at` moves; after more than were made, what it sees now.
    fn state(&self, at: usize, seat: Option<Seat>) -> Result<Value, Trouble>;

    /// The table as a drawing; `at` and `seat` as in [`state`](Self::state), no wider than `width` characters if that can be.
    fn board(&self, at: usize, seat: Option<Seat>, width: usize) -> Screen;

    /// The part of the map that is drawn by itself when it changed; arguments as of [`board`](Self::board).
    fn near(&self, seat: Option<Seat>, width: usize) -> Screen;

    /// The table in terms of pieces; `at` and `seat` as in [`state`](Self::state).
    fn scene(&self, at: usize, seat: Option<Seat>) -> Scene;

    /// What each option of the ask has to do with on the table; `seat` as in [`state`](Self::state).
    fn pointing(&self, ask: &Ask, seat: Option<Seat>) -> Vec<Pointing>;

    /// The table as it lies now, with what its answers point at lit, as far as `seat` may see the question.
    fn lit(&self, seat: Option<Seat>) -> Scene {
        let mut scene = self.scene(usize::MAX, seat);
        let ask = self.ask().filter(|ask| !ask.unlisted && ask.secret.is_none_or(|own| seat == Some(own)));
        scene.lights = ask.map_or_else(Vec::new, |ask| lights(&scene, &self.pointing(&ask, seat)));
        scene
    }

    /// Why the first of the moves that `hit` means is not legal, of all that could be thought of now.
    fn refused_at(&self, hit: &dyn Fn(&Pointing) -> bool, seat: Option<Seat>) -> Option<Refused>;

    /// How a player is shown among the others.
    fn figure(&self, at: usize, seat: Seat) -> Figure;

    /// The table in sentences; `at` and `seat` as in [`state`](Self::state).
    fn describe(&self, at: usize, seat: Option<Seat>) -> Vec<String>;

    /// What chance gave in the first `at` moves that count, by source and hand.
    fn luck(&self, at: usize) -> Vec<Tally>;

    /// What can come of each answer until the next decision, as far as `seat` knows (with `None`: everybody); `None` once the game
    /// is over, where the list of answers tells too much ([`Ask::unlisted`]), and where the game cannot say what the seat knows.
    fn odds(&self, seat: Option<Seat>) -> Option<Odds>;

    /// What whoever is asked had better answer, as far as `seat` knows (with `None`: everybody), found by playing the game out
    /// within a budget. `None` where no player decides, and wherever there are no [`odds`](Self::odds).
    fn hint(&self, seat: Option<Seat>, budget: Budget) -> Result<Option<Hint>, Trouble>;

    /// The first `at` moves retold, in paragraphs.
    fn story(&self, at: usize) -> Vec<String>;

    /// The set-up in steps.
    fn setup(&self) -> Vec<String>;

    /// What should lie where now, place by place; `seat` as in [`state`](Self::state).
    fn audit(&self, seat: Option<Seat>) -> Vec<String>;

    /// The end, once there is one.
    fn outcome(&self) -> Option<Outcome>;

    /// What somebody is called: a player's name, "program" or "table".
    fn name(&self, by: By) -> &str {
        match by {
            By::Player(seat) => self.header().players.get(usize::from(seat)).map_or("player", String::as_str),
            By::Program => "program",
            By::Table => "table",
        }
    }
}
