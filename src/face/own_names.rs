//! Columns with the names of helpers. The maker's column wins where it is printed, and the helper where it is called: `text(text, ...)`.
//!
//! The template language has one name for both, so in a kit with such columns a call gets a name of its own, `Text(...)`, of the same
//! length, so that places in messages stay right.

use std::borrow::Cow;
use std::collections::BTreeSet;

use minijinja::value::{ArgType, Value, ValueKind};
use minijinja::{Environment, Error, ErrorKind, Output, State, escape_formatter};

use crate::kit::Kit;

/// Separates a helper's message from the advice that follows it.
pub(super) const HELP: &str = "\n";

/// The helpers that templates call.
pub const HELPERS: [&str; 4] = ["text", "image", "noise", "tr"];

/// A helper's name where it is called.
fn called(helper: &str) -> String {
    helper[..1].to_uppercase() + &helper[1..]
}

/// The helpers whose names are also those of columns.
pub fn shadowed(kit: &Kit) -> Vec<&'static str> {
    let rows = kit.decks.iter().filter_map(|deck| deck.rows.first());
    let names: BTreeSet<String> = rows
        .flat_map(|row| row.fields().into_iter().map(|(name, _)| name))
        .collect();
    HELPERS
        .into_iter()
        .filter(|helper| names.contains(*helper))
        .collect()
}

/// A template in which calls of these helpers have names of their own.
pub fn with_calls<'s>(source: &'s str, helpers: &[&str]) -> Cow<'s, str> {
    let mut calls = Vec::new();
    for helper in helpers {
        // Whoever defines a macro of the name means that.
        if !source.contains(&format!("macro {helper}")) {
            calls.extend(calls_of(source, helper));
        }
    }
    if calls.is_empty() {
        return source.into();
    }
    let mut own = source.to_owned();
    for at in calls {
        let letter = own[at..=at].to_uppercase();
        own.replace_range(at..=at, &letter);
    }
    own.into()
}

/// Where a helper is called in the tags of a template.
pub(super) fn calls_of(source: &str, helper: &str) -> Vec<usize> {
    let mut calls = Vec::new();
    let mut from = 0;
    while let Some(tag) = next_tag(source, from) {
        let (start, end) = tag;
        let mut quote = None;
        for (at, letter) in source[start..end].char_indices() {
            let at = start + at;
            match (quote, letter) {
                (None, '"' | '\'') => quote = Some(letter),
                (Some(open), _) if open == letter && !source[..at].ends_with('\\') => quote = None,
                (None, _) if is_call(source, at, helper) => calls.push(at),
                _ => {}
            }
        }
        from = end;
    }
    calls
}

/// The next tag's contents.
fn next_tag(source: &str, from: usize) -> Option<(usize, usize)> {
    let mut start = from;
    loop {
        start += source.get(start..)?.find('{')?;
        let close = match source.as_bytes().get(start + 1) {
            Some(b'{') => "}}",
            Some(b'%') => "%}",
            _ => {
                start += 1;
                continue;
            }
        };
        let inner = start + 2;
        let end = source[inner..]
            .find(close)
            .map_or(source.len(), |at| inner + at);
        return Some((inner, end));
    }
}

fn is_call(source: &str, at: usize, helper: &str) -> bool {
    let Some(rest) = source[at..].strip_prefix(helper) else {
        return false;
    };
    let before = source[..at].trim_end();
    let is_own = !source[..at].ends_with(|last: char| last.is_alphanumeric() || last == '_')
        && !before.ends_with(['.', '|']);
    is_own && rest.trim_start().starts_with('(')
}

/// Writes a value. A helper that is not called would be written as the name of a function in this program.
pub fn write(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    printable(value)?;
    escape_formatter(out, state, value)
}

/// Words that a helper sets.
pub struct Words(pub String);

impl<'v> ArgType<'v> for Words {
    type Output = Words;

    fn from_value(value: Option<&'v Value>) -> Result<Words, Error> {
        value.map_or(Ok(()), printable)?;
        if value.is_some_and(Value::is_undefined) {
            return Err(ErrorKind::UndefinedError.into());
        }
        let words = String::from_value(value)?;
        // A helper that was joined to a text, or filtered.
        if words.contains(concat!(env!("CARGO_PKG_NAME"), "::face::")) {
            Err(no_value())
        } else {
            Ok(Words(words))
        }
    }
}

/// Makes the helpers of a template callable by their own names.
pub fn add_calls(environment: &mut Environment<'_>) {
    for helper in HELPERS {
        let known = environment.globals().find(|(name, _)| *name == helper);
        if let Some((_, value)) = known {
            environment.add_global(called(helper), value);
        }
    }
}

/// Refuses a helper where a value is wanted.
fn printable(value: &Value) -> Result<(), Error> {
    match value.kind() {
        ValueKind::Plain => Err(no_value()),
        _ => Ok(()),
    }
}

/// What is wrong where a helper stands for a value.
pub const NO_VALUE: &str = "this is a helper and not a value";

fn no_value() -> Error {
    let message = format!(
        "{NO_VALUE}{HELP}if it is the name of a column: declare it as a field in `[deck.fields]`, or use the \
         name that the field has there"
    );
    Error::new(ErrorKind::InvalidOperation, message)
}

#[cfg(test)]
mod tests {
    use super::with_calls;

    #[test]
    fn only_calls_get_names_of_their_own() {
        let source = "<text>{{ text(text, x=1) }} text(1) {% set a = [text (b), \"text(\" ~ text] %}{{ my.text(1) }}{{ context(1) }}";
        let own = "<text>{{ Text(text, x=1) }} text(1) {% set a = [Text (b), \"text(\" ~ text] %}{{ my.text(1) }}{{ context(1) }}";
        assert_eq!(with_calls(source, &["text", "image"]), own);
        let macros = "{% macro text(x) %}{% endmacro %}{{ text(1) }}";
        assert_eq!(with_calls(macros, &["text"]), macros);
        assert_eq!(with_calls("{{ text(", &["text"]), "{{ Text(");
    }
}
