//! `paperkeep report`: adds up the parts of a simulation, or tells what the journals of evenings say.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::stdio::{note, say};
use super::worker::{self, Handed, Work};
use super::{Error, sitting};
use crate::kit::files::whole_text;
use crate::lab::evenings::{self, Evening};
use crate::lab::{Part, Report, page, part, table, words};
use crate::press::write::output::Output;
use crate::referee::journal;

/// Combine the parts of a simulation that ran in several runs or on several machines; or report on the journals of games that people
/// played
#[derive(clap::Args)]
pub struct Args {
    /// What `simulate --shard K/N --report FILE` wrote: all N parts, in any order; or journals of `play`, as many as there are
    #[arg(required = true, value_name = "PART|JOURNAL")]
    parts: Vec<PathBuf>,
    /// For journals: the kit's folder, if it is not where it was
    #[arg(long, value_name = "DIR")]
    kit: Option<PathBuf>,
    /// Write the report to FILE, in the format of its extension: .html, .json or .csv; for journals .json
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// No part is this long.
const LONGEST: u64 = 64 << 20;

pub fn run(args: Args) -> Result<(), Error> {
    let form = args.report.as_deref().map(Form::of).transpose()?;
    match args
        .parts
        .iter()
        .filter(|part| journal::is_one(part))
        .count()
    {
        0 => {}
        all if all == args.parts.len() => return report_evenings(&args, form),
        _ => {
            return Err(Error::Usage(
                "some of these files are journals and others parts of a simulation; report on them separately".into(),
            ));
        }
    }
    let read = |path: &PathBuf| -> Result<(String, Part), Error> {
        let name = path.display().to_string();
        let fail = |why: String| Error::Other(format!("`{name}`: {why}"));
        let text = whole_text(path, LONGEST).map_err(|error| fail(error.to_string()))?;
        Part::read(&text)
            .map_err(fail)
            .map(|part| (name.clone(), part))
    };
    let parts = args
        .parts
        .iter()
        .map(read)
        .collect::<Result<Vec<_>, Error>>()?;
    let (run, totals) = part::sum(&parts).map_err(Error::Other)?;
    let report = Report::new(run, &totals);
    say!("{}", words::words(&report).trim_end());
    match args.report.zip(form) {
        Some((path, form)) => write(&path, &form.text(&report)?),
        None => Ok(()),
    }
}

/// Reports on the evenings of these journals.
fn report_evenings(args: &Args, form: Option<Form>) -> Result<(), Error> {
    if form.is_some_and(|form| form != Form::Json) {
        return Err(Error::Usage(
            "a report on journals is written as .json".into(),
        ));
    }
    // Journals may be anybody's, so a worker reads them.
    let mut handed = Handed::default();
    for file in &args.parts {
        handed = sitting::journal_handed(handed, file, args.kit.as_deref());
    }
    if let Some(report) = &args.report {
        handed = handed.writing(report);
    }
    if let Some(ended) = worker::do_all(&Work::playing(handed)) {
        return worker::ended(ended, "the report");
    }
    let mut all: Vec<Evening> = Vec::new();
    for file in &args.parts {
        let record = journal::read(file)?;
        if let Some(known) = all.iter().find(|known| known.record == record) {
            note!(
                "`{}` is the same evening as {}, and counts once",
                file.display(),
                known.name
            );
            continue;
        }
        let again = sitting::recall(file, args.kit.as_deref());
        let stem = file.file_stem().unwrap_or_default();
        all.push(Evening {
            name: stem.to_string_lossy().into_owned(),
            record,
            decisions: match again {
                Ok(opened) => Ok(opened.sitting.decisions()),
                Err(error) => Err(error.sentence()),
            },
        });
    }
    let versions = evenings::versions(&all);
    say!("{}", evenings::words(&versions).trim_end());
    match &args.report {
        Some(path) => write(path, &json(&versions)?),
        None => Ok(()),
    }
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Html,
    Json,
    Csv,
}

impl Form {
    /// By the file's extension.
    pub fn of(path: &Path) -> Result<Form, Error> {
        let ending = path
            .extension()
            .and_then(|ending| ending.to_str())
            .unwrap_or("")
            .to_lowercase();
        match ending.as_str() {
            "html" => Ok(Form::Html),
            "json" => Ok(Form::Json),
            "csv" => Ok(Form::Csv),
            _ => Err(Error::Usage(format!(
                "`{}` should end in .html, .json or .csv",
                path.display()
            ))),
        }
    }

    pub fn text(self, report: &Report) -> Result<String, Error> {
        match self {
            Form::Html => page::html(report).map_err(Error::Other),
            Form::Json => json(report),
            Form::Csv => Ok(table::csv(report)),
        }
    }
}

pub(super) fn json(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|error| Error::Other(error.to_string()))
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), Error> {
    let output = Output::new();
    output.add(path, text)?;
    output.write()?;
    Ok(())
}
