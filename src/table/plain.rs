//! A question as a sentence, with the answers in whole words behind it.

use std::sync::Arc;

use super::asking::{self, Asked, Segment};
use super::numbers::{self, Entry};
use super::paint::{Names, WIDTH};
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

/// From so many answers on that share words, these are said once.
const ALIKE: usize = 3;
/// Two answers are enough if they begin with this many words: "at 1 north:".
const WORDY: usize = 3;
/// The language in which verbs stand last: "die Münzen mischen".
const VERB_LAST: &str = "de";

/// Words that say nothing by themselves: articles stay with what follows them.
const ARTICLES: [&str; 20] = [
    "a", "an", "the", "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem",
    "el", "la", "los", "las", "un", "una", "lo",
];
const SMALL: [&str; 20] = [
    "at", "by", "from", "in", "of", "on", "to", "with", "auf", "im", "mit", "nach", "um", "von",
    "vom", "zu", "al", "con", "de", "en",
];

/// One question, to one player or to several together.
pub struct Question {
    text: String,
    answers: Vec<Answers>,
}

/// Answers that begin with the same words, or that have nothing in common.
struct Answers {
    /// The words: "put a man on:", or "give … to Bob:" where they also end with the same.
    head: Option<String>,
    each: Vec<Segment>,
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
            if count > names.len() && count < asking::LONGEST {
                // Somebody is asked more than once. Dice that are rolled again after a tie have no number.
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

fn answers(entries: &[Entry], language: Option<&Arc<Language>>) -> Vec<Answers> {
    let groups = folded(entries, language).into_iter();
    groups
        .map(|(head, own)| Answers {
            head,
            each: segments(&own, language),
        })
        .collect()
}

/// Answers in groups of those that share words, which are its head, with what each has of its own; those that share none are a group
/// without a head.
pub fn folded(
    entries: &[Entry],
    language: Option<&Arc<Language>>,
) -> Vec<(Option<String>, Vec<Entry>)> {
    let mut groups: Vec<(Option<String>, Vec<Entry>)> = Vec::new();
    for (shared, run) in runs(entries, language) {
        if shared == Shared::default() {
            match groups.last_mut().filter(|(head, _)| head.is_none()) {
                Some((_, known)) => known.extend_from_slice(run),
                None => groups.push((None, run.to_vec())),
            }
            continue;
        }
        let own = |entry: &Entry| Entry {
            text: shared.rest(&entry.text),
            ..entry.clone()
        };
        groups.push((
            Some(shared.said(&run[0].text)),
            run.iter().map(own).collect(),
        ));
    }
    groups
}

/// How many words answers begin and end with alike. Those that begin with more are more alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Shared {
    first: usize,
    last: usize,
}

impl Shared {
    /// What an answer has of its own.
    fn rest(self, text: &str) -> String {
        let words: Vec<&str> = text.split(' ').collect();
        words[self.first..words.len() - self.last].join(" ")
    }

    /// The words before and after it.
    fn said(self, text: &str) -> String {
        let words: Vec<&str> = text.split(' ').collect();
        let first = words[..self.first].join(" ");
        let first = first.trim_end_matches(',');
        let last = words[words.len() - self.last..].join(" ");
        match (first, last.as_str()) {
            (first, "") => format!("{first}:"),
            ("", last) => format!("{last}:"),
            (first, last) => format!("{first} … {last}:"),
        }
    }
}

/// The answers in runs of those that share words, each with what is said once.
fn runs<'e>(entries: &'e [Entry], language: Option<&Arc<Language>>) -> Vec<(Shared, &'e [Entry])> {
    let is_alike = |one: &Entry, next: &Entry| {
        can_be_folded(one)
            && can_be_folded(next)
            && alike(&one.text, &next.text) != Shared::default()
    };
    let runs = entries.chunk_by(is_alike);
    runs.flat_map(|run| parted(run, language)).collect()
}

/// A run as it is, or parted where its answers are least alike, if its parts share enough: "turn up", then "turn down".
fn parted<'e>(run: &'e [Entry], language: Option<&Arc<Language>>) -> Vec<(Shared, &'e [Entry])> {
    let all = shared(run, language);
    let links = || {
        run.windows(2)
            .map(|pair| alike(&pair[0].text, &pair[1].text))
    };
    let (Some(least), Some(most)) = (links().min(), links().max()) else {
        return vec![(all, run)];
    };
    if least == most {
        return vec![(all, run)];
    }
    let parts = run.chunk_by(|one, next| alike(&one.text, &next.text) > least);
    let parts: Vec<_> = parts.flat_map(|part| parted(part, language)).collect();
    let is_better = parts.iter().all(|(shared, _)| *shared != Shared::default());
    if all == Shared::default() || is_better {
        parts
    } else {
        vec![(all, run)]
    }
}

/// What Enter gives or ends something stands by itself, and so does what is typed by its words.
fn can_be_folded(entry: &Entry) -> bool {
    entry.number.is_some() && !entry.usual && !entry.danger
}

/// What all answers of a run share, if that is worth saying once.
fn shared(run: &[Entry], language: Option<&Arc<Language>>) -> Shared {
    let [first, others @ ..] = run else {
        return Shared::default();
    };
    let all = others.iter().map(|other| alike(&first.text, &other.text));
    let least = all.reduce(|one, other| Shared {
        first: one.first.min(other.first),
        last: one.last.min(other.last),
    });
    let mut shared = least.unwrap_or_default();
    let words: Vec<&str> = first.text.split(' ').collect();
    let (begin, end) = (&words[..shared.first], &words[words.len() - shared.last..]);
    shared.first = without_articles(begin);
    let is_small = |word: &&str| ARTICLES.contains(word) || SMALL.contains(word) || is_figure(word);
    let is_verb = |word: &&str| word.starts_with(char::is_lowercase);
    let verb_is_last = language.is_some_and(|language| language.code.starts_with(VERB_LAST))
        && end.last().is_some_and(is_verb);
    let is_said = verb_is_last || shared.first > 0 && !begin.iter().all(is_small);
    let enough = if shared.first < WORDY {
        ALIKE
    } else {
        ALIKE - 1
    };
    // What only tells answers in the same words apart says nothing by itself.
    let is_bracket = |entry: &Entry| shared.rest(&entry.text).starts_with('(');
    if is_said && run.len() >= enough && !run.iter().any(is_bracket) {
        shared
    } else {
        Shared::default()
    }
}

/// Whether a text begins with a number.
pub fn is_figure(text: &str) -> bool {
    text.starts_with(|sign: char| sign.is_ascii_digit())
}

/// How many of these words are left without the articles at their end.
fn without_articles(words: &[&str]) -> usize {
    let articles = words
        .iter()
        .rev()
        .take_while(|word| ARTICLES.contains(*word));
    words.len() - articles.count()
}

/// How many words two texts begin and end with alike; each has a word of its own.
fn alike(one: &str, other: &str) -> Shared {
    let [one, other] = [one, other].map(|text| text.split(' ').collect::<Vec<&str>>());
    let most = one.len().min(other.len()) - 1;
    let same = |(one, other): &(&&str, &&str)| one == other;
    let first = one.iter().zip(&other).take_while(same).count().min(most);
    let ends = one.iter().rev().zip(other.iter().rev());
    let last = ends.take_while(same).count().min(most - first);
    Shared { first, last }
}

/// Answers as they stand behind their head.
pub fn numbered(entries: &[Entry], language: Option<&Arc<Language>>) -> Vec<String> {
    let segments = segments(entries, language).into_iter();
    segments.map(|segment| segment.to_string()).collect()
}

/// The words that two texts begin with, without articles at their end.
pub fn beginning<'t>(one: &'t str, other: &str) -> &'t str {
    let words: Vec<&str> = one.split(' ').take(alike(one, other).first).collect();
    let said = &words[..without_articles(&words)];
    let letters: usize = said.iter().map(|word| word.len() + 1).sum();
    &one[..letters.saturating_sub(1)]
}

fn segments(entries: &[Entry], language: Option<&Arc<Language>>) -> Vec<Segment> {
    if let Some((first, last)) = run(entries) {
        let text = say(
            language,
            "{first} to {last}",
            &[("first", &first), ("last", &last)],
        );
        return vec![Segment::begun(text, 0)];
    }
    let is_own = |entry: &Entry| {
        let number = entry.number.map(|number| number.to_string());
        number.is_some_and(|number| entry.text == number)
    };
    // A number of its own would not be told from that of the answer.
    let sign = if entries
        .iter()
        .any(|entry| is_figure(&entry.text) && !is_own(entry))
    {
        ":"
    } else {
        ""
    };
    let segment = |entry: &Entry| {
        let enter = if entry.usual { " (Enter)" } else { "" };
        match entry.number {
            Some(number) => {
                let number = number.to_string();
                let text = match &entry.text {
                    same if *same == number => number.clone(),
                    text => format!("{number}{sign} {text}{enter}"),
                };
                Segment::begun(text, number.len())
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
pub fn run(entries: &[Entry]) -> Option<(u32, u32)> {
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
    /// On as few lines as it fits; long answers stand on lines of their own, and so do those that share words unless all fit on one
    /// line.
    pub fn laid_out(&self, width: Option<usize>, names: &Names) -> String {
        let row = self.in_a_row();
        let fits = width.is_none_or(|width| asking::letters(&row) <= width);
        let is_folded = self.answers.iter().any(|group| group.head.is_some());
        let mut each = self.answers.iter().flat_map(|group| &group.each);
        if !fits && each.any(|answer| answer.letters() > LONG) {
            return self.in_lines(width, names, |group| {
                let each = group.segments().into_iter();
                each.map(|answer| vec![answer]).collect()
            });
        }
        if fits || !is_folded {
            return asking::joined(&row, width, names);
        }
        self.in_lines(width, names, |group| vec![group.segments()])
    }

    /// The question alone, or with its answers if these would fit on one line.
    pub fn again(&self, width: Option<usize>, names: &Names) -> String {
        let row = self.in_a_row();
        let fits = asking::letters(&row[1..]) <= width.unwrap_or(WIDTH);
        let shown = if fits { row } else { vec![self.asked()] };
        asking::joined(&shown, width, names)
    }

    fn asked(&self) -> Segment {
        Segment::said(self.text.clone())
    }

    /// The question and its answers; where some share words, the others are parted from them by a semicolon.
    fn in_a_row(&self) -> Vec<Segment> {
        let mut row = vec![self.asked()];
        for (at, group) in self.answers.iter().enumerate() {
            row.extend(group.segments());
            if at + 1 < self.answers.len()
                && let Some(last) = row.last_mut()
            {
                last.push(';');
            }
        }
        row
    }

    /// The question, and below it the lines of each group of answers.
    fn in_lines(
        &self,
        width: Option<usize>,
        names: &Names,
        lines: impl Fn(&Answers) -> Vec<Vec<Segment>>,
    ) -> String {
        let mut text = asking::joined(&[self.asked()], width, names);
        let inner = width.map(|width| width.saturating_sub(2));
        for line in self.answers.iter().flat_map(lines) {
            // Its further lines are indented already.
            text.push_str("\n  ");
            text.push_str(&asking::joined(&line, inner, names));
        }
        text
    }
}

impl Answers {
    fn segments(&self) -> Vec<Segment> {
        let head = self.head.clone().map(Segment::said);
        head.into_iter().chain(self.each.iter().cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The question with these answers, the last of which an empty line gives.
    fn asked(answers_in_words: &[&str], width: Option<usize>) -> String {
        let last = answers_in_words.len();
        let entry = |(number, text): (usize, &&str)| Entry {
            number: (number < last).then_some(number),
            ids: vec![(*text).to_owned()],
            text: (*text).to_owned(),
            enough: 0,
            danger: false,
            usual: number == last,
            quiet: false,
        };
        let entries: Vec<Entry> = (1..).zip(answers_in_words).map(entry).collect();
        let question = Question {
            text: "Ann, what now?".to_owned(),
            answers: answers(&entries, None),
        };
        let shown = question.laid_out(width, &Names::default());
        anstream::adapter::strip_str(&shown).to_string()
    }

    #[test]
    fn words_that_answers_share_are_said_once() {
        let men = [
            "put a man on Paris",
            "put a man on Rome",
            "put a man on Oslo",
            "nothing",
        ];
        assert_eq!(
            asked(&men, None),
            "Ann, what now?  put a man on: 1 Paris  2 Rome  3 Oslo;  nothing (Enter)"
        );
        assert_eq!(
            asked(&men, Some(50)),
            "Ann, what now?\n  put a man on: 1 Paris  2 Rome  3 Oslo\n  nothing (Enter)"
        );
        let cards = [
            "give Kiln to Bob",
            "give Spark to Bob",
            "give Ash to Bob",
            "done",
        ];
        assert_eq!(
            asked(&cards, None),
            "Ann, what now?  give … to Bob: 1 Kiln  2 Spark  3 Ash;  done (Enter)"
        );
    }

    #[test]
    fn two_answers_share_a_place_and_numbers_are_told_apart() {
        let ways = [
            "at 1 south, turned 0°",
            "at 1 south, turned 90°",
            "at 2 north, turned 0°",
            "none",
        ];
        assert_eq!(
            asked(&ways, None),
            "Ann, what now?  at 1 south, turned: 1: 0°  2: 90°;  3 at 2 north, turned 0°  none (Enter)"
        );
        let cards = [
            "play 2 of clubs",
            "play Ace of clubs",
            "play 3 of spades",
            "none",
        ];
        assert_eq!(
            asked(&cards, None),
            "Ann, what now?  play: 1: 2 of clubs  2: Ace of clubs  3: 3 of spades;  none (Enter)"
        );
    }

    #[test]
    fn what_would_not_be_clear_is_said_in_full() {
        let ways = ["open the north", "open the east", "open the west", "stay"];
        assert_eq!(
            asked(&ways, None),
            "Ann, what now?  open: 1 the north  2 the east  3 the west;  stay (Enter)"
        );
        for few in [
            ["the orc", "the rat", "the imp", "none"],
            ["at 1 east", "at 2 east", "at 1 west", "none"],
            ["draw a card", "draw a tile", "play", "none"],
        ] {
            let [one, two, three, last] = few;
            assert_eq!(
                asked(&few, None),
                format!("Ann, what now?  1 {one}  2 {two}  3 {three}  {last} (Enter)")
            );
        }
    }
}
