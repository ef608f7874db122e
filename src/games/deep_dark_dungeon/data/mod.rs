//! What the rules read from a kit: tiles, Encounter cards and Explorers of all editions, checked once.

pub mod editions;
pub mod hex;
pub mod options;
pub mod set;

use serde::Deserialize;

use self::editions::Edition;
use self::options::Options;
use self::set::{CAPACITY, Set};
use crate::games::past::Reads;
use crate::kit::{Kit, Problem, Problems, Row, SourceSpan};

/// The most players: one for each Explorer.
pub const MAX_SEATS: usize = 4;
/// R8: the number of tiles laid during the set-up.
pub const RING: usize = 6;

/// The pieces of a kit.
#[derive(Clone, Debug)]
pub struct Data {
    /// The tiles of all editions, in the order of the rows.
    pub tiles: Vec<Tile>,
    /// The cards of all editions, in the order of the rows.
    pub cards: Vec<Card>,
    /// The Explorers of this edition, by seat.
    pub explorers: Vec<ExplorerCard>,
    /// The tile of the Start (R2).
    pub start: u8,
    /// The other tiles of the edition (R2).
    pub stock: Set,
    /// The tiles that are set aside during the set-up (R10, A9).
    pub set_aside: Set,
    /// The cards in play (R3, R4).
    pub deck: Set,
    /// The edition's cards that are left out with this number of players (R4).
    pub left_out: Set,
    /// The cards of each kind, in all editions.
    pub treasures: Set,
    pub keys: Set,
    pub swords: Set,
    pub potions: Set,
    pub ropes: Set,
    /// Exit cards (R65).
    pub exits: Set,
}

/// A tile.
#[derive(Clone, Debug)]
pub struct Tile {
    pub code: String,
    pub height: u8,
    pub kind: TileKind,
    /// The strength of the Exit's guardian (R61); 0 if there is none.
    pub guardian: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Hash)]
#[serde(rename_all = "lowercase")]
pub enum TileKind {
    Plain,
    Encounter,
    Start,
    Exit,
}

impl TileKind {
    pub fn name(self) -> &'static str {
        ["plain", "encounter", "start", "exit"][self as usize]
    }
}

/// An Encounter card.
#[derive(Clone, Debug)]
pub struct Card {
    pub code: String,
    pub name: String,
    pub kind: CardKind,
    /// The strength of a Monster; otherwise 0.
    pub strength: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Hash)]
#[serde(rename_all = "lowercase")]
pub enum CardKind {
    Monster,
    Pit,
    Slide,
    Web,
    Sword,
    Potion,
    Rope,
    Key,
    Exit,
}

impl CardKind {
    /// R48: whether the card is taken and carried.
    pub fn is_treasure(self) -> bool {
        matches!(
            self,
            CardKind::Sword | CardKind::Potion | CardKind::Rope | CardKind::Key
        )
    }
}

/// An Explorer card.
#[derive(Clone, Debug)]
pub struct ExplorerCard {
    pub code: String,
    pub colour: String,
    /// The strength on either side of the card (R42).
    pub healthy: u8,
    pub hurt: u8,
    /// The most Treasures carried (R48); 0 for no limit.
    pub carry: u8,
}

impl ExplorerCard {
    /// The letter shown on the board: "R".
    pub fn letter(&self) -> char {
        self.colour
            .chars()
            .next()
            .map_or('?', |letter| letter.to_ascii_uppercase())
    }
}

/// The fields of a kit that affect play.
pub const READS: &[Reads] = &[
    Reads::of::<TileFields>("tiles"),
    Reads::of::<CardFields>("encounters"),
    Reads::of::<ExplorerFields>("explorers"),
];

#[derive(Deserialize)]
struct TileFields {
    height: u8,
    kind: TileKind,
    guardian: u8,
    editions: Vec<String>,
}

#[derive(Deserialize)]
struct CardFields {
    kind: CardKind,
    strength: u8,
    players: usize,
    editions: Vec<String>,
}

#[derive(Deserialize)]
struct ExplorerFields {
    colour: String,
    edition: String,
    healthy: u8,
    hurt: u8,
    carry: u8,
}

impl Data {
    /// Reads and checks a kit. All problems are returned together.
    pub fn new(
        kit: &Kit,
        edition: &Edition,
        options: &Options,
        players: usize,
    ) -> Result<Data, Problems> {
        let mut check = Check {
            problems: Problems::default(),
            whole: kit.place(),
            edition,
        };
        let tiles = check.tiles(kit);
        let cards = check.cards(kit);
        let explorers = check.explorers(kit);
        let all = |wanted: &dyn Fn(CardKind) -> bool| -> Set {
            (0..)
                .zip(&cards)
                .filter(|(_, (card, _))| wanted(card.kind))
                .map(|(at, _)| at)
                .collect()
        };
        let of_kind = |wanted: TileKind| -> Set {
            (0..)
                .zip(&tiles)
                .filter(|(_, (tile, _))| tile.kind == wanted)
                .map(|(at, _)| at)
                .collect()
        };
        let played = |fewest: &dyn Fn(usize) -> bool| -> Set {
            let playing = (0..)
                .zip(&cards)
                .filter(|(_, (_, of))| of.edition && fewest(of.players));
            playing.map(|(at, _)| at).collect()
        };
        let mut stock: Set = (0..)
            .zip(&tiles)
            .filter(|(_, (_, played))| *played)
            .map(|(at, _)| at)
            .collect();
        let starts = of_kind(TileKind::Start).and(stock);
        starts.iter().for_each(|start| stock.remove(start));
        let encounters = of_kind(TileKind::Encounter);
        let exits = of_kind(TileKind::Exit);
        let data = Data {
            explorers,
            start: starts.first().unwrap_or_default(),
            stock,
            set_aside: if options.exit_set_aside {
                encounters.or(exits)
            } else {
                encounters
            },
            deck: played(&|fewest| fewest <= players),
            left_out: played(&|fewest| fewest > players),
            treasures: all(&CardKind::is_treasure),
            keys: all(&|kind| kind == CardKind::Key),
            swords: all(&|kind| kind == CardKind::Sword),
            potions: all(&|kind| kind == CardKind::Potion),
            ropes: all(&|kind| kind == CardKind::Rope),
            exits: all(&|kind| kind == CardKind::Exit),
            tiles: tiles.into_iter().map(|(tile, _)| tile).collect(),
            cards: cards.into_iter().map(|(card, _)| card).collect(),
        };
        check.whole_game(
            &data,
            starts.len(),
            exits.and(stock).len(),
            *kit.players.end() as usize,
        );
        check.problems.or(data)
    }

    /// The tile with this index.
    pub fn tile(&self, tile: u8) -> &Tile {
        &self.tiles[usize::from(tile)]
    }

    /// The card with this index.
    pub fn card(&self, card: u8) -> &Card {
        &self.cards[usize::from(card)]
    }
}

/// The games that use a card.
struct PlayedWith {
    edition: bool,
    /// The fewest players (R4).
    players: usize,
}

struct Check<'e> {
    problems: Problems,
    whole: SourceSpan,
    edition: &'e Edition,
}

impl Check<'_> {
    fn at(&mut self, row: &Row, message: impl Into<String>) {
        self.problems.push(Problem::new(row.place(), message));
    }

    fn of_edition(&mut self, message: impl std::fmt::Display) {
        let message = format!("edition {}: {message}", self.edition.id);
        self.problems
            .push(Problem::new(self.whole.clone(), message));
    }

    /// Every piece of a deck with the fields of its row. A code must be unique, since people refer to pieces by their codes.
    fn pieces<T: serde::de::DeserializeOwned>(
        &mut self,
        kit: &Kit,
        deck: &str,
    ) -> Vec<(Row, String, std::rc::Rc<T>)> {
        let rows = match kit.rows::<T>(deck) {
            Ok(rows) => rows,
            Err(problems) => {
                self.problems.extend(problems);
                return Vec::new();
            }
        };
        let mut pieces = Vec::new();
        for (row, fields) in rows {
            if row.count() != 1 {
                let problem = Problem::new(
                    row.place(),
                    "the rules tell pieces apart by their codes: one code, one piece",
                );
                self.problems.push(problem.help(
                    "leave `count` out and give each piece a code: codes = [\"E01\", \"E02\"]",
                ));
            }
            let fields = std::rc::Rc::new(fields);
            pieces.extend(
                row.codes()
                    .map(|code| (row.clone(), code.to_owned(), fields.clone())),
            );
        }
        if pieces.len() > CAPACITY {
            let message = format!(
                "the rules can handle at most {CAPACITY} pieces in deck `{deck}`, and the kit has {}",
                pieces.len()
            );
            self.problems
                .push(Problem::new(self.whole.clone(), message));
            pieces.truncate(CAPACITY);
        }
        pieces
    }

    /// The tiles, each with whether it belongs to the edition.
    fn tiles(&mut self, kit: &Kit) -> Vec<(Tile, bool)> {
        let mut tiles = Vec::new();
        for (row, code, fields) in self.pieces::<TileFields>(kit, "tiles") {
            if fields.guardian > 0 && fields.kind != TileKind::Exit {
                self.at(
                    &row,
                    format!("tile `{code}` has a guardian; only an exit is guarded"),
                );
            }
            let played = fields
                .editions
                .iter()
                .any(|edition| edition == self.edition.id);
            tiles.push((
                Tile {
                    code,
                    height: fields.height,
                    kind: fields.kind,
                    guardian: fields.guardian,
                },
                played,
            ));
        }
        tiles
    }

    /// The cards, each with the games that use it.
    fn cards(&mut self, kit: &Kit) -> Vec<(Card, PlayedWith)> {
        let mut cards = Vec::new();
        for (row, code, fields) in self.pieces::<CardFields>(kit, "encounters") {
            if fields.strength > 0 && fields.kind != CardKind::Monster {
                self.at(
                    &row,
                    format!("card `{code}` has a strength; only a monster has one"),
                );
            }
            if fields.kind != CardKind::Key && fields.players > 1 {
                self.at(
                    &row,
                    format!("card `{code}` is left out with few players; only a key may be"),
                );
            }
            let edition = fields
                .editions
                .iter()
                .any(|edition| edition == self.edition.id);
            let name = row.text("name").unwrap_or(&code).to_owned();
            let card = Card {
                code,
                name,
                kind: fields.kind,
                strength: fields.strength,
            };
            cards.push((
                card,
                PlayedWith {
                    edition,
                    players: fields.players,
                },
            ));
        }
        cards
    }

    /// The Explorers of the edition.
    fn explorers(&mut self, kit: &Kit) -> Vec<ExplorerCard> {
        let mut explorers: Vec<ExplorerCard> = Vec::new();
        for (row, code, fields) in self.pieces::<ExplorerFields>(kit, "explorers") {
            if fields.edition != self.edition.id {
                continue;
            }
            if fields.healthy < fields.hurt {
                self.at(&row, format!("the Explorer `{code}` is stronger when hurt"));
            }
            let card = ExplorerCard {
                code,
                colour: fields.colour.clone(),
                healthy: fields.healthy,
                hurt: fields.hurt,
                carry: fields.carry,
            };
            if let Some(other) = explorers
                .iter()
                .find(|other| other.letter() == card.letter())
            {
                let message = format!(
                    "`{}` and `{}` begin with the same letter, by which the board tells Explorers apart",
                    card.colour, other.colour
                );
                self.at(&row, message);
            }
            explorers.push(card);
        }
        explorers
    }

    /// Checks that the edition's pieces make a playable game.
    fn whole_game(&mut self, data: &Data, starts: u32, exits: u32, players: usize) {
        if starts != 1 {
            self.of_edition(format_args!(
                "the rules need exactly one start tile, and the kit has {starts}"
            ));
        }
        // I13
        let placeable = data.stock.len() - data.stock.and(data.set_aside).len();
        if placeable < RING as u32 {
            self.of_edition(format_args!(
                "the rules lay {RING} tiles around the start, and the kit has {placeable} for them"
            ));
        }
        let encounter = |tile: u8| data.tile(tile).kind == TileKind::Encounter;
        if !data.stock.iter().any(encounter) {
            self.of_edition("without an encounter tile, no card would ever be drawn");
        }
        let cards = data.deck.or(data.left_out).and(data.exits).len();
        if exits + cards != 1 {
            let have = format!("{exits} exit tiles and {cards} exit cards");
            self.of_edition(format_args!(
                "the rules need exactly one way out, a tile or a card, and the kit has {have}"
            ));
        }
        if data.deck.and(data.keys).is_empty() {
            self.of_edition(
                "with so few players, there is no key in the deck; give one `players = 1`",
            );
        }
        // A46
        if data
            .deck
            .iter()
            .all(|card| data.treasures.has(card) || data.exits.has(card))
        {
            self.of_edition("the deck needs a monster or a trap, or the deck and the discard pile could both run out");
        }
        if players > MAX_SEATS {
            self.of_edition(format_args!("the rules can seat 1 to {MAX_SEATS} players"));
        }
        if data.explorers.len() < players {
            let have = data.explorers.len();
            self.of_edition(format_args!(
                "the rules need an Explorer for each of {players} players, and the kit has {have}"
            ));
        }
    }
}
