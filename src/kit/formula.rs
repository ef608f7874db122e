//! Expressions over a row, in the language of templates: which rows a deck takes, and fields computed from others.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use minijinja::value::{Serde, Value};
use minijinja::{Environment, Error, ErrorKind, Expression, UndefinedBehavior};
use serde_json::{Map, Value as Json};

use super::code::slug;
use super::problem::find_name;
use super::reader::Field;
use super::{Problem, SourceSpan};

/// The longest expression, in bytes.
const LONGEST: usize = 1_000;

/// The most instructions for one row.
const FUEL: u64 = 10_000;

static ENVIRONMENT: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_fuel(Some(FUEL));
    environment
});

/// An expression such as `deck == "Experts" and cost < 3`.
#[derive(Clone)]
pub(super) struct Formula {
    expression: Arc<Expression<'static, 'static>>,
    pub place: SourceSpan,
    /// The fields and columns that it names, in alphabetical order.
    pub names: Vec<String>,
}

impl Formula {
    pub fn read(field: Field<'_>) -> Result<Formula, Problem> {
        Formula::of(field, field.text()?)
    }

    /// The same for one that makes words for people, in the language that the kit is read in.
    pub fn read_words(field: Field<'_>) -> Result<Formula, Problem> {
        Formula::of(field, field.words()?)
    }

    fn of(field: Field<'_>, text: String) -> Result<Formula, Problem> {
        if text.len() > LONGEST {
            return Err(field.problem(format!("an expression has at most {LONGEST} bytes")));
        }
        let compiled = ENVIRONMENT.compile_expression_owned(text.clone());
        let expression = compiled
            .or_else(|error| {
                ENVIRONMENT
                    .compile_expression_owned(with_own_operators(&text))
                    .map_err(|_| error)
            })
            .map_err(|error| wrong(&field, &text, &error))?;
        let mut names: Vec<String> = expression.undeclared_variables(false).into_iter().collect();
        names.retain(|name| !ENVIRONMENT.globals().any(|(known, _)| known == name));
        names.sort_unstable();
        Ok(Formula {
            expression: expression.into(),
            place: field.place(),
            names,
        })
    }

    /// Its value in a row with these fields.
    ///
    /// # Errors
    ///
    /// Why it cannot be computed, in a few words.
    pub fn value(&self, fields: &Map<String, Json>) -> Result<Value, String> {
        self.expression
            .eval(Value::from(Serde(fields)))
            .map_err(|error| {
                let why = why(&error);
                let method = (error.kind() == ErrorKind::UnknownMethod)
                    .then(|| why.rsplit(' ').next())
                    .flatten();
                method
                    .and_then(filter_of)
                    .map_or_else(|| why.clone(), |help| format!("{why}: {help}"))
            })
    }

    /// Where it contains this name.
    pub fn place_of(&self, name: &str) -> SourceSpan {
        let words = self
            .place
            .text
            .get(self.place.span.clone())
            .unwrap_or_default();
        let start = self.place.span.start;
        find_name(name, words).map_or(self.place.clone(), |at| {
            self.place.at(start + at.start..start + at.end)
        })
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a formula of {}", self.names.join(", "))
    }
}

/// The problem with an expression that cannot be parsed: the cause, the place, and what was probably meant.
fn wrong(field: &Field<'_>, text: &str, error: &Error) -> Problem {
    let problem = field.problem(format!("this is not an expression: {}", why(error)));
    let whole = problem.place.clone();
    let at = |found: Range<usize>| {
        // In a string without escapes, offsets are those of the expression.
        let start = whole
            .text
            .get(whole.span.clone())
            .and_then(|words| words.find(text))
            .map(|at| whole.span.start + at);
        start.map_or(whole.clone(), |start| {
            whole.at(start + found.start..start + found.end)
        })
    };
    if let Some(quote) = open_quote(text) {
        let problem = Problem {
            message: "the quote is not closed".to_owned(),
            ..problem
        };
        return Problem {
            place: at(quote..text.len()),
            ..problem
        };
    }
    // A range within a character is of no use.
    let range = error.range().filter(|range| {
        text.get(range.clone())
            .is_some_and(|words| !words.is_empty())
    });
    let place = range.map_or(whole.clone(), at);
    let is_accented = |word: &&str| {
        !word.is_ascii()
            && word
                .chars()
                .all(|letter| letter.is_alphanumeric() || letter == '_')
    };
    let comma = text.char_indices().any(|(at, letter)| {
        let is_digit = |letter: char| letter.is_ascii_digit();
        letter == ',' && text[..at].ends_with(is_digit) && text[at + 1..].starts_with(is_digit)
    });
    let words = |letter: char| !(letter.is_alphanumeric() || letter == '_');
    let help = match text.split(words).find(is_accented) {
        Some(word) => Some(format!(
            "in an expression `{word}` is `{}`",
            slug(word, '_')
        )),
        None if comma => Some("a number has a decimal point: `1.5`".to_owned()),
        None => Some(
            "for example: `deck = 'Experts' and cost < 5`, `name is startingwith 'A'`".to_owned(),
        ),
    };
    Problem {
        place,
        help,
        ..problem
    }
}

/// Where an unclosed quote begins.
fn open_quote(text: &str) -> Option<usize> {
    let mut open: Option<(usize, char)> = None;
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        open = match open {
            Some((_, quote)) if letter == quote && before != '\\' => None,
            None if matches!(letter, '"' | '\'') => Some((at, letter)),
            open => open,
        };
        before = letter;
    }
    open.map(|(at, _)| at)
}

/// The filters that are suggested.
pub const FILTERS: [&str; 18] = [
    "upper",
    "lower",
    "title",
    "capitalize",
    "replace",
    "split",
    "join",
    "trim",
    "length",
    "first",
    "last",
    "sort",
    "sum",
    "round",
    "int",
    "abs",
    "default",
    "mm",
];

/// The filter in a name of another language: `upper` of `toUpperCase`.
pub fn filter_in(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    FILTERS
        .into_iter()
        .find(|filter| filter.len() > 3 && name.contains(filter))
}

/// The filter that replaces a method of other languages.
pub fn filter_of(method: &str) -> Option<String> {
    let filter = match method {
        "format" => "format",
        "strip" | "lstrip" | "rstrip" => "trim",
        "splitlines" => "lines",
        "len" | "count" | "size" => "length",
        "startswith" | "starts_with" | "startsWith" => {
            return Some("write it as a test: `x is startingwith \"...\"`".into());
        }
        "endswith" | "ends_with" | "endsWith" => {
            return Some("write it as a test: `x is endingwith \"...\"`".into());
        }
        "contains" | "find" | "index" | "includes" => {
            return Some("write it as a test: `\"...\" in x`".into());
        }
        _ => filter_in(method)?,
    };
    Some(format!("write it as a filter: `x|{filter}`"))
}

/// Replaces the operators of databases and spreadsheets outside quotes (`=`, `<>`, `AND`, `OR`, `NOT` and `IN`) with those of the
/// template language.
fn with_own_operators(text: &str) -> String {
    let mut quote = None;
    let mut own = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let before = own.chars().next_back().unwrap_or(' ');
        let word = rest.len()
            - rest
                .trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_')
                .len();
        let (taken, written) = match (quote, letter) {
            (Some(open), _) => {
                quote = (letter != open || before == '\\').then_some(open);
                (letter.len_utf8(), None)
            }
            (None, '"' | '\'') => {
                quote = Some(letter);
                (1, None)
            }
            (None, '<') if rest.starts_with("<>") => (2, Some("!=".to_owned())),
            (None, '=') if !"=!<>".contains(before) && !rest[1..].starts_with('=') => {
                (1, Some("==".to_owned()))
            }
            (None, _) if ["AND", "OR", "NOT", "IN"].contains(&&rest[..word]) => {
                (word, Some(rest[..word].to_lowercase()))
            }
            (None, _) => (word.max(letter.len_utf8()), None),
        };
        own.push_str(written.as_deref().unwrap_or(&rest[..taken]));
        rest = &rest[taken..];
    }
    own
}

fn why(error: &Error) -> String {
    error
        .detail()
        .map_or_else(|| error.kind().to_string(), str::to_owned)
}
