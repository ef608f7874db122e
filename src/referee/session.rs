//! A session: a position, the steps that led to it, how chance is settled, and the journal of it all.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::corrections::{ENTER, UnderWay};
use super::entering;
use super::journal::{
    Entry, Header, Journal, JournalError, Luck, Mismatch, Record, Secrets, Standing,
};
use super::luck::{self, Tally};
use super::message::{Message, message};
use super::odds::{self, Effort, Knowing};
use super::program::{Gone, Guests, Hired, PREFIX};
use super::robot::{Robot, SEARCH};
use super::search::{Advice, Budget, Hint, search};
use super::sitting::{
    Amended, Answer, Ask, Brief, Decision, LONGEST_NOTE, Made, Past, Remark, SessionError, Sitting,
    TakenBack, Told,
};
use super::{
    Bot, Bots, By, Choices, Figure, Happened, Heading, News, Odds, Outcome, Pointing, Refused,
    RuleId, Scene, Screen, Seat, Short, Source, SourceInfo, Telling, Turn, Verdict, When, Words,
    chance, names,
};

mod amend;
#[cfg(test)]
mod tests;

/// For how many decisions an offered answer is still recognised.
const REMEMBERED: usize = 40;

/// How many of the conceivable moves are compared with what was typed.
const MAX_TRIED: usize = 10_000;

/// After this many moves in a row without a choice, the only answer is no longer given unasked: rules may never offer another.
const MAX_UNASKED: usize = 5_000;

/// The random streams of bots are numbered by the moves before, with this bit set.
const BOTS: u64 = 1 << 40;

/// How many of the steps taken back are described.
const MAX_DESCRIBED: usize = 6;

/// A game being played.
///
/// Undoing needs no inverse moves: the position before each step is kept, and an undo only changes how many steps count. Chance
/// that the program settles follows immediately on the step that leads to it, so between calls it is never the program's turn.
/// Every change is made to a copy, which takes the session's place once the journal has it.
pub struct Session<G: Words + Bots> {
    game: Arc<G>,
    header: Header,
    journal: Option<Journal>,
    line: Vec<Arc<Step<G>>>,
    /// The position after all steps.
    tip: G::Position,
    /// How many of the steps count; the later ones were taken back and can be made again.
    made: usize,
    /// How many moves the program has made since the last one of a person.
    unasked: usize,
    /// By source: the number of its results among the steps that count.
    results: Vec<u64>,
    /// By source and number of the result: how often it was taken back. Kept under fresh luck.
    taken_back: Vec<Vec<u64>>,
    /// By source: whether the table settles it.
    physical: Vec<bool>,
    /// What amendments replaced, the last one last.
    replaced: Vec<amend::Replaced<G>>,
    /// How many amendments there were.
    amendments: usize,
    /// Programs of one's own that play; copies of the session share them.
    guests: Arc<Guests>,
    /// Whether answers are only tried out, of which no program of one's own hears.
    is_trial: bool,
}

/// One thing that was done.
struct Step<G: Words + Bots> {
    /// The position before it.
    before: G::Position,
    action: Action<G>,
    by: By,
    /// The source of which it is a result.
    source: Option<Source>,
    /// Whether it showed something unknown before: a roll, a draw, a hidden card.
    reveals: bool,
}

/// A line of a journal that does not follow from the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The line's number in the journal, from 1.
    pub line: usize,
    /// The move in it, and who made it according to the line.
    pub id: String,
    pub by: String,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Doubt { line, id, by } = self;
        match by.as_str() {
            "program" => write!(f, "line {line}: the seed does not give `{id}`"),
            by => {
                let by = names::listed(&[by.to_owned()]);
                write!(
                    f,
                    "line {line}: `{id}` is attributed to {by}, but was the program's to settle"
                )
            }
        }
    }
}

/// Something that can be done.
enum Action<G: Words + Bots> {
    Move(G::Move),
    /// A correction by agreement.
    Correct(G::Correction),
    /// The end by agreement.
    End,
}

impl<G: Words + Bots> Clone for Action<G> {
    fn clone(&self) -> Self {
        match self {
            Action::Move(mv) => Action::Move(*mv),
            Action::Correct(correction) => Action::Correct(correction.clone()),
            Action::End => Action::End,
        }
    }
}

impl<G: Words + Bots> Session<G> {
    /// Starts a game; `header.physical` may hold words such as "dice" or "attack die". Returns what chance did before the first
    /// ask.
    pub fn start(
        game: G,
        header: Header,
        file: Option<&Path>,
    ) -> Result<(Self, Vec<Told>), SessionError> {
        Session::start_with(game, header, None, |header| {
            file.map(|path| Journal::create(path, header)).transpose()
        })
    }

    /// The same with the journal that `write_down` begins, and with programs.
    pub fn start_with(
        game: G,
        mut header: Header,
        hired: Option<&Hired>,
        write_down: impl FnOnce(&Header) -> Result<Option<Journal>, JournalError>,
    ) -> Result<(Self, Vec<Told>), SessionError> {
        let physical = settled_by_hand(&game, &header.physical).map_err(SessionError::Source)?;
        header.physical = names(game.sources(), &physical);
        seat_bots(&game, &header, hired).map_err(SessionError::Bot)?;
        let journal = write_down(&header)?;
        let mut session = Session::new(Arc::new(game), header, physical);
        session.journal = journal;
        session.guests = Arc::new(Guests::new(hired, &session.header.players));
        let mut told = Vec::new();
        session.settle(&mut told)?;
        let entries = session.entries(None, 0);
        let over = session.over_entry();
        session.append(&[entries, over].concat())?;
        Ok((session, told))
    }

    /// Continues a game. Returns what chance did that was not yet in the journal.
    pub fn resume(
        game: G,
        record: &Record,
        journal: Journal,
        hired: Option<&Hired>,
    ) -> Result<(Self, Vec<Told>), SessionError> {
        let mismatch = |mismatch| JournalError::Mismatch {
            path: journal.path().to_owned(),
            mismatch,
        };
        let mut session = Session::recall(game, record).map_err(mismatch)?;
        session.journal = Some(journal);
        session.guests = Arc::new(Guests::new(hired, &session.header.players));
        let mark = session.made;
        let mut told = Vec::new();
        session.settle(&mut told)?;
        session.append(&session.entries(None, mark))?;
        Ok((session, told))
    }

    /// The game as its journal has it, to look at: further moves are not written down.
    pub fn recall(game: G, record: &Record) -> Result<Self, Mismatch> {
        let at = |line| move |reason| Mismatch::Entry { line, reason };
        let physical = settled_by_hand(&game, &record.header.physical).map_err(at(1))?;
        let mut session = Session::new(Arc::new(game), record.header.clone(), physical);
        for (index, entry) in record.entries.iter().enumerate() {
            session.enter(entry).map_err(at(index + 2))?;
        }
        Ok(session)
    }

    /// The answer that a bot would give now; `None` if no player decides.
    pub fn advice(&self, bot: &mut dyn Bot<G>, luck: &mut dyn Rng) -> Option<String> {
        let Turn::Player(seat) = self.turn() else {
            return None;
        };
        let mut choices = Choices::default();
        self.game.moves(self.now(), &mut choices);
        let choice = bot.choose(&self.game.view(self.now(), Some(seat)), &choices, luck);
        Some(self.game.id(choices[choice].mv))
    }

    /// See [`Sitting::fork`].
    pub fn forked(&self) -> Session<G> {
        Session {
            line: Vec::new(),
            tip: self.now().clone(),
            made: 0,
            replaced: Vec::new(),
            is_trial: true,
            ..self.copy()
        }
    }

    /// The same session without a journal.
    fn copy(&self) -> Session<G> {
        Session {
            game: Arc::clone(&self.game),
            header: self.header.clone(),
            journal: None,
            line: self.line.clone(),
            tip: self.tip.clone(),
            made: self.made,
            unasked: self.unasked,
            results: self.results.clone(),
            taken_back: self.taken_back.clone(),
            physical: self.physical.clone(),
            replaced: self.replaced.clone(),
            amendments: self.amendments,
            guests: Arc::clone(&self.guests),
            is_trial: self.is_trial,
        }
    }

    /// The rules of the game being played.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The lines of a journal in which the program settled chance differently from what the seed gives, or somebody else settled
    /// chance that was the program's to settle.
    pub fn verify(game: G, record: &Record) -> Result<Vec<Doubt>, Mismatch> {
        let at = |line| move |reason| Mismatch::Entry { line, reason };
        let physical = settled_by_hand(&game, &record.header.physical).map_err(at(1))?;
        let mut session = Session::new(Arc::new(game), record.header.clone(), physical);
        let mut doubts = Vec::new();
        for (entry, line) in record.entries.iter().zip(2..) {
            if let Entry::Move { id, by, .. } = entry
                && !session.is_from_seed(id, by)
            {
                doubts.push(Doubt {
                    line,
                    id: id.clone(),
                    by: by.clone(),
                });
            }
            match session.enter(entry) {
                // After a different roll, the moves that followed may not be possible.
                Err(_) if !doubts.is_empty() => break,
                entered => entered.map_err(at(line))?,
            }
        }
        Ok(doubts)
    }

    /// Whether a move could be there in an untouched journal: the program's moves must be those that the seed gives.
    fn is_from_seed(&self, id: &str, by: &str) -> bool {
        let Some(mv) = self.game.parse(id) else {
            return true;
        };
        if matches!(self.turn(), Turn::Player(seat) if self.bot_at(seat).is_some()) {
            return true;
        }
        match (by == "program", self.is_programs()) {
            (true, true) => self.programs_move() == Some(mv),
            // Earlier versions asked for decisions that make no difference.
            (false, true) => matches!(self.turn(), Turn::Player(_)),
            (by_program, false) => !by_program,
        }
    }

    /// Ends the session and returns its rules.
    #[cfg(test)]
    pub(crate) fn into_game(self) -> G {
        Arc::into_inner(self.game).expect("no fork of the session is left")
    }

    fn new(game: Arc<G>, header: Header, physical: Vec<bool>) -> Self {
        let tip = game.start();
        let sources = game.sources().len();
        let results = vec![0; sources];
        let taken_back = vec![Vec::new(); sources];
        Session {
            game,
            header,
            journal: None,
            line: Vec::new(),
            tip,
            made: 0,
            unasked: 0,
            results,
            taken_back,
            physical,
            replaced: Vec::new(),
            amendments: 0,
            guests: Arc::default(),
            is_trial: false,
        }
    }

    /// Repeats what an entry says was done.
    fn enter(&mut self, entry: &Entry) -> Result<(), String> {
        let n = match entry {
            Entry::Move { n, id, by } => {
                let mv = self
                    .game
                    .parse(id)
                    .ok_or_else(|| format!("`{id}` is not a move of this game"))?;
                let by = match self.mover() {
                    By::Table if by == "program" => By::Program,
                    By::Player(seat)
                        if by == "program"
                            && (self.bot_at(seat).is_some()
                                || self.game.idle(self.now()) == Some(mv)) =>
                    {
                        By::Program
                    }
                    mover => mover,
                };
                self.drop_undone();
                self.make(Action::Move(mv), by, None)
                    .map_err(|refused| refused.reason)?;
                *n
            }
            Entry::Correct { n, correct } => {
                let correction = self.game.parse_correction(self.now(), correct)?;
                self.drop_undone();
                self.make(Action::Correct(correction), By::Table, None)
                    .map_err(|refused| refused.reason)?;
                *n
            }
            Entry::End { n, .. } => {
                self.drop_undone();
                self.make(Action::End, By::Table, None)
                    .map_err(|refused| refused.reason)?;
                *n
            }
            Entry::Undo { n, undo } => {
                let to = self.undo_to(*undo).map_err(|error| error.to_string())?;
                self.step_back(to);
                *n
            }
            Entry::Redo { n, redo } => {
                let to = self.redo_to(*redo).map_err(|error| error.to_string())?;
                self.step_on(to);
                *n
            }
            Entry::Physical { n, physical: words } => {
                self.physical = settled_by_hand(&*self.game, words)?;
                *n
            }
            Entry::Amend { n, amend } => {
                self.put_aside(*amend)?;
                *n
            }
            Entry::Restore { n, .. } => {
                self.restore()?;
                *n
            }
            Entry::Note { n, .. }
            | Entry::Looked { n, .. }
            | Entry::Answered { n, .. }
            | Entry::Refused { n, .. }
            | Entry::Over { n, .. } => *n,
        };
        if n == self.made {
            Ok(())
        } else {
            Err(format!("it says {n} moves, and there are {}", self.made))
        }
    }

    /// The current position.
    fn now(&self) -> &G::Position {
        self.position(self.made)
    }

    /// The position after `at` steps, or after the last one that counts if that is earlier.
    fn position(&self, at: usize) -> &G::Position {
        self.line
            .get(at.min(self.made))
            .map_or(&self.tip, |step| &step.before)
    }

    /// The steps that count.
    fn counting(&self) -> &[Arc<Step<G>>] {
        &self.line[..self.made]
    }

    /// The steps taken back that can be made again.
    fn undone(&self) -> &[Arc<Step<G>>] {
        &self.line[self.made..]
    }

    /// Whether the table agreed to stop here and the rules ask for nothing more.
    fn is_ended(&self) -> bool {
        self.counting()
            .last()
            .is_some_and(|last| matches!(last.action, Action::End) && last.before == *self.now())
    }

    /// Who makes the next move, if a person does.
    fn mover(&self) -> By {
        match self.turn() {
            Turn::Player(seat) => By::Player(seat),
            Turn::Chance(_) | Turn::Table(_) | Turn::Over => By::Table,
        }
    }

    /// Whether nobody needs to be asked: chance is next, or a decision that makes no difference.
    fn is_programs(&self) -> bool {
        match self.turn() {
            Turn::Chance(source) => {
                !self.physical[usize::from(source.0)] || self.untold(self.now()).is_some()
            }
            Turn::Player(seat) => {
                let is_sure = self.decides(seat) || self.game.idle(self.now()).is_some();
                is_sure && !self.is_endless()
            }
            Turn::Table(_) | Turn::Over => false,
        }
    }

    /// Whether the program has made so many moves in a row that people must be asked whether to go on.
    fn is_endless(&self) -> bool {
        self.unasked >= MAX_UNASKED
    }

    /// The move that leaves a result of chance to the players, if they keep the secrets.
    fn untold(&self, position: &G::Position) -> Option<G::Move> {
        match self.header.secrets {
            Secrets::Table => self.game.untold(position),
            Secrets::Referee => None,
        }
    }

    /// Plays a move, including one that leaves chance to the players.
    fn play(
        &self,
        position: &mut G::Position,
        mv: G::Move,
        hear: &mut impl FnMut(G::Event),
    ) -> Result<(), G::Refusal> {
        if self.game.untold(position) == Some(mv) {
            self.game.apply(position, mv, hear);
            return Ok(());
        }
        self.game.play(position, mv, hear)
    }

    /// Cuts off the steps that were taken back, so that other steps can be made.
    fn drop_undone(&mut self) {
        if let Some(step) = self.line.get(self.made) {
            self.tip = step.before.clone();
            self.line.truncate(self.made);
        }
    }

    fn over(&self, reason: &'static str) -> Refused {
        Refused {
            reason: self.game.in_words(&message(reason, [])),
            rule: None,
            code: "game_over",
        }
    }

    /// Takes one step, without writing it to the journal.
    fn make(
        &mut self,
        action: Action<G>,
        by: By,
        told: Option<&mut Vec<Told>>,
    ) -> Result<(), Refused> {
        debug_assert_eq!(
            self.made,
            self.line.len(),
            "what was taken back is still there"
        );
        if self.is_ended() {
            return Err(self.over("the table has ended the game; `undo` takes that back"));
        }
        let turn = self.turn();
        let mut after = self.tip.clone();
        let mut events = Vec::new();
        let mut hear = |event| events.push(event);
        match &action {
            Action::Move(mv) => {
                self.play(&mut after, *mv, &mut hear)
                    .map_err(|refusal| self.game.refused(&self.tip, refusal))?;
            }
            Action::Correct(correction) => self.game.correct(&mut after, correction, &mut hear)?,
            Action::End if turn == Turn::Over => {
                return Err(self.over("the game is over already"));
            }
            Action::End => self.game.conclude(&mut after, &mut hear)?,
        }
        let before = std::mem::replace(&mut self.tip, after);
        let source = match (turn, &action) {
            (Turn::Chance(source), Action::Move(_)) => Some(source),
            _ => None,
        };
        if let Some(source) = source {
            self.results[usize::from(source.0)] += 1;
        }
        let reveals = match (turn, &action) {
            (Turn::Chance(_) | Turn::Table(_), Action::Move(_)) => true,
            (_, Action::Move(mv)) => self.game.reveals(&before, *mv),
            _ => false,
        };
        if let Some(told) = told {
            told.extend(self.told(self.line.len() + 1, by, &self.tip, &action, events));
        }
        self.line.push(Arc::new(Step {
            before,
            action,
            by,
            source,
            reveals,
        }));
        self.made += 1;
        self.unasked = if by == By::Program {
            self.unasked + 1
        } else {
            0
        };
        Ok(())
    }

    /// What happened, in words. `after` is the resulting position.
    fn tellings(
        &self,
        after: &G::Position,
        action: &Action<G>,
        events: Vec<G::Event>,
    ) -> Vec<Telling> {
        let agreed = match action {
            Action::Move(_) => None,
            Action::Correct(correction) => Some(Telling {
                rule: None,
                kind: "corrected",
                text: self.game.in_words(&message(
                    "By agreement: {what}.",
                    [("what", self.game.corrected(after, correction).into())],
                )),
                data: json!({ "correct": self.game.correction(correction) }),
            }),
            Action::End => Some(Telling {
                rule: None,
                kind: "ended",
                text: self
                    .game
                    .in_words(&message("By agreement the game ends here.", [])),
                data: json!({}),
            }),
        };
        agreed
            .into_iter()
            .chain(
                events
                    .into_iter()
                    .map(|event| self.game.telling(after, event)),
            )
            .collect()
    }

    /// What happened at move `n`, for front ends.
    fn told(
        &self,
        n: usize,
        by: By,
        after: &G::Position,
        action: &Action<G>,
        events: Vec<G::Event>,
    ) -> Vec<Told> {
        let heading = self.game.heading(after);
        let news: Vec<News> = events
            .iter()
            .map(|event| self.game.news(after, *event))
            .collect();
        let sentences: Vec<Option<String>> = events
            .iter()
            .map(|event| self.game.told(after, *event))
            .collect();
        let tellings = self.tellings(after, action, events);
        let agreed = tellings.len() - news.len();
        let news = std::iter::repeat_n(News::Full, agreed).chain(news);
        let sentences = std::iter::repeat_n(None, agreed).chain(sentences);
        let told = tellings.into_iter().zip(news.zip(sentences));
        told.map(|(telling, (news, sentence))| Told {
            n,
            by,
            telling,
            news,
            sentence,
            heading: heading.clone(),
        })
        .collect()
    }

    /// What happened at a step, found by repeating it, and of each telling whether it says something again.
    fn told_at(&self, index: usize) -> (Vec<Telling>, Vec<bool>) {
        let (after, events) = self.again(index);
        let repeats: Vec<bool> = events
            .iter()
            .map(|event| self.game.repeats(&after, *event))
            .collect();
        let tellings = self.tellings(&after, &self.line[index].action, events);
        let agreed = tellings.len() - repeats.len();
        let repeats = std::iter::repeat_n(false, agreed).chain(repeats).collect();
        (tellings, repeats)
    }

    /// A repeated step: the position after it, and what happened.
    fn again(&self, index: usize) -> (G::Position, Vec<G::Event>) {
        let step = &self.line[index];
        let mut events = Vec::new();
        let mut again = step.before.clone();
        // It was accepted before and will be again; if not, there is merely less to tell.
        match &step.action {
            Action::Move(mv) => drop(self.play(&mut again, *mv, &mut |event| events.push(event))),
            Action::Correct(correction) => drop(self.game.correct(
                &mut again,
                correction,
                &mut |event| events.push(event),
            )),
            Action::End => drop(
                self.game
                    .conclude(&mut again, &mut |event| events.push(event)),
            ),
        }
        (again, events)
    }

    /// Settles chance, and decisions that make no difference, as long as that is up to the program. Steps taken back cannot be
    /// made again once luck has changed.
    fn settle(&mut self, told: &mut Vec<Told>) -> Result<(), SessionError> {
        while self.settle_once(told)? {}
        self.see_off(told);
        Ok(())
    }

    /// The same up to where a bot decides, which may take its time.
    fn settle_until_bot(&mut self, told: &mut Vec<Told>) -> Result<(), SessionError> {
        while !self.is_bots() && self.settle_once(told)? {}
        Ok(())
    }

    /// Once all is settled, tells programs of one's own that the game is over, and people that the rules go on without them.
    fn see_off(&self, told: &mut Vec<Told>) {
        if self.turn() == Turn::Over && !self.is_trial {
            self.guests.part(self.game.outcome(self.now()).as_ref());
        }
        told.extend(self.told_endless());
    }

    /// Makes one move of the program, if it is the program's turn.
    fn settle_once(&mut self, told: &mut Vec<Told>) -> Result<bool, SessionError> {
        if !self.is_programs() {
            return Ok(false);
        }
        let mv = match self.guest_asked() {
            None => self.programs_move(),
            Some(seat) => match self.ask_guest(seat) {
                Ok(mv) => Some(mv),
                Err(gone) => {
                    told.push(self.told_gone(seat, gone));
                    return Ok(true);
                }
            },
        };
        self.drop_undone();
        let Some(mv) = mv else {
            return Err(SessionError::Fault(
                "a result of chance is due, and none is possible".into(),
            ));
        };
        self.make(Action::Move(mv), By::Program, Some(told))
            .map_err(|refused| {
                let shown = self
                    .game
                    .outside(&self.tip, mv)
                    .unwrap_or_else(|| self.game.id(mv));
                SessionError::Fault(format!(
                    "`{shown}` should be legal, and is refused: {}",
                    refused.reason
                ))
            })?;
        Ok(true)
    }

    /// The seat that must decide now, if a program of one's own plays there.
    fn guest_asked(&self) -> Option<Seat> {
        match self.turn() {
            Turn::Player(seat) if self.guests.plays(seat) && !self.is_trial => {
                Some(seat).filter(|_| self.game.idle(self.now()).is_none())
            }
            _ => None,
        }
    }

    fn ask_guest(&self, seat: Seat) -> Result<G::Move, Gone> {
        let mut choices = Choices::default();
        self.game.moves(self.now(), &mut choices);
        self.guests.ask(&*self.game, (self.now(), seat), &choices)
    }

    /// Says that a program cannot play on, so that people must.
    fn told_gone(&self, seat: Seat, gone: Gone) -> Told {
        let player = self.name(By::Player(seat)).to_owned();
        let said = |text| {
            let with = [("player", player.clone().into())];
            self.game.in_words(&message(text, with))
        };
        let what = said(gone.failing.sentence());
        let then = said("From now on, whoever is at the table answers for {player}.");
        let data = json!({ "player": player, "why": gone.why });
        self.announced("program_gone", format!("{what} {then}"), data)
    }

    /// Something that the program says of itself, and not of the game.
    fn announced(&self, kind: &'static str, text: String, data: Value) -> Told {
        Told {
            n: self.made,
            by: By::Program,
            telling: Telling {
                rule: None,
                kind,
                text,
                data,
            },
            news: News::Full,
            sentence: None,
            heading: self.game.heading(self.now()),
        }
    }

    /// Says that the rules play on and on without a choice, and where.
    fn told_endless(&self) -> Option<Told> {
        let Turn::Player(_) = self.turn() else {
            return None;
        };
        let line = self
            .game
            .rules_line(self.now())
            .filter(|_| self.is_endless())?;
        let why = message(
            "nobody has had a choice for {count} moves",
            [("count", MAX_UNASKED.into())],
        );
        let data = json!({ "at": line, "why": why.to_string() });
        let text = "There is a mistake in the rules ({line}): {why}. Go on, or end the game.";
        let text = self
            .game
            .in_words(&message(text, [("line", line.into()), ("why", why.into())]));
        Some(self.announced("fault", text, data))
    }

    /// The move that the program makes now, if it is the program's turn; for chance, what the seed gives.
    fn programs_move(&self) -> Option<G::Move> {
        // The program never draws what the players keep secret from it, whatever else it settles.
        let alike = self
            .untold(self.now())
            .or_else(|| self.game.idle(self.now()));
        if alike.is_some() {
            return alike;
        }
        let mut choices = Choices::default();
        self.game.moves(self.now(), &mut choices);
        let source = match self.turn() {
            Turn::Chance(source) => source,
            Turn::Player(seat) => {
                let mut robot = Robot::named(&*self.game, self.thinker(seat)?)?;
                let mut luck = ChaCha8Rng::seed_from_u64(self.header.seed);
                luck.set_stream(BOTS | self.made as u64);
                return robot.choose(&self.game, self.now(), seat, &choices, &mut luck);
            }
            Turn::Table(_) | Turn::Over => return None,
        };
        let at = usize::from(source.0);
        let n = self.results[at];
        let again = usize::try_from(n)
            .ok()
            .and_then(|n| self.taken_back[at].get(n))
            .copied()
            .unwrap_or(0);
        choices
            .at(chance::case(
                self.header.seed,
                source,
                n,
                again,
                choices.total(),
            ))
            .map(|choice| choice.mv)
    }

    /// Takes steps back until `to` are left.
    fn step_back(&mut self, to: usize) {
        for step in self.line[to..self.made].iter().rev() {
            let Some(at) = step.source.map(|source| usize::from(source.0)) else {
                continue;
            };
            self.results[at] -= 1;
            if let (Luck::Fresh, Ok(n)) = (self.header.luck, usize::try_from(self.results[at])) {
                let counts = &mut self.taken_back[at];
                counts.resize(counts.len().max(n + 1), 0);
                counts[n] += 1;
            }
        }
        self.go_to(to);
    }

    /// Takes steps again until there are `to`.
    fn step_on(&mut self, to: usize) {
        for source in self.line[self.made..to]
            .iter()
            .filter_map(|step| step.source)
        {
            self.results[usize::from(source.0)] += 1;
        }
        self.go_to(to);
    }

    /// Lets the first `to` steps count.
    fn go_to(&mut self, to: usize) {
        self.made = to;
        self.unasked = self
            .counting()
            .iter()
            .rev()
            .take_while(|step| step.by == By::Program)
            .count();
    }

    /// How many steps are left after an undo.
    fn undo_to(&self, times: usize) -> Result<usize, SessionError> {
        let people = self
            .counting()
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, step)| step.by != By::Program);
        let to = times
            .checked_sub(1)
            .and_then(|skip| people.map(|(index, _)| index).nth(skip));
        let to = to.ok_or(SessionError::Beyond {
            what: "undo",
            possible: self.undoable(),
        })?;
        match self.line[to..self.made]
            .iter()
            .rposition(|step| step.reveals)
        {
            Some(at) if self.header.luck == Luck::Strict => {
                Err(SessionError::Strict(self.made_at(to + at).text))
            }
            _ => Ok(to),
        }
    }

    /// How many steps there are after a redo.
    fn redo_to(&self, times: usize) -> Result<usize, SessionError> {
        let possible = self.redoable();
        if !(1..=possible).contains(&times) {
            return Err(SessionError::Beyond {
                what: "redo",
                possible,
            });
        }
        let mut starts =
            (self.made..self.line.len()).filter(|index| self.line[*index].by != By::Program);
        Ok(starts.nth(times).unwrap_or(self.line.len()))
    }

    /// Does something at the table and settles what follows from it. `entry` is the journal's entry for it, before the steps from
    /// `mark` on. If anything fails, nothing has happened.
    fn change(
        &mut self,
        entry: Option<Entry>,
        mark: usize,
        change: impl FnOnce(&mut Session<G>, &mut Vec<Told>) -> Result<(), Refused>,
    ) -> Result<Vec<Told>, SessionError> {
        let mut next = self.copy();
        let mut told = Vec::new();
        change(&mut next, &mut told).map_err(SessionError::Refused)?;
        next.settle_until_bot(&mut told)?;
        self.keep(next, entry, mark)?;
        if self.is_bots() {
            told.extend(self.let_bots_play());
        } else {
            self.see_off(&mut told);
        }
        Ok(told)
    }

    /// What bots did, and what followed. People's answers are kept by now, with their time; if bots cannot play, that is told.
    fn let_bots_play(&mut self) -> Vec<Told> {
        let mut next = self.copy();
        let mut told = Vec::new();
        let mark = next.made;
        let settled = next.settle(&mut told);
        match settled.and_then(|()| self.keep(next, None, mark)) {
            Ok(()) => told,
            Err(error) => {
                let why = error.to_string();
                let data = json!({ "why": why });
                let text = message("The bots cannot go on: {why}.", [("why", why.into())]);
                vec![self.announced("fault", self.game.in_words(&text), data)]
            }
        }
    }

    /// Lets the next session take the place of this one, once the journal has `entry` and the steps from `mark` on.
    fn keep(
        &mut self,
        next: Session<G>,
        entry: Option<Entry>,
        mark: usize,
    ) -> Result<(), SessionError> {
        let mut entries = next.entries(entry, mark);
        if self.turn() != Turn::Over {
            entries.extend(next.over_entry());
        }
        self.append(&entries)?;
        *self = Session {
            journal: self.journal.take(),
            ..next
        };
        Ok(())
    }

    /// Whether a bot decides for a seat now. A program of one's own does not in a journal, nor after it could not go on.
    fn decides(&self, seat: Seat) -> bool {
        match self.bot_at(seat) {
            Some(bot) if bot.starts_with(PREFIX) => self.guests.plays(seat),
            bot => bot.is_some(),
        }
    }

    /// Whether a bot decides next, and has a choice.
    fn is_bots(&self) -> bool {
        match self.turn() {
            Turn::Player(seat) => {
                let has_choice = self.game.idle(self.now()).is_none();
                has_choice && self.decides(seat) && !self.is_endless()
            }
            _ => false,
        }
    }

    /// The bot that thinks for a seat: in a trial, for which nobody waits, the game's best one instead of one that takes its time.
    fn thinker(&self, seat: Seat) -> Option<&str> {
        let bot = self.bot_at(seat)?;
        let is_slow = bot.starts_with(PREFIX) || bot.starts_with(SEARCH);
        if self.is_trial && is_slow {
            return G::NAMES.first().copied();
        }
        Some(bot)
    }

    /// The bot that the game was begun with for a seat.
    fn bot_at(&self, seat: Seat) -> Option<&str> {
        let player = self.header.players.get(usize::from(seat))?;
        let bots = self.header.bots.iter();
        let mut own = bots.filter(|(name, _)| name == player);
        own.next().map(|(_, bot)| bot.as_str())
    }

    /// What came of the game, if it is over.
    fn over_entry(&self) -> Vec<Entry> {
        let Some(outcome) = self.game.outcome(self.now()) else {
            return Vec::new();
        };
        let scores = outcome
            .scores
            .iter()
            .copied()
            .chain(std::iter::repeat(None));
        let standing = |(result, score): (&Verdict, Option<i32>)| Standing {
            result: *result,
            score,
        };
        vec![Entry::Over {
            n: self.made,
            over: outcome.verdicts.iter().zip(scores).map(standing).collect(),
        }]
    }

    fn append(&mut self, entries: &[Entry]) -> Result<(), SessionError> {
        match self.journal.as_mut().filter(|_| !entries.is_empty()) {
            Some(journal) => Ok(journal.append(entries)?),
            None => Ok(()),
        }
    }

    /// What the journal says of the steps from `mark` on, after `first`.
    fn entries(&self, first: Option<Entry>, mark: usize) -> Vec<Entry> {
        let steps = self.line[mark..self.made]
            .iter()
            .zip(mark + 1..)
            .map(|(step, n)| match &step.action {
                Action::Move(mv) => Entry::Move {
                    n,
                    id: self.game.id(*mv),
                    by: self.name(step.by).to_owned(),
                },
                Action::Correct(correction) => Entry::Correct {
                    n,
                    correct: self.game.correction(correction),
                },
                Action::End => Entry::End {
                    n,
                    end: "by agreement".to_owned(),
                },
            });
        first.into_iter().chain(steps).collect()
    }

    /// Does something new at the table: a move, a correction, the end.
    fn act(&mut self, action: Action<G>, by: By) -> Result<Vec<Told>, SessionError> {
        self.change(None, self.made, |next, told| {
            next.drop_undone();
            next.make(action, by, Some(told))
        })
    }

    /// What to type to repeat a step where the table settles all chance: a move by its name, or a correction.
    fn action(&self, step: &Step<G>) -> Option<String> {
        match &step.action {
            Action::Move(mv) => {
                let chance = matches!(self.game.turn(&step.before), Turn::Chance(_));
                let settled = chance && self.untold(&step.before).is_none();
                (step.by != By::Program || settled).then(|| self.game.id(*mv))
            }
            Action::Correct(correction) => {
                Some(format!("correct {}", self.game.correction(correction)))
            }
            Action::End => None,
        }
    }

    /// The name of a step, as far as everybody may know it.
    fn id_at(&self, index: usize) -> String {
        let Step { before, action, .. } = &*self.line[index];
        match action {
            Action::Move(mv) => {
                let id = self.game.id(*mv);
                match self.hidden(before, *mv) {
                    Some(_) => format!(
                        "{}:?",
                        id.split_once(':').map_or(id.as_str(), |(kind, _)| kind)
                    ),
                    None => id,
                }
            }
            Action::Correct(correction) => {
                format!(
                    "correct:{}",
                    first_line(&self.game.correction(correction)).replace(' ', "-")
                )
            }
            Action::End => "end".to_owned(),
        }
    }

    /// What everybody may know about a step.
    fn made_at(&self, index: usize) -> Made {
        let Step {
            before, action, by, ..
        } = &*self.line[index];
        let text = match action {
            Action::Move(mv) => self
                .hidden(before, *mv)
                .unwrap_or_else(|| self.game.option(before, *mv)),
            Action::Correct(correction) => {
                format!("correct {}", first_line(&self.game.correction(correction)))
            }
            Action::End => "end the game here".to_owned(),
        };
        let seat = match (action, self.game.turn(before)) {
            (Action::Move(_), Turn::Player(seat)) => Some(seat),
            _ => None,
        };
        Made {
            n: index + 1,
            by: *by,
            seat,
            id: self.id_at(index),
            text,
        }
    }

    /// What is shown instead of a move that not everybody may know yet.
    fn hidden(&self, before: &G::Position, mv: G::Move) -> Option<String> {
        self.has_secrets()
            .then(|| self.game.outside(before, mv))
            .flatten()
    }

    /// Whether anything is hidden from anybody: never in a game of one, nor once the game is over.
    fn has_secrets(&self) -> bool {
        self.hides() && self.turn() != Turn::Over
    }

    /// The moves as they are typed. Different ones in the same words get the first word of their ids.
    fn shorts(&self, moves: &[Option<G::Move>]) -> Vec<Option<Short>> {
        let mut shorts: Vec<Option<Short>> = moves
            .iter()
            .map(|mv| self.game.short(self.now(), (*mv)?))
            .collect();
        let named = shorts.iter().zip(moves);
        let named = named.map(|(short, mv)| Some((short.as_ref()?.text.as_str(), (*mv)?)));
        let marks = self.marks(&named.collect::<Vec<_>>());
        for (short, mark) in shorts.iter_mut().zip(marks) {
            if let (Some(short), Some(mark)) = (short, mark) {
                short.text += &mark;
            }
        }
        shorts
    }

    /// What tells different answers in the same words apart, as it is typed: " (hold)" of an action, " (3)" of what it picks.
    fn marks(&self, worded: &[Option<(&str, G::Move)>]) -> Vec<Option<String>> {
        let mut same: HashMap<&str, Vec<(usize, G::Move)>> = HashMap::new();
        for (at, worded) in worded.iter().enumerate() {
            if let Some((text, mv)) = worded {
                same.entry(text).or_default().push((at, *mv));
            }
        }
        let mut marks = vec![None; worded.len()];
        let is_mixed = |moves: &Vec<(usize, G::Move)>| {
            let mut others = moves[1..].iter();
            others.any(|(_, mv)| self.game.differ(moves[0].1, *mv))
        };
        for moves in same.into_values().filter(is_mixed) {
            let ids: Vec<String> = moves.iter().map(|(_, mv)| self.game.id(*mv)).collect();
            let split = |id: &str| {
                let (name, picks) = id.split_once(':').unwrap_or((id, ""));
                (name.replace('_', " "), picks.replace(':', " "))
            };
            let is_alike = ids.iter().all(|id| split(id).0 == split(&ids[0]).0);
            for ((at, _), id) in moves.iter().zip(&ids) {
                let (name, picks) = split(id);
                let mark = if is_alike { picks } else { name };
                marks[*at] = Some(format!(" ({mark})"));
            }
        }
        marks
    }

    /// Answers with their ids, in words that tell them apart.
    fn worded(&self, before: &G::Position, choices: &Choices<G::Move>) -> Vec<(String, String)> {
        let moves: Vec<G::Move> = choices.iter().map(|choice| choice.mv).collect();
        let words = moves.iter().map(|mv| self.game.option(before, *mv));
        let words: Vec<String> = words.collect();
        let worded = words.iter().zip(&moves);
        let worded: Vec<_> = worded
            .map(|(text, mv)| Some((text.as_str(), *mv)))
            .collect();
        let marks = self.marks(&worded);
        let told = moves.iter().zip(&words).zip(marks);
        told.map(|((mv, text), mark)| (self.game.id(*mv), text.clone() + &mark.unwrap_or_default()))
            .collect()
    }

    /// The answers in the words that stand beside their question. Different ones in the same words are told apart as in `shorts`.
    fn plain(&self, ask: &Ask, moves: &[Option<G::Move>], shorts: &[Option<Short>]) -> Vec<String> {
        let said = |(at, mv): (usize, &Option<G::Move>)| {
            let plain = mv.and_then(|mv| self.game.plain(self.now(), mv));
            let plain = plain.unwrap_or_else(|| ask.options[at].text.clone());
            let short = mv.and_then(|mv| self.game.short(self.now(), mv));
            let more = short.zip(shorts[at].as_ref());
            let more = more.and_then(|(own, shown)| shown.text.strip_prefix(own.text.as_str()));
            plain + more.unwrap_or_default()
        };
        moves.iter().enumerate().map(said).collect()
    }

    /// The conceivable move `like` with the typed words in place of its first parts: "lay 9,9" where "lay:1,0:2" is conceivable.
    /// It will be refused, but with the reason.
    fn instead(&self, like: &str, said: &[&str]) -> Option<String> {
        let mut parts: Vec<&str> = like.split(':').collect();
        if said.len() < 2 || said.len() > parts.len() || !parts[0].eq_ignore_ascii_case(said[0]) {
            return None;
        }
        parts[1..said.len()].copy_from_slice(&said[1..]);
        Some(parts.join(":")).filter(|named| self.game.parse(named).is_some())
    }
}

/// The words of a correction, without the table that may follow.
fn first_line(words: &str) -> &str {
    words.lines().next().unwrap_or_default()
}

impl<G: Words + Bots> Sitting for Session<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn journal(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
    }

    fn sources(&self) -> &[SourceInfo] {
        self.game.sources()
    }

    fn physical(&self) -> &[bool] {
        &self.physical
    }

    fn is_bot(&self, seat: Seat) -> bool {
        self.decides(seat)
    }

    fn hides(&self) -> bool {
        self.game.seats() > 1 && self.game.hides()
    }

    fn made(&self) -> usize {
        self.made
    }

    fn undoable(&self) -> usize {
        self.counting()
            .iter()
            .filter(|step| step.by != By::Program)
            .count()
    }

    fn redoable(&self) -> usize {
        self.undone()
            .iter()
            .filter(|step| step.by != By::Program)
            .count()
    }

    fn turn(&self) -> Turn {
        if self.is_ended() {
            Turn::Over
        } else {
            self.game.turn(self.now())
        }
    }

    fn ask(&self) -> Option<Ask> {
        let turn = self.turn();
        let visibility = if self.has_secrets() {
            self.game.visibility(self.now())
        } else {
            Default::default()
        };
        let (seat, source) = match turn {
            Turn::Player(seat) => (Some(seat), None),
            Turn::Chance(source) | Turn::Table(source) => (
                visibility.seat,
                Some(self.sources()[usize::from(source.0)].name),
            ),
            Turn::Over => return None,
        };
        let mut choices = Choices::default();
        self.game.moves(self.now(), &mut choices);
        let options = choices.iter().map(|choice| Answer {
            id: self.game.id(choice.mv),
            text: self.game.option(self.now(), choice.mv),
            weight: matches!(turn, Turn::Chance(_)).then_some(choice.weight),
        });
        Some(Ask {
            n: self.made + 1,
            turn,
            who: seat.map(|seat| self.name(By::Player(seat)).to_owned()),
            source,
            question: self.game.question(self.now()),
            options: options.collect(),
            secret: visibility.seat,
            unlisted: visibility.unlisted,
        })
    }

    fn brief(&self, ask: &Ask) -> Option<Brief> {
        if self.turn() == Turn::Over {
            return None;
        }
        let now = self.now();
        let game = &self.game;
        let manner = game.manner(now, &self.physical);
        let moves: Vec<Option<G::Move>> = ask
            .options
            .iter()
            .map(|option| game.parse(&option.id))
            .collect();
        let ids = |moves: Vec<G::Move>| moves.into_iter().map(|mv| game.id(mv)).collect();
        let shorts = self.shorts(&moves);
        let known: Option<Vec<G::Move>> = moves.iter().copied().collect();
        let order = known.and_then(|moves| game.order(now, &moves));
        Some(Brief {
            lead: manner.lead,
            asked: manner.asked,
            together: manner.together,
            shown: manner.shown,
            usual: manner.usual.map(|(mv, word)| (game.id(mv), word)),
            when: if self.is_endless() {
                When::Always
            } else {
                manner.when
            },
            batch: manner.batch,
            joint: manner.joint,
            silent: manner.silent,
            order: order.unwrap_or_else(|| (0..moves.len()).collect()),
            plain: self.plain(ask, &moves, &shorts),
            shorts,
            phrases: game
                .phrases(now)
                .into_iter()
                .map(|(word, moves)| (word, ids(moves)))
                .collect(),
        })
    }

    fn heading(&self) -> Option<Heading> {
        self.game.heading(self.now())
    }

    fn summary(&self) -> Option<String> {
        self.game.summary(self.now())
    }

    fn holding(&self, seat: Seat, viewer: Option<Seat>) -> String {
        self.game
            .holding(self.now(), seat, viewer)
            .unwrap_or_else(|| self.game.figure(self.now(), seat).standing)
    }

    fn colour(&self, seat: Seat) -> Option<&str> {
        self.game.colour(seat)
    }

    fn status(&self, seat: Option<Seat>) -> Option<String> {
        self.game.status(self.now(), seat)
    }

    fn table_version(&self) -> u64 {
        self.game.table_version(self.now())
    }

    fn fork(&self) -> Box<dyn Sitting> {
        Box::new(self.forked())
    }

    fn standing(&self) -> Outcome {
        self.game.standing(self.now())
    }

    fn judge(&self, id: &str) -> Result<(), SessionError> {
        self.foretell(id).map(drop)
    }

    fn foretell(&self, id: &str) -> Result<Option<RuleId>, SessionError> {
        let mv = self
            .game
            .parse(id)
            .ok_or_else(|| SessionError::NotAMove(id.to_owned()))?;
        let mut after = self.now().clone();
        let mut first = None;
        let tried = self.play(&mut after, mv, &mut |event| first = first.or(Some(event)));
        tried.map_err(|refusal| SessionError::Refused(self.game.refused(self.now(), refusal)))?;
        Ok(first.and_then(|event| self.game.telling(&after, event).rule))
    }

    fn offered(&self, text: &str) -> Option<String> {
        let asked = |step: &&Arc<Step<G>>| {
            let secret = self.has_secrets() && self.game.visibility(&step.before).seat.is_some();
            matches!(self.game.turn(&step.before), Turn::Player(_)) && !secret
        };
        let mut choices = Choices::default();
        self.counting()
            .iter()
            .rev()
            .filter(asked)
            .take(REMEMBERED)
            .find_map(|step| {
                let before = &step.before;
                self.game.moves(before, &mut choices);
                let called = |own: &str| own.eq_ignore_ascii_case(text.trim());
                let named = |mv: &G::Move| called(&self.game.option(before, *mv));
                let short = |mv: &G::Move| {
                    let short = self
                        .game
                        .short(before, *mv)
                        .map_or(String::new(), |short| short.text);
                    called(&short) || short.split_whitespace().next().is_some_and(called)
                };
                let offered = || choices.iter().map(|choice| choice.mv);
                offered()
                    .find(named)
                    .or_else(|| offered().find(short))
                    .map(|mv| self.game.id(mv))
            })
    }

    fn thought(&self, text: &str) -> Option<String> {
        let words = |text: &str| -> Vec<String> {
            text.to_lowercase()
                .replace([':', '_', ','], " ")
                .split_whitespace()
                .map(str::to_owned)
                .collect()
        };
        let said = words(text);
        let whole: Vec<&str> = text.split_whitespace().collect();
        let now = self.now();
        let mut found = None;
        let mut tried = 0;
        let mut like = None;
        self.game.candidates(now, &mut |mv| {
            tried += 1;
            if found.is_none() && tried <= MAX_TRIED {
                let id = self.game.id(mv);
                let is_meant = |own: &str| words(own).starts_with(&said);
                // "nw", where that way is too steep.
                let short = self.game.short(now, mv).map(|short| words(&short.text));
                let is_typed =
                    said.len() == 1 && short.is_some_and(|own| own.first() == said.first());
                let is_it = is_typed || is_meant(&id) || is_meant(&self.game.option(now, mv));
                found = is_it.then(|| id.clone());
                like = like.take().or_else(|| self.instead(&id, &whole));
            }
        });
        found.or(like)
    }

    fn answer(&mut self, id: &str) -> Result<Vec<Told>, SessionError> {
        let mv = self
            .game
            .parse(id)
            .ok_or_else(|| SessionError::NotAMove(id.to_owned()))?;
        self.act(Action::Move(mv), self.mover())
    }

    fn correct(&mut self, words: &str) -> Result<Vec<Told>, SessionError> {
        let correction = self.game.parse_correction(self.now(), words);
        let correction = correction.map_err(SessionError::Refused)?;
        self.act(Action::Correct(correction), By::Table)
    }

    fn corrections(&self) -> Vec<String> {
        self.game
            .corrections(self.now())
            .iter()
            .map(|correction| self.game.correction(correction))
            .collect()
    }

    fn tile_moves(&self) -> Vec<String> {
        self.game
            .tile_moves(self.now())
            .iter()
            .map(|correction| self.game.correction(correction))
            .collect()
    }

    fn cannot_correct(&self) -> Option<&'static str> {
        self.game.cannot_correct(self.now())
    }

    fn correction_forms(&self) -> &'static [(&'static str, &'static str)] {
        self.game.correction_forms()
    }

    fn table_lines(&self) -> Option<Result<Vec<String>, UnderWay>> {
        let now = self.game.table_lines(self.now())?;
        if now.is_ok() || self.turn() == Turn::Over {
            return Some(now);
        }
        let before = self
            .counting()
            .iter()
            .enumerate()
            .rev()
            .find_map(|(at, step)| {
                let mut lines = self.game.table_lines(&step.before)?.ok()?;
                lines.extend(entering::since(
                    self.counting()[at..]
                        .iter()
                        .filter_map(|step| self.action(step)),
                ));
                Some(Ok(lines))
            });
        Some(before.unwrap_or(now))
    }

    fn enter(&mut self, lines: &str) -> Result<Vec<Told>, SessionError> {
        let (table, since) = entering::split(lines);
        let by_program = names(self.sources(), self.physical());
        if !since.is_empty() {
            // The results of dice and draws are reported.
            self.hand_over(&["all".to_owned()])?;
        }
        let mut told = self.correct(&format!("{ENTER}{table}"))?;
        for action in &since {
            told.extend(match action.strip_prefix("correct ") {
                Some(words) => self.correct(words),
                None => self.answer(action),
            }?);
        }
        if !since.is_empty() {
            told.extend(self.hand_over(&by_program)?);
        }
        Ok(told)
    }

    fn blank_lines(&self) -> Vec<String> {
        self.game.blank_lines()
    }

    fn end(&mut self) -> Result<Vec<Told>, SessionError> {
        self.act(Action::End, By::Table)
    }

    fn remark(&mut self, remark: Remark<'_>) -> Result<(), SessionError> {
        let n = self.made;
        let entry = match remark {
            Remark::Note { by, text } => Entry::Note {
                n,
                note: kept(text),
                by: self.name(by.map_or(By::Table, By::Player)).to_owned(),
            },
            Remark::Answered {
                by,
                asked,
                answered,
            } => Entry::Answered {
                n,
                asked: kept(asked),
                answered: kept(answered),
                by: self.name(by.map_or(By::Table, By::Player)).to_owned(),
            },
            Remark::Looked(rule) => Entry::Looked {
                n,
                looked: rule.to_string(),
            },
            // That is not a question about the rules.
            Remark::Refused(refused) if refused.is_untimely() => return Ok(()),
            Remark::Refused(refused) => Entry::Refused {
                n,
                refused: refused.reason.clone(),
                rule: refused.rule.map(|rule| rule.to_string()),
            },
        };
        self.append(&[entry])
    }

    fn decisions(&self) -> Vec<Decision> {
        let mut choices = Choices::default();
        let mut decisions = Vec::new();
        for (index, step) in self.counting().iter().enumerate() {
            let Action::Move(mv) = &step.action else {
                continue;
            };
            let Turn::Player(seat) = self.game.turn(&step.before) else {
                continue;
            };
            self.game.moves(&step.before, &mut choices);
            let is_bot = step.by == By::Program && self.bot_at(seat).is_some();
            if choices.len() < 2 || step.by == By::Program && !is_bot {
                continue;
            }
            decisions.push(Decision {
                n: index + 1,
                by: if is_bot {
                    By::Program
                } else {
                    By::Player(seat)
                },
                offered: self.worded(&step.before, &choices),
                chosen: self.game.id(*mv),
            });
        }
        decisions
    }

    fn undo(&mut self, times: usize) -> Result<TakenBack, SessionError> {
        let to = self.undo_to(times)?;
        let made = self.made;
        let ids = (to..made).map(|index| self.id_at(index)).collect();
        let people: Vec<usize> = (to..made)
            .filter(|index| self.line[*index].by != By::Program)
            .collect();
        let last = &people[people.len().saturating_sub(MAX_DESCRIBED)..];
        let last = last.iter().map(|index| self.made_at(*index).text).collect();
        let luck = self.line[to..made]
            .iter()
            .any(|step| step.by == By::Program);
        let told = self.change(Some(Entry::Undo { n: to, undo: times }), to, |next, _| {
            next.step_back(to);
            Ok(())
        })?;
        Ok(TakenBack {
            left: to,
            ids,
            people: people.len(),
            last,
            luck,
            told,
        })
    }

    fn redo(&mut self, times: usize) -> Result<Vec<Told>, SessionError> {
        let (from, to) = (self.made, self.redo_to(times)?);
        self.change(
            Some(Entry::Redo { n: to, redo: times }),
            to,
            |next, told| {
                for index in from..to {
                    let (after, events) = next.again(index);
                    told.extend(next.told(
                        index + 1,
                        next.line[index].by,
                        &after,
                        &next.line[index].action,
                        events,
                    ));
                }
                next.step_on(to);
                Ok(())
            },
        )
    }

    fn amendable(&self, n: usize) -> Result<Box<dyn Sitting>, SessionError> {
        Ok(Box::new(self.before(n)?))
    }

    fn amend(&mut self, n: usize, id: &str) -> Result<Amended, SessionError> {
        self.amend_move(n, id)
    }

    fn amendments(&self) -> usize {
        self.replaced.len()
    }

    fn take_back_amendment(&mut self) -> Result<Vec<Told>, SessionError> {
        if self.replaced.is_empty() {
            return Err(SessionError::Beyond {
                what: "undo",
                possible: 0,
            });
        }
        let mut next = self.copy();
        next.restore().map_err(SessionError::Fault)?;
        let (n, mark) = (next.made, next.made);
        let mut told = Vec::new();
        next.settle(&mut told)?;
        let entries = next.entries(Some(Entry::Restore { n, restore: 1 }), mark);
        self.append(&entries)?;
        *self = Session {
            journal: self.journal.take(),
            ..next
        };
        Ok(told)
    }

    fn hand_over(&mut self, words: &[String]) -> Result<Vec<Told>, SessionError> {
        let physical = settled_by_hand(&*self.game, words).map_err(SessionError::Source)?;
        let n = self.made;
        let entry = Entry::Physical {
            n,
            physical: names(self.sources(), &physical),
        };
        self.change(Some(entry), n, |next, _| {
            next.physical = physical;
            Ok(())
        })
    }

    fn history(&self, range: Range<usize>) -> Vec<Past> {
        let past = |index| {
            let (tellings, repeats) = self.told_at(index);
            Past {
                made: self.made_at(index),
                tellings,
                repeats,
            }
        };
        (range.start..range.end.min(self.made)).map(past).collect()
    }

    fn state(&self, at: usize, seat: Option<Seat>) -> Result<Value, SessionError> {
        let view = self.game.view(self.position(at), seat);
        serde_json::to_value(view).map_err(|error| {
            SessionError::Fault(format!("the position cannot be written: {error}"))
        })
    }

    fn board(&self, at: usize, seat: Option<Seat>, width: usize) -> Screen {
        self.game.board(self.position(at), seat, width)
    }

    fn near(&self, seat: Option<Seat>, width: usize) -> Screen {
        self.game.near(self.now(), seat, width)
    }

    fn scene(&self, at: usize, seat: Option<Seat>) -> Scene {
        self.game.scene(self.position(at), seat)
    }

    fn opened(&self, at: usize) -> Scene {
        let seats = self.header().players.len() as Seat;
        self.game.opened(self.position(at), seats)
    }

    fn pointing(&self, ask: &Ask, seat: Option<Seat>) -> Vec<Pointing> {
        let point = |option: &Answer| {
            Some(
                self.game
                    .pointing(self.now(), self.game.parse(&option.id)?, seat),
            )
        };
        ask.options
            .iter()
            .map(|option| point(option).unwrap_or_default())
            .collect()
    }

    fn refused_at(&self, hit: &dyn Fn(&Pointing) -> bool, seat: Option<Seat>) -> Option<Refused> {
        let now = self.now();
        let mut found = None;
        self.game.candidates(now, &mut |mv| {
            if found.is_none()
                && let Err(refusal) = self.game.judge(now, mv)
                && hit(&self.game.pointing(now, mv, seat))
            {
                found = Some(self.game.refused(now, refusal));
            }
        });
        found
    }

    fn figure(&self, at: usize, seat: Seat) -> Figure {
        self.game.figure(self.position(at), seat)
    }

    fn describe(&self, at: usize, seat: Option<Seat>) -> Vec<String> {
        self.game.describe(self.position(at), seat)
    }

    fn luck(&self, at: usize) -> Vec<Tally> {
        let mut sheet = luck::Sheet::default();
        let mut choices = Choices::default();
        for step in self.line.iter().take(at.min(self.made)) {
            let Step {
                before,
                action,
                by,
                source,
                ..
            } = &**step;
            let (Some(source), Action::Move(came)) = (source, action) else {
                continue;
            };
            // Odds that would reveal what others hide wait for the end of the game.
            let unlisted = self.has_secrets() && self.game.visibility(before).unlisted;
            if unlisted
                || self.hidden(before, *came).is_some()
                || self.game.untold(before) == Some(*came)
            {
                continue;
            }
            self.game.moves(before, &mut choices);
            let possible = choices.iter().map(|it| {
                (
                    self.game.id(it.mv),
                    self.game.option(before, it.mv),
                    it.weight,
                )
            });
            let possible: Vec<(String, String, u32)> = possible.collect();
            sheet.add(
                self.sources()[usize::from(source.0)].name,
                *by,
                &possible,
                &self.game.id(*came),
            );
        }
        sheet.finish()
    }

    fn odds(&self, seat: Option<Seat>) -> Option<Odds> {
        let unlisted = self.has_secrets() && self.game.visibility(self.now()).unlisted;
        if unlisted || self.turn() == Turn::Over {
            return None;
        }
        let untold = self.header.secrets == Secrets::Table;
        let knowing = Knowing {
            seat,
            untold,
            players: &self.header.players,
        };
        odds::odds(
            &*self.game,
            self.now(),
            self.made + 1,
            knowing,
            Effort::FULL,
        )
    }

    fn hint(&self, seat: Option<Seat>, budget: Budget) -> Result<Option<Hint>, SessionError> {
        if !self.header.hints {
            return Err(SessionError::NoHints);
        }
        let unlisted = self.has_secrets() && self.game.visibility(self.now()).unlisted;
        let Turn::Player(asked) = self.turn() else {
            return Ok(None);
        };
        if unlisted {
            return Ok(None);
        }
        let mut choices = Choices::default();
        self.game.moves(self.now(), &mut choices);
        let mut luck = ChaCha8Rng::seed_from_u64(self.made as u64);
        let found = search(
            &*self.game,
            self.now(),
            (asked, seat),
            &choices,
            budget,
            &mut luck,
        );
        let tried = found.iter().filter(|found| found.playouts > 0);
        let judged = found.iter().map(|found| found.judged).sum();
        let mut options: Vec<Advice> = tried
            .map(|found| Advice {
                id: self.game.id(found.mv),
                playouts: found.playouts,
                p: found.won,
                error: 1.96 * found.error,
            })
            .collect();
        let playouts = options.iter().map(|option| option.playouts).sum();
        // Of answers that may be as good, the one that has won more comes first.
        if let [best, next, ..] = options.as_mut_slice()
            && next.p > best.p
        {
            std::mem::swap(best, next);
        }
        Ok((!options.is_empty()).then_some(Hint {
            n: self.made + 1,
            playouts,
            judged,
            partial: !self.game.knows_all(self.now(), seat),
            assumed: self.game.guesses(self.now(), seat),
            options,
        }))
    }

    fn bot(&self) -> Option<String> {
        let Turn::Player(seat) = self.turn() else {
            return None;
        };
        if self.has_secrets() && self.game.visibility(self.now()).unlisted {
            return None;
        }
        let mut bot = self.game.bot(G::NAMES.first()?)?;
        let mut choices = Choices::default();
        self.game.moves(self.now(), &mut choices);
        let seed = self.header.seed.wrapping_add(self.made as u64);
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let view = self.game.view(self.now(), Some(seat));
        let chosen = bot.choose(&view, &choices, &mut luck);
        choices.get(chosen).map(|choice| self.game.id(choice.mv))
    }

    fn story(&self, at: usize) -> Vec<String> {
        let steps: Vec<(G::Position, Vec<G::Event>)> = (0..at.min(self.made))
            .map(|index| self.again(index))
            .collect();
        let past = steps.iter().flat_map(|(position, events)| {
            events.iter().map(move |event| Happened {
                position,
                event: *event,
            })
        });
        self.game.story(&past.collect::<Vec<Happened<'_, G>>>())
    }

    fn setup(&self) -> Vec<String> {
        self.game.setup()
    }

    fn audit(&self, seat: Option<Seat>) -> Vec<String> {
        self.game.audit(self.now(), seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_ended() {
            Some(self.game.standing(self.now()))
        } else {
            self.game.outcome(self.now())
        }
    }
}

/// What is kept of a note.
fn kept(text: &str) -> String {
    text.trim().chars().take(LONGEST_NOTE).collect()
}

/// What sources can be called: "all", then their groups, then their own names.
pub fn source_names(sources: &[SourceInfo]) -> Vec<&'static str> {
    let mut names = vec!["all"];
    for name in sources
        .iter()
        .map(|source| source.group)
        .chain(sources.iter().map(|source| source.name))
    {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// A source's name as it is compared: in lower case, with spaces for hyphens.
pub fn plain_name(name: &str) -> String {
    name.trim().to_lowercase().replace('-', " ")
}

/// Why a word is refused that names no source.
pub const NO_SOURCE: &str = "there is no `{word}` here; there are: {names}";

/// By source: whether one of the words names it. A word is the name of a source (with spaces or hyphens) or of a group, or "all".
pub fn physical(sources: &[SourceInfo], words: &[String]) -> Result<Vec<bool>, Message> {
    let mut physical = vec![false; sources.len()];
    for word in words {
        let word = plain_name(word);
        let mut known = word == "all";
        for (source, physical) in sources.iter().zip(&mut physical) {
            if word == "all" || word == plain_name(source.name) || word == plain_name(source.group)
            {
                known = true;
                *physical = true;
            }
        }
        if !known {
            let with = [
                ("word", word.into()),
                ("names", source_names(sources).join(", ").into()),
            ];
            return Err(message(NO_SOURCE, with));
        }
    }
    Ok(physical)
}

/// By source: whether the words hand it to the table; or why it must be handed over.
fn settled_by_hand<G: Words>(game: &G, words: &[String]) -> Result<Vec<bool>, String> {
    let physical = physical(game.sources(), words).map_err(|unknown| game.in_words(&unknown))?;
    let left = physical.iter().zip(0..).filter(|(by_hand, _)| !**by_hand);
    match left
        .into_iter()
        .find_map(|(_, source)| game.only_by_hand(Source(source)))
    {
        Some(why) => Err(game.in_words(&why.into())),
        None => Ok(physical),
    }
}

/// Checks that the bots of a header can play as they are called; otherwise says why not.
fn seat_bots<G: Words + Bots>(
    game: &G,
    header: &Header,
    hired: Option<&Hired>,
) -> Result<(), String> {
    let Header { players, bots, .. } = header;
    for (player, bot) in bots {
        if !players.contains(player) {
            return Err(format!(
                "no player is called {player}, so {bot} cannot play for them"
            ));
        }
        if bot.starts_with(PREFIX) && hired.is_some_and(|hired| hired.command(player).is_some()) {
            continue;
        }
        Robot::fit(game, bot).map_err(|why| why.told(&header.game))?;
    }
    let is_bots = |player: &String| bots.iter().any(|(name, _)| name == player);
    if !bots.is_empty() && players.iter().all(is_bots) {
        return Err(
            "nobody is left to play; `paperkeep simulate` lets bots play among themselves".into(),
        );
    }
    if !bots.is_empty() && players.len() > 1 && game.hides() && header.secrets == Secrets::Table {
        return Err(
            "a bot can hold no cards on the table: with bots, the program keeps the secrets (--secrets referee)".into(),
        );
    }
    Ok(())
}

/// The names of the sources that the table settles.
fn names(sources: &[SourceInfo], physical: &[bool]) -> Vec<String> {
    let chosen = sources
        .iter()
        .zip(physical)
        .filter(|(_, physical)| **physical);
    chosen.map(|(source, _)| source.name.to_owned()).collect()
}
