//! Things that are made from paper and that no deck has: dice to fold, boxes and trays for decks.

pub mod dice;
mod panel;
mod pen;
pub mod tray;
pub mod tuckbox;

use std::sync::Arc;

use super::net::Net;
use crate::kit::{Contour, Deck, Kit, Point, Problem, Problems, Segment, Um};
use crate::press::sheet::{Placed, Sides, Stroke};

/// The deck of this name; `made` is what is to be made for it.
fn deck<'k>(kit: &'k Kit, name: &str, made: &str) -> Result<&'k Deck, Problems> {
    Ok(kit.deck(name).ok_or_else(|| {
        let names: Vec<&str> = kit.decks.iter().map(|deck| deck.name.as_str()).collect();
        let problem = Problem::new(kit.place(), format!("the kit has no deck `{name}` to make a {made} for"));
        problem.help(format!("its decks: {}", names.join(", ")))
    })?)
}

/// How far art of boxes and trays runs beyond the outline, and under flaps that are glued.
const BLEED: Um = Um(1_500);

/// The net of a box or a tray: its drawing, and pictures on it.
fn net(code: Arc<str>, outline: Contour, folds: Vec<Stroke>, drawing: usize, pictures: Vec<Placed>) -> Net {
    let (_, size) = outline.bounds();
    let outline = Arc::new(outline);
    let whole = Placed {
        face: drawing,
        code: code.clone(),
        size,
        bleed: Sides::all(BLEED),
        outline: Some(outline.clone()),
        ..Placed::default()
    };
    let pictures = pictures.into_iter().map(|picture| Placed { code: code.clone(), part: true, ..picture });
    let faces = [whole].into_iter().chain(pictures).collect();
    Net { faces, code, size, may_turn: true, folds, curves: vec![outline], ..Net::default() }
}

/// A level or upright line from a point, by this much to the right or down.
fn line(x: Um, y: Um, right: Um, down: Um) -> Stroke {
    Stroke { from: Point::new(x, y), to: Point::new(x + right, y + down) }
}

/// A contour being drawn.
struct Path(Contour);

impl Path {
    fn from(start: Point) -> Path {
        Path(Contour { start, segments: Vec::new() })
    }

    fn to(&mut self, x: Um, y: Um) -> &mut Path {
        self.0.segments.push(Segment::Line(Point::new(x, y)));
        self
    }

    fn curve(&mut self, one: (Um, Um), two: (Um, Um), end: (Um, Um)) {
        let [one, two, end] = [one, two, end].map(|(x, y)| Point::new(x, y));
        self.0.segments.push(Segment::Cubic(one, two, end));
    }
}
