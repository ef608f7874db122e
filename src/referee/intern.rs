//! Names that are created at run time: of sources, rules and decks.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::sync::{LazyLock, Mutex, PoisonError};

static NAMES: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);

/// The same name, kept as long as the program runs. Each distinct name is stored once, so opening the same game again takes no
/// more memory.
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

type Lists = HashMap<String, &'static (dyn Any + Send + Sync)>;

static LISTS: LazyLock<Mutex<Lists>> = LazyLock::new(Mutex::default);

/// The same list, kept as long as the program runs; each distinct one is stored once.
pub fn keep_all<T: Debug + Send + Sync + 'static>(list: Vec<T>) -> &'static [T] {
    let key = format!("{} {list:?}", std::any::type_name::<T>());
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = *lists
        .entry(key)
        .or_insert_with(|| Box::leak(Box::new(list)));
    kept.downcast_ref::<Vec<T>>().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_and_each_list_is_kept_once() {
        let (one, other) = (String::from("stock"), String::from("stock"));
        assert!(std::ptr::eq(keep(&one), keep(&other)));
        assert!(std::ptr::eq(keep_all(vec![1, 2]), keep_all(vec![1, 2])));
    }
}
