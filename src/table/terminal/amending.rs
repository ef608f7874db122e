//! Replacing an earlier answer.

use std::fmt::Display;
use std::io;

use super::{Amending, Pending, Terminal};
use crate::referee::{By, Sitting, Tone};
use crate::table::asking::Asked;
use crate::table::line_parser::{self, ParseMode};
use crate::table::numbers::Numbers;
use crate::table::plain;

/// How many later answers are named that do not hold any more.
const MAX_NAMED: usize = 6;

impl Terminal<'_> {
    /// `amend 5 north`; without an answer, the question is asked as it was.
    pub(super) fn amend(&mut self, rest: &str) -> io::Result<()> {
        let (number, answer) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let Ok(n) = number.trim_start_matches('#').parse::<usize>() else {
            return self.misunderstood_note(
                "`amend` takes the number of an answer, as `log` shows it, and what it should be: `amend 5 north`.",
            );
        };
        if !answer.trim().is_empty() {
            return self.amend_to(n, answer.trim());
        }
        let Some(then) = self.amendable(n)? else {
            return Ok(());
        };
        let asked: Vec<Asked> = Asked::now(&*then).into_iter().collect();
        for question in plain::questions(&asked, self.presentation.language) {
            let question = question.laid_out(self.width, &self.names);
            writeln!(self.out, "{question}")?;
        }
        self.pending = Some(Pending::Amendment(n));
        self.asked = true;
        Ok(())
    }

    /// The game when answer `n` was given, if it may be given anew here.
    fn amendable(&mut self, n: usize) -> io::Result<Option<Box<dyn Sitting>>> {
        let then = match self.sitting.amendable(n) {
            Ok(then) => then,
            Err(error) => return self.report(error).map(|()| None),
        };
        let secret = then.ask().and_then(|ask| ask.secret);
        if secret.is_some() && secret != self.facing {
            let text = "Only the player who was asked may change that, with `undo`.";
            return self.note(Tone::Plain, text).map(|()| None);
        }
        Ok(Some(then))
    }

    /// Replaces answer `n` by what these words meant then.
    pub(super) fn amend_to(&mut self, n: usize, text: &str) -> io::Result<()> {
        let Some(then) = self.amendable(n)? else {
            return Ok(());
        };
        let asked: Vec<Asked> = Asked::now(&*then).into_iter().collect();
        let numbers = Numbers::of(&asked, true);
        let mode = ParseMode {
            numbers: &numbers,
            ..self.mode()
        };
        let Some(id) = line_parser::meant(&*then, text, mode) else {
            let with: [(&str, &dyn Display); 2] = [("text", &text), ("n", &n)];
            let told = "`{text}` was no answer at number {n}; `amend {n}` asks again.";
            return self.misunderstood(&self.presentation.tell(told, &with));
        };
        let amended = match self.sitting.amend(n, &id) {
            Ok(amended) => amended,
            Err(error) => return self.report(error),
        };
        let lines = self.lines.clone();
        self.lines.retain(|line| line.before < amended.before);
        self.amended.push(Amending {
            n,
            lines,
            after: (self.sitting.undoable(), self.sitting.amendments()),
        });
        self.refused = None;
        self.typed = None;
        self.redraw = true;
        self.undone.clear();
        self.early.clear();
        self.heading = self.sitting.heading().map(|heading| heading.text);
        let with: [(&str, &dyn Display); 3] =
            [("n", &n), ("is", &amended.is), ("was", &amended.was)];
        self.told(Tone::Cool, "Number {n} is now: {is}. It was: {was}.", &with)?;
        let dropped: Vec<String> = amended
            .dropped
            .iter()
            .take(MAX_NAMED)
            .map(|made| match made.by {
                By::Player(_) => {
                    format!("{} {}: {}", made.n, self.sitting.name(made.by), made.text)
                }
                By::Program | By::Table => format!("{} {}", made.n, made.text),
            })
            .collect();
        let more = amended.dropped.len().saturating_sub(MAX_NAMED);
        if !dropped.is_empty() {
            let with: [(&str, &dyn Display); 2] = [("moves", &dropped.join("; ")), ("more", &more)];
            let text = match more {
                0 => "This does not hold any more: {moves}.",
                _ => "This does not hold any more: {moves}; and {more} more.",
            };
            self.told(Tone::Bad, text, &with)?;
        }
        self.news.extend(amended.told);
        Ok(())
    }

    /// Whether the last thing done here was an amendment.
    pub(super) fn is_just_amended(&self) -> bool {
        let now = (self.sitting.undoable(), self.sitting.amendments());
        self.amended.last().is_some_and(|last| last.after == now)
    }

    /// Takes the last amendment back.
    pub(super) fn unamend(&mut self) -> io::Result<()> {
        let Some(Amending { n, lines, .. }) = self.amended.pop() else {
            return Ok(());
        };
        match self.sitting.take_back_amendment() {
            Ok(told) => {
                self.lines = lines;
                self.typed = None;
                self.refused = None;
                self.redraw = true;
                self.news = told;
                self.heading = self.sitting.heading().map(|heading| heading.text);
                self.told(Tone::Cool, "Number {n} is as it was.", &[("n", &n)])
            }
            Err(error) => self.report(error),
        }
    }
}
