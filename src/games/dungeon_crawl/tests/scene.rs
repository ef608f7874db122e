//! Positions for tests, described in words.

use crate::games::Setup;
use crate::games::dungeon_crawl::data::map::{Cell, Map, Square};
use crate::games::dungeon_crawl::data::piece::{Code, Suit, Values};
use crate::games::dungeon_crawl::rules::position::{Player, Stack, Step};
use crate::games::dungeon_crawl::{Crawl, ID};
use crate::kit::{Files, Kit};
use crate::referee::Game;

/// The shipped game for this many players, with these options.
pub fn crawl(players: usize, options: &[(&str, &str)]) -> Crawl {
    let names = ["Ann", "Bob", "Cid", "Dot"];
    let setup = Setup {
        players: names[..players]
            .iter()
            .map(|name| (*name).to_owned())
            .collect(),
        secrets: crate::referee::journal::Secrets::Referee,
        options: options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        ..Setup::default()
    };
    Crawl::new(&shipped(), &setup).expect("the shipped kit")
}

pub fn shipped() -> Kit {
    Kit::open(Files::shipped(ID).expect("a shipped kit")).expect("a good kit")
}

fn coins(words: &str) -> impl Iterator<Item = Code> {
    words
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| Code::parse(word).expect("a coin"))
}

pub type Scene = crate::games::tests::scene::Scene<Crawl>;

impl Scene {
    /// A game in play on these tiles, in the order of laying (the first is at 0, 0), with this player (counted from 1) to
    /// move.
    pub fn new(players: usize, turn: u8, tiles: &[(i8, i8)]) -> Scene {
        Scene::with(players, turn, tiles, &[])
    }

    pub fn with(players: usize, turn: u8, tiles: &[(i8, i8)], options: &[(&str, &str)]) -> Scene {
        let game = crawl(players, options);
        let mut p = game.start();
        let mut map = Map::default();
        for (x, y) in tiles {
            let (west, south) = tiles
                .iter()
                .take(map.tiles().len())
                .fold((0, 0), |(west, south), tile| {
                    (tile.0.min(west), tile.1.min(south))
                });
            map.lay((x - west, y - south));
        }
        p.map = map;
        (p.step, p.turn, p.acting) = (Step::Move, 1, turn - 1);
        Scene {
            game,
            p,
            told: Vec::new(),
        }
    }

    /// Goes to a step of building or placing, with this player (counted from 1) first.
    pub fn phase(&mut self, step: Step, first: u8, acting: u8) {
        (self.p.step, self.p.first, self.p.acting, self.p.turn) = (step, first - 1, acting - 1, 0);
    }

    /// Puts a coin on the board.
    pub fn coin(&mut self, square: &str, value: u8) {
        self.p.pile[usize::from(value)] -= 1;
        self.p.map.set(at(square), Cell::Coin(value));
    }

    /// Adds the stack of a dead character.
    pub fn stack(&mut self, square: &str, words: &str) {
        let mut treasure = Values::default();
        let mut equipment = Values::default();
        for coin in coins(words) {
            self.p.revealed[coin.suit as usize].add(coin.value);
            if coin.suit == Suit::Crowns {
                treasure.add(coin.value)
            } else {
                equipment.add(coin.value)
            }
        }
        self.p.stacks.push(Stack {
            at: at(square),
            treasure,
            equipment,
        });
        self.p.map.set(at(square), Cell::Stack);
    }

    /// Puts a player (counted from 1) on a space, with treasure and equipment.
    pub fn player(&mut self, seat: u8, square: &str, words: &str) {
        let index = usize::from(seat - 1);
        self.p.players[index].pawn = Some(at(square));
        for coin in coins(words) {
            self.p.revealed[coin.suit as usize].add(coin.value);
            let player: &mut Player = &mut self.p.players[index];
            match coin.suit {
                Suit::Crowns => {
                    player.treasures += 1;
                    self.p.worlds.give(coin.value, seat - 1);
                    self.p.memory.give(coin.value, seat - 1);
                }
                Suit::Arms => player.equipment.add(coin.value),
                Suit::Suns | Suit::Moons => player.experience[coin.suit as usize].add(coin.value),
            }
        }
    }

    /// Gives a player (counted from 1) damage and applied equipment.
    pub fn hurt(&mut self, seat: u8, words: &str) {
        for coin in coins(words) {
            self.p.revealed[coin.suit as usize].add(coin.value);
            let player = &mut self.p.players[usize::from(seat - 1)];
            match coin.suit {
                Suit::Arms => player.applied.add(coin.value),
                suit => player.damage[suit as usize].add(coin.value),
            }
        }
    }

    /// The legal answers without their verbs, in alphabetical order.
    pub fn options(&self) -> String {
        let mut names = self.names();
        names.sort();
        names.join(" ")
    }

    /// The player to answer, counted from 1; for chance, the player whose turn it is.
    pub fn seat(&self) -> u8 {
        self.asked().unwrap_or(self.p.acting + 1)
    }

    pub fn pawn(&self, seat: u8) -> String {
        self.p.players[usize::from(seat - 1)]
            .pawn
            .map_or("off".to_owned(), |pawn| pawn.to_string())
    }

    /// The treasures that a player (counted from 1) certainly has, by value.
    pub fn treasure(&self, seat: u8) -> Vec<u8> {
        self.p.worlds.certain(seat - 1).iter().collect()
    }

    /// A player's (counted from 1) amount of equipment not applied.
    pub fn equipment(&self, seat: u8) -> u8 {
        self.p.players[usize::from(seat - 1)].equipment.len()
    }

    /// The coins on the board: "c7:3".
    pub fn coins(&self) -> String {
        let coin = |square: Square| match self.p.map.cell(square) {
            Cell::Coin(value) => Some(format!("{square}:{value}")),
            _ => None,
        };
        self.p
            .map
            .squares()
            .filter_map(coin)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// All discards: "S1 M4".
    pub fn discards(&self) -> String {
        let coin = |suit: Suit| {
            self.p.discards[suit as usize]
                .iter()
                .map(move |value| Code { suit, value }.to_string())
        };
        Suit::ALL
            .into_iter()
            .flat_map(coin)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

pub fn at(word: &str) -> Square {
    Square::parse(word).expect("a space")
}
