//! Expressions over a row, in the language of templates: which rows a deck takes, and fields computed from others.

use std::fmt;
use std::sync::{Arc, LazyLock};

use minijinja::value::{Serde, Value};
use minijinja::{Environment, Error, Expression, UndefinedBehavior};
use serde_json::{Map, Value as Json};

use super::reader::Field;
use super::{Place, Problem};

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
    pub place: Place,
    /// The fields and columns that it names, in alphabetical order.
    pub names: Vec<String>,
}

impl Formula {
    pub fn read(field: Field<'_>) -> Result<Formula, Problem> {
        let text = field.text()?;
        if text.len() > LONGEST {
            return Err(field.problem(format!("an expression has at most {LONGEST} letters")));
        }
        // A single `=` compares, as in databases and spreadsheets, wherever it is not the language's own.
        let compiled = ENVIRONMENT.compile_expression_owned(text.clone());
        let expression = compiled
            .or_else(|error| ENVIRONMENT.compile_expression_owned(with_double_equals(&text)).map_err(|_| error))
            .map_err(|error| field.problem(format!("this is no expression: {}", why(&error))))?;
        let mut names: Vec<String> = expression.undeclared_variables(false).into_iter().collect();
        names.retain(|name| !ENVIRONMENT.globals().any(|(known, _)| known == name));
        names.sort_unstable();
        Ok(Formula { expression: expression.into(), place: field.place(), names })
    }

    /// What it comes to in a row with these fields.
    ///
    /// # Errors
    ///
    /// It cannot be worked out, in a few words.
    pub fn value(&self, fields: &Map<String, Json>) -> Result<Value, String> {
        self.expression.eval(Value::from(Serde(fields))).map_err(|error| why(&error))
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a formula of {}", self.names.join(", "))
    }
}

/// Doubles each single `=` outside of quotes.
fn with_double_equals(text: &str) -> String {
    let mut quote = None;
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    let mut doubled = String::with_capacity(text.len() + 2);
    while let Some(letter) = letters.next() {
        doubled.push(letter);
        let is_single = letter == '=' && !"=!<>".contains(before) && letters.peek() != Some(&'=');
        match quote {
            Some(open) => quote = (letter != open || before == '\\').then_some(open),
            None if is_single => doubled.push('='),
            None => quote = matches!(letter, '"' | '\'').then_some(letter),
        }
        before = letter;
    }
    doubled
}

fn why(error: &Error) -> String {
    error.detail().map_or_else(|| error.kind().to_string(), str::to_owned)
}
