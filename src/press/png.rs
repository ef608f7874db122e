//! PNG: a sheet's SVG at so many dots to the inch, which the file says too.

use png::{BitDepth, ColorType, PixelDimensions, Unit};
use resvg::tiny_skia::{Color, Pixmap, Transform};

use super::Fault;

/// Renders a sheet on white. The SVG must be one of [`svg::write`](super::svg::write).
pub fn render(svg: &str, dpi: u32) -> Result<Vec<u8>, Fault> {
    let picture = pixels(svg, dpi)?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let to_the_metre = (f64::from(dpi) / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(PixelDimensions { xppu: to_the_metre, yppu: to_the_metre, unit: Unit::Meter }));
    let wrong = |error: png::EncodingError| Fault::new(error.to_string());
    let mut writer = encoder.write_header().map_err(wrong)?;
    // On white nothing is transparent.
    let rgb: Vec<u8> = picture.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    writer.write_image_data(&rgb).map_err(wrong)?;
    writer.finish().map_err(wrong)?;
    Ok(bytes)
}

/// The picture itself.
pub(super) fn pixels(svg: &str, dpi: u32) -> Result<Pixmap, Fault> {
    // usvg counts 96 units to the inch.
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|error| Fault::new(error.to_string()))?;
    let scale = dpi as f32 / 96.0;
    let size = |units: f32| (units * scale).round() as u32;
    let pixmap = Pixmap::new(size(tree.size().width()), size(tree.size().height()));
    let mut pixmap = pixmap.ok_or_else(|| Fault::new(format!("a picture at {dpi} dpi is too large or too small")))?;
    pixmap.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}
