//! Equal things kept once: the sheets of a large deck lie, are cut and are marked alike.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::Arc;

/// Things of a kind, no two of them equal.
pub(super) struct Pool<T: ?Sized>(HashSet<Arc<T>, foldhash::fast::RandomState>);

impl<T: ?Sized + Eq + Hash> Pool<T> {
    /// Puts the one that was there first in the place of its equals.
    pub(super) fn share(&mut self, thing: &mut Arc<T>) {
        match self.0.get(&**thing) {
            Some(first) => *thing = first.clone(),
            None => drop(self.0.insert(thing.clone())),
        }
    }
}

impl<T: ?Sized> Default for Pool<T> {
    fn default() -> Pool<T> {
        Pool(HashSet::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_become_one() {
        let (mut one, mut other, mut same): (Arc<str>, Arc<str>, Arc<str>) = ("a".into(), "b".into(), "a".into());
        let mut pool = Pool::default();
        [&mut one, &mut other, &mut same].into_iter().for_each(|thing| pool.share(thing));
        assert!(Arc::ptr_eq(&one, &same) && !Arc::ptr_eq(&one, &other) && *other == *"b");
    }
}
