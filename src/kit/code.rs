//! Codes: the column that they are in, or else how they are generated.

use std::collections::{HashMap, HashSet};

use deunicode::deunicode;
use sha2::{Digest, Sha256};

use super::row::Value;

/// The most letters in a generated code.
const LONGEST: usize = 64;

/// Where the codes of a deck's rows come from.
#[derive(Clone, Debug, Default)]
pub(super) enum Codes {
    /// A column or key `code` or `codes`; if no row has one, [generated](GeneratedCodes) from the `name` or `title`.
    #[default]
    Usual,
    /// The column of this name.
    Column(String),
    /// Generated from the column of this name.
    From(String),
}

impl Codes {
    pub fn column_mut(&mut self) -> Option<&mut String> {
        match self {
            Codes::Column(name) | Codes::From(name) => Some(name),
            Codes::Usual => None,
        }
    }
}

/// The columns that codes are generated from by default.
pub const NAMES: [&str; 2] = ["name", "title"];

/// Generated codes: from a name, or else from all the contents of a row, so that a row keeps its code when others come and go.
#[derive(Default)]
pub(super) struct GeneratedCodes {
    given: HashSet<String>,
    /// How many codes there are of each name.
    alike: HashMap<String, usize>,
}

impl GeneratedCodes {
    /// A code not yet used: "barn-owl", and "barn-owl-2" for the second one.
    pub fn code(&mut self, deck: &str, name: &str, values: &[Value]) -> String {
        let base = match slug(name, '-') {
            name if name.is_empty() => {
                let said: Vec<_> = values.iter().map(Value::json).collect();
                let digest = Sha256::digest(serde_json::Value::from(said).to_string());
                format!(
                    "{}-{:02x}{:02x}{:02x}",
                    slug(deck, '-'),
                    digest[0],
                    digest[1],
                    digest[2]
                )
            }
            name => name,
        };
        let count = self.alike.entry(base.clone()).or_default();
        loop {
            *count += 1;
            let code = if *count == 1 {
                base.clone()
            } else {
                format!("{base}-{count}")
            };
            if self.given.insert(code.clone()) {
                return code;
            }
        }
    }
}

/// Words in characters that are safe in file systems, web addresses and terminals: `Élan vital` is `elan-vital`. Empty if there are
/// only symbols.
pub fn slug(words: &str, between: char) -> String {
    let letters = deunicode(words).to_lowercase();
    let parts = letters
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty());
    let mut slug = String::new();
    for part in parts {
        if !slug.is_empty() {
            slug.push(between);
        }
        slug.push_str(part);
        if slug.len() >= LONGEST {
            break;
        }
    }
    slug.truncate(LONGEST);
    let slug = slug.trim_end_matches(between);
    if is_device(slug) {
        format!("{slug}{between}1")
    } else {
        slug.to_owned()
    }
}

/// Whether Windows takes a file or folder of this name for a device, whatever its extension: "con", "COM1".
pub fn is_device(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let numbered = |port: &str| {
        name.strip_prefix(port)
            .is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']))
    };
    ["con", "prn", "aux", "nul"].contains(&name.as_str()) || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_generated_from_names_or_from_all_contents() {
        let mut made = GeneratedCodes::default();
        let mut code =
            |name: &str, said: &str| made.code("Events", name, &[Value::Text(said.into())]);
        assert_eq!(
            [
                code("Barn Owl", ""),
                code("barn owl!", ""),
                code("Barn Owl 2", "")
            ],
            ["barn-owl", "barn-owl-2", "barn-owl-2-2"]
        );
        let (first, second) = (code("", "one"), code("☼", "two"));
        assert!(
            first.starts_with("events-") && second.starts_with("events-") && first != second,
            "{first} {second}"
        );
        assert_eq!(code("", "one"), format!("{first}-2"));
    }

    #[test]
    fn a_slug_is_short_and_plain() {
        assert_eq!(slug("  Élan -- vital\u{1b}[2J ", '_'), "elan_vital_2j");
        assert_eq!(slug(&"long ".repeat(100_000), '-').len(), 64);
        assert_eq!(
            [slug("Con!", '-'), slug("COM 1", '-'), slug("LPT3", '-')],
            ["con-1", "com-1", "lpt3-1"]
        );
    }
}
