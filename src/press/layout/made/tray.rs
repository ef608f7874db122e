//! An open tray that holds a deck in a tin: a floor and four walls, as high as the deck is thick.

use std::sync::Arc;

use super::panel::{Faces, Panel};
use super::pen::Pen;
use super::{BLEED, Path, context, deck, line, net};
use crate::face::{Reader, Templates};
use crate::kit::{Contour, Deck, Point, Problems, Size, Um};
use crate::press::drawn::DrawnPieces;
use crate::press::layout::net::Net;
use crate::press::order::Wanted;
use crate::press::sheet::Stroke;

/// How much wider and longer than its cards a tray is, and how much higher than the deck.
const AIR: [Um; 2] = [Um(1_500), Um(1_000)];

/// The least height of a wall, below which it could not be folded.
const LOWEST: Um = Um(6_000);

/// A floor, walls that are folded up, and tabs on the upper and lower wall that are glued to the others.
pub(super) struct Walls {
    /// Inner width, length and height.
    w: Um,
    h: Um,
    d: Um,
}

impl Walls {
    pub(super) fn of(deck: &Deck, thickness: Um) -> Walls {
        let [wide, high] = AIR;
        let d = (thickness * deck.pieces().len() as i64 + high).max(LOWEST);
        Walls {
            w: deck.size.w + wide,
            h: deck.size.h + wide,
            d,
        }
    }

    fn size(&self) -> Size {
        Size::new(self.w + self.d * 2, self.h + self.d * 2)
    }

    /// The edges of the floor: left, right, top, bottom.
    fn floor(&self) -> [Um; 4] {
        [self.d, self.d + self.w, self.d, self.d + self.h]
    }

    pub(super) fn outline(&self) -> Contour {
        let [left, right, top, bottom] = self.floor();
        let Size { w: end, h: low } = self.size();
        let tab = self.d.min(Um(10_000)).min(self.w.half());
        let bevel = self.d / 5;
        // Notches for finger and thumb in the side walls.
        let middle = top + self.h.half();
        let notch = Um(9_000).min(self.h / 4);
        let deep = self.d * 4 / 5;
        let mut path = Path::from(Point::new(left, Um::ZERO));
        path.to(right, Um::ZERO)
            .to(right + tab, bevel)
            .to(right + tab, top - bevel)
            .to(right, top)
            .to(end, top);
        path.to(end, middle - notch);
        path.curve(
            (end - deep, middle - notch),
            (end - deep, middle + notch),
            (end, middle + notch),
        );
        path.to(end, bottom)
            .to(right, bottom)
            .to(right + tab, bottom + bevel)
            .to(right + tab, low - bevel);
        path.to(right, low)
            .to(left, low)
            .to(left - tab, low - bevel)
            .to(left - tab, bottom + bevel)
            .to(left, bottom);
        path.to(Um::ZERO, bottom).to(Um::ZERO, middle + notch);
        path.curve(
            (deep, middle + notch),
            (deep, middle - notch),
            (Um::ZERO, middle - notch),
        );
        path.to(Um::ZERO, top)
            .to(left, top)
            .to(left - tab, top - bevel)
            .to(left - tab, bevel);
        path.0
    }

    fn folds(&self) -> Vec<Stroke> {
        let [left, right, top, bottom] = self.floor();
        let level = [top, bottom].map(|y| line(left, y, self.w, Um::ZERO));
        let upright = [left, right].map(|x| line(x, Um::ZERO, Um::ZERO, self.size().h));
        [level, upright].concat()
    }
}

/// The code of a deck's tray.
pub fn code(deck: &str) -> String {
    format!("the tray of {deck}")
}

/// Builds the net of a tray and adds its drawing to the faces.
pub(crate) fn tray(
    wanted: &Wanted,
    templates: &Templates<'_>,
    drawn: &mut DrawnPieces<'_>,
    reader: &mut Reader,
) -> Result<Net, Problems> {
    let kit = drawn.kit;
    let deck = deck(kit, &wanted.deck, "tray")?;
    let walls = Walls::of(deck, wanted.thickness);
    let code: Arc<str> = code(&deck.name).into();
    let pen = Pen {
        kit,
        ink: templates.ink(),
        on: code.to_string(),
    };
    let faces = Faces::of(deck, templates, drawn, reader)?;
    let pictures = walls.panel().show(
        deck,
        &faces.behind.map_or(faces.fronts, |behind| vec![behind]),
    );
    let cover = walls.cover();
    let context = context(deck, walls.size(), &cover);
    let ground = drawn.add(pen.ground(&cover, context, walls.size(), templates, reader)?)?;
    let words = pen.rims(&pictures) + &walls.ribbons(&pen, deck);
    let words = drawn.add(pen.drawing(&words, walls.size(), reader)?)?;
    Ok(net(
        code,
        walls.outline(),
        walls.folds(),
        &[ground, words],
        pictures,
    ))
}

impl Walls {
    /// The floor, which shows the contents.
    fn panel(&self) -> Panel {
        Panel {
            at: Point::new(self.d, self.d),
            size: Size::new(self.w, self.h),
        }
    }

    /// The printed area: the floor and the walls; the glued tabs stay bare.
    fn cover(&self) -> String {
        let (size, [left, right, top, bottom], bleed) =
            (self.size(), self.floor().map(Um::mm), BLEED.mm());
        let (end, low) = (size.w.mm() + bleed, size.h.mm() + bleed);
        format!(
            "M{left:.3} {0}H{right:.3}V{top:.3}H{end:.3}V{bottom:.3}H{right:.3}V{low:.3}H{left:.3}V{bottom:.3}H{0}V{top:.3}H{left:.3}z",
            -bleed
        )
    }

    /// The upper and lower walls name the contents.
    fn ribbons(&self, pen: &Pen, deck: &Deck) -> String {
        let [left, right, _, bottom] = self.floor().map(Um::mm);
        let (w, d) = (self.w.mm(), self.d.mm());
        let ribbon = pen.ribbon(deck, w, d);
        format!(
            "<g transform=\"translate({left:.3} 0)\">{ribbon}</g><g transform=\"translate({right:.3} {:.3}) rotate(180)\">{ribbon}</g>",
            bottom + d
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::{Files, Kit};

    #[test]
    fn a_tray_holds_its_deck_and_its_walls_meet() {
        let kit = Kit::open(Files::Folder("tests/kits/good/sides".into())).unwrap();
        let deck = kit.deck("cards").unwrap();
        // 13 cards of 0.3 mm need 3.9 mm, sleeved ones of 0.6 mm need 7.8 mm, plus 1 mm of air.
        assert_eq!(Walls::of(deck, Um(300)).d, LOWEST);
        let walls = Walls::of(deck, Um(600));
        assert_eq!(
            (walls.w, walls.h, walls.d),
            (deck.size.w + Um(1_500), deck.size.h + Um(1_500), Um(8_800))
        );
        let outline = walls.outline();
        assert_eq!(outline.bounds(), (Point::default(), walls.size()));
        // When folded up, adjacent walls meet at the corners of the floor, which are on the outline.
        let [left, right, top, bottom] = walls.floor();
        let corners = outline.corners(Um(1));
        for corner in [(left, top), (right, top), (right, bottom), (left, bottom)] {
            assert!(
                corners.contains(&Point::new(corner.0, corner.1)),
                "{corner:?}"
            );
        }
        // The area is that of the floor and walls, minus the notches, plus the tabs.
        let (w, h, d) = (walls.w.mm(), walls.h.mm(), walls.d.mm());
        let notches = 2.0 * 18.0 * d * 0.6;
        assert!(
            outline.area() > w * h + 2.0 * d * (w + h) - notches,
            "{}",
            outline.area()
        );
        assert!(outline.area() < walls.size().area());
        assert_eq!(walls.folds().len(), 4);
    }
}
