//! The rows of a PNG file, compressed as PDF stores them too.

use image::DynamicImage;

/// A PNG file without its frame.
pub(super) struct PngParts {
    pub w: u32,
    pub h: u32,
    pub bits: u8,
    /// 1 for grey or a palette, 3 for colours.
    pub channels: u8,
    /// Red, green and blue of each colour.
    pub palette: Option<Vec<u8>>,
    /// The compressed rows.
    pub rows: Vec<u8>,
}

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

impl PngParts {
    /// Those of a file; `None` if it has transparency or is interlaced, which PDF stores in other ways.
    pub fn of(bytes: &[u8]) -> Option<PngParts> {
        let mut rest = bytes.strip_prefix(SIGNATURE)?;
        let mut parts: Option<PngParts> = None;
        loop {
            let (length, after) = rest.split_first_chunk::<4>()?;
            let (kind, after) = after.split_first_chunk::<4>()?;
            let (content, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
            match kind {
                b"IHDR" => parts = Some(PngParts::begun(content)?),
                b"PLTE" => {
                    let parts = parts.as_mut()?;
                    parts.palette = parts.palette.is_some().then(|| content.to_vec());
                }
                b"tRNS" => return None,
                b"IDAT" => parts.as_mut()?.rows.extend_from_slice(content),
                b"IEND" => break,
                _ => {}
            }
            rest = after.get(4..)?;
        }
        parts.filter(|parts| !parts.rows.is_empty())
    }

    /// The facts in a header.
    fn begun(header: &[u8]) -> Option<PngParts> {
        let [w, h] = [0, 4].map(|at| header.get(at..at + 4));
        let number = |bytes: &[u8]| bytes.try_into().ok().map(u32::from_be_bytes);
        let &[bits, colours, 0, 0, 0] = header.get(8..)? else {
            return None;
        };
        let (channels, palette) = match colours {
            0 => (1, None),
            2 => (3, None),
            3 => (1, Some(Vec::new())),
            _ => return None,
        };
        Some(PngParts {
            w: number(w?)?,
            h: number(h?)?,
            bits,
            channels,
            palette,
            rows: Vec::new(),
        })
    }

    /// Those of opaque pixels with eight bits a channel.
    pub fn encoded(pixels: &DynamicImage) -> Result<PngParts, String> {
        let (colour, data) = match pixels {
            DynamicImage::ImageLuma8(grey) => (png::ColorType::Grayscale, grey.as_raw()),
            DynamicImage::ImageRgb8(colours) => (png::ColorType::Rgb, colours.as_raw()),
            _ => return Err("its pixels are of an unknown kind".into()),
        };
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
        encoder.set_color(colour);
        encoder.set_depth(png::BitDepth::Eight);
        let written = encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(data));
        written.map_err(|error| format!("it cannot be saved again: {error}"))?;
        PngParts::of(&bytes).ok_or_else(|| "it cannot be saved again".into())
    }
}
