//! A game at one moment.

use crate::games::dungeonbuilders::data::layout::Layout;
use crate::games::dungeonbuilders::data::tile::{TILES, Tile, Tiles};
use crate::games::piecepack::{Suit, Values};
use crate::games::shared::narrator::Seats;

/// Most players: one suit each (R3).
pub const MAX_SEATS: usize = 4;
/// Coins that a tile has room for (R25).
pub const ROOM: usize = 2;
/// R31.
pub const MAX_POWER: u8 = 5;
/// The result at which a hero is unharmed (R49).
pub const UNHARMED: i8 = 3;
/// R27.
pub const POTION: u8 = 0;
/// R27.
pub const SWORD: u8 = 1;

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// R9.
    Start,
    /// R10.
    Act,
    /// R14.
    Draw,
    /// R17.
    Lay,
    /// R18: the first set must be joined.
    Join,
    /// R19: others may be.
    JoinMore,
    /// R25: which coin.
    Coin,
    /// R22.
    Offer,
    /// R24.
    Rebuild,
    /// R37.
    Kind,
    /// R38.
    Bid,
    /// R45.
    Walk,
    /// R47: which coin first.
    Order,
    /// Section 7: the table tells a coin's value.
    Reveal,
    /// R53: before a combat roll.
    Thirst,
    /// R48.
    Combat,
    /// A27.
    Deathbed,
    /// V3b, V3c.
    Succeed,
    /// V3e: a dead hero's sword.
    LootSword,
    /// V3e: a dead hero's potion.
    LootPotion,
    Over,
}

impl Step {
    /// Whether a hero is in the dungeon.
    pub fn explores(self) -> bool {
        use Step::*;
        matches!(self, Walk | Order | Reveal | Thirst | Combat | Deathbed | LootSword | LootPotion)
    }
}

/// A game at one moment: plain data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub step: Step,
    /// Rounds begun.
    pub round: u32,
    /// Who began the round, and whose turn it is to build, bid or decide.
    pub starter: u8,
    pub acting: u8,
    pub gold: [u16; MAX_SEATS],
    pub power: [u8; MAX_SEATS],
    /// Tiles drawn this round.
    pub drawn: Tiles,
    pub layout: Layout,
    /// The tile being placed.
    pub tile: Option<Tile>,
    /// Who placed the last tile this round (R36).
    pub placer: Option<u8>,
    /// The tile that the next coin goes on.
    pub target: Tile,
    /// Coins on tiles; the last place is the entrance's (A12).
    pub coins: [[Option<Coin>; ROOM]; TILES + 1],
    /// What is known of each seat's own coins.
    pub purses: [Purse; MAX_SEATS],
    /// The layout before a rebuild, and whether it takes the place of an action (R23) or follows one (R22).
    pub before: Layout,
    pub instead: bool,
    pub auction: Auction,
    pub hero: Hero,
    pub trail: Trail,
}

/// A coin on a tile, value down unless it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coin {
    /// The seat that placed it.
    pub seat: u8,
    /// The value, if the referee knows it.
    pub value: Option<u8>,
    /// Whether it lies value up: an open item, or a sword left where it was found (A14, A29).
    pub open: bool,
    /// Where items lie open and this lies value down: it is a monster (A14).
    pub monster: bool,
}

/// The coins of one seat this round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Purse {
    /// How many were placed.
    pub placed: u8,
    /// Values that are not in the hand any more, as far as the referee knows: all placed ones if it is told, those seen if not.
    pub gone: Values,
    /// Values that everybody has seen this round.
    pub seen: Values,
}

/// An auction of this round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Auction {
    /// Who bids, a bit each seat; 0 where there was none.
    pub bidders: u8,
    /// The first to bid.
    pub first: u8,
    /// Whether the bids are for staying out (R37).
    pub stay_out: bool,
    pub bids: [Bid; MAX_SEATS],
}

/// What a bidder said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bid {
    #[default]
    None,
    Gold(u16),
    /// R39: no number was left.
    Unable,
}

impl Bid {
    /// R39.
    pub fn gold(self) -> u16 {
        if let Bid::Gold(gold) = self { gold } else { 0 }
    }
}

/// The hero in the dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hero {
    pub seat: u8,
    /// R44.
    pub entry: u8,
    pub at: Tile,
    /// Tiles stood on.
    pub visited: Tiles,
    /// Whose sword he carries, by seat (R51).
    pub sword: Option<u8>,
    /// Whose potions he carries, a bit each seat (R52).
    pub potions: u8,
    /// Which coin of the tile is settled now.
    pub turning: u8,
    /// Whose swords lying here were refused, a bit for each dead hero, and above them whose potions, for each who placed one
    /// (V3e).
    pub refused: u8,
    /// The dead hero whose things he is asked about.
    pub looting: u8,
}

impl Hero {
    /// A hero on the entrance (R43).
    pub fn new(seat: u8, power: u8) -> Hero {
        let visited = Tiles::from_iter([Tile::ENTRANCE]);
        let at = Tile::ENTRANCE;
        Hero { seat, entry: power, at, visited, sword: None, potions: 0, turning: 0, refused: 0, looting: 0 }
    }
}

/// What heroes before did this round (V3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// Seats that have entered this round, or said they will not (V3d).
    pub out: u8,
    /// Seats asked in the present group that said yes (V3c).
    pub willing: u8,
    /// Seats still to be asked in the present group, a bit each.
    pub asking: u8,
    /// Whether those asked are the bidders of an auction, the highest first (V3b).
    pub by_bid: bool,
    /// Values that dead heroes explored (V3f).
    pub explored: Values,
    /// What lies where heroes died, by seat (V3e).
    pub left: [Option<Remains>; MAX_SEATS],
}

/// What a dead hero left (V3e).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remains {
    pub at: Tile,
    pub sword: Option<u8>,
    /// A bit each seat that placed one.
    pub potions: u8,
}

impl Position {
    /// V3e: whose potion, of those that the dead hero in question left, is offered next.
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

    /// The power of the hero in the dungeon.
    pub fn hero_power(&self) -> u8 {
        self.power[usize::from(self.hero.seat)]
    }

    /// R53: whether drinking would heal.
    pub fn is_thirsty(&self) -> bool {
        self.hero.potions != 0 && self.hero_power() < self.hero.entry
    }

    /// R47: coins of the hero's tile that are still to be settled, as a bit each place. A second sword is none (A29).
    pub fn unsettled(&self) -> u8 {
        let settled = |coin: Coin| coin.open && coin.value == Some(SWORD) && self.hero.sword.is_some();
        let coins = self.coins[self.hero.at.index()].iter().enumerate();
        coins.filter(|(_, coin)| coin.is_some_and(|coin| !settled(coin))).fold(0, |all, (at, _)| all | 1 << at)
    }

    /// The coin being settled.
    pub fn turning(&self) -> Option<Coin> {
        self.coins[self.hero.at.index()][usize::from(self.hero.turning)]
    }

    /// What a coin of this seat may still be, as far as the referee knows (section 7).
    pub fn possible(&self, coin: Coin) -> Values {
        match coin.value {
            Some(value) => Values(1 << value),
            None if coin.monster => Values(Values::ALL.0 & !self.purses[usize::from(coin.seat)].gone.0 & !0b11),
            None => Values(Values::ALL.0 & !self.purses[usize::from(coin.seat)].gone.0),
        }
    }

    /// The seats in a set of bits, from this one on round the table.
    pub fn round_from(first: u8, players: usize, seats: u8) -> impl Iterator<Item = u8> {
        let players = players as u8;
        (0..players).map(move |step| (first + step) % players).filter(move |seat| Seats(seats).has(*seat))
    }

    pub fn suit_of(suits: &[Suit; 4], seat: u8) -> Suit {
        suits[usize::from(seat)]
    }
}
