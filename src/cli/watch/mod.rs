//! `paperkeep watch`: prints a kit again whenever one of its files is saved, and shows it in the browser.
//!
//! * [`saves`]: when to. [`gallery`]: what there is to see, as data. [`server`]: the page that shows it, for this machine alone, in
//!   what it needs of [`http`].

mod gallery;
mod http;
mod saves;
mod server;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::Error;
use super::build::InkName;
use super::paper::Paper;
use crate::kit::{Kit, Problems};
use crate::press::{Order, Output, Press, Progress, Record, pdf};
use gallery::{Exhibit, Gallery, News};
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

impl Watch<'_> {
    fn new(args: &Args, server: Option<Server>) -> Watch<'_> {
        let look = |ink: &InkName| {
            let (press, pdf) = (Press::remembering(), pdf::Writer::default());
            Look { ink: *ink, press, pdf, last: HashMap::new(), exhibit: None }
        };
        Watch { args, server, looks: args.ink.iter().map(look).collect(), guides: HashMap::new() }
    }

    /// Prints in every ink, or says what is wrong; then shows what there is.
    fn print(&mut self) {
        let mut news = News::default();
        let mut wrong = None;
        for look in 0..self.looks.len() {
            match self.print_in(look) {
                Ok(said) => news = News { spent: news.spent + said.spent, ..said },
                Err(error) => {
                    error.print();
                    wrong = Some(error);
                    break;
                }
            }
        }
        if let Some(server) = &self.server {
            let exhibits = self.looks.iter().filter_map(|look| look.exhibit.clone()).collect();
            server.show(Gallery { exhibits, news, wrong });
        }
    }

    fn print_in(&mut self, look: usize) -> Result<News, Error> {
        let start = Instant::now();
        let look = &mut self.looks[look];
        let kit = Kit::find(&self.args.kit.display().to_string())?;
        let Paper { name, size } = &self.args.paper;
        let ink = look.ink.ink();
        let printed = look.press.print(&kit, &Order::new(*size, name, ink))?;
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
            let mut exhibit = Exhibit::of(&kit, ink, name, printed);
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
