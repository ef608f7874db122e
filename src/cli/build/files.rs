//! The files of a build: their names and contents.

use std::path::{Path, PathBuf};

use super::super::Error;
use super::index::Way;
use super::{Args, Format, Said};
use crate::games::english::counted;
use crate::kit::Side;
use crate::kit::files::whole_text;
use crate::kit::limits::LARGEST;
use crate::press::drawn::{Progress, Record};
use crate::press::guide::rulebook::Rulebook;
use crate::press::inspect::coverage::coverage;
use crate::press::sheet::{Job, PrintError};
use crate::press::write::names::{Names, PART};
use crate::press::write::output::{Batch, Output};
use crate::press::write::{cutting, pdf, png, svg};
use crate::press::{Order, Printed, Stickers};

/// Adds a kit's files as ordered; returns what to say about them.
pub(super) fn write(
    args: &Args,
    names: &Names,
    order: &Order,
    printed: Printed,
    pdf: &pdf::Writer,
    progress: &Progress,
    output: &Output,
) -> Result<Said, Error> {
    let mut said = Said::default();
    let stem = names.sheets();
    if let Some(changes) = &printed.changes {
        let told = changes.lines().into_iter();
        said.lines
            .extend(told.map(|line| format!("{stem}: {line}")));
        if changes.nothing_to_print() {
            said.lines.push(format!("{stem}: nothing to print again"));
            return Ok(said);
        }
    }
    let suffix = match printed.changes {
        Some(_) => "-changed",
        None if args.is_part() => PART,
        None => "",
    };
    let stack = Stack {
        args,
        names,
        order,
        progress,
        output,
        folder: args.out.join(&names.kit.id),
        stem: stem + suffix,
        suffix,
    };
    stack.record(&printed.record)?;
    drop(printed.record);
    // For a format that was not requested, nothing is known to be left over.
    for format in &args.format {
        stack.batch(*format);
    }
    let pages = filled(&printed.sheets).count();
    let mut files = Vec::new();
    if args.format.contains(&Format::Pdf) {
        let guide = printed.guide.as_ref();
        let jobs = jobs(
            &printed.sheets,
            guide.filter(|_| suffix != PART),
            printed.rules.as_ref(),
        );
        files = stack.pdfs(&jobs, pdf, &mut said.lines)?;
    }
    said.ways.push(stack.way(pages, files));
    said.lines
        .extend(printed.rules.iter().map(|rules| stack.of_booklet(rules)));
    let covered = stack.pictures(&printed.sheets, &mut said.lines)?;
    if args.format.contains(&Format::Cut) {
        stack.cuts(&printed.sheets, &mut said.lines)?;
    }
    let summary = printed.summary;
    said.lines.push(if args.coverage {
        format!("    {summary}, {covered:.1} % covered with ink")
    } else {
        format!("    {summary}")
    });
    said.warnings.extend(printed.warnings);
    Ok(said)
}

/// What the name of a guide adds to that of the sheets.
const GUIDE: &str = "-guide";

/// What is printed of a kit, and what the names of its files add to those of the sheets.
fn jobs<'p>(
    sheets: &'p Job,
    guide: Option<&'p Job>,
    rules: Option<&'p Rulebook>,
) -> Vec<(&'p Job, &'static str)> {
    let guide = guide.map(|guide| (guide, GUIDE));
    let rules = rules.into_iter().flat_map(|rules| {
        [
            (&rules.pages, "-rules"),
            (&rules.booklet, "-booklet"),
            (&rules.reference, "-reference"),
        ]
    });
    [(sheets, "")]
        .into_iter()
        .chain(guide)
        .chain(rules)
        .collect()
}

/// The sheets with something on them, by their places among all.
fn filled(job: &Job) -> impl Iterator<Item = usize> {
    let sheets = job.sheets.iter().enumerate();
    sheets
        .filter(|(_, sheet)| !sheet.is_empty())
        .map(|(index, _)| index)
}

/// The files of one print.
struct Stack<'a> {
    args: &'a Args,
    names: &'a Names<'a>,
    order: &'a Order,
    progress: &'a Progress,
    output: &'a Output,
    folder: PathBuf,
    /// How the names of its files begin.
    stem: String,
    /// What that adds to the names of the sheets, if they are not all.
    suffix: &'static str,
}

impl Stack<'_> {
    /// The files of a format, which replace those of an earlier build.
    fn batch(&self, format: Format) -> Batch<'_> {
        let name = match format {
            Format::Cut => format!("{}{} {}", self.names.cuts(), self.suffix, format.name()),
            _ => format!("{} {}", self.stem, format.name()),
        };
        self.output.batch(&self.folder, &name)
    }

    /// Records the faces; a print of a part says nothing about the whole.
    fn record(&self, record: &Record) -> Result<(), Error> {
        if self.suffix == PART {
            return Ok(());
        }
        let name = self.names.record(self.suffix);
        let write = |out: &mut dyn std::io::Write| {
            record
                .write(out)
                .map_err(|error| Error::from(PrintError::from(error)))
        };
        self.output
            .batch(&self.folder, &name)
            .add_made(&name, write)?;
        Ok(())
    }

    /// Returns what each file is, and its path from the folder of the build.
    fn pdfs(
        &self,
        jobs: &[(&Job, &'static str)],
        pdf: &pdf::Writer,
        lines: &mut Vec<String>,
    ) -> Result<Vec<(&'static str, String)>, Error> {
        let pages = &self.progress.pages;
        pages.expect(jobs.iter().map(|(job, _)| job.sheets.len()).sum());
        let mut files = Vec::new();
        for (job, suffix) in jobs {
            let name = format!("{}{suffix}.pdf", self.stem);
            let batch = match *suffix {
                "" | GUIDE => self.batch(Format::Pdf),
                // A build that is not asked for the rules leaves those of an earlier one.
                _ => self
                    .output
                    .batch(&self.folder, &format!("{} rules", self.stem)),
            };
            let path = batch.add_made(&name, |out| {
                pdf.write(job, self.progress, out).map_err(Error::from)
            })?;
            lines.push(path.display().to_string());
            let what = suffix.strip_prefix('-').unwrap_or("sheets");
            files.push((what, format!("{}/{name}", self.names.kit.id)));
        }
        Ok(files)
    }

    fn way(&self, pages: usize, files: Vec<(&'static str, String)>) -> Way {
        Way {
            kit: self.names.kit.title.clone(),
            paper: self.order.paper_name.clone(),
            ink: self.order.ink,
            die: match self.order.stickers {
                Stickers::ForDie(die) => Some(die),
                Stickers::ByKit | Stickers::Edge(_) => None,
            },
            pages,
            files,
        }
    }

    fn of_booklet(&self, rules: &Rulebook) -> String {
        let sides = rules.booklet.sheets.len();
        let sheets = counted(sides / 2, "sheet");
        let edge = self.order.layout.flip.name();
        format!(
            "    the booklet: {} pages on {sheets}, turned over the {edge} edge, folded and stapled",
            sides * 2
        )
    }

    /// Sheets as PNG and SVG. Returns how much of them is covered with ink, in percent, if that is asked.
    fn pictures(&self, job: &Job, lines: &mut Vec<String>) -> Result<f64, Error> {
        let args = self.args;
        let wants = |format| args.format.contains(&format);
        if !(args.coverage || wants(Format::Png) || wants(Format::Svg)) {
            return Ok(0.0);
        }
        let pages = filled(job).count();
        self.progress.pages.expect(pages);
        let mut covered = 0.0;
        for index in filled(job) {
            let svg = svg::write(job, index)?;
            if args.coverage {
                covered += coverage(&svg)? / pages as f64;
            }
            if wants(Format::Png) {
                let name = format!("{}-{:02}.png", self.stem, index + 1);
                let picture = png::render(&svg, args.dpi)?;
                let path = self.batch(Format::Png).add(&name, picture)?;
                lines.push(path.display().to_string());
            }
            if wants(Format::Svg) {
                let name = format!("{}-{:02}.svg", self.stem, index + 1);
                let written = match args.svg {
                    svg::Purpose::Exact => svg,
                    purpose => svg::write_for(job, index, purpose)?,
                };
                let path = self.batch(Format::Svg).add(&name, written)?;
                lines.push(path.display().to_string());
            }
            self.progress.pages.step();
        }
        Ok(covered * 100.0)
    }

    /// Files for cutting plotters.
    fn cuts(&self, job: &Job, lines: &mut Vec<String>) -> Result<(), Error> {
        let sheets = job.sheets.iter().enumerate();
        for (index, sheet) in sheets.filter(|(_, sheet)| sheet.side == Side::Front) {
            let stem = format!("{}{}-{:02}-cut", self.names.cuts(), self.suffix, index + 1);
            let paths = cutting::paths(sheet, self.order.registration);
            for (ending, text) in [
                ("svg", cutting::svg::write(&paths, sheet)),
                ("dxf", cutting::dxf::write(&paths, sheet)),
            ] {
                let name = format!("{stem}.{ending}");
                let path = self.batch(Format::Cut).add(&name, text)?;
                lines.push(path.display().to_string());
            }
        }
        Ok(())
    }
}

/// The record of an earlier build: a file, or the one of that name in its folder.
pub(super) fn earlier(path: &Path, names: &Names) -> Result<Record, Error> {
    let kit = names.kit;
    let ink = names.order.ink;
    let name = names.record("");
    let places = [path.join(&kit.id).join(&name), path.join(&name)];
    let file = if path.is_file() {
        path
    } else {
        places.iter().find(|place| place.is_file()).ok_or_else(|| {
            format!(
                "no {name} in {}: build once without --changed-since",
                path.display()
            )
        })?
    };
    let wrong = |why: String| format!("cannot compare with {}: {why}", file.display());
    let text = whole_text(file, LARGEST).map_err(|error| wrong(error.to_string()))?;
    let record = Record::from_json(&text).map_err(|error| wrong(error.to_string()))?;
    if record.is_of(kit, ink) {
        Ok(record)
    } else {
        Err(wrong(format!(
            "it is not a record of {} in {}",
            kit.id,
            ink.name()
        ))
        .into())
    }
}
