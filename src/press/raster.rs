//! A face as a small picture, for judging it.

use resvg::tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Transform};
use rustybuzz::ttf_parser::OutlineBuilder;

use crate::face::{Drawing, Fonts, Item, TextLine};

/// The trimmed piece on white, so many dots to the millimetre; none for a piece without any dot.
pub(super) fn picture(drawing: &Drawing, fonts: &Fonts, dots: f32) -> Option<Pixmap> {
    let count = |mm: f64| (mm as f32 * dots).round() as u32;
    let mut picture = Pixmap::new(count(drawing.size.w.mm()), count(drawing.size.h.mm()))?;
    picture.fill(Color::WHITE);
    let scale = Transform::from_scale(dots, dots);
    let bleed = drawing.bleed.mm() as f32;
    for item in drawing.items.iter() {
        match item {
            Item::Art(fragment) => {
                resvg::render(&fragment.tree, scale.pre_translate(-bleed, -bleed), &mut picture.as_mut());
            }
            Item::Text(line) => {
                if let Some(path) = outline(line, fonts) {
                    let mut paint = Paint::default();
                    let [r, g, b] = line.fill;
                    paint.set_color_rgba8(r, g, b, 255);
                    picture.fill_path(&path, &paint, FillRule::Winding, scale, None);
                }
            }
        }
    }
    Some(picture)
}

/// A line's glyphs as one path, in the drawing's millimetres.
fn outline(line: &TextLine, fonts: &Fonts) -> Option<Path> {
    let font = fonts.get(line.font);
    let em = line.size / font.units();
    let mut pen = Pen { path: PathBuilder::new(), x: line.x as f32, y: line.y as f32, em: em as f32 };
    for glyph in font.glyphs(&line.text) {
        font.outline(glyph.id, &mut pen);
        pen.x += (f64::from(glyph.advance) * em + line.tracking) as f32;
    }
    pen.path.finish()
}

/// Draws glyphs, whose y grows upwards, at a place of the drawing.
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

impl OutlineBuilder for Pen {
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
