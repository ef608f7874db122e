//! Pages of PDFs as pixels.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{
    Pixmap, RasterizerSettings, RenderContext, Resources as RenderResources, TargetInit,
};
use hayro::{RenderCache, RenderSettings};
use hayro_syntax::page::Page;
use image::RgbImage;

use super::PdfFile;
use crate::kit::guard::contained;

impl PdfFile {
    /// A page on white, of at least about these dots. It must have been [examined](PdfFile::examine) first.
    ///
    /// # Errors
    ///
    /// It is damaged.
    pub fn pixels(&self, index: usize, [wide, high]: [u32; 2]) -> Result<RgbImage, String> {
        const LARGEST: f64 = 8_000.0;
        let (page, area) = self
            .page(index)
            .zip(self.area(index))
            .ok_or("there is no such page")?;
        let [w, h] = area.size();
        let scale = (f64::from(wide) / w).max(f64::from(high) / h);
        let scale = scale.min(LARGEST / w.max(h));
        let [wide, high] = [w, h].map(|points| (points * scale).round().clamp(1.0, LARGEST) as u16);
        // The page's space has y up.
        let upright = Affine::new([1.0, 0.0, 0.0, -1.0, 0.0, h]) * Affine::new(area.matrix());
        let transform = Affine::scale(scale) * upright;
        let drawn = contained(|| drawn(page, transform, [wide, high]));
        let pixmap = drawn.ok_or_else(|| format!("page {} cannot be drawn", index + 1))?;
        let dots = pixmap.data().iter();
        let colours = dots.flat_map(|dot| [dot.r, dot.g, dot.b]).collect();
        let picture = RgbImage::from_raw(wide.into(), high.into(), colours);
        picture.ok_or_else(|| "it cannot be drawn".into())
    }
}

fn drawn<'a>(page: &'a Page<'a>, transform: Affine, [wide, high]: [u16; 2]) -> Pixmap {
    let mut context = RenderContext::new(wide, high);
    hayro::render_into(
        page,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &mut context,
        transform,
    );
    context.flush();
    let mut pixmap = Pixmap::new(wide, high);
    let white = RasterizerSettings {
        target_init: TargetInit::Clear(WHITE),
        ..RasterizerSettings::default()
    };
    context.render_with(&mut pixmap, &mut RenderResources::default(), white);
    pixmap
}
