//! The files of a build: their names and contents.

use std::path::Path;

use super::super::Error;
use super::index::Way;
use super::{Args, Format, Said};
use crate::games::english::counted;
use crate::kit::Side;
use crate::kit::files::whole_text;
use crate::kit::limits::LARGEST;
use crate::press::drawn::{Progress, Record};
use crate::press::inspect::coverage::coverage;
use crate::press::sheet::PrintError;
use crate::press::write::names::{Names, PART};
use crate::press::write::output::Output;
use crate::press::write::{cutting, pdf, png, svg};
use crate::press::{Order, Printed};

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
    let lines = &mut said.lines;
    let kit = names.kit;
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
            return Ok(said);
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
    let mut files = Vec::new();
    for (job, suffix) in jobs {
        if args.format.contains(&Format::Pdf) {
            let name = format!("{stem}{suffix}.pdf");
            let what = suffix.strip_prefix('-').unwrap_or("sheets");
            files.push((what, format!("{}/{name}", kit.id)));
            let pdfs = output.batch(&folder, &batch(Format::Pdf));
            let path = pdfs.add_made(&name, |out| {
                pdf.write(job, progress, out).map_err(Error::from)
            })?;
            lines.push(path.display().to_string());
        }
    }
    said.ways.push(Way {
        kit: kit.title.clone(),
        paper: names.paper.to_owned(),
        ink: names.ink,
        die: names.die,
        pages,
        files,
    });
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
    said.warnings.extend(printed.warnings);
    Ok(said)
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
