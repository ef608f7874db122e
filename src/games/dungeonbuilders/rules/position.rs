//! The state of a game.

use crate::games::dungeonbuilders::data::layout::Layout;
use crate::games::dungeonbuilders::data::tile::{TILES, Tile, Tiles};
use crate::games::piecepack::Values;
use crate::games::shared::narrator::Seats;

/// The most players: one for each suit (R3).
pub const MAX_SEATS: usize = 4;
/// The most coins on a tile (R25).
pub const MAX_COINS: usize = 2;
/// The highest power (R31).
pub const MAX_POWER: u8 = 5;
/// The lowest result with which a hero is unharmed (R49).
pub const UNHARMED: i8 = 3;
/// The value of a potion (R27).
pub const POTION: u8 = 0;
/// The value of a sword (R27).
pub const SWORD: u8 = 1;

/// What the game is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The first starter (R9).
    Start,
    /// An action (R10).
    Act,
    /// A tile from the pile (R14).
    Draw,
    /// The cell for the drawn tile (R17).
    Lay,
    /// The first set to join, which is mandatory (R18).
    Join,
    /// More sets to join, which is optional (R19).
    JoinMore,
    /// R25: the coin placed.
    Coin,
    /// Whether to rebuild (R22).
    Offer,
    /// Rebuilding (R24).
    Rebuild,
    /// The kind of auction (R37).
    Kind,
    /// A bid (R38).
    Bid,
    /// The next step of a hero (R45).
    Walk,
    /// R47: which coin to turn up first.
    Order,
    /// Section 7: the value of a coin, reported by the table.
    Reveal,
    /// R53: whether to drink before a combat roll.
    Thirst,
    /// The combat die (R48).
    Combat,
    /// Whether a dying hero drinks (A27).
    Deathbed,
    /// Whether a player enters after a dead hero (V3b, V3c).
    Succeed,
    /// V3e: whether to take a dead hero's sword.
    LootSword,
    /// V3e: whether to take a dead hero's potion.
    LootPotion,
    Over,
}

impl Step {
    /// Whether a hero is in the dungeon.
    pub fn explores(self) -> bool {
        use Step::*;
        matches!(
            self,
            Walk | Order | Reveal | Thirst | Combat | Deathbed | LootSword | LootPotion
        )
    }
}

/// The state of a game, as plain data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub step: Step,
    /// The number of rounds begun.
    pub round: u32,
    /// The player who began the round, and the one whose turn it is to build, bid or decide.
    pub starter: u8,
    pub acting: u8,
    pub gold: [u16; MAX_SEATS],
    pub power: [u8; MAX_SEATS],
    /// The tiles drawn this round.
    pub drawn: Tiles,
    pub layout: Layout,
    /// The tile being placed.
    pub tile: Option<Tile>,
    /// The player who placed the last tile this round (R36).
    pub placer: Option<u8>,
    /// The tile for the next coin.
    pub target: Tile,
    /// The coins on tiles; the last entry is for the entrance (A12).
    pub coins: [[Option<Coin>; MAX_COINS]; TILES + 1],
    /// What is known about each player's own coins.
    pub purses: [Purse; MAX_SEATS],
    /// The layout before a rebuild, and whether the rebuild replaces an action (R23) or follows one (R22).
    pub before: Layout,
    pub instead: bool,
    pub auction: Auction,
    pub hero: Hero,
    pub trail: Trail,
}

/// A coin on a tile; it is value down unless open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coin {
    /// The player who placed it.
    pub seat: u8,
    /// The value, if the referee knows it.
    pub value: Option<u8>,
    /// Whether it is value up: an open item, or a sword left where it was found (A14, A29).
    pub open: bool,
    /// Whether it is known to be a monster, because items are open and it is value down (A14).
    pub monster: bool,
}

/// The coins of a player in this round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Purse {
    /// The number of coins placed.
    pub placed: u8,
    /// Values no longer in the hand, as far as the referee knows: all placed ones if they are reported, otherwise those seen.
    pub gone: Values,
    /// Values that everybody has seen this round.
    pub seen: Values,
}

/// An auction in this round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Auction {
    /// The bidders, one bit per seat; 0 if there was no auction.
    pub bidders: u8,
    /// The first to bid.
    pub first: u8,
    /// Whether the bids are for staying out (R37).
    pub stay_out: bool,
    pub bids: [Bid; MAX_SEATS],
}

/// The answer of a bidder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bid {
    #[default]
    None,
    Gold(u16),
    /// R39: no number was available.
    Unable,
}

impl Bid {
    /// The gold bid (R39).
    pub fn gold(self) -> u16 {
        if let Bid::Gold(gold) = self { gold } else { 0 }
    }
}

/// The hero in the dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hero {
    pub seat: u8,
    /// The power when entering (R44).
    pub entry: u8,
    pub at: Tile,
    /// The tiles visited.
    pub visited: Tiles,
    /// The player who placed the sword that the hero carries (R51).
    pub sword: Option<u8>,
    /// The players who placed the potions that he carries, one bit per seat (R52).
    pub potions: u8,
    /// The coin of the tile that is being settled.
    pub turning: u8,
    /// The loot refused on this tile: a bit for the sword of each dead hero, and above them a bit for the potion of each placer
    /// (V3e).
    pub refused: u8,
    /// The dead hero whose items are being offered.
    pub looting: u8,
}

impl Hero {
    /// A hero on the entrance (R43).
    pub fn new(seat: u8, power: u8) -> Hero {
        let visited = Tiles::from_iter([Tile::ENTRANCE]);
        let at = Tile::ENTRANCE;
        Hero {
            seat,
            entry: power,
            at,
            visited,
            sword: None,
            potions: 0,
            turning: 0,
            refused: 0,
            looting: 0,
        }
    }
}

/// Earlier heroes in this round (V3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Trail {
    /// Players who have entered this round or declined to (V3d).
    pub out: u8,
    /// Players in the current group who agreed to enter (V3c).
    pub willing: u8,
    /// Players in the current group still to be asked, one bit each.
    pub asking: u8,
    /// Whether the group consists of the bidders of an auction, the highest first (V3b).
    pub by_bid: bool,
    /// Values explored by dead heroes (V3f).
    pub explored: Values,
    /// What dead heroes left, by seat (V3e).
    pub left: [Option<Remains>; MAX_SEATS],
}

/// What a dead hero left (V3e).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Remains {
    pub at: Tile,
    pub sword: Option<u8>,
    /// The players who placed the potions, one bit each.
    pub potions: u8,
}

impl Position {
    /// V3e: the placer of the next potion offered from the dead hero's items.
    pub fn offered_potion(&self) -> Option<u8> {
        let left = self.trail.left[usize::from(self.hero.looting)]?;
        let potions = left.potions & !(self.hero.refused >> MAX_SEATS);
        (potions != 0).then(|| potions.trailing_zeros() as u8)
    }

    /// The coins on a tile or on the entrance.
    pub fn coins_on(&self, tile: Tile) -> impl Iterator<Item = Coin> {
        self.coins[tile.index()].into_iter().flatten()
    }

    pub fn has_room(&self, tile: Tile) -> bool {
        self.coins[tile.index()].iter().any(Option::is_none)
    }

    pub fn acting_gold(&self) -> u16 {
        self.gold[usize::from(self.acting)]
    }

    /// The current power of the hero in the dungeon.
    pub fn hero_power(&self) -> u8 {
        self.power[usize::from(self.hero.seat)]
    }

    /// R53: whether drinking would heal.
    pub fn is_thirsty(&self) -> bool {
        self.hero.potions != 0 && self.hero_power() < self.hero.entry
    }

    /// R47: coins on the hero's tile that are still to be settled, one bit each. A second sword does not count (A29).
    pub fn unsettled(&self) -> u8 {
        let settled =
            |coin: Coin| coin.open && coin.value == Some(SWORD) && self.hero.sword.is_some();
        let coins = self.coins[self.hero.at.index()].iter().enumerate();
        coins
            .filter(|(_, coin)| coin.is_some_and(|coin| !settled(coin)))
            .fold(0, |all, (at, _)| all | 1 << at)
    }

    /// The coin being settled.
    pub fn turning(&self) -> Option<Coin> {
        self.coins[self.hero.at.index()][usize::from(self.hero.turning)]
    }

    /// The values that a coin may have, as far as the referee knows (section 7).
    pub fn possible(&self, coin: Coin) -> Values {
        match coin.value {
            Some(value) => Values(1 << value),
            None if coin.monster => {
                Values(Values::ALL.0 & !self.purses[usize::from(coin.seat)].gone.0 & !0b11)
            }
            None => Values(Values::ALL.0 & !self.purses[usize::from(coin.seat)].gone.0),
        }
    }

    /// The seats in a bit set, in order around the table from this one.
    pub fn round_from(first: u8, players: usize, seats: u8) -> impl Iterator<Item = u8> {
        let players = players as u8;
        (0..players)
            .map(move |step| (first + step) % players)
            .filter(move |seat| Seats(seats).has(*seat))
    }
}
