//! Every save is drawn in another process first. What a kit may break, the [rations](crate::kit::ration) or the program itself,
//! ends that one; the watch says so, shows what it showed, and goes on at the next save.
//!
//! The other process is this program again. For each line on its stdin it draws the kit as it is now, and answers with a line:
//! what it drew, or its last words.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde::{Deserialize, Serialize};

use crate::cli::Error;
use crate::cli::choice::one_of;
use crate::kit::ration::{self, Breach};
use crate::kit::{Ink, Kit, Place, Problem};
use crate::press::Press;

/// How often files may change while they are looked at.
const TRIES: usize = 5;

/// What the other process answers.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    /// It drew this, or found what is wrong with it.
    Drew(String),
    Broke(Breach),
}

/// Draws a kit at every line of its input: for `watch`, not for people
#[derive(clap::Args)]
pub struct Args {
    kit: PathBuf,
    #[arg(long, value_parser = one_of(&Ink::ALL, Ink::name), value_delimiter = ',')]
    ink: Vec<Ink>,
}

pub fn run(args: Args) -> Result<(), Error> {
    // Ctrl-C is for the watch, which ends this by ending its input.
    ctrlc::set_handler(|| {}).map_err(|error| error.to_string())?;
    ration::last_words(|breach| drop(answer(&Answer::Broke(breach))));
    let mut presses: Vec<_> = args.ink.iter().map(|ink| (*ink, Press::remembering())).collect();
    for line in io::stdin().lines() {
        line?;
        let mut drew = String::new();
        if let Ok(kit) = open(&args.kit) {
            // What is wrong with it will be found again.
            presses.iter_mut().for_each(|(ink, press)| drop(press.draw(&kit, *ink, 1)));
            drew = known_by(&kit);
        }
        answer(&Answer::Drew(drew))?;
    }
    Ok(())
}

fn answer(answer: &Answer) -> io::Result<()> {
    let mut line = serde_json::to_string(answer)?;
    line.push('\n');
    let mut out = io::stdout();
    out.write_all(line.as_bytes())?;
    out.flush()
}

fn open(kit: &Path) -> Result<Kit, Error> {
    Ok(Kit::find(&kit.display().to_string())?)
}

/// A hash of all that is drawn.
fn known_by(kit: &Kit) -> String {
    let art = |kit: &Kit| kit.files.art_fingerprint();
    let data = (&kit.palette, &kit.theme, kit.decks.iter().map(|deck| (deck.size, deck.bleed)).collect::<Vec<_>>());
    format!("{} {:?} {:?} {data:?}", kit.fingerprint(), art(kit), kit.uses.as_deref().map(art))
}

/// The other process, from this side.
pub(super) struct Rehearsal {
    kit: PathBuf,
    inks: Vec<Ink>,
    stage: Option<Stage>,
}

struct Stage {
    process: Child,
    answers: BufReader<ChildStdout>,
}

impl Rehearsal {
    pub fn of(kit: &Path, inks: &[Ink]) -> Rehearsal {
        Rehearsal { kit: kit.to_owned(), inks: inks.to_vec(), stage: None }
    }

    /// The kit as it is now, if it could be drawn without an end of the process that drew it.
    pub fn kit(&mut self) -> Result<Kit, Error> {
        for _ in 0..TRIES {
            let drew = self.draw()?;
            let kit = open(&self.kit)?;
            // It may have been saved again in between.
            if drew == known_by(&kit) {
                return Ok(kit);
            }
        }
        Err(Error::Other(format!("the files in {} do not come to rest", self.kit.display())))
    }

    /// Has it drawn; says what was drawn.
    fn draw(&mut self) -> Result<String, Error> {
        if let Some(mut stage) = self.stage.take()
            && let Some(answer) = stage.ask()
        {
            return self.judge(stage, answer);
        }
        // There was none, or it was ended for another reason: only what ends one that has just begun is the kit's doing.
        let mut stage = self.begin().map_err(|error| format!("cannot begin another paperkeep to draw with: {error}"))?;
        if let Some(answer) = stage.ask() {
            return self.judge(stage, answer);
        }
        let message = "paperkeep broke while it drew this kit, and that is its fault";
        let help = "what you changed last did it; take it back, and please tell us of it";
        Err(Error::Kit(Problem::new(Place::file(self.manifest()), message).help(help).into()))
    }

    fn judge(&mut self, stage: Stage, answer: Answer) -> Result<String, Error> {
        match answer {
            Answer::Drew(drew) => {
                self.stage = Some(stage);
                Ok(drew)
            }
            Answer::Broke(breach) => Err(Error::Kit(breach.problem(&self.manifest()).into())),
        }
    }

    fn begin(&self) -> io::Result<Stage> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("rehearse").arg("--ink").arg(self.inks.iter().map(|ink| ink.name()).collect::<Vec<_>>().join(","));
        let mut process = command.arg("--").arg(&self.kit).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let answers = process.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Stage { process, answers: BufReader::new(answers) })
    }

    fn manifest(&self) -> String {
        self.kit.join("kit.toml").display().to_string()
    }
}

impl Stage {
    /// None if the process ended without a word.
    fn ask(&mut self) -> Option<Answer> {
        let mut line = String::new();
        self.process.stdin.as_mut()?.write_all(b"\n").ok()?;
        self.answers.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
