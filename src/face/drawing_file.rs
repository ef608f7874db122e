//! A drawing in a file of its own, as a picture on faces.

use roxmltree::{Document, Node, ParsingOptions};

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
    if let Some(why) = document.descendants().find_map(not_printed) {
        return Err(why);
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
    let references = references::all(document.root_element());
    if let Some(id) = references::endless(&references) {
        return Err(format!(
            "`{id}` in it refers to itself, or to a chain of too many others"
        ));
    }
    if let Some(much) = effort::of_drawing(document.root_element(), &references) {
        return Err(much);
    }
    usvg::Tree::from_xmltree(&document, options)
        .map_err(|error| format!("it cannot be drawn: {error}"))
}

/// Why a part of a picture cannot be printed, if it is one that would be missing without a word.
fn not_printed(node: Node<'_, '_>) -> Option<String> {
    let name = node.tag_name().name();
    // Illustrator puts a drawing beside its own data, in a choice of one.
    let is_a_choice = node
        .parent()
        .is_some_and(|parent| parent.tag_name().name() == "switch");
    if REFUSED.contains(&name) && !is_a_choice {
        return Some(format!("`<{name}>` in it does not print"));
    }
    if name != "flowRoot" {
        return None;
    }
    // Old versions of Inkscape set texts like this, which nothing else can read, and left empty ones behind.
    let texts = node.descendants().filter(Node::is_text);
    let words: String = texts.filter_map(|text| text.text()).collect();
    let first: String = words.trim().chars().take(20).collect();
    (!first.is_empty()).then(|| {
        format!("the flowed text \"{first}\" in it does not print: in Inkscape, use Text > Convert to Text")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_missing_is_refused() {
        let drawn = |inside: &str| {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">{inside}</svg>"
            );
            drawing(svg.into_bytes(), &usvg::Options::default()).map(|_| ())
        };
        let flowed = |words: &str| format!("<flowRoot><flowPara>{words}</flowPara></flowRoot>");
        assert!(drawn(&flowed("A long story")).is_err_and(|why| why.contains("\"A long story\"")));
        assert!(drawn("<foreignObject><p/></foreignObject>").is_err());
        for shown in [
            flowed(" "),
            "<switch><foreignObject requiredExtensions=\"x\"/><rect width=\"3\" height=\"3\"/></switch>".to_owned(),
        ] {
            assert_eq!(drawn(&shown), Ok(()), "{shown}");
        }
    }
}
