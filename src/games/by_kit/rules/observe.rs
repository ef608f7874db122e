//! How beliefs follow what happens at the table.

use std::sync::Arc;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{DiceDecl, Op};
use crate::games::by_kit::language::sheet::{See, ZoneKind};
use crate::games::by_kit::rules::belief::{Belief, Beliefs};
use crate::games::by_kit::rules::pools::{Pool, Pools};
use crate::games::by_kit::rules::position::{NOWHERE, Position, UNKNOWN};
use crate::referee::{Seat, Words};

impl KitGame {
    /// Whether seats differ in what they can tell, or dice are hidden from a lone player.
    pub(crate) fn has_beliefs(&self) -> bool {
        let is_shown = |op: &Op| matches!(op, Op::Reveal(_, Some(_)) | Op::Together);
        let unseen = |dice: &DiceDecl| dice.see != See::All && dice.seer(dice.base).is_none();
        let is_kept_from_one = || self.seats == 1 && self.program.dice.iter().any(unseen);
        is_kept_from_one()
            || self.has_secrets() && (self.hides() || self.program.ops.iter().any(is_shown))
    }

    /// The beliefs before anything was seen.
    pub(crate) fn first_beliefs(&self, p: &Position) -> Beliefs {
        let viewers = if self.has_beliefs() {
            usize::from(self.seats) + 1
        } else {
            0
        };
        let first = Arc::new(Belief {
            kinds: p.pieces.iter().map(|piece| piece.kind).collect(),
            pools: p.pieces.iter().map(|piece| piece.pool).collect(),
            stock: p.pools.clone(),
            came: Vec::new(),
            clues: Vec::new(),
            either: Vec::new(),
            unsure: Vec::new(),
            unsure_dice: Vec::new(),
            kept_dice: Vec::new(),
            chosen: Vec::new(),
        });
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
        if viewer < usize::from(self.seats) {
            seers >> viewer & 1 == 1
        } else {
            seers == self.everybody()
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

    /// Whoever sees what was taken knows that what they were shown of the rest is still there.
    pub(crate) fn notice_all(&self, p: &mut Position, zone: u16) {
        if p.beliefs.0.is_empty() {
            return;
        }
        for at in 0..p.zones[usize::from(zone)].len() {
            let piece = p.zones[usize::from(zone)][at];
            self.notice(p, piece);
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

    /// A piece is about to leave a hand for what it is: viewers who do not see it know no order of those beside it. With `known`, even
    /// one that they know may be the one that leaves.
    pub(crate) fn mix_beside(&self, p: &mut Position, piece: u16, known: bool) {
        let kinds = self.program.facts.kinds.len();
        for (viewer, mut hidden) in self.hidden_beside(p, piece) {
            let belief = Arc::make_mut(&mut p.beliefs.0[viewer]);
            hidden.retain(|other| known || belief.kinds[usize::from(*other)] == UNKNOWN);
            belief.let_go(piece, &hidden, kinds);
        }
    }

    /// Viewers are told of which kind a piece of a hand is.
    pub(crate) fn tell_kind(&self, p: &mut Position, piece: u16, kind: u16) {
        let kinds = self.program.facts.kinds.len();
        for (viewer, hidden) in self.hidden_beside(p, piece) {
            let belief = Arc::make_mut(&mut p.beliefs.0[viewer]);
            explain(belief, piece, kind, &hidden, kinds);
            belief.learn(piece, kind);
        }
    }

    /// A piece has come to another place.
    pub(crate) fn follow(&self, p: &mut Position, piece: u16, hidden: Vec<(usize, Vec<u16>)>) {
        let kinds = self.program.facts.kinds.len();
        for (viewer, hidden) in hidden {
            let kind = p.pieces[usize::from(piece)].kind;
            let sees = kind != UNKNOWN && self.viewer_sees(p, viewer, piece);
            let belief = Arc::make_mut(&mut p.beliefs.0[viewer]);
            if sees {
                explain(belief, piece, kind, &hidden, kinds)
            } else {
                belief.let_go(piece, &hidden, kinds)
            }
        }
        self.notice(p, piece);
    }

    /// The pieces in a zone that a viewer cannot tell apart, even those once shown; none if the viewer sees what lies there.
    fn hidden_in(&self, p: &Position, viewer: usize, zone: u16) -> Vec<u16> {
        if self.watchers(zone) >> viewer & 1 == 1 {
            return Vec::new();
        }
        let here = &p.zones[usize::from(zone)];
        let mut hidden = Vec::with_capacity(here.len());
        let is_open = |piece: u16| self.lookers(p, piece) == self.everybody();
        hidden.extend(here.iter().filter(|piece| !is_open(**piece)));
        hidden
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

    /// Everybody only knows the decks and what lies open now.
    pub(crate) fn believe_afresh(&self, p: &mut Position) {
        let all = (0..p.beliefs.0.len()).map(|viewer| Arc::new(self.afresh(p, viewer)));
        p.beliefs = Beliefs(all.collect());
    }

    /// What a viewer can tell who only knows the decks and what lies open now: after something that no rule explains.
    fn afresh(&self, p: &Position, viewer: usize) -> Belief {
        let mut belief = Belief {
            kinds: vec![UNKNOWN; p.pieces.len()],
            pools: vec![0; p.pieces.len()],
            stock: Pools::default(),
            came: Vec::new(),
            clues: Vec::new(),
            either: Vec::new(),
            unsure: Vec::new(),
            unsure_dice: Vec::new(),
            kept_dice: Vec::new(),
            chosen: Vec::new(),
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
            let is_own = |owner: u8| decl.own && decl.see == See::Owner && Some(owner) == seat;
            for owner in (0..owners).filter(|owner| !is_own(*owner)) {
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
        belief.swap(piece, source);
    }
    if belief.kinds[own] == UNKNOWN {
        let mut unknown = hidden.to_vec();
        unknown.retain(|other| belief.kinds[usize::from(*other)] == UNKNOWN);
        belief.mix(&unknown, kinds);
    }
}
