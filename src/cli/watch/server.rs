//! The page's server: this machine alone can reach it, and it gives nothing but the page and what was drawn.
//!
//! The page asks for the state of things and says which it has; if that is the last one, the answer waits for the next save.

use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::gallery::Gallery;
use super::http::{Answer, Request};
use crate::cli::Error;

/// No more are served side by side.
const MOST_CONNECTIONS: usize = 64;
/// Who has waited so long for a save is told that there was none, and asks again.
const LONGEST: Duration = Duration::from_secs(30);
/// Until somebody has gone and the system can open a connection again.
const BUSY: Duration = Duration::from_millis(100);

const SVG: &str = "image/svg+xml; charset=utf-8";
/// What never changes: its path, its type, its text.
const PAGE: [(&str, &str, &str); 4] = [
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/page.css", "text/css; charset=utf-8", include_str!("page/page.css")),
    ("/page.js", "text/javascript; charset=utf-8", include_str!("page/page.js")),
    ("/icon.svg", SVG, include_str!("page/icon.svg")),
];

/// Serves the page until the program ends.
pub(super) struct Server {
    port: u16,
    desk: Arc<Desk>,
}

/// What every answer is taken from.
#[derive(Default)]
struct Desk {
    now: Mutex<Now>,
    /// Rings when there is something new.
    bell: Condvar,
}

#[derive(Default)]
struct Now {
    version: u64,
    gallery: Gallery,
}

impl Server {
    /// Opens the port; 0 is any that is free.
    pub fn start(port: u16) -> Result<Server, Error> {
        let wrong = |error| format!("cannot serve a page on 127.0.0.1:{port}: {error}; try another --port, or --no-page");
        let listener = TcpListener::bind(("127.0.0.1", port)).map_err(wrong)?;
        let port = listener.local_addr().map_err(wrong)?.port();
        let desk = Arc::<Desk>::default();
        // Versions go on from the clock, so that no page of an earlier watch takes its own for the last one.
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        desk.now().version = u64::try_from(started).unwrap_or_default();
        let server = Server { port, desk: desk.clone() };
        thread::spawn(move || {
            for stream in listener.incoming() {
                match stream {
                    // Each connection holds the desk as long as it lasts.
                    Ok(stream) if Arc::strong_count(&desk) < MOST_CONNECTIONS => {
                        let desk = desk.clone();
                        thread::spawn(move || desk.serve(&stream));
                    }
                    _ => thread::sleep(BUSY),
                }
            }
        });
        Ok(server)
    }

    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Shows this from now on, and tells every page that waits.
    pub fn show(&self, gallery: Gallery) {
        let mut now = self.desk.now();
        *now = Now { version: now.version + 1, gallery };
        self.desk.bell.notify_all();
    }
}

impl Desk {
    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, stream: &TcpStream) {
        // Who goes away in the middle of it needs no answer.
        if let Ok(request) = Request::receive(stream) {
            let _ = self.answer(&request).send(stream);
        }
    }

    fn answer(&self, Request { method, path, host, is_foreign }: &Request) -> Answer {
        // A stranger's name may have been made to lead here.
        if !matches!(host.as_deref(), Some("127.0.0.1" | "localhost")) {
            return Answer::refusal("403 Forbidden", "this page is at 127.0.0.1 and localhost alone");
        }
        // Another page may open this one, and learns nothing of it.
        if *is_foreign && path != "/" {
            return Answer::refusal("403 Forbidden", "this is for the page itself, not for other pages");
        }
        if method != "GET" {
            return Answer::refusal("405 Method Not Allowed", "there is nothing here but to be read");
        }
        if let Some((_, kind, text)) = PAGE.iter().find(|(known, ..)| known == path) {
            return Answer { status: "200 OK", kind, lasting: false, body: (*text).to_owned() };
        }
        match path.strip_prefix("/state") {
            Some("") => self.state(None),
            Some(after) => self.state(after.strip_prefix("?after=").and_then(|version| version.parse().ok())),
            None => self.picture(path),
        }
    }

    /// The state of things; if the page has this version, the one after it.
    fn state(&self, has: Option<u64>) -> Answer {
        let waited = self.bell.wait_timeout_while(self.now(), LONGEST, |now| Some(now.version) == has);
        let (now, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let body = now.gallery.to_json(now.version);
        Answer { status: "200 OK", kind: "application/json", lasting: false, body }
    }

    /// `/sheet/ID.svg`, `/face/ID.svg`.
    fn picture(&self, path: &str) -> Answer {
        let exhibits = self.now().gallery.exhibits.clone();
        let id = |kind| path.strip_prefix(kind)?.strip_suffix(".svg");
        let svg = match (id("/sheet/"), id("/face/")) {
            (Some(id), _) => exhibits.iter().find_map(|exhibit| exhibit.sheet(id)),
            (_, Some(id)) => exhibits.iter().find_map(|exhibit| exhibit.face(id)),
            _ => None,
        };
        match svg {
            None => Answer::refusal("404 Not Found", "there is no such picture, or no longer"),
            Some(Err(fault)) => Answer::refusal("500 Internal Server Error", &fault.to_string()),
            // Pictures are known by what is drawn in them.
            Some(Ok(body)) => Answer { status: "200 OK", kind: SVG, lasting: true, body },
        }
    }
}
