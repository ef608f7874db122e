//! `paperkeep watch`: prints a kit again whenever one of its files is saved, and shows it in the browser.
//!
//! * [`saves`]: when to. [`rehearsal`]: whether it can be drawn, found out in another process.
//! * [`gallery`]: what there is to see, as data. [`server`]: the page that shows it, for this machine alone, in what it needs
//!   of [`http`].

mod gallery;
mod http;
pub(super) mod rehearsal;
mod saves;
mod server;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::Error;
use super::build::InkName;
use super::paper::Paper;
use crate::kit::{Kit, Problems};
use crate::press::{Order, Output, Press, Progress, Record, pdf};
use gallery::{Exhibit, Gallery, News};
use rehearsal::Rehearsal;
use saves::Saves;
use server::Server;

/// Print a kit again whenever one of its files is saved, and show it in the browser; only what changed is drawn again
///
/// Open the address it prints: the page reloads by itself. Problems are shown as `check` shows them, and over the page; the
/// last good files and pictures stay. Ctrl-C ends it.
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
    /// The port of the page on 127.0.0.1 [default: a free one]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Only write files, and serve no page
    #[arg(long, conflicts_with = "port")]
    no_page: bool,
}

pub fn run(args: Args) -> Result<(), Error> {
    if !args.kit.is_dir() {
        let message = format!("{} is no folder: watch a kit of your own, with a kit.toml in it", args.kit.display());
        return Err(Error::Usage(message));
    }
    let saves = Saves::of(&args.kit, &args.out)?;
    let server = if args.no_page { None } else { Some(Server::start(args.port)?) };
    let mut watch = Watch::new(&args, server);
    watch.print();
    let page = watch.server.as_ref().map_or(String::new(), |server| format!(", shown at {}", server.address()));
    anstream::eprintln!("watching {}{page} (Ctrl-C ends it)", args.kit.display());
    while saves.next() {
        watch.print();
    }
    Ok(())
}

/// What is kept between two prints.
struct Watch<'a> {
    args: &'a Args,
    server: Option<Server>,
    rehearsal: Rehearsal,
    /// For each ink.
    looks: Vec<Look>,
    /// The guides as written last.
    guides: HashMap<PathBuf, Vec<u8>>,
}

/// A kit in one ink.
struct Look {
    ink: InkName,
    /// Remembers the faces of this ink.
    press: Press,
    pdf: pdf::Writer,
    /// What was printed last, by the file's name.
    last: HashMap<String, Record>,
    /// What the page shows of it: the last that printed.
    exhibit: Option<Exhibit>,
}

impl Look {
    fn new(ink: InkName) -> Look {
        let (press, pdf) = (Press::remembering(), pdf::Writer::default());
        Look { ink, press, pdf, last: HashMap::new(), exhibit: None }
    }
}

impl Watch<'_> {
    fn new(args: &Args, server: Option<Server>) -> Watch<'_> {
        let rehearsal = Rehearsal::of(&args.kit, &args.ink);
        Watch { args, server, rehearsal, looks: args.ink.iter().copied().map(Look::new).collect(), guides: HashMap::new() }
    }

    /// Prints in every ink, or says what is wrong; then shows what there is.
    fn print(&mut self) {
        let (news, wrong) = match self.print_all() {
            Ok(news) => (news, None),
            Err(error) => {
                error.print();
                (News::default(), Some(error))
            }
        };
        if let Some(server) = &self.server {
            let exhibits = self.looks.iter().filter_map(|look| look.exhibit.clone()).collect();
            server.show(Gallery { exhibits, news, wrong });
        }
    }

    fn print_all(&mut self) -> Result<News, Error> {
        let start = Instant::now();
        let kit = self.rehearsal.kit()?;
        let mut news = News::default();
        for look in 0..self.looks.len() {
            // The rehearsal counts as a part of the first.
            let start = if look == 0 { start } else { Instant::now() };
            let printed = catch_unwind(AssertUnwindSafe(|| self.print_in(look, &kit, start)));
            let said = printed.unwrap_or_else(|_| {
                // What it remembers may be half done.
                let look = &mut self.looks[look];
                let broken = std::mem::replace(look, Look::new(look.ink));
                (look.last, look.exhibit) = (broken.last, broken.exhibit);
                Err(Error::Other("paperkeep broke while it printed this, and that is its fault".into()))
            })?;
            news = News { spent: news.spent + said.spent, ..said };
        }
        Ok(news)
    }

    fn print_in(&mut self, look: usize, kit: &Kit, start: Instant) -> Result<News, Error> {
        let look = &mut self.looks[look];
        let Paper { name, size } = &self.args.paper;
        let ink = look.ink.ink();
        let printed = look.press.print(kit, &Order::new(*size, name, ink))?;
        let stem = format!("{}-{name}-{}", kit.id, ink.name());
        let folder = self.args.out.join(&kit.id);
        write(&folder.join(format!("{stem}.pdf")), look.pdf.write(&printed.sheets, &Progress::default())?)?;
        if let Some(guide) = &printed.guide {
            let path = folder.join(format!("{stem}-guide.pdf"));
            let bytes = look.pdf.write(guide, &Progress::default())?;
            if self.guides.get(&path) != Some(&bytes) {
                write(&path, bytes.clone())?;
                self.guides.insert(path, bytes);
            }
        }
        let last = look.last.insert(stem.clone(), printed.record.clone());
        let lines = last.map(|last| printed.record.since(&last).lines().join("; "));
        let said = lines.clone().unwrap_or_else(|| printed.summary.clone());
        let faces = if printed.drawn == 1 { "1 face".to_owned() } else { format!("{} faces", printed.drawn) };
        if self.server.is_some() {
            let mut exhibit = Exhibit::of(kit, ink, name, printed)?;
            let warnings = Problems(kit.warnings.clone()).to_string();
            exhibit.warnings.extend(warnings.lines().map(str::to_owned));
            look.exhibit = Some(exhibit);
        }
        let spent = start.elapsed().as_millis();
        anstream::println!("{stem}.pdf: {faces} drawn, {spent} ms  {said}");
        Ok(News { lines, spent })
    }
}

fn write(path: &Path, bytes: Vec<u8>) -> Result<(), Error> {
    let mut output = Output::new();
    output.add(path, bytes)?;
    output.write()?;
    Ok(())
}
