//! A tuckbox for a deck: a net to print and cut, sized by its cards and their number, or a picture for a print shop's box.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::panel::{Faces, Panel};
use super::pen::Pen;
use super::sold::Sold;
use super::{BLEED, Path, context, deck, line, net};
use crate::face::{Reader, Templates};
use crate::kit::{Contour, Deck, Point, Problems, Size, Um};
use crate::press::drawn::DrawnPieces;
use crate::press::layout::net::Net;
use crate::press::order::Wanted;
use crate::press::sheet::{Placed, Sheet, Stroke};

/// How much wider and higher than its cards a box is, and how much deeper than the deck is thick.
const AIR: [Um; 3] = [Um(1_000), Um(1_500), Um(1_000)];

/// The least depth of a box, below which its walls could not be folded and glued.
const MIN_DEPTH: Um = Um(4_000);

/// A box made of four walls in a row, a lid attached to the back wall, and a glued floor.
pub(super) struct Walls {
    /// Inner width, height and depth.
    w: Um,
    h: Um,
    d: Um,
    /// The width of the flap that closes the row of walls.
    glue: Um,
    /// The length of the lid's flap, which is tucked in.
    tuck: Um,
    /// The print shop's box, which has its walls elsewhere.
    sold: Option<&'static Sold>,
}

impl Walls {
    pub(super) fn of(deck: &Deck, thickness: Um) -> Walls {
        let [wide, high, deep] = AIR;
        let d = (thickness * deck.pieces().len() as i64 + deep).max(MIN_DEPTH);
        let glue = (d * 4 / 5).min(Um(12_000));
        Walls {
            w: deck.size.w + wide,
            h: deck.size.h + high,
            d,
            glue,
            tuck: Um(14_000).min(deck.size.h * 4 / 5),
            sold: None,
        }
    }

    /// Those of a print shop's box.
    fn sold(sold: &'static Sold) -> Walls {
        let [tuck, lid, _] = sold.down;
        Walls {
            w: sold.face.w,
            h: sold.face.h,
            d: sold.side,
            glue: Um::ZERO,
            tuck: lid - tuck,
            sold: Some(sold),
        }
    }

    /// The horizontal positions: the glue flap, the front, a side, the back, the other side, the end.
    fn x(&self) -> [Um; 6] {
        if let Some(sold) = self.sold {
            let [front, side, back, other] = sold.across;
            return [Um::ZERO, front, side, back, other, sold.size.w];
        }
        let front = self.glue;
        let side = front + self.w;
        let back = side + self.d;
        let other = back + self.w;
        [Um::ZERO, front, side, back, other, other + self.d]
    }

    /// The vertical positions: the tuck flap, the lid, the walls, the floor, the end.
    fn y(&self) -> [Um; 5] {
        if let Some(Sold {
            down: [tuck, lid, wall],
            floor,
            size,
            ..
        }) = self.sold
        {
            return [*tuck, *lid, *wall, floor.y, size.h];
        }
        let walls = self.tuck + self.d;
        [
            Um::ZERO,
            self.tuck,
            walls,
            walls + self.h,
            walls + self.h + self.d,
        ]
    }

    fn size(&self) -> Size {
        Size::new(self.x()[5], self.y()[4])
    }

    /// The template context of a box, including the position of each wall.
    fn context(&self, deck: &Deck) -> Map<String, Value> {
        let ([_, front, side, back, other, _], [top, lid, wall, floor, _]) = (self.x(), self.y());
        let place = |x: Um, y: Um, w: Um, h: Um| json!({ "x": x.mm(), "y": y.mm(), "w": w.mm(), "h": h.mm() });
        let walls = json!({
            "front": place(front, wall, self.w, self.h),
            "right": place(side, wall, self.d, self.h),
            "back": place(back, wall, self.w, self.h),
            "left": place(other, wall, self.d, self.h),
            "lid": place(back, lid, self.w, self.d),
            "tuck": place(back, top, self.w, self.tuck),
            "floor": place(self.sold.map_or(front, |sold| sold.floor.x), floor, self.w, self.d),
        });
        let mut context = context(deck, self.size(), &self.cover());
        context.insert("walls".into(), walls);
        context
    }

    /// The printed area: all walls, the lid and the floor, extending slightly under glued parts; all of a shop's picture.
    fn cover(&self) -> String {
        if let Some(Sold {
            size: Size { w, h },
            ..
        }) = self.sold
        {
            let w = w.mm() + 2.0 * BLEED.mm();
            let h = h.mm() + 2.0 * BLEED.mm();
            let start = -BLEED.mm();
            return format!("M{start:.3} {start:.3}h{w:.3}v{h:.3}h-{w:.3}z");
        }
        let ([_, front, side, back, other, end], bleed) = (self.x().map(Um::mm), BLEED.mm());
        let [_, _, wall, floor, bottom] = self.y().map(Um::mm);
        format!(
            "M{0:.3} {1:.3}H{2:.3}V{3:.3}H{4:.3}V{5:.3}H{0:.3}zM{6:.3} {wall:.3}V{7:.3}H{8:.3}V{wall:.3}z",
            front - bleed,
            wall - bleed,
            end + bleed,
            floor + bleed,
            side + bleed,
            bottom + bleed,
            back - bleed,
            -bleed,
            other + bleed
        )
    }

    /// Half the width of the thumb notch, which is three quarters of that deep.
    fn notch(&self) -> Um {
        Um(9_000).min(self.w / 4).min(self.h / 8)
    }

    /// How much flaps become narrower on each side, so that they do not rub. A flap of a thin box must not become a point.
    fn bevel(&self) -> Um {
        Um(2_000).min(self.d / 5)
    }

    /// Dust flaps are at most as long as the lid and half as long as the box is wide.
    fn dust(&self) -> Um {
        self.d.min(self.w.half())
    }

    pub(super) fn outline(&self) -> Contour {
        let [_, front, side, back, other, end] = self.x();
        let [top, lid, wall, floor, bottom] = self.y();
        let (dust, bevel) = (self.dust(), self.bevel());
        let notch = self.notch();
        let middle = front + self.w.half();
        let round = Um(8_000).min(self.tuck).min(self.w / 4);
        let mut path = Path::from(Point::new(Um::ZERO, wall + bevel * 2));
        path.to(front, wall);
        // The thumb notch.
        path.to(middle - notch, wall);
        path.curve(
            (middle - notch, wall + notch),
            (middle + notch, wall + notch),
            (middle + notch, wall),
        );
        path.to(side, wall);
        // The dust flap of a side, the lid with its flap, and the dust flap of the other side.
        path.to(side + bevel / 2, wall - dust + bevel)
            .to(side + bevel * 2, wall - dust);
        path.to(back - bevel, wall - dust)
            .to(back, wall - bevel / 2);
        path.to(back, lid)
            .to(back + Um(300), lid - Um(600))
            .to(back + Um(300), top + round);
        path.curve(
            (back + Um(300), top),
            (back + Um(300), top),
            (back + round, top),
        );
        path.to(other - round, top);
        path.curve(
            (other - Um(300), top),
            (other - Um(300), top),
            (other - Um(300), top + round),
        );
        path.to(other - Um(300), lid - Um(600))
            .to(other, lid)
            .to(other, wall - bevel / 2);
        path.to(other + bevel, wall - dust)
            .to(end - bevel * 2, wall - dust)
            .to(end - bevel / 2, wall - dust + bevel);
        path.to(end, wall).to(end, floor);
        path.to(end - bevel / 2, floor + dust)
            .to(other + bevel, floor + dust)
            .to(other, floor + bevel / 2);
        path.to(other - bevel / 2, bottom)
            .to(back + bevel / 2, bottom)
            .to(back, floor + bevel / 2);
        path.to(back - bevel, floor + dust)
            .to(side + bevel / 2, floor + dust)
            .to(side, floor + bevel / 2);
        path.to(side, bottom).to(front, bottom).to(front, floor);
        path.to(Um::ZERO, floor - bevel * 2);
        path.0
    }

    fn folds(&self) -> Vec<Stroke> {
        let [_, front, side, back, other, end] = self.x();
        let [_, lid, wall, floor, _] = self.y();
        let mut folds: Vec<Stroke> = [front, side, back, other]
            .map(|x| line(x, wall, Um::ZERO, self.h))
            .into();
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

/// Builds the net of a box and adds its drawing to the faces.
pub(crate) fn tuckbox(
    wanted: &Wanted,
    templates: &Templates<'_>,
    drawn_pieces: &mut DrawnPieces<'_>,
    reader: &mut Reader,
) -> Result<Net, Problems> {
    let kit = drawn_pieces.kit;
    let deck = deck(kit, &wanted.deck, "box")?;
    let walls = Walls::of(deck, wanted.thickness);
    let code: Arc<str> = code(&deck.name).into();
    let (drawings, pictures) = walls.drawn(deck, &code, templates, drawn_pieces, reader)?;
    Ok(net(
        code,
        walls.outline(),
        walls.folds(),
        &drawings,
        pictures,
    ))
}

/// How much of a shop's picture lies beyond the outermost cuts, at most: an eighth of an inch.
const BEYOND: Um = Um(3_175);

/// Draws a deck's box in the form that a print shop expects, and adds its drawings to the faces.
///
/// # Errors
///
/// Returns the problems of the kit's templates.
pub fn sold(
    sold: &'static Sold,
    deck: &Deck,
    templates: &Templates<'_>,
    drawn_pieces: &mut DrawnPieces<'_>,
    reader: &mut Reader,
) -> Result<Sheet, Problems> {
    let code: Arc<str> = code(&deck.name).into();
    let (drawings, pictures) =
        Walls::sold(sold).drawn(deck, &code, templates, drawn_pieces, reader)?;
    let whole = |drawing: &usize| Placed {
        face: *drawing,
        code: code.clone(),
        size: sold.size,
        ..Placed::default()
    };
    let placed = drawings.iter().map(whole).chain(pictures).collect();
    Ok(Sheet {
        size: sold.size,
        bleed: Size::new(BEYOND, BEYOND),
        title: code.to_string(),
        placed,
        ..Sheet::default()
    })
}

/// The share of the front for the title, and of the back for the text, and its greatest and least height in mm. On walls too
/// small for that, the picture takes up everything, and only the lid has a title.
const TITLE: f64 = 0.26;
const MAX_TITLE: f64 = 22.0;
const MIN_TITLE: f64 = 5.0;

/// The distance of plates from the edges, in mm.
const INSET: f64 = 2.0;

/// The decoration of a box.
impl Walls {
    /// Drawings of the size of the whole net, one on top of the other, and pictures above them: from the deck's template, or
    /// else of its own faces.
    fn drawn(
        &self,
        deck: &Deck,
        code: &str,
        templates: &Templates<'_>,
        drawn_pieces: &mut DrawnPieces<'_>,
        reader: &mut Reader,
    ) -> Result<(Vec<usize>, Vec<Placed>), Problems> {
        let kit = drawn_pieces.kit;
        if let Some(path) = &deck.tuckbox {
            let size = (self.size(), BLEED);
            let drawing = templates.draw(path, self.context(deck), code, size, reader)?;
            let face = drawn_pieces.add(drawing)?;
            return Ok((vec![face], Vec::new()));
        }
        let pen = Pen {
            kit,
            ink: templates.ink(),
            on: code.to_string(),
        };
        let faces = Faces::of(deck, templates, drawn_pieces, reader)?;
        let first: Vec<usize> = faces
            .behind
            .or(faces.fronts.first().copied())
            .into_iter()
            .collect();
        let [front, back] = [
            self.window().show(deck, &first),
            self.gallery().show(deck, &faces.fronts),
        ];
        let ground = drawn_pieces.add(pen.ground(
            &self.cover(),
            self.context(deck),
            self.size(),
            templates,
            reader,
        )?)?;
        let words = self.plates(&pen, deck) + &pen.rims(&front) + &pen.rims(&back);
        let words = drawn_pieces.add(pen.drawing(&words, self.size(), reader)?)?;
        Ok((vec![ground, words], [front, back].concat()))
    }

    /// The height of the title's part of the front, in mm.
    fn title(&self) -> f64 {
        let high = (self.h.mm() * TITLE).min(MAX_TITLE);
        if high < MIN_TITLE { 0.0 } else { high }
    }

    /// The picture on the front: below the notch and above the title.
    fn window(&self) -> Panel {
        let top = self.notch() * 3 / 4;
        let low = Um::from_mm(self.title());
        Panel {
            at: Point::new(self.x()[1], self.y()[2] + top),
            size: Size::new(self.w, self.h - top - low),
        }
    }

    /// The pictures of the contents on the back.
    fn gallery(&self) -> Panel {
        let low = Um::from_mm(self.title());
        Panel {
            at: Point::new(self.x()[3], self.y()[2]),
            size: Size::new(self.w, self.h - low),
        }
    }

    /// The title on the front, the contents on the back, and ribbons on the narrow walls.
    fn plates(&self, pen: &Pen, deck: &Deck) -> String {
        let (w, h, d) = (self.w.mm(), self.h.mm(), self.d.mm());
        let [_, front, side, back, other, _] = self.x().map(Um::mm);
        let [_, lid, wall, floor, _] = self.y().map(Um::mm);
        let high = (self.title() - INSET).max(0.0);
        let point = (high * 0.15).min(2.0);
        let plate = |x: f64| [x + INSET, floor - INSET - high, w - 2.0 * INSET, high];
        let within = |x: f64| {
            [
                x + INSET + point + 1.0,
                floor - INSET - high + 0.4,
                w - 2.0 * (INSET + point + 1.0),
                high - 0.8,
            ]
        };
        let said = [
            (front, point, pen.titles(deck, within(front))),
            (back, 0.0, pen.colophon(deck, within(back))),
        ];
        let said = said.into_iter().filter(|(_, _, words)| !words.is_empty());
        let mut svg: String = said
            .map(|(x, point, words)| pen.plate(plate(x), point) + &words)
            .collect();
        // Along the sides, to be read from above with the box on its back; on the lid, with the box upright.
        let along = pen.ribbon(deck, h, d);
        for x in [side, other] {
            svg += &format!(
                "<g transform=\"translate({:.3} {wall:.3}) rotate(90)\">{along}</g>",
                x + d
            );
        }
        svg + &format!(
            "<g transform=\"translate({back:.3} {lid:.3})\">{}</g>",
            pen.ribbon(deck, w, d)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::{Files, Kit};

    #[test]
    fn a_box_holds_its_deck_and_closes() {
        let kit = Kit::open(Files::Folder("tests/kits/good/sides".into())).unwrap();
        let deck = kit.deck("cards").unwrap();
        let walls = Walls::of(deck, Um(400));
        // 13 cards of 0.4 mm need 5.2 mm, plus 1 mm of air.
        assert_eq!(
            (walls.w, walls.h, walls.d),
            (Um(64_000), Um(89_500), Um(6_200))
        );
        assert_eq!(Walls::of(deck, Um(100)).d, MIN_DEPTH);
        let (low, size) = walls.outline().bounds();
        assert_eq!((low, size), (Point::default(), walls.size()));
        // The walls go all around, and everything folded over is as long as the depth.
        let x = walls.x();
        assert_eq!(
            (x[2] - x[1], x[3] - x[2], x[4] - x[3], x[5] - x[4]),
            (walls.w, walls.d, walls.w, walls.d)
        );
        // Every fold begins and ends on the outline or on another fold.
        let outline = walls.outline().corners(Um(1));
        for fold in walls.folds() {
            assert!(fold.from.x >= low.x && fold.to.x <= size.w, "{fold:?}");
            assert!(
                outline
                    .iter()
                    .any(|corner| corner.x == fold.from.x || corner.y == fold.from.y),
                "{fold:?}"
            );
        }
    }
}
