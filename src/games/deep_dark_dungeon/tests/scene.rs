//! Positions for tests, in the words of section 10 of the rules' dossier.

use crate::games::Setup;
use crate::games::deep_dark_dungeon::data::hex::Hex;
use crate::games::deep_dark_dungeon::data::set::Set;
use crate::games::deep_dark_dungeon::rules::position::{Foe, Phase, Step};
use crate::games::deep_dark_dungeon::{Deep, ID};
use crate::kit::{Files, Kit};
use crate::referee::Game;

/// The Start with its ring, as in most examples.
pub const RING: &str = "T01@0,0 T13@1,0 T11@1,-1 T23@0,-1 T03@-1,0 T14@-1,1 T04@0,1";
/// The same with a plain tile to the northeast.
pub const PLAIN_RING: &str = "T01@0,0 T13@1,0 T02@1,-1 T23@0,-1 T03@-1,0 T14@-1,1 T04@0,1";
/// The same with the Exit tile to the northeast.
pub const EXIT_RING: &str = "T01@0,0 T13@1,0 T40@1,-1 T23@0,-1 T03@-1,0 T14@-1,1 T04@0,1";

pub const EDITIONS: [&str; 2] = ["v1_0", "original"];

pub fn shipped() -> Kit {
    Kit::open(Files::shipped(ID).expect("a shipped kit")).expect("a good kit")
}

pub fn setup(edition: &str, players: usize, options: &[(&str, &str)]) -> Setup {
    Setup {
        players: ["Ann", "Bob", "Cid", "Dot"][..players]
            .iter()
            .map(|name| (*name).to_owned())
            .collect(),
        edition: Some(edition.to_owned()),
        options: options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        ..Setup::default()
    }
}

/// The shipped game.
pub fn deep(edition: &str, players: usize, options: &[(&str, &str)]) -> Deep {
    Deep::new(&shipped(), &setup(edition, players, options)).expect("the shipped kit")
}

/// As in the dossier, seats are counted from 1.
pub type Scene = crate::games::tests::scene::Scene<Deep>;

impl Scene {
    /// A game before anything is drawn.
    pub fn start(edition: &str, players: usize) -> Scene {
        Scene::begin(deep(edition, players, &[]))
    }

    /// The start of seat 1's first turn, with these tiles on the table and everybody on the Start.
    pub fn new(edition: &str, players: usize, board: &str) -> Scene {
        Scene::with(edition, players, board, &[])
    }

    pub fn with(edition: &str, players: usize, board: &str, options: &[(&str, &str)]) -> Scene {
        let game = deep(edition, players, options);
        let mut p = game.start();
        p.spaces.clear();
        for word in board.split_whitespace() {
            let (code, at) = word.split_once('@').expect("a tile and its place");
            let tile = game.parse_tile(code).expect("a tile");
            p.stock.remove(tile);
            let space = game.lay(&mut p.spaces, tile, hex(at));
            if game.data.tile(tile).kind == crate::games::deep_dark_dungeon::data::TileKind::Exit {
                p.exit = Some(space);
            }
        }
        (p.step, p.phase, p.turn, p.round) = (Step::Act, Phase::Act, 1, 1);
        Scene {
            p,
            game,
            told: Vec::new(),
        }
    }

    pub fn space(&self, at: &str) -> u8 {
        self.p.space_at(hex(at)).expect("a tile there")
    }

    /// Puts a player's pawn on a space.
    pub fn stand(mut self, seat: usize, at: &str) -> Scene {
        let space = self.space(at);
        self.p.explorers[seat - 1].at = Some(space);
        if seat - 1 == self.p.actor() {
            self.p.origin = space;
        }
        self
    }

    pub fn hurt(mut self, seat: usize) -> Scene {
        self.p.explorers[seat - 1].hurt = true;
        self
    }

    /// Gives a player these cards.
    pub fn carry(mut self, seat: usize, cards: &str) -> Scene {
        let cards = self.cards(cards);
        cards.iter().for_each(|card| self.p.deck.remove(card));
        self.p.explorers[seat - 1].carried = cards;
        self
    }

    /// Leaves only these tiles to draw.
    pub fn stock(mut self, tiles: &str) -> Scene {
        self.p.stock = tiles
            .split_whitespace()
            .map(|code| self.game.parse_tile(code).expect("a tile"))
            .collect();
        self
    }

    pub fn discard(mut self, cards: &str) -> Scene {
        let cards = self.cards(cards);
        cards.iter().for_each(|card| self.p.deck.remove(card));
        self.p.discard = cards;
        self
    }

    /// Leaves only these cards to draw, and discards the others.
    pub fn deck(mut self, cards: &str) -> Scene {
        let cards = self.cards(cards);
        let all: Vec<u8> = self
            .p
            .deck
            .iter()
            .filter(|card| !cards.has(*card))
            .collect();
        self.p.discard = all.into_iter().collect();
        self.p.deck = cards;
        self
    }

    /// Puts the Exit marker on this space.
    pub fn exit_marker(mut self, at: &str) -> Scene {
        self.p.exit = Some(self.space(at));
        for card in self.game.data.exits.iter() {
            self.p.deck.remove(card);
            if !self.game.data.left_out.has(card) && self.game.data.deck.has(card) {
                self.p.out.add(card);
            }
        }
        self
    }

    fn cards(&self, codes: &str) -> Set {
        codes
            .split_whitespace()
            .map(|code| self.game.parse_card(code).expect("a card"))
            .collect()
    }

    /// The ids of the legal moves, in order.
    pub fn options(&self) -> String {
        self.ids().join(" ")
    }

    /// "action 1": what the game is waiting for, and the player whose turn it is.
    pub fn waits(&self) -> String {
        let what = match self.p.step {
            Step::Tile => "tile",
            Step::Place(_) => "place",
            Step::Act => "action",
            Step::Card { .. } => "card",
            Step::Brace(foe) | Step::OwnDie(foe) | Step::FoeDie { foe, .. } => match foe {
                Foe::Monster(_) => "monster",
                Foe::Guardian => "guardian",
                Foe::Explorer(_) => "attack",
                Foe::Pit(_) => "pit",
            },
            Step::Steal(_) | Step::Lose(_) => "steal",
            Step::Keep(_) => "keep",
            Step::Slide => "slide",
            Step::Over => "over",
        };
        format!("{what} {}", self.p.acting + 1)
    }

    pub fn carries(&self, seat: usize) -> String {
        self.codes(self.p.explorers[seat - 1].carried)
    }

    pub fn discarded(&self) -> String {
        self.codes(self.p.discard)
    }

    pub fn codes(&self, cards: Set) -> String {
        cards
            .iter()
            .map(|card| self.game.data.card(card).code.as_str())
            .collect::<Vec<&str>>()
            .join(" ")
    }

    /// The space of a player; "out" after escaping.
    pub fn at(&self, seat: usize) -> String {
        match self.p.explorers[seat - 1].at {
            None => "out".to_owned(),
            Some(at) => self.p.space(at).at.to_string(),
        }
    }

    pub fn is_hurt(&self, seat: usize) -> bool {
        self.p.explorers[seat - 1].hurt
    }

    /// The tile on a space; empty if there is none.
    pub fn tile_at(&self, at: &str) -> &str {
        self.p.space_at(hex(at)).map_or("", |space| {
            self.game.data.tile(self.p.space(space).tile).code.as_str()
        })
    }

    pub fn exit(&self) -> String {
        self.p
            .exit
            .map_or(String::new(), |exit| self.p.space(exit).at.to_string())
    }

    /// The players who have won, in the order of escape.
    pub fn winners(&self) -> Vec<u8> {
        self.p.escaped.iter().map(|seat| seat + 1).collect()
    }
}

fn hex(at: &str) -> Hex {
    let (q, r) = at.split_once(',').expect("two numbers");
    Hex {
        q: q.parse().expect("a number"),
        r: r.parse().expect("a number"),
    }
}
