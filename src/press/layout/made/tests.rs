//! Outlines that a knife follows.

use super::{dice, tray, tuckbox};
use crate::kit::{Contour, Deck, Files, Kit, Point, Um};

/// Panics unless the outline is a single ring that neither crosses nor touches itself.
#[track_caller]
fn assert_ring(outline: &Contour, what: &str) {
    let corners = outline.corners(Um(10));
    let count = corners.len();
    let edge = |index: usize| (corners[index], corners[(index + 1) % count]);
    assert!(count > 2, "{what} encloses nothing");
    for one in 0..count {
        for other in one + 1..count {
            let is_next = other == one + 1 || (one == 0 && other == count - 1);
            let touches = if is_next {
                doubles_back(&corners, if other == one + 1 { other } else { one })
            } else {
                meet(edge(one), edge(other))
            };
            assert!(!touches, "{what}: {:?} meets {:?}", edge(one), edge(other));
        }
    }
}

/// On which side of a line a point lies: positive, negative or zero.
fn side((from, to): (Point, Point), point: Point) -> i64 {
    let across = (to.x - from.x).0 * (point.y - from.y).0;
    let along = (to.y - from.y).0 * (point.x - from.x).0;
    (across - along).signum()
}

/// Whether a point on the line through two others lies between them.
fn is_between((from, to): (Point, Point), point: Point) -> bool {
    let within = |one: Um, two: Um, at: Um| one.min(two) <= at && at <= one.max(two);
    within(from.x, to.x, point.x) && within(from.y, to.y, point.y)
}

fn meet(one: (Point, Point), other: (Point, Point)) -> bool {
    let of_other = [side(one, other.0), side(one, other.1)];
    let of_one = [side(other, one.0), side(other, one.1)];
    let crosses = of_other[0] * of_other[1] < 0 && of_one[0] * of_one[1] < 0;
    let ends = [
        (one, other.0, of_other[0]),
        (one, other.1, of_other[1]),
        (other, one.0, of_one[0]),
        (other, one.1, of_one[1]),
    ];
    crosses
        || ends
            .iter()
            .any(|(edge, end, side)| *side == 0 && is_between(*edge, *end))
}

/// Whether the outline turns back onto itself at a corner.
fn doubles_back(corners: &[Point], index: usize) -> bool {
    let count = corners.len();
    let [before, here, after] = [index + count - 1, index, index + 1].map(|at| corners[at % count]);
    let ahead =
        (here.x - before.x).0 * (after.x - here.x).0 + (here.y - before.y).0 * (after.y - here.y).0;
    side((before, here), after) == 0 && ahead <= 0
}

fn check(deck: &Deck, what: &str) {
    for thickness in (200..=1_000).step_by(100).map(Um) {
        let what = format!("{what}, {} at {thickness} mm", deck.name);
        assert_ring(
            &tuckbox::Walls::of(deck, thickness).outline(),
            &format!("box of {what}"),
        );
        assert_ring(
            &tray::Walls::of(deck, thickness).outline(),
            &format!("tray of {what}"),
        );
    }
    if let Some(outline) = deck.shape.outline(deck.size) {
        assert_ring(&outline, &format!("{} of {what}", deck.name));
    }
}

#[test]
fn every_outline_is_a_ring() {
    let mut kits: Vec<Kit> = Files::shipped_ids()
        .into_iter()
        .map(|id| Kit::find(id).unwrap())
        .collect();
    for id in Files::starter_ids() {
        kits.extend(Files::starter(id).map(|files| Kit::open(files).unwrap()));
    }
    for folder in ["sides", "pictures"].map(|name| format!("tests/kits/good/{name}")) {
        kits.extend(Kit::open(Files::Folder(folder.into())));
    }
    for kit in &kits {
        for deck in &kit.decks {
            check(deck, &kit.title);
        }
    }
    // Sizes that no kit has.
    let deck = &mut kits[0].decks[0];
    for wide in [8_000, 12_700, 16_000, 63_500, 150_000].map(Um) {
        for high in [8_000, 20_000, 88_900, 250_000].map(Um) {
            (deck.size.w, deck.size.h) = (wide, high);
            check(deck, "an odd size");
        }
    }
    for edge in [5_000, 12_700, 14_200, 16_000, 50_000].map(Um) {
        let die = dice::net((0..6).map(|side| (side, side, "D")), edge, 0);
        assert_ring(&die.curves[0], &format!("a die of {edge} mm"));
    }
}
