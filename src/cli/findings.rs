//! What `check` found, reported to people or programs; `build` and `watch` report what they know of it.

use annotate_snippets::Level;
use serde_json::{Value, json};

use super::Error;
use super::error::report;
use super::stdio::{self, note, say};
use crate::games::english::counted;
use crate::kit::{Problem, Problems};

/// How findings are reported.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    Text,
    Json,
}

#[derive(Clone, Default)]
pub struct Findings {
    pub errors: Problems,
    /// Warnings: it prints, but may not be intended.
    pub warnings: Problems,
    /// What is not finished, in a sentence each.
    pub notes: Vec<String>,
}

impl Findings {
    pub fn warn(&mut self, problems: Vec<Problem>) {
        self.warnings.extend(problems);
    }

    pub fn add(&mut self, more: Findings) {
        self.errors.extend(more.errors);
        self.warnings.extend(more.warnings);
        self.notes.extend(more.notes);
    }

    /// Reports all of them, and if none is an error, a summary of `kit`.
    pub fn tell(self, format: Format, kit: &str) -> Result<(), Error> {
        match format {
            Format::Json => stdio::document(&self.json()),
            Format::Text => {
                self.reports(|_| true)
                    .for_each(|report| stdio::report(&report));
                match (self.errors.0.as_slice(), self.count()) {
                    ([], None) => say!("{kit}, all sound"),
                    ([], Some(warnings)) => say!("{kit}, printable, {warnings}"),
                    (_, count) => note!("{}", count.unwrap_or_default()),
                }
                // Unfinished work matters only once nothing is wrong.
                let notes = self.notes.iter().filter(|_| self.errors.0.is_empty());
                notes.for_each(|unfinished| note!("note: {unfinished}"));
            }
        }
        if self.errors.0.is_empty() {
            Ok(())
        } else {
            Err(Error::Told)
        }
    }

    /// The ones to report, each with its line and a caret; errors come last, where they are seen first.
    pub fn reports(&self, wanted: impl Fn(&Problem) -> bool) -> impl Iterator<Item = String> {
        let kinds = [
            (&self.warnings, Level::WARNING),
            (&self.errors, Level::ERROR),
        ];
        let all = kinds.into_iter().flat_map(|(problems, level)| {
            problems
                .shown()
                .into_iter()
                .map(move |(problem, more)| (problem, more, level.clone()))
        });
        all.filter(move |(problem, ..)| wanted(problem))
            .map(|(problem, more, level)| report(problem, more, level))
    }

    /// "1 error, 2 warnings"; `None` if there is nothing.
    pub fn count(&self) -> Option<String> {
        let kinds = [(&self.errors, "error"), (&self.warnings, "warning")];
        let some = kinds
            .into_iter()
            .filter(|(problems, _)| !problems.0.is_empty());
        let words: Vec<String> = some
            .map(|(problems, what)| counted(problems.0.len(), what))
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.errors.0.iter().chain(&self.warnings.0)
    }

    fn json(&self) -> Value {
        let all = |problems: &Problems, severity: &str| -> Vec<Value> {
            problems
                .shown()
                .into_iter()
                .map(|(problem, more)| entry(problem, more, severity))
                .collect()
        };
        let problems = [all(&self.errors, "error"), all(&self.warnings, "warning")].concat();
        json!({
            "format": 1,
            "errors": self.errors.0.len(),
            "warnings": self.warnings.0.len(),
            "problems": problems,
            "notes": self.notes,
        })
    }
}

/// Lines and columns count from 1, columns in characters; the end is after the last one. A problem with a whole file has none.
/// `more` counts similar ones that are left out.
fn entry(problem: &Problem, more: usize, severity: &str) -> Value {
    let place = &problem.place;
    let mut entry =
        json!({ "file": *place.file, "severity": severity, "message": problem.message });
    if !place.text.is_empty() {
        let (line, column) = place.line_column();
        let (end_line, end_column) = place
            .at(place.span.end.max(place.span.start)..place.span.end)
            .line_column();
        for (name, number) in [
            ("line", line),
            ("column", column),
            ("end_line", end_line),
            ("end_column", end_column),
        ] {
            entry[name] = number.into();
        }
    }
    if !problem.label.is_empty() {
        entry["label"] = (*problem.label).into();
    }
    if let Some(help) = &problem.help {
        entry["help"] = help.clone().into();
    }
    if more > 0 {
        entry["more"] = more.into();
    }
    entry
}
