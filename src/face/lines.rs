//! The line weights of a kit: however a part of a face was scaled, its lines match the kit's others.

use roxmltree::{Document, Node};

use super::names::SVG;
use super::plain::number;
use crate::kit::Um;

/// A stroke thicker than the heaviest line by more than this is a shape, such as a shaft or limb.
const SHAPE: f64 = 1.5;

const LINES: [&str; 7] = [
    "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
];

/// The face with each of its lines set to the nearest of these weights. A face that is not valid XML is unchanged; reading it
/// reports the error.
pub(super) fn even(svg: String, weights: &[Um]) -> String {
    let edits = match Document::parse(&svg) {
        Ok(document) => edits(
            document.root_element(),
            &weights.iter().map(|weight| weight.mm()).collect::<Vec<_>>(),
        ),
        Err(_) => return svg,
    };
    let mut even = String::with_capacity(svg.len() + edits.len() * 8);
    let mut done = 0;
    for (range, words) in edits {
        even.push_str(&svg[done..range.start]);
        even.push_str(&words);
        done = range.end;
    }
    even + &svg[done..]
}

/// The stroke properties that a line inherits.
#[derive(Clone, Copy)]
struct Stroke {
    /// The factor by which areas are scaled.
    scale: f64,
    drawn: bool,
    width: f64,
}

/// The edits, in document order.
fn edits(root: Node, weights: &[f64]) -> Vec<(std::ops::Range<usize>, String)> {
    let mut edits = Vec::new();
    let mut stack = vec![(
        root,
        Stroke {
            scale: 1.0,
            drawn: false,
            width: 1.0,
        },
    )];
    while let Some((node, outer)) = stack.pop() {
        let own = node
            .attributes()
            .find(|attribute| attribute.name() == "stroke-width");
        let line = Stroke {
            scale: outer.scale * node.attribute("transform").map_or(1.0, area),
            drawn: node
                .attribute("stroke")
                .map_or(outer.drawn, |stroke| stroke != "none"),
            width: own
                .and_then(|own| number(own.value()))
                .unwrap_or(outer.width),
        };
        if LINES.contains(&node.tag_name().name()) && line.drawn {
            let scale = line.scale.sqrt();
            if let Some(weight) = nearest(line.width * scale, weights)
                .filter(|weight| (weight / scale - line.width).abs() > 5e-5)
            {
                let words = format!("stroke-width=\"{}\"", (weight / scale * 1e4).round() / 1e4);
                let name_end = node.range().start + 1 + node.tag_name().name().len();
                edits.push(
                    own.map_or((name_end..name_end, format!(" {words}")), |own| {
                        (own.range(), words)
                    }),
                );
            }
        }
        // Patterns and clips are scaled where they are used.
        let drawing = |child: &Node| {
            child.tag_name().namespace() == Some(SVG)
                && matches!(child.tag_name().name(), "g" | "a")
                || LINES.contains(&child.tag_name().name())
        };
        stack.extend(node.children().filter(drawing).map(|child| (child, line)));
    }
    edits.sort_by_key(|(range, _)| range.start);
    edits
}

/// The weight for a line of this width; `None` if it is a shape.
fn nearest(width: f64, weights: &[f64]) -> Option<f64> {
    let heaviest = weights.iter().copied().fold(0.0, f64::max);
    let off = |weight: &f64| (weight / width).ln().abs();
    let weights = weights
        .iter()
        .copied()
        .filter(|_| width > 0.0 && width <= heaviest * SHAPE);
    weights.min_by(|one, other| off(one).total_cmp(&off(other)))
}

/// The factor by which a list of transforms scales areas.
fn area(transform: &str) -> f64 {
    let one = |call: &str| {
        let (name, numbers) = call.split_once('(')?;
        let numbers: Vec<f64> = numbers.split([' ', ',']).filter_map(number).collect();
        Some(match (name.trim_matches([' ', ',']), numbers.as_slice()) {
            ("scale", [both]) => both * both,
            ("scale", [x, y]) => x * y,
            ("matrix", [a, b, c, d, ..]) => a * d - b * c,
            _ => 1.0,
        })
    };
    transform.split(')').filter_map(one).product::<f64>().abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_scaled_parts_are_as_heavy_as_others() {
        let weights = [Um(150), Um(280), Um(450)];
        let drawn = |inside: &str| {
            let all = even(format!("<svg xmlns=\"{SVG}\">{inside}</svg>"), &weights);
            all.split_once('>')
                .unwrap()
                .1
                .trim_end_matches("</svg>")
                .to_owned()
        };
        let line =
            |width: &str| format!("<path d=\"M0 0H1\" stroke=\"#000\" stroke-width=\"{width}\"/>");
        for (from, to) in [
            ("0.1", "0.15"),
            ("0.28", "0.28"),
            ("0.3", "0.28"),
            ("0.6", "0.45"),
            ("0.9", "0.9"),
        ] {
            assert_eq!(drawn(&line(from)), line(to));
        }
        let group = |inside: &str| {
            format!("<g transform=\"translate(3 4) rotate(30) scale(-2,2)\">{inside}</g>")
        };
        assert_eq!(drawn(&group(&line("0.28"))), group(&line("0.225")));
        // An inherited width applies to each line at its own scale; lines that are not drawn have none.
        let inherits = "<g stroke=\"#000\" stroke-width=\".28\"><path d=\"M0 0\"/><path transform=\"scale(.5)\" d=\"M0 0\"/></g>";
        let wanted = inherits.replace("<path t", "<path stroke-width=\"0.3\" t");
        assert_eq!(drawn(inherits), wanted);
        for other in [
            "<path stroke-width=\"0.3\"/>",
            "<path",
            "<defs><path stroke=\"#000\" stroke-width=\"0.3\"/></defs>",
        ] {
            assert_eq!(drawn(other), other);
        }
    }
}
