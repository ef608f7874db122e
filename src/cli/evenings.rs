//! The evenings played so far: a list of the last ones to go on with.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::stdio::say;
use super::worker::{Handed, Work};
use super::{Error, journals, part, sitting, worker};
use crate::games::english;
use crate::kit::Files;
use crate::referee::{By, Sitting, Turn, journal, names};

/// How many evenings are listed.
const LISTED: usize = 10;

/// A journal that can be gone on with.
struct Evening {
    file: PathBuf,
    /// When it was last written to.
    played: SystemTime,
}

/// The last evenings, the newest first: those kept together, and those in the current folder.
fn last() -> Vec<Evening> {
    let here = PathBuf::from(".");
    let is_journal = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str());
        let kept = path.parent() != Some(Path::new("."));
        name.is_some_and(|name| {
            name.ends_with(".jsonl") && (kept || name.starts_with("paperkeep-"))
        })
    };
    let mut evenings: Vec<Evening> = journals::folder()
        .into_iter()
        .chain([here])
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flat_map(|entries| entries.flatten().map(|entry| entry.path()))
        .filter(|path| is_journal(path))
        .filter_map(|file| {
            let played = fs::metadata(&file).and_then(|data: Metadata| data.modified());
            Some(Evening {
                played: played.ok()?,
                file,
            })
        })
        .collect();
    evenings.sort_by_key(|evening| std::cmp::Reverse(evening.played));
    evenings.truncate(LISTED);
    evenings
}

/// The journal that a word means: a file, the number of an evening in the list, its name, or the last one of a game.
pub fn meant(word: &Path) -> Result<PathBuf, Error> {
    if word.exists() {
        return Ok(word.to_owned());
    }
    let Some(text) = word.to_str() else {
        return Ok(word.to_owned());
    };
    let kept = journals::folder().map(|folder| folder.join(format!("{text}.jsonl")));
    if let Some(kept) = kept.filter(|kept| is_name(text) && kept.exists()) {
        return Ok(kept);
    }
    let evenings = last();
    if let Ok(number) = text.parse::<usize>() {
        let evening = number.checked_sub(1).and_then(|at| evenings.get(at));
        return evening.map(|evening| evening.file.clone()).ok_or_else(|| {
            Error::Usage(format!(
                "there is no evening number {number}; `paperkeep resume` lists them"
            ))
        });
    }
    let game = part::named(text).unwrap_or_else(|_| text.to_owned());
    let is_of = |evening: &&Evening| {
        journal::read(&evening.file).is_ok_and(|record| record.header.game == game)
    };
    match evenings.iter().find(is_of) {
        Some(evening) => Ok(evening.file.clone()),
        // The error names the file.
        None => Ok(word.to_owned()),
    }
}

/// Whether a word is a file's name and nothing more.
fn is_name(text: &str) -> bool {
    let mut parts = Path::new(text).components();
    matches!(parts.next(), Some(std::path::Component::Normal(_))) && parts.next().is_none()
}

/// Lists the last evenings: the game, the players, when it was played, and whose turn it is.
pub fn list() -> Result<(), Error> {
    let evenings = last();
    if evenings.is_empty() {
        return Err(Error::Usage(
            "there is no game to go on with; `paperkeep play GAME` begins one, and `resume FILE` continues a journal that is \
             somewhere else"
                .to_owned(),
        ));
    }
    // Journals may be anybody's, so a worker reads them.
    let handed = evenings.iter().fold(Handed::default(), |handed, evening| {
        sitting::journal_handed(handed, &evening.file, None)
    });
    if let Some(ended) = worker::do_all(&Work::playing(handed)) {
        return worker::ended(ended, "the list of games");
    }
    let mut unfinished = None;
    for (number, evening) in (1..).zip(&evenings) {
        let Told { line, can_go_on } = told(evening);
        say!("{number:>3}  {line}");
        if can_go_on {
            unfinished = unfinished.or(Some(number));
        }
    }
    match unfinished {
        Some(number) => say!("\nTo go on: paperkeep resume {number}"),
        None => say!("\nTo see one again: paperkeep replay 1"),
    }
    Ok(())
}

/// An evening in one line, and whether people can go on with it.
struct Told {
    line: String,
    can_go_on: bool,
}

fn told(evening: &Evening) -> Told {
    let when = ago(evening.played);
    let name = evening
        .file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let record = match journal::read(&evening.file) {
        Ok(record) => record,
        Err(error) => {
            return Told {
                line: format!("{name}: {when}; {error}"),
                can_go_on: false,
            };
        }
    };
    let title = title(&record.header.game);
    let players = names::listed(&record.header.players);
    let (can_go_on, state) = match sitting::recall(&evening.file, None) {
        Ok(opened) => state(&*opened.sitting),
        Err(_) => (false, "cannot be continued here".to_owned()),
    };
    Told {
        line: format!("{title}: {players}; {when}; {state}"),
        can_go_on,
    }
}

fn title(game: &str) -> String {
    let shipped = Files::shipped(game).and_then(|files| crate::kit::Kit::open(files).ok());
    shipped.map_or_else(|| game.to_owned(), |kit| kit.title)
}

/// Whether a game goes on, and whose turn it is.
fn state(sitting: &dyn Sitting) -> (bool, String) {
    match sitting.turn() {
        Turn::Over => (false, "over".to_owned()),
        Turn::Player(seat) => {
            let name = names::listed(&[sitting.name(By::Player(seat)).to_owned()]);
            (true, format!("{name} is asked"))
        }
        Turn::Chance(_) | Turn::Table(_) => (true, "a roll or draw is next".to_owned()),
    }
}

/// "3 hours ago".
fn ago(time: SystemTime) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    let since = SystemTime::now().duration_since(time);
    let seconds = since.unwrap_or(Duration::ZERO).as_secs();
    let counted = |length: u64, unit: &str| {
        let count = usize::try_from(seconds / length).unwrap_or(usize::MAX);
        format!("{} ago", english::counted(count, unit))
    };
    match seconds {
        ..MINUTE => "just now".to_owned(),
        MINUTE..HOUR => counted(MINUTE, "minute"),
        HOUR..DAY => counted(HOUR, "hour"),
        _ => counted(DAY, "day"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_ago_in_words() {
        let before = |seconds| ago(SystemTime::now() - Duration::from_secs(seconds));
        assert_eq!(before(5), "just now");
        assert_eq!(before(61), "1 minute ago");
        assert_eq!(before(7_300), "2 hours ago");
        assert_eq!(before(90_000), "1 day ago");
    }

    #[test]
    fn a_name_is_no_path() {
        assert!(is_name("dungeon-crawl-7"));
        assert!(!is_name("../x") && !is_name("/x") && !is_name("a/b") && !is_name(".."));
    }
}
