//! LibreOffice workbooks: one XML file, in which rows and cells have repeat counts.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node, ParsingOptions};

use super::MAX_ROWS;
use super::archive::{Archive, ReadError, WAY_OUT};
use super::pictures;
use super::sheet::{Area, Cells, Found, Tab};
use crate::kit::marked::{Look, Marked};
use crate::kit::markup;

const TABLE: &str = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";
const STYLE: &str = "urn:oasis:names:tc:opendocument:xmlns:style:1.0";
const OFFICE: &str = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
const CALC: &str = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0";
const FORMAT: &str = "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0";
const DRAW: &str = "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0";
const LINK: &str = "http://www.w3.org/1999/xlink";
const TEXT: &str = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";

/// The most elements in a workbook.
const MAX_NODES: u32 = 2_000_000;

/// The name and cells of the sheet that `pick` chooses by name.
pub fn read(
    bytes: &[u8],
    pick: impl FnOnce(&[Tab]) -> Result<usize, ReadError>,
) -> Result<(String, Cells), ReadError> {
    let plain = |why: String| (why, None);
    let mut archive = Archive::open(bytes)?;
    let content = archive.text("content.xml").map_err(plain)?;
    if let Some((_, beyond)) = markup::over_limits(&content) {
        return Err((format!("it is damaged: {beyond}"), None));
    }
    let options = ParsingOptions {
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(&content, options);
    let document = document.map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => {
            let why = format!("it has more than {MAX_NODES} rows, cells and texts");
            (why, Some(WAY_OUT.to_owned()))
        }
        error => plain(format!("it is damaged: {error}")),
    })?;
    let sheets: Vec<Node> = document
        .descendants()
        .filter(|node| node.has_tag_name((TABLE, "table")))
        .collect();
    let hidden: HashSet<&str> = document
        .descendants()
        .filter(is_hidden)
        .map(|style| attribute(&style, STYLE, "name"))
        .collect();
    let tab = |sheet: &Node| Tab {
        name: attribute(sheet, TABLE, "name").to_owned(),
        is_hidden: hidden.contains(attribute(sheet, TABLE, "style-name")),
    };
    let tabs: Vec<Tab> = sheets.iter().map(tab).collect();
    let index = pick(&tabs)?;
    let mut cells = Cells::default();
    for (row, column, path) in rows(sheets[index], &looks(&document), &mut cells) {
        cells.lay(row, column, pictures::name(&mut archive, path));
    }
    Ok((tabs[index].name.clone(), cells))
}

/// Whether a style hides the sheets that have it.
fn is_hidden(node: &Node) -> bool {
    node.has_tag_name((STYLE, "style"))
        && node.children().any(|part| {
            part.has_tag_name((STYLE, "table-properties"))
                && attribute(&part, TABLE, "display") == "false"
        })
}

/// The styles that are bold or italic, by their names.
type Looks<'d> = HashMap<&'d str, Look>;

fn looks<'d>(document: &'d Document<'d>) -> Looks<'d> {
    let styles = document
        .descendants()
        .filter(|node| node.has_tag_name((STYLE, "style")));
    styles
        .filter_map(|style| {
            let text = style
                .children()
                .find(|part| part.has_tag_name((STYLE, "text-properties")))?;
            let weight = attribute(&text, FORMAT, "font-weight");
            let look = Look {
                strong: weight == "bold" || weight.parse::<u16>().is_ok_and(|weight| weight > 500),
                slanted: attribute(&text, FORMAT, "font-style") == "italic",
            };
            (look != Look::default()).then(|| (attribute(&style, STYLE, "name"), look))
        })
        .collect()
}

/// Adds every cell that is not blank, while there is room; the places and paths of the pictures in them.
fn rows<'d>(
    sheet: Node<'d, '_>,
    looks: &Looks<'_>,
    cells: &mut Cells,
) -> Vec<(usize, usize, &'d str)> {
    let mut pictures = Vec::new();
    let mut row: usize = 0;
    for node in sheet
        .descendants()
        .filter(|node| node.has_tag_name((TABLE, "table-row")))
    {
        let rows = repeated(&node, "number-rows-repeated");
        if matches!(attribute(&node, TABLE, "visibility"), "filter" | "collapse") {
            (row..row.saturating_add(rows).min(MAX_ROWS)).for_each(|row| cells.hide(row));
        }
        let mut column: usize = 0;
        for cell in node.children().filter(Node::is_element) {
            let columns = repeated(&cell, "number-columns-repeated");
            pictures.extend(drawn(&cell).map(|path| (row, column, path)));
            if let Some(found) = found(&cell, looks) {
                let down = spanned(&cell, "number-rows-spanned");
                let across = spanned(&cell, "number-columns-spanned");
                if down > 1 || across > 1 {
                    cells.merge(Area {
                        top: row,
                        left: column,
                        bottom: row + down - 1,
                        right: column + across - 1,
                    });
                }
                // Reading stops at the limits.
                for row in row..row.saturating_add(rows) {
                    for column in column..column.saturating_add(columns) {
                        if !cells.add(row, column, found.clone()) {
                            return pictures;
                        }
                    }
                }
            }
            column = column.saturating_add(columns);
        }
        row = row.saturating_add(rows);
    }
    pictures
}

/// The paths of the pictures that belong to a cell; a chart is none.
fn drawn<'a, 'd>(cell: &Node<'a, 'd>) -> impl Iterator<Item = &'a str> {
    let frames = cell.descendants().filter(|node| {
        let is_object = |part: Node<'_, '_>| part.has_tag_name((DRAW, "object"));
        node.has_tag_name((DRAW, "frame")) && !node.children().any(is_object)
    });
    let image = |frame: Node<'a, 'd>| {
        let mut parts = frame.children();
        parts.find(|part| part.has_tag_name((DRAW, "image")))
    };
    let path = |image: Node<'a, 'd>| attribute(&image, LINK, "href").trim_start_matches("./");
    frames.filter_map(image).map(path)
}

/// The contents of a cell; `None` for a blank one.
fn found(cell: &Node, looks: &Looks<'_>) -> Option<Found> {
    let kind = attribute(cell, OFFICE, "value-type");
    if attribute(cell, CALC, "value-type") == "error" {
        return not_blank(Found::error(shown(cell)));
    }
    not_blank(match kind {
        "float" | "currency" => number(cell),
        "boolean" => Found::value(attribute(cell, OFFICE, "boolean-value").to_owned()),
        "date" | "time" => Found::date(shown(cell)),
        "percentage" => Found::value(shown(cell)),
        _ => Found {
            marked: marked(cell, looks),
            ..Found::value(shown(cell))
        },
    })
}

/// A number, as it is shown if signs or words belong to it.
fn number(cell: &Node) -> Found {
    let bare = attribute(cell, OFFICE, "value").to_owned();
    let shown = shown(cell);
    let shown = shown.trim();
    let is_plain = |letter: char| letter.is_ascii_digit() || "-.,'\u{a0}\u{202f} ".contains(letter);
    // A number too large for its column is shown as ###.
    if shown.chars().all(is_plain) || shown.starts_with("##") || shown.contains(['E', 'e']) {
        return Found::value(bare);
    }
    Found::number(shown.to_owned(), bare)
}

fn not_blank(found: Found) -> Option<Found> {
    (!found.words.trim().is_empty()).then_some(found)
}

/// The paragraphs of a cell, one per line, without its notes.
fn shown(cell: &Node) -> String {
    let mut words = String::new();
    each_part(cell, |part, _| words.push_str(part));
    words
}

/// The same with marks, if parts are bold or italic.
fn marked(cell: &Node, looks: &Looks<'_>) -> Option<String> {
    if looks.is_empty() {
        return None;
    }
    let look_of = |style: &str| looks.get(style).copied().unwrap_or_default();
    let whole = look_of(attribute(cell, TABLE, "style-name"));
    let mut marked = Marked::default();
    let mut is_plain = true;
    each_part(cell, |part, style| {
        let look = whole.or(look_of(style));
        is_plain &= look == Look::default();
        marked.add(part, look);
    });
    (!is_plain).then(|| marked.finish())
}

/// Passes every part of a cell's text with the name of its style.
fn each_part(cell: &Node, mut take: impl FnMut(&str, &str)) {
    let paragraphs = cell
        .children()
        .filter(|node| node.has_tag_name((TEXT, "p")));
    for (number, paragraph) in paragraphs.enumerate() {
        if number > 0 {
            take("\n", "");
        }
        for node in paragraph.descendants() {
            let style = node
                .parent()
                .filter(|parent| parent.has_tag_name((TEXT, "span")))
                .map_or("", |span| attribute(&span, TEXT, "style-name"));
            match node.tag_name().name() {
                "s" => {
                    let count = attribute(&node, TEXT, "c").parse().unwrap_or(1);
                    take(&" ".repeat(std::cmp::min(count, 100)), style);
                }
                "tab" => take("\t", style),
                "line-break" => take("\n", style),
                _ if node.is_text() => take(node.text().unwrap_or_default(), style),
                _ => {}
            }
        }
    }
}

fn attribute<'a>(node: &Node<'a, '_>, space: &str, name: &str) -> &'a str {
    node.attribute((space, name)).unwrap_or_default()
}

fn repeated(node: &Node, name: &str) -> usize {
    attribute(node, TABLE, name).parse().unwrap_or(1)
}

/// How many cells a merged one covers, up to the largest possible number.
fn spanned(node: &Node, name: &str) -> usize {
    repeated(node, name).clamp(1, 1 << 24)
}
