//! Limits on untrusted XML, checked before parsing: the parser compares all attributes of an element with each other, and the code
//! that reads the tree is recursive.

use std::borrow::Cow;
use std::ops::Range;

/// The most attributes of an element.
const MAX_ATTRIBUTES: usize = 256;

/// The deepest nesting of elements.
const DEEPEST: usize = 256;

/// Where a tag starts, and where it ends.
fn tags(xml: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(start) = xml[at..].find('<').map(|found| at + found) {
            if let Some(end) = skipped(xml, start) {
                at = end;
                continue;
            }
            let mut quote = None;
            let end = xml[start..].bytes().position(|byte| match (quote, byte) {
                (None, b'"' | b'\'') => {
                    quote = Some(byte);
                    false
                }
                (None, b'>') => true,
                (Some(open), _) if open == byte => {
                    quote = None;
                    false
                }
                _ => false,
            });
            at = end.map_or(xml.len(), |end| start + end + 1);
            return Some(start..at);
        }
        None
    })
}

/// The end of a comment, processing instruction or CDATA section, if one starts here.
fn skipped(xml: &str, start: usize) -> Option<usize> {
    [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
        .into_iter()
        .find_map(|(open, close)| {
            let rest = xml[start..].strip_prefix(open)?;
            Some(
                rest.find(close)
                    .map_or(xml.len(), |end| start + open.len() + end + close.len()),
            )
        })
}

/// The tag of the innermost element that is open there.
pub fn open_element(xml: &str, there: usize) -> Option<Range<usize>> {
    let mut open = Vec::new();
    for tag in tags(xml).take_while(|tag| tag.start < there) {
        let words = &xml[tag.clone()];
        if words.starts_with("</") {
            open.pop();
        } else if !words.ends_with("/>") && !words.starts_with("<!") {
            open.push(tag);
        }
    }
    open.pop()
}

/// The attribute of a broken tag whose quote is not closed, so that it continues into the next attribute or element: its name, and
/// the span from the name to the quote.
pub fn open_quote(xml: &str, there: usize) -> Option<(&str, Range<usize>)> {
    let tag = tags(xml).find(|tag| tag.contains(&there) || tag.end == there)?;
    let mut at = tag.start;
    while let Some(quote) = xml[at..tag.end].find(['"', '\'']).map(|found| at + found) {
        let mark = &xml[quote..=quote];
        let end = xml[quote + 1..tag.end]
            .find(mark)
            .map_or(tag.end, |found| quote + 1 + found);
        let name = xml[at..quote].trim_end().strip_suffix('=')?.trim_end();
        let name_at = name
            .rfind(char::is_whitespace)
            .map_or(at, |found| at + found + 1);
        if xml[quote + 1..end].contains(['=', '<', '>']) {
            return Some((&xml[name_at..at + name.len()], name_at..quote + 1));
        }
        at = (end + 1).min(tag.end);
    }
    None
}

/// The text with a `<!DOCTYPE>` replaced by blanks if it contains no declarations, as several drawing programs write it.
pub fn without_doctype(xml: &str) -> Cow<'_, str> {
    let start = xml.find('<').and_then(|first| {
        tags(&xml[first..])
            .next()
            .map(|tag| first + tag.start..first + tag.end)
    });
    let declares_nothing =
        |tag: &str| tag.starts_with("<!DOCTYPE") && tag.ends_with('>') && !tag.contains('[');
    match start.filter(|tag| declares_nothing(&xml[tag.clone()])) {
        Some(tag) => {
            let blank: String = xml[tag.clone()]
                .bytes()
                .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
                .collect();
            [&xml[..tag.start], &blank, &xml[tag.end..]].concat().into()
        }
        None => xml.into(),
    }
}

/// The tag with which XML exceeds the limits, and the message; `None` if it does not. Invalid XML is left to the parser.
pub fn over_limits(xml: &str) -> Option<(Range<usize>, String)> {
    let bytes = xml.as_bytes();
    let mut at = 0;
    let mut depth = 0_usize;
    while let Some(start) = xml[at..].find('<').map(|found| at + found) {
        at = start + 1;
        if let Some(end) = skipped(xml, start) {
            at = end;
        } else if bytes.get(at) == Some(&b'/') {
            depth = depth.saturating_sub(1);
        } else if bytes.get(at) != Some(&b'!') {
            let mut attributes = 0;
            while let Some(&byte) = bytes.get(at).filter(|byte| **byte != b'>') {
                attributes += usize::from(byte == b'=');
                at += match byte {
                    b'"' | b'\'' => bytes[at + 1..]
                        .iter()
                        .position(|end| *end == byte)
                        .map_or(bytes.len() - at, |end| end + 2),
                    _ => 1,
                };
                if attributes > MAX_ATTRIBUTES {
                    return Some((
                        start..start + 1,
                        format!("an element has more than {MAX_ATTRIBUTES} attributes"),
                    ));
                }
            }
            depth += usize::from(bytes[at - 1] != b'/');
            if depth > DEEPEST {
                return Some((
                    start..start + 1,
                    format!("elements are nested more than {DEEPEST} deep"),
                ));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doctype_leaves_a_blank_of_its_length() {
        let affinity = "<?xml version=\"1.0\"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\"\n  \"http://a/b>c.dtd\"><svg/>";
        let blank = without_doctype(affinity);
        assert_eq!(
            (blank.len(), blank.find("<svg/>")),
            (affinity.len(), affinity.find("<svg/>"))
        );
        assert!(
            roxmltree::Document::parse(&blank).is_ok()
                && blank.lines().count() == affinity.lines().count()
        );
        for other in [
            "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg/>",
            "<svg><!DOCTYPE svg></svg>",
            "<!DOCTYPE",
            "",
            "a",
        ] {
            assert_eq!(without_doctype(other), other);
        }
    }

    #[test]
    fn many_attributes_and_deep_elements_are_over_the_limits() {
        let told = |xml: &str| {
            over_limits(xml).map(|(span, told)| {
                (
                    span.start,
                    told.split(' ').next().unwrap_or_default().to_owned(),
                )
            })
        };
        let attributes = |count: usize| {
            (0..count)
                .map(|at| format!(" a{at}='>'"))
                .collect::<String>()
        };
        assert_eq!(
            told(&format!("<a><b{}/></a>", attributes(MAX_ATTRIBUTES))),
            None
        );
        assert_eq!(
            told(&format!("<a><b{}/></a>", attributes(MAX_ATTRIBUTES + 1))),
            Some((3, "an".into()))
        );
        assert_eq!(told(&"<a b='c'/>".repeat(1000)), None);
        assert_eq!(told(&"<a><b/></a>".repeat(1000)), None);
        assert_eq!(told(&"<a>".repeat(DEEPEST)), None);
        assert_eq!(
            told(&"<a>".repeat(DEEPEST + 1)),
            Some((3 * DEEPEST, "elements".into()))
        );
        let quiet = format!(
            "<!--{0}--><?x {0}?><a><![CDATA[{0}]]></a>",
            "<a = ".repeat(1000)
        );
        assert_eq!(told(&quiet), None);
        let entity = format!(
            "<!DOCTYPE a [<!ENTITY b \"<c{}/>\">]><a>&b;</a>",
            attributes(1000)
        );
        assert!(told(&entity).is_some());
        for broken in [
            "<",
            "<a",
            "<a b='",
            "<a b=\"c",
            "<!--",
            "<![CDATA[",
            "</",
            "<é",
        ] {
            assert_eq!(told(broken), None, "{broken}");
        }
    }
}
