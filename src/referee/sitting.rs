//! A session of any game as front ends use it, compiled once for all games.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::path::Path;

use serde_json::Value;

use super::corrections::UnderWay;
use super::journal::{Header, JournalError};
use super::luck::Tally;
use super::pointing::highlights;
use super::search::{Budget, Hint};
use super::{
    By, Figure, Heading, News, Odds, Outcome, Pointing, Refused, RuleId, Scene, Screen, Seat,
    Short, SourceInfo, Telling, Together, Turn, When,
};

/// Something that happened, with the number of the move it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub n: usize,
    pub by: By,
    pub telling: Telling,
    /// What a prompt says about it.
    pub news: News,
    /// The same in a sentence, if that is not the one of `telling`.
    pub sentence: Option<String>,
    /// The phase after the move.
    pub heading: Option<Heading>,
}

/// A possible answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its stable name, which [`Sitting::answer`] takes.
    pub id: String,
    /// What it is, in a few words.
    pub text: String,
    /// For chance: how many of the equally likely cases lead to it.
    pub weight: Option<u32>,
}

/// What is asked now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The number of the requested move, from 1.
    pub n: usize,
    /// Whose move it is; never [`Turn::Over`].
    pub turn: Turn,
    /// The name of the player who decides, or who alone sees what the table settles.
    pub who: Option<String>,
    /// The source that chance or the fact comes from.
    pub source: Option<&'static str>,
    /// The question, in one short sentence.
    pub question: String,
    /// The answers: at least one.
    pub options: Vec<Answer>,
    /// Only this seat may see the question, its answers, and the reply to a wrong one.
    pub secret: Option<Seat>,
    /// The list of answers would reveal too much, so front ends show none of them.
    pub unlisted: bool,
}

/// How an [`Ask`] is worded at a prompt; see [`Manner`](super::Manner).
#[derive(Clone, Debug)]
pub struct Brief {
    pub lead: Option<String>,
    pub asked: Option<String>,
    pub together: Option<Together>,
    pub shown: bool,
    /// The id of the harmless answer, and the word that shows it.
    pub usual: Option<(String, Cow<'static, str>)>,
    pub when: When,
    pub batch: Option<u64>,
    pub joint: bool,
    pub silent: bool,
    /// The order in which the options are shown, by index.
    pub order: Vec<usize>,
    /// By option.
    pub shorts: Vec<Option<Short>>,
    /// The options in the words that stand beside the question.
    pub plain: Vec<String>,
    /// Words for several ids at once.
    pub phrases: Vec<(Cow<'static, str>, Vec<String>)>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its number, from 1.
    pub n: usize,
    pub by: By,
    /// The player whose decision it was, even if the program made it.
    pub seat: Option<Seat>,
    /// "kind:?" where not everybody may know it yet.
    pub id: String,
    /// The move in a few words, as it was offered, or as much of it as everybody may know.
    pub text: String,
}

/// Something said of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark<'a> {
    /// A note, by a player or by all.
    Note { by: Option<Seat>, text: &'a str },
    /// A rule was read.
    Looked(&'a str),
    /// A question of the host was answered, by a player or by all.
    Answered {
        by: Option<Seat>,
        asked: &'a str,
        answered: &'a str,
    },
    /// An answer was refused.
    Refused(&'a Refused),
}

/// The longest note that is kept, in letters.
pub const LONGEST_NOTE: usize = 1000;

/// Something that a player decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The number of the move.
    pub n: usize,
    pub by: By,
    /// What was offered, each with its id and in words, and the id of what was chosen.
    pub offered: Vec<(String, String)>,
    pub chosen: String,
}

/// A move that was made, and what happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    pub made: Made,
    pub tellings: Vec<Telling>,
    /// For each telling, whether another of the same move says as much.
    pub repeats: Vec<bool>,
}

/// What an undo did.
#[derive(Clone, Debug, PartialEq)]
pub struct TakenBack {
    /// How many moves still count.
    pub left: usize,
    /// The ids of those taken back, in the order they were made.
    pub ids: Vec<String>,
    /// How many of those were made by people.
    pub people: usize,
    /// The last few of them in words.
    pub last: Vec<String>,
    /// Whether the program settled chance among them.
    pub luck: bool,
    /// What has happened since: chance that the program settles now but did not then.
    pub told: Vec<Told>,
}

/// What an amendment did.
#[derive(Clone, Debug, PartialEq)]
pub struct Amended {
    /// The answer in words, before and now.
    pub was: String,
    pub is: String,
    /// How many of the people's moves came before it.
    pub before: usize,
    /// Later moves of the people that do not hold any more.
    pub dropped: Vec<Made>,
    /// What has happened from the new answer on.
    pub told: Vec<Told>,
}

/// Why something was not done. The session is unchanged.
#[derive(Debug)]
pub enum SessionError {
    /// These words are not a move of this game.
    NotAMove(String),
    /// It is a move, but not a legal one.
    Refused(Refused),
    /// There is less to undo (or redo) than requested.
    Beyond { what: &'static str, possible: usize },
    /// Strict luck forbids taking this back.
    Strict(String),
    /// The table agreed to play without hints.
    NoHints,
    /// No source of this game has that name.
    Source(String),
    /// A bot cannot play as it was called.
    Bot(String),
    /// It could not be saved; it can be tried again.
    Journal(JournalError),
    /// The rules broke their own promise: a bug in this program.
    Fault(String),
}

impl SessionError {
    /// A stable name for programs, if the game continues as if nothing had been said: "not_a_move".
    pub fn code(&self) -> Option<&'static str> {
        match self {
            SessionError::NotAMove(_) => Some("not_a_move"),
            SessionError::Refused(refused) => Some(refused.code),
            SessionError::Beyond { .. } => Some("too_far_back"),
            SessionError::Strict(_) => Some("strict_luck"),
            SessionError::NoHints => Some("no_hints"),
            SessionError::Source(_)
            | SessionError::Bot(_)
            | SessionError::Journal(_)
            | SessionError::Fault(_) => None,
        }
    }

    /// The sentence, without its full stop, and the value of each placeholder: one sentence to translate, whatever the values.
    pub fn sentence(&self) -> (&'static str, Vec<(&'static str, String)>) {
        let why = |why: String| ("{why}", vec![("why", why)]);
        match self {
            SessionError::NotAMove(words) => (
                "`{words}` is not a move of this game",
                vec![("words", words.clone())],
            ),
            SessionError::Refused(refused) => why(refused.reason.clone()),
            SessionError::Beyond { what, possible: 0 } => (
                "there is nothing to {what}",
                vec![("what", (*what).to_owned())],
            ),
            SessionError::Beyond { what, possible: 1 } => (
                "there is only 1 move to {what}",
                vec![("what", (*what).to_owned())],
            ),
            SessionError::Beyond { what, possible } => {
                let particulars = vec![
                    ("count", possible.to_string()),
                    ("what", (*what).to_owned()),
                ];
                ("there are only {count} moves to {what}", particulars)
            }
            SessionError::Strict(what) => (
                "this game is played with strict luck: undo cannot go past a roll or a reveal (`{what}`)",
                vec![("what", what.clone())],
            ),
            SessionError::NoHints => ("this table agreed to play without hints", Vec::new()),
            SessionError::Source(message) | SessionError::Bot(message) => why(message.clone()),
            SessionError::Journal(error) => why(error.to_string()),
            SessionError::Fault(fault) => (
                "this is a bug in paperkeep, not your mistake: {fault}",
                vec![("fault", fault.clone())],
            ),
        }
    }

    /// The rule it would break.
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            SessionError::Refused(refused) => refused.rule,
            _ => None,
        }
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sentence, particulars) = self.sentence();
        let filled = |text: String, (name, word): (&str, String)| {
            text.replace(&format!("{{{name}}}"), &word)
        };
        f.write_str(&particulars.into_iter().fold(sentence.to_owned(), filled))
    }
}

impl std::error::Error for SessionError {}

impl From<JournalError> for SessionError {
    fn from(error: JournalError) -> SessionError {
        SessionError::Journal(error)
    }
}

/// A session of some game. Everything answered, undone or redone is on disk when a call returns `Ok`.
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
///     language: None,
///     rules: games::of_kit(&kit).rules,
///     physical: Vec::new(),
///     luck: Luck::Same,
///     secrets: Secrets::Table,
///     hints: true,
///     bots: Vec::new(),
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

    /// The sources of chance and of facts that the table reports.
    fn sources(&self) -> &[SourceInfo];

    /// By source: whether the table settles it.
    fn physical(&self) -> &[bool];

    /// Whether a bot decides for a seat now. People do once a program of one's own could not go on, or where none was started.
    fn is_bot(&self, seat: Seat) -> bool;

    /// Whether the game has secrets, which somebody knows and others may not.
    fn hides(&self) -> bool;

    /// The number of moves that count.
    fn made(&self) -> usize;

    /// How many moves of people can be taken back.
    fn undoable(&self) -> usize;

    /// How many moves that were taken back can be made again.
    fn redoable(&self) -> usize;

    /// Whose move it is.
    fn turn(&self) -> Turn;

    /// What is asked; `None` once the game is over.
    fn ask(&self) -> Option<Ask>;

    /// How the question is worded at a prompt; `None` once the game is over.
    fn brief(&self, ask: &Ask) -> Option<Brief>;

    /// The phase the game is in.
    fn heading(&self) -> Option<Heading>;

    /// Everybody's standing, in one line.
    fn summary(&self) -> Option<String>;

    /// What a player has and where the player is, in one line without the name; `viewer` as `seat` in [`state`](Self::state).
    fn holding(&self, seat: Seat, viewer: Option<Seat>) -> String;

    /// The colour of a player's pieces, in a word, if they have one of their own.
    fn colour(&self, seat: Seat) -> Option<&str>;

    /// What the players who are asked need to see to answer, in one line; `seat` as in [`state`](Self::state).
    fn status(&self, seat: Option<Seat>) -> Option<String>;

    /// A number that changes when people need to see the table again.
    fn table_version(&self) -> u64;

    /// A copy of the game from here on, for trying out answers: it is not written down, and nothing earlier can be taken back in
    /// it. Where a program of one's own or a search would decide, the game's best bot does.
    fn fork(&self) -> Box<dyn Sitting>;

    /// The outcome if the game ended here.
    fn standing(&self) -> Outcome;

    /// Whether an answer would be accepted; nothing is done.
    fn judge(&self, id: &str) -> Result<(), SessionError>;

    /// The rule behind a legal answer: that of the first thing that would happen, if any.
    fn foretell(&self, id: &str) -> Result<Option<RuleId>, SessionError>;

    /// The move that was recently offered in these words, or by the first word of its short form, whether or not it is legal now.
    fn offered(&self, text: &str) -> Option<String>;

    /// The first conceivable move, legal or not, whose id or wording starts with these words.
    fn thought(&self, text: &str) -> Option<String>;

    /// Makes the requested move, and the program's moves that follow; returns what happened.
    fn answer(&mut self, id: &str) -> Result<Vec<Told>, SessionError>;

    /// Edits the table where the people overrule the rules, in words as given by [`correction_forms`](Self::correction_forms).
    fn correct(&mut self, words: &str) -> Result<Vec<Told>, SessionError>;

    /// Corrections that are possible now, for completion.
    fn corrections(&self) -> Vec<String>;

    /// Corrections that would move a tile elsewhere on the map.
    fn tile_moves(&self) -> Vec<String>;

    /// Why pieces cannot be corrected at the moment, in a sentence without its full stop.
    fn cannot_correct(&self) -> Option<&'static str>;

    /// The forms of corrections, each with what it does.
    fn correction_forms(&self) -> &'static [(&'static str, &'static str)];

    /// The table in lines from which the game can be [entered](Self::enter) again, or what prevents that now. In the middle of
    /// something, the lines describe the table before it, and then what was done since. `None` for a game that cannot be entered.
    fn table_lines(&self) -> Option<Result<Vec<String>, UnderWay>>;

    /// Enters a game under way from such lines, as one correction followed by the answers given since.
    fn enter(&mut self, lines: &str) -> Result<Vec<Told>, SessionError>;

    /// The set-up in the same lines, as a form to fill in; empty for a game that cannot be entered.
    fn blank_lines(&self) -> Vec<String>;

    /// Ends the game by agreement; it is scored as it stands.
    fn end(&mut self) -> Result<Vec<Told>, SessionError>;

    /// Keeps something said of the table in the journal, pinned to this position; the game stays as it is.
    fn remark(&mut self, remark: Remark<'_>) -> Result<(), SessionError>;

    /// The decisions that count, with what was offered.
    fn decisions(&self) -> Vec<Decision>;

    /// Takes back this many of the people's moves, each with the program's moves that followed it.
    fn undo(&mut self, times: usize) -> Result<TakenBack, SessionError>;

    /// Repeats moves that were taken back and not replaced by others.
    fn redo(&mut self, times: usize) -> Result<Vec<Told>, SessionError>;

    /// The game as it was when answer `n` was given, to ask again; an error if that answer cannot be replaced.
    fn amendable(&self, n: usize) -> Result<Box<dyn Sitting>, SessionError>;

    /// Replaces answer `n`, and makes what followed again as far as it still holds.
    fn amend(&mut self, n: usize, id: &str) -> Result<Amended, SessionError>;

    /// How many amendments can be taken back.
    fn amendments(&self) -> usize;

    /// Takes back the last amendment, with everything done since.
    fn take_back_amendment(&mut self) -> Result<Vec<Told>, SessionError>;

    /// From now on the table settles these sources and no others; words such as "dice" or "attack die".
    fn hand_over(&mut self, words: &[String]) -> Result<Vec<Told>, SessionError>;

    /// The moves in that range, from 0, and what happened at each.
    fn history(&self, range: Range<usize>) -> Vec<Past>;

    /// What a seat (with `None`: everybody) sees after `at` moves; beyond the last move, what it sees now.
    fn state(&self, at: usize, seat: Option<Seat>) -> Result<Value, SessionError>;

    /// The table as a drawing, if possible no wider than `width` characters; `at` and `seat` as in [`state`](Self::state).
    fn board(&self, at: usize, seat: Option<Seat>, width: usize) -> Screen;

    /// The part of the map to draw when it has changed; arguments as for [`board`](Self::board).
    fn near(&self, seat: Option<Seat>, width: usize) -> Screen;

    /// The table in terms of pieces; `at` and `seat` as in [`state`](Self::state).
    fn scene(&self, at: usize, seat: Option<Seat>) -> Scene;

    /// What each option of the ask concerns on the table; `seat` as in [`state`](Self::state).
    fn pointing(&self, ask: &Ask, seat: Option<Seat>) -> Vec<Pointing>;

    /// The table after `at` moves with all hands face up, for one person who plays them all.
    fn opened(&self, at: usize) -> Scene;

    /// The table as it lies now, with what the answers point at highlighted, as far as `seat` may see the question.
    fn highlighted(&self, seat: Option<Seat>) -> Scene {
        self.pointed_at(self.scene(usize::MAX, seat), seat)
    }

    /// A view of the table with what the answers point at highlighted.
    fn pointed_at(&self, mut scene: Scene, seat: Option<Seat>) -> Scene {
        let ask = self
            .ask()
            .filter(|ask| !ask.unlisted && ask.secret.is_none_or(|own| seat == Some(own)));
        scene.highlights = ask.map_or_else(Vec::new, |ask| {
            highlights(&scene, &self.pointing(&ask, seat))
        });
        scene
    }

    /// Why the first conceivable move that `hit` accepts is not legal now.
    fn refused_at(&self, hit: &dyn Fn(&Pointing) -> bool, seat: Option<Seat>) -> Option<Refused>;

    /// How a player is shown beside the others.
    fn figure(&self, at: usize, seat: Seat) -> Figure;

    /// The table in sentences; `at` and `seat` as in [`state`](Self::state).
    fn describe(&self, at: usize, seat: Option<Seat>) -> Vec<String>;

    /// The same with what the others hide, where their views differ from the open table in a sentence.
    fn described_openly(&self, at: usize, seat: Option<Seat>) -> Vec<String> {
        let own = self.describe(at, seat);
        let open = self.describe(at, None);
        if own.len() != open.len() {
            return own;
        }
        let seats = 0..self.header().players.len() as Seat;
        let all = seats.map(|seat| self.describe(at, Some(seat)));
        let all: Vec<Vec<String>> = all.filter(|view| view.len() == open.len()).collect();
        let told = own.into_iter().zip(&open).enumerate();
        told.map(|(line, (own, open))| {
            if own != *open {
                return own;
            }
            let mut views = all.iter().map(|view| &view[line]);
            views.find(|told| *told != open).cloned().unwrap_or(own)
        })
        .collect()
    }

    /// What chance gave in the first `at` moves that count, by source and hand.
    fn luck(&self, at: usize) -> Vec<Tally>;

    /// What can come of each answer before the next decision, as far as `seat` knows (with `None`: everybody). `None` once the game
    /// is over, where the list of answers would reveal too much ([`Ask::unlisted`]), and where the game cannot say what the seat
    /// knows.
    fn odds(&self, seat: Option<Seat>) -> Option<Odds>;

    /// What the game's best bot answers for the player who is asked, from what that player sees; `None` if no player decides, or
    /// if only the people know what can be chosen.
    fn bot(&self) -> Option<String>;

    /// The best answer to the question as far as `seat` knows (with `None`: everybody), found by playing the game out within a
    /// budget. `None` where no player decides, and wherever there are no [`odds`](Self::odds).
    fn hint(&self, seat: Option<Seat>, budget: Budget) -> Result<Option<Hint>, SessionError>;

    /// The first `at` moves retold in paragraphs.
    fn story(&self, at: usize) -> Vec<String>;

    /// The set-up in steps.
    fn setup(&self) -> Vec<String>;

    /// What should now lie where, place by place; `seat` as in [`state`](Self::state).
    fn audit(&self, seat: Option<Seat>) -> Vec<String>;

    /// The end, once there is one.
    fn outcome(&self) -> Option<Outcome>;

    /// Somebody's name: a player's, "program" or "table".
    fn name(&self, by: By) -> &str {
        match by {
            By::Player(seat) => self
                .header()
                .players
                .get(usize::from(seat))
                .map_or("player", String::as_str),
            By::Program => "program",
            By::Table => "table",
        }
    }
}
