//! Facts, from which sentences are made.

/// What a sentence can be told.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// What the sentence must not tell: false where it is asked for.
    None,
    Flag(bool),
    Number(i64),
    /// As it is printed or typed: a name, a code.
    Text(String),
    /// A word of the rules, which `[words]` may put otherwise: "north".
    Word(&'static str),
    List(Vec<Fact>),
    /// A noun of this name, made of facts; `[nouns]` says how it is put.
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
