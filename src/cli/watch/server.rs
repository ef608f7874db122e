//! The page's addresses: only this machine can reach them, and they serve only the page and what was drawn.
//!
//! Below `/table/` is the page of a game with the kit as last saved.
//!
//! What is made in the page is written to the kit's files; nothing else can be written. Other accounts of this machine reach the
//! page too, so edits take the key at the end of the address that is printed. The same key is the code of the table. The page
//! itself is the studio's too, in `bench/client`; here it talks to a server instead of a worker.
//!
//! The page asks for the state and says which version it has; if that is the latest, the answer waits for the next save.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::timeout;

use super::edits::{self, Edits};
use super::gallery::Gallery;
use super::tryout::TryOut;
use crate::bench::gallery::Exhibit;
use crate::cli::Error;
use crate::kit::Kit;
use crate::page::event_loop::Hub;
use crate::page::rights::Audience;
use crate::page::site;
use crate::page::web::{self, Site, refusal};
use crate::press::sheet::PrintError;

/// A page that has waited this long for a save is told that there was none, and asks again.
const LONGEST: Duration = Duration::from_secs(8);

/// The longest wish that is accepted, and the largest file, in bytes. A call may have a table in it, and many cells.
const LONGEST_WISH: usize = 2 << 20;
const LONGEST_FILE: usize = 32 << 20;

/// The header of a request that has the key.
const KEY: &str = "paperkeep-key";

/// Pictures are addressed by their content, but the next version of the program may draw them differently.
const LASTING: &str = "private, max-age=3600, immutable";

const SVG: &str = "image/svg+xml; charset=utf-8";

/// The page, which the studio has too.
static MAKE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/bench/client");

/// What is the program's own: how the page reaches it. Path, type and text.
static PAGE: [(&str, &str, &str); 4] = [
    (
        "/",
        "text/html; charset=utf-8",
        include_str!("page/index.html"),
    ),
    (
        "/main.js",
        "text/javascript; charset=utf-8",
        include_str!("page/main.js"),
    ),
    (
        "/home.js",
        "text/javascript; charset=utf-8",
        include_str!("page/home.js"),
    ),
    ("/icon.svg", SVG, include_str!("page/icon.svg")),
];

/// Serves the page until the program ends.
pub(super) struct Server {
    table: Arc<TryOut>,
    pub edits: Arc<Edits>,
    key: String,
    site: Site,
    now: watch::Sender<Arc<Now>>,
}

/// What answers are made from.
#[derive(Default)]
struct Now {
    version: u64,
    gallery: Gallery,
}

type Latest = watch::Receiver<Arc<Now>>;

impl Server {
    /// Opens the port, 0 for any that is free, to show the kit at this path.
    pub fn start(port: u16, kit: &std::path::Path, out: &std::path::Path) -> Result<Server, Error> {
        let wrong = |error| {
            format!(
                "cannot serve a page on 127.0.0.1:{port}: {error}; try another --port, or --no-page"
            )
        };
        let listener = Site::open(port, false).map_err(wrong)?;
        // Versions start from the clock, so that no page of an earlier watch mistakes its own for the latest.
        let started = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_millis();
        let version = u64::try_from(started).unwrap_or_default();
        let (now, latest) = watch::channel(Arc::new(Now {
            version,
            gallery: Gallery::default(),
        }));
        let port = listener.local_addr().map_err(wrong)?.port();
        let table = Arc::new(TryOut::start(format!("http://127.0.0.1:{port}/table")));
        let key = table.code()?;
        let kept = Arc::new(Edits::of(kit, out));
        let edits = Router::new()
            .route("/try", post(edits::try_out))
            .route("/keep", post(edits::keep))
            .route("/fetch", post(edits::fetch))
            .layer(DefaultBodyLimit::max(LONGEST_WISH))
            .route("/call", post(edits::call))
            .route("/put", post(edits::put))
            .layer(DefaultBodyLimit::max(LONGEST_FILE))
            .layer(middleware::from_fn_with_state(table.hub.clone(), keyed))
            .with_state(kept.clone());
        let seats = Router::new()
            .route("/seats", post(seats))
            .layer(middleware::from_fn_with_state(table.hub.clone(), keyed))
            .with_state(table.clone());
        let routes = Router::new()
            .route("/state", get(state))
            .route("/sheet/{name}", get(sheet))
            .route("/face/{name}", get(face))
            .fallback(get(page))
            .with_state(latest)
            .merge(edits)
            .merge(seats)
            .nest("/table/", site::routes(table.hub.clone()));
        Ok(Server {
            table,
            edits: kept,
            key,
            site: Site::serve(listener, routes).map_err(wrong)?,
            now,
        })
    }

    /// The address of the page, with the key.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.site.port(), self.key)
    }

    /// Continues the game with this kit.
    pub fn deal(&self, kit: Kit) {
        self.table.deal(kit);
    }

    /// Shows this from now on, and tells every waiting page.
    pub fn show(&self, gallery: Gallery) {
        self.now.send_modify(|now| {
            *now = Arc::new(Now {
                version: now.version + 1,
                gallery,
            })
        });
    }
}

/// Lets through only requests with the key.
async fn keyed(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response {
    let typed = request.headers().get(KEY);
    let typed = typed.and_then(|typed| typed.to_str().ok());
    let is_key = |typed| hub.rights().is_code(Audience::Table, typed);
    if typed.is_some_and(is_key) {
        return next.run(request).await;
    }
    refusal(
        StatusCode::FORBIDDEN,
        "the kit can be edited only at the whole address that `paperkeep watch` printed: the part after # is its key",
    )
}

/// Deals the table anew for this many players.
async fn seats(State(table): State<Arc<TryOut>>, Json(players): Json<u32>) -> Response {
    table.seat(players);
    Json(json!({})).into_response()
}

async fn page(uri: Uri) -> Response {
    let path = uri.path();
    if let Some((_, kind, text)) = PAGE.iter().find(|(own, ..)| *own == path) {
        let mut page = web::file(kind, Bytes::from_static(text.as_bytes()));
        let policy = HeaderValue::from_static(web::MAKING);
        page.headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, policy);
        return page;
    }
    let path = path.trim_start_matches('/');
    match MAKE.get_file(path).zip(site::media(path)) {
        Some((file, kind)) => web::file(kind, Bytes::from_static(file.contents())),
        None => missing(),
    }
}

#[derive(Deserialize)]
struct Has {
    after: Option<u64>,
}

/// The state; if the page has this version, the next one.
async fn state(State(mut latest): State<Latest>, Query(has): Query<Has>) -> Response {
    // Whether or not there was a save, the current state is sent.
    let _ = timeout(
        LONGEST,
        latest.wait_for(|now| Some(now.version) != has.after),
    )
    .await;
    let now = latest.borrow().clone();
    (
        [(header::CONTENT_TYPE, "application/json")],
        now.gallery.to_json(now.version),
    )
        .into_response()
}

async fn sheet(State(latest): State<Latest>, Path(name): Path<String>) -> Response {
    picture(&latest, &name, Exhibit::sheet)
}

async fn face(State(latest): State<Latest>, Path(name): Path<String>) -> Response {
    picture(&latest, &name, Exhibit::face)
}

/// `ID.svg`, drawn by one of the exhibits.
fn picture(
    latest: &Latest,
    name: &str,
    draw: impl Fn(&Exhibit, &str) -> Option<Result<String, PrintError>>,
) -> Response {
    let now = latest.borrow().clone();
    let drawn = name.strip_suffix(".svg").and_then(|id| {
        now.gallery
            .exhibits
            .iter()
            .find_map(|exhibit| draw(exhibit, id))
    });
    match drawn {
        None => missing(),
        Some(Err(fault)) => web::refusal(StatusCode::INTERNAL_SERVER_ERROR, &fault.to_string()),
        Some(Ok(svg)) => {
            let always: [(HeaderName, HeaderValue); 3] = [
                (header::CONTENT_TYPE, HeaderValue::from_static(SVG)),
                (header::CACHE_CONTROL, HeaderValue::from_static(LASTING)),
                (
                    header::CONTENT_SECURITY_POLICY,
                    HeaderValue::from_static(web::DRAWING),
                ),
            ];
            (always, svg).into_response()
        }
    }
}

fn missing() -> Response {
    web::refusal(
        StatusCode::NOT_FOUND,
        "this picture does not exist, or no longer exists",
    )
}
