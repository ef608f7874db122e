//! How far art may extend beyond an outline: the outline offset outwards.

use crate::kit::contour::signed_area;
use crate::kit::{Contour, Point, Segment, Um};

/// The flattening tolerance for curves.
const FLAT: Um = Um(10);

/// The area inside an outline or within `bleed` of it, filled by the non-zero rule.
///
/// Every edge is moved outwards. At outer corners an arc joins the moved edges; at inner corners the path goes through the corner
/// itself, so that it covers only what is within reach of one of the two edges.
pub fn grown(outline: &Contour, bleed: Um) -> Vec<Contour> {
    if let Some((centre, radius)) = circle(outline) {
        return vec![Contour::circle(centre, radius + bleed)];
    }
    let corners = clockwise(outline.corners(FLAT));
    if bleed <= Um::ZERO || corners.len() < 3 {
        return vec![outline.clone()];
    }
    let reach = bleed.0 as f64;
    let count = corners.len();
    let mut path = Vec::new();
    for (index, &corner) in corners.iter().enumerate() {
        let before = normal(corners[(index + count - 1) % count], corner);
        let after = normal(corner, corners[(index + 1) % count]);
        let out = |angle: f64| at(corner, angle.cos() * reach, angle.sin() * reach);
        let from = before.1.atan2(before.0);
        let turn = f64::atan2(
            before.0 * after.1 - before.1 * after.0,
            before.0 * after.0 + before.1 * after.1,
        );
        if turn < 0.0 {
            path.extend([out(from), corner, out(from + turn)]);
            continue;
        }
        // A chord over the angle a deviates from the arc by about r a² / 8.
        let steps = (turn / (8.0 * FLAT.0 as f64 / reach).sqrt())
            .ceil()
            .max(1.0) as usize;
        path.extend((0..=steps).map(|step| out(from + turn * step as f64 / steps as f64)));
    }
    path.dedup();
    vec![Contour::polygon(path), Contour::polygon(corners)]
}

/// The centre and radius of a circle, wherever it starts and in whichever direction it runs.
fn circle(outline: &Contour) -> Option<(Point, Um)> {
    let (low, extent) = outline.bounds();
    let radius = extent.w.half();
    let centre = Point::new(low.x + radius, low.y + radius);
    let points = |contour: &Contour| {
        let ends = contour.segments.iter().map(|segment| match *segment {
            Segment::Line(to) => [to; 3],
            Segment::Cubic(a, b, to) => [a, b, to],
        });
        let mut points: Vec<_> = ends.flatten().map(|point| (point.x, point.y)).collect();
        points.sort_unstable();
        points
    };
    (points(outline) == points(&Contour::circle(centre, radius))).then_some((centre, radius))
}

/// A convex polygon with each edge moved outwards by its own distance, zero where there is a neighbour. Distance i is that of the
/// edge that starts at corner i; corners must run clockwise.
pub fn grown_by_edge(corners: &[Point], bleeds: &[Um]) -> Contour {
    let count = corners.len();
    let moved: Vec<((f64, f64), f64)> = (0..count)
        .map(|index| {
            let normal = normal(corners[index], corners[(index + 1) % count]);
            let along = corners[index].x.0 as f64 * normal.0 + corners[index].y.0 as f64 * normal.1;
            (normal, along + bleeds[index].0 as f64)
        })
        .collect();
    Contour::polygon((0..count).map(|index| {
        let ((a, b), d) = moved[(index + count - 1) % count];
        let ((e, f), g) = moved[index];
        let cross = a * f - b * e;
        if cross.abs() < 1e-9 {
            corners[index]
        } else {
            at(
                Point::default(),
                (d * f - b * g) / cross,
                (a * g - d * e) / cross,
            )
        }
    }))
}

/// The corners in clockwise order.
pub fn clockwise(mut corners: Vec<Point>) -> Vec<Point> {
    if signed_area(&corners) < 0.0 {
        corners.reverse();
    }
    corners
}

/// The outward normal of an edge of a clockwise polygon, y down.
fn normal(from: Point, to: Point) -> (f64, f64) {
    let x = (to.x - from.x).0 as f64;
    let y = (to.y - from.y).0 as f64;
    let length = x.hypot(y).max(1.0);
    (y / length, -x / length)
}

fn at(from: Point, x: f64, y: f64) -> Point {
    Point::new(from.x + Um(x.round() as i64), from.y + Um(y.round() as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The winding number of a path around a point.
    fn winding(contour: &Contour, point: (f64, f64)) -> i32 {
        let corners = contour.corners(Um(1));
        let next = corners.iter().cycle().skip(1);
        let pairs = corners
            .iter()
            .zip(next)
            .map(|(a, b)| ((a.x.0 as f64, a.y.0 as f64), (b.x.0 as f64, b.y.0 as f64)));
        pairs
            .map(|(a, b)| {
                let left = (b.0 - a.0) * (point.1 - a.1) - (point.0 - a.0) * (b.1 - a.1);
                match (a.1 <= point.1, b.1 <= point.1) {
                    (true, false) if left > 0.0 => 1,
                    (false, true) if left < 0.0 => -1,
                    _ => 0,
                }
            })
            .sum()
    }

    fn distance(corners: &[Point], point: (f64, f64)) -> f64 {
        let next = corners.iter().cycle().skip(1);
        let edge = |(a, b): (&Point, &Point)| {
            let a = (a.x.0 as f64, a.y.0 as f64);
            let b = (b.x.0 as f64, b.y.0 as f64);
            let (dx, dy) = (b.0 - a.0, b.1 - a.1);
            let t = (((point.0 - a.0) * dx + (point.1 - a.1) * dy) / (dx * dx + dy * dy))
                .clamp(0.0, 1.0);
            f64::hypot(a.0 + t * dx - point.0, a.1 + t * dy - point.1)
        };
        corners
            .iter()
            .zip(next)
            .map(edge)
            .fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn a_grown_outline_covers_what_is_within_reach_and_nothing_else() {
        // A star, a comb whose slots are narrower than the bleed, a heart; drawn in both directions.
        let outlines = [
            "M10 0L12 8L20 8L14 12L17 20L10 15L3 20L6 12L0 8L8 8Z",
            "M0 0V20H20V0H17V14H15V0H11V14H9V0H6V16H4.5V0Z",
            "M10 18C-8 6 4 -4 10 4C16 -4 28 6 10 18Z",
        ];
        for data in outlines {
            let outline = Contour::read(data).unwrap();
            let corners = outline.corners(Um(5));
            let grown = grown(&outline, Um(1_500));
            let covered = |point: (f64, f64)| {
                grown
                    .iter()
                    .map(|contour| winding(contour, point))
                    .sum::<i32>()
                    != 0
            };
            for step in 0..14_400 {
                let point = (
                    f64::from(step % 120) * 251.3 - 5_000.0,
                    f64::from(step / 120) * 251.7 - 5_000.0,
                );
                let inside = winding(&outline, point) != 0;
                let away = distance(&corners, point);
                if inside || away < 1_480.0 {
                    assert!(covered(point), "{data}: {point:?} is not covered");
                } else if away > 1_520.0 {
                    assert!(!covered(point), "{data}: {point:?} is covered");
                }
            }
        }
    }

    #[test]
    fn a_grown_circle_is_a_circle() {
        let circle = |radius| Contour::circle(Point::new(Um(50_025), Um(31_000)), radius);
        assert_eq!(grown(&circle(Um(9_525)), Um(1_500)), [circle(Um(11_025))]);
        // In the other direction, and starting at its bottom.
        let turned = circle(Um(9_525)).map(|point| Point::new(point.x, Um(62_000) - point.y));
        assert_eq!(grown(&turned, Um(1_500)), [circle(Um(11_025))]);
    }

    #[test]
    fn a_hexagon_grows_only_where_no_neighbour_is() {
        let corners = crate::kit::hexagon(crate::kit::Size::new(Um(40_000), Um(34_642)));
        let bleeds = [Um(2_000), Um(0), Um(0), Um(0), Um(0), Um(0)];
        let grown = grown_by_edge(&corners, &bleeds).corners(Um(1));
        assert_eq!(grown[2..=5], corners[2..=5]);
        // The neighbours' edges go on in line.
        assert_eq!(grown[0].x, Um(-1_155));
        assert_eq!((grown[1].y, grown[1].x), (Um(0), Um(10_000 - 2_309)));
    }
}
