//! The files of a kit that are made for somebody's pictures: its manifest, its rows and its faces.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Card, Cards, FONT_ENDINGS, FONTS, Group, SAME_SIZE, Shown, plain};
use crate::kit::archive::Archive;
use crate::kit::code::slug;
use crate::kit::files::ending;
use crate::kit::manifest::quoted;
use crate::kit::{Files, Kit, Problem, Problems, Size, SourceSpan, Um};

/// The templates, with names that no picture has.
const FRONT_FACE: &str = "front.face";
const BACK_FACE: &str = "back.face";

/// How far a picture extends beyond the cut at least, so that neighbours of the same colour meet without a seam.
const MIN_BLEED: Um = Um(100);

/// Where a card is on a page that is this large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CardPlace {
    pub left: Um,
    pub top: Um,
    pub whole: Size,
}

/// A kit that is being made.
pub(super) struct Made<'s> {
    source: &'s Path,
    /// The user's own files in the kit: where they are, or what they contain if they are only in memory.
    linked: BTreeMap<String, PathBuf>,
    held: BTreeMap<String, Vec<u8>>,
    groups: Vec<Group>,
    /// The picture that is the back of all.
    pub back: Option<Back>,
}

/// A picture that is the back of all: its path in the kit, and where it is.
pub(super) struct Back {
    pub path: String,
    pub file: PathBuf,
}

impl<'s> Made<'s> {
    /// Begins one, named after a folder or a file, with the back and fonts that were asked for.
    pub fn of(source: &'s Path, cards: &Cards) -> Result<Made<'s>, Problems> {
        let mut made = Made {
            source,
            linked: BTreeMap::new(),
            held: BTreeMap::new(),
            groups: Vec::new(),
            back: None,
        };
        if let Some(back) = &cards.back {
            if !back.is_file() {
                let place = SourceSpan::file(back.display().to_string());
                return Err(Problem::new(place, "there is no such picture").into());
            }
            // No file has such a name.
            let path = format!("back:.{}", ending(&back.to_string_lossy()));
            made.linked.insert(path.clone(), back.clone());
            made.back = Some(Back {
                path,
                file: back.clone(),
            });
        }
        if let Some(folder) = &cards.fonts {
            let files = Files::Folder(folder.clone());
            for path in files.paths() {
                made.take_font(&files, &path);
            }
        }
        Ok(made)
    }

    /// Makes a file of the user's part of the kit; returns whether it is among those files rather than elsewhere.
    pub fn take(&mut self, files: &Files, from: &str, path: String) -> bool {
        if let Files::Folder(folder) = files {
            let real = inside(folder, from);
            let is_there = real.is_some();
            self.linked.extend(real.map(|real| (path, real)));
            return is_there;
        }
        let bytes = files.bytes(from).ok();
        let is_there = bytes.is_some();
        self.held.extend(bytes.map(|bytes| (path, bytes)));
        is_there
    }

    /// The fonts in the folder `fonts` beside pictures.
    pub fn take_fonts(&mut self, files: &Files) {
        let beside = format!("{FONTS}/");
        for path in files.paths() {
            if path.starts_with(&beside) {
                self.take_font(files, &path);
            }
        }
    }

    fn take_font(&mut self, files: &Files, path: &str) {
        if FONT_ENDINGS.contains(&&*ending(path)) {
            let name = path.rsplit('/').next().unwrap_or(path);
            self.take(files, path, format!("{FONTS}/{name}"));
        }
    }

    /// Adds a card to those of its size.
    pub fn add(&mut self, card: Card, (size, bleed): (Size, Um)) {
        let differs = |one: Um, other: Um| (one.0 - other.0).abs() > SAME_SIZE;
        let group = self
            .groups
            .iter_mut()
            .find(|group| !differs(group.size.w, size.w) && !differs(group.size.h, size.h));
        match group {
            Some(group) => {
                group.bleed = group.bleed.min(bleed);
                group.cards.push(card);
            }
            None => self.groups.push(Group {
                size,
                bleed,
                cards: vec![card],
            }),
        }
    }

    /// The number of cards.
    pub fn count(&self) -> usize {
        self.groups.iter().map(|group| group.cards.len()).sum()
    }

    /// The kit.
    pub fn open(self) -> Result<Kit, Problems> {
        let mut files = BTreeMap::from([
            ("kit.toml".to_owned(), self.manifest().into_bytes()),
            (FRONT_FACE.to_owned(), face("picture").into_bytes()),
            (BACK_FACE.to_owned(), face("back").into_bytes()),
        ]);
        for (at, group) in self.groups.iter().enumerate() {
            let deck = deck(at);
            let rows: String = group.cards.iter().map(|card| row(&deck, card)).collect();
            files.insert(format!("{deck}.toml"), rows.into_bytes());
        }
        files.extend(self.held);
        let archive = Archive::of(self.source.display().to_string(), files);
        Kit::open(Files::Archive(Arc::new(archive.linking(self.linked))))
    }

    fn manifest(&self) -> String {
        let name = std::path::absolute(self.source).unwrap_or_else(|_| self.source.to_owned());
        let name = if name.is_dir() {
            name.file_name()
        } else {
            name.file_stem()
        };
        let name = plain(&name.map(|name| name.to_string_lossy()).unwrap_or_default());
        let name = if name.trim().is_empty() {
            "Cards"
        } else {
            name.trim()
        };
        let id: String = slug(name, '-').chars().take(40).collect();
        let id = match id.trim_end_matches('-') {
            "" => "cards",
            id => id,
        };
        let mut manifest = format!(
            "id = \"{id}\"\ntitle = {}\ndesigners = []\nlicence = \"As the pictures are.\"\n\n[palette]\n",
            quoted(name)
        );
        for (at, group) in self.groups.iter().enumerate() {
            manifest += &self.deck(at, group);
        }
        manifest
    }

    fn deck(&self, at: usize, group: &Group) -> String {
        let Group { size, bleed, cards } = group;
        let title = match self.groups.len() {
            1 => "Cards".to_owned(),
            _ => format!("Cards of {size} mm"),
        };
        let back = if cards.iter().any(|card| card.back.is_some()) {
            format!("back = \"{BACK_FACE}\"\n")
        } else {
            String::new()
        };
        let gutter = *bleed * 2;
        let bleed = (*bleed).max(MIN_BLEED);
        let deck = deck(at);
        let fields: String = FIELDS
            .iter()
            .map(|field| format!("{field} = {{ type = \"text\" }}\n"))
            .collect();
        format!(
            "\n[[deck]]\nname = \"{deck}\"\ntitle = \"{title}\"\nrows = \"{deck}.toml\"\nfront = \"{FRONT_FACE}\"\n\
             {back}size = [{}, {}]\nbleed = {bleed}\ngutter = {gutter}\nsafe = 0\nmake = \"cards\"\n\n[deck.fields]\n{fields}",
            size.w, size.h
        )
    }
}

/// Where a file of a folder is, unless that is elsewhere.
fn inside(folder: &Path, path: &str) -> Option<PathBuf> {
    let root = folder.canonicalize().ok()?;
    let real = folder.join(path);
    real.canonicalize().ok()?.starts_with(root).then_some(real)
}

/// The name of the deck of cards of one size.
fn deck(at: usize) -> String {
    match at {
        0 => "cards".to_owned(),
        _ => format!("cards_{}", at + 1),
    }
}

/// The columns of the rows. A cell is where the card is on a page, or `turned` for a picture that lies across its card.
const FIELDS: [&str; 5] = ["name", "picture", "picture_cell", "back", "back_cell"];

const TURNED: &str = "turned";

fn row(deck: &str, card: &Card) -> String {
    let path = |shown: Option<&Shown>| shown.map_or(String::new(), |shown| shown.path.clone());
    let cell = |shown: Option<&Shown>| {
        if shown.is_some_and(|shown| shown.is_turned) {
            return TURNED.to_owned();
        }
        let cell = shown.and_then(|shown| shown.cell);
        cell.map_or(String::new(), |cell| {
            let CardPlace { left, top, whole } = cell;
            format!("{left} {top} {} {}", whole.w, whole.h)
        })
    };
    let (front, back) = (Some(&card.picture), card.back.as_ref());
    let values = [
        card.name.clone(),
        path(front),
        cell(front),
        path(back),
        cell(back),
    ];
    let mut row = format!("[[{deck}]]\n");
    for (field, value) in FIELDS.iter().zip(values) {
        let _ = writeln!(row, "{field} = {}", quoted(&value));
    }
    row
}

/// The face that shows one of a card's pictures, if the card has it: all of it, or the part where the card is.
fn face(field: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{{{{ -bleed }}}} {{{{ -bleed }}}} {{{{ w + 2 * bleed }}}} {{{{ h + 2 * bleed }}}}">
{{% if {field}_cell == "{TURNED}" %}}<g transform="rotate(90) translate(0 {{{{ -w }}}})">
{{{{ image({field}, x=-bleed, y=-bleed, w=h + 2 * bleed, h=w + 2 * bleed, fit="cover") }}}}</g>
{{% elif {field}_cell %}}{{% set cell = {field}_cell|split(" ")|list %}}
{{{{ image({field}, x=-(cell[0]|float), y=-(cell[1]|float), w=cell[2]|float, h=cell[3]|float, fit="stretch") }}}}
{{% elif {field} %}}{{{{ image({field}, x=-bleed, y=-bleed, w=w + 2 * bleed, h=h + 2 * bleed, fit="cover") }}}}{{% endif %}}
</svg>
"#
    )
}
