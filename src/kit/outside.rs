//! Tables outside a kit's folder: those that its owner allowed on this machine, and where published ones come from.
//!
//! A kit reads nothing outside its folder by itself, since it may be a stranger's. What is allowed is told by whoever starts the
//! program, for a certain kit and a certain table.

use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use toml::{Table, Value};

use super::Files;

/// A kit's folder, and a table that it may read, both without links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    pub kit: PathBuf,
    pub table: PathBuf,
}

static ALLOWED: RwLock<Vec<Allowed>> = RwLock::new(Vec::new());

/// Lets a kit read a table.
pub fn allow(allowed: Allowed) {
    let mut known = ALLOWED.write().unwrap_or_else(PoisonError::into_inner);
    if !known.contains(&allowed) {
        known.push(allowed);
    }
}

/// The kit's folder and the table that a path from there names, without links; `None` if either does not exist.
pub fn resolved(folder: &Path, path: &str) -> Option<Allowed> {
    let kit = dunce::canonicalize(folder).ok()?;
    let table = dunce::canonicalize(kit.join(path)).ok()?;
    Some(Allowed { kit, table })
}

/// The table at a path from a kit's folder, if the kit may read it.
///
/// # Errors
///
/// The error is a sentence without the file's name.
pub fn find(folder: &Path, path: &str) -> Result<PathBuf, String> {
    let known = ALLOWED.read().unwrap_or_else(PoisonError::into_inner);
    match resolved(folder, path) {
        Some(wanted) if known.contains(&wanted) => Ok(wanted.table),
        _ => Err(format!(
            "it is outside the kit's folder: `paperkeep allow {}` lets this kit read it on this machine",
            folder.display()
        )),
    }
}

/// The tables that a kit may read outside its folder.
pub fn of(folder: &Path) -> Vec<PathBuf> {
    let Ok(kit) = dunce::canonicalize(folder) else {
        return Vec::new();
    };
    let known = ALLOWED.read().unwrap_or_else(PoisonError::into_inner);
    let own = known.iter().filter(|allowed| allowed.kit == kit);
    own.map(|allowed| allowed.table.clone()).collect()
}

/// A file of rows that a manifest names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Without the sheet.
    pub file: String,
    /// The address of the published sheet that it is a copy of.
    pub from: Option<String>,
}

/// All files of rows that a kit's manifest names.
///
/// # Errors
///
/// The manifest cannot be read.
pub fn named(files: &Files) -> Result<Vec<Named>, String> {
    let text = files
        .read("kit.toml")
        .map_err(|why| format!("cannot read {}: {why}", files.name("kit.toml")))?;
    let manifest: Table = text
        .parse()
        .map_err(|error: toml::de::Error| format!("kit.toml is not TOML: {}", error.message()))?;
    let mut found = Vec::new();
    let decks = manifest.get("deck").and_then(Value::as_array);
    for deck in decks.into_iter().flatten().filter_map(Value::as_table) {
        add(deck.get("rows"), &mut found);
        let fields = deck.get("fields").and_then(Value::as_table);
        for field in fields.into_iter().flat_map(|fields| fields.values()) {
            add(field.get("rows"), &mut found);
        }
    }
    Ok(found)
}

/// Adds the files of a key `rows`.
fn add(rows: Option<&Value>, found: &mut Vec<Named>) {
    let name = |value: &Value| {
        let file = value.as_str().unwrap_or_default();
        file.split('#').next().unwrap_or_default().to_owned()
    };
    let named = match rows {
        Some(Value::Array(several)) => {
            return several.iter().for_each(|one| add(Some(one), found));
        }
        Some(Value::String(file)) => Named {
            file: name(&Value::String(file.clone())),
            from: None,
        },
        Some(Value::Table(entry)) => Named {
            file: entry.get("file").map(name).unwrap_or_default(),
            from: entry.get("from").and_then(Value::as_str).map(str::to_owned),
        },
        _ => return,
    };
    if !found.contains(&named) {
        found.push(named);
    }
}
