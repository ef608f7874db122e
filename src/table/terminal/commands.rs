//! What the commands of the prompt do.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{Left, Pending, Reported, Spoken, Terminal, Undone};
use crate::games::english::capital;
use crate::kit::Rule;
use crate::referee::session::{NO_SOURCE, plain_name, source_names};
use crate::referee::{Refused, Remark, RuleId, Seat, SessionError, Telling, Tone, Turn};
use crate::table::asking::{self, Asked};
use crate::table::command::{Called, Command};
use crate::table::numbers::Numbers;
use crate::table::paint::fitted;
use crate::table::voice::Voice;
use crate::table::{chronicle, hint, line_parser, luck, odds, plain, rulebook, story};

/// How many sentences and rules `why` shows by default.
const WHY_SENTENCES: usize = 6;
const WHY_RULES: usize = 4;

/// How many moves `history` shows by default.
const RECENT: usize = 10;

/// The most moves that are listed when they are taken back together.
const MAX_TOLD_BACK: usize = 3;

impl Terminal<'_> {
    pub(super) fn command(&mut self, called: Called<'_>, text: &str) -> io::Result<bool> {
        let (command, rest) = match called {
            Called::One(command, rest) => (command, rest),
            Called::Several(names) => {
                return self
                    .misunderstood(
                        &self
                            .presentation
                            .tell("That could be: {names}.", &[("names", &names.join(", "))]),
                    )
                    .map(|()| true);
            }
            Called::Nothing => {
                // A rule's number alone shows the rule.
                if let Some(rule) = rulebook::numbered(self.presentation.rules, text) {
                    return self.show_rule(rule).map(|()| true);
                }
                let told = self.presentation.tell(
                    "`{text}` is not a command; `h all` lists them.",
                    &[("text", &text)],
                );
                return self.misunderstood(&told).map(|()| true);
            }
        };
        match command {
            Command::Help => self.help(rest)?,
            Command::Answers => self.listed()?,
            Command::Voice => self.voice(rest)?,
            Command::Undo if rest.is_empty() && self.is_just_amended() => self.unamend()?,
            Command::Undo => self.undo(rest)?,
            Command::Amend => self.amend(rest)?,
            Command::Redo => self.redo(rest)?,
            Command::Rule => self.rule(rest)?,
            Command::Why => self.why(rest)?,
            Command::Board => self.board(rest)?,
            Command::State => {
                let sentences = self.described();
                self.list(&sentences)?;
            }
            Command::Status => self.stands()?,
            Command::Setup => {
                let steps = self.sitting.setup();
                let steps: Vec<String> = (1..)
                    .zip(steps)
                    .map(|(number, step)| format!("{number}. {step}"))
                    .collect();
                self.list(&steps)?;
            }
            Command::Audit if !rest.is_empty() => self.write_table(rest)?,
            Command::Audit => {
                let lines = self.sitting.audit(self.viewer());
                self.list(&lines)?;
            }
            Command::Peek => self.peek(rest)?,
            Command::Correct => self.correct(rest)?,
            Command::Enter => self.enter_table()?,
            Command::End => self.ask_to_end()?,
            Command::History => self.history(rest)?,
            Command::Odds => self.odds(rest)?,
            Command::Hint => self.hint(rest)?,
            Command::Luck => self.luck()?,
            Command::Note => self.keep_note(rest)?,
            Command::Story => self.story(rest)?,
            Command::Physical => self.physical(rest)?,
            Command::Save => {
                self.kept()?;
            }
            Command::Again => return self.play_again(),
            Command::Quit => return Ok(false),
        }
        Ok(true)
    }

    /// Leaves the game for another with the same players, if it is over.
    fn play_again(&mut self) -> io::Result<bool> {
        if let Turn::Over = self.sitting.turn() {
            self.left = Left::ForAnother;
            return Ok(false);
        }
        let why = "This game is not over: `end` ends it, and then `again` starts another.";
        self.note(Tone::Plain, why)?;
        Ok(true)
    }

    /// Who has what, one line per player; the question that follows says whose turn it is.
    fn stands(&mut self) -> io::Result<()> {
        if let Some(heading) = self.sitting.heading() {
            self.say(Tone::Cool, &heading.text)?;
        }
        let viewer = self.viewer();
        let mut lines = Vec::new();
        for (seat, name) in (0..).zip(&self.sitting.header().players) {
            let viewer = match self.presentation.open_hands {
                true => Some(seat),
                false => viewer,
            };
            let holding = self.sitting.holding(seat, viewer);
            if !holding.is_empty() {
                lines.push(format!("{name}: {holding}"));
            }
        }
        if lines.is_empty() {
            // Nobody has anything: what matters is on the table.
            lines = self.described();
        }
        self.list(&lines)
    }

    /// Draws the table here, or with `FILE`, `--svg FILE` or `--png FILE` as a picture.
    fn board(&mut self, rest: &str) -> io::Result<()> {
        let file = ["--svg", "--png"]
            .iter()
            .find_map(|option| rest.strip_prefix(option))
            .unwrap_or(rest)
            .trim();
        if rest.is_empty() {
            return self.draw();
        }
        if file.is_empty() {
            return self.note(Tone::Bad, "Into which file? `board table.svg`.");
        }
        let scene = self.sitting.highlighted(self.seat);
        match self.renderer.draw(scene, Path::new(file)) {
            Ok(()) => self.told(
                Tone::Cool,
                "The table is drawn in {file}.",
                &[("file", &file)],
            ),
            Err(error) => self.told(
                Tone::Bad,
                "The table could not be drawn: {why}.",
                &[("why", &error)],
            ),
        }
    }

    /// Takes back lines of answers, or with `move` one move of the last line. In a resumed game the earlier lines are unknown, so
    /// each move counts as a line.
    fn undo(&mut self, rest: &str) -> io::Result<()> {
        let now = self.sitting.undoable();
        if rest == "move" {
            self.drop_early()?;
            let Some(before) = now.checked_sub(1) else {
                return self.report(SessionError::Beyond {
                    what: "undo",
                    possible: 0,
                });
            };
            return self.take_back(Spoken {
                before,
                said: None,
                early: Vec::new(),
            });
        }
        let Some(count) = self.times(rest)? else {
            return Ok(());
        };
        let lines = self.lines.iter().filter(|line| line.before < now).count();
        let unknown = count.saturating_sub(lines);
        let known = self.lines.first().map_or(now, |line| line.before);
        if unknown > known {
            return self.report(SessionError::Beyond {
                what: "undo",
                possible: lines + known,
            });
        }
        let line = lines
            .checked_sub(count)
            .map(|first| self.lines[first].clone());
        let mut line = line.unwrap_or(Spoken {
            before: known - unknown,
            said: None,
            early: Vec::new(),
        });
        // For several lines, the moves are listed.
        line.said = line.said.filter(|_| count == 1);
        self.take_back(line)
    }

    /// Takes back the people's moves from a line on, and the unasked ones before them.
    fn take_back(&mut self, line: Spoken) -> io::Result<()> {
        let moves = self.sitting.undoable() - line.before;
        let mut back = match self.sitting.undo(moves) {
            Ok(back) => back,
            Err(error) => return self.report(error),
        };
        let mut more = 0;
        while asking::automatic(self.sitting).is_some()
            && self.sitting.undoable() > 0
            && let Ok(further) = self.sitting.undo(1)
        {
            back.luck |= further.luck;
            more += 1;
            back.told = further.told;
        }
        let luck = if back.luck {
            format!(
                " {}",
                self.presentation
                    .tell(self.sitting.header().luck.meaning(), &[])
            )
        } else {
            String::new()
        };
        let told = match (&line.said, back.last.as_slice()) {
            (Some(said), [_, _, ..]) if !said.is_empty() => format!("`{said}`"),
            (_, [.., last]) if back.people > MAX_TOLD_BACK => self.presentation.tell(
                "{count} moves, the last: {last}",
                &[("count", &back.people), ("last", last)],
            ),
            (_, all) => all.join("; "),
        };
        self.typed = None;
        self.lines.retain(|known| known.before < line.before);
        self.amended
            .retain(|amending| amending.after.0 <= line.before);
        let early = std::mem::replace(&mut self.early, line.early.clone());
        self.undone.push(Undone {
            moves: moves + more,
            line,
            early,
        });
        self.last = Reported::of(self.recent());
        self.refused = None;
        self.news = back.told;
        self.redraw = true;
        self.heading = self.sitting.heading().map(|heading| heading.text);
        self.say(
            Tone::Cool,
            &(self
                .presentation
                .tell("Taken back: {what}.", &[("what", &told)])
                + &luck),
        )
    }

    pub(super) fn correct(&mut self, rest: &str) -> io::Result<()> {
        if rest.is_empty() {
            self.correction_forms()?;
            if let Some(why) = self.sitting.cannot_correct() {
                let why = self.presentation.word(why.to_owned());
                self.told(
                    Tone::Dim,
                    "No piece can be moved just now: {why}.",
                    &[("why", &why)],
                )?;
            }
            self.pending = Some(Pending::Correction);
            self.asked = true;
            return self.note(Tone::Strong, "What is different?  (Enter: nothing)");
        }
        match self.sitting.correct(rest) {
            Ok(told) => {
                self.refused = None;
                self.redraw = true;
                self.count_line();
                self.news.extend(told);
                Ok(())
            }
            Err(error) => self.report(error),
        }
    }

    /// How corrections and the lines of a table are worded.
    pub(super) fn correction_forms(&mut self) -> io::Result<()> {
        let forms = self.sitting.correction_forms().iter();
        let forms =
            forms.map(|(form, does)| ((*form).to_owned(), self.presentation.tell(does, &[])));
        let forms: Vec<(String, String)> = forms.collect();
        self.columns(&forms)?;
        self.note_on_notation()
    }

    fn redo(&mut self, rest: &str) -> io::Result<()> {
        let Some(count) = self.times(rest)? else {
            return Ok(());
        };
        let before = self.sitting.undoable();
        let known = self.undone.len().saturating_sub(count);
        let unknown = count.saturating_sub(self.undone.len());
        let moves = self.undone[known..]
            .iter()
            .map(|undone| undone.moves)
            .sum::<usize>()
            + unknown;
        match self.sitting.redo(moves) {
            Ok(told) => {
                self.typed = None;
                for Undone { line, early, .. } in self.undone.drain(known..).rev() {
                    self.lines.push(line);
                    self.early = early;
                }
                self.lines.extend((unknown > 0).then_some(Spoken {
                    before,
                    said: None,
                    early: Vec::new(),
                }));
                self.news.extend(told);
                self.note(Tone::Cool, "Redone.")
            }
            Err(error) => self.report(error),
        }
    }

    /// A count, which is 1 by default.
    fn times(&mut self, rest: &str) -> io::Result<Option<usize>> {
        let times = if rest.is_empty() {
            Some(1)
        } else {
            rest.parse().ok().filter(|times| *times > 0)
        };
        if times.is_none() {
            self.misunderstood(
                &self
                    .presentation
                    .tell("`{rest}` is not a number of lines.", &[("rest", &rest)]),
            )?;
        }
        Ok(times)
    }

    fn rule(&mut self, rest: &str) -> io::Result<()> {
        let found = rulebook::find(self.presentation.rules, rest);
        match found.as_slice() {
            _ if self.presentation.rules.is_empty() => {
                self.note(Tone::Plain, "This game has no rules in its kit.")
            }
            [] if rest.is_empty() => self.note(
                Tone::Plain,
                "Which one? `rule R12`, or a word: `rule door`.",
            ),
            [] => self.told(
                Tone::Bad,
                "No rule mentions `{words}`.",
                &[("words", &rest)],
            ),
            few if few.len() <= rulebook::FEW => {
                few.iter().try_for_each(|rule| self.show_rule(rule))
            }
            many => {
                let lines: Vec<String> = many
                    .iter()
                    .map(|rule| format!("{:<4} {}", rule.id, rule.title))
                    .collect();
                self.list(&lines)
            }
        }
    }

    pub(super) fn show_rule(&mut self, rule: &Rule) -> io::Result<()> {
        // What cannot be kept can still be read.
        let _ = self.sitting.remark(Remark::Looked(&rule.id));
        writeln!(self.out, "{}", rulebook::shown(rule, self.width))
    }

    /// Keeps a note, by a player whose name it begins with.
    fn keep_note(&mut self, rest: &str) -> io::Result<()> {
        let players = &self.sitting.header().players;
        let named = rest.split_once(':').and_then(|(name, text)| {
            let seat = players.iter().position(|player| player == name.trim())?;
            Some((Some(seat as Seat), text))
        });
        let (by, text) = named.unwrap_or((None, rest));
        if text.trim().is_empty() {
            return self.note(
                Tone::Plain,
                "What should be noted? `note the market is stuck`.",
            );
        }
        if self.sitting.journal().is_none() {
            return self.note(Tone::Plain, "This game has no journal to keep notes in.");
        }
        match self.sitting.remark(Remark::Note { by, text }) {
            Ok(()) => self.note(Tone::Good, "Noted."),
            Err(error) => self.report(error),
        }
    }

    /// Shows the rules behind a refusal, an answer, or what happened last: of much only the last, unless `all` is wanted.
    fn why(&mut self, rest: &str) -> io::Result<()> {
        let all = rest == "all";
        if !rest.is_empty() && !all {
            return self.why_not(rest);
        }
        if let Some(refused) = self.refused.clone() {
            return self.why_refused(&refused);
        }
        if self.last.is_empty() {
            return self.note(
                Tone::Plain,
                "Nothing has happened since; `rule` finds a rule by its number or a word.",
            );
        }
        let mut happened = told_once(&self.last, all);
        let said = happened.len();
        let mut rules = rules_of(&told_once(&self.last, true));
        let behind = rules.len();
        if !all {
            happened.drain(..said.saturating_sub(WHY_SENTENCES));
            rules = rules_of(&happened);
            rules.drain(..rules.len().saturating_sub(WHY_RULES));
        }
        for Telling { rule, text, .. } in &happened {
            let number = rule.map_or(String::new(), |rule| format!(" ({rule})"));
            self.say(Tone::Plain, &format!("{text}{number}"))?;
        }
        for rule in &rules {
            if let Some(rule) = rulebook::rule(self.presentation.rules, rule) {
                self.show_rule(rule)?;
            }
        }
        if happened.len() < said || rules.len() < behind {
            let more = "`why all` tells all that has happened, with its rules.";
            self.note(Tone::Dim, more)?;
        }
        Ok(())
    }

    /// Why words are an answer now, or why not.
    fn why_not(&mut self, text: &str) -> io::Result<()> {
        let Some(ask) = self.sitting.ask() else {
            // That is told after every command.
            return Ok(());
        };
        if self.is_covered() {
            return self.note(Tone::Plain, "Only the player who is asked may see that.");
        }
        let text = text.strip_prefix("not ").unwrap_or(text);
        let Some(id) = line_parser::meant(self.sitting, text, self.mode()) else {
            return self.told(
                Tone::Plain,
                "`{text}` is not a move I know.",
                &[("text", &text)],
            );
        };
        match self.sitting.foretell(&id) {
            Ok(rule) => {
                let number = rule.map_or(String::new(), |rule| format!(" ({rule})"));
                let option = ask.options.iter().find(|option| option.id == id);
                let means = option.map_or_else(
                    || self.presentation.tell("possible now", &[]),
                    |option| option.text.clone(),
                );
                self.say(Tone::Good, &format!("`{text}`: {means}{number}."))?;
                match rule.and_then(|id| rulebook::rule(self.presentation.rules, id)) {
                    Some(rule) => self.show_rule(rule),
                    None => Ok(()),
                }
            }
            Err(SessionError::Refused(refused)) => self.why_refused(&refused),
            Err(error) => self.report(error),
        }
    }

    fn why_refused(&mut self, refused: &Refused) -> io::Result<()> {
        let Refused { reason, rule, .. } = refused;
        let number = rule.map_or(String::new(), |rule| format!(" ({rule})"));
        self.say(
            Tone::Plain,
            &format!("{}{number}.", capital(reason.trim_end_matches('.'))),
        )?;
        match rule.and_then(|id| rulebook::rule(self.presentation.rules, id)) {
            Some(rule) => self.show_rule(rule),
            None => Ok(()),
        }
    }

    fn history(&mut self, rest: &str) -> io::Result<()> {
        let made = self.sitting.made();
        let count = match rest {
            "" => RECENT,
            "all" => made,
            rest => rest.parse().unwrap_or(RECENT),
        };
        for past in self.sitting.history(made.saturating_sub(count)..made) {
            let text =
                chronicle::shown(self.sitting, &past, self.width, self.presentation.language);
            write!(self.out, "{text}")?;
        }
        if rest.is_empty() && made > RECENT {
            self.note(Tone::Dim, "`log all` lists all moves from the start.")?;
        }
        Ok(())
    }

    pub(super) fn luck(&mut self) -> io::Result<()> {
        self.note(Tone::Plain, luck::KEY)?;
        let lines = luck::lines(&self.sitting.luck(usize::MAX), self.presentation.language);
        self.list(&lines)
    }

    /// Shows what can come of every answer, or everything that can come of one.
    fn odds(&mut self, text: &str) -> io::Result<()> {
        if self.shown_to_named(text, |table, text| table.odds(text))? {
            return Ok(());
        }
        let Some(ask) = self.sitting.ask() else {
            // That is told after every command.
            return Ok(());
        };
        if self.is_covered() {
            return self.note(Tone::Plain, "Only the player who is asked may see that.");
        }
        let Some(all) = self.sitting.odds(self.viewer()) else {
            return self.note(Tone::Plain, "These odds would give away what others hide.");
        };
        let mut one = None;
        let rows = if text.is_empty() {
            odds::lines(&ask, &all, self.presentation.language)
        } else {
            let Some(id) = line_parser::meant(self.sitting, text, self.mode()) else {
                let told = self
                    .presentation
                    .tell("`{word}` is not an answer here.", &[("word", &text)]);
                return self.say(Tone::Plain, &told);
            };
            one = all.options.iter().find(|option| option.id == id);
            one.map(|one| odds::all(one, self.presentation.language))
                .unwrap_or_default()
        };
        if rows.is_empty() {
            return self.note(Tone::Plain, odds::none(&all));
        }
        if text.is_empty() {
            self.note(Tone::Dim, odds::KEY)?;
        }
        self.columns(&rows)?;
        odds::caution(&all, one, self.presentation.language)
            .iter()
            .try_for_each(|caution| self.say(Tone::Dim, caution))
    }

    /// Shows the best answer, found in a number of seconds.
    fn hint(&mut self, rest: &str) -> io::Result<()> {
        if self.shown_to_named(rest, |table, rest| table.hint(rest))? {
            return Ok(());
        }
        let Some(ask) = self.sitting.ask() else {
            // That is told after every command.
            return Ok(());
        };
        if self.is_covered() {
            return self.note(Tone::Plain, "Only the player who is asked may see that.");
        }
        let seconds = if rest.is_empty() {
            Some(hint::USUAL)
        } else {
            rest.parse().ok().filter(|count| *count > 0)
        };
        let Some(seconds) = seconds else {
            let text = "`hint` takes a number of seconds, up to {most}: `hint 5`.";
            return self.misunderstood(&self.presentation.tell(text, &[("most", &hint::LONGEST)]));
        };
        match hint::of(self.sitting, self.viewer(), hint::budget(seconds)) {
            Ok(Some(hint)) => {
                let lines = hint::lines(&ask, &hint, self.presentation.language);
                lines
                    .iter()
                    .try_for_each(|line| self.say(Tone::Plain, line))
            }
            Ok(None) => {
                let none = self.presentation.tell(hint::NONE, &[]);
                self.say(Tone::Plain, &format!("{}.", capital(&none)))
            }
            Err(error) => self.report(error),
        }
    }

    /// Writes a file named at the prompt. An existing file is replaced only if it starts like the new one, and so was written by
    /// the same command: a typing mistake must not destroy a journal. The error is a sentence without its full stop.
    pub(super) fn keep(&mut self, file: &Path, text: String) -> Result<(), String> {
        let first = text.split_inclusive('\n').next().unwrap_or_default();
        let is_so = || {
            let mut there = vec![0; first.len()];
            let read = File::open(file).and_then(|mut file| file.read_exact(&mut there));
            read.is_ok() && there == first.as_bytes()
        };
        match file.metadata() {
            Ok(found) if !found.is_file() || !is_so() => {
                let text =
                    "{file} already exists and is a different kind of file: give another name";
                Err(self.presentation.tell(text, &[("file", &file.display())]))
            }
            _ => self.renderer.write(file, text),
        }
    }

    /// Retells the game, here or in a Markdown file.
    fn story(&mut self, rest: &str) -> io::Result<()> {
        if rest.is_empty() {
            return self
                .sitting
                .story(usize::MAX)
                .iter()
                .try_for_each(|paragraph| {
                    writeln!(self.out, "{}\n", fitted(paragraph, self.width, 0))
                });
        }
        let text = story::markdown(
            self.sitting,
            self.presentation.title,
            usize::MAX,
            self.presentation.language,
        );
        match self.keep(Path::new(rest), text) {
            Ok(()) => self.told(Tone::Cool, "The story is in {file}.", &[("file", &rest)]),
            Err(error) => self.told(
                Tone::Bad,
                "The story could not be written: {why}.",
                &[("why", &error)],
            ),
        }
    }

    fn physical(&mut self, rest: &str) -> io::Result<()> {
        if !rest.is_empty() {
            let names = if rest.eq_ignore_ascii_case("none") {
                Ok(Vec::new())
            } else {
                self.sources_named(rest)
            };
            match names.and_then(|names| self.sitting.hand_over(&names)) {
                Ok(told) => self.news.extend(told),
                Err(error) => return self.report(error),
            }
        }
        let lines: Vec<String> = (self.sitting.sources().iter().zip(self.sitting.physical()))
            .map(|(source, yours)| {
                let whose = self
                    .presentation
                    .tell(if *yours { "yours" } else { "the program's" }, &[]);
                let [name, group] =
                    [source.name, source.group].map(|word| self.presentation.tell(word, &[]));
                format!("{name} ({group}): {whose}")
            })
            .collect();
        self.list(&lines)
    }

    /// The names of the sources and groups in a list, as they are shown or in English, with or without commas.
    fn sources_named(&self, list: &str) -> Result<Vec<String>, SessionError> {
        let names = source_names(self.sitting.sources());
        let shown: Vec<String> = names
            .iter()
            .map(|name| self.presentation.tell(name, &[]))
            .collect();
        let longest = names
            .iter()
            .copied()
            .chain(shown.iter().map(String::as_str))
            .map(|name| name.split(' ').count());
        let longest = longest.max().unwrap_or_default();
        let mut found = Vec::new();
        for part in list.split(',') {
            let words: Vec<&str> = part.split_whitespace().collect();
            let mut at = 0;
            while at < words.len() {
                // The longest name that begins here, as "fight deck" contains a space.
                let named = (at + 1..=words.len().min(at + longest))
                    .rev()
                    .find_map(|end| {
                        let word = plain_name(&words[at..end].join(" "));
                        let same = names.iter().zip(&shown).find(|(name, shown)| {
                            word == plain_name(name) || word == plain_name(shown)
                        });
                        same.map(|(name, _)| (end, *name))
                    });
                let Some((end, name)) = named else {
                    let with: [(&str, &dyn Display); 2] =
                        [("word", &words[at]), ("names", &shown.join(", "))];
                    let why = self.presentation.tell(NO_SOURCE, &with);
                    return Err(SessionError::Source(why));
                };
                found.push(name.to_owned());
                at = end;
            }
        }
        Ok(found)
    }

    /// Lists the answers to the question, in full.
    fn listed(&mut self) -> io::Result<()> {
        if self.is_covered() {
            return self.note(Tone::Plain, "Only the player who is asked may see that.");
        }
        match self.shown_asks().as_slice() {
            [] => return self.note(Tone::Plain, "The game is over."),
            [asked] => self.answers(asked)?,
            several => self.answers_of(several)?,
        }
        // The list takes the place of the question.
        self.asked = self.presentation.voice == Voice::Plain;
        let is_settled = |asked: &Asked| asked.seat().is_none();
        let how = if self.shown_asks().iter().all(is_settled) {
            "Type what is rolled or drawn; several results fit on one line, in this order. `h` lists commands."
        } else if self.numbers_shown() == Numbers::NONE {
            "Type the first words of an answer; several fit on one line, in this order. `h` lists commands."
        } else {
            "Type the number or the first words of an answer; several fit on one line, in this order. `h` lists commands."
        };
        self.note(Tone::Dim, how)
    }

    /// The answers of everybody who is asked; those who have the same stand together.
    fn answers_of(&mut self, asks: &[Asked]) -> io::Result<()> {
        let mut lists: Vec<(Vec<&Asked>, String)> = Vec::new();
        for asked in asks {
            let list = self.list_of(asked);
            // One list shows all pieces that may be drawn next; those after it depend on the first.
            let is_shown = |asks: &[&Asked], known: &str| {
                known == list
                    || asks
                        .iter()
                        .any(|known| plain::are_drawn_alike(known, asked))
            };
            match lists.iter_mut().find(|(asks, known)| is_shown(asks, known)) {
                Some((asks, _)) => asks.push(asked),
                None => lists.push((vec![asked], list)),
            }
        }
        for (asks, list) in lists {
            let lead = match self.presentation.voice {
                Voice::Terse => {
                    let leads: Vec<String> = asks.iter().map(|asked| asked.lead()).collect();
                    format!("{}:", leads.join(", ").trim_end_matches(['?', ':']))
                }
                _ => plain::together(&asks, self.presentation.language),
            };
            self.say(Tone::Strong, &lead)?;
            write!(self.out, "{list}")?;
        }
        Ok(())
    }

    /// Changes how much is said, and remembers it for the next game.
    fn voice(&mut self, rest: &str) -> io::Result<()> {
        let Some(voice) = Voice::named(rest) else {
            let now = self.presentation.voice.name();
            return self.told(
                Tone::Plain,
                "The voice is {now}; the voices are terse, plain and chatty.",
                &[("now", &now)],
            );
        };
        self.presentation.voice = voice;
        self.told(
            Tone::Cool,
            "The voice is {now} from now on.",
            &[("now", &voice.name())],
        )?;
        self.remember_voice()
    }

    /// Keeps the voice for the next game.
    pub(super) fn remember_voice(&mut self) -> io::Result<()> {
        let Some(memory) = self.presentation.memory.clone() else {
            return Ok(());
        };
        let kept = self.presentation.voice.kept(self.presentation.offered);
        match self.renderer.write(&memory, kept) {
            Ok(()) => Ok(()),
            Err(error) => self.told(
                Tone::Bad,
                "It could not be saved for the next game: {why}.",
                &[("why", &error)],
            ),
        }
    }

    /// Whether a command could do anything at the moment.
    pub(super) fn is_usable(&self, command: Command) -> bool {
        match command {
            Command::Undo => self.sitting.undoable() > 0,
            Command::Redo => self.sitting.redoable() > 0,
            Command::Rule => !self.presentation.rules.is_empty(),
            Command::Why => !self.last.is_empty() || self.refused.is_some(),
            Command::Setup => !self.sitting.setup().is_empty(),
            Command::History | Command::Luck | Command::Story => self.sitting.made() > 0,
            Command::Amend => self.sitting.undoable() > 0,
            Command::Save | Command::Note => self.sitting.journal().is_some(),
            Command::Peek => !self.secretive().is_empty(),
            Command::End | Command::Odds | Command::Hint => self.sitting.turn() != Turn::Over,
            _ => true,
        }
    }

    /// Lists the most important commands; with `all`, every one.
    fn help(&mut self, rest: &str) -> io::Result<()> {
        const MAX_WANTED: [Command; 7] = [
            Command::Answers,
            Command::Undo,
            Command::Why,
            Command::Rule,
            Command::Board,
            Command::State,
            Command::Correct,
        ];
        let usable = Command::ALL
            .iter()
            .filter(|(command, ..)| self.is_usable(*command));
        let all = rest == "all";
        let wanted = usable.filter(|(command, ..)| all || MAX_WANTED.contains(command));
        let or = format!(" {} ", self.presentation.tell("or", &[]));
        let typed = |names: &[&str], takes: &str| match takes {
            "" => names.join(&or),
            takes => format!("{} {}", names.join(&or), self.presentation.tell(takes, &[])),
        };
        let row = |(_, names, takes, does): &(Command, &[&str], &str, &str)| {
            (typed(names, takes), self.presentation.tell(does, &[]))
        };
        let lines: Vec<(String, String)> = wanted.map(row).collect();
        self.columns(&lines)?;
        let hint = if all {
            "Type an answer as you see it, or any clear short form; several fit on one line, in the order they are asked. \
                 A / before a word makes it a command, and a letter is enough: /w for why, /r door for rule door."
        } else {
            "Type an answer as you see it, or any clear short form; several fit on one line. `h all` lists every command."
        };
        self.note(Tone::Dim, hint)?;
        if all { self.note_on_notation() } else { Ok(()) }
    }

    /// In another language than English, says what stays as it is.
    fn note_on_notation(&mut self) -> io::Result<()> {
        match self.presentation.language {
            Some(_) => self.note(
                Tone::Dim,
                "Commands, and the notation that `correct` and `enter` take and `audit` shows, are the same in every language.",
            ),
            None => Ok(()),
        }
    }
}

/// What was reported, each sentence once, in order; only with `all` also what another says as well.
fn told_once(last: &[Reported], all: bool) -> Vec<Telling> {
    let is_said = |reported: &&Reported| all || !reported.repeats;
    let mut once: Vec<Telling> = Vec::new();
    for Reported { telling, .. } in last.iter().filter(is_said) {
        if !once.iter().any(|known| known.text == telling.text) {
            once.push(telling.clone());
        }
    }
    if once.is_empty() && !all {
        return told_once(last, true);
    }
    once
}

/// The rules behind what happened, each once, in order.
fn rules_of(happened: &[Telling]) -> Vec<RuleId> {
    let mut rules: Vec<RuleId> = Vec::new();
    for rule in happened.iter().filter_map(|telling| telling.rule) {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}
