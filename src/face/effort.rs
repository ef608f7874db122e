//! How much there is to draw in a piece of art, so that a face that would take too long is refused.

use usvg::filter::{Kind, Primitive};
use usvg::tiny_skia_path::{Path, Point};
use usvg::{Group, ImageKind, Node, Stroke};

/// The most lines and curves in a face; the richest shipped one has a tenth of it.
pub const MAX_STROKES: usize = 100_000;

/// The most steps of filters on a face, each of which goes over all its pixels.
pub const MAX_STEPS: usize = 250;

/// The longest `style` of an element, and the longest style sheet, in bytes: reading them takes quadratic time.
const LONGEST_STYLES: [usize; 2] = [4_000, 20_000];

/// Why the styles of an element would take too long to read; `None` if they would not.
pub(super) fn of_styles(node: roxmltree::Node) -> Option<String> {
    let sheet = node.text().filter(|_| node.tag_name().name() == "style");
    let too_long = |what: &str, style: &str, longest| {
        let length = style.len();
        (length > longest)
            .then(|| format!("a {what} of {length} bytes is longer than the limit of {longest}"))
    };
    let [of_element, of_sheet] = LONGEST_STYLES;
    let own = node
        .attribute("style")
        .and_then(|style| too_long("`style`", style, of_element));
    own.or_else(|| too_long("style sheet", sheet?, of_sheet))
}

/// The lines and curves of a group with its patterns, masks and clips; for a dashed line, its dashes.
pub fn strokes(group: &Group) -> usize {
    let mut sum: usize = 0;
    for node in group.children() {
        sum = sum.saturating_add(match node {
            Node::Group(group) => strokes(group),
            Node::Path(path) => path
                .data()
                .verbs()
                .len()
                .saturating_add(path.stroke().map_or(0, |line| dashes(path.data(), line))),
            Node::Image(_) | Node::Text(_) => 0,
        });
        node.subroots(|root| sum = sum.saturating_add(strokes(root)));
    }
    sum
}

/// The steps of the filters of a group, and of drawings within it.
pub fn steps(group: &Group) -> usize {
    let filters = group.filters().iter();
    let own = filters.flat_map(|filter| filter.primitives()).map(times);
    let mut sum = own.fold(0, usize::saturating_add);
    for node in group.children() {
        sum = sum.saturating_add(match node {
            Node::Group(group) => steps(group),
            Node::Image(image) => match image.kind() {
                ImageKind::SVG(tree) => steps(tree.root()),
                _ => 0,
            },
            Node::Path(_) | Node::Text(_) => 0,
        });
        node.subroots(|root| sum = sum.saturating_add(steps(root)));
    }
    sum
}

/// How often a step of a filter goes over the pixels: several times if it looks at their neighbours, or adds up noise.
fn times(step: &Primitive) -> usize {
    let more = match step.kind() {
        Kind::Turbulence(noise) => noise.num_octaves() as usize,
        Kind::ConvolveMatrix(convolve) => convolve.matrix().data().len() / 4,
        Kind::Morphology(grown) => {
            let area = grown.radius_x().get() * grown.radius_y().get();
            // A float beyond the largest integer becomes that integer.
            (area * 4.0) as usize
        }
        _ => 0,
    };
    more.saturating_add(1)
}

/// The approximate number of dashes in a line.
fn dashes(path: &Path, stroke: &Stroke) -> usize {
    let Some(pattern) = stroke.dasharray() else {
        return 0;
    };
    let length = path
        .points()
        .windows(2)
        .map(|ends: &[Point]| ends[0].distance(ends[1]))
        .sum::<f32>();
    let period: f32 = pattern.iter().sum();
    // A float beyond the largest integer becomes that integer.
    (length / period * pattern.len() as f32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_drawn_is_counted() {
        let count = |inside: &str| {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">{inside}</svg>"
            );
            strokes(
                usvg::Tree::from_str(&svg, &usvg::Options::default())
                    .unwrap()
                    .root(),
            )
        };
        let line = "<path d='M0 0L8 0L8 8' fill='none' stroke='#000'/>";
        assert_eq!(count(line), 3);
        assert_eq!(count(&format!("<g opacity='.5'>{line}{line}</g>")), 6);
        assert_eq!(
            count(&format!("<g id='a'>{line}</g><use href='#a' y='1'/>")),
            6
        );
        assert_eq!(
            count(&line.replace("/>", " stroke-dasharray='1 3'/>")),
            3 + 8
        );
        let pattern = format!(
            "<pattern id='p' width='9' height='9' patternUnits='userSpaceOnUse'>{line}{line}</pattern>"
        );
        assert_eq!(
            count(&format!("{pattern}<path d='M0 0H9V9Z' fill='url(#p)'/>")),
            4 + 6
        );
        let mask = format!("<mask id='m'>{line}</mask><rect width='8' height='8' mask='url(#m)'/>");
        assert_eq!(count(&mask), 5 + 3);
    }

    #[test]
    fn steps_of_filters_are_counted_by_what_they_take() {
        let count = |step: &str| {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">\
                 <filter id='f'>{step}</filter><rect width='8' height='8' filter='url(#f)'/></svg>"
            );
            let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
            steps(tree.root())
        };
        assert_eq!(count("<feGaussianBlur stdDeviation='2'/>"), 1);
        assert!(count("<feTurbulence baseFrequency='1' numOctaves='1000000'/>") > MAX_STEPS);
        assert!(count("<feMorphology radius='900'/>") > MAX_STEPS);
        assert!(count(&"<feGaussianBlur stdDeviation='2'/>".repeat(300)) > MAX_STEPS);
    }
}
