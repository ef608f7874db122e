//! A folder of pictures as a kit: each picture is a card, and a picture called `back` is the back of all. Or a PDF: each page is a
//! card, or a sheet of cards.
//!
//! * `made`: the files of the kit that are made here. The pictures stay where they are. `shape`: which of them are turned.

mod made;
mod shape;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use self::made::{Back, CardPlace, Made};
use self::shape::lies_across;
use super::archive::Archive;
use super::files::{PICTURES, ending};
use super::limits::bounded;
use super::pages::{PageArea, PdfFile};
use super::{Files, Kit, LengthError, Problem, Problems, Row, Size, SourceSpan, Um};

/// The extensions of pictures that are not printed.
const OTHER_ENDINGS: [&str; 9] = [
    "gif", "bmp", "avif", "heic", "heif", "psd", "xcf", "ai", "svgz",
];

/// The extensions of fonts, and the folder that they are in.
const FONT_ENDINGS: [&str; 4] = ["ttf", "otf", "ttc", "otc"];
const FONTS: &str = "fonts";

/// The name of the shared back, and the suffix of a card's own: `owl-back.png`.
const BACK: &str = "back";
const OWN_BACK: &str = "-back";

/// The most cards.
const MAX_PICTURES: usize = 2_000;

/// Pages whose sizes differ by less are equal.
const SAME_SIZE: i64 = 500;

/// The resolution at which blank cards are found, dpi.
const GLANCE: f64 = 36.0;

/// The default size of cards, for which most sleeves are made.
const SIZE: Size = Size {
    w: Um(63_000),
    h: Um(88_000),
};

/// What the cards are, besides their pictures.
#[derive(Clone, Debug, Default)]
pub struct Cards {
    /// The size of a card once cut; by default as a PDF declares it.
    pub size: Option<Size>,
    /// How much of each picture is cut off on every side; by default as a PDF declares it.
    pub bleed: Option<Um>,
    pub backs: Backs,
    /// A picture that is the back of all.
    pub back: Option<PathBuf>,
    /// How the cards are arranged on each page, if a page is not a card.
    pub grid: Option<Grid>,
    /// A folder with fonts for SVG cards.
    pub fonts: Option<PathBuf>,
}

/// Which pages of a PDF are backs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backs {
    #[default]
    None,
    /// Every second page is the back of the one before it.
    Turns,
    /// The last page is the back of all others.
    Last,
}

impl Backs {
    pub const ALL: [Backs; 3] = [Backs::None, Backs::Turns, Backs::Last];

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Backs::None => "none",
            Backs::Turns => "turns",
            Backs::Last => "last",
        }
    }
}

/// Cards in the middle of a page: `3x3`, or `3x3+2` with 2 mm between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub columns: u32,
    pub rows: u32,
    pub gap: Um,
}

/// Why a text is not a grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    #[error("say for example 3x3, or 3x3+2 with 2 mm between the cards")]
    NotAGrid,
    /// What is between the cards is not a length.
    #[error(transparent)]
    Gap(#[from] LengthError),
}

impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Grid, GridError> {
        let (counts, gap) = text.split_once('+').unwrap_or((text, "0"));
        let (columns, rows) = counts.split_once(['x', 'X']).ok_or(GridError::NotAGrid)?;
        let [columns, rows] = [columns, rows].map(|count| {
            let count = count.parse().ok();
            count.filter(|count| (1..=30).contains(count))
        });
        let gap: Um = gap.parse()?;
        match (columns, rows) {
            (Some(columns), Some(rows)) if gap >= Um::ZERO => Ok(Grid { columns, rows, gap }),
            _ => Err(GridError::NotAGrid),
        }
    }
}

/// A card: its name, and its pictures; it may have no back.
#[derive(Clone, Debug)]
struct Card {
    name: String,
    picture: Shown,
    back: Option<Shown>,
}

/// A picture of a card: a path, and which part of it if not all, or whether all of it is turned by a quarter.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    path: String,
    cell: Option<CardPlace>,
    is_turned: bool,
}

impl Shown {
    /// All of a picture, which lies as the card does.
    fn all(picture: &Picture, card: Size) -> Shown {
        Shown {
            path: picture.path.clone(),
            cell: None,
            is_turned: picture.shape.is_some_and(|shape| lies_across(shape, card)),
        }
    }

    fn part(path: String, cell: CardPlace) -> Shown {
        Shown {
            path,
            cell: Some(cell),
            is_turned: false,
        }
    }
}

/// Cards of one size.
#[derive(Debug)]
struct Group {
    size: Size,
    bleed: Um,
    cards: Vec<Card>,
}

/// The kit that is made of a folder's pictures, or of a PDF's pages.
///
/// # Errors
///
/// There are none, or one is too large or is not a picture.
pub fn kit(source: &Path, cards: &Cards) -> Result<Kit, Problems> {
    bounded(|| read(source, cards))
}

fn read(source: &Path, cards: &Cards) -> Result<Kit, Problems> {
    let wrong = |message: &str, help: &str| {
        let place = SourceSpan::file(source.display().to_string());
        Problem::new(place, message).help(help).into()
    };
    if is_pdf(source) && source.is_file() {
        let (files, name) = beside(source);
        return of_pdf(&Pile { files, source }, &name, cards);
    }
    if cards.grid.is_some() {
        let message = "`--grid` says how cards are arranged on the pages of a PDF";
        return Err(wrong(message, "give a PDF, or a picture for each card"));
    }
    if source.is_file() {
        let (folder, name) = beside(source);
        let bytes = folder.bytes(&name).map_err(|why| {
            let help = "give a picture, or a folder with a picture for each card";
            wrong(&format!("cannot read it: {why}"), help)
        })?;
        let only = Archive::of(name.clone(), BTreeMap::from([(name, bytes)]));
        let files = Files::Archive(Arc::new(only));
        return of_pictures(&Pile { files, source }, cards);
    }
    if !source.is_dir() {
        let help = "give a folder with a picture for each card, or a PDF with a page for each";
        return Err(wrong("there is no such folder, picture or PDF", help));
    }
    let files = Files::Folder(source.to_owned());
    of_pictures(&Pile { files, source }, cards)
}

/// The folder that a file is in, and its name there.
fn beside(file: &Path) -> (Files, String) {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let files = Files::Folder(folder.unwrap_or(Path::new(".")).to_owned());
    (files, name.into_owned())
}

/// The same of files in memory: a single PDF, or pictures. `source` is what the user calls them.
///
/// # Errors
///
/// There are none, or one is too large or is not a picture.
pub fn kit_in_memory(source: &str, archive: Archive, cards: &Cards) -> Result<Kit, Problems> {
    let only: Vec<&str> = archive.paths().collect();
    let pdf = match only[..] {
        [path] if ending(path) == "pdf" => Some(path.to_owned()),
        _ => None,
    };
    let pile = Pile {
        files: Files::Archive(Arc::new(archive)),
        source: Path::new(source),
    };
    match pdf {
        Some(path) => of_pdf(&pile, &path, cards),
        None => of_pictures(&pile, cards),
    }
}

/// Somebody's pictures.
struct Pile<'s> {
    files: Files,
    /// What the user calls them.
    source: &'s Path,
}

/// The kit of a PDF's pages.
fn of_pdf(pile: &Pile<'_>, pdf: &str, cards: &Cards) -> Result<Kit, Problems> {
    let place = || SourceSpan::file(pile.source.display().to_string());
    let wrong = |why: String| Problems::from(Problem::new(place(), why));
    let file = open(&pile.files, pdf).map_err(wrong)?;
    let name = plain(pdf.rsplit('/').next().unwrap_or(pdf)).replace('#', "-");
    let areas: Vec<PageArea> = (0..file.count())
        .filter_map(|page| file.area(page))
        .collect();
    let mut made = Made::of(pile.source, cards)?;
    made.take(&pile.files, pdf, name.clone());
    let path = |page: usize| format!("{name}#{}", page + 1);
    let page = |page: usize| Picture {
        path: path(page),
        shape: Some(areas[page].size()),
        measures: measured(&areas[page], cards),
    };
    let shared = made.back.as_ref().map(|back| Picture::of_back(back, cards));
    let pairs = paired(areas.len(), cards.backs).map_err(wrong)?;
    let mut blank = 0;
    match cards.grid {
        None => {
            for (front, back) in pairs {
                let picture = page(front);
                let size = picture.measures.0;
                let own = back.map(page);
                let back = own.as_ref().or(shared.as_ref());
                let card = Card {
                    name: (front + 1).to_string(),
                    picture: Shown::all(&picture, size),
                    back: back.map(|back| Shown::all(back, size)),
                };
                made.add(card, picture.measures);
            }
        }
        Some(grid) => {
            let size = cards.size.unwrap_or(SIZE);
            for (front, back) in pairs {
                let cells = cells(&areas[front], grid, size).map_err(wrong)?;
                let is_blank = blanks(&file, front, &cells, size);
                let behind = back.map(|back| self::cells(&areas[back], grid, size));
                let behind = behind.transpose().map_err(wrong)?;
                for (at, cell) in cells.into_iter().enumerate() {
                    if is_blank[at] {
                        blank += 1;
                        continue;
                    }
                    // The paper is turned over from left to right.
                    let columns = grid.columns as usize;
                    let mirrored = at / columns * columns + (columns - 1 - at % columns);
                    let own = behind.as_ref().zip(back);
                    let own = own.map(|(cells, page)| Shown::part(path(page), cells[mirrored]));
                    let all = || shared.as_ref().map(|back| Shown::all(back, size));
                    let card = Card {
                        name: format!("{}-{}", front + 1, at + 1),
                        picture: Shown::part(path(front), cell),
                        back: own.or_else(all),
                    };
                    made.add(card, (size, cards.bleed.unwrap_or(Um::ZERO)));
                }
            }
        }
    }
    let declared = file.declared();
    let count = file.count();
    let ends = file.ends;
    drop(file);
    if made.count() > MAX_PICTURES {
        return Err(wrong(format!(
            "there are {} cards in it, and {MAX_PICTURES} is the limit",
            made.count()
        )));
    }
    if made.count() == 0 {
        return Err(wrong("all cards in it are blank".to_owned()));
    }
    let mut kit = made.open()?;
    if !ends {
        let message = "the end of the file is missing: check whether all cards are there";
        kit.warnings.push(Problem::new(place(), message));
    }
    if declared > count {
        let lost = declared - count;
        let message = format!("{lost} of its {declared} pages cannot be read and are left out");
        kit.warnings.push(Problem::new(place(), message));
    }
    if blank > 0 {
        let message = format!("{blank} blank cards of its sheets are left out");
        kit.warnings.push(Problem::new(place(), message));
    }
    Ok(kit)
}

/// How many bytes the PDFs in a folder have, or the PDF itself.
pub fn size_of_pdfs(source: &Path) -> u64 {
    let size = |file: &Path| file.metadata().map_or(0, |facts| facts.len());
    if source.is_file() {
        return size(source);
    }
    let paths = Files::Folder(source.to_owned()).paths();
    let pdfs = paths.iter().filter(|path| ending(path) == "pdf");
    pdfs.map(|path| size(&source.join(path))).sum()
}

fn open(files: &Files, path: &str) -> Result<PdfFile, String> {
    PdfFile::open(files.bytes(path)?)
}

/// Each front page with its back.
fn paired(count: usize, backs: Backs) -> Result<Vec<(usize, Option<usize>)>, String> {
    if backs == Backs::Turns && !count.is_multiple_of(2) || backs == Backs::Last && count < 2 {
        return Err(format!(
            "one of its {count} pages would have no back, or no front"
        ));
    }
    Ok(match backs {
        Backs::None => (0..count).map(|page| (page, None)).collect(),
        Backs::Turns => (0..count)
            .step_by(2)
            .map(|page| (page, Some(page + 1)))
            .collect(),
        Backs::Last => (0..count - 1).map(|page| (page, Some(count - 1))).collect(),
    })
}

/// The size and bleed of a page that is a card.
fn measured(area: &PageArea, cards: &Cards) -> (Size, Um) {
    let size = cards.size.unwrap_or(area.trim);
    let own = match cards.size {
        // It is scaled with the card.
        Some(size) => {
            let grown = size.w.0 as f64 / area.trim.w.0.max(1) as f64;
            Um((area.bleed.0 as f64 * grown).round() as i64)
        }
        None => area.bleed,
    };
    (size, cards.bleed.unwrap_or(own))
}

/// The cards on a page, row by row: where each is from the upper left corner.
fn cells(area: &PageArea, grid: Grid, size: Size) -> Result<Vec<CardPlace>, String> {
    let [w, h] = area.size().map(|points| Um::from_mm(points * 25.4 / 72.0));
    let length = |count: u32, one: Um| one * i64::from(count) + grid.gap * i64::from(count - 1);
    let (wide, high) = (length(grid.columns, size.w), length(grid.rows, size.h));
    let slack = Um(1_000);
    if wide > w + slack || high > h + slack {
        let Grid { columns, rows, .. } = grid;
        return Err(format!(
            "{columns} x {rows} cards of {size} mm need {wide} x {high} mm, and its pages are {w} x {h} mm"
        ));
    }
    let (left, top) = ((w - wide).half(), (h - high).half());
    let at = |row: u32, column: u32| CardPlace {
        left: left + (size.w + grid.gap) * i64::from(column),
        top: top + (size.h + grid.gap) * i64::from(row),
        whole: Size::new(w, h),
    };
    Ok((0..grid.rows)
        .flat_map(|row| (0..grid.columns).map(move |column| at(row, column)))
        .collect())
}

/// Which cards on a page are white.
fn blanks(file: &PdfFile, page: usize, cells: &[CardPlace], size: Size) -> Vec<bool> {
    let none = || vec![false; cells.len()];
    let Some(area) = file.area(page) else {
        return none();
    };
    if file.examine(page).is_err() {
        // Whoever draws it will say so.
        return none();
    }
    let dots = area
        .size()
        .map(|points| (points / 72.0 * GLANCE).ceil() as u32);
    let Ok(pixels) = file.pixels(page, dots) else {
        return none();
    };
    let is_white = |cell: &CardPlace| {
        let dot = |length: Um| (length.mm() / 25.4 * GLANCE) as u32;
        // Cut lines are not part of a card.
        let inset = dot(Um(2_500)).max(1);
        let across = dot(cell.left) + inset..dot(cell.left + size.w).saturating_sub(inset);
        let down = dot(cell.top) + inset..dot(cell.top + size.h).saturating_sub(inset);
        let mut dots = down.flat_map(|y| across.clone().map(move |x| (x, y)));
        dots.all(|(x, y)| {
            let dot = pixels.get_pixel_checked(x, y);
            dot.is_none_or(|dot| dot.0.iter().all(|part| *part > 250))
        })
    };
    cells.iter().map(is_white).collect()
}

/// The kit of pictures, each of which is a card.
fn of_pictures(pile: &Pile<'_>, cards: &Cards) -> Result<Kit, Problems> {
    let Pile { files, source } = pile;
    let place = || SourceSpan::file(source.display().to_string());
    if cards.backs != Backs::None {
        let wrong = Problem::new(place(), "`--backs` says which pages of a PDF are backs");
        return Err(wrong
            .help("call a picture `back.png`, or `owl-back.png`")
            .into());
    }
    let all = files.paths();
    let told =
        |path: &str, message: String| Problem::new(SourceSpan::file(files.name(path)), message);
    let mut warnings = Vec::new();
    let mut made = Made::of(source, cards)?;
    made.take_fonts(files);
    // By their names without extensions; a PDF may have several.
    let mut pictures: BTreeMap<String, Picture> = BTreeMap::new();
    for path in &all {
        let ending = ending(path);
        if OTHER_ENDINGS.contains(&&*ending) {
            let name = ending.to_ascii_uppercase();
            let message = format!(
                "this picture is left out, since {name} files do not print: save it as .png, .jpg, .webp, .tif, .svg or .pdf"
            );
            warnings.push(told(path, message));
        } else if PICTURES.contains(&&*ending) && made.take(files, path, path.clone()) {
            let found = Picture::all(files, path, cards).map_err(|why| told(path, why))?;
            pictures.extend(found);
        }
    }
    if pictures.is_empty() {
        let none = Problem::new(place(), "there are no pictures here");
        let help = "give a folder with PNG, JPEG, WebP, TIFF, SVG or PDF files, one for each card";
        return Err(none.help(help).into());
    }
    let stems: Vec<&str> = pictures.keys().map(String::as_str).collect();
    let fronts: Vec<&str> = stems
        .iter()
        .copied()
        .filter(|stem| !is_back(stem, &pictures))
        .collect();
    if fronts.len() > MAX_PICTURES {
        let count = fronts.len();
        let message = format!("there are {count} pictures here, and {MAX_PICTURES} is the limit");
        return Err(Problem::new(place(), message).into());
    }
    let asked = made.back.as_ref().map(|back| Picture::of_back(back, cards));
    let shared = asked.as_ref().or(pictures.get(BACK));
    for stem in fronts {
        let picture = &pictures[stem];
        let (size, _) = picture.measures;
        let back = pictures.get(&format!("{stem}{OWN_BACK}")).or(shared);
        if let Some(front) = stem.strip_suffix(OWN_BACK) {
            let message = format!(
                "this is printed as a card of its own, since there is no `{front}` that it could be the back of"
            );
            warnings.push(told(&picture.path, message));
        }
        let card = Card {
            name: plain(stem.rsplit('/').next().unwrap_or_default()),
            picture: Shown::all(picture, size),
            back: back.map(|back| Shown::all(back, size)),
        };
        made.add(card, picture.measures);
    }
    let mut kit = made.open()?;
    kit.warnings.extend(warnings);
    Ok(kit)
}

/// A picture, its width and height if they are known, and the size and bleed of its card.
struct Picture {
    path: String,
    shape: Option<[f64; 2]>,
    measures: (Size, Um),
}

impl Picture {
    /// The picture in a file, or those in a PDF, by their names.
    fn all(files: &Files, path: &str, cards: &Cards) -> Result<Vec<(String, Picture)>, String> {
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        if ending(path) != "pdf" {
            let measures = (cards.size.unwrap_or(SIZE), cards.bleed.unwrap_or_default());
            let bytes = files.bytes(path).unwrap_or_default();
            let picture = Picture {
                path: path.to_owned(),
                shape: shape::shape(&bytes, &ending(path)),
                measures,
            };
            return Ok(vec![(stem.to_owned(), picture)]);
        }
        let file = open(files, path)?;
        let count = file.count();
        let page = |index: usize| {
            let area = file.area(index)?;
            let stem = match count {
                1 => stem.to_owned(),
                _ => format!(
                    "{stem}-{:0digits$}",
                    index + 1,
                    digits = count.to_string().len()
                ),
            };
            let measures = measured(&area, cards);
            let picture = Picture {
                path: format!("{path}#{}", index + 1),
                shape: Some(area.size()),
                measures,
            };
            Some((stem, picture))
        };
        Ok((0..count).filter_map(page).collect())
    }

    /// The back of all cards that was asked for.
    fn of_back(back: &Back, cards: &Cards) -> Picture {
        let bytes = std::fs::read(&back.file).unwrap_or_default();
        Picture {
            path: back.path.clone(),
            shape: shape::shape(&bytes, &ending(&back.path)),
            measures: (cards.size.unwrap_or(SIZE), cards.bleed.unwrap_or_default()),
        }
    }
}

fn is_pdf(path: &Path) -> bool {
    ending(&path.to_string_lossy()) == "pdf"
}

/// Whether it is the back of all cards, or of one that is there.
fn is_back(stem: &str, pictures: &BTreeMap<String, Picture>) -> bool {
    let front = stem.strip_suffix(OWN_BACK);
    stem == BACK || front.is_some_and(|front| pictures.contains_key(front))
}

/// Text without control characters.
fn plain(words: &str) -> String {
    words
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

/// The same problems, at the pictures that they are about instead of at the files that are made of them here.
pub fn at_pictures(problems: Problems, kit: &Kit, source: &Path) -> Problems {
    let mut all = Problems::default();
    let told = problems.0.into_iter();
    all.extend(told.map(|problem| at_picture(problem, kit, source)));
    all
}

fn at_picture(problem: Problem, kit: &Kit, source: &Path) -> Problem {
    let Some(picture) = picture_of(&problem, kit) else {
        return problem;
    };
    let (path, page) = match picture.rsplit_once('#') {
        Some((path, page)) if ending(path) == "pdf" => (path, Some(page)),
        _ => (picture, None),
    };
    let name = page.map_or("the picture".to_owned(), |page| format!("page {page}"));
    let place = if source.is_file() {
        source.display().to_string()
    } else {
        kit.files.name(path)
    };
    let why = problem
        .message
        .strip_prefix(&format!("the picture `{picture}` "));
    let message = match why {
        Some(why) => format!("{name} {why}"),
        None => format!("{name}: {}", problem.message),
    };
    let simpler = "simplify the page, or print the pages as PNG or JPEG files in a folder";
    Problem {
        place: SourceSpan::file(place),
        message,
        label: Box::default(),
        help: page.map(|_| simpler.to_owned()).or(problem.help),
        is_common: problem.is_common,
    }
}

/// The picture with which a problem was found, by the label that says which card was drawn.
fn picture_of<'k>(problem: &Problem, kit: &'k Kit) -> Option<&'k str> {
    let drawn = problem.label.strip_prefix("drawn for ")?;
    let (field, drawn) = match drawn.strip_prefix("the back of ") {
        Some(drawn) => ("back", drawn),
        None => ("picture", drawn),
    };
    let (deck, code) = drawn.split_once(' ')?;
    let rows: &[Row] = &kit.deck(deck)?.rows;
    rows.iter().find(|row| row.code() == code)?.text(field)
}

#[cfg(test)]
mod tests;
