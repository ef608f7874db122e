//! A kit's rules, looked up by number or by words.

use super::paint::{fitted, toned};
use super::reading::words;
use crate::kit::Rule;
use crate::referee::Tone;

/// The rules with a given number ("R12", "r12", "12"), or that contain all the given words, those with the words in their title
/// first.
pub fn find<'r>(rules: &'r [Rule], wanted: &str) -> Vec<&'r Rule> {
    let wanted = wanted.trim();
    let is = |rule: &&Rule| {
        rule.id.eq_ignore_ascii_case(wanted)
            || rule
                .id
                .trim_start_matches(|letter: char| letter.is_alphabetic())
                == wanted
    };
    let exact = numbered(rules, wanted).or_else(|| rules.iter().find(is));
    if let Some(rule) = exact {
        return vec![rule];
    }
    let wanted = words(wanted);
    if wanted.is_empty() {
        return Vec::new();
    }
    // "door" finds "doors" too.
    let holds = |text: &str| {
        let said = words(text);
        wanted
            .iter()
            .all(|wanted| said.iter().any(|word| word.starts_with(wanted.as_str())))
    };
    let (mut titled, texts): (Vec<_>, Vec<_>) = rules.iter().partition(|rule| holds(&rule.title));
    titled.extend(texts.into_iter().filter(|rule| {
        holds(&format!(
            "{} {} {}",
            rule.title,
            rule.text,
            rule.also.join(" ")
        ))
    }));
    titled
}

/// So many rules are shown whole; of more, only their titles.
pub const FEW: usize = 3;

/// The rule with this number, in upper or lower case.
pub fn numbered<'r>(rules: &'r [Rule], id: &str) -> Option<&'r Rule> {
    rules
        .iter()
        .find(|rule| rule.id.eq_ignore_ascii_case(id.trim()))
}

/// The rule with exactly this number.
pub fn rule<'r>(rules: &'r [Rule], id: &str) -> Option<&'r Rule> {
    rules.iter().find(|rule| rule.id == id)
}

/// A rule with its number and title, for a terminal `width` characters wide, or for none.
pub fn shown(rule: &Rule, width: Option<usize>) -> String {
    let title = toned(Tone::Strong, &format!("{} {}", rule.id, rule.title));
    format!(
        "{title}\n  {}",
        fitted(&rule.text, width.map(|width| width.saturating_sub(2)), 2)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_number_and_by_words() {
        let rule = |id: &str, title: &str, text: &str| Rule {
            id: id.into(),
            title: title.into(),
            text: text.into(),
            wording: Default::default(),
            also: vec![],
            pieces: Vec::new(),
        };
        let robbed = Rule {
            also: vec!["theft".into(), "rob".into()],
            ..rule("R3", "Spoils", "The winner takes a coin.")
        };
        let rules = [
            robbed,
            rule("R1", "Rooms", "A locked door stays shut."),
            rule("R12", "Locked doors", "A key opens them."),
            rule("A1", "Keys", "One key, one door."),
        ];
        let ids = |wanted: &str| {
            find(&rules, wanted)
                .iter()
                .map(|rule| rule.id.as_str())
                .collect::<Vec<_>>()
        };
        assert_eq!(ids("r12"), ["R12"]);
        assert_eq!(ids("12"), ["R12"]);
        assert_eq!(ids("1"), ["R1"]);
        assert_eq!(ids("a1"), ["A1"]);
        assert_eq!(ids("door"), ["R12", "R1", "A1"]);
        assert_eq!(ids("locked DOOR"), ["R12", "R1"]);
        assert_eq!((ids("theft"), ids("rob")), (vec!["R3"], vec!["R3"]));
        assert!(ids("dragon").is_empty() && ids("").is_empty());
    }
}
