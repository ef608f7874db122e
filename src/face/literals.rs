//! Words that a template prints itself, to be translated like those of rows: what is written in a `<text>`, and what a call of
//! `text` puts before or after a column. They become calls of `tr`; lines stay where they are.

use std::borrow::Cow;
use std::ops::Range;

use super::inkscape::quoted;
use super::own_names::calls_of;
use crate::kit::language::is_worded;

/// The template with such words in calls of `tr`.
pub fn with_translation(source: &str) -> Cow<'_, str> {
    let mut edits = in_texts(source);
    edits.extend(in_calls(source));
    if edits.is_empty() {
        return source.into();
    }
    edits.sort_by_key(|(range, _)| range.start);
    let mut out = String::with_capacity(source.len() + 16 * edits.len());
    let mut done = 0;
    for (range, new) in edits {
        out += &source[done..range.start];
        out += &new;
        done = range.end;
    }
    (out + &source[done..]).into()
}

/// A part of a template: of its markup, a tag; of the template language, anything in braces.
enum Part {
    Tag,
    Statement,
    Words,
}

/// The part that begins here, and where it ends.
fn part(source: &str, at: usize) -> (Part, usize) {
    let rest = &source[at..];
    let end_of = |close: &str| {
        rest.find(close)
            .map_or(source.len(), |end| at + end + close.len())
    };
    for (open, close) in [("{{", "}}"), ("{%", "%}"), ("{#", "#}")] {
        if rest.starts_with(open) {
            return (Part::Statement, end_of(close));
        }
    }
    for (open, close) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] {
        if rest.starts_with(open) {
            return (Part::Tag, end_of(close));
        }
    }
    if rest.starts_with('<') {
        return (Part::Tag, end_of_tag(source, at + 1));
    }
    let stops = rest.char_indices().skip(1);
    let mut stops = stops.filter(|(_, letter)| ['<', '{'].contains(letter));
    (
        Part::Words,
        stops.next().map_or(source.len(), |(end, _)| at + end),
    )
}

/// The end of a tag, in whose attributes there may be statements.
fn end_of_tag(source: &str, mut at: usize) -> usize {
    while let Some(letter) = source[at..].chars().next() {
        if source[at..].starts_with("{{") || source[at..].starts_with("{%") {
            at = part(source, at).1;
            continue;
        }
        at += letter.len_utf8();
        if letter == '>' {
            break;
        }
    }
    at
}

/// The words within `<text>`, and the calls for them.
fn in_texts(source: &str) -> Vec<(Range<usize>, String)> {
    let mut edits = Vec::new();
    let mut depth = 0_usize;
    let mut at = 0;
    while at < source.len() {
        let (kind, end) = part(source, at);
        let words = &source[at..end];
        match kind {
            Part::Tag if words.starts_with("</text") => depth = depth.saturating_sub(1),
            Part::Tag if is_text(words) => depth += 1,
            Part::Words if depth > 0 => edits.extend(said(source, at..end)),
            _ => {}
        }
        at = end;
    }
    edits
}

/// Whether a tag opens a text.
fn is_text(tag: &str) -> bool {
    let rest = tag.strip_prefix("<text");
    rest.is_some_and(|rest| rest.starts_with(|next: char| next.is_whitespace() || next == '>'))
        && !tag.ends_with("/>")
}

/// Words of the markup as a call; `None` if nothing is to be said there.
fn said(source: &str, range: Range<usize>) -> Option<(Range<usize>, String)> {
    let words = &source[range.clone()];
    let core = words.trim();
    let start = range.start + (words.len() - words.trim_start().len());
    let mut plain = core.split_whitespace().collect::<Vec<_>>().join(" ");
    for (entity, letter) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
    ] {
        plain = plain.replace(entity, letter);
    }
    // An ampersand comes last: what it is part of is no longer an entity.
    if plain.replace("&amp;", "").contains('&') || !is_worded(&plain) {
        return None;
    }
    let plain = plain.replace("&amp;", "&");
    let lines = "\n".repeat(core.matches('\n').count());
    let call = format!("{{{{ tr({}) }}}}{lines}", quoted(&plain));
    Some((start..start + core.len(), call))
}

/// The words in the first argument of calls of `text`, where they are joined with something else.
fn in_calls(source: &str) -> Vec<(Range<usize>, String)> {
    let calls = calls_of(source, "text").into_iter();
    calls.flat_map(|at| joined(source, at)).collect()
}

fn joined(source: &str, call: usize) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let Some(open) = source[call..].find('(') else {
        return found;
    };
    let mut depth = 0;
    let mut at = call + open + 1;
    while let Some(letter) = source[at..].chars().next() {
        match letter {
            '"' | '\'' => {
                let inner = at + 1;
                let Some(length) = source[inner..].find(letter) else {
                    return found;
                };
                let end = inner + length;
                if depth == 0 && is_joined(source, at, end + 1) {
                    found.extend(piece(&source[inner..end]).map(|new| (at..end + 1, new)));
                }
                at = end + 1;
                continue;
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => break,
            _ => {}
        }
        at += letter.len_utf8();
    }
    found
}

/// Whether something is joined to what is written here, and nothing else is done to it.
fn is_joined(source: &str, start: usize, end: usize) -> bool {
    let before = source[..start].trim_end();
    let after = source[end..].trim_start();
    !after.starts_with(['|', '[', '.']) && (before.ends_with('~') || after.starts_with('~'))
}

/// Words as a call, with the spaces around them outside; `None` for what has no words, such as the name of an icon.
fn piece(words: &str) -> Option<String> {
    let core = words.trim();
    // What is between two colons is an icon's name.
    let plain: String = core.split(':').step_by(2).collect::<Vec<_>>().join(" ");
    if words.contains('\\') || !is_worded(&plain) {
        return None;
    }
    let (lead, rest) = words.split_at(words.len() - words.trim_start().len());
    let tail = &rest[core.len()..];
    let call = format!("tr({})", quoted(core));
    let parts = [quoted(lead), call, quoted(tail)];
    let parts = parts.iter().filter(|part| part.len() > 2);
    Some(parts.cloned().collect::<Vec<_>>().join(" ~ "))
}

#[cfg(test)]
mod tests {
    use super::with_translation;

    #[test]
    fn words_of_a_template_are_said_in_the_language() {
        let of = |source: &str| with_translation(source).into_owned();
        let cases = [
            (
                "<text x=\"{{ a > b }}\"> Win &amp; lose <tspan>of {{ name }}</tspan></text>",
                "<text x=\"{{ a > b }}\"> {{ tr(\"Win & lose\") }} <tspan>{{ tr(\"of\") }} {{ name }}</tspan></text>",
            ),
            (
                "<title>Owls</title><text>{{ name }} 3 {# Owls #}</text>",
                "<title>Owls</title><text>{{ name }} 3 {# Owls #}</text>",
            ),
            (
                "{{ text(\"Cost: \" ~ cost, x=1) }}",
                "{{ text(tr(\"Cost:\") ~ \" \" ~ cost, x=1) }}",
            ),
            (
                "{{ text(\"Owls\", font=\"a\" ~ b) }}",
                "{{ text(\"Owls\", font=\"a\" ~ b) }}",
            ),
            (
                "{{ text(\":coin: \" ~ cost ~ f(\"no\" ~ 1)) }}",
                "{{ text(\":coin: \" ~ cost ~ f(\"no\" ~ 1)) }}",
            ),
            ("<text>Owls\n fly", "<text>{{ tr(\"Owls fly\") }}\n"),
        ];
        for (source, said) in cases {
            assert_eq!(of(source), said);
        }
    }
}
