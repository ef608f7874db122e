//! The outlines of pieces.

use super::reader::Field;
use super::{Contour, Point, Problem, Size, Um};

/// The outline of a piece, within its size.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    Rect,
    /// A rectangle with rounded corners of this radius.
    Rounded(Um),
    Circle,
    /// A regular hexagon with level edges at top and bottom.
    FlatHex,
    /// A regular hexagon with corners at top and bottom.
    PointyHex,
    /// Any closed line; the origin is the top left corner of the size.
    Path(Contour),
}

impl Shape {
    /// The outline of a piece of this size, with its top left corner at the origin; `None` for rectangles, whose corners a punch
    /// rounds.
    pub fn outline(&self, size: Size) -> Option<Contour> {
        match self {
            Shape::Rect | Shape::Rounded(_) => None,
            Shape::Circle => Some(Contour::circle(
                Point::new(size.w.half(), size.h.half()),
                size.w.half(),
            )),
            Shape::FlatHex => Some(Contour::polygon(hexagon(size))),
            Shape::PointyHex => Some(Contour::polygon(
                hexagon(size.turned()).map(|corner| Point::new(corner.y, corner.x)),
            )),
            Shape::Path(contour) => Some(contour.clone()),
        }
    }

    /// The area of a piece of this size, in square millimetres, with corners counted as square.
    pub fn area(&self, size: Size) -> f64 {
        self.outline(size)
            .map_or(size.area(), |outline| outline.area())
    }
}

/// The corners of a hexagon with level edges at top and bottom, from the left: a quarter of the width is on either side of the
/// level edges. Equal hexagons moved by three quarters of the width and half the height share an edge exactly.
pub fn hexagon(size: Size) -> [Point; 6] {
    let (quarter, half) = (size.w / 4, size.h / 2);
    [
        Point::new(Um::ZERO, half),
        Point::new(quarter, Um::ZERO),
        Point::new(size.w - quarter, Um::ZERO),
        Point::new(size.w, half),
        Point::new(size.w - quarter, half * 2),
        Point::new(quarter, half * 2),
    ]
}

/// How far a size may differ from that of a regular hexagon.
const HEX_TOLERANCE: Um = Um(50);

/// `"rect"`, `"circle"`, `{ rounded = mm }`, `{ hex = "flat" }`, `{ hex = "pointy" }` or `{ path = "M..." }`.
pub(super) fn read(field: Field<'_>, size: Size) -> Result<Shape, Problem> {
    if !field.is_table() {
        let names = ["rect", "circle"].map(str::to_owned);
        return match field.one_of(&names)? {
            "circle" if size.w != size.h => Err(field.problem(format!(
                "a circle is as wide as it is high; the size is {size} mm"
            ))),
            "circle" => Ok(Shape::Circle),
            _ => Ok(Shape::Rect),
        };
    }
    let section = field.section("`shape`")?;
    let known = ["rounded", "hex", "path"];
    let keys = section.keys();
    let [(key, place)] = keys.as_slice() else {
        let problem = field.problem("a shape is one of `rounded`, `hex` and `path`");
        return Err(problem.help("also possible: shape = \"rect\", shape = \"circle\""));
    };
    let Some(value) = section.field(key).filter(|_| known.contains(&key.as_str())) else {
        let problem = Problem::new(place.clone(), format!("unknown shape `{key}`"));
        return Err(problem.label("expected `rounded`, `hex` or `path`"));
    };
    match key.as_str() {
        "rounded" => Ok(Shape::Rounded(
            value.length(Um(1)..=size.w.min(size.h).half().max(Um(1)))?,
        )),
        "hex" => {
            let flat = value.one_of(&["flat", "pointy"].map(str::to_owned))? == "flat";
            let (long, short) = if flat {
                (size.w, size.h)
            } else {
                (size.h, size.w)
            };
            let regular = Um::from_mm(long.mm() * 0.75_f64.sqrt());
            if (short - regular).0.abs() > HEX_TOLERANCE.0 {
                let (w, h) = if flat {
                    (long, regular)
                } else {
                    (regular, long)
                };
                let problem = field.problem(format!("a hexagon of {size} mm is not regular"));
                return Err(problem.help(format!("size = [{w}, {h}] would be")));
            }
            Ok(if flat {
                Shape::FlatHex
            } else {
                Shape::PointyHex
            })
        }
        _ => {
            let wrong = |why: String| value.problem(format!("the outline cannot be used: {why}"));
            let contour =
                Contour::read(&value.text()?).map_err(|error| wrong(error.to_string()))?;
            let (low, extent) = contour.bounds();
            let air = Um(10);
            if low.x < -air
                || low.y < -air
                || low.x + extent.w > size.w + air
                || low.y + extent.h > size.h + air
            {
                return Err(wrong(format!("it reaches beyond the size of {size} mm")));
            }
            if contour.area() < 10.0 {
                Err(wrong("it encloses less than 10 square millimetres".into()))
            } else {
                Ok(Shape::Path(contour))
            }
        }
    }
}
