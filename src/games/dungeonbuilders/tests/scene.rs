//! Positions for tests, described in words.

use crate::games::Setup;
use crate::games::dungeonbuilders::data::layout::{Cell, Layout, Set};
use crate::games::dungeonbuilders::data::tile::{Tile, Tiles};
use crate::games::dungeonbuilders::rules::moves::Move;
use crate::games::dungeonbuilders::rules::position::{Coin, Hero, MAX_SEATS, Step};
use crate::games::dungeonbuilders::{Builders, ENTRY};
use crate::games::piecepack::Code;
use crate::games::shared::narrator::Narrator;
use crate::kit::Kit;
use crate::referee::journal::Secrets;
use crate::referee::{Choices, Game};

/// The rules for this many players, with these options.
pub fn builders(players: usize, options: &[(&str, &str)], secrets: Secrets) -> Builders {
    let kit = Kit::find(ENTRY.id).expect("a shipped kit");
    let options = options
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let players = ["Ann", "Bob", "Cid", "Dot"][..players]
        .iter()
        .map(|name| (*name).to_owned())
        .collect();
    Builders::new(
        &kit,
        &Setup {
            players,
            options,
            secrets,
            ..Setup::default()
        },
    )
    .expect("rules")
}

pub fn tile(code: &str) -> Tile {
    Tile::parse(code).unwrap_or_else(|| panic!("`{code}` is not a tile"))
}

pub type Scene = crate::games::tests::scene::Scene<Builders>;

impl Scene {
    /// The first round, with the first player to act and only the entrance on the table.
    pub fn new(players: usize) -> Scene {
        Scene::with(players, &[], Secrets::Table)
    }

    pub fn with(players: usize, options: &[(&str, &str)], secrets: Secrets) -> Scene {
        let game = builders(players, options, secrets);
        let mut p = game.start();
        (p.step, p.round) = (Step::Act, 1);
        Scene {
            game,
            p,
            told: Vec::new(),
        }
    }

    /// Lays tiles in a row east of the entrance, starting at (1, 0).
    pub fn row(&mut self, codes: &str) -> &mut Scene {
        for (at, code) in codes.split(' ').enumerate() {
            self.lay(code, at as i8 + 1, 0);
        }
        self
    }

    pub fn lay(&mut self, code: &str, x: i8, y: i8) -> &mut Scene {
        self.p.drawn.add(tile(code));
        self.p.layout.lay(tile(code), (x, y));
        self
    }

    /// Lays a floating row.
    pub fn float(&mut self, codes: &str) -> &mut Scene {
        let mut last: Option<Tile> = None;
        for code in codes.split(' ').map(tile) {
            self.p.drawn.add(code);
            match last.and_then(|last| self.p.layout.place(last)) {
                None => self.p.layout.leave(code),
                Some(place) => {
                    // Any free side will do: the row is identified by its tiles.
                    let east = |(x, y): Cell| (x + 1, y);
                    let mut to = east(place.cell);
                    while self.p.layout.at(place.set, to).is_some() {
                        to = (to.0, to.1 + 1);
                    }
                    self.p.layout.leave(code);
                    self.p.layout.join(code, 0, place.set, to);
                }
            }
            last = Some(code);
        }
        self
    }

    /// Puts coins of any players on a tile, in order: "S5 M2", with `?` after the suit if the referee does not know the
    /// value.
    pub fn coins(&mut self, on: &str, codes: &str) -> &mut Scene {
        for code in codes.split(' ') {
            let (seat, value) = match Code::parse(code) {
                Some(code) => (self.game.seat_of(code.suit), Some(code.value)),
                None => (
                    tile(&code.replace('?', "0"))
                        .suit()
                        .and_then(|suit| self.game.seat_of(suit)),
                    None,
                ),
            };
            let seat = seat.expect("a player's suit");
            let purse = &mut self.p.purses[usize::from(seat)];
            purse.placed += 1;
            value.into_iter().for_each(|value| purse.gone.add(value));
            let place = self.p.coins[tile(on).index()]
                .iter_mut()
                .find(|place| place.is_none())
                .expect("room");
            *place = Some(Coin {
                seat,
                value,
                open: false,
                monster: false,
            });
        }
        self
    }

    pub fn powers(&mut self, powers: &[u8]) -> &mut Scene {
        self.p.power[..powers.len()].copy_from_slice(powers);
        self
    }

    pub fn gold(&mut self, gold: &[u16]) -> &mut Scene {
        self.p.gold = [0; MAX_SEATS];
        self.p.gold[..gold.len()].copy_from_slice(gold);
        self
    }

    /// Makes this player (counted from 1) the next to act.
    pub fn turn(&mut self, seat: u8) -> &mut Scene {
        self.p.acting = seat - 1;
        self
    }

    /// Puts the hero of this player (counted from 1) on the entrance, about to walk.
    pub fn explore(&mut self, seat: u8) -> &mut Scene {
        self.p.hero = Hero::new(seat - 1, self.p.power[usize::from(seat - 1)]);
        (self.p.acting, self.p.step) = (seat - 1, Step::Walk);
        self.p.trail.out = 1 << (seat - 1);
        self
    }

    /// Begins an auction among the tied players (counted from 1), this one first.
    pub fn auction(&mut self, seats: &[u8], placer: u8) -> &mut Scene {
        self.p.placer = Some(placer - 1);
        self.p.auction.bidders = seats.iter().fold(0, |all, seat| all | 1 << (seat - 1));
        self.p.auction.first = placer - 1;
        (self.p.acting, self.p.step) = (placer - 1, Step::Kind);
        self
    }

    pub fn moves(&self) -> Vec<Move> {
        let mut choices = Choices::default();
        self.game.moves(&self.p, &mut choices);
        choices.iter().map(|choice| choice.mv).collect()
    }

    pub fn own_gold(&self) -> Vec<u16> {
        self.p.gold[..self.game.players().len()].to_vec()
    }

    /// The dungeon's tiles with their cells.
    pub fn dungeon(&self) -> Vec<(String, Cell)> {
        self.p
            .layout
            .of(Set::DUNGEON)
            .map(|(tile, cell)| (tile.to_string(), cell))
            .collect()
    }
}

/// The tiles in floating sets.
pub fn floating(layout: &Layout) -> Tiles {
    layout
        .tiles()
        .iter()
        .filter(|tile| {
            layout
                .place(*tile)
                .is_some_and(|place| place.set != Set::DUNGEON)
        })
        .collect()
}
