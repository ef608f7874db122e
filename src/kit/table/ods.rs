//! LibreOffice workbooks: one XML file, in which rows and cells have repeat counts.

use std::collections::HashSet;

use roxmltree::{Document, Node, ParsingOptions};

use super::archive::Archive;
use super::letters;
use super::sheet::{Cells, Found, Tab};
use crate::kit::markup;

const TABLE: &str = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";
const STYLE: &str = "urn:oasis:names:tc:opendocument:xmlns:style:1.0";
const OFFICE: &str = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
const CALC: &str = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0";
const TEXT: &str = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";

/// The most elements in a workbook.
const MAX_NODES: u32 = 2_000_000;

/// Why there is no sheet, and what to do about it.
type ReadError = (String, Option<String>);

/// The name and cells of the sheet that `pick` chooses by name.
pub fn read(
    bytes: &[u8],
    pick: impl FnOnce(&[Tab]) -> Result<usize, ReadError>,
) -> Result<(String, Cells), ReadError> {
    let content = Archive::open(bytes)
        .and_then(|mut archive| archive.text("content.xml"))
        .map_err(|why| (why, None))?;
    if let Some((_, beyond)) = markup::over_limits(&content) {
        return Err((format!("it is damaged: {beyond}"), None));
    }
    let options = ParsingOptions {
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(&content, options);
    let document = document.map_err(|error| (format!("it is damaged: {error}"), None))?;
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
    rows(sheets[index], &mut cells);
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

/// Adds every cell that is not blank, while there is room.
fn rows(sheet: Node, cells: &mut Cells) {
    let mut row: usize = 0;
    for node in sheet
        .descendants()
        .filter(|node| node.has_tag_name((TABLE, "table-row")))
    {
        let rows = repeated(&node, "number-rows-repeated");
        let mut column: usize = 0;
        for cell in node.children().filter(Node::is_element) {
            let columns = repeated(&cell, "number-columns-repeated");
            if let Some((value, fault)) = found(&cell) {
                let (down, across) = (
                    spanned(&cell, "number-rows-spanned"),
                    spanned(&cell, "number-columns-spanned"),
                );
                if down > 1 || across > 1 {
                    let area = format!(
                        "{}{}:{}{}",
                        letters(column),
                        row + 1,
                        letters(column + across - 1),
                        row + down
                    );
                    cells.merged.entry(row).or_insert((column, area));
                }
                // Reading stops at the limits.
                for row in row..row.saturating_add(rows) {
                    for column in column..column.saturating_add(columns) {
                        let found = if fault {
                            faulty(&cell, value.clone())
                        } else {
                            Found::Value(value.clone())
                        };
                        if !cells.add(row, column, found) {
                            return;
                        }
                    }
                }
            }
            column = column.saturating_add(columns);
        }
        row = row.saturating_add(rows);
    }
}

/// The contents of a cell, and whether they are unusable; `None` for a blank one.
fn found(cell: &Node) -> Option<(String, bool)> {
    let kind = attribute(cell, OFFICE, "value-type");
    let is_error = attribute(cell, CALC, "value-type") == "error";
    let value = match kind {
        _ if is_error => shown(cell),
        "float" | "percentage" | "currency" => attribute(cell, OFFICE, "value").to_owned(),
        "boolean" => attribute(cell, OFFICE, "boolean-value").to_owned(),
        _ => shown(cell),
    };
    (!value.trim().is_empty()).then_some((value, is_error || kind == "date" || kind == "time"))
}

fn faulty(cell: &Node, value: String) -> Found {
    match attribute(cell, CALC, "value-type") {
        "error" => Found::error(value),
        _ => Found::date(value),
    }
}

/// The paragraphs of a cell, one per line, without its notes.
fn shown(cell: &Node) -> String {
    let paragraphs = cell
        .children()
        .filter(|node| node.has_tag_name((TEXT, "p")));
    let lines = paragraphs.map(|paragraph| {
        let mut line = String::new();
        for node in paragraph.descendants() {
            match node.tag_name().name() {
                "s" => (0..attribute(&node, TEXT, "c").parse().unwrap_or(1).min(100))
                    .for_each(|_| line.push(' ')),
                "tab" => line.push('\t'),
                "line-break" => line.push('\n'),
                _ => line.push_str(node.text().filter(|_| node.is_text()).unwrap_or_default()),
            }
        }
        line
    });
    lines.collect::<Vec<_>>().join("\n")
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
