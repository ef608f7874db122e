//! PDF/X, a file for each deck, for the press of a print shop.

use std::io::Write;

use super::format::{Content, Export, ExportFile, Format, Settings, Sheet, Subject};
use super::{ExportError, Frame, Set, job};
use crate::press::drawn::Progress;
use crate::press::sheet::Job;
use crate::press::write::pdf;

/// PDF/X-4, in the colours of the faces.
pub struct Pdfx;

impl Format for Pdfx {
    fn name(&self) -> &'static str {
        "pdfx"
    }

    fn subject(&self) -> Subject {
        Subject::Press
    }

    fn has_dots(&self) -> bool {
        false
    }

    fn options(&self) -> &'static [&'static str] {
        &["--output-intent", "--tuckbox"]
    }

    fn sheet(&self, job: &Job, settings: &Settings<'_>) -> Option<Result<Sheet, ExportError>> {
        Some(as_bytes(job, settings, write))
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError> {
        Ok(decks(export, write))
    }
}

/// PDF/X-1a, in four inks.
pub struct Pdfx1a;

impl Format for Pdfx1a {
    fn name(&self) -> &'static str {
        "pdfx1a"
    }

    fn subject(&self) -> Subject {
        Subject::Press
    }

    fn has_dots(&self) -> bool {
        false
    }

    fn options(&self) -> &'static [&'static str] {
        &["--output-intent", "--ink-limit", "--tuckbox"]
    }

    fn sheet(&self, job: &Job, settings: &Settings<'_>) -> Option<Result<Sheet, ExportError>> {
        Some(as_bytes(job, settings, write_flat))
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError> {
        Ok(decks(export, write_flat))
    }
}

type Writer = fn(Job, &Settings<'_>, &mut dyn Write) -> Result<(), ExportError>;

fn write(job: Job, settings: &Settings<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    let job = Job {
        condition: settings.condition.cloned(),
        ..job
    };
    Ok(pdf::Writer::default().write(&job, &Progress::default(), out)?)
}

fn write_flat(job: Job, settings: &Settings<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    match settings.condition {
        Some(condition) => Ok(pdf::flat::write(&job, condition, settings.ink_limit, out)?),
        None => write(job, settings, out),
    }
}

fn as_bytes(job: &Job, settings: &Settings<'_>, write: Writer) -> Result<Sheet, ExportError> {
    let mut bytes = Vec::new();
    write(job.clone(), settings, &mut bytes)?;
    Ok(("pdf", bytes))
}

/// A file for each deck. They may be large, so they are made while they are written.
fn decks<'e>(export: &'e Export<'e>, write: Writer) -> Vec<ExportFile<'e>> {
    let file = |(set, frame): &'e (&'e Set<'e>, Frame)| {
        let make = move |out: &mut dyn Write| {
            let job = job::deck(export.kit, set, frame, export.settings.back_first);
            write(job, &export.settings, out)?;
            for _ in set.faces() {
                (export.done)();
            }
            Ok(())
        };
        ExportFile {
            name: format!("{}.pdf", set.stem),
            deck: Some(set.stem.as_str()),
            content: Content::Made(Box::new(make)),
        }
    };
    export.framed.iter().map(file).collect()
}
