//! A tuckbox for a deck of cards, as large as its cards and their number ask.

use std::fmt::Write;
use std::sync::Arc;

use super::super::net::{Form, Net};
use super::super::{Lie, Placed, Point, Proofs, Sides, Stroke};
use super::pen::Pen;
use super::{Path, Wanted, deck, line};
use crate::face::{Drawing, Reader};
use crate::kit::{Contour, Deck, Ink, Kit, Problems, Size, Um};

/// How much wider than its cards a box is, how much higher, and how much deeper than they are thick.
const AIR: [Um; 3] = [Um(1_000), Um(1_500), Um(1_500)];

/// How far art runs beyond the outline, and under flaps that are glued.
const BLEED: Um = Um(1_500);

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
pub(in crate::press) fn tuckbox(
    kit: &Kit,
    wanted: &Wanted,
    ink: Ink,
    proofs: &mut Proofs<'_>,
    reader: &mut Reader,
) -> Result<Net, Problems> {
    let deck = deck(kit, &wanted.deck, "box")?;
    let walls = Walls::of(deck, wanted.thickness);
    let shown = proofs.pieces.iter().find(|proof| std::ptr::eq(proof.deck, deck));
    let picture = shown.map(|proof| (proof.back.unwrap_or(proof.face), deck.size));
    let code: Arc<str> = code(&deck.name).into();
    let pen = Pen { kit, ink, on: code.to_string() };
    let drawn = proofs.add(Panels { pen, deck, walls: &walls }.draw(reader)?)?;

    let (size, outline) = (walls.size(), Arc::new(walls.outline()));
    let bleed = Sides::all(BLEED);
    let printed = |face, lie: Lie| Placed { face, code: code.clone(), ..lie.into() };
    let whole = Lie { size, bleed, outline: Some(outline.clone()), ..Lie::default() };
    let mut faces = vec![printed(drawn, whole)];
    if let Some((face, card)) = picture {
        let [_, front, _, back, ..] = walls.x();
        for wall in [front, back] {
            let Some((at, size)) = window(&walls, wall, card) else { continue };
            let outline = Some(Contour::polygon(corners(at, size)).into());
            faces.push(printed(face, Lie { at, size, outline, ..Lie::default() }));
        }
    }
    let form = Form { size, may_turn: true, folds: walls.folds(), curves: vec![outline], ..Form::default() };
    Ok(Net { faces, code, form: form.into(), group: None })
}

fn corners(at: Point, size: Size) -> [Point; 4] {
    let (right, bottom) = (at.x + size.w, at.y + size.h);
    [at, Point::new(right, at.y), Point::new(right, bottom), Point::new(at.x, bottom)]
}

/// What stands on the front and the back wall beside the picture, mm: a title of at least so much, the deck's title above
/// the picture, the number of pieces below it, each with its air.
const TITLE: f64 = 18.0;
const SUBTITLE: f64 = 7.5;
const FOOT: f64 = 9.0;

/// Where a wall shows a card, half as large at most, above the number of its pieces; nowhere if there is little room.
fn window(walls: &Walls, wall: Um, card: Size) -> Option<(Point, Size)> {
    let room = walls.h - Um::from_mm(TITLE + SUBTITLE + FOOT);
    let high = card.h.half().min(room);
    if high < Um(10_000) {
        return None;
    }
    let size = Size::new(Um(card.w.0 * high.0 / card.h.0.max(1)), high);
    Some((Point::new(wall + (walls.w - size.w).half(), walls.y()[3] - Um::from_mm(FOOT) - high), size))
}

/// What is printed on the walls.
struct Panels<'a> {
    pen: Pen<'a>,
    deck: &'a Deck,
    walls: &'a Walls,
}

impl Panels<'_> {
    fn draw(&self, reader: &mut Reader) -> Result<Drawing, Problems> {
        let Walls { w, h, d, .. } = self.walls;
        let (w, h, d, bleed) = (w.mm(), h.mm(), d.mm(), BLEED.mm());
        let [_, front, side, back, other, end] = self.walls.x().map(Um::mm);
        let [_, lid, wall, floor, bottom] = self.walls.y().map(Um::mm);
        let [_, ground] = self.pen.colours();
        let size = self.walls.size();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {1} {2}\"><g>",
            -bleed,
            size.w.mm() + 2.0 * bleed,
            size.h.mm() + 2.0 * bleed
        );
        // Glued flaps stay bare but for what bleeds onto them.
        let mut fill = |x: f64, y: f64, right: f64, below: f64| {
            let _ = write!(svg, "<path d=\"M{x:.3} {y:.3}H{right:.3}V{below:.3}H{x:.3}z\" fill=\"{ground}\"/>");
        };
        fill(front - bleed, wall - bleed, end + bleed, floor + bleed);
        fill(back - bleed, -bleed, other + bleed, wall);
        fill(front - bleed, floor, side + bleed, bottom + bleed);
        let mut frame = |x: f64, y: f64, w: f64, h: f64, inset: f64, weight: f64| {
            svg += &self.pen.frame([x, y, w, h], inset, weight);
        };
        // Frames begin below the notch.
        let lower = self.walls.notch().mm() * 0.75 - 0.5;
        for (x, width, lower) in [(front, w, lower), (side, d, 0.0), (back, w, lower), (other, d, 0.0)] {
            frame(x, wall + lower, width, h - lower, 2.0, 0.45);
            frame(x, wall + lower, width, h - lower, 2.9, 0.15);
        }
        frame(back, lid, w, d, 2.0, 0.45);
        for wall in [self.walls.x()[1], self.walls.x()[3]] {
            let Some((at, size)) = window(self.walls, wall, self.deck.size) else { continue };
            frame(at.x.mm(), at.y.mm(), size.w.mm(), size.h.mm(), -0.9, 0.28);
        }
        for x in [front, back] {
            let picture = window(self.walls, Um::from_mm(x), self.deck.size).map_or(floor - FOOT, |(at, _)| at.y.mm());
            let title = [x + 5.0, wall + lower + 4.0, w - 10.0, picture - SUBTITLE - wall - lower - 5.0];
            let own = [x + 5.0, picture - 7.0, w - 10.0, 5.0];
            let foot = [x + 5.0, floor - 7.6, w - 10.0, 4.0];
            svg += &self.pen.titles(self.deck, [title, own, foot])?;
        }
        // Along the sides, read from above when the box lies on its back; on the lid, when it stands.
        let along = format!("{}: {}", self.pen.kit.title, self.deck.title);
        // One line: a box as high as the letters holds no more.
        let size = (d * 0.42).min(5.0);
        let (line, above) = (size * 1.2, (d - size * 1.2) / 2.0);
        for x in [side, other] {
            let _ = write!(svg, "<g transform=\"translate({:.3} {:.3}) rotate(90)\">", x + d, wall);
            svg += &self.pen.line([&along, &self.deck.title], [5.0, above, h - 10.0, line], size)?;
            svg += "</g>";
        }
        svg += &self.pen.line([&along, &self.deck.title], [back + 5.0, lid + above, w - 10.0, line], size)?;
        svg += "</g></svg>";
        reader.read(&self.pen.on, &svg, self.walls.size(), BLEED)
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
