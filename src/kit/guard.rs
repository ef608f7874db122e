//! Contains panics in libraries that read a stranger's file: all that is reported is that the file is damaged.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Whether a panic in this thread is expected.
    static CONTAINED: Cell<bool> = const { Cell::new(false) };
}

/// Does some work; `None` if it panicked.
pub(crate) fn contained<T>(work: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = take_hook();
        set_hook(Box::new(move |panic| {
            if !CONTAINED.get() {
                loud(panic);
            }
        }));
    });
    CONTAINED.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    CONTAINED.set(false);
    done.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_breaks_is_contained_and_the_rest_goes_on() {
        let numbers = [1, 2, 3];
        let at = |index: usize| contained(|| numbers[index]);
        assert_eq!([at(0), at(3), at(2)], [Some(1), None, Some(3)]);
        assert!(catch_unwind(|| numbers[std::hint::black_box(3)]).is_err());
    }
}
