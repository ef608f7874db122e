//! From a typed line to moves, and what is said if it does not fit.

use std::fmt::Display;
use std::io;

use super::{Ambiguity, Pending, Spoken, Terminal};
use crate::referee::journal::Secrets;
use crate::referee::{By, Remark, SessionError, Tone, Turn};
use crate::table::Ending;
use crate::table::answering;
use crate::table::asking::{self, Asked};
use crate::table::command::{Called, Command};
use crate::table::line_parser::{self, ParseError, ParseMode, ParsedLine, Why, Word};
use crate::table::numbers::Numbers;
use crate::table::reading;
use crate::table::voice::Voice;

/// The most options that are named when words fit several.
const MAX_NAMED: usize = 6;

/// The most answers in a row that are given unasked.
const MAX_AUTOMATIC: usize = 1_000;

/// After how many lines of short forms the terse voice is offered.
const SHORT_FORMS: usize = 12;

/// The most words in a line.
const MAX_WORDS: usize = 500;

impl Terminal<'_> {
    /// Does what nobody needs to be asked for.
    pub(super) fn go_on(&mut self) -> io::Result<()> {
        // Rules may never offer a choice.
        for _ in 0..MAX_AUTOMATIC {
            let Some(id) = asking::automatic(self.sitting).filter(|_| !self.is_private()) else {
                break;
            };
            match self.sitting.answer(&id) {
                Ok(told) => self.news.extend(told),
                Err(error) => return self.report(error),
            }
        }
        Ok(())
    }

    /// Processes a line: one or several answers, or a command; false to stop.
    pub(super) fn take(&mut self, text: &str) -> io::Result<bool> {
        self.seen = (!self.is_private()).then(|| text.to_owned());
        // A confirmation belongs to the line before.
        if !matches!(self.pending, Some(Pending::Moves(_))) {
            let said = (!self.is_private()).then(|| text.to_owned());
            self.typed = Some(Spoken {
                before: self.sitting.undoable(),
                said,
                early: self.early.clone(),
            });
        }
        if let Some(pending) = self.pending.take()
            && self.decided(pending, text)?
        {
            return Ok(true);
        }
        if text.is_empty() {
            if self.sitting.ask().is_none() {
                return Ok(false);
            }
            let parsed = line_parser::silence(self.sitting, &std::mem::take(&mut self.early));
            if parsed.ids.is_empty() {
                // The question follows.
                self.say(Tone::Dim, &self.asked_now())?;
            }
            return self.perform(parsed).map(|()| true);
        }
        if let Some(command) = text.strip_prefix('/') {
            return self.command(Command::slashed(command), command);
        }
        // "undo; north": a command may come before answers.
        if let Some((first, rest)) = text.split_once(';')
            && let Called::One(Command::Undo | Command::Redo, _) = Command::named(first)
        {
            return Ok(self.command(Command::named(first), first)? && self.take(rest.trim())?);
        }
        let words = line_parser::words(text);
        if words.len() > MAX_WORDS {
            return self
                .misunderstood_note("That line is too long.")
                .map(|()| true);
        }
        if let Some(line) = self
            .between
            .take()
            .and_then(|between| between.settled(text))
        {
            return self.hear(line).map(|()| true);
        }
        // A command's full name takes precedence over an answer that the words merely could mean.
        let named = Command::named(text);
        let strict = named != Called::Nothing;
        let parsed = line_parser::parse(
            self.sitting,
            words.clone(),
            ParseMode {
                strict,
                ..self.mode()
            },
        );
        if parsed.is_err()
            && !strict
            && let Some(parsed) = line_parser::later(self.sitting, &self.early, &words, self.mode())
        {
            self.early.clear();
            return self.perform_or_ask(parsed).map(|()| true);
        }
        match parsed {
            _ if self.sitting.ask().is_none() && strict => self.command(named, text),
            Ok(parsed) if !parsed.ids.is_empty() => {
                self.offer_terse(&words, &parsed)?;
                self.perform_or_ask(parsed).map(|()| true)
            }
            // Exactly the answer of another player who is asked now.
            Ok(parsed) if strict && line_parser::addressee(&parsed.rest).is_some() => {
                self.perform(parsed).map(|()| true)
            }
            Ok(_) | Err(_) if strict => self.command(named, text),
            Ok(parsed) => self.perform(parsed).map(|()| true),
            Err(ParseError {
                at: 0,
                why: Why::Nothing,
            }) => match begun(text) {
                Called::Nothing if !self.shows_rule(text)? => {
                    self.explain_error(words, 0, Why::Nothing).map(|()| true)
                }
                Called::Nothing => Ok(true),
                called => self.command(called, text),
            },
            Err(ParseError { at, why }) => self.explain_error(words, at, why).map(|()| true),
        }
    }

    /// Offers the terse voice, once, to people who have answered by short forms for a while.
    fn offer_terse(&mut self, words: &[Word], parsed: &ParsedLine) -> io::Result<()> {
        if self.presentation.voice != Voice::Plain || self.presentation.offered {
            return Ok(());
        }
        let (Some(asked), [first, ..]) = (Asked::now(self.sitting), words) else {
            return Ok(());
        };
        let is_meant = |option: &usize| parsed.ids.first() == Some(&asked.ask.options[*option].id);
        let option = (0..asked.ask.options.len()).find(is_meant);
        let is_short = option.is_some_and(|option| {
            let typed = first.text.to_lowercase();
            let shown = asked.brief.plain[option].to_lowercase();
            let short = asked.short(option).map(|short| short.text.to_lowercase());
            let is_first = |text: &str| text.split_whitespace().next() == Some(&typed);
            !reading::is_number(&typed)
                && !is_first(&shown)
                && short.is_some_and(|it| is_first(&it))
        });
        self.short_forms += usize::from(is_short);
        if self.short_forms < SHORT_FORMS {
            return Ok(());
        }
        self.presentation.offered = true;
        self.note(
            Tone::Dim,
            "You type short forms: `voice terse` asks in as few words, and `voice plain` goes back.",
        )?;
        self.remember_voice()
    }

    /// Takes words only as answers.
    fn hear(&mut self, line: Vec<Word>) -> io::Result<()> {
        match line_parser::parse(self.sitting, line.clone(), self.mode()) {
            Ok(parsed) => self.perform_or_ask(parsed),
            Err(ParseError { at, why }) => self.explain_error(line, at, why),
        }
    }

    /// Uses words said early, if they fit now; true if they did something.
    pub(super) fn use_early(&mut self) -> io::Result<bool> {
        if self.early.is_empty() {
            return Ok(false);
        }
        let early = std::mem::take(&mut self.early);
        match line_parser::parse(
            self.sitting,
            early.clone(),
            ParseMode {
                early: true,
                numbers: &Numbers::NONE,
                ..self.mode()
            },
        ) {
            Ok(parsed) if parsed.ids.is_empty() => {
                self.early = parsed.rest;
                self.tell_kept()?;
                Ok(false)
            }
            Ok(parsed) => {
                let used = early.strip_suffix(parsed.rest.as_slice()).unwrap_or(&early);
                let used = self.named(used);
                if !used.is_empty() && (self.width.is_some() || !self.is_private()) {
                    self.told(Tone::Dim, "As said before: {words}.", &[("words", &used)])?;
                }
                self.perform_or_ask(parsed)?;
                Ok(true)
            }
            Err(_) => {
                let words = self.named(&early);
                self.told(Tone::Dim, "Not used: `{words}`.", &[("words", &words)])?;
                Ok(false)
            }
        }
    }

    /// Announces once what is kept for a player's next question while somebody else is asked.
    fn tell_kept(&mut self) -> io::Result<()> {
        let seat = Asked::now(self.sitting).and_then(|asked| asked.seat());
        let is_for_another = line_parser::addressee(&self.early)
            .is_some_and(|to| seat.is_some_and(|seat| seat != to));
        if !is_for_another || self.kept.as_ref() == Some(&self.early) {
            return Ok(());
        }
        self.kept = Some(self.early.clone());
        let kept = self.named(&self.early);
        self.say(
            Tone::Dim,
            &self
                .presentation
                .tell("Kept for later: `{words}`.", &[("words", &kept)]),
        )
    }

    /// Words said early, with whom they are for.
    fn named(&self, words: &[Word]) -> String {
        let named = line_parser::by_player(words).map(|(to, words)| {
            let words = self.spelled(words);
            to.map_or(words.clone(), |to| {
                format!("{} {words}", self.sitting.name(By::Player(to)))
            })
        });
        named.collect::<Vec<String>>().join("; ")
    }

    /// Words said early as they stand on the screen: a number is kept as the move that it meant.
    fn spelled(&self, words: &[Word]) -> String {
        let asks = self.open_asks();
        let mut words = words.to_vec();
        for word in &mut words {
            let to = line_parser::addressee(std::slice::from_ref(word));
            let meant = asks
                .iter()
                .filter(|asked| asked.seat().is_some() && asked.seat() == to)
                .find_map(|asked| asked.plain(&word.text));
            if let Some(meant) = meant {
                word.text = meant.to_owned();
            }
        }
        line_parser::said(&words)
    }

    /// Makes the moves of a line, after confirming dangerous ones.
    fn perform_or_ask(&mut self, parsed: ParsedLine) -> io::Result<()> {
        let Some(danger) = parsed.dangers.first().cloned() else {
            return self.perform(parsed);
        };
        self.pending = Some(Pending::Moves(parsed));
        self.ask_back(&danger)
    }

    fn ask_back(&mut self, question: &str) -> io::Result<()> {
        self.asked = true;
        self.say(
            Tone::Strong,
            &self
                .presentation
                .tell("{question}  yes / (no)", &[("question", &question)]),
        )
    }

    /// Asks whether to end the game here for all.
    pub(super) fn ask_to_end(&mut self) -> io::Result<()> {
        if self.sitting.turn() == Turn::Over {
            let over = self.sitting.end().map(|_| ());
            return over.or_else(|error| self.report(error));
        }
        let header = self.sitting.header();
        let question = if header.secrets == Secrets::Referee && self.sitting.hides() {
            // The score may tell what others hide.
            self.presentation
                .tell("End the game here for all? It is scored as it stands.", &[])
        } else {
            let ending = Ending::new(&self.sitting.standing(), &header.players);
            let standing = ending.standing(&header.players, self.presentation.language);
            self.presentation.tell(
                "End the game here for all? It would be: {standing}",
                &[("standing", &standing)],
            )
        };
        self.pending = Some(Pending::End);
        self.ask_back(&question)
    }

    /// Takes a line as the answer to a confirmation; false if it is about something else.
    fn decided(&mut self, pending: Pending, text: &str) -> io::Result<bool> {
        let pending = match pending {
            Pending::Correction
                if matches!(text, "" | "nothing" | "no")
                    || text == self.presentation.tell("nothing", &[]) =>
            {
                return Ok(true);
            }
            Pending::Correction => {
                return self
                    .correct(text.strip_prefix("correct ").unwrap_or(text))
                    .map(|()| true);
            }
            Pending::Entering(entering) => return self.entered(*entering, text).map(|()| true),
            Pending::Amendment(_) if text.is_empty() || self.is_begun("no", text) => {
                return self.note(Tone::Dim, "Not done.").map(|()| true);
            }
            Pending::Amendment(_) if Command::named(text) != Called::Nothing => return Ok(false),
            Pending::Amendment(n) => return self.amend_to(n, text).map(|()| true),
            pending => pending,
        };
        if self.is_begun("yes", text) {
            match pending {
                Pending::Moves(parsed) => self.perform(parsed)?,
                Pending::End => match self.sitting.end() {
                    Ok(told) => {
                        self.news.extend(told);
                        self.count_line();
                    }
                    Err(error) => self.report(error)?,
                },
                Pending::Correction | Pending::Entering(_) | Pending::Amendment(_) => {}
            }
            return Ok(true);
        }
        let declined = text.is_empty() || self.is_begun("no", text);
        self.note(Tone::Dim, "Not done.")?;
        Ok(declined)
    }

    /// Makes the moves of a line.
    fn perform(&mut self, mut parsed: ParsedLine) -> io::Result<()> {
        // A number means what the screen shows now, and not what it will show.
        for word in &mut parsed.rest {
            let id = line_parser::addressee(std::slice::from_ref(word))
                .and_then(|seat| self.numbers.id(seat, &word.text));
            if let Some(id) = id {
                word.text = id.to_owned();
            }
        }
        self.early = line_parser::followed(parsed.rest, std::mem::take(&mut self.early));
        for id in &parsed.ids {
            match self.sitting.answer(id) {
                Ok(told) => {
                    self.refused = None;
                    self.news.extend(told);
                }
                Err(error) => {
                    self.early.clear();
                    self.report(error)?;
                    break;
                }
            }
        }
        self.count_line();
        Ok(())
    }

    /// Keeps the line being processed for `undo`, once it has made a move.
    pub(super) fn count_line(&mut self) {
        if let Some(line) = self
            .typed
            .take_if(|line| line.before < self.sitting.undoable())
        {
            self.lines.push(line);
            self.undone.clear();
        }
    }

    /// Says why nothing of a line was used.
    fn explain_error(&mut self, line: Vec<Word>, at: usize, why: Why) -> io::Result<()> {
        let word = line.get(at).map_or(String::new(), |word| word.text.clone());
        let within = if at > 0 || line.len() > 1 {
            format!("`{word}`: ")
        } else {
            String::new()
        };
        match why {
            Why::Refused(error) => self.explain_refusal(error, &line[at..]),
            Why::Nothing => {
                let text = match self.range() {
                    Some(range) if reading::is_number(&word) => {
                        within + &self.range_in_words(range)
                    }
                    _ => {
                        let told = [
                            ("word", &word as &dyn Display),
                            ("asked", &self.asked_now()),
                        ];
                        self.presentation
                            .tell("`{word}` is not an answer here. {asked}", &told)
                    }
                };
                self.misunderstood(&text)
            }
            Why::NotNext(question) => {
                let question = question.trim_end_matches(['?', '.']);
                let told = [
                    ("word", &word as &dyn Display),
                    ("question", &question),
                    ("asked", &self.asked_now()),
                ];
                let text = "`{word}` does not answer what comes next: {question}? {asked}";
                self.misunderstood(&self.presentation.tell(text, &told))
            }
            Why::Beyond(last) => {
                let text = match last {
                    1 => "There is one answer.",
                    2 => "There are two answers: 1 or 2.",
                    _ => "There are {last} answers: 1 to {last}.",
                };
                let text = self.presentation.tell(text, &[("last", &last)]);
                self.misunderstood(&(within + &text))
            }
            Why::Several(_) if self.sitting.ask().is_some_and(|ask| ask.unlisted) => {
                self.misunderstood_note("That is not clear: type what is printed on it.")
            }
            Why::Several(options) => {
                let text = self.which_of(&word, &options);
                self.between = Some(Ambiguity { line, at, options });
                self.misunderstood(&text)
            }
        }
    }

    /// Says why the rules refuse what these words mean.
    fn explain_refusal(&mut self, error: SessionError, words: &[Word]) -> io::Result<()> {
        let SessionError::Refused(refused) = &error else {
            return self.report(error);
        };
        // What cannot be kept is still refused.
        let _ = self.sitting.remark(Remark::Refused(refused));
        // A number that nothing on the screen has means none of the answers.
        if let [word] = words
            && reading::is_number(&word.text)
            && self.range().is_none()
            && Asked::now(self.sitting).is_some_and(|asked| asked.seat().is_some())
        {
            return self.explain_error(words.to_vec(), 0, Why::Nothing);
        }
        if !refused.is_untimely() {
            return self.report(error);
        }
        self.refused = Some(refused.clone());
        let words = line_parser::said(words);
        let asked = self.asked_now();
        let text = self.presentation.tell(
            "It is not time for `{words}`. {asked}",
            &[("words", &words), ("asked", &asked)],
        );
        self.misunderstood(&text)
    }

    fn range_in_words(&self, (least, most): (u32, u32)) -> String {
        let text = if least + 1 == most {
            "{least} or {most}."
        } else {
            "{least} to {most}."
        };
        self.presentation
            .tell(text, &[("least", &least), ("most", &most)])
    }

    /// Asks which of several things a word means, and names the first of them.
    fn which_of(&self, word: &str, options: &[(String, String)]) -> String {
        let mut named: Vec<&str> = options
            .iter()
            .take(MAX_NAMED)
            .map(|(label, _)| label.as_str())
            .collect();
        let more = self.presentation.tell(
            "{count} more",
            &[("count", &options.len().saturating_sub(MAX_NAMED))],
        );
        if options.len() > MAX_NAMED {
            named.push(&more);
        }
        match named.split_last() {
            Some((last, first)) if !first.is_empty() => {
                let told = [
                    ("word", &word as &dyn Display),
                    ("first", &first.join("; ")),
                    ("last", last),
                ];
                self.presentation
                    .tell("`{word}`: {first} or {last}?", &told)
            }
            _ => self
                .presentation
                .tell("`{word}` is not clear.", &[("word", &word)]),
        }
    }

    /// What is printed before the question after a mistake: how to answer it.
    fn asked_now(&self) -> String {
        if Asked::now(self.sitting).is_none() {
            return self.presentation.tell("The game is over.", &[]);
        }
        match answering::how(
            &self.shown_asks(),
            &self.numbers,
            self.presentation.language,
        ) {
            Some(how) => self
                .presentation
                .tell("Asked now ({how}):", &[("how", &how)]),
            None => self.presentation.tell("Asked now:", &[]),
        }
    }

    /// The lowest and highest answer, if all are numbers.
    fn range(&self) -> Option<(u32, u32)> {
        let asked = Asked::now(self.sitting)?;
        let number = |option: usize| {
            let text = asked
                .short(option)
                .map_or(asked.ask.options[option].text.as_str(), |short| &short.text);
            text.split([' ', ':'])
                .next()
                .and_then(|word| word.parse::<u32>().ok())
        };
        let numbers: Option<Vec<u32>> = (0..asked.ask.options.len()).map(number).collect();
        numbers.and_then(|numbers| Some((*numbers.iter().min()?, *numbers.iter().max()?)))
    }

    /// A rule's number alone shows the rule; true if it was one.
    fn shows_rule(&mut self, text: &str) -> io::Result<bool> {
        match crate::table::rulebook::numbered(self.presentation.rules, text) {
            Some(rule) => self.show_rule(rule).map(|()| true),
            None => Ok(false),
        }
    }

    /// Whether a line is this word or its start, in English or in the language of the prompt.
    pub(super) fn is_begun(&self, word: &str, text: &str) -> bool {
        let begun = |word: &str| !text.is_empty() && word.starts_with(&text.to_lowercase());
        begun(&self.presentation.tell(word, &[])) || begun(word)
    }

    pub(super) fn misunderstood_note(&mut self, text: &str) -> io::Result<()> {
        self.misunderstood(&self.presentation.tell(text, &[]))
    }

    /// Says what was wrong with a line; after it, only the question is repeated.
    pub(super) fn misunderstood(&mut self, text: &str) -> io::Result<()> {
        self.mistaken = true;
        self.say(Tone::Bad, text)
    }

    pub(super) fn report(&mut self, error: SessionError) -> io::Result<()> {
        let (why, particulars) = error.sentence();
        let particulars: Vec<(&str, String)> = particulars
            .into_iter()
            .map(|(name, word)| (name, self.presentation.word(word)))
            .collect();
        let with: Vec<(&str, &dyn Display)> = particulars
            .iter()
            .map(|(name, word)| (*name, word as &dyn Display))
            .collect();
        let why = self.presentation.tell(why, &with);
        let mut text = self
            .presentation
            .tell("Not possible: {why}", &[("why", &why)]);
        if !text.ends_with('.') {
            text.push('.');
        }
        if let SessionError::Refused(refused) = error {
            if let Some(rule) = refused.rule {
                text.push_str(&format!(" ({rule})"));
            }
            self.refused = Some(refused);
        }
        self.misunderstood(&text)
    }

    /// Drops words said early, and says so.
    pub(super) fn drop_early(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.early) {
            none if none.is_empty() => Ok(()),
            early => self.say(
                Tone::Dim,
                &self.presentation.tell(
                    "Not used: `{words}`.",
                    &[("words", &line_parser::said(&early))],
                ),
            ),
        }
    }
}

/// The command that a line starts. "red" for a monster that is not here must not mean `redo`, and a direction is not a command.
fn begun(text: &str) -> Called<'_> {
    let word = text.split_whitespace().next().unwrap_or("").to_lowercase();
    match Command::begun(text) {
        Called::One(
            Command::Redo | Command::End | Command::Enter | Command::Again | Command::Quit,
            _,
        ) => Called::Nothing,
        _ if reading::direction(&word).is_some() => Called::Nothing,
        called => called,
    }
}

impl Ambiguity {
    /// The line with the intended word put in, if `text` says which it is.
    fn settled(self, text: &str) -> Option<Vec<Word>> {
        let said = reading::words(text);
        // Some of the words of one meaning, in their order. More is a new line.
        let within = |words: &str| {
            let mut own = reading::words(words).into_iter();
            said.iter()
                .all(|said| own.any(|word| reading::is_begun(said, &word)))
        };
        let meant =
            |(label, id): &&(String, String)| !said.is_empty() && (within(label) || within(id));
        let mut found = self.options.iter().filter(meant);
        let (Some((_, id)), None) = (found.next(), found.next()) else {
            return None;
        };
        let mut line = self.line;
        line.get_mut(self.at)?.text.clone_from(id);
        Some(line)
    }
}
