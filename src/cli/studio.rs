//! `paperkeep studio`: the browser edition's pages, served for this machine.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;

use axum::Router;
use axum::extract::State;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use axum::routing::get;

use super::Error;
use super::page;
use super::stdio::say;
use crate::page::site;
use crate::page::web::{self, Site};

/// Serve the studio, in which a browser prints and plays without this program
#[derive(clap::Args)]
pub struct Args {
    /// The studio's folder, as built in `web/build` [default: the folder `studio` beside the program]
    folder: Option<PathBuf>,

    /// The port of the page [default: a free one]
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 0,
        hide_default_value = true
    )]
    port: u16,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

/// Like the policy of other pages, but the program may run in a worker, and pictures are made there.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; \
    font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-src 'self'; frame-ancestors 'self'";

pub fn run(args: Args) -> Result<(), Error> {
    let folder = args.folder.map_or_else(beside, Ok)?;
    if !folder.join("paperkeep_bg.wasm").is_file() {
        return Err(Error::Other(format!(
            "there is no studio in `{}`: build it with `cargo run --release` in web/build, and give the folder web/out",
            folder.display()
        )));
    }
    let wrong = |error| {
        format!(
            "cannot serve a page on port {}: {error}; try another --port",
            args.port
        )
    };
    let listener = Site::open(args.port, false).map_err(wrong)?;
    let routes = Router::new()
        .fallback(get(file))
        .with_state(Arc::<Path>::from(folder));
    let site = Site::serve(listener, routes).map_err(wrong)?;
    let (stop, stopped) = channel();
    let set = ctrlc::set_handler(move || {
        let _ = stop.send(());
    });
    set.map_err(|error| error.to_string())?;
    let address = format!("http://127.0.0.1:{}/", site.port());
    say!("The studio is at {address}");
    if args.open {
        page::open(&address);
    }
    // Until Ctrl-C.
    let _ = stopped.recv();
    Ok(())
}

fn beside() -> Result<PathBuf, Error> {
    let program = std::env::current_exe()?;
    Ok(program.with_file_name("studio"))
}

async fn file(State(folder): State<Arc<Path>>, uri: Uri, asked: HeaderMap) -> Response {
    let found = place(&folder, uri.path()).and_then(|path| {
        let kind = media(&path)?;
        let packed = is_taken(&asked).then(|| std::fs::read(packed(&path)).ok());
        match packed.flatten() {
            Some(bytes) => Some((kind, bytes, Some(BROTLI))),
            None => Some((kind, std::fs::read(path).ok()?, None)),
        }
    });
    let Some((kind, bytes, encoding)) = found else {
        return web::refusal(StatusCode::NOT_FOUND, "there is nothing here");
    };
    let mut response = web::file(kind, bytes);
    if let Some(encoding) = encoding {
        let encoding = HeaderValue::from_static(encoding);
        response
            .headers_mut()
            .insert(header::CONTENT_ENCODING, encoding);
    }
    let policy = HeaderValue::from_static(POLICY);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

const BROTLI: &str = "br";

/// Whether a browser takes what is compressed.
fn is_taken(asked: &HeaderMap) -> bool {
    let taken = asked.get(header::ACCEPT_ENCODING);
    let taken = taken.and_then(|taken| taken.to_str().ok()).unwrap_or("");
    taken.split(',').any(|one| one.trim() == BROTLI)
}

/// The compressed file beside a file.
fn packed(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".br");
    name.into()
}

/// The file of an address; that of a folder is its index.
fn place(folder: &Path, address: &str) -> Option<PathBuf> {
    let path = Path::new(address.trim_start_matches('/'));
    let is_inside = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let path = folder.join(path);
    is_inside.then(|| {
        if path.is_dir() {
            path.join("index.html")
        } else {
            path
        }
    })
}

fn media(path: &Path) -> Option<&'static str> {
    let name = path.to_str()?;
    site::media(name).or_else(|| match path.extension()?.to_str()? {
        "wasm" => Some("application/wasm"),
        "webmanifest" => Some("application/manifest+json"),
        "gz" => Some("application/gzip"),
        "ttf" => Some("font/ttf"),
        "po" | "txt" => Some("text/plain; charset=utf-8"),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_stay_in_the_folder() {
        let folder = Path::new("/site");
        let at = |address| place(folder, address);
        assert_eq!(at("/table/page.js"), Some("/site/table/page.js".into()));
        for outside in ["/../etc/passwd", "/table/../../x", "//etc/passwd/../../.."] {
            assert_eq!(at(outside), None, "{outside}");
        }
        assert_eq!(at("//etc/passwd"), Some("/site/etc/passwd".into()));
        assert_eq!(
            media(Path::new("x/paperkeep_bg.wasm")),
            Some("application/wasm")
        );
        assert_eq!(
            media(Path::new("fonts/Alegreya-Italic.ttf")),
            Some("font/ttf")
        );
        assert_eq!(media(Path::new("x/key.pem")), None);
    }
}
