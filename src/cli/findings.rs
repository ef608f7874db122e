//! What `check` found, told to people or to programs.

use annotate_snippets::Level;
use serde_json::{Value, json};

use super::Error;
use super::error::report;
use crate::kit::{Problem, Problems};

/// How findings are told.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    Text,
    Json,
}

#[derive(Clone, Default)]
pub struct Findings {
    pub errors: Problems,
    /// What prints, but may not be meant.
    warnings: Problems,
}

impl Findings {
    pub fn warn(&mut self, problems: Vec<Problem>) {
        self.warnings.extend(Problems(problems));
    }

    /// Tells all of them, and then, if none is an error, that the kit is `sound`.
    pub fn tell(self, format: Format, sound: &str) -> Result<(), Error> {
        match format {
            Format::Json => {
                println!("{:#}", self.json());
                if self.errors.0.is_empty() { Ok(()) } else { Err(Error::Told) }
            }
            Format::Text => {
                for warning in &self.warnings.0 {
                    anstream::eprintln!("{}\n", report(warning, Level::WARNING));
                }
                self.errors.or(())?;
                println!("{sound}");
                Ok(())
            }
        }
    }

    fn json(&self) -> Value {
        let errors = self.errors.0.iter().map(|problem| entry(problem, "error"));
        let warnings = self.warnings.0.iter().map(|problem| entry(problem, "warning"));
        json!({
            "format": 1,
            "errors": self.errors.0.len(),
            "warnings": self.warnings.0.len(),
            "problems": errors.chain(warnings).collect::<Vec<Value>>(),
        })
    }
}

/// Lines and columns count from 1, columns in characters; the end is behind the last one. A problem of a whole file has none.
fn entry(problem: &Problem, severity: &str) -> Value {
    let place = &problem.place;
    let mut entry = json!({ "file": *place.file, "severity": severity, "message": problem.message });
    if !place.text.is_empty() {
        let (line, column) = place.line_column();
        let (end_line, end_column) = place.at(place.span.end.max(place.span.start)..place.span.end).line_column();
        for (name, number) in [("line", line), ("column", column), ("end_line", end_line), ("end_column", end_column)] {
            entry[name] = number.into();
        }
    }
    if !problem.label.is_empty() {
        entry["label"] = problem.label.clone().into();
    }
    if let Some(help) = &problem.help {
        entry["help"] = help.clone().into();
    }
    entry
}
