//! What the referee itself says, before it is translated into the language of the table.

use std::borrow::Cow;
use std::fmt::{self, Display};

/// A text in English with placeholders: "no tile is called `{tile}`".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    text: Cow<'static, str>,
    with: Vec<(&'static str, Argument)>,
}

/// What replaces a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The same in every language: what somebody typed, a name, a number.
    Typed(String),
    Said(Said),
}

/// A text, and what replaces its placeholders, by name.
pub fn said<const N: usize>(text: &'static str, with: [(&'static str, Argument); N]) -> Said {
    Said { text: text.into(), with: with.into() }
}

/// Several texts as one, joined by a text with the placeholders `first` and `last`.
pub fn joined(all: impl IntoIterator<Item = Said>, text: &'static str) -> Said {
    let pair = |first: Said, last: Said| said(text, [("first", first.into()), ("last", last.into())]);
    all.into_iter().reduce(pair).unwrap_or_else(|| said("", []))
}

impl Said {
    /// Translates it; `known` finds the translation of a text.
    pub fn translate(&self, known: &impl Fn(&str) -> Option<String>) -> String {
        let text = known(&self.text).unwrap_or_else(|| self.text.to_string());
        self.with.iter().fold(text, |text, (name, argument)| {
            let argument = match argument {
                Argument::Typed(typed) => typed.clone(),
                Argument::Said(said) => said.translate(known),
            };
            text.replace(&format!("{{{name}}}"), &argument)
        })
    }
}

/// In English.
impl Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.translate(&|_| None))
    }
}

impl From<String> for Said {
    fn from(text: String) -> Said {
        Said { text: text.into(), with: Vec::new() }
    }
}

impl From<Said> for String {
    fn from(said: Said) -> String {
        said.to_string()
    }
}

impl From<Said> for Argument {
    fn from(said: Said) -> Argument {
        Argument::Said(said)
    }
}

macro_rules! typed {
    ($($Type:ty)*) => { $(impl From<$Type> for Argument {
        fn from(typed: $Type) -> Argument {
            Argument::Typed(typed.to_string())
        }
    })* };
}
typed! { &str String &String u8 u32 usize i32 }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_translated_and_what_was_typed_is_not() {
        let pool = said("the {place}", [("place", "pool".into())]);
        let map = said("the map", []);
        let text = said(
            "no {word} in {places}",
            [("word", "hand".into()), ("places", joined([pool, map], "{first} and {last}").into())],
        );
        assert_eq!(text.to_string(), "no hand in the pool and the map");
        let german = |text: &str| {
            let known = [
                ("the {place}", "{place}"),
                ("the map", "Plan"),
                ("{first} and {last}", "{first} und {last}"),
                ("hand", "Hand"),
            ];
            known.iter().find(|(own, _)| *own == text).map(|(_, translate)| (*translate).to_owned())
        };
        assert_eq!(text.translate(&german), "no hand in pool und Plan");
    }
}
