//! Every save is drawn and laid out, guide and all, by a [worker](crate::cli::worker) first. If the kit exceeds a limit or
//! crashes the program, only the worker ends: the watch reports that, keeps showing the last good print, and continues at the
//! next save.
//!
//! For each line on stdin, it draws the kit as it is now, and answers with one line: a hash of what it drew.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};

use crate::cli::Error;
use crate::cli::choice::one_of;
use crate::cli::paper::Paper;
use crate::cli::worker::{self, Handed, Work, Worker};
use crate::kit::edit::spare;
use crate::kit::{Files, Ink, Kit, Problem, SourceSpan};
use crate::press::{Order, Press};

/// How often files may change while they are being read.
const TRIES: usize = 5;

/// Draws a kit for every line of input: for `watch`, not for people
#[derive(clap::Args)]
pub struct Args {
    kit: PathBuf,
    #[arg(long)]
    paper: Paper,
    #[arg(long, value_parser = one_of(&Ink::ALL, Ink::name), value_delimiter = ',')]
    ink: Vec<Ink>,
    /// Also draw what a table shows.
    #[arg(long)]
    table: bool,
}

pub fn run(args: Args) -> Result<(), Error> {
    worker::keep_to(&Handed::default().kit(&args.kit));
    // Ctrl-C is for `watch`, which ends this process by closing its input.
    ctrlc::set_handler(|| {}).map_err(|error| error.to_string())?;
    let mut presses: Vec<_> = args
        .ink
        .iter()
        .map(|ink| (*ink, Press::remembering()))
        .collect();
    for line in io::stdin().lines() {
        line?;
        let mut drew = String::new();
        let without = |wrong: Error| spared(&args.kit, &wrong).map(|(kit, _)| kit);
        let read = open(&args.kit).map_or_else(without, Some);
        if let Some(kit) = read {
            for (ink, press) in &mut presses {
                let order = Order::new(args.paper.size, &args.paper.name, *ink);
                // What is wrong with it will be found again.
                let printed = press
                    .draw(&kit, *ink, order.copies)
                    .and_then(|drawn| press.lay_out(&kit, &order, &drawn));
                // A page shows what can be shown of it all the same.
                if printed.is_err() {
                    let _ = Press::forgiving().draw(&kit, *ink, order.copies);
                }
            }
            if args.table {
                worker::rehearse(&kit);
            }
            drew = known_by(&kit);
        }
        writeln!(io::stdout(), "{drew}")?;
        io::stdout().flush()?;
    }
    Ok(())
}

fn open(kit: &Path) -> Result<Kit, Error> {
    Ok(Kit::find(&kit.display().to_string())?)
}

/// The kit [without the rows that are wrong](spare), and their number.
fn spared(kit: &Path, wrong: &Error) -> Option<(Kit, usize)> {
    match wrong {
        Error::Kit(problems) => spare(&Files::Folder(kit.to_owned()), problems),
        _ => None,
    }
}

/// A hash of everything drawn.
fn known_by(kit: &Kit) -> String {
    let art = |kit: &Kit| kit.files.art_fingerprint();
    let data = (
        &kit.palette,
        &kit.theme,
        kit.decks
            .iter()
            .map(|deck| (deck.size, deck.bleed))
            .collect::<Vec<_>>(),
    );
    format!(
        "{} {:?} {:?} {data:?}",
        kit.fingerprint(),
        art(kit),
        kit.uses.as_deref().map(art)
    )
}

/// The handle to the other process.
pub(super) struct DryRun {
    kit: PathBuf,
    paper: String,
    inks: Vec<Ink>,
    /// Whether the kit is shown on a table too.
    table: bool,
    stage: Option<Stage>,
    /// What was drawn instead of a kit with rows that are wrong.
    spared: Option<(Kit, usize)>,
}

struct Stage {
    worker: Worker,
    answers: BufReader<ChildStdout>,
}

impl DryRun {
    pub fn of(kit: &Path, paper: &Paper, inks: &[Ink], table: bool) -> DryRun {
        DryRun {
            kit: kit.to_owned(),
            paper: paper.name.clone(),
            inks: inks.to_vec(),
            table,
            stage: None,
            spared: None,
        }
    }

    /// The kit as it is now, if it could be drawn without ending the process.
    pub fn kit(&mut self) -> Result<Kit, Error> {
        for _ in 0..TRIES {
            self.spared = None;
            let drew = self.draw()?;
            let kit = open(&self.kit).inspect_err(|wrong| {
                let spared = spared(&self.kit, wrong);
                self.spared = spared.filter(|(kit, _)| drew == known_by(kit));
            })?;
            // It may have been saved again in the meantime.
            if drew == known_by(&kit) {
                return Ok(kit);
            }
        }
        Err(Error::Other(format!(
            "the files in {} keep changing",
            self.kit.display()
        )))
    }

    /// The kit without the rows that are wrong and their number, if that was drawn instead of all of it.
    pub fn take_spared(&mut self) -> Option<(Kit, usize)> {
        self.spared.take()
    }

    /// Has it drawn, and returns the hash.
    fn draw(&mut self) -> Result<String, Error> {
        // What was handed to a process stays closed to it once another file has its name, as an archive or a table elsewhere that
        // was saved again: then it draws nothing, and a fresh one is needed.
        if let Some(mut stage) = self.stage.take()
            && let Some(drew) = stage.ask().filter(|drew| !drew.is_empty())
        {
            self.stage = Some(stage);
            return Ok(drew);
        }
        // There was no process, or it ended for another reason: only the end of a fresh one is the kit's fault.
        let mut stage = self.begin().map_err(|error| {
            format!("cannot start another paperkeep process to draw with: {error}")
        })?;
        if let Some(drew) = stage.ask() {
            self.stage = Some(stage);
            return Ok(drew);
        }
        let problem = match stage.worker.end() {
            Err(exceeded) => exceeded.problem(&self.manifest()),
            Ok(_) => Problem::new(
                SourceSpan::file(self.manifest()),
                "paperkeep crashed while drawing this kit; that is a bug in paperkeep",
            )
            .help("your last change caused it: undo that, and please report the bug"),
        };
        Err(Error::Kit(problem.into()))
    }

    fn begin(&self) -> io::Result<Stage> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("dry-run").arg("--ink").arg(
            self.inks
                .iter()
                .map(|ink| ink.name())
                .collect::<Vec<_>>()
                .join(","),
        );
        command
            .args(["--paper", &self.paper])
            .args(self.table.then_some("--table"))
            .arg("--")
            .arg(&self.kit)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let work = Work::printing(Handed::default().kit(&self.kit));
        let mut worker = Worker::start(&mut command, &work)?;
        let answers = worker
            .process
            .stdout
            .take()
            .ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Stage {
            worker,
            answers: BufReader::new(answers),
        })
    }

    fn manifest(&self) -> String {
        self.kit.join("kit.toml").display().to_string()
    }
}

impl Stage {
    /// `None` if the process ended without an answer.
    fn ask(&mut self) -> Option<String> {
        let mut line = String::new();
        self.worker.process.stdin.as_mut()?.write_all(b"\n").ok()?;
        self.answers.read_line(&mut line).ok()?;
        line.strip_suffix('\n').map(str::to_owned)
    }
}
