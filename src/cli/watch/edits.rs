//! Edits made in the page: cells and rows of the kit's tables, written to its files and undone. The watch notices the save, as
//! from any editor.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::cli::pull;
use crate::kit::Files;
use crate::kit::edit::{self, Cell, Change, Grid, History, RowEdit, Step};
use crate::page::web;

const ONLY_SHOWN: &str = "a kit in an archive is only shown";

/// The kit being edited, and the edits so far.
pub(super) struct Edits {
    /// None for an archive, which cannot be edited.
    folder: Option<PathBuf>,
    history: Mutex<History>,
}

/// An edit that the page asks for.
#[derive(Deserialize)]
pub(super) struct Wanted {
    #[serde(flatten)]
    cell: Cell,
    to: String,
}

/// What the page shows.
#[derive(Default, Serialize)]
struct Shown {
    grids: Vec<Grid>,
    /// Why nothing can be edited or shown.
    fixed: Option<String>,
    /// What would be undone next, and what done again.
    undo: Option<String>,
    redo: Option<String>,
    /// The tables that are copies of published sheets.
    published: Vec<String>,
    /// What became of these, if they were just fetched.
    fetched: Vec<String>,
}

impl Edits {
    pub fn of(kit: &Path) -> Edits {
        Edits {
            folder: kit.is_dir().then(|| kit.to_owned()),
            history: Mutex::default(),
        }
    }

    fn shown(&self) -> Shown {
        let Some(folder) = &self.folder else {
            let fixed = Some("A kit in an archive is only shown: unpack it to edit it.".into());
            return Shown {
                fixed,
                ..Shown::default()
            };
        };
        let files = Files::Folder(folder.clone());
        let published = pull::published(&files).unwrap_or_default();
        let (grids, fixed) = match edit::grids(&files) {
            Ok(grids) => (grids, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        let history = self.history();
        Shown {
            grids,
            fixed,
            undo: history.undoes(),
            redo: history.redoes(),
            published: published.into_iter().map(|named| named.file).collect(),
            fetched: Vec::new(),
        }
    }

    /// Fetches the published sheets that the kit names.
    fn pull(&self) -> Result<Shown, String> {
        let folder = self.folder.as_ref().ok_or(ONLY_SHOWN)?;
        let mut fetched = Vec::new();
        pull::fetch_all(folder, false, |told| fetched.push(told))?;
        Ok(Shown {
            fetched,
            ..self.shown()
        })
    }

    fn history(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes an edit, and keeps what was there.
    fn add(&self, edit: impl FnOnce(&Files) -> Result<Change, String>) -> Result<(), String> {
        let folder = self.folder.as_ref().ok_or(ONLY_SHOWN)?;
        let mut history = self.history();
        // What cannot be edited says why.
        let change = edit(&Files::Folder(folder.clone()))?;
        write(&folder.join(&change.file), &change.after)?;
        history.add(change);
        Ok(())
    }

    fn step(&self, step: Step) -> Result<(), String> {
        let folder = self.folder.as_ref().ok_or(ONLY_SHOWN)?;
        let files = Files::Folder(folder.clone());
        self.history()
            .step(step, &files, |file, text| write(&folder.join(file), text))
    }
}

/// Replaces an existing file, whole or not at all; a symbolic link stays one.
fn write(path: &Path, text: &str) -> Result<(), String> {
    let wrong = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
    let path = path.canonicalize().map_err(wrong)?;
    let folder = path.parent().ok_or("no folder")?;
    let mut file = NamedTempFile::new_in(folder).map_err(wrong)?;
    file.write_all(text.as_bytes()).map_err(wrong)?;
    file.as_file()
        .set_permissions(path.metadata().map_err(wrong)?.permissions())
        .map_err(wrong)?;
    file.persist(&path).map_err(|error| wrong(error.error))?;
    Ok(())
}

pub(super) async fn data(State(edits): State<Arc<Edits>>) -> Response {
    Json(edits.shown()).into_response()
}

pub(super) async fn edit(State(edits): State<Arc<Edits>>, Json(wanted): Json<Wanted>) -> Response {
    let Wanted { cell, to } = &wanted;
    answer(&edits, edits.add(|files| Change::of_cell(files, cell, to)))
}

pub(super) async fn edit_row(
    State(edits): State<Arc<Edits>>,
    Json(row): Json<RowEdit>,
) -> Response {
    answer(&edits, edits.add(|files| Change::of_row(files, &row)))
}

pub(super) async fn undo(State(edits): State<Arc<Edits>>) -> Response {
    answer(&edits, edits.step(Step::Undo))
}

pub(super) async fn redo(State(edits): State<Arc<Edits>>) -> Response {
    answer(&edits, edits.step(Step::Redo))
}

/// Fetches the published sheets, which may take a while.
pub(super) async fn fetch(State(edits): State<Arc<Edits>>) -> Response {
    let fetched = tokio::task::spawn_blocking(move || edits.pull()).await;
    match fetched {
        Ok(Ok(shown)) => Json(shown).into_response(),
        Ok(Err(why)) => web::refusal(StatusCode::CONFLICT, &why),
        Err(_) => web::refusal(StatusCode::INTERNAL_SERVER_ERROR, "fetching it crashed"),
    }
}

fn answer(edits: &Edits, done: Result<(), String>) -> Response {
    match done {
        Ok(()) => Json(edits.shown()).into_response(),
        Err(why) => web::refusal(StatusCode::CONFLICT, &why),
    }
}
