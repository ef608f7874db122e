//! The worker's side: one question about a kit, with the texts that are not saved, is read from a line of standard input and answered
//! with lines of JSON.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Position, Range, TextEdit,
};
use serde::{Deserialize, Serialize};

use super::text::{offset, places};
use crate::cli::findings::Findings;
use crate::cli::worker::{self, Handed};
use crate::cli::{Error, check};
use crate::kit::files::{Edited, ending};
use crate::kit::problem::find_name;
use crate::kit::{Files, Kit, Problem, Problems};
use crate::suggest::{self, Candidate, Kind};

/// The largest question: all texts that are open.
const LARGEST: u64 = 256 << 20;

/// Answer one question about a kit: for `lsp`, not for people
#[derive(clap::Args)]
pub struct Args {
    kit: PathBuf,
}

/// A question, and the texts that are not saved, by their paths in the kit.
#[derive(Debug, Deserialize, Serialize)]
pub struct Question {
    pub texts: BTreeMap<String, String>,
    pub about: About,
}

#[derive(Debug, Deserialize, Serialize)]
pub enum About {
    /// What is wrong with the kit. If the rules are wrong, that is answered before the rest is looked at.
    Kit,
    /// What may be written in this file at this place.
    Writing(String, Position),
    /// What is written there.
    Meaning(String, Position),
}

/// A problem as an editor shows it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Found {
    /// `None` for what is not a file.
    pub file: Option<PathBuf>,
    pub range: Range,
    pub is_error: bool,
    pub message: String,
    pub help: Option<String>,
    /// What the help would have written, and where.
    pub fix: Option<(Range, String)>,
}

/// What a name means, and where it is given.
#[derive(Debug, Deserialize, Serialize)]
pub struct Meaning {
    pub range: Range,
    pub about: String,
    pub place: Option<(PathBuf, Range)>,
}

pub fn run(args: Args) -> Result<(), Error> {
    worker::keep_to(&Handed::default().kit(&args.kit));
    let mut line = String::new();
    io::stdin().lock().take(LARGEST).read_line(&mut line)?;
    // Whoever asked may want no answer anymore, and closes it.
    std::thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        std::process::exit(1);
    });
    let question: Question = serde_json::from_str(&line).map_err(|error| error.to_string())?;
    let folder = args.kit;
    let files = Files::Edited(Arc::new(Edited::new(folder.clone(), question.texts)));
    match question.about {
        About::Kit => check_kit(files, &folder),
        About::Writing(path, place) => tell(&writing(&files, &path, place)),
        About::Meaning(path, place) => tell(&meaning(&files, &folder, &path, place)),
    }
}

/// Writes a line.
fn tell(answer: &impl Serialize) -> Result<(), Error> {
    let mut line = serde_json::to_string(answer).map_err(|error| error.to_string())?;
    line.push('\n');
    let mut out = io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.flush()?;
    Ok(())
}

fn check_kit(files: Files, folder: &Path) -> Result<(), Error> {
    let findings = match Kit::open(files) {
        Err(errors) => Findings {
            errors,
            ..Findings::default()
        },
        Ok(kit) => {
            let rules = check::judge(&kit);
            if !rules.errors.0.is_empty() {
                tell(&found(&rules, folder))?;
            }
            check::findings(&kit).unwrap_or_else(|errors| Findings { errors, ..rules })
        }
    };
    tell(&found(&findings, folder))
}

fn found(findings: &Findings, folder: &Path) -> Vec<Found> {
    let all = |problems: &Problems, is_error: bool| -> Vec<Found> {
        let shown = problems.shown().into_iter();
        shown
            .map(|(problem, more)| Found::of(problem, more, is_error, folder))
            .collect()
    };
    let mut found = all(&findings.errors, true);
    found.extend(all(&findings.warnings, false));
    found
}

impl Found {
    /// A problem in the kit of this folder, and how many more there are like it.
    pub fn of(problem: &Problem, more: usize, is_error: bool, folder: &Path) -> Found {
        let place = &problem.place;
        let mut message = problem.message.clone();
        if !problem.label.is_empty() {
            message = format!("{message} ({})", problem.label);
        }
        if more > 0 {
            message = format!("{message}; and {more} more like this");
        }
        let path = PathBuf::from(&*place.file);
        let file = path.starts_with(folder).then_some(path.clone());
        let file = file.or_else(|| path.is_absolute().then_some(path));
        if file.is_none() {
            message = format!("{}: {message}", place.line());
        }
        // Lines of a workbook are not lines of its file.
        let is_text = !["ods", "xlsx", "pdf"].contains(&ending(&place.file).as_str());
        let range = if is_text && file.is_some() {
            places(&place.text, &visible(&place.text, &place.span))
        } else {
            Range::default()
        };
        Found {
            fix: fix(problem).filter(|_| is_text && file.is_some()),
            file,
            range,
            is_error,
            message,
            help: problem.help.clone(),
        }
    }
}

/// The range of a problem; where something is missing, the character after that place.
fn visible(text: &str, span: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    let next = text.get(span.start..).and_then(|rest| rest.chars().next());
    match next {
        Some(next) if span.is_empty() && next != '\n' && next != '\r' => {
            span.start..span.start + next.len_utf8()
        }
        _ => span.clone(),
    }
}

/// What "did you mean `x`?" would have written instead of a word that the message quotes.
fn fix(problem: &Problem) -> Option<(Range, String)> {
    let rest = problem.help.as_deref()?.strip_prefix("did you mean ")?;
    let quote = rest
        .chars()
        .next()
        .filter(|quote| ['`', '"'].contains(quote))?;
    let (meant, _) = rest[1..].split_once(quote)?;
    let place = &problem.place;
    let words = place.text.get(place.span.clone())?;
    let mut quoted = problem.message.split(['`', '"']).skip(1).step_by(2);
    let at = quoted.find_map(|word| find_name(word, words).filter(|_| !word.is_empty()))?;
    let span = place.span.start + at.start..place.span.start + at.end;
    Some((places(&place.text, &span), meant.to_owned()))
}

fn writing(files: &Files, path: &str, place: Position) -> Vec<CompletionItem> {
    let text = files.read(path).unwrap_or_default();
    let found = suggest::candidates(files, path, offset(&text, place));
    let range = places(&text, &found.replaced);
    let numbered = found.all.into_iter().enumerate();
    numbered
        .map(|(number, candidate)| item(number, candidate, range))
        .collect()
}

fn item(number: usize, candidate: Candidate, range: Range) -> CompletionItem {
    let kind = match candidate.kind {
        Kind::Key => CompletionItemKind::PROPERTY,
        Kind::Value => CompletionItemKind::VALUE,
        Kind::Word => CompletionItemKind::KEYWORD,
        Kind::Function => CompletionItemKind::FUNCTION,
        Kind::Column => CompletionItemKind::FIELD,
        Kind::Name => CompletionItemKind::VARIABLE,
        Kind::Colour => CompletionItemKind::COLOR,
        Kind::Font | Kind::Icon => CompletionItemKind::CONSTANT,
        Kind::File => CompletionItemKind::FILE,
    };
    CompletionItem {
        label: candidate.text.clone(),
        kind: Some(kind),
        detail: Some(candidate.about).filter(|about| !about.is_empty()),
        sort_text: Some(format!("{number:05}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range,
            new_text: candidate.text,
        })),
        ..CompletionItem::default()
    }
}

fn meaning(files: &Files, folder: &Path, path: &str, place: Position) -> Option<Meaning> {
    let text = files.read(path).ok()?;
    let meaning = suggest::meaning(files, path, offset(&text, place))?;
    let place = meaning.place.map(|place| {
        // A picture or a font has no text.
        let text = files.read(&place.path).unwrap_or_default();
        (folder.join(&place.path), places(&text, &place.span))
    });
    Some(Meaning {
        range: places(&text, &meaning.span),
        about: meaning.about,
        place,
    })
}
