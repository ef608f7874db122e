//! `paperkeep build`: a kit's sheets and its guide, as files.

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;

use super::Error;
use crate::face::Fonts;
use crate::kit::{CLASSIC, Files, Ink, Kit, Size, Um};
use crate::press::{self, Flip, Layout, On, Order, Output, Prints, Scheme, Stickers};

/// Print kits: label sheets and a guide, as PDF and SVG
#[derive(clap::Args)]
pub struct Args {
    /// Shipped games' ids, or kits' folders; all shipped games if none is given
    kits: Vec<String>,
    /// a4, letter, a3, or WxH in mm; several with commas
    #[arg(long, value_delimiter = ',', default_value = "a4,letter", value_name = "PAPER")]
    paper: Vec<Paper>,
    /// color, mono (made for black-and-white printers), lean (little ink); several with commas
    #[arg(long, value_delimiter = ',', default_value = "color,mono", value_name = "INK")]
    ink: Vec<InkName>,
    /// classic, or another look the kit has; several with commas
    #[arg(long, value_delimiter = ',', default_value = CLASSIC, value_name = "THEME")]
    theme: Vec<String>,
    /// pdf, svg, png; several with commas
    #[arg(long, value_delimiter = ',', default_value = "pdf,svg", value_name = "FORMAT")]
    format: Vec<Format>,
    /// The edge of the plain dice at hand, 8 to 25 mm: their labels are made 2 mm smaller
    #[arg(long, value_name = "MM", conflicts_with = "sticker", value_parser = |text: &str| length(text, 8, 25))]
    die: Option<Um>,
    /// The edge of the die labels themselves, mm [default: 14.2, for indented 19 mm dice]
    #[arg(long, value_name = "MM", value_parser = |text: &str| length(text, 5, 30))]
    sticker: Option<Um>,
    /// How many sets to print, one for each player who brings their own; their knights differ
    #[arg(long, visible_alias = "players", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=99))]
    copies: u32,
    /// How fronts and backs come together: as each deck is made (auto), all as labels, on both sides of the paper, or side
    /// by side to be folded
    #[arg(long, value_enum, default_value = "auto", value_name = "LAYOUT")]
    layout: SchemeName,
    /// The edge about which your printer turns the paper for the back
    #[arg(long, value_enum, default_value = "long", value_name = "EDGE")]
    flip: FlipName,
    /// Print fronts and backs, or one of them
    #[arg(long, value_enum, default_value = "both", value_name = "SIDES")]
    sides: PrintsName,
    /// Marks and where they are printed: crop, guides (lines to the edge), targets; each =fronts, =backs, =both or =none;
    /// several with commas [default: crop=both,guides=none,targets=both]
    #[arg(long, value_delimiter = ',', value_name = "MARK=SIDES", value_parser = wanted)]
    marks: Vec<(String, On)>,
    /// Dots per inch of PNG pictures
    #[arg(long, value_name = "DPI", default_value_t = 300, value_parser = clap::value_parser!(u32).range(36..=1200))]
    dpi: u32,
    /// Measure how much of each paper is covered with ink
    #[arg(long)]
    coverage: bool,
    /// Where the files go, in a folder for each kit
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
}

impl Args {
    fn layout(&self) -> Layout {
        let mut layout = Layout {
            scheme: match self.layout {
                SchemeName::Auto => Scheme::Auto,
                SchemeName::Label => Scheme::Label,
                SchemeName::Duplex => Scheme::Duplex,
                SchemeName::Gutterfold => Scheme::Gutterfold,
            },
            flip: match self.flip {
                FlipName::Long => Flip::Long,
                FlipName::Short => Flip::Short,
            },
            prints: match self.sides {
                PrintsName::Both => Prints::Both,
                PrintsName::Fronts => Prints::Fronts,
                PrintsName::Backs => Prints::Backs,
            },
            ..Layout::default()
        };
        for (mark, on) in &self.marks {
            match mark.as_str() {
                "crop" => layout.marks.crop = *on,
                "guides" => layout.marks.guides = *on,
                _ => layout.marks.targets = *on,
            }
        }
        layout
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum SchemeName {
    Auto,
    Label,
    Duplex,
    Gutterfold,
}

#[derive(Clone, Copy, ValueEnum)]
enum FlipName {
    Long,
    Short,
}

#[derive(Clone, Copy, ValueEnum)]
enum PrintsName {
    Both,
    Fronts,
    Backs,
}

/// `crop=fronts`.
fn wanted(text: &str) -> Result<(String, On), String> {
    let (mark, sides) = text.split_once('=').ok_or("say for example crop=fronts")?;
    let on = match sides {
        "fronts" => On::Fronts,
        "backs" => On::Backs,
        "both" => On::Both,
        "none" => On::Neither,
        _ => return Err(format!("`{sides}` is none of fronts, backs, both, none")),
    };
    match mark {
        "crop" | "guides" | "targets" => Ok((mark.to_owned(), on)),
        _ => Err(format!("`{mark}` is none of crop, guides, targets")),
    }
}

/// A page size with its name.
#[derive(Clone, Debug)]
struct Paper {
    name: String,
    size: Size,
}

impl FromStr for Paper {
    type Err = String;

    fn from_str(text: &str) -> Result<Paper, String> {
        let (w, h) = match text.to_ascii_lowercase().as_str() {
            "a4" => (Um(210_000), Um(297_000)),
            "a3" => (Um(297_000), Um(420_000)),
            "letter" => (Um(215_900), Um(279_400)),
            other => {
                let (w, h) = other.split_once('x').ok_or("not a paper: a4, letter, a3, or WxH in mm such as 210x297")?;
                (length(w, 50, 2000)?, length(h, 50, 2000)?)
            }
        };
        Ok(Paper { name: text.to_ascii_lowercase(), size: Size::new(w, h) })
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum InkName {
    Color,
    Mono,
    Lean,
}

impl InkName {
    fn ink(self) -> Ink {
        match self {
            InkName::Color => Ink::Color,
            InkName::Mono => Ink::Mono,
            InkName::Lean => Ink::Lean,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Pdf,
    Svg,
    Png,
}

/// A length between two bounds in mm.
fn length(text: &str, min: i64, max: i64) -> Result<Um, String> {
    let length: Um = text.parse()?;
    match (Um(min * 1000)..=Um(max * 1000)).contains(&length) {
        true => Ok(length),
        false => Err(format!("give {min} to {max} mm")),
    }
}

pub fn run(args: Args) -> Result<(), Error> {
    let shipped = || Files::shipped_ids().into_iter().map(str::to_owned).collect();
    let names: Vec<String> = if args.kits.is_empty() { shipped() } else { args.kits.clone() };
    let mut output = Output::new();
    let mut lines = Vec::new();
    for name in &names {
        let kit = Kit::find(name)?;
        for theme in &args.theme {
            let kit = kit.themed(theme)?;
            for paper in &args.paper {
                for ink in &args.ink {
                    print(&kit, paper, ink.ink(), &args, &mut output, &mut lines)?;
                }
            }
        }
    }
    output.write()?;
    for line in lines {
        anstream::println!("{line}");
    }
    Ok(())
}

/// Adds a kit's files on one paper in one ink, and what to say of them.
fn print(
    kit: &Kit,
    paper: &Paper,
    ink: Ink,
    args: &Args,
    output: &mut Output,
    lines: &mut Vec<String>,
) -> Result<(), Error> {
    let stickers = match (args.sticker, args.die) {
        (Some(edge), _) => Stickers::Edge(edge),
        (None, Some(die)) => Stickers::ForDie(die),
        (None, None) => Stickers::ByKit,
    };
    let copies = args.copies as usize;
    let layout = args.layout();
    let order = Order { paper: paper.size, paper_name: paper.name.clone(), ink, copies, stickers, layout };
    let printed = press::print(kit, &order)?;
    let fonts = Fonts::shipped();
    let look = if kit.theme == CLASSIC { String::new() } else { format!("-{}", kit.theme) };
    let stem = format!("{}{look}-{}-{}", kit.id, paper.name, ink.name());
    let folder = args.out.join(&kit.id);
    for (job, suffix) in [(&printed.sheets, ""), (&printed.guide, "-guide")] {
        if args.format.contains(&Format::Pdf) {
            let path = folder.join(format!("{stem}{suffix}.pdf"));
            lines.push(path.display().to_string());
            output.add(path, press::pdf::write(job, fonts)?);
        }
    }
    let mut covered = 0.0;
    for (index, _) in printed.sheets.sheets.iter().enumerate() {
        let svg = press::svg::write(&printed.sheets, index, fonts)?;
        if args.coverage {
            covered += press::coverage(&svg)? / printed.sheets.sheets.len() as f64;
        }
        if args.format.contains(&Format::Png) {
            let path = folder.join(format!("{stem}-{:02}.png", index + 1));
            lines.push(path.display().to_string());
            output.add(path, press::png::render(&svg, args.dpi)?);
        }
        if args.format.contains(&Format::Svg) {
            let path = folder.join(format!("{stem}-{:02}.svg", index + 1));
            lines.push(path.display().to_string());
            output.add(path, svg);
        }
    }
    lines.push(match args.coverage {
        true => format!("    {}, {:.1} % covered with ink", printed.summary, covered * 100.0),
        false => format!("    {}", printed.summary),
    });
    for warning in printed.warnings {
        anstream::eprintln!("paperkeep: {warning}");
    }
    Ok(())
}
