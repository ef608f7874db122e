//! The numbers that answers have where a question lists them.
//!
//! A number always means what the screen shows beside it. It means nothing for a question that is not on the screen yet, however
//! many answers a line gives.

use std::collections::BTreeSet;

use super::asking::Asked;
use super::reading;
use crate::referee::pointing::DIGITS;
use crate::referee::{Answer, Brief, Seat};

/// An answer in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What to type for it; `None` if its own words begin with a number or a code, or name one of several players, or if Enter gives it.
    pub number: Option<usize>,
    /// The moves it stands for.
    pub ids: Vec<String>,
    /// In the words that stand beside the question.
    pub text: String,
    /// How many letters of the text are enough to type it, if it has no number.
    pub enough: usize,
    /// It ends something or cannot be taken back at the table.
    pub danger: bool,
    /// An empty line gives it.
    pub usual: bool,
    /// It is accepted but not shown in the question.
    pub quiet: bool,
}

/// The answers to each of some questions on the screen, numbered through from 1, so that a number alone tells what is meant; players who
/// are asked the same together have the same numbers. With `always`, they are numbered even where the question does not list them.
pub fn entries(asks: &[Asked], always: bool) -> Vec<Vec<Entry>> {
    let silent = asks.iter().all(|asked| asked.usual().is_some());
    let mut lists: Vec<Vec<Entry>> = asks.iter().map(|asked| listed(asked, silent)).collect();
    // A question may follow from one of its own answers, with the others again.
    for at in 1..asks.len() {
        let same = |other: &usize| {
            asks[*other].seat() == asks[at].seat() && asks[*other].question() == asks[at].question()
        };
        let known: Vec<Vec<String>> = (0..at)
            .filter(same)
            .flat_map(|other| lists[other].iter().map(|entry| entry.ids.clone()))
            .collect();
        if asks[at].seat().is_some() {
            lists[at].retain(|entry| !known.contains(&entry.ids));
        }
    }
    for quiet in [false, true] {
        for (at, asked) in asks.iter().enumerate() {
            if !is_numbered(asked, always) {
                for entry in &mut lists[at] {
                    entry.number = typed_number(asked, entry);
                }
                continue;
            }
            let before = (0..asks.len()).filter(|other| asks[*other].seat() == asked.seat());
            if let (Some(own), 1) = (own(&asked.ask.options), before.clone().count()) {
                for entry in lists[at].iter_mut().filter(|entry| entry.quiet == quiet) {
                    entry.number = number_of(&own, asked, entry);
                }
                continue;
            }
            if let Some(alike) = (0..at).find(|other| are_alike(asks, &lists, *other, at)) {
                let known: Vec<Option<usize>> =
                    lists[alike].iter().map(|entry| entry.number).collect();
                for (entry, number) in lists[at].iter_mut().zip(known) {
                    entry.number = number;
                }
                continue;
            }
            let numbers = lists.iter().flatten().filter_map(|entry| entry.number);
            let mut last = numbers.max().unwrap_or(0);
            let is_due = |entry: &&mut Entry| entry.quiet == quiet && !entry.usual;
            for entry in lists[at].iter_mut().filter(is_due) {
                last += 1;
                entry.number = Some(last);
            }
        }
    }
    lists
}

/// Whether two players are asked the same, with the same answers.
fn are_alike(asks: &[Asked], lists: &[Vec<Entry>], one: usize, other: usize) -> bool {
    let question = |at: usize| {
        let together = asks[at].brief.together.as_ref();
        together.map(|together| &together.question)
    };
    let words = |at: usize| lists[at].iter().map(|entry| (&entry.text, entry.quiet));
    asks[one].seat() != asks[other].seat()
        && question(one).is_some()
        && question(one) == question(other)
        && words(one).eq(words(other))
}

/// The number with which an answer is typed, where its words do not tell it: 0 for the potion.
fn typed_number(asked: &Asked, entry: &Entry) -> Option<usize> {
    let option = only_option(asked, entry)?;
    let head = asked.short(option)?.text.split(':').next()?;
    let is_told = entry.text.contains(|letter: char| letter.is_ascii_digit());
    let is_told = is_told && entry.text.starts_with(head);
    head.parse()
        .ok()
        .filter(|_| !is_told && asked.seat().is_some())
}

/// The option, by index, of an entry that stands for one answer.
fn only_option(asked: &Asked, entry: &Entry) -> Option<usize> {
    let [id] = entry.ids.as_slice() else {
        return None;
    };
    let mut options = asked.ask.options.iter();
    options.position(|option| option.id == *id)
}

/// The number that an answer has of itself.
fn number_of(own: &[Option<String>], asked: &Asked, entry: &Entry) -> Option<usize> {
    let option = only_option(asked, entry)?;
    own[option].as_ref()?.parse().ok()
}

/// Whether its answers are numbered where they are listed. They are not if any of them begins with a number of its own, or if there are
/// more places than digits, which have their names; nor where anybody may speak up, since a number could then be the next die.
fn is_numbered(asked: &Asked, always: bool) -> bool {
    asked.seat().is_some()
        && !asked.brief.silent
        && (always || asked.brief.shown || !asked.is_short())
        && reading::numbered(&asked.ask)
        && !has_own_numbers(asked)
}

/// Whether any of its answers begins with a number or, of more answers than digits, with the name of a place, such as b2. The code of a card, F02, is read on a card
/// that may lie anywhere, so there a number is easier to find.
fn has_own_numbers(asked: &Asked) -> bool {
    let many = asked.distinct().len() > DIGITS;
    let has_digit = |text: &str| {
        let first = text.split_whitespace().next().unwrap_or("");
        let is_code = first.starts_with(|letter: char| letter.is_ascii_uppercase());
        let is_place = first.starts_with(char::is_alphabetic);
        !is_code && (many || !is_place) && first.contains(|letter: char| letter.is_ascii_digit())
    };
    let own = |option: usize| {
        // "3", or "3: beaten by 4 or more".
        let head = asked
            .short(option)
            .and_then(|short| short.text.split(':').next());
        head.is_some_and(reading::is_number) || has_digit(&asked.brief.plain[option])
    };
    (0..asked.ask.options.len()).any(own)
}

/// Answers that differ by a number have it for a key: a bid of 2 is the key 2, and so is the track of 2. Those without a number get
/// digits that are left, 0 first.
pub fn own(options: &[Answer]) -> Option<Vec<Option<String>>> {
    let text = |option: &Answer| {
        let (text, _) = option.text.split_once(": ").unwrap_or((&option.text, ""));
        text.to_owned()
    };
    let texts: Vec<String> = options.iter().map(text).collect();
    let parts: Vec<Option<(String, &str)>> = texts.iter().map(|text| numbered(text)).collect();
    let numbers: BTreeSet<&str> = parts.iter().flatten().map(|(_, number)| *number).collect();
    let words: BTreeSet<&str> = parts
        .iter()
        .flatten()
        .map(|(words, _)| words.as_str())
        .collect();
    let count = parts.iter().flatten().count();
    let others = || texts.iter().zip(&parts).filter(|(_, part)| part.is_none());
    let is_clear = count > 1
        && words.len() == 1
        && numbers.len() == count
        && (count == options.len() || count > 2)
        && others().all(|(text, _)| !text.contains(|sign: char| sign.is_ascii_digit()));
    if !is_clear {
        return None;
    }
    let mut left = (0..10u8).map(|digit| digit.to_string()).filter(|digit| {
        !numbers
            .iter()
            .any(|number| number.starts_with(digit.as_str()))
    });
    let key = |part: &Option<(String, &str)>| match part {
        Some((_, number)) => Some((*number).to_owned()),
        None => left.next(),
    };
    Some(parts.iter().map(key).collect())
}

/// The words around the only number of a text, and that number.
fn numbered(text: &str) -> Option<(String, &str)> {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let start = text.find(is_digit)?;
    let rest = &text[start..];
    let end = rest.find(|sign| !is_digit(sign)).unwrap_or(rest.len());
    let (number, after) = rest.split_at(end);
    // A place or a piece such as B2 is a name.
    let is_apart = !text[..start].ends_with(char::is_alphanumeric)
        && !after.starts_with(char::is_alphanumeric);
    let is_plain = number.len() <= 3 && (number == "0" || !number.starts_with('0'));
    (is_apart && is_plain && !after.contains(is_digit))
        .then(|| (format!("{}\0{after}", &text[..start]), number))
}

/// The options in the order in which they are listed and numbered, by index.
pub fn order(brief: &Brief, options: &[Answer]) -> Vec<usize> {
    let usual = brief.usual.as_ref().map(|(id, _)| id.as_str());
    let silent = usual.is_some();
    let rank = |option: &usize| {
        let short = brief.shorts.get(*option).and_then(Option::as_ref);
        let is_usual = Some(options[*option].id.as_str()) == usual;
        let danger = short.is_some_and(|short| short.danger.is_some());
        (
            short.is_some_and(|short| short.quiet),
            silent && is_usual,
            danger,
        )
    };
    let mut order = brief.order.clone();
    order.sort_by_key(rank);
    order
}

/// The answers to a question: what is usually wanted first, then what stands for several, what is dangerous, and what an empty line
/// gives; at the end those that are seldom wanted.
fn listed(asked: &Asked, silent: bool) -> Vec<Entry> {
    if asked.ask.unlisted {
        return Vec::new();
    }
    let usual = asked.usual();
    let expected = asked.brief.usual.is_some();
    let entry = |option: usize| {
        let short = asked.short(option);
        let id = &asked.ask.options[option].id;
        let is_usual = Some(id.as_str()) == usual;
        let text = asked.brief.plain[option].clone();
        Entry {
            number: None,
            ids: vec![id.clone()],
            enough: enough(asked, option, &text),
            text,
            danger: short.is_some_and(|short| short.danger.is_some()),
            usual: silent && is_usual,
            quiet: short.is_some_and(|short| short.quiet) || is_usual && expected && !silent,
        }
    };
    let phrase = |(word, ids): &(std::borrow::Cow<'static, str>, Vec<String>)| Entry {
        number: None,
        ids: ids.clone(),
        text: word.to_string(),
        enough: word.chars().count(),
        danger: false,
        usual: false,
        quiet: false,
    };
    let mut entries: Vec<Entry> = asked.distinct().into_iter().map(entry).collect();
    entries.extend(asked.brief.phrases.iter().map(phrase));
    let rank = |entry: &Entry| {
        let is_phrase = entry.ids.len() > 1;
        (entry.quiet, entry.usual, entry.danger, is_phrase)
    };
    entries.sort_by_key(rank);
    entries
}

/// How many letters at the start of `text` are enough to type an answer; 0 if it starts with something else.
fn enough(asked: &Asked, option: usize, text: &str) -> usize {
    let begins = |word: &String| text.to_lowercase().starts_with(&word.to_lowercase());
    asked
        .enough(option)
        .filter(begins)
        .map_or(0, |word| word.chars().count())
}

/// What numbers mean now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Moves by seat and number.
    entries: Vec<(Seat, usize, Vec<String>)>,
    /// The questions whose answers are numbered.
    shown: Vec<Shown>,
}

/// A question on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shown {
    seat: Seat,
    question: String,
    ids: Vec<String>,
}

impl Shown {
    fn of(asked: &Asked) -> Option<Shown> {
        Some(Shown {
            seat: asked.seat()?,
            question: asked.ask.question.clone(),
            ids: asked
                .ask
                .options
                .iter()
                .map(|option| option.id.clone())
                .collect(),
        })
    }
}

/// What a number means for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbered {
    /// These moves.
    Moves(Vec<String>),
    /// It belongs to another question to the same player.
    Elsewhere,
    /// There is no such number; the highest that there is.
    Beyond(usize),
}

impl Numbers {
    /// Where nothing is numbered.
    pub const NONE: Numbers = Numbers {
        entries: Vec::new(),
        shown: Vec::new(),
    };

    /// The numbers of questions on the screen, as [`entries`] gives them.
    pub fn of(asks: &[Asked], always: bool) -> Numbers {
        let mut numbers = Numbers::NONE;
        for (asked, entries) in asks.iter().zip(entries(asks, always)) {
            if !is_numbered(asked, always) {
                continue;
            }
            numbers.shown.extend(Shown::of(asked));
            for entry in entries {
                if let (Some(seat), Some(number)) = (asked.seat(), entry.number) {
                    numbers.entries.push((seat, number, entry.ids));
                }
            }
        }
        numbers
    }

    /// What a number means for this question; `None` if its answers have no numbers on the screen.
    pub fn meaning(&self, asked: &Asked, number: &str) -> Option<Numbered> {
        let seat = asked.seat()?;
        let number = number.parse().ok();
        let is_it =
            |(of, own, _): &&(Seat, usize, Vec<String>)| *of == seat && Some(*own) == number;
        let found = self.entries.iter().find(is_it);
        let is_open = |ids: &[String]| {
            let first = ids.first();
            let mut options = asked.ask.options.iter();
            options.any(|option| Some(&option.id) == first)
        };
        let shows = self.shows(asked);
        match found {
            Some((.., ids)) if is_open(ids) && (shows || asked.unasked().is_none()) => {
                Some(Numbered::Moves(ids.clone()))
            }
            // It is for another question, unless this one is asked and its answers are numbers themselves.
            Some(_) if shows || asked.unasked().is_some() || !has_own_numbers(asked) => {
                Some(Numbered::Elsewhere)
            }
            // Somebody else's answer has it.
            None if self.entries.iter().any(|(_, own, _)| Some(*own) == number) => {
                Some(Numbered::Elsewhere)
            }
            None if shows => Some(match self.ends(asked)? {
                (1, last) if self.count(seat) == last => Numbered::Beyond(last),
                // Answers with numbers of their own have gaps.
                _ => Numbered::Elsewhere,
            }),
            _ => None,
        }
    }

    /// Whether the answers to this question have numbers on the screen.
    pub fn shows(&self, asked: &Asked) -> bool {
        Shown::of(asked).is_some_and(|asked| self.shown.contains(&asked))
    }

    /// The highest number of an answer to this question.
    pub fn last(&self, asked: &Asked) -> Option<usize> {
        self.ends(asked).map(|(_, last)| last)
    }

    fn count(&self, seat: Seat) -> usize {
        self.entries.iter().filter(|(of, ..)| *of == seat).count()
    }

    /// The lowest and the highest number of an answer to this question.
    pub fn ends(&self, asked: &Asked) -> Option<(usize, usize)> {
        let seat = asked.seat().filter(|_| self.shows(asked))?;
        let own = self.entries.iter().filter(|(of, ..)| *of == seat);
        let numbers = own.map(|(_, number, _)| *number);
        Some((numbers.clone().min()?, numbers.max()?))
    }

    /// The only move with that number for this player.
    pub fn id(&self, seat: Seat, number: &str) -> Option<&str> {
        let number = number.parse().ok();
        let is_it =
            |(of, own, _): &&(Seat, usize, Vec<String>)| *of == seat && Some(*own) == number;
        match self.entries.iter().find(is_it)?.2.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The number of an answer on the screen.
    pub fn number(&self, asked: &Asked, id: &str) -> Option<usize> {
        let is_it = |(of, _, ids): &&(Seat, usize, Vec<String>)| {
            Some(*of) == asked.seat() && ids.len() == 1 && ids[0] == id
        };
        self.entries
            .iter()
            .find(is_it)
            .map(|(_, number, _)| *number)
    }
}

#[cfg(test)]
mod tests {
    use super::own;
    use crate::referee::Answer;

    #[test]
    fn answers_that_differ_by_a_number_have_it() {
        let keys = |texts: &[&str]| {
            let answer = |text: &&str| Answer {
                id: (*text).to_owned(),
                text: (*text).to_owned(),
                weight: None,
            };
            let answers: Vec<Answer> = texts.iter().map(answer).collect();
            own(&answers).map(|keys| keys.into_iter().flatten().collect::<Vec<String>>())
        };
        let tracks = [
            "climb the track of 8",
            "climb the track of 9",
            "climb the track of 11",
            "cross out a box",
        ];
        assert_eq!(keys(&tracks).unwrap(), ["8", "9", "11", "0"]);
        assert_eq!(keys(&["go to c3", "go to c4"]), None);
    }
}
