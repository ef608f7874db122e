//! Anchors: points that a face names, so that pictures can put counters there.

use super::names::SVG;
use roxmltree::Document;

/// A named point on a face: mm from the top left corner of the trimmed piece, y down.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    pub name: String,
    pub x: f64,
    pub y: f64,
}

/// The anchors of an expanded face: every `<place name="heart-3" x="27.7" y="10.6"/>` in its `<metadata>`, which is not printed.
/// Anything written differently is ignored.
pub fn anchors(svg: &str) -> Vec<Anchor> {
    let Ok(document) = Document::parse(svg) else { return Vec::new() };
    let within = |node: &roxmltree::Node| node.ancestors().any(|outer| outer.has_tag_name((SVG, "metadata")));
    let number = |node: &roxmltree::Node, name| super::plain::number(node.attribute(name)?);
    let nodes = document.descendants().filter(|node| node.tag_name().name() == "place" && within(node));
    nodes
        .filter_map(|node| {
            Some(Anchor { name: node.attribute("name")?.to_owned(), x: number(&node, "x")?, y: number(&node, "y")? })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_in_the_metadata_is_a_place() {
        let place = "<place name='a' x='1' y='2.5'/><place name='b' x='wide' y='2'/>";
        let found = anchors(&format!("<svg xmlns='{SVG}'><metadata>{place}</metadata><g>{place}</g></svg>"));
        assert_eq!(found, [Anchor { name: "a".into(), x: 1.0, y: 2.5 }]);
        assert!(anchors("<svg").is_empty());
    }
}
