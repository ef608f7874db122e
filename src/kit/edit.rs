//! A kit's tables as cells. Writing a cell back, or copying or deleting a row, changes nothing else in its file, neither comments nor
//! order.
//!
//! TOML and CSV can be edited. Workbooks are only shown, since they contain more than cells.

mod cells;
mod history;
mod row_files;
mod sheet;
mod spare;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use toml::de::{DeTable, DeValue};
use toml_edit::{DocumentMut, Item, Table as Section, Value};

use self::cells::{Body, Columns, Rows};
use self::row_files::{DECLARED, RowFile, row_files};
use super::Files;
use super::archive::Archive;

pub use self::cells::lines_at;
pub use self::history::{Change, History, Step};
pub use self::sheet::SheetEdit;
pub use self::spare::spare;

/// The most rows of a table that are shown.
const SHOWN: usize = 1_000;

/// The file that says what a kit is.
pub const MANIFEST: &str = "kit.toml";

/// The rows of a deck in one file, or the texts of the manifest.
#[derive(Debug, Serialize)]
pub struct Grid {
    pub file: String,
    /// The deck that the rows belong to; `None` for the manifest.
    pub deck: Option<String>,
    pub columns: Columns,
    /// Each row's name and cells, one for each column; `None` where the row has no value.
    pub rows: Rows,
    /// The line of the file in which each row begins, from 1; none of the manifest's.
    pub lines: Vec<usize>,
    /// The number of rows, including those not shown.
    pub all: usize,
    /// Why it cannot be edited.
    pub fixed: Option<String>,
}

/// A cell, and its value when it was shown.
#[derive(Clone, Debug, Deserialize)]
pub struct CellEdit {
    pub file: String,
    pub deck: Option<String>,
    /// From 0.
    pub row: usize,
    pub column: usize,
    pub from: Option<String>,
}

/// A row of a deck, and its cells when it was shown.
#[derive(Clone, Debug, Deserialize)]
pub struct RowEdit {
    pub file: String,
    pub deck: String,
    /// From 0.
    pub row: usize,
    pub cells: Vec<Option<String>>,
    pub to: RowAction,
    /// A column in which the copy has another value: its code.
    #[serde(default)]
    pub other: Option<(usize, String)>,
}

/// What to do with a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowAction {
    /// Insert a copy below it.
    Copy,
    Delete,
}

/// The manifest's texts, and the rows of every deck.
///
/// # Errors
///
/// The manifest cannot be read.
pub fn grids(files: &Files) -> Result<Vec<Grid>, String> {
    let mut manifest = document(files, MANIFEST)?;
    let mut texts = Vec::new();
    each_text(manifest.as_table_mut(), "", &mut |path, value| {
        texts.push((path.to_owned(), vec![value.as_str().map(str::to_owned)]));
    });
    let file = MANIFEST.to_owned();
    let mut grids = vec![cut(Grid {
        file,
        deck: None,
        columns: vec!["value".into()],
        rows: texts,
        lines: Vec::new(),
        all: 0,
        fixed: None,
    })];
    for from in row_files(&manifest) {
        grids.push(grid(files, &from).unwrap_or_else(|why| Grid {
            file: from.path,
            deck: Some(from.deck),
            columns: Vec::new(),
            rows: Vec::new(),
            lines: Vec::new(),
            all: 0,
            fixed: Some(why),
        }));
    }
    Ok(grids)
}

/// The columns of a deck in the order of its first file; none if that cannot be read.
pub fn columns(files: &Files, deck: &str) -> Vec<String> {
    let Ok(manifest) = document(files, MANIFEST) else {
        return Vec::new();
    };
    let from = row_files(&manifest)
        .into_iter()
        .find(|from| from.deck == deck);
    let grid = from.and_then(|from| grid(files, &from).ok());
    grid.map(|grid| grid.columns).unwrap_or_default()
}

/// The rows of a deck in one file.
fn grid(files: &Files, from: &RowFile) -> Result<Grid, String> {
    let (columns, rows, lines, fixed) = if super::files::is_table(&from.path) {
        let table = cells::open(files, from)?;
        let body = Body::of(&table, from)?;
        let fixed = cells::separator(&table, &from.path).err();
        (body.columns.clone(), body.rows(), body.places(), fixed)
    } else {
        let mut document = document(files, &from.path)?;
        let (columns, rows) = of_rows(&mut document, &from.deck);
        let lines = row_lines(&files.read(&from.path)?, &from.deck);
        (columns, rows, lines, None)
    };
    Ok(cut(Grid {
        file: from.path.clone(),
        deck: Some(from.deck.clone()),
        columns,
        rows,
        lines,
        all: 0,
        fixed: fixed.map(str::to_owned),
    }))
}

/// The text of the cell's file with a new value in the cell.
///
/// # Errors
///
/// The cell no longer exists or has changed since, or cannot hold the new value.
pub fn changed(files: &Files, cell: &CellEdit, to: &str) -> Result<String, String> {
    let manifest = document(files, MANIFEST)?;
    let Some(deck) = &cell.deck else {
        return if cell.file == MANIFEST {
            in_manifest(manifest, cell, to)
        } else {
            Err(no_rows(&cell.file))
        };
    };
    let from = row_file(&manifest, deck, &cell.file)?;
    if super::files::is_table(&cell.file) {
        return in_table(files, &from, cell, to);
    }
    in_rows(document(files, &cell.file)?, deck, cell, to)
}

/// The file with rows of a deck, which must not be one of another.
fn row_file(manifest: &DocumentMut, deck: &str, path: &str) -> Result<RowFile, String> {
    row_files(manifest)
        .into_iter()
        .find(|from| from.deck == deck && from.path == path)
        .ok_or_else(|| no_rows(path))
}

fn no_rows(file: &str) -> String {
    format!("the kit has no such rows in `{file}`")
}

/// The text of the row's file with the row copied or deleted.
///
/// # Errors
///
/// The row no longer exists or has changed since, or its file is written in a way that can only be changed in an editor.
pub fn with_row(files: &Files, row: &RowEdit) -> Result<String, String> {
    let text = with_same_row(files, row)?;
    let Some((column, to)) = row.other.as_ref().filter(|_| row.to == RowAction::Copy) else {
        return Ok(text);
    };
    let copy = CellEdit {
        file: row.file.clone(),
        deck: Some(row.deck.clone()),
        row: row.row + 1,
        column: *column,
        from: row.cells.get(*column).cloned().flatten(),
    };
    let own = [(MANIFEST, files.read(MANIFEST)?), (&row.file, text)];
    let own = own.map(|(path, text)| (path.to_owned(), text.into_bytes()));
    let archive = Archive::of("the kit".to_owned(), own.into());
    changed(&Files::Archive(Arc::new(archive)), &copy, to)
}

/// The same with a copy that differs in nothing.
fn with_same_row(files: &Files, row: &RowEdit) -> Result<String, String> {
    let manifest = document(files, MANIFEST)?;
    let from = row_file(&manifest, &row.deck, &row.file)?;
    let text = files.read(&row.file)?;
    let is_table = super::files::is_table(&row.file);
    let extent = if is_table {
        table_extent(files, &from, row, &text)?
    } else {
        let (_, rows) = of_rows(&mut document(files, &row.file)?, &row.deck);
        let shown = rows.get(row.row).filter(|(_, cells)| *cells == row.cells);
        shown.and_then(|_| extent(&text, &row.deck, row.row))
    };
    let extent = extent.ok_or_else(|| moved(&row.file))?;
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let own = &text[extent.clone()];
    let before = &text[..extent.start];
    let after = &text[extent.end..];
    let new = match row.to {
        RowAction::Copy => [before, own, end, own, after].concat(),
        RowAction::Delete if after.is_empty() => {
            before.trim_end_matches(['\r', '\n']).to_owned() + end
        }
        RowAction::Delete => [before, after.strip_prefix(end).unwrap_or(after)].concat(),
    };
    if !is_table && !is_as_meant(&text, &new, row) {
        return Err(format!(
            "row {} of `{}` can only be changed in an editor",
            row.row + 1,
            row.file
        ));
    }
    Ok(new)
}

/// The extent of a row in the text of a table's file.
fn table_extent(
    files: &Files,
    from: &RowFile,
    row: &RowEdit,
    text: &str,
) -> Result<Option<Range<usize>>, String> {
    let table = cells::open(files, from)?;
    cells::separator(&table, &row.file)?;
    let extent = Body::of(&table, from)?.extent(row.row, &row.cells);
    // The span is in the text without its byte order mark.
    let mark = text.len() - table.text().len();
    Ok(extent.map(|extent| extent.start + mark..extent.end + mark))
}

/// The extent of a deck's row in TOML.
fn extent(text: &str, deck: &str, row: usize) -> Option<Range<usize>> {
    extents(text, deck).into_iter().nth(row)
}

/// The extents of a deck's rows in TOML, each with its tables, but without the comments before the next one.
fn extents(text: &str, deck: &str) -> Vec<Range<usize>> {
    let (table, _) = DeTable::parse_recoverable(text);
    let root = table.get_ref();
    let starts = root.values().flat_map(|value| match value.get_ref() {
        DeValue::Array(list) => list.iter().map(|one| one.span().start).collect(),
        _ => vec![value.span().start],
    });
    let mut starts: Vec<usize> = starts.collect();
    starts.sort_unstable();
    let is_next = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let rows = root.get(deck).and_then(|rows| rows.get_ref().as_array());
    let own = rows.into_iter().flatten().map(|row| {
        let start = row.span().start;
        let next = starts.partition_point(|other| *other <= start);
        let next = starts.get(next).copied().unwrap_or(text.len());
        let lines = text[start..next].split_inclusive('\n').rev();
        let between: usize = lines.take_while(is_next).map(str::len).sum();
        let own = text[start..next - between].trim_end();
        start..start + own.len()
    });
    own.collect()
}

/// Whether that row, and nothing else, was copied or deleted.
fn is_as_meant(before: &str, after: &str, row: &RowEdit) -> bool {
    let parsed = |text: &str| text.parse::<toml::Table>().ok();
    let (Some(mut wanted), Some(found)) = (parsed(before), parsed(after)) else {
        return false;
    };
    if let Some(rows) = wanted
        .get_mut(&row.deck)
        .and_then(toml::Value::as_array_mut)
    {
        let own = rows.remove(row.row);
        if row.to == RowAction::Copy {
            rows.splice(row.row..row.row, [own.clone(), own]);
        } else if rows.is_empty() {
            wanted.remove(&row.deck);
        }
    }
    wanted == found
}

/// The grid without the rows that are not shown.
fn cut(mut grid: Grid) -> Grid {
    grid.all = grid.rows.len();
    grid.rows.truncate(SHOWN);
    grid.lines.truncate(SHOWN);
    grid
}

/// A file of a kit as TOML whose comments and order stay.
///
/// # Errors
///
/// It cannot be read, or is not TOML.
pub fn document(files: &Files, path: &str) -> Result<DocumentMut, String> {
    let text = files
        .read(path)
        .map_err(|why| format!("cannot read `{path}`: {why}"))?;
    parsed(path, &text)
}

/// The same of a text that is to be in the file.
///
/// # Errors
///
/// It is not TOML.
pub fn parsed(path: &str, text: &str) -> Result<DocumentMut, String> {
    text.parse()
        .map_err(|error: toml_edit::TomlError| format!("`{path}` is not TOML: {}", error.message()))
}

/// Every text in a table with its path, in file order.
fn each_text(table: &mut Section, path: &str, visit: &mut dyn FnMut(&str, &mut Value)) {
    let below = |key: &str| {
        if path.is_empty() {
            key.to_owned()
        } else {
            format!("{path}.{key}")
        }
    };
    for (key, item) in table.iter_mut().filter(|(key, _)| *key != DECLARED) {
        match item {
            Item::Value(value) => each_in_value(value, &below(&key), visit),
            Item::Table(table) => each_text(table, &below(&key), visit),
            Item::ArrayOfTables(tables) => {
                for (number, table) in tables.iter_mut().enumerate() {
                    let name = table
                        .get("name")
                        .and_then(Item::as_str)
                        .map_or((number + 1).to_string(), str::to_owned);
                    each_text(table, &below(&format!("{}[{name}]", &*key)), visit);
                }
            }
            Item::None => {}
        }
    }
}

fn each_in_value(value: &mut Value, path: &str, visit: &mut dyn FnMut(&str, &mut Value)) {
    match value {
        Value::String(_) => visit(path, value),
        Value::Array(list) => {
            list.iter_mut().enumerate().for_each(|(at, value)| {
                each_in_value(value, &format!("{path}[{}]", at + 1), visit)
            });
        }
        Value::InlineTable(table) => {
            table
                .iter_mut()
                .for_each(|(key, value)| each_in_value(value, &format!("{path}.{}", &*key), visit));
        }
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Datetime(_) => {}
    }
}

fn in_manifest(mut manifest: DocumentMut, cell: &CellEdit, to: &str) -> Result<String, String> {
    let mut at = 0;
    let mut done = None;
    each_text(manifest.as_table_mut(), "", &mut |_, value| {
        if at == cell.row {
            done = Some(replace(value, cell, to));
        }
        at += 1;
    });
    done.unwrap_or_else(|| Err(moved(&cell.file)))?;
    Ok(manifest.to_string())
}

/// A text without quotes, or any other value as written in TOML.
fn said(value: &Value) -> String {
    match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.clone().decorated("", "").to_string(),
    }
}

fn replace(value: &mut Value, cell: &CellEdit, to: &str) -> Result<(), String> {
    if cell.from.as_deref() != Some(&said(value)) {
        return Err(moved(&cell.file));
    }
    let mut new = written(to, value.is_str())?;
    *new.decor_mut() = value.decor().clone();
    *value = new;
    Ok(())
}

/// The input as a text, or parsed as TOML.
fn written(words: &str, is_text: bool) -> Result<Value, String> {
    if is_text {
        return Ok(words.into());
    }
    words.trim().parse().map_err(|_| {
        format!(
            "`{words}` is not a number, a list, `true` or `false`, as in the rest of this column"
        )
    })
}

fn moved(file: &str) -> String {
    format!("`{file}` has changed since it was shown: look at it again")
}

/// The columns of a deck's rows, in the order in which they first appear, and the rows. Values in tables below a row have columns
/// of their own: `tracks[1].to`.
fn of_rows(document: &mut DocumentMut, deck: &str) -> (Columns, Rows) {
    let mut columns = Columns::new();
    let tables = document
        .get_mut(deck)
        .and_then(Item::as_array_of_tables_mut);
    let mut cells: Vec<BTreeMap<String, String>> = Vec::new();
    for table in tables.into_iter().flat_map(|tables| tables.iter_mut()) {
        let mut own = BTreeMap::new();
        each_cell(table, "", &mut |column, value| {
            own.insert(column.to_owned(), said(value));
            if !columns.iter().any(|known| known == column) {
                columns.push(column.to_owned());
            }
        });
        cells.push(own);
    }
    let row = |(number, own): (usize, BTreeMap<String, String>)| {
        (
            (number + 1).to_string(),
            columns
                .iter()
                .map(|column| own.get(column).cloned())
                .collect(),
        )
    };
    let rows = cells.into_iter().enumerate().map(row).collect();
    (columns, rows)
}

/// Every value of a row with its column, in file order.
fn each_cell(table: &mut Section, path: &str, visit: &mut dyn FnMut(&str, &mut Value)) {
    let below = |key: &str| {
        if path.is_empty() {
            key.to_owned()
        } else {
            format!("{path}.{key}")
        }
    };
    for (key, item) in table.iter_mut() {
        match item {
            Item::Value(value) => visit(&below(&key), value),
            Item::Table(table) => each_cell(table, &below(&key), visit),
            Item::ArrayOfTables(tables) => {
                for (number, table) in tables.iter_mut().enumerate() {
                    each_cell(table, &format!("{}[{}]", below(&key), number + 1), visit);
                }
            }
            Item::None => {}
        }
    }
}

fn in_rows(
    mut document: DocumentMut,
    deck: &str,
    cell: &CellEdit,
    to: &str,
) -> Result<String, String> {
    let (columns, _) = of_rows(&mut document, deck);
    let column = columns.get(cell.column).ok_or_else(|| moved(&cell.file))?;
    let is_text = is_text(&document, deck, column);
    set_in_rows(&mut document, deck, (column, is_text), cell, to)?;
    Ok(document.to_string())
}

/// Whether new values of a column are texts: if it holds texts, or nothing yet.
fn is_text(rows: &DocumentMut, deck: &str, column: &str) -> bool {
    let tables = rows.get(deck).and_then(Item::as_array_of_tables);
    let mut tables = tables.into_iter().flatten();
    let known = tables.find_map(|table| table.get(column)?.as_value());
    known.is_none_or(Value::is_str)
}

/// Puts a value into a cell of this column.
fn set_in_rows(
    document: &mut DocumentMut,
    deck: &str,
    (column, is_text): (&str, bool),
    cell: &CellEdit,
    to: &str,
) -> Result<(), String> {
    let tables = document
        .get_mut(deck)
        .and_then(Item::as_array_of_tables_mut)
        .ok_or_else(|| moved(&cell.file))?;
    let table = tables.get_mut(cell.row).ok_or_else(|| moved(&cell.file))?;
    let mut done = None;
    each_cell(table, "", &mut |own, value| {
        if own == column {
            done = Some(replace(value, cell, to));
        }
    });
    match done {
        Some(done) => done,
        None if cell.from.is_some() => Err(moved(&cell.file)),
        None if column.contains(['.', '[']) => Err(format!(
            "row {} has no `{column}` yet: add it to `{}` in an editor",
            cell.row + 1,
            cell.file
        )),
        None => {
            table.insert(column, Item::Value(written(to, is_text)?));
            Ok(())
        }
    }
}

/// The line in which each row of a deck begins, from 1.
fn row_lines(text: &str, deck: &str) -> Vec<usize> {
    let (table, _) = DeTable::parse_recoverable(text);
    let rows = table.get_ref().get(deck);
    let rows = rows.and_then(|rows| rows.get_ref().as_array());
    let starts = rows.into_iter().flatten().map(|row| row.span().start);
    lines_at(text, starts)
}

fn in_table(files: &Files, from: &RowFile, cell: &CellEdit, to: &str) -> Result<String, String> {
    let table = cells::open(files, from)?;
    let separator = cells::separator(&table, &cell.file)?;
    let body = Body::of(&table, from)?;
    let new = body
        .with((cell.row, cell.column), cell.from.as_deref(), to, separator)
        .ok_or_else(|| moved(&cell.file))?;
    // A byte order mark stays. The file may have been saved since it was opened.
    let all = files.read(&cell.file)?;
    let mark = all
        .strip_suffix(&*table.text())
        .ok_or_else(|| moved(&cell.file))?;
    Ok([mark, &new].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIT: &str = "# Mine\ntitle = \"Owls\" # by night\n[palette]\nink = { color = \"#112233\", mono = \"#000000\" }\n\n[[deck]]\nname = \"cards\"\nrows = [\"cards.toml\", \"more.csv\"]\n[deck.fields]\nname = { type = \"text\" }\n";
    const ROWS: &str =
        "# First the owl\n[[cards]]\nname = 'Owl'   # at night\ncost = 3\n\n[[cards]]\ncost = 4\n";
    const MORE: &str = "\u{feff}name;cost\r\n\"A; b\";5\r\n\r\nNone\r\n";

    fn kit() -> (tempfile::TempDir, Files) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("kit.toml", KIT), ("cards.toml", ROWS), ("more.csv", MORE)] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let files = Files::Folder(folder.path().to_owned());
        (folder, files)
    }

    fn cell(file: &str, at: (usize, usize), from: Option<&str>) -> CellEdit {
        let deck = (file != MANIFEST).then(|| "cards".to_owned());
        CellEdit {
            file: file.into(),
            deck,
            row: at.0,
            column: at.1,
            from: from.map(str::to_owned),
        }
    }

    #[test]
    fn tables_are_shown_as_cells() {
        let (_folder, files) = kit();
        let grids = grids(&files).unwrap();
        let texts: Vec<_> = grids[0]
            .rows
            .iter()
            .map(|(path, cells)| (path.as_str(), cells[0].as_deref().unwrap()))
            .collect();
        let color = ("palette.ink.color", "#112233");
        assert_eq!(
            texts[..3],
            [("title", "Owls"), color, ("palette.ink.mono", "#000000")]
        );
        assert_eq!(
            texts[3..].iter().map(|(path, _)| *path).collect::<Vec<_>>(),
            [
                "deck[cards].name",
                "deck[cards].rows[1]",
                "deck[cards].rows[2]"
            ]
        );
        let told = |grid: &Grid| serde_json::to_string(&(&grid.columns, &grid.rows)).unwrap();
        assert_eq!(
            told(&grids[1]),
            r#"[["name","cost"],[["1",["Owl","3"]],["2",[null,"4"]]]]"#
        );
        assert_eq!(
            told(&grids[2]),
            r#"[["name","cost"],[["1",["A; b","5"]],["2",["None",null]]]]"#
        );
    }

    #[test]
    fn a_table_that_is_not_utf_8_is_shown_and_stays_as_it_is() {
        let (folder, files) = kit();
        std::fs::write(folder.path().join("more.csv"), b"name;cost\nB\xe4r;5\n").unwrap();
        let grids = grids(&files).unwrap();
        assert_eq!(
            grids[2].rows[0].1,
            [Some("Bär".to_owned()), Some("5".to_owned())]
        );
        assert!(grids[2].fixed.as_ref().unwrap().contains("CSV in UTF-8"));
        assert!(
            changed(&files, &cell("more.csv", (0, 1), Some("5")), "6")
                .unwrap_err()
                .contains("UTF-8")
        );
    }

    /// Headings of an own kind below a title: the title and the headings stay, whatever is done to a row.
    #[test]
    fn a_line_above_the_headings_is_no_heading() {
        let (folder, files) = kit();
        let table = "Beasts of the wood,,\n,,\nNAME,Cost,Text\nOwl,3,\"By night, here\"\nBat,4,\n";
        std::fs::write(folder.path().join("more.csv"), table).unwrap();
        let grid = &grids(&files).unwrap()[2];
        assert_eq!(grid.columns, ["NAME", "Cost", "Text"]);
        assert_eq!((grid.rows.len(), &grid.lines), (2, &vec![4, 5]));
        let first = RowEdit {
            file: "more.csv".into(),
            deck: "cards".into(),
            row: 0,
            cells: grid.rows[0].1.clone(),
            to: RowAction::Delete,
            other: None,
        };
        assert_eq!(
            with_row(&files, &first).unwrap(),
            table.replacen("Owl,3,\"By night, here\"\n", "", 1)
        );
        let edited = changed(&files, &cell("more.csv", (1, 1), Some("4")), "5").unwrap();
        assert_eq!(edited, table.replacen("Bat,4", "Bat,5", 1));
        // A table without headings has letters.
        let manifest = KIT.replacen(
            "\"more.csv\"",
            "{ file = \"more.csv\", headings = false }",
            1,
        );
        std::fs::write(folder.path().join("kit.toml"), manifest).unwrap();
        let grid = &grids(&files).unwrap()[2];
        assert_eq!((grid.columns.join(""), grid.rows.len()), ("ABC".into(), 4));
    }

    #[test]
    fn nothing_but_the_cell_changes() {
        let (_folder, files) = kit();
        for (cell, to, old, new) in [
            (
                cell("kit.toml", (0, 0), Some("Owls")),
                "Bats",
                "\"Owls\" #",
                "\"Bats\" #",
            ),
            (
                cell("kit.toml", (1, 0), Some("#112233")),
                "#445566",
                "#112233",
                "#445566",
            ),
            (
                cell("cards.toml", (0, 0), Some("Owl")),
                "Élan \"x\"",
                "'Owl'   #",
                "'Élan \"x\"'   #",
            ),
            (
                cell("cards.toml", (0, 1), Some("3")),
                "7",
                "cost = 3",
                "cost = 7",
            ),
            (
                cell("cards.toml", (1, 0), None),
                "Bat",
                "cost = 4\n",
                "cost = 4\nname = \"Bat\"\n",
            ),
            (
                cell("more.csv", (0, 0), Some("A; b")),
                "C",
                "\"A; b\"",
                "\"C\"",
            ),
            (
                cell("more.csv", (0, 1), Some("5")),
                "1;2",
                "5\r",
                "\"1;2\"\r",
            ),
            (cell("more.csv", (1, 1), None), "6", "None\r", "None;6\r"),
        ] {
            let before = files.read(&cell.file).unwrap();
            assert_eq!(
                changed(&files, &cell, to).unwrap(),
                before.replacen(old, new, 1),
                "{cell:?}"
            );
        }
    }

    #[test]
    fn values_below_a_row_have_columns_of_their_own() {
        let (folder, files) = kit();
        let rows = format!(
            "{ROWS}\n[[cards.tracks]]\nto = 1 # east\n\n[[cards.tracks]]\nto = 2\n\n[cards.note]\nby = 'Ann'\n"
        );
        std::fs::write(folder.path().join("cards.toml"), &rows).unwrap();
        let grid = &grids(&files).unwrap()[1];
        assert_eq!(
            grid.columns,
            ["name", "cost", "tracks[1].to", "tracks[2].to", "note.by"]
        );
        let second: Vec<Option<&str>> = grid.rows[1].1.iter().map(Option::as_deref).collect();
        assert_eq!(second, [None, Some("4"), Some("1"), Some("2"), Some("Ann")]);
        let edited = changed(&files, &cell("cards.toml", (1, 2), Some("1")), "5").unwrap();
        assert_eq!(edited, rows.replacen("to = 1 #", "to = 5 #", 1));
        let why = changed(&files, &cell("cards.toml", (0, 4), None), "Bob").unwrap_err();
        assert_eq!(
            why,
            "row 1 has no `note.by` yet: add it to `cards.toml` in an editor"
        );
    }

    #[test]
    fn a_row_is_copied_below_itself_and_deleted() {
        let (folder, files) = kit();
        let nested = "\n[[cards.tracks]]\nto = 1\n# Behind\n\n# Last\n[other]\nx = 1\n";
        std::fs::write(folder.path().join("cards.toml"), format!("{ROWS}{nested}")).unwrap();
        let owl = "[[cards]]\nname = 'Owl'   # at night\ncost = 3";
        let bat = "[[cards]]\ncost = 4\n\n[[cards.tracks]]\nto = 1";
        let line = |file: &str, row, cells: &[Option<&str>], to| {
            let cells = cells.iter().map(|cell| cell.map(str::to_owned)).collect();
            RowEdit {
                file: file.into(),
                deck: "cards".into(),
                row,
                cells,
                to,
                other: None,
            }
        };
        for (row, cells, own) in [
            (0, [Some("Owl"), Some("3"), None], owl),
            (1, [None, Some("4"), Some("1")], bat),
        ] {
            let before = files.read("cards.toml").unwrap();
            let copied =
                with_row(&files, &line("cards.toml", row, &cells, RowAction::Copy)).unwrap();
            assert_eq!(copied, before.replacen(own, &format!("{own}\n{own}"), 1));
            let deleted =
                with_row(&files, &line("cards.toml", row, &cells, RowAction::Delete)).unwrap();
            assert_eq!(deleted, before.replacen(&format!("{own}\n"), "", 1));
        }
        let copied = with_row(
            &files,
            &line("more.csv", 0, &[Some("A; b"), Some("5")], RowAction::Copy),
        )
        .unwrap();
        assert_eq!(
            copied,
            MORE.replacen("\"A; b\";5\r\n", "\"A; b\";5\r\n\"A; b\";5\r\n", 1)
        );
        let deleted = with_row(
            &files,
            &line("more.csv", 1, &[Some("None"), None], RowAction::Delete),
        )
        .unwrap();
        assert_eq!(deleted, MORE.replacen("None\r\n", "", 1));
        let why = with_row(
            &files,
            &line("more.csv", 1, &[Some("Nine"), None], RowAction::Delete),
        )
        .unwrap_err();
        assert!(why.contains("has changed since it was shown"), "{why}");
    }

    #[test]
    fn impossible_changes_are_refused() {
        let (_folder, files) = kit();
        let why = |cell: &CellEdit, to: &str| changed(&files, cell, to).unwrap_err();
        for cell in [
            cell("cards.toml", (0, 0), Some("Bat")),
            cell("cards.toml", (9, 0), None),
            cell("cards.toml", (0, 9), None),
            cell("more.csv", (0, 0), None),
            cell("more.csv", (9, 0), None),
            cell("kit.toml", (99, 0), Some("")),
        ] {
            assert!(
                why(&cell, "x").contains("has changed since it was shown"),
                "{cell:?}"
            );
        }
        assert!(
            why(&cell("cards.toml", (0, 1), Some("3")), "many").contains("`many` is not a number")
        );
        assert!(why(&cell("../other.toml", (0, 0), None), "x").contains("no such rows"));
    }
}
