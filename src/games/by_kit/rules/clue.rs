//! What the rules give away, as a viewer keeps it: how many pieces of some kinds there are among some unknown ones.
//!
//! If a hand about which something is known grows by a card and then loses one, nobody else can tell whether that was the new card. Then
//! one of several clues holds: an [`Either`].

use crate::games::by_kit::rules::pools::UNKNOWN;

/// Between `least` and `most` of these unknown pieces are of these kinds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clue {
    pub pieces: Vec<u16>,
    pub kinds: Vec<u16>,
    pub least: u16,
    pub most: u16,
}

impl Clue {
    /// One of the pieces, which is no longer among them, is of this kind.
    pub fn met(&mut self, kind: u16) {
        if self.kinds.contains(&kind) {
            self.least = self.least.saturating_sub(1);
            self.most = self.most.saturating_sub(1);
        }
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.least == 0 && usize::from(self.most) >= self.pieces.len()
    }

    /// How many of its pieces are of its kinds, as far as that is known.
    fn count(&self, kinds: &[u16]) -> u16 {
        let is_here = |piece: &&u16| self.kinds.contains(&kinds[usize::from(**piece)]);
        self.pieces.iter().filter(is_here).count() as u16
    }

    /// Whether these kinds fit, by piece.
    pub fn fits(&self, kinds: &[u16]) -> bool {
        (self.least..=self.most).contains(&self.count(kinds))
    }

    /// Whether one more piece may be of a kind, by the kinds known so far: not too many may be of these kinds, and enough must be left.
    pub fn allows(&self, kinds: &[u16], piece: u16, kind: u16) -> bool {
        if !self.pieces.contains(&piece) {
            return true;
        }
        let count = self.count(kinds);
        if self.kinds.contains(&kind) {
            return count < self.most;
        }
        let is_open = |other: &&u16| **other != piece && kinds[usize::from(**other)] == UNKNOWN;
        count + self.pieces.iter().filter(is_open).count() as u16 >= self.least
    }
}

/// The most alternatives that are kept apart.
const MAX_ALTERNATIVES: usize = 64;

/// One of several sets of clues holds, each with its cases.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Either(pub Vec<(u32, Vec<Clue>)>);

impl Either {
    /// Whether any alternative says something of a piece.
    pub fn is_about(&self, piece: u16) -> bool {
        self.clues().any(|clue| clue.pieces.contains(&piece))
    }

    pub fn clues(&self) -> impl Iterator<Item = &Clue> {
        self.0.iter().flat_map(|(_, clues)| clues)
    }

    /// A piece turns out to be of a kind: alternatives that rule that out are none.
    pub fn learn(&mut self, piece: u16, kind: u16) {
        for (cases, clues) in &mut self.0 {
            for clue in clues.iter_mut() {
                let Some(place) = clue.pieces.iter().position(|other| *other == piece) else {
                    continue;
                };
                if clue.most == 0 && clue.kinds.contains(&kind) {
                    *cases = 0;
                }
                clue.pieces.swap_remove(place);
                clue.met(kind);
                if usize::from(clue.least) > clue.pieces.len() {
                    *cases = 0;
                }
            }
            clues.retain(|clue| !clue.is_empty());
        }
        self.merge();
    }

    /// These pieces are mixed, so that nobody can tell which of them any clue is about. `None` if there are too many ways.
    pub fn mixed(&self, pieces: &[u16]) -> Option<Either> {
        let mut all = Vec::new();
        for (cases, clues) in &self.0 {
            let ways = arrangements(clues, pieces)?;
            all.extend(ways.into_iter().map(|clues| (*cases, clues)));
        }
        let mut mixed = Either(all);
        mixed.merge();
        (mixed.0.len() <= MAX_ALTERNATIVES).then_some(mixed)
    }

    /// Adds up equal alternatives, and drops those that cannot be.
    fn merge(&mut self) {
        let mut merged: Vec<(u32, Vec<Clue>)> = Vec::new();
        for (cases, mut clues) in std::mem::take(&mut self.0) {
            for clue in &mut clues {
                clue.pieces.sort_unstable();
            }
            clues.sort_unstable();
            match merged.iter_mut().find(|(_, known)| *known == clues) {
                Some((sum, _)) => *sum = sum.saturating_add(cases),
                None if cases > 0 => merged.push((cases, clues)),
                None => {}
            }
        }
        self.0 = merged;
    }
}

/// The same clues for every way in which these pieces may have changed places, equal ones several times. `None` for too many.
fn arrangements(clues: &[Clue], pieces: &[u16]) -> Option<Vec<Vec<Clue>>> {
    let is_inside = |piece: &u16| pieces.contains(piece);
    // By place, which clues are about the piece there: one bit for each.
    let mark = |piece: &u16| {
        let about = clues.iter().enumerate();
        let about = about.filter(|(_, clue)| clue.pieces.contains(piece));
        about.fold(0u64, |marks, (at, _)| marks | 1 << at)
    };
    if clues.len() > 64 {
        return None;
    }
    let mut orders: Vec<Vec<u64>> = vec![Vec::new()];
    let marks: Vec<u64> = pieces.iter().map(mark).collect();
    let count = |marks: &[u64], wanted: u64| marks.iter().filter(|own| **own == wanted).count();
    for _ in pieces {
        let mut longer = Vec::new();
        for order in &orders {
            let mut tried = Vec::new();
            for next in &marks {
                let is_left = count(order, *next) < count(&marks, *next);
                if is_left && !tried.contains(next) {
                    tried.push(*next);
                    longer.push(order.iter().copied().chain([*next]).collect());
                }
            }
        }
        if longer.len() > MAX_ALTERNATIVES {
            return None;
        }
        orders = longer;
    }
    let arranged = |order: Vec<u64>| {
        let mut all = clues.to_vec();
        for (at, clue) in all.iter_mut().enumerate() {
            clue.pieces.retain(|piece| !is_inside(piece));
            let here = pieces.iter().zip(&order);
            let here = here.filter(|(_, marks)| **marks >> at & 1 == 1);
            clue.pieces.extend(here.map(|(piece, _)| *piece));
        }
        all
    };
    Some(orders.into_iter().map(arranged).collect())
}
