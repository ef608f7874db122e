//! The table before the first round.

use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::tile::{TILES, Tile, Tiles};
use crate::games::dungeonbuilders::rules::position::{
    Auction, Hero, MAX_COINS, MAX_SEATS, Position, Purse, Step, Trail,
};

impl Builders {
    /// The position before the first round (R2-R5).
    pub(crate) fn set_up(&self) -> Position {
        let mut gold = [0; MAX_SEATS];
        gold[..self.players.len()].fill(self.players.len() as u16 + 1);
        Position {
            step: Step::Start,
            round: 0,
            starter: 0,
            acting: 0,
            gold,
            power: [0; MAX_SEATS],
            drawn: Tiles::default(),
            layout: Default::default(),
            tile: None,
            placer: None,
            target: Tile::ENTRANCE,
            coins: [[None; MAX_COINS]; TILES + 1],
            purses: [Purse::default(); MAX_SEATS],
            before: Default::default(),
            instead: false,
            auction: Auction::default(),
            hero: Hero::new(0, 0),
            trail: Trail::default(),
        }
    }
}
