//! How the cells of an Excel workbook look: bold, italic, per cent. The reader of cells does not tell.

use std::collections::HashMap;

use roxmltree::Node;

use super::archive::Archive;
use super::format::NumberFormat;
use super::package::{is, parse, part, place};
use crate::kit::marked::{Look, Marked};
use crate::kit::markup;

/// A sheet's XML, which is searched for what the reader of cells leaves out.
pub struct Raw<'s> {
    sheet: &'s str,
    styles: Vec<Style>,
    /// By their numbers, the texts of which parts look different.
    texts: HashMap<usize, String>,
}

/// The style of a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Style {
    pub look: Look,
    pub format: NumberFormat,
}

/// What is known about a cell beyond its value.
pub struct Extra {
    pub row: usize,
    pub column: usize,
    /// A formula without a value, or one that shows a picture.
    pub formula: Option<String>,
    pub style: Style,
    /// Its text with marks, if parts of it look different.
    pub marked: Option<String>,
}

impl<'s> Raw<'s> {
    /// `None` where there is nothing to be found.
    pub fn open(archive: &mut Archive<'_>, sheet: &'s str) -> Option<Raw<'s>> {
        let styles = part(archive, "xl/styles.xml").map_or(Vec::new(), |xml| styles(&xml));
        let texts = part(archive, "xl/sharedStrings.xml").map_or(HashMap::new(), |xml| texts(&xml));
        let is_plain = styles.iter().all(|style| *style == Style::default());
        let has_more = ["<f", "<r>", "hidden="]
            .iter()
            .any(|sign| sheet.contains(sign))
            || !is_plain
            || !texts.is_empty();
        (has_more && markup::over_limits(sheet).is_none()).then_some(Raw {
            sheet,
            styles,
            texts,
        })
    }

    /// What is known about cells, and the rows that are not shown.
    pub fn read(&self) -> (Vec<Extra>, Vec<usize>) {
        let Some(document) = parse(self.sheet) else {
            return Default::default();
        };
        let cells = document.descendants().filter(|node| is(node, "c"));
        let extras = cells.filter_map(|cell| self.cell(&cell)).collect();
        let rows = document.descendants().filter(|node| is(node, "row"));
        let is_hidden = |row: &Node<'_, '_>| matches!(row.attribute("hidden"), Some("1" | "true"));
        let number = |row: Node<'_, '_>| row.attribute("r")?.parse::<usize>().ok()?.checked_sub(1);
        let hidden = rows.filter(is_hidden).filter_map(number).collect();
        (extras, hidden)
    }

    fn cell(&self, cell: &Node<'_, '_>) -> Option<Extra> {
        let (column, row) = place(cell.attribute("r")?)?;
        let words = |name: &str| {
            let part = cell.children().find(|node| is(node, name));
            part.map(|part| part.text().unwrap_or_default().to_owned())
        };
        let kind = cell.attribute("t").unwrap_or_default();
        let value = words("v").filter(|value| !value.is_empty());
        let style = cell
            .attribute("s")
            .and_then(|style| self.styles.get(style.parse::<usize>().ok()?))
            .cloned()
            .unwrap_or_default();
        let marked = match kind {
            "s" => value
                .as_ref()
                .and_then(|value| self.texts.get(&value.parse::<usize>().ok()?))
                .cloned(),
            "inlineStr" => cell
                .children()
                .find(|node| is(node, "is"))
                .and_then(|text| runs(&text)),
            _ => None,
        };
        // An empty text is also a value.
        let is_blank = kind != "str" && value.is_none();
        let formula = words("f").filter(|formula| is_blank || shown_address(formula).is_some());
        let is_known = formula.is_some() || marked.is_some() || style != Style::default();
        is_known.then_some(Extra {
            row,
            column,
            formula,
            style,
            marked,
        })
    }
}

/// The styles that cells refer to by number.
fn styles(xml: &str) -> Vec<Style> {
    let Some(document) = parse(xml) else {
        return Vec::new();
    };
    let within = |list: &str, name: &'static str| {
        document
            .root_element()
            .children()
            .find(|node| is(node, list))
            .into_iter()
            .flat_map(|list| list.children())
            .filter(move |node| is(node, name))
    };
    let formats: HashMap<&str, &str> = within("numFmts", "numFmt")
        .filter_map(|format| {
            Some((
                format.attribute("numFmtId")?,
                format.attribute("formatCode")?,
            ))
        })
        .collect();
    let fonts: Vec<Look> = within("fonts", "font").map(|font| look(&font)).collect();
    within("cellXfs", "xf")
        .map(|style| {
            let font = style
                .attribute("fontId")
                .and_then(|id| id.parse::<usize>().ok());
            let format = style.attribute("numFmtId").unwrap_or_default();
            Style {
                look: font
                    .and_then(|id| fonts.get(id))
                    .copied()
                    .unwrap_or_default(),
                format: match format {
                    "9" => NumberFormat::of("0%"),
                    "10" => NumberFormat::of("0.00%"),
                    _ => formats
                        .get(format)
                        .map_or_else(NumberFormat::default, |code| NumberFormat::of(code)),
                },
            }
        })
        .collect()
}

/// Whether a font, or the properties of a run, are bold or italic.
fn look(font: &Node<'_, '_>) -> Look {
    let has = |name: &str| {
        font.children()
            .any(|node| is(&node, name) && !matches!(node.attribute("val"), Some("0" | "false")))
    };
    Look {
        strong: has("b"),
        slanted: has("i"),
    }
}

/// The shared texts of which parts look different, by their numbers.
fn texts(xml: &str) -> HashMap<usize, String> {
    if !xml.contains("<r>") {
        return HashMap::new();
    }
    let Some(document) = parse(xml) else {
        return HashMap::new();
    };
    document
        .root_element()
        .children()
        .filter(|node| is(node, "si"))
        .enumerate()
        .filter_map(|(number, text)| Some((number, runs(&text)?)))
        .collect()
}

/// A text of several runs, with marks; `None` if all look the same.
fn runs(text: &Node<'_, '_>) -> Option<String> {
    let mut marked = Marked::default();
    let mut is_plain = true;
    for run in text.children().filter(|node| is(node, "r")) {
        let look = run
            .children()
            .find(|node| is(node, "rPr"))
            .map_or(Look::default(), |properties| look(&properties));
        is_plain &= look == Look::default();
        let words = run.children().find(|node| is(node, "t"));
        marked.add(
            words.and_then(|words| words.text()).unwrap_or_default(),
            look,
        );
    }
    (!is_plain).then(|| marked.finish())
}

/// The address of the picture that a formula shows, as `IMAGE("https://..")` does.
pub fn shown_address(formula: &str) -> Option<&str> {
    let formula = formula.trim_start_matches("_xlfn.");
    let words = formula.strip_prefix("IMAGE(")?.trim_start();
    let (address, _) = words.strip_prefix('"')?.split_once('"')?;
    (!address.is_empty()).then_some(address)
}
