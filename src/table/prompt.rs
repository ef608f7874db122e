//! Where the prompt's lines come from: a person's [keyboard](super::keyboard), or a pipe.

use std::io::{self, BufRead};

use super::lines::{self, Line};
use crate::referee::names::is_invisible;
use crate::referee::{Seat, Sitting, Told};

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

/// The screen on which lines are typed.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// How many characters fit on a line.
    pub width: fn() -> usize,
    /// Clears it, and what has scrolled off it.
    pub clear: fn() -> io::Result<()>,
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

impl Possible {
    /// Stripped of anything that could deceive, since it goes to the terminal as it is.
    pub(super) fn visible(self) -> Possible {
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
    pub(super) fn meaning(&self, line: &str) -> Option<&str> {
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

/// Where the last answer of a line starts, and what it could become, from the first group in which anything fits. Answers are
/// separated by commas, semicolons, slashes or spaces; after the last mark, the longest text that starts an answer is taken as one.
pub(super) fn completions(line: &str, possible: &[Vec<String>]) -> (usize, Vec<String>) {
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
