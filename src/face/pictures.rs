//! A kit's pictures: PNG, JPEG, WebP, TIFF and SVG files, and pages of a PDF, that faces show with `<image>`.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Cursor;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat};
use sha2::{Digest, Sha256};
use usvg::{ImageKind, Node};

use super::drawing_file::drawing;
use super::picture::{Picture, PictureKind, Raster, decoded, decoder, opaque};
use crate::kit::Files;
use crate::kit::files::{PICTURES, ending};
use crate::kit::limits;
use crate::kit::pages::PdfFile;

/// The most pixels in a picture: about 80 x 60 cm at 300 dpi.
const MAX_PIXELS: u64 = 70_000_000;

/// The greatest width or height of a picture, in pixels.
const LONGEST: u32 = 16_384;

/// The most pixels of a page of a PDF that is part of other art.
const PAGE_DOTS: [u32; 2] = [1_800, 1_800];

/// A raster picture in a fragment of art.
#[derive(Clone, Debug)]
pub struct PlacedPicture {
    /// Its path in the kit; empty if it is embedded.
    pub path: String,
    /// Its pixels per inch on the face, in the coarser direction.
    pub dpi: f64,
}

/// The pictures of a kit that have been examined. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Pictures(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    /// By path.
    examined: BTreeMap<String, Result<Examined, String>>,
    /// Those that are parts of other art, in memory.
    kinds: HashMap<String, ImageKind>,
    documents: HashMap<String, Result<Arc<PdfFile>, String>>,
    drawings: DrawingNotes,
}

/// What is told of drawings that are shown.
#[derive(Clone, Debug, Default)]
pub struct DrawingNotes {
    /// By path, the families that other fonts stand in for.
    pub replaced_fonts: BTreeMap<String, BTreeSet<String>>,
    /// Those in which nothing is drawn: all is hidden, or only defined.
    pub blank: BTreeSet<String>,
}

/// A picture that can be shown.
#[derive(Clone)]
pub(super) struct Examined {
    /// A hash of the file.
    pub hash: String,
    pub shown: Shown,
}

/// How a picture is shown.
#[derive(Clone)]
pub(super) enum Shown {
    /// As it is, if nothing is done to it.
    AsItIs(Arc<Picture>),
    /// As vector graphics, like the rest of a face.
    Drawn(Arc<usvg::Tree>),
}

impl Pictures {
    /// Forgets all of them: their files may have changed. Faces that are not read again keep what was told of theirs.
    pub(super) fn clear(&self) {
        let mut known = self.known();
        *known = Known {
            drawings: std::mem::take(&mut known.drawings),
            ..Known::default()
        };
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Examines a picture once.
    ///
    /// # Errors
    ///
    /// Why it cannot be shown.
    pub(super) fn examine(
        &self,
        files: Option<&Files>,
        path: &str,
        options: &Arc<usvg::Options<'static>>,
    ) -> Result<Examined, String> {
        if let Some(known) = self.known().examined.get(path) {
            return known.clone();
        }
        {
            let mut known = self.known();
            known.drawings.replaced_fonts.remove(path);
            known.drawings.blank.remove(path);
        }
        let examined = files
            .ok_or_else(|| "no such file".to_owned())
            .and_then(|files| self.open(files, path, options));
        self.known()
            .examined
            .insert(path.to_owned(), examined.clone());
        examined
    }

    pub(super) fn note_replaced(&self, path: &str, family: String) {
        let mut known = self.known();
        let families = known
            .drawings
            .replaced_fonts
            .entry(path.to_owned())
            .or_default();
        families.insert(family);
    }

    pub(super) fn drawing_notes(&self) -> DrawingNotes {
        self.known().drawings.clone()
    }

    fn open(
        &self,
        files: &Files,
        path: &str,
        options: &Arc<usvg::Options<'static>>,
    ) -> Result<Examined, String> {
        if let Some((file, page)) = page_of(path) {
            return self.page(files, path, file, page);
        }
        let bytes = files.bytes(path)?;
        if bytes.is_empty() {
            return Err("it is empty: save it again".into());
        }
        let digest = Sha256::digest(&bytes);
        let as_it_is = |kind| {
            Shown::AsItIs(Arc::new(Picture {
                key: key(&digest),
                path: path.to_owned(),
                files: files.clone(),
                kind,
                faults: Vec::new(),
            }))
        };
        let shown = match image::guess_format(&bytes) {
            Ok(format) => as_it_is(PictureKind::Raster(raster(&bytes, format)?)),
            Err(_) => {
                let name = || files.name(path);
                let tree = limits::with_file(name, || drawing(bytes, options))?;
                if !tree.root().has_children() {
                    self.known().drawings.blank.insert(path.to_owned());
                }
                if has_pictures(tree.root()) {
                    let size = [tree.size().width(), tree.size().height()].map(f64::from);
                    let options = options.clone();
                    as_it_is(PictureKind::Drawing { size, options })
                } else {
                    Shown::Drawn(Arc::new(tree))
                }
            }
        };
        Ok(Examined {
            hash: hex(&digest),
            shown,
        })
    }

    /// A page of a PDF, which is opened once.
    fn page(&self, files: &Files, path: &str, name: &str, page: usize) -> Result<Examined, String> {
        let known = self.known().documents.get(name).cloned();
        let file = known.unwrap_or_else(|| {
            let bytes = files.bytes(name).map_err(String::from);
            let file = bytes.and_then(PdfFile::open).map(Arc::new);
            self.known().documents.insert(name.to_owned(), file.clone());
            file
        })?;
        let index = page.checked_sub(1).ok_or("its pages count from 1")?;
        let area = file.area(index);
        let area = area.ok_or_else(|| format!("it has {} pages", file.count()))?;
        let faults = file.examine(index)?;
        let mut digest = Sha256::new();
        digest.update(file.digest);
        digest.update(page.to_le_bytes());
        let digest = digest.finalize();
        Ok(Examined {
            hash: hex(&digest),
            shown: Shown::AsItIs(Arc::new(Picture {
                key: key(&digest),
                path: path.to_owned(),
                files: files.clone(),
                kind: PictureKind::Page { file, index, area },
                faults,
            })),
        })
    }

    /// A picture that was examined and is part of other art.
    pub(super) fn get(&self, path: &str) -> Result<ImageKind, String> {
        let examined = self.known().examined.get(path).cloned();
        let examined = examined.ok_or_else(|| "it is not part of the kit".to_owned())??;
        if let Some(kind) = self.known().kinds.get(path) {
            return Ok(kind.clone());
        }
        let kind = match &examined.shown {
            Shown::Drawn(tree) => ImageKind::SVG((**tree).clone()),
            Shown::AsItIs(picture) => kind_of(picture)?,
        };
        self.known().kinds.insert(path.to_owned(), kind.clone());
        Ok(kind)
    }

    /// Every raster picture in a tree whose unit is the millimetre.
    pub(super) fn shown(&self, tree: &usvg::Tree) -> Vec<PlacedPicture> {
        let mut shown = Vec::new();
        self.walk(tree.root(), &mut shown);
        shown
    }

    fn walk(&self, group: &usvg::Group, shown: &mut Vec<PlacedPicture>) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.walk(group, shown),
                Node::Image(image) => shown.extend(self.path(image.kind()).map(|path| {
                    let (w, h) = image.abs_transform().get_scale();
                    PlacedPicture {
                        path,
                        dpi: 25.4 / f64::from(w.max(h)).max(1e-6),
                    }
                })),
                _ => {}
            }
            node.subroots(|group| self.walk(group, shown));
        }
    }

    /// The path of a raster picture; empty if it is embedded.
    fn path(&self, kind: &ImageKind) -> Option<String> {
        let bytes = |kind: &ImageKind| match kind {
            ImageKind::PNG(bytes) | ImageKind::JPEG(bytes) => Some(bytes.clone()),
            _ => None,
        };
        let wanted = bytes(kind)?;
        let known = self.known();
        let same = |kind: &ImageKind| bytes(kind).is_some_and(|bytes| Arc::ptr_eq(&bytes, &wanted));
        let path = known.kinds.iter().find(|(_, kind)| same(kind));
        Some(path.map_or(String::new(), |(path, _)| path.clone()))
    }
}

fn hex(digest: &[u8]) -> String {
    let bytes = digest.iter().take(16);
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

fn key(digest: &[u8]) -> u128 {
    let bytes = digest.iter().take(16);
    bytes.fold(0, |key, byte| key << 8 | u128::from(*byte))
}

/// `art/cards.pdf#3`: the file and the page.
fn page_of(path: &str) -> Option<(&str, usize)> {
    let (file, page) = path.rsplit_once('#').unwrap_or((path, "1"));
    (ending(file) == "pdf").then_some((file, page.parse().ok()?))
}

/// Whether there are pictures in a drawing.
fn has_pictures(group: &usvg::Group) -> bool {
    group.children().iter().any(|node| {
        let mut found = matches!(node, Node::Image(_));
        if let Node::Group(group) = node {
            found |= has_pictures(group);
        }
        node.subroots(|group| found |= has_pictures(group));
        found
    })
}

/// A picture as part of other art.
fn kind_of(picture: &Picture) -> Result<ImageKind, String> {
    if let Some(fault) = picture.faults.first() {
        return Err(fault.clone());
    }
    let most = match &picture.kind {
        PictureKind::Drawing { .. } => return Ok(ImageKind::SVG(picture.drawing()?)),
        PictureKind::Page { .. } => PAGE_DOTS,
        PictureKind::Raster(_) => [u32::MAX; 2],
    };
    let file = picture.portable(most)?;
    let bytes = Arc::new(file.bytes);
    Ok(match file.mime {
        "image/jpeg" => ImageKind::JPEG(bytes),
        _ => ImageKind::PNG(bytes),
    })
}

/// A picture that is embedded in a drawing.
///
/// # Errors
///
/// Why it cannot be shown.
pub(super) fn embedded(bytes: &[u8]) -> Result<ImageKind, String> {
    let format = image::guess_format(bytes).map_err(|_| "it is not a picture".to_owned())?;
    let facts = raster(bytes, format)?;
    let is_plain = facts.turned == Orientation::NoTransforms && !facts.inks;
    match format {
        ImageFormat::Png if is_plain => Ok(ImageKind::PNG(Arc::new(bytes.to_vec()))),
        ImageFormat::Jpeg if is_plain => Ok(ImageKind::JPEG(Arc::new(bytes.to_vec()))),
        _ => {
            let mut picture = decoded(bytes, format)?;
            picture.apply_orientation(facts.turned);
            let mut png = Cursor::new(Vec::new());
            let written = opaque(picture).write_to(&mut png, ImageFormat::Png);
            written.map_err(|error| format!("it cannot be saved again: {error}"))?;
            Ok(ImageKind::PNG(Arc::new(png.into_inner())))
        }
    }
}

/// Checks that a raster picture is complete and not too large.
fn raster(bytes: &[u8], format: ImageFormat) -> Result<Raster, String> {
    let known = [
        ImageFormat::Png,
        ImageFormat::Jpeg,
        ImageFormat::WebP,
        ImageFormat::Tiff,
    ];
    if !known.contains(&format) {
        let name = format.extensions_str().first().unwrap_or(&"other");
        let name = name.to_ascii_uppercase();
        return Err(format!(
            "pictures of the format {name} do not print: save it as PNG, JPEG, WebP, TIFF or SVG"
        ));
    }
    let jpeg = (format == ImageFormat::Jpeg).then(|| Jpeg::scan(bytes));
    if jpeg.as_ref().is_some_and(|jpeg| !jpeg.ends) {
        return Err("it is cut off: the end of the file is missing".into());
    }
    let mut decoder = decoder(bytes, format)?;
    let (w, h) = decoder.dimensions();
    if w > LONGEST || h > LONGEST || u64::from(w) * u64::from(h) > MAX_PIXELS {
        return Err(format!(
            "{w} x {h} pixels are more than can be printed: make it smaller"
        ));
    }
    let turned = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    drop(decoder);
    let _: DynamicImage = decoded(bytes, format)?;
    Ok(Raster {
        format,
        stored: [w, h],
        turned,
        inks: jpeg.is_some_and(|jpeg| jpeg.channels == 4),
    })
}

/// How many channels a JPEG file has: 1 for grey, 3 for colours, 4 for printing inks.
pub fn jpeg_channels(bytes: &[u8]) -> u8 {
    Jpeg::scan(bytes).channels
}

/// What decoders do not report about a JPEG file.
#[derive(Debug, Default, PartialEq)]
struct Jpeg {
    /// 1 for grey, 3 for colours, 4 for printing inks (CMYK).
    channels: u8,
    /// Whether the end of the image data is there.
    ends: bool,
}

impl Jpeg {
    /// Goes from marker to marker up to the image data.
    fn scan(bytes: &[u8]) -> Jpeg {
        let mut jpeg = Jpeg::default();
        let mut rest = bytes.get(2..).unwrap_or_default();
        while let [0xff, marker, after @ ..] = rest {
            let length = match after {
                // Padding, and markers without content.
                _ if *marker == 0xff => {
                    rest = &rest[1..];
                    continue;
                }
                _ if matches!(marker, 0x01 | 0xd0..=0xd8) => 0,
                [high, low, ..] => usize::from(u16::from_be_bytes([*high, *low])),
                _ => break,
            };
            let (Some(content), Some(next)) = (after.get(..length), after.get(length..)) else {
                break;
            };
            match marker {
                0xda => {
                    // Within image data, 0xff is a byte of data only if a zero follows it.
                    jpeg.ends = next.windows(2).any(|two| two == [0xff, 0xd9]);
                    break;
                }
                0xc4 | 0xc8 | 0xcc => {}
                0xc0..=0xcf => jpeg.channels = content.get(7).copied().unwrap_or_default(),
                _ => {}
            }
            rest = next;
        }
        jpeg
    }
}

/// Whether a path leads to no picture because a cell is empty: "", "art/", "art/.png".
pub(super) fn names_none(path: &str) -> bool {
    let name = path.trim().rsplit('/').next().unwrap_or_default();
    name.is_empty() || name.starts_with('.') && PICTURES.contains(&&*ending(name))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::kit::archive::Archive;

    fn opened(bytes: &[u8]) -> Result<Arc<Picture>, String> {
        let files = BTreeMap::from([("a.jpg".to_owned(), bytes.to_vec())]);
        let files = Files::Archive(Arc::new(Archive::of("kit".into(), files)));
        let pictures = Pictures::default();
        let examined = pictures.examine(Some(&files), "a.jpg", &Arc::default())?;
        match examined.shown {
            Shown::AsItIs(picture) => Ok(picture),
            Shown::Drawn(_) => panic!("it is drawn"),
        }
    }

    fn sky() -> Vec<u8> {
        std::fs::read("tests/kits/good/pictures/art/sky.jpg").unwrap()
    }

    #[test]
    fn a_picture_that_is_not_whole_is_refused() {
        let sky = sky();
        for length in [sky.len() / 2, sky.len() * 9 / 10, sky.len() - 2] {
            assert_eq!(
                opened(&sky[..length]).err().as_deref(),
                Some("it is cut off: the end of the file is missing")
            );
        }
        assert!(opened(&sky[..20]).is_err());
        assert_eq!(
            opened(&[]).err().as_deref(),
            Some("it is empty: save it again")
        );
    }

    /// The camera was held sideways: what it recorded as the lower left corner is the upper left one.
    #[test]
    fn a_photo_stands_upright() {
        let mut photo = image::RgbImage::from_pixel(32, 16, image::Rgb([255, 255, 255]));
        (0..16 * 8).for_each(|at| photo.put_pixel(at % 8, at / 8, image::Rgb([0, 0, 0])));
        let mut bytes = Cursor::new(Vec::new());
        photo.write_to(&mut bytes, ImageFormat::Jpeg).unwrap();
        let bytes = bytes.into_inner();
        let note = b"\xff\xe1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let noted = [&bytes[..2], note, &bytes[2..]].concat();
        let shown = |bytes: &[u8]| {
            let file = opened(bytes).unwrap().portable([u32::MAX; 2]).unwrap();
            file.bytes
        };
        assert_eq!(shown(&bytes), bytes);
        let upright = image::load_from_memory(&shown(&noted)).unwrap().to_rgb8();
        assert_eq!(upright.dimensions(), (16, 32));
        let [above, below] = [3, 28].map(|y| upright.get_pixel(8, y).0[0]);
        assert!(above < 60 && below > 200, "{above} {below}");
    }
}
