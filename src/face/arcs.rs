//! Arcs, circles and ellipses become curves before art is read, with coordinates that are rounded. The sines and cosines in them
//! differ in their last bits between systems, and a kit should print the same bytes on all of them.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

use roxmltree::{Document, Node, ParsingOptions};
use svgtypes::{SimplePathSegment, SimplifyingPathParser};

/// Coordinates are multiples of its inverse.
const GRAIN: f64 = 1e6;

/// An SVG document without arcs in its paths, and without circles and ellipses around an axis: elsewhere their last bits do not
/// show.
pub(super) fn curved(svg: &str) -> Cow<'_, str> {
    let paths = changes(svg);
    if paths.is_empty() {
        return Cow::Borrowed(svg);
    }
    let mut out = String::with_capacity(svg.len() * 2);
    let mut at = 0;
    for (range, path) in paths {
        out.push_str(&svg[at..range.start]);
        out.push_str(&path);
        at = range.end;
    }
    out.push_str(&svg[at..]);
    Cow::Owned(out)
}

/// What is written instead of parts of a document, in order.
fn changes(svg: &str) -> Vec<(Range<usize>, String)> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    // Most art has none, and is not parsed for it.
    let has_data = svg.match_indices(" d=").any(|(at, name)| {
        let rest = &svg[at + name.len()..];
        let data = rest
            .get(1..)
            .and_then(|data| data.split(['"', '\'']).next());
        data.is_some_and(has_arcs)
    });
    if !has_data && !ROUND.iter().any(|name| svg.contains(name)) {
        return Vec::new();
    }
    // Whoever reads it afterwards says what is wrong with it.
    let Ok(document) = Document::parse_with_options(svg, options) else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    for node in document.descendants().filter(Node::is_element) {
        let data = node.attribute_node("d");
        if let Some(data) = data.filter(|data| has_arcs(data.value())) {
            let curves = with_curves(data.value()).map(|curves| (data.range_value(), curves));
            changes.extend(curves);
        } else if ROUND.contains(&&*format!("<{}", node.tag_name().name())) {
            changes.extend(round(node, svg).into_iter().flatten());
        }
    }
    // The end of an element is after what is in it.
    changes.sort_by_key(|(range, _)| range.start);
    changes
}

fn has_arcs(data: &str) -> bool {
    data.contains(['A', 'a'])
}

/// How the tags of circles and ellipses begin.
const ROUND: [&str; 2] = ["<circle", "<ellipse"];

/// How a circle or an ellipse around an axis becomes a path: its name, its attributes, and its name at the end. `None` for any
/// other, and for one that is measured in units or chosen by its name.
fn round(node: Node<'_, '_>, svg: &str) -> Option<Vec<(Range<usize>, String)>> {
    let length = |name: &str| match node.attribute(name) {
        Some(text) => text.trim().parse::<f64>().ok(),
        None => Some(0.0),
    };
    let (cx, cy) = (length("cx")?, length("cy")?);
    let name = node.tag_name().name();
    let radii = if name == "circle" {
        ["r", "r"]
    } else {
        ["rx", "ry"]
    };
    let (rx, ry) = (length(radii[0])?, length(radii[1])?);
    let is_plain = rx > 0.0 && ry > 0.0 && !svg.contains("<style");
    if !is_plain || cx != 0.0 && cy != 0.0 {
        return None;
    }
    let start = node.range().start + 1;
    // A prefix is not worth the trouble.
    if !svg[start..].starts_with(name) {
        return None;
    }
    let arc = |x: f64, y: f64| format!("A{rx} {ry} 0 0 1 {x} {y}");
    let data = format!(
        "M{} {cy}{}{}{}{}Z",
        cx + rx,
        arc(cx, cy + ry),
        arc(cx - rx, cy),
        arc(cx, cy - ry),
        arc(cx + rx, cy)
    );
    let tag = format!("path d=\"{}\"", with_curves(&data)?);
    let mut changes = vec![(start..start + name.len(), tag)];
    let geometry = ["cx", "cy", radii[0], radii[1]];
    for attribute in node.attributes() {
        if geometry.contains(&attribute.name()) {
            changes.push((attribute.range(), String::new()));
        }
    }
    let end = node.range().end;
    let closing = format!("</{name}>");
    if svg[..end].ends_with(&closing) {
        changes.push((end - closing.len()..end, "</path>".to_owned()));
    }
    Some(changes)
}

/// Path data with curves for its arcs; `None` if it is damaged.
fn with_curves(data: &str) -> Option<String> {
    let mut out = String::new();
    for segment in SimplifyingPathParser::from(data) {
        let (command, points) = match segment.ok()? {
            SimplePathSegment::MoveTo { x, y } => ('M', vec![x, y]),
            SimplePathSegment::LineTo { x, y } => ('L', vec![x, y]),
            SimplePathSegment::CurveTo {
                x1,
                y1,
                x2,
                y2,
                x,
                y,
            } => ('C', vec![x1, y1, x2, y2, x, y]),
            SimplePathSegment::Quadratic { x1, y1, x, y } => ('Q', vec![x1, y1, x, y]),
            SimplePathSegment::ClosePath => ('Z', Vec::new()),
        };
        out.push(command);
        for (at, length) in points.into_iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            // There is no negative zero, which is another text.
            let rounded = (length * GRAIN).round() / GRAIN + 0.0;
            let _ = write!(out, "{space}{rounded}");
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_become_rounded_curves_and_all_else_stays() {
        let text = r#"<svg xmlns="http://www.w3.org/2000/svg"><text> d="M0 0A1"</text><path d="M5 0a5 5 0 0 1 -5 5h2z" id="x"/><path d='M0 0A'/></svg>"#;
        let curved = curved(text);
        let (before, rest) = curved.split_once("M5 0C").unwrap();
        assert!(before.ends_with(r#"<path d=""#), "{curved}");
        assert!(before.contains(r#"<text> d="M0 0A1"</text>"#), "{curved}");
        let (arc, after) = rest.split_once('L').unwrap();
        assert!(arc.ends_with(" 0 5"), "{curved}");
        assert!(
            arc.split(' ').all(|number| number.len() <= 8),
            "coordinates have six decimals: {arc}"
        );
        assert_eq!(after, r#"2 5Z" id="x"/><path d='M0 0A'/></svg>"#);
        let round = super::curved(
            r#"<svg><g/><circle cx="0" fill="red" r="2"><title/></circle><circle cx="1" cy="1" r="2"/></svg>"#,
        );
        assert!(
            round.starts_with(r#"<svg><g/><path d="M2 0C2 "#) && !round.contains("e-"),
            "{round}"
        );
        assert!(
            round
                .ends_with(r#"Z"  fill="red" ><title/></path><circle cx="1" cy="1" r="2"/></svg>"#),
            "{round}"
        );
        let plain = r#"<svg><path d="M0 0L1 1"/></svg>"#;
        assert!(matches!(super::curved(plain), Cow::Borrowed(_)));
    }
}
