//! How a face is placed on its picture: at true scale, or as a print shop wants it.

use super::profile::{self, Cut, Profile};
use crate::face::Drawing;
use crate::face::bleed::grown;
use crate::kit::{Contour, Deck, Point, Shape, Size, Um};

/// A picture of one face. Lengths are those in print.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The picture: the trimmed piece, and the bleed around it.
    pub size: Size,
    /// Left and right, above and below.
    pub bleed: Size,
    pub dots: (u32, u32),
    /// The position and size of the face's own trim, after turning.
    pub at: Point,
    pub face: Size,
    /// Whether the face is turned by a quarter, clockwise.
    pub turned: bool,
    /// The visible area, filled by the non-zero rule; everything if `None`.
    pub clip: Vec<Contour>,
    /// Whether missing bleed is filled from the art's outermost pixels.
    pub stretched: bool,
}

/// How much of a face may be cut off, as a proportion, where its aspect differs from a profile's.
const TOLERANCE: f64 = 0.03;

impl Frame {
    /// A deck's faces at true scale, with all their bleed, or cut at the trim without any.
    pub fn plain(deck: &Deck, bleeds: bool, dpi: u32) -> Frame {
        let bleed = if bleeds { deck.bleed } else { Um::ZERO };
        let size = Size::new(deck.size.w + bleed * 2, deck.size.h + bleed * 2);
        let at = Point::new(bleed, bleed);
        let outline = match (&deck.shape, bleeds) {
            // Before cutting, corners are square; a knife or a punch rounds them.
            (Shape::Rounded(radius), false) => Some(rounded(deck.size, *radius)),
            (shape, _) => shape.outline(deck.size),
        };
        let moved =
            outline.map(|outline| outline.map(|point| Point::new(point.x + at.x, point.y + at.y)));
        Frame {
            size,
            bleed: Size::new(bleed, bleed),
            dots: dots(size, dpi),
            at,
            face: deck.size,
            turned: false,
            clip: moved
                .map(|outline| grown(&outline, bleed))
                .unwrap_or_default(),
            stretched: false,
        }
    }

    /// A deck's faces as a profile wants them: turned if in landscape, and scaled uniformly until they cover the trim. `None` if
    /// more than 3 % of a side would be cut off, or if the cut has a different shape.
    pub fn profiled(deck: &Deck, profile: &Profile, dpi: u32) -> Option<Frame> {
        let is_landscape = |size: Size| size.w > size.h;
        let square = deck.size.w == deck.size.h || profile.trim.w == profile.trim.h;
        let turned = !square && is_landscape(deck.size) != is_landscape(profile.trim);
        let face = if turned {
            deck.size.turned()
        } else {
            deck.size
        };
        let across = profile.trim.w.mm() / face.w.mm();
        let down = profile.trim.h.mm() / face.h.mm();
        let scale = across.max(down);
        if Cut::of(&deck.shape) != Some(profile.cut) || across.min(down) < scale * (1.0 - TOLERANCE)
        {
            return None;
        }
        let face = Size::new(
            Um::from_mm(face.w.mm() * scale),
            Um::from_mm(face.h.mm() * scale),
        );
        let Size { w, h } = profile.bleed;
        let at = |bleed: Um, trim: Um, face: Um| bleed + (trim - face).half();
        let scaled = |dots: u32| {
            ((f64::from(dots) * f64::from(dpi) / f64::from(profile::DPI)).round() as u32).max(1)
        };
        Some(Frame {
            size: Size::new(profile.trim.w + w * 2, profile.trim.h + h * 2),
            bleed: profile.bleed,
            dots: (scaled(profile.dots.0), scaled(profile.dots.1)),
            at: Point::new(at(w, profile.trim.w, face.w), at(h, profile.trim.h, face.h)),
            face,
            turned,
            clip: Vec::new(),
            stretched: true,
        })
    }

    /// A deck's trimmed faces in this many pixels, with square corners.
    pub fn cell(deck: &Deck, dots: (u32, u32)) -> Frame {
        Frame {
            dots,
            clip: Vec::new(),
            ..Frame::plain(deck, false, profile::DPI)
        }
    }

    /// The size of the trimmed piece.
    pub fn trim(&self) -> Size {
        Size::new(
            self.size.w - self.bleed.w * 2,
            self.size.h - self.bleed.h * 2,
        )
    }

    /// The transform from a drawing's millimetres to the picture's, both with y down: `[a b c d e f]` as in SVG.
    pub fn matrix(&self, drawing: Size) -> [f64; 6] {
        let (x, y) = (self.at.x.mm(), self.at.y.mm());
        if self.turned {
            let scale = self.face.h.mm() / drawing.w.mm();
            [0.0, scale, -scale, 0.0, x + self.face.w.mm(), y]
        } else {
            let scale = self.face.w.mm() / drawing.w.mm();
            [scale, 0.0, 0.0, scale, x, y]
        }
    }

    /// How much of a drawing's own bleed is around its trim on the picture.
    pub fn art_bleed(&self, drawing: &Drawing) -> Um {
        let width = if self.turned {
            self.face.h
        } else {
            self.face.w
        };
        Um::from_mm(drawing.bleed.mm() * width.mm() / drawing.size.w.mm())
    }

    /// What replaces the bleed that a drawing lacks; a hundredth of a millimetre does not count.
    pub fn edge(&self, drawing: &Drawing) -> Option<Edge> {
        let bleed = self.art_bleed(drawing);
        let (left, top) = (self.at.x - bleed, self.at.y - bleed);
        let right = self.at.x + self.face.w + bleed;
        let bottom = self.at.y + self.face.h + bleed;
        let lacking = [left, top, self.size.w - right, self.size.h - bottom]
            .into_iter()
            .max()?;
        if lacking <= Um(10) {
            return None;
        }
        // It is enlarged about its centre.
        let growth = |lacking: Um, length: Um| 1.0 + lacking.mm() * 2.0 / length.mm();
        let scale = growth(lacking, right - left).max(growth(lacking, bottom - top));
        let grown = |length: Um| Um::from_mm(length.mm() * scale);
        let face = Size::new(grown(self.face.w), grown(self.face.h));
        let at = Point::new(
            self.at.x - (face.w - self.face.w).half(),
            self.at.y - (face.h - self.face.h).half(),
        );
        let whole = [
            (Um::ZERO, Um::ZERO),
            (self.size.w, Um::ZERO),
            (self.size.w, self.size.h),
            (Um::ZERO, self.size.h),
        ];
        // The copy extends slightly under the face, so that no gap shows between them.
        let under = Um(100);
        let [left, top, right, bottom] = [left + under, top + under, right - under, bottom - under];
        let hole = [(left, top), (left, bottom), (right, bottom), (right, top)];
        let contour =
            |corners: [(Um, Um); 4]| Contour::polygon(corners.map(|(x, y)| Point::new(x, y)));
        Some(Edge {
            at,
            face,
            beyond: vec![contour(whole), contour(hole)],
        })
    }
}

/// What replaces the bleed that a face lacks: a copy of the face, enlarged until it covers the whole picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    pub at: Point,
    pub face: Size,
    /// The visible part: the area around the face, whose outline runs in the opposite direction.
    pub beyond: Vec<Contour>,
}

/// A size in pixels.
pub fn dots(size: Size, dpi: u32) -> (u32, u32) {
    let count = |length: Um| ((length.mm() * f64::from(dpi) / 25.4).round() as u32).max(1);
    (count(size.w), count(size.h))
}

/// A rectangle with rounded corners.
fn rounded(size: Size, radius: Um) -> Contour {
    let Size { w, h } = size;
    Contour::read(&format!(
        "M{radius} 0H{right}A{radius} {radius} 0 0 1 {w} {radius}V{bottom}A{radius} {radius} 0 0 1 {right} {h}\
        H{radius}A{radius} {radius} 0 0 1 0 {bottom}V{radius}A{radius} {radius} 0 0 1 {radius} 0Z",
        right = w - radius,
        bottom = h - radius
    ))
    .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Reader;
    use crate::kit::Kit;

    #[test]
    fn bleed_that_a_face_lacks_is_its_own_edge_a_little_larger() {
        let kit = Kit::find("deep-dark-dungeon").unwrap();
        let deck = kit.deck("encounters").unwrap();
        let frame = Frame::profiled(deck, Profile::find("mb-63x88").unwrap(), 300).unwrap();
        let drawn = |bleed: Um| {
            let start = -bleed;
            let w = deck.size.w + bleed * 2;
            let h = deck.size.h + bleed * 2;
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{start} {start} {w} {h}\"/>"
            );
            frame.edge(
                &Reader::new()
                    .read("a face", &svg, deck.size, bleed)
                    .unwrap(),
            )
        };
        assert_eq!(drawn(Um(3_000)), None);
        let Edge { at, face, beyond } = drawn(Um(1_000)).unwrap();
        // Its own bleed is enlarged too, so that it covers the whole picture.
        let bleed = face.w.mm() / deck.size.w.mm();
        assert!(
            at.x.mm() - bleed <= 0.001 && at.y.mm() - bleed <= 0.001,
            "{at:?}"
        );
        assert!((at.x + face.w).mm() + bleed >= 68.999 && (at.y + face.h).mm() + bleed >= 93.999);
        assert_eq!(beyond.len(), 2);
    }
}
