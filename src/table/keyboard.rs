//! Lines that a person types on a terminal.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use anstream::{AutoStream, ColorChoice};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::{Hint, Hinter};
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter, Helper};

use super::lines::Line;
use super::paint::{WIDTH, toned};
use super::prompt::{Input, Possible, Prompt, Screen, completions};
use crate::referee::{Sitting, Tone};

/// The least number of lines assumed for a screen.
const HEIGHT: usize = 60;

/// The terminal on stdout.
pub const SCREEN: Screen = Screen {
    width,
    clear: clear_screen,
};

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
