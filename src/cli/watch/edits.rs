//! What is edited in the page: the kit's tables, a cell at a time, written to its files and taken back. The watch then sees that
//! a file was saved, as from any editor.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::kit::Files;
use crate::kit::edit::{self, Cell, Grid};
use crate::page::web;

/// Only so many edits are taken back.
const MOST_UNDONE: usize = 200;

/// The kit that is edited, and what was done to it.
pub(super) struct Edits {
    /// None if the kit is an archive, which is only shown.
    folder: Option<PathBuf>,
    done: Mutex<Vec<Change>>,
}

/// A file as it was before an edit, and after it.
struct Change {
    file: String,
    before: String,
    after: String,
    /// What the cell said, and says now.
    words: [String; 2],
}

/// An edit that the page asks for.
#[derive(Deserialize)]
pub(super) struct Wanted {
    #[serde(flatten)]
    cell: Cell,
    to: String,
}

/// What the page shows.
#[derive(Serialize)]
struct Shown {
    grids: Vec<Grid>,
    /// Why nothing can be edited, or not even be shown.
    fixed: Option<String>,
    /// What the next undo takes back.
    undo: Option<String>,
}

impl Edits {
    pub fn of(kit: &Path) -> Edits {
        Edits { folder: kit.is_dir().then(|| kit.to_owned()), done: Mutex::default() }
    }

    fn shown(&self) -> Shown {
        let Some(folder) = &self.folder else {
            let fixed = Some("A kit in an archive is only shown: unpack it to edit it.".into());
            return Shown { grids: Vec::new(), fixed, undo: None };
        };
        let (grids, fixed) = match edit::grids(&Files::Folder(folder.clone())) {
            Ok(grids) => (grids, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let undo = done.last().map(|Change { file, words: [from, to], .. }| format!("{file}: “{from}” became “{to}”"));
        Shown { grids, fixed, undo }
    }

    fn edit(&self, Wanted { cell, to }: &Wanted) -> Result<(), String> {
        let folder = self.folder.as_ref().ok_or("a kit in an archive is only shown")?;
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let files = Files::Folder(folder.clone());
        let before = files.read(&cell.file)?;
        let after = edit::changed(&files, cell, to)?;
        write(&folder.join(&cell.file), &after)?;
        if done.len() == MOST_UNDONE {
            done.remove(0);
        }
        let words = [cell.from.clone().unwrap_or_default(), to.clone()];
        done.push(Change { file: cell.file.clone(), before, after, words });
        Ok(())
    }

    fn undo(&self) -> Result<(), String> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let (Some(folder), Some(Change { file, before, after, .. })) = (&self.folder, done.pop()) else {
            return Err("there is nothing to take back".into());
        };
        if Files::Folder(folder.clone()).read(&file)? != after {
            return Err(format!("`{file}` was changed elsewhere since: take it back there"));
        }
        write(&folder.join(file), &before)
    }
}

/// Writes a file that is there anew, whole or not at all; a link stays one.
fn write(path: &Path, text: &str) -> Result<(), String> {
    let wrong = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
    let path = path.canonicalize().map_err(wrong)?;
    let folder = path.parent().ok_or("no folder")?;
    let mut file = NamedTempFile::new_in(folder).map_err(wrong)?;
    file.write_all(text.as_bytes()).map_err(wrong)?;
    file.as_file().set_permissions(path.metadata().map_err(wrong)?.permissions()).map_err(wrong)?;
    file.persist(&path).map_err(|error| wrong(error.error))?;
    Ok(())
}

pub(super) async fn data(State(edits): State<Arc<Edits>>) -> Response {
    Json(edits.shown()).into_response()
}

pub(super) async fn edit(State(edits): State<Arc<Edits>>, Json(wanted): Json<Wanted>) -> Response {
    answer(&edits, edits.edit(&wanted))
}

pub(super) async fn undo(State(edits): State<Arc<Edits>>) -> Response {
    answer(&edits, edits.undo())
}

fn answer(edits: &Edits, done: Result<(), String>) -> Response {
    match done {
        Ok(()) => Json(edits.shown()).into_response(),
        Err(why) => web::refusal(StatusCode::CONFLICT, &why),
    }
}
