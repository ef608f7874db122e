//! `paperkeep report`: adds up the parts of a simulation.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Error;
use super::stdio::say;
use crate::kit::files::whole_text;
use crate::lab::{Part, Report, page, part, table, words};
use crate::press::write::output::Output;

/// Combine the parts of a simulation that ran in several runs or on several machines
#[derive(clap::Args)]
pub struct Args {
    /// What `simulate --shard K/N --report FILE` wrote: all N parts, in any order
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// Write the report to FILE, in the format of its extension: .html, .json or .csv
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// No part is this long.
const LONGEST: u64 = 64 << 20;

pub fn run(args: Args) -> Result<(), Error> {
    let form = args.report.as_deref().map(Form::of).transpose()?;
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
