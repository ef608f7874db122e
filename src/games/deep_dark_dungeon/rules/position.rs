//! The state of a game.

use crate::games::deep_dark_dungeon::data::hex::{Hex, Way};
use crate::games::deep_dark_dungeon::data::set::Set;

/// Marks a side of a space where there is no tile. An `Option` for each side would slow random play by 2.5%.
const NONE: u8 = u8::MAX;
/// The sides of the die (A6).
pub const DIE: u8 = 6;

/// The complete state. Bag and deck are sets without a hidden order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub step: Step,
    pub phase: Phase,
    /// The number of turns begun, including skipped ones; 0 during the set-up.
    pub turn: u32,
    /// The number of rounds begun.
    pub round: u32,
    /// The player whose turn it is; during the set-up, the one who draws and places.
    pub acting: u8,
    pub explorers: Vec<Explorer>,
    /// The tiles on the table in the order of laying, with the Start first.
    pub spaces: Vec<Space>,
    /// The space of the Exit, once it is found.
    pub exit: Option<u8>,
    /// Undrawn tiles.
    pub stock: Set,
    /// R10: the tiles set aside during the set-up.
    pub aside: Set,
    /// Undrawn cards.
    pub deck: Set,
    pub discard: Set,
    /// Cards out of the game.
    pub out: Set,
    /// R15: the units of step 1 used so far.
    pub used: u8,
    /// R15: whether there was an attack this turn.
    pub attacked: bool,
    /// R27: whether the pawn moved this turn.
    pub moved: bool,
    /// R20: the space where the turn began.
    pub origin: u8,
    /// R33: spaces of Encounter tiles placed in step 3 of this turn whose cards are still due.
    pub drawn: Vec<u8>,
    /// R58: whether a Key has just been discarded.
    pub key_lost: bool,
    /// The seats in the order of escape.
    pub escaped: Vec<u8>,
}

/// What is asked for or settled next, with what only that needs: the tile in hand, the opponent, a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Chance: a tile (R8, R29).
    Tile,
    /// The place for this tile.
    Place(u8),
    /// Step 1 (R15).
    Act,
    /// Chance: an Encounter card for the tile on this space (R38).
    Card {
        site: u8,
    },
    /// Whether to drink before the dice (R51).
    Brace(Foe),
    /// Chance: the acting Explorer's die (R39, R45, R55, R62).
    OwnDie(Foe),
    /// Chance: the other die of a fight, after the acting Explorer's `roll`.
    FoeDie {
        foe: Foe,
        roll: u8,
    },
    /// Chance: the Treasure taken from this player (R55).
    Steal(u8),
    /// Chance: the Treasure lost to the Monster on this card, which has been discarded (R41).
    Lose(u8),
    /// The Treasure to discard, after this one was gained (R48).
    Keep(u8),
    /// The direction of a slide (R46).
    Slide,
    Over,
}

/// The part of a turn (R14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// The opponent in a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foe {
    /// The Monster on the card being resolved (R39).
    Monster(u8),
    /// The Guardian (R62).
    Guardian,
    /// Another Explorer (R55).
    Explorer(u8),
    /// R45: the Pit on the card being resolved, which does not roll.
    Pit(u8),
}

impl Foe {
    /// The card being resolved.
    pub fn card(self) -> Option<u8> {
        match self {
            Foe::Monster(card) | Foe::Pit(card) => Some(card),
            Foe::Guardian | Foe::Explorer(_) => None,
        }
    }
}

/// An Explorer, with what is next to the Explorer card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Explorer {
    /// The space, until the Explorer escapes.
    pub at: Option<u8>,
    /// Whether the Explorer is Hurt (R43).
    pub hurt: bool,
    /// Whether the Explorer is in a Web (R47).
    pub webbed: bool,
    pub carried: Set,
}

/// A tile on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Space {
    pub tile: u8,
    pub at: Hex,
    /// The neighbouring spaces by [`Way`], or [`NONE`].
    beside: [u8; 6],
    /// The lowest of the spaces to which one can walk from here without a Rope (R17).
    pub region: u8,
}

impl Space {
    /// A tile without neighbours.
    pub fn new(tile: u8, at: Hex, region: u8) -> Space {
        Space {
            tile,
            at,
            beside: [NONE; 6],
            region,
        }
    }

    /// Sets the neighbouring tile in a direction.
    pub fn join(&mut self, way: Way, space: u8) {
        self.beside[way as usize] = space;
    }

    /// Whether this is a neighbouring tile.
    pub fn touches(&self, space: u8) -> bool {
        self.beside.contains(&space)
    }

    /// The neighbouring tile in a direction.
    pub fn towards(&self, way: Way) -> Option<u8> {
        Some(self.beside[way as usize]).filter(|space| *space != NONE)
    }

    /// Whether there is a direction without a tile.
    pub fn has_gaps(&self) -> bool {
        self.beside.contains(&NONE)
    }

    /// The directions without a tile.
    pub fn gaps(&self) -> impl Iterator<Item = Way> {
        Way::ALL
            .into_iter()
            .filter(|way| self.towards(*way).is_none())
    }

    /// The neighbouring tiles.
    pub fn neighbours(&self) -> impl Iterator<Item = u8> {
        self.beside.into_iter().filter(|space| *space != NONE)
    }
}

impl Position {
    /// The player whose turn it is.
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

    /// The acting Explorer's space. One who is out no longer acts, and then it is the Start.
    pub fn here(&self) -> u8 {
        self.me().at.unwrap_or_default()
    }

    pub fn space(&self, space: u8) -> &Space {
        &self.spaces[usize::from(space)]
    }

    /// The space around which tiles are placed: under the pawn, or the Start during the set-up (R8, R29).
    pub fn centre(&self) -> u8 {
        if self.phase == Phase::Setup {
            0
        } else {
            self.here()
        }
    }

    pub fn space_at(&self, at: Hex) -> Option<u8> {
        self.spaces
            .iter()
            .position(|space| space.at == at)
            .map(|space| space as u8)
    }

    /// The tile drawn and not yet placed.
    pub fn in_hand(&self) -> Option<u8> {
        if let Step::Place(tile) = self.step {
            Some(tile)
        } else {
            None
        }
    }

    /// The card on the table that is being resolved.
    pub fn resolving(&self) -> Option<u8> {
        match self.step {
            Step::Brace(foe) | Step::OwnDie(foe) | Step::FoeDie { foe, .. } => foe.card(),
            _ => None,
        }
    }

    /// R70: whether a player has left the board.
    pub fn is_out(&self, seat: usize) -> bool {
        self.explorers[seat].at.is_none()
    }

    /// The players whose pawns are on a space.
    pub fn on(&self, space: u8) -> impl Iterator<Item = usize> {
        (0..self.explorers.len()).filter(move |seat| self.explorers[*seat].at == Some(space))
    }
}
