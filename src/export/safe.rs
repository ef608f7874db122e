//! Words too close to the cut.

use super::Frame;
use crate::face::{Drawing, TextLine, text};
use crate::kit::Um;

/// How far letters extend above and below their line, as fractions of their size.
const ASCENT: f64 = 0.72;
const DESCENT: f64 = 0.22;

/// The lines of text that are closer to the cut of a picture than is safe. Text drawn as art is ignored.
pub fn near_the_cut<'d>(
    drawing: &'d Drawing,
    frame: &Frame,
    safe: Um,
) -> impl Iterator<Item = TextLine<'d>> {
    let (face, trim) = if frame.turned {
        (frame.face.turned(), frame.trim().turned())
    } else {
        (frame.face, frame.trim())
    };
    // In the drawing's millimetres; parts of the face beyond the trim are cut off as well.
    let scale = face.w.mm() / drawing.size.w.mm();
    let inset = |face: Um, trim: Um| (safe + (face - trim).half()).mm() / scale;
    let across = inset(face.w, trim.w);
    let down = inset(face.h, trim.h);
    let right = drawing.size.w.mm() - across;
    let bottom = drawing.size.h.mm() - down;
    drawing.items.texts().filter(move |line| {
        let top = line.y - ASCENT * line.size;
        let foot = line.y + DESCENT * line.size;
        let inside = line.x >= across && line.x + text::width(line) <= right;
        !inside || top < down || foot > bottom
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::export::Profile;
    use crate::kit::{Files, Kit, Size};

    #[test]
    fn words_are_safe_an_eighth_of_an_inch_inside_the_cut() {
        let kit = Kit::open(Files::Folder("tests/kits/good/sides".into())).unwrap();
        let cards = kit.deck("cards").unwrap();
        let poker = Profile::find("poker").unwrap();
        let line = |x, y| {
            let text = "Trap".to_owned();
            crate::face::Item::Text(TextLine {
                text: text.into(),
                x,
                y,
                size: 4.0,
                font: crate::face::Fonts::plain("Alegreya", 400),
                fill: [0; 3],
                tracking: 0.0,
            })
        };
        let size = Size::new(Um(63_000), Um(88_000));
        let near = |x, y| {
            let items = Arc::new(std::iter::once(line(x, y)).collect());
            let drawing = Drawing {
                size,
                bleed: Um(2_000),
                items,
                name: "".into(),
                texts_as_art: Vec::new(),
            };
            let frame = Frame::profiled(cards, poker, 300).unwrap();
            near_the_cut(&drawing, &frame, poker.safe.unwrap()).count()
        };
        // A poker card is a little larger: 3.175 mm of it are 3.14 of the face, and a tenth is cut off on either side.
        assert_eq!(
            [near(20.0, 40.0), near(3.3, 40.0), near(2.9, 40.0)],
            [0, 0, 1]
        );
        assert_eq!(
            [
                near(20.0, 5.5),
                near(20.0, 6.2),
                near(20.0, 84.5),
                near(57.0, 40.0)
            ],
            [1, 0, 1, 1]
        );
    }
}
