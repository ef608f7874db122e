//! Faces as pixels.

use png::{BitDepth, ColorType, EncodingError, PixelDimensions, Unit};
use resvg::tiny_skia::{
    FillRule, FilterQuality, IntSize, Paint, Path, PathBuilder, Pattern, Pixmap, Rect, SpreadMode,
    Transform,
};
use skrifa::outline::OutlinePen;

use super::fonts::Ink;
use super::{Drawing, Item, ShownPicture, TextLine};

/// Paints a drawing with its bleed; the transform converts its millimetres to the picture's pixels.
pub fn paint(drawing: &Drawing, picture: &mut Pixmap, to_pixels: Transform) {
    let bleed = drawing.bleed.mm() as f32;
    let height = picture.height() as f32;
    for item in drawing.items.iter() {
        match item {
            Item::Art(fragment) => {
                resvg::render(
                    &fragment.tree(),
                    to_pixels.pre_translate(-bleed, -bleed),
                    &mut picture.as_mut(),
                );
            }
            Item::Picture(shown) => paint_picture(shown, picture, to_pixels),
            Item::Text(line) => {
                let is_beside = |about: Rect| {
                    about
                        .transform(to_pixels)
                        .is_some_and(|about| about.bottom() < 0.0 || about.top() > height)
                };
                if ink_bounds(&line).is_some_and(is_beside) {
                    continue;
                }
                if let Some(path) = outline(&line) {
                    let mut paint = Paint::default();
                    let [r, g, b] = line.fill;
                    paint.set_color_rgba8(r, g, b, 255);
                    picture.fill_path(&path, &paint, FillRule::Winding, to_pixels, None);
                }
            }
        }
    }
}

/// Paints a picture. One that cannot be read any more is left out.
fn paint_picture(shown: &ShownPicture, picture: &mut Pixmap, to_pixels: Transform) {
    let [x, y, w, h] = shown.whole;
    let (across, down) = to_pixels.get_scale();
    let most = [w * across, h * down].map(|dots| (dots.ceil() as u32).clamp(1, 8_000));
    let Ok(pixels) = shown.picture.pixels(most) else {
        return;
    };
    let pixels = pixels.into_rgba8();
    let (Some(size), Some(window)) = (
        IntSize::from_wh(pixels.width(), pixels.height()),
        Rect::from_xywh(
            shown.window[0],
            shown.window[1],
            shown.window[2],
            shown.window[3],
        ),
    ) else {
        return;
    };
    let placed = Transform::from_row(
        w / size.width() as f32,
        0.0,
        0.0,
        h / size.height() as f32,
        x,
        y,
    );
    let mut colours = pixels.into_raw();
    for pixel in colours.chunks_exact_mut(4) {
        let alpha = u16::from(pixel[3]);
        for colour in &mut pixel[..3] {
            *colour = (u16::from(*colour) * alpha).div_ceil(255) as u8;
        }
    }
    let Some(pixels) = Pixmap::from_vec(colours, size) else {
        return;
    };
    let paint = Paint {
        shader: Pattern::new(
            pixels.as_ref(),
            SpreadMode::Pad,
            FilterQuality::Bilinear,
            1.0,
            placed,
        ),
        ..Paint::default()
    };
    picture.fill_rect(window, &paint, to_pixels, None);
}

/// A picture as PNG that states its resolution, without alpha if nothing is transparent.
pub fn encode(picture: &Pixmap, dpi: u32) -> Result<Vec<u8>, EncodingError> {
    let opaque = picture.pixels().iter().all(|pixel| pixel.alpha() == 255);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(if opaque {
        ColorType::Rgb
    } else {
        ColorType::Rgba
    });
    encoder.set_depth(BitDepth::Eight);
    let per_metre = (f64::from(dpi) / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: Unit::Meter,
    }));
    let mut writer = encoder.write_header()?;
    let mut data = Vec::with_capacity(picture.data().len());
    for pixel in picture.pixels() {
        let colour = pixel.demultiply();
        data.extend_from_slice(&[colour.red(), colour.green(), colour.blue()]);
        data.extend((!opaque).then(|| colour.alpha()));
    }
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(bytes)
}

/// The bounding box of a line's ink, in the drawing's millimetres; `None` if it has no ink.
pub fn ink(line: &TextLine) -> Option<Rect> {
    let font = line.font;
    let em = line.size / font.units();
    let mut pen = line.x;
    let mut bounds = None::<[f64; 4]>;
    for (
        glyph,
        Ink {
            left,
            right,
            bottom,
            top,
        },
    ) in font.inked(&line.text)
    {
        if left < right || bottom < top {
            let [left, right, bottom, top] =
                [left, right, bottom, top].map(|edge| f64::from(edge) * em);
            let at = pen + glyph.shift(em, line.tracking);
            let base = line.y - f64::from(glyph.up) * em;
            let own = [at + left, base - top, at + right, base - bottom];
            bounds = Some(bounds.map_or(own, |all| {
                [
                    all[0].min(own[0]),
                    all[1].min(own[1]),
                    all[2].max(own[2]),
                    all[3].max(own[3]),
                ]
            }));
        }
        pen += glyph.step(em, line.tracking);
    }
    let [left, top, right, bottom] = bounds?.map(|edge| edge as f32);
    Rect::from_ltrb(left, top, right, bottom)
}

/// A box that contains the ink of a line, in the drawing's millimetres. It is found faster than [`ink`]: it has the same height,
/// but is half an em wider at either end.
pub fn ink_bounds(line: &TextLine) -> Option<Rect> {
    let run = line.font.extent(&line.text);
    let mm = |units: i32| f64::from(units) / line.font.units() * line.size;
    let left = line.x - 0.5 * line.size;
    let tracking = line.tracking * f64::from(run.glyphs.saturating_sub(1));
    let right = left + mm(run.advance) + tracking + line.size;
    let [left, top, right, bottom] =
        [left, line.y - mm(run.rise), right, line.y + mm(run.drop)].map(|edge| edge as f32);
    Rect::from_ltrb(left, top, right, bottom)
}

/// A line's glyphs as one path, in the drawing's millimetres.
fn outline(line: &TextLine) -> Option<Path> {
    let font = line.font;
    let em = line.size / font.units();
    let mut pen = Pen {
        path: PathBuilder::new(),
        x: line.x as f32,
        y: line.y as f32,
        em: em as f32,
    };
    let mut x = pen.x;
    for glyph in font.glyphs(&line.text) {
        pen.x = x + glyph.shift(em, line.tracking) as f32;
        pen.y = (line.y - f64::from(glyph.up) * em) as f32;
        font.outline(glyph.id, &mut pen);
        x += glyph.step(em, line.tracking) as f32;
    }
    pen.path.finish()
}

/// Draws glyphs, whose y grows upwards, at a place in the drawing.
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
    em: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.em, self.y - y * self.em)
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
