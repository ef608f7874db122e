//! Everything printed passes through here, so that strangers' words cannot control the terminal.
//!
//! A kit, a journal or a file name may contain characters that control a terminal instead of being visible. They are escaped here,
//! as `\u{1b}`, so no other code has to think of them. Output to a closed pipe is silently dropped. Any other failure of stdout is
//! remembered, and makes the command fail at its end.

use std::fmt::{Arguments, Write as _};
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::referee::names::is_invisible;

/// Prints a line of plain words on stdout.
macro_rules! say {
    ($($part:tt)*) => { $crate::cli::stdio::out(format_args!($($part)*)) };
}

/// Prints a line of plain words on stderr.
macro_rules! note {
    ($($part:tt)*) => { $crate::cli::stdio::err(format_args!($($part)*)) };
}

pub(super) use {note, say};

/// What a stream is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Text without any style.
    Plain,
    /// Text that the program has coloured.
    Styled,
    /// JSON for programs, for which escaped text stays the same.
    Json,
}

/// The first failure of stdout.
static FAILED: Mutex<Option<io::Error>> = Mutex::new(None);

/// A stream on which text can only be shown.
pub struct Guard<W: Write> {
    inner: W,
    kind: Kind,
    /// The start of a character or style whose end has not been written yet.
    begun: Vec<u8>,
    /// The length of the current line, in characters.
    column: usize,
}

/// The longest line on a terminal: whatever a stranger wrote, what follows can still be found.
const LONGEST_LINE: usize = 4_000;

/// Where a worker's stderr leads, apart from the file descriptor on which the runtime says that it aborts.
static APART: OnceLock<File> = OnceLock::new();

/// Keeps the runtime's own words on running out of memory or stack off stderr: the first process reports that in ours.
pub(super) fn silence_runtime() {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let kept = io::stderr().as_fd().try_clone_to_owned();
        let nowhere = File::options().write(true).open("/dev/null");
        if let (Ok(kept), Ok(nowhere)) = (kept, nowhere)
            && APART.set(kept.into()).is_ok()
            && rustix::stdio::dup2_stderr(nowhere).is_ok()
        {
            std::panic::set_hook(Box::new(|panic| note!("{panic}")));
        }
    }
}

/// The file behind stderr, if this process keeps it apart.
pub(super) fn stderr_apart() -> Option<&'static File> {
    APART.get()
}

/// Whether stderr is a terminal.
pub(super) fn is_watched() -> bool {
    match stderr_apart() {
        Some(file) => file.is_terminal(),
        None => io::stderr().is_terminal(),
    }
}

fn stderr() -> anstream::AutoStream<Box<dyn Write>> {
    match stderr_apart() {
        Some(file) => {
            let choice = anstream::AutoStream::choice(file);
            anstream::AutoStream::new(Box::new(file), choice)
        }
        None => {
            let choice = anstream::AutoStream::choice(&io::stderr());
            anstream::AutoStream::new(Box::new(io::stderr()), choice)
        }
    }
}

/// Stdout for text with styles: boards, the prompt, rules.
pub fn styled() -> Guard<anstream::Stdout> {
    Guard::new(anstream::stdout(), Kind::Styled)
}

/// The same if something else passes it on to the terminal.
pub fn styled_on(out: Box<dyn Write>) -> Guard<anstream::AutoStream<Box<dyn Write>>> {
    let choice = anstream::AutoStream::choice(&io::stdout());
    Guard::new(anstream::AutoStream::new(out, choice), Kind::Styled)
}

/// Stdout for JSON.
pub fn json() -> Guard<io::StdoutLock<'static>> {
    Guard::new(io::stdout().lock(), Kind::Json)
}

pub(super) fn out(line: Arguments<'_>) {
    keep(Guard::new(anstream::stdout(), Kind::Plain).line(line));
}

pub(super) fn err(line: Arguments<'_>) {
    // There is nowhere else to report it.
    let _ = Guard::new(stderr(), Kind::Plain).line(line);
}

/// Text to put among styles, itself without any.
pub(super) fn plain(words: &str) -> String {
    shown(words, Kind::Plain)
}

/// The name of a file on one line, whatever it contains.
pub(super) fn on_a_line(name: &str) -> String {
    plain(name).replace('\n', "\\n")
}

/// Prints a text with styles on stderr.
pub(super) fn report(text: &str) {
    let _ = Guard::new(stderr(), Kind::Styled).line(format_args!("{text}"));
}

/// Prints a document of JSON on stdout.
pub(super) fn document(value: &serde_json::Value) {
    keep(json().line(format_args!("{value:#}")));
}

/// Asks on stderr, and stays on the line.
pub(super) fn ask(question: &str) {
    let mut stream = Guard::new(stderr(), Kind::Plain);
    let _ = stream
        .write_all(question.as_bytes())
        .and_then(|()| stream.flush());
}

/// Remembers a failure, except that of a closed pipe.
fn keep(done: io::Result<()>) {
    if let Err(error) = done
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        FAILED
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert(error);
    }
}

/// Whether everything printed on stdout was written, or the pipe was closed.
pub(super) fn all_written() -> Result<(), String> {
    match FAILED.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(format!("cannot write to stdout: {error}")),
        None => Ok(()),
    }
}

/// Prints the messages of the command-line parser: help, or what it did not understand.
pub(super) fn told(said: &clap::Error) {
    let text = said.render().ansi().to_string();
    if said.use_stderr() {
        report(text.trim_end())
    } else {
        keep(styled().line(format_args!("{}", text.trim_end())))
    }
}

impl<W: Write> Guard<W> {
    fn new(inner: W, kind: Kind) -> Guard<W> {
        Guard {
            inner,
            kind,
            begun: Vec::new(),
            column: 0,
        }
    }

    /// The text with overlong lines cut.
    fn cut(&mut self, text: String) -> String {
        if self.kind == Kind::Json
            || self.column + text.len() <= LONGEST_LINE && !text.contains('\n')
        {
            self.column += text.chars().count();
            return text;
        }
        let mut out = String::with_capacity(text.len());
        for letter in text.chars() {
            self.column = if letter == '\n' { 0 } else { self.column + 1 };
            match self.column {
                0..=LONGEST_LINE => out.push(letter),
                // A style may have started that would continue.
                column if column == LONGEST_LINE + 1 => {
                    out.push_str(if self.kind == Kind::Styled {
                        "\u{1b}[0m…"
                    } else {
                        "…"
                    })
                }
                _ => {}
            }
        }
        out
    }

    fn line(&mut self, line: Arguments<'_>) -> io::Result<()> {
        self.write_all(format!("{line}\n").as_bytes())?;
        self.flush()
    }
}

impl<W: Write> Write for Guard<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = self.begun.len() - unfinished(&self.begun);
        let rest = self.begun.split_off(whole);
        let text = std::mem::replace(&mut self.begun, rest);
        let seen = shown(&String::from_utf8_lossy(&text), self.kind);
        let seen = self.cut(seen);
        self.inner.write_all(seen.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// How many bytes at the end belong to an incomplete character or style.
fn unfinished(bytes: &[u8]) -> usize {
    let escape = bytes
        .iter()
        .rposition(|&byte| byte == 0x1b)
        .map_or(&[][..], |at| &bytes[at..]);
    if !escape.is_empty()
        && escape.len() < LONGEST
        && escape
            .iter()
            .skip(1)
            .all(|byte| b"[;0123456789".contains(byte))
    {
        return escape.len();
    }
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => bytes.len() - error.valid_up_to(),
        _ => 0,
    }
}

/// The longest of our styles, in bytes.
const LONGEST: usize = 12;

/// The text with everything invisible escaped.
fn shown(text: &str, kind: Kind) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|letter| is_invisible(letter) && !"\n\t".contains(letter)) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let style = if kind == Kind::Styled {
            style(from)
        } else {
            None
        };
        let letter = from.chars().next().unwrap_or_default();
        rest = &from[style.map_or(letter.len_utf8(), str::len)..];
        // JSON escapes are UTF-16 code units.
        let _ = match (style, kind) {
            (Some(style), _) => out.write_str(style),
            (None, Kind::Json) => letter
                .encode_utf16(&mut [0; 2])
                .iter()
                .try_for_each(|half| write!(out, "\\u{half:04x}")),
            (None, _) => write!(out, "{}", letter.escape_unicode()),
        };
    }
    out + rest
}

/// The style at the start of a text: colours and weights as used by the program, but nothing that hides or moves text.
fn style(text: &str) -> Option<&str> {
    let (codes, _) = text.strip_prefix("\u{1b}[")?.split_once('m')?;
    let harmless =
        |code: &str| matches!(code.parse(), Ok(0..=4 | 22..=24 | 30..=37 | 39 | 90..=97));
    (codes.is_empty() || codes.split(';').all(harmless)).then(|| &text[..codes.len() + 3])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(kind: Kind, parts: &[&[u8]]) -> String {
        let mut guard = Guard::new(Vec::new(), kind);
        parts.iter().for_each(|part| guard.write_all(part).unwrap());
        String::from_utf8(guard.inner).unwrap()
    }

    #[test]
    fn what_acts_on_a_terminal_is_spelled_out() {
        let hostile = "a\u{1b}]0;title\u{7}\u{9b}2J\u{202e}b\r\u{7f}\u{2028}\u{e0041}";
        let seen = r"a\u{1b}]0;title\u{7}\u{9b}2J\u{202e}b\u{d}\u{7f}\u{2028}\u{e0041}";
        for kind in [Kind::Plain, Kind::Styled] {
            assert_eq!(written(kind, &[hostile.as_bytes()]), seen);
            // Independent of how it is split.
            let pieces: Vec<&[u8]> = hostile.as_bytes().chunks(1).collect();
            assert_eq!(written(kind, &pieces), seen);
        }
        assert_eq!(
            written(
                Kind::Plain,
                &["\t1\nÉ 龍 \u{1f469}\u{200d}\u{1f680}".as_bytes()]
            ),
            "\t1\nÉ 龍 \u{1f469}\u{200d}\u{1f680}"
        );
        assert_eq!(written(Kind::Plain, &[b"\x1b[1m"]), r"\u{1b}[1m");
        assert_eq!(written(Kind::Plain, &[b"a\xffb"]), "a\u{fffd}b");
    }

    #[test]
    fn endless_lines_end() {
        let long = format!("{}\nb\n{}\n", "é".repeat(100_000), "c".repeat(LONGEST_LINE));
        let seen = format!(
            "{}…\nb\n{}\n",
            "é".repeat(LONGEST_LINE),
            "c".repeat(LONGEST_LINE)
        );
        assert_eq!(written(Kind::Plain, &[long.as_bytes()]), seen);
        let pieces: Vec<&[u8]> = long.as_bytes().chunks(999).collect();
        assert_eq!(written(Kind::Plain, &pieces), seen);
        assert_eq!(written(Kind::Json, &pieces), long);
    }

    #[test]
    fn styles_are_kept_and_nothing_that_hides_or_moves() {
        let styled =
            |text: &str| written(Kind::Styled, &text.as_bytes().chunks(1).collect::<Vec<_>>());
        for ours in [
            "\u{1b}[1m\u{1b}[31mred\u{1b}[0m",
            "\u{1b}[1;94mblue\u{1b}[m",
        ] {
            assert_eq!(styled(ours), ours);
        }
        for theirs in [
            "\u{1b}[8mhidden",
            "\u{1b}[2J",
            "\u{1b}[1;5m",
            "\u{1b}[38;5;1m",
            "\u{1b}[111111111111m",
            "\u{1b}(0",
        ] {
            assert_eq!(styled(theirs), theirs.replace('\u{1b}', r"\u{1b}"));
        }
    }

    #[test]
    fn json_stays_the_same_text() {
        let value = serde_json::json!({ "title": "a\u{1b}\u{9b}\u{202e}\u{e0041}é" });
        let text = written(Kind::Json, &[value.to_string().as_bytes()]);
        assert!(!text.contains(is_invisible), "{text}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&text).unwrap(),
            value
        );
    }
}
