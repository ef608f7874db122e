//! The texts of a face as they are drawn: what they say, where their ink is, and in which colour.

use usvg::{Group, Node, Paint};

use crate::face::{Drawing, Item, TextLine, raster};

/// A text on a face.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Inked {
    pub words: String,
    /// Where its ink is, mm from the top left corner of the trimmed piece: left, top, right, bottom.
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
    /// The em, mm.
    pub size: f64,
    pub weight: u16,
    /// `[r, g, b]`; none where it is no plain colour, or has an outline of another.
    pub fill: Option<[u8; 3]>,
}

/// Every text of a face that leaves ink.
pub(super) fn texts(drawing: &Drawing) -> Vec<Inked> {
    let mut found = Vec::new();
    for item in drawing.items.iter() {
        match item {
            Item::Text(line) => found.extend(live(line)),
            Item::Art(fragment) => within(fragment.tree.root(), drawing.bleed.mm(), &mut found),
        }
    }
    found.retain(|text| text.right > text.left && text.bottom > text.top);
    found
}

fn live(line: &TextLine) -> Option<Inked> {
    let ink = raster::outline(line)?.bounds();
    Some(Inked {
        words: line.text.clone(),
        left: ink.left().into(),
        top: ink.top().into(),
        right: ink.right().into(),
        bottom: ink.bottom().into(),
        size: line.size,
        weight: line.font.weight,
        fill: Some(line.fill),
    })
}

/// The texts that are part of the art.
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
        let Some(span) = text.chunks().iter().find_map(|chunk| chunk.spans().first()) else { continue };
        let fill = match span.fill().map(|fill| fill.paint()) {
            Some(Paint::Color(colour)) if span.stroke().is_none() => Some([colour.red, colour.green, colour.blue]),
            _ => None,
        };
        let Some(ink) = text.flattened().bounding_box().transform(text.abs_transform()) else { continue };
        let (across, along) = text.abs_transform().get_scale();
        found.push(Inked {
            words: words.join(" "),
            left: f64::from(ink.left()) - bleed,
            top: f64::from(ink.top()) - bleed,
            right: f64::from(ink.right()) - bleed,
            bottom: f64::from(ink.bottom()) - bleed,
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

    /// A live text and the same drawn as art are found at the same place.
    #[test]
    fn live_text_and_art_are_measured_alike() {
        let text = "<text x=\"3\" y=\"6\" font-family=\"Cinzel\" font-weight=\"700\" font-size=\"4\" fill=\"#123456\"";
        let read = |inside: &str| {
            let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 42 22\">{inside}</svg>");
            let size = Size::new(Um(40_000), Um(20_000));
            texts(&Reader::new().read("a face", &svg, size, Um(1000)).unwrap())
        };
        let live = read(&format!("{text}>Owl</text>"));
        let art = read(&format!("{text} transform=\"rotate(0.001)\">Owl</text>"));
        assert_eq!((live.len(), art.len()), (1, 1));
        let (live, art) = (&live[0], &art[0]);
        assert_eq!((&live.words, live.weight, live.fill), (&art.words, art.weight, art.fill));
        assert_eq!(live.fill, Some([0x12, 0x34, 0x56]));
        for (one, two) in [
            (live.left, art.left),
            (live.top, art.top),
            (live.right, art.right),
            (live.bottom, art.bottom),
            (live.size, art.size),
        ] {
            assert!((one - two).abs() < 0.02, "{live:?} {art:?}");
        }
    }
}
