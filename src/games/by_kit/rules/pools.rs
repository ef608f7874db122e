//! Unknown pieces after shuffles: which kinds there are, but not which is which.
//!
//! A pool is a multiset of kinds and an equal number of unknown pieces, which are interchangeable wherever they are. If
//! known and unknown pieces are shuffled together, the new pool holds the kinds of the known ones, and a number of unknown
//! pieces of each old pool.

/// The kind of a piece that nobody knows.
pub const UNKNOWN: u16 = u16::MAX;

/// How deep pools may be nested.
pub const DEEPEST: usize = 3;

#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Pool {
    /// The number of pieces of each kind; empty for a pool that is no longer in use.
    pub counts: Vec<u16>,
    /// Unknown pieces of older pools: the pool and their number.
    pub children: Vec<(u16, u16)>,
    /// The number of unknown pieces that belong to it, including those within newer pools.
    pub size: u16,
}

impl Clone for Pool {
    fn clone(&self) -> Pool {
        Pool {
            counts: self.counts.clone(),
            children: self.children.clone(),
            size: self.size,
        }
    }

    fn clone_from(&mut self, source: &Pool) {
        self.counts.clone_from(&source.counts);
        self.children.clone_from(&source.children);
        self.size = source.size;
    }
}

impl Pool {
    /// Every way to take this many pieces: how many of each kind, and the number of ways that come to the same; `None` if there are more
    /// than `most`.
    pub fn handfuls(&self, count: u16, most: usize) -> Option<Vec<(Vec<u16>, u128)>> {
        let mut all: Vec<(Vec<u16>, u16, u128)> = vec![(Vec::new(), count, 1)];
        let mut rest: u16 = self.counts.iter().sum();
        for held in &self.counts {
            rest -= held;
            let mut next = Vec::new();
            for (taken, left, ways) in &all {
                let mut ways = *ways;
                for more in 0..=*held.min(left) {
                    if more > 0 {
                        ways = ways.checked_mul(u128::from(held - more + 1))? / u128::from(more);
                    }
                    if left - more <= rest {
                        let taken = taken.iter().copied().chain([more]).collect();
                        next.push((taken, left - more, ways));
                    }
                }
            }
            if next.len() > most {
                return None;
            }
            all = next;
        }
        Some(
            all.into_iter()
                .map(|(taken, _, ways)| (taken, ways))
                .collect(),
        )
    }

    /// The older pools that still have pieces in it. The number of one that has none left may have been reused.
    pub fn inner(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.children
            .iter()
            .copied()
            .filter(|(_, count)| *count > 0)
    }
}

/// How a kind comes out of a pool, in steps of 4 bits: 0 for the pool's own count, `n` for child `n` - 1, and so on.
pub type Way = u16;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pools(pub Vec<Pool>);

impl Pools {
    /// Adds a pool; returns its number, which may be a reused one.
    pub fn add(&mut self, pool: Pool) -> u16 {
        match self.0.iter().position(|pool| pool.size == 0) {
            Some(at) => {
                self.0[at] = pool;
                at as u16
            }
            None => {
                self.0.push(pool);
                (self.0.len() - 1) as u16
            }
        }
    }

    /// The levels of nesting in a pool.
    pub fn depth(&self, pool: u16) -> usize {
        1 + self.0[usize::from(pool)]
            .inner()
            .map(|(child, _)| self.depth(child))
            .max()
            .unwrap_or(0)
    }

    /// Whether the weights of a pool can be computed exactly: it is not nested too deep, and they fit in 32 bits.
    pub fn is_reckoned(&self, pool: u16) -> bool {
        let few = |pool: &Pool| pool.children.len() < 16;
        self.depth(pool) <= DEEPEST
            && few(&self.0[usize::from(pool)])
            && self.cases(pool) <= u64::from(u32::MAX)
    }

    /// All pools that share pieces with this one, directly or not, and this one.
    pub fn joined(&self, pool: u16) -> Vec<u16> {
        let mut joined = vec![pool];
        loop {
            let touches = |at: u16| {
                let holds = |outer: u16, inner: u16| {
                    self.0[usize::from(outer)]
                        .inner()
                        .any(|(child, _)| child == inner)
                };
                !joined.contains(&at)
                    && joined
                        .iter()
                        .any(|known| holds(*known, at) || holds(at, *known))
            };
            match (0..self.0.len() as u16).find(|at| touches(*at)) {
                Some(more) => joined.push(more),
                None => return joined,
            }
        }
    }

    /// Finds a kind that may come out of a pool in two ways.
    pub fn two_ways(&self) -> Option<u16> {
        let nested =
            (0..self.0.len() as u16).filter(|pool| !self.0[usize::from(*pool)].children.is_empty());
        for pool in nested {
            let mut seen = Vec::new();
            let mut twice = None;
            self.each(pool, &mut |kind, _, _| {
                if seen.contains(&kind) {
                    twice = Some(kind)
                } else {
                    seen.push(kind)
                }
            });
            if twice.is_some() {
                return twice;
            }
        }
        None
    }

    /// Whether a piece of this kind may come out of the pool.
    pub fn has(&self, pool: u16, kind: u16) -> bool {
        let pool = &self.0[usize::from(pool)];
        pool.counts
            .get(usize::from(kind))
            .is_some_and(|count| *count > 0)
            || pool.inner().any(|(child, _)| self.has(child, kind))
    }

    /// A number of equally likely cases that makes the weight of every way a whole number.
    fn cases(&self, pool: u16) -> u64 {
        let pool = &self.0[usize::from(pool)];
        let inner = pool
            .inner()
            .map(|(child, _)| self.cases(child))
            .fold(1, lcm);
        u64::from(pool.size.max(1)).saturating_mul(inner)
    }

    /// Visits every kind that may come out, in every way, with its weight.
    pub fn each(&self, pool: u16, found: &mut impl FnMut(u16, Way, u32)) {
        if self.0[usize::from(pool)].children.is_empty() {
            for (kind, count) in self.0[usize::from(pool)]
                .counts
                .iter()
                .enumerate()
                .filter(|(_, count)| **count > 0)
            {
                found(kind as u16, 0, u32::from(*count));
            }
            return;
        }
        let cases = self.cases(pool);
        self.walk(pool, cases, 0, 0, &mut |kind, way, weight| {
            found(kind, way, u32::try_from(weight).unwrap_or(u32::MAX))
        });
    }

    fn walk(
        &self,
        pool: u16,
        cases: u64,
        way: Way,
        depth: u32,
        found: &mut dyn FnMut(u16, Way, u64),
    ) {
        let own = &self.0[usize::from(pool)];
        let unit = cases / u64::from(own.size.max(1));
        for (kind, count) in own
            .counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
        {
            found(kind as u16, way, u64::from(*count) * unit);
        }
        for (at, (child, count)) in own
            .children
            .iter()
            .enumerate()
            .filter(|(_, (_, count))| *count > 0)
        {
            let way = way | ((at as Way + 1) << (4 * depth));
            self.walk(*child, unit * u64::from(*count), way, depth + 1, found);
        }
    }

    /// The weight of one kind in one way, on the same scale as [`each`](Self::each).
    pub fn weight(&self, pool: u16, kind: u16, way: Way) -> u32 {
        let own = &self.0[usize::from(pool)];
        if own.children.is_empty() {
            return if way == 0 {
                own.counts
                    .get(usize::from(kind))
                    .map_or(0, |count| u32::from(*count))
            } else {
                0
            };
        }
        let mut weight = 0;
        self.each(pool, &mut |own, by, cases| {
            weight += if (own, by) == (kind, way) { cases } else { 0 }
        });
        weight
    }

    /// Removes a piece that turned out to be of this kind, in this way.
    pub fn take(&mut self, pool: u16, kind: u16, way: Way) {
        let own = &mut self.0[usize::from(pool)];
        own.size -= 1;
        match usize::from(way & 15).checked_sub(1) {
            None => {
                own.counts[usize::from(kind)] -= 1;
            }
            Some(at) => {
                own.children[at].1 -= 1;
                let child = own.children[at].0;
                self.take(child, kind, way >> 4);
            }
        }
    }

    /// So many pieces of each kind turn out to have come from one pool to another that is mixed of it.
    pub fn pass_on(&mut self, (from, to): (u16, u16), taken: &[u16], count: u16) {
        self.0[usize::from(from)].size -= count;
        for (kind, taken) in taken.iter().enumerate() {
            self.0[usize::from(from)].counts[kind] -= taken;
            self.0[usize::from(to)].counts[kind] += taken;
        }
    }

    /// Replaces old pools by their contents where all their pieces are in a new one.
    pub fn pour(&mut self, new: &mut Pool) {
        while let Some(at) = new
            .children
            .iter()
            .position(|(pool, count)| self.0[usize::from(*pool)].size == *count)
        {
            let (pool, _) = new.children.remove(at);
            let old = std::mem::take(&mut self.0[usize::from(pool)]);
            for (count, more) in new.counts.iter_mut().zip(&old.counts) {
                *count += more;
            }
            for (child, count) in old.children.into_iter().filter(|(_, count)| *count > 0) {
                match new.children.iter_mut().find(|(pool, _)| *pool == child) {
                    Some((_, known)) => *known += count,
                    None => new.children.push((child, count)),
                }
            }
        }
    }

    /// Counts every kind as another.
    pub fn each_kind(&mut self, counts_as: &impl Fn(u16) -> u16) {
        for counts in self.0.iter_mut().map(|pool| &mut pool.counts) {
            for kind in 0..counts.len() {
                let other = usize::from(counts_as(kind as u16));
                if other != kind {
                    counts[other] += std::mem::take(&mut counts[kind]);
                }
            }
        }
    }

    /// The first way in which a kind may come out.
    pub fn way(&self, pool: u16, kind: u16) -> Option<Way> {
        let mut first = None;
        self.each(pool, &mut |own, way, _| {
            first = first.or((own == kind).then_some(way))
        });
        first
    }
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).saturating_mul(b)
}
