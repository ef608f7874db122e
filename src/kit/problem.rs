//! Errors as data: each names a place, and says what was found, what was expected, and what to try.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::Range;
use std::sync::Arc;

/// A place in one of a kit's files.
#[derive(Clone, Debug)]
pub struct SourceSpan {
    /// The file as the user would name it: `templates/mine/tiles.toml`.
    pub file: Arc<str>,
    /// The file's text, for showing the line; empty if it could not be read.
    pub text: Arc<str>,
    /// Bytes of `text`.
    pub span: Range<usize>,
}

impl SourceSpan {
    /// The place of a whole file, for a problem without a line.
    pub fn file(file: impl Into<Arc<str>>) -> SourceSpan {
        SourceSpan {
            file: file.into(),
            text: "".into(),
            span: 0..0,
        }
    }

    /// Another place in the same file.
    pub fn at(&self, span: Range<usize>) -> SourceSpan {
        SourceSpan {
            span,
            ..self.clone()
        }
    }

    /// Line and column, from 1; the column counts characters.
    pub fn line_column(&self) -> (usize, usize) {
        let before = self.text.get(..self.span.start).unwrap_or(&self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (
            before.matches('\n').count() + 1,
            before[line_start..].chars().count() + 1,
        )
    }

    /// File and line: "tiles.toml:12".
    pub fn line(&self) -> String {
        format!("{}:{}", self.file, self.line_column().0)
    }
}

/// Something wrong with a kit.
#[derive(Clone, Debug)]
pub struct Problem {
    pub place: SourceSpan,
    /// What is wrong, in one lower-case sentence: "tile `T07` appears twice". Long quotations are cut in the middle.
    pub message: String,
    /// A few words beside the caret: "expected a whole number". May be empty.
    pub label: Box<str>,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether all its occurrences with the same message have one cause, such as a letter that a font lacks.
    pub is_common: bool,
}

impl Problem {
    pub fn new(place: SourceSpan, message: impl Into<String>) -> Problem {
        Problem {
            place,
            message: quoted_in_short(message.into()),
            label: Box::default(),
            help: None,
            is_common: false,
        }
    }

    pub fn label(mut self, label: impl Into<String>) -> Problem {
        self.label = label.into().into();
        self
    }

    /// Marks it as one of several with the same cause.
    pub fn common(self) -> Problem {
        Problem {
            is_common: true,
            ..self
        }
    }

    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }
}

impl Problem {
    /// Its message without the parts that differ from place to place: numbers and quotations.
    fn kind(&self) -> String {
        let mut quote = None;
        let stays = |letter: &char| match quote {
            Some(end) => {
                quote = quote.filter(|_| *letter != end);
                false
            }
            None => {
                quote = ['`', '"'].into_iter().find(|start| start == letter);
                !letter.is_ascii_digit()
            }
        };
        self.message.chars().filter(stays).collect()
    }
}

/// How many characters of a longer quotation are kept at each end.
const KEPT: [usize; 2] = [100, 30];

/// The message with the middle of long quotations left out. A cell may contain pages of text, and the place shows where it is.
fn quoted_in_short(message: String) -> String {
    let [start, end] = KEPT;
    let mut short = String::new();
    let mut rest = message.as_str();
    while let Some(open) = rest.find(['`', '"']) {
        let (before, quoted) = rest.split_at(open + 1);
        let Some(close) = quoted.find(&before[open..]) else {
            break;
        };
        let quotation = &quoted[..close];
        short += before;
        match (
            quotation.char_indices().nth(start),
            quotation.char_indices().nth_back(end - 1),
        ) {
            (Some((head, _)), Some((tail, _))) if head < tail => {
                short.extend([&quotation[..head], "...", &quotation[tail..]]);
            }
            _ => short += quotation,
        }
        short += &before[open..];
        rest = &quoted[close + 1..];
    }
    short + rest
}

/// The most problems of one kind that are shown: a screenful or two.
const MAX_OF_A_KIND: usize = 10;

/// Everything wrong with a kit, in the order found. As an error, never empty.
#[derive(Clone, Debug, Default)]
pub struct Problems(pub Vec<Problem>, Known);

/// Hashes of the problems that were found.
type Known = HashSet<u64, BuildHasherDefault<DefaultHasher>>;

impl Problems {
    /// Adds a problem, unless it is already there.
    pub fn push(&mut self, problem: Problem) {
        let Problems(problems, known) = self;
        if known.insert(known.hasher().hash_one((
            &problem.place.file,
            &problem.place.span,
            &problem.message,
        ))) {
            problems.push(problem);
        }
    }

    pub fn extend(&mut self, others: impl IntoIterator<Item = Problem>) {
        others.into_iter().for_each(|problem| self.push(problem));
    }

    /// `value`, if nothing is wrong.
    pub fn or<T>(self, value: T) -> Result<T, Problems> {
        if self.0.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }

    /// The problems to show, in order, each with how many more of its kind there are if it is the last of them. Of those with a
    /// common cause the first is shown.
    pub fn shown(&self) -> Vec<(&Problem, usize)> {
        let mut kinds: HashMap<String, (usize, usize)> = HashMap::new();
        let mut shown: Vec<(&Problem, usize)> = Vec::new();
        for problem in &self.0 {
            let (kind, most) = if problem.is_common {
                (format!("{} {}", problem.message, problem.label), 1)
            } else {
                (problem.kind(), MAX_OF_A_KIND)
            };
            let (count, last) = kinds.entry(kind).or_default();
            *count += 1;
            if *count <= most {
                *last = shown.len();
                shown.push((problem, 0));
            } else {
                shown[*last].1 += 1;
            }
        }
        shown
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl FromIterator<Problem> for Problems {
    fn from_iter<I: IntoIterator<Item = Problem>>(problems: I) -> Problems {
        let mut all = Problems::default();
        all.extend(problems);
        all
    }
}

impl From<Vec<Problem>> for Problems {
    fn from(problems: Vec<Problem>) -> Problems {
        problems.into_iter().collect()
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Problems {
        [problem].into_iter().collect()
    }
}

/// One plain line per problem: `tiles.toml:12:8: message`.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (problem, more) in self.shown() {
            write!(f, "{}:", problem.place.file)?;
            // A problem with a whole file has no line.
            if !problem.place.text.is_empty() {
                let (line, column) = problem.place.line_column();
                write!(f, "{line}:{column}:")?;
            }
            writeln!(f, " {}", problem.message)?;
            if more > 0 {
                writeln!(f, "{}: and {more} more like this", problem.place.file)?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// The longest name that is compared with others, in characters.
const LONGEST_NAME: usize = 200;

/// The name most similar to `word`, if any is similar enough; case does not count. Of several, one with the same first and last
/// letter.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let short = |name: &str| name.chars().nth(LONGEST_NAME).is_none();
    let lower = Some(word).filter(|word| short(word))?.to_lowercase();
    names
        .filter(|name| short(name))
        .map(|name| {
            (
                strsim::damerau_levenshtein(&lower, &name.to_lowercase()),
                name,
            )
        })
        .filter(|(distance, name)| *distance <= name.chars().count().max(word.chars().count()) / 3)
        .min_by_key(|(distance, name)| {
            let name = name.to_lowercase();
            let begins_alike = name.chars().next() == lower.chars().next();
            let ends_alike = name.chars().next_back() == lower.chars().next_back();
            (*distance, !begins_alike, !ends_alike, name)
        })
        .map(|(_, name)| name)
}

/// Where a name occurs in a text, not as part of a longer one.
pub fn find_name(name: &str, words: &str) -> Option<Range<usize>> {
    let goes_on = |letter: Option<char>| {
        letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
    };
    let mut found = words.match_indices(name).map(|(at, _)| at..at + name.len());
    found.find(|at| {
        !goes_on(words[..at.start].chars().next_back()) && !goes_on(words[at.end..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_quotations_are_cut_in_the_middle() {
        let message = |text: String| Problem::new(SourceSpan::file("cards.csv"), text).message;
        for whole in [
            "`a` and \"b\"".to_owned(),
            format!("`{}`", "é".repeat(130)),
            format!("\"open {}", "a".repeat(500)),
        ] {
            assert_eq!(message(whole.clone()), whole);
        }
        let cut = format!("`{}...{}`", "é".repeat(100), "é".repeat(30));
        assert_eq!(
            message(format!("`x` is `{}` here", "é".repeat(1_000_000))),
            format!("`x` is {cut} here")
        );
    }

    #[test]
    fn a_screenful_of_each_kind_is_shown_and_the_rest_counted() {
        let twice = |at: usize| {
            Problem::new(
                SourceSpan::file("cards.csv").at(at..at),
                format!("code `C{at}` appears twice; row {at}"),
            )
        };
        let mut problems: Problems = (0..20_000).map(twice).collect();
        problems.extend([
            twice(3),
            Problem::new(SourceSpan::file("kit.toml"), "there is no title"),
        ]);
        assert_eq!(problems.0.len(), 20_001);
        let shown = problems.shown();
        let more: Vec<usize> = shown.iter().map(|(_, more)| *more).collect();
        assert_eq!(
            more,
            [vec![0; MAX_OF_A_KIND - 1], vec![20_000 - MAX_OF_A_KIND, 0]].concat()
        );
        assert_eq!(shown[MAX_OF_A_KIND].0.message, "there is no title");
        let lacking = |at: usize| {
            Problem::new(
                SourceSpan::file("cards.csv").at(at..at),
                "the font has no `☼`",
            )
            .common()
        };
        let problems: Problems = (0..166).map(lacking).collect();
        assert_eq!(
            problems
                .shown()
                .iter()
                .map(|(_, more)| *more)
                .collect::<Vec<_>>(),
            [165]
        );
    }
}
