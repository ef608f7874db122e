//! Pictures that lie in the cells of an Excel workbook, over a cell or placed in it. The reader of cells does not tell of them.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::MAX_COLUMNS;
use super::archive::Archive;
use super::package::{attribute, is, links, parse, part, place};
use crate::kit::markup;

/// The endings of pictures that can be drawn.
const DRAWABLE: [&str; 4] = ["png", "jpg", "jpeg", "svg"];

/// A picture of a workbook, and its cell: row and column from 0.
pub struct Placed {
    pub row: usize,
    pub column: usize,
    /// Its path in the workbook.
    pub path: String,
    /// Whether it is the value of its cell.
    pub is_value: bool,
}

/// What a picture of a workbook is called as a file of its own: the same for as long as it looks the same. `None` for a kind that
/// cannot be drawn.
pub fn name(archive: &mut Archive<'_>, path: &str) -> Option<String> {
    let ending = path.rsplit('.').next()?.to_ascii_lowercase();
    let checksum = archive.checksum(path)?;
    let is_drawable = DRAWABLE.contains(&&*ending);
    is_drawable.then(|| format!("picture-{checksum:08x}.{ending}"))
}

/// All pictures of a workbook that have one of these names as files of their own.
pub fn named(archive: &mut Archive<'_>, wanted: impl Fn(&str) -> bool) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for path in archive.names() {
        let name = name(archive, &path).filter(|name| wanted(name));
        let bytes = name.and_then(|name| Some((name, archive.bytes(&path)?)));
        found.extend(bytes);
    }
    found
}

/// The pictures of the sheet with this path and this XML.
pub fn placed(archive: &mut Archive<'_>, path: &str, xml: &str) -> Vec<Placed> {
    let links = links(archive, path);
    let has_any = xml.contains(" vm=") || links.iter().any(|link| link.kind == "drawing");
    let is_read = has_any && markup::over_limits(xml).is_none();
    let Some(sheet) = is_read.then(|| parse(xml)).flatten() else {
        return Vec::new();
    };
    let mut pictures = values(archive, &sheet).unwrap_or_default();
    let sizes = Sizes::of(&sheet);
    for link in links.iter().filter(|link| link.kind == "drawing") {
        pictures.extend(drawn(archive, &link.path, &sizes).unwrap_or_default());
    }
    pictures
}

/// Pictures that were placed in cells.
fn values(archive: &mut Archive<'_>, sheet: &Document<'_>) -> Option<Vec<Placed>> {
    let cells: Vec<Node<'_, '_>> = sheet
        .descendants()
        .filter(|node| is(node, "c") && node.has_attribute("vm"))
        .collect();
    if cells.is_empty() {
        return None;
    }
    let metadata = part(archive, "xl/metadata.xml")?;
    let values = part(archive, "xl/richData/rdrichvalue.xml")?;
    let kinds = part(archive, "xl/richData/rdrichvaluestructure.xml")?;
    let pictures = part(archive, PICTURES)?;
    let [metadata, values, kinds, pictures] =
        [&metadata, &values, &kinds, &pictures].map(|xml| parse(xml));
    let metadata = metadata?;
    let listed = |list: &str, name: Option<&str>| {
        let mut nodes = metadata.descendants();
        nodes.find(|node| is(node, list) && (name.is_none() || node.attribute("name") == name))
    };
    let (values, kinds, pictures) = (values?, kinds?, pictures?);
    let rich = Rich {
        cells: all(listed("valueMetadata", None)?, "bk"),
        blocks: all(listed("futureMetadata", Some("XLRICHVALUE"))?, "bk"),
        values: all(values.root_element(), "rv"),
        kinds: all(kinds.root_element(), "s"),
        pictures: all(pictures.root_element(), "rel"),
    };
    let paths = paths(archive, PICTURES);
    let picture = |cell: &Node<'_, '_>| {
        let (column, row) = place(cell.attribute("r")?)?;
        let id = rich.picture(cell.attribute("vm")?.parse().ok()?)?;
        Some(Placed {
            row,
            column,
            path: paths.get(id)?.clone(),
            is_value: true,
        })
    };
    Some(cells.iter().filter_map(picture).collect())
}

/// The paths of what a part links to, by the names of the links.
fn paths(archive: &mut Archive<'_>, path: &str) -> HashMap<String, String> {
    let links = links(archive, path).into_iter();
    links.map(|link| (link.id, link.path)).collect()
}

/// The part that lists the pictures of values.
const PICTURES: &str = "xl/richData/richValueRel.xml";

/// Values that are more than a number or a text, in lists: a cell names the place of one in the first, which names one in the next.
struct Rich<'a, 'd> {
    cells: Vec<Node<'a, 'd>>,
    blocks: Vec<Node<'a, 'd>>,
    values: Vec<Node<'a, 'd>>,
    kinds: Vec<Node<'a, 'd>>,
    pictures: Vec<Node<'a, 'd>>,
}

impl<'a> Rich<'a, '_> {
    /// The link to the picture of a value.
    fn picture(&self, value: usize) -> Option<&'a str> {
        let number = |node: &Node<'_, '_>, name: &str| node.attribute(name)?.parse::<usize>().ok();
        let cell = child(self.cells.get(value.checked_sub(1)?)?, "rc")?;
        let block = self.blocks.get(number(&cell, "v")?)?;
        let found = block.descendants().find(|node| is(node, "rvb"))?;
        let value = self.values.get(number(&found, "i")?)?;
        let kind = self.kinds.get(number(value, "s")?)?;
        let mut keys = kind.children().filter(|node| is(node, "k"));
        let at = keys.position(|key| key.attribute("n") == Some("_rvRel:LocalImageIdentifier"))?;
        let mut parts = value.children().filter(|node| is(node, "v"));
        let picture = self
            .pictures
            .get(parts.nth(at)?.text()?.parse::<usize>().ok()?)?;
        attribute(picture, "id")
    }
}

/// All children of this name.
fn all<'a, 'd>(node: Node<'a, 'd>, name: &str) -> Vec<Node<'a, 'd>> {
    node.children().filter(|node| is(node, name)).collect()
}

fn child<'a, 'd>(node: &Node<'a, 'd>, name: &str) -> Option<Node<'a, 'd>> {
    node.children().find(|node| is(node, name))
}

/// Pictures that lie over the cells of a sheet.
fn drawn(archive: &mut Archive<'_>, path: &str, sizes: &Sizes) -> Option<Vec<Placed>> {
    let xml = part(archive, path)?;
    let drawing = parse(&xml)?;
    let paths = paths(archive, path);
    let mut pictures = Vec::new();
    for anchor in drawing.root_element().children() {
        let Some((row, column)) = cell(&anchor, sizes) else {
            continue;
        };
        for picture in anchor.descendants().filter(|node| is(node, "pic")) {
            let blip = picture.descendants().find(|node| is(node, "blip"));
            let id = blip.and_then(|blip| attribute(&blip, "embed"));
            let path = id.and_then(|id| paths.get(id));
            pictures.extend(path.map(|path| Placed {
                row,
                column,
                path: path.clone(),
                is_value: false,
            }));
        }
    }
    Some(pictures)
}

/// The row and column in which the middle of a drawing lies; that of its corner, where only the corner is told.
fn cell(anchor: &Node<'_, '_>, sizes: &Sizes) -> Option<(usize, usize)> {
    let number = |corner: &str, name: &str| {
        let corner = child(anchor, corner)?;
        let number = child(&corner, name)?.text()?.trim();
        number.parse::<u32>().ok().map(|number| number as usize)
    };
    let middle = |name: &str, beyond: &str, size: &dyn Fn(usize) -> usize| {
        let first = number("from", name)?;
        match number("to", name) {
            Some(last) if last == first + 1 => {
                let (start, end) = (number("from", beyond)?, number("to", beyond)?);
                Some(first + usize::from(end > size(first).saturating_sub(start)))
            }
            Some(last) if last > first => Some(first.midpoint(last)),
            _ => Some(first),
        }
    };
    let row = middle("row", "rowOff", &|row| sizes.height(row))?;
    Some((row, middle("col", "colOff", &|column| sizes.width(column))?))
}

/// The sizes of a sheet's rows and columns, in the units of drawings.
struct Sizes {
    /// The heights of rows that have their own, in points.
    heights: HashMap<usize, f64>,
    usual_height: f64,
    /// The first and last of some columns, from 1, and their width in digits.
    widths: Vec<[f64; 3]>,
}

impl Sizes {
    fn of(sheet: &Document<'_>) -> Sizes {
        let number = |node: &Node<'_, '_>, name: &str| node.attribute(name)?.parse::<f64>().ok();
        let mut sizes = Sizes {
            heights: HashMap::new(),
            usual_height: 15.0,
            widths: Vec::new(),
        };
        for node in sheet.descendants() {
            match node.tag_name().name() {
                "sheetFormatPr" => {
                    let usual = number(&node, "defaultRowHeight");
                    sizes.usual_height = usual.unwrap_or(sizes.usual_height);
                }
                "row" => {
                    let row = number(&node, "r").map(|row| row as usize);
                    sizes.heights.extend(row.zip(number(&node, "ht")));
                }
                "col" if sizes.widths.len() < MAX_COLUMNS => {
                    let [first, last, width] =
                        ["min", "max", "width"].map(|name| number(&node, name));
                    let known = first.zip(last).zip(width);
                    sizes
                        .widths
                        .extend(known.map(|((first, last), width)| [first, last, width]));
                }
                _ => {}
            }
        }
        sizes
    }

    /// A point is 12700 of the units.
    fn height(&self, row: usize) -> usize {
        let height = self.heights.get(&(row + 1)).unwrap_or(&self.usual_height);
        (height * 12_700.0) as usize
    }

    /// A pixel is 9525 of the units, a digit seven pixels wide, and a cell five wider than its digits.
    fn width(&self, column: usize) -> usize {
        let at = (column + 1) as f64;
        let mut widths = self.widths.iter();
        let own = widths.find(|[first, last, _]| *first <= at && at <= *last);
        let digits = own.map_or(8.43, |[_, _, width]| *width);
        ((digits * 7.0 + 5.0) * 9_525.0) as usize
    }
}
