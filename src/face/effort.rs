//! How much there is to draw in a piece of art, so that a face that would take too long is refused.

use std::collections::HashMap;

use roxmltree::{Node, NodeId};
use usvg::filter::{Kind, Primitive};
use usvg::tiny_skia_path::{Path, Point};
use usvg::{Group, ImageKind, Node as Part, Stroke};

use super::references::Reference;

/// The most lines and curves in a face; the richest shipped one has a tenth of it.
pub const MAX_STROKES: usize = 100_000;

/// The most steps of filters on a face, each of which goes over all its pixels.
pub const MAX_STEPS: usize = 250;

/// The longest `style` of an element, and the longest style sheet, in bytes: reading them takes quadratic time.
const LONGEST_STYLES: [usize; 2] = [4_000, 20_000];

/// The most elements of a drawing, counting those that are drawn again and again each time, and the most letters.
const MAX_DRAWN: usize = 250_000;
const MAX_LETTERS: usize = 100_000;

/// Why a drawing would take too much memory to read; `None` if it would not. Its references lead nowhere back.
pub(super) fn of_drawing<'a>(root: Node<'a, 'a>, references: &[Reference<'a>]) -> Option<String> {
    let is_shown = |above: Node<'_, '_>| above.tag_name().name() == "text";
    let texts = root.descendants().filter(Node::is_text);
    let letters: usize = texts
        .filter(|text| text.ancestors().any(is_shown))
        .map(|text| text.text().map_or(0, str::len))
        .sum();
    if letters > MAX_LETTERS {
        return Some(format!(
            "its texts have {letters} letters, more than the limit of {MAX_LETTERS}"
        ));
    }
    if references.is_empty() {
        return None;
    }
    let ids = root.descendants();
    let mut count = Count {
        ids: ids
            .filter_map(|node| Some((node.attribute("id")?, node)))
            .collect(),
        references: HashMap::new(),
        known: HashMap::new(),
    };
    for (node, target) in references {
        let targets = count.references.entry(node.id()).or_default();
        targets.extend(target.strip_prefix('#'));
    }
    let drawn = count.all(root);
    (drawn > MAX_DRAWN).then(|| {
        format!(
            "with its markers, patterns and copies it draws more than {MAX_DRAWN} elements: simplify it"
        )
    })
}

/// Counts what is drawn, where definitions are drawn each time that something refers to them.
struct Count<'a> {
    ids: HashMap<&'a str, Node<'a, 'a>>,
    /// What each element refers to.
    references: HashMap<NodeId, Vec<&'a str>>,
    /// The elements of a definition.
    known: HashMap<&'a str, usize>,
}

impl<'a> Count<'a> {
    fn all(&mut self, node: Node<'a, 'a>) -> usize {
        let mut sum: usize = 0;
        for node in node.descendants().filter(Node::is_element) {
            sum = sum.saturating_add(1);
            for id in self.references.get(&node.id()).cloned().unwrap_or_default() {
                let drawn = self.of(id).saturating_mul(self.times(node, id));
                sum = sum.saturating_add(drawn);
            }
        }
        sum
    }

    fn of(&mut self, id: &'a str) -> usize {
        if let Some(known) = self.known.get(id) {
            return *known;
        }
        let Some(node) = self.ids.get(id).copied() else {
            return 0;
        };
        // Colours are not drawn again.
        let own = match node.tag_name().name() {
            "linearGradient" | "radialGradient" | "filter" => 0,
            _ => self.all(node),
        };
        self.known.insert(id, own);
        own
    }

    /// How often an element draws what it refers to: a marker once at each point of its lines.
    fn times(&self, node: Node<'a, 'a>, id: &str) -> usize {
        let is_marker = |node: &Node<'_, '_>| node.tag_name().name() == "marker";
        match self.ids.get(id).filter(|node| is_marker(node)) {
            Some(_) if node.tag_name().name() == "style" => points(node.document().root()),
            Some(_) => points(node),
            None => 1,
        }
    }
}

/// The points of the lines in an element, at each of which there may be a marker.
fn points(node: Node<'_, '_>) -> usize {
    const OF_A_LINE: usize = 2;
    let is_between =
        |letter: char| letter == ',' || letter.is_whitespace() || letter.is_alphabetic();
    let of = |node: Node<'_, '_>| {
        let Some(line) = node.attribute("points").or(node.attribute("d")) else {
            return OF_A_LINE;
        };
        let numbers = line.split(is_between).filter(|part| !part.is_empty());
        numbers.count().div_ceil(2)
    };
    node.descendants().filter(Node::is_element).map(of).sum()
}

/// Why the styles of an element would take too long to read; `None` if they would not.
pub(super) fn of_styles(node: Node<'_, '_>) -> Option<String> {
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
            Part::Group(group) => strokes(group),
            Part::Path(path) => path
                .data()
                .verbs()
                .len()
                .saturating_add(path.stroke().map_or(0, |line| dashes(path.data(), line))),
            Part::Image(_) | Part::Text(_) => 0,
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
            Part::Group(group) => steps(group),
            Part::Image(image) => match image.kind() {
                ImageKind::SVG(tree) => steps(tree.root()),
                _ => 0,
            },
            Part::Path(_) | Part::Text(_) => 0,
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
    use super::super::references;
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
    fn what_would_be_drawn_again_and_again_is_counted_before_it_is() {
        let said = |inside: &str| {
            let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inside}</svg>");
            let document = roxmltree::Document::parse(&svg).unwrap();
            let root = document.root_element();
            of_drawing(root, &references::all(root)).unwrap_or_default()
        };
        let marker = format!(
            "<marker id='m'>{}</marker>",
            "<circle r='2'/>".repeat(1_000)
        );
        let line = |style: &str, points: usize| {
            format!(
                "{marker}<g {style}><path d='M0 0{}'/></g>",
                "L1 1".repeat(points)
            )
        };
        assert_eq!(said(&line("marker-mid='url(#m)'", 20)), "");
        for style in ["marker-mid='url(#m)'", "style='marker: url(#m)'"] {
            assert!(said(&line(style, 2_000)).contains("markers"), "{style}");
        }
        let sheet = "<style>path { marker-mid: url(#m) }</style>";
        assert!(said(&(sheet.to_owned() + &line("", 2_000))).contains("markers"));
        let ten = |id: &str, of: &str| {
            format!(
                "<g id='{id}'>{}</g>",
                format!("<use href='#{of}'/>").repeat(10)
            )
        };
        let copies = [
            "<rect id='a'/>".to_owned(),
            ten("b", "a"),
            ten("c", "b"),
            ten("d", "c"),
            ten("e", "d"),
            ten("f", "e"),
            ten("g", "f"),
        ];
        assert!(said(&copies.concat()).contains("copies"));
        let shaded = "<linearGradient id='l'><stop/></linearGradient>".to_owned()
            + &"<rect fill='url(#l)'/>".repeat(50_000);
        assert_eq!(said(&shaded), "");
        let text = |letters| format!("<text>{}</text>", "x".repeat(letters));
        assert_eq!(said(&text(90_000)), "");
        assert!(said(&text(110_000)).starts_with("its texts have 110000 letters"));
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
