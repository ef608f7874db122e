//! Sets of tiles or cards.

/// The most tiles, and the most cards, in a kit.
pub const CAPACITY: usize = 128;

/// A set of tiles or cards, by index. Pieces are unique, so an unordered pile is a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Set(u128);

impl Set {
    pub fn has(self, piece: u8) -> bool {
        usize::from(piece) < CAPACITY && self.0 >> piece & 1 == 1
    }

    pub fn add(&mut self, piece: u8) {
        self.0 |= 1 << piece;
    }

    pub fn remove(&mut self, piece: u8) {
        self.0 &= !(1 << piece);
    }

    /// Adds all members of another set and empties that set.
    pub fn take(&mut self, others: &mut Set) {
        self.0 |= std::mem::take(&mut others.0);
    }

    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The intersection.
    pub fn and(self, other: Set) -> Set {
        Set(self.0 & other.0)
    }

    /// The union.
    pub fn or(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }

    /// The lowest index.
    pub fn first(self) -> Option<u8> {
        (!self.is_empty()).then(|| self.0.trailing_zeros() as u8)
    }

    /// The highest index.
    pub fn last(self) -> Option<u8> {
        self.0.checked_ilog2().map(|last| last as u8)
    }

    /// The members in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> + Clone {
        let mut left = self;
        std::iter::from_fn(move || {
            let first = left.first()?;
            left.remove(first);
            Some(first)
        })
    }
}

impl FromIterator<u8> for Set {
    fn from_iter<I: IntoIterator<Item = u8>>(pieces: I) -> Set {
        let mut set = Set::default();
        pieces.into_iter().for_each(|piece| set.add(piece));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_added_and_removed() {
        let mut set: Set = [3, 127, 0].into_iter().collect();
        assert_eq!(
            (
                set.len(),
                set.first(),
                set.last(),
                set.has(127),
                set.has(200)
            ),
            (3, Some(0), Some(127), true, false)
        );
        set.remove(0);
        assert_eq!(set.iter().collect::<Vec<u8>>(), [3, 127]);
        let mut all = Set::default();
        all.take(&mut set);
        assert!(set.is_empty() && all.has(3));
    }
}
