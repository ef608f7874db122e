//! A tuckbox for a deck of cards, as large as its cards and their number ask.

use std::fmt::Write;
use std::sync::Arc;

use super::panel::Panel;
use super::pen::Pen;
use super::{BLEED, Path, deck, line, net};
use crate::face::Reader;
use crate::kit::{Contour, Deck, Ink, Kit, Point, Problems, Size, Um};
use crate::press::layout::net::Net;
use crate::press::order::Wanted;
use crate::press::proof::Proofs;
use crate::press::sheet::Stroke;

/// How much wider than its cards a box is, how much higher, and how much deeper than they are thick.
const AIR: [Um; 3] = [Um(1_000), Um(1_500), Um(1_500)];

/// A box of four walls in a row, a lid on the back wall, and a floor that is glued.
struct Walls {
    /// Inside: width, height and depth.
    w: Um,
    h: Um,
    d: Um,
    /// The flap that closes the row of walls.
    glue: Um,
    /// The flap of the lid that is tucked in.
    tuck: Um,
}

impl Walls {
    fn of(deck: &Deck, thickness: Um) -> Walls {
        let [wide, high, deep] = AIR;
        let d = (thickness * deck.pieces().len() as i64 + deep).max(Um(8_000));
        let glue = (d * 4 / 5).min(Um(12_000));
        Walls { w: deck.size.w + wide, h: deck.size.h + high, d, glue, tuck: Um(14_000) }
    }

    /// Where the walls begin: the glued flap, the front, a side, the back, the other side, the end.
    fn x(&self) -> [Um; 6] {
        let front = self.glue;
        let side = front + self.w;
        let back = side + self.d;
        let other = back + self.w;
        [Um::ZERO, front, side, back, other, other + self.d]
    }

    /// Where it begins downwards: the tucked flap, the lid, the walls, the floor, the end.
    fn y(&self) -> [Um; 5] {
        let walls = self.tuck + self.d;
        [Um::ZERO, self.tuck, walls, walls + self.h, walls + self.h + self.d]
    }

    fn size(&self) -> Size {
        Size::new(self.x()[5], self.y()[4])
    }

    /// The front and the back.
    fn large(&self) -> [Panel; 2] {
        let (size, [_, front, _, back, ..]) = (Size::new(self.w, self.h), self.x());
        [front, back].map(|x| Panel { at: Point::new(x, self.y()[2]), size })
    }

    /// Half the width of the notch for the thumb; it is three quarters of that deep.
    fn notch(&self) -> Um {
        Um(9_000).min(self.w / 4).min(self.h / 8)
    }

    /// Dust flaps are no longer than the lid and half as long as the box is wide.
    fn dust(&self) -> Um {
        self.d.min(self.w.half())
    }

    fn outline(&self) -> Contour {
        let [_, front, side, back, other, end] = self.x();
        let [top, lid, wall, floor, bottom] = self.y();
        let (dust, bevel) = (self.dust(), Um(2_000));
        let notch = self.notch();
        let middle = front + self.w.half();
        let round = Um(8_000).min(self.tuck);
        let mut path = Path::from(Point::new(Um::ZERO, wall + bevel * 2));
        path.to(front, wall);
        // A notch for the thumb.
        path.to(middle - notch, wall);
        path.curve((middle - notch, wall + notch), (middle + notch, wall + notch), (middle + notch, wall));
        path.to(side, wall);
        // A side's dust flap, the lid with its flap, the other side's.
        path.to(side + bevel / 2, wall - dust + bevel).to(side + bevel * 2, wall - dust);
        path.to(back - bevel, wall - dust).to(back, wall - bevel / 2);
        path.to(back, lid).to(back + Um(300), lid - Um(600)).to(back + Um(300), top + round);
        path.curve((back + Um(300), top), (back + Um(300), top), (back + round, top));
        path.to(other - round, top);
        path.curve((other - Um(300), top), (other - Um(300), top), (other - Um(300), top + round));
        path.to(other - Um(300), lid - Um(600)).to(other, lid).to(other, wall - bevel / 2);
        path.to(other + bevel, wall - dust).to(end - bevel * 2, wall - dust).to(end - bevel / 2, wall - dust + bevel);
        path.to(end, wall).to(end, floor);
        path.to(end - bevel / 2, floor + dust).to(other + bevel, floor + dust).to(other, floor + bevel / 2);
        path.to(other - bevel / 2, bottom).to(back + bevel / 2, bottom).to(back, floor + bevel / 2);
        path.to(back - bevel, floor + dust).to(side + bevel / 2, floor + dust).to(side, floor + bevel / 2);
        path.to(side, bottom).to(front, bottom).to(front, floor);
        path.to(Um::ZERO, floor - bevel * 2);
        path.0
    }

    fn folds(&self) -> Vec<Stroke> {
        let [_, front, side, back, other, end] = self.x();
        let [_, lid, wall, floor, _] = self.y();
        let mut folds: Vec<Stroke> = [front, side, back, other].map(|x| line(x, wall, Um::ZERO, self.h)).into();
        folds.extend(
            [(side, wall), (back, wall), (other, wall), (back, lid)]
                .map(|(x, y)| line(x, y, if x == back { self.w } else { self.d }, Um::ZERO)),
        );
        folds.push(line(front, floor, end - front, Um::ZERO));
        folds
    }
}

/// The code of a deck's box.
pub fn code(deck: &str) -> String {
    format!("the box of {deck}")
}

/// The net of a box, and its drawing added to the faces.
pub(crate) fn tuckbox(
    kit: &Kit,
    wanted: &Wanted,
    ink: Ink,
    proofs: &mut Proofs<'_>,
    reader: &mut Reader,
) -> Result<Net, Problems> {
    let deck = deck(kit, &wanted.deck, "box")?;
    let walls = Walls::of(deck, wanted.thickness);
    let code: Arc<str> = code(&deck.name).into();
    let pen = Pen { kit, ink, on: code.to_string() };
    let panels = Panels { pen, deck, walls: &walls };
    let grounds = proofs.add(panels.pen.drawing(&panels.ground(), walls.size(), reader)?)?;
    let plates = proofs.add(panels.pen.drawing(&panels.plates(), walls.size(), reader)?)?;
    let pictures = walls.large().iter().flat_map(|panel| panel.faces(deck, proofs)).collect();
    Ok(net(code, walls.outline(), walls.folds(), [grounds, plates], pictures))
}

/// How far frames keep off the edges of narrow walls, mm; those of wide ones have a second line within the first.
const FRAME: f64 = 1.5;
const SECOND: f64 = 2.4;
const WIDE: f64 = 10.0;

/// Between a frame and letters, mm.
const AIR_OF_LETTERS: f64 = 0.8;

/// What is printed on the walls.
struct Panels<'a> {
    pen: Pen<'a>,
    deck: &'a Deck,
    walls: &'a Walls,
}

impl Panels<'_> {
    /// The grounds of all walls, and what stands on the narrow ones.
    fn ground(&self) -> String {
        let Walls { w, h, d, .. } = self.walls;
        let (w, h, d, bleed) = (w.mm(), h.mm(), d.mm(), BLEED.mm());
        let [_, front, side, back, other, end] = self.walls.x().map(Um::mm);
        let [_, lid, wall, floor, bottom] = self.walls.y().map(Um::mm);
        let ([_, paper], gold) = (self.pen.colours(), self.pen.colour("gold", "#FFFFFF"));
        // Glued flaps stay bare but for what bleeds onto them.
        let fill = |x: f64, y: f64, right: f64, below: f64, ground: &str| {
            format!("<path d=\"M{x:.3} {y:.3}H{right:.3}V{below:.3}H{x:.3}z\" fill=\"{ground}\"/>")
        };
        let mut svg = [
            fill(front - bleed, wall - bleed, end + bleed, floor + bleed, &gold),
            fill(back - bleed, -bleed, other + bleed, wall, &gold),
            fill(front - bleed, floor, side + bleed, bottom + bleed, &gold),
            fill(front, wall - bleed, side, floor, &paper),
            fill(back, wall, other, floor, &paper),
        ]
        .concat();
        for x in [front, back] {
            svg += &self.pen.frame([x, wall, w, h], 1.0, 0.45);
        }
        // Along the sides, read from above when the box lies on its back; on the lid, when it stands.
        for x in [side, other] {
            let _ = write!(svg, "<g transform=\"translate({:.3} {wall:.3}) rotate(90)\">{}</g>", x + d, self.strip(h, d));
        }
        let _ = write!(svg, "<g transform=\"translate({back:.3} {lid:.3})\">{}</g>", self.strip(w, d));
        svg
    }

    /// A narrow wall that lies level from 0, 0: a frame, or two where there is room, and a line of words within.
    fn strip(&self, long: f64, deep: f64) -> String {
        let along = format!("{}: {}", self.pen.kit.title, self.deck.title);
        let area = [0.0, 0.0, long, deep];
        let mut svg = self.pen.frame(area, FRAME, 0.45);
        let mut inset = FRAME + 0.225;
        if deep >= WIDE {
            svg += &self.pen.frame(area, SECOND, 0.15);
            inset = SECOND + 0.075;
        }
        let room = deep - 2.0 * (inset + AIR_OF_LETTERS);
        if room <= 1.2 {
            return svg;
        }
        // At each end a mark, as high as the letters' middle.
        let (mark, [ink, _]) = ((room * 0.32).min(1.4), self.pen.colours());
        let off = inset + AIR_OF_LETTERS + 1.2 + mark;
        for x in [off, long - off] {
            let top = deep / 2.0 - mark;
            let _ = write!(
                svg,
                "<path d=\"M{x:.3} {top:.3}l{mark:.3} {mark:.3}l-{mark:.3} {mark:.3}l-{mark:.3} -{mark:.3}z\" fill=\"{ink}\"/>"
            );
        }
        let start = off + mark + 1.5;
        let inner = [start, inset + AIR_OF_LETTERS, long - 2.0 * start, room];
        svg + &self.pen.line([&along, &self.deck.title], inner, room.min(5.0))
    }

    /// What lies over the faces on the large walls.
    fn plates(&self) -> String {
        self.walls.large().iter().map(|panel| panel.plate(&self.pen, self.deck)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Files;

    #[test]
    fn a_box_holds_its_deck_and_closes() {
        let kit = Kit::open(Files::Folder("tests/kits/good/sides".into())).unwrap();
        let deck = kit.deck("cards").unwrap();
        let walls = Walls::of(deck, Um(400));
        // 13 cards of 0.4 mm need 5.2 mm; no box is made shallower than 8 mm.
        assert_eq!((walls.w, walls.h, walls.d), (Um(64_000), Um(89_500), Um(8_000)));
        assert_eq!(Walls::of(deck, Um(1_000)).d, Um(14_500));
        let (low, size) = walls.outline().bounds();
        assert_eq!((low, size), (Point::default(), walls.size()));
        // The walls go round, and everything that is folded over is as long as the depth.
        let x = walls.x();
        assert_eq!((x[2] - x[1], x[3] - x[2], x[4] - x[3], x[5] - x[4]), (walls.w, walls.d, walls.w, walls.d));
        // Every fold begins and ends on the outline or on another fold.
        let outline = walls.outline().corners(Um(1));
        for fold in walls.folds() {
            assert!(fold.from.x >= low.x && fold.to.x <= size.w, "{fold:?}");
            assert!(outline.iter().any(|corner| corner.x == fold.from.x || corner.y == fold.from.y), "{fold:?}");
        }
    }
}
