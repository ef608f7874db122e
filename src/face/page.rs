//! The page that a face is drawn on: its part of the plane, and its size in print.

use roxmltree::Node;

use super::plain::number;

/// CSS units in millimetres.
const UNITS: [(&str, f64); 6] = [
    ("mm", 1.0),
    ("cm", 10.0),
    ("in", 25.4),
    ("pt", 25.4 / 72.0),
    ("pc", 25.4 / 6.0),
    ("px", 25.4 / 96.0),
];

/// The greatest difference between the horizontal and vertical units, as a fraction.
const UNEVEN: f64 = 0.001;

/// A view box, in units of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ViewBox {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
    /// The size of a unit in mm, which follows from `width` and `height` if a drawing program wrote them, and is otherwise 1.
    pub unit: f64,
    /// Whether it declares its size, in which case it may start anywhere.
    pub is_sized: bool,
}

impl ViewBox {
    /// The page of an `<svg>` with these four numbers as its view box. Without any, it is as large as it says, in pixels.
    pub fn of(root: Node) -> Option<ViewBox> {
        let Some(numbers) = root.attribute("viewBox") else {
            let pixels = |name| {
                let text = root.attribute(name)?.trim();
                number(text).or_else(|| Some(length(text)? * 96.0 / 25.4))
            };
            let (w, h) = (pixels("width")?, pixels("height")?);
            let unit = length(root.attribute("width")?)? / w;
            return Some(ViewBox {
                x: 0.0,
                y: 0.0,
                w,
                h,
                unit,
                is_sized: unit.is_finite(),
            });
        };
        let numbers = numbers
            .split([' ', ',', '\n'])
            .filter(|part| !part.is_empty());
        let [x, y, w, h] = numbers.map(number).collect::<Option<Vec<f64>>>()?[..] else {
            return None;
        };
        let page = ViewBox {
            x,
            y,
            w,
            h,
            unit: 1.0,
            is_sized: false,
        };
        let [Some(width), Some(height)] =
            ["width", "height"].map(|name| length(root.attribute(name)?))
        else {
            return Some(page);
        };
        let unit = width / w;
        let even = unit.is_finite() && unit > 0.0 && (height / h / unit - 1.0).abs() < UNEVEN;
        Some(if even {
            ViewBox {
                unit,
                is_sized: true,
                ..page
            }
        } else {
            page
        })
    }

    /// The same page with a size in pixels, if it has no units, as in older documents of Inkscape.
    pub fn in_pixels(self, root: Node) -> Option<ViewBox> {
        let plain = |name: &str| {
            root.attribute(name)
                .is_some_and(|length| number(length.trim()).is_some())
        };
        (self.is_sized && plain("width") && plain("height")).then(|| ViewBox {
            unit: self.unit * 25.4 / 96.0,
            ..self
        })
    }

    /// As in an `<svg>`.
    pub fn view_box(&self) -> String {
        let ViewBox { x, y, w, h, .. } = self;
        format!("{x} {y} {w} {h}")
    }

    /// The same page enlarged or reduced to this size in mm, if its proportions are those, to within `loose` on paper. A page that
    /// gives its size in millimetres means them.
    pub fn scaled(self, root: Node, [w, h]: [f64; 2], loose: f64) -> Option<ViewBox> {
        let metric = |name: &str| {
            let text = root.attribute(name).unwrap_or_default().trim();
            text.ends_with("mm") || text.ends_with("cm")
        };
        let unit = w / self.w;
        let fits = unit.is_finite() && unit > 0.0 && (self.h * unit - h).abs() < loose;
        (fits && !metric("width") && !metric("height")).then_some(ViewBox {
            unit,
            is_sized: true,
            ..self
        })
    }
}

/// A length in mm; a number without a unit is in mm already.
fn length(text: &str) -> Option<f64> {
    let text = text.trim();
    let (plain, unit) = UNITS
        .iter()
        .find_map(|(name, mm)| Some((text.strip_suffix(name)?, *mm)))
        .unwrap_or((text, 1.0));
    Some(number(plain)? * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(attributes: &str) -> Option<ViewBox> {
        let svg = format!("<svg {attributes}/>");
        ViewBox::of(roxmltree::Document::parse(&svg).unwrap().root_element())
    }

    #[test]
    fn a_page_is_as_large_as_it_says() {
        let unit = |attributes: &str| {
            page(attributes).map(|page| (page.is_sized, (page.unit * 1e4).round() / 1e4))
        };
        assert_eq!(unit("viewBox='-3 -3 69 94'"), Some((false, 1.0)));
        assert_eq!(
            unit("viewBox='0,0,69 94' width='69mm' height='94mm'"),
            Some((true, 1.0))
        );
        assert_eq!(
            unit("viewBox='0 0 260.787 355.276' width='69mm' height='94mm'"),
            Some((true, 0.2646))
        );
        assert_eq!(
            unit("viewBox='0 0 72 144' width='1in' height='2in'"),
            Some((true, 0.3528))
        );
        assert_eq!(
            unit("viewBox='0 0 69 94' width='69' height='94'"),
            Some((true, 1.0))
        );
        assert_eq!(
            unit("viewBox='0 0 69 94' width='100%' height='100%'"),
            Some((false, 1.0))
        );
        assert_eq!(
            unit("viewBox='0 0 69 94' width='94mm' height='69mm'"),
            Some((false, 1.0))
        );
        assert_eq!(
            (unit("viewBox='0 0 69'"), unit("width='69mm'")),
            (None, None)
        );
    }
}
