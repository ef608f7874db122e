//! Small pieces of English shared by all games.

use std::borrow::Cow;
use std::fmt::Display;

use crate::kit::language::before;

/// "1 tile", "2 tiles".
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    format!(
        "{count} {noun}{}",
        if count == N::from(1) { "" } else { "s" }
    )
}

/// Capitalizes the first letter, which a sign such as `¿` or a quote may stand before.
pub fn capital(text: &str) -> String {
    let words = text.trim_start_matches(['¿', '¡', '«', '„', '“', '"', '(']);
    let before = &text[..text.len() - words.len()];
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase);
    before
        .chars()
        .chain(first.into_iter().flatten())
        .chain(letters)
        .collect()
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
        [most @ .., last] => format!("{} {} {last}", most.join(", "), before(and, last)),
    }
}

/// "first" to "twelfth", then "13th".
pub fn ordinal(number: usize) -> Cow<'static, str> {
    let words = [
        "none", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
        "ninth", "tenth", "eleventh", "twelfth",
    ];
    if let Some(word) = words.get(number) {
        return Cow::Borrowed(word);
    }
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    Cow::Owned(format!("{number}{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_places_have_the_same_ordinal() {
        let told = [1, 6, 7, 8, 12, 13, 21, 22, 23, 111].map(ordinal);
        let words = [
            "first", "sixth", "seventh", "eighth", "twelfth", "13th", "21st", "22nd", "23rd",
            "111th",
        ];
        assert_eq!(told, words);
    }
}
