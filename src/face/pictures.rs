//! A kit's pictures: the PNG, JPEG and SVG files that faces show with `<image>`.

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};

use image::{ImageFormat, ImageReader, Limits};
use roxmltree::{Document, ParsingOptions};
use sha2::{Digest, Sha256};
use usvg::{ImageKind, Node};

use crate::kit::Files;

/// No picture has more dots: some 60 x 40 cm at 300 dpi.
const MOST_DOTS: u64 = 40_000_000;

/// No picture is wider or higher, dots.
const LONGEST: u32 = 16_384;

/// What a picture takes while it is looked at, bytes.
const MOST_MEMORY: u64 = 400 << 20;

/// A drawing among the pictures has no more elements.
const MOST_NODES: u32 = 100_000;

/// Elements of a drawing that would bring in something else, or turn into dots.
const REFUSED: [&str; 5] = ["image", "filter", "script", "foreignObject", "feImage"];

/// A picture as fragments of art hold it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Its path in the kit.
    pub path: String,
    /// Dots to the inch as the face is drawn, in the coarser direction.
    pub dpi: f64,
}

/// The pictures of a kit that were looked at, by path. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Pictures(Arc<Mutex<HashMap<String, Result<Picture, String>>>>);

#[derive(Clone)]
struct Picture {
    kind: ImageKind,
    /// A hash of the file.
    hash: String,
}

impl Pictures {
    /// Forgets all of them: their files may have changed.
    pub(super) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Looks at a picture, once; gives a hash of it.
    ///
    /// # Errors
    ///
    /// Why it cannot be shown.
    pub(super) fn look(&self, files: Option<&Files>, path: &str, options: &usvg::Options<'_>) -> Result<String, String> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        let picture = known.unwrap_or_else(|| {
            let picture = files.ok_or_else(|| "no such file".into()).and_then(|files| open(files, path, options));
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), picture.clone());
            picture
        });
        picture.map(|picture| picture.hash)
    }

    /// A picture that was looked at and is sound.
    pub(super) fn get(&self, path: &str) -> Option<ImageKind> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(path)?.as_ref().ok().map(|picture| picture.kind.clone())
    }

    /// Every picture of dots in a tree whose unit is the millimetre.
    pub(super) fn shown(&self, tree: &usvg::Tree) -> Vec<Shown> {
        let mut shown = Vec::new();
        self.walk(tree.root(), &mut shown);
        shown
    }

    fn walk(&self, group: &usvg::Group, shown: &mut Vec<Shown>) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.walk(group, shown),
                Node::Image(image) => shown.extend(self.path(image.kind()).map(|path| {
                    let (w, h) = image.abs_transform().get_scale();
                    Shown { path, dpi: 25.4 / f64::from(w.max(h)).max(1e-6) }
                })),
                _ => {}
            }
            node.subroots(|group| self.walk(group, shown));
        }
    }

    /// The path of a picture of dots.
    fn path(&self, kind: &ImageKind) -> Option<String> {
        let bytes = |kind: &ImageKind| match kind {
            ImageKind::PNG(bytes) | ImageKind::JPEG(bytes) => Some(bytes.clone()),
            _ => None,
        };
        let wanted = bytes(kind)?;
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |picture: &Picture| bytes(&picture.kind).is_some_and(|bytes| Arc::ptr_eq(&bytes, &wanted));
        known.iter().find(|(_, picture)| picture.as_ref().is_ok_and(same)).map(|(path, _)| path.clone())
    }
}

fn open(files: &Files, path: &str, options: &usvg::Options<'_>) -> Result<Picture, String> {
    if path.starts_with("data:") {
        return Err("a picture is a file of the kit: give its path".into());
    }
    let bytes = files.bytes(path)?;
    let hash = Sha256::digest(&bytes).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let kind = match image::guess_format(&bytes) {
        Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg)) => {
            decode(&bytes, format)?;
            let bytes = Arc::new(bytes);
            if format == ImageFormat::Png { ImageKind::PNG(bytes) } else { ImageKind::JPEG(bytes) }
        }
        Ok(_) => return Err("it is neither PNG nor JPEG nor SVG".into()),
        Err(_) => ImageKind::SVG(drawing(bytes, options)?),
    };
    Ok(Picture { kind, hash })
}

/// Whether a picture of dots is whole, and not too large to print.
fn decode(bytes: &[u8], format: ImageFormat) -> Result<(), String> {
    let damaged = |error: image::ImageError| format!("it is damaged: {error}");
    let (w, h) = ImageReader::with_format(Cursor::new(bytes), format).into_dimensions().map_err(damaged)?;
    if w > LONGEST || h > LONGEST || u64::from(w) * u64::from(h) > MOST_DOTS {
        return Err(format!("{w} x {h} dots are more than print: make it smaller"));
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    reader.decode().map(drop).map_err(damaged)
}

fn drawing(bytes: Vec<u8>, options: &usvg::Options<'_>) -> Result<usvg::Tree, String> {
    let svg = String::from_utf8(bytes).map_err(|_| "it is neither PNG nor JPEG nor SVG")?;
    let parsing = ParsingOptions { nodes_limit: MOST_NODES, allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&svg, parsing).map_err(|error| format!("it is no SVG: {error}"))?;
    if document.root_element().tag_name().name() != "svg" {
        return Err("it is neither PNG nor JPEG nor SVG".into());
    }
    if let Some(node) = document.descendants().find(|node| REFUSED.contains(&node.tag_name().name())) {
        return Err(format!("`<{}>` in it does not print", node.tag_name().name()));
    }
    if let Some(id) = super::references::endless(&super::references::all(document.root_element())) {
        return Err(format!("`{id}` in it refers to itself, or on and on"));
    }
    usvg::Tree::from_xmltree(&document, options).map_err(|error| format!("it cannot be drawn: {error}"))
}
