//! Pictures placed on pages.

use super::super::flow::Flow;
use super::pictures::{Picture, in_words};
use crate::kit::{Point, Size, Um};
use crate::press::sheet::{Placed, Role};

/// The gap between two pictures, in mm.
const BETWEEN: f64 = 3.0;

impl Flow<'_, '_> {
    /// Places a picture by its top left corner in mm, scaled relative to the size at which it is cut.
    pub(super) fn show(&mut self, picture: &Picture, (x, y): (f64, f64), scale: f64) {
        let size = super::times(picture.size, scale);
        let middle = (x + size.w.mm() / 2.0, y + size.h.mm() / 2.0);
        self.show_turned(picture, middle, scale, 0);
    }

    /// Places a picture by its middle in mm, turned clockwise by degrees.
    pub(super) fn show_turned(
        &mut self,
        picture: &Picture,
        middle: (f64, f64),
        scale: f64,
        degrees: u16,
    ) {
        let Some(drawing) = &picture.drawing else {
            return;
        };
        let face = self.draw(drawing.clone());
        let w = picture.size.w.mm() * scale;
        let h = picture.size.h.mm() * scale;
        // A sixth of a turn is on top of quarters, and both go clockwise.
        let (turns, sixths) = match degrees % 90 {
            0 => ((degrees / 90) as u8, 0),
            _ => (0, (degrees / 60) as u8),
        };
        let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
        let there = |point: Point| {
            let x = point.x.mm() * scale - w / 2.0;
            let y = point.y.mm() * scale - h / 2.0;
            Point::new(
                Um::from_mm(middle.0 + x * cos - y * sin),
                Um::from_mm(middle.1 + x * sin + y * cos),
            )
        };
        let outline = picture.shape.outline(picture.size);
        let clip = outline.map(|outline| outline.map(there));
        let (w, h) = if turns % 2 == 1 { (h, w) } else { (w, h) };
        self.add_placed(Placed {
            face,
            at: Point::new(
                Um::from_mm(middle.0 - w / 2.0),
                Um::from_mm(middle.1 - h / 2.0),
            ),
            size: Size::new(Um::from_mm(w), Um::from_mm(h)),
            turns,
            sixths,
            clip: clip.into_iter().collect(),
            ..Placed::default()
        });
    }

    /// Places pictures in rows, as large as possible, centred in a box given by its corner and its size in mm.
    pub(super) fn array(
        &mut self,
        pictures: &[Picture],
        (left, top): (f64, f64),
        (wide, high): (f64, f64),
    ) {
        let Some(first) = pictures.first() else {
            return;
        };
        let (w, h) = (first.size.w.mm(), first.size.h.mm());
        let fit = |columns: usize| {
            let rows = pictures.len().div_ceil(columns);
            let across = (wide - BETWEEN * (columns - 1) as f64) / (w * columns as f64);
            (
                across.min((high - BETWEEN * (rows - 1) as f64) / (h * rows as f64)),
                columns,
                rows,
            )
        };
        let best = (1..=pictures.len())
            .map(fit)
            .max_by(|one, two| one.0.total_cmp(&two.0));
        let Some((scale, columns, rows)) = best.filter(|(scale, ..)| *scale > 0.0) else {
            return;
        };
        self.block(Role::Figure(in_words(pictures)));
        let (w, h) = (w * scale + BETWEEN, h * scale + BETWEEN);
        let y = top + (high - rows as f64 * h + BETWEEN) / 2.0;
        for (row, line) in pictures.chunks(columns).enumerate() {
            let x = left + (wide - line.len() as f64 * w + BETWEEN) / 2.0;
            for (column, picture) in line.iter().enumerate() {
                self.show(picture, (x + column as f64 * w, y + row as f64 * h), scale);
            }
        }
    }
}
