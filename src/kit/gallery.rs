//! A folder of pictures as a kit: each picture is a card, and a picture called `back` is the back of all. Or a PDF: each page is a
//! card.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::archive::Archive;
use super::code::slug;
use super::manifest::quoted;
use super::pages::{self, PdfPage};
use super::{Files, Kit, Problem, Problems, Row, Size, SourceSpan, Um};

/// The extensions of pictures.
const ENDINGS: [&str; 4] = ["png", "jpg", "jpeg", "svg"];

/// The extensions of pictures that are not printed.
const OTHER_ENDINGS: [&str; 13] = [
    "webp", "gif", "bmp", "jpe", "jfif", "tif", "tiff", "avif", "heic", "heif", "psd", "xcf", "ai",
];

/// The name of the shared back, and the suffix of a card's own: `owl-back.png`.
const BACK: &str = "back";
const OWN_BACK: &str = "-back";

/// How the names of a PDF's pages begin.
const PAGE: &str = "page-";

/// The templates, with names that no picture has.
const FRONT_FACE: &str = "front.face";
const BACK_FACE: &str = "back.face";

/// How far a picture extends beyond the cut at least, so that neighbours of the same colour meet without a seam.
const MIN_BLEED: Um = Um(100);

/// The most pictures held in memory, and the most bytes.
const MAX_PICTURES: usize = 2_000;
const MAX_BYTES: usize = 128 << 20;

/// The default size of cards, for which most sleeves are made.
const SIZE: Size = Size {
    w: Um(63_000),
    h: Um(88_000),
};

/// The size of cards, and how much of each picture is cut off on every side; by default as a PDF declares it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cards {
    pub size: Option<Size>,
    pub bleed: Option<Um>,
    pub backs: Backs,
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

/// The kit that is made of a folder's pictures, or of a PDF's pages.
///
/// # Errors
///
/// There are none, or one is too large or is not a picture.
pub fn kit(source: &Path, cards: Cards) -> Result<Kit, Problems> {
    let place = || SourceSpan::file(source.display().to_string());
    if is_pdf(&source.to_string_lossy()) && source.is_file() {
        return of_pdf(source, cards).map_err(|why| Problem::new(place(), why).into());
    }
    if cards.backs != Backs::None {
        let message = "`--backs` says which pages of a PDF are backs";
        return Err(Problem::new(place(), message)
            .help("call a picture `back.png`, or `owl-back.png`")
            .into());
    }
    if !source.is_dir() {
        let problem = Problem::new(place(), "there is no such folder or PDF");
        return Err(problem
            .help("give a folder with a picture for each card, or a PDF with a page for each")
            .into());
    }
    let cards = (cards.size.unwrap_or(SIZE), cards.bleed.unwrap_or_default());
    of_folder(source, cards)
}

/// The kit of a PDF's pages.
fn of_pdf(source: &Path, Cards { size, bleed, backs }: Cards) -> Result<Kit, String> {
    let length = std::fs::metadata(source)
        .map_err(|error| error.to_string())?
        .len();
    if length > MAX_BYTES as u64 {
        return Err(format!("it has more than {} MB", MAX_BYTES >> 20));
    }
    let pages = pages::read(
        std::fs::read(source).map_err(|error| error.to_string())?,
        MAX_PICTURES,
    )?;
    let first = &pages[0];
    let (cut, own) = (first.trim, first.bleed);
    let differs = |page: &PdfPage| {
        page.trim
            .w
            .0
            .abs_diff(cut.w.0)
            .max(page.trim.h.0.abs_diff(cut.h.0))
            > 500
    };
    if let Some(other) = pages.iter().position(differs).filter(|_| size.is_none()) {
        let page = other + 1;
        let of = pages[other].trim;
        return Err(format!(
            "page {page} is {of} mm and page 1 {cut} mm: give the size of the cards with --size"
        ));
    }
    let bleed = bleed.unwrap_or(if size.is_some() { Um::ZERO } else { own });
    let count = pages.len();
    if backs == Backs::Turns && count % 2 > 0 || backs == Backs::Last && count < 2 {
        return Err(format!(
            "one of its {count} pages would have no back, or no front"
        ));
    }
    let digits = count.to_string().len();
    let path = |index: usize| format!("{PAGE}{:0digits$}.svg", index + 1);
    let row = |index: usize, back: String| Card {
        name: (index + 1).to_string(),
        picture: path(index),
        back,
    };
    let rows: Vec<Card> = match backs {
        Backs::None => (0..count).map(|index| row(index, String::new())).collect(),
        Backs::Turns => (0..count)
            .step_by(2)
            .map(|index| row(index, path(index + 1)))
            .collect(),
        Backs::Last => (0..count - 1)
            .map(|index| row(index, path(count - 1)))
            .collect(),
    };
    if pages.iter().map(|page| page.svg.len()).sum::<usize>() > MAX_BYTES {
        return Err(format!(
            "its pages add up to more than {} MB as pictures: print some of them at a time",
            MAX_BYTES >> 20
        ));
    }
    let all = pages
        .into_iter()
        .enumerate()
        .map(|(index, page)| (path(index), page.svg.into_bytes()))
        .collect();
    made_of(source, rows, all, (size.unwrap_or(cut), bleed))
        .map_err(|problems| problems.to_string())
}

/// The kit of a folder's pictures.
fn of_folder(folder: &Path, cards: (Size, Um)) -> Result<Kit, Problems> {
    let place = || SourceSpan::file(folder.display().to_string());
    let files = Files::Folder(folder.to_owned());
    let (pictures, others): (BTreeSet<String>, BTreeSet<String>) = files
        .paths()
        .into_iter()
        .partition(|path| ends_like(path, &ENDINGS));
    if pictures.is_empty() {
        let none = Problem::new(place(), "there are no pictures here");
        return Err(none
            .help("give a folder with PNG, JPEG or SVG files, one for each card")
            .into());
    }
    if pictures.len() > MAX_PICTURES {
        return Err(Problem::new(
            place(),
            format!(
                "there are {} pictures here, and {MAX_PICTURES} is the limit",
                pictures.len()
            ),
        )
        .into());
    }
    let mut all = BTreeMap::new();
    let mut size = 0;
    for path in &pictures {
        let bytes = files
            .bytes(path)
            .map_err(|why| Problem::new(SourceSpan::file(files.name(path)), why))?;
        size += bytes.len();
        if size > MAX_BYTES {
            let message = format!(
                "the pictures here add up to more than {} MB",
                MAX_BYTES >> 20
            );
            return Err(Problem::new(place(), message)
                .help("split them into several folders, or make them smaller")
                .into());
        }
        all.insert(path.clone(), bytes);
    }
    let mut kit = made_of(folder, rows(&pictures), all, cards)?;
    let warning =
        |path: &String, message: String| Problem::new(SourceSpan::file(files.name(path)), message);
    let left_out = others.iter().filter(|path| ends_like(path, &OTHER_ENDINGS));
    let left_out = left_out.map(|path| {
        warning(
            path,
            "this picture is left out: save it as .png, .jpg or .svg".into(),
        )
    });
    let alone = pictures
        .iter()
        .filter(|path| stem_of(path).ends_with(OWN_BACK) && !is_back(path, &pictures));
    let alone = alone.map(|path| {
        let front = stem_of(path).trim_end_matches(OWN_BACK);
        warning(
            path,
            format!("this is printed as a card of its own, since there is no `{front}` that it could be the back of"),
        )
    });
    kit.warnings.extend(left_out.chain(alone));
    Ok(kit)
}

/// The same problems, at the pictures that they are about instead of at the files that are made of them here.
pub fn at_pictures(problems: Problems, kit: &Kit, source: &Path) -> Problems {
    let mut all = Problems::default();
    all.extend(
        problems
            .0
            .into_iter()
            .map(|problem| at_picture(problem, kit, source)),
    );
    all
}

fn at_picture(problem: Problem, kit: &Kit, source: &Path) -> Problem {
    let Some(picture) = picture_of(&problem, kit) else {
        return problem;
    };
    let page = picture.strip_prefix(PAGE).filter(|_| source.is_file());
    let (name, file, help) = match page {
        Some(page) => {
            let name = format!("page {}", stem_of(page).trim_start_matches('0'));
            (
                name,
                source.to_owned(),
                Some(
                    "simplify the page, or print the pages as PNG or JPEG files in a folder".into(),
                ),
            )
        }
        None => ("the picture".to_owned(), source.join(picture), problem.help),
    };
    let message = match problem
        .message
        .strip_prefix(&format!("the picture `{picture}` "))
    {
        Some(why) => format!("{name} {why}"),
        None => format!("{name}: {}", problem.message),
    };
    let place = SourceSpan::file(file.display().to_string());
    Problem {
        place,
        message,
        label: Box::default(),
        help,
        is_common: problem.is_common,
    }
}

/// The picture with which a problem was found, by the label that says which card was drawn.
fn picture_of<'k>(problem: &Problem, kit: &'k Kit) -> Option<&'k str> {
    let drawn = problem.label.strip_prefix("drawn for ")?;
    let (field, code) = match drawn.strip_prefix("the back of cards ") {
        Some(code) => ("back", code),
        None => ("picture", drawn.strip_prefix("cards ")?),
    };
    let rows: &[Row] = &kit.decks.first()?.rows;
    rows.iter().find(|row| row.code() == code)?.text(field)
}

/// The kit with these cards, named after a folder or a file.
fn made_of(
    source: &Path,
    rows: Vec<Card>,
    mut all: BTreeMap<String, Vec<u8>>,
    cards: (Size, Um),
) -> Result<Kit, Problems> {
    let name = std::path::absolute(source).unwrap_or_else(|_| source.to_owned());
    let name = if name.is_dir() {
        name.file_name()
    } else {
        name.file_stem()
    };
    let name = plain(&name.map(|name| name.to_string_lossy()).unwrap_or_default());
    let backs = rows.iter().any(|row| !row.back.is_empty());
    all.insert(
        "kit.toml".into(),
        manifest(&name, cards, backs).into_bytes(),
    );
    all.insert(
        "cards.toml".into(),
        rows.iter()
            .map(Card::table)
            .collect::<String>()
            .into_bytes(),
    );
    all.insert(FRONT_FACE.into(), face("picture").into_bytes());
    all.insert(BACK_FACE.into(), face("back").into_bytes());
    Kit::open(Files::Archive(Arc::new(Archive::of(
        source.display().to_string(),
        all,
    ))))
}

/// A card: its name, and the paths of its pictures; that of the back may be empty.
struct Card {
    name: String,
    picture: String,
    back: String,
}

impl Card {
    fn table(&self) -> String {
        let [name, picture, back] =
            [&self.name, &self.picture, &self.back].map(|text| quoted(text));
        format!("[[cards]]\nname = {name}\npicture = {picture}\nback = {back}\n")
    }
}

/// The cards, in the order of their files.
fn rows(pictures: &BTreeSet<String>) -> Vec<Card> {
    let back_of = |stem: &str| {
        pictures
            .iter()
            .find(|path| stem_of(path) == format!("{stem}{OWN_BACK}"))
    };
    let shared = pictures.iter().find(|path| stem_of(path) == BACK);
    let fronts = pictures.iter().filter(|path| !is_back(path, pictures));
    let row = |path: &String| Card {
        name: plain(stem_of(path).rsplit('/').next().unwrap_or_default()),
        picture: path.clone(),
        back: back_of(stem_of(path))
            .or(shared)
            .cloned()
            .unwrap_or_default(),
    };
    fronts.map(row).collect()
}

fn is_pdf(path: &str) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("pdf"))
}

/// Whether it is the back of all cards, or of one that is there.
fn is_back(path: &str, pictures: &BTreeSet<String>) -> bool {
    let stem = stem_of(path);
    let front = stem.strip_suffix(OWN_BACK);
    stem == BACK || front.is_some_and(|front| pictures.iter().any(|path| stem_of(path) == front))
}

/// Whether a path has one of these extensions.
fn ends_like(path: &str, endings: &[&str]) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, ending)| endings.contains(&&*ending.to_ascii_lowercase()))
}

/// A path without its extension.
fn stem_of(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

/// Text without control characters.
fn plain(words: &str) -> String {
    words
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

fn manifest(name: &str, (size, bleed): (Size, Um), backs: bool) -> String {
    let id: String = slug(name, '-').chars().take(40).collect();
    let id = if id.is_empty() {
        "cards"
    } else {
        id.trim_end_matches('-')
    };
    let (title, gutter) = (
        quoted(if name.trim().is_empty() {
            "Cards"
        } else {
            name.trim()
        }),
        bleed * 2,
    );
    let bleed = bleed.max(MIN_BLEED);
    let back = if backs {
        format!("back = \"{BACK_FACE}\"\n")
    } else {
        String::new()
    };
    format!(
        r#"id = "{id}"
title = {title}
designers = []
licence = "As the pictures are."

[palette]

[[deck]]
name = "cards"
title = "Cards"
rows = "cards.toml"
front = "{FRONT_FACE}"
{back}size = [{}, {}]
bleed = {bleed}
gutter = {gutter}
safe = 0
make = "cards"

[deck.fields]
name = {{ type = "text" }}
picture = {{ type = "text" }}
back = {{ type = "text" }}
"#,
        size.w, size.h
    )
}

/// The face that shows one of a card's pictures, if the card has it.
fn face(field: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{{{{ -bleed }}}} {{{{ -bleed }}}} {{{{ w + 2 * bleed }}}} {{{{ h + 2 * bleed }}}}">
{{% if {field} %}}{{{{ image({field}, x=-bleed, y=-bleed, w=w + 2 * bleed, h=h + 2 * bleed, fit="cover") }}}}{{% endif %}}
</svg>
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_is_a_card_and_backs_are_their_other_sides() {
        let folder = tempfile::tempdir().unwrap();
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="63" height="88" fill="#abc"/></svg>"##;
        for name in [
            "owl.svg",
            "owl-back.svg",
            "Élan (x).SVG",
            "back.svg",
            "notes.txt",
        ] {
            std::fs::write(folder.path().join(name), svg).unwrap();
        }
        let cards = Cards {
            bleed: Some(Um(3_000)),
            ..Cards::default()
        };
        let kit = kit(folder.path(), cards).unwrap_or_else(|problems| panic!("{problems}"));
        let rows = &kit.decks[0].rows;
        let told = |field: &str| {
            rows.iter()
                .map(|row| row.text(field).unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(told("name"), ["owl", "Élan (x)"]);
        assert_eq!(told("back"), ["owl-back.svg", "back.svg"]);
        assert!(
            rows[1].code() == "elan-x" && kit.decks[0].gutter == Um(6_000),
            "{}",
            rows[1].code()
        );
        assert!(kit.warnings.is_empty(), "{:?}", kit.warnings);
        for (name, content) in [("bat-back.png", "x"), ("elf.webp", "x")] {
            std::fs::write(folder.path().join(name), content).unwrap();
        }
        let kit = super::kit(folder.path(), cards).unwrap_or_else(|problems| panic!("{problems}"));
        let told: Vec<String> = kit
            .warnings
            .iter()
            .map(|problem| format!("{} {}", problem.place.file, problem.message))
            .collect();
        assert!(
            told.len() == 2 && told[0].contains("elf.webp this picture is left out"),
            "{told:?}"
        );
        assert!(
            told[1].contains("bat-back.png this is printed as a card of its own"),
            "{told:?}"
        );
        let empty = tempfile::tempdir().unwrap();
        assert!(
            super::kit(empty.path(), cards)
                .unwrap_err()
                .to_string()
                .contains("there are no pictures here")
        );
    }

    /// A PDF with this many pages of 69 x 94 mm, red except for 3 mm of bleed.
    fn pdf(pages: usize) -> Vec<u8> {
        use lopdf::{Document, Object, Stream, dictionary};
        let mut document = Document::with_version("1.7");
        let points = |mm: [i64; 4]| mm.map(|mm| Object::Real(mm as f32 * 72.0 / 25.4)).to_vec();
        let tree = document.new_object_id();
        let kids: Vec<Object> = (0..pages)
            .map(|_| {
                let red = document.add_object(Stream::new(
                    dictionary! {},
                    b"1 0 0 rg 8.5 8.5 179 250 re f".to_vec(),
                ));
                let page = dictionary! {
                    "Type" => "Page", "Parent" => tree, "Contents" => red,
                    "MediaBox" => points([0, 0, 69, 94]), "TrimBox" => points([3, 3, 66, 91]),
                };
                document.add_object(page).into()
            })
            .collect();
        document.objects.insert(
            tree,
            dictionary! { "Type" => "Pages", "Count" => pages as i64, "Kids" => kids }.into(),
        );
        let root = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
        document.trailer.set("Root", root);
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn every_page_of_a_pdf_is_a_card_as_large_as_its_trim_box() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("owls.pdf");
        std::fs::write(&file, pdf(4)).unwrap();
        let cards = |backs| {
            super::kit(
                &file,
                Cards {
                    backs,
                    ..Cards::default()
                },
            )
            .unwrap_or_else(|found| panic!("{found}"))
        };
        let kit = cards(Backs::Turns);
        let deck = &kit.decks[0];
        assert!(
            deck.size == SIZE && deck.bleed == Um(3_000) && kit.title == "owls",
            "{} {}",
            deck.size,
            deck.bleed
        );
        let backs = |kit: &Kit| {
            kit.decks[0]
                .rows
                .iter()
                .map(|row| row.text("back").unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(backs(&kit), ["page-2.svg", "page-4.svg"]);
        assert_eq!(backs(&cards(Backs::Last)), ["page-4.svg"; 3]);
        let page = String::from_utf8(kit.files.bytes("page-1.svg").unwrap()).unwrap();
        assert!(page.contains("<rect") && !page.contains("<image"), "{page}");
        let drawn = |side: &str| {
            let problem = Problem::new(SourceSpan::file("front.face"), "too many lines")
                .label(format!("drawn for {side}"));
            at_pictures(problem.into(), &cards(Backs::Turns), &file).to_string()
        };
        assert!(
            drawn("cards 3").ends_with("owls.pdf: page 3: too many lines\n"),
            "{}",
            drawn("cards 3")
        );
        assert!(drawn("the back of cards 3").ends_with("owls.pdf: page 4: too many lines\n"));
        std::fs::write(&file, pdf(3)).unwrap();
        let refused = |backs| {
            super::kit(
                &file,
                Cards {
                    backs,
                    ..Cards::default()
                },
            )
            .unwrap_err()
            .to_string()
        };
        assert!(refused(Backs::Turns).contains("one of its 3 pages"));
        std::fs::write(&file, &pdf(1)[..200]).unwrap();
        assert!(refused(Backs::None).contains("not a PDF"));
    }
}
