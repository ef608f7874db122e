//! Bounds of strangers' XML, measured before it is parsed: the parser compares every attribute of an element with all others
//! of it, and what reads the tree goes down it by calls within calls.

use std::ops::Range;

/// No element has more attributes.
const MOST_ATTRIBUTES: usize = 256;

/// No element stands deeper in others.
const DEEPEST: usize = 256;

/// The tag with which XML goes beyond the bounds, and the message; none if it does not. What is no XML is left to the parser.
pub fn beyond(xml: &str) -> Option<(Range<usize>, String)> {
    let bytes = xml.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(start) = xml[at..].find('<').map(|found| at + found) {
        let skip = |open: &str, close: &str| {
            let rest = xml[start..].strip_prefix(open)?;
            Some(rest.find(close).map_or(xml.len(), |end| start + open.len() + end + close.len()))
        };
        at = start + 1;
        if let Some(end) = skip("<!--", "-->").or_else(|| skip("<![CDATA[", "]]>")).or_else(|| skip("<?", "?>")) {
            at = end;
        } else if bytes.get(at) == Some(&b'/') {
            depth = depth.saturating_sub(1);
        } else if bytes.get(at) != Some(&b'!') {
            let mut attributes = 0;
            while let Some(&byte) = bytes.get(at).filter(|byte| **byte != b'>') {
                attributes += usize::from(byte == b'=');
                at += match byte {
                    b'"' | b'\'' => {
                        bytes[at + 1..].iter().position(|end| *end == byte).map_or(bytes.len() - at, |end| end + 2)
                    }
                    _ => 1,
                };
                if attributes > MOST_ATTRIBUTES {
                    return Some((start..start + 1, format!("an element has more than {MOST_ATTRIBUTES} attributes")));
                }
            }
            depth += usize::from(bytes[at - 1] != b'/');
            if depth > DEEPEST {
                return Some((start..start + 1, format!("elements stand more than {DEEPEST} deep in each other")));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_attributes_and_deep_elements_are_beyond() {
        let told =
            |xml: &str| beyond(xml).map(|(span, told)| (span.start, told.split(' ').next().unwrap_or_default().to_owned()));
        let attributes = |count: usize| (0..count).map(|at| format!(" a{at}='>'")).collect::<String>();
        assert_eq!(told(&format!("<a><b{}/></a>", attributes(MOST_ATTRIBUTES))), None);
        assert_eq!(told(&format!("<a><b{}/></a>", attributes(MOST_ATTRIBUTES + 1))), Some((3, "an".into())));
        assert_eq!(told(&"<a b='c'/>".repeat(1000)), None);
        assert_eq!(told(&"<a><b/></a>".repeat(1000)), None);
        assert_eq!(told(&"<a>".repeat(DEEPEST)), None);
        assert_eq!(told(&"<a>".repeat(DEEPEST + 1)), Some((3 * DEEPEST, "elements".into())));
        let quiet = format!("<!--{0}--><?x {0}?><a><![CDATA[{0}]]></a>", "<a = ".repeat(1000));
        assert_eq!(told(&quiet), None);
        let entity = format!("<!DOCTYPE a [<!ENTITY b \"<c{}/>\">]><a>&b;</a>", attributes(1000));
        assert!(told(&entity).is_some());
        for broken in ["<", "<a", "<a b='", "<a b=\"c", "<!--", "<![CDATA[", "</", "<é"] {
            assert_eq!(told(broken), None, "{broken}");
        }
    }
}
