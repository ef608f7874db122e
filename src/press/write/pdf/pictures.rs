//! Pictures that are shown as they are, each written once: files of pixels without decoding them where PDF has the same format,
//! and pages of other PDFs.

use std::collections::HashMap;
use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader};
use krilla_svg::SvgSettings;
use lopdf::{Dictionary, Object, ObjectId, Stream, dictionary};

use super::artwork::page_of;
use super::copy::Copies;
use super::file::File;
use super::png_parts::PngParts;
use crate::face::{Picture, PictureKind, Raster, ShownPicture};
use crate::kit::pages::PdfFile;
use crate::press::sheet::{Job, PrintError};
use crate::press::write::{FINEST, finest};

/// The quality of a photo that is saved again, out of 100: there is no visible difference.
const QUALITY: u8 = 90;

/// The pictures of a document.
#[derive(Default)]
pub(super) struct Pictures {
    /// Whether they are only illustrations, and the resolution that they need.
    illustrates: bool,
    finest: f64,
    /// How many dots each of them needs at most.
    needs: HashMap<u128, [u32; 2]>,
    written: HashMap<u128, Written>,
    pub copies: Copies,
}

/// A picture in the file.
#[derive(Clone, Copy)]
pub(super) struct Written {
    pub id: ObjectId,
    /// From its own space to the unit square, with y up.
    to_unit: [f64; 6],
}

const UPRIGHT: [f64; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

impl Written {
    /// From its own space to a rectangle with y down.
    pub fn matrix(&self, whole: [f32; 4]) -> [f64; 6] {
        let [a, b, c, d, e, f] = self.to_unit;
        let [x, y, w, h] = whole.map(f64::from);
        [w * a, -h * b, w * c, -h * d, w * e + x, y + h - h * f]
    }
}

impl Pictures {
    pub fn of(job: &Job) -> Pictures {
        Pictures {
            illustrates: job.illustrates,
            finest: finest(job),
            ..Pictures::default()
        }
    }

    /// Notes that a picture is shown on a face that is printed at this scale.
    pub fn note(&mut self, shown: &ShownPicture, scale: f64) {
        let dots = shown.dots(self.finest, scale);
        let need = self.needs.entry(shown.picture.key).or_default();
        *need = [0, 1].map(|side| need[side].max(dots[side]));
    }

    /// Writes a picture unless it is written already.
    pub fn write(&mut self, picture: &Picture, file: &mut File) -> Result<Written, PrintError> {
        if let Some(written) = self.written.get(&picture.key) {
            return Ok(*written);
        }
        let need = self.needs.get(&picture.key).copied().unwrap_or_default();
        let written = self
            .written_as(picture, need, file)
            .map_err(|why| PrintError::of_picture(&picture.path, &why))?;
        self.written.insert(picture.key, written);
        Ok(written)
    }

    fn written_as(
        &mut self,
        picture: &Picture,
        need: [u32; 2],
        file: &mut File,
    ) -> Result<Written, String> {
        match &picture.kind {
            PictureKind::Raster(raster) => self.raster(picture, raster, need, file),
            _ if self.illustrates => {
                let pixels = picture.pixels(need)?;
                let id = self.pixels(pixels, None, file)?;
                Ok(Written {
                    id,
                    to_unit: UPRIGHT,
                })
            }
            PictureKind::Page {
                file: source,
                index,
                ..
            } => self.page(source, *index, file),
            PictureKind::Drawing { size, .. } => {
                let tree = picture.drawing()?;
                let unit = f64::from(need[0]) / size[0] * EFFECTS / FINEST;
                let settings = SvgSettings {
                    filter_scale: unit as f32,
                    ..SvgSettings::default()
                };
                let drawn = page_of(&tree, settings).map_err(|error| error.to_string())?;
                self.page(&PdfFile::open(drawn)?, 0, file)
            }
        }
    }

    fn page(&mut self, source: &PdfFile, index: usize, file: &mut File) -> Result<Written, String> {
        let area = source.area(index).ok_or("there is no such page")?;
        let id = self.copies.page(source, index, &area, file)?;
        let [w, h] = area.size();
        let to_unit = [1.0 / w, 0.0, 0.0, 1.0 / h, 0.0, 0.0];
        Ok(Written { id, to_unit })
    }

    fn raster(
        &mut self,
        picture: &Picture,
        raster: &Raster,
        need: [u32; 2],
        file: &mut File,
    ) -> Result<Written, String> {
        // Reducing a picture converts its inks.
        let too_fine = picture.is_finer(need) && (self.illustrates || !raster.inks);
        let bytes = picture.bytes()?;
        let profile = profile(&bytes, raster.format);
        if !too_fine {
            let id = match raster.format {
                ImageFormat::Jpeg => Some(self.jpeg(&bytes, raster, profile.as_deref(), file)?),
                ImageFormat::Png => PngParts::of(&bytes)
                    .map(|parts| self.png(parts, profile.as_deref(), None, file)),
                _ => None,
            };
            if let Some(id) = id {
                let to_unit = upright(raster.turned);
                return Ok(Written { id, to_unit });
            }
        }
        drop(bytes);
        let pixels = picture.pixels(if too_fine { need } else { [u32::MAX; 2] })?;
        // The colours of inks are converted.
        let profile = profile.filter(|_| !raster.inks);
        let id = if raster.format == ImageFormat::Jpeg {
            self.photo(pixels, profile.as_deref(), file)?
        } else {
            self.pixels(pixels, profile.as_deref(), file)?
        };
        Ok(Written {
            id,
            to_unit: UPRIGHT,
        })
    }

    /// A JPEG file as it is.
    fn jpeg(
        &mut self,
        bytes: &[u8],
        raster: &Raster,
        profile: Option<&[u8]>,
        file: &mut File,
    ) -> Result<ObjectId, String> {
        let channels = channels_of_jpeg(bytes).ok_or("it is damaged")?;
        let [w, h] = raster.stored;
        let mut dictionary = picture_dictionary(w, h, 8);
        let space = self.space(channels, profile, file);
        dictionary.set("ColorSpace", space);
        dictionary.set("Filter", "DCTDecode");
        // Adobe's programs store inks inverted.
        if channels == 4 && is_of_adobe(bytes) {
            let inverted = [1, 0, 1, 0, 1, 0, 1, 0].map(Object::Integer).to_vec();
            dictionary.set("Decode", inverted);
        }
        let stream = Stream::new(dictionary, bytes.to_vec()).with_compression(false);
        Ok(self.copies.once(stream.into(), file))
    }

    /// The rows of a PNG file as they are.
    fn png(
        &mut self,
        parts: PngParts,
        profile: Option<&[u8]>,
        mask: Option<ObjectId>,
        file: &mut File,
    ) -> ObjectId {
        let mut dictionary = picture_dictionary(parts.w, parts.h, parts.bits);
        let space = self.space(
            if parts.palette.is_some() {
                3
            } else {
                parts.channels
            },
            profile,
            file,
        );
        let space = match &parts.palette {
            Some(palette) => {
                let last = (palette.len() / 3).saturating_sub(1) as i64;
                let colours = Object::string_literal(palette.clone());
                vec!["Indexed".into(), space, last.into(), colours].into()
            }
            None => space,
        };
        dictionary.set("ColorSpace", space);
        dictionary.set("Filter", "FlateDecode");
        dictionary.set(
            "DecodeParms",
            dictionary! {
                "Predictor" => 15,
                "Colors" => i64::from(parts.channels),
                "BitsPerComponent" => i64::from(parts.bits),
                "Columns" => i64::from(parts.w),
            },
        );
        if let Some(mask) = mask {
            dictionary.set("SMask", mask);
        }
        let stream = Stream::new(dictionary, parts.rows).with_compression(false);
        self.copies.once(stream.into(), file)
    }

    /// Decoded pixels, without loss.
    fn pixels(
        &mut self,
        pixels: DynamicImage,
        profile: Option<&[u8]>,
        file: &mut File,
    ) -> Result<ObjectId, String> {
        let pixels = crate::face::opaque(pixels);
        let mut mask = None;
        let pixels = if let DynamicImage::ImageRgba8(pixels) = pixels {
            let alpha = image::GrayImage::from_fn(pixels.width(), pixels.height(), |x, y| {
                image::Luma([pixels.get_pixel(x, y).0[3]])
            });
            let alpha = PngParts::encoded(&DynamicImage::ImageLuma8(alpha))?;
            mask = Some(self.png(alpha, None, None, file));
            DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(pixels).into_rgb8())
        } else {
            pixels
        };
        let parts = PngParts::encoded(&pixels)?;
        Ok(self.png(parts, profile, mask, file))
    }

    /// Decoded pixels of a photo.
    fn photo(
        &mut self,
        pixels: DynamicImage,
        profile: Option<&[u8]>,
        file: &mut File,
    ) -> Result<ObjectId, String> {
        let mut bytes = Cursor::new(Vec::new());
        let encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
        let saved = pixels.write_with_encoder(encoder);
        saved.map_err(|error| format!("it cannot be saved again: {error}"))?;
        let raster = Raster {
            format: ImageFormat::Jpeg,
            stored: [pixels.width(), pixels.height()],
            turned: Orientation::NoTransforms,
            inks: false,
        };
        self.jpeg(&bytes.into_inner(), &raster, profile, file)
    }

    /// A colour space with this many channels.
    fn space(&mut self, channels: u8, profile: Option<&[u8]>, file: &mut File) -> Object {
        let (name, mark) = match channels {
            1 => ("DeviceGray", &b"GRAY"[..]),
            4 => ("DeviceCMYK", &b"CMYK"[..]),
            _ => ("DeviceRGB", &b"RGB "[..]),
        };
        let profile = profile.filter(|profile| profile.get(16..20) == Some(mark));
        let Some(profile) = profile else {
            return name.into();
        };
        let dictionary = dictionary! { "N" => i64::from(channels), "Alternate" => name };
        let stream = Stream::new(dictionary, profile.to_vec());
        let id = self.copies.once(stream.into(), file);
        vec!["ICCBased".into(), id.into()].into()
    }
}

/// The resolution of effects that PDF does not have, dpi.
const EFFECTS: f64 = 300.0;

fn picture_dictionary(w: u32, h: u32, bits: u8) -> Dictionary {
    dictionary! {
        "Type" => "XObject",
        "Subtype" => "Image",
        "Width" => i64::from(w),
        "Height" => i64::from(h),
        "BitsPerComponent" => i64::from(bits),
    }
}

/// The colour profile in a file.
fn profile(bytes: &[u8], format: ImageFormat) -> Option<Vec<u8>> {
    let reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.into_decoder().ok()?.icc_profile().ok()?
}

/// 1 for grey, 3 for colours, 4 for inks.
fn channels_of_jpeg(bytes: &[u8]) -> Option<u8> {
    let channels = crate::face::jpeg_channels(bytes);
    [1, 3, 4].contains(&channels).then_some(channels)
}

/// Whether a JPEG file has the marker of Adobe's programs.
fn is_of_adobe(bytes: &[u8]) -> bool {
    let mut markers = bytes.windows(9).take(1 << 20);
    markers.any(|nine| nine.starts_with(&[0xff, 0xee]) && nine.ends_with(b"Adobe"))
}

/// Turns the unit square as the camera was held.
fn upright(turned: Orientation) -> [f64; 6] {
    match turned {
        Orientation::NoTransforms => UPRIGHT,
        Orientation::Rotate90 => [0.0, -1.0, 1.0, 0.0, 0.0, 1.0],
        Orientation::Rotate180 => [-1.0, 0.0, 0.0, -1.0, 1.0, 1.0],
        Orientation::Rotate270 => [0.0, 1.0, -1.0, 0.0, 1.0, 0.0],
        Orientation::FlipHorizontal => [-1.0, 0.0, 0.0, 1.0, 1.0, 0.0],
        Orientation::FlipVertical => [1.0, 0.0, 0.0, -1.0, 0.0, 1.0],
        Orientation::Rotate90FlipH => [0.0, -1.0, -1.0, 0.0, 1.0, 1.0],
        Orientation::Rotate270FlipH => [0.0, 1.0, 1.0, 0.0, 0.0, 0.0],
    }
}
