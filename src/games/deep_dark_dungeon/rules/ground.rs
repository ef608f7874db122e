//! The ground: heights, reachable tiles, and stranded Explorers (R17-R20, R24).

use super::position::{Explorer, Position, Space};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::TileKind;
use crate::games::deep_dark_dungeon::data::hex::{Hex, Way};
use crate::games::deep_dark_dungeon::data::set::Set;

impl Deep {
    pub(crate) fn height(&self, p: &Position, space: u8) -> u8 {
        self.data.tile(p.space(space).tile).height
    }

    /// R66: whether a space is an Encounter tile; one that has become the Exit no longer is.
    pub(crate) fn is_encounter(&self, p: &Position, space: u8) -> bool {
        Some(space) != p.exit && self.data.tile(p.space(space).tile).kind == TileKind::Encounter
    }

    /// The strength of the Exit's guardian (R61); `None` if there is none.
    pub(crate) fn guardian(&self, p: &Position) -> Option<u8> {
        let exit = p.space(p.exit?);
        Some(self.data.tile(exit.tile).guardian).filter(|strength| *strength > 0)
    }

    /// The same if it waits on this space.
    pub(crate) fn guardian_at(&self, p: &Position, space: u8) -> Option<u8> {
        if Some(space) == p.exit {
            self.guardian(p)
        } else {
            None
        }
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

    /// Lays a tile on an empty space; returns the index of the space.
    pub(crate) fn lay(&self, spaces: &mut Vec<Space>, tile: u8, at: Hex) -> u8 {
        let new = spaces.len() as u8;
        let mut laid = Space::new(tile, at, new);
        let mut joined = Set::default();
        for (there, space) in spaces.iter_mut().enumerate() {
            let Some(way) = at.way_to(space.at) else {
                continue;
            };
            laid.join(way, there as u8);
            space.join(way.opposite(), new);
            if self
                .data
                .tile(tile)
                .height
                .abs_diff(self.data.tile(space.tile).height)
                <= 1
            {
                joined.add(space.region);
            }
        }
        laid.region = joined.first().unwrap_or(new);
        if joined.len() > 1 {
            let of_these = spaces.iter_mut().filter(|space| joined.has(space.region));
            of_these.for_each(|space| space.region = laid.region);
        }
        spaces.push(laid);
        new
    }

    /// R24: whether the acting Explorer cannot walk to anything still needed. R20 is ignored, and Ropes are never used up.
    pub(crate) fn is_stranded(&self, p: &Position) -> bool {
        let here = p.space(p.here());
        if !here
            .neighbours()
            .any(|to| self.may_climb(p, p.me(), p.here(), to))
        {
            return true;
        }
        let has_rope = self.has_rope(p.me());
        let has_key = self.has_key(p.me());
        let meets = !has_key || p.exit.is_none() && self.exit_is_a_card(p);
        let is_needed = |space: u8| {
            let unexplored = !p.stock.is_empty() && p.space(space).has_gaps();
            unexplored || meets && self.is_encounter(p, space) || has_key && Some(space) == p.exit
        };
        // The tiles laid last are tried first, since they lead to what is unexplored.
        let mut spaces = (0..p.spaces.len() as u8).rev();
        !spaces.any(|space| (has_rope || p.space(space).region == here.region) && is_needed(space))
    }

    /// Whether the Exit card is still to be found (R65).
    fn exit_is_a_card(&self, p: &Position) -> bool {
        !p.deck.or(p.discard).and(self.data.exits).is_empty()
    }

    /// R46: the directions of the lowest neighbours that are lower than a space, except the Exit.
    pub(super) fn slides(&self, p: &Position, from: u8) -> impl Iterator<Item = Way> {
        let here = *p.space(from);
        let lower = move |way: Way| {
            let to = here.towards(way).filter(|to| Some(*to) != p.exit)?;
            Some(self.height(p, to)).filter(|height| *height < self.height(p, from))
        };
        let lowest = Way::ALL.into_iter().filter_map(lower).min();
        Way::ALL
            .into_iter()
            .filter(move |way| lowest.is_some() && lower(*way) == lowest)
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
        let card = &self.data.explorers[seat];
        let explorer = &p.explorers[seat];
        let own = if explorer.hurt {
            card.hurt
        } else {
            card.healthy
        };
        own + explorer.carried.and(self.data.swords).len() as u8
    }

    /// R48: the most Treasures that a player may carry; `None` for no limit.
    pub(crate) fn carry_limit(&self, seat: usize) -> Option<u32> {
        let limit = self
            .options
            .carry_limit
            .unwrap_or(self.data.explorers[seat].carry);
        (limit > 0).then_some(limit.into())
    }

    /// R15: the number of units in an Explorer's turn.
    pub(crate) fn units(&self, explorer: &Explorer) -> u8 {
        if explorer.hurt && self.options.hurt_is_slow {
            1
        } else {
            self.edition.units
        }
    }
}
