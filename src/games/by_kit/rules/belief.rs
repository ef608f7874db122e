//! What each seat can tell about pieces that it does not see.
//!
//! A position's pieces say what the referee knows. A belief says what a referee would know who has seen only what one seat saw:
//! which kind each piece is, or else which pool it comes from. It changes with everything that the seat sees, and with nothing
//! else, so two games that differ only in what a seat cannot see leave it with the same belief.
//!
//! Nobody can follow a piece that leaves a hand unseen: the rest of the hand and that piece are then mixed like a shuffle. Choices
//! of others count as saying nothing. If a kind comes out of a mix that holds it in several ways, the way is left open, and is
//! drawn with its probability when possible worlds are ([`Belief::resolved`]).

use std::sync::Arc;

use rand::Rng;

use crate::games::by_kit::rules::clue::{Clue, Either};
use crate::games::by_kit::rules::pools::{Pool, Pools, UNKNOWN, Way};
use crate::referee::bot::below;

/// The most kinds whose way is left open; with more, the pools are mixed into one.
const MAX_CAME: usize = 48;

/// What one seat, or everybody, can tell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Belief {
    /// By piece: its kind, or [`UNKNOWN`],
    pub kinds: Vec<u16>,
    /// and then the pool that it belongs to.
    pub pools: Vec<u16>,
    pub stock: Pools,
    /// Kinds that came out of a pool in one of several ways. They still count in the sizes of the pools.
    pub came: Vec<(u16, u16)>,
    /// What the rules have given away of unknown pieces.
    pub clues: Vec<Clue>,
    /// Where nobody can tell which clue holds.
    pub either: Vec<Either>,
    /// Unknown pieces of which the rules have given away more than that,
    pub unsure: Vec<u16>,
    /// and hidden dice.
    pub unsure_dice: Vec<u16>,
    /// Hidden dice that may only show some of their faces, counted from 1: others would have been rolled again.
    pub kept_dice: Vec<(u16, Vec<u8>)>,
    /// Unknown pieces that somebody has chosen out of a hand.
    pub chosen: Vec<u16>,
}

/// The most clues that are kept.
const MAX_CLUES: usize = 64;

/// The most cases of clues that are told apart.
const MAX_CASES: usize = 64;

/// By seat, and last what everybody can tell. Empty if nothing is hidden, and in worlds that are only tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Beliefs(pub Vec<Arc<Belief>>);

impl Belief {
    /// A piece turns out to be of a kind. False if that cannot be.
    pub fn learn(&mut self, piece: u16, kind: u16) -> bool {
        let at = usize::from(piece);
        if self.kinds[at] != UNKNOWN {
            return self.kinds[at] == kind;
        }
        let pool = self.pools[at];
        let ways = self.ways(pool, kind);
        match ways.as_slice() {
            [] => return false,
            [way] => self.stock.take(pool, kind, *way),
            _ => self.came.push((pool, kind)),
        }
        self.kinds[at] = kind;
        for clue in &mut self.clues {
            if let Some(place) = clue.pieces.iter().position(|other| *other == piece) {
                clue.pieces.swap_remove(place);
                clue.met(kind);
            }
        }
        self.clues.retain(|clue| !clue.is_empty());
        for either in &mut self.either {
            either.learn(piece, kind);
        }
        self.settle_either();
        self.unsure.retain(|other| *other != piece);
        self.chosen.retain(|other| *other != piece);
        if self.came.len() > MAX_CAME {
            self.merge(pool);
        }
        true
    }

    /// Keeps a clue; one about the same pieces and kinds becomes narrower.
    pub fn keep(&mut self, mut clue: Clue) {
        clue.pieces.sort_unstable();
        let same = |known: &&mut Clue| known.pieces == clue.pieces && known.kinds == clue.kinds;
        if let Some(known) = self.clues.iter_mut().find(same) {
            known.least = known.least.max(clue.least);
            known.most = known.most.min(clue.most);
            return;
        }
        self.clues.push(clue);
        if self.clues.len() > MAX_CLUES {
            let oldest = self.clues.remove(0);
            self.doubt(&oldest.pieces);
        }
    }

    /// A hidden die was not rolled again, which it would have been if it showed another face than these.
    pub fn keep_die(&mut self, die: u16, mut faces: Vec<u8>) {
        if let Some((_, known)) = self.kept_dice.iter_mut().find(|(kept, _)| *kept == die) {
            faces.retain(|face| known.contains(face));
            *known = faces;
            return;
        }
        self.kept_dice.push((die, faces));
        self.kept_dice.sort_unstable();
    }

    /// What a hidden die may show, of this many faces.
    pub fn faces_of(&self, die: usize, faces: u8) -> Vec<u8> {
        let mut kept = self.kept_dice.iter();
        let known = kept.find(|(kept, _)| usize::from(*kept) == die);
        known.map_or_else(|| (1..=faces).collect(), |(_, faces)| faces.clone())
    }

    /// The rules have given away something of these pieces that is not kept.
    pub fn doubt(&mut self, pieces: &[u16]) {
        for piece in pieces {
            if self.kinds[usize::from(*piece)] == UNKNOWN && !self.unsure.contains(piece) {
                self.unsure.push(*piece);
            }
        }
    }

    /// What was known of one piece holds for another, and the other way round.
    pub fn swap(&mut self, one: u16, other: u16) {
        self.kinds.swap(usize::from(one), usize::from(other));
        self.pools.swap(usize::from(one), usize::from(other));
        let either = self.either.iter_mut().flat_map(|either| &mut either.0);
        let clues = either.flat_map(|(_, clues)| clues).chain(&mut self.clues);
        let lists = clues.map(|clue| &mut clue.pieces);
        for list in lists.chain([&mut self.unsure, &mut self.chosen]) {
            for piece in list.iter_mut() {
                *piece = match *piece {
                    piece if piece == one => other,
                    piece if piece == other => one,
                    piece => piece,
                };
            }
        }
    }

    /// Counts every kind as the first of so many that are alike. False if a clue tells them apart.
    pub fn each_kind(&mut self, first: &impl Fn(u16) -> u16, count: impl Fn(u16) -> u16) -> bool {
        let known = self.kinds.iter_mut().filter(|kind| **kind != UNKNOWN);
        let came = self.came.iter_mut().map(|(_, kind)| kind);
        known.chain(came).for_each(|kind| *kind = first(*kind));
        self.stock.each_kind(first);
        let either = self.either.iter_mut().flat_map(|either| &mut either.0);
        let clues = either.flat_map(|(_, clues)| clues).chain(&mut self.clues);
        let mut is_told = false;
        for clue in clues {
            let before = clue.kinds.len();
            clue.kinds.iter_mut().for_each(|kind| *kind = first(*kind));
            clue.kinds.sort_unstable();
            clue.kinds.dedup();
            let all: usize = clue
                .kinds
                .iter()
                .map(|kind| usize::from(count(*kind)))
                .sum();
            is_told |= all != before;
        }
        !is_told
    }

    /// Whether these are all unknown pieces of their pools, so that nothing but their number tells what they are.
    fn is_whole(&self, pieces: &[u16]) -> bool {
        let is_mixed = |pool: &u16| {
            let mut here = pieces.iter().map(|piece| usize::from(*piece));
            here.any(|at| self.kinds[at] == UNKNOWN && self.pools[at] == *pool)
        };
        let unknown = (0..self.kinds.len()).filter(|at| self.kinds[*at] == UNKNOWN);
        let mut left = unknown.filter(|at| !pieces.contains(&(*at as u16)));
        self.is_flat() && !left.any(|at| is_mixed(&self.pools[at]))
    }

    /// What is left without alternatives holds for certain, or says nothing.
    fn settle_either(&mut self) {
        let (sure, open): (Vec<Either>, Vec<Either>) = std::mem::take(&mut self.either)
            .into_iter()
            .partition(|either| either.0.len() < 2);
        self.either = open;
        for (_, clues) in sure.into_iter().flat_map(|either| either.0) {
            clues.into_iter().for_each(|clue| self.keep(clue));
        }
    }

    /// Every case of what the clues leave open: the cases, and the clues that hold then. `None` if there are too many.
    pub fn cases_of_clues(&self) -> Option<Vec<(u128, Vec<Clue>)>> {
        let mut all = vec![(1u128, self.clues.clone())];
        for Either(alternatives) in &self.either {
            if all.len() * alternatives.len() > MAX_CASES {
                return None;
            }
            let mut next = Vec::new();
            for (cases, clues) in &all {
                for (own, more) in alternatives {
                    let clues = clues.iter().chain(more).cloned().collect();
                    next.push((cases.checked_mul(u128::from(*own))?, clues));
                }
            }
            all = next;
        }
        Some(all)
    }

    /// One of these cases, drawn at random.
    pub fn drawn_case(&self, luck: &mut dyn Rng) -> Option<Vec<Clue>> {
        let mut clues = self.clues.clone();
        for Either(alternatives) in &self.either {
            let by_cases: Vec<(&Vec<Clue>, u32)> = alternatives
                .iter()
                .map(|(cases, own)| (own, *cases))
                .collect();
            clues.extend(draw(&by_cases, luck)?.iter().cloned());
        }
        Some(clues)
    }

    /// Clues about only some of the pieces that are mixed, which are all alike: nobody can tell any more about which.
    fn tear(&mut self, torn: Vec<Clue>, pieces: &[u16]) {
        let is_torn = |clue: &Clue| {
            let inside = pieces.iter().filter(|piece| clue.pieces.contains(piece));
            let inside = inside.count();
            inside > 0 && inside < pieces.len()
        };
        let mut either = std::mem::take(&mut self.either);
        if !torn.is_empty() {
            either.push(Either(vec![(1, torn)]));
        }
        for one in either {
            if !one.clues().any(is_torn) {
                self.either.push(one);
                continue;
            }
            match one.mixed(pieces) {
                Some(mixed) => self.either.push(mixed),
                None => {
                    let about: Vec<u16> =
                        one.clues().flat_map(|clue| clue.pieces.clone()).collect();
                    self.doubt(&about);
                    self.doubt(pieces);
                }
            }
        }
        self.settle_either();
    }

    /// Gives up the clues that no longer hold once these pieces are mixed: those about only some of them. `alike` says whether nothing
    /// else told the pieces apart.
    fn mix_clues(&mut self, pieces: &[u16], alike: bool) {
        if self.is_whole(pieces) {
            let is_out = |piece: &u16| !pieces.contains(piece);
            self.clues.retain(|clue| clue.pieces.iter().all(is_out));
            for (_, clues) in self.either.iter_mut().flat_map(|either| &mut either.0) {
                clues.retain(|clue| clue.pieces.iter().all(is_out));
            }
            self.unsure.retain(is_out);
            self.chosen.retain(is_out);
            return;
        }
        let is_torn = |clue: &Clue| {
            let inside = |piece: &u16| pieces.contains(piece);
            clue.pieces.iter().any(inside)
                && !pieces.iter().all(|piece| clue.pieces.contains(piece))
        };
        let (torn, kept) = std::mem::take(&mut self.clues)
            .into_iter()
            .partition(is_torn);
        self.clues = kept;
        let torn: Vec<Clue> = torn;
        if alike {
            self.tear(torn, pieces);
        } else {
            let either = std::mem::take(&mut self.either);
            let (lost, open): (Vec<Either>, Vec<Either>) = either
                .into_iter()
                .partition(|either| pieces.iter().any(|piece| either.is_about(*piece)));
            self.either = open;
            let lost = lost.iter().flat_map(Either::clues);
            let about = lost.chain(&torn).flat_map(|clue| &clue.pieces);
            self.unsure.extend(about);
        }
        if self.unsure.iter().any(|piece| pieces.contains(piece)) {
            self.unsure.extend(pieces);
        }
        self.unsure.sort_unstable();
        self.unsure.dedup();
    }

    fn ways(&self, pool: u16, kind: u16) -> Vec<Way> {
        let mut ways = Vec::new();
        self.stock.each(pool, &mut |known, way, _| {
            ways.extend((known == kind).then_some(way));
        });
        ways
    }

    /// The kind of a piece if it is known, otherwise the pool that it comes from.
    fn kind_or_pool(&self, piece: u16) -> (u16, u16) {
        let at = usize::from(piece);
        match self.kinds[at] {
            UNKNOWN => (UNKNOWN, self.pools[at]),
            kind => (kind, 0),
        }
    }

    /// A piece leaves others unseen: it could be any of them, but what the rules gave away of it, and that it was chosen, still holds.
    pub fn let_go(&mut self, piece: u16, hidden: &[u16], kinds: usize) {
        let is_judged = self.unsure.contains(&piece);
        let is_chosen = self.chosen.contains(&piece);
        self.mix(hidden, kinds);
        if is_judged {
            self.doubt(hidden);
        }
        if is_chosen && self.kinds[usize::from(piece)] == UNKNOWN && !self.chosen.contains(&piece) {
            self.chosen.push(piece);
        }
    }

    /// Mixes pieces, so that nobody can tell one from another.
    pub fn mix(&mut self, pieces: &[u16], kinds: usize) {
        let Some(first) = pieces.first().map(|piece| self.kind_or_pool(*piece)) else {
            return;
        };
        let is_alike = |piece: &u16| self.kind_or_pool(*piece) == first;
        let alike = pieces.iter().all(is_alike);
        let says_nothing = self.clues.is_empty() && self.either.is_empty();
        if !(says_nothing && self.unsure.is_empty() && self.chosen.is_empty()) {
            self.mix_clues(pieces, alike && first.0 == UNKNOWN);
        }
        if alike {
            return;
        }
        let mut new = Pool {
            counts: vec![0; kinds],
            children: Vec::new(),
            size: pieces.len() as u16,
        };
        for piece in pieces {
            let (kind, pool) = self.kind_or_pool(*piece);
            if kind != UNKNOWN {
                new.counts[usize::from(kind)] += 1;
                continue;
            }
            match new.children.iter_mut().find(|(known, _)| *known == pool) {
                Some((_, count)) => *count += 1,
                None => new.children.push((pool, 1)),
            }
        }
        self.stock.pour(&mut new);
        let pool = self.stock.add(new);
        for piece in pieces {
            self.kinds[usize::from(*piece)] = UNKNOWN;
            self.pools[usize::from(*piece)] = pool;
        }
        if !self.stock.is_reckoned(pool) {
            self.merge(pool);
        }
    }

    /// Mixes all pools that share pieces with this one. What is possible stays possible, and a little more becomes so, so that these
    /// pieces are no longer sure.
    fn merge(&mut self, pool: u16) {
        let parts = self.stock.joined(pool);
        let mut whole = Pool::default();
        for part in &parts {
            let old = std::mem::take(&mut self.stock.0[usize::from(*part)]);
            whole
                .counts
                .resize(whole.counts.len().max(old.counts.len()), 0);
            for (count, more) in whole.counts.iter_mut().zip(&old.counts) {
                *count += more;
            }
        }
        self.came.retain(|(pool, kind)| {
            let is_here = parts.contains(pool);
            if is_here {
                let count = &mut whole.counts[usize::from(*kind)];
                *count = count.saturating_sub(1);
            }
            !is_here
        });
        whole.size = whole.counts.iter().sum();
        let whole = self.stock.add(whole);
        let mut merged = Vec::new();
        for at in 0..self.kinds.len() {
            if self.kinds[at] == UNKNOWN && parts.contains(&self.pools[at]) {
                self.pools[at] = whole;
                merged.push(at as u16);
            }
        }
        self.doubt(&merged);
    }

    /// The same with every way settled that was left open, drawn with its probability, and the weight of that draw. `None` if the
    /// ways drawn first leave none for the rest.
    pub fn resolved(&self, luck: &mut dyn Rng) -> Option<(Belief, f64)> {
        let mut belief = self.clone();
        let mut weight = 1.0;
        for (pool, kind) in std::mem::take(&mut belief.came) {
            let mut all = 0.0;
            let mut ways = Vec::new();
            belief.stock.each(pool, &mut |known, way, cases| {
                all += f64::from(cases);
                if known == kind {
                    ways.push((way, cases));
                }
            });
            let way = draw(&ways, luck)?;
            weight *= ways.iter().map(|(_, cases)| f64::from(*cases)).sum::<f64>() / all;
            belief.stock.take(pool, kind, way);
        }
        Some((belief, weight))
    }

    /// Every case in which each pool is only a number of each kind, with its weight: how many of which kind lie in pools that are mixed of
    /// others, and in which way kinds came out of them. `None` if there are more than `most`.
    pub fn flat_cases(&self, most: usize) -> Option<Vec<(u128, Belief)>> {
        let mut order: Vec<u16> = (0..self.stock.0.len() as u16).collect();
        // What a pool is mixed of is settled before it.
        order.sort_by_key(|pool| self.stock.depth(*pool));
        let mut all = vec![(1u128, self.clone())];
        for pool in order {
            for (child, count) in self.stock.0[usize::from(pool)].inner() {
                let mut next = Vec::new();
                for (weight, belief) in &all {
                    let inner = &belief.stock.0[usize::from(child)];
                    for (taken, ways) in inner.handfuls(count, most)? {
                        let mut belief = belief.clone();
                        belief.stock.pass_on((child, pool), &taken, count);
                        next.push((weight.checked_mul(ways)?, belief));
                    }
                    if next.len() > most {
                        return None;
                    }
                }
                all = next;
            }
            for (weight, belief) in &mut all {
                belief.stock.0[usize::from(pool)].children.clear();
                for (_, kind) in self.came.iter().filter(|(of, _)| *of == pool) {
                    let held = belief.stock.0[usize::from(pool)].counts[usize::from(*kind)];
                    *weight = weight.checked_mul(u128::from(held))?;
                    if held > 0 {
                        belief.stock.take(pool, *kind, 0);
                    }
                }
            }
            all.retain(|(weight, _)| *weight > 0);
        }
        for (_, belief) in &mut all {
            belief.came.clear();
        }
        Some(all)
    }

    /// Draws the kinds within pools that are mixed of others, so that every pool is only a number of each kind.
    pub fn flatten(&mut self, luck: &mut dyn Rng) {
        for pool in 0..self.stock.0.len() {
            for (child, count) in std::mem::take(&mut self.stock.0[pool].children) {
                for _ in 0..count {
                    let Some((kind, way)) = self.drawn(child, luck) else {
                        break;
                    };
                    self.stock.take(child, kind, way);
                    self.stock.0[pool].counts[usize::from(kind)] += 1;
                }
            }
        }
    }

    /// A kind that comes out of a pool at random, and the way.
    pub fn drawn(&self, pool: u16, luck: &mut dyn Rng) -> Option<(u16, Way)> {
        let mut all = Vec::new();
        self.stock
            .each(pool, &mut |kind, way, cases| all.push(((kind, way), cases)));
        draw(&all, luck)
    }

    /// Draws the kind of a piece that the clues allow, and takes it out of its pool. Returns how likely it was that one came that they
    /// allow; `None` if none can.
    pub fn draw_allowed(&mut self, piece: u16, luck: &mut dyn Rng) -> Option<f64> {
        let at = usize::from(piece);
        let mut all = 0.0;
        let mut allowed = 0.0;
        let mut some = Vec::new();
        self.stock.each(self.pools[at], &mut |kind, way, cases| {
            all += f64::from(cases);
            let is_allowed = |clue: &Clue| clue.allows(&self.kinds, piece, kind);
            if self.clues.iter().all(is_allowed) {
                allowed += f64::from(cases);
                some.push(((kind, way), cases));
            }
        });
        let (kind, way) = draw(&some, luck)?;
        self.stock.take(self.pools[at], kind, way);
        self.kinds[at] = kind;
        Some(allowed / all)
    }

    /// Whether clues say something of a piece.
    pub fn has_clue(&self, piece: u16) -> bool {
        let is_about = |clue: &Clue| clue.pieces.contains(&piece);
        self.clues.iter().any(is_about) || self.either.iter().any(|either| either.is_about(piece))
    }

    /// Whether the clues say the same of two pieces.
    pub fn alike(&self, one: u16, other: u16) -> bool {
        let has = |clue: &Clue, piece: u16| clue.pieces.contains(&piece);
        let same = |clue: &Clue| has(clue, one) == has(clue, other);
        let mut either = self.either.iter();
        self.clues.iter().all(same) && either.all(|own| own.is_about(one) == own.is_about(other))
    }

    /// Whether the kinds of all pieces fit the clues.
    pub fn fits_clues(&self) -> bool {
        self.clues.iter().all(|clue| clue.fits(&self.kinds))
    }

    /// Whether every pool is only a number of each kind.
    pub fn is_flat(&self) -> bool {
        let flat = |pool: &Pool| pool.children.iter().all(|(_, count)| *count == 0);
        self.came.is_empty() && self.stock.0.iter().all(flat)
    }
}

/// One of several things, by their cases.
fn draw<T: Copy>(all: &[(T, u32)], luck: &mut dyn Rng) -> Option<T> {
    let total: u64 = all.iter().map(|(_, cases)| u64::from(*cases)).sum();
    let mut case = ((u128::from(luck.next_u64()) * u128::from(total)) >> 64) as u64;
    for (thing, cases) in all {
        match case.checked_sub(u64::from(*cases)) {
            None => return Some(*thing),
            Some(rest) => case = rest,
        }
    }
    None
}

/// One of this many at random.
pub fn one_of(count: usize, luck: &mut dyn Rng) -> usize {
    below(count as u32, luck) as usize
}
