//! What is made in the page: written to the kit's files, and undone. The watch notices the save, as from any editor.

use std::convert::Infallible;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use crate::bench::{Call, Refused, Store, Workbench, tryout};
use crate::cli::pull;
use crate::kit::files::is_inside;
use crate::kit::{Files, Kit, Problems};
use crate::page::web;

/// How long a page waits until what was saved is drawn.
const PATIENCE: Duration = Duration::from_secs(8);

/// The files of a kit at one moment.
type Stamp = [u8; 32];

/// A kit's folder; an archive is only shown.
struct Home(PathBuf);

impl Store for Home {
    fn files(&self) -> Files {
        Files::Folder(self.0.clone())
    }

    fn put(&mut self, path: &str, bytes: Option<&[u8]>) -> Result<(), String> {
        let target = place(&self.0, path)?;
        match bytes {
            Some(bytes) => write(&target, bytes),
            None => {
                let gone = std::fs::remove_file(&target);
                gone.map_err(|error| format!("cannot delete {}: {error}", target.display()))
            }
        }
    }

    fn fixed(&self) -> Option<String> {
        let why = "A kit in an archive is only shown: unpack it to edit it.";
        (!self.0.is_dir()).then(|| why.to_owned())
    }
}

/// Where a file of the kit is, or will be.
fn place(kit: &Path, path: &str) -> Result<PathBuf, String> {
    let is_hidden = path.split('/').any(|part| part.starts_with('.'));
    if !is_inside(path) || is_hidden {
        return Err(format!("`{path}` is not a place in the kit"));
    }
    let path = kit.join(path);
    let wrong = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
    // A symbolic link stays one.
    if path.exists() {
        return path.canonicalize().map_err(wrong);
    }
    let folder = path.parent().ok_or("no folder")?;
    std::fs::create_dir_all(folder).map_err(wrong)?;
    let is_within = folder
        .canonicalize()
        .and_then(|folder| Ok(folder.starts_with(kit.canonicalize()?)));
    if !is_within.map_err(wrong)? {
        return Err(format!("{} leads out of the kit", folder.display()));
    }
    Ok(path)
}

/// Writes a file, whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let wrong = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
    let folder = path.parent().ok_or("no folder")?;
    let mut file = NamedTempFile::new_in(folder).map_err(wrong)?;
    file.write_all(bytes).map_err(wrong)?;
    if let Ok(before) = path.metadata() {
        let kept = file.as_file().set_permissions(before.permissions());
        kept.map_err(wrong)?;
    } else {
        readable(file.as_file()).map_err(wrong)?;
    }
    file.persist(path).map_err(|error| wrong(error.error))?;
    Ok(())
}

/// A new file is for whoever may read the others, and not as temporary files are.
#[cfg(unix)]
fn readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

/// The kit on the workbench, for the page. Only what was drawn by another process first is drawn here.
pub(super) struct Edits {
    kit: PathBuf,
    /// Where printed files go, which may be in the kit's folder.
    out: PathBuf,
    bench: Mutex<Workbench>,
    /// What was drawn last, and whether that ended well for the process that drew it.
    drawn: watch::Sender<(Stamp, bool)>,
    /// The kit to compare with.
    before: Mutex<Option<Kit>>,
}

impl Edits {
    pub fn of(kit: &Path, out: &Path) -> Edits {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or(path.to_owned());
        Edits {
            kit: absolute(kit),
            out: absolute(out),
            bench: Mutex::new(Workbench::unread(Box::new(Home(kit.to_owned())))),
            drawn: watch::channel((Stamp::default(), false)).0,
            before: Mutex::default(),
        }
    }

    /// The kit's files as they are now, by which a print is known.
    pub fn stamp(&self) -> Stamp {
        let files = Files::Folder(self.kit.clone());
        let mut hash = Sha256::new();
        if !self.kit.is_dir() {
            hash.update(std::fs::read(&self.kit).unwrap_or_default());
        }
        let is_printed = |path: &String| self.kit.join(path).starts_with(&self.out);
        for path in files.paths().iter().filter(|path| !is_printed(path)) {
            hash.update(path);
            hash.update([0]);
            hash.update(Sha256::digest(files.bytes(path).unwrap_or_default()));
        }
        hash.finalize().into()
    }

    /// Shows this kit, which was drawn of these files.
    pub fn take(&self, kit: &Kit, stamp: Stamp) {
        self.bench().take(kit.clone(), Problems::default());
        let mut before = self.before.lock().unwrap_or_else(PoisonError::into_inner);
        before.get_or_insert_with(|| kit.clone());
        self.drawn.send_replace((stamp, true));
    }

    /// Shows what was found on the kit.
    pub fn advise(&self, wrong: Problems, advice: Problems) {
        self.bench().advise(wrong, advice);
    }

    /// Says why these files cannot be printed, and whether their faces can be drawn here all the same, perhaps without some rows.
    pub fn refuse(
        &self,
        wrong: Problems,
        spared: Option<(Kit, usize)>,
        (stamp, is_harmless): (Stamp, bool),
    ) {
        self.bench().refuse(wrong, spared);
        self.drawn.send_replace((stamp, is_harmless));
    }

    fn bench(&self) -> MutexGuard<'_, Workbench> {
        self.bench.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shown(&self) -> Value {
        let mut shown = self.bench().shown();
        let published = pull::published(&Files::Folder(self.kit.clone())).unwrap_or_default();
        let files = published.into_iter().map(|named| named.file);
        shown["published"] = files.collect::<Vec<_>>().into();
        shown
    }

    /// Fetches the published sheets that the kit names; says what became of them.
    fn pull(&self) -> Result<Vec<String>, String> {
        self.is_free()?;
        let mut fetched = Vec::new();
        pull::fetch_all(&self.kit, false, |told| fetched.push(told))?;
        Ok(fetched)
    }

    fn is_free(&self) -> Result<(), String> {
        Home(self.kit.clone()).fixed().map_or(Ok(()), Err)
    }

    /// Has bots play the kit as it is, and tells how far they are, for as long as somebody hears it.
    fn played(
        &self,
        Wished { players, games }: Wished,
        told: &mpsc::Sender<Bytes>,
    ) -> Result<Value, String> {
        let kit = self.bench().kit().cloned();
        let kit = kit.ok_or("the kit cannot be played as it is now")?;
        let before = self.before.lock();
        let before = before.unwrap_or_else(PoisonError::into_inner).clone();
        let last = Mutex::new(Instant::now());
        let heard = |done: usize, all: usize| {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.elapsed() >= NEWS {
                *last = Instant::now();
                // A page that is slow hears less.
                let _ = told.try_send(line(&json!({ "done": done, "all": all })));
            }
            if told.is_closed() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let last_found = Mutex::new(Instant::now());
        let so_far = |found: Value| {
            let mut last = last_found.lock().unwrap_or_else(PoisonError::into_inner);
            if last.elapsed() < NEWS {
                return;
            }
            *last = Instant::now();
            let _ = told.try_send(line(&json!({ "soFar": found })));
        };
        tryout::played(before.as_ref(), &kit, players, games, &heard, &so_far)
    }

    /// Waits until the kit as it is now is drawn.
    async fn settled(&self) -> Result<(), String> {
        let mut drawn = self.drawn.subscribe();
        let until = Instant::now() + PATIENCE;
        loop {
            let (stamp, is_good) = *drawn.borrow_and_update();
            if stamp == self.stamp() {
                let why =
                    "the kit cannot be drawn as it is now: put right what is wrong, or undo it";
                return is_good.then_some(()).ok_or_else(|| why.to_owned());
            }
            let left = until.saturating_duration_since(Instant::now());
            if !matches!(timeout(left, drawn.changed()).await, Ok(Ok(()))) {
                return Err("what was saved last is not drawn yet".into());
            }
        }
    }
}

/// Whether a call draws something, or needs what was drawn.
fn draws(call: &Call) -> bool {
    use Call::{BeginRules, Draw, Easel, Face, Frame, Framed, Frames, Lifted, Speak, Texts, Typed};
    matches!(
        call,
        Draw { .. }
            | BeginRules { .. }
            | Easel(_)
            | Face(_)
            | Frame { .. }
            | Framed { .. }
            | Frames { .. }
            | Lifted { .. }
            | Typed { .. }
            | Speak { .. }
            | Texts { .. }
    )
}

/// Does what the page asks for.
pub(super) async fn call(State(edits): State<Arc<Edits>>, Json(call): Json<Call>) -> Response {
    if draws(&call)
        && let Err(why) = edits.settled().await
    {
        return refusal(why.into());
    }
    let is_shown = matches!(call, Call::Shown);
    let done = tokio::task::spawn_blocking(move || {
        let done = if is_shown {
            return Ok(edits.shown());
        } else {
            edits.bench().call(call)?
        };
        // What was changed is shown with all that belongs to it.
        Ok(match done.get("grids") {
            Some(_) => {
                let mut shown = edits.shown();
                shown["at"] = done["at"].clone();
                shown
            }
            None => done,
        })
    });
    match done.await {
        Ok(Ok(done)) => Json(done).into_response(),
        Ok(Err(why)) => refusal(why),
        Err(_) => web::refusal(StatusCode::INTERNAL_SERVER_ERROR, "this crashed paperkeep"),
    }
}

#[derive(Deserialize)]
pub(super) struct Added {
    path: String,
}

/// Adds a picture or a font.
pub(super) async fn put(
    State(edits): State<Arc<Edits>>,
    Query(added): Query<Added>,
    bytes: Bytes,
) -> Response {
    let done = edits.bench().put(&added.path, bytes.to_vec());
    match done {
        Ok(()) => Json(edits.shown()).into_response(),
        Err(why) => refusal(why.into()),
    }
}

/// Games that bots play.
#[derive(Clone, Copy, Deserialize)]
pub(super) struct Wished {
    players: u32,
    games: u32,
}

/// How often a page hears how many games were played.
const NEWS: Duration = Duration::from_millis(50);

/// Has bots play the kit, beside what it was when the watch began or [`keep`] was asked for. The answer comes in lines: how far it
/// is, again and again, and in the last what was found. Whoever closes it stops the games.
pub(super) async fn try_out(
    State(edits): State<Arc<Edits>>,
    Json(wished): Json<Wished>,
) -> Response {
    let (sender, lines) = mpsc::channel(4);
    let told = sender.clone();
    let played = tokio::task::spawn_blocking(move || edits.played(wished, &told));
    tokio::spawn(async move {
        let last = match played.await {
            Ok(Ok(found)) => json!({ "found": found }),
            Ok(Err(why)) => json!({ "error": { "message": why } }),
            Err(_) => json!({ "error": { "message": "playing it crashed" } }),
        };
        // If nobody waits for it any more, that is all right.
        let _ = sender.send(line(&last)).await;
    });
    let lines = ReceiverStream::new(lines).map(Ok::<_, Infallible>);
    let kind = [(header::CONTENT_TYPE, "application/jsonl")];
    (kind, Body::from_stream(lines)).into_response()
}

fn line(told: &Value) -> Bytes {
    format!("{told}\n").into()
}

/// From now on, games are compared with the kit as it is.
pub(super) async fn keep(State(edits): State<Arc<Edits>>) -> Response {
    let kit = edits.bench().kit().cloned();
    *edits.before.lock().unwrap_or_else(PoisonError::into_inner) = kit;
    Json(json!({})).into_response()
}

/// Fetches the published sheets, which may take a while.
pub(super) async fn fetch(State(edits): State<Arc<Edits>>) -> Response {
    let fetched = tokio::task::spawn_blocking(move || {
        let told = edits.pull()?;
        let mut shown = edits.shown();
        shown["fetched"] = told.into();
        Ok::<_, String>(shown)
    });
    match fetched.await {
        Ok(Ok(shown)) => Json(shown).into_response(),
        Ok(Err(why)) => refusal(why.into()),
        Err(_) => web::refusal(StatusCode::INTERNAL_SERVER_ERROR, "fetching it crashed"),
    }
}

fn refusal(why: Refused) -> Response {
    (
        StatusCode::CONFLICT,
        Json(json!({ "error": why.to_json() })),
    )
        .into_response()
}
