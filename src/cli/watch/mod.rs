//! `paperkeep watch`: prints a kit again whenever one of its files is saved, and shows it in the browser.
//!
//! * [`saves`]: when to print. [`dry_run`]: whether it can be drawn, found out in another process.
//! * [`gallery`]: what there is to see, as data. [`server`]: the page that shows it, for this machine alone. [`edits`]: what is
//!   edited there. [`tryout`]: the table beside the sheets.

pub(super) mod dry_run;
mod edits;
mod gallery;
mod saves;
mod server;
mod tryout;

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::choice::one_of;
use super::findings::Findings;
use super::paper::Paper;
use super::stdio::{self, note, say};
use super::{Error, check, part, region};
use crate::bench::gallery::{Exhibit, Printer};
use crate::face::Reader;
use crate::games::english::counted;
use crate::kit::{Ink, Kit, Problem, Problems, SourceSpan};
use crate::press::drawn::Record;
use crate::press::inspect::contrast::Measured;
use crate::press::write::output::Output;
use crate::press::write::pdf;
use crate::press::{Drawn, Order, Press};
use dry_run::DryRun;
use gallery::{Gallery, News};
use saves::Saves;
use server::Server;

/// Print a kit again whenever one of its files is saved, and show it in the browser; only what changed is drawn again
///
/// Open the address it prints. The page reloads by itself; the kit's rows, colours and texts can be edited there, and the table
/// plays the kit as last saved. Errors are reported here and on the page, as by `check`, and the last good files and pictures
/// stay. Warnings are reported here once, and on the page until they are solved; only pieces that differ in nothing but hue are
/// left to `check`. Ctrl-C ends it.
#[derive(clap::Args)]
pub struct Args {
    /// The kit's folder, or a ZIP archive of one [default: the current folder]
    kit: Option<PathBuf>,
    /// The paper: a4, letter, a3, or WxH in mm [default: that of your region]
    #[arg(long, default_value = region::paper(), hide_default_value = true, value_name = "PAPER")]
    paper: Paper,
    /// Inks, separated by commas: color, mono, lean
    #[arg(long, value_parser = one_of(&Ink::ALL, Ink::name), value_delimiter = ',', default_value = "color", value_name = "INK")]
    ink: Vec<Ink>,
    /// Where the PDFs go, in a folder for each kit
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
    /// The port of the page on 127.0.0.1 [default: a free one]
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 0,
        hide_default_value = true
    )]
    port: u16,
    /// Also replace files of the same names that paperkeep did not write, or that were changed since
    #[arg(long)]
    force: bool,
    /// Only write files, and serve no page
    #[arg(long, conflicts_with = "port")]
    no_page: bool,
}

pub fn run(args: Args) -> Result<(), Error> {
    let kit = match &args.kit {
        Some(kit) => kit.clone(),
        None => part::or_here(None)?.into(),
    };
    if !kit.exists() {
        let message = format!(
            "{} is not here: watch a kit of your own, a folder with a kit.toml in it or a ZIP archive of one",
            kit.display()
        );
        return Err(Error::Usage(message));
    }
    let saves = Saves::of(&kit, &args.out)?;
    let server = if args.no_page {
        None
    } else {
        Some(Server::start(args.port, &kit, &args.out)?)
    };
    let mut watch = Watch::new(&args, &kit, server);
    watch.print();
    let page = watch.server.as_ref().map_or(String::new(), |server| {
        format!(", shown at {}", server.address())
    });
    note!("watching {}{page} (Ctrl-C ends it)", kit.display());
    while saves.next() {
        watch.print();
    }
    Ok(())
}

/// An error as problems, for the page.
fn problems_of(error: &Error) -> Problems {
    match error {
        Error::Kit(problems) => problems.clone(),
        error => Problem::new(SourceSpan::file(""), error.sentence()).into(),
    }
}

/// What is kept between two prints.
struct Watch<'a> {
    args: &'a Args,
    server: Option<Server>,
    dry_run: DryRun,
    /// For each ink.
    inks: Vec<InkState>,
    /// The guides as last written.
    guides: HashMap<String, Vec<u8>>,
    /// The findings of the last check, in words; each is reported once.
    told: HashSet<String>,
}

/// A kit in one ink.
struct InkState {
    ink: Ink,
    /// Remembers the faces of this ink.
    press: Press,
    pdf: pdf::Writer,
    /// What was printed last, by the file's name.
    last: HashMap<String, Record>,
    /// What the page shows of it: the last successful print.
    exhibit: Option<Exhibit>,
    /// What was found on it.
    found: Findings,
    /// Remembers the faces that were examined.
    reader: Reader,
    measured: Measured,
}

impl InkState {
    fn new(ink: Ink) -> InkState {
        InkState {
            ink,
            press: Press::remembering(),
            pdf: pdf::Writer::default(),
            last: HashMap::new(),
            exhibit: None,
            found: Findings::default(),
            reader: Reader::new(),
            measured: Measured::default(),
        }
    }

    /// Examines what was drawn.
    fn examine(&mut self, kit: &Kit, drawn: &Drawn<'_>) -> Result<(), Error> {
        let mut found = check::judge(kit);
        found.warn(kit.warnings.clone());
        self.reader.look_in(kit);
        self.reader.forget_if_many();
        found.add(check::look(
            &drawn.drawn_pieces,
            &drawn.templates,
            &mut self.reader,
            &mut self.measured,
        )?);
        self.found = found;
        Ok(())
    }

    /// The findings, as the page shows them.
    fn lines(&self) -> Vec<String> {
        let line = |problem: &Problem| {
            Problems::from(problem.clone())
                .to_string()
                .trim_end()
                .to_owned()
        };
        self.found.iter().map(line).collect()
    }

    /// What the page shows of it, with all findings.
    fn shown(&self) -> Option<Exhibit> {
        let mut exhibit = self.exhibit.clone()?;
        exhibit
            .warnings
            .retain(|warning| self.found.iter().all(|problem| problem.message != *warning));
        exhibit.warnings.extend(self.lines());
        Some(exhibit)
    }
}

impl Watch<'_> {
    fn new<'a>(args: &'a Args, kit: &Path, server: Option<Server>) -> Watch<'a> {
        Watch {
            args,
            server,
            dry_run: DryRun::of(kit, &args.paper, &args.ink, !args.no_page),
            inks: args.ink.iter().copied().map(InkState::new).collect(),
            guides: HashMap::new(),
            told: HashSet::new(),
        }
    }

    /// Prints in every ink and shows it, or says what is wrong; then examines it and shows the findings.
    fn print(&mut self) {
        let start = Instant::now();
        let edits = self.server.as_ref().map(|server| server.edits.clone());
        // If something is saved while it is drawn, this is not what was drawn.
        let stamp = edits.as_ref().map(|edits| edits.stamp());
        let mut read = None;
        let printed = self.dry_run.kit().and_then(|kit| {
            read = Some(kit.clone());
            if let (Some(edits), Some(stamp)) = (&edits, stamp) {
                edits.take(&kit, stamp);
            }
            self.print_all(&kit, start)?;
            Ok(kit)
        });
        match (printed, &self.server) {
            (Ok(kit), Some(server)) => {
                let found = self.findings();
                server.edits.advise(found.errors, found.warnings);
                server.deal(kit);
            }
            (Ok(_), None) => {}
            (Err(error), _) => {
                error.print(true);
                let spared = self.dry_run.take_spared();
                let read = read.or_else(|| spared.as_ref().map(|(kit, _)| kit.clone()));
                if let (Some(edits), Some(stamp)) = (&edits, stamp) {
                    let is_harmless = (stamp, read.is_some());
                    edits.refuse(problems_of(&error), spared, is_harmless);
                }
                if let Some(kit) = read {
                    self.preview(&kit);
                }
                self.show(News::default(), Some(error));
            }
        }
    }

    /// Shows what can be shown of a kit that cannot be printed.
    fn preview(&mut self, kit: &Kit) {
        let name = self.args.paper.name.clone();
        for state in self.inks.iter_mut().filter(|_| self.server.is_some()) {
            let ink = state.ink;
            let print = || Printer::default().print(kit, &name, ink);
            // What crashes is told when it is printed.
            if let Ok(Ok(exhibit)) = catch_unwind(AssertUnwindSafe(print)) {
                state.exhibit = Some(exhibit);
            }
        }
    }

    /// What was found in all inks.
    fn findings(&self) -> Findings {
        let mut found = Findings::default();
        self.inks
            .iter()
            .for_each(|state| found.add(state.found.clone()));
        found
    }

    fn show(&self, news: News, wrong: Option<Error>) {
        if let Some(server) = &self.server {
            let exhibits = self.inks.iter().filter_map(InkState::shown).collect();
            server.show(Gallery {
                exhibits,
                news,
                wrong,
            });
        }
    }

    fn print_all(&mut self, kit: &Kit, start: Instant) -> Result<(), Error> {
        let mut news = News::default();
        let mut all_drawn = Vec::new();
        for ink in 0..self.inks.len() {
            // The dry run counts as part of the first ink.
            let start = if ink == 0 { start } else { Instant::now() };
            let (said, drawn) = self.whole(ink, |watch| watch.print_in(ink, kit, start))?;
            news = News {
                spent: news.spent + said.spent,
                ..said
            };
            all_drawn.push(drawn);
        }
        self.show(news.clone(), None);
        // What changed is shown before this is done.
        let mut anew = false;
        for (ink, drawn) in all_drawn.iter().enumerate() {
            anew |= self.whole(ink, |watch| {
                let before = watch.inks[ink].lines();
                watch.inks[ink].examine(kit, drawn)?;
                Ok(watch.inks[ink].lines() != before)
            })?;
        }
        if anew {
            self.show(news, None);
        }
        self.tell();
        Ok(())
    }

    /// What was done in an ink, or why not; after a panic, the ink is printed from scratch.
    fn whole<T>(
        &mut self,
        ink: usize,
        act: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        catch_unwind(AssertUnwindSafe(|| act(self))).unwrap_or_else(|_| {
            // Its memory may be incomplete.
            let state = &mut self.inks[ink];
            let broken = std::mem::replace(state, InkState::new(state.ink));
            state.last = broken.last;
            state.exhibit = broken.exhibit;
            state.found = broken.found;
            Err(Error::Other(
                "paperkeep crashed while printing this; that is a bug in paperkeep".into(),
            ))
        })
    }

    /// Reports new findings, and how many there are in all.
    fn tell(&mut self) {
        let mut found = Findings::default();
        self.inks
            .iter()
            .for_each(|state| found.add(state.found.clone()));
        // A row may have moved to a different line.
        let words = |problem: &Problem| {
            format!(
                "{} {} {}",
                problem.place.file, problem.message, problem.label
            )
        };
        found
            .reports(|problem| !self.told.contains(&words(problem)))
            .for_each(|report| stdio::report(&report));
        if let Some(count) = found.count() {
            note!("{count}");
        }
        self.told = found.iter().map(words).collect();
    }

    fn print_in<'k>(
        &mut self,
        ink: usize,
        kit: &'k Kit,
        start: Instant,
    ) -> Result<(News, Drawn<'k>), Error> {
        let state = &mut self.inks[ink];
        let Paper { name, size } = &self.args.paper;
        let ink = state.ink;
        let order = Order::new(*size, name, ink);
        let drawn = state.press.draw(kit, ink, order.copies)?;
        let printed = state.press.lay_out(kit, &order, &drawn)?;
        let stem = format!("{}-{name}-{}", kit.id, ink.name());
        let folder = self.args.out.join(&kit.id);
        let output = Output::forced(self.args.force);
        let mut new = None;
        // Each is a batch of its own: a guide that did not change is not written again.
        let write = |name: &str, bytes: &[u8]| output.batch(&folder, name).add(name, bytes);
        write(&format!("{stem}.pdf"), &state.pdf.bytes(&printed.sheets)?)?;
        if let Some(guide) = &printed.guide {
            let name = format!("{stem}-guide.pdf");
            let bytes = state.pdf.bytes(guide)?;
            if self.guides.get(&name) != Some(&bytes) {
                write(&name, &bytes)?;
                new = Some((name, bytes));
            }
        }
        output.write()?;
        self.guides.extend(new);
        let last = state.last.insert(stem.clone(), printed.record.clone());
        let lines = last.map(|last| printed.record.since(&last).lines().join("; "));
        let said = lines.clone().unwrap_or_else(|| printed.summary.clone());
        let faces = counted(printed.drawn, "face");
        if self.server.is_some() {
            state.exhibit = Some(Exhibit::of(kit, ink, name, printed)?);
        }
        let spent = start.elapsed().as_millis();
        say!("{stem}.pdf: {faces} drawn, {spent} ms  {said}");
        Ok((News { lines, spent }, drawn))
    }
}
