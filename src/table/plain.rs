//! A question as a sentence, with the answers in whole words behind it.

use std::sync::Arc;

use super::asking::{self, Asked, Segment};
use super::numbers::{self, Entry};
use super::paint::Names;
use super::reading;
use crate::kit::Language;
use crate::kit::language::say;
use crate::referee::{Together, Turn};

/// The most results of chance that are listed, if there are words among them: what a die shows is seen, but not what it is called.
const MAX_RESULTS: usize = 6;

/// The shortest run of numbers that is given by its ends.
const RUN: usize = 5;

/// The letters of an answer from which on each stands on a line of its own.
const LONG: usize = 50;

/// One question, to one player or to several together.
pub struct Question {
    text: String,
    answers: Vec<Segment>,
}

/// What is asked, in the order of the asks.
pub fn questions(asks: &[Asked], language: Option<&Arc<Language>>) -> Vec<Question> {
    let mut groups: Vec<(&Asked, Vec<&str>, Vec<Entry>)> = Vec::new();
    for (asked, entries) in asks.iter().zip(numbers::entries(asks, false)) {
        let shown = shown(asked, entries);
        let own = asked.brief.together.as_ref();
        if let Some((last, _, known)) = groups.last_mut()
            && asked.seat().is_some()
            && (last.seat(), last.question()) == (asked.seat(), asked.question())
        {
            known.extend(shown);
            continue;
        }
        let alike = |(first, _, known): &&mut (&Asked, Vec<&str>, Vec<Entry>)| {
            let same = own.is_some() && question(first) == question(asked);
            same && words(known) == words(&shown)
        };
        match (groups.iter_mut().find(alike), own) {
            (Some((_, names, _)), Some(own)) => {
                if !names.contains(&own.who.as_str()) {
                    names.push(&own.who);
                }
            }
            (_, own) => {
                let names = own.iter().map(|own| own.who.as_str()).collect();
                groups.push((asked, names, shown));
            }
        }
    }
    groups
        .into_iter()
        .map(|(asked, names, entries)| Question {
            text: match (question(asked), names.as_slice()) {
                (Some(question), [_, _, ..]) => {
                    question.replace(Together::WHO, &listed(&names, language))
                }
                _ => asked.question().to_owned(),
            },
            answers: answers(&entries, language),
        })
        .collect()
}

/// The questions of asks with the same answers in one line.
pub fn together(asks: &[&Asked], language: Option<&Arc<Language>>) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut said: Vec<String> = Vec::new();
    let first = asks.first().and_then(|asked| question(asked));
    let alike = first.is_some() && asks.iter().all(|asked| question(asked) == first);
    for asked in asks {
        match asked.brief.together.as_ref().filter(|_| alike) {
            Some(own) if names.contains(&own.who.as_str()) => {}
            Some(own) => names.push(&own.who),
            None if said.iter().any(|known| known == asked.question()) => {}
            None => said.push(asked.question().to_owned()),
        }
    }
    match (first, names.as_slice()) {
        (Some(question), [_, _, ..]) => {
            let question = question.replace(Together::WHO, &listed(&names, language));
            let count = asks.len();
            if count > names.len() {
                // Somebody is asked more than once.
                say(
                    language,
                    "{question} {count} in all, one player after the other.",
                    &[("question", &question), ("count", &count)],
                )
            } else {
                question
            }
        }
        (_, [_]) => asks[0].question().to_owned(),
        _ => said.join(" "),
    }
}

/// "Ann, Bob and Cleo".
fn listed(names: &[&str], language: Option<&Arc<Language>>) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => say(
            language,
            "{first} and {last}",
            &[("first", &first.join(", ")), ("last", last)],
        ),
        names => names.concat(),
    }
}

/// Whether two asks are the same question about what is drawn.
pub fn are_drawn_alike(one: &Asked, other: &Asked) -> bool {
    let is_drawn = |asked: &Asked| matches!(asked.ask.turn, Turn::Chance(_));
    is_drawn(one)
        && is_drawn(other)
        && one.ask.source == other.ask.source
        && question(one).is_some()
        && question(one) == question(other)
}

fn question(asked: &Asked) -> Option<&str> {
    let together = asked.brief.together.as_ref()?;
    Some(&together.question)
}

fn words(entries: &[Entry]) -> Vec<(Option<usize>, &str)> {
    entries
        .iter()
        .map(|entry| (entry.number, entry.text.as_str()))
        .collect()
}

/// The answers that stand behind the question: only what Enter gives if the question does not list them.
fn shown(asked: &Asked, mut entries: Vec<Entry>) -> Vec<Entry> {
    let listed = match asked.seat() {
        Some(_) => asked.brief.shown || !asked.is_short(),
        None => are_words(asked),
    };
    entries.retain(|entry| !entry.quiet && (listed || entry.usual));
    if let (false, Some((_, word))) = (listed, &asked.brief.usual) {
        for entry in &mut entries {
            entry.text = word.to_string();
            entry.enough = word.chars().count();
        }
    }
    entries
}

fn answers(entries: &[Entry], language: Option<&Arc<Language>>) -> Vec<Segment> {
    if let Some((first, last)) = run(entries) {
        let text = say(
            language,
            "{first} to {last}",
            &[("first", &first), ("last", &last)],
        );
        return vec![Segment::begun(text, 0)];
    }
    let segment = |entry: &Entry| {
        let enter = if entry.usual { " (Enter)" } else { "" };
        match entry.number {
            Some(number) => {
                let typed = number.to_string().len();
                Segment::begun(format!("{number} {}{enter}", entry.text), typed)
            }
            None => Segment::begun(format!("{}{enter}", entry.text), entry.enough),
        }
    };
    entries.iter().map(segment).collect()
}

/// Whether results of chance are few and some have names, not numbers or codes: "potion, sword, 2, 3".
fn are_words(asked: &Asked) -> bool {
    let options = &asked.ask.options;
    let is_word = |option: usize| {
        let label = match asked.short(option) {
            Some(short) => short.text.clone(),
            None => reading::label(&options[option], &asked.ask),
        };
        label.chars().count() > 2 && !label.contains(|letter: char| letter.is_ascii_digit())
    };
    let few = (2..=MAX_RESULTS).contains(&options.len());
    few && !asked.ask.unlisted && (0..options.len()).any(is_word)
}

/// The ends of a run of plain numbers.
fn run(entries: &[Entry]) -> Option<(u32, u32)> {
    let number = |entry: &Entry| {
        let plain = reading::is_number(&entry.text) && !entry.usual && !entry.danger;
        entry.text.parse().ok().filter(|_| plain)
    };
    let numbers: Vec<u32> = entries.iter().map(number).collect::<Option<_>>()?;
    let goes_up = numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let (first, last) = (numbers.first()?, numbers.last()?);
    (numbers.len() >= RUN && goes_up).then_some((*first, *last))
}

impl Question {
    /// On as few lines as it fits; long answers stand on lines of their own.
    pub fn laid_out(mut self, width: Option<usize>, names: &Names) -> String {
        let mut parts = vec![Segment::said(self.text)];
        let is_long = self.answers.iter().any(|answer| answer.letters() > LONG);
        if width.is_none() || !is_long {
            parts.append(&mut self.answers);
        }
        let mut text = asking::joined(&parts, width, names);
        let inner = width.map(|width| width.saturating_sub(2));
        for answer in self.answers.chunks(1) {
            // Its further lines are indented already.
            text.push_str("\n  ");
            text.push_str(&asking::joined(answer, inner, names));
        }
        text
    }
}
