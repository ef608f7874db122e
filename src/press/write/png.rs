//! PNG: renders a sheet's SVG at a resolution that is also recorded in the file.

use resvg::tiny_skia::{Color, Pixmap, Transform};

use crate::face::raster;
use crate::press::sheet::PrintError;

/// Renders a sheet on white. The SVG must come from [`svg::write`](super::svg::write).
pub fn render(svg: &str, dpi: u32) -> Result<Vec<u8>, PrintError> {
    raster::encode(&pixels(svg, dpi)?, dpi).map_err(|error| PrintError::new(error.to_string()))
}

/// Renders the pixels.
pub(crate) fn pixels(svg: &str, dpi: u32) -> Result<Pixmap, PrintError> {
    // usvg has 96 units per inch.
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .map_err(|error| PrintError::new(error.to_string()))?;
    let scale = dpi as f32 / 96.0;
    let size = |units: f32| (units * scale).round() as u32;
    let pixmap = Pixmap::new(size(tree.size().width()), size(tree.size().height()));
    let mut pixmap = pixmap.ok_or_else(|| {
        PrintError::new(format!("a picture at {dpi} dpi is too large or too small"))
    })?;
    pixmap.fill(Color::WHITE);
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    Ok(pixmap)
}
