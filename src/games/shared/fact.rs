//! Facts, from which sentences are built.

/// A value that a sentence may use.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// A secret, which the sentence must not mention; it counts as false in conditions.
    None,
    Flag(bool),
    Number(i64),
    /// Text as it is printed or typed, such as a name or a code.
    Text(String),
    /// A word of the rules, which `[words]` may translate: "north".
    Word(&'static str),
    List(Vec<Fact>),
    /// A noun with this name and these facts; `[nouns]` says how to phrase it.
    Noun(&'static str, Vec<(&'static str, Fact)>),
}

impl Fact {
    pub fn noun<const N: usize>(name: &'static str, facts: [(&'static str, Fact); N]) -> Fact {
        Fact::Noun(name, facts.into())
    }
}

impl From<bool> for Fact {
    fn from(flag: bool) -> Fact {
        Fact::Flag(flag)
    }
}

impl From<&str> for Fact {
    fn from(text: &str) -> Fact {
        Fact::Text(text.to_owned())
    }
}

impl From<Vec<Fact>> for Fact {
    fn from(facts: Vec<Fact>) -> Fact {
        Fact::List(facts)
    }
}

impl From<String> for Fact {
    fn from(text: String) -> Fact {
        Fact::Text(text)
    }
}

macro_rules! numbers {
    ($($number:ty)*) => { $(impl From<$number> for Fact {
        fn from(number: $number) -> Fact {
            Fact::Number(number.into())
        }
    })* };
}
numbers! { u8 i8 u16 i16 u32 i32 i64 }
