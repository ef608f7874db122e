//! Names that are created at run time: of sources, rules and decks.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

static NAMES: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);

/// The same name, kept as long as the program runs. Each distinct name is stored once, so opening the same game again takes no
/// more memory.
///
/// ```
/// use paperkeep::referee::intern::keep;
/// let (one, other) = (String::from("stock"), String::from("stock"));
/// assert!(std::ptr::eq(keep(&one), keep(&other)));
/// ```
pub fn keep(name: &str) -> &'static str {
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    match names.get(name) {
        Some(known) => known,
        None => {
            let kept: &'static str = Box::leak(name.into());
            names.insert(kept);
            kept
        }
    }
}
