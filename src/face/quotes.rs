//! Typographic quotation marks and apostrophes for the straight ones of a keyboard.

use std::borrow::Cow;

/// The marks of a language: double and single, each to open and to close.
type Marks = [[&'static str; 2]; 2];

const ENGLISH: Marks = [["“", "”"], ["‘", "’"]];
const GERMAN: Marks = [["„", "“"], ["‚", "‘"]];
const POLISH: Marks = [["„", "”"], ["‚", "’"]];
const SPANISH: Marks = [["«", "»"], ["“", "”"]];
const FRENCH: Marks = [["«\u{a0}", "\u{a0}»"], ["‘", "’"]];
const SWEDISH: Marks = [["”", "”"], ["’", "’"]];

const APOSTROPHE: &str = "’";

/// The marks of a language; of those that are not listed, the English ones.
fn marks(language: &str) -> Marks {
    let main = language.split(['-', '_']).next().unwrap_or_default();
    match main {
        "de" | "cs" | "sk" | "sl" | "hr" | "is" | "lt" | "et" | "bg" => GERMAN,
        "pl" | "hu" | "ro" => POLISH,
        "es" | "it" | "ca" | "gl" | "eu" | "ru" | "uk" | "el" | "nb" | "no" => SPANISH,
        "fr" => FRENCH,
        "sv" | "fi" => SWEDISH,
        _ => ENGLISH,
    }
}

/// Words as they are printed. Marks after a digit that nothing opened stay straight, as feet and inches, and so do those between
/// backticks, which are part of what someone types.
pub fn typographic<'t>(words: &'t str, language: &str) -> Cow<'t, str> {
    if !words.contains(['\'', '"']) {
        return words.into();
    }
    let marks = marks(language);
    let mut out = String::with_capacity(words.len() + 16);
    // A single mark opens only if a later one closes: otherwise it is an apostrophe, as in 'tis.
    let last_close = words
        .rmatch_indices('\'')
        .map(|(at, _)| at)
        .find(|at| Place::of(words, *at).closes);
    let mut is_open = [false; 2];
    let mut is_typed = false;
    for (at, letter) in words.char_indices() {
        let kind = match letter {
            '"' => 0,
            '\'' => 1,
            _ => {
                is_typed ^= letter == '`';
                out.push(letter);
                continue;
            }
        };
        if is_typed {
            out.push(letter);
            continue;
        }
        let place = Place::of(words, at);
        let is_closed = kind == 0 || last_close.is_some_and(|last| last > at);
        if place.opens && is_closed && !is_open[kind] {
            is_open[kind] = true;
            out += marks[kind][0];
        } else if is_open[kind] && !place.before_letter {
            is_open[kind] = false;
            out += marks[kind][1];
        } else if place.after_digit && !place.before_letter {
            out.push(letter);
        } else {
            out += if kind == 1 { APOSTROPHE } else { marks[0][1] };
        }
    }
    out.into()
}

/// The same for the words in the `<text>`s of an SVG; `has` tells whether a family of fonts has such marks.
pub(super) fn in_texts(svg: String, language: &str, has: impl Fn(&str) -> bool) -> String {
    if !svg.contains("<text") {
        return svg;
    }
    let lacks = |part: &str| {
        let mut families = part.match_indices("font-family");
        families.any(|(at, _)| family(&part[at..]).is_some_and(|family| !has(family)))
    };
    // A group may name the family of the texts in it.
    let mut inherits_lack = false;
    let mut out = String::with_capacity(svg.len());
    let mut rest = &*svg;
    while let Some(start) = rest.find("<text") {
        let end = rest[start..].find("</text>");
        let end = end.map_or(rest.len(), |end| start + end);
        let before = &rest[..start];
        let text = &rest[start..end];
        let tag = &text[..tag_end(text)];
        inherits_lack |= lacks(before);
        let is_kept = inherits_lack || lacks(text) || tag.ends_with("/>");
        out += before;
        let taken = if is_kept { tag.len() } else { text.len() };
        if is_kept {
            out += tag
        } else {
            between_tags(text, language, &mut out)
        }
        rest = &rest[start + taken..];
    }
    out + rest
}

/// Where a tag ends: after the first `>` that is in no attribute.
fn tag_end(text: &str) -> usize {
    let mut open = None;
    for (at, letter) in text.char_indices() {
        match (letter, open) {
            ('"' | '\'', None) => open = Some(letter),
            (letter, Some(quote)) if letter == quote => open = None,
            ('>', None) => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The first family that a tag names.
fn family(tag: &str) -> Option<&str> {
    let (_, after) = tag.split_once("font-family")?;
    let names = after.trim_start_matches(['=', ':', ' ', '"', '\'']);
    names.split(['"', '\'', ',', ';', '>']).next()
}

/// Adds an element, with typographic marks in the words between its tags.
fn between_tags(element: &str, language: &str, out: &mut String) {
    let mut rest = element;
    while !rest.is_empty() {
        let (words, after) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
        let (tag, next) = after.split_at(tag_end(after));
        rest = next;
        if words.contains(['\'', '"', '&']) {
            let mut plain = words.to_owned();
            for (escaped, mark) in ESCAPED {
                plain = plain.replace(escaped, mark);
            }
            out.push_str(&typographic(&plain, language));
        } else {
            out.push_str(words);
        }
        out.push_str(tag);
    }
}

/// What stands for straight marks in an SVG.
const ESCAPED: [(&str, &str); 5] = [
    ("&#x27;", "'"),
    ("&#39;", "'"),
    ("&apos;", "'"),
    ("&quot;", "\""),
    ("&#34;", "\""),
];

/// What stands on the two sides of a mark, apart from asterisks of emphasis.
struct Place {
    opens: bool,
    closes: bool,
    after_digit: bool,
    before_letter: bool,
}

impl Place {
    fn of(words: &str, at: usize) -> Place {
        let before = words[..at].chars().rev().take(4).find(|near| *near != '*');
        let after = words[at + 1..].chars().take(4).find(|near| *near != '*');
        let begins = |letter: char| letter.is_whitespace() || "([{“„‘‚«\"'’—–/¿¡".contains(letter);
        let before_letter = after.is_some_and(char::is_alphanumeric);
        let opens = before.is_none_or(begins) && after.is_some_and(|next| !next.is_whitespace());
        Place {
            opens,
            closes: !opens && !before_letter,
            before_letter,
            after_digit: before.is_some_and(|letter| letter.is_ascii_digit()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_words_of_texts_are_changed() {
        let svg = "<svg><style>a{b:'c'}</style><text font-family=\"A\" x='1'>It's &quot;so&quot; <tspan>&amp; 'no'</tspan></text>\
                   <text x=\"2\"/><desc>it's</desc><text font-family='Odd'>don't</text>\
                   <text><tspan aria-label=\"a > b\">plain</tspan></text></svg>";
        let set = svg
            .replace("It's &quot;so&quot;", "It’s “so”")
            .replace("'no'", "‘no’");
        let done = in_texts(svg.to_owned(), "en", |family| family != "Odd");
        assert_eq!(done, set);
    }

    #[test]
    fn straight_marks_become_those_of_the_language() {
        let cases = [
            ("en", "The Maiden's Cell", "The Maiden’s Cell"),
            (
                "en",
                "Print at 100 %, not \"fit to page\".",
                "Print at 100 %, not “fit to page”.",
            ),
            (
                "en",
                "\"It's 'mine',\" *\"she\"* said",
                "“It’s ‘mine’,” *“she”* said",
            ),
            ("en", "'Tis the owl's turn", "’Tis the owl’s turn"),
            (
                "en",
                "a 6' by 12\" board of the 1920's",
                "a 6' by 12\" board of the 1920’s",
            ),
            (
                "en",
                "type `it's \"so\"`, don't",
                "type `it's \"so\"`, don’t",
            ),
            ("en", "(\"Is it 'mine'\".)", "(“Is it ‘mine’”.)"),
            ("de", "Sag \"nein\", 's geht", "Sag „nein“, ’s geht"),
            ("es-MX", "Di \"no\"", "Di «no»"),
            ("fr", "l'\"eau\"", "l’«\u{a0}eau\u{a0}»"),
        ];
        for (language, typed, printed) in cases {
            assert_eq!(typographic(typed, language), printed, "{language}: {typed}");
        }
        assert!(matches!(
            typographic("plain “words”", "en"),
            Cow::Borrowed(_)
        ));
    }
}
