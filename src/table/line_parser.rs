//! A typed line as a sequence of answers.
//!
//! A line is read from the left, and each question takes the longest prefix that answers it. Words belong to people in the order
//! they are asked, or to the player named before them. Everything is first tried on a fork of the session: if a line does not fit
//! as a whole, nothing is done. Only where the program itself rolls or draws is the line used up to that point, and the rest counts
//! as said early.

use super::asking::{self, Asked, drew};
use super::meaning;
use super::numbers::{Numbered, Numbers};
use super::reading::{self, Care};
use crate::referee::{By, Seat, SessionError, Sitting};

/// The most moves in a line.
const MAX_MOVES: usize = 400;

/// The most questions to anyone that are asked at once.
const MAX_STAGES: usize = 16;

/// The most words in an answer.
const LONGEST: usize = 16;

/// A word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    /// The number of the part between commas, semicolons and slashes: no answer continues from one part to the next.
    part: usize,
    /// The player it is for, if a name stood before it.
    to: Option<Seat>,
}

/// The words of a line.
pub fn words(line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut part = 0;
    let mut text = String::new();
    let letters: Vec<char> = line.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let near = |at: Option<usize>| at.and_then(|at| letters.get(at)).copied().unwrap_or(' ');
        // "-1,0" is one place.
        let place = *letter == ',' && near(at.checked_sub(1)).is_ascii_digit() && {
            let next = near(Some(at + 1));
            next.is_ascii_digit() || next == '-'
        };
        let breaks = matches!(letter, ',' | ';' | '/') && !place;
        if !breaks && !letter.is_whitespace() {
            text.push(*letter);
            continue;
        }
        if !text.is_empty() {
            words.push(Word {
                text: std::mem::take(&mut text),
                part,
                to: None,
            });
        }
        part += usize::from(breaks);
    }
    if !text.is_empty() {
        words.push(Word {
            text,
            part,
            to: None,
        });
    }
    words
}

/// The words roughly as typed.
pub fn said(words: &[Word]) -> String {
    let mut text = String::new();
    for (at, word) in words.iter().enumerate() {
        let breaks = at > 0 && words[at - 1].part != word.part;
        text.push_str(if at == 0 {
            ""
        } else if breaks {
            ", "
        } else {
            " "
        });
        text.push_str(&word.text);
    }
    text
}

/// The player that words are for, if a name stood before them.
pub fn addressee(words: &[Word]) -> Option<Seat> {
    words.first()?.to
}

/// The words of one line, followed by those left over from an earlier line, except what they replace: earlier words for players who
/// are named in the new ones.
pub fn followed(mut first: Vec<Word>, then: Vec<Word>) -> Vec<Word> {
    let parts = first.last().map_or(0, |word| word.part + 1);
    let named: Vec<Seat> = first.iter().filter_map(|word| word.to).collect();
    let then = then
        .into_iter()
        .filter(|word| word.to.is_none_or(|to| !named.contains(&to)));
    first.extend(then.map(|word| Word {
        part: word.part + parts,
        ..word
    }));
    first
}

/// The words of one player after another, each with the player.
pub fn by_player(words: &[Word]) -> impl Iterator<Item = (Option<Seat>, &[Word])> {
    words
        .chunk_by(|one, next| one.to == next.to)
        .map(|words| (words[0].to, words))
}

/// A line as moves.
#[derive(Debug, Default)]
pub struct ParsedLine {
    /// Moves by id, in order.
    pub ids: Vec<String>,
    /// The words left for later questions.
    pub rest: Vec<Word>,
    /// The question to confirm before the moves are made.
    pub dangers: Vec<String>,
}

/// Why nothing of a line is used, with the index of the word where it stops making sense.
#[derive(Debug)]
pub struct ParseError {
    pub at: usize,
    pub why: Why,
}

#[derive(Debug)]
pub enum Why {
    /// It fits nowhere.
    Nothing,
    /// It does not answer this question, which follows what the words before it answer.
    NotNext(String),
    /// It could be any of these options, given by wording and id.
    Several(Vec<(String, String)>),
    /// No answer has that number; the highest one that exists.
    Beyond(usize),
    /// The intended answer is not possible.
    Refused(SessionError),
}

impl Why {
    /// The same for a question that these answers led to.
    fn after(self, answers: &[ParsedAnswer], asked: &Asked) -> Why {
        match self {
            Why::Nothing if answers.iter().any(|answer| !answer.words.is_empty()) => {
                Why::NotNext(asked.ask.question.clone())
            }
            why => why,
        }
    }
}

/// What one question makes of the start of some words.
enum Fit {
    /// This many words answer it, with these moves.
    Moves(usize, Vec<String>),
    ParseError(Why),
}

impl Fit {
    /// Whether all words up to the next name or comma answer the question.
    fn takes(&self, words: &[Word]) -> bool {
        matches!(self, Fit::Moves(count, _) if *count >= part(words))
    }
}

/// How many words there are up to the next name or comma.
fn part(words: &[Word]) -> usize {
    words
        .iter()
        .take_while(|word| word.part == words[0].part && word.to == words[0].to)
        .count()
}

/// One answer of a line.
struct ParsedAnswer {
    seat: Option<Seat>,
    ids: Vec<String>,
    words: Vec<Word>,
    /// A question that went unanswered, though somebody had a choice and silence does not count as an answer.
    passed_over: bool,
    dangers: Vec<String>,
}

/// How lines are interpreted.
#[derive(Clone, Copy, Debug)]
pub struct ParseMode<'a> {
    /// What numbers mean, as the screen shows them.
    pub numbers: &'a Numbers,
    /// The player who is alone at the screen.
    pub facing: Option<Seat>,
    /// The first word must match an answer exactly, since it is also a command or nobody is asked.
    pub strict: bool,
    /// It was said before the current question.
    pub early: bool,
}

/// Reads a line against the current and following questions. It is an error if nothing in the line fits.
pub fn parse(
    sitting: &dyn Sitting,
    line: Vec<Word>,
    mode: ParseMode<'_>,
) -> Result<ParsedLine, ParseError> {
    let parted = without_places(&line);
    match read_either_way(sitting, line, mode) {
        // Where no place is asked for, "1,2" is what two dice show.
        Err(error) => match parted {
            Some(parted) => read_either_way(sitting, parted, mode).or(Err(error)),
            None => Err(error),
        },
        parsed => parsed,
    }
}

fn read_either_way(
    sitting: &dyn Sitting,
    line: Vec<Word>,
    mode: ParseMode<'_>,
) -> Result<ParsedLine, ParseError> {
    // "Nothing" may answer a question that nobody is asked, or the one after it.
    match read(sitting, line.clone(), mode, true) {
        Ok(parsed) if parsed.rest.is_empty() => Ok(parsed),
        spared => match read(sitting, line, mode, false) {
            Ok(parsed) if spared.is_err() || parsed.rest.is_empty() => Ok(parsed),
            _ => spared,
        },
    }
}

/// The words with places like "1,2" as two; `None` if there are none.
fn without_places(line: &[Word]) -> Option<Vec<Word>> {
    let is_for_all = line.iter().all(|word| word.to.is_none());
    let has_place = is_for_all && line.iter().any(|word| word.text.contains(','));
    has_place.then(|| {
        let text = said(line).replace(',', ", ");
        words(&text)
    })
}

/// With `sparing`, words that say no more than what would happen anyway are kept for the next question.
fn read(
    sitting: &dyn Sitting,
    line: Vec<Word>,
    mode: ParseMode<'_>,
    sparing: bool,
) -> Result<ParsedLine, ParseError> {
    let mut reader = LineReader {
        trial: sitting.fork(),
        mode,
        sparing,
        whole: line.len(),
        left: line,
        steps: Vec::new(),
        error: FirstError(None),
        batch: None,
        passed: None,
    };
    while !reader.left.is_empty() && reader.steps.len() < MAX_MOVES {
        if !reader.read_one()? {
            break;
        }
    }
    reader.finish()
}

/// What a question gets of a line.
struct Taken {
    ids: Vec<String>,
    words: Vec<Word>,
    passed_over: bool,
}

impl Taken {
    /// An answer for which no words were used.
    fn in_silence(id: &str) -> Taken {
        Taken {
            ids: vec![id.to_owned()],
            words: Vec::new(),
            passed_over: false,
        }
    }
}

/// What becomes of a line at a question.
enum Next {
    Taken(Taken),
    /// Words were found to be for somebody: the question is read again.
    Again,
    /// The rest is for later.
    Later,
}

/// A line while it is read against one question after another, each of which is answered in a trial.
struct LineReader<'a> {
    trial: Box<dyn Sitting>,
    mode: ParseMode<'a>,
    sparing: bool,
    /// How many words the line has.
    whole: usize,
    left: Vec<Word>,
    steps: Vec<ParsedAnswer>,
    error: FirstError,
    /// The batch of the last question, and of the last one to anybody that was begun.
    batch: Option<u64>,
    passed: Option<u64>,
}

impl LineReader<'_> {
    /// Reads words for the current question. Returns whether there is more to read.
    fn read_one(&mut self) -> Result<bool, ParseError> {
        let Some(asked) = Asked::now(&*self.trial) else {
            return Err(self.first_error(self.whole - self.left.len(), Why::Nothing));
        };
        if asked.ask.secret.is_some() && asked.ask.secret != self.mode.facing {
            return Ok(false);
        }
        let taken = match self.take(&asked)? {
            Next::Taken(taken) => taken,
            Next::Again => return Ok(true),
            Next::Later => return Ok(false),
        };
        self.batch = asked.brief.batch;
        let step = ParsedAnswer {
            seat: asked.seat(),
            dangers: taken.ids.iter().filter_map(|id| asked.danger(id)).collect(),
            ids: taken.ids,
            words: taken.words,
            passed_over: taken.passed_over,
        };
        let drawn = match give(&mut *self.trial, &step.ids) {
            Ok(drawn) => drawn,
            Err(refused) => {
                let at = self.whole - self.left.len() - step.words.len();
                return Err(self.first_error(at, Why::Refused(refused)));
            }
        };
        let is_lost = drawn && step.words.is_empty() && self.error.0.is_some();
        if !is_lost {
            self.steps.push(step);
        }
        Ok(!drawn)
    }

    fn take(&mut self, asked: &Asked) -> Result<Next, ParseError> {
        let mode = self.mode;
        let seat = asked.seat();
        let is_for_seat = |word: &Word| seat.is_none() || word.to.is_none() || word.to == seat;
        let start = self.left.iter().position(is_for_seat);
        // A question that nobody is asked accepts only exact words.
        if let Some(start) = start
            && let Some(count) = for_oneself(&*self.trial, asked, &self.left[start..], mode)
        {
            address(&mut self.left, start, count, seat.unwrap_or_default());
            return Ok(Next::Again);
        }
        // "Anyone?" is a question of its own, not settled by what was said before it: the next die does not answer it.
        let begins = asked.brief.batch != self.batch && (self.batch.is_some() || mode.early);
        let is_fresh = asked.brief.silent && (begins || asked.brief.batch == self.passed);
        if is_fresh {
            self.passed = asked.brief.batch;
        }
        // A list shows that question as well, with its numbers.
        let is_listed = mode.numbers.shows(asked) && self.steps.is_empty();
        let unasked = asked.unasked().filter(|_| !is_listed);
        let Some(start) = start else {
            return Ok(rest_is_for_others(asked));
        };
        let words = &self.left[start..];
        let own_mode = ParseMode {
            strict: mode.strict && self.left.len() == self.whole || unasked.is_some() || is_fresh,
            ..mode
        };
        let fit = fit(asked, words, &*self.trial, own_mode);
        // What stands beside a player word for word is meant for that player, whoever is asked first.
        if words[0].to.is_none()
            && !fit.takes(words)
            && let Some(to) = beside(
                &*self.trial,
                seat.filter(|_| unasked.is_none()),
                words,
                mode,
            )
        {
            self.error.settle(&self.left[start]);
            address(&mut self.left, start, 0, to);
            return Ok(Next::Again);
        }
        match fit {
            Fit::Moves(_, ids) if self.sparing && unasked.is_some_and(|id| ids == [id]) => {
                Ok(Next::Taken(Taken::in_silence(&ids[0])))
            }
            Fit::Moves(used, ids) => {
                self.error.settle(&self.left[start]);
                Ok(Next::Taken(Taken {
                    ids,
                    words: self.left.drain(start..start + used).collect(),
                    passed_over: false,
                }))
            }
            Fit::ParseError(why) => self.take_none(asked, start, why, is_fresh),
        }
    }

    /// What becomes of words at `start` that do not answer the question.
    fn take_none(
        &mut self,
        asked: &Asked,
        start: usize,
        why: Why,
        is_fresh: bool,
    ) -> Result<Next, ParseError> {
        let seat = asked.seat();
        let words = &self.left[start..];
        // It answers what the same player is asked later.
        if words[0].to == seat
            && let Some(id) = asked.usual()
            && beside(&*self.trial, seat, words, self.mode) == seat
        {
            self.error.settle(&words[0]);
            return Ok(Next::Taken(Taken::in_silence(id)));
        }
        if words[0].to.is_none()
            && let Some((to, count)) = named(&*self.trial, words, true)
            && self.left.len() > start + count
        {
            address(&mut self.left, start, count, to);
            return Ok(Next::Again);
        }
        let error = ParseError {
            at: self.whole - self.left.len() + start,
            why: why.after(&self.steps, asked),
        };
        self.error.note(&words[0], error);
        if let Some(id) = asked.unasked() {
            return Ok(Next::Taken(Taken::in_silence(id)));
        }
        let is_next = asked.brief.batch.is_some()
            && (self.batch.is_none() || asked.brief.batch == self.batch);
        match asked.usual().filter(|_| is_next || is_fresh) {
            Some(id) => Ok(Next::Taken(Taken {
                passed_over: !asked.brief.silent || is_fresh,
                ..Taken::in_silence(id)
            })),
            None => Err(self.first_error(0, Why::Nothing)),
        }
    }

    /// The first error of the line, or else this one.
    fn first_error(&mut self, at: usize, why: Why) -> ParseError {
        match self.error.0.take() {
            Some((_, error)) => error,
            None => ParseError { at, why },
        }
    }

    fn finish(mut self) -> Result<ParsedLine, ParseError> {
        if let Some((_, error)) = self.error.0 {
            return Err(error);
        }
        if self.left.is_empty() && !self.steps.is_empty() {
            let silent = others_silent(&mut *self.trial, self.batch, self.mode);
            self.steps.extend(silent);
        }
        Ok(up_to_silence(self.steps, self.left))
    }
}

/// Nothing of the line is for whoever is asked.
fn rest_is_for_others(asked: &Asked) -> Next {
    let silence = asked
        .unasked()
        .or_else(|| asked.usual().filter(|_| asked.brief.silent));
    match silence {
        Some(id) => Next::Taken(Taken::in_silence(id)),
        None => Next::Later,
    }
}

/// The first error of a line, with the player whose words it is about.
struct FirstError(Option<(Option<Seat>, ParseError)>);

impl FirstError {
    fn note(&mut self, word: &Word, error: ParseError) {
        self.0.get_or_insert((word.to, error));
    }

    /// Forgets the error once the words fit somewhere: they were meant for a later question. Another player's words do not show that.
    fn settle(&mut self, used: &Word) {
        self.0.take_if(|(to, _)| to.is_none() || *to == used.to);
    }
}

/// For a question to anyone, the answers of those who said nothing.
fn others_silent(
    trial: &mut dyn Sitting,
    batch: Option<u64>,
    mode: ParseMode<'_>,
) -> Vec<ParsedAnswer> {
    let mut steps = Vec::new();
    while steps.len() < MAX_MOVES {
        let open =
            |asked: &Asked| asked.brief.silent && batch.is_some() && asked.brief.batch == batch;
        let Some(asked) = Asked::now(trial)
            .filter(open)
            .filter(|asked| asked.ask.secret.is_none() || mode.facing.is_some())
        else {
            break;
        };
        let Some(id) = asked.usual().map(str::to_owned) else {
            break;
        };
        let told = trial.answer(&id);
        let seat = asked.seat();
        let ids = vec![id];
        steps.push(ParsedAnswer {
            seat,
            ids,
            words: Vec::new(),
            passed_over: false,
            dangers: Vec::new(),
        });
        if !told.is_ok_and(|told| !drew(&told)) {
            break;
        }
    }
    steps
}

/// Cuts a line off at the first question to somebody who has a choice and said nothing; what others said after it is kept for
/// later.
fn up_to_silence(steps: Vec<ParsedAnswer>, left: Vec<Word>) -> ParsedLine {
    let spoke: Vec<Option<Seat>> = steps
        .iter()
        .filter(|step| !step.words.is_empty())
        .map(|step| step.seat)
        .collect();
    let cut = steps
        .iter()
        .position(|step| step.passed_over && !spoke.contains(&step.seat));
    let mut parsed = ParsedLine::default();
    for (at, step) in steps.into_iter().enumerate() {
        if cut.is_some_and(|cut| at >= cut) {
            parsed.rest.extend(step.words.into_iter().map(|word| Word {
                to: step.seat,
                ..word
            }));
            continue;
        }
        parsed.ids.extend(step.ids);
        parsed.dangers.extend(step.dangers);
    }
    parsed.rest.extend(left);
    parsed
}

/// The player whose name the words start with, and the number of words in it. With `begun`, the first words of a name are enough if
/// no other name starts with them.
fn named(sitting: &dyn Sitting, words: &[Word], begun: bool) -> Option<(Seat, usize)> {
    let part = words.first()?.part;
    let said: Vec<String> = words
        .iter()
        .take_while(|word| word.part == part)
        .map(|word| word.text.trim_end_matches(':').to_lowercase())
        .collect();
    let names: Vec<Vec<String>> = sitting
        .header()
        .players
        .iter()
        .map(|name| name.split_whitespace().map(str::to_lowercase).collect())
        .collect();
    let begins =
        |name: &[String], count: usize| count <= name.len() && name[..count] == said[..count];
    (1..=said.len()).rev().find_map(|count| {
        let whole = names
            .iter()
            .position(|name| name.len() == count && begins(name, count));
        let mut first = (0..names.len()).filter(|seat| begun && begins(&names[*seat], count));
        let only = first.next().filter(|_| first.next().is_none());
        whole.or(only).map(|seat| (seat as Seat, count))
    })
}

/// The number of words in the name, if the player who is asked is named before an answer: "Bob drink" is not "drink Bob's potion".
fn for_oneself(
    sitting: &dyn Sitting,
    asked: &Asked,
    words: &[Word],
    mode: ParseMode<'_>,
) -> Option<usize> {
    let (_, count) =
        named(sitting, words, false).filter(|(seat, _)| asked.seat() == Some(*seat))?;
    let alike = words
        .get(count)
        .is_some_and(|next| words[0].to.is_none() && next.part == words[0].part);
    (alike && matches!(fit(asked, &words[count..], sitting, mode), Fit::Moves(..))).then_some(count)
}

/// The player beside whom these words stand in the current question as an answer: `first` if there is one, or the next shown.
fn beside(
    sitting: &dyn Sitting,
    first: Option<Seat>,
    words: &[Word],
    mode: ParseMode<'_>,
) -> Option<Seat> {
    let exact = ParseMode {
        strict: true,
        ..mode
    };
    let asks = asking::batch(sitting);
    // A number that only this player's answers have.
    let counts = |asked: &Asked| {
        let number = &words[0].text;
        part(words) == 1
            && reading::is_number(number)
            && matches!(
                mode.numbers.meaning(asked, number),
                Some(Numbered::Moves(_))
            )
    };
    let takes = |asked: &Asked| counts(asked) || fit(asked, words, sitting, exact).takes(words);
    let has = |seat: &Seat| {
        asks.iter()
            .any(|asked| asked.seat() == Some(*seat) && takes(asked))
    };
    first
        .into_iter()
        .chain(asks.iter().filter_map(Asked::seat))
        .find(has)
}

/// Removes a name of this many words at `start`; what follows, up to the next name or comma, is for that player.
fn address(words: &mut Vec<Word>, start: usize, count: usize, to: Seat) {
    let part = words[start].part;
    words.drain(start..start + count);
    for word in words[start..]
        .iter_mut()
        .take_while(|word| word.part == part)
    {
        word.to = Some(to);
    }
}

/// What a question makes of words: exact matches before prefixes, and many words before few.
fn fit(asked: &Asked, words: &[Word], sitting: &dyn Sitting, mode: ParseMode<'_>) -> Fit {
    let part = part(words);
    let most = part.min(LONGEST);
    let text = |count: usize| said(&words[..count]);
    if let Some(fit) = in_full(asked, words) {
        return fit;
    }
    // More words take precedence over fewer, and an exact match over its first words.
    let tries = Tier::ALL.iter().flat_map(|tiers| {
        (1..=most)
            .rev()
            .flat_map(|count| tiers.iter().map(move |tier| (*tier, count)))
    });
    for (tier, count) in tries.filter(|(tier, _)| !mode.strict || *tier == Tier::Exact) {
        if tier.is_loose() && count != part && count != 1 {
            continue;
        }
        let found = tier.find(asked, &text(count), mode);
        // A longer match may name something that is refused: "put h5 away" is not "put", and the reason says more than a list.
        // Words after a comma are another answer, if there may be one.
        let more = match found {
            Found::Moves(_) => part,
            Found::Several(_) => words.len(),
            _ => 0,
        };
        if !mode.strict
            && let Some(why) = refused(sitting, &words[..more], count)
        {
            return Fit::ParseError(why);
        }
        match found {
            Found::Nothing => {}
            Found::Moves(ids) => return Fit::Moves(count, ids),
            Found::Several(options) => return Fit::ParseError(Why::Several(options)),
            Found::Beyond(last) => return Fit::ParseError(Why::Beyond(last)),
        }
    }
    // The word beside which "(Enter)" stands.
    if let Some((id, word)) = &asked.brief.usual
        && word.eq_ignore_ascii_case(&text(part))
    {
        return Fit::Moves(part, vec![id.clone()]);
    }
    // Known, but not possible now; the refusal says why.
    for count in [part, 1].into_iter().filter(|_| !mode.strict) {
        if let Some(id) = meaning::known(&text(count), &asked.ask, sitting) {
            match sitting.judge(&id) {
                Ok(()) => return Fit::Moves(count, vec![id]),
                Err(refused) => return Fit::ParseError(Why::Refused(refused)),
            }
        }
    }
    Fit::ParseError(
        refused(sitting, words, 0)
            .filter(|_| !mode.strict)
            .unwrap_or(Why::Nothing),
    )
}

/// Why these words are not possible, if all of them, or those up to a comma, name a conceivable move; up to `few` words mean
/// nothing on their own.
fn refused(sitting: &dyn Sitting, words: &[Word], few: usize) -> Option<Why> {
    let part = words
        .iter()
        .take_while(|word| word.part == words[0].part)
        .count();
    let counts = [words.len(), part].into_iter().filter(|count| *count > few);
    let thought = counts
        .map(|count| said(&words[..count]))
        .find_map(|said| sitting.thought(&said))?;
    let refused = sitting.judge(&thought).err()?;
    matches!(refused, SessionError::Refused(_)).then_some(Why::Refused(refused))
}

/// An answer in all the words that a list shows for it, which may contain commas.
fn in_full(asked: &Asked, said: &[Word]) -> Option<Fit> {
    let to = said.first()?.to;
    let begins = |own: &[Word]| {
        // "unlock, e" is not "unlock e".
        let part = |word: &Word, first: &[Word]| word.part - first[0].part;
        let same = |(word, of): (&Word, &Word)| {
            word.to == to
                && part(word, said) == part(of, own)
                && word.text.eq_ignore_ascii_case(&of.text)
        };
        own.len() <= said.len() && said.iter().zip(own).all(same)
    };
    let shown = |option: usize| {
        let answer = &asked.ask.options[option];
        let plain = asked.brief.plain[option].clone();
        let mut forms = vec![
            answer.text.clone(),
            reading::label(answer, &asked.ask),
            plain,
        ];
        if let Some(short) = asked.short(option) {
            forms.extend([
                short.text.clone(),
                format!("{}: {}", short.text, answer.text),
            ]);
        }
        let forms = forms
            .iter()
            .map(|form| words(form))
            .filter(|own| own.len() > 1 && begins(own));
        forms.map(|own| own.len()).max()
    };
    let found: Vec<(usize, usize)> = (0..asked.ask.options.len())
        .filter_map(|option| Some((shown(option)?, option)))
        .collect();
    let most = found.iter().map(|(count, _)| *count).max()?;
    let mut options: Vec<usize> = found
        .into_iter()
        .filter(|(count, _)| *count == most)
        .map(|(_, option)| option)
        .collect();
    // The first of several identical ones has the plain name, without a number.
    let named = |option: &usize| {
        asked
            .short(*option)
            .is_some_and(|short| words(&short.text) == said[..most])
    };
    if let Some(first) = options.iter().copied().find(named) {
        options = vec![first];
    }
    match Tier::Exact.chosen(asked, options) {
        Found::Moves(ids) => Some(Fit::Moves(most, ids)),
        Found::Several(options) => Some(Fit::ParseError(Why::Several(options))),
        Found::Nothing | Found::Beyond(_) => None,
    }
}

/// What a tier finds.
enum Found {
    Nothing,
    Moves(Vec<String>),
    Several(Vec<(String, String)>),
    Beyond(usize),
}

/// How closely words must match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tier {
    /// Everything that is shown, or a move's own id.
    Exact,
    /// The first words of what is shown.
    First,
    /// Whole words of what is shown.
    Whole,
    /// Prefixes of the first words of what is shown.
    Begun,
    /// Prefixes of the first words of the answer in whole words.
    BegunInFull,
    /// Prefixes of words.
    Loose,
}

impl Tier {
    /// The tiers, with equally close ones together.
    const ALL: [&'static [Tier]; 4] = [
        &[Tier::Exact, Tier::First],
        &[Tier::Whole],
        &[Tier::Begun, Tier::BegunInFull],
        &[Tier::Loose],
    ];

    /// Whether it might take words that belong to the next question.
    fn is_loose(self) -> bool {
        matches!(self, Tier::Whole | Tier::Loose)
    }

    fn find(self, asked: &Asked, said: &str, mode: ParseMode<'_>) -> Found {
        if let (Tier::Exact, Some((_, ids))) = (
            self,
            asked
                .brief
                .phrases
                .iter()
                .find(|(word, _)| word.eq_ignore_ascii_case(said)),
        ) {
            return Found::Moves(ids.clone());
        }
        // A number refers to the list, if that is numbered.
        if reading::is_number(said)
            && !mode.strict
            && let Some(numbered) = mode.numbers.meaning(asked, said)
        {
            return match numbered {
                Numbered::Moves(ids) if self == Tier::Exact => Found::Moves(ids),
                Numbered::Beyond(last) if self == Tier::Exact => Found::Beyond(last),
                _ => Found::Nothing,
            };
        }
        let options = 0..asked.ask.options.len();
        let found: Vec<usize> = options
            .filter(|option| self.fits(asked, *option, said, mode))
            .collect();
        // "Cleo" is all of one answer and the start of "Cleo then Bob".
        let short = |option: &usize| {
            asked
                .short(*option)
                .is_some_and(|short| short.text.eq_ignore_ascii_case(said))
        };
        let whole: Vec<usize> = found.iter().copied().filter(short).collect();
        if !found.is_empty() {
            return self.chosen(asked, if whole.is_empty() { found } else { whole });
        }
        let care = match self {
            Tier::Whole => Care::Whole,
            Tier::Loose => Care::Beginnings,
            _ => return Found::Nothing,
        };
        match reading::read(said, &asked.ask, care) {
            reading::Reading::One(option) => self.chosen(asked, vec![option]),
            reading::Reading::Several(options) => self.chosen(asked, options),
            reading::Reading::Nothing => Found::Nothing,
        }
    }

    fn chosen(self, asked: &Asked, mut found: Vec<usize>) -> Found {
        // Dangerous answers, and the one that Enter gives, need a whole word.
        if matches!(self, Tier::Begun | Tier::BegunInFull | Tier::Loose) {
            let usual = asked.brief.usual.as_ref().map(|(id, _)| id);
            let dangerous = |option: usize| {
                asked
                    .short(option)
                    .is_some_and(|short| short.danger.is_some())
            };
            found.retain(|option| {
                !dangerous(*option) && Some(&asked.ask.options[*option].id) != usual
            });
        }
        let Some(first) = found.first().copied() else {
            return Found::Nothing;
        };
        let same = |option: &usize| {
            asked.short(*option).is_some() && asked.short(*option) == asked.short(first)
        };
        if found.iter().skip(1).all(same) {
            Found::Moves(vec![asked.ask.options[first].id.clone()])
        } else {
            Found::Several(
                found
                    .into_iter()
                    .map(|option| labelled(asked, option))
                    .collect(),
            )
        }
    }

    /// Whether words are this option's short form.
    fn fits(self, asked: &Asked, option: usize, said: &str, mode: ParseMode<'_>) -> bool {
        let answer = &asked.ask.options[option];
        let short = asked.short(option).map_or("", |short| &short.text);
        // "1" may be the next die as well as 1 Strength that nobody asks for.
        let is_bare = mode.strict && reading::is_number(said);
        let tail = || answer.id.split_once(':').map_or("", |(_, tail)| tail);
        let tail = || if mode.strict { "" } else { tail() };
        let text = if is_bare { "" } else { &answer.text };
        let plain = &asked.brief.plain[option];
        let plain = if is_bare { "" } else { plain };
        let begins = short.split_whitespace().next().unwrap_or("");
        // Nor is it the coin of "2 ablegen".
        let is_number = begins == short || begins.ends_with(':');
        if is_bare && !is_number {
            return self == Tier::Exact && answer.id.eq_ignore_ascii_case(said);
        }
        let first = begins.trim_end_matches([':', ',']);
        match self {
            Tier::Exact => {
                // "walk 0,0" is all of `walk:0,0`, which takes precedence over "walk" as the start of something.
                let spaced = answer.id.replace([':', '_'], " ");
                // "Rotate 0" of "Rotate 0: Walk", beside "Rotate 0+: ...".
                let head = text.split_once(": ").map_or("", |(head, _)| head);
                let names = [&answer.id, &spaced, text, plain, short, tail(), first, head];
                names
                    .iter()
                    .any(|own| !own.is_empty() && own.eq_ignore_ascii_case(said))
            }
            Tier::First => starts(said, short, reading::is_same),
            Tier::Whole => {
                let told = |word: &String| reading::tells(word);
                let own = reading::words(short);
                let said = reading::words(said);
                said.iter().any(told)
                    && said
                        .iter()
                        .all(|said| own.iter().any(|word| reading::is_same(said, word)))
            }
            Tier::Begun => starts(said, short, reading::is_begun),
            Tier::BegunInFull => {
                starts(said, &answer.text, reading::is_begun)
                    || starts(said, plain, reading::is_begun)
            }
            Tier::Loose => false,
        }
    }
}

/// Whether a text starts with these words.
fn starts(said: &str, text: &str, same: fn(&str, &str) -> bool) -> bool {
    let (said, own) = (reading::words(said), reading::words(text));
    !said.is_empty()
        && said.len() <= own.len()
        && said.iter().zip(&own).all(|(said, word)| same(said, word))
}

/// The move that words currently name, legal or not.
pub fn meant(sitting: &dyn Sitting, text: &str, mode: ParseMode<'_>) -> Option<String> {
    let words = words(text);
    let asked = Asked::now(sitting).filter(|_| !words.is_empty())?;
    match fit(&asked, &words, sitting, mode) {
        Fit::Moves(_, ids) => ids.into_iter().next(),
        Fit::ParseError(_) => sitting
            .thought(&said(&words))
            .or_else(|| meaning::known(text, &asked.ask, sitting)),
    }
}

/// An option as it is shown, and its id.
fn labelled(asked: &Asked, option: usize) -> (String, String) {
    let answer = &asked.ask.options[option];
    let text = match asked.seat() {
        Some(_) => asked.brief.plain[option].clone(),
        None => reading::label(answer, &asked.ask),
    };
    (text, answer.id.clone())
}

/// One of several questions to anyone that are asked together, because all dice already lie on the table.
pub struct Stage {
    /// The game when it is asked.
    pub at: Box<dyn Sitting>,
    /// The moves that lead there if nobody answers the ones before.
    pub ids: Vec<String>,
    /// The words said earlier that are left at that point.
    pub early: Vec<Word>,
}

/// The questions to anyone that are now asked together, given what was said before: at least the current one.
pub fn stages(sitting: &dyn Sitting, early: &[Word]) -> Vec<Stage> {
    let mut stages = vec![Stage {
        at: sitting.fork(),
        ids: Vec::new(),
        early: early.to_vec(),
    }];
    while let Some(last) = stages
        .last()
        .filter(|last| is_to_anyone(&*last.at) && !last.early.is_empty())
    {
        let mut at = last.at.fork();
        let mut ids = last.ids.clone();
        let silent = quiet(&*at);
        if stages.len() == MAX_STAGES
            || silent.is_empty()
            || !silent.iter().all(|id| at.answer(id).is_ok())
        {
            break;
        }
        let mode = ParseMode {
            numbers: &Numbers::NONE,
            facing: None,
            strict: false,
            early: true,
        };
        let Ok(parsed) = parse(&*at, last.early.clone(), mode) else {
            break;
        };
        let told = parsed
            .ids
            .iter()
            .all(|id| at.answer(id).is_ok_and(|told| !drew(&told)));
        if parsed.ids.is_empty() || !parsed.dangers.is_empty() || !told || !is_to_anyone(&*at) {
            break;
        }
        ids.extend(silent.into_iter().chain(parsed.ids));
        stages.push(Stage {
            at,
            ids,
            early: parsed.rest,
        });
    }
    stages
}

/// What an empty line does: it gives the usual answer to everything that is asked together.
pub fn silence(sitting: &dyn Sitting, early: &[Word]) -> ParsedLine {
    let Some(Stage { at, mut ids, early }) = stages(sitting, early).pop() else {
        return ParsedLine::default();
    };
    ids.extend(quiet(&*at));
    ParsedLine {
        ids,
        rest: early,
        dangers: Vec::new(),
    }
}

/// A line that answers several of the questions asked together, or a later one: each takes the parts that answer it, and the others
/// go unanswered. Either all of it is used or nothing.
pub fn later(
    sitting: &dyn Sitting,
    early: &[Word],
    line: &[Word],
    mode: ParseMode<'_>,
) -> Option<ParsedLine> {
    let mut parts: Vec<&[Word]> = line.chunk_by(|one, next| one.part == next.part).collect();
    let mut at = sitting.fork();
    let mut all = ParsedLine {
        rest: early.to_vec(),
        ..ParsedLine::default()
    };
    for _ in 0..MAX_STAGES {
        let own = claimed(&*at, &mut parts, mode);
        let parsed = if own.is_empty() {
            ParsedLine {
                ids: quiet(&*at),
                ..ParsedLine::default()
            }
        } else {
            parse(&*at, own, mode).ok()?
        };
        let drawn = advance(&mut *at, &parsed.ids)?;
        all.ids.extend(parsed.ids);
        all.dangers.extend(parsed.dangers);
        if parts.is_empty() {
            return Some(all);
        }
        // Those who could still add something are asked again, and said nothing.
        while !drawn && is_to_anyone(&*at) {
            let silent = quiet(&*at);
            advance(&mut *at, &silent)?;
            all.ids.extend(silent);
        }
        // The dice on the table lead to the next question.
        let known = parse(
            &*at,
            std::mem::take(&mut all.rest),
            ParseMode {
                numbers: &Numbers::NONE,
                facing: None,
                strict: false,
                early: true,
            },
        );
        let known = known
            .ok()
            .filter(|known| !drawn && known.dangers.is_empty())?;
        advance(&mut *at, &known.ids)?;
        all.ids.extend(known.ids);
        all.rest = known.rest;
    }
    None
}

/// Takes the parts of a line that answer the current question.
fn claimed(at: &dyn Sitting, parts: &mut Vec<&[Word]>, mode: ParseMode<'_>) -> Vec<Word> {
    let mut own: Vec<Word> = Vec::new();
    parts.retain(|part| {
        let tried = [own.as_slice(), *part].concat();
        let fits = parse(at, tried.clone(), mode)
            .is_ok_and(|parsed| !parsed.ids.is_empty() && parsed.rest.is_empty());
        if fits {
            own = tried;
        }
        !fits
    });
    own
}

/// Makes at least one move and returns whether the program rolled or drew; `None` if a move is not possible.
fn advance(at: &mut dyn Sitting, ids: &[String]) -> Option<bool> {
    let drawn = give(at, ids).ok()?;
    (!ids.is_empty()).then_some(drawn)
}

/// Makes moves and returns whether the program rolled or drew.
fn give(at: &mut dyn Sitting, ids: &[String]) -> Result<bool, SessionError> {
    let mut drawn = false;
    for id in ids {
        drawn |= drew(&at.answer(id)?);
    }
    Ok(drawn)
}

/// Whether anybody may answer, but nobody has to.
fn is_to_anyone(sitting: &dyn Sitting) -> bool {
    Asked::now(sitting).is_some_and(|asked| asked.brief.silent && asked.ask.secret.is_none())
}

/// The usual answers within one batch. `None` if Enter means nothing.
fn quiet(sitting: &dyn Sitting) -> Vec<String> {
    let mut trial = sitting.fork();
    let mut ids: Vec<String> = Vec::new();
    let mut batch = None;
    while let Some(asked) = Asked::now(&*trial).filter(|_| ids.len() < MAX_MOVES) {
        let goes_on = ids.is_empty() || batch.is_some() && asked.brief.batch == batch;
        let Some(id) = asked.usual().or(asked.unasked()).filter(|_| goes_on) else {
            // If somebody in the batch has to say something, an empty line means nothing.
            return if goes_on && batch.is_some() && asked.brief.batch == batch {
                Vec::new()
            } else {
                ids
            };
        };
        batch = asked.brief.batch;
        ids.push(id.to_owned());
        if !trial
            .answer(id)
            .is_ok_and(|told| !told.iter().any(|told| told.by == By::Program))
        {
            break;
        }
    }
    ids
}
