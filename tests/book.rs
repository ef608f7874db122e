//! The pictures of the book show what the program makes: the commands that `docs/pictures/list.toml` names make them again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use image::RgbImage;
use serde::Deserialize;

use crate::readme;

const FOLDER: &str = "docs/pictures";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    picture: Vec<Picture>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Picture {
    file: String,
    commands: Vec<String>,
    made: PathBuf,
    width: u32,
    after: Option<String>,
}

fn list() -> Vec<Picture> {
    let text = std::fs::read_to_string(Path::new(FOLDER).join("list.toml")).unwrap();
    toml::from_str::<List>(&text).unwrap().picture
}

fn run(command: &str, folder: &Path) {
    Command::cargo_bin("paperkeep")
        .unwrap()
        .args(command.split_whitespace())
        .current_dir(folder)
        .assert()
        .success();
}

/// What the commands make, as large as the picture is.
fn drawn(picture: &Picture, folder: &Path) -> RgbImage {
    let made = image::open(folder.join(&picture.made)).unwrap();
    let height = made.height() * picture.width / made.width();
    let small = made.thumbnail_exact(picture.width, height).to_rgba8();
    // What is transparent is white on paper.
    let on_paper = |colour: u8, alpha: u8| {
        let (colour, alpha) = (u32::from(colour), u32::from(alpha));
        ((colour * alpha + 255 * (255 - alpha)) / 255) as u8
    };
    RgbImage::from_fn(picture.width, height, |x, y| {
        let [r, g, b, alpha] = small.get_pixel(x, y).0;
        image::Rgb([r, g, b].map(|colour| on_paper(colour, alpha)))
    })
}

/// The side of the squares that are compared, in pixels.
const SQUARE: u32 = 40;

/// How far the average colour channel of a square may be off: compression takes a little, another drawing much.
const TOLERANCE: u64 = 24;

/// A square in which two pictures differ.
fn difference(one: &RgbImage, other: &RgbImage) -> Option<(u32, u32)> {
    if one.dimensions() != other.dimensions() {
        return Some((0, 0));
    }
    let columns = one.width().div_ceil(SQUARE);
    let rows = one.height().div_ceil(SQUARE);
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let mut squares = squares.map(|(column, row)| (column * SQUARE, row * SQUARE));
    squares.find(|(left, top)| off(one, other, *left, *top) > TOLERANCE)
}

fn off(one: &RgbImage, other: &RgbImage, left: u32, top: u32) -> u64 {
    let right = one.width().min(left + SQUARE);
    let bottom = one.height().min(top + SQUARE);
    let mut sum = 0;
    for y in top..bottom {
        for x in left..right {
            let channels = one
                .get_pixel(x, y)
                .0
                .into_iter()
                .zip(other.get_pixel(x, y).0);
            sum += channels.map(|(a, b)| u64::from(a.abs_diff(b))).sum::<u64>();
        }
    }
    sum / u64::from(3 * (right - left) * (bottom - top))
}

#[test]
fn pictures_show_what_the_program_makes() {
    let folder = tempfile::tempdir().unwrap();
    let accepts = std::env::var_os("PAPERKEEP_ACCEPT").is_some();
    let (mut followed, mut done) = (BTreeSet::new(), BTreeSet::new());
    let mut old = Vec::new();
    for picture in list() {
        if let Some(page) = picture.after.clone()
            && followed.insert(page.clone())
        {
            readme::follow_in(&page, folder.path());
        }
        for command in &picture.commands {
            if done.insert(command.clone()) {
                run(command, folder.path());
            }
        }
        let shown = Path::new(FOLDER).join(&picture.file);
        let drawn = drawn(&picture, folder.path());
        if accepts {
            drawn.save(&shown).unwrap();
            continue;
        }
        let differs = match image::open(&shown) {
            Ok(known) => difference(&known.to_rgb8(), &drawn),
            Err(_) => Some((0, 0)),
        };
        if let Some(at) = differs {
            old.push(format!("{} at {at:?}", picture.file));
        }
    }
    assert!(
        old.is_empty(),
        "these pictures of the book are out of date: {old:?}; look at what has changed, then make them again: \
         PAPERKEEP_ACCEPT=1 cargo test --test all book::pictures_show"
    );
}

#[test]
fn every_picture_is_on_a_page_and_in_the_list() {
    let files: BTreeSet<String> = std::fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "list.toml")
        .collect();
    let listed: BTreeSet<String> = list().into_iter().map(|picture| picture.file).collect();
    assert_eq!(files, listed);
    let pages: String = readme::pages()
        .iter()
        .map(|page| std::fs::read_to_string(page).unwrap())
        .collect();
    let unused: Vec<&String> = files
        .iter()
        .filter(|file| !pages.contains(&format!("pictures/{file})")))
        .collect();
    assert!(unused.is_empty(), "no page shows {unused:?}");
}

#[test]
fn a_difference_is_found() {
    let paper = RgbImage::from_pixel(100, 100, image::Rgb([240, 230, 210]));
    let mut stained = paper.clone();
    for (x, y) in (85..95).flat_map(|x| (82..92).map(move |y| (x, y))) {
        stained.put_pixel(x, y, image::Rgb([60, 20, 20]));
    }
    assert_eq!(difference(&paper, &paper), None);
    assert_eq!(difference(&paper, &stained), Some((80, 80)));
}
