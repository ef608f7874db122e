//! Closed lines of straight and curved segments, as in SVG and PDF.

use std::fmt::Write;

use svgtypes::{SimplePathSegment, SimplifyingPathParser};

use super::{Point, Size, Um};

/// A closed line in whole micrometres, with y down. The end of the last segment is joined to the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Contour {
    pub start: Point,
    pub segments: Vec<Segment>,
}

/// A segment from the end of the last one to a point: straight, or a cubic Bézier curve with two control points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    Line(Point),
    Cubic(Point, Point, Point),
}

/// The distance of the control points of a quarter circle, as a fraction of its radius; the curve is within 0.03 % of the circle.
const QUARTER: f64 = 0.552_284_75;

/// The most segments in an outline.
const MAX_SEGMENTS: usize = 2_000;

/// Why path data is not one closed outline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContourError {
    #[error("it is not path data: {0}")]
    NotPathData(String),
    #[error("it is empty")]
    Empty,
    #[error("it does not start with M")]
    NoStart,
    #[error("it moves before it is closed")]
    Moves,
    #[error("it is not closed; end it with Z")]
    NotClosed,
    #[error("it continues after it is closed; an outline is one closed path")]
    Continues,
    #[error("it encloses nothing")]
    EnclosesNothing,
    #[error("it is more than 10 m from the origin")]
    TooFar,
    #[error("it has more than {most} segments", most = MAX_SEGMENTS)]
    TooLong,
}

impl Contour {
    /// Straight lines from corner to corner.
    pub fn polygon(corners: impl IntoIterator<Item = Point>) -> Contour {
        let mut corners = corners.into_iter();
        let start = corners.next().unwrap_or_default();
        Contour {
            start,
            segments: corners.map(Segment::Line).collect(),
        }
    }

    /// A circle, clockwise from its top.
    pub fn circle(centre: Point, radius: Um) -> Contour {
        let r = radius.0;
        let k = (radius.0 as f64 * QUARTER).round() as i64;
        let at = |x: i64, y: i64| Point::new(centre.x + Um(x), centre.y + Um(y));
        let quarters = [
            Segment::Cubic(at(k, -r), at(r, -k), at(r, 0)),
            Segment::Cubic(at(r, k), at(k, r), at(0, r)),
            Segment::Cubic(at(-k, r), at(-r, k), at(-r, 0)),
            Segment::Cubic(at(-r, -k), at(-k, -r), at(0, -r)),
        ];
        Contour {
            start: at(0, -r),
            segments: quarters.into(),
        }
    }

    /// From SVG path data in millimetres: one closed path.
    ///
    /// ```
    /// use paperkeep::kit::{Contour, Size, Um};
    /// let shield = Contour::read("M0 0H20V14Q20 24 10 24T0 14Z")?;
    /// assert_eq!(shield.bounds().1, Size::new(Um(20_000), Um(24_000)));
    /// assert!(Contour::read("M0 0L5 5").is_err());
    /// # Ok::<(), paperkeep::kit::ContourError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// It is no path data, or not one closed line.
    pub fn read(data: &str) -> Result<Contour, ContourError> {
        let mut contour: Option<Contour> = None;
        let mut at = (0.0, 0.0);
        let mut closed = false;
        let point = |x: f64, y: f64| Point::new(Um::from_mm(x), Um::from_mm(y));
        for segment in SimplifyingPathParser::from(data) {
            let segment = segment.map_err(|error| ContourError::NotPathData(error.to_string()))?;
            if closed {
                return Err(ContourError::Continues);
            }
            let (next, to) = match segment {
                SimplePathSegment::MoveTo { x, y } if contour.is_none() => {
                    contour = Some(Contour {
                        start: point(x, y),
                        segments: Vec::new(),
                    });
                    at = (x, y);
                    continue;
                }
                SimplePathSegment::MoveTo { .. } => {
                    return Err(ContourError::Moves);
                }
                SimplePathSegment::ClosePath => {
                    closed = true;
                    continue;
                }
                SimplePathSegment::LineTo { x, y } => (Segment::Line(point(x, y)), (x, y)),
                SimplePathSegment::CurveTo {
                    x1,
                    y1,
                    x2,
                    y2,
                    x,
                    y,
                } => (
                    Segment::Cubic(point(x1, y1), point(x2, y2), point(x, y)),
                    (x, y),
                ),
                SimplePathSegment::Quadratic { x1, y1, x, y } => {
                    let third = |from: f64, to: f64| from + (to - from) * 2.0 / 3.0;
                    let first = point(third(at.0, x1), third(at.1, y1));
                    (
                        Segment::Cubic(first, point(third(x, x1), third(y, y1)), point(x, y)),
                        (x, y),
                    )
                }
            };
            let is_far = |number: f64| number.is_nan() || number.abs() > 10_000.0;
            if is_far(to.0) || is_far(to.1) {
                return Err(ContourError::TooFar);
            }
            at = to;
            contour
                .as_mut()
                .map(|contour| contour.segments.push(next))
                .ok_or(ContourError::NoStart)?;
        }
        let contour = contour.ok_or(ContourError::Empty)?;
        match contour.segments.len() {
            _ if !closed => Err(ContourError::NotClosed),
            0 | 1 => Err(ContourError::EnclosesNothing),
            2..=MAX_SEGMENTS => Ok(contour),
            _ => Err(ContourError::TooLong),
        }
    }

    /// Maps every point with `place`.
    pub fn map(&self, place: impl Fn(Point) -> Point) -> Contour {
        let segments = self.segments.iter().map(|segment| match *segment {
            Segment::Line(to) => Segment::Line(place(to)),
            Segment::Cubic(one, two, to) => Segment::Cubic(place(one), place(two), place(to)),
        });
        Contour {
            start: place(self.start),
            segments: segments.collect(),
        }
    }

    /// Its corners, with curves flattened to straight lines within `tolerance`.
    pub fn corners(&self, tolerance: Um) -> Vec<Point> {
        let mut corners = vec![self.start];
        let mut from = self.start;
        for segment in &self.segments {
            let to = match *segment {
                Segment::Line(to) => to,
                Segment::Cubic(one, two, to) => {
                    let points =
                        [from, one, two, to].map(|point| (point.x.0 as f64, point.y.0 as f64));
                    let steps = steps(points, tolerance);
                    corners
                        .extend((1..steps).map(|step| cubic(points, step as f64 / steps as f64)));
                    to
                }
            };
            corners.push(to);
            from = to;
        }
        corners.dedup();
        if corners.len() > 1 && corners.last() == corners.first() {
            corners.pop();
        }
        corners
    }

    /// The top left corner and size of its bounding box.
    pub fn bounds(&self) -> (Point, Size) {
        let corners = self.corners(Um(1));
        let (mut low, mut high) = (self.start, self.start);
        for corner in corners {
            low = Point::new(low.x.min(corner.x), low.y.min(corner.y));
            high = Point::new(high.x.max(corner.x), high.y.max(corner.y));
        }
        (low, Size::new(high.x - low.x, high.y - low.y))
    }

    /// The area it encloses, in square millimetres.
    pub fn area(&self) -> f64 {
        signed_area(&self.corners(Um(5))).abs()
    }

    /// As SVG path data in millimetres.
    pub fn path(&self) -> String {
        let mut data = format!("M{} {}", self.start.x, self.start.y);
        for segment in &self.segments {
            let _ = match segment {
                Segment::Line(to) => write!(data, "L{} {}", to.x, to.y),
                Segment::Cubic(one, two, to) => {
                    write!(
                        data,
                        "C{} {} {} {} {} {}",
                        one.x, one.y, two.x, two.y, to.x, to.y
                    )
                }
            };
        }
        data.push('Z');
        data
    }
}

/// The area of a polygon in square millimetres; positive if it runs clockwise on paper, where y grows downwards.
pub fn signed_area(corners: &[Point]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let cross = |(a, b): (&Point, &Point)| a.x.mm() * b.y.mm() - b.x.mm() * a.y.mm();
    corners.iter().zip(next).map(cross).sum::<f64>() / 2.0
}

/// How many equal steps approximate a curve within `tolerance`.
fn steps(points: [(f64, f64); 4], tolerance: Um) -> usize {
    // The chord of 1/n of a curve deviates by at most |second derivative| / (8 n n).
    let bend = |a: (f64, f64), b: (f64, f64), c: (f64, f64)| {
        f64::hypot(a.0 - 2.0 * b.0 + c.0, a.1 - 2.0 * b.1 + c.1)
    };
    let second =
        6.0 * bend(points[0], points[1], points[2]).max(bend(points[1], points[2], points[3]));
    ((second / (8.0 * tolerance.0.max(1) as f64)).sqrt().ceil() as usize).clamp(1, 500)
}

fn cubic(points: [(f64, f64); 4], t: f64) -> Point {
    let weights = [
        (1.0 - t).powi(3),
        3.0 * t * (1.0 - t).powi(2),
        3.0 * t * t * (1.0 - t),
        t.powi(3),
    ];
    let (x, y) = points
        .iter()
        .zip(weights)
        .fold((0.0, 0.0), |sum, (point, weight)| {
            (sum.0 + point.0 * weight, sum.1 + point.1 * weight)
        });
    Point::new(Um(x.round() as i64), Um(y.round() as i64))
}
