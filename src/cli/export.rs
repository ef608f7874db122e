//! `paperkeep export`: a kit's faces for print shops, virtual tables and scripts.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::ValueEnum;

use super::check::languages;
use super::choice::one_of;
use super::progress::Bar;
use super::stdio::{note, say};
use super::worker::{Handed, Work};
use super::{Error, part, worker};
use crate::export::drawn_kit::{DrawnPiece, stem};
use crate::export::frame::Edge;
use crate::export::{
    self, DrawnKit, Face, Files, Frame, Mat, Profile, Set, bundle, csv, picture, profile, sheets,
    tts, vassal, vtt,
};
use crate::face::{Drawing, Reader, Templates, anchors, grids};
use crate::games::english::counted;
use crate::kit::files::whole;
use crate::kit::language::is_language;
use crate::kit::problem::nearest;
use crate::kit::{CLASSIC, Contour, Ink, Kit, Point, Problems, Side, Size};
use crate::press::drawn::{DrawnPieces, Progress};
use crate::press::layout::made::sold::Sold;
use crate::press::layout::made::tuckbox;
use crate::press::sheet::{Condition, Job, Meta, Placed, Sheet, Sides};
use crate::press::write::output::Output;
use crate::press::write::{pdf, png, svg};

/// Resolutions of pictures for a screen, in dots per inch: for one that enlarges them, and for one that shows each dot.
const SCREEN: u32 = 200;
const DOTS: u32 = 120;

/// Export a kit's faces: for print shops, virtual tables, and scripts
#[derive(clap::Args)]
pub struct Args {
    /// A shipped game's id, or a kit's folder [default: the kit in the current folder]
    kit: Option<String>,
    /// Formats, separated by commas: png, svg, pdf (a file for each face), pages (a PDF for each deck, a side on each page), pdfx
    /// (PDF/X-4, a file for each deck), pdfx1a (PDF/X-1a, the same in four inks), bundle (PNG, deck.json and deck.csv), sheets
    /// (many faces on a PNG, for Screentop and others), tts (Tabletop Simulator), vtt (VirtualTabletop), vassal (a VASSAL
    /// module), mat (the kit's mat), pot (the kit's texts, for translators)
    #[arg(
        long,
        required_unless_present = "profiles",
        value_delimiter = ',',
        value_name = "FORMAT"
    )]
    to: Vec<Format>,
    /// Export only these decks, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "DECK")]
    deck: Vec<String>,
    /// The language of the faces, if the kit has several; for pot, the language to translate into
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// A print shop's format for the faces: poker, bridge, tarot, mini, square, medium-hex-tile or another (see --profiles)
    #[arg(long, value_name = "NAME", conflicts_with = "trimmed")]
    profile: Option<Wanted>,
    /// Export the box of each deck instead of its faces, in a print shop's format: poker-tuck-box-36 or another (see --profiles)
    #[arg(long, value_name = "NAME", requires = "deck", conflicts_with_all = ["profile", "trimmed"])]
    tuckbox: Option<Bought>,
    /// For pdfx and pdfx1a, the ICC profile of the print shop's press [default: offset on coated paper, FOGRA39]
    #[arg(long, value_name = "FILE")]
    output_intent: Option<PathBuf>,
    /// For pdfx1a, the most ink in one place that the print shop allows, as the sum of four inks [default: 300]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u16).range(150..=400))]
    ink_limit: Option<u16>,
    /// List the formats of print shops, for faces and boxes, with their sizes
    #[arg(long)]
    profiles: bool,
    /// Dots per inch of pictures [default: 300; for vtt 200, for vassal 120]
    #[arg(long, value_name = "DPI", value_parser = clap::value_parser!(u32).range(36..=1200))]
    dpi: Option<u32>,
    /// What SVG is for: to look the same everywhere (exact), or with named groups and text as text (editable)
    #[arg(long, value_parser = one_of(&svg::Purpose::ALL, svg::Purpose::name), default_value = "exact", value_name = "PURPOSE")]
    svg: svg::Purpose,
    /// Cut faces at the trim, without the bleed around it
    #[arg(long)]
    trimmed: bool,
    /// The ink: color, mono (made for black-and-white printers), lean (little ink)
    #[arg(long, value_parser = one_of(&Ink::ALL, Ink::name), default_value = "color", value_name = "INK")]
    ink: Ink,
    /// The theme: classic, or another one of the kit
    #[arg(long, default_value = CLASSIC, value_name = "THEME")]
    theme: String,
    /// For tts, the address where you put the pictures, such as `https://example.org/mygame`
    #[arg(
        long,
        default_value = "",
        hide_default_value = true,
        value_name = "URL"
    )]
    base_url: String,
    /// Where the files go, in a folder for each kit and format
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
    /// Also replace files of the same names that paperkeep did not write, or that were changed since
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Png,
    Svg,
    Pdf,
    Pages,
    Pdfx,
    Pdfx1a,
    Bundle,
    Sheets,
    Tts,
    Vtt,
    Vassal,
    Mat,
    Pot,
}

impl Format {
    /// As on the command line.
    fn name(self) -> &'static str {
        match self {
            Format::Png => "png",
            Format::Svg => "svg",
            Format::Pdf => "pdf",
            Format::Pages => "pages",
            Format::Pdfx => "pdfx",
            Format::Pdfx1a => "pdfx1a",
            Format::Bundle => "bundle",
            Format::Sheets => "sheets",
            Format::Tts => "tts",
            Format::Vtt => "vtt",
            Format::Vassal => "vassal",
            Format::Mat => "mat",
            Format::Pot => "pot",
        }
    }

    /// Whether it consists of single faces, which print shops may want in their own way.
    fn is_of_faces(self) -> bool {
        !self.is_of_tables() && !matches!(self, Format::Sheets | Format::Mat)
    }

    /// Whether it is for the press of a print shop.
    fn is_for_presses(self) -> bool {
        matches!(self, Format::Pdfx | Format::Pdfx1a)
    }

    /// Whether it is a whole table, on which pieces of another kit may lie too.
    fn is_of_tables(self) -> bool {
        matches!(self, Format::Tts | Format::Vtt | Format::Vassal)
    }
}

/// A print profile.
#[derive(Clone, Copy)]
struct Wanted(&'static Profile);

impl FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Wanted, String> {
        let names = Profile::all().iter().map(|profile| profile.name.as_str());
        Profile::find(text)
            .map(Wanted)
            .ok_or_else(|| unlisted(text, names))
    }
}

/// A print shop's box.
#[derive(Clone, Copy)]
struct Bought(&'static Sold);

impl FromStr for Bought {
    type Err = String;

    fn from_str(text: &str) -> Result<Bought, String> {
        Sold::find(text)
            .map(Bought)
            .ok_or_else(|| unlisted(text, Sold::all().iter().map(|sold| sold.name.as_str())))
    }
}

/// Why a name is not one of these.
fn unlisted<'n>(text: &str, names: impl Iterator<Item = &'n str>) -> String {
    match nearest(text, names) {
        Some(name) => format!("did you mean {name}?"),
        None => "--profiles lists them".to_owned(),
    }
}

/// Boxes with their sizes, one per line.
fn listed_boxes(fits: impl Fn(&Sold) -> bool) -> String {
    let line = |sold: &Sold| format!("{:<20} {}, {} mm", sold.name, sold.title, sold.size);
    Sold::all()
        .iter()
        .filter(|sold| fits(sold))
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Profiles with their sizes, one per line.
fn listed(fits: impl Fn(&Profile) -> bool) -> String {
    let line = |profile: &Profile| {
        let Profile {
            name,
            title,
            trim,
            dots: (w, h),
            ..
        } = profile;
        format!(
            "{name:<20} {title}, {trim} mm, {w} x {h} dots at {} dpi",
            profile::DPI
        )
    };
    Profile::all()
        .iter()
        .filter(|profile| fits(profile))
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
}

pub fn run(args: Args) -> Result<(), Error> {
    if args.profiles {
        say!("{}\n{}", listed(|_| true), listed_boxes(|_| true));
        return Ok(());
    }
    let kit = part::or_here(args.kit.clone())?;
    if let Some(format) = args.to.iter().find(|format| !format.is_of_faces())
        && (args.profile.is_some() || args.trimmed)
    {
        return Err(Error::Usage(format!(
            "--profile and --trimmed are for single faces, not for --to {}",
            format.name()
        )));
    }
    let condition = condition(&args)?;
    if args.svg != svg::Purpose::Exact
        && !args
            .to
            .iter()
            .any(|format| matches!(format, Format::Svg | Format::Mat))
    {
        return Err(Error::Usage("--svg is for --to svg and mat".into()));
    }
    if !args.base_url.is_empty() && !args.to.contains(&Format::Tts) {
        return Err(Error::Usage("--base-url is for --to tts".into()));
    }
    if !args.base_url.is_empty()
        && args
            .base_url
            .split_once("://")
            .is_none_or(|(_, place)| place.is_empty())
    {
        let url = &args.base_url;
        return Err(Error::Usage(format!(
            "`{url}` is not a web address: use --base-url https://{url}, if you mean that"
        )));
    }
    if worker::is_strange(&kit)
        && let Some(ended) = worker::do_all(&Work::pictures(
            Handed::default().kit(&kit).writing_in(&args.out),
        ))
    {
        return worker::ended(ended, &kit);
    }
    if args.to.contains(&Format::Pot) {
        return pot(&kit, &args);
    }
    let found = part::find(&kit, args.language.as_deref())?;
    let mut kit = found.themed(&args.theme)?.into_owned();
    part::decks(&mut kit, &args.deck)?;
    if let Some(Bought(sold)) = args.tuckbox {
        return boxes(&kit, &args, sold, condition.as_ref());
    }
    let progress = Arc::new(Progress::default());
    let bar = Bar::of(&progress, "pictures");
    let output = Output::forced(args.force);
    let (mut lines, mut near) = (Vec::new(), Vec::new());
    for piled in [false, true] {
        let formats: Vec<Format> = args
            .to
            .iter()
            .copied()
            .filter(|format| format.is_of_faces() != piled)
            .collect();
        if formats.is_empty() {
            continue;
        }
        let stock = draw(&kit, &args, piled, &progress)?;
        for format in formats {
            write(
                format,
                &stock,
                &args,
                condition.as_ref(),
                &progress,
                &output,
                &mut lines,
            )?;
        }
        near = near_the_cut(&stock, &args)?;
    }
    lines.extend(output.write()?.left());
    drop(bar);
    let warnings = Problems::from(kit.warnings.clone()).to_string();
    for warning in warnings.lines().map(str::to_owned).chain(near) {
        note!("paperkeep: {warning}");
    }
    for line in lines {
        say!("{line}");
    }
    Ok(())
}

/// A catalogue of a kit's texts for translators.
fn pot(kit: &str, args: &Args) -> Result<(), Error> {
    if args.to.len() > 1 || !args.deck.is_empty() {
        return Err(Error::Usage(
            "--to pot writes all texts of a kit, and cannot be combined with other formats or --deck".into(),
        ));
    }
    if let Some(code) = args.language.as_deref().filter(|code| !is_language(code)) {
        return Err(Error::Usage(format!(
            "`{code}` is not a language code: use one such as de, es or pt-BR"
        )));
    }
    let kit = Kit::find(kit)?;
    if args
        .language
        .as_ref()
        .is_some_and(|code| *code == kit.language)
    {
        return Err(Error::Usage(format!(
            "{} is already written in {}",
            kit.title, kit.language
        )));
    }
    let (name, text, lines) = languages::catalogue(&kit, args.language.as_deref())?;
    let root = args.out.join(&kit.id);
    let output = Output::forced(args.force);
    let path = output
        .batch(&root, &format!("pot {name}"))
        .add(&name, text.into_bytes())?;
    say!("{}", path.display());
    output
        .write()?
        .left()
        .into_iter()
        .chain(lines)
        .for_each(|line| say!("{line}"));
    Ok(())
}

/// What offset presses take on coated paper, in percent.
const INK_LIMIT: u16 = 300;

/// No profile of a press is larger.
const LARGEST: u64 = 32 << 20;

/// The press that PDF/X is for.
fn condition(args: &Args) -> Result<Option<Condition>, Error> {
    // Reproducible builds set the time themselves.
    let named = std::env::var("SOURCE_DATE_EPOCH")
        .ok()
        .and_then(|seconds| seconds.parse().ok());
    let now = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs() as i64)
    };
    let for_press = args.to.iter().any(|format| format.is_for_presses());
    if args.ink_limit.is_some() && !args.to.contains(&Format::Pdfx1a) {
        return Err(Error::Usage("--ink-limit is for --to pdfx1a".into()));
    }
    let path = match (&args.output_intent, for_press) {
        (None, false) => return Ok(None),
        (Some(_), false) => {
            return Err(Error::Usage(
                "--output-intent is for --to pdfx and pdfx1a".into(),
            ));
        }
        (None, true) => {
            return Condition::coated(named.unwrap_or_else(now))
                .map(Some)
                .map_err(Error::Other);
        }
        (Some(path), true) => path,
    };
    let why = |why: String| Error::Other(format!("{}: {why}", path.display()));
    let profile = whole(path, LARGEST).map_err(|error| why(error.to_string()))?;
    Condition::read(profile, named.unwrap_or_else(now))
        .map(Some)
        .map_err(why)
}

/// Writes the boxes of decks as a print shop wants them.
fn boxes(
    kit: &Kit,
    args: &Args,
    sold: &'static Sold,
    condition: Option<&Condition>,
) -> Result<(), Error> {
    if let Some(deck) = kit.decks.iter().find(|deck| !sold.fits(deck)) {
        let (count, others) = (deck.pieces().len(), listed_boxes(|sold| sold.fits(deck)));
        let others = if others.is_empty() {
            "no box listed is".to_owned()
        } else {
            format!("these are:\n{others}")
        };
        let pieces = format!(
            "{} of `{}`, {} mm",
            counted(count, "piece"),
            deck.name,
            deck.size
        );
        return Err(Error::Other(format!(
            "a {} is not for {pieces}; {others}",
            sold.title
        )));
    }
    let templates = Templates::new(kit, args.ink);
    let mut reader = Reader::new();
    let mut drawn_pieces =
        DrawnPieces::draw_anew(kit, &templates, 1, &mut reader, None, &Progress::default())?;
    let (root, output, dpi) = (
        args.out.join(&kit.id),
        Output::forced(args.force),
        args.dpi.unwrap_or(profile::DPI),
    );
    let mut lines = Vec::new();
    for deck in &kit.decks {
        let sheet = tuckbox::sold(sold, deck, &templates, &mut drawn_pieces, &mut reader)?;
        let meta = meta(kit, &sheet.title);
        let job = Job {
            meta,
            faces: drawn_pieces.faces.clone(),
            sheets: vec![sheet],
            ..Job::default()
        };
        for format in &args.to {
            let (extension, bytes) = match format {
                Format::Png => ("png", png::render(&svg::write(&job, 0)?, dpi)?),
                Format::Svg => ("svg", svg::write_for(&job, 0, args.svg)?.into_bytes()),
                Format::Pdf => ("pdf", pdf::write(&job)?),
                Format::Pdfx | Format::Pdfx1a => {
                    let mut bytes = Vec::new();
                    for_press(*format, job.clone(), condition, args, &mut bytes)?;
                    ("pdf", bytes)
                }
                _ => {
                    return Err(Error::Usage(format!(
                        "--tuckbox is for png, svg, pdf, pdfx and pdfx1a, not for --to {}",
                        format.name()
                    )));
                }
            };
            let (below, name) = (
                folder(*format, args),
                format!("{}-box.{extension}", stem(&deck.name)),
            );
            let path = output
                .batch(&root, &format!("{below}/{name}"))
                .add(&format!("{below}/{name}"), bytes)?;
            lines.push(format!(
                "{}: {}, {} mm",
                path.display(),
                sold.title,
                sold.size
            ));
        }
    }
    lines.extend(output.write()?.left());
    lines.into_iter().for_each(|line| say!("{line}"));
    Ok(())
}

/// Every piece of the kit, drawn once. With `piled`, pieces without a back have what their pile shows, which is not printed; and
/// for virtual tables, the mat is there, and the pieces of the kit it is played with unless decks are named.
fn draw<'k>(
    kit: &'k Kit,
    args: &Args,
    piled: bool,
    progress: &Progress,
) -> Result<DrawnKit<'k>, Problems> {
    let at_table =
        piled && args.deck.is_empty() && args.to.iter().any(|format| format.is_of_tables());
    let (mut faces, mut drawn) = (Vec::new(), Vec::new());
    for kit in std::iter::once(kit).chain(kit.uses.as_deref().filter(|_| at_table)) {
        let templates = Templates::new(kit, args.ink);
        let mut reader = Reader::new();
        let drawn_pieces = DrawnPieces::draw_anew(kit, &templates, 1, &mut reader, None, progress)?;
        let before = faces.len();
        for face in 0..drawn_pieces.faces.len() {
            faces.push(drawn_pieces.face(face)?.clone());
        }
        let mut piles = HashMap::new();
        for deck in kit.decks.iter().filter(|_| piled) {
            if let Some(drawing) = templates.pile(deck, &mut reader)? {
                piles.insert(deck.name.as_str(), faces.len());
                faces.push(drawing);
            }
        }
        drawn.extend(drawn_pieces.pieces.into_iter().map(|drawn_piece| {
            DrawnPiece {
                deck: drawn_piece.deck,
                row: drawn_piece.row,
                code: drawn_piece.code.to_string(),
                die: drawn_piece.die,
                front: before + drawn_piece.face,
                back: drawn_piece
                    .back
                    .map(|back| before + back)
                    .or_else(|| piles.get(drawn_piece.deck.name.as_str()).copied()),
            }
        }));
    }
    let mat = if piled { mat(kit, args)? } else { None };
    Ok(DrawnKit {
        mat,
        ..DrawnKit::new(kit, faces, drawn)
    })
}

/// The kit's mat, for what shows it.
fn mat(kit: &Kit, args: &Args) -> Result<Option<Mat>, Problems> {
    let shown = args
        .to
        .iter()
        .any(|format| format.is_of_tables() || *format == Format::Mat);
    if !shown {
        return Ok(None);
    }
    let mat = Templates::new(kit, args.ink).mat(&mut Reader::new())?;
    Ok(mat.map(|(drawing, svg)| Mat {
        drawing,
        places: anchors(&svg),
        grids: grids(&svg),
    }))
}

/// Adds a format's files, and what to say about them.
fn write(
    format: Format,
    stock: &DrawnKit<'_>,
    args: &Args,
    condition: Option<&Condition>,
    progress: &Progress,
    output: &Output,
    lines: &mut Vec<String>,
) -> Result<(), Error> {
    if format.is_for_presses() {
        return write_for_press(format, stock, args, condition, progress, output, lines);
    }
    let dpi = args.dpi.unwrap_or(match format {
        Format::Vtt => SCREEN,
        Format::Vassal => DOTS,
        _ => profile::DPI,
    });
    let sets: Vec<&Set<'_>> = match format {
        Format::Mat => Vec::new(),
        format if format.is_of_tables() => stock.sets.iter().collect(),
        _ => stock.own().collect(),
    };
    progress
        .pages
        .expect(sets.iter().map(|set| set.faces().len()).sum());
    let done = || progress.pages.step();
    let framed = || {
        sets.iter()
            .map(|set| Ok((*set, frame(set, args, dpi)?)))
            .collect::<Result<Vec<_>, Error>>()
    };
    // The files of each deck; in formats with one list for everything, they belong to no deck.
    let mut of_decks = Vec::new();
    let files = match format {
        Format::Bundle => bundle::bundle(stock, &framed()?, args.ink, dpi, &done)?,
        Format::Tts => tts::tts(stock, &sets, &args.base_url, dpi, &done)?,
        Format::Vtt => vtt::vtt(stock, &sets, dpi, &done)?,
        Format::Vassal => vassal::vassal(stock, &sets, dpi, &done)?,
        Format::Sheets => sheets::sheets(stock, &sets, dpi, &done)?,
        Format::Mat => mat_alone(stock, args.svg, dpi)?,
        Format::Pages => pages(stock, &framed()?, &done)?,
        _ => {
            let mut files = Files::new();
            for (set, frame) in framed()? {
                files.extend(faces((format, args.svg), stock, set, &frame, dpi, &done)?);
                of_decks.resize(files.len(), set.stem.as_str());
            }
            files
        }
    };
    let (root, below) = (args.out.join(&stock.kit.id), folder(format, args));
    let folder = root.join(&below);
    lines.push(format!(
        "{}: {}",
        folder.display(),
        counted(files.len(), "file")
    ));
    if format.is_of_faces() {
        for (set, frame) in framed()? {
            lines.push(format!("    {}", said(format, set, &frame, dpi)));
        }
    } else {
        lines.extend(files.iter().map(|(name, _)| format!("    {name}")));
        lines.extend(
            sets.iter()
                .map(|set| format!("    {}: {}", set.deck.name, counted(set.count(), noun(set)))),
        );
    }
    if format == Format::Tts && args.base_url.is_empty() {
        lines.push(
            "    the saved object names its pictures without a place: put them on the web and say where with --base-url"
                .into(),
        );
    }
    // Exporting one deck leaves the pictures of others alone; a list of some decks replaces the list.
    if args.deck.is_empty() || of_decks.is_empty() {
        output.batch(&root, &below);
    }
    for (at, (name, bytes)) in files.into_iter().enumerate() {
        let batch = of_decks
            .get(at)
            .map_or(below.clone(), |deck| format!("{below}/{deck}"));
        output
            .batch(&root, &batch)
            .add(&format!("{below}/{name}"), bytes)?;
    }
    Ok(())
}

/// Writes a PDF for a print shop's press for each deck. They may be large, so they are written as they are made.
fn write_for_press(
    format: Format,
    stock: &DrawnKit<'_>,
    args: &Args,
    condition: Option<&Condition>,
    progress: &Progress,
    output: &Output,
    lines: &mut Vec<String>,
) -> Result<(), Error> {
    let sets: Vec<&Set<'_>> = stock.own().collect();
    progress
        .pages
        .expect(sets.iter().map(|set| set.faces().len()).sum());
    let (root, below) = (args.out.join(&stock.kit.id), folder(format, args));
    lines.push(format!(
        "{}: {}",
        root.join(&below).display(),
        counted(sets.len(), "file")
    ));
    if args.deck.is_empty() {
        output.batch(&root, &below);
    }
    let back_first = args
        .profile
        .is_some_and(|Wanted(profile)| profile.back_first);
    for set in sets {
        let frame = frame(set, args, profile::DPI)?;
        let job = deck(stock, set, &frame, back_first);
        output
            .batch(&root, &format!("{below}/{}", set.stem))
            .add_made(&format!("{below}/{}.pdf", set.stem), |out| {
                for_press(format, job, condition, args, out)
            })?;
        lines.push(format!("    {}", said(format, set, &frame, profile::DPI)));
        set.faces().iter().for_each(|_| progress.pages.step());
    }
    Ok(())
}

/// Writes a PDF for a print shop's press.
fn for_press(
    format: Format,
    job: Job,
    condition: Option<&Condition>,
    args: &Args,
    out: &mut dyn Write,
) -> Result<(), Error> {
    if let (Format::Pdfx1a, Some(condition)) = (format, condition) {
        let limit = args.ink_limit.unwrap_or(INK_LIMIT);
        return Ok(pdf::flat::write(&job, condition, limit, out)?);
    }
    let job = Job {
        condition: condition.cloned(),
        ..job
    };
    Ok(pdf::Writer::default().write(&job, &Progress::default(), out)?)
}

/// The mat in all formats for single pictures.
fn mat_alone(stock: &DrawnKit<'_>, svg: svg::Purpose, dpi: u32) -> Result<Files, Error> {
    let Some(mat) = &stock.mat else {
        let id = &stock.kit.id;
        return Err(Error::Other(format!(
            "{id} has no mat: `mat` in kit.toml names its face and size"
        )));
    };
    let frame = mat.frame(dpi);
    let face = Face {
        index: 0,
        stem: "mat".into(),
    };
    let job = job(
        stock,
        "mat",
        vec![mat.drawing.clone()],
        vec![page(&frame, &face, &mat.drawing, 0)],
    );
    Ok(vec![
        ("mat.svg".into(), svg::write_for(&job, 0, svg)?.into_bytes()),
        ("mat.pdf".into(), pdf::write(&job)?),
        (
            "mat.png".into(),
            picture::encode(&picture::draw(&mat.drawing, &frame)?, dpi)?,
        ),
    ])
}

/// A PDF for each deck with a side on each page, and a table of what is on them.
fn pages(
    stock: &DrawnKit<'_>,
    sets: &[(&Set<'_>, Frame)],
    done: &impl Fn(),
) -> Result<Files, Error> {
    let mut files = Files::new();
    let mut table = csv::line(
        ["file", "page", "deck", "code", "name", "side"]
            .into_iter()
            .map(str::to_owned),
    );
    for (set, frame) in sets {
        let file = format!("{}.pdf", set.stem);
        let two_sided = is_two_sided(set);
        let sides: &[&str] = if two_sided {
            &["front", "back"]
        } else {
            &["front"]
        };
        let pieces = set
            .pieces
            .iter()
            .flat_map(|piece| std::iter::repeat_n(piece, piece.count));
        let printed = pieces.flat_map(|piece| sides.iter().map(move |side| (piece, *side)));
        for (page, (piece, side)) in printed.enumerate() {
            let cells = [
                &file,
                &(page + 1).to_string(),
                &set.deck.name,
                &piece.code,
                piece.name(),
                side,
            ];
            table += &csv::line(cells.into_iter().map(str::to_owned));
        }
        files.push((file, pdf::write(&deck(stock, set, frame, false))?));
        set.faces().iter().for_each(|_| done());
    }
    files.push(("pages.csv".into(), table.into_bytes()));
    Ok(files)
}

/// Whether its pieces have pages for their backs.
fn is_two_sided(set: &Set<'_>) -> bool {
    set.pieces.iter().any(|piece| piece.back.is_some())
}

/// The name of the format's folder, with its special settings.
fn folder(format: Format, args: &Args) -> String {
    let ink = Some(args.ink.name()).filter(|ink| *ink != "color");
    let theme = Some(args.theme.as_str()).filter(|theme| *theme != CLASSIC);
    let profile = args
        .profile
        .filter(|_| format.is_of_faces())
        .map(|Wanted(profile)| profile.name.as_str());
    let profile = profile.or(args.tuckbox.map(|Bought(sold)| sold.name.as_str()));
    let parts = [
        Some(format.name()),
        profile,
        args.trimmed.then_some("trimmed"),
        theme,
        args.language.as_deref(),
        ink,
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("-")
}

fn frame(set: &Set<'_>, args: &Args, dpi: u32) -> Result<Frame, Error> {
    let Some(Wanted(profile)) = args.profile else {
        return Ok(Frame::plain(set.deck, !args.trimmed, dpi));
    };
    Frame::profiled(set.deck, profile, dpi).ok_or_else(|| {
        let fits = listed(|profile| Frame::profiled(set.deck, profile, dpi).is_some());
        let others = match fits.as_str() {
            "" => "no profile has their shape; without --profile they keep their own".to_owned(),
            fits => format!("of their shape are\n{fits}"),
        };
        let (name, size) = (&set.deck.name, set.deck.size);
        Error::Other(format!(
            "the pieces of `{name}`, {size} mm, are not of the shape of a {}, {} mm; {others}\nchoose other decks with --deck",
            profile.title, profile.trim
        ))
    })
}

/// What is too close to the print shop's cuts, one sentence per deck.
fn near_the_cut(stock: &DrawnKit<'_>, args: &Args) -> Result<Vec<String>, Error> {
    let Some(Wanted(Profile {
        title,
        safe: Some(safe),
        ..
    })) = args.profile
    else {
        return Ok(Vec::new());
    };
    let mut warnings = Vec::new();
    for set in stock.own() {
        let frame = frame(set, args, profile::DPI)?;
        let faces = set.faces();
        let near = faces
            .iter()
            .flat_map(|(_, face)| export::near_the_cut(&stock.faces[face.index], &frame, *safe));
        let words: Vec<_> = near.map(|line| line.text).collect();
        if let Some(first) = words.first() {
            let texts = if words.len() == 1 {
                "1 text comes".to_owned()
            } else {
                format!("{} texts come", words.len())
            };
            let name = &set.deck.name;
            warnings.push(format!(
                "`{name}`: {texts} nearer to the cut than {safe} mm, which a {title} keeps safe: \"{first}\""
            ));
        }
    }
    Ok(warnings)
}

/// A file for each face.
fn faces(
    (format, purpose): (Format, svg::Purpose),
    stock: &DrawnKit<'_>,
    set: &Set<'_>,
    frame: &Frame,
    dpi: u32,
    done: &(impl Fn() + Sync),
) -> Result<Files, Error> {
    if format == Format::Png {
        let pictures = picture::all(stock, set, frame, dpi, done)?;
        return Ok(pictures
            .into_iter()
            .map(|(stem, bytes)| (format!("{stem}.png"), bytes))
            .collect());
    }
    let mut files = Files::new();
    for (_, face) in set.faces() {
        let drawing = stock.faces[face.index].clone();
        let job = job(
            stock,
            &face.stem,
            vec![drawing],
            vec![page(frame, face, &stock.faces[face.index], 0)],
        );
        files.push(match format {
            Format::Svg => (
                format!("{}.svg", face.stem),
                svg::write_for(&job, 0, purpose)?.into_bytes(),
            ),
            _ => (format!("{}.pdf", face.stem), pdf::write(&job)?),
        });
        done();
    }
    Ok(files)
}

/// A face as a sheet of its own; `index` is its number in the job. Bleed that it lacks is made of its own edge, a little larger.
fn page(frame: &Frame, face: &Face, drawing: &Drawing, index: usize) -> Sheet {
    let placed = |at: Point, size: Size, clip: Vec<Contour>| Placed {
        face: index,
        at,
        size,
        turns: frame.turned.into(),
        // Any part of a scaled face beyond the trim counts as bleed.
        bleed: Sides {
            top: at.y,
            left: at.x,
            right: frame.size.w - at.x - size.w,
            bottom: frame.size.h - at.y - size.h,
        },
        clip: clip.into(),
        code: face.stem.as_str().into(),
        ..Placed::default()
    };
    let own = placed(frame.at, frame.face, frame.clip.clone());
    let edge = frame
        .edge(drawing)
        .map(|Edge { at, face, beyond }| placed(at, face, beyond));
    let placed = edge.into_iter().chain([own]).collect();
    Sheet {
        size: frame.size,
        bleed: frame.bleed,
        title: face.stem.clone(),
        placed,
        ..Sheet::default()
    }
}

/// All pieces of a deck, as often as they are in it: fronts and backs in turn. Where some pieces have no back, its page is empty.
fn deck(stock: &DrawnKit<'_>, set: &Set<'_>, frame: &Frame, back_first: bool) -> Job {
    let faces = set.faces();
    let numbers: HashMap<&str, usize> = faces
        .iter()
        .enumerate()
        .map(|(at, (_, face))| (&*face.stem, at))
        .collect();
    let two_sided = is_two_sided(set);
    let mut sheets = Vec::new();
    for piece in set
        .pieces
        .iter()
        .flat_map(|piece| std::iter::repeat_n(piece, piece.count))
    {
        let printed =
            |face: &Face| page(frame, face, &stock.faces[face.index], numbers[&*face.stem]);
        let empty = || Sheet {
            size: frame.size,
            bleed: frame.bleed,
            title: "No back".into(),
            ..Sheet::default()
        };
        let mut sides = vec![printed(&piece.front)];
        if two_sided {
            let back = piece.back.as_ref().map_or_else(empty, printed);
            sides.push(Sheet {
                side: Side::Back,
                ..back
            });
        }
        if back_first {
            sides.reverse();
        }
        sheets.extend(sides);
    }
    job(
        stock,
        &set.deck.name,
        faces
            .iter()
            .map(|(_, face)| stock.faces[face.index].clone())
            .collect(),
        sheets,
    )
}

fn job(stock: &DrawnKit<'_>, subject: &str, faces: Vec<Drawing>, sheets: Vec<Sheet>) -> Job {
    Job {
        meta: meta(stock.kit, subject),
        faces: Arc::new(faces.into()),
        sheets,
        ..Job::default()
    }
}

fn meta(kit: &Kit, subject: &str) -> Meta {
    Meta {
        title: kit.title.clone(),
        authors: kit.designers.clone(),
        subject: subject.to_owned(),
        licence: kit.licence.clone(),
        language: kit.language.clone(),
        keywords: Vec::new(),
    }
}

/// What its pieces are called when counted: stickers are faces of a die, not pieces.
fn noun(set: &Set<'_>) -> &'static str {
    if set.is_dice() { "die face" } else { "piece" }
}

/// A deck's line: how many pictures for how many pieces, and their size.
fn said(format: Format, set: &Set<'_>, frame: &Frame, dpi: u32) -> String {
    let (w, h) = frame.dots;
    let dots = if matches!(
        format,
        Format::Svg | Format::Pdf | Format::Pages | Format::Pdfx | Format::Pdfx1a
    ) {
        String::new()
    } else {
        format!(", {w} x {h} dots at {dpi} dpi")
    };
    let bleed = match (frame.bleed.w, frame.bleed.h) {
        (across, down) if across == down => format!("{across} mm"),
        (across, down) => format!("{across} and {down} mm"),
    };
    let (faces, pieces) = (
        counted(set.faces().len(), "face"),
        counted(set.count(), noun(set)),
    );
    format!(
        "{}: {faces} of {pieces}, {} mm and {bleed} of bleed{dots}",
        set.deck.name,
        frame.trim()
    )
}
