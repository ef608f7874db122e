//! Fragments of art parsed by usvg, with nothing dropped silently.

use std::sync::{Arc, Mutex, PoisonError};

use usvg::{FontFamily, FontResolver, FontStyle, ImageHrefResolver, Options, fontdb};

use super::Fonts;
use super::arcs::curved;
use super::names::EMBEDDED;
use super::pictures::{Examined, Pictures, PlacedPicture, embedded, names_none};
use crate::kit::Files;

/// Parses fragments using only our fonts and the kit's pictures.
pub(super) struct ArtParser {
    options: Arc<Options<'static>>,
    pictures: Pictures,
    /// The fonts and pictures that usvg has not found since the last call.
    missing: Arc<Mutex<Vec<String>>>,
    /// The characters that no font has.
    unknown: Arc<Mutex<Vec<char>>>,
}

impl ArtParser {
    pub(super) fn new(fonts: &'static Fonts) -> ArtParser {
        let missing = Arc::new(Mutex::new(Vec::new()));
        let note = |missing: &Mutex<Vec<String>>, message: String| {
            let mut missing = missing.lock().unwrap_or_else(PoisonError::into_inner);
            if !missing.contains(&message) {
                missing.push(message);
            }
        };
        let no_font = missing.clone();
        let unknown = Arc::new(Mutex::new(Vec::new()));
        let boxed = unknown.clone();
        let no_picture = missing.clone();
        let not_shown = missing.clone();
        let pictures = Pictures::default();
        let shown = pictures.clone();
        let options = Options {
            fontdb: fonts.database(),
            font_resolver: FontResolver {
                select_font: Box::new(move |want, _| {
                    let found = find(want, fonts);
                    if found.is_none() {
                        note(&no_font, format!("there is no font {}", asked_for(want)));
                    }
                    found
                }),
                select_fallback: Box::new(move |character, used, _| {
                    let (id, font) = fonts.other(character, used)?;
                    if font.is_missing() {
                        let mut boxed = boxed.lock().unwrap_or_else(PoisonError::into_inner);
                        boxed.push(character);
                    }
                    Some(id)
                }),
            },
            image_href_resolver: ImageHrefResolver {
                resolve_data: Box::new(move |_, bytes, _| match embedded(&bytes) {
                    Ok(picture) => Some(picture),
                    Err(why) => {
                        note(&no_picture, format!("{EMBEDDED}: {why}"));
                        None
                    }
                }),
                resolve_string: Box::new(move |path, _| match shown.get(path) {
                    Ok(picture) => Some(picture),
                    Err(_) if names_none(path) => None,
                    Err(why) => {
                        note(
                            &not_shown,
                            format!("the picture `{path}` cannot be shown: {why}"),
                        );
                        None
                    }
                }),
            },
            ..Options::default()
        };
        ArtParser {
            options: Arc::new(options),
            pictures,
            missing,
            unknown,
        }
    }

    /// The characters without a glyph in what was parsed since the last call.
    pub(super) fn take_unknown(&self) -> Vec<char> {
        std::mem::take(&mut *self.unknown.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Forgets the pictures it has examined.
    pub(super) fn forget_pictures(&self) {
        self.pictures.clear();
    }

    /// Examines a picture of the kit; returns it, or why it cannot be shown.
    pub(super) fn examine(&self, files: Option<&Files>, path: &str) -> Result<Examined, String> {
        let examined = self.pictures.examine(files, path, &self.options);
        let missing =
            std::mem::take(&mut *self.missing.lock().unwrap_or_else(PoisonError::into_inner));
        if missing.is_empty() {
            examined
        } else {
            Err(missing.join("; "))
        }
    }

    /// The raster pictures in a tree.
    pub(super) fn shown(&self, tree: &usvg::Tree) -> Vec<PlacedPicture> {
        self.pictures.shown(tree)
    }

    /// The tree of a whole SVG document, or what is wrong with it.
    pub(super) fn parse(&self, svg: &str) -> Result<usvg::Tree, Vec<String>> {
        let tree = usvg::Tree::from_str(&curved(svg), &self.options);
        let mut missing =
            std::mem::take(&mut *self.missing.lock().unwrap_or_else(PoisonError::into_inner));
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
