//! Several cells, rows and columns of a deck's table, changed at once.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::Deserialize;
use toml::de::DeTable;
use toml_edit::{DocumentMut, InlineTable, Item, Key, Table, value};

use super::cells::{self, Body, Fill, quoted};
use super::row_files::{DECLARED, RowFile, row_files};
use super::{
    CellEdit, Grid, MANIFEST, document, extents, grid, is_text, moved, of_rows, row_file,
    set_in_rows, written,
};
use crate::kit::Files;
use crate::kit::code::slug;
use crate::kit::deck::RESERVED;

/// The most cells that are put in at once.
const MOST: usize = 100_000;

/// A change of a deck's rows in one file.
#[derive(Clone, Debug, Deserialize)]
pub struct SheetEdit {
    pub file: String,
    pub deck: String,
    /// The columns when it was shown.
    pub columns: Vec<String>,
    pub act: SheetAct,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SheetAct {
    Fill(Fill),
    /// Gives a column another name; the deck's fields stay what they are.
    Rename {
        column: usize,
        to: String,
    },
    /// Takes a column out, with all that is in it.
    Remove {
        column: usize,
    },
}

const NO_HEAD: &str = "this table has no line that names its columns: add one in an editor";

type Edits = Vec<(Range<usize>, String)>;

impl SheetEdit {
    /// What was done, in a sentence.
    pub fn told(&self) -> String {
        let column = |at: &usize| self.columns.get(*at).map_or("", String::as_str);
        match &self.act {
            SheetAct::Rename { column: at, to } => {
                format!("the column “{}” became “{to}”", column(at))
            }
            SheetAct::Remove { column: at } => format!("the column “{}” was removed", column(at)),
            SheetAct::Fill(fill) => fill.told(),
        }
    }

    /// The files that change, with their new texts.
    ///
    /// # Errors
    ///
    /// The table changed since it was shown, or cannot hold this.
    pub fn changed(&self, files: &Files) -> Result<Vec<(String, String)>, String> {
        let manifest = document(files, MANIFEST)?;
        let from = row_file(&manifest, &self.deck, &self.file)?;
        let mut all = vec![(self.file.clone(), self.text(files, &from)?)];
        let told = match &self.act {
            SheetAct::Rename { column, to } => {
                let name = self.name(*column)?;
                self.demand_own(&manifest, name)?;
                all.extend(self.renamed_elsewhere(files, &manifest, name, to)?);
                self.manifest_with_renamed(manifest, name, to)?
            }
            SheetAct::Remove { column } => {
                let name = self.name(*column)?;
                self.demand_own(&manifest, name)?;
                self.manifest_with_removed(manifest, name)?
            }
            SheetAct::Fill(fill) => self.manifest_with_added(manifest, fill)?,
        };
        all.extend(told.map(|text| (MANIFEST.to_owned(), text)));
        Ok(all)
    }

    /// The file's new text.
    fn text(&self, files: &Files, from: &RowFile) -> Result<String, String> {
        if crate::kit::files::is_table(&self.file) {
            self.in_table(files, from)
        } else {
            self.in_rows(files)
        }
    }

    /// Refuses to change a column on which more depends than the deck's fields.
    fn demand_own(&self, manifest: &DocumentMut, name: &str) -> Result<(), String> {
        let is_shared = crate::kit::files::is_table(&self.file);
        let selector = slug(name, '_');
        for other in row_files(manifest) {
            if other.deck != self.deck {
                if is_shared && other.path == self.file {
                    return Err(format!(
                        "the deck `{}` has its rows in `{}` too: change the column “{name}” in an editor, and in `kit.toml`",
                        other.deck, self.file
                    ));
                }
            } else if other.selectors.contains(&selector) {
                return Err(format!(
                    "`kit.toml` selects or sorts the rows of `{}` by “{name}”: change that first",
                    other.path
                ));
            }
        }
        Ok(())
    }

    /// The deck's other files that have a column of this name, too, with its new name: the deck has one name for it.
    fn renamed_elsewhere(
        &self,
        files: &Files,
        manifest: &DocumentMut,
        from: &str,
        to: &str,
    ) -> Result<Vec<(String, String)>, String> {
        let is_other = |other: &RowFile| other.deck == self.deck && other.path != self.file;
        let mut all = Vec::new();
        for other in row_files(manifest).into_iter().filter(is_other) {
            let also = |why: String| format!("`{}` has this column too: {why}", other.path);
            let Grid { columns, fixed, .. } = grid(files, &other)?;
            let Some(column) = columns.iter().position(|name| is_same(name, from)) else {
                continue;
            };
            if let Some(why) = fixed {
                return Err(also(why));
            }
            let edit = SheetEdit {
                file: other.path.clone(),
                deck: self.deck.clone(),
                columns,
                act: SheetAct::Rename {
                    column,
                    to: to.to_owned(),
                },
            };
            let text = edit.text(files, &other).map_err(also)?;
            all.push((other.path, text));
        }
        Ok(all)
    }

    fn name(&self, column: usize) -> Result<&str, String> {
        let name = self.columns.get(column);
        name.map(String::as_str).ok_or_else(|| moved(&self.file))
    }

    /// A name that a column may get.
    fn free(&self, name: &str) -> Result<(), String> {
        if name.trim().is_empty() || name.contains(['\n', '\r']) {
            return Err("a column needs a name, in one line".to_owned());
        }
        if self.columns.iter().any(|other| is_same(other, name)) {
            Err(format!("there is a column “{name}” already"))
        } else {
            Ok(())
        }
    }

    // ---------- in a table ----------

    fn in_table(&self, files: &Files, from: &RowFile) -> Result<String, String> {
        let table = cells::open(files, from)?;
        let separator = cells::separator(&table, &self.file)?;
        let body = Body::of(&table, from)?;
        if body.columns != self.columns {
            return Err(moved(&self.file));
        }
        let text = table.text();
        let edits = match &self.act {
            SheetAct::Fill(fill) => {
                fill.columns.iter().try_for_each(|name| self.free(name))?;
                fill.check(self.columns.len(), body.len())?;
                if !fill.columns.is_empty() && !body.has_head() {
                    return Err(NO_HEAD.to_owned());
                }
                let edits = body.filled(fill, separator);
                edits.ok_or_else(|| moved(&self.file))?
            }
            SheetAct::Rename { column, to } => {
                self.free(to)?;
                let head = body.head_cell(*column);
                let head = head.ok_or(NO_HEAD)?;
                vec![(head, quoted(to, separator, false))]
            }
            SheetAct::Remove { column } => {
                if self.columns.len() < 2 {
                    return Err("this is the only column".to_owned());
                }
                if let Some(row) = body.only_in(*column) {
                    return Err(format!(
                        "row {} has nothing but this column: delete that row first, or fill another column of it",
                        row + 1
                    ));
                }
                body.without(*column)
            }
        };
        let all = files.read(&self.file)?;
        let mark = all.strip_suffix(&*text).ok_or_else(|| moved(&self.file))?;
        Ok([mark, &edited(&text, edits)].concat())
    }

    // ---------- in TOML ----------

    fn in_rows(&self, files: &Files) -> Result<String, String> {
        let mut rows = document(files, &self.file)?;
        let (columns, known) = of_rows(&mut rows, &self.deck);
        if columns != self.columns {
            return Err(moved(&self.file));
        }
        match &self.act {
            SheetAct::Fill(fill) => {
                fill.columns.iter().try_for_each(|name| self.free(name))?;
                fill.check(columns.len(), known.len())?;
                self.filled(rows, fill)
            }
            SheetAct::Rename { column, to } => {
                self.free(to)?;
                self.renamed(&files.read(&self.file)?, self.top(*column)?, to)
            }
            SheetAct::Remove { column } => {
                let name = self.top(*column)?;
                for row in self.tables(&mut rows)? {
                    row.remove(name);
                }
                Ok(rows.to_string())
            }
        }
    }

    /// A column that is a key of the rows themselves.
    fn top(&self, column: usize) -> Result<&str, String> {
        let name = self.name(column)?;
        if name.contains(['.', '[']) {
            Err(format!(
                "`{name}` is within a row: change it in `{}`",
                self.file
            ))
        } else {
            Ok(name)
        }
    }

    fn tables<'d>(
        &self,
        document: &'d mut DocumentMut,
    ) -> Result<impl Iterator<Item = &'d mut toml_edit::Table>, String> {
        let rows = document.get_mut(&self.deck);
        let rows = rows.and_then(Item::as_array_of_tables_mut);
        Ok(rows.ok_or_else(|| moved(&self.file))?.iter_mut())
    }

    fn filled(&self, mut rows: DocumentMut, fill: &Fill) -> Result<String, String> {
        let columns: Vec<String> = self.columns.iter().chain(&fill.columns).cloned().collect();
        let texts: Vec<bool> = columns
            .iter()
            .map(|column| is_text(&rows, &self.deck, column))
            .collect();
        for put in &fill.cells {
            if put.from.is_none() && put.to.is_empty() {
                continue;
            }
            let cell = CellEdit {
                file: self.file.clone(),
                deck: Some(self.deck.clone()),
                row: put.row,
                column: put.column,
                from: put.from.clone(),
            };
            let column = (&*columns[put.column], texts[put.column]);
            set_in_rows(&mut rows, &self.deck, column, &cell, &put.to)?;
        }
        self.head(&mut rows, fill)?;
        let text = rows.to_string();
        let text = if fill.clear { self.cleared(text) } else { text };
        let new = self.new_rows(fill, &columns, &texts)?;
        let text = self.with_rows(text, fill, &new);
        let is_toml = text.parse::<toml::Table>().is_ok();
        is_toml
            .then_some(text)
            .ok_or_else(|| format!("`{}` can only be changed in an editor", self.file))
    }

    /// Gives new columns to the first row: a column is there once a row has it.
    fn head(&self, rows: &mut DocumentMut, fill: &Fill) -> Result<(), String> {
        if let Some(row) = self.tables(rows)?.next() {
            for name in &fill.columns {
                row.entry(name).or_insert(value(""));
            }
        }
        Ok(())
    }

    /// The text without the deck's rows.
    fn cleared(&self, mut text: String) -> String {
        for own in extents(&text, &self.deck).into_iter().rev() {
            let rest = text[own.end..].trim_start_matches(['\r', '\n']).len();
            text.replace_range(own.start..text.len() - rest, "");
        }
        text
    }

    /// New rows as they are written.
    fn new_rows(&self, fill: &Fill, columns: &[String], texts: &[bool]) -> Result<String, String> {
        let mut new = String::new();
        for row in &fill.rows {
            new += &format!("[[{}]]\n", Key::new(&self.deck));
            let said = row.iter().enumerate().filter(|(_, to)| !to.is_empty());
            for (at, to) in said {
                let name = self.top_of(&columns[at])?;
                new += &format!("{} = {}\n", Key::new(name), written(to, texts[at])?);
            }
            new.push('\n');
        }
        Ok(new)
    }

    /// The text with new rows among the others, or where none are left.
    fn with_rows(&self, text: String, fill: &Fill, new: &str) -> String {
        if new.is_empty() {
            return text;
        }
        let all = if fill.clear {
            Vec::new()
        } else {
            extents(&text, &self.deck)
        };
        if let Some(next) = all.get(fill.at) {
            return [&text[..next.start], new, &text[next.start..]].concat();
        }
        let Some(last) = all.last() else {
            return [text.trim_end(), "\n\n", new].concat();
        };
        let (before, after) = text.split_at(last.end);
        let after = if after.is_empty() { "\n" } else { after };
        [before, "\n\n", new.trim_end(), after].concat()
    }

    fn top_of<'n>(&self, name: &'n str) -> Result<&'n str, String> {
        if name.contains(['.', '[']) {
            Err(format!(
                "`{name}` is within a row: add it to `{}` in an editor",
                self.file
            ))
        } else {
            Ok(name)
        }
    }

    /// The text with another name for a key of every row.
    fn renamed(&self, text: &str, from: &str, to: &str) -> Result<String, String> {
        let (table, _) = DeTable::parse_recoverable(text);
        let rows = table.get_ref().get(&*self.deck);
        let rows = rows.and_then(|rows| rows.get_ref().as_array());
        let rows = rows.into_iter().flatten();
        let keys = rows.filter_map(|row| {
            let mut own = row.get_ref().as_table()?.iter();
            let (key, _) = own.find(|(key, _)| &**key.get_ref() == from)?;
            Some((key.span(), Key::new(to).to_string()))
        });
        Ok(edited(text, keys.collect()))
    }

    // ---------- in the manifest ----------

    /// The manifest after columns were added: each is a field, so that a face can show it.
    fn manifest_with_added(
        &self,
        mut manifest: DocumentMut,
        fill: &Fill,
    ) -> Result<Option<String>, String> {
        if fill.columns.is_empty() {
            return Ok(None);
        }
        // Whoever has its rows in the same table gets the column too.
        let is_shared = crate::kit::files::is_table(&self.file);
        let readers = row_files(&manifest).into_iter();
        let readers = readers.filter(|other| is_shared && other.path == self.file);
        let mut decks: BTreeSet<String> = readers.map(|other| other.deck).collect();
        decks.insert(self.deck.clone());
        for name in &decks {
            declare(deck_of(&mut manifest, name)?, &fill.columns)?;
        }
        Ok(Some(manifest.to_string()))
    }

    /// The manifest after a column got another name: the deck's fields are found under it.
    fn manifest_with_renamed(
        &self,
        mut manifest: DocumentMut,
        from: &str,
        to: &str,
    ) -> Result<Option<String>, String> {
        let before = manifest.to_string();
        let deck = deck_of(&mut manifest, &self.deck)?;
        for key in ["code", "count", "code_from"] {
            let named = deck.get(key);
            let is_named = named
                .and_then(Item::as_str)
                .is_some_and(|named| is_same(named, from));
            if is_named || named.is_none() && is_same(key, from) && key != "code_from" {
                deck.insert(key, value(to));
            }
        }
        for (name, field) in fields_of(deck) {
            if is_field_of(&name, field, from) {
                say_of(field, "column", to.into());
            }
        }
        let after = manifest.to_string();
        Ok((after != before).then_some(after))
    }

    /// The manifest after a column was taken out: the deck's fields may do without it, and faces still know them.
    fn manifest_with_removed(
        &self,
        mut manifest: DocumentMut,
        name: &str,
    ) -> Result<Option<String>, String> {
        let before = manifest.to_string();
        let deck = deck_of(&mut manifest, &self.deck)?;
        for key in ["code", "code_from"] {
            let named = deck.get(key).and_then(Item::as_str);
            if named.is_some_and(|named| is_same(named, name)) {
                return Err(format!(
                    "pieces are known by “{name}”: give `{key}` in `kit.toml` another column first"
                ));
            }
        }
        // Codes are usually in a column of that name, or else made of names.
        let is_usual = deck.get("code").is_none() && deck.get("code_from").is_none();
        let is_code = |name: &str| ["code", "codes"].iter().any(|code| is_same(name, code));
        let has_codes = self.columns.iter().any(|column| is_code(column));
        let is_name = ["name", "title"].iter().any(|title| is_same(name, title));
        if is_usual && (is_code(name) || !has_codes && is_name) {
            return Err(format!(
                "pieces are known by “{name}”: say in `kit.toml` by which column instead, such as `code_from = \"{}\"`",
                self.columns
                    .iter()
                    .find(|column| *column != name)
                    .map_or("", String::as_str)
            ));
        }
        let counts = deck.get("count").and_then(Item::as_str);
        if counts.is_some_and(|named| is_same(named, name)) {
            deck.insert("count", value(1));
        }
        for (field_name, field) in fields_of(deck) {
            if is_field_of(&field_name, field, name) {
                say_of(field, "optional", true.into());
            }
        }
        let after = manifest.to_string();
        Ok((after != before).then_some(after))
    }
}

fn deck_of<'m>(
    manifest: &'m mut DocumentMut,
    name: &str,
) -> Result<&'m mut toml_edit::Table, String> {
    let decks = manifest.get_mut("deck");
    let decks = decks.and_then(Item::as_array_of_tables_mut);
    let mut decks = decks.into_iter().flat_map(|decks| decks.iter_mut());
    let own = decks.find(|deck| deck.get("name").and_then(Item::as_str) == Some(name));
    own.ok_or_else(|| format!("`kit.toml` has no deck `{name}`"))
}

/// Makes fields of a deck of new columns.
fn declare(deck: &mut toml_edit::Table, columns: &[String]) -> Result<(), String> {
    let known: Vec<String> = fields_of(deck).map(|(name, _)| name).collect();
    let fields = deck.entry(DECLARED).or_insert(Item::Table(Table::new()));
    let fields = fields.as_table_like_mut();
    let fields = fields.ok_or("the deck's `fields` are not a table")?;
    for column in columns {
        let name = slug(column, '_');
        let starts = name.starts_with(|letter: char| letter.is_alphabetic());
        let is_taken = RESERVED.contains(&&*name) || known.contains(&name);
        if !starts || is_taken || name == "code" || name == "count" {
            continue;
        }
        let mut field = InlineTable::new();
        field.insert("type", "text".into());
        if name != *column {
            field.insert("column", column.as_str().into());
        }
        fields.insert(&name, value(field));
    }
    Ok(())
}

impl Fill {
    fn told(&self) -> String {
        let of = |count: usize, what: &str| match count {
            0 => None,
            1 => Some(format!("1 {what}")),
            count => Some(format!("{count} {what}s")),
        };
        let parts = [
            of(self.columns.len(), "column"),
            of(self.rows.len(), "row"),
            of(self.cells.len(), "cell"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match self.clear {
            true if parts.is_empty() => "all rows were removed".to_owned(),
            true => format!("all rows were replaced by {}", parts.join(", ")),
            false => format!("put in: {}", parts.join(", ")),
        }
    }

    /// Whether all of it has a place.
    fn check(&self, columns: usize, rows: usize) -> Result<(), String> {
        let wide = columns + self.columns.len();
        let is_inside = self
            .cells
            .iter()
            .all(|put| put.column < wide && put.row < rows)
            && self.rows.iter().all(|row| row.len() == wide)
            && self.at <= rows;
        if self.cells.len() + self.rows.len() * wide > MOST {
            return Err(format!("at most {MOST} cells can be pasted at once"));
        }
        is_inside
            .then_some(())
            .ok_or_else(|| "these cells have no place in the table: look at it again".to_owned())
    }
}

fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// A deck's declared fields, by their names.
fn fields_of(deck: &mut toml_edit::Table) -> impl Iterator<Item = (String, &mut Item)> {
    let fields = deck.get_mut(DECLARED).and_then(Item::as_table_like_mut);
    let fields = fields.into_iter().flat_map(|fields| fields.iter_mut());
    fields.map(|(name, field)| (name.to_string(), field))
}

/// Gives a field a fact.
fn say_of(field: &mut Item, key: &str, said: toml_edit::Value) {
    if let Some(inline) = field.as_inline_table_mut() {
        inline.insert(key, said);
        inline.fmt();
    } else if let Some(table) = field.as_table_like_mut() {
        table.insert(key, Item::Value(said));
    }
}

/// Whether a field is read from this column.
fn is_field_of(name: &str, field: &Item, column: &str) -> bool {
    let Some(field) = field.as_table_like() else {
        return false;
    };
    let named = field.get("column").and_then(Item::as_str);
    let is_computed = field.get("value").is_some();
    !is_computed && is_same(named.unwrap_or(name), column)
}

/// A text with some of its ranges replaced.
fn edited(text: &str, mut edits: Edits) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (range, new) in edits {
        out += &text[done..range.start];
        out += &new;
        done = range.end;
    }
    out + &text[done..]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::kit::archive::Archive;
    use crate::kit::edit::cells::Put;

    const KIT: &str = "title = \"Owls\"\n[[deck]]\nname = \"cards\"\nrows = [\"cards.toml\", \"more.csv\"]\ncount = \"Count\"\n\n[deck.fields]\nname = { type = \"text\" }\ncost = { type = \"integer\", column = \"Cost (gold)\" }\n";
    const ROWS: &str = "# First\n[[cards]]\nname = 'Owl' # at night\n\"Cost (gold)\" = 3\n\n[[cards]]\nname = \"Bat\"\n\n# Last\n[other]\nx = 1\n";
    const MORE: &str = "\u{feff}Name;Cost (gold);Count\r\n\"A; b\";5;1\r\n\r\nNone\r\n";

    fn changed(file: &str, act: SheetAct) -> Result<Vec<(String, String)>, String> {
        let files = [("kit.toml", KIT), ("cards.toml", ROWS), ("more.csv", MORE)];
        changed_in(&files, file, act)
    }

    fn changed_in(
        files: &[(&str, &str)],
        file: &str,
        act: SheetAct,
    ) -> Result<Vec<(String, String)>, String> {
        let files = files.iter();
        let files = files.map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
        let archive = Archive::of("a kit".into(), files.collect());
        let columns: &[&str] = match file {
            "plain.csv" => &["A", "B"],
            "more.csv" => &["Name", "Cost (gold)", "Count"],
            _ => &["name", "Cost (gold)"],
        };
        let edit = SheetEdit {
            file: file.to_owned(),
            deck: "cards".to_owned(),
            columns: columns.iter().map(|name| (*name).to_owned()).collect(),
            act,
        };
        edit.changed(&Files::Archive(Arc::new(archive)))
    }

    fn fill(file: &str, fill: Fill) -> Result<String, String> {
        let has_columns = !fill.columns.is_empty();
        let mut all = changed(file, SheetAct::Fill(fill))?;
        assert_eq!(all.len(), 1 + usize::from(has_columns));
        let manifest = has_columns.then(|| all.remove(1).1);
        assert!(
            manifest
                .is_none_or(|text| text.contains("art = { type = \"text\", column = \"Art\" }"))
        );
        Ok(all.remove(0).1)
    }

    fn put(row: usize, column: usize, from: Option<&str>, to: &str) -> Put {
        let from = from.map(str::to_owned);
        let to = to.to_owned();
        Put {
            row,
            column,
            from,
            to,
        }
    }

    fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
        let row = |row: &&[&str]| row.iter().map(|cell| (*cell).to_owned()).collect();
        rows.iter().map(row).collect()
    }

    #[test]
    fn cells_and_rows_are_put_into_a_table() {
        let pasted = Fill {
            cells: vec![
                put(0, 1, Some("5"), "6"),
                put(1, 1, None, "7;8"),
                put(1, 2, None, "2"),
            ],
            at: 2,
            rows: rows(&[&["Elf", "1", "3"], &["\"Imp\"", "", "1"]]),
            ..Fill::default()
        };
        let wanted = MORE.replace(";5;", ";6;").replace(
            "None\r\n",
            "None;\"7;8\";2\r\nElf;1;3\r\n\"\"\"Imp\"\"\";;1\r\n",
        );
        assert_eq!(fill("more.csv", pasted).unwrap(), wanted);
        let above = Fill {
            rows: rows(&[&["Elf", "1", "3"]]),
            ..Fill::default()
        };
        let wanted = MORE.replacen("\"A", "Elf;1;3\r\n\"A", 1);
        assert_eq!(fill("more.csv", above).unwrap(), wanted);
        let all = Fill {
            clear: true,
            columns: vec!["Art".into()],
            rows: rows(&[&["Elf", "1", "3", "elf.png"]]),
            ..Fill::default()
        };
        let wanted = "\u{feff}Name;Cost (gold);Count;Art\r\nElf;1;3;elf.png\r\n";
        assert_eq!(fill("more.csv", all).unwrap(), wanted);
        let stale = Fill {
            cells: vec![put(0, 1, Some("4"), "6")],
            ..Fill::default()
        };
        assert!(fill("more.csv", stale).unwrap_err().contains("has changed"));
        let beyond = Fill {
            cells: vec![put(0, 3, None, "6")],
            ..Fill::default()
        };
        assert!(fill("more.csv", beyond).unwrap_err().contains("no place"));
    }

    #[test]
    fn cells_and_rows_are_put_into_toml() {
        let pasted = Fill {
            cells: vec![put(0, 1, Some("3"), "4"), put(1, 1, None, "7")],
            at: 2,
            rows: rows(&[&["Elf \"x\"", "1"], &["Imp", ""]]),
            ..Fill::default()
        };
        let wanted = ROWS.replace(" = 3", " = 4").replace(
            "name = \"Bat\"\n",
            "name = \"Bat\"\n\"Cost (gold)\" = 7\n\n[[cards]]\nname = 'Elf \"x\"'\n\"Cost (gold)\" = 1\n\n[[cards]]\nname = \"Imp\"\n",
        );
        assert_eq!(fill("cards.toml", pasted).unwrap(), wanted);
        let all = Fill {
            clear: true,
            rows: rows(&[&["Elf", "1"]]),
            ..Fill::default()
        };
        let text = fill("cards.toml", all).unwrap();
        let table: toml::Table = text.parse().unwrap();
        assert_eq!(table["cards"].as_array().unwrap().len(), 1, "{text}");
        assert!(
            text.contains("[other]") && text.contains("# First"),
            "{text}"
        );
        let wrong = Fill {
            rows: rows(&[&["Elf", "many"]]),
            ..Fill::default()
        };
        assert!(
            fill("cards.toml", wrong)
                .unwrap_err()
                .contains("not a number")
        );
    }

    #[test]
    fn what_depends_on_a_column_is_asked_first() {
        let plain = "title = \"Owls\"\n[[deck]]\nname = \"cards\"\nrows = { file = \"plain.csv\", headings = false }\n";
        let table = ("plain.csv", "Owl,1\nBat,2\n");
        let add = SheetAct::Fill(Fill {
            columns: vec!["Art".into()],
            ..Fill::default()
        });
        let why = changed_in(&[("kit.toml", plain), table], "plain.csv", add).unwrap_err();
        assert!(why.contains("no line that names its columns"), "{why}");

        let rename = || SheetAct::Rename {
            column: 1,
            to: "Price".to_owned(),
        };
        let kit = |rows: &str| KIT.replace("[\"cards.toml\", \"more.csv\"]", rows);
        let by = kit("{ file = \"more.csv\", where = \"cost_gold > 3\" }");
        let why = changed_in(
            &[("kit.toml", &by), ("more.csv", MORE)],
            "more.csv",
            rename(),
        );
        assert!(why.unwrap_err().contains("selects or sorts"));
        let two = kit("\"more.csv\"") + "[[deck]]\nname = \"tiles\"\nrows = \"more.csv\"\n";
        let why = changed_in(
            &[("kit.toml", &two), ("more.csv", MORE)],
            "more.csv",
            rename(),
        );
        assert!(why.unwrap_err().contains("the deck `tiles`"));
    }

    #[test]
    fn a_new_column_is_a_field_of_every_deck_with_rows_in_the_table() {
        let manifest = "[[deck]]\nname = \"cards\"\nrows = \"plain.csv\"\n\n[[deck]]\nname = \"others\"\nrows = \"plain.csv\"\n";
        let files = [("kit.toml", manifest), ("plain.csv", "A,B\n1,2\n")];
        let added = Fill {
            columns: vec!["Art".into()],
            ..Fill::default()
        };
        let all = changed_in(&files, "plain.csv", SheetAct::Fill(added)).unwrap();
        assert_eq!(all[1].1.matches("column = \"Art\"").count(), 2);
    }

    #[test]
    fn columns_are_renamed_and_removed_and_the_fields_stay() {
        let rename = |column, to: &str| SheetAct::Rename {
            column,
            to: to.to_owned(),
        };
        // The deck's other file has the column too.
        let all = changed("more.csv", rename(1, "Price")).unwrap();
        assert_eq!(all[0].1, MORE.replace("Cost (gold)", "Price"));
        assert_eq!(all[1].1, ROWS.replace("\"Cost (gold)\"", "Price"));
        assert_eq!(all[2].1, KIT.replace("Cost (gold)", "Price"));
        let all = changed("more.csv", rename(0, "Title")).unwrap();
        assert!(
            all[1].1.contains("Title = 'Owl' # at night"),
            "{}",
            all[1].1
        );
        assert!(
            all[2]
                .1
                .contains("name = { type = \"text\", column = \"Title\" }"),
            "{}",
            all[2].1
        );
        let all = changed("more.csv", rename(2, "Copies")).unwrap();
        assert_eq!(all[1].1, KIT.replace("\"Count\"", "\"Copies\""));
        let all = changed("cards.toml", rename(1, "price")).unwrap();
        assert_eq!(all[0].1, ROWS.replace("\"Cost (gold)\"", "price"));
        let why = changed("more.csv", rename(0, "count")).unwrap_err();
        assert!(why.contains("already"), "{why}");

        let all = changed("more.csv", SheetAct::Remove { column: 1 }).unwrap();
        assert_eq!(
            all[0].1,
            MORE.replace(";Cost (gold)", "").replace(";5;", ";")
        );
        assert!(
            all[1]
                .1
                .contains("column = \"Cost (gold)\", optional = true }"),
            "{}",
            all[1].1
        );
        // A row of which nothing is left would be lost.
        let more = MORE.replace("None\r\n", "None;;3\r\n");
        let kit = KIT.replace("[deck.fields]", "code = \"Id\"\n[deck.fields]");
        let remove = |more| {
            let files = [
                ("kit.toml", &*kit),
                ("cards.toml", ROWS),
                ("more.csv", more),
            ];
            changed_in(&files, "more.csv", SheetAct::Remove { column: 0 })
        };
        let why = remove(MORE).unwrap_err();
        assert!(why.contains("row 2 has nothing but"), "{why}");
        let text = remove(&more).unwrap().remove(0).1;
        assert!(
            text.starts_with("\u{feff}Cost (gold);Count\r\n5;1\r\n"),
            "{text}"
        );
        // Without a column of codes, pieces are known by their names.
        let why = changed("more.csv", SheetAct::Remove { column: 0 }).unwrap_err();
        assert!(why.contains("nothing but"), "{why}");
        let files = [
            ("kit.toml", KIT),
            ("cards.toml", ROWS),
            ("more.csv", &*more),
        ];
        let why = changed_in(&files, "more.csv", SheetAct::Remove { column: 0 }).unwrap_err();
        assert!(why.contains("pieces are known by “Name”"), "{why}");
        let all = changed("cards.toml", SheetAct::Remove { column: 1 }).unwrap();
        assert_eq!(all[0].1, ROWS.replace("\"Cost (gold)\" = 3\n", ""));
    }
}
