//! A folder of pictures as a kit: each picture is a card, and a picture called `back` its other side.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::archive::Archive;
use super::code::slug;
use super::manifest::quoted;
use super::{Files, Kit, Place, Problem, Problems, Size, Um};

/// What pictures are called at the end.
const ENDINGS: [&str; 4] = ["png", "jpg", "jpeg", "svg"];

/// What all cards without a back of their own have on the other side, and how one of their own ends: `owl-back.png`.
const BACK: &str = "back";
const OWN_BACK: &str = "-back";

/// The templates, called as no picture is.
const FRONT_FACE: &str = "front.face";
const BACK_FACE: &str = "back.face";

/// No more are held in memory, nor more bytes of them.
const MOST: usize = 2_000;
const MOST_BYTES: usize = 128 << 20;

/// How large cards are, and how much of each picture, on every side, is cut off.
#[derive(Clone, Copy, Debug)]
pub struct Cards {
    pub size: Size,
    pub bleed: Um,
}

/// The kit that is made of a folder's pictures.
///
/// # Errors
///
/// There is none in the folder, or one that is too large or no picture.
pub fn kit(folder: &Path, cards: Cards) -> Result<Kit, Problems> {
    let place = || Place::file(folder.display().to_string());
    if !folder.is_dir() {
        return Err(Problem::new(place(), "no such folder is here").into());
    }
    let files = Files::Folder(folder.to_owned());
    let pictures: BTreeSet<String> = files.paths().into_iter().filter(|path| is_picture(path)).collect();
    if pictures.is_empty() {
        let none = Problem::new(place(), "no pictures are here");
        return Err(none.help("give a folder with PNG, JPEG or SVG files, one for each card").into());
    }
    if pictures.len() > MOST {
        return Err(Problem::new(place(), format!("these are {} pictures: {MOST} is the most", pictures.len())).into());
    }
    let mut all = BTreeMap::new();
    let mut size = 0;
    for path in &pictures {
        let bytes = files.bytes(path).map_err(|why| Problem::new(Place::file(files.name(path)), why))?;
        size += bytes.len();
        if size > MOST_BYTES {
            let message = format!("the pictures here come to more than {} MB", MOST_BYTES >> 20);
            return Err(Problem::new(place(), message).help("print them in several folders, or save them smaller").into());
        }
        all.insert(path.clone(), bytes);
    }
    let name = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let name = plain(&name.file_name().map(|name| name.to_string_lossy()).unwrap_or_default());
    let rows = rows(&pictures);
    let backs = rows.iter().any(|row| !row.back.is_empty());
    all.insert("kit.toml".into(), manifest(&name, cards, backs).into_bytes());
    all.insert("cards.toml".into(), rows.iter().map(Row::table).collect::<String>().into_bytes());
    all.insert(FRONT_FACE.into(), face("picture").into_bytes());
    all.insert(BACK_FACE.into(), face("back").into_bytes());
    Kit::open(Files::Archive(Arc::new(Archive::of(folder.display().to_string(), all))))
}

/// A card: what it is called, and the paths of its pictures; the back's may be empty.
struct Row {
    name: String,
    picture: String,
    back: String,
}

impl Row {
    fn table(&self) -> String {
        let [name, picture, back] = [&self.name, &self.picture, &self.back].map(|text| quoted(text));
        format!("[[cards]]\nname = {name}\npicture = {picture}\nback = {back}\n")
    }
}

/// The cards, in the order of their files.
fn rows(pictures: &BTreeSet<String>) -> Vec<Row> {
    let back_of = |stem: &str| pictures.iter().find(|path| stem_of(path) == format!("{stem}{OWN_BACK}"));
    let shared = pictures.iter().find(|path| stem_of(path) == BACK);
    let is_back = |path: &&String| {
        let stem = stem_of(path);
        let front = stem.strip_suffix(OWN_BACK);
        stem == BACK || front.is_some_and(|front| pictures.iter().any(|path| stem_of(path) == front))
    };
    let fronts = pictures.iter().filter(|path| !is_back(path));
    let row = |path: &String| Row {
        name: plain(stem_of(path).rsplit('/').next().unwrap_or_default()),
        picture: path.clone(),
        back: back_of(stem_of(path)).or(shared).cloned().unwrap_or_default(),
    };
    fronts.map(row).collect()
}

fn is_picture(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&&*ending.to_ascii_lowercase()))
}

/// A path without its ending.
fn stem_of(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

/// Words without what moves a cursor.
fn plain(words: &str) -> String {
    words.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

fn manifest(name: &str, Cards { size, bleed }: Cards, backs: bool) -> String {
    let id: String = slug(name, '-').chars().take(40).collect();
    let id = if id.is_empty() { "cards" } else { id.trim_end_matches('-') };
    let (title, gutter) = (quoted(if name.trim().is_empty() { "Cards" } else { name.trim() }), bleed * 2);
    let back = if backs { format!("back = \"{BACK_FACE}\"\n") } else { String::new() };
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

/// The face that shows one of a card's pictures, if it has that.
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
        for name in ["owl.svg", "owl-back.svg", "Élan \"x\".SVG", "back.svg", "notes.txt"] {
            std::fs::write(folder.path().join(name), svg).unwrap();
        }
        let cards = Cards { size: Size::new(Um(63_000), Um(88_000)), bleed: Um(3_000) };
        let kit = kit(folder.path(), cards).unwrap_or_else(|problems| panic!("{problems}"));
        let rows = &kit.decks[0].rows;
        let told = |field: &str| rows.iter().map(|row| row.text(field).unwrap().to_owned()).collect::<Vec<_>>();
        assert_eq!(told("name"), ["owl", "Élan \"x\""]);
        assert_eq!(told("back"), ["owl-back.svg", "back.svg"]);
        assert!(rows[1].code() == "elan-x" && kit.decks[0].gutter == Um(6_000), "{}", rows[1].code());
        let empty = tempfile::tempdir().unwrap();
        assert!(super::kit(empty.path(), cards).unwrap_err().to_string().contains("no pictures are here"));
    }
}
