//! The parts of an Excel workbook: XML files that link to each other.

use roxmltree::{Document, Node, ParsingOptions};

use super::archive::Archive;
use crate::kit::markup;

/// The most elements in a part of a workbook that is searched.
const MAX_NODES: u32 = 2_000_000;

/// The part that lists the sheets.
const BOOK: &str = "xl/workbook.xml";

/// The text of a part; `None` if there is none that can be read.
pub fn part(archive: &mut Archive<'_>, path: &str) -> Option<String> {
    archive
        .text(path)
        .ok()
        .filter(|xml| markup::over_limits(xml).is_none())
}

pub fn parse(xml: &str) -> Option<Document<'_>> {
    let options = ParsingOptions {
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(xml, options).ok()
}

/// The path of a sheet's file.
pub fn path_of(archive: &mut Archive<'_>, sheet: &str) -> Option<String> {
    let xml = part(archive, BOOK)?;
    let book = parse(&xml)?;
    let sheet = book
        .descendants()
        .find(|node| is(node, "sheet") && node.attribute("name") == Some(sheet))?;
    let link = attribute(&sheet, "id")?;
    links(archive, BOOK)
        .into_iter()
        .find_map(|known| (known.id == link).then_some(known.path))
}

/// What a part links to.
pub struct Link {
    pub id: String,
    /// The end of the address that says what kind of thing it is.
    pub kind: String,
    pub path: String,
}

/// The XML of a sheet without the rows below the last that holds something: a million of them may be formatted.
pub fn to_last_row(mut sheet: String) -> String {
    const ENDS: [&str; 4] = ["</v>", "</is>", "</f>", "hidden="];
    const CLOSED: &str = "</sheetData></worksheet>";
    let Some(rows_end) = sheet.find("</sheetData>") else {
        return sheet;
    };
    let last = ENDS
        .iter()
        .filter_map(|end| sheet[..rows_end].rfind(end))
        .max();
    let end =
        last.and_then(|last| Some(last + sheet[last..rows_end].find("</row>")? + "</row>".len()));
    let rest = end.map_or(0, |end| sheet[end..rows_end].matches("<row").count());
    if let Some(end) = end.filter(|_| rest > 0) {
        sheet.truncate(end);
        sheet.push_str(CLOSED);
    }
    sheet
}

/// Everything that a part links to.
pub fn links(archive: &mut Archive<'_>, path: &str) -> Vec<Link> {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let Some(xml) = part(archive, &format!("{folder}/_rels/{file}.rels")) else {
        return Vec::new();
    };
    let Some(document) = parse(&xml) else {
        return Vec::new();
    };
    let link = |node: Node<'_, '_>| {
        let kind = attribute(&node, "Type")?;
        Some(Link {
            id: attribute(&node, "Id")?.to_owned(),
            kind: kind.rsplit('/').next().unwrap_or(kind).to_owned(),
            path: resolved(folder, attribute(&node, "Target")?),
        })
    };
    document.descendants().filter_map(link).collect()
}

/// The path of what a part in this folder links to.
fn resolved(folder: &str, target: &str) -> String {
    if let Some(path) = target.strip_prefix('/') {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in target.split('/') {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// An attribute by its name in any namespace.
pub fn attribute<'a>(node: &Node<'a, '_>, name: &str) -> Option<&'a str> {
    let found = node.attributes().find(|known| known.name() == name);
    found.map(|found| found.value())
}

pub fn is(node: &Node<'_, '_>, name: &str) -> bool {
    node.tag_name().name() == name
}

/// Column and row of a cell from its name, from 0: C7 is 2, 6.
pub fn place(name: &str) -> Option<(usize, usize)> {
    let (letters, row) = name.split_at(name.find(|letter: char| letter.is_ascii_digit())?);
    let column = letters.bytes().try_fold(0_usize, |column, letter| {
        let digit = letter
            .is_ascii_uppercase()
            .then(|| usize::from(letter - b'A') + 1)?;
        column.checked_mul(26)?.checked_add(digit)
    })?;
    Some((
        column.checked_sub(1)?,
        row.parse::<usize>().ok()?.checked_sub(1)?,
    ))
}
