//! A small web server: one thread, for this machine or its network, and closed to other pages.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::gate::Gate;

/// The longest body that our page sends, in bytes.
const MAX_BYTES: usize = 8 << 10;

/// How long a stopping server keeps sending.
const LAST: Duration = Duration::from_millis(100);

/// The headers of every answer. Nothing is fetched from elsewhere, and no other page may embed or read this one; our own may, as
/// `watch` does with the table.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-src 'self'; frame-ancestors 'self'";

/// The policy for pages that show pictures that they were given as data.
pub const MAKING: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-src 'self'; frame-ancestors 'self'";

/// The policy for a drawing: it may have its own styles and pictures, and nothing else.
pub const DRAWING: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// A server that runs until it is dropped.
pub struct Site {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Site {
    /// Opens a port (0 for any free one) for this machine only, or with `lan` for its network.
    pub fn open(port: u16, lan: bool) -> io::Result<TcpListener> {
        let address = if lan {
            Ipv4Addr::UNSPECIFIED
        } else {
            Ipv4Addr::LOCALHOST
        };
        let listener = TcpListener::bind((address, port))?;
        listener.set_nonblocking(true)?;
        Ok(listener)
    }

    /// Serves these addresses on it.
    pub fn serve(listener: TcpListener, routes: Router) -> io::Result<Site> {
        let address = listener.local_addr()?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let lan = address.ip().is_unspecified();
        let routes = routes
            .layer(DefaultBodyLimit::max(MAX_BYTES))
            .layer(middleware::from_fn(move |request, next| {
                shield(lan, request, next)
            }));
        let (stop, stopped) = oneshot::channel::<()>();
        let serve = async move {
            let Ok(listener) = tokio::net::TcpListener::from_std(listener) else {
                return;
            };
            tokio::select! {
                _ = axum::serve(Gate::new(listener), routes).into_future() => {}
                // The last answers are still being sent.
                _ = async { let _ = stopped.await; sleep(LAST).await } => {}
            }
        };
        let thread = thread::Builder::new()
            .name("page".into())
            .spawn(move || runtime.block_on(serve))?;
        Ok(Site {
            address,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// This machine's address on the network, if it is on one. Nothing is sent to find out.
pub fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address reserved for documentation: the system only chooses a route to it.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_unspecified() && !own.is_loopback()).then_some(own)
}

/// Refuses requests that do not come from our own page, and tells the browser with every answer what it may do with it.
async fn shield(lan: bool, request: Request, next: Next) -> Response {
    let mut response = match foreign(
        lan,
        request.method(),
        request.uri().path(),
        request.headers(),
    ) {
        Some(why) => refusal(StatusCode::FORBIDDEN, why),
        None if ![Method::GET, Method::POST].contains(request.method()) => refusal(
            StatusCode::METHOD_NOT_ALLOWED,
            "this address does not accept that method",
        ),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let always = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in always {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Why a request is refused, if it is not from our page.
fn foreign(lan: bool, method: &Method, path: &str, headers: &HeaderMap) -> Option<&'static str> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    // Somebody else's domain name may have been made to resolve here; an address cannot.
    let host = text(header::HOST).filter(|_| headers.get_all(header::HOST).iter().count() == 1);
    let name = host
        .and_then(|host| {
            host.rsplit_once(':')
                .map_or(Some(host), |(name, _)| Some(name))
        })
        .unwrap_or_default();
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let is_ours = match bare.parse::<IpAddr>() {
        Ok(address) => lan || address.is_loopback(),
        Err(_) => bare.eq_ignore_ascii_case("localhost"),
    };
    if !is_ours {
        return Some("this page is available only at its own address");
    }
    // Browsers say this with every request, and no page can make them say anything else.
    let site = headers
        .get("sec-fetch-site")
        .and_then(|value| value.to_str().ok());
    if path != "/" && !matches!(site, None | Some("same-origin" | "none")) {
        return Some("only the page itself may request this");
    }
    let origin = headers
        .get(header::ORIGIN)
        .map(|value| value.to_str().unwrap_or_default());
    let own = format!("http://{}", host.unwrap_or_default());
    if *method != Method::GET && origin.is_some_and(|origin| !origin.eq_ignore_ascii_case(&own)) {
        return Some("only the page itself may request this");
    }
    None
}

/// A refusal in one sentence.
pub fn refusal(status: StatusCode, why: &str) -> Response {
    (status, axum::Json(json!({ "error": { "message": why } }))).into_response()
}

/// A file that never changes while this program runs.
pub fn file(kind: &'static str, body: impl Into<Bytes>) -> Response {
    let body: Bytes = body.into();
    (
        [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "no-cache"),
        ],
        Body::from(body),
    )
        .into_response()
}
