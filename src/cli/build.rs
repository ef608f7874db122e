//! `paperkeep build`: a kit's sheets and its guide, as files.

mod files;
mod index;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use clap::ValueEnum;
use rayon::prelude::*;

use self::files::{earlier, write};
use super::choice::one_of;
use super::findings::Findings;
use super::paper::{Paper, length};
use super::printer::Printer;
use super::progress::Bar;
use super::stdio::{note, say};
use super::worker::{Handed, Work};
use super::{Error, check, part, region, worker};
use crate::face::Templates;
use crate::games::english::counted;
use crate::kit::files::whole_text;
use crate::kit::gallery::{self, Backs, Cards, Grid};
use crate::kit::limits::LARGEST;
use crate::kit::{CLASSIC, Files, Ink, Kit, Make, Problems, Shape, Size, Tone, Um};
use crate::press::printer::Profile;
use crate::press::sheet::Flip;
use crate::press::sheet::registration::Pattern;
use crate::press::sheet::stock::Stock;
use crate::press::write::names::Names;
use crate::press::write::output::Output;
use crate::press::write::{pdf, svg};
use crate::press::{Corrects, Layout, On, Order, Press, Prints, Scheme, Stickers, Wanted};
use crate::referee::shell::argument;

/// Print kits: label sheets and a guide, as PDF
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("boxes").args(["tuckbox", "tray"]).multiple(true))]
pub struct Args {
    /// Ids of shipped games, or folders or ZIP archives of kits [default: the kit in the current folder, or else all shipped
    /// games]
    kits: Vec<String>,
    /// Papers, separated by commas: a4, letter, a3, or WxH in mm [default: a4 or letter, as is usual in your region]
    #[arg(
        long,
        value_delimiter = ',',
        default_value = region::paper(),
        hide_default_value = true,
        value_name = "PAPER"
    )]
    paper: Vec<Paper>,
    /// Inks, separated by commas: color, mono (made for black-and-white printers), lean (little ink) [default: color, or that of the
    /// printer's ink test]
    #[arg(long, value_parser = one_of(&Ink::ALL, Ink::name), value_delimiter = ',', value_name = "INK")]
    ink: Vec<Ink>,
    /// Themes, separated by commas: classic, or others of the kit
    #[arg(long, value_delimiter = ',', default_value = CLASSIC, value_name = "THEME")]
    theme: Vec<String>,
    /// Formats, separated by commas: pdf, svg, png, cut (SVG and DXF for cutting plotters)
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "pdf",
        value_name = "FORMAT"
    )]
    format: Vec<Format>,
    /// What SVG is for: to look the same everywhere (exact), or with a group for each piece and text as text (editable)
    #[arg(long, value_parser = one_of(&svg::Purpose::ALL, svg::Purpose::name), default_value = "exact", value_name = "PURPOSE")]
    svg: svg::Purpose,
    /// The edge of your plain dice, 8 to 25 mm: their labels are made 2 mm smaller
    #[arg(long, value_name = "MM", conflicts_with = "sticker", value_parser = |text: &str| length(text, 8, 25))]
    die: Option<Um>,
    /// The edge of the die stickers themselves, mm [default: 14.2, for indented 19 mm dice]
    #[arg(long, value_name = "MM", value_parser = |text: &str| length(text, 5, 30))]
    sticker: Option<Um>,
    /// The size of hexagons from edge to edge, 15 to 80 mm: labels for wooden ones are slightly smaller
    #[arg(long, value_name = "MM", value_parser = |text: &str| length(text, 15, 80))]
    hex: Option<Um>,
    /// The language to print in, if the kit has several, such as de
    #[arg(long, value_name = "LANGUAGE", conflicts_with = "cards")]
    language: Option<String>,
    /// Print what one edition of the game needs, if the kit has several
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,
    /// Print only these decks, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "DECK",
        conflicts_with = "changed_since"
    )]
    deck: Vec<String>,
    /// Print only the pieces with these codes, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "CODE",
        conflicts_with = "changed_since"
    )]
    only: Vec<String>,
    /// Print these decks, separated by commas, as labels without backs, to stick on wood or board
    #[arg(long, value_delimiter = ',', value_name = "DECK")]
    labels: Vec<String>,
    /// Also print backs that are otherwise only shown on the table's page: of these decks, or of all
    #[arg(long, value_delimiter = ',', value_name = "DECK", num_args = 0.., require_equals = true)]
    with_backs: Option<Vec<String>>,
    /// How many sets to print, each in colours of its own if the kit defines them
    #[arg(long, visible_alias = "players", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=99))]
    copies: u32,
    /// Layouts, separated by commas: as each deck declares (auto), everything as labels (label), on both sides of the paper
    /// (duplex), or with fronts and backs side by side, to fold (gutterfold)
    #[arg(long, value_parser = one_of(&Scheme::ALL, Scheme::name), value_delimiter = ',', default_value = "auto", value_name = "LAYOUT")]
    layout: Vec<Scheme>,
    /// The edge on which your printer flips the paper for the back
    #[arg(long, value_parser = one_of(&Flip::ALL, Flip::name), default_value = "long", value_name = "EDGE")]
    flip: Flip,
    /// Print fronts and backs, one of them, or only the outlines to cut along
    #[arg(long, value_parser = one_of(&Prints::ALL, Prints::name), default_value = "both", value_name = "SIDES")]
    sides: Prints,
    /// Marks, separated by commas, and the sides to print them on (fronts, backs, both or none): lines (the cuts themselves, on
    /// labels), crop, guides (lines to the edge), fold, codes (beside pieces that must not show them), targets
    /// [default: lines=fronts,crop=both,guides=none,fold=fronts,codes=fronts,targets=both]
    #[arg(long, value_delimiter = ',', value_name = "MARK=SIDES", value_parser = wanted)]
    marks: Vec<(String, On)>,
    /// Ignore the gutters of the kit, so that pieces touch and share their cuts, as for a guillotine
    #[arg(long)]
    no_gutters: bool,
    /// Print dice to fold and glue instead of stickers, in the size of the kit's dice or of --die
    #[arg(long)]
    paper_dice: bool,
    /// Print everything larger or smaller, 50 to 200 percent
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(i64).range(50..=200))]
    scale: i64,
    /// Print pieces with different values of this field on separate sheets, for paper of several colours
    #[arg(long, value_name = "FIELD")]
    by: Option<String>,
    /// Also print the rules: a booklet to print on both sides, fold and staple, and a reference: in short, and all by number
    #[arg(long, conflicts_with_all = ["deck", "only", "stock", "changed_since"])]
    rules: bool,
    /// Also print a box for the cards of a deck
    #[arg(long, value_name = "DECK")]
    tuckbox: Option<String>,
    /// Also print an open tray for the cards of a deck, to go in a tin
    #[arg(long, value_name = "DECK")]
    tray: Option<String>,
    /// The thickness of one card in the box or tray, mm: 0.3 for common card, 0.6 for a card in a sleeve
    #[arg(long, value_name = "MM", default_value = "0.3", requires = "boxes", value_parser = thickness)]
    thickness: Um,
    /// Print on precut paper, one piece in the middle of each label or card: the product number (avery-l7160, 5371; see
    /// docs/printing.md), or FILE.toml with its measurements
    #[arg(long, value_name = "STOCK", conflicts_with_all = ["paper", "layout", "registration", "paper_dice", "tuckbox", "tray"])]
    stock: Option<Precut>,
    /// Registration marks for a cutting plotter: three (Silhouette Cameo and Portrait), four (Cameo 5 Alpha)
    #[arg(long, value_name = "PATTERN", default_value = "none")]
    registration: Registration,
    /// Draw the cuts of PDFs in the spot colour CutContour and folds in Crease, for machines and shops that print and cut
    #[arg(long, conflicts_with = "profile")]
    dielines: bool,
    /// Correct the pages for a measured printer: its NAME, FILE.toml, or FILE.toml:NAME (see calibrate)
    #[arg(long, value_name = "PRINTER")]
    profile: Option<Printer>,
    /// What compensates for the printer: the pages, or the cut files for pages printed without a profile
    #[arg(long, value_parser = one_of(&Corrects::ALL, Corrects::name), default_value = "pages", value_name = "WHAT", requires = "profile")]
    correct: Corrects,
    /// Dots per inch of PNG pictures
    #[arg(long, value_name = "DPI", default_value_t = 300, value_parser = clap::value_parser!(u32).range(36..=1200))]
    dpi: u32,
    /// Print only pieces that are new or look different since an earlier build: its .faces.json, or its folder
    #[arg(long, value_name = "FILE|DIR", conflicts_with_all = ["paper_dice", "tuckbox", "tray"])]
    changed_since: Option<PathBuf>,
    /// Measure how much of each page is covered with ink
    #[arg(long)]
    coverage: bool,
    /// Print in every usual way: on A4 and Letter, in every ink, and for several sizes of dice, with a page to choose from
    #[arg(long, conflicts_with_all = ["paper", "ink", "die", "sticker", "paper_dice", "cards", "stock", "format", "deck", "only", "changed_since", "sides"])]
    all_ways: bool,
    /// Where the files go, in a folder for each kit
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
    /// Also replace files of the same names that paperkeep did not write, or that were changed since
    #[arg(long)]
    force: bool,
    /// Print pictures as cards: a folder of PNG, JPEG, WebP, TIFF, SVG or PDF files, one per card, with the common back as `back`
    /// and the back of `owl` as `owl-back`; or a PDF with one page per card, or with sheets of cards (see --grid)
    #[arg(long, value_name = "FOLDER|PDF", conflicts_with_all = ["kits", "ink", "theme", "edition", "rules"])]
    cards: Option<PathBuf>,
    /// The size of these cards once cut, mm [default: 63x88, or that of the PDF's pages]
    #[arg(long, value_name = "WxH", requires = "cards", value_parser = card_size)]
    size: Option<Size>,
    /// How much is cut off each side of these pictures, mm [default: 0, or as the PDF declares]
    #[arg(long, value_name = "MM", requires = "cards", value_parser = |text: &str| length(text, 0, 10))]
    bleed: Option<Um>,
    /// Which pages of the PDF are backs: none, every second one (turns), or the last one for all cards (last)
    #[arg(long, value_name = "PAGES", default_value = "none", requires = "cards", value_parser = one_of(&Backs::ALL, Backs::name))]
    backs: Backs,
    /// A picture or PDF that is the back of all these cards
    #[arg(long, value_name = "FILE", requires = "cards")]
    back: Option<PathBuf>,
    /// How cards are arranged in the middle of each page of the PDF, if a page is not a card: 3x3, or 3x3+2 with 2 mm between
    /// them
    #[arg(long, value_name = "COLUMNSxROWS", requires = "cards")]
    grid: Option<Grid>,
    /// A folder with fonts for these cards, besides the folder `fonts` among them
    #[arg(long, value_name = "DIR", requires = "cards")]
    fonts: Option<PathBuf>,
}

impl Args {
    /// Whether it prints only some decks or pieces.
    fn is_part(&self) -> bool {
        !self.deck.is_empty() || !self.only.is_empty()
    }

    /// How many bytes of memory pictures and PDFs of cards take: one picture at a time, and every PDF.
    fn memory_of_cards(&self) -> u64 {
        let of = |cards: &PathBuf| (512 << 20) + gallery::size_of_pdfs(cards);
        self.cards.as_ref().map_or(0, of)
    }

    /// The plain dice that a kit's labels are made for; `None` for those of the kit.
    fn dice(&self, kit: &Kit) -> Vec<Option<Um>> {
        let has_labels = kit.decks.iter().any(|deck| deck.make == Make::Stickers);
        if self.all_ways && has_labels {
            [None].into_iter().chain(PLAIN_DICE.map(Some)).collect()
        } else {
            vec![self.die]
        }
    }

    /// What it says about pictures that are cards.
    fn pictures(&self) -> Cards {
        Cards {
            size: self.size,
            bleed: self.bleed,
            backs: self.backs,
            back: self.back.clone(),
            grid: self.grid,
            fonts: self.fonts.clone(),
        }
    }

    /// Those of the given options that affect only some kits.
    fn special(&self) -> Vec<Special> {
        let dice = |option| {
            let serves = |kit: &Kit| kit.decks.iter().any(|deck| deck.make == Make::Stickers);
            Special {
                option,
                pieces: "die stickers",
                serves,
            }
        };
        let hex = || {
            let serves = |kit: &Kit| {
                kit.decks
                    .iter()
                    .any(|deck| matches!(deck.shape, Shape::FlatHex | Shape::PointyHex))
            };
            Special {
                option: "--hex",
                pieces: "hexagons",
                serves,
            }
        };
        let rules = || Special {
            option: "--rules",
            pieces: "rules by number; what its guide tells is printed anyway",
            serves: |kit: &Kit| !kit.rules.is_empty(),
        };
        let given = [
            self.rules.then(rules),
            self.hex.map(|_| hex()),
            self.die.map(|_| dice("--die")),
            self.sticker.map(|_| dice("--sticker")),
            self.paper_dice.then(|| dice("--paper-dice")),
        ];
        given.into_iter().flatten().collect()
    }

    /// The papers to print on.
    fn papers(&self) -> Vec<Paper> {
        match &self.stock {
            Some(Precut(stock)) => vec![Paper {
                name: stock.name.clone(),
                size: stock.paper,
            }],
            None => self.paper.clone(),
        }
    }

    /// The layouts of a kit, and whether they ask for backs that it usually goes without: all alike, or those without and those with
    /// them apart.
    fn layouts(&self, kit: &Kit) -> Vec<(Vec<Scheme>, bool)> {
        if self.with_backs.is_some() || !kit.only_shows_backs() {
            return vec![(self.layout.clone(), false)];
        }
        let with_backs = [Scheme::Duplex, Scheme::Gutterfold];
        let layouts = self.layout.iter().copied();
        let (with, without): (Vec<Scheme>, Vec<Scheme>) =
            layouts.partition(|layout| with_backs.contains(layout));
        let mut parts = vec![(without, false), (with, true)];
        parts.retain(|(layouts, _)| !layouts.is_empty());
        parts
    }

    fn layout(&self, scheme: Scheme) -> Layout {
        let mut layout = Layout {
            scheme,
            flip: self.flip,
            prints: self.sides,
            touching: self.no_gutters,
            ..Layout::default()
        };
        if self.stock.is_some() {
            layout.marks = layout.marks.uncut();
        }
        for (mark, on) in &self.marks {
            match mark.as_str() {
                "lines" => layout.marks.lines = *on,
                "crop" => layout.marks.crop = *on,
                "guides" => layout.marks.guides = *on,
                "fold" => layout.marks.fold = *on,
                "codes" => layout.marks.codes = *on,
                _ => layout.marks.targets = *on,
            }
        }
        layout
    }
}

/// An option that is useful only for some pieces.
struct Special {
    option: &'static str,
    pieces: &'static str,
    serves: fn(&Kit) -> bool,
}

/// `crop=fronts`.
fn wanted(text: &str) -> Result<(String, On), String> {
    let (mark, sides) = text.split_once('=').ok_or("say for example crop=fronts")?;
    let on = match sides {
        "fronts" => On::Fronts,
        "backs" => On::Backs,
        "both" => On::Both,
        "none" => On::Neither,
        _ => return Err(format!("`{sides}` is not one of fronts, backs, both, none")),
    };
    match mark {
        "lines" | "crop" | "guides" | "fold" | "codes" | "targets" => Ok((mark.to_owned(), on)),
        _ => Err(format!(
            "`{mark}` is not one of lines, crop, guides, fold, codes, targets"
        )),
    }
}

/// The name of a pattern, or none.
#[derive(Clone, Copy)]
struct Registration(Option<&'static Pattern>);

impl FromStr for Registration {
    type Err = String;

    fn from_str(text: &str) -> Result<Registration, String> {
        if text == "none" {
            return Ok(Registration(None));
        }
        let known = || {
            Pattern::all()
                .iter()
                .map(|pattern| pattern.name.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let pattern =
            Pattern::find(text).ok_or_else(|| format!("the patterns are {}, none", known()))?;
        Ok(Registration(Some(pattern)))
    }
}

/// Pre-cut paper, by its maker's number or from a file.
#[derive(Clone)]
struct Precut(Stock);

impl FromStr for Precut {
    type Err = String;

    fn from_str(text: &str) -> Result<Precut, String> {
        if text.ends_with(".toml") {
            let read = whole_text(Path::new(text), LARGEST).map_err(|error| error.to_string())?;
            return Stock::read(&read)
                .map(Precut)
                .map_err(|error| error.to_string());
        }
        let known = || {
            Stock::all()
                .iter()
                .map(|stock| stock.name.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let stock = Stock::find(text).ok_or_else(|| {
            format!(
                "known numbers are {}; or give FILE.toml with its measurements",
                known()
            )
        })?;
        Ok(Precut(stock.clone()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Pdf,
    Svg,
    Png,
    Cut,
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Format::Pdf => "pdf",
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Cut => "cut",
        }
    }
}

/// The size of cards.
fn card_size(text: &str) -> Result<Size, String> {
    let (w, h) = text.split_once(['x', 'X']).ok_or("say for example 63x88")?;
    Ok(Size::new(length(w, 10, 400)?, length(h, 10, 400)?))
}

/// The thickness of a card.
fn thickness(text: &str) -> Result<Um, String> {
    let thickness: Um = text.parse()?;
    if (Um(50)..=Um(5_000)).contains(&thickness) {
        Ok(thickness)
    } else {
        Err("give 0.05 to 5 mm".into())
    }
}

/// The kit that a word means.
///
/// # Errors
///
/// It means several, or a paper or an ink.
fn kit_named(word: &str) -> Result<String, Error> {
    let name = part::named(word)?;
    if Files::shipped(&name).is_some() || Path::new(&name).exists() {
        return Ok(name);
    }
    let option = if word.parse::<Paper>().is_ok() {
        "--paper"
    } else if Ink::ALL.iter().any(|ink| ink.name() == word) {
        "--ink"
    } else {
        return Ok(name);
    };
    Err(Error::Usage(format!(
        "there is no kit `{word}`; did you mean {option} {word}?"
    )))
}

/// The plain dice that are easily bought.
const PLAIN_DICE: [Um; 2] = [Um(12_000), Um(16_000)];

/// How many faces a build examines for texts at the edge: what is wrong with a deck shows on its first cards.
const GLANCE: usize = 500;

/// What a worker is handed for this.
fn work(args: &Args, names: &[String]) -> Work {
    let mut handed = Handed::default().writing_in(&args.out);
    for name in names {
        handed = handed.kit(name);
    }
    let files = args
        .cards
        .iter()
        .chain(&args.back)
        .chain(&args.fonts)
        .chain(&args.changed_since);
    for file in files
        .map(PathBuf::as_path)
        .chain(args.profile.iter().map(Printer::file))
    {
        handed = handed.reading(file);
    }
    if args.format.contains(&Format::Png) {
        Work::pictures(handed)
    } else {
        Work::printing(handed).with_memory(args.memory_of_cards())
    }
}

/// The kits to print: those named, or the one in this folder, or all that ship.
fn kits_to_print(args: &Args) -> Result<Vec<String>, Error> {
    if let Some(folder) = &args.cards {
        return Ok(vec![folder.display().to_string()]);
    }
    if !args.kits.is_empty() {
        return args.kits.iter().map(|kit| kit_named(kit)).collect();
    }
    Ok(match part::kit_here() {
        Some(here) => vec![here],
        None => Files::shipped_ids()
            .into_iter()
            .map(str::to_owned)
            .collect(),
    })
}

/// Refuses options without the one that they need.
fn check_options(args: &Args) -> Result<(), Error> {
    for (option, deck) in [("--tuckbox", &args.tuckbox), ("--tray", &args.tray)] {
        let Some(deck) = deck else { continue };
        if !args.deck.is_empty() && !args.deck.contains(deck) {
            let decks = args.deck.join(",");
            return Err(Error::Usage(format!(
                "{option} {deck} is made for that deck's cards: print them too, --deck {decks},{deck}"
            )));
        }
    }
    if args.svg != svg::Purpose::Exact && !args.format.contains(&Format::Svg) {
        return Err(Error::Usage(
            "--svg says what SVG files are for: ask for them with --format svg".to_owned(),
        ));
    }
    if args.correct == Corrects::Cuts && !args.format.contains(&Format::Cut) {
        return Err(Error::Usage(
            "--correct cuts moves cut files: ask for them with --format cut".to_owned(),
        ));
    }
    Ok(())
}

pub fn run(mut args: Args) -> Result<(), Error> {
    let names = kits_to_print(&args)?;
    if args.all_ways {
        args.paper = Paper::USUAL
            .iter()
            .map(|paper| paper.parse())
            .collect::<Result<_, String>>()?;
        args.ink = Ink::ALL.to_vec();
    }
    if args.cards.is_some() {
        // Pictures are printed as they are.
        args.ink = vec![Ink::Color];
    }
    check_options(&args)?;
    if (args.cards.is_some() || names.iter().any(|name| worker::is_strange(name)))
        && let Some(ended) = worker::do_all(&work(&args, &names))
    {
        return worker::ended(ended, &names.join(", "));
    }
    let printer = args.profile.as_ref().map(Printer::load).transpose()?;
    if args.ink.is_empty() {
        let tested = printer.as_ref().and_then(|(_, profile)| profile.ink);
        args.ink = vec![tested.unwrap_or(Ink::Color)];
    }
    let press = Press::marking();
    let bar = Bar::of(press.progress(), "pages");
    let papers = args.papers();
    let prints = names.len() * args.theme.len() * args.ink.len() * papers.len() * args.layout.len();
    press.progress().prints.expect(prints);
    let shop = Shop {
        args: &args,
        names: &names,
        papers,
        printer,
        press,
        output: Output::forced(args.force),
        drawing: Mutex::default(),
    };
    let said = shop.print_all()?;
    drop(bar);
    for warning in said.warnings {
        note!("paperkeep: {warning}");
    }
    for line in said.lines {
        say!("{line}");
    }
    for line in said.last {
        note!("paperkeep: {line}");
    }
    Ok(())
}

/// Prints kits, inks and papers in parallel on all cores. The files and messages do not depend on how many there are.
struct Shop<'a> {
    args: &'a Args,
    names: &'a [String],
    papers: Vec<Paper>,
    printer: Option<(String, Profile)>,
    press: Press,
    output: Output,
    /// Held while a stranger's kit is drawn: if that ends the process, it must be clear which drawing is to blame.
    drawing: Mutex<()>,
}

/// A kit that was printed.
struct Built {
    said: Said,
    /// The special options that it has no use for.
    unused: Vec<&'static str>,
}

/// A kit printed in one theme and ink: the findings, and the messages paper by paper.
struct Inked {
    found: Findings,
    unfit: Problems,
    told: Vec<Said>,
}

impl Shop<'_> {
    /// Prints everything and writes it, with an index of all ways if it is wanted.
    fn print_all(self) -> Result<Said, Error> {
        let built: Vec<Result<Built, Error>> =
            self.names.par_iter().map(|name| self.build(name)).collect();
        let mut said = Said::default();
        let mut unused = self.args.special();
        for built in built {
            let built = built?;
            said.add(built.said);
            unused.retain(|special| built.unused.contains(&special.option));
        }
        if self.args.all_ways {
            let page = self.args.out.join("index.html");
            self.output.add(&page, index::page(&said.ways))?;
            said.lines.push(page.display().to_string());
        }
        said.lines.extend(self.output.write()?.left());
        for Special { option, pieces, .. } in unused {
            said.warnings.push(format!(
                "{option} changes nothing: no kit here has {pieces}"
            ));
        }
        Ok(said)
    }

    /// Prints a kit in all looks and inks.
    fn build(&self, name: &str) -> Result<Built, Error> {
        let args = self.args;
        let kit = match &args.cards {
            Some(source) => gallery::kit(source, &args.pictures())?,
            None => part::find(name, args.language.as_deref())?,
        };
        let unused = args
            .special()
            .into_iter()
            .filter(|special| !(special.serves)(&kit))
            .map(|special| special.option);
        let unused = unused.collect();
        let mut said = Said::default();
        // What `check` finds too, as far as it needs only what is drawn anyway.
        let mut found = match &args.cards {
            // Pictures are no game's, whatever their folder is called.
            Some(_) => Findings::default(),
            None => check::judge(&kit),
        };
        if !found.errors.0.is_empty() {
            said.warnings.push(format!(
                "the referee would not play {} with these pieces:",
                kit.title
            ));
        }
        found.warn(kit.warnings.clone());
        let kit = kit.with_labels(&args.labels)?;
        let strange = args.cards.is_some() || worker::is_strange(name);
        let mut unfit = 0;
        for (layouts, wants_backs) in args.layouts(&kit) {
            // Whoever asks for backs gets them, also in a game that usually goes without.
            let decks = args.with_backs.as_deref();
            let decks = decks.or(wants_backs.then_some(&[]));
            let kit = match decks {
                Some(decks) => kit.clone().with_backs(decks)?,
                None => kit.clone(),
            };
            unfit += self.print_looks(kit, &layouts, strange, (&mut said, &mut found))?;
        }
        said.unfit(unfit);
        said.found(args.cards.is_none().then_some(name), &found);
        if let Some(uses) = kit
            .uses
            .as_ref()
            .filter(|uses| !self.names.contains(&uses.id))
        {
            said.lines.push(format!(
                "{} is played with the pieces of `{1}`: paperkeep build {1}",
                kit.title, uses.id
            ));
        }
        Ok(Built { said, unused })
    }

    /// Prints a kit in all looks and inks, and in these layouts; returns how many texts are marked.
    fn print_looks(
        &self,
        mut kit: Kit,
        layouts: &[Scheme],
        strange: bool,
        (said, found): (&mut Said, &mut Findings),
    ) -> Result<usize, Error> {
        let args = self.args;
        if let Some(edition) = &args.edition {
            kit = kit.of_edition(edition)?;
        }
        part::decks(&mut kit, &args.deck)?;
        let pieces = part::Pieces::of(&kit, &args.only)?;
        let themed = args
            .theme
            .iter()
            .map(|theme| Ok(self.toned(kit.themed(theme)?)))
            .collect::<Result<Vec<_>, Problems>>()?;
        let looks: Vec<(&Kit, Ink)> = themed
            .iter()
            .flat_map(|kit| args.ink.iter().map(move |ink| (&**kit, *ink)))
            .collect();
        let inked: Vec<Result<Inked, Error>> = looks
            .par_iter()
            .map(|(kit, ink)| self.ink(kit, *ink, layouts, &pieces, strange))
            .collect();
        let mut inked = inked.into_iter().collect::<Result<Vec<Inked>, Error>>()?;
        let mut unfit = 0;
        // Messages for each look, ink by ink and then paper by paper.
        for look in inked.chunks_mut(args.ink.len().max(1)) {
            let mut papers: Vec<Said> = self.papers.iter().map(|_| Said::default()).collect();
            for Inked {
                found: more,
                unfit: marked,
                told,
            } in look
            {
                found.add(std::mem::take(more));
                unfit += marked.0.len();
                papers
                    .iter_mut()
                    .zip(told)
                    .for_each(|(paper, told)| paper.add(std::mem::take(told)));
            }
            papers.into_iter().for_each(|paper| said.add(paper));
        }
        Ok(unfit)
    }

    /// A kit in the colours for the printer.
    fn toned<'k>(&self, kit: Cow<'k, Kit>) -> Cow<'k, Kit> {
        match &self.printer {
            Some((_, profile)) if profile.tone != Tone::default() => {
                Cow::Owned(kit.toned(&profile.tone))
            }
            _ => kit,
        }
    }

    /// Draws a kit in one ink, and prints it on all papers in all layouts.
    fn ink(
        &self,
        kit: &Kit,
        ink: Ink,
        layouts: &[Scheme],
        pieces: &part::Pieces<'_>,
        strange: bool,
    ) -> Result<Inked, Error> {
        let args = self.args;
        let drawing = strange.then(|| self.drawing.lock().unwrap_or_else(PoisonError::into_inner));
        let mut drawn = self
            .press
            .beside()
            .draw(kit, ink, args.copies as usize)
            .map_err(|problems| match &args.cards {
                Some(source) => gallery::at_pictures(problems, kit, source),
                None => problems,
            })?;
        drop(drawing);
        pieces.keep(&mut drawn.drawn_pieces);
        let mut found = check::edges(&drawn.drawn_pieces, GLANCE)?;
        let unfit = drawn.templates.marked();
        found.add(Findings {
            errors: unfit.clone(),
            ..Findings::default()
        });
        let writer = pdf::Writer::default();
        let dice = args.dice(kit);
        let prints: Vec<(&Paper, Scheme, Option<Um>)> = self
            .papers
            .iter()
            .flat_map(|paper| layouts.iter().map(move |layout| (paper, *layout)))
            .flat_map(|(paper, layout)| dice.iter().map(move |die| (paper, layout, *die)))
            .collect();
        let print = |(paper, layout, die): &(&Paper, Scheme, Option<Um>)| {
            let whole = order(args, paper, *layout, ink, *die, &self.printer);
            let names = Names {
                kit,
                edition: args.edition.as_deref(),
                order: &whole,
                layout: (args.layout.len() > 1).then_some(*layout),
            };
            let since = args.changed_since.as_ref();
            let order = Order {
                since: since.map(|path| earlier(path, &names)).transpose()?,
                ..whole.clone()
            };
            let mut press = self.press.beside();
            // Page templates note what they cannot fit, so each print has its own.
            let mut printed = press.lay_out_drawn(
                kit,
                &order,
                &Templates::marking(kit, ink),
                &drawn.drawn_pieces,
            )?;
            printed.sheets.dielines = args.dielines;
            let progress = press.progress();
            let output = &self.output;
            let said = write(args, &names, &order, printed, &writer, progress, output)?;
            press.progress().finish();
            Ok(said)
        };
        let printed: Vec<Result<Said, Error>> = prints.par_iter().map(print).collect();
        let printed = printed.into_iter().collect::<Result<Vec<Said>, Error>>()?;
        let mut told: Vec<Said> = self.papers.iter().map(|_| Said::default()).collect();
        for (index, said) in printed.into_iter().enumerate() {
            told[index / (layouts.len() * dice.len())].add(said);
        }
        Ok(Inked { found, unfit, told })
    }
}

/// What is said once everything is done.
#[derive(Default)]
struct Said {
    /// What was printed, for the page to choose from.
    ways: Vec<index::Way>,
    warnings: Vec<String>,
    lines: Vec<String>,
    last: Vec<String>,
}

impl Said {
    /// A line for each problem of a kit, and where to read more of one that can be checked.
    fn found(&mut self, kit: Option<&str>, found: &Findings) {
        let lines = |problems: &Problems| {
            problems
                .to_string()
                .lines()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        self.warnings.extend(
            lines(&found.errors)
                .into_iter()
                .chain(lines(&found.warnings)),
        );
        let counted = found.count().zip(kit);
        self.last.extend(
            counted.map(|(count, kit)| {
                format!("{count}: `paperkeep check {}` says more", argument(kit))
            }),
        );
    }

    /// The number of marked texts.
    fn unfit(&mut self, count: usize) {
        if count > 0 {
            let do_not = if count == 1 { "does not" } else { "do not" };
            let texts = counted(count, "text");
            self.last.push(format!(
                "{texts} {do_not} fit: printed as small as it takes, in dashed frames"
            ));
        }
    }

    fn add(&mut self, more: Said) {
        self.ways.extend(more.ways);
        self.lines.extend(more.lines);
        self.last.extend(more.last);
        for warning in more.warnings {
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
    }
}

/// What the arguments request from a kit.
fn order(
    args: &Args,
    paper: &Paper,
    layout: Scheme,
    ink: Ink,
    die: Option<Um>,
    printer: &Option<(String, Profile)>,
) -> Order {
    let stickers = match (args.sticker, die) {
        (Some(edge), _) => Stickers::Edge(edge),
        (None, Some(die)) => Stickers::ForDie(die),
        (None, None) => Stickers::ByKit,
    };
    let copies = args.copies as usize;
    let printer = printer.clone();
    let wanted_for = |deck| Wanted {
        deck,
        thickness: args.thickness,
    };
    Order {
        paper: paper.size,
        paper_name: paper.name.clone(),
        ink,
        copies,
        stickers,
        hex: args.hex,
        layout: args.layout(layout),
        paper_dice: args.paper_dice,
        scale: args.scale,
        by: args.by.clone(),
        tuckbox: args.tuckbox.clone().map(wanted_for),
        tray: args.tray.clone().map(wanted_for),
        printer,
        corrects: args.correct,
        registration: args.registration.0,
        stock: args.stock.clone().map(|Precut(stock)| stock),
        rules: args.rules,
        since: None,
    }
}
