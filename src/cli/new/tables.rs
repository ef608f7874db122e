//! The user's tables that a kit is made of: where they are.

use std::path::{Path, PathBuf};

use crate::cli::Error;
use crate::draft::{self, Headings, Request, Source};
use crate::kit::Files;
use crate::kit::files::is_table;

/// Tables that are to become a kit.
pub struct Tables<'r> {
    pub from: &'r str,
    pub headings: Headings,
    /// If tables stay where they are, the folder of the kit.
    pub link: Option<&'r PathBuf>,
}

/// Tables that stay where they are: their paths from the kit, and from the folder of the tables.
pub type Linked = Vec<(String, String)>;

/// Whether this is a user's table, or a sheet of a workbook, rather than the name of a kit.
pub fn is_one(from: &str) -> bool {
    let (path, _) = path_and_sheets(from);
    is_table(path) || Path::new(path).is_dir() && !Path::new(path).join("kit.toml").is_file()
}

/// The folder with the tables, and with the pictures that their cells name.
pub fn folder(from: &str) -> PathBuf {
    let path = Path::new(path_and_sheets(from).0);
    let above = path.parent().filter(|above| !above.as_os_str().is_empty());
    if path.is_dir() {
        path.to_owned()
    } else {
        above.unwrap_or(Path::new(".")).to_owned()
    }
}

/// The path, and the names of sheets after `#`.
fn path_and_sheets(from: &str) -> (&str, Option<&str>) {
    match from.rsplit_once('#') {
        Some((path, sheets)) if is_table(path) && !Path::new(from).exists() => (path, Some(sheets)),
        _ => (from, None),
    }
}

impl Tables<'_> {
    /// Reads a table or a folder of tables.
    ///
    /// # Errors
    ///
    /// There is nothing that can be read, or no sheet of a name; each with its place.
    pub fn read(&self) -> Result<(Source, Linked), Error> {
        let (path, chosen) = path_and_sheets(self.from);
        let (folder, paths) = tables(Path::new(path))?;
        let files = Files::Folder(folder);
        let request = Request {
            files: &files,
            paths,
            chosen,
            headings: self.headings,
            from: self.from,
        };
        let mut source = request.read()?;
        let linked = match self.link {
            Some(kit) => stay(kit, &files, &request.paths, &mut source)?,
            None => Linked::new(),
        };
        Ok((source, linked))
    }
}

/// Leaves the tables where they are.
fn stay(kit: &Path, files: &Files, paths: &[String], source: &mut Source) -> Result<Linked, Error> {
    let kit = std::path::absolute(kit).map_err(|error| error.to_string())?;
    let mut linked = Linked::new();
    for path in paths {
        let there = dunce::canonicalize(files.name(path)).map_err(|error| error.to_string())?;
        linked.push((between(&kit, &there), path.clone()));
        source.files.retain(|(known, _)| known != Path::new(path));
    }
    for read in &mut source.tables {
        let (path, sheet) = match read.rows.split_once('#') {
            Some((path, sheet)) => (path, format!("#{sheet}")),
            None => (&*read.rows, String::new()),
        };
        if let Some((outside, _)) = linked.iter().find(|(_, known)| known == path) {
            read.rows = format!("{outside}{sheet}");
        }
    }
    Ok(linked)
}

/// The path from a folder to a file, both absolute.
fn between(folder: &Path, file: &Path) -> String {
    let folder = match (folder.parent().map(dunce::canonicalize), folder.file_name()) {
        (Some(Ok(parent)), Some(name)) => parent.join(name),
        _ => folder.to_owned(),
    };
    let shared = folder
        .components()
        .zip(file.components())
        .take_while(|(one, other)| one == other)
        .count();
    if shared == 0 {
        return file.display().to_string();
    }
    let up = folder.components().skip(shared).map(|_| "..".to_owned());
    let down = file
        .components()
        .skip(shared)
        .map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// The folder that contains the tables, and their paths in it.
fn tables(from: &Path) -> Result<(PathBuf, Vec<String>), Error> {
    if from.is_dir() {
        let paths = draft::tables(&Files::Folder(from.to_owned()));
        if paths.is_empty() {
            return Err(Error::Other(format!(
                "{} has no table: no .csv, .tsv, .ods, .xlsx or .json",
                from.display()
            )));
        }
        return Ok((from.to_owned(), paths));
    }
    let name = from.file_name().and_then(|name| name.to_str());
    Ok((
        folder(&from.to_string_lossy()),
        vec![name.unwrap_or_default().to_owned()],
    ))
}
