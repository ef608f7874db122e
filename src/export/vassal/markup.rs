//! XML, and the sequences in it that describe pieces.

use crate::face::template::escape;

/// An element with its attributes and its contents, which are XML.
pub fn element(name: &str, attributes: &[(&str, &str)], inside: &str) -> String {
    let mut xml = format!("<{name}");
    for (key, value) in attributes {
        xml += &format!(
            " {key}=\"{}\"",
            escape(&plain(value)).replace('"', "&quot;")
        );
    }
    match inside {
        "" => xml + "/>\n",
        inside => xml + ">" + inside + &format!("</{name}>\n"),
    }
}

/// Text on one line, without the characters that XML cannot contain.
pub fn plain(text: &str) -> String {
    text.chars()
        .map(|letter| {
            if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') {
                ' '
            } else {
                letter
            }
        })
        .collect()
}

/// A kit's name for something, made safe for pieces and messages, where `$`, braces and backslashes are special.
pub fn name(text: &str) -> String {
    plain(text)
        .chars()
        .filter(|letter| !"$\\{}".contains(*letter))
        .collect()
}

/// Joins parts with a delimiter, which is escaped within them, as VASSAL's `SequenceEncoder` does.
pub fn sequence(delimiter: char, parts: &[&str]) -> String {
    let escaped = |part: &&str| {
        let inside = part.replace(delimiter, &format!("\\{delimiter}"));
        let quoted = part.starts_with('\\') || (part.starts_with('\'') && part.ends_with('\''));
        if quoted {
            format!("'{inside}'")
        } else {
            inside
        }
    };
    parts
        .iter()
        .map(escaped)
        .collect::<Vec<_>>()
        .join(&delimiter.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_may_hold_sequences() {
        let inner = sequence(',', &["A", "B,C"]);
        assert_eq!(inner, "A,B\\,C");
        assert_eq!(sequence(',', &["x", &inner, ""]), "x,A\\,B\\\\,C,");
        assert_eq!(sequence(';', &["'q'", "\\", "a;b"]), "''q'';'\\';a\\;b");
    }

    #[test]
    fn strangers_names_are_harmless() {
        assert_eq!(
            element("a", &[("b", "\"<&\u{1}")], ""),
            "<a b=\"&quot;&lt;&amp; \"/>\n"
        );
        assert_eq!(name("Gold $x$\t{y}\\"), "Gold x y");
    }
}
