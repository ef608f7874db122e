//! `paperkeep watch`: prints a kit again whenever one of its files is saved.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use notify::{Event, EventKind, RecursiveMode, Watcher};

use super::Error;
use super::build::InkName;
use super::paper::Paper;
use crate::face::Fonts;
use crate::kit::Kit;
use crate::press::{Order, Output, Press, Record, pdf};

/// A save is over when nothing has been written for so long: editors write, rename and touch in a row.
const QUIET: Duration = Duration::from_millis(40);
/// Someone who writes on and on is not waited for longer.
const LONGEST: Duration = Duration::from_millis(400);

/// Print a kit again whenever one of its files is saved; only what changed is drawn again
///
/// Problems are shown as `check` shows them, and the last good files stay. Ctrl-C ends it.
#[derive(clap::Args)]
pub struct Args {
    /// The kit's folder
    kit: PathBuf,
    /// a4, letter, a3, or WxH in mm
    #[arg(long, default_value = "a4", value_name = "PAPER")]
    paper: Paper,
    /// color, mono, lean; several with commas
    #[arg(long, value_delimiter = ',', default_value = "color", value_name = "INK")]
    ink: Vec<InkName>,
    /// Where the PDFs go, in a folder for each kit
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
}

/// What wakes the watch.
enum Wake {
    Saved,
    Stop,
}

pub fn run(args: Args) -> Result<(), Error> {
    if !args.kit.is_dir() {
        let message = format!("{} is no folder: watch a kit of your own, with a kit.toml in it", args.kit.display());
        return Err(Error::Usage(message));
    }
    let (sender, wakes) = channel();
    let stop = sender.clone();
    ctrlc::set_handler(move || drop(stop.send(Wake::Stop))).map_err(|error| error.to_string())?;
    // Held until the end: it watches as long as it lives.
    let _watcher = watcher(&args, sender).map_err(|error| format!("cannot watch {}: {error}", args.kit.display()))?;
    let mut watch = Watch::new(&args);
    watch.print();
    anstream::eprintln!("watching {}; Ctrl-C ends it", args.kit.display());
    while next_save(&wakes) {
        watch.print();
    }
    Ok(())
}

/// Sends a wake for every file of the kit that is written.
fn watcher(args: &Args, wakes: Sender<Wake>) -> notify::Result<impl Watcher> {
    // Where we write may lie in the kit; what we write must not wake us.
    let out = std::path::absolute(&args.out)?;
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        let Ok(event) = event else { return };
        let ours = |path: &PathBuf| std::path::absolute(path).is_ok_and(|path| path.starts_with(&out));
        if !matches!(event.kind, EventKind::Access(_)) && !event.paths.iter().all(ours) {
            let _ = wakes.send(Wake::Saved);
        }
    })?;
    watcher.watch(&args.kit, RecursiveMode::Recursive)?;
    Ok(watcher)
}

/// Waits until a save is over; false when the watch is to end.
fn next_save(wakes: &Receiver<Wake>) -> bool {
    let Ok(Wake::Saved) = wakes.recv() else { return false };
    let first = Instant::now();
    while first.elapsed() < LONGEST {
        match wakes.recv_timeout(QUIET) {
            Ok(Wake::Saved) => {}
            Ok(Wake::Stop) => return false,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return true,
        }
    }
    true
}

/// What is kept between two prints.
struct Watch<'a> {
    args: &'a Args,
    /// A press for each ink: each remembers its own faces.
    presses: Vec<Press>,
    /// What was printed last, by the file's name.
    last: HashMap<String, Record>,
    /// The guides as written last.
    guides: HashMap<PathBuf, Vec<u8>>,
}

impl Watch<'_> {
    fn new(args: &Args) -> Watch<'_> {
        let presses = args.ink.iter().map(|_| Press::remembering()).collect();
        Watch { args, presses, last: HashMap::new(), guides: HashMap::new() }
    }

    /// Prints in every ink, or shows what is wrong.
    fn print(&mut self) {
        for ink in 0..self.presses.len() {
            if let Err(error) = self.print_in(ink) {
                error.print();
                return;
            }
        }
    }

    fn print_in(&mut self, ink: usize) -> Result<(), Error> {
        let start = Instant::now();
        let kit = Kit::find(&self.args.kit.display().to_string())?;
        let Paper { name, size } = &self.args.paper;
        let (ink, press) = (self.args.ink[ink].ink(), &mut self.presses[ink]);
        let printed = press.print(&kit, &Order::new(*size, name, ink))?;
        let stem = format!("{}-{name}-{}", kit.id, ink.name());
        let folder = self.args.out.join(&kit.id);
        write(&folder.join(format!("{stem}.pdf")), pdf::write(&printed.sheets, Fonts::shipped())?)?;
        let spent = start.elapsed();
        let news = match self.last.get(&stem) {
            Some(last) => printed.record.since(last).lines().join("; "),
            None => printed.summary,
        };
        let faces = if printed.drawn == 1 { "1 face".to_owned() } else { format!("{} faces", printed.drawn) };
        anstream::println!("{stem}.pdf: {faces} drawn, {} ms  {news}", spent.as_millis());
        self.last.insert(stem.clone(), printed.record);
        if let Some(guide) = printed.guide {
            let path = folder.join(format!("{stem}-guide.pdf"));
            let bytes = pdf::write(&guide, Fonts::shipped())?;
            if self.guides.get(&path) != Some(&bytes) {
                write(&path, bytes.clone())?;
                self.guides.insert(path, bytes);
            }
        }
        Ok(())
    }
}

fn write(path: &Path, bytes: Vec<u8>) -> Result<(), Error> {
    let mut output = Output::new();
    output.add(path, bytes);
    output.write()?;
    Ok(())
}
