//! A user's tables: their files, their columns, and the pictures that their cells name.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::column::{Column, Role, is_picture, roles};
use crate::cli::Error;
use crate::kit::code::slug;
use crate::kit::files::is_table;
use crate::kit::limits::bounded;
use crate::kit::table::workbook::{self, Tab};
use crate::kit::table::{Table, TableRow};
use crate::kit::{Files, Problem, Problems, SourceSpan};

/// The most tables that become decks of a kit, and the most pictures and icons that are copied.
const MAX_TABLES: usize = 24;
const MAX_PICTURES: usize = 5_000;

/// What a kit is made of.
#[derive(Default)]
pub struct Source {
    pub tables: Vec<Read>,
    /// Files that the kit includes, by their paths in it.
    pub files: Vec<(PathBuf, Vec<u8>)>,
    /// Drawings found for icons, by the icons' names.
    pub icons: HashMap<String, Vec<u8>>,
    /// Sheets without rows.
    pub blank: Vec<String>,
    /// Hidden sheets, which often hold lists for the others.
    pub hidden: Vec<String>,
}

/// A table with rows, and what it seems to contain.
pub struct Read {
    /// Its name: that of a file, or of a sheet of a workbook.
    pub name: String,
    /// As written in the `rows` of a deck.
    pub rows: String,
    pub count: usize,
    /// The resulting number of pieces.
    pub pieces: usize,
    pub columns: Vec<Column>,
    pub roles: Vec<Role>,
    /// The folder of its pictures, as a path ending in `/` or empty; `None` if some are missing.
    pub pictures: Option<String>,
    /// A missing picture.
    pub missing: Option<String>,
    /// What its encoding was taken for.
    pub encoding: Option<&'static str>,
}

/// Whether this is a user's table rather than the name of a kit.
pub fn is_one(from: &str) -> bool {
    is_table(from) || Path::new(from).is_dir()
}

/// Reads a table or a folder of tables.
///
/// # Errors
///
/// Nothing to read, or tables that cannot be read as they are, each with its place.
pub fn read(from: &Path) -> Result<Source, Error> {
    bounded(|| {
        let (folder, paths) = tables(from)?;
        let files = Files::Folder(folder);
        let mut source = Source::default();
        let mut problems = Problems::default();
        for path in &paths {
            match sheets(&files, path, &mut source.hidden) {
                Ok(sheets) => sheets.iter().for_each(|sheet| {
                    let read = one(&files, path, sheet.as_deref(), &mut source).err();
                    problems.extend(read);
                }),
                Err(why) => problems.push(Problem::new(SourceSpan::file(files.name(path)), why)),
            }
        }
        if !problems.0.is_empty() {
            return Err(Error::Kit(problems));
        }
        if source.tables.is_empty() {
            return Err(Error::Other(format!(
                "{} has no rows: its first line names the columns",
                from.display()
            )));
        }
        if source.tables.len() > MAX_TABLES {
            let message = format!(
                "{} tables are more than the {MAX_TABLES} decks of a new kit",
                source.tables.len()
            );
            return Err(Error::Other(message));
        }
        unlike_codes(&files, &mut source);
        take_along(&files, &paths, &mut source)?;
        Ok(source)
    })
}

/// The folder that contains the tables, and their paths in it.
fn tables(from: &Path) -> Result<(PathBuf, Vec<String>), Error> {
    if from.is_dir() {
        let files = Files::Folder(from.to_owned());
        if files.has("kit.toml") {
            let message = format!(
                "{} is a kit already: copy the folder, or name a table",
                from.display()
            );
            return Err(Error::Other(message));
        }
        // A spreadsheet that has a table open keeps a file beside it, whose name begins so.
        let is_open = |path: &str| {
            path.rsplit('/')
                .next()
                .is_some_and(|name| name.starts_with("~$"))
        };
        let paths: Vec<String> = files
            .paths()
            .into_iter()
            .filter(|path| is_table(path) && !is_open(path))
            .collect();
        return match paths.is_empty() {
            true => Err(Error::Other(format!(
                "{} has no table: no .csv, .tsv, .ods, .xlsx",
                from.display()
            ))),
            false => Ok((from.to_owned(), paths)),
        };
    }
    let name = from
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let folder = from
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    Ok((folder.to_owned(), vec![name.to_owned()]))
}

/// The names of a workbook's sheets, except for hidden ones; for any other table, a single entry without a name.
fn sheets(
    files: &Files,
    path: &str,
    hidden: &mut Vec<String>,
) -> Result<Vec<Option<String>>, String> {
    let lower = path.to_ascii_lowercase();
    if !lower.ends_with(".ods") && !lower.ends_with(".xlsx") {
        return Ok(vec![None]);
    }
    let why = |why: String| format!("cannot read it: {why}");
    let bytes = files.bytes(path).map_err(why)?;
    let tabs = workbook::tabs(&bytes, lower.ends_with(".ods")).map_err(why)?;
    let (unseen, seen): (Vec<Tab>, Vec<Tab>) = tabs.into_iter().partition(|tab| tab.is_hidden);
    hidden.extend(
        unseen
            .into_iter()
            .take(MAX_TABLES)
            .map(|tab| shown(files, path, Some(&tab.name))),
    );
    Ok(seen
        .into_iter()
        .take(MAX_TABLES + 1)
        .map(|tab| Some(tab.name))
        .collect())
}

/// Reads one table.
fn one(files: &Files, path: &str, sheet: Option<&str>, source: &mut Source) -> Result<(), Problem> {
    let table = Table::open(files, path, sheet, "").map_err(|(message, help)| {
        let problem = Problem::new(SourceSpan::file(files.name(path)), message);
        Problem { help, ..problem }
    })?;
    let place = SourceSpan {
        file: shown(files, path, sheet).into(),
        text: table.text(),
        span: 0..0,
    };
    let mut columns: Option<Vec<Column>> = None;
    let (mut count, mut heading) = (0, place.clone());
    for line in table.lines() {
        let line = line.map_err(|broken| {
            let place = place.at(broken.span.clone());
            broken.problem(place)
        })?;
        if line.is_blank() {
            continue;
        }
        let Some(columns) = &mut columns else {
            columns = Some(header(&line, &place)?);
            heading = place.at(line.span.clone());
            continue;
        };
        count += 1;
        if count == 1 {
            no_title(columns, &line, &heading)?;
        }
        // Cells beyond the header are in columns without a name.
        columns.extend(
            (columns.len()..line.cells.len()).map(|index| Column::new(String::new(), index)),
        );
        for (index, column) in columns.iter_mut().enumerate() {
            column.add(line.cells.get(index), table.has_decimal_commas());
        }
    }
    let Some(mut columns) = columns.filter(|_| count > 0) else {
        source.blank.push(shown(files, path, sheet));
        return Ok(());
    };
    columns.iter_mut().for_each(Column::finish);
    let roles = roles(&columns);
    let line_of = |row: usize| {
        let found = table
            .lines()
            .filter_map(Result::ok)
            .filter(|line| !line.is_blank())
            .nth(row + 1);
        found.map_or(0, |line| {
            line.number
                .unwrap_or_else(|| place.at(line.span.clone()).line_column().0)
        })
    };
    let called = if sheet.is_some() { "row" } else { "line" };
    for column in &mut columns {
        column.doubt = column.doubted(!roles.contains(&Role::Code), line_of, called);
    }
    let name = sheet.unwrap_or_else(|| {
        Path::new(path)
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or(path)
    });
    let rows = sheet.map_or_else(|| path.to_owned(), |sheet| format!("{path}#{sheet}"));
    let copies = roles.iter().position(|role| *role == Role::Copies);
    let pieces = copies.map_or(count, |at| {
        cells(&table, at)
            .map(|count| {
                if count.is_empty() {
                    1
                } else {
                    count.parse().unwrap_or_default()
                }
            })
            .sum()
    });
    let (pictures, missing, encoding) = (None, None, table.guessed_encoding());
    source.tables.push(Read {
        name: name.to_owned(),
        rows,
        count,
        pieces,
        columns,
        roles,
        pictures,
        missing,
        encoding,
    });
    Ok(())
}

fn shown(files: &Files, path: &str, sheet: Option<&str>) -> String {
    let name = files.name(path);
    let name = name.trim_start_matches("./");
    sheet.map_or_else(|| name.to_owned(), |sheet| format!("{name}#{sheet}"))
}

/// The columns named in a table's first line.
fn header(line: &TableRow<'_>, place: &SourceSpan) -> Result<Vec<Column>, Problem> {
    let mut names = HashSet::new();
    for cell in &line.cells {
        if !cell.value.is_empty() && !names.insert(&*cell.value) {
            let problem = Problem::new(
                place.at(cell.span.clone()),
                format!("two columns are called `{}`", cell.value),
            );
            return Err(problem
                .label("the second one")
                .help("give each a name of its own"));
        }
    }
    Ok(line
        .cells
        .iter()
        .enumerate()
        .map(|(index, cell)| Column::new(cell.value.to_string(), index))
        .collect())
}

/// Refuses a title above the columns' names, which would be taken for the only column.
fn no_title(
    columns: &[Column],
    second: &TableRow<'_>,
    heading: &SourceSpan,
) -> Result<(), Problem> {
    let named = columns
        .iter()
        .filter(|column| !column.header.is_empty())
        .count();
    let filled = second
        .cells
        .iter()
        .filter(|cell| !cell.value.is_empty() || cell.fault.is_some())
        .count();
    if named > 1 || filled < 2 {
        return Ok(());
    }
    let problem = Problem::new(
        heading.clone(),
        format!("the first line names one column, but the next one has {filled}"),
    );
    Err(problem.help("if this is a title, delete the line: the first line must name the columns"))
}

/// The contents of a column's cells, row by row.
fn cells(table: &Table, index: usize) -> impl Iterator<Item = String> {
    let lines = table
        .lines()
        .filter_map(Result::ok)
        .filter(|line| !line.is_blank())
        .skip(1);
    lines.map(move |line| {
        line.cells
            .get(index)
            .map(|cell| cell.value.to_string())
            .unwrap_or_default()
    })
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
            .map(|table| cells(&table, at).collect())
            .unwrap_or_default();
        if codes.iter().any(|code| known.contains(code)) {
            read.roles[at] = Role::Fact;
        } else {
            known.extend(codes);
        }
    }
}

/// Copies the tables, and those of the pictures and icons named in their cells that exist.
fn take_along(files: &Files, paths: &[String], source: &mut Source) -> Result<(), Error> {
    let unreadable =
        |path: &str, why: String| Error::Other(format!("cannot read {}: {why}", files.name(path)));
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
    for read in &mut source.tables {
        let Some(table) = read.table(files) else {
            continue;
        };
        let columns = (0..read.roles.len()).filter(|at| read.roles[*at] == Role::Picture);
        let named: BTreeSet<String> = columns
            .flat_map(|at| cells(&table, at))
            .filter(|name| !name.is_empty())
            .collect();
        let Some((folder, missing)) = folder_of(&named, &there) else {
            continue;
        };
        taken.extend(
            named
                .iter()
                .map(|name| format!("{folder}{name}"))
                .filter(|path| there.contains(path)),
        );
        read.pictures = missing.is_none().then_some(folder);
        read.missing = missing;
    }
    for path in taken.into_iter().take(MAX_PICTURES) {
        let bytes = files.bytes(&path).map_err(|why| unreadable(&path, why))?;
        source.files.push((path.into(), bytes));
    }
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

/// The folder with most of the pictures, as a path ending in `/` or empty, and one picture that it lacks.
fn folder_of(named: &BTreeSet<String>, there: &[String]) -> Option<(String, Option<String>)> {
    let known: HashSet<&String> = there.iter().collect();
    let folders: BTreeSet<String> = there
        .iter()
        .flat_map(|path| {
            path.match_indices('/')
                .map(|(at, _)| path[..=at].to_owned())
                .chain([String::new()])
        })
        .collect();
    let has = |folder: &String, name: &String| known.contains(&format!("{folder}{name}"));
    let found = |folder: &String| named.iter().filter(|name| has(folder, name)).count();
    let folder = folders
        .into_iter()
        .rev()
        .max_by_key(found)
        .unwrap_or_default();
    let missing = named.iter().find(|name| !has(&folder, name)).cloned();
    (!named.is_empty()).then_some((folder, missing))
}

impl Read {
    fn table(&self, files: &Files) -> Option<Table> {
        let (path, sheet) = match self.rows.split_once('#') {
            Some((path, sheet)) => (path, Some(sheet)),
            None => (&*self.rows, None),
        };
        Table::open(files, path, sheet, "").ok()
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
