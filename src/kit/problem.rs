//! Errors as data: each names a place, says what was found, what was expected, and what to try.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A place in one of a kit's files.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file as the user would name it: `templates/mine/tiles.toml`.
    pub file: Arc<str>,
    /// The file's text, to show the line; empty if it could not be read.
    pub text: Arc<str>,
    /// Bytes of `text`.
    pub span: Range<usize>,
}

impl Place {
    /// A whole file, where no line is to blame.
    pub fn file(file: impl Into<Arc<str>>) -> Place {
        Place { file: file.into(), text: "".into(), span: 0..0 }
    }

    /// Another place in the same file.
    pub fn at(&self, span: Range<usize>) -> Place {
        Place { span, ..self.clone() }
    }

    /// Line and column, from 1; the column counts characters.
    pub fn line_column(&self) -> (usize, usize) {
        let before = self.text.get(..self.span.start).unwrap_or(&self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// Something wrong with a kit.
#[derive(Clone, Debug)]
pub struct Problem {
    pub place: Place,
    /// What is wrong, in one lower-case sentence: "tile `T07` appears twice".
    pub message: String,
    /// A few words beside the caret: "expected a whole number". May be empty.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Problem {
    pub fn new(place: Place, message: impl Into<String>) -> Problem {
        Problem { place, message: message.into(), label: String::new(), help: None }
    }

    pub fn label(mut self, label: impl Into<String>) -> Problem {
        self.label = label.into();
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }
}

/// Everything wrong with a kit, in the order found. As an error, never empty.
#[derive(Clone, Debug, Default)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// Adds a problem, unless the same was found before.
    pub fn push(&mut self, problem: Problem) {
        let same = |known: &Problem| {
            (&known.place.file, &known.place.span, &known.message)
                == (&problem.place.file, &problem.place.span, &problem.message)
        };
        if !self.0.iter().any(same) {
            self.0.push(problem);
        }
    }

    pub fn extend(&mut self, others: Problems) {
        others.0.into_iter().for_each(|problem| self.push(problem));
    }

    /// `value`, if nothing is wrong.
    pub fn or<T>(self, value: T) -> Result<T, Problems> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Problems {
        Problems(vec![problem])
    }
}

/// One plain line a problem: `tiles.toml:12:8: message`.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.0 {
            let (line, column) = problem.place.line_column();
            writeln!(f, "{}:{line}:{column}: {}", problem.place.file, problem.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// The name most like `word`, if any is like it at all; case does not count.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let lower = word.to_lowercase();
    names
        .map(|name| (strsim::damerau_levenshtein(&lower, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= name.chars().count().max(word.chars().count()) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}
