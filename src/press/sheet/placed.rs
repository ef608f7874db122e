//! One side of a piece on a sheet. Lengths are exact micrometres, with y down.

use std::sync::Arc;

use super::mirror::{Mirror, Orientation};
use super::sides::Sides;
use crate::kit::{Contour, Point, Size, Um};

/// One side of a piece; art, bleed and tags all derive from it.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// The index into [`Job::faces`](super::Job::faces).
    pub face: usize,
    /// Before it is on a sheet, the index into [`Job::faces`](super::Job::faces) of what is printed on the other side of the
    /// paper.
    pub back: Option<usize>,
    /// The code of the piece: "T07".
    pub code: Arc<str>,
    /// Whether it is cut in one piece with the previous one, such as another side of a paper die, or a picture on a box.
    pub part: bool,
    /// The top left corner of the trimmed piece on the sheet.
    pub at: Point,
    /// The trimmed size on the sheet, after turning; the face is scaled to it, uniformly.
    pub size: Size,
    /// Clockwise quarter turns, 0..4.
    pub turns: u8,
    /// Additional clockwise sixths of a turn about its middle, 0..6: for hexagons in pictures of tables, never on sheets.
    pub sixths: u8,
    /// How far art may extend beyond the trim on each side; zero where another piece touches.
    pub bleed: Sides,
    /// The radius of the corners; zero for square ones. Rounded pieces are not clipped to it, since the knife rounds them.
    pub radius: Um,
    /// Whether the knife cuts only the label and not the backing, as for a sticker.
    pub kiss: bool,
    /// The outline of the trimmed piece on the sheet, if it is not a rectangle.
    pub outline: Option<Arc<Contour>>,
    /// The area that its art may cover, by the nonzero rule; if empty, the rectangle of trim and bleed.
    pub clip: Arc<[Contour]>,
    /// For a back, the piece that it is behind.
    pub behind: Option<Behind>,
    /// Whether the piece's code is printed beside it.
    pub code_beside: bool,
}

/// The front of a back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Behind {
    /// The index of the front in [`Sheet::placed`](super::Sheet::placed): in the sheet's [`front`](super::Sheet::front) if
    /// the sheet is a back itself, otherwise in the same sheet, across a fold.
    pub piece: usize,
    /// How the paper is turned over or folded to bring the two together.
    pub mirror: Mirror,
}

impl Placed {
    /// The transformation from the drawing's millimetres to the sheet's, both with y down: `[a b c d e f]` as in SVG, `x' =
    /// a x + c y + e`, `y' = b x + d y + f`.
    pub fn matrix(&self, drawing: Size) -> [f64; 6] {
        let (x, y) = (self.at.x.mm(), self.at.y.mm());
        let right = (self.at.x + self.size.w).mm();
        let bottom = (self.at.y + self.size.h).mm();
        let scale = self.width().0 as f64 / drawing.w.0.max(1) as f64;
        let square = match self.turns % 4 {
            0 => [scale, 0.0, 0.0, scale, x, y],
            1 => [0.0, scale, -scale, 0.0, right, y],
            2 => [-scale, 0.0, 0.0, -scale, right, bottom],
            _ => [0.0, -scale, scale, 0.0, x, bottom],
        };
        if self.sixths == 0 {
            return square;
        }
        let ([a, b, c, d, e, f], (mx, my)) = (square, ((x + right) / 2.0, (y + bottom) / 2.0));
        let (sin, cos) = (f64::from(self.sixths) * std::f64::consts::FRAC_PI_3).sin_cos();
        let turn = |x: f64, y: f64| (x * cos - y * sin, x * sin + y * cos);
        let ((a, b), (c, d), (e, f)) = (turn(a, b), turn(c, d), turn(e - mx, f - my));
        [a, b, c, d, e + mx, f + my]
    }

    /// The width of its trimmed face on the sheet.
    pub fn width(&self) -> Um {
        if self.turns.is_multiple_of(2) {
            self.size.w
        } else {
            self.size.h
        }
    }

    /// How much larger it is on the sheet than the drawing.
    pub fn scale(&self, drawing: Size) -> f64 {
        self.width().0 as f64 / drawing.w.0.max(1) as f64
    }

    /// The area that its art may cover: the trim and the bleed.
    pub fn art(&self) -> (Point, Size) {
        let Sides {
            top,
            right,
            bottom,
            left,
        } = self.bleed;
        let at = Point {
            x: self.at.x - left,
            y: self.at.y - top,
        };
        (
            at,
            Size::new(self.size.w + left + right, self.size.h + top + bottom),
        )
    }

    /// The place seen through a mirror, with the art upright for somebody who turns the piece over about the mirror's axis.
    ///
    /// This is the only way in which backs are placed: they are where their fronts are, whatever the layout.
    pub fn mirrored(&self, mirror: Mirror) -> Placed {
        let far = mirror.point(Point::new(self.at.x + self.size.w, self.at.y + self.size.h));
        let near = mirror.point(self.at);
        let Sides {
            top,
            right,
            bottom,
            left,
        } = self.bleed;
        let (turns, bleed) = match mirror.line {
            Orientation::Vertical => (
                (4 - self.turns % 4) % 4,
                Sides {
                    top,
                    right: left,
                    bottom,
                    left: right,
                },
            ),
            Orientation::Horizontal => (
                (6 - self.turns % 4) % 4,
                Sides {
                    top: bottom,
                    right,
                    bottom: top,
                    left,
                },
            ),
        };
        Placed {
            at: Point::new(near.x.min(far.x), near.y.min(far.y)),
            turns,
            bleed,
            outline: self
                .outline
                .as_ref()
                .map(|outline| Arc::new(mirror.contour(outline))),
            clip: self
                .clip
                .iter()
                .map(|contour| mirror.contour(contour))
                .collect(),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hexagon_is_turned_about_its_middle() {
        let size = Size::new(Um(40_000), Um(20_000));
        let placed = Placed {
            at: Point {
                x: Um(1_000),
                y: Um(2_000),
            },
            size,
            sixths: 1,
            ..Placed::default()
        };
        let [a, b, c, d, e, f] = placed.matrix(size);
        let on_sheet = |x: f64, y: f64| (a * x + c * y + e, b * x + d * y + f);
        let near = |found: (f64, f64), known: (f64, f64)| {
            (found.0 - known.0).hypot(found.1 - known.1) < 1e-9
        };
        assert!(near(on_sheet(20.0, 10.0), (21.0, 12.0)), "the middle stays");
        let lower = (21.0 + 20.0 * 0.5, 12.0 + 20.0 * 0.75f64.sqrt());
        assert!(
            near(on_sheet(40.0, 10.0), lower),
            "what was on the right is on the lower right: {:?}",
            on_sheet(40.0, 10.0)
        );
    }

    #[test]
    fn a_turned_piece_fills_its_place() {
        let drawing = Size::new(Um(10_000), Um(20_000));
        for turns in 0..4 {
            let size = if turns % 2 == 0 {
                Size::new(Um(15_000), Um(30_000))
            } else {
                Size::new(Um(30_000), Um(15_000))
            };
            let at = Point {
                x: Um(1_000),
                y: Um(2_000),
            };
            let placed = Placed {
                at,
                size,
                turns,
                ..Placed::default()
            };
            let [a, b, c, d, e, f] = placed.matrix(drawing);
            let on_sheet = |x: f64, y: f64| (a * x + c * y + e, b * x + d * y + f);
            let corners = [on_sheet(0.0, 0.0), on_sheet(10.0, 20.0)];
            let (w, h) = (size.w.mm(), size.h.mm());
            assert_eq!(corners[0].0.min(corners[1].0), 1.0);
            assert_eq!(corners[0].1.min(corners[1].1), 2.0);
            assert_eq!(corners[0].0.max(corners[1].0), 1.0 + w);
            assert_eq!(corners[0].1.max(corners[1].1), 2.0 + h);
            // Clockwise: the top left corner moves to the right first.
            assert_eq!(
                corners[0],
                [(1.0, 2.0), (31.0, 2.0), (16.0, 32.0), (1.0, 17.0)][usize::from(turns)]
            );
        }
    }
}
