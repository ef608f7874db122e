//! The tokens of the language of `play.toml`, each with its place.

use std::ops::Range;

use crate::kit::{Problem, SourceSpan};

/// A text in `play.toml`, and its place.
#[derive(Clone, Debug)]
pub struct Source {
    pub text: String,
    /// The value including its quotes.
    place: SourceSpan,
    /// Where the text begins in the file; `None` if the file spells it differently because of escapes, so that only the
    /// whole value can be shown.
    start: Option<usize>,
}

impl Source {
    /// Whether it has any content.
    pub fn says(&self) -> bool {
        !self.text.trim().is_empty()
    }

    pub fn new(text: String, place: SourceSpan) -> Source {
        let raw = place.text.get(place.span.clone()).unwrap_or_default();
        let quotes = raw.len() - raw.trim_start_matches(['"', '\'']).len();
        let quotes = if quotes >= 3 { 3 } else { quotes.min(1) };
        let inside = raw.get(quotes..).unwrap_or_default();
        let line_end = if quotes == 3 {
            inside.len() - inside.trim_start_matches(['\r', '\n']).len()
        } else {
            0
        };
        let line_end = line_end.min(if inside.starts_with("\r\n") { 2 } else { 1 });
        let start = [line_end, 0].into_iter().find(|skip| {
            inside
                .get(*skip..)
                .is_some_and(|rest| rest.starts_with(&text))
        });
        let start = start.map(|skip| place.span.start + quotes + skip);
        Source { text, place, start }
    }

    /// The place of a range of bytes in the text.
    pub fn place(&self, span: Range<usize>) -> SourceSpan {
        match self.start {
            Some(start) => self
                .place
                .at(start + span.start..start + span.end.max(span.start)),
            None => self.place.clone(),
        }
    }

    /// The place of the whole text.
    pub fn whole(&self) -> SourceSpan {
        self.place(0..self.text.trim_end().len())
    }

    pub fn problem(&self, span: Range<usize>, message: impl Into<String>) -> Problem {
        Problem::new(self.place(span), message)
    }
}

/// A word, a number, a quoted text or a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lexeme {
    Word(String),
    Number(i32),
    Quoted(String),
    Sign(&'static str),
}

#[derive(Clone, Debug)]
pub struct Token {
    pub is: Lexeme,
    /// Byte range in the source's text.
    pub span: Range<usize>,
}

impl Token {
    pub fn is_sign(&self, sign: &str) -> bool {
        matches!(self.is, Lexeme::Sign(own) if own == sign)
    }

    pub fn is_word(&self, word: &str) -> bool {
        matches!(&self.is, Lexeme::Word(own) if own == word)
    }
}

/// Symbols; longer ones come before their prefixes.
const SIGNS: [&str; 22] = [
    "+=", "-=", "!=", "<=", ">=", "+", "-", "*", "/", "%", "=", "<", ">", "(", ")", "[", "]", ",",
    ".", ":", ";", "&",
];

/// Splits part of a text into tokens; `#` begins a comment.
pub fn tokens(source: &Source, span: Range<usize>) -> Result<Vec<Token>, Problem> {
    let text = &source.text;
    let mut found = Vec::new();
    let mut at = span.start;
    while at < span.end {
        let rest = &text[at..span.end];
        let first = rest.chars().next().unwrap_or(' ');
        let start = at;
        let is = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if first == '#' {
            break;
        } else if first.is_alphabetic() || first == '_' {
            let word = rest
                .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .unwrap_or(rest.len());
            at += word;
            Lexeme::Word(rest[..word].to_owned())
        } else if first.is_ascii_digit() {
            let digits = rest
                .find(|letter: char| !letter.is_ascii_digit())
                .unwrap_or(rest.len());
            at += digits;
            let number = rest[..digits]
                .parse::<i32>()
                .ok()
                .filter(|number| *number <= 1_000_000);
            let large = || {
                source
                    .problem(start..at, "a number is at most 1000000")
                    .label("too large")
            };
            Lexeme::Number(number.ok_or_else(large)?)
        } else if first == '"' || first == '\'' {
            let Some(end) = rest[1..].find(first) else {
                return Err(source
                    .problem(start..span.end, "the quotes are not closed")
                    .label("opened here"));
            };
            at += end + 2;
            Lexeme::Quoted(rest[1..=end].to_owned())
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            at += sign.len();
            Lexeme::Sign(sign)
        } else {
            let end = start + first.len_utf8();
            return Err(source
                .problem(start..end, format!("`{first}` means nothing here"))
                .label("not understood"));
        };
        found.push(Token {
            is,
            span: start..at,
        });
    }
    Ok(found)
}
