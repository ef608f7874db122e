//! `paperkeep calibrate`: a sheet to measure, and a printer profile from the measurements.

use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

use super::paper::Paper;
use super::printer::Printer;
use super::stdio::{self, note, say};
use super::worker::{Handed, Work};
use super::{Error, part, region, worker};
use crate::kit::{Side, Um};
use crate::press::guide::{calibration, ink_test};
use crate::press::printer::{COUNT, Distortion, Fit, fit, ink_settings, targets};
use crate::press::sheet::Job;
use crate::press::write::output::Output;
use crate::press::write::pdf;
use crate::referee::shell::argument;

/// A measurement that deviates from the rest by more than this is a mistake, not a ruler's tolerance, mm.
const MISTAKE: f64 = 0.4;

/// Print a sheet to measure, and make a printer profile from the measurements
///
/// Without --measured it writes the calibration sheet: print it and measure its twelve numbered distances. With --measured it asks
/// for them one by one, or takes them from the list, and keeps the printer's profile for `build --profile`. In the same way,
/// --inks writes an ink test sheet, and --chosen keeps the number on it that looks best.
#[derive(clap::Args)]
pub struct Args {
    /// a4, letter, a3, or WxH in mm: the paper of the calibration sheet [default: that of your region]
    #[arg(long, default_value = region::paper(), hide_default_value = true, value_name = "PAPER")]
    paper: Paper,
    /// The measurements, mm: all twelve, separated by commas, `-` for one that was skipped; asks if none are given
    #[arg(long, value_name = "MM,...", num_args = 0..=1, default_missing_value = "")]
    measured: Option<String>,
    /// Write an ink test sheet instead: the first piece of a kit in numbered settings [default: dungeon-in-a-tin]
    #[arg(long, value_name = "KIT", num_args = 0..=1, default_missing_value = "dungeon-in-a-tin", conflicts_with = "measured")]
    inks: Option<String>,
    /// The code of another piece for the ink test sheet, such as one with many dark colours: F04
    #[arg(long, value_name = "CODE", requires = "inks")]
    piece: Option<String>,
    /// The number on the ink test sheet that looks best
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["measured", "inks"])]
    chosen: Option<usize>,
    /// Where to store it: a printer's NAME in your printer.toml, FILE.toml, or FILE.toml:NAME
    #[arg(long, value_name = "PRINTER")]
    profile: Option<Printer>,
    /// Where the sheet goes
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
    /// Also replace a file of the same name that paperkeep did not write, or that was changed since
    #[arg(long)]
    force: bool,
}

pub fn run(args: Args) -> Result<(), Error> {
    if let Some(kit) = &args.inks {
        return print_inks(kit, &args);
    }
    if let Some(number) = args.chosen {
        return choose(number, &args);
    }
    let paper = args.paper.size;
    let least = calibration::MIN_PAPER;
    if paper.w < least.w || paper.h < least.h {
        return Err(Error::Usage(format!(
            "a calibration sheet needs paper of at least {least} mm"
        )));
    }
    let Some(measured) = &args.measured else {
        return print(&args);
    };
    let printer = args.profile.clone().map_or_else(Printer::usual, Ok)?;
    let measured = if measured.is_empty() {
        ask(&args.paper)?
    } else {
        listed(measured)?
    };
    if measured.iter().all(Option::is_none) {
        return Err(Error::Other(
            "nothing was measured, so nothing was saved".to_owned(),
        ));
    }
    let found = fit(paper, &measured)?;
    let name = printer.keep(found.profile)?;
    for side in [Side::Front, Side::Back] {
        say!(
            "{:<6}{}",
            side.name(),
            words(found.profile.distortion(side))
        );
    }
    warn(&found);
    say!("saved as `{name}` in {}", printer.file().display());
    say!(
        "use it:  paperkeep build dungeon-in-a-tin --profile {}",
        said(&args, &name)
    );
    Ok(())
}

fn print(args: &Args) -> Result<(), Error> {
    let job = calibration::sheet(args.paper.size, &args.paper.name);
    write(&job, "calibration", args)?;
    say!(
        "    print both pages on one sheet at 100 %, measure, then: paperkeep calibrate --measured"
    );
    Ok(())
}

/// Writes a sheet as a PDF with this name and that of the paper.
fn write(job: &Job, name: &str, args: &Args) -> Result<(), Error> {
    let name = format!("{name}-{}.pdf", args.paper.name);
    let output = Output::forced(args.force);
    let path = output
        .batch(&args.out, &name)
        .add(&name, pdf::write(job)?)?;
    output.write()?;
    say!("{}", path.display());
    Ok(())
}

/// Writes the ink test sheet.
fn print_inks(kit: &str, args: &Args) -> Result<(), Error> {
    let kit = part::named(kit)?;
    if worker::is_strange(&kit)
        && let Some(ended) = worker::do_all(&Work::printing(
            Handed::default().kit(&kit).writing_in(&args.out),
        ))
    {
        return worker::ended(ended, &kit);
    }
    let kit = part::find(&kit, None)?;
    let job = ink_test::sheets(
        &kit,
        args.piece.as_deref(),
        args.paper.size,
        &args.paper.name,
    )?;
    write(&job, "ink-test", args)?;
    say!(
        "    print it on the paper of your games, choose a number, then: paperkeep calibrate --chosen NUMBER"
    );
    Ok(())
}

/// Keeps a setting of the ink test sheet in the printer's profile.
fn choose(number: usize, args: &Args) -> Result<(), Error> {
    let settings = ink_settings();
    let Some(setting) = number.checked_sub(1).and_then(|at| settings.get(at)) else {
        return Err(Error::Usage(format!(
            "the ink test sheet has the numbers 1 to {}",
            settings.len()
        )));
    };
    let printer = args.profile.clone().map_or_else(Printer::usual, Ok)?;
    let name = printer.keep_ink(args.paper.size, setting)?;
    say!("{number}: {}", setting.words());
    say!("saved as `{name}` in {}", printer.file().display());
    say!(
        "use it:  paperkeep build dungeon-in-a-tin --profile {}",
        said(args, &name)
    );
    Ok(())
}

/// As given to `--profile`.
fn said(args: &Args, name: &str) -> String {
    let file = args.profile.as_ref().map(|printer| printer.file());
    match file {
        Some(file) if Printer::usual().is_ok_and(|usual| usual.file() != file) => {
            argument(&format!("{}:{name}", file.display()))
        }
        _ => name.to_owned(),
    }
}

fn words(of: &Distortion) -> String {
    let [right, down] = of.offset;
    let parts = [
        (
            right,
            format!(
                "{:.2} mm {}",
                right.abs(),
                if right < 0.0 { "left" } else { "right" }
            ),
        ),
        (
            down,
            format!(
                "{:.2} mm {}",
                down.abs(),
                if down < 0.0 { "up" } else { "down" }
            ),
        ),
        (
            of.rotation,
            format!(
                "turned {:.2}\u{b0} {}",
                of.rotation.abs(),
                if of.rotation < 0.0 {
                    "counterclockwise"
                } else {
                    "clockwise"
                }
            ),
        ),
        (
            (of.scale[0] - 1.0) * 100.0,
            format!("{:.2} % across", of.scale[0] * 100.0),
        ),
        (
            (of.scale[1] - 1.0) * 100.0,
            format!("{:.2} % down", of.scale[1] * 100.0),
        ),
    ];
    let told: Vec<String> = parts
        .into_iter()
        .filter(|(off, _)| off.abs() >= 0.005)
        .map(|(_, words)| words)
        .collect();
    if told.is_empty() {
        "as it should be, or not measured".to_owned()
    } else {
        told.join(", ")
    }
}

fn warn(found: &Fit) {
    if let Some((off, number)) = found.worst.filter(|(off, _)| *off > MISTAKE) {
        note!(
            "paperkeep: the measurements disagree by {off:.1} mm, most at {number}; measure that side again to be sure"
        );
    }
}

/// `20.3,-,19.8`: any number of them.
fn listed(text: &str) -> Result<Vec<Option<Um>>, Error> {
    let measured: Result<Vec<_>, String> = text.split(',').map(reading).collect();
    let measured = measured.map_err(Error::Usage)?;
    match measured.len() {
        COUNT => Ok(measured),
        // The front alone.
        count if count == COUNT / 2 => Ok(measured),
        count => Err(Error::Usage(format!(
            "{count} measurements; give all {COUNT}, or the front's {}",
            COUNT / 2
        ))),
    }
}

/// A measurement; nothing or `-` for none. When asked one by one, a decimal comma is accepted.
fn reading(text: &str) -> Result<Option<Um>, String> {
    match text.trim() {
        "" | "-" => Ok(None),
        text => super::paper::length(text.trim_end_matches("mm").trim_end(), 0, 2000).map(Some),
    }
}

/// Asks for them one by one.
fn ask(paper: &Paper) -> Result<Vec<Option<Um>>, Error> {
    let mut lines = io::stdin().lock().lines();
    let prompting = io::stdin().is_terminal();
    let mut measured = Vec::new();
    note!("Millimetres, as measured on the calibration sheet; Enter skips one.");
    for target in targets(paper.size) {
        loop {
            let side = target.side.name();
            let words = target.words(paper.size);
            let nominal = target.nominal(paper.size);
            stdio::ask(&format!(
                "{:>2}  {side}, {words} ({nominal}): ",
                target.number
            ));
            let Some(line) = lines.next().transpose()? else {
                return Ok(measured);
            };
            if !prompting {
                note!("");
            }
            match reading(&line.replace(',', ".")) {
                Ok(value) => break measured.push(value),
                Err(why) => note!("    {why}"),
            }
        }
    }
    Ok(measured)
}
