//! What each seat can tell about pieces that it does not see.
//!
//! [`Position::pieces`] says what the referee knows. A belief says what a referee would know who has seen only what one seat saw:
//! which kind each piece is, or else which pool it comes from. It changes with everything that the seat sees, and with nothing
//! else, so two games that differ only in what a seat cannot see leave it with the same belief.
//!
//! Nobody can follow a piece that leaves a hand unseen: the rest of the hand and that piece are then mixed like a shuffle. Choices
//! of others count as saying nothing. If a kind comes out of a mix that holds it in several ways, the way is left open, and is
//! drawn with its probability when possible worlds are ([`Belief::resolved`]).

use std::sync::Arc;

use rand::Rng;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{DiceDecl, Op};
use crate::games::by_kit::language::sheet::{See, ZoneKind};
use crate::games::by_kit::rules::pools::{Pool, Pools, Way};
use crate::games::by_kit::rules::position::{NOWHERE, Position, UNKNOWN};
use crate::referee::bot::below;
use crate::referee::{Seat, Words};

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
}

/// By seat, and last what everybody can tell. Empty if nothing is hidden, and in worlds that are only tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Beliefs(pub Vec<Arc<Belief>>);

impl Belief {
    /// What everybody knows who has followed the set-up.
    fn at_start(p: &Position) -> Belief {
        Belief {
            kinds: p.pieces.iter().map(|piece| piece.kind).collect(),
            pools: p.pieces.iter().map(|piece| piece.pool).collect(),
            stock: p.pools.clone(),
            came: Vec::new(),
        }
    }

    /// A piece turns out to be of a kind. False if that cannot be.
    fn learn(&mut self, piece: u16, kind: u16) -> bool {
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
        if self.came.len() > MAX_CAME {
            self.merge(pool);
        }
        true
    }

    fn ways(&self, pool: u16, kind: u16) -> Vec<Way> {
        let mut ways = Vec::new();
        self.stock.each(pool, &mut |known, way, _| {
            ways.extend((known == kind).then_some(way));
        });
        ways
    }

    /// Mixes pieces, so that nobody can tell one from another.
    fn mix(&mut self, pieces: &[u16], kinds: usize) {
        let looks = |piece: &u16| {
            let at = usize::from(*piece);
            match self.kinds[at] {
                UNKNOWN => (UNKNOWN, self.pools[at]),
                kind => (kind, 0),
            }
        };
        let Some(first) = pieces.first().map(looks) else {
            return;
        };
        if pieces.iter().all(|piece| looks(piece) == first) {
            return;
        }
        let mut new = Pool {
            counts: vec![0; kinds],
            children: Vec::new(),
            size: pieces.len() as u16,
        };
        for (kind, pool) in pieces.iter().map(looks) {
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

    /// Mixes all pools that share pieces with this one. What is possible stays possible, and a little more becomes so.
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
        for (kind, pool) in self.kinds.iter().zip(&mut self.pools) {
            if *kind == UNKNOWN && parts.contains(pool) {
                *pool = whole;
            }
        }
    }

    /// The same with every way settled that was left open, drawn with its probability, and the weight of that draw. `None` if the
    /// ways drawn first leave none for the rest.
    pub fn resolved(&self, luck: &mut dyn Rng) -> Option<(Belief, f64)> {
        let mut belief = self.clone();
        let mut weight = 1.0;
        for (pool, kind) in std::mem::take(&mut belief.came) {
            let (mut all, mut ways) = (0.0, Vec::new());
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

/// One of so many at random.
pub fn one_of(count: usize, luck: &mut dyn Rng) -> usize {
    below(count as u32, luck) as usize
}

impl KitGame {
    /// Whether seats differ in what they can tell.
    pub(crate) fn has_beliefs(&self) -> bool {
        let is_shown = |op: &Op| matches!(op, Op::Reveal(_, Some(_)) | Op::Together);
        self.has_secrets() && (self.hides() || self.program.ops.iter().any(is_shown))
    }

    /// The beliefs before anything was seen.
    pub(crate) fn first_beliefs(&self, p: &Position) -> Beliefs {
        let viewers = match self.has_beliefs() {
            true => usize::from(self.seats) + 1,
            false => 0,
        };
        let first = Arc::new(Belief::at_start(p));
        Beliefs((0..viewers).map(|_| first.clone()).collect())
    }

    /// What a seat can tell, or everybody; `None` if nothing is hidden.
    pub(crate) fn belief<'p>(&self, p: &'p Position, seat: Option<Seat>) -> Option<&'p Belief> {
        let viewer = seat.map_or(usize::from(self.seats), usize::from);
        p.beliefs.0.get(viewer).map(|belief| &**belief)
    }

    /// Whether a viewer, a seat or last everybody, sees which kind a piece is.
    pub(crate) fn viewer_sees(&self, p: &Position, viewer: usize, piece: u16) -> bool {
        let seers = self.seers(p, piece);
        match viewer < usize::from(self.seats) {
            true => seers >> viewer & 1 == 1,
            false => seers == self.everybody(),
        }
    }

    /// Everybody who sees a piece now knows its kind.
    pub(crate) fn notice(&self, p: &mut Position, piece: u16) {
        let kind = p.pieces[usize::from(piece)].kind;
        if kind == UNKNOWN {
            return;
        }
        for viewer in 0..p.beliefs.0.len() {
            let known = p.beliefs.0[viewer].kinds[usize::from(piece)] == kind;
            if known || !self.viewer_sees(p, viewer, piece) {
                continue;
            }
            if !Arc::make_mut(&mut p.beliefs.0[viewer]).learn(piece, kind) {
                p.beliefs.0[viewer] = Arc::new(self.afresh(p, viewer));
            }
        }
    }

    /// The piece that lies on top of a zone of which all see the top.
    pub(crate) fn notice_top(&self, p: &mut Position, zone: u16) {
        let Some(at) = self.zone_at.get(usize::from(zone)) else {
            return;
        };
        let top = p.zones[usize::from(zone)].last().copied();
        if let Some(top) = top
            && self.program.zones[usize::from(at.decl)].see == See::Top
        {
            self.notice(p, top);
        }
    }

    /// By viewer, the pieces of a hand that they cannot tell apart by their places, among them one that is about to leave it.
    pub(crate) fn hidden_beside(&self, p: &Position, piece: u16) -> Vec<(usize, Vec<u16>)> {
        let zone = p.pieces[usize::from(piece)].zone;
        let Some(at) = self.zone_at.get(usize::from(zone)) else {
            return Vec::new();
        };
        let decl = &self.program.zones[usize::from(at.decl)];
        if p.beliefs.0.is_empty() || decl.kind != ZoneKind::Hand || decl.ordered {
            return Vec::new();
        }
        let mut all = Vec::new();
        for viewer in 0..p.beliefs.0.len() {
            let hidden = self.hidden_in(p, viewer, zone);
            if hidden.len() > 1 && hidden.contains(&piece) {
                all.push((viewer, hidden));
            }
        }
        all
    }

    /// A piece has come to another place.
    pub(crate) fn follow(&self, p: &mut Position, piece: u16, hidden: Vec<(usize, Vec<u16>)>) {
        let kinds = self.program.facts.kinds.len();
        for (viewer, hidden) in hidden {
            let kind = p.pieces[usize::from(piece)].kind;
            let sees = kind != UNKNOWN && self.viewer_sees(p, viewer, piece);
            let belief = Arc::make_mut(&mut p.beliefs.0[viewer]);
            match sees {
                true => explain(belief, piece, kind, &hidden, kinds),
                false => belief.mix(&hidden, kinds),
            }
        }
        self.notice(p, piece);
    }

    /// The pieces in a zone that a viewer cannot tell apart, even those once shown; none if the viewer sees what lies there.
    fn hidden_in(&self, p: &Position, viewer: usize, zone: u16) -> Vec<u16> {
        let watched = self.watchers(zone) >> viewer & 1 == 1;
        let is_open = |piece: u16| self.seers(p, piece) == self.everybody();
        let here = p.zones[usize::from(zone)].iter().copied();
        here.filter(|piece| !watched && !is_open(*piece)).collect()
    }

    /// A piece is taken from a zone at random: those who do not see it cannot tell which.
    pub(crate) fn mix_hidden(&self, p: &mut Position, zone: u16) {
        for viewer in 0..p.beliefs.0.len() {
            let hidden = self.hidden_in(p, viewer, zone);
            Arc::make_mut(&mut p.beliefs.0[viewer]).mix(&hidden, self.program.facts.kinds.len());
        }
    }

    /// A zone is shuffled before everybody's eyes.
    pub(crate) fn mix_all(&self, p: &mut Position, pieces: &[u16]) {
        let kinds = self.program.facts.kinds.len();
        for belief in &mut p.beliefs.0 {
            Arc::make_mut(belief).mix(pieces, kinds);
        }
    }

    /// What a viewer can tell who only knows the decks and what lies open now: after something that no rule explains.
    fn afresh(&self, p: &Position, viewer: usize) -> Belief {
        let mut belief = Belief {
            kinds: vec![UNKNOWN; p.pieces.len()],
            pools: vec![0; p.pieces.len()],
            stock: Pools::default(),
            came: Vec::new(),
        };
        let kinds = self.program.facts.kinds.len();
        for deck in 0..self.program.facts.decks.len() {
            let mut pool = Pool {
                counts: vec![0; kinds],
                ..Pool::default()
            };
            for kind in (0..kinds).filter(|kind| self.program.facts.kinds[*kind].deck == deck) {
                pool.counts[kind] = self.program.facts.kinds[kind].count as u16;
            }
            let mut hidden = Vec::new();
            for piece in (0..p.pieces.len() as u16)
                .filter(|piece| usize::from(self.piece_decks[usize::from(*piece)]) == deck)
            {
                let at = p.pieces[usize::from(piece)];
                let is_off = at.zone == NOWHERE && at.kind != UNKNOWN;
                if at.kind != UNKNOWN && (is_off || self.viewer_sees(p, viewer, piece)) {
                    belief.kinds[usize::from(piece)] = at.kind;
                    pool.counts[usize::from(at.kind)] -= 1;
                } else {
                    hidden.push(piece);
                }
            }
            pool.size = hidden.len() as u16;
            belief.stock.0.push(pool);
            for piece in hidden {
                belief.pools[usize::from(piece)] = deck as u16;
            }
        }
        belief
    }

    /// Whether a hidden die was shown to a seat, or to everybody.
    fn is_shown(&self, p: &Position, die: usize, seat: Option<Seat>) -> bool {
        match seat {
            Some(seat) => p.dice_shown[die] >> seat & 1 == 1,
            None => p.dice_shown[die] == self.everybody(),
        }
    }

    /// The dice that others have rolled and hide from a seat, group by group: dice of one owner that count alike.
    pub(crate) fn hidden_dice(&self, p: &Position, seat: Option<Seat>) -> Vec<(usize, Vec<usize>)> {
        let mut groups = Vec::new();
        for (of, decl) in self.program.dice.iter().enumerate() {
            if decl.see == See::All {
                continue;
            }
            let owners = if decl.own { self.seats } else { 1 };
            for owner in (0..owners).filter(|owner| !decl.own || Some(*owner) != seat) {
                let is_hidden = |die: &usize| p.dice[*die] > 0 && !self.is_shown(p, *die, seat);
                let dice: Vec<usize> = group(decl, owner).filter(is_hidden).collect();
                if !dice.is_empty() {
                    groups.push((of, dice));
                }
            }
        }
        groups
    }
}

/// The dice of a declaration that belong to one owner.
pub fn group(decl: &DiceDecl, owner: u8) -> std::ops::Range<usize> {
    let count = usize::from(decl.count);
    let first = usize::from(decl.base)
        + if decl.own {
            usize::from(owner) * count
        } else {
            0
        };
    first..first + count
}

/// Somebody shows a piece of this kind out of a hand of which the viewer does not see the `hidden` pieces. If the viewer knows that
/// such a piece is there, it is taken to be that one: whoever shows a king of two has not said that there were two.
fn explain(belief: &mut Belief, piece: u16, kind: u16, hidden: &[u16], kinds: usize) {
    let own = usize::from(piece);
    if belief.kinds[own] == kind {
        return;
    }
    let known = |belief: &Belief, wanted: u16| {
        let is = |other: &&u16| belief.kinds[usize::from(**other)] == wanted;
        hidden.iter().find(is).copied()
    };
    let source = known(belief, kind).or_else(|| match belief.kinds[own] {
        UNKNOWN => None,
        _ => known(belief, UNKNOWN),
    });
    if let Some(source) = source {
        belief.kinds.swap(own, usize::from(source));
        belief.pools.swap(own, usize::from(source));
    }
    if belief.kinds[own] == UNKNOWN {
        let unknown: Vec<u16> = hidden
            .iter()
            .copied()
            .filter(|other| belief.kinds[usize::from(*other)] == UNKNOWN)
            .collect();
        belief.mix(&unknown, kinds);
    }
}
