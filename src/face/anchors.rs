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

/// A named area of a face that is divided into squares or hexes: mm, as in [`Anchor`].
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    pub name: String,
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

/// The anchors of an expanded face: every `<place name="heart-3" x="27.7" y="10.6"/>` in its `<metadata>`, which is not printed.
/// Anything written differently is ignored.
pub fn anchors(svg: &str) -> Vec<Anchor> {
    read_all(svg, "place", |name, number| {
        Some(Anchor {
            name,
            x: number("x")?,
            y: number("y")?,
        })
    })
}

/// The same for every `<grid name="tiles" x="214" y="20" w="360" h="360"/>`.
pub fn grids(svg: &str) -> Vec<Area> {
    read_all(svg, "grid", |name, number| {
        Some(Area {
            name,
            x: number("x")?,
            y: number("y")?,
            w: number("w")?,
            h: number("h")?,
        })
    })
}

/// Reads the elements of a kind in the metadata, each with a name and numbers.
fn read_all<T>(
    svg: &str,
    kind: &str,
    read: impl Fn(String, &dyn Fn(&str) -> Option<f64>) -> Option<T>,
) -> Vec<T> {
    let Ok(document) = Document::parse(svg) else {
        return Vec::new();
    };
    let within = |node: &roxmltree::Node| {
        node.ancestors()
            .any(|outer| outer.has_tag_name((SVG, "metadata")))
    };
    let nodes = document
        .descendants()
        .filter(|node| node.tag_name().name() == kind && within(node));
    let one = |node: roxmltree::Node<'_, '_>| {
        read(node.attribute("name")?.to_owned(), &|key| {
            super::plain::number(node.attribute(key)?)
        })
    };
    nodes.filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_elements_in_the_metadata_are_read() {
        let place = "<place name='a' x='1' y='2.5'/><place name='b' x='wide' y='2'/><grid name='c' x='1' y='2' w='3' h='4'/>";
        let found = anchors(&format!(
            "<svg xmlns='{SVG}'><metadata>{place}</metadata><g>{place}</g></svg>"
        ));
        assert_eq!(
            found,
            [Anchor {
                name: "a".into(),
                x: 1.0,
                y: 2.5
            }]
        );
        let found = grids(&format!(
            "<svg xmlns='{SVG}'><metadata>{place}</metadata><g>{place}</g></svg>"
        ));
        assert_eq!(
            found,
            [Area {
                name: "c".into(),
                x: 1.0,
                y: 2.0,
                w: 3.0,
                h: 4.0
            }]
        );
        assert!(anchors("<svg").is_empty());
    }
}
