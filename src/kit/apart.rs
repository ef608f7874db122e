//! Files of the program that are fetched once they are needed, where it runs in a browser.

use std::sync::OnceLock;

/// Fetches a file by its name.
pub type Fetch = fn(&str) -> Option<Vec<u8>>;

static FETCH: OnceLock<Fetch> = OnceLock::new();

/// Says how files that are kept apart are fetched. Without it, fonts among them have no characters, and catalogues no words.
pub fn fetch_with(fetch: Fetch) {
    let _ = FETCH.set(fetch);
}

/// A file that is kept apart, if it can be fetched.
pub fn fetched(name: &str) -> Option<Vec<u8>> {
    FETCH.get().and_then(|fetch| fetch(name))
}
