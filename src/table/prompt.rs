//! Where the prompt's lines come from: a person's keyboard, or a pipe.

use std::cell::RefCell;
use std::io::{self, BufRead, Write};
use std::rc::Rc;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter, Helper};

use super::lines::{self, Line};
use super::paint::WIDTH;
use crate::referee::names::is_invisible;
use crate::referee::{Seat, Sitting, Told};

/// Lines of a screen at least.
const HEIGHT: usize = 60;

/// Before the words of a correction: there are many, and they are not shown among the answers.
pub const CORRECT: &str = "correct ";

/// What ends the wait at a prompt.
#[derive(Debug)]
pub enum Input {
    Typed(Line),
    /// The game went on somewhere else meanwhile.
    Played(Elsewhere),
}

/// What was done somewhere else.
#[derive(Debug, Default)]
pub struct Elsewhere {
    /// What is said of it before what happened, a sentence each.
    pub said: Vec<String>,
    pub told: Vec<Told>,
}

/// Where lines come from.
pub trait Prompt {
    /// The next line. `possible` is what a person could complete to. A `secret` line is not remembered. Whoever else plays on
    /// this sitting does so while this waits.
    fn read(&mut self, sitting: &mut dyn Sitting, possible: Vec<String>, secret: bool) -> io::Result<Input>;

    /// Whether this player is asked somewhere else what is for nobody else.
    fn is_elsewhere(&self, seat: Seat) -> bool {
        let _ = seat;
        false
    }

    /// Clears the screen and what has scrolled off it, where there is a screen.
    fn clear(&mut self) -> io::Result<()>;

    /// Characters that fit on a line of the terminal; `None` where lines are not shown on one.
    fn width(&mut self) -> Option<usize>;
}

/// Lines from a pipe or a file.
pub struct Pipe<R>(pub R);

impl<R: BufRead> Prompt for Pipe<R> {
    fn read(&mut self, _: &mut dyn Sitting, _: Vec<String>, _: bool) -> io::Result<Input> {
        lines::next(&mut self.0).map(Input::Typed)
    }

    fn clear(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn width(&mut self) -> Option<usize> {
        None
    }
}

/// Lines typed on a terminal, with a history and completion. Ctrl-C and Ctrl-D end the input.
pub struct Keyboard {
    editor: Editor<Possible, MemHistory>,
    possible: Rc<RefCell<Vec<String>>>,
    is_interrupted: bool,
}

impl Keyboard {
    pub fn new() -> io::Result<Keyboard> {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false).build();
        let possible = Rc::new(RefCell::new(Vec::new()));
        let mut editor = Editor::with_history(config.clone(), MemHistory::with_config(&config)).map_err(io_error)?;
        editor.set_helper(Some(Possible(possible.clone())));
        Ok(Keyboard { editor, possible, is_interrupted: false })
    }

    /// The next line; see [`Prompt::read`].
    pub fn line(&mut self, possible: Vec<String>, secret: bool) -> io::Result<Line> {
        // What is listed goes to the terminal as it is.
        self.possible.replace(possible.into_iter().filter(|text| !text.contains(is_invisible)).collect());
        match self.editor.readline("> ") {
            Ok(line) => {
                if !secret {
                    self.editor.add_history_entry(&line).map_err(io_error)?;
                }
                Ok(Line::Text(line))
            }
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(ReadlineError::Interrupted) => {
                self.is_interrupted = true;
                Ok(Line::End)
            }
            Err(error) => Err(io_error(error)),
        }
    }

    /// Where words go while a line is being typed: above it.
    pub fn above(&mut self) -> io::Result<Above> {
        let printer = self.editor.create_external_printer().map_err(io_error)?;
        Ok(Above { printer: Box::new(printer), words: Vec::new() })
    }

    /// Whether Ctrl-C ended the input.
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }
}

impl Prompt for Keyboard {
    fn read(&mut self, _: &mut dyn Sitting, possible: Vec<String>, secret: bool) -> io::Result<Input> {
        self.line(possible, secret).map(Input::Typed)
    }

    fn clear(&mut self) -> io::Result<()> {
        clear(self.editor.dimensions().map_or(HEIGHT, |(_, rows)| usize::from(rows)))
    }

    fn width(&mut self) -> Option<usize> {
        Some(columns(&mut self.editor))
    }
}

/// Words that appear above the line that is being typed, once they are flushed.
pub struct Above {
    printer: Box<dyn ExternalPrinter + Send>,
    words: Vec<u8>,
}

impl Write for Above {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.words.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.words.is_empty() {
            return Ok(());
        }
        let words = std::mem::take(&mut self.words);
        self.printer.print(String::from_utf8_lossy(&words).into_owned()).map_err(io_error)
    }
}

/// Clears the terminal on stdout and what has scrolled off it.
pub fn clear_screen() -> io::Result<()> {
    let editor = Editor::<(), MemHistory>::with_history(Config::default(), MemHistory::new());
    clear(editor.ok().and_then(|mut editor| editor.dimensions()).map_or(HEIGHT, |(_, rows)| usize::from(rows)))
}

fn clear(rows: usize) -> io::Result<()> {
    // Not through anything that leaves codes out: this is no colour. What a terminal cannot clear is pushed off the screen.
    let mut out = io::stdout().lock();
    out.write_all("\n".repeat(rows.max(HEIGHT)).as_bytes())?;
    out.write_all(b"\x1b[H\x1b[2J\x1b[3J")?;
    out.flush()
}

/// The width of the terminal on stdout.
pub fn width() -> usize {
    Editor::<(), MemHistory>::with_history(Config::default(), MemHistory::new())
        .map_or(WIDTH, |mut editor| columns(&mut editor))
}

fn columns<H: Helper>(editor: &mut Editor<H, MemHistory>) -> usize {
    // Nothing can be drawn on less; a terminal of width 0 does not know its own.
    editor.dimensions().map_or(WIDTH, |(columns, _)| if columns == 0 { WIDTH } else { usize::from(columns).max(20) })
}

fn io_error(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// Completes to what is possible now.
struct Possible(Rc<RefCell<Vec<String>>>);

impl Completer for Possible {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completions(&line[..pos], &self.0.borrow()))
    }
}

impl Helper for Possible {}
impl Highlighter for Possible {}
impl Validator for Possible {}
impl Hinter for Possible {
    type Hint = String;
}

/// Where the last answer of a line begins, and what it could become. Between answers stand commas, semicolons, slashes or
/// spaces: of what follows the last mark, as much is one answer as is the beginning of any.
fn completions(line: &str, possible: &[String]) -> (usize, Vec<String>) {
    let after = line.rfind([',', ';', '/']).map_or(0, |at| at + 1);
    let begins = |at: usize| !line[at..].starts_with(char::is_whitespace) && (at == after || line[..at].ends_with(' '));
    let starts = (after..=line.len()).filter(|at| line.is_char_boundary(*at) && begins(*at));
    let could_become = |start: usize| -> Vec<String> {
        let begun = line[start..].to_lowercase();
        let fits = |text: &&String| {
            text.to_lowercase().starts_with(&begun) && (!text.starts_with(CORRECT) || begun.starts_with(CORRECT))
        };
        possible.iter().filter(fits).cloned().collect()
    };
    let mut found = starts.map(|start| (start, could_become(start)));
    found.find(|(_, texts)| !texts.is_empty()).unwrap_or((line.len(), Vec::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_answer_of_a_line_is_completed() {
        let possible = ["go north", "go east", "help", "correct", "correct hearts 3"].map(str::to_owned);
        assert_eq!(completions("", &possible), (0, possible[..4].to_vec()));
        assert_eq!(completions("correct h", &possible), (0, vec!["correct hearts 3".into()]));
        assert_eq!(completions("Go n", &possible), (0, vec!["go north".into()]));
        assert_eq!(completions("2; g", &possible), (3, vec!["go north".into(), "go east".into()]));
        assert_eq!(completions("é;h", &possible), (3, vec!["help".into()]));
        assert_eq!(completions("F04 go e", &possible), (4, vec!["go east".into()]));
        assert_eq!(completions("go north, g", &possible), (10, vec!["go north".into(), "go east".into()]));
        assert_eq!(completions("go north ", &possible), (9, possible[..4].to_vec()));
        assert_eq!(completions("fly", &possible), (3, vec![]));
    }
}
