//! Players' names: which are allowed, and how to show one that may contain anything.

use std::collections::HashMap;

/// The longest name, in characters.
pub const LONGEST: usize = 40;

/// The names, in journals and on the screen, of those who act for no player.
const OTHERS: [&str; 2] = ["program", "table"];

/// Whether a character is invisible, or moves or hides others: controls, line breaks, text directions, zero-width spaces. Joiners
/// are not among them, since languages and emoji are written with them.
pub fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A name in lower case, without surrounding spaces or anything invisible. Names that are equal in this form count as the same.
pub fn heard(name: &str) -> String {
    name.chars()
        .filter(|letter| !is_unseen(*letter))
        .flat_map(char::to_lowercase)
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Whether a character leaves no visible mark; this includes joiners, variation selectors and blank letters.
fn is_unseen(letter: char) -> bool {
    is_invisible(letter)
        || matches!(
            letter,
            '\u{200c}' | '\u{200d}' | '\u{fe00}'
                ..='\u{fe0f}' | '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}'
        )
}

/// Why this cannot be a player's name, if it cannot; `commands` are words that mean something else where names are typed.
pub fn fault<'c>(name: &str, mut commands: impl Iterator<Item = &'c str>) -> Option<String> {
    let heard = heard(name);
    if name.chars().any(char::is_control) {
        return Some("contains a line break or another character that does not print".to_owned());
    }
    if let Some(letter) = name.chars().find(|letter| is_invisible(*letter)) {
        return Some(format!(
            "contains an invisible character, U+{:04X}",
            u32::from(letter)
        ));
    }
    if heard.is_empty() {
        return Some("is empty".to_owned());
    }
    if name.chars().count() > LONGEST {
        return Some(format!("is longer than {LONGEST} characters"));
    }
    if let Some(mark) = name.chars().find(|letter| ",;:\"".contains(*letter)) {
        return Some(format!(
            "contains `{mark}`, which separates names and answers"
        ));
    }
    if OTHERS.contains(&heard.as_str()) {
        return Some(format!("would be taken for the {heard}: choose another"));
    }
    commands
        .any(|command| command == heard)
        .then(|| "is a command at the prompt: choose another".to_owned())
}

/// Prepares names from a journal, which anybody may have written, to be shown: a name stays unchanged if a player could have it
/// and it resembles no other; otherwise it is quoted.
pub fn show(names: &mut [String]) {
    let mut known: HashMap<String, String> = HashMap::new();
    for name in names {
        let first = known.entry(heard(name)).or_insert_with(|| name.clone());
        if first != name || fault(name, std::iter::empty()).is_some() {
            *name = quoted(name);
        }
    }
}

/// A plain name has no more letters.
const PLAIN: usize = 16;

/// Names from a journal as a list: all of them quoted, so that none is mistaken for the program's own words, unless each is
/// one plain word.
pub fn listed(names: &[String]) -> String {
    if names.iter().all(|name| is_plain(name)) {
        return names.join(", ");
    }
    names
        .iter()
        .map(|name| {
            if name.starts_with('"') {
                name.clone()
            } else {
                quoted(name)
            }
        })
        .collect::<Vec<_>>()
        .join(", ")
}

/// Whether a name is one short word of letters.
fn is_plain(name: &str) -> bool {
    let has_letters_only = name
        .chars()
        .all(|letter| letter.is_alphabetic() || letter == '-');
    has_letters_only && name.chars().count() <= PLAIN
}

/// A name in quotes, escaped and no longer than a name may be.
fn quoted(name: &str) -> String {
    let spelled: String = name
        .chars()
        .map(|letter| {
            if is_unseen(letter) {
                letter.escape_unicode().to_string()
            } else {
                letter.to_string()
            }
        })
        .collect();
    match spelled.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("\"{}…\"", &spelled[..end]),
        None => format!("\"{spelled}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_could_be_something_else_are_no_names() {
        let fault = |name: &str| fault(name, ["undo"].into_iter());
        for name in [
            "Ann",
            "Élan 2",
            "龍",
            "O'Neill-Śmith",
            "\u{1f469}\u{200d}\u{1f680}",
            &"x".repeat(LONGEST),
        ] {
            assert_eq!(fault(name), None, "{name}");
        }
        for name in [
            "table",
            "Program",
            " UNDO",
            "un\u{200d}do",
            "",
            "\u{200c}",
            "a:b",
            "a;b",
            "a\"",
            "a\u{202e}",
            "\u{3164}",
            "a\n",
            &"x".repeat(41),
        ] {
            assert!(fault(name).is_some(), "{name:?}");
        }
    }

    #[test]
    fn a_name_from_a_journal_is_quoted_if_it_could_be_no_players() {
        let shown = |name: &str| {
            let mut names = ["Cid".to_owned(), name.to_owned()];
            show(&mut names);
            assert_eq!(names[0], "Cid");
            names[1].clone()
        };
        for (name, seen) in [
            ("Ann", "Ann"),
            ("table", "\"table\""),
            ("", "\"\""),
            ("A\u{1b}[2J\u{202e}", r#""A\u{1b}[2J\u{202e}""#),
            ("\u{3164}\u{2800}", r#""\u{3164}\u{2800}""#),
            ("cid", "\"cid\""),
            ("Cid\u{200d}", r#""Cid\u{200d}""#),
            (&"x".repeat(99), &format!("\"{}…\"", "x".repeat(40))),
        ] {
            assert_eq!(shown(name), seen);
            assert!(!shown(&shown(name)).contains(is_invisible));
        }
        assert_eq!(
            listed(&["Ann", "Game over. Bob wins", "\"table\""].map(str::to_owned)),
            "\"Ann\", \"Game over. Bob wins\", \"table\""
        );
    }
}
