//! Tuckboxes that print shops sell, defined in `sold.toml`: the shop cuts and creases, and expects one picture of the whole.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::kit::{Deck, Point, Size, Um};

/// The resolution at which dots are counted, in dots per inch.
const DPI: f64 = 300.0;

/// A shop's box.
#[derive(Clone, Debug, PartialEq)]
pub struct Sold {
    pub name: String,
    /// Its name: "tuckbox for 54 poker cards".
    pub title: String,
    /// The number of cards.
    pub holds: usize,
    /// The size of the whole picture.
    pub size: Size,
    /// The front and the back, which are alike.
    pub face: Size,
    /// The width of the narrow walls, and the height of the lid and the floor.
    pub side: Um,
    /// The left edges of the front, the wall to its right, the back and the wall to its left.
    pub across: [Um; 4],
    /// The upper edges of the flap that is tucked in, the lid and the walls.
    pub down: [Um; 3],
    /// The upper left corner of the floor.
    pub floor: Point,
}

/// As in the file, in dots.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SoldRow {
    name: String,
    title: String,
    holds: usize,
    dots: [f64; 2],
    across: [f64; 4],
    side: f64,
    face: [f64; 2],
    down: [f64; 3],
    floor: Below,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Below {
    Front,
    Back,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    r#box: Vec<SoldRow>,
}

impl From<SoldRow> for Sold {
    fn from(
        SoldRow {
            name,
            title,
            holds,
            dots,
            across,
            side,
            face,
            down,
            floor,
        }: SoldRow,
    ) -> Sold {
        let length = |dots: f64| Um::from_mm(dots / DPI * 25.4);
        let size = |[w, h]: [f64; 2]| Size::new(length(w), length(h));
        let (size, face, side) = (size(dots), size(face), length(side));
        let (across, down) = (across.map(length), down.map(length));
        let below = match floor {
            Below::Front => across[0],
            Below::Back => across[2],
        };
        let floor = Point::new(below, down[2] + face.h);
        Sold {
            name,
            title,
            holds,
            size,
            face,
            side,
            across,
            down,
            floor,
        }
    }
}

/// The least and the most air beside cards in a box, across and along: a box for other cards is refused.
const AIR: (Um, Um) = (Um(200), Um(3_500));

impl Sold {
    /// All known boxes.
    pub fn all() -> &'static [Sold] {
        static ALL: LazyLock<Vec<Sold>> = LazyLock::new(|| {
            let rows: Rows =
                toml::from_str(include_str!("sold.toml")).expect("the program's own file is sound");
            rows.r#box.into_iter().map(Sold::from).collect()
        });
        &ALL
    }

    pub fn find(name: &str) -> Option<&'static Sold> {
        Sold::all().iter().find(|sold| sold.name == name)
    }

    /// Whether the cards of a deck go in, upright, without much air around them.
    pub fn fits(&self, deck: &Deck) -> bool {
        let air = |outer: Um, inner: Um| (AIR.0..=AIR.1).contains(&(outer - inner));
        deck.pieces().len() <= self.holds
            && air(self.face.w, deck.size.w)
            && air(self.face.h, deck.size.h)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;

    /// Walls follow each other round the box, the lid is above the back and closes the depth, and all are on the picture.
    #[test]
    fn the_walls_of_every_box_meet() {
        let near = |one: Um, two: Um| (one - two).0.abs() <= 2;
        for Sold {
            name,
            size,
            face,
            side,
            across: [front, right, back, left],
            down: [tuck, lid, wall],
            floor,
            ..
        } in Sold::all()
        {
            assert!(
                near(*right + *side, *back)
                    && near(*back + face.w, *left)
                    && near(*left + *side, *front),
                "{name}"
            );
            assert!(near(*lid + *side, *wall) && *tuck < *lid, "{name}");
            assert!(
                *front + face.w < size.w
                    && floor.y + *side < size.h
                    && *tuck > Um::ZERO
                    && *right > Um::ZERO,
                "{name}"
            );
        }
    }

    #[test]
    fn a_box_is_for_cards_of_its_size() {
        let kit = Kit::find("deep-dark-dungeon").unwrap();
        let fits = |deck: &str| -> Vec<&str> {
            let deck = kit.deck(deck).unwrap();
            Sold::all()
                .iter()
                .filter(|sold| sold.fits(deck))
                .map(|sold| sold.name.as_str())
                .collect()
        };
        assert_eq!(fits("encounters")[0], "poker-tuck-box-36");
        assert!(fits("tiles").is_empty());
    }
}
