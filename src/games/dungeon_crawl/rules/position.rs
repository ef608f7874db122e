//! A game at one moment.

use super::memory::Memory;
use super::worlds::Worlds;
use crate::games::dungeon_crawl::data::map::{Cell, Map, Square};
use crate::games::dungeon_crawl::data::piece::{MAX_SEATS, Suit, VALUES, Values};

/// Tiles, and as many coins.
pub const TILES: usize = 24;

/// Treasures, and as many of every other suit.
pub const TREASURES: u8 = VALUES as u8;

/// R36.
pub const DEADLY: u8 = 10;

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// R4: a roll for who is first.
    Start,
    /// R6.
    Compass,
    /// R8.
    Tile,
    /// R10.
    Site,
    /// R11, R13.
    Coin,
    /// R14.
    Pawn,
    /// R19.
    Move,
    /// R24.
    Suit,
    /// R25.
    Experience,
    /// R26.
    Hazard,
    /// R31.
    Apply,
    /// R34: whether, and whom.
    Attack,
    /// R34: the attacker's equipment.
    AttackSpend,
    /// R34: the defender's equipment.
    DefendSpend,
    /// R35: the attacker's die.
    AttackRoll,
    /// R35: the defender's die.
    DefendRoll,
    /// R35.
    Spoils,
    /// R35: which treasure.
    Steal,
    /// R37: what treasure a dead player leaves, where the referee cannot know.
    ShowDead,
    /// R38.
    Enter,
    /// R42: what treasure a player has, where the referee cannot know.
    ShowEnd,
    Over,
}

/// A game at one moment. Coins are told apart by suit and value, so a set of values is a set of coins.
#[derive(Debug, PartialEq, Eq)]
pub struct Position {
    pub step: Step,
    /// Turns of play begun, passed ones too.
    pub turn: u32,
    /// The turn in which a coin was last turned over (A31).
    pub last_coin: u32,
    /// F: who was first to build, and is first to play.
    pub first: u8,
    /// Whose go it is: who rolls, builds, places a pawn or has the turn.
    pub acting: u8,
    /// Rolls for who is first, by seat, and who still has to roll, a bit each.
    pub rolls: [u8; MAX_SEATS],
    pub rolling: u8,
    /// The suits of the pawns that point north, east, south, west.
    pub compass: [Suit; 4],
    /// Tiles turned over, by suit.
    pub tiles_seen: [Values; 4],
    /// The suit of the tile being laid.
    pub tile: Suit,
    /// Which tile the next coin goes on, in the order of laying.
    pub bare: u8,
    /// Coins in the pile, by value.
    pub pile: [u8; VALUES],
    /// Coins whose suit was seen, by suit.
    pub revealed: [Values; 4],
    /// Coins out of the game, by suit.
    pub discards: [Values; 4],
    pub map: Map,
    pub stacks: Vec<Stack>,
    pub players: Vec<Player>,
    /// Who may hold which treasure, for all that the referee knows.
    pub worlds: Worlds,
    /// What attentive players remember of it.
    pub memory: Memory,
    /// The trap or monster that is met; meaningless otherwise.
    pub hazard: Hazard,
    /// The fight under way; meaningless otherwise.
    pub fight: Fight,
    /// Whose treasure is told to the referee; meaningless otherwise.
    pub showing: u8,
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
        *self = Position { map, stacks, players, worlds, ..*other };
    }
}

/// A player and what lies before him; of treasure only how much, since who has which may be unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// `None` before it is placed, and after a death.
    pub pawn: Option<Square>,
    pub treasures: u8,
    /// Free equipment.
    pub equipment: Values,
    /// Equipment applied to damage.
    pub applied: Values,
    /// Experience with traps and with monsters.
    pub experience: [Values; 2],
    /// Damage by traps and by monsters.
    pub damage: [Values; 2],
}

impl Player {
    /// R32, R36: damage less applied equipment.
    pub fn hurt(&self) -> u8 {
        let damage = self.damage.iter().map(|coins| coins.sum() as u8).sum::<u8>();
        damage.saturating_sub(self.applied.len())
    }
}

/// What a dead character left, value side up (R37).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    pub at: Square,
    pub treasure: Values,
    pub equipment: Values,
}

/// A trap or monster that is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hazard {
    pub suit: Suit,
    pub value: u8,
    /// Experience spent on it.
    pub spent: u8,
}

/// A fight under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fight {
    /// The seat attacked.
    pub target: u8,
    /// Equipment spent by attacker and defender.
    pub spent: [u8; 2],
    /// The attacker's die.
    pub roll: u8,
}

impl Position {
    /// The seat whose turn of the game it is.
    pub fn actor(&self) -> usize {
        usize::from(self.acting)
    }

    /// The seat so many places to the left.
    pub fn left_of(&self, seat: u8, places: u8) -> u8 {
        (seat + places) % self.players.len() as u8
    }

    pub fn pawn_at(&self, square: Square) -> Option<usize> {
        self.players.iter().position(|player| player.pawn == Some(square))
    }

    /// R15.
    pub fn is_entrance(&self, square: Square) -> bool {
        self.map.cell(square) == Cell::Floor && self.map.is_edge(square) && self.pawn_at(square).is_none()
    }

    pub fn entrances(&self) -> impl Iterator<Item = Square> {
        self.map.squares().filter(|square| self.is_entrance(*square))
    }

    /// Treasures seen so far (R41).
    pub fn found(&self) -> u8 {
        self.revealed[Suit::Crowns as usize].len()
    }

    /// How many suits a hidden coin of this value may have.
    pub fn unseen(&self, value: u8) -> u8 {
        Suit::ALL.into_iter().filter(|suit| !self.revealed[*suit as usize].has(value)).count() as u8
    }

    pub fn stack_at(&self, square: Square) -> Option<&Stack> {
        self.stacks.iter().find(|stack| stack.at == square)
    }

    /// The side that the pawn of a suit points to (R8).
    pub fn points_to(&self, suit: Suit) -> crate::games::side::Side {
        let at = self.compass.iter().position(|own| *own == suit).unwrap_or_default();
        crate::games::side::Side::ALL[at]
    }

    /// The coin landed on, before its suit is known.
    pub fn underfoot(&self) -> Option<u8> {
        match self.players[self.actor()].pawn.map(|pawn| self.map.cell(pawn)) {
            Some(Cell::Coin(value)) => Some(value),
            _ => None,
        }
    }

    /// Whether an attack on a seat would be on a neighbour (R34).
    pub fn is_beside(&self, seat: usize, other: usize, corners: bool) -> bool {
        match (self.players[seat].pawn, self.players[other].pawn) {
            (Some(own), Some(other)) => own.touches(other, corners),
            _ => false,
        }
    }
}
