//! A user's tables: their files, their columns, and the pictures that their cells name.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Display;
use std::path::{Path, PathBuf};

use super::Wrong;
use super::column::{Column, Known, Role, is_known_header, is_picture, last_part, roles};
use super::layout::{Headings, Layout};
use crate::games::english::counted;
use crate::kit::code::slug;
use crate::kit::files::{FileError, is_table};
use crate::kit::limits::bounded;
use crate::kit::problem::nearest;
use crate::kit::rows::{copies_said, number_doubles};
use crate::kit::table::workbook::{self, Tab};
use crate::kit::table::{MAX_ROWS, Table, TableRow, json, letters};
use crate::kit::{Files, Problem, Problems, SourceSpan};

/// The most tables that become decks of a kit.
const MAX_TABLES: usize = 24;

/// The most sheets that are looked at.
const MAX_SHEETS: usize = 100;

/// The most pictures and icons that are copied.
const MAX_PICTURES: usize = 5_000;

/// The folder for pictures that lie in the cells of a workbook.
const PICTURES: &str = "pictures/";

/// What a kit is made of.
#[derive(Default)]
pub struct Source {
    pub tables: Vec<Read>,
    /// Files that the kit includes, by their paths in it.
    pub files: Vec<(PathBuf, Vec<u8>)>,
    /// Drawings found for icons, by the icons' names.
    pub icons: HashMap<String, Vec<u8>>,
    /// Tables and sheets that did not become decks, and why.
    pub left_out: Vec<(String, String)>,
    /// Why tables could not be read, with their places.
    broken: Problems,
}

/// A table with rows, and what it seems to contain.
pub struct Read {
    /// Its name: that of a file, or of a sheet of a workbook.
    pub name: String,
    /// The file, and the sheet of a workbook, as written in the `rows` of a deck.
    pub rows: String,
    pub count: usize,
    /// The resulting number of pieces.
    pub pieces: usize,
    pub columns: Vec<Column>,
    pub roles: Vec<Role>,
    pub layout: Layout,
    /// The folder of its pictures, as a path ending in `/` or empty.
    pub pictures: String,
    /// Pictures that are not there.
    pub missing: Vec<String>,
    /// What its encoding was taken for.
    pub encoding: Option<&'static str>,
}

/// What is to be made into a kit.
pub struct Request<'r> {
    /// The tables, and the pictures that their cells name.
    pub files: &'r Files,
    pub paths: Vec<String>,
    /// The names of the sheets of a workbook that are taken, separated by commas.
    pub chosen: Option<&'r str>,
    pub headings: Headings,
    /// What the user calls all of it.
    pub from: &'r str,
}

impl Request<'_> {
    /// Reads the tables.
    ///
    /// # Errors
    ///
    /// There is nothing that can be read, or no sheet of a name; each with its place.
    pub fn read(&self) -> Result<Source, Wrong> {
        bounded(|| {
            let mut source = Source::default();
            for path in &self.paths {
                match sheets(self.files, path, self.chosen, &mut source) {
                    Ok(sheets) => {
                        for sheet in &sheets {
                            one(
                                self.files,
                                path,
                                sheet.as_deref(),
                                self.headings,
                                &mut source,
                            );
                        }
                    }
                    Err(problem) => source.broken.push(problem),
                }
            }
            if self.chosen.is_none() {
                set_notes_aside(&mut source);
            }
            self.finish(source)
        })
    }

    /// Refuses what contains no deck, and copies the files of the others.
    fn finish(&self, mut source: Source) -> Result<Source, Wrong> {
        if source.tables.is_empty() && !source.broken.0.is_empty() {
            return Err(Wrong::Kit(source.broken));
        }
        if source.tables.is_empty() {
            let whys: Vec<String> = source
                .left_out
                .iter()
                .map(|(name, why)| format!("\n{name}: {why}"))
                .collect();
            return Err(Wrong::Other(format!(
                "{} has no rows: its first line names the columns{}",
                self.from,
                whys.concat()
            )));
        }
        for problem in std::mem::take(&mut source.broken).0 {
            let name = problem.place.file.to_string();
            source.left_out.push((name, problem.message));
        }
        if source.tables.len() > MAX_TABLES {
            let message = format!(
                "{} tables are more than the {MAX_TABLES} decks of a new kit",
                source.tables.len()
            );
            return Err(Wrong::Other(message));
        }
        unlike_codes(self.files, &mut source);
        take_along(self.files, &self.paths, &mut source)?;
        Ok(source)
    }
}

/// Those of the files that are tables of somebody's cards, rather than parts of a program or left by one.
pub fn tables(files: &Files) -> Vec<String> {
    // A spreadsheet that has a table open keeps a file beside it, whose name begins so.
    let is_open = |path: &str| {
        let name = path.rsplit('/').next();
        name.is_some_and(|name| name.starts_with("~$"))
    };
    let of = |others: &[&str]| -> Vec<String> {
        let is_other = |path: &str| others.iter().any(|ending| path.ends_with(ending));
        let is_one = |path: &String| is_table(path) && !is_other(path) && !is_open(path);
        files.paths().into_iter().filter(is_one).collect()
    };
    // Beside tables, JSON is most often something else, and Markdown always is.
    let found = of(&[".json", ".txt", ".md"]);
    if found.is_empty() {
        of(&[".txt", ".md"])
    } else {
        found
    }
}

/// The names of a workbook's sheets, except for hidden ones, or of the chosen ones; for any other table, a single entry without a
/// name.
fn sheets(
    files: &Files,
    path: &str,
    chosen: Option<&str>,
    source: &mut Source,
) -> Result<Vec<Option<String>>, Problem> {
    let problem = |why: String| Problem::new(SourceSpan::file(files.name(path)), why);
    let lower = path.to_ascii_lowercase();
    if lower.ends_with(".json") {
        // What cannot be read is told where it is read.
        let lists = files
            .bytes(path)
            .ok()
            .and_then(|bytes| json::lists(&bytes).ok());
        let tab = |name| Tab {
            name,
            is_hidden: false,
        };
        let tabs: Vec<Tab> = lists.into_iter().flatten().map(tab).collect();
        if let Some(chosen) = chosen {
            return chosen_of(&tabs, chosen).map_err(|(why, help)| problem(why).help(help));
        }
        let names: Vec<Option<String>> = tabs.into_iter().map(|tab| Some(tab.name)).collect();
        return Ok(if names.is_empty() { vec![None] } else { names });
    }
    if !lower.ends_with(".ods") && !lower.ends_with(".xlsx") {
        return match chosen {
            Some(sheet) => Err(problem(format!(
                "it is not a workbook and has no sheet `{sheet}`"
            ))),
            None => Ok(vec![None]),
        };
    }
    let cannot = |why: &dyn Display| problem(format!("cannot read it: {why}"));
    let bytes = files.bytes(path).map_err(|why| cannot(&why))?;
    let tabs = workbook::tabs(&bytes, lower.ends_with(".ods"));
    let tabs = tabs.map_err(|(why, help)| Problem {
        help,
        ..cannot(&why)
    })?;
    if let Some(chosen) = chosen {
        return chosen_of(&tabs, chosen).map_err(|(why, help)| problem(why).help(help));
    }
    let (unseen, seen): (Vec<Tab>, Vec<Tab>) = tabs.into_iter().partition(|tab| tab.is_hidden);
    for tab in unseen.into_iter().take(MAX_TABLES) {
        let name = shown(files, path, Some(&tab.name));
        source.left_out.push((name, "it is hidden".to_owned()));
    }
    Ok(seen
        .into_iter()
        .take(MAX_SHEETS)
        .map(|tab| Some(tab.name))
        .collect())
}

/// The sheets with these names, separated by commas.
fn chosen_of(tabs: &[Tab], chosen: &str) -> Result<Vec<Option<String>>, (String, String)> {
    let find = |name: &str| {
        let is_it = |tab: &&Tab| tab.name.trim().to_lowercase() == name.trim().to_lowercase();
        tabs.iter().find(is_it).map(|tab| tab.name.clone())
    };
    if let Some(name) = find(chosen) {
        return Ok(vec![Some(name)]);
    }
    let mut found = Vec::new();
    for name in chosen.split(',') {
        let names = tabs.iter().map(|tab| tab.name.as_str());
        match find(name) {
            Some(name) => found.push(Some(name)),
            None => {
                let help = match nearest(name, names.clone()) {
                    Some(like) => format!("did you mean `{like}`?"),
                    None => format!("it has {}", names.collect::<Vec<_>>().join(", ")),
                };
                return Err((format!("it has no sheet `{}`", name.trim()), help));
            }
        }
    }
    Ok(found)
}

/// Reads one table.
fn one(files: &Files, path: &str, sheet: Option<&str>, headings: Headings, source: &mut Source) {
    let opened = Table::open(files, path, sheet, "").map_err(|(message, help)| {
        let problem = Problem::new(SourceSpan::file(shown(files, path, sheet)), message);
        Problem { help, ..problem }
    });
    match opened.and_then(|table| read_table(files, path, sheet, headings, &table)) {
        Ok(Some(read)) => source.tables.push(read),
        Ok(None) => {
            let why = "it has no rows below the names of its columns";
            let name = shown(files, path, sheet);
            source.left_out.push((name, why.to_owned()));
        }
        Err(problem) => source.broken.push(problem),
    }
}

/// `None` if it has no rows.
fn read_table(
    files: &Files,
    path: &str,
    sheet: Option<&str>,
    headings: Headings,
    table: &Table,
) -> Result<Option<Read>, Problem> {
    let place = SourceSpan {
        file: shown(files, path, sheet).into(),
        text: table.text(),
        span: 0..0,
    };
    let mut lines = Vec::new();
    for line in table.lines() {
        let line = line.map_err(|broken| {
            let place = place.at(broken.span.clone());
            broken.problem(place)
        })?;
        if lines.len() > MAX_ROWS {
            let message = format!("a table has at most {MAX_ROWS} rows");
            return Err(Problem::new(place.at(line.span.clone()), message));
        }
        if !line.is_blank() {
            lines.push(line);
        }
    }
    let number = |line: &TableRow<'_>| {
        line.number
            .unwrap_or_else(|| place.at(line.span.clone()).line_column().0)
    };
    let called = if sheet.is_some() { "row" } else { "line" };
    let say = |line: &TableRow<'_>| format!("{called} {}", number(line));
    // In a plain list of names, each line is one.
    let is_list = path.to_ascii_lowercase().ends_with(".txt")
        && lines.iter().all(|line| line.cells.len() == 1)
        && lines
            .first()
            .is_some_and(|line| !is_known_header(line.first()));
    let headings = match headings {
        Headings::Auto if is_list => Headings::None,
        headings => headings,
    };
    let mut layout = Layout::of(&lines, &place.text, headings, say);
    if layout.rows.is_empty() {
        return Ok(None);
    }
    let loose = table.loose_pictures();
    if !loose.is_empty() {
        layout.left_out.push(format!(
            "{} in no blank cell of the table, or of a kind that cannot be printed: {}",
            counted(loose.len(), "picture"),
            super::some_of(loose)
        ));
    }
    layout.left_out.extend(table.unread().map(str::to_owned));
    let mut columns = columns(&lines, &layout);
    let has_decimal_commas = table.has_decimal_commas();
    for at in &layout.rows {
        for (index, column) in columns.iter_mut().enumerate() {
            column.add(lines[*at].cells.get(index), has_decimal_commas);
        }
    }
    columns.iter_mut().for_each(Column::finish);
    let known = Known::of(&files.paths());
    columns.iter_mut().for_each(|column| column.look(&known));
    for index in layout.beside.clone() {
        columns[index].is_beside = true;
    }
    let roles = roles(&columns);
    for (column, role) in columns.iter_mut().zip(&roles) {
        if column.is_icon() && matches!(role, Role::Icon | Role::Fact | Role::Tone) {
            column.name_icons();
        }
    }
    let line_of = |row: usize| layout.rows.get(row).map_or(0, |at| number(&lines[*at]));
    for column in &mut columns {
        column.doubt = column.doubted(!roles.contains(&Role::Code), line_of, called);
    }
    let copies = roles.iter().position(|role| *role == Role::Copies);
    let count_of = |at: &usize| {
        let cell = copies.and_then(|column| lines[*at].cells.get(column));
        cell.and_then(|cell| copies_said(&cell.value)).unwrap_or(1) as usize
    };
    let pieces = layout.rows.iter().map(count_of).sum();
    let name = sheet.unwrap_or_else(|| {
        Path::new(path)
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or(path)
    });
    Ok(Some(Read {
        name: name.to_owned(),
        rows: sheet.map_or_else(|| path.to_owned(), |sheet| format!("{path}#{sheet}")),
        count: layout.rows.len(),
        pieces,
        columns,
        roles,
        layout,
        pictures: String::new(),
        missing: Vec::new(),
        encoding: table.guessed_encoding(),
    }))
}

fn shown(files: &Files, path: &str, sheet: Option<&str>) -> String {
    let name = files.name(path);
    let name = name.trim_start_matches("./");
    sheet.map_or_else(|| name.to_owned(), |sheet| format!("{name}#{sheet}"))
}

/// The columns under their names; one without a name is called by its letter if it lies between others.
fn columns(lines: &[Cow<'_, TableRow<'_>>], layout: &Layout) -> Vec<Column> {
    let widest = layout
        .rows
        .iter()
        .map(|at| lines[*at].cells.len())
        .max()
        .unwrap_or(0);
    let Some(heading) = layout.headings.map(|at| &lines[at]) else {
        return (0..widest)
            .map(|index| Column::new(letters(index), index))
            .collect();
    };
    let mut names: Vec<String> = heading
        .cells
        .iter()
        .map(|cell| cell.value.to_string())
        .collect();
    let doubles = number_doubles(&mut names);
    let last = names.iter().rposition(|name| !name.is_empty()).unwrap_or(0);
    for (index, name) in names.iter_mut().enumerate().take(last) {
        if name.is_empty() && layout.columns.contains(&index) {
            *name = letters(index);
        }
    }
    names.resize(widest.max(names.len()), String::new());
    let mut columns: Vec<Column> = names
        .into_iter()
        .enumerate()
        .map(|(index, name)| Column::new(name, index))
        .collect();
    for index in doubles {
        columns[index].is_double = true;
    }
    columns
}

/// Names of sheets that hold something else than cards.
const NOTES: &[&str] = &[
    "notes",
    "note",
    "readme",
    "read me",
    "info",
    "changelog",
    "change log",
    "changes",
    "todo",
    "to do",
    "log",
    "lists",
    "list",
    "dropdowns",
    "data validation",
    "validation",
    "lookup",
    "lookups",
    "legend",
    "key",
    "instructions",
    "rules",
    "help",
    "about",
    "ideas",
    "scratch",
    "summary",
    "overview",
    "stats",
    "statistics",
    "totals",
    "calc",
    "calculations",
    "config",
    "settings",
    "reference",
    "glossary",
    "keywords",
    "feedback",
    "playtest",
    "playtests",
    "old",
    "archive",
    "backup",
    "notizen",
    "hinweise",
    "liste",
    "listen",
    "ubersicht",
    "notas",
    "regeln",
];

/// Sheets of notes are no decks where there are better ones.
fn set_notes_aside(source: &mut Source) {
    let why = |read: &Read| {
        let filled = |column: &Column| column.filled > 0 && !column.is_beside;
        let columns = read.columns.iter().filter(|column| filled(column)).count();
        if NOTES.contains(&&*slug(&read.name, ' ')) {
            Some(format!("a sheet called `{}` is taken for notes", read.name))
        } else if columns < 2 {
            Some("it has only one column, and is taken for notes".to_owned())
        } else {
            None
        }
    };
    // Files of a folder are chosen already.
    let is_notes = |read: &Read| read.rows.contains('#') && why(read).is_some();
    if source.tables.iter().all(is_notes) {
        return;
    }
    let (notes, decks): (Vec<Read>, Vec<Read>) = std::mem::take(&mut source.tables)
        .into_iter()
        .partition(is_notes);
    source.tables = decks;
    for read in notes {
        let reason = why(&read).unwrap_or_default();
        let reason = format!("{reason}; `--from` with `#{}` takes it", read.name);
        source.left_out.push((read.rows, reason));
    }
}

/// The contents of a column's cells, row by row.
fn cells(table: &Table, layout: &Layout, index: usize) -> Vec<String> {
    let lines: Vec<_> = table
        .lines()
        .filter_map(Result::ok)
        .filter(|line| !line.is_blank())
        .collect();
    let cell = |at: &usize| {
        lines
            .get(*at)?
            .cells
            .get(index)
            .map(|cell| cell.value.to_string())
    };
    layout
        .rows
        .iter()
        .map(|at| cell(at).unwrap_or_default())
        .collect()
}

/// Codes are unique in a kit: if two tables number their rows alike, only the first keeps its numbers as codes.
fn unlike_codes(files: &Files, source: &mut Source) {
    let mut known = HashSet::new();
    for read in &mut source.tables {
        let Some(at) = read.roles.iter().position(|role| *role == Role::Code) else {
            continue;
        };
        let codes: Vec<String> = read
            .table(files)
            .map(|table| cells(&table, &read.layout, at))
            .unwrap_or_default();
        if codes.iter().any(|code| known.contains(code)) {
            read.roles[at] = Role::Fact;
        } else {
            known.extend(codes);
        }
    }
}

/// Copies the tables, and those of the pictures and icons named in their cells that exist.
fn take_along(files: &Files, paths: &[String], source: &mut Source) -> Result<(), Wrong> {
    let unreadable = |path: &str, why: FileError| {
        Wrong::Other(format!("cannot read {}: {why}", files.name(path)))
    };
    for path in paths {
        source.files.push((
            path.into(),
            files.bytes(path).map_err(|why| unreadable(path, why))?,
        ));
    }
    let is_drawn = |read: &Read| {
        read.roles.contains(&Role::Picture)
            || read.columns.iter().any(|column| !column.icons.is_empty())
    };
    if !source.tables.iter().any(is_drawn) {
        return Ok(());
    }
    let there: Vec<String> = files
        .paths()
        .into_iter()
        .filter(|path| is_picture(path))
        .collect();
    let mut taken = BTreeSet::new();
    let mut taken_out = Vec::new();
    for read in &mut source.tables {
        let Some(table) = read.table(files) else {
            continue;
        };
        let columns = (0..read.roles.len()).filter(|at| read.roles[*at] == Role::Picture);
        let mut named: BTreeSet<String> = columns
            .flat_map(|at| cells(&table, &read.layout, at))
            .map(|name| last_part(&name).to_owned())
            .filter(|name| !name.is_empty())
            .collect();
        let inside = read.pictures_inside(files, &named);
        named.retain(|name| inside.iter().all(|(known, _)| known != name));
        if let Some((folder, missing)) = folder_of(&named, &there) {
            let paths = named.iter().filter_map(|name| found(&there, &folder, name));
            taken.extend(paths.cloned());
            read.pictures = folder;
            read.missing = missing;
        } else if !inside.is_empty() {
            read.pictures = PICTURES.to_owned();
        }
        let folder = &read.pictures;
        let paths = inside.into_iter();
        taken_out.extend(paths.map(|(name, bytes)| (format!("{folder}{name}").into(), bytes)));
    }
    for path in taken.into_iter().take(MAX_PICTURES) {
        let bytes = files.bytes(&path).map_err(|why| unreadable(&path, why))?;
        source.files.push((path.into(), bytes));
    }
    source.files.extend(taken_out);
    let names: BTreeSet<&String> = source
        .tables
        .iter()
        .flat_map(|read| &read.columns)
        .flat_map(|column| &column.icons)
        .collect();
    for name in names {
        let file = format!("{name}.svg");
        let path = there
            .iter()
            .find(|path| path.rsplit('/').next() == Some(&file));
        let drawn = path.and_then(|path| files.bytes(path).ok());
        source
            .icons
            .extend(drawn.map(|bytes| (name.clone(), bytes)));
    }
    Ok(())
}

fn without_ending(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

/// The picture of this name in a folder, with or without its ending.
fn found<'p>(there: &'p [String], folder: &str, name: &str) -> Option<&'p String> {
    let wanted = format!("{folder}{name}");
    let mut paths = there.iter();
    paths.find(|path| **path == wanted || without_ending(path) == wanted)
}

/// The folder with most of the pictures, as a path ending in `/` or empty, and the pictures that it lacks.
fn folder_of(named: &BTreeSet<String>, there: &[String]) -> Option<(String, Vec<String>)> {
    let folders: BTreeSet<String> = there
        .iter()
        .flat_map(|path| {
            path.match_indices('/')
                .map(|(at, _)| path[..=at].to_owned())
                .chain([String::new()])
        })
        .collect();
    let known: HashSet<&str> = there
        .iter()
        .flat_map(|path| [path.as_str(), without_ending(path)])
        .collect();
    let has = |folder: &String, name: &String| known.contains(&*format!("{folder}{name}"));
    let found = |folder: &String| named.iter().filter(|name| has(folder, name)).count();
    let folder = folders
        .into_iter()
        .rev()
        .max_by_key(found)
        .unwrap_or_default();
    let missing = named
        .iter()
        .filter(|name| !has(&folder, name))
        .cloned()
        .collect();
    (!named.is_empty()).then_some((folder, missing))
}

impl Read {
    /// Its file, and its sheet if that is a workbook.
    fn place(&self) -> (&str, Option<&str>) {
        match self.rows.split_once('#') {
            Some((path, sheet)) => (path, Some(sheet)),
            None => (&self.rows, None),
        }
    }

    fn table(&self, files: &Files) -> Option<Table> {
        let (path, sheet) = self.place();
        Table::open(files, path, sheet, "").ok()
    }

    /// Those of the pictures that lie in the cells of its workbook.
    fn pictures_inside(&self, files: &Files, named: &BTreeSet<String>) -> Vec<(String, Vec<u8>)> {
        let (path, Some(_)) = self.place() else {
            return Vec::new();
        };
        let bytes = files.bytes(path).unwrap_or_default();
        workbook::pictures(&bytes, |name| named.contains(name))
    }

    /// The names of its columns.
    #[cfg(feature = "edit")]
    pub fn headers(&self) -> Vec<&str> {
        let own = self.columns.iter();
        own.map(|column| column.header.as_str()).collect()
    }

    /// Its rows, each with a value for every column.
    #[cfg(feature = "edit")]
    pub fn cells(&self, files: &Files) -> Vec<Vec<String>> {
        let Some(table) = self.table(files) else {
            return Vec::new();
        };
        let columns = 0..self.columns.len();
        let columns: Vec<Vec<String>> = columns.map(|at| cells(&table, &self.layout, at)).collect();
        let row = |at: usize| {
            let value = |column: &Vec<String>| column.get(at).cloned().unwrap_or_default();
            columns.iter().map(value).collect()
        };
        (0..self.count).map(row).collect()
    }

    /// The title of its deck: the table's name, unless it is a sheet's default name.
    pub fn deck(&self) -> String {
        let name = slug(&self.name, '-');
        let is_numbered = [
            "sheet", "tabelle", "feuil", "feuille", "hoja", "foglio", "blad", "table",
        ]
        .iter()
        .any(|word| {
            name.strip_prefix(word).is_some_and(|rest| {
                rest.trim_start_matches('-')
                    .bytes()
                    .all(|byte| byte.is_ascii_digit())
            })
        });
        let file = self
            .rows
            .split(['#', '/'])
            .find(|part| is_table(part))
            .unwrap_or_default();
        let stem = slug(
            Path::new(file)
                .file_stem()
                .and_then(|stem| stem.to_str())
                .unwrap_or_default(),
            '-',
        );
        match name {
            name if !(name.is_empty() || is_numbered && self.rows.contains('#')) => name,
            _ if !stem.is_empty() => stem,
            _ => "cards".into(),
        }
    }
}
