//! The addresses of the table's page.

use std::collections::HashMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{self, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::{interval, timeout};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use super::commands;
use super::event_loop::{Event, Hub, OpenScreen, Request};
use super::faces;
use super::news::{self, Message};
use super::rights::{Audience, KeyDigest};
use super::web::{self, refusal};

/// How long to wait for an answer from the event loop.
const PATIENCE: Duration = Duration::from_secs(8);
/// The interval between keep-alive comments when nothing happens.
const PULSE: Duration = Duration::from_secs(15);
/// How long a device's cookie is valid, in seconds.
const LASTING: u32 = 400 * 24 * 60 * 60;
/// How long a face may be cached, in seconds; it never changes under its name.
const FOREVER: &str = "private, max-age=31536000, immutable";

/// What the browser runs.
pub(super) static CLIENT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/page/client");

/// The same with gzip, each file compressed once. Compressing them for each screen would scatter the connections' memory among the
/// compressor's: 20 MB with 50 onlookers. Fonts are already compressed.
static PACKED: LazyLock<HashMap<&Path, Bytes>> = LazyLock::new(|| {
    let texts = CLIENT
        .files()
        .filter(|file| file.path().extension().is_none_or(|kind| kind != "woff2"));
    texts
        .map(|file| (file.path(), faces::packed(file.contents()).into()))
        .collect()
});

/// All addresses.
pub fn routes(hub: Arc<Hub>) -> Router {
    Router::new()
        .route("/", get(client))
        .route("/words.js", get(words))
        .route("/join", post(join))
        .route("/events", get(events))
        .route("/snapshot", get(snapshot))
        .route("/do", post(obey))
        .route("/face/{name}", get(face))
        .fallback(get(client))
        .with_state(hub)
}

async fn client(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    match (CLIENT.get_file(path), media(path)) {
        (Some(file), Some(kind)) => {
            let packs = takes_gzip(&headers)
                .then(|| PACKED.get(file.path()))
                .flatten();
            match (draft(path), packs) {
                (Some(draft), _) => web::file(kind, draft),
                (None, Some(small)) => packed(web::file(kind, small.clone())),
                (None, None) => web::file(kind, file.contents()),
            }
        }
        _ => refusal(StatusCode::NOT_FOUND, "there is nothing here"),
    }
}

/// What the page says, in the language of the game: a module of translations by the English words.
async fn words(State(hub): State<Arc<Hub>>) -> Response {
    let language = hub.language();
    let language = language.as_ref();
    let words = language
        .map(|language| language.own_words())
        .unwrap_or_default();
    let code = language.map_or("en", |language| &language.code);
    let module = format!(
        "export const language = {};\nexport const words = {};\n",
        json!(code),
        json!(words)
    );
    web::file("text/javascript; charset=utf-8", module)
}

/// In a development build, the page's files are read again from the folder `PAPERKEEP_PAGE` if it is set.
fn draft(path: &str) -> Option<Bytes> {
    std::fs::read(drafts()?.join(path)).ok().map(Bytes::from)
}

/// That folder. A worker has to be allowed to read it.
pub fn drafts() -> Option<PathBuf> {
    let folder = std::env::var_os("PAPERKEEP_PAGE").filter(|_| cfg!(debug_assertions))?;
    Some(PathBuf::from(folder))
}

/// The media type of a file of the page.
pub fn media(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml; charset=utf-8",
        "woff2" => "font/woff2",
        _ => return None,
    })
}

#[derive(Deserialize)]
struct Joining {
    code: String,
    /// Even if this browser shows the table, which it then no longer does.
    #[serde(default)]
    instead: bool,
}

/// Lets a device in.
async fn join(
    State(hub): State<Arc<Hub>>,
    headers: HeaderMap,
    Json(joining): Json<Joining>,
) -> Response {
    // All windows of a browser have the same cookies.
    let is_table = matches!(audience(&hub, &headers), Ok((Audience::Table, _)));
    if is_table && !joining.instead && hub.rights().is_for_others(&joining.code) {
        return refusal(StatusCode::CONFLICT, "this browser shows the table");
    }
    let joined = hub.rights().join(&joining.code);
    match joined {
        Ok(Some((key, _))) => {
            hub.keep();
            hub.tell(Event::Changed);
            let cookie = format!(
                "{}={key}; Path=/; HttpOnly; SameSite=Strict; Max-Age={LASTING}",
                cookie_name(&headers)
            );
            let mut response = Json(json!({ "ok": true })).into_response();
            if let Ok(cookie) = HeaderValue::from_str(&cookie) {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            response
        }
        Ok(None) => refusal(
            StatusCode::FORBIDDEN,
            "this code does not exist, or has been used",
        ),
        Err(why) => refusal(StatusCode::SERVICE_UNAVAILABLE, &why),
    }
}

/// Cookies do not distinguish ports, so the name does.
fn cookie_name(headers: &HeaderMap) -> String {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    let port = host.rsplit_once(':').map_or("80", |(_, port)| port);
    format!("paperkeep-{port}")
}

/// The audience that sent this.
fn audience(hub: &Hub, headers: &HeaderMap) -> Result<(Audience, KeyDigest), Box<Response>> {
    let name = cookie_name(headers);
    let cookies = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let mut pairs = cookies
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    let key = pairs.find(|(own, _)| *own == name).map(|(_, key)| key);
    key.and_then(|key| hub.rights().audience(key))
        .ok_or_else(|| {
            Box::new(refusal(
                StatusCode::UNAUTHORIZED,
                "this device has not joined, or has lost access",
            ))
        })
}

/// Everything that happens, as that audience sees it.
async fn events(State(hub): State<Arc<Hub>>, headers: HeaderMap) -> Response {
    let (audience, mark) = match audience(&hub, &headers) {
        Ok(found) => found,
        Err(refused) => return *refused,
    };
    let look = hub.look(audience);
    (
        [(header::CONTENT_TYPE, "text/event-stream")],
        Body::from_stream(stream(hub, look, mark)),
    )
        .into_response()
}

fn stream(
    hub: Arc<Hub>,
    look: OpenScreen,
    mark: KeyDigest,
) -> impl Stream<Item = Result<Bytes, Infallible>> {
    let (mut is_gone, mut last) = (false, None);
    let events = WatchStream::new(look.news.clone()).map_while(move |message| {
        // Held for as long as the stream is open.
        let _ = &look;
        if is_gone {
            return None;
        }
        is_gone = hub.rights().holds(&mark).is_none();
        Some(match message {
            _ if is_gone => news::event(
                Some("gone"),
                &json!({ "why": "this seat was moved" }).to_string(),
            ),
            Message::Nothing => news::KEEP_ALIVE,
            Message::Snapshot(drawn) => {
                let known = last.replace(drawn.version);
                drawn.since(known)
            }
            Message::Bye => news::event(Some("bye"), "{}"),
        })
    });
    events
        .timeout_repeating(interval(PULSE))
        .map(|event| Ok(event.unwrap_or(news::KEEP_ALIVE)))
}

/// What that audience sees now, once.
async fn snapshot(State(hub): State<Arc<Hub>>, headers: HeaderMap) -> Response {
    let (audience, _) = match audience(&hub, &headers) {
        Ok(found) => found,
        Err(refused) => return *refused,
    };
    let mut look = hub.look(audience);
    let first = timeout(
        PATIENCE,
        look.news
            .wait_for(|message| matches!(message, Message::Snapshot(_))),
    )
    .await;
    let text = match first
        .ok()
        .and_then(Result::ok)
        .map(|message| message.clone())
    {
        Some(Message::Snapshot(drawn)) => news::data(&drawn.whole),
        _ => {
            return refusal(
                StatusCode::SERVICE_UNAVAILABLE,
                "the table is not answering; try again",
            );
        }
    };
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// A command, and its answer.
async fn obey(State(hub): State<Arc<Hub>>, headers: HeaderMap, body: Bytes) -> Response {
    let (from, _) = match audience(&hub, &headers) {
        Ok(found) => found,
        Err(refused) => return *refused,
    };
    let is_json = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_json {
        return refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, "commands are JSON");
    }
    let said = match commands::read(&body) {
        Ok(said) => said,
        Err(why) => return refusal(StatusCode::BAD_REQUEST, &why),
    };
    let (reply, answer) = oneshot::channel();
    hub.tell(Event::Asked(Request { from, said, reply }));
    match timeout(PATIENCE, answer).await {
        Ok(Ok((status, body))) => (status, Json(body)).into_response(),
        _ => refusal(
            StatusCode::SERVICE_UNAVAILABLE,
            "the table is not answering; try again",
        ),
    }
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let takes = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    takes
        .split(',')
        .any(|one| one.split(';').next().unwrap_or_default().trim() == "gzip")
}

/// Marks an answer's body as gzip.
fn packed(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// A face that was shown to that audience.
async fn face(
    State(hub): State<Arc<Hub>>,
    extract::Path(name): extract::Path<String>,
    headers: HeaderMap,
) -> Response {
    let (audience, _) = match audience(&hub, &headers) {
        Ok(found) => found,
        Err(refused) => return *refused,
    };
    let is_packed = takes_gzip(&headers);
    let id = name.strip_suffix(".svg").unwrap_or_default();
    let Some(bytes) = hub.shelf.take(audience, id, is_packed) else {
        return refusal(
            StatusCode::NOT_FOUND,
            "there is no such face, or it was not shown here",
        );
    };
    let mut response = (
        [(header::CONTENT_TYPE, "image/svg+xml; charset=utf-8")],
        Body::from(bytes),
    )
        .into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(FOREVER));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(web::DRAWING),
    );
    if is_packed {
        packed(response)
    } else {
        response
    }
}
