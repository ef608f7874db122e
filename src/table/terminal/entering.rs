//! Entering a game under way place by place, and writing the table down.

use std::io;
use std::path::Path;

use super::{Pending, Terminal};
use crate::referee::Tone;

/// A table as described so far.
pub(super) struct Entering {
    /// The places still to ask about, as they are in the set-up.
    places: Vec<String>,
    /// The lines entered so far.
    lines: Vec<String>,
    /// Whether everything has been entered, and only the whereabouts of the rest remain to be confirmed.
    checked: bool,
}

impl Entering {
    /// The whole table.
    fn table(&self) -> String {
        self.lines.join("\n")
    }
}

impl Terminal<'_> {
    /// Writes the table to a file from which the game can be entered.
    pub(super) fn write_table(&mut self, file: &str) -> io::Result<()> {
        let lines = match self.sitting.table_lines() {
            None => {
                return self.note(
                    Tone::Bad,
                    "This game cannot be written as a table: its journal contains it.",
                );
            }
            Some(Err(reason)) => {
                return {
                    let reason = self.presentation.word(reason.to_string());
                    self.told(Tone::Bad, "Finish this first: {why}.", &[("why", &reason)])
                };
            }
            Some(Ok(lines)) => lines,
        };
        let header = self.sitting.header();
        let mut text = format!("# game: {}\n", header.game);
        header
            .edition
            .iter()
            .for_each(|edition| text.push_str(&format!("# edition: {edition}\n")));
        text.push_str(&format!("# players: {}\n", header.players.join(", ")));
        for (name, value) in &header.options {
            text.push_str(&format!("# option: {name}={value}\n"));
        }
        text.push_str(&lines.join("\n"));
        text.push('\n');
        match self.keep(Path::new(file), text) {
            Ok(()) if self.sitting.hides() => self.told(
                Tone::Cool,
                "The table is in {file}, with everything that is hidden: do not read it if you play.",
                &[("file", &file)],
            ),
            Ok(()) => self.told(Tone::Cool, "The table is in {file}.", &[("file", &file)]),
            Err(error) => self.told(Tone::Bad, "The table could not be written: {why}.", &[("why", &error)]),
        }
    }

    /// Starts asking what is on the table.
    pub(super) fn enter_table(&mut self) -> io::Result<()> {
        let places = self.sitting.blank_lines();
        if places.is_empty() {
            return self.note(Tone::Bad, "This game cannot be entered.");
        }
        let places = places.into_iter().rev().collect();
        self.note(
            Tone::Cool,
            "How is the table laid out? Each place is shown as the set-up has it: type what is different, or press Enter. In the middle of a fight, an \
             auction or the like, enter the table as it was before, then answer what was done since. `stop` changes nothing.",
        )?;
        self.enter_next(Entering {
            places,
            lines: Vec::new(),
            checked: false,
        })
    }

    /// Asks about the next place, then for more, then whether the rest is right.
    fn enter_next(&mut self, entering: Entering) -> io::Result<()> {
        match entering.places.last().cloned() {
            Some(line) => self.say(Tone::Strong, &line)?,
            None => {
                let (form, _) = self
                    .sitting
                    .correction_forms()
                    .first()
                    .copied()
                    .unwrap_or_default();
                let text = "What else? One line for each piece or place, as for `correct`: `{example}`. `?` shows how to word it; \
                            Enter ends.";
                self.told(Tone::Strong, text, &[("example", &form)])?
            }
        }
        self.asked = true;
        self.pending = Some(Pending::Entering(Box::new(entering)));
        Ok(())
    }

    /// A line typed while the table is entered.
    pub(super) fn entered(&mut self, mut entering: Entering, text: &str) -> io::Result<()> {
        if text.eq_ignore_ascii_case("stop") {
            return self.note(Tone::Cool, "Nothing was changed.");
        }
        if matches!(text, "?" | "h" | "help") {
            self.correction_forms()?;
            return self.enter_next(entering);
        }
        if entering.checked {
            if self.is_begun("yes", text) || text.is_empty() {
                return match self.sitting.enter(&entering.table()) {
                    Ok(told) => {
                        self.refused = None;
                        self.redraw = true;
                        self.count_line();
                        self.news.extend(told);
                        Ok(())
                    }
                    Err(error) => self.report(error),
                };
            }
            entering.checked = false;
            return self.enter_next(entering);
        }
        match entering.places.pop() {
            Some(line) if text.is_empty() => entering.lines.push(line),
            Some(line) => {
                let head = line.split_once(':').map_or("", |(head, _)| head);
                let whole = text.contains(':');
                entering.lines.push(if whole {
                    text.to_owned()
                } else {
                    format!("{head}: {text}")
                });
            }
            None if text.is_empty() => return self.check_table(entering),
            None => {
                let numbered = text
                    .parse::<usize>()
                    .ok()
                    .and_then(|number| number.checked_sub(1));
                if let Some(at) = numbered.filter(|at| *at < entering.lines.len()) {
                    entering.lines.remove(at);
                    return self.enter_next(entering);
                }
                // A repeated line replaces the earlier one.
                let head = text
                    .split_once(':')
                    .map(|(head, _)| head.trim().to_lowercase());
                let same = |line: &String| {
                    head.is_some()
                        && line.split_once(':').map(|(own, _)| own.to_lowercase()) == head
                };
                match entering.lines.iter().position(same) {
                    Some(at) => entering.lines[at] = text.to_owned(),
                    None => entering.lines.push(text.to_owned()),
                }
            }
        }
        self.enter_next(entering)
    }

    /// Tries the table, and says what is left over.
    fn check_table(&mut self, mut entering: Entering) -> io::Result<()> {
        let mut trial = self.sitting.fork();
        let done = trial.enter(&entering.table());
        let left = match done.map(|_| trial.table_lines()) {
            Err(error) => {
                let lines = (1..)
                    .zip(&entering.lines)
                    .map(|(number, line)| (number.to_string(), line.clone()));
                self.columns(&lines.collect::<Vec<_>>())?;
                self.told(
                    Tone::Bad,
                    "That cannot be: {why}. Enter that line again, drop it by its number, or `stop`.",
                    &[("why", &error)],
                )?;
                return self.enter_next(entering);
            }
            Ok(Some(Ok(lines))) => lines,
            Ok(_) => Vec::new(),
        };
        let rest = left.iter().filter_map(|line| {
            let (place, body) = line.trim_end_matches('.').split_once(": ")?;
            let pieces = body
                .split("; ")
                .find_map(|part| part.strip_prefix("left "))?;
            (pieces != "0").then(|| format!("{place}: {pieces}"))
        });
        let rest: Vec<String> = rest.collect();
        self.told(
            Tone::Cool,
            "Remaining: {pieces}.",
            &[("pieces", &rest.join("; "))],
        )?;
        entering.checked = true;
        self.asked = true;
        self.pending = Some(Pending::Entering(Box::new(entering)));
        self.note(Tone::Strong, "Is that right?  (yes) / no")
    }
}
