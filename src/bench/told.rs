//! What is wrong, as a page shows it.

use serde_json::{Value, json};

use crate::kit::{FileError, Problem, Problems, SourceSpan};

/// Why something was not done.
#[derive(Debug)]
pub enum Refused {
    Plainly(String),
    Kit(Problems),
}

impl From<String> for Refused {
    fn from(why: String) -> Refused {
        Refused::Plainly(why)
    }
}

impl From<FileError> for Refused {
    fn from(why: FileError) -> Refused {
        Refused::Plainly(why.to_string())
    }
}

impl From<Problems> for Refused {
    fn from(found: Problems) -> Refused {
        Refused::Kit(found)
    }
}

impl Refused {
    /// `{ "message", "problems" }`
    pub fn to_json(&self) -> Value {
        match self {
            Refused::Plainly(why) => json!({ "message": why }),
            Refused::Kit(found) => {
                let message = found.0.first().map(|problem| problem.message.as_str());
                json!({ "message": message, "problems": problems(found) })
            }
        }
    }
}

/// Problems as a page shows them: each with its file and line.
pub fn problems(problems: &Problems) -> Value {
    let shown = problems.shown().into_iter().map(|(problem, more)| {
        let (line, column) = problem.place.line_column();
        let place = (!problem.place.text.is_empty()).then_some((line, column));
        json!({
            "file": *problem.place.file,
            "line": place.map(|(line, _)| line),
            "column": place.map(|(_, column)| column),
            "message": problem.message,
            "help": problem.help,
            "more": more,
        })
    });
    shown.collect()
}

/// A problem with a whole file.
pub fn of_file(file: &str, message: impl Into<String>) -> Problem {
    Problem::new(SourceSpan::file(file), message)
}
