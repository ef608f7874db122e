//! How a question can be answered, in a line.

use std::fmt::Display;
use std::sync::Arc;

use super::asking::Asked;
use super::numbers::Numbers;
use super::reading;
use crate::kit::Language;
use crate::kit::language::say;

/// The most answers named after a mistake.
const MAX_TOLD: usize = 8;

/// How to answer the question: "1 to 6", "F01 to F12", "thrust, swipe, overhead"; "type `d1`, or another of these" if the answers
/// stand in it. `None` if they are listed below it. `numbers` are those on the screen.
pub fn how(asks: &[Asked], numbers: &Numbers, language: Option<&Arc<Language>>) -> Option<String> {
    let tell = |text: &str, with: &[(&str, &dyn Display)]| say(language, text, with);
    let asked = match asks {
        [asked] => asked,
        // What is rolled or drawn is not listed.
        [asked, ..] if asked.seat().is_none() => asked,
        several => {
            let shown = several.iter().find_map(|asked| {
                if numbers.shows(asked) {
                    Some("1".to_owned())
                } else {
                    asked
                        .distinct()
                        .into_iter()
                        .find_map(|option| asked.enough(option))
                }
            });
            let first = shown?;
            return Some(tell(
                "type `{one}`, or another of these",
                &[("one", &first)],
            ));
        }
    };
    if asked.ask.unlisted {
        return Some(tell("what is printed on it", &[]));
    }
    if let Some((first, last)) = numbers.ends(asked) {
        return Some(tell(
            if first + 1 == last {
                "{first} or {last}, or its words; `?` lists them"
            } else {
                "{first} to {last}, or its words; `?` lists them"
            },
            &[("first", &first), ("last", &last)],
        ));
    }
    if asked.seat().is_some() && !asked.is_short() {
        return None;
    }
    if asked.seat().is_some() && asked.brief.shown {
        let plain = |option: &usize| {
            asked
                .short(*option)
                .is_some_and(|short| short.danger.is_none() && !short.quiet)
        };
        let typed: Vec<String> = asked
            .distinct()
            .into_iter()
            .filter(plain)
            .filter_map(|option| asked.enough(option))
            .collect();
        return match typed.as_slice() {
            [] => None,
            [one] => Some(tell("type `{one}`", &[("one", one)])),
            [one, other] => Some(tell(
                "type `{one}` or `{other}`",
                &[("one", one), ("other", other)],
            )),
            [one, ..] => Some(tell("type `{one}`, or another of these", &[("one", one)])),
        };
    }
    let label = |option: usize| match asked.short(option) {
        Some(short) => short.text.clone(),
        None => reading::label(&asked.ask.options[option], &asked.ask),
    };
    let labels: Vec<String> = asked.distinct().into_iter().map(label).collect();
    let runs = |of: &dyn Fn(&str) -> Option<u32>| {
        let numbers: Option<Vec<u32>> = labels.iter().map(|label| of(label)).collect();
        numbers.is_some_and(|numbers| {
            numbers.len() > 2 && numbers.windows(2).all(|pair| pair[0] + 1 == pair[1])
        })
    };
    let digits = |label: &str| label.trim_start_matches(char::is_alphabetic).parse().ok();
    let codes = reading::codes(&asked.ask).is_some_and(|(letters, _)| !letters.is_empty());
    match labels.as_slice() {
        [first, .., last] if runs(&|label| label.parse().ok()) || codes && runs(&digits) => Some(
            tell("{first} to {last}", &[("first", first), ("last", last)]),
        ),
        labels if labels.len() > MAX_TOLD && asked.seat().is_some() => {
            Some(tell("the first words of an answer; `?` lists them", &[]))
        }
        labels if labels.len() > MAX_TOLD => Some(tell(
            "{first} and more, `?` lists all",
            &[("first", &labels[..MAX_TOLD].join(", "))],
        )),
        labels => Some(labels.join(", ")),
    }
}
