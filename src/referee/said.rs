//! What the referee says itself, before it is put into the language of the table.

use std::borrow::Cow;
use std::fmt::{self, Display};

/// A text in English with places to fill in: "no tile is called `{tile}`".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    text: Cow<'static, str>,
    with: Vec<(&'static str, Part)>,
}

/// What a place is filled with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The same in every language: what somebody typed, a name, a number.
    Typed(String),
    Said(Said),
}

/// A text and what to fill in, by name.
pub fn said<const N: usize>(text: &'static str, with: [(&'static str, Part); N]) -> Said {
    Said { text: text.into(), with: with.into() }
}

/// Several in one, joined by a text with the places `first` and `last`.
pub fn joined(all: impl IntoIterator<Item = Said>, text: &'static str) -> Said {
    let pair = |first: Said, last: Said| said(text, [("first", first.into()), ("last", last.into())]);
    all.into_iter().reduce(pair).unwrap_or_else(|| said("", []))
}

impl Said {
    /// Puts it into a language, for which `known` finds the translation of a text.
    pub fn put(&self, known: &impl Fn(&str) -> Option<String>) -> String {
        let text = known(&self.text).unwrap_or_else(|| self.text.to_string());
        self.with.iter().fold(text, |text, (name, part)| {
            let part = match part {
                Part::Typed(typed) => typed.clone(),
                Part::Said(said) => said.put(known),
            };
            text.replace(&format!("{{{name}}}"), &part)
        })
    }
}

/// In English.
impl Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.put(&|_| None))
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

impl From<Said> for Part {
    fn from(said: Said) -> Part {
        Part::Said(said)
    }
}

macro_rules! typed {
    ($($Type:ty)*) => { $(impl From<$Type> for Part {
        fn from(typed: $Type) -> Part {
            Part::Typed(typed.to_string())
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
            known.iter().find(|(own, _)| *own == text).map(|(_, put)| (*put).to_owned())
        };
        assert_eq!(text.put(&german), "no hand in pool und Plan");
    }
}
