//! Replacing an earlier answer: the rest of the game is played again as far as it still holds.

use std::sync::Arc;

use super::{Action, Session, Step};
use crate::referee::journal::{Entry, Luck};
use crate::referee::message::message;
use crate::referee::sitting::{Amended, SessionError, Sitting, Told};
use crate::referee::{Bots, By, Refused, Turn, Words};

/// The most amendments in a game: each looks at all moves, and a journal may come from anybody.
const MAX_AMENDMENTS: usize = 1_000;

/// How many of them can be taken back.
const MAX_KEPT: usize = 64;

/// What an amendment replaced, so that it can be taken back as a whole.
pub(super) struct Replaced<G: Words + Bots> {
    line: Vec<Arc<Step<G>>>,
    tip: G::Position,
    made: usize,
    results: Vec<u64>,
}

impl<G: Words + Bots> Clone for Replaced<G> {
    fn clone(&self) -> Self {
        Replaced {
            line: self.line.clone(),
            tip: self.tip.clone(),
            made: self.made,
            results: self.results.clone(),
        }
    }
}

impl<G: Words + Bots> Session<G> {
    /// The game as it was before move `n`, to look at; the error says why that move cannot be replaced.
    pub(super) fn before(&self, n: usize) -> Result<Session<G>, SessionError> {
        let Some(step) = n.checked_sub(1).and_then(|at| self.counting().get(at)) else {
            return Err(self.not_amended("there is no move {n}; `history` numbers them", n));
        };
        if step.by == By::Program || !matches!(step.action, Action::Move(_)) {
            return Err(self.not_amended("move {n} is not an answer that anybody gave", n));
        }
        let reveals = |step: &Arc<Step<G>>| step.reveals;
        if self.header.luck == Luck::Strict && self.counting()[n - 1..].iter().any(reveals) {
            return Err(SessionError::Strict(self.made_at(n - 1).text));
        }
        Ok(Session {
            line: Vec::new(),
            tip: step.before.clone(),
            made: 0,
            is_trial: true,
            ..self.copy()
        })
    }

    fn not_amended(&self, why: &'static str, n: usize) -> SessionError {
        let reason = self.game.in_words(&message(why, [("n", n.into())]));
        SessionError::Refused(Refused {
            reason,
            rule: None,
            code: "not_amended",
        })
    }

    /// Puts aside the moves from number `n` on, and keeps them for [`restore`](Self::restore).
    pub(super) fn put_aside(&mut self, n: usize) -> Result<(), String> {
        let to = n
            .checked_sub(1)
            .filter(|to| *to < self.made)
            .ok_or_else(|| format!("there is no move {n} to amend"))?;
        if self.amendments == MAX_AMENDMENTS {
            return Err(format!("a game can be amended {MAX_AMENDMENTS} times"));
        }
        self.amendments += 1;
        self.drop_undone();
        if self.replaced.len() == MAX_KEPT {
            self.replaced.remove(0);
        }
        self.replaced.push(Replaced {
            line: self.line.clone(),
            tip: self.tip.clone(),
            made: self.made,
            results: self.results.clone(),
        });
        for source in self.line[to..].iter().filter_map(|step| step.source) {
            self.results[usize::from(source.0)] -= 1;
        }
        self.go_to(to);
        self.drop_undone();
        Ok(())
    }

    /// Puts back what the last amendment replaced.
    pub(super) fn restore(&mut self) -> Result<(), String> {
        let Replaced {
            line,
            tip,
            made,
            results,
        } = self
            .replaced
            .pop()
            .ok_or("there is no amendment to take back")?;
        self.line = line;
        self.tip = tip;
        self.results = results;
        self.go_to(made);
        Ok(())
    }

    /// See [`Sitting::amend`].
    pub(super) fn amend_move(&mut self, n: usize, id: &str) -> Result<Amended, SessionError> {
        let mv = self
            .game
            .parse(id)
            .ok_or_else(|| SessionError::NotAMove(id.to_owned()))?;
        // It must be possible at all before anything is put aside.
        self.before(n)?.answer(id)?;
        let old = self.counting().to_vec();
        let by = self.counting()[n - 1].by;
        let was = self.made_at(n - 1).text;
        let mut next = self.copy();
        let mut told = Vec::new();
        next.put_aside(n)
            .map_err(|why| SessionError::Refused(Refused::correction(why, None)))?;
        next.make(Action::Move(mv), by, Some(&mut told))
            .map_err(SessionError::Refused)?;
        let dropped = next.follow(&old[n..], &mut told)?;
        let dropped = dropped.into_iter().map(|at| self.made_at(n + at)).collect();
        let entry = Entry::Amend { n: n - 1, amend: n };
        let entries = next.entries(Some(entry), n - 1);
        self.append(&entries)?;
        *self = Session {
            journal: self.journal.take(),
            ..next
        };
        let is = self.made_at(n - 1).text;
        let peoples = self.line[..n - 1]
            .iter()
            .filter(|step| step.by != By::Program);
        Ok(Amended {
            was,
            is,
            before: peoples.count(),
            dropped,
            told,
        })
    }

    /// Makes old steps again as long as each is what comes next; returns the people's that were not made, by index.
    fn follow(
        &mut self,
        old: &[Arc<Step<G>>],
        told: &mut Vec<Told>,
    ) -> Result<Vec<usize>, SessionError> {
        let is_persons = |(_, step): &(usize, &Arc<Step<G>>)| step.by != By::Program;
        let mut left: Vec<(usize, &Arc<Step<G>>)> =
            old.iter().enumerate().filter(is_persons).collect();
        left.reverse();
        while let Some((_, step)) = left.last() {
            if self.is_programs() && !self.was_told(step) {
                if !self.settle_once(told)? {
                    break;
                }
                continue;
            }
            let agrees = match step.action {
                Action::Move(_) => step.by == self.mover(),
                Action::Correct(_) | Action::End => true,
            };
            let made = agrees && self.make(step.action.clone(), step.by, Some(told)).is_ok();
            if !made {
                break;
            }
            left.pop();
        }
        self.settle(told)?;
        Ok(left.into_iter().rev().map(|(at, _)| at).collect())
    }

    /// Whether this result of chance is due again and the people told it, though the program settles that source by now.
    fn was_told(&self, step: &Step<G>) -> bool {
        let due = matches!(self.turn(), Turn::Chance(source) if step.source == Some(source));
        due && self.untold(self.now()).is_none()
    }
}
