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
        let expression = ENVIRONMENT.compile_expression_owned(text.clone()).map_err(|error| {
            let problem = field.problem(format!("this is no expression: {}", why(&error)));
            // Comparisons as in databases and spreadsheets.
            let is_single = text.contains('=') && !["==", "!=", "<=", ">="].iter().any(|sign| text.contains(sign));
            if is_single { problem.help("`==` compares") } else { problem }
        })?;
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

fn why(error: &Error) -> String {
    error.detail().map_or_else(|| error.kind().to_string(), str::to_owned)
}
