//! The pages of a PDF as pictures: SVG, so that lines remain vector graphics.

use hayro_svg::hayro_interpret::InterpreterSettings;
use hayro_svg::hayro_syntax::object::{Dict, Rect};
use hayro_svg::hayro_syntax::page::Page;
use hayro_svg::hayro_syntax::{LoadPdfError, Pdf};
use hayro_svg::{RenderCache, SvgRenderSettings, convert};

use super::{Size, Um};

/// A page of a PDF.
pub struct PdfPage {
    pub svg: String,
    /// The part that remains after cutting, according to its TrimBox; the whole page if it has none.
    pub trim: Size,
    /// How much is cut off at the narrowest side.
    pub bleed: Um,
}

/// The pages of a PDF, of which there may be no more than `most`.
///
/// # Errors
///
/// Why it cannot be read, in a sentence.
pub fn read(bytes: Vec<u8>, most: usize) -> Result<Vec<PdfPage>, String> {
    let pdf = Pdf::new(bytes).map_err(|error| match error {
        LoadPdfError::Decryption(_) => "it is encrypted: save it without a password".to_owned(),
        LoadPdfError::Invalid => "it is not a PDF, or it is damaged".to_owned(),
    })?;
    let pages = pdf.pages();
    if pages.is_empty() {
        return Err("it has no pages".into());
    }
    if pages.len() > most {
        return Err(format!(
            "it has {} pages, and {most} is the limit",
            pages.len()
        ));
    }
    let cache = RenderCache::new();
    let mut sheets = Vec::new();
    for page in pages.iter() {
        let (trim, bleed) = trim(page);
        sheets.push(PdfPage {
            svg: convert(
                page,
                &cache,
                &InterpreterSettings::default(),
                &SvgRenderSettings::default(),
            ),
            trim,
            bleed,
        });
    }
    Ok(sheets)
}

/// The trimmed size of a page as shown, and how much is cut off at the narrowest side.
fn trim(page: &Page<'_>) -> (Size, Um) {
    let length = |points: f64| Um::from_mm(points * 25.4 / 72.0);
    let whole = page.intersected_crop_box();
    let boxed = |dictionary: &Dict<'_>| dictionary.get::<Rect>(b"TrimBox" as &[u8]);
    let trim = boxed(page.raw()).map_or(whole, |trim| Rect {
        x0: trim.x0.max(whole.x0),
        y0: trim.y0.max(whole.y0),
        x1: trim.x1.min(whole.x1),
        y1: trim.y1.min(whole.y1),
    });
    let edges = [
        trim.x0 - whole.x0,
        trim.y0 - whole.y0,
        whole.x1 - trim.x1,
        whole.y1 - trim.y1,
    ];
    let size = Size::new(length(trim.x1 - trim.x0), length(trim.y1 - trim.y0));
    let (w, h) = page.base_dimensions();
    let is_turned = page.render_dimensions() != (w, h);
    (
        if is_turned { size.turned() } else { size },
        length(edges.into_iter().fold(f64::MAX, f64::min)),
    )
}
