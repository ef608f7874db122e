//! Options that take one of a few names.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// A parser that accepts these values by their names, and nothing else.
pub fn one_of<T>(all: &'static [T], name: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let named = move |text: String| {
        all.iter()
            .copied()
            .find(|value| name(*value) == text)
            .ok_or("unknown name")
    };
    PossibleValuesParser::new(all.iter().map(|value| name(*value))).try_map(named)
}
