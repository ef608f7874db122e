//! The journal of a session on disk, from which its state is always derived.
//!
//! It holds one JSON object per line: a [`Header`], then one [`Entry`] for everything that was done. Lines are only ever appended,
//! and an answer is acknowledged once its lines are on disk. Every line ends in a checksum over itself and the line before, so a
//! damaged, edited, moved or missing line is reported by number. Only an incomplete last line, as a crash leaves it, is dropped.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use super::setup::Secrets;
use super::shell::argument;
use super::{Setup, Verdict, names};

/// The format this program writes. It also reads format 2, which has neither times nor remarks, and format 1, whose headers also lack
/// the program's version, the rows of the kit, and options left at their defaults.
pub const FORMAT: u32 = 3;

/// The longest line, in bytes. By far the longest is the first, which names every row of the kit.
const LONGEST_LINE: usize = 1 << 20;

/// The longest journal, in bytes: some hundred thousand moves.
const LONGEST: usize = 64 << 20;

/// How often a journal that another program has open is tried, and how long apart: for a second.
const TRIES: u32 = 20;
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// What happens to chance when a move is taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Luck {
    /// A repeated move meets the same fate: undo is for mistakes.
    #[default]
    Same,
    /// Nothing is taken back past a roll or a reveal.
    Strict,
    /// A repeated move meets a new fate.
    Fresh,
}

impl Luck {
    /// What it means for taking moves back, in one sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Luck::Same => "Repeating the move gives the same result.",
            Luck::Strict => "Undo cannot go past a roll or a reveal.",
            Luck::Fresh => "Repeating the move gives a different result.",
        }
    }
}

/// A journal's first line, saying which game this is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format, [`FORMAT`].
    pub journal: u32,
    /// The game's id.
    pub game: String,
    pub edition: Option<String>,
    /// Every table option with its value; in format 1, only those that were set explicitly.
    pub options: Vec<(String, String)>,
    pub players: Vec<String>,
    /// The seed of the program's chance.
    pub seed: u64,
    /// The fingerprint of what the rules read from the kit; in format 1, of everything in its rows.
    pub kit: String,
    /// Every row that the rules read, by deck and code, with a digest of what they read; empty in format 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<(String, String)>,
    /// The language it is played in; `None` for the kit's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The folder the kit was read from; `None` for a shipped kit.
    pub folder: Option<PathBuf>,
    /// The version of the game's rules.
    pub rules: u32,
    /// The names of the sources that the table settles.
    pub physical: Vec<String>,
    pub luck: Luck,
    pub secrets: Secrets,
    /// Whether the program may give hints; it may where an older journal does not say.
    #[serde(default = "allowed", skip_serializing_if = "Clone::clone")]
    pub hints: bool,
    /// The players that are bots, and which.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<(String, String)>,
    /// The version of the program that started it; `None` in format 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
}

fn allowed() -> bool {
    true
}

impl Header {
    /// The set-up that the game was started with.
    pub fn setup(&self) -> Setup {
        let Header {
            players,
            edition,
            options,
            secrets,
            physical,
            rules,
            ..
        } = self;
        Setup {
            players: players.clone(),
            edition: edition.clone(),
            options: options.clone(),
            secrets: *secrets,
            physical: physical.clone(),
            rules: Some(*rules),
        }
    }
}

/// One line: something that was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Entry {
    /// A move, the `n`-th that counts.
    Move {
        n: usize,
        /// The move's id.
        #[serde(rename = "move")]
        id: String,
        /// Who made it: a player's name, "program" or "table".
        by: String,
    },
    /// `undo` of the people's moves were taken back, with the chance that followed them; `n` moves are left.
    Undo { n: usize, undo: usize },
    /// `redo` of them were made again; there are now `n` moves.
    Redo { n: usize, redo: usize },
    /// The table was edited by agreement, as step `n`.
    Correct { n: usize, correct: String },
    /// The game was ended by agreement, as step `n`.
    End { n: usize, end: String },
    /// From here on the table settles these sources and no others.
    Physical { n: usize, physical: Vec<String> },
    /// Move `amend` and all after it were put aside; what replaces them follows. `n` moves are left.
    Amend { n: usize, amend: usize },
    /// What the last amendment put aside counts again; there are now `n` moves.
    Restore { n: usize, restore: usize },
    /// Somebody noted something after `n` moves.
    Note {
        n: usize,
        note: String,
        /// A player's name, or "table".
        by: String,
    },
    /// Somebody read a rule.
    Looked { n: usize, looked: String },
    /// Somebody answered a question of the host; of several answers to one, the last counts.
    Answered {
        n: usize,
        asked: String,
        answered: String,
        /// A player's name, or "table".
        by: String,
    },
    /// An answer was refused, for this reason.
    Refused {
        n: usize,
        refused: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<String>,
    },
    /// The game was over: what came of it for each player.
    Over { n: usize, over: Vec<Standing> },
}

/// What came of a game for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    pub result: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}

impl Entry {
    /// Whether it only says something of the table, and does nothing to the game.
    pub fn is_remark(&self) -> bool {
        use Entry::{Answered, Looked, Note, Over, Refused};
        matches!(
            self,
            Note { .. } | Looked { .. } | Answered { .. } | Refused { .. } | Over { .. }
        )
    }
}

/// A journal as read. Names that no player could have, or that look alike, are quoted, since anybody may have written the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub header: Header,
    /// The entries; the first is in line 2.
    pub entries: Vec<Entry>,
    /// When each line was written, from the first on, in seconds since 1970; `None` where it does not say.
    pub times: Vec<Option<u64>>,
    /// There was an incomplete last line, which is left out.
    pub torn: bool,
}

/// Why an intact journal cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The kit's data has changed since the game was started.
    Kit {
        game: String,
        /// What differs, in words; `None` if the journal does not tell.
        changed: Option<String>,
        /// The version of the program that started it, if it was a different one.
        program: Option<String>,
    },
    /// Rules that this program does not play.
    Rules {
        game: String,
        was: u32,
        is: u32,
        /// The version of the program that plays them, if it is known.
        program: Option<String>,
    },
    /// The game refuses an entry: its line, and why.
    Entry { line: usize, reason: String },
    /// The current rules refuse an entry in a journal of earlier rules.
    Outdated {
        line: usize,
        reason: String,
        was: u32,
        /// As in [`Mismatch::Rules`].
        program: Option<String>,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = |program: &Option<String>| match program {
            Some(version) => format!("paperkeep {version} plays it"),
            None => "continue with the program that started it".to_owned(),
        };
        match self {
            Mismatch::Kit {
                game,
                changed: Some(changed),
                ..
            } => write!(
                f,
                "the kit of `{game}` has changed since this game was started: {changed}; \
                 continue with the kit as it was (--kit DIR)"
            ),
            Mismatch::Kit {
                game,
                changed: None,
                program,
            } => {
                write!(
                    f,
                    "the rules or the pieces of `{game}` have changed since this game was started; \
                     put the kit back as it was, or name a folder that holds it so (--kit DIR)"
                )?;
                match program {
                    Some(version) => write!(
                        f,
                        ", or continue with paperkeep {version}, which started it"
                    ),
                    None => Ok(()),
                }
            }
            Mismatch::Rules {
                game,
                was,
                is,
                program,
            } => write!(
                f,
                "it was played by version {was} of the rules of `{game}`, and this program has version {is}; {}",
                player(program)
            ),
            Mismatch::Entry { line, reason } => write!(f, "line {line} cannot be played: {reason}"),
            Mismatch::Outdated {
                line,
                reason,
                was,
                program,
            } => write!(
                f,
                "line {line} cannot be played: {reason}; the game was started with version {was} of the rules; {}",
                player(program)
            ),
        }
    }
}

/// What is wrong with a journal.
#[derive(Debug)]
pub enum JournalError {
    /// The file cannot be read, written or created.
    Io {
        doing: &'static str,
        path: PathBuf,
        error: io::Error,
    },
    /// Another program is writing to it.
    Busy(PathBuf),
    /// A new journal would overwrite this file.
    Exists(PathBuf),
    /// It is a folder, pipe or device rather than a file.
    NotAFile(PathBuf),
    /// It is longer than any game could be.
    TooLong(PathBuf),
    /// There is not a single complete line.
    Empty(PathBuf),
    /// It is in a different format.
    Format { path: PathBuf, found: u64 },
    /// A line was damaged or edited, or one before it is missing.
    Damaged {
        path: PathBuf,
        line: usize,
        why: String,
    },
    /// It is intact, but belongs to another kit, other rules or another game.
    Mismatch { path: PathBuf, mismatch: Mismatch },
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Io { doing, path, error } => write!(
                f,
                "cannot {doing} the journal `{}`: {error}",
                path.display()
            ),
            JournalError::Busy(path) => write!(
                f,
                "the journal `{}` is in use: another paperkeep is playing this game; close that one first",
                path.display()
            ),
            JournalError::Exists(path) => write!(
                f,
                "`{}` exists already and is not overwritten; to continue it: paperkeep resume {}",
                path.display(),
                argument(&path.display().to_string())
            ),
            JournalError::NotAFile(path) => {
                write!(
                    f,
                    "`{}` is not a journal: it is a folder, a pipe or a device, not a file",
                    path.display()
                )
            }
            JournalError::TooLong(path) => {
                write!(
                    f,
                    "`{}` is not a journal: no game is longer than {} MB",
                    path.display(),
                    LONGEST >> 20
                )
            }
            JournalError::Empty(path) => write!(
                f,
                "`{}` contains no game, not a single complete line",
                path.display()
            ),
            JournalError::Format { path, found } => write!(
                f,
                "the journal `{}` has format {found}, and this program reads formats up to {FORMAT}; use the program that wrote it",
                path.display()
            ),
            JournalError::Damaged { path, line: 1, why } => {
                write!(
                    f,
                    "line 1 of `{}` is not the first line of a journal: {why}",
                    path.display()
                )
            }
            JournalError::Damaged { path, line, why } => write!(
                f,
                "line {line} of the journal `{}` is damaged: {why}; the lines before it are intact, and a copy that ends with \
                 line {} can be resumed",
                path.display(),
                line - 1
            ),
            JournalError::Mismatch { path, mismatch } => {
                write!(
                    f,
                    "the journal `{}` cannot be used: {mismatch}",
                    path.display()
                )
            }
        }
    }
}

impl std::error::Error for JournalError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            JournalError::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// A journal's bytes in memory, for whoever keeps them in another place.
#[derive(Clone, Debug, Default)]
pub struct Pages(Arc<Mutex<Vec<u8>>>);

impl Pages {
    /// What was written from a place on.
    pub fn since(&self, start: usize) -> Vec<u8> {
        self.lock().get(start..).unwrap_or_default().to_vec()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where a journal's bytes are.
#[derive(Debug)]
enum Store {
    File(File),
    Memory(Pages),
}

impl Store {
    /// Writes and syncs these bytes at a place, where nothing follows.
    fn put(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        match self {
            Store::File(file) => {
                file.seek(SeekFrom::Start(at))?;
                file.write_all(bytes)?;
                file.sync_data()
            }
            Store::Memory(pages) => {
                pages.lock().extend(bytes);
                Ok(())
            }
        }
    }

    /// Cuts off what follows.
    fn cut(&mut self, len: u64) -> io::Result<()> {
        match self {
            Store::File(file) => file.set_len(len),
            Store::Memory(pages) => {
                pages.lock().truncate(len as usize);
                Ok(())
            }
        }
    }
}

/// A journal open for writing; meanwhile no other program can open it to write.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    store: Store,
    /// How many bytes are written and synced.
    len: u64,
    /// The last line's checksum.
    sum: String,
    /// Whether a failed write may have left more bytes in the file than `len`.
    has_tail: bool,
    /// Whether lines say when they were written.
    is_timed: bool,
}

impl Drop for Journal {
    /// A child that another thread has just started holds a copy of the open file until it runs its own program, and with it the
    /// lock, unless that is given up.
    fn drop(&mut self) {
        if let Store::File(file) = &self.store {
            let _ = file.unlock();
        }
    }
}

impl Journal {
    /// Creates a new journal, which must not exist yet, and syncs it and its folder.
    pub fn create(path: &Path, header: &Header) -> Result<Journal, JournalError> {
        let fail = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            io::ErrorKind::WouldBlock => JournalError::Busy(path.to_owned()),
            _ => JournalError::Io {
                doing: "create",
                path: path.to_owned(),
                error,
            },
        };
        let file = open_exclusive(
            OpenOptions::new().read(true).write(true).create_new(true),
            path,
        )
        .map_err(fail)?;
        let mut journal = Journal {
            path: path.to_owned(),
            store: Store::File(file),
            len: 0,
            sum: String::new(),
            has_tail: false,
            is_timed: false,
        };
        let begun = journal
            .write(std::slice::from_ref(header))
            .and_then(|()| sync_folder(path).map_err(fail));
        if begun.is_err() {
            // Nothing was played yet, so no file is better than one without a game. The first error is the one to report.
            let _ = std::fs::remove_file(path);
        }
        begun.map(|()| journal)
    }

    /// Opens a journal to continue it. A torn last line is cut off.
    pub fn open(path: &Path) -> Result<(Journal, Record), JournalError> {
        let fail = |doing| {
            move |error| JournalError::Io {
                doing,
                path: path.to_owned(),
                error,
            }
        };
        must_be_file(path)?;
        let mut file =
            open_once_free(OpenOptions::new().read(true).write(true), path).map_err(|error| {
                match error.kind() {
                    io::ErrorKind::WouldBlock => JournalError::Busy(path.to_owned()),
                    _ => fail("open")(error),
                }
            })?;
        let bytes = contents(&mut file, path)?;
        let (record, sum, len) = parse(path, &bytes)?;
        if record.torn {
            file.set_len(len)
                .and_then(|()| file.sync_data())
                .map_err(fail("repair"))?;
        }
        Ok((
            Journal {
                path: path.to_owned(),
                store: Store::File(file),
                len,
                sum,
                has_tail: false,
                is_timed: false,
            },
            record,
        ))
    }

    /// Begins a journal in memory.
    pub fn in_memory(pages: Pages, header: &Header) -> Result<Journal, JournalError> {
        let mut journal = Journal {
            path: PathBuf::from("journal"),
            store: Store::Memory(pages),
            len: 0,
            sum: String::new(),
            has_tail: false,
            is_timed: false,
        };
        journal.write(std::slice::from_ref(header))?;
        Ok(journal)
    }

    /// Continues a journal in memory, named in errors. A torn last line is cut off.
    pub fn of_bytes(name: &str, bytes: &[u8]) -> Result<(Journal, Record, Pages), JournalError> {
        let path = PathBuf::from(name);
        let bytes = contents(&mut &*bytes, &path)?;
        let (record, sum, len) = parse(&path, &bytes)?;
        let pages = Pages(Arc::new(Mutex::new(bytes[..len as usize].to_vec())));
        let journal = Journal {
            path,
            store: Store::Memory(pages.clone()),
            len,
            sum,
            has_tail: false,
            is_timed: false,
        };
        Ok((journal, record, pages))
    }

    /// The same journal, of which every further line says when it was written.
    pub fn timed(mut self) -> Journal {
        self.is_timed = true;
        self
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends entries and syncs them, all or none. After an error the journal is as before, and the call can be repeated.
    pub fn append(&mut self, entries: &[Entry]) -> Result<(), JournalError> {
        self.write(entries)
    }

    /// Swaps in another file and returns the original one, to simulate a failing disk.
    #[cfg(test)]
    pub(super) fn swap(&mut self, file: File) -> File {
        match std::mem::replace(&mut self.store, Store::File(file)) {
            Store::File(file) => file,
            Store::Memory(_) => unreachable!("a journal in a file"),
        }
    }

    fn write<T: Serialize>(&mut self, lines: &[T]) -> Result<(), JournalError> {
        let mut sum = self.sum.clone();
        let mut text = String::new();
        // A browser's memory has no clock.
        let now = || SystemTime::now().duration_since(UNIX_EPOCH);
        let time = self.is_timed.then(now).and_then(Result::ok);
        for line in lines {
            let mut body =
                serde_json::to_string(line).map_err(|error| self.io("write", error.into()))?;
            if let Some(time) = time {
                body.pop();
                body.push_str(&format!("{TIME}{}}}", time.as_secs()));
            }
            sum = chain(&sum, &body);
            text.push_str(body.strip_suffix('}').unwrap_or(&body));
            text.push_str(&format!("{SUM}{sum}\"}}\n"));
        }
        if let Err(error) = self.put(text.as_bytes()) {
            // Cut off the half-written line now if possible, otherwise before the next write.
            self.has_tail = self.store.cut(self.len).is_err();
            return Err(self.io("write", error));
        }
        self.has_tail = false;
        self.len += text.len() as u64;
        self.sum = sum;
        Ok(())
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.has_tail {
            self.store.cut(self.len)?;
        }
        self.store.put(self.len, bytes)
    }

    fn io(&self, doing: &'static str, error: io::Error) -> JournalError {
        JournalError::Io {
            doing,
            path: self.path.clone(),
            error,
        }
    }
}

/// Reads a journal without touching it, even while it is being written.
pub fn read(path: &Path) -> Result<Record, JournalError> {
    must_be_file(path)?;
    let fail = |error| JournalError::Io {
        doing: "read",
        path: path.to_owned(),
        error,
    };
    let bytes = contents(&mut File::open(path).map_err(fail)?, path)?;
    parse(path, &bytes).map(|(record, ..)| record)
}

/// Whether a file begins as a journal does.
pub fn is_one(path: &Path) -> bool {
    #[derive(Deserialize)]
    struct Start {
        #[serde(rename = "journal")]
        _journal: u64,
    }
    first_line(path).is_some_and(|first| serde_json::from_slice::<Start>(&first).is_ok())
}

/// The kit's folder or archive that a journal's first line names; `None` also if that line cannot be read.
pub fn folder(path: &Path) -> Option<PathBuf> {
    #[derive(Deserialize)]
    struct Start {
        folder: Option<PathBuf>,
    }
    let first = first_line(path)?;
    serde_json::from_slice::<Start>(&first).ok()?.folder
}

fn first_line(path: &Path) -> Option<Vec<u8>> {
    must_be_file(path).ok()?;
    let mut first = Vec::new();
    let file = File::open(path).ok()?.take(LONGEST_LINE as u64);
    BufReader::new(file).read_until(b'\n', &mut first).ok()?;
    Some(first)
}

/// Checked before opening: opening a pipe blocks until somebody writes to it.
fn must_be_file(path: &Path) -> Result<(), JournalError> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(JournalError::NotAFile(path.to_owned())),
        // Opening it reports what is wrong.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// The contents of the file, read only as far as needed to see that it is not a journal.
fn contents(file: &mut impl Read, path: &Path) -> Result<Vec<u8>, JournalError> {
    let too_long = |line| {
        let why = format!("it is longer than {} MB", LONGEST_LINE >> 20);
        JournalError::Damaged {
            path: path.to_owned(),
            line,
            why,
        }
    };
    let mut bytes = Vec::new();
    let mut line = 1;
    let mut start = 0;
    loop {
        let before = bytes.len();
        let read = file
            .by_ref()
            .take(LONGEST_LINE as u64)
            .read_to_end(&mut bytes);
        read.map_err(|error| JournalError::Io {
            doing: "read",
            path: path.to_owned(),
            error,
        })?;
        if bytes.len() == before {
            return Ok(bytes);
        }
        for end in (before..bytes.len()).filter(|at| bytes[*at] == b'\n') {
            if end - start > LONGEST_LINE {
                return Err(too_long(line));
            }
            line += 1;
            start = end + 1;
        }
        if bytes.len() - start > LONGEST_LINE {
            return Err(too_long(line));
        }
        if bytes.len() > LONGEST {
            return Err(JournalError::TooLong(path.to_owned()));
        }
    }
}

/// The separator between a line's body and its checksum.
const SUM: &str = ",\"sum\":\"";

/// The separator between what a line says and when it was written.
const TIME: &str = ",\"at\":";

/// The number of hexadecimal digits in a checksum.
const SUM_LEN: usize = 8;

/// The checksum of a line, chained to that of the line before.
fn chain(before: &str, body: &str) -> String {
    let digest = Sha256::new()
        .chain_update(before)
        .chain_update(body)
        .finalize();
    digest[..SUM_LEN / 2]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The record, the last checksum, and the length of the complete lines.
fn parse(path: &Path, bytes: &[u8]) -> Result<(Record, String, u64), JournalError> {
    let len = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    let mut header = None;
    let mut entries = Vec::new();
    let mut times = Vec::new();
    let mut sum = String::new();
    for (index, line) in bytes[..len]
        .split_inclusive(|&byte| byte == b'\n')
        .enumerate()
    {
        let damaged = |why: String| JournalError::Damaged {
            path: path.to_owned(),
            line: index + 1,
            why,
        };
        let text = std::str::from_utf8(&line[..line.len() - 1])
            .map_err(|_| damaged("it is not text".into()))?;
        if index == 0 {
            check_format(path, text)?;
        }
        let (body, found) = split_line(text).ok_or_else(|| {
            if text.ends_with('\r') {
                damaged("it ends with CR LF: save the journal with Unix line endings (LF)".into())
            } else {
                damaged("it has no checksum at its end".into())
            }
        })?;
        sum = chain(&sum, &body);
        if sum != found {
            return Err(damaged(
                "its checksum does not match: it was changed, or a line before it is missing"
                    .into(),
            ));
        }
        let unread = |error: serde_json::Error| damaged(format!("it cannot be read ({error})"));
        let (body, time) = split_time(body);
        times.push(time);
        match header {
            None => header = Some(serde_json::from_str::<Header>(&body).map_err(unread)?),
            Some(_) => entries.push(serde_json::from_str::<Entry>(&body).map_err(unread)?),
        }
    }
    let mut header = header.ok_or_else(|| JournalError::Empty(path.to_owned()))?;
    names::show(&mut header.players);
    Ok((
        Record {
            header,
            entries,
            times,
            torn: len < bytes.len(),
        },
        sum,
        len as u64,
    ))
}

/// Splits a line into its body and its checksum.
fn split_line(line: &str) -> Option<(String, &str)> {
    let (body, sum) = line.strip_suffix("\"}")?.rsplit_once(SUM)?;
    (sum.len() == SUM_LEN).then(|| (format!("{body}}}"), sum))
}

/// Splits a body into what it says and when it was written, if it tells.
fn split_time(body: String) -> (String, Option<u64>) {
    let split = || {
        let (says, time) = body.strip_suffix('}')?.rsplit_once(TIME)?;
        Some((format!("{says}}}"), time.parse().ok()?))
    };
    match split() {
        Some((says, time)) => (says, Some(time)),
        None => (body, None),
    }
}

/// Other formats may use other checksums, so the format number is checked first.
fn check_format(path: &Path, first: &str) -> Result<(), JournalError> {
    #[derive(Deserialize)]
    struct Format {
        journal: u64,
    }
    match serde_json::from_str::<Format>(first) {
        Ok(Format { journal }) if (1..=u64::from(FORMAT)).contains(&journal) => Ok(()),
        Ok(Format { journal: found }) => Err(JournalError::Format {
            path: path.to_owned(),
            found,
        }),
        Err(_) => Err(JournalError::Damaged {
            path: path.to_owned(),
            line: 1,
            why: "it does not name its format".into(),
        }),
    }
}

/// The same as [`open_exclusive`], but waits a moment for a program that was killed: the process that plays for it ends, and lets go of
/// the file, only after it.
fn open_once_free(options: &OpenOptions, path: &Path) -> io::Result<File> {
    for _ in 0..TRIES {
        match open_exclusive(options, path) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                std::thread::sleep(BETWEEN_TRIES);
            }
            done => return done,
        }
    }
    open_exclusive(options, path)
}

/// Opens a file that only one program at a time may write; others can still read it.
#[cfg(not(windows))]
fn open_exclusive(options: &OpenOptions, path: &Path) -> io::Result<File> {
    let file = options.open(path)?;
    file.try_lock()?;
    Ok(file)
}

/// The same on Windows, where a lock would also keep readers out; the share mode keeps out only writers.
#[cfg(windows)]
fn open_exclusive(options: &OpenOptions, path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;
    /// `FILE_SHARE_READ` and `FILE_SHARE_DELETE`.
    const TO_READ_OR_DELETE: u32 = 1 | 4;
    /// `ERROR_SHARING_VIOLATION`.
    const OPEN_ELSEWHERE: i32 = 32;
    options
        .clone()
        .share_mode(TO_READ_OR_DELETE)
        .open(path)
        .map_err(|error| match error.raw_os_error() {
            Some(OPEN_ELSEWHERE) => io::ErrorKind::WouldBlock.into(),
            _ => error,
        })
}

/// Makes a new file's name as durable as its contents. Where folders cannot be synced, that is left to the system.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            journal: FORMAT,
            game: "fuse".into(),
            edition: None,
            options: vec![("length".into(), "short".into())],
            players: vec!["Ann".into(), "Bob".into()],
            seed: u64::MAX,
            kit: "0123456789abcdef".into(),
            rows: vec![("cards F01".into(), "01234567".into())],
            folder: None,
            language: None,
            rules: 3,
            physical: vec!["die".into()],
            luck: Luck::Same,
            secrets: Secrets::Table,
            hints: true,
            bots: Vec::new(),
            program: Some("0.2.0".into()),
        }
    }

    fn entries() -> Vec<Entry> {
        vec![
            Entry::Move {
                n: 1,
                id: "roll".into(),
                by: "Ann".into(),
            },
            Entry::Move {
                n: 2,
                id: "die:4".into(),
                by: "program".into(),
            },
            Entry::Undo { n: 0, undo: 1 },
            Entry::Redo { n: 2, redo: 1 },
            Entry::Physical {
                n: 2,
                physical: vec![],
            },
            Entry::Correct {
                n: 3,
                correct: "pot 4".into(),
            },
            Entry::End {
                n: 4,
                end: "by agreement".into(),
            },
        ]
    }

    fn written(folder: &tempfile::TempDir) -> PathBuf {
        let path = folder.path().join("game.jsonl");
        let mut journal = Journal::create(&path, &header()).unwrap();
        for entry in entries() {
            journal.append(&[entry]).unwrap();
        }
        path
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(&folder);
        let record = Record {
            header: header(),
            entries: entries(),
            times: vec![None; 1 + entries().len()],
            torn: false,
        };
        assert_eq!(read(&path).unwrap(), record);
        let (mut journal, opened) = Journal::open(&path).unwrap();
        assert_eq!(opened, record);
        journal.append(&entries()[..2]).unwrap();
        assert_eq!(read(&path).unwrap().entries.len(), entries().len() + 2);
        assert!(
            std::fs::read_to_string(&path)
                .unwrap()
                .lines()
                .all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok())
        );
    }

    /// A line says when it was written only if that is wanted, and its time is checked like the rest.
    #[test]
    fn lines_say_when_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let journal = Journal::create(&path, &header()).unwrap();
        let mut journal = journal.timed();
        let note = Entry::Note {
            n: 0,
            note: "is it \",\"at\":5} fair?".into(),
            by: "Ann".into(),
        };
        journal.append(std::slice::from_ref(&note)).unwrap();
        drop(journal);
        let record = read(&path).unwrap();
        assert_eq!(record.entries, [note]);
        assert!(record.times[0].is_none() && record.times[1] > Some(1_700_000_000));
        let text = std::fs::read_to_string(&path).unwrap();
        let time = record.times[1].unwrap().to_string();
        std::fs::write(&path, text.replace(&time, "1700000001")).unwrap();
        assert!(matches!(
            read(&path),
            Err(JournalError::Damaged { line: 2, .. })
        ));
    }

    #[test]
    fn a_torn_last_line_is_dropped_wherever_it_tears() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(&folder);
        let whole = std::fs::read(&path).unwrap();
        let last = whole[..whole.len() - 1]
            .iter()
            .rposition(|&byte| byte == b'\n')
            .unwrap()
            + 1;
        for len in last + 1..whole.len() {
            std::fs::write(&path, &whole[..len]).unwrap();
            let (mut journal, record) = Journal::open(&path).unwrap();
            assert!(record.torn);
            assert_eq!(record.entries, entries()[..6]);
            journal.append(&entries()[6..]).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), whole);
        }
    }

    #[test]
    fn line_endings_of_windows_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(&folder);
        std::fs::write(
            &path,
            std::fs::read_to_string(&path)
                .unwrap()
                .replace('\n', "\r\n"),
        )
        .unwrap();
        let told = read(&path).unwrap_err().to_string();
        assert!(told.contains("Unix line endings (LF)"), "{told}");
    }

    #[test]
    fn every_damaged_byte_is_found_at_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(&folder);
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() - 1 {
            let line = 1 + whole[..at].iter().filter(|&&byte| byte == b'\n').count();
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            match read(&path) {
                Err(JournalError::Damaged { line: found, .. }) => {
                    assert_eq!(found, line, "byte {at}")
                }
                // The digit of the format itself: 2 is read too, but has another checksum.
                Err(JournalError::Format { .. }) if line == 1 => {}
                other => panic!("byte {at}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_missing_line_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(&folder);
        let text = std::fs::read_to_string(&path).unwrap();
        let without: String = text
            .lines()
            .enumerate()
            .filter(|(at, _)| *at != 2)
            .map(|(_, line)| format!("{line}\n"))
            .collect();
        std::fs::write(&path, without).unwrap();
        assert!(matches!(
            read(&path),
            Err(JournalError::Damaged { line: 3, .. })
        ));
    }

    #[test]
    fn two_programs_cannot_write_one_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let first = Journal::create(&path, &header()).unwrap();
        assert!(matches!(Journal::open(&path), Err(JournalError::Busy(_))));
        assert!(matches!(
            Journal::create(&path, &header()),
            Err(JournalError::Exists(_))
        ));
        drop(first);
        assert!(Journal::open(&path).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_closed_journal_is_free_even_if_a_child_holds_a_copy_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let journal = Journal::create(&path, &header()).unwrap();
        let Store::File(file) = &journal.store else {
            unreachable!("a journal in a file");
        };
        let _held_by_a_child = file.try_clone().unwrap();
        drop(journal);
        assert!(Journal::open(&path).is_ok());
    }

    #[test]
    fn what_is_no_journal_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        assert!(matches!(read(&path), Err(JournalError::Io { .. })));
        std::fs::write(&path, "").unwrap();
        assert!(matches!(read(&path), Err(JournalError::Empty(_))));
        std::fs::write(&path, "hello\n").unwrap();
        assert!(matches!(
            read(&path),
            Err(JournalError::Damaged { line: 1, .. })
        ));
        let later = FORMAT + 1;
        std::fs::write(&path, format!("{{\"journal\":{later}}}\n")).unwrap();
        assert!(matches!(
            read(&path),
            Err(JournalError::Format { found, .. }) if found == u64::from(later)
        ));
        assert!(matches!(
            read(folder.path()),
            Err(JournalError::NotAFile(_))
        ));
    }

    #[test]
    fn an_endless_line_is_not_read_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(&folder);
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        // Where files can be sparse, it takes no space on disk.
        file.write_all(b"{").unwrap();
        file.set_len(1 << 30).unwrap();
        drop(file);
        for read in [read(&path), Journal::open(&path).map(|(_, record)| record)] {
            assert!(matches!(read, Err(JournalError::Damaged { line, .. }) if line == lines + 1));
        }
    }

    /// Opening it would block until somebody writes to it.
    #[test]
    #[cfg(unix)]
    fn a_pipe_is_no_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&path)
                .status()
                .unwrap()
                .success()
        );
        assert!(matches!(read(&path), Err(JournalError::NotAFile(_))));
        assert!(matches!(
            Journal::open(&path),
            Err(JournalError::NotAFile(_))
        ));
    }

    #[test]
    fn a_failed_write_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(&folder);
        let (mut journal, _) = Journal::open(&path).unwrap();
        let good = journal.swap(File::open(&path).unwrap());
        assert!(matches!(
            journal.append(&entries()[..1]),
            Err(JournalError::Io { doing: "write", .. })
        ));
        journal.swap(good);
        journal.append(&entries()[..1]).unwrap();
        assert_eq!(read(&path).unwrap().entries.len(), entries().len() + 1);
    }
}
