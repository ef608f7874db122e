//! Paper products that are not part of a deck: dice to fold, and boxes and trays for decks.

pub mod dice;
mod panel;
mod pen;
pub mod sold;
pub mod tray;
pub mod tuckbox;

use std::sync::Arc;

use serde_json::{Map, Value};

use super::net::Net;
use crate::kit::{Contour, Deck, Kit, Point, Problem, Problems, Segment, Size, Um};
use crate::press::sheet::{Placed, Sides, Stroke};

/// Finds the deck with this name; `made` is what is to be made for it.
fn deck<'k>(kit: &'k Kit, name: &str, made: &str) -> Result<&'k Deck, Problems> {
    Ok(kit.deck(name).ok_or_else(|| {
        let names: Vec<&str> = kit.decks.iter().map(|deck| deck.name.as_str()).collect();
        let problem = Problem::new(
            kit.place(),
            format!("the kit has no deck `{name}` to make a {made} for"),
        );
        problem.help(format!("its decks: {}", names.join(", ")))
    })?)
}

/// The template context for something made for a deck: the size of the net, the deck, and the covered area as path data.
fn context(deck: &Deck, size: Size, cover: &str) -> Map<String, Value> {
    let entries = [
        ("w", size.w.mm().into()),
        ("h", size.h.mm().into()),
        ("bleed", BLEED.mm().into()),
        ("deck", deck.name.as_str().into()),
        ("title", deck.title.as_str().into()),
        ("count", deck.pieces().len().into()),
        ("cover", cover.into()),
    ];
    entries
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// How far the art of boxes and trays extends beyond the outline and under glued flaps.
const BLEED: Um = Um(1_500);

/// The net of a box or a tray: full-size drawings on top of each other, and pictures above them.
fn net(
    code: Arc<str>,
    outline: Contour,
    folds: Vec<Stroke>,
    drawings: &[usize],
    pictures: Vec<Placed>,
) -> Net {
    let (_, size) = outline.bounds();
    let outline = Arc::new(outline);
    let whole = |(index, drawing): (usize, &usize)| Placed {
        face: *drawing,
        part: index > 0,
        code: code.clone(),
        size,
        bleed: Sides::all(BLEED),
        outline: Some(outline.clone()),
        ..Placed::default()
    };
    let pictures = pictures.into_iter().map(|picture| Placed {
        code: code.clone(),
        part: true,
        ..picture
    });
    let faces = drawings
        .iter()
        .enumerate()
        .map(whole)
        .chain(pictures)
        .collect();
    Net {
        faces,
        code,
        size,
        may_turn: true,
        folds,
        curves: vec![outline],
        ..Net::default()
    }
}

/// A horizontal or vertical line from a point, this far to the right or down.
fn line(x: Um, y: Um, right: Um, down: Um) -> Stroke {
    Stroke {
        from: Point::new(x, y),
        to: Point::new(x + right, y + down),
    }
}

/// A contour under construction.
struct Path(Contour);

impl Path {
    fn from(start: Point) -> Path {
        Path(Contour {
            start,
            segments: Vec::new(),
        })
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

#[cfg(test)]
mod tests;
