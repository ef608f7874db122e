//! Edits made in the page: cells and rows of the kit's tables, written to its files and undone. The watch notices the save, as
//! from any editor.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::cli::pull;
use crate::kit::Files;
use crate::kit::edit::{self, Cell, Grid, RowAction, RowEdit};
use crate::page::web;

/// At most this much is kept to undo edits, in bytes; the last edit can always be undone.
const MAX_KEPT: usize = 64 << 20;

const ONLY_SHOWN: &str = "a kit in an archive is only shown";

/// Longer values are shortened in messages, in letters.
const BRIEF: usize = 60;

/// The kit being edited, and the edits so far.
pub(super) struct Edits {
    /// None for an archive, which cannot be edited.
    folder: Option<PathBuf>,
    done: Mutex<Vec<Change>>,
}

/// A file before and after an edit.
struct Change {
    file: String,
    before: String,
    after: String,
    /// What was done, in a sentence.
    told: String,
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
    /// What the next undo would undo.
    undo: Option<String>,
    /// The tables that are copies of published sheets.
    published: Vec<String>,
    /// What became of these, if they were just fetched.
    fetched: Vec<String>,
}

impl Edits {
    pub fn of(kit: &Path) -> Edits {
        Edits {
            folder: kit.is_dir().then(|| kit.to_owned()),
            done: Mutex::default(),
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
        let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let undo = done
            .last()
            .map(|Change { file, told, .. }| format!("{file}: {told}"));
        Shown {
            grids,
            fixed,
            undo,
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

    fn edit(&self, Wanted { cell, to }: &Wanted) -> Result<(), String> {
        let told = format!(
            "“{}” became “{}”",
            brief(cell.from.as_deref().unwrap_or_default()),
            brief(to)
        );
        self.write(&cell.file, told, |files| edit::changed(files, cell, to))
    }

    fn edit_row(&self, row: &RowEdit) -> Result<(), String> {
        let done = match row.to {
            RowAction::Copy => "copied",
            RowAction::Delete => "deleted",
        };
        self.write(
            &row.file,
            format!("row {} was {done}", row.row + 1),
            |files| edit::with_row(files, row),
        )
    }

    /// Writes a file's new text, and keeps the old one.
    fn write(
        &self,
        path: &str,
        told: String,
        new: impl FnOnce(&Files) -> Result<String, String>,
    ) -> Result<(), String> {
        let folder = self.folder.as_ref().ok_or(ONLY_SHOWN)?;
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let files = Files::Folder(folder.clone());
        // What cannot be edited says why.
        let after = new(&files)?;
        let before = files.read(path)?;
        write(&folder.join(path), &after)?;
        done.push(Change {
            file: path.to_owned(),
            before,
            after,
            told,
        });
        let kept = |done: &[Change]| {
            done.iter()
                .map(|change| change.before.len() + change.after.len())
                .sum::<usize>()
        };
        while done.len() > 1 && kept(&done) > MAX_KEPT {
            done.remove(0);
        }
        Ok(())
    }

    fn undo(&self) -> Result<(), String> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let (
            Some(folder),
            Some(Change {
                file,
                before,
                after,
                ..
            }),
        ) = (&self.folder, done.last())
        else {
            return Err("there is nothing to undo".into());
        };
        if Files::Folder(folder.clone()).read(file)? != *after {
            let why = format!("`{file}` has been changed elsewhere since: undo it there");
            done.pop();
            return Err(why);
        }
        // What could not be written can be tried again.
        write(&folder.join(file), before)?;
        done.pop();
        Ok(())
    }
}

fn brief(words: &str) -> String {
    let start: String = words.chars().take(BRIEF).collect();
    if start.len() < words.len() {
        start + "…"
    } else {
        start
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
    answer(&edits, edits.edit(&wanted))
}

pub(super) async fn edit_row(
    State(edits): State<Arc<Edits>>,
    Json(row): Json<RowEdit>,
) -> Response {
    answer(&edits, edits.edit_row(&row))
}

pub(super) async fn undo(State(edits): State<Arc<Edits>>) -> Response {
    answer(&edits, edits.undo())
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
