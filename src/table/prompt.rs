//! Where the prompt's lines come from: a person's keyboard, or a pipe.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, BufRead, Write};
use std::rc::Rc;

use anstream::{AutoStream, ColorChoice};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::{Hint, Hinter};
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter, Helper};

use super::lines::{self, Line};
use super::paint::{WIDTH, toned};
use crate::referee::names::is_invisible;
use crate::referee::{Seat, Sitting, Told, Tone};

/// The least number of lines assumed for a screen.
const HEIGHT: usize = 60;

/// Comes before the words of a correction: there are many, and they are not shown among the answers.
pub const CORRECT: &str = "correct ";

/// What ends the wait at a prompt.
#[derive(Debug)]
pub enum Input {
    Typed(Line),
    /// Meanwhile the game was continued somewhere else.
    Played(Elsewhere),
}

/// What was done somewhere else.
#[derive(Debug, Default)]
pub struct Elsewhere {
    /// Sentences to say about it before telling what happened.
    pub said: Vec<String>,
    pub told: Vec<Told>,
}

/// What a person could type, for completion and hints.
#[derive(Clone, Debug, Default)]
pub struct Possible {
    /// In groups, of which the first that fits is offered; the last one, the commands, only at the start of a line.
    pub groups: Vec<Vec<String>>,
    /// An answer as shown, and in full.
    pub meanings: Vec<(String, String)>,
}

/// Where lines come from.
pub trait Prompt {
    /// Waits for the next line, while others may play on this sitting. `possible` is what a person could type. A `secret` line is
    /// not remembered.
    fn read(
        &mut self,
        sitting: &mut dyn Sitting,
        possible: Possible,
        secret: bool,
    ) -> io::Result<Input>;

    /// Whether this player's secret questions are asked somewhere else.
    fn is_elsewhere(&self, seat: Seat) -> bool {
        let _ = seat;
        false
    }

    /// Clears the screen, if there is one, and what has scrolled off it.
    fn clear(&mut self) -> io::Result<()>;

    /// How many characters fit on a line of the terminal; `None` if there is no terminal.
    fn width(&mut self) -> Option<usize>;
}

/// Lines from a pipe or a file.
pub struct Pipe<R>(pub R);

impl<R: BufRead> Prompt for Pipe<R> {
    fn read(&mut self, _: &mut dyn Sitting, _: Possible, _: bool) -> io::Result<Input> {
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
    editor: Editor<Help, MemHistory>,
    possible: Rc<RefCell<Possible>>,
    is_interrupted: bool,
}

impl Keyboard {
    pub fn new() -> io::Result<Keyboard> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(false)
            .build();
        let possible = Rc::new(RefCell::new(Possible::default()));
        let mut editor = Editor::with_history(config.clone(), MemHistory::with_config(&config))
            .map_err(io_error)?;
        editor.set_helper(Some(Help(possible.clone())));
        Ok(Keyboard {
            editor,
            possible,
            is_interrupted: false,
        })
    }

    /// The next line; see [`Prompt::read`].
    pub fn line(&mut self, possible: Possible, secret: bool) -> io::Result<Line> {
        self.possible.replace(possible.visible());
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

    /// Where text is printed while a line is being typed: above it.
    pub fn above(&mut self) -> io::Result<Above> {
        let printer = self.editor.create_external_printer().map_err(io_error)?;
        Ok(Above {
            printer: Box::new(printer),
            words: Vec::new(),
        })
    }

    /// Whether Ctrl-C ended the input.
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }
}

impl Prompt for Keyboard {
    fn read(&mut self, _: &mut dyn Sitting, possible: Possible, secret: bool) -> io::Result<Input> {
        self.line(possible, secret).map(Input::Typed)
    }

    fn clear(&mut self) -> io::Result<()> {
        clear(
            self.editor
                .dimensions()
                .map_or(HEIGHT, |(_, rows)| usize::from(rows)),
        )
    }

    fn width(&mut self) -> Option<usize> {
        Some(columns(&mut self.editor))
    }
}

/// Text that appears above the line being typed once it is flushed.
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
        self.printer
            .print(String::from_utf8_lossy(&words).into_owned())
            .map_err(io_error)
    }
}

/// Clears the terminal on stdout and what has scrolled off it.
pub fn clear_screen() -> io::Result<()> {
    let editor = Editor::<(), MemHistory>::with_history(Config::default(), MemHistory::new());
    clear(
        editor
            .ok()
            .and_then(|mut editor| editor.dimensions())
            .map_or(HEIGHT, |(_, rows)| usize::from(rows)),
    )
}

fn clear(rows: usize) -> io::Result<()> {
    // Written directly, since a stream that strips colours would drop it too. What a terminal cannot clear is pushed off the
    // screen.
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
    // Nothing fits on less; a terminal of width 0 does not know its width.
    editor.dimensions().map_or(WIDTH, |(columns, _)| {
        if columns == 0 {
            WIDTH
        } else {
            usize::from(columns).max(20)
        }
    })
}

fn io_error(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

impl Possible {
    /// Stripped of anything that could deceive, since it goes to the terminal as it is.
    fn visible(self) -> Possible {
        let seen = |text: &String| !text.contains(is_invisible);
        let groups = self
            .groups
            .into_iter()
            .map(|group| group.into_iter().filter(seen).collect());
        let meanings = self
            .meanings
            .into_iter()
            .filter(|(shown, full)| seen(shown) && seen(full));
        Possible {
            groups: groups.collect(),
            meanings: meanings.collect(),
        }
    }

    /// How the last answer of a line will be read, if that is clear and not typed in full.
    fn meaning(&self, line: &str) -> Option<&str> {
        let (start, found) = completions(line, &self.groups);
        let said = line[start..].trim_end();
        let exact = || found.iter().find(|text| text.eq_ignore_ascii_case(said));
        let meant = found
            .first()
            .filter(|_| found.len() == 1)
            .or_else(exact)
            .filter(|_| !said.is_empty())?;
        let (shown, full) = self.meanings.iter().find(|(shown, _)| shown == meant)?;
        (shown != full).then_some(full)
    }
}

/// Completes lines with what is possible now, and hints at how they will be read.
struct Help(Rc<RefCell<Possible>>);

impl Completer for Help {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completions(&line[..pos], &self.0.borrow().groups))
    }
}

/// A hint after the line that is not part of it.
struct Meaning(String);

impl Hint for Meaning {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for Help {
    type Hint = Meaning;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<Meaning> {
        let possible = self.0.borrow();
        let meaning = possible.meaning(line).filter(|_| pos == line.len())?;
        Some(Meaning(format!("  ({meaning})")))
    }
}

impl Highlighter for Help {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        match AutoStream::choice(&io::stdout()) {
            ColorChoice::Never => Cow::Borrowed(hint),
            _ => Cow::Owned(toned(Tone::Dim, hint)),
        }
    }
}

impl Helper for Help {}
impl Validator for Help {}

/// Where the last answer of a line starts, and what it could become, from the first group in which anything fits. Answers are
/// separated by commas, semicolons, slashes or spaces; after the last mark, the longest text that starts an answer is taken as one.
fn completions(line: &str, possible: &[Vec<String>]) -> (usize, Vec<String>) {
    let after = line.rfind([',', ';', '/']).map_or(0, |at| at + 1);
    let begins = |at: usize| {
        !line[at..].starts_with(char::is_whitespace) && (at == after || line[..at].ends_with(' '))
    };
    let starts = (after..=line.len()).filter(|at| line.is_char_boundary(*at) && begins(*at));
    for start in starts {
        let begun = line[start..].to_lowercase();
        let fits = |text: &&String| {
            text.to_lowercase().starts_with(&begun)
                && (!text.starts_with(CORRECT) || begun.starts_with(CORRECT))
        };
        // Commands are the last group.
        let groups = if line[..start].trim_end_matches('/').is_empty() {
            possible.len()
        } else {
            possible.len().saturating_sub(1)
        };
        let found = possible[..groups]
            .iter()
            .map(|group| group.iter().filter(fits).cloned().collect::<Vec<String>>());
        if let Some(found) = found.into_iter().find(|found| !found.is_empty()) {
            return (start, found);
        }
    }
    (line.len(), Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_answer_of_a_line_is_completed() {
        let group = |texts: &[&str]| {
            texts
                .iter()
                .map(|text| (*text).to_owned())
                .collect::<Vec<String>>()
        };
        let shown = group(&["n dark", "e dark", "stay"]);
        let possible = [
            shown.clone(),
            group(&["go north", "go east"]),
            group(&["correct hearts 3"]),
            group(&["end", "help", "correct"]),
        ];
        assert_eq!(
            completions("", &possible),
            (0, shown.clone()),
            "the answers, as they are shown"
        );
        assert_eq!(
            completions("e", &possible),
            (0, group(&["e dark"])),
            "an answer before a command"
        );
        assert_eq!(completions("en", &possible), (0, group(&["end"])));
        assert_eq!(completions("/h", &possible), (1, group(&["help"])));
        assert_eq!(
            completions("correct h", &possible),
            (0, group(&["correct hearts 3"]))
        );
        assert_eq!(
            completions("correct x h", &possible),
            (11, vec![]),
            "no command within a line"
        );
        assert_eq!(completions("Go n", &possible), (0, group(&["go north"])));
        assert_eq!(
            completions("2; g", &possible),
            (3, group(&["go north", "go east"]))
        );
        assert_eq!(
            completions("n dark; Ann e", &possible),
            (12, group(&["e dark"]))
        );
        assert_eq!(completions("F04 go e", &possible), (4, group(&["go east"])));
        assert_eq!(completions("é; s", &possible), (4, group(&["stay"])));
        assert_eq!(completions("go north ", &possible), (9, shown));
        assert_eq!(completions("fly", &possible), (3, vec![]));
    }

    #[test]
    fn how_a_line_will_be_read_is_hinted() {
        let group = |texts: &[&str]| {
            texts
                .iter()
                .map(|text| (*text).to_owned())
                .collect::<Vec<String>>()
        };
        let groups = vec![
            group(&["n dark", "e dark", "e dark hole", "stay"]),
            group(&["end"]),
        ];
        let meanings = vec![
            ("e dark".into(), "go east".into()),
            ("stay".into(), "stay".into()),
        ];
        let possible = Possible { groups, meanings };
        assert_eq!(possible.meaning("n dark; e dark"), Some("go east"));
        for unclear in ["", "e", "stay", "fly", "end"] {
            assert_eq!(possible.meaning(unclear), None, "{unclear}");
        }
    }
}
