//! The answers to a question, listed.

use std::fmt::Display;
use std::sync::Arc;

use super::asking::Asked;
use super::numbers::{Entry, Numbers};
use super::paint::{fitted, toned};
use super::plain;
use super::reading::{label, words};
use crate::kit::Language;
use crate::kit::language::say;
use crate::referee::Tone;

/// The longest list to show.
const MAX_ANSWERS: usize = 40;

/// From this many answers on that differ only in their last word and have no numbers, the others are said once.
const ALIKE: usize = 4;

/// Answers without numbers are set on one line if it has at most this many characters.
const ROW: usize = 60;

/// The answers as lines, in columns if there are many short ones. Each starts with what is enough to type, which is its number if it
/// has one.
pub fn shown(
    asked: &Asked,
    numbers: &Numbers,
    width: Option<usize>,
    language: Option<&Arc<Language>>,
) -> String {
    let ask = &asked.ask;
    if ask.unlisted {
        let why = say(
            language,
            "Type what is printed on it. What it could be is not listed: that would give it away.",
            &[],
        );
        return format!("  {}\n", toned(Tone::Dim, &why));
    }
    let mut options: Vec<usize> = asked.distinct();
    let number = |option: usize| numbers.number(asked, &ask.options[option].id);
    options.sort_by_key(|option| number(*option));
    let short = |option: usize| asked.short(option).map(|short| short.text.as_str());
    let texts: Option<Vec<&str>> = options.iter().map(|option| short(*option)).collect();
    if let Some(form) = texts.and_then(|texts| any_order(&texts, language)) {
        return format!("    {form}\n");
    }
    let mut lines = Vec::new();
    for alike in options.chunk_by(|one, next| {
        let verb = |option: usize| short(option).and_then(|text| text.split(' ').next());
        verb(*one) == verb(*next)
    }) {
        let texts: Option<Vec<&str>> = alike
            .iter()
            .map(|option| short(*option).filter(|_| number(*option).is_none()))
            .collect();
        if let Some(label) = texts.and_then(|texts| form(&texts)) {
            lines.push(Line {
                number: None,
                label,
                answers: alike.len(),
            });
            continue;
        }
        lines.extend(gathered(alike.iter().map(|option| {
            let number = number(*option);
            (number, in_full(asked, *option, number.is_some()))
        })));
    }
    let entries = entries(&lines);
    if let Some(run) = from_to(&entries, language) {
        return format!("  {run}\n");
    }
    let mut lines = in_common(lines, &entries, language);
    let left_out = lines.split_off(lines.len().min(MAX_ANSWERS));
    let more: usize = left_out.iter().map(|line| line.answers).sum();
    let labels: Vec<String> = lines.iter().map(|line| line.label.clone()).collect();
    let numbers: Vec<Option<usize>> = lines.iter().map(|line| line.number).collect();
    let apart = lines.iter().any(|line| line.answers > 1);
    let mut text = row(&labels, &numbers, width)
        .unwrap_or_else(|| in_columns(&labels, &numbers, width, apart));
    if more > 0 {
        let more = say(
            language,
            "and {more} more, by their words",
            &[("more", &more)],
        );
        text.push_str(&format!("    {}\n", toned(Tone::Dim, &more)));
    }
    text
}

/// An answer, or several that begin alike.
struct Line {
    number: Option<usize>,
    label: String,
    answers: usize,
}

/// Lines as they are folded.
fn entries(lines: &[Line]) -> Vec<Entry> {
    let entry = |line: &Line| Entry {
        number: line.number,
        ids: Vec::new(),
        text: line.label.clone(),
        enough: 0,
        danger: false,
        usual: false,
        quiet: false,
    };
    lines.iter().map(entry).collect()
}

/// Numbers in a row, by their ends: "1 to 6".
fn from_to(entries: &[Entry], language: Option<&Arc<Language>>) -> Option<String> {
    let (first, last) = plain::run(entries)?;
    let ends: [(&str, &dyn Display); 2] = [("first", &first), ("last", &last)];
    Some(say(language, "{first} to {last}", &ends))
}

/// Lines with numbers that share words as one line: "draw from: 1 the tiles  2 the coins".
fn in_common(lines: Vec<Line>, entries: &[Entry], language: Option<&Arc<Language>>) -> Vec<Line> {
    let mut lines = lines.into_iter();
    let mut common = Vec::new();
    for (head, own) in plain::folded(entries, language) {
        let Some(head) = head else {
            common.extend(lines.by_ref().take(own.len()));
            continue;
        };
        let answers = lines.by_ref().take(own.len()).map(|line| line.answers);
        common.push(Line {
            number: None,
            answers: answers.sum(),
            label: format!("{head} {}", plain::numbered(&own, language).join("  ")),
        });
    }
    common
}

/// The form of answers that are some words in every order: "Suns, Moons, Crowns, Arms in any order".
fn any_order(texts: &[&str], language: Option<&Arc<Language>>) -> Option<String> {
    let first: Vec<&str> = texts.first()?.split(' ').collect();
    let sorted = |text: &str| {
        let mut words: Vec<&str> = text.split(' ').collect();
        words.sort_unstable();
        words.join(" ")
    };
    let orders: usize = (1..=first.len()).try_fold(1, |all: usize, next| all.checked_mul(next))?;
    let is_one = texts.iter().all(|text| sorted(text) == sorted(texts[0]));
    (texts.len() > ALIKE && orders == texts.len() && is_one).then(|| {
        let words = first.join(", ");
        say(language, "{words}, in any order", &[("words", &words)])
    })
}

/// The form of many answers in which each word of several stands with each of the others: "give S1|S2|..|W9 Bob|Cid".
fn form(texts: &[&str]) -> Option<String> {
    let words: Vec<Vec<&str>> = texts.iter().map(|text| text.split(' ').collect()).collect();
    let length = words.first()?.len();
    if length < 3 || words.iter().any(|words| words.len() != length) {
        return None;
    }
    let column = |at: usize| {
        let mut all: Vec<&str> = Vec::new();
        for words in &words {
            if !all.contains(&words[at]) {
                all.push(words[at]);
            }
        }
        all
    };
    let columns: Vec<Vec<&str>> = (0..length).map(column).collect();
    let ways = columns
        .iter()
        .map(Vec::len)
        .try_fold(1, usize::checked_mul)?;
    let varied = columns.iter().filter(|column| column.len() > 1).count();
    if ways != texts.len() || varied < 2 || ways < 2 * ALIKE {
        return None;
    }
    let said = |column: &Vec<&str>| match column.as_slice() {
        [first, second, .., last] if column.len() > 2 * ALIKE => {
            format!("{first}|{second}|..|{last}")
        }
        column => column.join("|"),
    };
    Some(columns.iter().map(said).collect::<Vec<_>>().join(" "))
}

/// Answers one by one, except those that differ only in their last word: "move S1, S2, S3, Wave".
fn gathered(answers: impl Iterator<Item = (Option<usize>, String)>) -> Vec<Line> {
    let answers: Vec<(Option<usize>, String)> = answers.collect();
    // A comma or a colon within an answer would look like one between two.
    let head = |(number, label): &(Option<usize>, String)| match (number, label.rsplit_once(' ')) {
        (None, Some((head, _))) if !label.contains([',', ':']) => Some(head.to_owned()),
        _ => None,
    };
    let mut lines = Vec::new();
    for alike in answers.chunk_by(|a, b| head(a).is_some() && head(a) == head(b)) {
        let labels = alike.iter().map(|(_, label)| label.as_str());
        if alike.len() < ALIKE {
            lines.extend(alike.iter().map(|(number, label)| Line {
                number: *number,
                label: label.clone(),
                answers: 1,
            }));
            continue;
        }
        let rests = labels.filter_map(|label| Some(label.rsplit_once(' ')?.1));
        let rests: Vec<&str> = rests.collect();
        lines.push(Line {
            number: None,
            label: format!(
                "{} {}",
                head(&alike[0]).unwrap_or_default(),
                rests.join(", ")
            ),
            answers: alike.len(),
        });
    }
    lines
}

/// An answer with what is enough to type.
fn in_full(asked: &Asked, option: usize, numbered: bool) -> String {
    let answer = &asked.ask.options[option];
    match asked.short(option) {
        Some(short) if !numbered && is_verb_moved(&short.text, &answer.text) => short.text.clone(),
        Some(short) if !numbered && !starts_alike(&short.text, &answer.text) => {
            // What is enough to type is said once: "0: spend nothing, beaten by 1 or more".
            match (short.text.split_once(": "), answer.text.split_once(": ")) {
                (Some((word, odds)), Some((same, _))) if word == same => {
                    format!("{}, {odds}", answer.text)
                }
                _ => format!("{}: {}", short.text, answer.text),
            }
        }
        _ => label(answer, &asked.ask),
    }
}

/// Few short answers without numbers, on one line.
fn row(labels: &[String], numbers: &[Option<usize>], width: Option<usize>) -> Option<String> {
    // A comma within an answer would look like one between two.
    let plain = labels.iter().all(|label| !label.contains(", "));
    let letters: usize = labels.iter().map(|label| label.chars().count() + 2).sum();
    if !plain || letters >= ROW || numbers.iter().any(Option::is_some) {
        return None;
    }
    let inner = width.map(|width| width.saturating_sub(2));
    let row = fitted(&labels.join(", "), inner, 2);
    Some(format!("  {row}{}\n", enter(labels)))
}

/// What Enter means, if there is only one answer.
fn enter(labels: &[String]) -> &'static str {
    if labels.len() == 1 { "  (Enter)" } else { "" }
}

/// Answers below each other or, unless they are to stay `apart`, in columns.
fn in_columns(
    labels: &[String],
    numbers: &[Option<usize>],
    width: Option<usize>,
    apart: bool,
) -> String {
    let longest = labels.iter().map(|label| label.chars().count()).max();
    let cell = longest.unwrap_or(0) + 6;
    let columns = match width {
        Some(width) if labels.len() > 6 && !apart => (width / cell).clamp(1, 4),
        _ => 1,
    };
    let rows = labels.len().div_ceil(columns);
    let mut text = String::new();
    for row in 0..rows {
        for (index, label) in labels.iter().enumerate().skip(row).step_by(rows.max(1)) {
            let padding = if index + rows < labels.len() {
                cell - 4
            } else {
                0
            };
            let label = if columns == 1 {
                fitted(label, width.map(|width| width.saturating_sub(4)), 4)
            } else {
                label.clone()
            };
            let number = match numbers[index] {
                Some(number) => format!("{number:>3}"),
                None => "   ".to_owned(),
            };
            text.push_str(&format!("{} {label:<padding$}", toned(Tone::Cool, &number)));
        }
        // A line of several answers is not what Enter gives.
        let enter = if apart { "" } else { enter(labels) };
        text.push_str(&format!("{enter}\n"));
    }
    text
}

/// Whether a short form has the last word of a text first: "mischen Münzen" for "Münzen mischen".
fn is_verb_moved(short: &str, text: &str) -> bool {
    let (short, text) = (words(short), words(text));
    let is_said = |word: &String| text.contains(word);
    short.len() > 1 && short.first() == text.last() && short.iter().all(is_said)
}

/// Whether a text starts with its short form.
fn starts_alike(short: &str, text: &str) -> bool {
    words(text).starts_with(&words(short))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Answer, Ask, Brief, Short, Source, Turn, When};

    fn ask(turn: Turn, options: impl IntoIterator<Item = (String, String)>) -> Ask {
        let options = options
            .into_iter()
            .map(|(id, text)| Answer {
                id,
                text,
                weight: None,
            })
            .collect();
        Ask {
            n: 1,
            turn,
            who: None,
            source: None,
            question: "?".into(),
            options,
            secret: None,
            unlisted: false,
        }
    }

    fn asked(ask: &Ask) -> Asked {
        let brief = Brief {
            lead: None,
            asked: None,
            together: None,
            shown: true,
            usual: None,
            when: When::Open,
            batch: None,
            joint: false,
            silent: false,
            order: (0..ask.options.len()).collect(),
            shorts: vec![None; ask.options.len()],
            plain: ask
                .options
                .iter()
                .map(|option| option.text.clone())
                .collect(),
            phrases: Vec::new(),
        };
        Asked {
            ask: ask.clone(),
            brief,
        }
    }

    fn plain(ask: &Ask, width: Option<usize>) -> String {
        listed(&asked(ask), width)
    }

    fn listed(asked: &Asked, width: Option<usize>) -> String {
        let numbers = Numbers::of(std::slice::from_ref(asked), true);
        anstream::adapter::strip_str(&shown(asked, &numbers, width, None)).to_string()
    }

    #[test]
    fn answers_in_which_everything_stands_with_everything_are_a_form() {
        let cards: Vec<String> = (1..=36).map(|card| format!("S{card}")).collect();
        let texts: Vec<String> = cards
            .iter()
            .flat_map(|card| ["Bob", "Cid"].map(|name| format!("give {card} {name}")))
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        assert_eq!(form(&texts).unwrap(), "give S1|S2|..|S36 Bob|Cid");
        assert_eq!(form(&texts[1..]), None);
        assert_eq!(form(&["move S1", "move S2"]), None);
    }

    #[test]
    fn many_short_answers_stand_in_columns() {
        let ways = |count: usize| {
            ask(
                Turn::Player(0),
                (1..=count).map(|n| (format!("go:{n}x"), format!("w{n} on"))),
            )
        };
        assert_eq!(plain(&ways(1), None), "  w1 on  (Enter)\n");
        assert_eq!(plain(&ways(7), None).lines().count(), 7);
        assert_eq!(
            plain(&ways(7), Some(40)),
            "  1 w1 on    4 w4 on    7 w7 on\n  2 w2 on    5 w5 on\n  3 w3 on    6 w6 on\n"
        );
        assert!(plain(&ways(50), None).contains("\n    and 10 more, by their words\n"));
        assert_eq!(plain(&ways(7), Some(1)).lines().count(), 14);
    }

    #[test]
    fn what_answers_share_is_said_once() {
        let ways = ["draw a tile", "draw a coin", "draw a card", "be done"];
        let ways = ask(
            Turn::Player(0),
            ways.map(|text| (text.replace(' ', ":"), text.to_owned())),
        );
        assert_eq!(
            plain(&ways, None),
            "    draw: 1 a tile  2 a coin  3 a card\n  4 be done\n"
        );
        let die = ask(
            Turn::Chance(Source(0)),
            (1..=6).map(|face| (format!("die:{face}"), face.to_string())),
        );
        assert_eq!(plain(&die, None), "  1 to 6\n");
    }

    #[test]
    fn what_to_type_is_shown() {
        let card = |id: &str, text: &str| (format!("draw:{id}"), text.to_owned());
        let cards = ask(
            Turn::Chance(Source(0)),
            [card("key", "it opens"), card("rope", "a rope")],
        );
        assert_eq!(plain(&cards, None), "  key: it opens, a rope\n");
        let long = "thrust +1, swipe +1, overhead +1";
        let cards = ask(
            Turn::Chance(Source(0)),
            [card("F01", long), card("F02", long)],
        );
        assert_eq!(
            plain(&cards, None),
            format!("    F01: {long}\n    F02: {long}\n")
        );
        let die = ask(
            Turn::Chance(Source(0)),
            (1..=3).map(|face| (format!("die:{face}"), face.to_string())),
        );
        assert_eq!(plain(&die, None), "  1, 2, 3\n");
    }

    #[test]
    fn a_word_with_which_many_answers_begin_is_said_once() {
        let answers = ["move S1", "move S2", "move S3", "move Wave", "done"];
        let moves = ask(
            Turn::Player(0),
            answers.map(|text| (text.replace(' ', ":"), text.to_owned())),
        );
        let listed = shown(&asked(&moves), &Numbers::NONE, None, None);
        assert_eq!(
            anstream::adapter::strip_str(&listed).to_string(),
            "    move S1, S2, S3, Wave\n    done\n"
        );
    }

    #[test]
    fn equal_pieces_are_listed_once() {
        let answers = ["move Sun", "move Sun", "move Wave"];
        let moves = ask(
            Turn::Player(0),
            answers.map(|text| (text.replace(' ', ":"), text.to_owned())),
        );
        let mut asked = asked(&moves);
        asked.brief.shorts = ["move Sun", "move Sun#2", "move Wave"]
            .map(|text| Some(Short::from(text)))
            .to_vec();
        let listed = shown(&asked, &Numbers::NONE, None, None);
        assert_eq!(
            anstream::adapter::strip_str(&listed).to_string(),
            "  move Sun, move Wave\n"
        );
    }

    #[test]
    fn what_is_enough_to_type_is_said_once() {
        let spend = ask(
            Turn::Player(0),
            [
                ("spend:0".to_owned(), "0: spend nothing".to_owned()),
                ("spend:1".to_owned(), "1: spend 1".to_owned()),
            ],
        );
        let mut asked = asked(&spend);
        asked.brief.shorts = ["0: wins on a 6", "1"]
            .map(|text| Some(Short::from(text)))
            .to_vec();
        assert_eq!(
            listed(&asked, None),
            "    0: spend nothing, wins on a 6\n    1: spend 1\n"
        );
    }
}
