//! The files of a build: their names and contents.

use std::path::Path;

use super::super::Error;
use super::super::paper::Paper;
use super::{Args, Format, Said};
use crate::games::english::counted;
use crate::kit::files::whole_text;
use crate::kit::limits::LARGEST;
use crate::kit::{CLASSIC, Ink, Kit, Side};
use crate::press::drawn::{Progress, Record};
use crate::press::inspect::coverage::coverage;
use crate::press::sheet::PrintError;
use crate::press::write::output::Output;
use crate::press::write::{cutting, pdf, png, svg};
use crate::press::{Order, Printed, Scheme};

/// What the names of a print's files are made of.
pub(super) struct Names<'a> {
    pub kit: &'a Kit,
    pub paper: &'a Paper,
    pub layout: Scheme,
    pub ink: Ink,
    pub args: &'a Args,
}

impl Names<'_> {
    /// The kit and its edition.
    fn kit(&self) -> String {
        let edition = self
            .args
            .edition
            .as_ref()
            .map(|name| format!("-{name}"))
            .unwrap_or_default();
        format!("{}{edition}", self.kit.id)
    }

    /// The same with its look and, unless it is the kit's own, its language.
    fn look(&self) -> String {
        let Kit {
            theme, language, ..
        } = self.kit;
        let theme = if theme == CLASSIC {
            String::new()
        } else {
            format!("-{theme}")
        };
        let language = if self.kit.files.language().is_some() {
            format!("-{language}")
        } else {
            String::new()
        };
        format!("{}{theme}{language}", self.kit())
    }

    /// The layout, if there are others.
    fn layout(&self) -> String {
        if self.args.layout.len() > 1 {
            format!("-{}", self.layout.name())
        } else {
            String::new()
        }
    }

    /// How the names of sheets start.
    fn sheets(&self) -> String {
        format!(
            "{}-{}{}-{}",
            self.look(),
            self.paper.name,
            self.layout(),
            self.ink.name()
        )
    }

    /// How the names of cut files start. Where to cut depends on neither ink nor look.
    fn cuts(&self) -> String {
        format!("{}-{}{}", self.kit(), self.paper.name, self.layout())
    }

    /// The record of all faces, which are the same in every layout.
    fn record(&self, suffix: &str) -> String {
        format!(
            "{}-{}-{}{suffix}.faces.json",
            self.look(),
            self.paper.name,
            self.ink.name()
        )
    }
}

/// The part of the names of files that contain only some decks or pieces.
const PART: &str = "-part";

/// Adds a kit's files as ordered, and what to say about them.
pub(super) fn write(
    names: &Names,
    order: &Order,
    printed: Printed,
    pdf: &pdf::Writer,
    progress: &Progress,
    output: &Output,
    Said {
        lines, warnings, ..
    }: &mut Said,
) -> Result<(), Error> {
    let Names { kit, args, .. } = names;
    let stem = names.sheets();
    if let Some(changes) = &printed.changes {
        lines.extend(
            changes
                .lines()
                .into_iter()
                .map(|line| format!("{stem}: {line}")),
        );
        if changes.nothing_to_print() {
            lines.push(format!("{stem}: nothing to print again"));
            return Ok(());
        }
    }
    let suffix = match printed.changes {
        Some(_) => "-changed",
        None if args.is_part() => PART,
        None => "",
    };
    let stem = stem + suffix;
    let folder = args.out.join(&kit.id);
    // A print of a part says nothing about the whole.
    if suffix != PART {
        let name = names.record(suffix);
        let write = |out: &mut dyn std::io::Write| {
            printed
                .record
                .write(out)
                .map_err(|error| Error::from(PrintError::from(error)))
        };
        output.batch(&folder, &name).add_made(&name, write)?;
    }
    drop(printed.record);
    // For a format that was not requested, nothing is known to be left over.
    let batch = |format: Format| match format {
        Format::Cut => format!("{}{suffix} {}", names.cuts(), format.name()),
        _ => format!("{stem} {}", format.name()),
    };
    for format in &args.format {
        output.batch(&folder, &batch(*format));
    }
    let drawn =
        args.coverage || args.format.contains(&Format::Png) || args.format.contains(&Format::Svg);
    let pages = printed
        .sheets
        .sheets
        .iter()
        .filter(|sheet| !sheet.is_empty())
        .count();
    if drawn {
        progress.pages.expect(pages);
    }
    let guide = printed
        .guide
        .iter()
        .filter(|_| suffix != PART)
        .map(|guide| (guide, "-guide"));
    let rules = printed.rules.iter().flat_map(|rules| {
        [
            (&rules.pages, "-rules"),
            (&rules.booklet, "-booklet"),
            (&rules.reference, "-reference"),
        ]
    });
    let jobs: Vec<_> = [(&printed.sheets, "")]
        .into_iter()
        .chain(guide)
        .chain(rules)
        .collect();
    if args.format.contains(&Format::Pdf) {
        progress
            .pages
            .expect(jobs.iter().map(|(job, _)| job.sheets.len()).sum());
    }
    for (job, suffix) in jobs {
        if args.format.contains(&Format::Pdf) {
            let name = format!("{stem}{suffix}.pdf");
            let pdfs = output.batch(&folder, &batch(Format::Pdf));
            let path = pdfs.add_made(&name, |out| {
                pdf.write(job, progress, out).map_err(Error::from)
            })?;
            lines.push(path.display().to_string());
        }
    }
    lines.extend(printed.rules.iter().map(|rules| {
        let sides = rules.booklet.sheets.len();
        let (sheets, edge) = (counted(sides / 2, "sheet"), order.layout.flip.name());
        format!(
            "    the booklet: {} pages on {sheets}, turned over the {edge} edge, folded and stapled",
            sides * 2
        )
    }));
    let mut covered = 0.0;
    for (index, _) in printed
        .sheets
        .sheets
        .iter()
        .enumerate()
        .filter(|(_, sheet)| drawn && !sheet.is_empty())
    {
        let svg = svg::write(&printed.sheets, index)?;
        if args.coverage {
            covered += coverage(&svg)? / pages as f64;
        }
        if args.format.contains(&Format::Png) {
            let name = format!("{stem}-{:02}.png", index + 1);
            let path = output
                .batch(&folder, &batch(Format::Png))
                .add(&name, png::render(&svg, args.dpi)?)?;
            lines.push(path.display().to_string());
        }
        if args.format.contains(&Format::Svg) {
            let name = format!("{stem}-{:02}.svg", index + 1);
            let path = output.batch(&folder, &batch(Format::Svg)).add(&name, svg)?;
            lines.push(path.display().to_string());
        }
        progress.pages.step();
    }
    if args.format.contains(&Format::Cut) {
        let fronts = printed
            .sheets
            .sheets
            .iter()
            .enumerate()
            .filter(|(_, sheet)| sheet.side == Side::Front);
        for (index, sheet) in fronts {
            let stem = format!("{}{suffix}-{:02}-cut", names.cuts(), index + 1);
            let paths = cutting::paths(sheet, order.registration);
            for (ending, text) in [
                ("svg", cutting::svg::write(&paths, sheet)),
                ("dxf", cutting::dxf::write(&paths, sheet)),
            ] {
                let path = output
                    .batch(&folder, &batch(Format::Cut))
                    .add(&format!("{stem}.{ending}"), text)?;
                lines.push(path.display().to_string());
            }
        }
    }
    lines.push(match args.coverage {
        true => format!(
            "    {}, {:.1} % covered with ink",
            printed.summary,
            covered * 100.0
        ),
        false => format!("    {}", printed.summary),
    });
    warnings.extend(printed.warnings);
    Ok(())
}

/// The record of an earlier build: a file, or the one of that name in its folder.
pub(super) fn earlier(path: &Path, names: &Names) -> Result<Record, Error> {
    let Names { kit, ink, .. } = *names;
    let name = names.record("");
    let places = [path.join(&kit.id).join(&name), path.join(&name)];
    let file = match path.is_file() {
        true => path,
        false => places.iter().find(|place| place.is_file()).ok_or_else(|| {
            format!(
                "no {name} in {}: build once without --changed-since",
                path.display()
            )
        })?,
    };
    let wrong = |why: String| format!("cannot compare with {}: {why}", file.display());
    let text = whole_text(file, LARGEST).map_err(|error| wrong(error.to_string()))?;
    let record = Record::from_json(&text).map_err(wrong)?;
    match record.is_of(kit, ink) {
        true => Ok(record),
        false => Err(wrong(format!(
            "it is not a record of {} in {}",
            kit.id,
            ink.name()
        ))
        .into()),
    }
}
