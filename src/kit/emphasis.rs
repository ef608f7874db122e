//! Emphasis in cells, as texts on faces have it: `**strong**`, `*slanted*` and line ends, from HTML, from LaTeX or from the looks
//! of a workbook's cells.

use std::borrow::Cow;

use super::latex;
use super::marked::{Look, Marked};

/// The character entities that people write, and what they mean.
const ENTITIES: [(&str, &str); 14] = [
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&apos;", "'"),
    ("&nbsp;", "\u{a0}"),
    ("&ndash;", "–"),
    ("&mdash;", "—"),
    ("&hellip;", "…"),
    ("&times;", "×"),
    ("&rarr;", "→"),
    ("&larr;", "←"),
    ("&bull;", "•"),
    ("&copy;", "©"),
];

/// What a tag of simple HTML means.
enum Tag {
    Strong(bool),
    Slanted(bool),
    Break,
    /// Not shown: a colour, a size, a link.
    Nothing,
}

/// The tag at the start of a text, and its length in bytes.
fn tag(text: &str) -> Option<(Tag, usize)> {
    let inner = text.strip_prefix('<')?;
    let end = inner.find('>').filter(|end| *end < 100)?;
    let (inner, is_open) = match inner[..end].strip_prefix('/') {
        Some(inner) => (inner, false),
        None => (&inner[..end], true),
    };
    let name = inner
        .split([' ', '/'])
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let tag = match name.as_str() {
        "b" | "strong" => Tag::Strong(is_open),
        "i" | "em" => Tag::Slanted(is_open),
        "br" => Tag::Break,
        "p" | "div" | "li" if !is_open => Tag::Break,
        "u" | "p" | "div" | "li" | "ul" | "ol" | "span" | "font" | "center" | "small" | "big"
        | "sup" | "sub" | "s" | "a" => Tag::Nothing,
        _ => return None,
    };
    Some((tag, end + 2))
}

/// The character that an entity at the start of a text means, and the entity's length.
fn entity(text: &str) -> Option<(Cow<'static, str>, usize)> {
    if let Some((name, meant)) = ENTITIES.iter().find(|(name, _)| text.starts_with(name)) {
        return Some(((*meant).into(), name.len()));
    }
    let digits = text.strip_prefix("&#")?;
    let end = digits.find(';').filter(|end| *end < 8)?;
    let number = match digits[..end].strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits[..end].parse(),
    };
    let letter = number.ok().and_then(char::from_u32)?;
    (!letter.is_control()).then(|| (letter.to_string().into(), end + 3))
}

/// The first sign of HTML or LaTeX in a text, `<b>` or `\textbf`.
pub fn markup_in(text: &str) -> Option<&str> {
    html_in(text).or_else(|| latex::sign_in(text))
}

/// HTML and LaTeX as a text with marks. Asterisks of the text itself stay marks.
pub fn from_markup(text: &str) -> Cow<'_, str> {
    if latex::sign_in(text).is_some() {
        return latex::with_marks(&from_html(text)).into();
    }
    from_html(text)
}

/// The first sign of HTML in a text, "<b>".
fn html_in(text: &str) -> Option<&str> {
    if !text.contains(['<', '&']) {
        return None;
    }
    text.match_indices(['<', '&']).find_map(|(at, _)| {
        let rest = &text[at..];
        let length = tag(rest)
            .map(|(_, length)| length)
            .or_else(|| entity(rest).map(|(_, length)| length))?;
        Some(&rest[..length])
    })
}

/// Whether a text has `**` around words.
pub fn has_marks(text: &str) -> bool {
    let mut parts = text.split("**");
    parts.next();
    parts.next().is_some_and(|inner| !inner.trim().is_empty()) && parts.next().is_some()
}

/// Whether some words of a cell with marks are bold or italic, and others are not.
pub fn is_partly_marked(marked: &str) -> bool {
    let is_inside = marked.trim_matches('*').replace("\\*", "").contains('*');
    is_inside || marked.starts_with('*') != marked.ends_with('*')
}

/// Simple HTML as a text with marks.
fn from_html(text: &str) -> Cow<'_, str> {
    if html_in(text).is_none() {
        return text.into();
    }
    let mut marked = Marked::default();
    let mut strong = 0_usize;
    let mut slanted = 0_usize;
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let look = Look {
            strong: strong > 0,
            slanted: slanted > 0,
        };
        if let Some((tag, length)) = tag(rest) {
            let count = |depth: usize, is_open: bool| {
                if is_open {
                    depth + 1
                } else {
                    depth.saturating_sub(1)
                }
            };
            match tag {
                Tag::Strong(is_open) => strong = count(strong, is_open),
                Tag::Slanted(is_open) => slanted = count(slanted, is_open),
                Tag::Break => marked.add_marked("\n", look),
                Tag::Nothing => {}
            }
            rest = &rest[length..];
        } else if let Some((letter, length)) = entity(rest) {
            marked.add_marked(&letter, look);
            rest = &rest[length..];
        } else {
            let end = rest[next.len_utf8()..]
                .find(['<', '&'])
                .map_or(rest.len(), |at| at + next.len_utf8());
            marked.add_marked(&rest[..end], look);
            rest = &rest[end..];
        }
    }
    marked.finish().trim().to_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_html_becomes_marks() {
        let said = [
            (
                "<b>Reveal:</b> draw <i>two</i> cards.<br>Then discard &amp; pass.",
                "**Reveal:** draw *two* cards.\nThen discard & pass.",
            ),
            ("<B>a <I>b</I></B>c", "**a** ***b***c"),
            ("1 < 2 & 3 > 2", "1 < 2 & 3 > 2"),
            (
                "<span style='color: red'>red</span> &#9733;&#x2605;",
                "red ★★",
            ),
            ("<p>one</p><p>two</p>", "one\ntwo"),
            ("<bonus> <b", "<bonus> <b"),
            ("</b></b>odd<b>", "odd"),
        ];
        for (html, marks) in said {
            assert_eq!(from_html(html), marks);
        }
        assert_eq!(html_in("Draw 2 & <i>discard</i>"), Some("<i>"));
        assert_eq!(html_in("R&D <3"), None);
    }
}
