//! A game at one moment.

use crate::games::deep_dark_dungeon::data::hex::{Hex, Way};
use crate::games::deep_dark_dungeon::data::set::Set;

/// No space, no tile, no card.
pub const NONE: u8 = u8::MAX;
/// A6.
pub const DIE: u8 = 6;

/// The whole state. Bag and deck are sets: nothing has a hidden order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub step: Step,
    pub phase: Phase,
    /// Turns begun, skipped ones too; 0 in the set-up.
    pub turn: u32,
    /// Rounds begun.
    pub round: u32,
    /// Whose turn it is; in the set-up, who draws and places.
    pub acting: u8,
    pub explorers: Vec<Explorer>,
    /// Tiles on the table in the order they were laid; the Start is first.
    pub spaces: Vec<Space>,
    /// The space that is the Exit, or [`NONE`].
    pub exit: u8,
    /// Undrawn tiles.
    pub stock: Set,
    /// R10: tiles set aside in the set-up.
    pub aside: Set,
    /// Undrawn cards.
    pub deck: Set,
    pub discard: Set,
    /// Cards out of the game.
    pub out: Set,
    /// R15: units of step 1 that were used.
    pub used: u8,
    /// R15: whether there was an attack this turn.
    pub attacked: bool,
    /// R27: whether the pawn took a step this turn.
    pub moved: bool,
    /// R20: the space where the turn began.
    pub origin: u8,
    /// A tile that waits to be laid, or [`NONE`].
    pub tile: u8,
    /// R33: spaces of Encounter tiles laid in this turn's step 3, as long as their cards are due.
    pub drawn: Vec<u8>,
    /// The card being resolved, or the Treasure just come by; else [`NONE`].
    pub card: u8,
    /// The space the card was drawn for; meaningless without one.
    pub site: u8,
    /// Whom or what the acting Explorer fights; meaningless out of a fight.
    pub foe: Foe,
    /// The acting Explorer's die; meaningless before it is rolled.
    pub roll: u8,
    /// R58: whether a Key was discarded by what is being settled.
    pub key_lost: bool,
    /// Seats in the order of their escape.
    pub escaped: Vec<u8>,
}

/// What is asked for, or settled next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Chance: a tile (R8, R29).
    Tile,
    /// Where it goes.
    Place,
    /// Step 1 (R15).
    Act,
    /// Chance: an Encounter card (R38).
    Card,
    /// Whether to drink before the dice (R51).
    Brace,
    /// Chance: the acting Explorer's die (R39, R45, R55, R62).
    OwnDie,
    /// Chance: the other die of a fight.
    FoeDie,
    /// Chance: which Treasure is taken (R41, R55).
    Steal,
    /// Which Treasure to give up (R48).
    Keep,
    /// Which way to slide (R46).
    Slide,
    Over,
}

/// The part of the turn (R14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Setup,
    /// Step 1.
    Act,
    /// Step 2.
    Arrive,
    /// Step 3.
    Fill,
    /// Step 4.
    Drawn,
}

/// Whom or what an Explorer rolls against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foe {
    /// The card being resolved (R39).
    Monster,
    /// R62.
    Guardian,
    /// R55.
    Explorer(u8),
    /// R45: the card being resolved; it rolls nothing.
    Pit,
}

/// An Explorer and what lies beside the Explorer card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explorer {
    /// The space; [`NONE`] once escaped.
    pub at: u8,
    /// R43.
    pub hurt: bool,
    /// R47.
    pub webbed: bool,
    pub carried: Set,
}

/// A tile on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    pub tile: u8,
    pub at: Hex,
    /// The spaces round it, by [`Way`]; [`NONE`] where nothing lies.
    pub beside: [u8; 6],
}

impl Space {
    /// The neighbouring tile that way.
    pub fn towards(&self, way: Way) -> Option<u8> {
        Some(self.beside[way as usize]).filter(|space| *space != NONE)
    }

    /// Ways where nothing lies.
    pub fn gaps(&self) -> impl Iterator<Item = Way> {
        Way::ALL.into_iter().filter(|way| self.towards(*way).is_none())
    }

    /// The tiles round it.
    pub fn neighbours(&self) -> impl Iterator<Item = u8> {
        self.beside.into_iter().filter(|space| *space != NONE)
    }
}

impl Position {
    /// The seat whose turn it is.
    pub fn actor(&self) -> usize {
        usize::from(self.acting)
    }

    pub fn me(&self) -> &Explorer {
        &self.explorers[self.actor()]
    }

    pub fn me_mut(&mut self) -> &mut Explorer {
        let actor = self.actor();
        &mut self.explorers[actor]
    }

    pub fn space(&self, space: u8) -> &Space {
        &self.spaces[usize::from(space)]
    }

    /// The space round which tiles are laid: under the pawn, or the Start in the set-up (R8, R29).
    pub fn centre(&self) -> u8 {
        if self.phase == Phase::Setup { 0 } else { self.me().at }
    }

    pub fn space_at(&self, at: Hex) -> Option<u8> {
        self.spaces.iter().position(|space| space.at == at).map(|space| space as u8)
    }

    /// The card on the table that waits for what comes of it.
    pub fn resolving(&self) -> Option<u8> {
        Some(self.card).filter(|card| *card != NONE && self.step != Step::Keep)
    }

    /// R70: whether a seat has left the board.
    pub fn is_out(&self, seat: usize) -> bool {
        self.explorers[seat].at == NONE
    }

    /// Seats whose pawns stand on a space.
    pub fn on(&self, space: u8) -> impl Iterator<Item = usize> {
        (0..self.explorers.len()).filter(move |seat| self.explorers[*seat].at == space)
    }

    /// Lays a tile on an empty space; which space that is now.
    pub fn lay(&mut self, tile: u8, at: Hex) -> u8 {
        let new = self.spaces.len() as u8;
        let mut beside = [NONE; 6];
        for way in Way::ALL {
            if let Some(there) = self.space_at(at.neighbour(way)) {
                beside[way as usize] = there;
                self.spaces[usize::from(there)].beside[way.opposite() as usize] = new;
            }
        }
        self.spaces.push(Space { tile, at, beside });
        new
    }
}
