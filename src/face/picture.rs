//! A picture that is shown as it is: its file is read when it is written, and not kept.

use std::io::Cursor;
use std::sync::Arc;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage};
use usvg::Options;

use super::drawing_file::drawing;
use crate::kit::guard::contained;
use crate::kit::pages::{PageArea, PdfFile};
use crate::kit::{FileError, Files};

/// The memory that reading a picture may take, in bytes.
const MAX_MEMORY: u64 = 400 << 20;

/// The quality of a photo that is saved again, out of 100: there is no visible difference.
const QUALITY: u8 = 92;

/// A picture may be this much finer than asked for.
const TOLERANCE: f64 = 1.25;

/// A picture that is shown as it is.
#[derive(Debug)]
pub struct Picture {
    /// A hash of its file, and of which part of that it is.
    pub key: u128,
    /// Its path in the kit.
    pub path: String,
    pub(super) files: Files,
    pub kind: PictureKind,
    /// What of it cannot be shown, in sentences.
    pub faults: Vec<String>,
}

#[derive(Clone, Debug)]
pub enum PictureKind {
    Raster(Raster),
    Page {
        file: Arc<PdfFile>,
        index: usize,
        area: PageArea,
    },
    /// SVG that has pictures in it, and the options to read it with.
    Drawing {
        size: [f64; 2],
        options: Arc<Options<'static>>,
    },
}

/// The facts about a file of pixels.
#[derive(Clone, Copy, Debug)]
pub struct Raster {
    pub format: ImageFormat,
    /// Its size as stored.
    pub stored: [u32; 2],
    /// What turns it upright.
    pub turned: Orientation,
    /// Whether its colours are printing inks.
    pub inks: bool,
}

impl Raster {
    /// The size upright.
    pub fn size(&self) -> [u32; 2] {
        let [w, h] = self.stored;
        use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
        match self.turned {
            Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH => [h, w],
            _ => [w, h],
        }
    }
}

/// A file that any program shows.
pub struct Portable {
    pub mime: &'static str,
    pub bytes: Vec<u8>,
}

/// Why a picture cannot be shown: a sentence without its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// Its file cannot be read any more.
    #[error(transparent)]
    File(#[from] FileError),
    #[error("it is not SVG")]
    NotDrawing,
    /// It is not what it was, or too large to be drawn.
    #[error("{0}")]
    Damaged(String),
}

impl From<String> for PictureError {
    fn from(why: String) -> PictureError {
        PictureError::Damaged(why)
    }
}

impl From<PictureError> for String {
    fn from(error: PictureError) -> String {
        error.to_string()
    }
}

impl Picture {
    /// Its width and height, of which only the proportion matters.
    pub fn size(&self) -> [f64; 2] {
        match &self.kind {
            PictureKind::Raster(raster) => raster.size().map(f64::from),
            PictureKind::Page { area, .. } => area.size(),
            PictureKind::Drawing { size, .. } => *size,
        }
    }

    /// Its pixels across and down, if it has any of its own.
    pub fn dots(&self) -> Option<[u32; 2]> {
        match &self.kind {
            PictureKind::Raster(raster) => Some(raster.size()),
            _ => None,
        }
    }

    /// Its pixels per inch when printed this large, in the coarser direction.
    pub fn dpi(&self, [w, h]: [f64; 2]) -> Option<f64> {
        let [across, down] = self.dots()?.map(f64::from);
        Some((across / w).min(down / h) * 25.4)
    }

    /// Whether it has clearly more pixels than these.
    pub fn is_finer(&self, most: [u32; 2]) -> bool {
        self.dots().is_some_and(|[w, h]| {
            f64::from(w) > f64::from(most[0]) * TOLERANCE
                && f64::from(h) > f64::from(most[1]) * TOLERANCE
        })
    }

    /// Its file.
    ///
    /// # Errors
    ///
    /// It cannot be read any more.
    pub fn bytes(&self) -> Result<Vec<u8>, FileError> {
        self.files.bytes(&self.path)
    }

    /// Its drawing.
    ///
    /// # Errors
    ///
    /// It is none, or cannot be read any more.
    pub fn drawing(&self) -> Result<usvg::Tree, PictureError> {
        match &self.kind {
            PictureKind::Drawing { options, .. } => Ok(drawing(self.bytes()?, options)?),
            _ => Err(PictureError::NotDrawing),
        }
    }

    /// Its pixels, upright, and no more than about these.
    ///
    /// # Errors
    ///
    /// It cannot be read any more.
    pub fn pixels(&self, most: [u32; 2]) -> Result<DynamicImage, PictureError> {
        let most = most.map(|pixels| pixels.max(1));
        match &self.kind {
            PictureKind::Raster(raster) => {
                let mut picture = decoded(&self.bytes()?, raster.format)?;
                picture.apply_orientation(raster.turned);
                Ok(if self.is_finer(most) {
                    reduced(picture, most)
                } else {
                    picture
                })
            }
            PictureKind::Page { file, index, .. } => {
                let pixels = file.pixels(*index, most)?;
                Ok(DynamicImage::ImageRgb8(pixels))
            }
            PictureKind::Drawing { .. } => Ok(drawing_pixels(&self.drawing()?, most)?),
        }
    }

    /// As a file that any program shows: its own, if that is one and no finer than asked for.
    ///
    /// # Errors
    ///
    /// It cannot be read any more.
    pub fn portable(&self, most: [u32; 2]) -> Result<Portable, PictureError> {
        if let PictureKind::Raster(raster) = &self.kind
            && raster.turned == Orientation::NoTransforms
            && !raster.inks
            && !self.is_finer(most)
        {
            let mime = match raster.format {
                ImageFormat::Jpeg => Some("image/jpeg"),
                ImageFormat::Png => Some("image/png"),
                _ => None,
            };
            if let Some(mime) = mime {
                let bytes = self.bytes()?;
                return Ok(Portable { mime, bytes });
            }
        }
        Ok(encoded(self.pixels(most)?, self.is_photo())?)
    }

    /// Whether it loses nothing visible as JPEG.
    fn is_photo(&self) -> bool {
        matches!(&self.kind, PictureKind::Raster(raster) if raster.format == ImageFormat::Jpeg)
    }
}

/// A picture with fewer pixels. Where there will be far fewer, they are first averaged in blocks, which is fast and looks the same.
fn reduced(picture: DynamicImage, [w, h]: [u32; 2]) -> DynamicImage {
    let between = [w.saturating_mul(2), h.saturating_mul(2)];
    let is_far = picture.width() / 2 > between[0] && picture.height() / 2 > between[1];
    let picture = if is_far {
        picture.thumbnail_exact(between[0], between[1])
    } else {
        picture
    };
    picture.resize_exact(w, h, FilterType::Triangle)
}

/// Pixels as a file.
fn encoded(picture: DynamicImage, is_photo: bool) -> Result<Portable, String> {
    let mut bytes = Cursor::new(Vec::new());
    let (mime, written) = if is_photo {
        let encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
        let plain = DynamicImage::ImageRgb8(picture.into_rgb8());
        ("image/jpeg", plain.write_with_encoder(encoder))
    } else {
        let written = opaque(picture).write_to(&mut bytes, ImageFormat::Png);
        ("image/png", written)
    };
    written.map_err(|error| format!("it cannot be saved again: {error}"))?;
    Ok(Portable {
        mime,
        bytes: bytes.into_inner(),
    })
}

/// With eight bits a channel, and without alpha if nothing is transparent.
pub fn opaque(picture: DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return picture;
    }
    let picture = picture.into_rgba8();
    if picture.pixels().all(|pixel| pixel.0[3] == 255) {
        DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(picture).into_rgb8())
    } else {
        DynamicImage::ImageRgba8(picture)
    }
}

/// The pixels of a file, as stored, with eight bits a channel.
pub(super) fn decoded(bytes: &[u8], format: ImageFormat) -> Result<DynamicImage, String> {
    let damaged = |error: image::ImageError| format!("it is damaged: {error}");
    let decoder = decoder(bytes, format)?;
    let picture = contained(|| DynamicImage::from_decoder(decoder)).ok_or("it is damaged")?;
    let picture = picture.map_err(damaged)?;
    Ok(match picture {
        DynamicImage::ImageLuma8(_) | DynamicImage::ImageRgb8(_) | DynamicImage::ImageRgba8(_) => {
            picture
        }
        deep if deep.color().has_alpha() => DynamicImage::ImageRgba8(deep.into_rgba8()),
        deep if deep.color().has_color() => DynamicImage::ImageRgb8(deep.into_rgb8()),
        deep => DynamicImage::ImageLuma8(deep.into_luma8()),
    })
}

/// A decoder that takes a limited amount of memory.
pub(super) fn decoder(bytes: &[u8], format: ImageFormat) -> Result<impl ImageDecoder + '_, String> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let decoder = reader.into_decoder();
    decoder.map_err(|error| format!("it is damaged: {error}"))
}

/// A drawing as pixels.
fn drawing_pixels(tree: &usvg::Tree, [w, h]: [u32; 2]) -> Result<DynamicImage, String> {
    use resvg::tiny_skia::{self, Transform};
    let size = tree.size();
    let scale = (w as f32 / size.width()).max(h as f32 / size.height());
    let [w, h] = [size.width(), size.height()].map(|length| (length * scale).round() as u32);
    let pixmap = tiny_skia::Pixmap::new(w.max(1), h.max(1));
    let mut pixmap = pixmap.ok_or("it is too large")?;
    resvg::render(
        tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    let (w, h) = (pixmap.width(), pixmap.height());
    let colours = pixmap.take_demultiplied();
    let picture = RgbaImage::from_raw(w, h, colours).ok_or("it cannot be drawn")?;
    Ok(DynamicImage::ImageRgba8(picture))
}
