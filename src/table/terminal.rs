//! The line prompt: tells what happened, shows the table where it changed, asks, takes answers and commands.
//!
//! It never moves the cursor and never reads more than a line, so that it keeps its scroll-back and works through pipes, over
//! ssh and with screen readers.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;

use super::command::{Called, Command};
use super::lines::Line;
use super::paint::{drawing, toned, wrapped};
use super::prompt::Prompt;
use super::reading::{self, Care, Reading, words};
use super::{Ending, rulebook};
use crate::kit::Rule;
use crate::referee::{Answer, Ask, By, Past, Refused, Screen, Seat, Sitting, Telling, Told, Tone, Trouble, Turn};

/// No longer list of answers is shown unasked.
const MOST_OPTIONS: usize = 40;

/// Moves that `history` shows if it is not told how many.
const RECENT: usize = 10;

/// The width assumed for drawings where lines are not shown on a terminal.
const WIDTH: usize = 80;

/// How a session is shown.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The game's title.
    pub title: &'a str,
    pub rules: &'a [Rule],
    /// The table is drawn; otherwise it is told in sentences.
    pub drawn: bool,
}

/// Plays at the prompt until the input ends or the person quits. `told` happened before the first question.
pub fn run(
    sitting: &mut dyn Sitting,
    told: Vec<Told>,
    look: Look<'_>,
    prompt: &mut dyn Prompt,
    out: &mut dyn Write,
) -> io::Result<()> {
    // Alone, the person at the prompt is the player.
    let seat = (sitting.header().players.len() == 1).then_some(0);
    let mut terminal = Terminal {
        sitting,
        look,
        seat,
        prompt,
        out,
        width: None,
        news: told,
        last: Vec::new(),
        refused: None,
        board: Screen::default(),
        sentences: Vec::new(),
        waiting: VecDeque::new(),
        asked: false,
    };
    terminal.greet()?;
    while terminal.step()? {}
    terminal.leave()
}

/// Shows the moves of a game up to number `to`, and the table after them.
pub fn replay(
    sitting: &dyn Sitting,
    to: usize,
    look: Look<'_>,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let to = to.min(sitting.made());
    for past in sitting.history(0..to) {
        write!(out, "{}", chronicle(sitting, &past, width))?;
    }
    writeln!(out)?;
    let seat = (sitting.header().players.len() == 1).then_some(0);
    match look.drawn {
        true => write!(out, "{}", drawing(&sitting.board(to, seat, width.unwrap_or(WIDTH))))?,
        false => sitting.describe(to, seat).iter().try_for_each(|sentence| writeln!(out, "{}", fit(sentence, width)))?,
    }
    if let Some(outcome) = sitting.outcome().filter(|_| to == sitting.made()) {
        writeln!(out)?;
        let players = &sitting.header().players;
        for sentence in Ending::new(&outcome, players).sentences(players) {
            writeln!(out, "{}", toned(Tone::Strong, &sentence))?;
        }
    }
    out.flush()
}

/// An answer or command that was typed and is not yet taken.
struct Typed {
    text: String,
    /// It was typed as one of several results of chance.
    result: bool,
}

struct Terminal<'a> {
    sitting: &'a mut dyn Sitting,
    look: Look<'a>,
    /// Whose view is shown; `None` is the open table.
    seat: Option<Seat>,
    prompt: &'a mut dyn Prompt,
    out: &'a mut dyn Write,
    /// The terminal's width now; `None` if there is none.
    width: Option<usize>,
    /// What happened and is not yet told.
    news: Vec<Told>,
    /// What was told last, for `why`.
    last: Vec<Telling>,
    /// The last answer's refusal, for `why`.
    refused: Option<Refused>,
    /// The table as last drawn.
    board: Screen,
    /// The table as last told.
    sentences: Vec<String>,
    waiting: VecDeque<Typed>,
    /// The question has just been shown with the help.
    asked: bool,
}

impl Terminal<'_> {
    /// Tells the news, asks, and takes one line; false at the end.
    fn step(&mut self) -> io::Result<bool> {
        self.width = self.prompt.width();
        self.tell()?;
        if self.waiting.is_empty() {
            self.show()?;
            if !std::mem::take(&mut self.asked) {
                self.ask()?;
            }
            self.out.flush()?;
            match self.prompt.read(self.possible())? {
                Line::End => return Ok(false),
                Line::Garbage(why) => self.say(Tone::Bad, why)?,
                Line::Text(line) => self.queue(&line)?,
            }
        }
        match self.waiting.pop_front() {
            Some(typed) => self.take(typed),
            None => Ok(true),
        }
    }

    fn queue(&mut self, line: &str) -> io::Result<()> {
        if self.width.is_none() {
            // What is typed on a terminal is seen there; a transcript shows it too.
            writeln!(self.out, "{}", format!("> {line}").trim_end())?;
        }
        let parts = line.split(';').map(str::trim);
        let parts: Vec<&str> =
            if line.contains(';') { parts.filter(|part| !part.is_empty()).collect() } else { parts.collect() };
        self.waiting.extend(parts.into_iter().map(|text| Typed { text: text.to_owned(), result: false }));
        Ok(())
    }

    /// Takes one answer or command; false to stop.
    fn take(&mut self, Typed { text, result }: Typed) -> io::Result<bool> {
        let ask = self.sitting.ask();
        if text.is_empty() {
            match ask.as_ref().map(|ask| ask.options.as_slice()) {
                None => return Ok(false),
                Some([only]) => self.answer(&only.id)?,
                Some(_) => {}
            }
            return Ok(true);
        }
        if let Some(command) = text.strip_prefix('/') {
            return match Command::named(command) {
                Called::Nothing => self.command_begun(command),
                called => self.command(called, &text),
            };
        }
        let Some(ask) = ask else {
            return match Command::named(&text) {
                Called::Nothing => self.command_begun(&text),
                called => self.command(called, &text),
            };
        };
        if result && matches!(ask.turn, Turn::Player(_)) {
            self.waiting.push_front(Typed { text, result });
            self.drop_waiting()?;
            return Ok(true);
        }
        if self.try_answer(&ask, self.whole(&text, &ask))? {
            return Ok(true);
        }
        if let called @ (Called::One(..) | Called::Several(_)) = Command::named(&text) {
            return self.command(called, &text);
        }
        if self.try_answer(&ask, self.begun(&text, &ask))? {
            return Ok(true);
        }
        if let (false, Some((first, rest))) = (matches!(ask.turn, Turn::Player(_)), text.split_once(char::is_whitespace)) {
            let understood = match self.whole(first, &ask) {
                Meaning::Nothing => self.begun(first, &ask),
                meaning => meaning,
            };
            if !matches!(understood, Meaning::Nothing) {
                self.waiting.push_front(Typed { text: rest.trim().to_owned(), result: true });
                self.try_answer(&ask, understood)?;
                return Ok(true);
            }
        }
        self.command_begun(&text)
    }

    /// What words mean as an answer, taken whole.
    fn whole(&self, text: &str, ask: &Ask) -> Meaning {
        match reading::read(text, ask, Care::Whole) {
            Reading::One(index) => Meaning::Move(ask.options[index].id.clone()),
            Reading::Several(options) => Meaning::Several(options),
            Reading::Beyond => Meaning::Beyond,
            Reading::Nothing => self.known_move([text.to_owned(), words(text).join(":")]),
        }
    }

    /// What words mean as an answer, if their beginnings will do; and moves that are known and not legal now.
    fn begun(&self, text: &str, ask: &Ask) -> Meaning {
        match reading::read(text, ask, Care::Beginnings) {
            Reading::One(index) => Meaning::Move(ask.options[index].id.clone()),
            Reading::Several(options) => Meaning::Several(options),
            Reading::Beyond => Meaning::Beyond,
            Reading::Nothing => {
                let mut kinds: Vec<&str> =
                    ask.options.iter().filter_map(|option| Some(option.id.split_once(':')?.0)).collect();
                kinds.dedup();
                let forms = [text.to_owned(), text.to_lowercase(), text.to_uppercase()];
                self.known_move(kinds.iter().flat_map(|kind| forms.iter().map(move |form| format!("{kind}:{form}"))))
            }
        }
    }

    /// The first of these names that is a move of this game, legal or not.
    fn known_move(&self, ids: impl IntoIterator<Item = String>) -> Meaning {
        let known = |id: &String| !matches!(self.sitting.judge(id), Err(Trouble::NotAMove(_)));
        ids.into_iter().find(known).map_or(Meaning::Nothing, Meaning::Move)
    }

    /// Does what was meant; false if nothing was.
    fn try_answer(&mut self, ask: &Ask, meaning: Meaning) -> io::Result<bool> {
        match meaning {
            Meaning::Nothing => return Ok(false),
            Meaning::Move(id) => self.answer(&id)?,
            Meaning::Several(options) => {
                let named: Vec<String> = options.iter().map(|index| label(&ask.options[*index], ask)).collect();
                self.say(Tone::Bad, &format!("That could be: {}.", named.join("; ")))?;
                self.drop_waiting()?;
            }
            Meaning::Beyond => {
                self.say(Tone::Bad, &format!("There are answers 1 to {}.", ask.options.len()))?;
                self.drop_waiting()?;
            }
        }
        Ok(true)
    }

    fn answer(&mut self, id: &str) -> io::Result<()> {
        match self.sitting.answer(id) {
            Ok(told) => {
                self.refused = None;
                self.news.extend(told);
                Ok(())
            }
            Err(trouble) => self.trouble(trouble),
        }
    }

    fn trouble(&mut self, trouble: Trouble) -> io::Result<()> {
        let mut text = format!("Not possible: {trouble}");
        if !text.ends_with('.') {
            text.push('.');
        }
        if let Trouble::Refused(refused) = trouble {
            if let Some(rule) = refused.rule {
                text.push_str(&format!(" ({rule})"));
            }
            self.refused = Some(refused);
        }
        self.say(Tone::Bad, &text)?;
        self.drop_waiting()
    }

    /// Forgets what was typed ahead, and says so.
    fn drop_waiting(&mut self) -> io::Result<()> {
        let dropped: Vec<String> = self.waiting.drain(..).map(|typed| format!("`{}`", typed.text)).collect();
        match dropped.is_empty() {
            true => Ok(()),
            false => self.say(Tone::Dim, &format!("Not used: {}.", dropped.join("; "))),
        }
    }

    fn command_begun(&mut self, text: &str) -> io::Result<bool> {
        self.command(Command::begun(text), text)
    }

    fn command(&mut self, called: Called<'_>, text: &str) -> io::Result<bool> {
        let (command, rest) = match called {
            Called::One(command, rest) => (command, rest),
            Called::Several(names) => {
                self.say(Tone::Bad, &format!("That could be: {}.", names.join(", ")))?;
                self.drop_waiting()?;
                return Ok(true);
            }
            Called::Nothing => {
                self.say(Tone::Bad, &format!("`{text}` is no answer here; `help` shows what is."))?;
                self.drop_waiting()?;
                return Ok(true);
            }
        };
        match command {
            Command::Help => self.help()?,
            Command::Undo => self.undo(rest)?,
            Command::Redo => self.redo(rest)?,
            Command::Rule => self.rule(rest)?,
            Command::Why => self.why(rest)?,
            Command::Board => self.draw()?,
            Command::Look => {
                let sentences = self.sitting.describe(usize::MAX, self.seat);
                self.list(&sentences)?;
            }
            Command::Setup => {
                let steps = self.sitting.setup();
                let steps: Vec<String> = (1..).zip(steps).map(|(number, step)| format!("{number}. {step}")).collect();
                self.list(&steps)?;
            }
            Command::History => self.history(rest)?,
            Command::Physical => self.physical(rest)?,
            Command::Save => {
                let kept = kept(self.sitting);
                self.say(Tone::Plain, &kept)?;
            }
            Command::Quit => return Ok(false),
        }
        Ok(true)
    }

    fn undo(&mut self, rest: &str) -> io::Result<()> {
        let Some(times) = self.times(rest)? else { return Ok(()) };
        match self.sitting.undo(times) {
            Ok(back) => {
                let people = back.moves.iter().filter(|made| made.by != By::Program);
                let moves: Vec<&str> = people.map(|made| made.text.as_str()).collect();
                let luck = match back.moves.len() > moves.len() {
                    true => " The same move again meets the same fate.",
                    false => "",
                };
                (self.last, self.refused, self.news) = (Vec::new(), None, back.told);
                self.say(Tone::Cool, &format!("Taken back: {}.{luck}", moves.join("; ")))
            }
            Err(trouble) => self.trouble(trouble),
        }
    }

    fn redo(&mut self, rest: &str) -> io::Result<()> {
        let Some(times) = self.times(rest)? else { return Ok(()) };
        match self.sitting.redo(times) {
            Ok(told) => {
                self.news.extend(told);
                self.say(Tone::Cool, "Made again.")
            }
            Err(trouble) => self.trouble(trouble),
        }
    }

    /// How often: 1 if nothing is said.
    fn times(&mut self, rest: &str) -> io::Result<Option<usize>> {
        let times = if rest.is_empty() { Some(1) } else { rest.parse().ok().filter(|times| *times > 0) };
        if times.is_none() {
            self.say(Tone::Bad, &format!("`{rest}` is no number of moves."))?;
        }
        Ok(times)
    }

    fn rule(&mut self, rest: &str) -> io::Result<()> {
        let found = rulebook::find(self.look.rules, rest);
        match found.as_slice() {
            [] if rest.is_empty() => self.say(Tone::Plain, "Which one? `rule R12`, or a word: `rule door`."),
            [] => self.say(Tone::Bad, &format!("No rule speaks of `{rest}`.")),
            few if few.len() <= 3 => few.iter().try_for_each(|rule| self.show_rule(rule)),
            many => {
                let lines: Vec<String> = many.iter().map(|rule| format!("{:<4} {}", rule.id, rule.title)).collect();
                self.list(&lines)
            }
        }
    }

    fn show_rule(&mut self, rule: &Rule) -> io::Result<()> {
        writeln!(self.out, "{}", rule_text(rule, self.width))
    }

    /// The rules behind a refusal, an answer, or what happened last.
    fn why(&mut self, rest: &str) -> io::Result<()> {
        if !rest.is_empty() {
            return self.why_not(rest);
        }
        if let Some(refused) = self.refused.clone() {
            return self.why_refused(&refused);
        }
        let last = std::mem::take(&mut self.last);
        if last.is_empty() {
            self.say(Tone::Plain, "Nothing happened since; `rule` finds a rule by its number or a word.")?;
        }
        let mut shown = Vec::new();
        for Telling { rule, text, .. } in &last {
            self.say(Tone::Plain, &format!("{text} ({rule})"))?;
            if !shown.contains(rule) {
                shown.push(*rule);
            }
        }
        for rule in shown.into_iter().filter_map(|id| rulebook::rule(self.look.rules, id)) {
            self.show_rule(rule)?;
        }
        self.last = last;
        Ok(())
    }

    /// Why words are not an answer now.
    fn why_not(&mut self, text: &str) -> io::Result<()> {
        let Some(ask) = self.sitting.ask() else { return self.say(Tone::Plain, "The game is over.") };
        let meaning = match self.whole(text, &ask) {
            Meaning::Nothing => self.begun(text, &ask),
            meaning => meaning,
        };
        let Meaning::Move(id) = meaning else { return self.say(Tone::Plain, &format!("`{text}` is no move that I know.")) };
        match self.sitting.judge(&id) {
            Ok(()) => self.say(Tone::Good, &format!("`{text}` is possible now.")),
            Err(Trouble::Refused(refused)) => self.why_refused(&refused),
            Err(trouble) => self.trouble(trouble),
        }
    }

    fn why_refused(&mut self, refused: &Refused) -> io::Result<()> {
        let Refused { reason, rule } = refused;
        self.say(Tone::Plain, &format!("{reason}{}", rule.map_or(String::new(), |rule| format!(" ({rule})"))))?;
        match rule.and_then(|id| rulebook::rule(self.look.rules, id)) {
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
            let text = chronicle(self.sitting, &past, self.width);
            write!(self.out, "{text}")?;
        }
        Ok(())
    }

    fn physical(&mut self, rest: &str) -> io::Result<()> {
        if !rest.is_empty() {
            let names: Vec<String> = rest.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned).collect();
            let names = if rest.eq_ignore_ascii_case("none") { Vec::new() } else { names };
            match self.sitting.hand_over(&names) {
                Ok(told) => self.news.extend(told),
                Err(trouble) => return self.trouble(trouble),
            }
        }
        let lines: Vec<String> = (self.sitting.sources().iter().zip(self.sitting.physical()))
            .map(|(source, yours)| {
                format!("{} ({}): {}", source.name, source.group, if *yours { "yours" } else { "the program's" })
            })
            .collect();
        self.list(&lines)
    }

    fn help(&mut self) -> io::Result<()> {
        self.ask()?;
        self.asked = true;
        let usable = |command: &Command| match command {
            Command::Undo => self.sitting.undoable() > 0,
            Command::Redo => self.sitting.redoable() > 0,
            Command::Rule => !self.look.rules.is_empty(),
            Command::Why => !self.last.is_empty() || self.refused.is_some(),
            Command::Setup => !self.sitting.setup().is_empty(),
            Command::History => self.sitting.made() > 0,
            Command::Save => self.sitting.journal().is_some(),
            _ => true,
        };
        let usable = Command::ALL.iter().filter(|(command, ..)| usable(command));
        let typed = |names: &[&str], takes: &str| format!("{} {takes}", names.join(" or "));
        let lines: Vec<(String, &str)> = usable.map(|(_, names, takes, does)| (typed(names, takes), *does)).collect();
        let column = lines.iter().map(|(typed, _)| typed.len()).max().unwrap_or(0);
        let lines: Vec<String> = lines.iter().map(|(typed, does)| format!("{typed:<column$}  {does}")).collect();
        self.list(&lines)?;
        let hint = "An answer is its number or its words, as short as is clear. Several fit on one line with ; between them. \
                    A / before a word makes it a command.";
        self.say(Tone::Dim, hint)
    }

    /// Tells what happened since.
    fn tell(&mut self) -> io::Result<()> {
        let news = std::mem::take(&mut self.news);
        for told in &news {
            writeln!(self.out, "{}", fit(&told.telling.text, self.width))?;
        }
        if !news.is_empty() {
            self.last = news.into_iter().map(|told| told.telling).collect();
        }
        Ok(())
    }

    /// Shows the table, or what is new about it.
    fn show(&mut self) -> io::Result<()> {
        if self.look.drawn {
            let board = self.sitting.board(usize::MAX, self.seat, self.width.unwrap_or(WIDTH));
            if board != self.board {
                write!(self.out, "\n{}", drawing(&board))?;
                self.board = board;
            }
            return Ok(());
        }
        let sentences = self.sitting.describe(usize::MAX, self.seat);
        let new: Vec<String> = sentences.iter().filter(|sentence| !self.sentences.contains(sentence)).cloned().collect();
        self.sentences = sentences;
        self.list(&new)
    }

    fn draw(&mut self) -> io::Result<()> {
        let board = self.sitting.board(usize::MAX, self.seat, self.width.unwrap_or(WIDTH));
        write!(self.out, "{}", drawing(&board))
    }

    /// Asks, or says how the game ended.
    fn ask(&mut self) -> io::Result<()> {
        writeln!(self.out)?;
        let Some(ask) = self.sitting.ask() else { return self.end() };
        self.say(Tone::Strong, &ask.question)?;
        if !reading::numbered(&ask) {
            let texts: Vec<String> = ask.options.iter().map(|option| label(option, &ask)).collect();
            return self.say(Tone::Plain, &format!("  {}", texts.join(", ")));
        }
        let enter = if ask.options.len() == 1 { "  (Enter)" } else { "" };
        let labels: Vec<String> = ask.options.iter().take(MOST_OPTIONS).map(|option| label(option, &ask)).collect();
        let cell = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) + 6;
        let columns = match self.width {
            Some(width) if labels.len() > 6 => (width / cell).clamp(1, 4),
            _ => 1,
        };
        let rows = labels.len().div_ceil(columns);
        for row in 0..rows {
            let mut line = String::new();
            for (index, label) in labels.iter().enumerate().skip(row).step_by(rows) {
                let padding = if index + rows < labels.len() { cell - 4 } else { 0 };
                line.push_str(&format!("{} {label:<padding$}", toned(Tone::Cool, &format!("{:>3}", index + 1))));
            }
            writeln!(self.out, "{line}{enter}")?;
        }
        match ask.options.len().saturating_sub(MOST_OPTIONS) {
            0 => Ok(()),
            more => self.say(Tone::Dim, &format!("    and {more} more, by their words")),
        }
    }

    fn end(&mut self) -> io::Result<()> {
        self.say(Tone::Strong, "The game is over.")?;
        let players = self.sitting.header().players.clone();
        if let Some(outcome) = self.sitting.outcome() {
            for sentence in Ending::new(&outcome, &players).sentences(&players) {
                self.say(Tone::Strong, &sentence)?;
            }
        }
        self.say(Tone::Dim, "`undo` takes the last move back; Enter ends.")
    }

    fn greet(&mut self) -> io::Result<()> {
        self.width = self.prompt.width();
        let header = self.sitting.header();
        let mut text = format!("{}: {}. Seed {}.", self.look.title, header.players.join(", "), header.seed);
        if let Some(journal) = self.sitting.journal() {
            text.push_str(&format!(" Kept in {}.", journal.display()));
        }
        text.push_str(" `help` shows what you can do.");
        self.say(Tone::Dim, &text)
    }

    fn leave(&mut self) -> io::Result<()> {
        let text = kept(self.sitting);
        self.say(Tone::Dim, &text)?;
        self.out.flush()
    }

    /// What a person may type now, for completion.
    fn possible(&self) -> Vec<String> {
        let answers = self.sitting.ask().map_or(Vec::new(), |ask| ask.options);
        let (texts, ids): (Vec<String>, Vec<String>) = answers.into_iter().map(|Answer { text, id, .. }| (text, id)).unzip();
        let commands = Command::ALL.iter().map(|(_, names, ..)| names[0].to_owned());
        let mut all: Vec<String> = texts.into_iter().chain(ids).chain(commands).collect();
        let mut seen = std::collections::HashSet::new();
        all.retain(|text| seen.insert(text.clone()));
        all
    }

    fn say(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", toned(tone, &fit(text, self.width)))
    }

    fn list(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| writeln!(self.out, "  {}", fit_indented(line, self.width, 4)))
    }
}

/// What words mean as an answer.
enum Meaning {
    /// The move of this id, legal or not.
    Move(String),
    Several(Vec<usize>),
    Beyond,
    Nothing,
}

/// An option as it is listed: what to type for it must be seen.
fn label(option: &Answer, ask: &Ask) -> String {
    let tail = reading::tail(option);
    let said = words(&option.text);
    match ask.turn {
        Turn::Player(_) => option.text.clone(),
        _ if tail.iter().all(|word| said.contains(word)) => option.text.clone(),
        _ => format!("{}: {}", option.id.split_once(':').map_or(option.id.as_str(), |(_, tail)| tail), option.text),
    }
}

/// A move and what happened, as lines.
fn chronicle(sitting: &dyn Sitting, Past { made, tellings }: &Past, width: Option<usize>) -> String {
    let mut text = format!("{}\n", fit(&format!("{:>4} {}: {}", made.n, sitting.name(made.by), made.text), width));
    for telling in tellings {
        text.push_str(&format!("     {}\n", fit_indented(&telling.text, width.map(|width| width.saturating_sub(5)), 5)));
    }
    text
}

/// A rule with its number and title.
pub fn rule_text(rule: &Rule, width: Option<usize>) -> String {
    let title = toned(Tone::Strong, &format!("{} {}", rule.id, rule.title));
    format!("{title}\n  {}", fit_indented(&rule.text, width.map(|width| width.saturating_sub(2)), 2))
}

/// Where the game is, and how to go on with it.
fn kept(sitting: &dyn Sitting) -> String {
    let Some(journal) = sitting.journal() else { return "This game is not written down.".into() };
    let file = quoted(journal);
    match sitting.turn() {
        Turn::Over => format!("The game is kept in {file}. To see it again: paperkeep replay {file}"),
        _ => format!("Every answer is kept in {file}. To go on: paperkeep resume {file}"),
    }
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "/._-~".contains(letter);
    if path.chars().all(plain) { path } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

fn fit(text: &str, width: Option<usize>) -> String {
    fit_indented(text, width, 0)
}

/// A sentence in lines of the terminal; as it is where there is none.
fn fit_indented(text: &str, width: Option<usize>, indent: usize) -> String {
    match width {
        Some(width) if text.chars().count() > width => wrapped(text, width, indent),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::prompt::Pipe;
    use super::*;
    use crate::referee::toy::session;

    fn rules() -> Vec<Rule> {
        let rule = |id: &str, title: &str, text: &str| Rule { id: id.into(), title: title.into(), text: text.into() };
        vec![rule("T3", "The die", "A 1 loses the pot and the turn."), rule("T4", "Holding", "An empty pot cannot be held.")]
    }

    /// The transcript when these lines are typed into a pipe.
    fn talk(seed: u64, physical: &[&str], drawn: bool, input: &str) -> String {
        let (mut session, told) = session(seed, physical);
        let rules = rules();
        let look = Look { title: "Toy", rules: &rules, drawn };
        let mut out = anstream::StripStream::new(Vec::new());
        run(&mut session, told, look, &mut Pipe(input.as_bytes()), &mut out).unwrap();
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
        let text = talk(7, &["all"], false, "3 2 6\n");
        assert!(text.contains("Ann is dealt a card.\nBob is dealt a card.\nNot used: `6`."), "{text}");
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
}
