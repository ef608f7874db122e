//! Arcs become curves before art is read, with coordinates that are rounded. The sines and cosines in them differ in their last
//! bits between systems, and a kit should print the same bytes on all of them.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

use roxmltree::{Document, ParsingOptions};
use svgtypes::{SimplePathSegment, SimplifyingPathParser};

/// Coordinates are multiples of its inverse.
const GRAIN: f64 = 1e6;

/// An SVG document without arcs in its paths.
pub(super) fn curved(svg: &str) -> Cow<'_, str> {
    let paths = paths_with_arcs(svg);
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

/// Where the data of paths with arcs are, and the same data with curves.
fn paths_with_arcs(svg: &str) -> Vec<(Range<usize>, String)> {
    let has_arcs = |data: &str| data.contains(['A', 'a']);
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    // Most art has none, and is not parsed for it.
    let may_have = svg.match_indices(" d=").any(|(at, name)| {
        let rest = &svg[at + name.len()..];
        let data = rest
            .get(1..)
            .and_then(|data| data.split(['"', '\'']).next());
        data.is_some_and(has_arcs)
    });
    if !may_have {
        return Vec::new();
    }
    // Whoever reads it afterwards says what is wrong with it.
    let Ok(document) = Document::parse_with_options(svg, options) else {
        return Vec::new();
    };
    let nodes = document.descendants();
    let data = nodes.filter_map(|node| node.attribute_node("d"));
    let data = data.filter(|data| has_arcs(data.value()));
    data.filter_map(|data| Some((data.range_value(), with_curves(data.value())?)))
        .collect()
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
        let plain = r#"<svg><path d="M0 0L1 1"/></svg>"#;
        assert!(matches!(super::curved(plain), Cow::Borrowed(_)));
    }
}
