//! Text on a terminal: colours for tones, and lines that fit.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::referee::{Screen, Seat, Sitting, Tone};

/// The width assumed if it is unknown.
pub const WIDTH: usize = 80;

/// The style of a tone, made of the sixteen colours that every terminal has, as its owner set them.
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

/// A player's colour on a terminal, from the word for it, or by seat if there is none or the terminal lacks it.
fn colour(word: Option<&str>, seat: Seat) -> AnsiColor {
    const BY_SEAT: [AnsiColor; 4] = [
        AnsiColor::Cyan,
        AnsiColor::Magenta,
        AnsiColor::Yellow,
        AnsiColor::Green,
    ];
    match word.unwrap_or_default() {
        "red" => AnsiColor::Red,
        "green" => AnsiColor::Green,
        "blue" => AnsiColor::Blue,
        "yellow" => AnsiColor::Yellow,
        "purple" | "violet" => AnsiColor::Magenta,
        "white" => AnsiColor::White,
        "black" => AnsiColor::BrightBlack,
        _ => BY_SEAT[usize::from(seat) % BY_SEAT.len()],
    }
}

/// The players' names, each in the colour of the player's pieces.
#[derive(Clone, Debug, Default)]
pub struct Names(Vec<(String, AnsiColor)>);

impl Names {
    /// Empty in a game of one.
    pub fn new(sitting: &dyn Sitting) -> Names {
        let players = &sitting.header().players;
        let mut names: Vec<(String, AnsiColor)> = (0..)
            .zip(players)
            .map(|(seat, name)| (name.clone(), colour(sitting.colour(seat), seat)))
            .collect();
        // "Ann Lee" before "Ann".
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        Names(if names.len() > 1 { names } else { Vec::new() })
    }

    /// Text in a tone, except for the names in it.
    pub fn toned(&self, tone: Tone, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        let mut plain = String::new();
        while let Some(letter) = rest.chars().next() {
            let inside = plain.ends_with(char::is_alphanumeric);
            let whole = |name: &str| {
                !inside
                    && rest
                        .strip_prefix(name)
                        .is_some_and(|after| !after.starts_with(char::is_alphanumeric))
            };
            let Some((name, hue)) = self.0.iter().find(|(name, _)| whole(name)) else {
                plain.push(letter);
                rest = &rest[letter.len_utf8()..];
                continue;
            };
            if !plain.is_empty() {
                out.push_str(&toned(tone, &std::mem::take(&mut plain)));
            }
            let style = style(tone).fg_color(Some((*hue).into()));
            let _ = write!(out, "{style}{name}{style:#}");
            rest = &rest[name.len()..];
        }
        if plain.is_empty() {
            out
        } else {
            out + &toned(tone, &plain)
        }
    }
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

/// A sentence broken into lines of at most `width` characters, with later lines indented. Longer words stay whole.
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

/// A sentence broken into lines for the terminal, with later lines indented; unchanged if there is no terminal.
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
        assert_eq!(
            wrapped("one two three four", 9, 2),
            "one two\n  three\n  four"
        );
        assert_eq!(wrapped("unbreakable  word", 4, 0), "unbreakable\nword");
        assert_eq!(wrapped("", 9, 2), "");
    }

    #[test]
    fn names_have_their_players_colours() {
        let names = Names(vec![
            ("Ann Lee".into(), AnsiColor::Red),
            ("Ann".into(), AnsiColor::Blue),
        ]);
        let painted = names.toned(Tone::Plain, "Ann, Annie, Ann Lee's");
        assert_eq!(
            painted,
            "\u{1b}[34mAnn\u{1b}[0m, Annie, \u{1b}[31mAnn Lee\u{1b}[0m's"
        );
        assert_eq!(Names::default().toned(Tone::Plain, "Ann"), "Ann");
    }

    #[test]
    fn plain_text_has_no_codes() {
        let mut screen = Screen::default();
        screen.line([("a".into(), Tone::Plain), ("b".into(), Tone::Bad)]);
        assert_eq!(drawing(&screen), "a\u{1b}[31mb\u{1b}[0m\n");
    }
}
