//! Positions for tests, described in words.

use crate::games::Setup;
use crate::games::dungeon_in_a_tin::data::piece::{Face, Kind, Monster, Tokens};
use crate::games::dungeon_in_a_tin::rules::moves::Move;
use crate::games::dungeon_in_a_tin::rules::position::{Die, Room, Step};
use crate::games::dungeon_in_a_tin::{Dungeon, ID};
use crate::games::side::Side;
use crate::kit::{Files, Kit};
use crate::referee::Words;
use crate::referee::journal::Secrets;

/// The shipped game for this many players, with these options; the referee keeps secrets.
pub fn dungeon(players: usize, options: &[(&str, &str)]) -> Dungeon {
    kept_by(Secrets::Referee, players, options)
}

/// The same, with secrets kept by the referee or at the table.
pub fn kept_by(secrets: Secrets, players: usize, options: &[(&str, &str)]) -> Dungeon {
    let names = ["Ann", "Bob", "Cid", "Dot"];
    let setup = Setup {
        players: names[..players]
            .iter()
            .map(|name| (*name).to_owned())
            .collect(),
        options: options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        secrets,
        ..Setup::default()
    };
    Dungeon::new(&shipped(), &setup).expect("the shipped kit")
}

pub fn shipped() -> Kit {
    Kit::open(Files::shipped(ID).expect("a shipped kit")).expect("a good kit")
}

pub type Scene = crate::games::tests::scene::Scene<Dungeon>;

impl Scene {
    /// Begins turn 1 with these hands, a text of codes for each player, and player 0 first.
    pub fn new(hands: &[&str]) -> Scene {
        Scene::with(hands, &[])
    }

    pub fn with(hands: &[&str], options: &[(&str, &str)]) -> Scene {
        let game = dungeon(hands.len(), options);
        let mut scene = Scene::begin(game);
        for card in hands.iter().flat_map(|hand| hand.split(' ')) {
            scene.play(&format!("draw:{card}"));
        }
        scene
    }

    /// Rolls for the turn order so that this player goes first.
    pub fn first(&mut self, seat: usize) {
        while self.p.step == Step::Order {
            let roll = if self.p.actor() == seat {
                "roll:6"
            } else {
                "roll:1"
            };
            self.play(roll);
        }
    }

    /// Lays a tile as visited and placed from the room on its `from` side.
    pub fn lay(&mut self, code: &str, quarters: u8, (x, y): (i16, i16), from: Side) -> u8 {
        let tile = self.tile(code);
        self.p.stack.a[usize::from(tile)] = self.p.stack.a[usize::from(tile)].saturating_sub(1);
        self.p.stack.b[usize::from(tile)] = self.p.stack.b[usize::from(tile)].saturating_sub(1);
        let (dx, dy) = from.step();
        let before = self.p.room_at(x + dx, y + dy).expect("a room to come from");
        let data = self.game.data.tile(tile);
        let at = self.p.rooms.len() as u8;
        let mut room = Room {
            tile,
            x,
            y,
            arrow: Side::North.turned(quarters),
            exits: data.exits.turned(quarters),
            locked: data.locked.turned(quarters),
            blocked: Default::default(),
            beyond: [None; 4],
            entrance: Some(from),
            bend: self.p.room(before).bend_towards(from.opposite()),
            visited: true,
            bridges: 0,
            floor: Tokens::default(),
        };
        for side in Side::ALL {
            let (dx, dy) = side.step();
            if let Some(there) = self.p.room_at(x + dx, y + dy) {
                room.beyond[side as usize] = Some(there);
                self.p.room_mut(there).beyond[side.opposite() as usize] = Some(at);
            }
        }
        self.p.rooms.push(room);
        at
    }

    /// Puts a player into a room, entered from this side.
    pub fn stand(&mut self, seat: usize, room: u8, entrance: Side) {
        (self.p.players[seat].room, self.p.players[seat].entrance) = (room, Some(entrance));
    }

    /// Adds a monster, such as "red hc".
    pub fn monster(&mut self, room: u8, words: &str) {
        let (colour, face) = words.split_once(' ').expect("colour and face");
        let Some(Move::Fight(monster, 0)) = self.game.parse(&format!("fight:{colour}-{face}"))
        else {
            panic!("no monster `{words}`")
        };
        self.p.monsters.push(Die {
            room,
            monster,
            fought: 0,
        });
    }

    /// Moves tokens from the pool to a player: "potion c5".
    pub fn give(&mut self, seat: usize, words: &str) {
        for kind in self.kinds(words) {
            if kind != Kind::MAIDEN {
                self.p.pool.remove(kind);
            }
            self.p.players[seat].carried.add(kind);
        }
    }

    pub fn kinds(&self, words: &str) -> Vec<Kind> {
        let kind = |word: &str| match self.game.parse(&format!("take:{word}")) {
            Some(Move::Take(kind)) => kind,
            _ => panic!("no token `{word}`"),
        };
        words
            .split(' ')
            .filter(|word| !word.is_empty())
            .map(kind)
            .collect()
    }

    /// A multiset of tokens in words: "potion c5 c5".
    pub fn words(&self, tokens: Tokens) -> String {
        tokens
            .each()
            .map(|kind| self.game.data.token(kind).word.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    }

    pub fn carried(&self, seat: usize) -> String {
        self.words(self.p.players[seat].carried)
    }

    pub fn floor(&self, room: u8) -> String {
        self.words(self.p.room(room).floor)
    }

    pub fn hand(&self, seat: usize) -> String {
        self.p.players[seat]
            .hand
            .cards()
            .iter()
            .map(|card| self.game.card_code(*card))
            .collect::<Vec<_>>()
            .join(" ")
    }

    pub fn tile(&self, code: &str) -> u8 {
        match self.game.parse(&format!("tile:{code}")) {
            Some(Move::Tile(tile)) => tile,
            _ => panic!("no tile `{code}`"),
        }
    }

    /// The exits of a room: "nw".
    pub fn exits(&self, room: u8) -> String {
        self.p
            .room(room)
            .exits
            .iter()
            .map(|side| side.letter())
            .collect()
    }

    /// The monsters in a room: "red h, yellow p".
    pub fn monsters(&self, room: u8) -> String {
        let word = |monster: Monster| {
            format!(
                "{} {}",
                monster.colour().name(),
                Face::SHORT[usize::from(monster.face().0)]
            )
        };
        self.p
            .monsters_in(room)
            .map(|die| word(die.monster))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// How many copies of a card are in the discard pile.
    pub fn spent_card(&self, code: &str) -> u8 {
        match self.game.parse(&format!("card:{code}")) {
            Some(Move::Card(card)) => self.p.spent_cards[usize::from(card)],
            _ => panic!("no card `{code}`"),
        }
    }

    /// The ids of the legal moves, in order.
    pub fn options(&self) -> String {
        self.ids().join(" ")
    }

    /// Starts the combat step, with player 0 first.
    pub fn fight(&mut self) {
        self.p.acting = 0;
        if self.p.players.len() == 1 {
            self.p.step = Step::Free { late: true };
        } else {
            self.p.step = Step::Declare;
        }
        for _ in 0..self.p.count_in_dungeon() {
            self.play("stay");
        }
    }
}
