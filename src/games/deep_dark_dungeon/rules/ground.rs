//! The ground: heights, reachable tiles, and stranded Explorers (R17-R20, R24).

use super::position::{Explorer, NONE, Position};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::TileKind;
use crate::games::deep_dark_dungeon::data::hex::Way;
use crate::games::deep_dark_dungeon::data::set::Set;

impl Deep {
    pub(crate) fn height(&self, p: &Position, space: u8) -> u8 {
        self.data.tile(p.space(space).tile).height
    }

    /// R66: whether a space is an Encounter tile; one that has become the Exit no longer is.
    pub(crate) fn is_encounter(&self, p: &Position, space: u8) -> bool {
        space != p.exit && self.data.tile(p.space(space).tile).kind == TileKind::Encounter
    }

    /// The strength of the Exit's guardian (R61); `None` if there is none.
    pub(crate) fn guardian(&self, p: &Position) -> Option<u8> {
        let exit = p.spaces.get(usize::from(p.exit))?;
        Some(self.data.tile(exit.tile).guardian).filter(|strength| *strength > 0)
    }

    /// The same if it waits on this space.
    pub(crate) fn guardian_at(&self, p: &Position, space: u8) -> Option<u8> {
        if space == p.exit { self.guardian(p) } else { None }
    }

    /// Whether an Explorer has a Rope (R18).
    pub(crate) fn has_rope(&self, explorer: &Explorer) -> bool {
        !explorer.carried.and(self.data.ropes).is_empty()
    }

    pub(crate) fn has_key(&self, explorer: &Explorer) -> bool {
        !explorer.carried.and(self.data.keys).is_empty()
    }

    /// R17, R18: whether an Explorer may step between two neighbouring tiles.
    pub(crate) fn may_climb(&self, p: &Position, explorer: &Explorer, from: u8, to: u8) -> bool {
        self.height(p, from).abs_diff(self.height(p, to)) <= 1 || self.has_rope(explorer)
    }

    /// Whether an Explorer could walk to a tile that is wanted; the current one counts. R20 is ignored, and Ropes are never used
    /// up. The tiles laid last are tried first, since they lead to what is unexplored.
    pub(crate) fn walks_to(&self, p: &Position, explorer: &Explorer, wanted: impl Fn(u8) -> bool) -> bool {
        let mut seen: Set = [explorer.at].into_iter().collect();
        let mut edge = seen;
        while let Some(from) = edge.last() {
            if wanted(from) {
                return true;
            }
            edge.remove(from);
            for to in p.space(from).neighbours() {
                if !seen.has(to) && self.may_climb(p, explorer, from, to) {
                    seen.add(to);
                    edge.add(to);
                }
            }
        }
        false
    }

    /// R24: whether an Explorer cannot walk to anything still needed.
    pub(crate) fn is_stranded(&self, p: &Position, explorer: &Explorer) -> bool {
        let mut neighbours = p.space(explorer.at).neighbours();
        if !neighbours.any(|to| self.may_climb(p, explorer, explorer.at, to)) {
            return true;
        }
        let has_key = self.has_key(explorer);
        let meets = !has_key || p.exit == NONE && self.exit_is_a_card(p);
        !self.walks_to(p, explorer, |space| {
            let unexplored = !p.stock.is_empty() && p.space(space).gaps().next().is_some();
            unexplored || meets && self.is_encounter(p, space) || has_key && space == p.exit
        })
    }

    /// Whether the Exit card is still to be found (R65).
    fn exit_is_a_card(&self, p: &Position) -> bool {
        !p.deck.or(p.discard).and(self.data.exits).is_empty()
    }

    /// R46: the directions of the lowest neighbours that are lower than a space, except the Exit.
    pub(super) fn slides(&self, p: &Position, from: u8) -> impl Iterator<Item = Way> {
        let here = *p.space(from);
        let lower = move |way: Way| {
            let to = here.towards(way).filter(|to| *to != p.exit)?;
            Some(self.height(p, to)).filter(|height| *height < self.height(p, from))
        };
        let lowest = Way::ALL.into_iter().filter_map(lower).min();
        Way::ALL.into_iter().filter(move |way| lowest.is_some() && lower(*way) == lowest)
    }

    /// R54: the modifier for heights in an attack; `None` if they forbid it.
    pub(super) fn attack_modifier(&self, p: &Position, from: u8, to: u8) -> Option<i16> {
        if !self.options.heights_count {
            return Some(0);
        }
        let difference = i16::from(self.height(p, from)) - i16::from(self.height(p, to));
        Some(difference).filter(|difference| difference.abs() <= 1)
    }

    /// The current strength of an Explorer (R42).
    pub(crate) fn strength(&self, p: &Position, seat: usize) -> u8 {
        let (card, explorer) = (&self.data.explorers[seat], &p.explorers[seat]);
        let own = if explorer.hurt { card.hurt } else { card.healthy };
        own + explorer.carried.and(self.data.swords).len() as u8
    }

    /// R48: the most Treasures that a player may carry; `None` for no limit.
    pub(crate) fn carry_limit(&self, seat: usize) -> Option<u32> {
        let limit = self.options.carry_limit.unwrap_or(self.data.explorers[seat].carry);
        (limit > 0).then_some(limit.into())
    }

    /// R15: the number of units in an Explorer's turn.
    pub(crate) fn units(&self, explorer: &Explorer) -> u8 {
        if explorer.hurt && self.options.hurt_is_slow { 1 } else { self.edition.units }
    }
}
