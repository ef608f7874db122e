//! Small pieces of English shared by all games.

use std::fmt::Display;

/// "1 tile", "2 tiles".
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    format!(
        "{count} {noun}{}",
        if count == N::from(1) { "" } else { "s" }
    )
}

/// Capitalizes the first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// "a", "a and b", "a, b and c".
pub fn listed(words: &[impl AsRef<str>]) -> String {
    joined(words, "and")
}

/// The same with another language's "and".
pub fn joined(words: &[impl AsRef<str>], and: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} {and} {last}", most.join(", ")),
    }
}

/// "first" to "sixth".
pub fn ordinal(number: usize) -> &'static str {
    [
        "none", "first", "second", "third", "fourth", "fifth", "sixth",
    ]
    .get(number)
    .copied()
    .unwrap_or("last")
}
