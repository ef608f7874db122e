//! The line prompt: tells what happened, shows the table where it changed, asks, and takes answers and commands.
//!
//! It never moves the cursor and never reads more than a line, so it keeps its scroll-back and works through pipes, over ssh and
//! with screen readers.
//!
//! * `answers`: from a typed line to moves, and what is said where it does not fit. `news`: what is printed between two lines.
//! * `commands`: what the commands do. `amending`: replacing an earlier answer. `pass_screen`: what one player alone may see.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::asking::{self, Asked};
use super::chronicle;
use super::command::{Called, Command};
use super::line_parser::{self, ParseMode, ParsedLine, Word};
use super::lines::Line;
use super::numbers::Numbers;
use super::paint::{Names, fitted, toned};
use super::prompt::{CORRECT, Elsewhere, Input, Possible, Prompt};
use super::renderer::Renderer;
use super::voice::{Drawn, Voice};
use crate::kit::language::say;
use crate::kit::{Language, Rule};
use crate::referee::journal::{Luck, Secrets};
use crate::referee::shell::argument;
use crate::referee::{Answer, By, Past, Refused, Seat, Sitting, Telling, Told, Tone, Turn, names};

mod amending;
mod answers;
mod commands;
mod entering;
mod news;
mod pass_screen;

/// How far back to look for the last decision of a resumed game.
const RECALLED: usize = 50;

/// How a session is shown.
#[derive(Clone, Debug)]
pub struct Presentation<'a> {
    /// The game's title.
    pub title: &'a str,
    pub rules: &'a [Rule],
    /// The language that the prompt speaks; English without one.
    pub language: Option<&'a Arc<Language>>,
    /// Whether the table is drawn; otherwise it is described in sentences.
    pub drawn: bool,
    pub voice: Voice,
    /// When the table is shown. By default, when it has changed, but never unasked if the people move all the pieces.
    pub when: Option<Drawn>,
    /// The file in which a change of voice is kept.
    pub memory: Option<PathBuf>,
    /// Whether the terse voice has been offered to whoever answers by short forms.
    pub offered: bool,
    /// Whether one person plays all hands, so that nothing is hidden and the screen is not passed.
    pub open_hands: bool,
    /// The folder whose journals are called by their names alone.
    pub journals: Option<PathBuf>,
    /// Whether the game is resumed from a journal, which anybody may have written.
    pub resumed: bool,
    /// What is said about a new game before its set-up is offered; `None` offers nothing.
    pub welcome: Option<Vec<String>>,
}

impl<'a> Presentation<'a> {
    /// A presentation that saves no settings.
    pub fn new(title: &'a str, rules: &'a [Rule], drawn: bool) -> Presentation<'a> {
        let voice = Voice::default();
        let language = None;
        Presentation {
            title,
            rules,
            language,
            drawn,
            voice,
            when: None,
            memory: None,
            offered: false,
            open_hands: false,
            journals: None,
            resumed: false,
            welcome: None,
        }
    }

    /// What the prompt says itself; `{name}` is replaced.
    pub fn tell(&self, text: &str, with: &[(&str, &dyn Display)]) -> String {
        say(self.language, text, with)
    }

    /// Words from elsewhere, in the language of the prompt if they are known in it.
    fn word(&self, text: String) -> String {
        self.language
            .and_then(|language| language.known(&text))
            .map_or(text.clone(), str::to_owned)
    }
}

/// Why the prompt was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    ToStop,
    /// For another game with the same players.
    ForAnother,
}

/// Plays at the prompt until the input ends or the person quits. `told` is what happened before the first question.
pub fn run(
    sitting: &mut dyn Sitting,
    told: Vec<Told>,
    presentation: Presentation<'_>,
    renderer: &mut dyn Renderer,
    prompt: &mut dyn Prompt,
    out: &mut dyn Write,
) -> io::Result<Left> {
    let seat = open_seat(sitting);
    // A resumed game shows the table first.
    let redraw = sitting.made() > 0 && sitting.undoable() > 0;
    let names = Names::new(sitting);
    let mut terminal = Terminal {
        sitting,
        presentation,
        seat,
        renderer,
        prompt,
        out,
        names,
        width: None,
        news: told,
        last: Vec::new(),
        refused: None,
        sentences: Vec::new(),
        redraw,
        table_version: None,
        round: None,
        heading: None,
        heading_round: None,
        status: None,
        summary: None,
        mistaken: false,
        seen: None,
        typed: None,
        lines: Vec::new(),
        undone: Vec::new(),
        early: Vec::new(),
        kept: None,
        pending: None,
        between: None,
        facing: None,
        shown_to: None,
        asked: false,
        posed: (0, Vec::new()),
        numbers: Numbers::NONE,
        amended: Vec::new(),
        short_forms: 0,
        left: Left::ToStop,
    };
    terminal.greet()?;
    if terminal.lay_out()? {
        while terminal.step()? {}
    }
    terminal.leave()?;
    Ok(terminal.left)
}

/// The view that may always be shown: that of a single player, otherwise the open table.
pub fn open_seat(sitting: &dyn Sitting) -> Option<Seat> {
    (sitting.header().players.len() == 1).then_some(0)
}

/// Something that was reported, for `why`.
struct Reported {
    telling: Telling,
    /// Whether something else that was reported says as much.
    repeats: bool,
}

impl Reported {
    /// What was reported of moves.
    fn of(past: Vec<Past>) -> Vec<Reported> {
        let each = |past: Past| {
            let repeats = past.repeats.into_iter();
            past.tellings.into_iter().zip(repeats)
        };
        let all = past.into_iter().flat_map(each);
        all.map(|(telling, repeats)| Reported { telling, repeats })
            .collect()
    }
}

/// A question to confirm before something is done.
enum Pending {
    Moves(ParsedLine),
    End,
    /// What is not where it was.
    Correction,
    /// How the whole table lies.
    Entering(Box<entering::Entering>),
    /// What the answer with this number becomes.
    Amendment(usize),
}

/// How laying out the table goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// To the next step.
    Next,
    /// With the game.
    Play,
    /// No more.
    Leave,
}

/// How the set-up is answered, before it and within it.
const OFFER: &str =
    "`yes` (or Enter) says step by step what to lay on the table; `no` begins the game.";
const STEP: &str = "Enter goes on to the next step; `no` begins the game.";

/// An ambiguous word, in its line.
struct Ambiguity {
    line: Vec<Word>,
    at: usize,
    /// Each meaning as shown, and its id.
    options: Vec<(String, String)>,
}

/// A line of answers.
#[derive(Clone)]
struct Spoken {
    /// How many of the people's moves came before it.
    before: usize,
    /// The line as typed, if everybody may read it.
    said: Option<String>,
    /// What had been said early and not used yet.
    early: Vec<Word>,
}

/// A line that was taken back, or several together.
struct Undone {
    /// How many moves it was.
    moves: usize,
    line: Spoken,
    /// What remained of the words said early.
    early: Vec<Word>,
}

/// An amendment, as long as nothing before it was taken back.
struct Amending {
    /// The number of the answer.
    n: usize,
    /// The lines that counted before.
    lines: Vec<Spoken>,
    /// How many of the people's moves there were right after it, and how many amendments.
    after: (usize, usize),
}

struct Terminal<'a> {
    sitting: &'a mut dyn Sitting,
    presentation: Presentation<'a>,
    /// The seat whose view is shown; `None` is the open table.
    seat: Option<Seat>,
    renderer: &'a mut dyn Renderer,
    prompt: &'a mut dyn Prompt,
    out: &'a mut dyn Write,
    names: Names,
    /// The terminal's current width; `None` if there is no terminal.
    width: Option<usize>,
    /// What has happened and is not yet reported.
    news: Vec<Told>,
    /// What was reported last, for `why`.
    last: Vec<Reported>,
    /// The last answer's refusal, for `why`.
    refused: Option<Refused>,
    /// The table as last shown.
    sentences: Vec<String>,
    /// Whether to show the table regardless of changes.
    redraw: bool,
    /// The state of the table when it was last shown: its version, and the round.
    table_version: Option<u64>,
    round: Option<u32>,
    /// The heading and status line last printed, and the round of that heading.
    heading: Option<String>,
    heading_round: Option<u32>,
    status: Option<String>,
    /// Everybody's standing when last shown.
    summary: Option<String>,
    /// Whether the last line was a mistake: then only the question is repeated.
    mistaken: bool,
    /// The line that was just typed, if everybody saw it.
    seen: Option<String>,
    /// The line being processed, until it has made a move.
    typed: Option<Spoken>,
    /// The lines that count. Words said early are part of the earlier line.
    lines: Vec<Spoken>,
    /// The last one last.
    undone: Vec<Undone>,
    /// Words said early, for questions still to come.
    early: Vec<Word>,
    /// Which of them were last announced as kept.
    kept: Option<Vec<Word>>,
    pending: Option<Pending>,
    between: Option<Ambiguity>,
    /// The player who is alone at the screen.
    facing: Option<Seat>,
    /// Whose view was shown last to who plays for all.
    shown_to: Option<Seat>,
    /// Whether the question has just been shown with the help.
    asked: bool,
    /// The questions on the screen with their answers, and after how many moves they were asked.
    posed: (usize, Vec<String>),
    /// What numbers mean, as the screen shows them.
    numbers: Numbers,
    /// The amendments made here that can be taken back.
    amended: Vec<Amending>,
    /// How many lines began with a short form.
    short_forms: usize,
    left: Left,
}

impl Terminal<'_> {
    /// Tells the news, asks, and processes one line; false at the end.
    fn step(&mut self) -> io::Result<bool> {
        self.width = self.prompt.width();
        if self.presentation.open_hands {
            self.facing = None;
        }
        self.go_on()?;
        let secret = self.sitting.ask().and_then(|ask| ask.secret);
        if self.presentation.open_hands {
            self.facing = secret;
            let viewer = self.viewer();
            if std::mem::replace(&mut self.shown_to, viewer) != viewer {
                self.forget_shown();
            }
        } else if let Some(seat) = self.alone() {
            self.facing = Some(seat);
        } else if self.facing != secret {
            self.clear_screen()?;
        }
        self.tell()?;
        if let Some(seat) = secret.filter(|_| self.facing.is_none()) {
            return self.pass_screen(seat);
        }
        if self.use_early()? {
            return Ok(true);
        }
        self.picture()?;
        self.show()?;
        if !std::mem::take(&mut self.asked) {
            self.ask()?;
        }
        self.numbers = self.numbers_shown();
        self.out.flush()?;
        let Some(line) = self.wait(self.is_private())? else {
            return Ok(true);
        };
        // The window may have been resized.
        self.width = self.prompt.width();
        match line {
            Line::End => Ok(false),
            Line::Garbage(why) => self.misunderstood_note(why).map(|()| true),
            Line::Text(line) => {
                self.echo(&line)?;
                self.take(line.trim())
            }
        }
    }

    /// Waits for a line; `None` if the game was continued somewhere else instead.
    fn wait(&mut self, secret: bool) -> io::Result<Option<Line>> {
        let before = self.sitting.undoable();
        let possible = self.possible();
        match self.prompt.read(self.sitting, possible, secret)? {
            Input::Typed(line) => Ok(Some(line)),
            Input::Played(elsewhere) => self.follow(before, elsewhere).map(|()| None),
        }
    }

    /// Takes in what was done somewhere else; each answer counts as a line typed here.
    fn follow(&mut self, before: usize, elsewhere: Elsewhere) -> io::Result<()> {
        let now = self.sitting.undoable();
        self.lines.retain(|line| line.before < now.min(before));
        self.lines.extend((now > before).then_some(Spoken {
            before,
            said: None,
            early: Vec::new(),
        }));
        self.undone.clear();
        self.amended.clear();
        self.refused = None;
        self.pending = None;
        self.between = None;
        self.early.clear();
        self.news.extend(elsewhere.told);
        elsewhere
            .said
            .iter()
            .try_for_each(|text| self.say(Tone::Dim, text))
    }

    /// Repeats what was typed, for a transcript; a terminal shows it anyway.
    fn echo(&mut self, line: &str) -> io::Result<()> {
        match (self.width, self.is_private()) {
            (Some(_), _) => Ok(()),
            (None, false) => writeln!(self.out, "{}", format!("> {line}").trim_end()),
            (None, true) => {
                writeln!(self.out, "> {}", self.presentation.tell("(not shown)", &[]))
            }
        }
    }

    /// Whether somebody is alone at the screen, to keep a secret.
    fn is_private(&self) -> bool {
        self.facing.is_some() && !self.presentation.open_hands && self.alone().is_none()
    }

    /// How lines are currently interpreted.
    fn mode(&self) -> ParseMode<'_> {
        ParseMode {
            numbers: &self.numbers,
            facing: self.facing,
            strict: false,
            early: false,
        }
    }

    fn greet(&mut self) -> io::Result<()> {
        self.width = self.prompt.width();
        let header = self.sitting.header();
        let players = if self.presentation.resumed {
            names::listed(&header.players)
        } else {
            header.players.join(", ")
        };
        let seed = self
            .presentation
            .tell("Seed {seed}.", &[("seed", &header.seed)]);
        let mut text = format!("{}: {players}. {seed}", self.presentation.title);
        if let Some(journal) = self.sitting.journal() {
            text = text
                + " "
                + &self
                    .presentation
                    .tell("Kept in {file}.", &[("file", &self.called(journal))]);
        }
        let kept = header.secrets == Secrets::Referee
            && self.sitting.journal().is_some()
            && !self.presentation.open_hands;
        if kept && self.sitting.hides() {
            text = text
                + " "
                + &self.presentation.tell(
                    "That file holds what everybody hides: nobody should read it.",
                    &[],
                );
        }
        if header.luck != Luck::Same {
            text = text + " " + &self.presentation.tell(header.luck.meaning(), &[]);
        }
        let how = "Type what you see: `?` lists answers, `u` undoes, `why` explains, `h` helps.";
        text = text + " " + &self.presentation.tell(how, &[]);
        if self.sitting.made() > 0 && self.sitting.undoable() > 0 {
            text = text
                + " "
                + &self
                    .presentation
                    .tell("`audit` lists where everything should be.", &[]);
        }
        self.say(Tone::Dim, &text)?;
        if self.sitting.made() > 0 && self.sitting.undoable() > 0 {
            self.recap()
        } else {
            Ok(())
        }
    }

    /// From the box to the first turn: what the game is about, and its set-up step by step if wanted; false at the end of the
    /// input.
    fn lay_out(&mut self) -> io::Result<bool> {
        let steps = self.sitting.setup();
        let Some(welcome) = self
            .presentation
            .welcome
            .take()
            .filter(|_| !steps.is_empty())
        else {
            return Ok(true);
        };
        welcome
            .iter()
            .try_for_each(|line| writeln!(self.out, "{}", fitted(line, self.width, 0)))?;
        let offer = self
            .presentation
            .tell("Lay out the table with me?  (yes) / no", &[]);
        let mut progress = self.lay_out_step(&offer, 0, &["yes"], OFFER)?;
        for (number, step) in (1..).zip(&steps) {
            if progress != Progress::Next {
                break;
            }
            let more = if number < steps.len() {
                "  (next)"
            } else {
                "  (begin)"
            };
            let told = self.presentation.tell(more, &[]);
            let [english, onward] = [more, &told].map(|word| word.trim().trim_matches(['(', ')']));
            progress = self.lay_out_step(
                &format!("{number}. {step}{told}"),
                3,
                &["yes", english, onward],
                STEP,
            )?;
        }
        Ok(progress != Progress::Leave)
    }

    /// Shows a step of the set-up until somebody goes on, with Enter or one of the words `onward`; `how` says so. Commands are carried out
    /// meanwhile.
    fn lay_out_step(
        &mut self,
        step: &str,
        indent: usize,
        onward: &[&str],
        how: &'static str,
    ) -> io::Result<Progress> {
        loop {
            let shown = fitted(step, self.width, indent);
            let shown = if indent == 0 {
                self.names.toned(Tone::Strong, &shown)
            } else {
                shown
            };
            writeln!(self.out, "{shown}")?;
            self.out.flush()?;
            let line = match self.prompt.read(self.sitting, Possible::default(), false)? {
                // Somebody has started to play.
                Input::Played(elsewhere) => {
                    return self.follow(0, elsewhere).map(|()| Progress::Play);
                }
                Input::Typed(Line::End) => return Ok(Progress::Leave),
                Input::Typed(Line::Garbage(why)) => {
                    self.misunderstood_note(why)?;
                    continue;
                }
                Input::Typed(Line::Text(line)) => line,
            };
            self.width = self.prompt.width();
            let text = line.trim();
            if text.is_empty() || onward.iter().any(|word| self.is_begun(word, text)) {
                return Ok(Progress::Next);
            }
            if self.is_begun("no", text) || text.eq_ignore_ascii_case("stop") {
                return Ok(Progress::Play);
            }
            let called = match text.strip_prefix('/') {
                Some(command) => Command::slashed(command),
                None => Command::named(text),
            };
            // People who know the game start playing. No answer has a number on the screen yet.
            let plays = called == Called::Nothing
                && !text.starts_with(|first: char| first.is_ascii_digit())
                && line_parser::parse(self.sitting, line_parser::words(text), self.mode()).is_ok();
            let goes_on = match called {
                Called::Nothing if plays => self.take(text)?,
                Called::Nothing | Called::One(Command::Answers, _) => {
                    self.note(Tone::Dim, how)?;
                    true
                }
                called => self.command(called, text)?,
            };
            if !goes_on {
                return Ok(Progress::Leave);
            }
            if plays || self.pending.is_some() {
                return Ok(Progress::Play);
            }
        }
    }

    /// The last decision of a person, if there was one, and what chance did since.
    fn recent(&self) -> Vec<Past> {
        let made = self.sitting.made();
        let mut recent = self.sitting.history(made.saturating_sub(RECALLED)..made);
        let last = recent
            .iter()
            .rposition(|past| past.made.by != By::Program)
            .unwrap_or(recent.len());
        recent.split_off(last)
    }

    /// What happened at and since the last decision of a resumed game.
    fn recap(&mut self) -> io::Result<()> {
        let recent = self.recent();
        if recent.is_empty() {
            return Ok(());
        }
        let made = self.sitting.made();
        self.told(
            Tone::Dim,
            "Resuming after {count} moves; the last:",
            &[("count", &made)],
        )?;
        for past in &recent {
            let text = chronicle::shown(self.sitting, past, self.width, self.presentation.language);
            write!(self.out, "{text}")?;
        }
        // It was shown with the moves.
        self.last = Reported::of(recent);
        self.news.clear();
        Ok(())
    }

    fn leave(&mut self) -> io::Result<()> {
        self.clear_screen()?;
        self.kept()?;
        self.out.flush()
    }

    /// Where the game is kept, and how to resume it, each on its own line to copy.
    fn kept(&mut self) -> io::Result<()> {
        let Some(journal) = self.sitting.journal() else {
            return self.note(Tone::Dim, "This game is not being saved.");
        };
        let (kept, command) = match self.sitting.turn() {
            Turn::Over => ("The game is kept. To see it again:", "replay"),
            _ => ("Every answer is kept. To go on:", "resume"),
        };
        let command = format!("  paperkeep {command} {}", argument(&self.called(journal)));
        self.note(Tone::Dim, kept)?;
        writeln!(self.out, "{command}")
    }

    /// A journal's path, or its name alone if it is where journals are kept.
    fn called(&self, journal: &Path) -> String {
        let folder = self.presentation.journals.as_deref();
        let name = journal
            .file_stem()
            .filter(|_| folder.is_some() && journal.parent() == folder);
        match name.and_then(|name| name.to_str()) {
            Some(name) => name.to_owned(),
            None => journal.display().to_string(),
        }
    }

    /// What a person may type now: answers as shown, answers in full, corrections, commands.
    fn possible(&self) -> Possible {
        let asks = match self.facing {
            Some(_) => Asked::now(self.sitting).into_iter().collect(),
            None => asking::batch(self.sitting),
        };
        let listed = || asks.iter().filter(|asked| !asked.ask.unlisted);
        let terse = self.presentation.voice == Voice::Terse;
        let shown = |asked: &Asked, option: usize| match asked.short(option) {
            Some(short) if terse => short.text.clone(),
            _ => asked.brief.plain[option].clone(),
        };
        let options = |asked: &Asked| 0..asked.ask.options.len();
        let all_shown =
            listed().flat_map(|asked| options(asked).map(|option| shown(asked, option)));
        let numbers = self.numbers_shown();
        let numbered = |asked: &Asked, option: usize| {
            let answer = &asked.ask.options[option];
            let number = numbers.number(asked, &answer.id)?;
            Some((number.to_string(), answer.text.clone()))
        };
        let all_numbered: Vec<(String, String)> = listed()
            .flat_map(|asked| options(asked).filter_map(|option| numbered(asked, option)))
            .collect();
        let phrases =
            listed().flat_map(|asked| asked.brief.phrases.iter().map(|(word, _)| word.to_string()));
        let full = listed().flat_map(|asked| &asked.ask.options);
        let full = full.flat_map(|Answer { text, id, .. }| [text.clone(), id.clone()]);
        let commands = Command::ALL
            .iter()
            .filter(|(command, ..)| self.is_usable(*command));
        let commands = commands.map(|(_, names, ..)| names[0].to_owned());
        let corrections = self
            .sitting
            .corrections()
            .into_iter()
            .map(|words| format!("{CORRECT}{words}"));
        let mut groups = [
            all_shown.chain(phrases).collect::<Vec<String>>(),
            full.collect(),
            all_numbered
                .iter()
                .map(|(number, _)| number.clone())
                .collect(),
            corrections.collect(),
            commands.collect(),
        ];
        let mut seen = std::collections::HashSet::new();
        groups
            .iter_mut()
            .for_each(|group| group.retain(|text| seen.insert(text.clone())));
        let meanings = listed().flat_map(|asked| {
            options(asked)
                .map(|option| (shown(asked, option), asked.ask.options[option].text.clone()))
        });
        let meanings = meanings.chain(all_numbered);
        Possible {
            groups: groups.into(),
            meanings: meanings.collect(),
        }
    }

    /// Says something of its own, in the language of the prompt.
    fn note(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        self.told(tone, text, &[])
    }

    /// The same; `{name}` is replaced.
    fn told(&mut self, tone: Tone, text: &str, with: &[(&str, &dyn Display)]) -> io::Result<()> {
        let text = self.presentation.tell(text, with);
        self.say(tone, &text)
    }

    fn say(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        let text = fitted(text, self.width, 0);
        // A refusal has a single colour.
        let toned = if tone == Tone::Bad {
            toned(tone, &text)
        } else {
            self.names.toned(tone, &text)
        };
        writeln!(self.out, "{toned}")
    }

    /// Names in a column, with their meanings beside them.
    fn columns(&mut self, rows: &[(String, String)]) -> io::Result<()> {
        let column = rows
            .iter()
            .map(|(name, _)| name.chars().count())
            .max()
            .unwrap_or(0)
            + 2;
        for (name, means) in rows {
            let room = self
                .width
                .map(|width| width.saturating_sub(2 + column).max(20));
            let means = fitted(means, room, 0).replace('\n', &format!("\n{:1$}", "", 2 + column));
            writeln!(self.out, "  {name:<column$}{means}")?;
        }
        Ok(())
    }

    fn list(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| {
            writeln!(
                self.out,
                "  {}",
                fitted(line, self.width.map(|width| width.saturating_sub(2)), 4)
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::prompt::Pipe;
    use super::super::renderer::NoRenderer;
    use super::*;
    use crate::referee::toy::session;

    fn rules() -> Vec<Rule> {
        let rule = |id: &str, title: &str, text: &str| Rule {
            id: id.into(),
            title: title.into(),
            text: text.into(),
            wording: Default::default(),
            also: vec![],
            pieces: Vec::new(),
        };
        vec![
            rule("T3", "The die", "A 1 loses the pot and the turn."),
            rule("T4", "Holding", "An empty pot cannot be held."),
        ]
    }

    /// The transcript when these lines are typed into a pipe.
    fn talk(seed: u64, physical: &[&str], drawn: bool, input: &str) -> String {
        let (mut session, told) = session(seed, physical);
        let rules = rules();
        let presentation = Presentation::new("Toy", &rules, drawn);
        let mut out = anstream::StripStream::new(Vec::new());
        run(
            &mut session,
            told,
            presentation,
            &mut NoRenderer,
            &mut Pipe(input.as_bytes()),
            &mut out,
        )
        .unwrap();
        String::from_utf8(out.into_inner()).unwrap()
    }

    #[test]
    fn a_short_game_through_a_pipe() {
        insta::assert_snapshot!(talk(
            7,
            &["dice"],
            false,
            "\nhelp\nhold\nwhy\nroll\n7\n4\nflip; heads; 1\n5 6\nundo\nundo 9\nredo\nwhy\nwhy hold\nho\n\nrol; 3\nh\nhist 2\nquit\n"
        ));
    }

    #[test]
    fn a_drawn_table_is_shown_when_it_changed() {
        insta::assert_snapshot!(talk(
            7,
            &["dice"],
            true,
            "look\nr\n4 2\nrule die\nrule\nboard\nsetup\nphysical\nphysical none\nsave\n"
        ));
    }

    #[test]
    fn several_results_at_once_stop_where_a_player_decides() {
        // Once the pot holds something there is a choice, so a number no longer means the die.
        let text = talk(7, &["dice"], false, "3 5\nhold 4 6\n");
        assert!(
            text.contains("`5` does not answer what comes next: Ann, what now?"),
            "{text}"
        );
        assert!(!text.contains("Ann rolls 3"), "{text}");
    }

    #[test]
    fn a_secret_is_asked_once_the_screen_is_passed() {
        insta::assert_snapshot!(talk(
            7,
            &["all"],
            false,
            "why 3\nhelp\n\n9\n3\n3; 6\n\n3\n1\nhistory\npeek Zed\npeek ann\n\n\nundo 2\nquit\n"
        ));
    }

    #[test]
    fn a_game_that_goes_on_tells_where_it_was() {
        let (mut session, _) = session(7, &[]);
        session.answer("roll").unwrap();
        let rules = rules();
        let presentation = Presentation::new("Toy", &rules, false);
        let mut out = anstream::StripStream::new(Vec::new());
        run(
            &mut session,
            Vec::new(),
            presentation,
            &mut NoRenderer,
            &mut Pipe("why\n".as_bytes()),
            &mut out,
        )
        .unwrap();
        insta::assert_snapshot!(String::from_utf8(out.into_inner()).unwrap());
    }

    #[test]
    fn an_earlier_answer_is_replaced_and_put_back() {
        let text = talk(
            7,
            &["dice"],
            false,
            "roll\n4\nlog\namend 4 2\nundo\namend 4\n\namend 1 3\namend x\namend 4 9\n",
        );
        for said in [
            "Number 4 is now: 2. It was: 4.",
            "Number 4 is as it was.",
            "Not done.",
            "move 1 is not an answer that anybody gave",
            "`amend` takes the number of an answer",
            "Not possible: the die has the faces 1 to 6.",
        ] {
            assert!(text.contains(said), "{said} is not in: {text}");
        }
    }

    #[test]
    fn one_person_plays_all_hands_without_passing_the_screen() {
        let (mut session, told) = session(7, &["all"]);
        let rules = rules();
        let presentation = Presentation {
            open_hands: true,
            ..Presentation::new("Toy", &rules, false)
        };
        let mut out = anstream::StripStream::new(Vec::new());
        run(
            &mut session,
            told,
            presentation,
            &mut NoRenderer,
            &mut Pipe("3\n6\nroll\n2\n".as_bytes()),
            &mut out,
        )
        .unwrap();
        let text = String::from_utf8(out.into_inner()).unwrap();
        assert!(
            !text.contains("Pass the laptop") && !text.contains("(not shown)"),
            "{text}"
        );
        assert!(text.contains("> roll"), "{text}");
    }

    #[test]
    fn the_end_is_told_once() {
        let text = talk(7, &[], false, "end\nyes\nhint\nodds\nwhy 1\n");
        assert_eq!(text.matches("The game is over.").count(), 4, "{text}");
    }

    #[test]
    fn no_input_does_harm() {
        for line in [
            ";",
            ";;;",
            "/",
            "//",
            "/x",
            "undo 0",
            "undo x",
            "\u{0}",
            "é ü",
            "1;1;1;1",
            "physical hat",
            "why é",
            "rule é",
            "9".repeat(99).as_str(),
        ] {
            let text = talk(7, &[], false, &format!("{line}\n"));
            assert!(text.contains("Ann, what now?"), "{line}: {text}");
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(200))]

        /// Words a person could type, and worse, in any order: nothing panics, and the session goes on to the end of the input.
        #[test]
        fn any_words_are_survived(lines in proptest::collection::vec(
            "(roll|hold|flip|heads|tails|[1-6]|undo|redo|why|peek|Ann|correct|end|pot|audit|history|physical|all|none|help|look|/|;| |\\PC){0,6}",
            0..30,
        )) {
            let text = talk(7, if lines.len() % 2 == 0 { &[] } else { &["all"] }, false, &lines.join("\n"));
            proptest::prop_assert!(text.contains("This game is not being saved."));
        }
    }
}
