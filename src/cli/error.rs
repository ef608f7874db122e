//! How a command can fail, and how that is shown.

use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::stdio::{self, note};
use crate::draft;
use crate::export::ExportError;
use crate::games::english::counted;
use crate::kit::{Problem, Problems};
use crate::press::sheet::PrintError;
use crate::press::write::output::WriteError;

/// Why a command failed.
#[derive(Debug)]
pub enum Error {
    /// Problems of a kit, shown with their lines.
    Kit(Problems),
    /// Anything else, in a sentence or two.
    Other(String),
    /// The command line itself is wrong.
    Usage(String),
    /// Everything has been reported already.
    Told,
    /// A worker reported everything, and ended with this status.
    Elsewhere(u8),
}

impl Error {
    /// Prints it to stderr, in colour if wanted; of a command that `writes`, also that it did not.
    pub fn print(&self, writes: bool) {
        match self {
            Error::Kit(problems) => {
                for (problem, more) in problems.shown() {
                    stdio::report(&report(problem, more, Level::ERROR));
                }
                let count = counted(problems.0.len(), "problem");
                if writes {
                    note!("{count}; nothing was written");
                } else {
                    note!("{count}");
                }
            }
            Error::Other(message) | Error::Usage(message) => note!("paperkeep: {message}"),
            Error::Told | Error::Elsewhere(_) => {}
        }
    }

    /// The error in a sentence, if a session continues after it.
    pub fn sentence(&self) -> String {
        match self {
            Error::Kit(problems) => problems
                .0
                .first()
                .map_or_else(String::new, |problem| problem.message.clone()),
            Error::Other(message) | Error::Usage(message) => message.clone(),
            Error::Told | Error::Elsewhere(_) => String::new(),
        }
    }

    pub fn status(&self) -> ExitCode {
        match self {
            Error::Usage(_) => ExitCode::from(2),
            Error::Elsewhere(status) => ExitCode::from(*status),
            _ => ExitCode::FAILURE,
        }
    }
}

impl From<Problems> for Error {
    fn from(problems: Problems) -> Error {
        Error::Kit(problems)
    }
}

impl From<String> for Error {
    fn from(message: String) -> Error {
        Error::Other(message)
    }
}

impl From<draft::Wrong> for Error {
    fn from(wrong: draft::Wrong) -> Error {
        match wrong {
            draft::Wrong::Kit(problems) => Error::Kit(problems),
            draft::Wrong::Other(message) => Error::Other(message),
        }
    }
}

impl From<ExportError> for Error {
    fn from(error: ExportError) -> Error {
        Error::Other(error.to_string())
    }
}

impl From<PrintError> for Error {
    fn from(fault: PrintError) -> Error {
        Error::Other(fault.to_string())
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Error {
        Error::Other(error.to_string())
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Error {
        Error::Other(error.to_string())
    }
}

/// A problem with its line and a caret under it, how many similar ones are not shown, and a blank line.
pub(super) fn report(problem: &Problem, more: usize, level: Level<'_>) -> String {
    let text = &*problem.place.text;
    let end = problem.place.span.end.min(text.len());
    let span = problem.place.span.start.min(end)..end;
    let [message, label] = [&*problem.message, &problem.label].map(stdio::plain);
    let file = stdio::on_a_line(&problem.place.file);
    let title = level.primary_title(message);
    let group = if text.is_empty() {
        title.element(annotate_snippets::Origin::path(file))
    } else {
        title.element(
            Snippet::source(text)
                .path(file)
                .annotation(AnnotationKind::Primary.span(span).label(label)),
        )
    };
    let mut groups = vec![group];
    groups.extend(
        problem
            .help
            .as_deref()
            .map(|help| Group::with_title(Level::HELP.secondary_title(stdio::plain(help)))),
    );
    let more = (more > 0).then(|| format!("and {more} more like this"));
    groups.extend(
        more.as_deref()
            .map(|more| Group::with_title(Level::NOTE.secondary_title(more))),
    );
    Renderer::styled().render(&groups) + "\n"
}
