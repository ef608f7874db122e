//! The line prompt: tells what happened, shows the table where it changed, asks, takes answers and commands.
//!
//! It never moves the cursor and never reads more than a line, so that it keeps its scroll-back and works through pipes, over
//! ssh and with screen readers.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;

use super::command::{Called, Command};
use super::easel::Easel;
use super::lines::Line;
use super::meaning::{self, Meaning};
use super::paint::{drawing, fitted, toned};
use super::prompt::{CORRECT, Prompt};
use super::{Ending, chronicle, menu, reading};
use crate::kit::Rule;
use crate::referee::journal::{Luck, Secrets};
use crate::referee::{Answer, Ask, By, Past, Refused, Screen, Seat, Sitting, Telling, Told, Tone, Trouble, Turn};

mod commands;
mod curtain;

/// The width assumed for drawings where lines are not shown on a terminal.
pub(super) const WIDTH: usize = 80;

/// How far back the last decision of a game that goes on is looked for.
const RECALLED: usize = 50;

/// The most options that are named when words fit several.
const MOST_NAMED: usize = 6;

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
    easel: &mut dyn Easel,
    prompt: &mut dyn Prompt,
    out: &mut dyn Write,
) -> io::Result<()> {
    let seat = open_seat(sitting);
    let mut terminal = Terminal {
        sitting,
        look,
        seat,
        easel,
        prompt,
        out,
        width: None,
        news: told,
        last: Vec::new(),
        refused: None,
        board: Screen::default(),
        sentences: Vec::new(),
        waiting: VecDeque::new(),
        facing: None,
        asked: false,
    };
    terminal.greet()?;
    while terminal.step()? {}
    terminal.leave()
}

/// Whose view everybody may look at: alone, the person at the prompt is the player; otherwise the open table.
pub fn open_seat(sitting: &dyn Sitting) -> Option<Seat> {
    (sitting.header().players.len() == 1).then_some(0)
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
    easel: &'a mut dyn Easel,
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
    /// Who alone looks at the screen.
    facing: Option<Seat>,
    /// The question has just been shown with the help.
    asked: bool,
}

impl Terminal<'_> {
    /// Tells the news, asks, and takes one line; false at the end.
    fn step(&mut self) -> io::Result<bool> {
        self.width = self.prompt.width();
        let secret = self.sitting.ask().and_then(|ask| ask.secret);
        if self.facing != secret {
            self.lower_curtain()?;
        }
        let told = self.tell()?;
        if let Some(seat) = secret.filter(|_| self.facing.is_none()) {
            return self.raise_curtain(seat);
        }
        if self.waiting.is_empty() {
            self.picture()?;
            self.show(&told)?;
            if !std::mem::take(&mut self.asked) {
                self.ask()?;
            }
            self.out.flush()?;
            let line = self.prompt.read(self.possible(), secret.is_some())?;
            // The window may be another size by now.
            self.width = self.prompt.width();
            match line {
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
            match self.facing {
                None => writeln!(self.out, "{}", format!("> {line}").trim_end())?,
                Some(_) => writeln!(self.out, "> (not shown)")?,
            }
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
                Some([only]) if !ask.as_ref().is_some_and(|ask| ask.unlisted) => self.answer(&only.id)?,
                Some(_) => {}
            }
            return Ok(true);
        }
        if let Some(command) = text.strip_prefix('/') {
            return self.command(Command::slashed(command), command);
        }
        let Some(ask) = ask else {
            return match Command::named(&text) {
                Called::Nothing => self.command_begun(&text),
                called => self.command(called, &text),
            };
        };
        // In a list that changes with every result, a number typed ahead could be anything.
        let blind = |text: &str| reading::numbered(&ask) && reading::is_number(text);
        if result && (matches!(ask.turn, Turn::Player(_)) || blind(text.split_whitespace().next().unwrap_or(""))) {
            self.waiting.push_front(Typed { text, result });
            self.drop_waiting()?;
            return Ok(true);
        }
        if self.try_answer(&ask, meaning::whole(&text, &ask, self.sitting))? {
            return Ok(true);
        }
        if let called @ (Called::One(..) | Called::Several(_)) = Command::named(&text) {
            return self.command(called, &text);
        }
        if self.try_answer(&ask, meaning::begun(&text, &ask, self.sitting))? {
            return Ok(true);
        }
        if let (false, Some((first, rest))) = (matches!(ask.turn, Turn::Player(_)), text.split_once(char::is_whitespace))
            && !blind(first)
        {
            let understood = meaning::either(first, &ask, self.sitting);
            if !matches!(understood, Meaning::Nothing) {
                self.waiting.push_front(Typed { text: rest.trim().to_owned(), result: true });
                self.try_answer(&ask, understood)?;
                return Ok(true);
            }
        }
        self.command_begun(&text)
    }

    /// Does what was meant; false if nothing was.
    fn try_answer(&mut self, ask: &Ask, meaning: Meaning) -> io::Result<bool> {
        match meaning {
            Meaning::Nothing => return Ok(false),
            Meaning::Move(id) => self.answer(&id)?,
            Meaning::Several(_) if ask.unlisted => {
                self.say(Tone::Bad, "That is not clear: type what is printed on it.")?;
                self.drop_waiting()?;
            }
            Meaning::Several(options) => {
                let named = options.iter().take(MOST_NAMED).map(|index| menu::label(&ask.options[*index], ask));
                let mut named: Vec<String> = named.collect();
                if options.len() > MOST_NAMED {
                    named.push(format!("and {} more", options.len() - MOST_NAMED));
                }
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

    /// Tells what happened since; the sentences it did so in.
    fn tell(&mut self) -> io::Result<Vec<String>> {
        let news = std::mem::take(&mut self.news);
        for told in &news {
            writeln!(self.out, "{}", fitted(&told.telling.text, self.width, 2))?;
        }
        let sentences = news.iter().map(|told| told.telling.text.clone()).collect();
        if !news.is_empty() {
            self.last = news.into_iter().map(|told| told.telling).collect();
        }
        Ok(sentences)
    }

    /// Shows the table, or what is new about it and was not told just now.
    fn show(&mut self, told: &[String]) -> io::Result<()> {
        if self.look.drawn {
            let board = self.sitting.board(usize::MAX, self.eyes(), self.width.unwrap_or(WIDTH));
            if board != self.board {
                write!(self.out, "\n{}", drawing(&board))?;
                self.board = board;
            }
            return Ok(());
        }
        let sentences = self.sitting.describe(usize::MAX, self.eyes());
        let known = |sentence: &&String| self.sentences.contains(sentence) || told.contains(sentence);
        let new: Vec<String> = sentences.iter().filter(|sentence| !known(sentence)).cloned().collect();
        self.sentences = sentences;
        self.list(&new)
    }

    /// Brings the picture of the table up to date.
    fn picture(&mut self) -> io::Result<()> {
        if self.easel.keeps() {
            self.easel.refresh(self.sitting.scene(usize::MAX, open_seat(self.sitting)));
        }
        match self.easel.trouble() {
            Some(trouble) => self.say(Tone::Bad, &format!("The picture is not up to date: {trouble}.")),
            None => Ok(()),
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let board = self.sitting.board(usize::MAX, self.eyes(), self.width.unwrap_or(WIDTH));
        write!(self.out, "{}", drawing(&board))
    }

    /// Asks, or says how the game ended.
    fn ask(&mut self) -> io::Result<()> {
        writeln!(self.out)?;
        let Some(ask) = self.sitting.ask() else { return self.end() };
        self.say(Tone::Strong, &ask.question)?;
        write!(self.out, "{}", menu::shown(&ask, self.width))
    }

    fn end(&mut self) -> io::Result<()> {
        self.say(Tone::Strong, "The game is over.")?;
        let players = self.sitting.header().players.clone();
        if let Some(outcome) = self.sitting.outcome() {
            for sentence in Ending::new(&outcome, &players).sentences(&players) {
                self.say(Tone::Strong, &sentence)?;
            }
        }
        self.say(
            Tone::Dim,
            "`story` retells it; `luck` shows what chance gave; `undo` takes the last move back; Enter ends.",
        )
    }

    fn greet(&mut self) -> io::Result<()> {
        self.width = self.prompt.width();
        let header = self.sitting.header();
        let mut text = format!("{}: {}. Seed {}.", self.look.title, header.players.join(", "), header.seed);
        if let Some(journal) = self.sitting.journal() {
            text.push_str(&format!(" Kept in {}.", journal.display()));
        }
        let kept = header.secrets == Secrets::Referee && self.sitting.journal().is_some();
        if kept && self.sitting.hides() {
            text.push_str(" That file holds what everybody hides: nobody should read it.");
        }
        if header.luck != Luck::Same {
            text.push_str(&format!(" {}", header.luck.meaning()));
        }
        text.push_str(" `help` shows what you can do.");
        if self.sitting.made() > 0 && self.sitting.undoable() > 0 {
            text.push_str(" `audit` tells how the table lies.");
        }
        self.say(Tone::Dim, &text)?;
        if self.sitting.made() > 0 && self.sitting.undoable() > 0 { self.recap() } else { Ok(()) }
    }

    /// The last decision of a person and what chance did since, if there was one.
    fn recent(&self) -> Vec<Past> {
        let made = self.sitting.made();
        let mut recent = self.sitting.history(made.saturating_sub(RECALLED)..made);
        let last = recent.iter().rposition(|past| past.made.by != By::Program).unwrap_or(recent.len());
        recent.split_off(last)
    }

    /// What happened at and since the last decision of a game that goes on.
    fn recap(&mut self) -> io::Result<()> {
        let recent = self.recent();
        if recent.is_empty() {
            return Ok(());
        }
        self.say(Tone::Dim, &format!("It goes on after {} moves; last:", self.sitting.made()))?;
        for past in &recent {
            let text = chronicle::shown(self.sitting, past, self.width);
            write!(self.out, "{text}")?;
        }
        // It was shown with the moves.
        self.last = recent.into_iter().flat_map(|past| past.tellings).collect();
        self.news.clear();
        Ok(())
    }

    fn leave(&mut self) -> io::Result<()> {
        self.lower_curtain()?;
        self.kept()?;
        self.out.flush()
    }

    /// Where the game is, and how to go on with it: a line of its own each, to be copied.
    fn kept(&mut self) -> io::Result<()> {
        let Some(journal) = self.sitting.journal() else { return self.say(Tone::Dim, "This game is not written down.") };
        let (kept, command) = match self.sitting.turn() {
            Turn::Over => ("The game is kept. To see it again:", "replay"),
            _ => ("Every answer is kept. To go on:", "resume"),
        };
        let command = format!("  paperkeep {command} {}", quoted(journal));
        self.say(Tone::Dim, kept)?;
        writeln!(self.out, "{command}")
    }

    /// What a person may type now, for completion.
    fn possible(&self) -> Vec<String> {
        let answers = self.sitting.ask().filter(|ask| !ask.unlisted).map_or(Vec::new(), |ask| ask.options);
        let (texts, ids): (Vec<String>, Vec<String>) = answers.into_iter().map(|Answer { text, id, .. }| (text, id)).unzip();
        let commands = Command::ALL.iter().map(|(_, names, ..)| names[0].to_owned());
        let corrections = self.sitting.corrections().into_iter().map(|words| format!("{CORRECT}{words}"));
        let mut all: Vec<String> = texts.into_iter().chain(ids).chain(commands).chain(corrections).collect();
        let mut seen = std::collections::HashSet::new();
        all.retain(|text| seen.insert(text.clone()));
        all
    }

    fn say(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", toned(tone, &fitted(text, self.width, 0)))
    }

    /// Names in a column, and what each means beside it.
    fn columns(&mut self, rows: &[(String, &str)]) -> io::Result<()> {
        let column = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) + 2;
        for (name, means) in rows {
            let room = self.width.map(|width| width.saturating_sub(2 + column).max(20));
            let means = fitted(means, room, 0).replace('\n', &format!("\n{:1$}", "", 2 + column));
            writeln!(self.out, "  {name:<column$}{means}")?;
        }
        Ok(())
    }

    fn list(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| {
            writeln!(self.out, "  {}", fitted(line, self.width.map(|width| width.saturating_sub(2)), 4))
        })
    }
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "/._-~".contains(letter);
    if path.chars().all(plain) { path } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::super::easel::NoEasel;
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
        run(&mut session, told, look, &mut NoEasel, &mut Pipe(input.as_bytes()), &mut out).unwrap();
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
        let text = talk(7, &["dice"], false, "roll; 3 2\n");
        assert!(text.contains("Ann rolls 3: the pot is 3.\nNot used: `2`."), "{text}");
    }

    #[test]
    fn a_secret_is_asked_behind_a_curtain() {
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
        let look = Look { title: "Toy", rules: &rules, drawn: false };
        let mut out = anstream::StripStream::new(Vec::new());
        run(&mut session, Vec::new(), look, &mut NoEasel, &mut Pipe("why\n".as_bytes()), &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out.into_inner()).unwrap());
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
            proptest::prop_assert!(text.contains("This game is not written down."));
        }
    }
}
