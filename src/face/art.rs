//! Fragments of art parsed by usvg, with nothing dropped silently.

use std::sync::{Arc, Mutex, PoisonError};

use usvg::{FontFamily, FontResolver, FontStyle, ImageHrefResolver, Options, fontdb};

use super::Fonts;
use super::arcs::curved;
use super::names::EMBEDDED;
use super::pictures::{DrawingNotes, Examined, Pictures, PlacedPicture, embedded, names_none};
use super::stand_in::stand_in;
use crate::kit::Files;

/// Parses fragments using only our fonts and the kit's pictures.
pub(super) struct ArtParser {
    options: Arc<Options<'static>>,
    /// Those for drawings in files of their own, in which other fonts may stand in for missing ones.
    options_of_pictures: Arc<Options<'static>>,
    pictures: Pictures,
    notes: Arc<Notes>,
}

/// What usvg has met since it was last asked.
#[derive(Default)]
struct Notes {
    /// The fonts and pictures that it has not found.
    missing: Mutex<Vec<String>>,
    /// The families that other fonts stand in for.
    replaced: Mutex<Vec<String>>,
    /// The characters that no font has.
    unknown: Mutex<Vec<char>>,
}

/// What a drawing gets that asks for a font which is not there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MissingFont {
    IsRefused,
    IsReplaced,
}

fn note(notes: &Mutex<Vec<String>>, message: String) {
    let mut notes = notes.lock().unwrap_or_else(PoisonError::into_inner);
    if !notes.contains(&message) {
        notes.push(message);
    }
}

fn take<T>(notes: &Mutex<Vec<T>>) -> Vec<T> {
    std::mem::take(&mut *notes.lock().unwrap_or_else(PoisonError::into_inner))
}

impl ArtParser {
    pub(super) fn new(fonts: &'static Fonts) -> ArtParser {
        let notes = Arc::new(Notes::default());
        let pictures = Pictures::default();
        let options = |missing_font| {
            Arc::new(options(
                fonts,
                missing_font,
                notes.clone(),
                pictures.clone(),
            ))
        };
        ArtParser {
            options: options(MissingFont::IsRefused),
            options_of_pictures: options(MissingFont::IsReplaced),
            pictures,
            notes,
        }
    }

    /// The characters without a glyph in what was parsed since the last call.
    pub(super) fn take_unknown(&self) -> Vec<char> {
        take(&self.notes.unknown)
    }

    /// Forgets the pictures it has examined.
    pub(super) fn forget_pictures(&self) {
        self.pictures.clear();
    }

    /// Examines a picture of the kit; returns it, or why it cannot be shown.
    pub(super) fn examine(&self, files: Option<&Files>, path: &str) -> Result<Examined, String> {
        let examined = self
            .pictures
            .examine(files, path, &self.options_of_pictures);
        for family in take(&self.notes.replaced) {
            self.pictures.note_replaced(path, family);
        }
        let missing = take(&self.notes.missing);
        if missing.is_empty() {
            examined
        } else {
            Err(missing.join("; "))
        }
    }

    pub(super) fn drawing_notes(&self) -> DrawingNotes {
        self.pictures.drawing_notes()
    }

    /// The raster pictures in a tree.
    pub(super) fn shown(&self, tree: &usvg::Tree) -> Vec<PlacedPicture> {
        self.pictures.shown(tree)
    }

    /// The tree of a whole SVG document, or what is wrong with it.
    pub(super) fn parse(&self, svg: &str) -> Result<usvg::Tree, Vec<String>> {
        let tree = usvg::Tree::from_str(&curved(svg), &self.options);
        let mut missing = take(&self.notes.missing);
        match tree {
            Ok(tree) if missing.is_empty() => Ok(tree),
            Ok(_) => Err(missing),
            Err(error) => {
                missing.push(error.to_string());
                Err(missing)
            }
        }
    }
}

fn options(
    fonts: &'static Fonts,
    missing_font: MissingFont,
    notes: Arc<Notes>,
    shown: Pictures,
) -> Options<'static> {
    let fonts_noted = notes.clone();
    let boxed = notes.clone();
    let not_embedded = notes.clone();
    Options {
        fontdb: fonts.database(),
        font_resolver: FontResolver {
            select_font: Box::new(move |want, _| {
                if let Some(found) = find(want, fonts) {
                    return Some(found);
                }
                if missing_font == MissingFont::IsRefused {
                    let message = format!("there is no font {}", asked_for(want));
                    note(&fonts_noted.missing, message);
                    return None;
                }
                let nearest = |name: &str, weight, italic| fonts.nearest(name, weight, italic);
                let (found, missing) = stand_in(want, nearest)?;
                if let Some(family) = missing {
                    note(&fonts_noted.replaced, family);
                }
                Some(found)
            }),
            select_fallback: Box::new(move |character, used, _| {
                let (id, font) = fonts.other(character, used)?;
                if font.is_missing() {
                    let unknown = boxed.unknown.lock();
                    unknown
                        .unwrap_or_else(PoisonError::into_inner)
                        .push(character);
                }
                Some(id)
            }),
        },
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(move |_, bytes, _| match embedded(&bytes) {
                Ok(picture) => Some(picture),
                Err(why) => {
                    note(&not_embedded.missing, format!("{EMBEDDED}: {why}"));
                    None
                }
            }),
            resolve_string: Box::new(move |path, _| match shown.get(path) {
                Ok(picture) => Some(picture),
                Err(_) if names_none(path) => None,
                Err(why) => {
                    let message = format!("the picture `{path}` cannot be shown: {why}");
                    note(&notes.missing, message);
                    None
                }
            }),
        },
        ..Options::default()
    }
}

/// Exactly this font, never a similar one.
fn find(want: &usvg::Font, fonts: &Fonts) -> Option<fontdb::ID> {
    let italic = want.style() != FontStyle::Normal;
    want.families().iter().find_map(|family| match family {
        FontFamily::Named(name) => fonts.id(name, want.weight(), italic),
        _ => None,
    })
}

fn asked_for(want: &usvg::Font) -> String {
    let families: Vec<_> = want
        .families()
        .iter()
        .map(|family| family.to_string().replace('"', ""))
        .collect();
    let italic = if want.style() == FontStyle::Normal {
        ""
    } else {
        " italic"
    };
    format!("`{} {}{italic}`", families.join(", "), want.weight())
}
