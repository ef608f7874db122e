//! Faces as PNG.

use rayon::prelude::*;
use resvg::tiny_skia::{
    Color, FillRule, Mask, Path, PathBuilder, Pixmap, PixmapPaint, PremultipliedColorU8, Transform,
};

use super::{DrawnKit, ExportError, Face, Files, Frame, Set};
use crate::face::{Drawing, raster};
use crate::kit::{Contour, Point, Segment, Um};

/// The most pixels along an edge of a picture.
const MAX_DOTS: u32 = 16_384;

/// A face in its frame, on white; outside the clip it is transparent.
pub fn draw(drawing: &Drawing, frame: &Frame) -> Result<Pixmap, ExportError> {
    let (width, height) = frame.dots;
    let picture = Pixmap::new(width, height).filter(|_| width.max(height) <= MAX_DOTS);
    let mut picture = picture.ok_or_else(|| {
        ExportError::new(format!(
            "{}: a picture of {width} x {height} pixels is too large",
            drawing.name
        ))
    })?;
    picture.fill(Color::WHITE);
    let across = f64::from(width) / frame.size.w.mm();
    let down = f64::from(height) / frame.size.h.mm();
    let dots = Transform::from_scale(across as f32, down as f32);
    let [a, b, c, d, e, f] = frame.matrix(drawing.size).map(|number| number as f32);
    let placed = dots.pre_concat(Transform::from_row(a, b, c, d, e, f));
    raster::paint(drawing, &mut picture, placed);
    if frame.stretched {
        let bleed = frame.art_bleed(drawing);
        let span = |from: Um, length: Um, scale: f64, all: u32| {
            let first = ((from - bleed).mm() * scale).ceil().max(0.0) as u32;
            let end = ((from + length + bleed).mm() * scale).floor().max(1.0) as u32;
            (first.min(all - 1), end.min(all))
        };
        let columns = span(frame.at.x, frame.face.w, across, width);
        let rows = span(frame.at.y, frame.face.h, down, height);
        stretch(&mut picture, columns, rows);
    }
    cut(&mut picture, frame, dots)?;
    Ok(picture)
}

/// An unprinted side in its frame, in one colour.
pub fn plain(colour: Color, frame: &Frame) -> Result<Pixmap, ExportError> {
    let (width, height) = frame.dots;
    let mut picture =
        Pixmap::new(width, height).ok_or_else(|| ExportError::new("a picture has no pixels"))?;
    picture.fill(colour);
    let across = f64::from(width) / frame.size.w.mm();
    let down = f64::from(height) / frame.size.h.mm();
    cut(
        &mut picture,
        frame,
        Transform::from_scale(across as f32, down as f32),
    )?;
    Ok(picture)
}

/// Clears everything outside the frame's clip.
fn cut(picture: &mut Pixmap, frame: &Frame, dots: Transform) -> Result<(), ExportError> {
    if let Some(path) = path(&frame.clip) {
        let mask = Mask::new(picture.width(), picture.height());
        let mut mask = mask.ok_or_else(|| ExportError::new("a picture has no pixels"))?;
        mask.fill_path(&path, FillRule::Winding, true, dots);
        picture.apply_mask(&mask);
    }
    Ok(())
}

/// Every named face of a set as PNG, by its stem. The callback is called for every finished picture.
pub fn all(
    drawn_kit: &DrawnKit<'_>,
    set: &Set<'_>,
    frame: &Frame,
    dpi: u32,
    done: &(impl Fn() + Sync),
) -> Result<Files, ExportError> {
    let one = |face: &Face| {
        let bytes = encode(&draw(&drawn_kit.faces[face.index], frame)?, dpi)?;
        done();
        Ok((face.stem.clone(), bytes))
    };
    set.faces()
        .into_par_iter()
        .map(|(_, face)| one(face))
        .collect()
}

/// Faces in a frame, drawn in parallel; `None` stays `None`.
pub fn draw_all<'d>(
    drawings: impl Iterator<Item = Option<&'d Drawing>>,
    frame: &Frame,
) -> Result<Vec<Option<Pixmap>>, ExportError> {
    let drawings: Vec<_> = drawings.collect();
    drawings
        .into_par_iter()
        .map(|drawing| drawing.map(|drawing| draw(drawing, frame)).transpose())
        .collect()
}

/// A picture as PNG.
pub fn encode(picture: &Pixmap, dpi: u32) -> Result<Vec<u8>, ExportError> {
    raster::encode(picture, dpi).map_err(|error| ExportError::new(error.to_string()))
}

/// Pastes a picture onto a larger one.
pub fn place(sheet: &mut Pixmap, picture: &Pixmap, left: u32, top: u32) {
    sheet.draw_pixmap(
        left as i32,
        top as i32,
        picture.as_ref(),
        &PixmapPaint::default(),
        Transform::identity(),
        None,
    );
}

/// Extends the outermost pixels of an area to the picture's edges.
fn stretch(picture: &mut Pixmap, (left, right): (u32, u32), (top, bottom): (u32, u32)) {
    let width = picture.width() as usize;
    let height = picture.height() as usize;
    let left = left as usize;
    let right = right as usize;
    let top = top as usize;
    let bottom = bottom as usize;
    if left >= right || top >= bottom {
        return;
    }
    let dots: &mut [PremultipliedColorU8] = picture.pixels_mut();
    for row in dots[top * width..bottom * width].chunks_exact_mut(width) {
        let (first, last) = (row[left], row[right - 1]);
        row[..left].fill(first);
        row[right..].fill(last);
    }
    for row in 0..top {
        dots.copy_within(top * width..(top + 1) * width, row * width);
    }
    for row in bottom..height {
        dots.copy_within((bottom - 1) * width..bottom * width, row * width);
    }
}

fn path(contours: &[Contour]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for contour in contours {
        let at = |point: Point| (point.x.mm() as f32, point.y.mm() as f32);
        let (x, y) = at(contour.start);
        path.move_to(x, y);
        for segment in &contour.segments {
            match *segment {
                Segment::Line(to) => {
                    let (x, y) = at(to);
                    path.line_to(x, y);
                }
                Segment::Cubic(one, two, to) => {
                    let ((x1, y1), (x2, y2), (x, y)) = (at(one), at(two), at(to));
                    path.cubic_to(x1, y1, x2, y2, x, y);
                }
            }
        }
        path.close();
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outermost_dots_reach_the_edges() {
        let mut picture = Pixmap::new(5, 4).unwrap();
        let colour = |r| PremultipliedColorU8::from_rgba(r, 0, 0, 255).unwrap();
        for (index, at) in [(1, 1), (2, 1), (1, 2), (2, 2)].into_iter().enumerate() {
            picture.pixels_mut()[at.1 * 5 + at.0] = colour(10 + index as u8);
        }
        stretch(&mut picture, (1, 3), (1, 3));
        let reds: Vec<u8> = picture.pixels().iter().map(|dot| dot.red()).collect();
        assert_eq!(
            reds,
            [
                10, 10, 11, 11, 11, 10, 10, 11, 11, 11, 12, 12, 13, 13, 13, 12, 12, 13, 13, 13
            ]
        );
    }
}
