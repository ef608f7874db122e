//! A kit's pictures: the PNG, JPEG and SVG files that faces show with `<image>`.

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};

use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use roxmltree::{Document, ParsingOptions};
use sha2::{Digest, Sha256};
use usvg::{ImageKind, Node};

use crate::kit::{Files, markup};

/// The most pixels in a picture: about 60 x 40 cm at 300 dpi.
const MAX_PIXELS: u64 = 40_000_000;

/// The greatest width or height of a picture, in pixels.
const LONGEST: u32 = 16_384;

/// The memory that examining a picture may take, in bytes.
const MAX_MEMORY: u64 = 400 << 20;

/// The quality of a photo saved again after turning it, out of 100: there is no visible difference.
const QUALITY: u8 = 95;

/// The most elements in an SVG picture.
const MAX_NODES: u32 = 100_000;

/// Elements of an SVG picture that would include something else, or be rasterised.
const REFUSED: [&str; 5] = ["image", "filter", "script", "foreignObject", "feImage"];

/// A raster picture in a fragment of art.
#[derive(Clone, Debug)]
pub struct PlacedPicture {
    /// Its path in the kit.
    pub path: String,
    /// Its pixels per inch on the face, in the coarser direction.
    pub dpi: f64,
}

/// The pictures of a kit that have been examined, by path. Clones share them.
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
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }

    /// Examines a picture once, and returns its hash.
    ///
    /// # Errors
    ///
    /// Why it cannot be shown.
    pub(super) fn examine(
        &self,
        files: Option<&Files>,
        path: &str,
        options: &usvg::Options<'_>,
    ) -> Result<String, String> {
        let known = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(path)
            .cloned();
        let picture = known.unwrap_or_else(|| {
            let picture = files
                .ok_or_else(|| "no such file".into())
                .and_then(|files| open(files, path, options));
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(path.to_owned(), picture.clone());
            picture
        });
        picture.map(|picture| picture.hash)
    }

    /// A picture that was examined and is valid.
    pub(super) fn get(&self, path: &str) -> Option<ImageKind> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .get(path)?
            .as_ref()
            .ok()
            .map(|picture| picture.kind.clone())
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

    /// The path of a raster picture.
    fn path(&self, kind: &ImageKind) -> Option<String> {
        let bytes = |kind: &ImageKind| match kind {
            ImageKind::PNG(bytes) | ImageKind::JPEG(bytes) => Some(bytes.clone()),
            _ => None,
        };
        let wanted = bytes(kind)?;
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |picture: &Picture| {
            bytes(&picture.kind).is_some_and(|bytes| Arc::ptr_eq(&bytes, &wanted))
        };
        known
            .iter()
            .find(|(_, picture)| picture.as_ref().is_ok_and(same))
            .map(|(path, _)| path.clone())
    }
}

fn open(files: &Files, path: &str, options: &usvg::Options<'_>) -> Result<Picture, String> {
    let bytes = files.bytes(path)?;
    let hash = Sha256::digest(&bytes)
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    if bytes.is_empty() {
        return Err("it is empty: save it again".into());
    }
    let kind = match image::guess_format(&bytes) {
        Ok(ImageFormat::Png) => ImageKind::PNG(Arc::new(raster(bytes, ImageFormat::Png)?)),
        Ok(ImageFormat::Jpeg) => ImageKind::JPEG(Arc::new(raster(bytes, ImageFormat::Jpeg)?)),
        Ok(_) => return Err("it is neither PNG nor JPEG nor SVG".into()),
        Err(_) => ImageKind::SVG(drawing(bytes, options)?),
    };
    Ok(Picture { kind, hash })
}

/// Checks that a raster picture is complete and not too large, and turns it upright.
fn raster(bytes: Vec<u8>, format: ImageFormat) -> Result<Vec<u8>, String> {
    let damaged = |error: image::ImageError| format!("it is damaged: {error}");
    if format == ImageFormat::Jpeg {
        Jpeg::scan(&bytes).check()?;
    }
    let (w, h) = ImageReader::with_format(Cursor::new(&bytes), format)
        .into_dimensions()
        .map_err(damaged)?;
    if w > LONGEST || h > LONGEST || u64::from(w) * u64::from(h) > MAX_PIXELS {
        return Err(format!(
            "{w} x {h} pixels are more than can be printed: make it smaller"
        ));
    }
    let mut reader = ImageReader::with_format(Cursor::new(&bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(damaged)?;
    let turned = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(damaged)?;
    if turned == Orientation::NoTransforms {
        return Ok(bytes);
    }
    // Some programs apply the orientation tag of a camera, others do not. Without the tag, all of them agree.
    picture.apply_orientation(turned);
    let mut upright = Cursor::new(Vec::new());
    let written = match format {
        ImageFormat::Jpeg => {
            picture.write_with_encoder(JpegEncoder::new_with_quality(&mut upright, QUALITY))
        }
        _ => picture.write_to(&mut upright, format),
    };
    written.map_err(|error| format!("it cannot be turned upright: {error}"))?;
    Ok(upright.into_inner())
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

    fn check(&self) -> Result<(), String> {
        match self {
            Jpeg { channels: 4, .. } => {
                Err("its colours are printing inks (CMYK), which every program shows differently: save it as RGB".into())
            }
            Jpeg { ends: false, .. } => Err("it is cut off: the end of the file is missing".into()),
            _ => Ok(()),
        }
    }
}

fn drawing(bytes: Vec<u8>, options: &usvg::Options<'_>) -> Result<usvg::Tree, String> {
    let svg = String::from_utf8(bytes).map_err(|_| "it is neither PNG nor JPEG nor SVG")?;
    if let Some((_, beyond)) = markup::over_limits(&svg) {
        return Err(beyond);
    }
    let parsing = ParsingOptions {
        nodes_limit: MAX_NODES,
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(&svg, parsing).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => {
            format!("it has more than {MAX_NODES} elements and texts: simplify it")
        }
        _ if !svg.trim_start().starts_with('<') => "it is neither PNG nor JPEG nor SVG".to_owned(),
        _ => format!("it is not SVG: {error}"),
    })?;
    if document.root_element().tag_name().name() != "svg" {
        return Err("it is neither PNG nor JPEG nor SVG".into());
    }
    if let Some(node) = document
        .descendants()
        .find(|node| REFUSED.contains(&node.tag_name().name()))
    {
        return Err(format!(
            "`<{}>` in it does not print",
            node.tag_name().name()
        ));
    }
    if let Some(long) = document.descendants().find_map(super::effort::of_styles) {
        return Err(long);
    }
    if let Some(id) = super::references::endless(&super::references::all(document.root_element())) {
        return Err(format!(
            "`{id}` in it refers to itself, or to a chain of too many others"
        ));
    }
    usvg::Tree::from_xmltree(&document, options)
        .map_err(|error| format!("it cannot be drawn: {error}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::kit::archive::Archive;

    fn opened(bytes: &[u8]) -> Result<Picture, String> {
        let files = BTreeMap::from([("a.jpg".to_owned(), bytes.to_vec())]);
        open(
            &Files::Archive(Arc::new(Archive::of("kit".into(), files))),
            "a.jpg",
            &usvg::Options::default(),
        )
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
        let mut inks = sky.clone();
        let header = inks
            .windows(2)
            .position(|two| matches!(two, [0xff, 0xc0..=0xc2]))
            .unwrap();
        inks[header + 9] = 4;
        assert!(opened(&inks).err().unwrap().contains("save it as RGB"));
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
        let shown = |bytes: &[u8]| match opened(bytes).unwrap().kind {
            ImageKind::JPEG(bytes) => bytes,
            other => panic!("{other:?}"),
        };
        assert_eq!(**shown(&bytes), bytes);
        let upright = image::load_from_memory(&shown(&noted)).unwrap().to_rgb8();
        assert_eq!(upright.dimensions(), (16, 32));
        let [above, below] = [3, 28].map(|y| upright.get_pixel(8, y).0[0]);
        assert!(above < 60 && below > 200, "{above} {below}");
    }
}
