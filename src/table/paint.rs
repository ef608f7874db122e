//! Words on a terminal: colour by tone, lines that fit.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::referee::{Screen, Tone};

/// The width assumed where nobody knows it.
pub const WIDTH: usize = 80;

/// The look of a tone. The sixteen colours that every terminal has, as its owner chose them.
pub fn style(tone: Tone) -> Style {
    let plain = Style::new();
    match tone {
        Tone::Plain => plain,
        Tone::Dim => plain.dimmed(),
        Tone::Strong => plain.bold(),
        Tone::Good => plain.fg_color(Some(AnsiColor::Green.into())),
        Tone::Bad => plain.fg_color(Some(AnsiColor::Red.into())),
        Tone::Gold => plain.fg_color(Some(AnsiColor::Yellow.into())),
        Tone::Cool => plain.fg_color(Some(AnsiColor::Cyan.into())),
    }
}

/// Text in a tone.
pub fn toned(tone: Tone, text: &str) -> String {
    let style = style(tone);
    format!("{style}{text}{style:#}")
}

/// A drawing as lines.
pub fn drawing(screen: &Screen) -> String {
    let mut text = String::new();
    for line in &screen.lines {
        for (words, tone) in line {
            text.push_str(&toned(*tone, words));
        }
        text.push('\n');
    }
    text
}

/// A sentence broken into lines of at most `width` characters; lines after the first are indented. A longer word stays whole.
pub fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let len = word.chars().count();
        if column > 0 && column + 1 + len > width {
            let _ = write!(out, "\n{:indent$}", "");
            column = indent;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += len;
    }
    out
}

/// A sentence in lines of the terminal; as it is where there is none. Lines after the first are indented.
pub fn fitted(text: &str, width: Option<usize>, indent: usize) -> String {
    match width {
        Some(width) if text.chars().count() > width => wrapped(text, width, indent),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two three four", 9, 2), "one two\n  three\n  four");
        assert_eq!(wrapped("unbreakable  word", 4, 0), "unbreakable\nword");
        assert_eq!(wrapped("", 9, 2), "");
    }

    #[test]
    fn plain_text_has_no_codes() {
        let mut screen = Screen::default();
        screen.line([("a".into(), Tone::Plain), ("b".into(), Tone::Bad)]);
        assert_eq!(drawing(&screen), "a\u{1b}[31mb\u{1b}[0m\n");
    }
}
