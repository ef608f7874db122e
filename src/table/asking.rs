//! A question as put to the table: one ask of the session, or several that people answer together, a batch.

use std::fmt;

use super::paint::{Names, fitted, toned};
use crate::referee::{Ask, Brief, By, Seat, Short, Sitting, Told, Tone, Turn, When};

/// The most asks that are combined into one question.
pub const LONGEST: usize = 32;

/// An ask, and how it is worded.
pub struct Asked {
    pub ask: Ask,
    pub brief: Brief,
}

impl Asked {
    /// The current ask.
    pub fn now(sitting: &dyn Sitting) -> Option<Asked> {
        let ask = sitting.ask()?;
        let brief = sitting.brief(&ask)?;
        Some(Asked { ask, brief })
    }

    /// The seat that decides; `None` if chance or the table settles it.
    pub fn seat(&self) -> Option<Seat> {
        match self.ask.turn {
            Turn::Player(seat) => Some(seat),
            _ => None,
        }
    }

    /// What is asked, without the answers: "Ann", or "Tile beside Bob".
    pub fn lead(&self) -> String {
        self.brief
            .lead
            .clone()
            .unwrap_or_else(|| self.ask.question.clone())
    }

    /// What is asked, as a sentence.
    pub fn question(&self) -> &str {
        self.brief.asked.as_deref().unwrap_or(&self.ask.question)
    }

    pub fn short(&self, option: usize) -> Option<&Short> {
        self.brief.shorts.get(option)?.as_ref()
    }

    /// The words beside the question for the answer with this id.
    pub fn plain(&self, id: &str) -> Option<&str> {
        let option = self.ask.options.iter().position(|option| option.id == id)?;
        self.brief.plain.get(option).map(String::as_str)
    }

    /// The question to confirm before a dangerous answer.
    pub fn danger(&self, id: &str) -> Option<String> {
        let option = self.ask.options.iter().position(|option| option.id == id)?;
        self.short(option)?.danger.clone()
    }

    /// Whether all answers have a short form. They then stand in the question, without numbers.
    pub fn is_short(&self) -> bool {
        self.brief.shorts.iter().all(Option::is_some)
    }

    /// As many words of an option's short form as distinguish it from the others.
    pub fn enough(&self, option: usize) -> Option<String> {
        let words = |text: &'_ str| -> Vec<String> {
            text.split_whitespace()
                .map(|word| word.trim_end_matches([':', ',']).to_owned())
                .collect()
        };
        let own = words(&self.short(option)?.text);
        let others = self
            .distinct()
            .into_iter()
            .filter_map(|other| self.short(other));
        let others: Vec<Vec<String>> = others
            .filter(|other| self.short(option).is_some_and(|own| own != *other))
            .map(|other| words(&other.text))
            .collect();
        let enough = (1..=own.len()).find(|count| {
            others
                .iter()
                .all(|other| !other.starts_with(&own[..*count]))
        });
        // Words with which another one starts as well are given in full.
        Some(own[..enough.unwrap_or(own.len())].join(" "))
    }

    /// The distinct options, by index: of identical pieces only the first, even if they have numbers of their own.
    pub fn distinct(&self) -> Vec<usize> {
        let mut known: Vec<(Short, &str)> = Vec::new();
        let mut distinct: Vec<usize> = Vec::new();
        for option in self.brief.order.iter().copied() {
            let Some(own) = self.short(option) else {
                distinct.push(option);
                continue;
            };
            let text = unnumbered(&own.text);
            // Numbers tell pieces apart only where the words do not.
            let words = if text == own.text {
                ""
            } else {
                self.ask.options[option].text.as_str()
            };
            let own = Short {
                text,
                ..own.clone()
            };
            let is_known = |(other, said): &(Short, &str)| {
                *other == own && (words.is_empty() || *said == words)
            };
            if !known.iter().any(is_known) {
                distinct.push(option);
            }
            known.push((own, self.ask.options[option].text.as_str()));
        }
        distinct
    }

    /// The answer, if it is the only one and harmless.
    fn forced(&self) -> Option<&str> {
        self.only()
            .filter(|_| self.ask.secret.is_none() && self.brief.when != When::Always)
    }

    /// The answer that nobody needs to be asked for, by itself or within its batch.
    pub fn unasked(&self) -> Option<&str> {
        self.forced().or_else(|| self.idle())
    }

    fn idle(&self) -> Option<&str> {
        match (&self.brief.usual, self.brief.when) {
            (Some((id, _)), When::Idle) if self.ask.secret.is_none() => Some(id),
            _ => None,
        }
    }

    /// The answer given by an empty line.
    pub fn usual(&self) -> Option<&str> {
        self.brief
            .usual
            .as_ref()
            .map(|(id, _)| id.as_str())
            .or_else(|| self.only())
    }

    /// The only answer listed, if it is harmless.
    fn only(&self) -> Option<&str> {
        let [only] = self.distinct()[..] else {
            return None;
        };
        let dangerous = self.short(only).is_some_and(|short| short.danger.is_some());
        (!self.ask.unlisted && !dangerous).then(|| self.ask.options[only].id.as_str())
    }

    /// An answer with which to look beyond the question: the other questions of its batch do not depend on it.
    fn beyond(&self) -> &str {
        let harmless = |option: &usize| {
            self.short(*option)
                .is_none_or(|short| short.danger.is_none())
        };
        let option = (0..self.ask.options.len()).find(harmless).unwrap_or(0);
        self.usual().unwrap_or(&self.ask.options[option].id)
    }
}

/// A short form without the numbers of equal pieces: "move Sun" for "move Sun#2".
fn unnumbered(text: &str) -> String {
    let bare = |word: &'_ str| match word.split_once('#') {
        Some((piece, number)) if number.parse::<u16>().is_ok() => piece.to_owned(),
        _ => word.to_owned(),
    };
    let words: Vec<String> = text.split(' ').map(bare).collect();
    words.join(" ")
}

/// Whether the program rolled or drew.
pub fn drew(told: &[Told]) -> bool {
    told.iter().any(|told| told.by == By::Program)
}

/// The answer that nobody needs to be asked for now. `None` within a batch in which somebody is asked, since it may still be given
/// there.
pub fn automatic(sitting: &dyn Sitting) -> Option<String> {
    let asked = Asked::now(sitting)?;
    if let Some(id) = asked.forced() {
        return Some(id.to_owned());
    }
    let id = asked.idle()?.to_owned();
    if batch(sitting).is_empty() {
        Some(id)
    } else {
        None
    }
}

/// The asks that make up the current question: those of one batch in which somebody has a choice.
pub fn batch(sitting: &dyn Sitting) -> Vec<Asked> {
    let mut trial = sitting.fork();
    let mut asks: Vec<Asked> = Vec::new();
    let mut number = None;
    for step in 0..LONGEST {
        let Some(asked) = Asked::now(&*trial) else {
            break;
        };
        let secret = asked.ask.secret.is_some();
        if step > 0 && (secret || number.is_none() || asked.brief.batch != number) {
            break;
        }
        number = asked.brief.batch;
        let next = asked.beyond().to_owned();
        let goes_on = asked.brief.joint || asked.brief.usual.is_some() || asked.unasked().is_some();
        if asked.unasked().is_none() {
            asks.push(asked);
        }
        if secret || !goes_on || !trial.answer(&next).is_ok_and(|told| !drew(&told)) {
            break;
        }
    }
    asks
}

/// A part of a question that is never broken across lines.
#[derive(Clone)]
pub struct Segment {
    text: String,
    /// How many letters at its start can be typed as they stand.
    typed: usize,
}

impl Segment {
    pub fn said(text: String) -> Segment {
        Segment { text, typed: 0 }
    }

    fn typed(text: String) -> Segment {
        let typed = text.chars().count();
        Segment { text, typed }
    }

    /// Only the first letters can be typed.
    pub fn begun(text: String, typed: usize) -> Segment {
        Segment { text, typed }
    }

    pub fn push(&mut self, sign: char) {
        self.text.push(sign);
    }

    pub fn letters(&self) -> usize {
        self.text.chars().count()
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Whether Enter answers a question. It does not where somebody has to say something.
fn is_silent(asks: &[Asked]) -> bool {
    asks.iter().all(|asked| asked.brief.usual.is_some())
}

/// The question in as few words as people use, in segments: who is asked what, the answers as typed, what Enter means, and which
/// answers are dangerous.
pub fn terse(asks: &[Asked]) -> Vec<Segment> {
    let mut groups: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    let mut usual: Vec<String> = Vec::new();
    let mut dangers: Vec<String> = Vec::new();
    let silent = is_silent(asks);
    for asked in asks {
        let lead = asked.lead();
        let mut labels = labels(asked, silent);
        let dangerous = |option: &usize| {
            asked
                .short(*option)
                .is_some_and(|short| short.danger.is_some())
        };
        for option in asked.distinct().iter().filter(|option| dangerous(option)) {
            let text = asked
                .short(*option)
                .map_or("", |short| &short.text)
                .to_owned();
            dangers.extend((!dangers.contains(&text)).then_some(text));
        }
        let word = asked.brief.usual.as_ref().map(|(_, word)| word.to_string());
        usual.extend(word.filter(|word| silent && !usual.contains(word)));
        match groups.iter_mut().find(|(leads, _)| leads.contains(&lead)) {
            Some((_, known)) => {
                labels.retain(|label| !known.contains(label));
                known.extend(labels);
            }
            None => groups.push((vec![lead], labels)),
        }
    }
    let mut merged: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for (leads, labels) in groups {
        match merged.last_mut().filter(|(_, known)| *known == labels) {
            Some((known, _)) if !labels.is_empty() => {
                let same = leads
                    .iter()
                    .all(|lead| topic(lead).is_some() && topic(lead) == topic(&known[0]));
                let own = |lead: &String| {
                    lead.rsplit_once(", ")
                        .filter(|_| same)
                        .map_or(lead.clone(), |(_, own)| own.to_owned())
                };
                known.extend(leads.iter().map(own));
            }
            Some((known, _))
                if leads
                    .iter()
                    .all(|lead| topic(lead).is_some() && topic(lead) == topic(&known[0])) =>
            {
                known.extend(
                    leads
                        .iter()
                        .filter_map(|lead| Some(lead.rsplit_once(", ")?.1.to_owned())),
                );
            }
            _ => merged.push((leads, labels)),
        }
    }
    let mut parts = Vec::new();
    for (leads, labels) in merged {
        let lead = leads.join(", ");
        let done = lead.ends_with(['?', '.']);
        let Some((last, first)) = labels.split_last() else {
            parts.push(Segment::said(if done { lead } else { format!("{lead}?") }));
            continue;
        };
        let last = if done {
            last.clone()
        } else {
            format!("{last}?")
        };
        parts.push(Segment::said(if done { lead } else { format!("{lead}:") }));
        parts.extend(first.iter().cloned().chain([last]).map(Segment::typed));
    }
    parts.extend(usual.iter().map(|word| Segment::typed(format!("({word})"))));
    parts.extend(
        dangers
            .iter()
            .map(|danger| Segment::typed(format!("[{danger}]"))),
    );
    parts
}

/// What several players are all asked: "Turn order" of "Turn order, Ann".
fn topic(lead: &str) -> Option<&str> {
    lead.rsplit_once(", ").map(|(topic, _)| topic)
}

/// The answers to show in the question, without the one that Enter gives if silence is allowed.
fn labels(asked: &Asked, silent: bool) -> Vec<String> {
    if !asked.brief.shown || asked.ask.unlisted {
        return Vec::new();
    }
    let usual = asked
        .brief
        .usual
        .as_ref()
        .map(|(id, _)| id)
        .filter(|_| silent);
    let plain = |option: &usize| {
        let other = asked
            .short(*option)
            .is_none_or(|short| short.danger.is_some() || short.quiet);
        !other && Some(&asked.ask.options[*option].id) != usual
    };
    let text = |option: usize| {
        let text = asked.short(option)?.text.clone();
        // Enter gives it.
        Some(if asked.only().is_some() {
            format!("({text})")
        } else {
            text
        })
    };
    let phrases = asked.brief.phrases.iter().map(|(word, _)| word.to_string());
    let (under, plain): (Vec<usize>, Vec<usize>) = asked
        .distinct()
        .into_iter()
        .filter(plain)
        .partition(|option| under(asked, *option).is_some());
    plain
        .into_iter()
        .filter_map(text)
        .chain(phrases)
        .chain(grouped(asked, &under))
        .collect()
}

fn under(asked: &Asked, option: usize) -> Option<&str> {
    asked.short(option)?.under.as_deref()
}

/// Answers grouped by what they have in common: "beside Ann: q9", "p9".
fn grouped(asked: &Asked, options: &[usize]) -> Vec<String> {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for option in options {
        let (Some(head), Some(text)) = (
            under(asked, *option),
            asked.short(*option).map(|short| &short.text),
        ) else {
            continue;
        };
        let own = text
            .strip_suffix(head)
            .unwrap_or(text)
            .trim_end()
            .to_owned();
        match groups.iter_mut().find(|(known, _)| *known == head) {
            Some((_, texts)) => texts.push(own),
            None => groups.push((head, vec![own])),
        }
    }
    let mut labels = Vec::new();
    for (head, mut texts) in groups {
        texts[0] = format!("{head}: {}", texts[0]);
        labels.append(&mut texts);
    }
    labels
}

/// How long a line is in which [`joined`] sets parts.
pub fn letters(parts: &[Segment]) -> usize {
    let gaps = parts.iter().rev().skip(1).map(|part| gap_after(&part.text));
    parts.iter().map(Segment::letters).sum::<usize>() + gaps.sum::<usize>()
}

/// The spaces between a part and the next.
fn gap_after(part: &str) -> usize {
    if part.ends_with(':') { 1 } else { 2 }
}

/// Sets parts in lines of at most `width` characters, with two spaces between them, or one after a colon and before brackets. What
/// can be typed is bold.
pub fn joined(parts: &[Segment], width: Option<usize>, names: &Names) -> String {
    let mut text = String::new();
    let mut column = 0;
    let mut gap = 0;
    for Segment { text: part, typed } in parts {
        let whole = part.chars().count();
        let part = fitted(part, width, 2);
        let len = part.lines().last().map_or(0, |line| line.chars().count());
        match column {
            0 => {}
            _ if width.is_some_and(|width| column + gap + whole > width) => {
                text.push_str("\n  ");
                column = 2;
            }
            _ => {
                text.push_str(&" ".repeat(gap));
                column += gap;
            }
        }
        let typed = part
            .char_indices()
            .nth(*typed)
            .map_or(part.len(), |(at, _)| at);
        let (typed, said) = part.split_at(typed);
        if !typed.is_empty() {
            text.push_str(&toned(Tone::Strong, typed));
        }
        if !said.is_empty() {
            text.push_str(&names.toned(Tone::Plain, said));
        }
        column = if part.contains('\n') {
            len
        } else {
            column + len
        };
        gap = gap_after(&part);
    }
    text
}
