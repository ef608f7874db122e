//! Prints a kit into memory: the same bytes as `paperkeep build` writes.

use std::io::{Cursor, Write};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::face::Templates;
use crate::games::english::counted;
use crate::kit::problem::nearest;
use crate::kit::{CLASSIC, Ink, Kit, Problem, Problems, Side, Size, Um};
use crate::press::drawn::{Count, Progress};
use crate::press::paper::{Paper, length};
use crate::press::sheet::registration::Pattern;
use crate::press::sheet::stock::Stock;
use crate::press::sheet::{Flip, Job, PrintError};
use crate::press::write::names::{Names, PART};
use crate::press::write::{cutting, pdf, png, svg};
use crate::press::{Layout, Order, Press, Printed, Scheme, Stickers, Wanted};

/// What to print; left out, it is as on the command line.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wish {
    pub paper: String,
    pub ink: String,
    pub layout: String,
    pub theme: String,
    pub edition: Option<String>,
    pub copies: usize,
    pub rules: bool,
    pub paper_dice: bool,
    /// The edge of plain dice, and hexagons from edge to edge, mm.
    pub die: Option<String>,
    pub hex: Option<String>,
    /// Only these decks, or all.
    pub decks: Vec<String>,
    /// These decks as labels.
    pub labels: Vec<String>,
    pub flip: String,
    pub sides: String,
    pub no_gutters: bool,
    /// Percent.
    pub scale: i64,
    /// The decks that a box and a tray are for, and the thickness of a card, mm.
    pub tuckbox: Option<String>,
    pub tray: Option<String>,
    pub thickness: String,
    pub stock: Option<String>,
    pub registration: Option<String>,
}

impl Default for Wish {
    fn default() -> Wish {
        Wish {
            paper: "a4".into(),
            ink: Ink::Color.name().into(),
            layout: Scheme::default().name().into(),
            theme: CLASSIC.into(),
            edition: None,
            copies: 1,
            rules: false,
            paper_dice: false,
            die: None,
            hex: None,
            decks: Vec::new(),
            labels: Vec::new(),
            flip: Flip::default().name().into(),
            sides: crate::press::Prints::default().name().into(),
            no_gutters: false,
            scale: 100,
            tuckbox: None,
            tray: None,
            thickness: "0.3".into(),
            stock: None,
            registration: None,
        }
    }
}

/// The most sets that are printed at once, and the finest picture, in dots per inch.
const MAX_COPIES: usize = 99;
const MAX_DPI: u32 = 600;

/// Is told how many faces are drawn and pages written, of how many.
#[derive(Clone, Copy)]
pub struct Told {
    pub faces: fn(usize, usize),
    pub pages: fn(usize, usize),
}

impl Wish {
    /// The order, but for the theme and the edition, which are other kits.
    fn order(&self) -> Result<Order, String> {
        let ink = one_of("ink", &self.ink, &Ink::ALL, Ink::name)?;
        let stock = self.stock.as_deref().map(precut).transpose()?;
        let (size, name) = match &stock {
            Some(stock) => (stock.paper, stock.name.clone()),
            None => {
                let paper: Paper = self.paper.parse()?;
                (paper.size, paper.name)
            }
        };
        let edge = |given: &Option<String>, min, max| {
            let given = given.as_deref().map(|text| length(text, min, max));
            given.transpose()
        };
        let thickness: Um = self.thickness.parse()?;
        if !(Um(50)..=Um(5_000)).contains(&thickness) {
            return Err("a card is 0.05 to 5 mm thick".into());
        }
        let wanted = |deck: &String| Wanted {
            deck: deck.clone(),
            thickness,
        };
        if !(50..=200).contains(&self.scale) {
            return Err("everything can be printed at 50 to 200 percent".into());
        }
        let pattern = self.registration.as_deref().map(|name| {
            let pattern = Pattern::find(name);
            pattern.ok_or_else(|| format!("there are no registration marks `{name}`"))
        });
        Ok(Order {
            copies: self.copies.clamp(1, MAX_COPIES),
            stickers: match edge(&self.die, 8, 25)? {
                Some(die) => Stickers::ForDie(die),
                None => Stickers::ByKit,
            },
            hex: edge(&self.hex, 15, 80)?,
            layout: self.layout(stock.is_some())?,
            paper_dice: self.paper_dice,
            scale: self.scale,
            tuckbox: self.tuckbox.as_ref().map(wanted),
            tray: self.tray.as_ref().map(wanted),
            registration: pattern.transpose()?,
            stock,
            rules: self.rules,
            ..Order::new(size, name, ink)
        })
    }

    fn layout(&self, is_precut: bool) -> Result<Layout, String> {
        let sides = crate::press::Prints::ALL;
        let mut layout = Layout {
            scheme: one_of("layout", &self.layout, &Scheme::ALL, Scheme::name)?,
            flip: one_of("edge", &self.flip, &Flip::ALL, Flip::name)?,
            prints: one_of("choice of sides", &self.sides, &sides, |one| one.name())?,
            touching: self.no_gutters,
            ..Layout::default()
        };
        if is_precut {
            layout.marks = layout.marks.uncut();
        }
        Ok(layout)
    }
}

/// The one with this name.
fn one_of<T: Copy>(
    what: &str,
    name: &str,
    all: &[T],
    named: fn(T) -> &'static str,
) -> Result<T, String> {
    let found = all.iter().find(|one| named(**one) == name);
    found
        .copied()
        .ok_or_else(|| format!("there is no {what} `{name}`"))
}

fn precut(name: &str) -> Result<Stock, String> {
    let unknown = || {
        let names = Stock::all().iter().map(|stock| stock.name.as_str());
        let hint = match nearest(name, names.clone()) {
            Some(like) => format!("did you mean {like}?"),
            None => format!("there is {}", names.collect::<Vec<_>>().join(", ")),
        };
        format!("there is no precut paper `{name}`: {hint}")
    };
    Stock::find(name).cloned().ok_or_else(unknown)
}

/// A file that can be had of a print.
#[derive(Clone, Debug, Serialize)]
pub struct Printable {
    pub name: String,
    /// "pdf", "svg", "png" or "cut".
    pub format: &'static str,
    #[serde(skip)]
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Sheets,
    Guide,
    Rules,
    Booklet,
    Reference,
    Svg(usize),
    Png(usize),
    CutSvg(usize),
    CutDxf(usize),
}

/// A kit that was printed. Its files are made when they are wanted.
pub struct Print {
    printed: Printed,
    /// How the names of sheets and of cut files start.
    stem: String,
    cuts: String,
    is_part: bool,
    order: Order,
    /// Fonts and art that several documents use are written alike.
    writer: pdf::Writer,
    progress: Arc<Progress>,
    pub warnings: Vec<String>,
}

/// The most missing pictures that are named.
const MOST_NAMED: usize = 4;

/// Says what pictures are not there, so that no paper is printed in vain.
fn without(missing: &[String]) -> Option<String> {
    let (first, rest) = missing
        .split_at_checked(MOST_NAMED)
        .unwrap_or((missing, &[]));
    let more = match rest.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let count = counted(missing.len(), "picture");
    (!missing.is_empty())
        .then(|| format!("{count} not found and left out: {}{more}", first.join(", ")))
}

impl Print {
    /// Draws a kit and lays it out.
    ///
    /// # Errors
    ///
    /// What is wrong with the kit, or with the wish.
    pub fn of(kit: &Kit, wish: &Wish, told: Told) -> Result<Print, Problems> {
        let wrong = |message: String| Problems::from(Problem::new(kit.place(), message));
        let order = wish.order().map_err(wrong)?;
        let whole = kit.clone().with_labels(&wish.labels)?;
        let mut kit = match &wish.edition {
            Some(edition) => whole.of_edition(edition)?,
            None => whole,
        };
        keep_decks(&mut kit, &wish.decks)?;
        let kit = kit.themed(&wish.theme)?;
        let mut press = Press::marking().counting(Progress {
            faces: Count::telling(told.faces),
            pages: Count::telling(told.pages),
            ..Progress::default()
        });
        let drawn = press.draw(&kit, order.ink, order.copies)?;
        // Page templates note what they cannot fit.
        let templates = Templates::marking(&kit, order.ink);
        let printed = press.lay_out_drawn(&kit, &order, &templates, &drawn.drawn_pieces)?;
        let names = Names {
            kit: &kit,
            edition: wish.edition.as_deref(),
            order: &order,
            layout: None,
        };
        let is_part = !wish.decks.is_empty();
        let part = if is_part { PART } else { "" };
        let stem = format!("{}{part}", names.sheets());
        let cuts = format!("{}{part}", names.cuts());
        let unfit = drawn.templates.marked().into_iter();
        let warnings = unfit
            .map(|problem| problem.message)
            .chain(without(&drawn.templates.missing()))
            .chain(printed.warnings.iter().cloned())
            .collect();
        Ok(Print {
            progress: press.progress().clone(),
            stem,
            cuts,
            is_part,
            writer: pdf::Writer::default(),
            order,
            warnings,
            printed,
        })
    }

    /// The number of sheets and pieces, and how much of the paper is used.
    pub fn summary(&self) -> String {
        let summary = &self.printed.summary;
        match self.wasted() {
            Some(wasted) => summary.replacen(&format!(" ({wasted})"), "", 1),
            None => summary.clone(),
        }
    }

    /// How many sheets would do if nothing were wasted, and why it is.
    pub fn wasted(&self) -> Option<&str> {
        self.printed.wasted.as_deref()
    }

    /// The size of the paper, mm.
    pub fn paper(&self) -> Size {
        self.order.paper
    }

    /// The sides that have something on them, by their indices.
    pub fn sides(&self) -> Vec<usize> {
        let sheets = self.printed.sheets.sheets.iter().enumerate();
        let full = sheets.filter(|(_, sheet)| !sheet.is_empty());
        full.map(|(index, _)| index).collect()
    }

    /// All files that can be had.
    pub fn files(&self) -> Vec<Printable> {
        let Print { stem, printed, .. } = self;
        let mut files = Vec::new();
        let mut add = |name: String, format, what| files.push(Printable { name, format, what });
        add(format!("{stem}.pdf"), "pdf", What::Sheets);
        if printed.guide.is_some() && !self.is_part {
            add(format!("{stem}-guide.pdf"), "pdf", What::Guide);
        }
        if printed.rules.is_some() {
            add(format!("{stem}-rules.pdf"), "pdf", What::Rules);
            add(format!("{stem}-booklet.pdf"), "pdf", What::Booklet);
            add(format!("{stem}-reference.pdf"), "pdf", What::Reference);
        }
        for side in self.sides() {
            let number = side + 1;
            add(format!("{stem}-{number:02}.svg"), "svg", What::Svg(side));
            add(format!("{stem}-{number:02}.png"), "png", What::Png(side));
            if printed.sheets.sheets[side].side == Side::Front {
                let cut = format!("{}-{number:02}-cut", self.cuts);
                add(format!("{cut}.svg"), "cut", What::CutSvg(side));
                add(format!("{cut}.dxf"), "cut", What::CutDxf(side));
            }
        }
        files
    }

    /// A sheet as a picture to look at.
    ///
    /// # Errors
    ///
    /// It cannot be drawn, or there is no such sheet.
    pub fn sheet(&self, side: usize) -> Result<String, PrintError> {
        svg::write(&self.printed.sheets, side)
    }

    /// A file; pictures have this many dots per inch.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn file(&self, file: &Printable, dpi: u32) -> Result<Vec<u8>, PrintError> {
        let Print { printed, order, .. } = self;
        let paths = |side: usize| {
            let sheet = &printed.sheets.sheets[side];
            (cutting::paths(sheet, order.registration), sheet)
        };
        let rules = printed.rules.as_ref();
        Ok(match file.what {
            What::Sheets => self.document(Some(&printed.sheets))?,
            What::Guide => self.document(printed.guide.as_ref())?,
            What::Rules => self.document(rules.map(|rules| &rules.pages))?,
            What::Booklet => self.document(rules.map(|rules| &rules.booklet))?,
            What::Reference => self.document(rules.map(|rules| &rules.reference))?,
            What::Svg(side) => self.sheet(side)?.into_bytes(),
            What::Png(side) => png::render(&self.sheet(side)?, dpi.clamp(36, MAX_DPI))?,
            What::CutSvg(side) => {
                let (paths, sheet) = paths(side);
                cutting::svg::write(&paths, sheet).into_bytes()
            }
            What::CutDxf(side) => {
                let (paths, sheet) = paths(side);
                cutting::dxf::write(&paths, sheet).into_bytes()
            }
        })
    }

    fn document(&self, job: Option<&Job>) -> Result<Vec<u8>, PrintError> {
        let job = job.ok_or_else(|| PrintError::new("it was not printed"))?;
        self.progress.pages.expect(job.sheets.len());
        let mut bytes = Vec::new();
        self.writer.write(job, &self.progress, &mut bytes)?;
        Ok(bytes)
    }

    /// All files of a format, in one archive.
    ///
    /// # Errors
    ///
    /// One of them cannot be written.
    pub fn archive(&self, format: &str, dpi: u32) -> Result<Vec<u8>, PrintError> {
        let files = self.files().into_iter();
        let files: Vec<Printable> = files.filter(|file| file.format == format).collect();
        self.progress.pages.expect(files.len());
        let mut packed = Vec::new();
        for file in files {
            packed.push((file.name.clone(), self.file(&file, dpi)?));
            self.progress.pages.step();
        }
        zipped(&packed).map_err(|error| PrintError::new(error.to_string()))
    }
}

/// Files in a ZIP archive, which is the same for the same files.
///
/// # Errors
///
/// A name that no archive can have.
pub fn zipped(files: &[(String, Vec<u8>)]) -> zip::result::ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    for (name, bytes) in files {
        zip.start_file(name.as_str(), options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

fn keep_decks(kit: &mut Kit, names: &[String]) -> Result<(), Problems> {
    let known = |name: &String| kit.decks.iter().any(|deck| deck.name == *name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        let message = format!("there is no deck `{unknown}`");
        return Err(Problem::new(kit.place(), message).into());
    }
    kit.decks
        .retain(|deck| names.is_empty() || names.contains(&deck.name));
    Ok(())
}
