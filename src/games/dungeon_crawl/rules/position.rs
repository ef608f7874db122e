//! The state of a game.

use super::memory::Memory;
use super::worlds::Worlds;
use crate::games::dungeon_crawl::data::map::{Cell, Map, Square};
use crate::games::dungeon_crawl::data::piece::{Code, MAX_SEATS, Suit, VALUES, Values};
use crate::games::side::Side;

/// The number of tiles, and of coins.
pub const TILES: usize = 24;

/// The number of treasures, and of coins in every other suit.
pub const TREASURES: u8 = VALUES as u8;

/// The damage that kills (R36).
pub const DEADLY: u8 = 10;

/// What the game is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// R4: a roll for the first player: the rolls so far by seat, and the seats that still have to roll, one bit each.
    Start {
        rolls: [Option<u8>; MAX_SEATS],
        rolling: u8,
    },
    /// The compass (R6).
    Compass,
    /// A tile (R8).
    Tile,
    /// The position for a tile of this suit beyond the edge (R10).
    Site(Suit),
    /// The coin on this tile, by order of laying (R11, R13).
    Coin {
        tile: u8,
    },
    /// The place for a pawn (R14).
    Pawn,
    /// A character's move (R19).
    Move,
    /// The suit of a coin (R24).
    Suit,
    /// Experience to spend on this trap or monster (R25).
    Experience(Code),
    /// The die against a trap or monster, and the experience `spent` on it (R26).
    Hazard {
        coin: Code,
        spent: u8,
    },
    /// Equipment to apply to this much new damage (R31).
    Apply {
        damage: u8,
    },
    /// R34: whether to attack, and whom.
    Attack,
    /// R34: the attacker's equipment.
    AttackSpend {
        target: u8,
    },
    /// R34: the defender's equipment, after the attacker `spent` this much.
    DefendSpend {
        target: u8,
        spent: u8,
    },
    /// R35: the attacker's die.
    AttackRoll(Fight),
    /// R35: the defender's die, after the attacker's `roll`.
    DefendRoll {
        fight: Fight,
        roll: u8,
    },
    /// The attacker's choice (R35).
    Spoils {
        victim: u8,
    },
    /// R35: the treasure stolen.
    Steal {
        victim: u8,
    },
    /// R37: the treasure left by the player whose character just died, if the referee cannot know it.
    ShowDead,
    /// Whether a dead character returns (R38).
    Enter,
    /// R42: the treasure of a player, if the referee cannot know it.
    ShowEnd {
        seat: u8,
    },
    Over,
}

/// The state of a game. Coins are identified by suit and value, so a set of values is a set of coins.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub step: Step,
    /// Turns of play begun, including passed ones.
    pub turn: u32,
    /// The turn in which the last coin was turned over (A31).
    pub last_coin: u32,
    /// The player who is first to build and first to play.
    pub first: u8,
    /// The player who rolls, builds, places a pawn or has the turn.
    pub acting: u8,
    /// The suits of the pawns that point north, east, south and west.
    pub compass: [Suit; 4],
    /// The tiles turned over, by suit.
    pub tiles_seen: [Values; 4],
    /// The coins in the pile, by value.
    pub pile: [u8; VALUES],
    /// The coins whose suits have been seen, by suit.
    pub revealed: [Values; 4],
    /// The coins out of the game, by suit.
    pub discards: [Values; 4],
    pub map: Map,
    pub stacks: Vec<Stack>,
    pub players: Vec<Player>,
    /// Who may hold which treasure, as far as the referee knows.
    pub worlds: Worlds,
    /// What attentive players remember of that.
    pub memory: Memory,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            map: self.map.clone(),
            stacks: self.stacks.clone(),
            players: self.players.clone(),
            worlds: self.worlds.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Position) {
        let mut map = std::mem::take(&mut self.map);
        let mut stacks = std::mem::take(&mut self.stacks);
        let mut players = std::mem::take(&mut self.players);
        let mut worlds = std::mem::replace(&mut self.worlds, Worlds::none());
        map.clone_from(&other.map);
        stacks.clone_from(&other.stacks);
        players.clone_from(&other.players);
        worlds.clone_from(&other.worlds);
        *self = Position {
            map,
            stacks,
            players,
            worlds,
            ..*other
        };
    }
}

/// A player and the pieces in front of them. Treasures are only counted, since it may be unknown who has which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Player {
    /// `None` before the pawn is placed, and after a death.
    pub pawn: Option<Square>,
    pub treasures: u8,
    /// Equipment not applied to damage.
    pub equipment: Values,
    /// Equipment applied to damage.
    pub applied: Values,
    /// Experience from traps and from monsters.
    pub experience: [Values; 2],
    /// Damage from traps and from monsters.
    pub damage: [Values; 2],
}

impl Player {
    /// R32, R36: damage minus applied equipment.
    pub fn hurt(&self) -> u8 {
        let damage = self
            .damage
            .iter()
            .map(|coins| coins.sum() as u8)
            .sum::<u8>();
        damage.saturating_sub(self.applied.len())
    }

    /// Whether there is anything to take (R35).
    pub fn is_prey(&self) -> bool {
        self.treasures > 0 || !self.equipment.is_empty()
    }
}

/// What a dead character left, value side up (R37).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    pub at: Square,
    pub treasure: Values,
    pub equipment: Values,
}

/// A fight in which all equipment is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fight {
    /// The defender.
    pub target: u8,
    /// Equipment spent by the attacker and the defender.
    pub spent: [u8; 2],
}

impl Position {
    /// The player whose turn it is.
    pub fn actor(&self) -> usize {
        usize::from(self.acting)
    }

    /// The player this many places to the left.
    pub fn left_of(&self, seat: u8, places: u8) -> u8 {
        (seat + places) % self.players.len() as u8
    }

    pub fn pawn_at(&self, square: Square) -> Option<usize> {
        self.players
            .iter()
            .position(|player| player.pawn == Some(square))
    }

    /// Whether a space is a free entrance (R15).
    pub fn is_entrance(&self, square: Square) -> bool {
        self.map.cell(square) == Cell::Floor
            && self.map.is_edge(square)
            && self.pawn_at(square).is_none()
    }

    pub fn entrances(&self) -> impl Iterator<Item = Square> {
        self.map
            .squares()
            .filter(|square| self.is_entrance(*square))
    }

    /// The number of treasures seen so far (R41).
    pub fn found(&self) -> u8 {
        self.revealed[Suit::Crowns as usize].len()
    }

    /// The number of suits that a hidden coin of this value may have.
    #[cfg(test)]
    pub fn unseen(&self, value: u8) -> u8 {
        Suit::ALL
            .into_iter()
            .filter(|suit| !self.revealed[*suit as usize].has(value))
            .count() as u8
    }

    pub fn stack_at(&self, square: Square) -> Option<&Stack> {
        self.stacks.iter().find(|stack| stack.at == square)
    }

    /// The side to which the pawn of a suit points (R8).
    pub fn points_to(&self, suit: Suit) -> Side {
        let at = self
            .compass
            .iter()
            .position(|own| *own == suit)
            .unwrap_or_default();
        Side::ALL[at]
    }

    /// The side beyond which the tile turned over goes, if its position is to be chosen (R10).
    pub fn edge(&self) -> Option<Side> {
        if let Step::Site(suit) = self.step {
            Some(self.points_to(suit))
        } else {
            None
        }
    }

    /// The value of the coin under the character, before its suit is known.
    pub fn underfoot(&self) -> Option<u8> {
        self.players[self.actor()]
            .pawn
            .and_then(|pawn| self.map.coin(pawn))
    }

    /// Whether two players' characters are adjacent (R34).
    pub fn is_beside(&self, seat: usize, other: usize, corners: bool) -> bool {
        match (self.players[seat].pawn, self.players[other].pawn) {
            (Some(own), Some(other)) => own.touches(other, corners),
            _ => false,
        }
    }
}
