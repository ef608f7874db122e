//! What the page shows: what was printed last, and what has been wrong since.

use serde::Serialize;

use crate::bench::gallery::Exhibit;
use crate::cli::Error;
use crate::kit::Problem;

/// Everything there is to see.
#[derive(Default)]
pub(super) struct Gallery {
    /// One for each ink that was printed.
    pub exhibits: Vec<Exhibit>,
    pub news: News,
    /// Why the last print failed.
    pub wrong: Option<Error>,
}

/// What the last print was.
#[derive(Clone, Default, Serialize)]
pub(super) struct News {
    /// What changed: "changed: T06"; `None` for the first print.
    pub lines: Option<String>,
    /// How long it took in all inks, ms.
    pub spent: u128,
}

/// A problem as the page shows it.
#[derive(Serialize)]
struct Told<'p> {
    file: &'p str,
    /// Line and column, from 1, and the line itself; `None` for a problem with a whole file.
    at: Option<(usize, usize, &'p str)>,
    message: &'p str,
    label: &'p str,
    help: Option<&'p str>,
}

impl Told<'_> {
    fn of(problem: &Problem) -> Told<'_> {
        let place = &problem.place;
        let at = (!place.text.is_empty()).then(|| {
            let (line, column) = place.line_column();
            (
                line,
                column,
                place.text.lines().nth(line - 1).unwrap_or_default(),
            )
        });
        Told {
            file: &place.file,
            at,
            message: &problem.message,
            label: &problem.label,
            help: problem.help.as_deref(),
        }
    }

    /// A problem without a line.
    fn plain(message: &str) -> Told<'_> {
        Told {
            file: "",
            at: None,
            message,
            label: "",
            help: None,
        }
    }
}

impl Gallery {
    /// The state sent to the page, with a version number.
    pub fn to_json(&self, version: u64) -> String {
        #[derive(Serialize)]
        struct State<'g> {
            version: u64,
            exhibits: &'g [Exhibit],
            news: &'g News,
            problems: Vec<Told<'g>>,
        }
        let problems = match &self.wrong {
            None | Some(Error::Told | Error::Elsewhere(_)) => Vec::new(),
            Some(Error::Kit(problems)) => problems
                .shown()
                .into_iter()
                .map(|(problem, _)| Told::of(problem))
                .collect(),
            Some(Error::Other(message) | Error::Usage(message)) => vec![Told::plain(message)],
        };
        let state = State {
            version,
            exhibits: &self.exhibits,
            news: &self.news,
            problems,
        };
        serde_json::to_string(&state).unwrap_or_default()
    }
}
