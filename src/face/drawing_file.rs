//! A drawing in a file of its own, as a picture on faces.

use roxmltree::{Document, ParsingOptions};

use super::{effort, references};
use crate::kit::markup;

/// The most elements in an SVG picture.
const MAX_NODES: u32 = 100_000;

/// Elements of an SVG picture that would include something else.
const REFUSED: [&str; 3] = ["script", "foreignObject", "feImage"];

/// What nothing here can read.
const OTHER: &str = "it is neither PNG, JPEG, WebP, TIFF nor SVG";

/// A drawing, with the pictures that are embedded in it.
pub(super) fn drawing(bytes: Vec<u8>, options: &usvg::Options<'_>) -> Result<usvg::Tree, String> {
    let svg = String::from_utf8(bytes).map_err(|_| OTHER)?;
    if let Some((_, beyond)) = markup::over_limits(&svg) {
        return Err(beyond);
    }
    let parsing = ParsingOptions {
        nodes_limit: MAX_NODES,
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(&svg, parsing).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => {
            format!("it has more than {MAX_NODES} elements and texts: simplify it")
        }
        _ if !svg.trim_start().starts_with('<') => OTHER.to_owned(),
        _ => format!("it is not SVG: {error}"),
    })?;
    if document.root_element().tag_name().name() != "svg" {
        return Err(OTHER.into());
    }
    if let Some(node) = document
        .descendants()
        .find(|node| REFUSED.contains(&node.tag_name().name()))
    {
        return Err(format!(
            "`<{}>` in it does not print",
            node.tag_name().name()
        ));
    }
    let linked = document.descendants().find_map(|node| {
        let is_picture = node.tag_name().name() == "image";
        let path = node.attributes().find(|other| other.name() == "href")?;
        (is_picture && !path.value().trim_start().starts_with("data:")).then(|| path.value())
    });
    if let Some(path) = linked {
        return Err(format!(
            "the picture `{path}` is linked to it: embed that, or it cannot be shown"
        ));
    }
    if let Some(long) = document.descendants().find_map(effort::of_styles) {
        return Err(long);
    }
    if let Some(id) = references::endless(&references::all(document.root_element())) {
        return Err(format!(
            "`{id}` in it refers to itself, or to a chain of too many others"
        ));
    }
    usvg::Tree::from_xmltree(&document, options)
        .map_err(|error| format!("it cannot be drawn: {error}"))
}
