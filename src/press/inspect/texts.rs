//! The texts of a face as drawn: their words, the position of their ink, and their colour.

use usvg::tiny_skia_path::Point;
use usvg::{Group, Node, Paint};

use crate::face::{Drawing, Item, TextLine, raster};

/// A text on a face.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Inked {
    pub words: String,
    /// The box of its ink, turned with the text: where the words begin at the top, in mm from the top left corner of the
    /// trimmed piece, and the vectors along the words and down.
    pub corner: (f64, f64),
    pub along: (f64, f64),
    pub down: (f64, f64),
    /// The em in mm.
    pub size: f64,
    pub weight: u16,
    /// `[r, g, b]`; `None` if it is not a solid colour, or has an outline of another.
    pub fill: Option<[u8; 3]>,
}

impl Inked {
    /// A position in the box of the ink, in mm; `along` and `down` are from 0 to 1.
    pub fn at(&self, along: f64, down: f64) -> (f64, f64) {
        let place = |corner: f64, x: f64, y: f64| corner + x * along + y * down;
        (
            place(self.corner.0, self.along.0, self.down.0),
            place(self.corner.1, self.along.1, self.down.1),
        )
    }
}

/// Every text of a face that has ink.
pub(super) fn texts(drawing: &Drawing) -> Vec<Inked> {
    texts_of(drawing, |_| true)
}

/// The same, without the plain lines that are not `wanted`.
pub(super) fn texts_of(drawing: &Drawing, wanted: impl Fn(&TextLine) -> bool) -> Vec<Inked> {
    let mut found = Vec::new();
    for item in drawing.items.iter() {
        match item {
            Item::Text(line) => {
                found.extend(Some(&line).filter(|line| wanted(line)).and_then(live))
            }
            Item::Art(fragment) if fragment.has_texts => {
                within(fragment.tree().root(), drawing.bleed.mm(), &mut found);
            }
            Item::Art(_) | Item::Picture(_) => {}
        }
    }
    found.retain(|text| {
        [text.along, text.down]
            .iter()
            .all(|way| way.0.hypot(way.1) > 0.0)
    });
    found
}

/// Smaller words, in mm, are not read from a table.
const READ: f64 = 1.7;
/// The most texts of a face that have places.
const MOST: usize = 64;

/// Where the words of a face are that are read at the table: left, top, width and height in hundredths of its size. The largest
/// come first.
pub fn places(drawing: &Drawing) -> Vec<[u8; 4]> {
    let (w, h) = (drawing.size.w.mm(), drawing.size.h.mm());
    let mut read = texts(drawing);
    read.retain(|text| text.size >= READ);
    read.sort_by(|a, b| b.size.total_cmp(&a.size));
    read.truncate(MOST);
    let hundredths = |part: f64, whole: f64| (100.0 * part / whole).round().clamp(0.0, 100.0) as u8;
    let place = |text: &Inked| {
        let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
            .map(|(along, down)| text.at(along, down));
        let least = corners
            .iter()
            .fold((w, h), |(x, y), at| (at.0.min(x), at.1.min(y)));
        let most = corners.iter().fold((0.0, 0.0), |(x, y): (f64, f64), at| {
            (at.0.max(x), at.1.max(y))
        });
        [
            hundredths(least.0, w),
            hundredths(least.1, h),
            hundredths(most.0 - least.0, w),
            hundredths(most.1 - least.1, h),
        ]
    };
    read.iter().map(place).collect()
}

/// The smallest em on a face, in mm.
pub(super) fn smallest(drawing: &Drawing) -> Option<f64> {
    let sizes = drawing.items.iter().filter_map(|item| match item {
        Item::Text(line) => Some(line.size),
        Item::Art(fragment) if fragment.has_texts => smallest_within(fragment.tree().root()),
        Item::Art(_) | Item::Picture(_) => None,
    });
    sizes.min_by(f64::total_cmp)
}

fn smallest_within(group: &Group) -> Option<f64> {
    let sizes = group.children().iter().filter_map(|node| match node {
        Node::Group(group) => smallest_within(group),
        Node::Text(text) => {
            let spans = text.chunks().iter().flat_map(|chunk| chunk.spans());
            let (across, along) = text.abs_transform().get_scale();
            spans
                .map(|span| f64::from(span.font_size().get() * across.min(along)))
                .min_by(f64::total_cmp)
        }
        _ => None,
    });
    sizes.min_by(f64::total_cmp)
}

fn live(line: &TextLine) -> Option<Inked> {
    let ink = raster::ink(line)?;
    Some(Inked {
        words: line.text.to_string(),
        corner: (ink.left().into(), ink.top().into()),
        along: (ink.width().into(), 0.0),
        down: (0.0, ink.height().into()),
        size: line.size,
        weight: line.font.weight,
        fill: Some(line.fill),
    })
}

/// Collects the texts that are part of the art.
fn within(group: &Group, bleed: f64, found: &mut Vec<Inked>) {
    for node in group.children() {
        let text = match node {
            Node::Group(group) => {
                within(group, bleed, found);
                continue;
            }
            Node::Text(text) => text,
            _ => continue,
        };
        let words: Vec<&str> = text.chunks().iter().map(|chunk| chunk.text()).collect();
        let Some(span) = text.chunks().iter().find_map(|chunk| chunk.spans().first()) else {
            continue;
        };
        let fill = match span.fill().map(|fill| fill.paint()) {
            Some(Paint::Color(colour)) if span.stroke().is_none() => {
                Some([colour.red, colour.green, colour.blue])
            }
            _ => None,
        };
        let ink = text.flattened().bounding_box();
        let turn = text.abs_transform();
        let mut corners = [
            (ink.left(), ink.top()),
            (ink.right(), ink.top()),
            (ink.left(), ink.bottom()),
        ]
        .map(Point::from);
        turn.map_points(&mut corners);
        let [corner, end, foot] =
            corners.map(|at| (f64::from(at.x) - bleed, f64::from(at.y) - bleed));
        let (across, along) = turn.get_scale();
        found.push(Inked {
            words: words.join(" "),
            corner,
            along: (end.0 - corner.0, end.1 - corner.1),
            down: (foot.0 - corner.0, foot.1 - corner.1),
            size: f64::from(span.font_size().get() * across.min(along)),
            weight: span.font().weight(),
            fill,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Reader;
    use crate::kit::{Size, Um};

    /// Live text, and the same text drawn as art, are found in the same place.
    #[test]
    fn live_text_and_art_are_measured_alike() {
        let text = "<text x=\"3\" y=\"6\" font-family=\"Cinzel\" font-weight=\"700\" font-size=\"4\" fill=\"#123456\"";
        let read = |inside: &str| {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 42 22\">{inside}</svg>"
            );
            let size = Size::new(Um(40_000), Um(20_000));
            texts(&Reader::new().read("a face", &svg, size, Um(1000)).unwrap())
        };
        let live = read(&format!("{text}>Owl</text>"));
        let art = read(&format!("{text} transform=\"rotate(0.001)\">Owl</text>"));
        assert_eq!((live.len(), art.len()), (1, 1));
        let (live, art) = (&live[0], &art[0]);
        assert_eq!(
            (&live.words, live.weight, live.fill),
            (&art.words, art.weight, art.fill)
        );
        assert_eq!(live.fill, Some([0x12, 0x34, 0x56]));
        assert!((live.size - art.size).abs() < 0.02);
        for (along, down) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)] {
            let (one, two) = (live.at(along, down), art.at(along, down));
            assert!(
                (one.0 - two.0).abs() < 0.02 && (one.1 - two.1).abs() < 0.02,
                "{live:?} {art:?}"
            );
        }
        // The box turns with the words and does not become wider.
        let turned = read(&format!("{text} transform=\"rotate(90 3 6)\">Owl</text>"));
        let near = |one: f64, two: f64| assert!((one - two).abs() < 0.02, "{live:?} {turned:?}");
        near(turned[0].at(1.0, 0.0).1 - 6.0, live.at(1.0, 0.0).0 - 3.0);
        near(3.0 - turned[0].at(0.0, 1.0).0, live.at(0.0, 1.0).1 - 6.0);
    }
}
