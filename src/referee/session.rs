//! A session: a position, the moves that led to it, how chance is settled, and the journal of it all.

use std::ops::Range;
use std::path::Path;

use serde_json::Value;

use super::journal::{Entry, Header, Journal, Misfit, Record};
use super::sitting::{Answer, Ask, By, Made, Past, Sitting, TakenBack, Told, Trouble};
use super::{Choices, Outcome, Scene, Screen, Seat, Source, SourceInfo, Turn, Words, chance};

/// A game being played.
///
/// Nothing is undone by an inverse: each position is kept until its move is taken back. Chance that the program settles
/// follows at once on the move that leads to it, so that between calls it is never the program's turn.
pub struct Session<G: Words> {
    game: G,
    header: Header,
    journal: Option<Journal>,
    position: G::Position,
    /// The moves that count.
    line: Vec<Step<G>>,
    /// Moves taken back; the last one is the next to be made again.
    undone: Vec<(G::Move, By)>,
    /// By source: its results in the line.
    results: Vec<u64>,
    /// By source: whether the table settles it.
    physical: Vec<bool>,
}

struct Step<G: Words> {
    /// The position before the move.
    before: G::Position,
    mv: G::Move,
    by: By,
    /// The source it is a result of.
    source: Option<Source>,
}

impl<G: Words> Session<G> {
    /// Begins a game; `header.physical` may hold words as [`physical`] takes them. Tells what chance did before the first ask.
    pub fn start(game: G, mut header: Header, file: Option<&Path>) -> Result<(Self, Vec<Told>), Trouble> {
        let physical = physical(game.sources(), &header.physical).map_err(Trouble::Source)?;
        header.physical = names(game.sources(), &physical);
        let journal = file.map(|path| Journal::create(path, &header)).transpose()?;
        let mut session = Session::new(game, header, physical);
        session.journal = journal;
        let mut told = Vec::new();
        session.settle(&mut told)?;
        session.commit(0, None)?;
        Ok((session, told))
    }

    /// Goes on with a game. Tells what chance did that was not yet in the journal.
    pub fn resume(game: G, record: &Record, journal: Journal) -> Result<(Self, Vec<Told>), Trouble> {
        let misfit = |misfit| super::journal::JournalError::Misfit { path: journal.path().to_owned(), misfit };
        let mut session = Session::recall(game, record).map_err(misfit)?;
        session.journal = Some(journal);
        let mark = session.line.len();
        let mut told = Vec::new();
        session.settle(&mut told)?;
        session.commit(mark, None)?;
        Ok((session, told))
    }

    /// The game as its journal has it, to be looked at: what is played on is not written down.
    pub fn recall(game: G, record: &Record) -> Result<Self, Misfit> {
        let at = |line| move |reason| Misfit::Entry { line, reason };
        let physical = physical(game.sources(), &record.header.physical).map_err(at(1))?;
        let mut session = Session::new(game, record.header.clone(), physical);
        for (index, entry) in record.entries.iter().enumerate() {
            session.enter(entry).map_err(at(index + 2))?;
        }
        Ok(session)
    }

    fn new(game: G, header: Header, physical: Vec<bool>) -> Self {
        let position = game.start();
        let results = vec![0; game.sources().len()];
        Session { game, header, journal: None, position, line: Vec::new(), undone: Vec::new(), results, physical }
    }

    /// Does again what an entry says was done.
    fn enter(&mut self, entry: &Entry) -> Result<(), String> {
        let n = match entry {
            Entry::Move { n, id, by } => {
                let mv = self.game.parse(id).ok_or_else(|| format!("`{id}` is no move of this game"))?;
                let by = match self.mover() {
                    By::Table if by == "program" => By::Program,
                    mover => mover,
                };
                self.make(mv, by, None).map_err(|refusal| self.game.refused(&self.position, refusal).reason)?;
                self.undone.clear();
                *n
            }
            Entry::Undo { n, undo } => {
                let to = self.undo_to(*undo).map_err(|trouble| trouble.to_string())?;
                self.rewind(to);
                *n
            }
            Entry::Redo { n, redo } => {
                let from = self.redo_from(*redo).map_err(|trouble| trouble.to_string())?;
                self.make_again(from, None).map_err(|trouble| trouble.to_string())?;
                *n
            }
            Entry::Physical { n, physical: words } => {
                self.physical = physical(self.game.sources(), words)?;
                *n
            }
        };
        if n == self.line.len() { Ok(()) } else { Err(format!("it counts {n} moves where there are {}", self.line.len())) }
    }

    /// Who makes the next move, if a person does.
    fn mover(&self) -> By {
        match self.game.turn(&self.position) {
            Turn::Player(seat) => By::Player(seat),
            Turn::Chance(_) | Turn::Table(_) | Turn::Over => By::Table,
        }
    }

    /// Makes one move, without a word to the journal.
    fn make(&mut self, mv: G::Move, by: By, told: Option<&mut Vec<Told>>) -> Result<(), G::Refusal> {
        let turn = self.game.turn(&self.position);
        let before = self.position.clone();
        let mut events = Vec::new();
        self.game.play(&mut self.position, mv, &mut |event| events.push(event))?;
        let source = match turn {
            Turn::Chance(source) => Some(source),
            _ => None,
        };
        if let Some(source) = source {
            self.results[usize::from(source.0)] += 1;
        }
        self.line.push(Step { before, mv, by, source });
        if let Some(told) = told {
            let n = self.line.len();
            let tell = |event| Told { n, by, telling: self.game.telling(&self.position, event) };
            told.extend(events.into_iter().map(tell));
        }
        Ok(())
    }

    /// Settles chance as long as that is the program's to do.
    fn settle(&mut self, told: &mut Vec<Told>) -> Result<(), Trouble> {
        let mut choices = Choices::default();
        while let Turn::Chance(source) = self.game.turn(&self.position) {
            if self.physical[usize::from(source.0)] {
                break;
            }
            self.game.moves(&self.position, &mut choices);
            let n = self.results[usize::from(source.0)];
            let case = chance::case(self.header.seed, source, n, choices.total());
            let Some(choice) = choices.at(case).copied() else {
                return Err(Trouble::Fault("chance is asked and nothing can happen".into()));
            };
            self.make(choice.mv, By::Program, Some(told)).map_err(|refusal| self.fault(choice.mv, refusal))?;
        }
        Ok(())
    }

    /// A move that the rules list or took before, and now refuse.
    fn fault(&self, mv: G::Move, refusal: G::Refusal) -> Trouble {
        let reason = self.game.refused(&self.position, refusal).reason;
        Trouble::Fault(format!("`{}` should be legal, and is refused: {reason}", self.game.id(mv)))
    }

    /// Takes back moves until `len` are left, and remembers them for a redo.
    fn rewind(&mut self, len: usize) {
        for step in self.line.drain(len..).rev() {
            if let Some(source) = step.source {
                self.results[usize::from(source.0)] -= 1;
            }
            self.undone.push((step.mv, step.by));
            self.position = step.before;
        }
    }

    /// Makes again what was taken back, down to index `from` of `undone`.
    fn make_again(&mut self, from: usize, mut told: Option<&mut Vec<Told>>) -> Result<(), Trouble> {
        while let Some((mv, by)) = self.undone.get(from..).and_then(|rest| rest.last().copied()) {
            self.make(mv, by, told.as_deref_mut()).map_err(|refusal| self.fault(mv, refusal))?;
            self.undone.pop();
        }
        Ok(())
    }

    /// The length of the line after an undo.
    fn undo_to(&self, times: usize) -> Result<usize, Trouble> {
        let people = self.line.iter().enumerate().rev().filter(|(_, step)| step.by != By::Program);
        let to = times.checked_sub(1).and_then(|skip| people.map(|(index, _)| index).nth(skip));
        to.ok_or(Trouble::Beyond { what: "undo", possible: self.undoable() })
    }

    /// The length of `undone` after a redo.
    fn redo_from(&self, times: usize) -> Result<usize, Trouble> {
        let starts = self.undone.iter().enumerate().rev().filter(|(_, (_, by))| *by != By::Program).map(|(index, _)| index);
        match times {
            1.. if times <= self.redoable() => Ok(starts.map(|index| index + 1).nth(times).unwrap_or(0)),
            _ => Err(Trouble::Beyond { what: "redo", possible: self.redoable() }),
        }
    }

    /// Puts `first` and the line from `mark` on into the journal.
    fn commit(&mut self, mark: usize, first: Option<Entry>) -> Result<(), Trouble> {
        if self.journal.is_none() {
            return Ok(());
        }
        let moves = self.line[mark..].iter().enumerate().map(|(index, step)| Entry::Move {
            n: mark + index + 1,
            id: self.game.id(step.mv),
            by: self.name(step.by).to_owned(),
        });
        let entries: Vec<Entry> = first.into_iter().chain(moves).collect();
        if let Some(journal) = self.journal.as_mut().filter(|_| !entries.is_empty()) {
            journal.append(&entries)?;
        }
        Ok(())
    }

    /// Settles chance and saves: the end of everything that people do. `first` is the entry before the moves from `mark` on.
    fn finish(&mut self, mark: usize, first: Option<Entry>, told: &mut Vec<Told>) -> Result<(), Trouble> {
        let settled = self.line.len();
        self.settle(told)?;
        self.commit(mark, first)?;
        if self.line.len() > settled {
            self.undone.clear();
        }
        Ok(())
    }

    /// The position after `at` moves.
    fn position(&self, at: usize) -> &G::Position {
        self.line.get(at).map_or(&self.position, |step| &step.before)
    }

    fn made_at(&self, index: usize) -> Made {
        let Step { before, mv, by, .. } = &self.line[index];
        Made { n: index + 1, by: *by, id: self.game.id(*mv), text: self.game.option(before, *mv) }
    }
}

impl<G: Words> Sitting for Session<G> {
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

    fn made(&self) -> usize {
        self.line.len()
    }

    fn undoable(&self) -> usize {
        self.line.iter().filter(|step| step.by != By::Program).count()
    }

    fn redoable(&self) -> usize {
        self.undone.iter().filter(|(_, by)| *by != By::Program).count()
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.position)
    }

    fn ask(&self) -> Option<Ask> {
        let turn = self.turn();
        let (who, source) = match turn {
            Turn::Player(seat) => (Some(self.name(By::Player(seat)).to_owned()), None),
            Turn::Chance(source) | Turn::Table(source) => (None, Some(self.sources()[usize::from(source.0)].name)),
            Turn::Over => return None,
        };
        let mut choices = Choices::default();
        self.game.moves(&self.position, &mut choices);
        let options = choices.iter().map(|choice| Answer {
            id: self.game.id(choice.mv),
            text: self.game.option(&self.position, choice.mv),
            weight: matches!(turn, Turn::Chance(_)).then_some(choice.weight),
        });
        let options = options.collect();
        Some(Ask {
            n: self.line.len() + 1,
            turn,
            who,
            source,
            question: self.game.question(&self.position),
            options,
            secret: false,
        })
    }

    fn judge(&self, id: &str) -> Result<(), Trouble> {
        let mv = self.game.parse(id).ok_or_else(|| Trouble::NotAMove(id.to_owned()))?;
        let tried = self.game.play(&mut self.position.clone(), mv, &mut |_| {});
        tried.map_err(|refusal| Trouble::Refused(self.game.refused(&self.position, refusal)))
    }

    fn answer(&mut self, id: &str) -> Result<Vec<Told>, Trouble> {
        let mv = self.game.parse(id).ok_or_else(|| Trouble::NotAMove(id.to_owned()))?;
        let mut told = Vec::new();
        let mark = self.line.len();
        self.make(mv, self.mover(), Some(&mut told))
            .map_err(|refusal| Trouble::Refused(self.game.refused(&self.position, refusal)))?;
        let redo = self.undone.len();
        let done = self.finish(mark, None, &mut told);
        if done.is_err() {
            self.rewind(mark);
            self.undone.truncate(redo);
        } else {
            self.undone.clear();
        }
        done.map(|()| told)
    }

    fn undo(&mut self, times: usize) -> Result<TakenBack, Trouble> {
        let to = self.undo_to(times)?;
        let moves = (to..self.line.len()).map(|index| self.made_at(index)).collect();
        let redo = self.undone.len();
        self.rewind(to);
        let mut told = Vec::new();
        if let Err(trouble) = self.finish(to, Some(Entry::Undo { n: to, undo: times }), &mut told) {
            let taken = self.undone.len();
            self.rewind(to);
            self.undone.truncate(taken);
            self.make_again(redo, None)?;
            return Err(trouble);
        }
        Ok(TakenBack { moves, told })
    }

    fn redo(&mut self, times: usize) -> Result<Vec<Told>, Trouble> {
        let from = self.redo_from(times)?;
        let (mark, redo) = (self.line.len(), self.undone.len());
        let mut told = Vec::new();
        self.make_again(from, Some(&mut told))?;
        let made = self.line.len();
        if let Err(trouble) = self.finish(made, Some(Entry::Redo { n: made, redo: times }), &mut told) {
            let left = self.undone.len();
            self.rewind(made);
            self.undone.truncate(left);
            self.rewind(mark);
            debug_assert_eq!(self.undone.len(), redo);
            return Err(trouble);
        }
        Ok(told)
    }

    fn hand_over(&mut self, words: &[String]) -> Result<Vec<Told>, Trouble> {
        let new = physical(self.sources(), words).map_err(Trouble::Source)?;
        let n = self.line.len();
        let entry = Entry::Physical { n, physical: names(self.sources(), &new) };
        let old = std::mem::replace(&mut self.physical, new);
        let redo = self.undone.len();
        let mut told = Vec::new();
        let done = self.finish(n, Some(entry), &mut told);
        if done.is_err() {
            self.rewind(n);
            self.undone.truncate(redo);
            self.physical = old;
        }
        done.map(|()| told)
    }

    fn history(&self, range: Range<usize>) -> Vec<Past> {
        let past = |index: usize| {
            let step = &self.line[index];
            let mut events = Vec::new();
            // It was taken once and will be again; if not, there is only less to tell.
            let _ = self.game.play(&mut step.before.clone(), step.mv, &mut |event| events.push(event));
            let after = self.position(index + 1);
            let tellings = events.into_iter().map(|event| self.game.telling(after, event)).collect();
            Past { made: self.made_at(index), tellings }
        };
        (range.start..range.end.min(self.line.len())).map(past).collect()
    }

    fn state(&self, at: usize, seat: Option<Seat>) -> Result<Value, Trouble> {
        let view = self.game.view(self.position(at), seat);
        serde_json::to_value(view).map_err(|error| Trouble::Fault(format!("the position cannot be written: {error}")))
    }

    fn board(&self, at: usize, seat: Option<Seat>, width: usize) -> Screen {
        self.game.board(self.position(at), seat, width)
    }

    fn scene(&self, at: usize, seat: Option<Seat>) -> Scene {
        self.game.scene(self.position(at), seat)
    }

    fn describe(&self, at: usize, seat: Option<Seat>) -> Vec<String> {
        self.game.describe(self.position(at), seat)
    }

    fn setup(&self) -> Vec<String> {
        self.game.setup()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position)
    }
}

/// By source: whether one of the words names it. A word is a source's name (spaces may be hyphens), a group's, or "all".
pub fn physical(sources: &[SourceInfo], words: &[String]) -> Result<Vec<bool>, String> {
    let plain = |word: &str| word.trim().to_lowercase().replace('-', " ");
    let mut physical = vec![false; sources.len()];
    for word in words {
        let word = plain(word);
        let mut known = word == "all";
        for (source, physical) in sources.iter().zip(&mut physical) {
            if word == "all" || word == plain(source.name) || word == plain(source.group) {
                (known, *physical) = (true, true);
            }
        }
        if !known {
            let mut all: Vec<&str> = vec!["all"];
            for name in sources.iter().map(|source| source.group).chain(sources.iter().map(|source| source.name)) {
                if !all.contains(&name) {
                    all.push(name);
                }
            }
            return Err(format!("nothing here is called `{word}`; there are: {}", all.join(", ")));
        }
    }
    Ok(physical)
}

/// The names of the sources that the table settles.
fn names(sources: &[SourceInfo], physical: &[bool]) -> Vec<String> {
    let chosen = sources.iter().zip(physical).filter(|(_, physical)| **physical);
    chosen.map(|(source, _)| source.name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::journal;
    use super::super::toy::{Toy, header, session, toy};
    use super::*;

    fn texts(told: &[Told]) -> Vec<&str> {
        told.iter().map(|told| told.telling.text.as_str()).collect()
    }

    /// Answers with the options of these numbers, modulo how many there are.
    fn play(session: &mut Session<Toy>, picks: impl IntoIterator<Item = usize>) -> Vec<Told> {
        let mut told = Vec::new();
        for pick in picks {
            let Some(ask) = session.ask() else { break };
            told.extend(session.answer(&ask.options[pick % ask.options.len()].id).unwrap());
        }
        told
    }

    #[test]
    fn chance_is_settled_before_anyone_is_asked() {
        let (session, told) = session(7, &[]);
        assert_eq!(texts(&told), ["Ann is dealt a card.", "Bob is dealt a card."]);
        assert_eq!((told[0].n, told[1].n, session.made()), (1, 2, 2));
        let ask = session.ask().unwrap();
        assert_eq!((ask.n, ask.turn, ask.who.as_deref()), (3, Turn::Player(0), Some("Ann")));
        assert_eq!(session.undoable(), 0);
    }

    #[test]
    fn the_table_settles_what_it_was_given() {
        let (mut session, told) = session(7, &["cards", "pot-die"]);
        assert!(told.is_empty());
        assert_eq!(session.header().physical, ["deck", "pot die"]);
        let ask = session.ask().unwrap();
        assert_eq!((ask.source, ask.options[0].weight), (Some("deck"), Some(2)));
        session.answer("deal:3").unwrap();
        session.answer("deal:3").unwrap();
        assert!(matches!(session.answer("die:7"), Err(Trouble::Refused(_))));
        session.answer("roll").unwrap();
        match session.answer("die:7") {
            Err(Trouble::Refused(refused)) => assert_eq!(refused.reason, "the die has the faces 1 to 6"),
            other => panic!("{other:?}"),
        }
        assert_eq!(texts(&session.answer("die:6").unwrap()), ["Ann rolls 6: the pot is 6."]);
    }

    #[test]
    fn no_move_and_no_legal_move_are_different_answers() {
        let (mut session, _) = session(7, &[]);
        let before = session.position.clone();
        assert!(matches!(session.answer("fly"), Err(Trouble::NotAMove(_))));
        assert!(matches!(session.answer("hold"), Err(Trouble::Refused(refused)) if refused.rule == Some("T4")));
        assert!(matches!(session.judge("hold"), Err(Trouble::Refused(_))));
        assert!(session.judge("roll").is_ok());
        assert_eq!((session.position.clone(), session.made()), (before, 2));
    }

    #[test]
    fn undo_goes_back_to_the_last_decision_and_meets_the_same_fate_again() {
        for seed in 0..50 {
            let (mut session, _) = session(seed, &[]);
            play(&mut session, [0, 1, 0, 0, 2, 0, 1]);
            let (position, made, results) = (session.position.clone(), session.made(), session.results.clone());
            let Some(ask) = session.ask() else { continue };
            let told = session.answer(&ask.options[0].id).unwrap();
            let back = session.undo(1).unwrap();
            assert_eq!(back.moves[0].id, ask.options[0].id);
            assert_eq!((&session.position, session.made(), &session.results), (&position, made, &results));
            assert_eq!(session.ask(), Some(ask.clone()));
            assert_eq!(session.answer(&ask.options[0].id).unwrap(), told);
        }
    }

    #[test]
    fn redo_makes_the_same_moves_again_until_another_is_made() {
        let (mut session, _) = session(3, &["dice"]);
        for id in ["roll", "die:6", "roll", "die:5"] {
            session.answer(id).unwrap();
        }
        let position = session.position.clone();
        assert!(matches!(session.undo(5), Err(Trouble::Beyond { possible: 4, .. })));
        assert!(matches!(session.undo(0), Err(Trouble::Beyond { .. })));
        session.undo(1).unwrap();
        session.undo(2).unwrap();
        assert_eq!((session.undoable(), session.redoable()), (1, 3));
        session.redo(1).unwrap();
        assert_eq!(texts(&session.redo(2).unwrap()), ["Ann rolls 5: the pot is 11."]);
        assert_eq!((session.redoable(), &session.position), (0, &position));
        session.undo(3).unwrap();
        session.answer("die:2").unwrap();
        assert!(matches!(session.redo(1), Err(Trouble::Beyond { possible: 0, .. })));
    }

    #[test]
    fn a_source_can_change_hands() {
        let (mut session, _) = session(3, &["dice"]);
        session.answer("roll").unwrap();
        assert_eq!(session.ask().unwrap().source, Some("pot die"));
        let told = session.hand_over(&[]).unwrap();
        assert_eq!(told.first().map(|told| told.by), Some(By::Program));
        assert!(matches!(session.hand_over(&["deq".into()]), Err(Trouble::Source(_))));
        // Back before the roll: the die is the program's now, and so is its result.
        session.undo(1).unwrap();
        assert_eq!(session.ask().unwrap().turn, Turn::Player(0));
    }

    #[test]
    fn a_resumed_session_is_the_session() {
        let folder = tempfile::tempdir().unwrap();
        for seed in 0..20 {
            let path = folder.path().join(format!("{seed}.jsonl"));
            let (mut session, _) = Session::start(toy(), header(seed, &[]), Some(&path)).unwrap();
            play(&mut session, [0, 0, 2, 1, 1, 0]);
            session.undo(2).unwrap();
            session.redo(1).unwrap();
            session.hand_over(&["dice".into()]).unwrap();
            play(&mut session, [0, 3]);
            let _ = session.undo(1);
            let (ask, position, undone, results) =
                (session.ask(), session.position.clone(), session.undone.clone(), session.results.clone());
            drop(session);
            let (journal, record) = Journal::open(&path).unwrap();
            let (again, told) = Session::resume(toy(), &record, journal).unwrap();
            assert!(told.is_empty());
            assert_eq!((again.ask(), &again.position, &again.undone, &again.results), (ask, &position, &undone, &results));
            assert_eq!(journal::read(&path).unwrap(), record);
        }
    }

    #[test]
    fn a_journal_cut_anywhere_goes_on_as_it_would_have() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let (mut session, _) = Session::start(toy(), header(11, &[]), Some(&path)).unwrap();
        play(&mut session, [0; 6]);
        let ids: Vec<String> = session.history(0..usize::MAX).into_iter().map(|past| past.made.id).collect();
        drop(session);
        let whole = std::fs::read(&path).unwrap();
        let first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for len in first..=whole.len() {
            std::fs::write(&path, &whole[..len]).unwrap();
            let (journal, record) = Journal::open(&path).unwrap();
            let (again, _) = Session::resume(toy(), &record, journal).unwrap();
            assert!(!matches!(again.turn(), Turn::Chance(_)));
            let found: Vec<String> = again.history(0..usize::MAX).into_iter().map(|past| past.made.id).collect();
            assert_eq!(found, ids[..found.len()]);
        }
    }

    #[test]
    fn a_journal_of_moves_the_rules_refuse_is_refused_at_its_line() {
        let mut record = Record { header: header(1, &["all"]), entries: vec![], torn: false };
        record.entries.push(Entry::Move { n: 1, id: "deal:1".into(), by: "table".into() });
        let refused = |entry: Entry, record: &mut Record| {
            record.entries.truncate(1);
            record.entries.push(entry);
            match Session::recall(toy(), record) {
                Err(Misfit::Entry { line, .. }) => line,
                other => panic!("{:?}", other.map(|session| session.made())),
            }
        };
        assert_eq!(refused(Entry::Move { n: 2, id: "deal:4".into(), by: "table".into() }, &mut record), 3);
        assert_eq!(refused(Entry::Move { n: 3, id: "deal:1".into(), by: "table".into() }, &mut record), 3);
        assert_eq!(refused(Entry::Move { n: 2, id: "x".into(), by: "table".into() }, &mut record), 3);
        assert_eq!(refused(Entry::Undo { n: 0, undo: 2 }, &mut record), 3);
        assert_eq!(refused(Entry::Redo { n: 0, redo: 1 }, &mut record), 3);
        assert_eq!(refused(Entry::Physical { n: 1, physical: vec!["hat".into()] }, &mut record), 3);
    }

    #[test]
    fn what_cannot_be_saved_is_not_done_and_can_be_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let (mut session, _) = Session::start(toy(), header(3, &[]), Some(&path)).unwrap();
        play(&mut session, [0, 1, 0]);
        session.undo(1).unwrap();
        let state = |session: &Session<Toy>| {
            let Session { position, undone, results, physical, .. } = session;
            (position.clone(), undone.clone(), results.clone(), physical.clone(), session.made(), session.ask())
        };
        let before = state(&session);
        let read_only = std::fs::File::open(&path).unwrap();
        let good = session.journal.as_mut().unwrap().swap(read_only);
        assert!(matches!(session.answer("roll"), Err(Trouble::Journal(_))));
        assert!(matches!(session.undo(1), Err(Trouble::Journal(_))));
        assert!(matches!(session.redo(1), Err(Trouble::Journal(_))));
        assert!(matches!(session.hand_over(&["all".into()]), Err(Trouble::Journal(_))));
        assert_eq!(state(&session), before);
        session.journal.as_mut().unwrap().swap(good);
        session.redo(1).unwrap();
        assert_eq!(Session::recall(toy(), &journal::read(&path).unwrap()).unwrap().position, session.position);
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(24))]

        /// Whatever people do, the journal says where they are.
        #[test]
        fn a_journal_replays_to_its_session(seed: u64, deeds in proptest::collection::vec((0..10u8, 1..4usize), 0..60)) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("game.jsonl");
            let (mut session, _) = Session::start(toy(), header(seed, &[]), Some(&path)).unwrap();
            for (deed, number) in deeds {
                // Refusals are part of it.
                match deed {
                    0 => drop(session.undo(number)),
                    1 => drop(session.redo(number)),
                    2 => drop(session.hand_over(&["dice".into()])),
                    3 => drop(session.hand_over(&[])),
                    _ => drop(play(&mut session, [number])),
                }
                let again = Session::recall(toy(), &journal::read(&path).unwrap()).unwrap();
                proptest::prop_assert_eq!(&again.position, &session.position);
                proptest::prop_assert_eq!(&again.undone, &session.undone);
                proptest::prop_assert_eq!(&again.results, &session.results);
                proptest::prop_assert_eq!(&again.physical, &session.physical);
                proptest::prop_assert!(matches!(again.turn(), Turn::Over | Turn::Player(_) | Turn::Table(_)) || again.physical[1]);
            }
        }
    }

    #[test]
    fn history_tells_each_move_by_whom_and_what_happened() {
        let (mut session, _) = session(3, &["dice"]);
        session.answer("roll").unwrap();
        session.answer("die:6").unwrap();
        let past = session.history(2..9);
        assert_eq!(past.len(), 2);
        assert_eq!((past[0].made.text.as_str(), session.name(past[0].made.by)), ("roll the die", "Ann"));
        assert_eq!(
            (past[1].tellings[0].text.as_str(), session.name(past[1].made.by)),
            ("Ann rolls 6: the pot is 6.", "table")
        );
        assert_eq!(session.describe(3, None)[2], "The pot holds 0.");
        assert_eq!(session.describe(usize::MAX, None)[2], "The pot holds 6.");
    }

    #[test]
    fn a_view_leaves_out_what_a_seat_may_not_know() {
        let (session, _) = session(3, &[]);
        let hands = |seat| session.state(usize::MAX, seat).unwrap()["hands"].clone();
        assert!(hands(None)[0].is_null() && hands(None)[1].is_null());
        assert!(hands(Some(0))[0].is_u64() && hands(Some(0))[1].is_null());
    }
}
