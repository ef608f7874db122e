//! The order in which a line is set if parts of it run from right to left.

use std::borrow::Cow;
use std::ops::Range;

use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

use super::text::ICON;

/// Keeps signs at the end of a run with its letters, in every program that shows the text.
const RIGHT_TO_LEFT_MARK: char = '\u{200f}';

/// Whether a text has letters that run from right to left. Each line of live text runs in one direction.
pub(super) fn is_right_to_left(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(runs_leftward)
}

fn runs_leftward(character: char) -> bool {
    // No letter below these does, and nearly all texts consist of those.
    character >= '\u{590}' && matches!(bidi_class(character), BidiClass::R | BidiClass::AL)
}

/// A part of a line in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DirectedRun {
    /// Bytes of the text.
    pub range: Range<usize>,
    pub leftward: bool,
}

/// The directions in a text, if any of it runs from right to left.
pub(super) struct Directions<'t> {
    info: BidiInfo<'t>,
}

impl<'t> Directions<'t> {
    /// Examines a text prepared by [`without_icons`]. A paragraph begins in the direction of its first letter, or in this one.
    pub(super) fn of(text: &'t str, start: Option<Level>) -> Option<Directions<'t>> {
        is_right_to_left(text).then(|| Directions {
            info: BidiInfo::new(text, start),
        })
    }

    /// Whether the paragraph of this line runs from right to left.
    pub(super) fn is_leftward(&self, line: &Range<usize>) -> bool {
        let mut paragraphs = self.info.paragraphs.iter();
        paragraphs
            .find(|paragraph| paragraph.range.contains(&line.start))
            .is_some_and(|paragraph| paragraph.level.is_rtl())
    }

    /// The runs of a line, from left to right.
    pub(super) fn runs(&self, line: Range<usize>) -> Vec<DirectedRun> {
        let mut paragraphs = self.info.paragraphs.iter();
        let found = paragraphs.find(|paragraph| paragraph.range.contains(&line.start));
        let Some(paragraph) = found.filter(|_| !line.is_empty()) else {
            return Vec::new();
        };
        let (levels, runs) = self.info.visual_runs(paragraph, line);
        let directed = |range: Range<usize>| DirectedRun {
            leftward: levels[range.start].is_rtl(),
            range,
        };
        runs.into_iter().map(directed).collect()
    }
}

/// The text with its icons as objects, which have no direction of their own.
pub(super) fn without_icons(text: &str) -> String {
    text.replace(ICON, "\u{fffc}")
}

/// The text of a run for an SVG element of its own, which shows it in the same way.
pub(super) fn alone(text: &str, leftward: bool) -> Cow<'_, str> {
    if text.is_ascii() && !leftward {
        return text.into();
    }
    let text: Cow<str> = if text.contains(is_control) {
        text.replace(is_control, "").into()
    } else {
        text.into()
    };
    if !leftward {
        return text;
    }
    if !is_right_to_left(&text) {
        return text.chars().rev().map(mirrored).collect();
    }
    let mark = |end: Option<char>| {
        if end.is_some_and(runs_leftward) {
            ""
        } else {
            "\u{200f}"
        }
    };
    let before = mark(text.chars().next());
    let after = mark(text.chars().next_back());
    format!("{before}{text}{after}").into()
}

/// The text of a run of an SVG element, without the marks at its ends.
pub(super) fn unmarked(text: &str) -> &str {
    text.trim_matches(RIGHT_TO_LEFT_MARK)
}

/// Invisible characters that change the direction of what follows.
fn is_control(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The sign that looks like this one in a mirror.
fn mirrored(sign: char) -> char {
    const PAIRS: [(char, char); 8] = [
        ('(', ')'),
        ('[', ']'),
        ('{', '}'),
        ('<', '>'),
        ('«', '»'),
        ('‹', '›'),
        ('≤', '≥'),
        ('⟨', '⟩'),
    ];
    let other = |&(left, right): &(char, char)| match sign {
        sign if sign == left => Some(right),
        sign if sign == right => Some(left),
        _ => None,
    };
    PAIRS.iter().find_map(other).unwrap_or(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runs of a text, from left to right, each as an element of its own; and whether the paragraph runs from right to left.
    fn set(text: &str) -> (Vec<String>, bool) {
        let plain = without_icons(text);
        let directions = Directions::of(&plain, None).unwrap();
        let runs = directions.runs(0..text.len());
        let shown = |run: &DirectedRun| alone(&text[run.range.clone()], run.leftward).into_owned();
        (
            runs.iter().map(shown).collect(),
            directions.is_leftward(&(0..text.len())),
        )
    }

    #[test]
    fn a_paragraph_runs_like_its_first_letter() {
        assert!(Directions::of("Deal 2 damage.", None).is_none());
        let (runs, leftward) = set("שלוף 2 קלפים.");
        // A sign or space at the end of a run stays on its side.
        let shown = ["\u{200f} קלפים.\u{200f}", "2", "שלוף \u{200f}"];
        assert_eq!(runs, shown);
        assert!(leftward);
        let (runs, leftward) = set("Draw שלוף now.");
        assert_eq!(runs, ["Draw ", "שלוף", " now."]);
        assert!(!leftward);
    }

    #[test]
    fn signs_between_runs_are_mirrored() {
        assert_eq!(alone("(", true), ")");
        assert_eq!(alone(" [a", true), "a] ");
        assert_eq!(alone("a\u{200e}é", false), "aé");
        assert_eq!(unmarked("\u{200f}.שלום"), ".שלום");
    }
}
