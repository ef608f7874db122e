//! Positions for tests, described in words.

use crate::games::Setup;
use crate::games::dungeon_crawl::data::map::{Cell, Map, Square};
use crate::games::dungeon_crawl::data::piece::{Code, Suit, Values};
use crate::games::dungeon_crawl::rules::event::Event;
use crate::games::dungeon_crawl::rules::position::{Player, Position, Stack, Step};
use crate::games::dungeon_crawl::{Crawl, ID};
use crate::kit::{Files, Kit};
use crate::referee::{Choices, Game, Seat, Turn, Words};

/// The shipped game for this many players, with these options.
pub fn crawl(players: usize, options: &[(&str, &str)]) -> Crawl {
    let names = ["Ann", "Bob", "Cid", "Dot"];
    let setup = Setup {
        players: names[..players].iter().map(|name| (*name).to_owned()).collect(),
        secrets: crate::referee::journal::Secrets::Referee,
        options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        ..Setup::default()
    };
    Crawl::new(&shipped(), &setup).expect("the shipped kit")
}

pub fn shipped() -> Kit {
    Kit::open(Files::shipped(ID).expect("a shipped kit")).expect("a good kit")
}

/// Coins of one suit: "S3 S4".
pub fn values(words: &str) -> Values {
    let mut values = Values::default();
    coins(words).for_each(|coin| values.add(coin.value));
    values
}

fn coins(words: &str) -> impl Iterator<Item = Code> {
    words.split(' ').filter(|word| !word.is_empty()).map(|word| Code::parse(word).expect("a coin"))
}

/// A game in progress, driven by the names of moves.
pub struct Scene {
    pub game: Crawl,
    pub p: Position,
    pub told: Vec<Event>,
}

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
                .fold((0, 0), |(west, south), tile| (tile.0.min(west), tile.1.min(south)));
            map.lay((x - west, y - south));
        }
        p.map = map;
        (p.step, p.turn, p.acting) = (Step::Move, 1, turn - 1);
        p.bare = p.map.tiles().len() as u8 - 1;
        Scene { game, p, told: Vec::new() }
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
        let (mut treasure, mut equipment) = (Values::default(), Values::default());
        for coin in coins(words) {
            self.p.revealed[coin.suit as usize].add(coin.value);
            if coin.suit == Suit::Crowns { treasure.add(coin.value) } else { equipment.add(coin.value) }
        }
        self.p.stacks.push(Stack { at: at(square), treasure, equipment });
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

    /// Makes moves, each of which must be legal.
    pub fn play(&mut self, ids: &str) {
        for id in ids.split(' ') {
            let mv = self.game.parse(id).unwrap_or_else(|| panic!("`{id}` is not a move"));
            let told = &mut self.told;
            if self.game.untold(&self.p) == Some(mv) {
                self.game.apply(&mut self.p, mv, &mut |event| told.push(event));
                continue;
            }
            let result = self.game.play(&mut self.p, mv, &mut |event| told.push(event));
            if let Err(refusal) = result {
                panic!("`{id}` in {:?}: {}", self.p.step, self.game.refused(&self.p, refusal).reason);
            }
        }
    }

    /// Tries an illegal move; returns the code of the refusal and the rule.
    pub fn refuse(&mut self, id: &str) -> (&'static str, &'static str) {
        let mv = self.game.parse(id).unwrap_or_else(|| panic!("`{id}` is not a move"));
        let before = self.p.clone();
        let refusal = self.game.play(&mut self.p, mv, &mut |_| {}).expect_err("a refusal");
        assert_eq!(self.p, before, "a refusal changes nothing");
        let refused = self.game.refused(&self.p, refusal);
        (refused.code, refused.rule.expect("a rule"))
    }

    /// The legal answers without their verbs, in alphabetical order.
    pub fn options(&self) -> String {
        let mut choices = Choices::default();
        self.game.moves(&self.p, &mut choices);
        let mut names: Vec<String> = choices
            .iter()
            .map(|choice| self.game.id(choice.mv))
            .map(|id| id.split_once(':').map_or(id.as_str(), |(_, tail)| tail).to_owned())
            .collect();
        names.sort();
        names.join(" ")
    }

    /// The player to answer, counted from 1; for chance, the player whose turn it is.
    pub fn seat(&self) -> u8 {
        match self.game.turn(&self.p) {
            Turn::Player(seat) => seat + 1,
            _ => self.p.acting + 1,
        }
    }

    pub fn pawn(&self, seat: u8) -> String {
        self.p.players[usize::from(seat - 1)].pawn.map_or("off".to_owned(), |pawn| pawn.to_string())
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
        self.p.map.squares().filter_map(coin).collect::<Vec<_>>().join(" ")
    }

    /// All discards: "S1 M4".
    pub fn discards(&self) -> String {
        let coin = |suit: Suit| self.p.discards[suit as usize].iter().map(move |value| Code { suit, value }.to_string());
        Suit::ALL.into_iter().flat_map(coin).collect::<Vec<_>>().join(" ")
    }

    /// Everything that a seat may be shown, as one text.
    pub fn seen_by(&self, seat: Option<Seat>) -> String {
        let view = serde_json::to_string(&self.game.view(&self.p, seat)).expect("a view as JSON");
        let board = self.game.board(&self.p, seat, 80);
        format!("{view}\n{board}\n{}\n{}", self.game.describe(&self.p, seat).join("\n"), self.game.question(&self.p))
    }

    pub fn is_over(&self) -> bool {
        self.game.turn(&self.p) == Turn::Over
    }

    /// Whether such an event was reported.
    pub fn was_told(&self, wanted: impl Fn(&Event) -> bool) -> bool {
        self.told.iter().any(wanted)
    }
}

pub fn at(word: &str) -> Square {
    Square::parse(word).expect("a space")
}
