//! `paperkeep export`: a kit's faces for print shops, virtual tables and scripts.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::check::languages;
use super::choice::one_of;
use super::progress::Bar;
use super::stdio::{note, say};
use super::worker::{Handed, Work};
use super::{Error, part, worker};
use crate::export::drawn_kit::{DrawnPiece, stem};
use crate::export::{
    self, Content, DrawnKit, Export, ExportFile, FORMATS, Format, Frame, Mat, Profile, Set,
    Settings, Subject, job, profile,
};
use crate::face::{Reader, Templates, anchors, grids};
use crate::games::english::counted;
use crate::kit::files::whole;
use crate::kit::language::is_language;
use crate::kit::problem::nearest;
use crate::kit::{CLASSIC, Ink, Kit, Problems};
use crate::press::drawn::{DrawnPieces, Progress};
use crate::press::layout::made::sold::Sold;
use crate::press::layout::made::tuckbox;
use crate::press::sheet::{Condition, Job};
use crate::press::write::output::Output;
use crate::press::write::svg;

/// Export a kit's faces: for print shops, virtual tables, and scripts
#[derive(clap::Args)]
pub struct Args {
    /// A shipped game's id, or a kit's folder [default: the kit in the current folder]
    kit: Option<String>,
    /// Formats, separated by commas: png, svg, pdf (a file for each face), pages (a PDF for each deck, a side on each page), pdfx
    /// (PDF/X-4, a file for each deck), pdfx1a (PDF/X-1a, the same in four inks), cricut (sheets for Print Then Cut), bundle (PNG, deck.json and deck.csv), sheets
    /// (many faces on a PNG, for Screentop and others), tts (Tabletop Simulator), vtt (VirtualTabletop), vassal (a VASSAL
    /// module), mat (the kit's mat), pot (the kit's texts, for translators)
    #[arg(
        long,
        required_unless_present = "profiles",
        value_delimiter = ',',
        value_name = "FORMAT",
        value_parser = To::parser()
    )]
    to: Vec<To>,
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

/// A format, or what is no format of faces.
#[derive(Clone, Copy)]
enum To {
    Format(&'static dyn Format),
    /// The kit's texts, for translators.
    Pot,
}

impl To {
    fn parser() -> impl TypedValueParser<Value = To> {
        let names = FORMATS.iter().map(|format| format.name()).chain(["pot"]);
        PossibleValuesParser::new(names).map(|name| {
            let format = FORMATS.into_iter().find(|format| format.name() == name);
            format.map_or(To::Pot, To::Format)
        })
    }
}

/// Whether it consists of single faces.
fn is_of_faces(format: &dyn Format) -> bool {
    matches!(format.subject(), Subject::Faces | Subject::Press)
}

/// The names of formats in a sentence.
fn named(fits: impl Fn(&dyn Format) -> bool) -> String {
    let names: Vec<&str> = FORMATS
        .into_iter()
        .filter(|format| fits(*format))
        .map(Format::name)
        .collect();
    match names.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
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

impl Args {
    fn formats(&self) -> impl Iterator<Item = &'static dyn Format> {
        self.to.iter().filter_map(|to| match to {
            To::Format(format) => Some(*format),
            To::Pot => None,
        })
    }
}

/// Refuses options that none of the formats has.
fn check_options(args: &Args) -> Result<(), Error> {
    if let Some(format) = args.formats().find(|format| !is_of_faces(*format))
        && (args.profile.is_some() || args.trimmed)
    {
        return Err(Error::Usage(format!(
            "--profile and --trimmed are for single faces, not for --to {}",
            format.name()
        )));
    }
    let given = [
        ("--svg", args.svg != svg::Purpose::Exact),
        ("--base-url", !args.base_url.is_empty()),
        ("--ink-limit", args.ink_limit.is_some()),
        ("--output-intent", args.output_intent.is_some()),
    ];
    for (option, is_given) in given {
        let has_it = |format: &dyn Format| format.options().contains(&option);
        if is_given && !args.formats().any(has_it) {
            let formats = named(has_it);
            return Err(Error::Usage(format!("{option} is for --to {formats}")));
        }
    }
    let address = args.base_url.split_once("://");
    if !args.base_url.is_empty() && address.is_none_or(|(_, place)| place.is_empty()) {
        let url = &args.base_url;
        return Err(Error::Usage(format!(
            "`{url}` is not a web address: use --base-url https://{url}, if you mean that"
        )));
    }
    Ok(())
}

pub fn run(args: Args) -> Result<(), Error> {
    if args.profiles {
        say!("{}\n{}", listed(|_| true), listed_boxes(|_| true));
        return Ok(());
    }
    let kit = part::or_here(args.kit.clone())?;
    check_options(&args)?;
    let condition = condition(&args)?;
    if worker::is_strange(&kit)
        && let Some(ended) = worker::do_all(&Work::pictures(
            Handed::default().kit(&kit).writing_in(&args.out),
        ))
    {
        return worker::ended(ended, &kit);
    }
    if args.to.iter().any(|to| matches!(to, To::Pot)) {
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
    let mut lines = Vec::new();
    let mut near = Vec::new();
    for piled in [false, true] {
        let formats: Vec<_> = args
            .formats()
            .filter(|format| is_of_faces(*format) != piled)
            .collect();
        if formats.is_empty() {
            continue;
        }
        let stock = draw(&kit, &args, piled, &progress)?;
        for format in formats {
            let condition = condition.as_ref();
            lines.extend(write(format, &stock, &args, condition, &progress, &output)?);
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
    let is_for_presses = |format: &dyn Format| format.subject() == Subject::Press;
    if !args.formats().any(is_for_presses) {
        return Ok(None);
    }
    let Some(path) = &args.output_intent else {
        return Condition::coated(named.unwrap_or_else(now))
            .map(Some)
            .map_err(|error| Error::Other(error.to_string()));
    };
    let why = |why: String| Error::Other(format!("{}: {why}", path.display()));
    let profile = whole(path, LARGEST).map_err(|error| why(error.to_string()))?;
    Condition::read(profile, named.unwrap_or_else(now))
        .map(Some)
        .map_err(|error| why(error.to_string()))
}

/// Writes the boxes of decks as a print shop wants them.
fn boxes(
    kit: &Kit,
    args: &Args,
    sold: &'static Sold,
    condition: Option<&Condition>,
) -> Result<(), Error> {
    if let Some(deck) = kit.decks.iter().find(|deck| !sold.fits(deck)) {
        let count = deck.pieces().len();
        let others = listed_boxes(|sold| sold.fits(deck));
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
    let root = args.out.join(&kit.id);
    let output = Output::forced(args.force);
    let mut lines = Vec::new();
    for deck in &kit.decks {
        let sheet = tuckbox::sold(sold, deck, &templates, &mut drawn_pieces, &mut reader)?;
        let job = Job {
            meta: job::meta(kit, &sheet.title),
            faces: drawn_pieces.faces.clone(),
            sheets: vec![sheet],
            ..Job::default()
        };
        for format in args.formats() {
            let Some(sheet) = format.sheet(&job, &settings(format, args, condition)) else {
                let formats = named(|format| format.options().contains(&"--tuckbox"));
                return Err(Error::Usage(format!(
                    "--tuckbox is for {formats}, not for --to {}",
                    format.name()
                )));
            };
            let (extension, bytes) = sheet?;
            let below = folder(format, args);
            let name = format!("{}-box.{extension}", stem(&deck.name));
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
    let at_table = piled
        && args.deck.is_empty()
        && args
            .formats()
            .any(|format| format.subject() == Subject::Table);
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
        .formats()
        .any(|format| matches!(format.subject(), Subject::Table | Subject::Mat));
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

fn settings<'e>(
    format: &dyn Format,
    args: &'e Args,
    condition: Option<&'e Condition>,
) -> Settings<'e> {
    let dpi = match format.subject() {
        Subject::Press => profile::DPI,
        _ => args.dpi.unwrap_or(format.dpi()),
    };
    Settings {
        dpi,
        ink: args.ink,
        svg: args.svg,
        base_url: &args.base_url,
        condition,
        ink_limit: args.ink_limit.unwrap_or(INK_LIMIT),
        back_first: args
            .profile
            .is_some_and(|Wanted(profile)| profile.back_first),
    }
}

/// Adds a format's files. Returns what to say about them.
fn write(
    format: &dyn Format,
    stock: &DrawnKit<'_>,
    args: &Args,
    condition: Option<&Condition>,
    progress: &Progress,
    output: &Output,
) -> Result<Vec<String>, Error> {
    let settings = settings(format, args, condition);
    let sets: Vec<&Set<'_>> = match format.subject() {
        Subject::Mat => Vec::new(),
        Subject::Table => stock.sets.iter().collect(),
        _ => stock.own().collect(),
    };
    let faces = sets.iter().map(|set| set.faces().len()).sum();
    progress.pages.expect(faces);
    let mut framed = Vec::new();
    if is_of_faces(format) {
        for set in &sets {
            framed.push((*set, frame(set, args, settings.dpi)?));
        }
    }
    let done = || progress.pages.step();
    let export = Export {
        kit: stock,
        sets,
        framed,
        settings,
        done: &done,
    };
    let files = format.export(&export)?;
    let root = args.out.join(&stock.kit.id);
    let below = folder(format, args);
    let lines = told(format, &export, &files, &root.join(&below));
    // Exporting one deck leaves the pictures of others alone; a list of some decks replaces the list.
    if args.deck.is_empty() || files.iter().all(|file| file.deck.is_none()) {
        output.batch(&root, &below);
    }
    for file in files {
        let batch = match file.deck {
            Some(deck) => output.batch(&root, &format!("{below}/{deck}")),
            None => output.batch(&root, &below),
        };
        let name = format!("{below}/{}", file.name);
        match file.content {
            Content::Bytes(bytes) => batch.add(&name, bytes)?,
            Content::Made(make) => batch.add_made(&name, |out| make(out).map_err(Error::from))?,
        };
    }
    Ok(lines)
}

/// What to say about a format's files.
fn told(
    format: &dyn Format,
    export: &Export<'_>,
    files: &[ExportFile<'_>],
    folder: &Path,
) -> Vec<String> {
    let mut lines = vec![format!(
        "{}: {}",
        folder.display(),
        counted(files.len(), "file")
    )];
    for (set, frame) in &export.framed {
        let dpi = format.has_dots().then_some(export.settings.dpi);
        lines.push(format!("    {}", said(set, frame, dpi)));
    }
    if !is_of_faces(format) {
        lines.extend(files.iter().map(|file| format!("    {}", file.name)));
        for set in &export.sets {
            let pieces = counted(set.count(), noun(set));
            lines.push(format!("    {}: {pieces}", set.deck.name));
        }
    }
    let note = format.note(&export.settings);
    lines.extend(note.map(|note| format!("    {note}")));
    lines
}

/// The name of the format's folder, with its special settings.
fn folder(format: &dyn Format, args: &Args) -> String {
    let ink = Some(args.ink.name()).filter(|ink| *ink != "color");
    let theme = Some(args.theme.as_str()).filter(|theme| *theme != CLASSIC);
    let profile = args
        .profile
        .filter(|_| is_of_faces(format))
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
        let name = &set.deck.name;
let size = set.deck.size;
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

/// What its pieces are called when counted: stickers are faces of a die, not pieces.
fn noun(set: &Set<'_>) -> &'static str {
    if set.is_dice() { "die face" } else { "piece" }
}

/// A deck's line: how many pictures for how many pieces, and their size.
fn said(set: &Set<'_>, frame: &Frame, dpi: Option<u32>) -> String {
    let (w, h) = frame.dots;
    let dots = dpi.map_or(String::new(), |dpi| {
        format!(", {w} x {h} dots at {dpi} dpi")
    });
    let bleed = match (frame.bleed.w, frame.bleed.h) {
        (across, down) if across == down => format!("{across} mm"),
        (across, down) => format!("{across} and {down} mm"),
    };
    let faces = counted(set.faces().len(), "face");
    let pieces = counted(set.count(), noun(set));
    format!(
        "{}: {faces} of {pieces}, {} mm and {bleed} of bleed{dots}",
        set.deck.name,
        frame.trim()
    )
}
