//! Emphasis in running text: `**strong**` and `*slanted*`.

use std::ops::Range;

/// A kind of emphasis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Emphasis {
    pub strong: bool,
    pub slanted: bool,
}

/// Removes the asterisks from a text, and returns which bytes of the result are emphasised. Asterisks count in pairs, each directly
/// beside a word; others, and those after a `\`, are ordinary characters.
pub fn parse(text: &str) -> (String, Vec<(Range<usize>, Emphasis)>) {
    let mut out = String::with_capacity(text.len());
    let mut spans = Vec::new();
    let mut on = Emphasis::default();
    let mut since = 0;
    let mut rest = text;
    while let Some(at) = rest.find(['*', '\\']) {
        out.push_str(&rest[..at]);
        let (found, after) = rest.split_at(at + 1);
        if found.ends_with('\\') {
            let escaped = after.starts_with('*');
            out.push(if escaped { '*' } else { '\\' });
            rest = &after[usize::from(escaped)..];
            continue;
        }
        let marker = if after.starts_with('*') { "**" } else { "*" };
        let after = &rest[at + marker.len()..];
        let is_on = if marker == "**" {
            on.strong
        } else {
            on.slanted
        };
        let after_word =
            text[..text.len() - rest.len() + at].ends_with(|last: char| !last.is_whitespace());
        if if is_on {
            after_word
        } else {
            opens(after, marker)
        } {
            if on != Emphasis::default() && since < out.len() {
                spans.push((since..out.len(), on));
            }
            match marker {
                "**" => on.strong = !is_on,
                _ => on.slanted = !is_on,
            }
            since = out.len();
        } else {
            out.push_str(marker);
        }
        rest = after;
    }
    out.push_str(rest);
    (out, spans)
}

/// Whether a marker before this text opens an emphasis: it is directly before a word, and a closing one is directly after a word.
fn opens(after: &str, marker: &str) -> bool {
    let closes = |run: usize| {
        if marker == "**" {
            run >= 2
        } else {
            run % 2 == 1
        }
    };
    let mut rest = after;
    let mut found = false;
    while let Some(at) = rest.find('*').filter(|_| !found) {
        let run = rest[at..].bytes().take_while(|byte| *byte == b'*').count();
        found =
            closes(run) && rest[..at].ends_with(|last: char| !last.is_whitespace() && last != '\\');
        rest = &rest[at + run..];
    }
    found && after.starts_with(|first: char| !first.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text, with emphasis in brackets: round for strong, square for slanted, angled for both.
    fn shown(text: &str) -> String {
        let (plain, spans) = parse(text);
        let mut out = plain.clone();
        for (range, emphasis) in spans.into_iter().rev() {
            let brackets = match emphasis {
                Emphasis {
                    strong: true,
                    slanted: true,
                } => ["<", ">"],
                Emphasis { strong: true, .. } => ["(", ")"],
                _ => ["[", "]"],
            };
            out.insert_str(range.end, brackets[1]);
            out.insert_str(range.start, brackets[0]);
        }
        out
    }

    #[test]
    fn asterisks_beside_words_count_in_pairs() {
        assert_eq!(
            shown("**Gain:** 2, *then* draw."),
            "(Gain:) 2, [then] draw."
        );
        assert_eq!(shown("**all *of* it**"), "(all )<of>( it)");
        assert_eq!(shown("***both***"), "<both>");
        assert_eq!(shown("2 * 3, 2*3 and 5 ** 2"), "2 * 3, 2*3 and 5 ** 2");
        assert_eq!(shown("Note* and **nothing"), "Note* and **nothing");
        assert_eq!(shown(r"\*as it is\* and \n"), r"*as it is* and \n");
        assert_eq!(shown("**été** *ñ*"), "(été) [ñ]");
    }
}
