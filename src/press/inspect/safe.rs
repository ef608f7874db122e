//! Texts so near the edge that a slightly inaccurate cut would touch them.

use std::collections::HashMap;

use super::texts::{Inked, texts_of};
use crate::face::{TextLine, raster};
use crate::kit::{Deck, Point, Problem, Problems, Shape, Um};
use crate::press::drawn::{DrawnPiece, DrawnPieces};

/// Texts outside the safe zone of their deck.
#[derive(Default)]
pub struct OutsideSafeZone {
    /// Those that are cut off.
    pub cut_off: Vec<Problem>,
    /// Those that are near the edge, and those cut off in a deck whose `safe` is 0, where that may be intended.
    pub near: Vec<Problem>,
}

/// Finds texts outside the safe zone: for each template the one farthest out, with its row. At most `most` faces are
/// examined.
///
/// # Errors
///
/// A face cannot be read back.
pub fn outside_safe_zone(
    drawn: &DrawnPieces<'_>,
    most: usize,
) -> Result<OutsideSafeZone, Problems> {
    let mut order = Vec::new();
    let mut worst: HashMap<_, (usize, &DrawnPiece<'_>, Inked, f64)> = HashMap::new();
    for (drawn_piece, side, face) in drawn.first_of_each_face().take(most) {
        let edge = Edge::of(drawn_piece.deck);
        // Tolerates rounding.
        let safe = drawn_piece.deck.safe.mm() - 0.005;
        let near = |line: &TextLine| {
            raster::ink_bounds(line).is_none_or(|about| {
                let at = |start: f32, length: f32, part: f64| {
                    f64::from(start) + f64::from(length) * part
                };
                let place = |along, down| {
                    (
                        at(about.left(), about.width(), along),
                        at(about.top(), about.height(), down),
                    )
                };
                edge.room(place) <= safe
            })
        };
        for text in texts_of(drawn.face(face)?, near) {
            let room = edge.room(|along, down| text.at(along, down));
            if room > safe {
                continue;
            }
            let key = drawn_piece.deck.template(side);
            let entry = worst.entry(key).or_insert_with(|| {
                order.push(key);
                (0, drawn_piece, text.clone(), room)
            });
            entry.0 += 1;
            if room < entry.3 {
                *entry = (entry.0, drawn_piece, text, room);
            }
        }
    }
    let mut found = OutsideSafeZone::default();
    for template in order {
        let Some((count, drawn_piece, text, room)) = worst.get(&template) else {
            continue;
        };
        let (cut_off, safe) = (*room < 0.0, drawn_piece.deck.safe);
        let near = if cut_off {
            format!("is cut off by {:.2} mm", -room)
        } else {
            format!("is {room:.2} mm from the edge, less than the {safe} mm of the safe zone")
        };
        let message = format!(
            "\"{}\" on {} {} {near}",
            text.words, drawn_piece.deck.name, drawn_piece.code
        );
        let others = if *count > 1 {
            format!(", and {} more", count - 1)
        } else {
            String::new()
        };
        let problem = Problem::new(drawn_piece.row.place(), message);
        let problem = problem.label(format!("in `{}`{others}", template.unwrap_or_default()));
        let problem = problem.help(if cut_off {
            "move it inwards, or give the deck `safe = 0` if it is meant to run off the piece"
        } else {
            "move it inwards; `safe` in the deck says how far from the edge text must stay"
        });
        let is_wrong = cut_off && safe > Um::ZERO;
        if is_wrong {
            &mut found.cut_off
        } else {
            &mut found.near
        }
        .push(problem);
    }
    Ok(found)
}

/// The edge of a piece, in mm.
enum Edge {
    /// Half the width and height, and the corner radius.
    Rounded(f64, f64, f64),
    Corners(Vec<(f64, f64)>),
}

impl Edge {
    fn of(deck: &Deck) -> Edge {
        let mm = |point: Point| (point.x.mm(), point.y.mm());
        match deck.shape.outline(deck.size) {
            Some(outline) => Edge::Corners(outline.corners(Um(20)).into_iter().map(mm).collect()),
            None => {
                let radius = if let Shape::Rounded(radius) = deck.shape {
                    radius.mm()
                } else {
                    0.0
                };
                Edge::Rounded(deck.size.w.mm() / 2.0, deck.size.h.mm() / 2.0, radius)
            }
        }
    }

    /// The distance of a box from the edge, given its positions along and down; negative if it crosses the edge.
    fn room(&self, at: impl Fn(f64, f64) -> (f64, f64)) -> f64 {
        let points = [0.0, 0.5, 1.0]
            .into_iter()
            .flat_map(|along| [0.0, 0.5, 1.0].map(|down| at(along, down)));
        points
            .map(|point| self.inside(point))
            .fold(f64::INFINITY, f64::min)
    }

    /// The distance of a point from the edge; negative outside.
    fn inside(&self, (x, y): (f64, f64)) -> f64 {
        match self {
            Edge::Rounded(w, h, radius) => {
                let dx = (x - w).abs() - (w - radius);
                let dy = (y - h).abs() - (h - radius);
                radius - f64::hypot(dx.max(0.0), dy.max(0.0)) - dx.max(dy).min(0.0)
            }
            Edge::Corners(corners) => {
                let next = || corners.iter().zip(corners.iter().cycle().skip(1));
                let distance = next()
                    .map(|(a, b)| to_segment((x, y), *a, *b))
                    .fold(f64::INFINITY, f64::min);
                let crosses = |(a, b): &(&(f64, f64), &(f64, f64))| {
                    (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0
                };
                if next().filter(crosses).count() % 2 == 1 {
                    distance
                } else {
                    -distance
                }
            }
        }
    }
}

/// The distance from a point to a line segment.
fn to_segment(point: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let along = if length == 0.0 {
        0.0
    } else {
        (((point.0 - a.0) * dx + (point.1 - a.1) * dy) / length).clamp(0.0, 1.0)
    };
    f64::hypot(point.0 - a.0 - along * dx, point.1 - a.1 - along * dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::{Contour, hexagon};

    #[test]
    fn room_is_measured_to_the_nearest_edge() {
        let near = |one: f64, two: f64| assert!((one - two).abs() < 0.03, "{one} {two}");
        let rounded = Edge::Rounded(10.0, 5.0, 3.0);
        near(rounded.inside((10.0, 5.0)), 5.0);
        near(rounded.inside((1.0, 5.0)), 1.0);
        near(rounded.inside((0.0, 0.0)), 3.0 - f64::hypot(3.0, 3.0));
        near(rounded.inside((22.0, 5.0)), -2.0);
        near(Edge::Rounded(10.0, 5.0, 0.0).inside((1.0, 2.0)), 1.0);
        let corners = |contour: Contour| {
            Edge::Corners(
                contour
                    .corners(Um(5))
                    .iter()
                    .map(|point| (point.x.mm(), point.y.mm()))
                    .collect(),
            )
        };
        let circle = corners(Contour::circle(
            Point::new(Um(10_000), Um(10_000)),
            Um(10_000),
        ));
        near(circle.inside((10.0, 10.0)), 10.0);
        near(circle.inside((10.0, -1.0)), -1.0);
        let hex = corners(Contour::polygon(hexagon(crate::kit::Size::new(
            Um(40_000),
            Um(34_641),
        ))));
        near(hex.inside((20.0, 1.0)), 1.0);
        near(
            hex.inside((1.0, 1.0)),
            -f64::to_radians(30.0).cos() * (9.0 - 1.0 / f64::to_radians(60.0).tan() - 0.0),
        );
    }
}
