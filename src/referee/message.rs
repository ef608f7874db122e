//! Messages of the referee itself, before they are translated into the language of the table.

use std::borrow::Cow;
use std::fmt::{self, Display};

/// A message in English with placeholders: "no tile is called `{tile}`".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    text: Cow<'static, str>,
    with: Vec<(&'static str, Argument)>,
}

/// What replaces a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The same in every language: what somebody typed, a name, a number.
    Typed(String),
    Message(Message),
}

/// A message: its text, and what replaces its placeholders, by name.
pub fn message<const N: usize>(text: &'static str, with: [(&'static str, Argument); N]) -> Message {
    Message {
        text: text.into(),
        with: with.into(),
    }
}

/// Several messages as one, joined by a text with the placeholders `first` and `last`.
pub fn joined(all: impl IntoIterator<Item = Message>, text: &'static str) -> Message {
    let pair = |first: Message, last: Message| {
        message(text, [("first", first.into()), ("last", last.into())])
    };
    all.into_iter()
        .reduce(pair)
        .unwrap_or_else(|| message("", []))
}

impl Message {
    /// Translates it; `known` finds the translation of a text.
    pub fn translate(&self, known: &impl Fn(&str) -> Option<String>) -> String {
        let text = known(&self.text).unwrap_or_else(|| self.text.to_string());
        self.with.iter().fold(text, |text, (name, argument)| {
            let argument = match argument {
                Argument::Typed(typed) => typed.clone(),
                Argument::Message(message) => message.translate(known),
            };
            text.replace(&format!("{{{name}}}"), &argument)
        })
    }
}

/// In English.
impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.translate(&|_| None))
    }
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        Message {
            text: text.into(),
            with: Vec::new(),
        }
    }
}

impl From<Message> for String {
    fn from(message: Message) -> String {
        message.to_string()
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Argument {
        Argument::Message(message)
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
        let pool = message("the {place}", [("place", "pool".into())]);
        let map = message("the map", []);
        let text = message(
            "no {word} in {places}",
            [
                ("word", "hand".into()),
                ("places", joined([pool, map], "{first} and {last}").into()),
            ],
        );
        assert_eq!(text.to_string(), "no hand in the pool and the map");
        let german = |text: &str| {
            let known = [
                ("the {place}", "{place}"),
                ("the map", "Plan"),
                ("{first} and {last}", "{first} und {last}"),
                ("hand", "Hand"),
            ];
            known
                .iter()
                .find(|(own, _)| *own == text)
                .map(|(_, translate)| (*translate).to_owned())
        };
        assert_eq!(text.translate(&german), "no hand in pool und Plan");
    }
}
