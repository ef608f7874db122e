//! The table as a snapshot: what is where, and who sees it.

use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::{Cell, Square};
use crate::games::dungeon_crawl::data::piece::{Code, Suit, VALUES};
use crate::games::dungeon_crawl::rules::noun::codes;
use crate::games::dungeon_crawl::rules::position::{Position, Step, TILES};
use crate::games::shared::described::{cell, player};
use crate::games::shared::narrator::Narrator;
use crate::referee::snapshot::{Home, Piece, Place, Snapshot, Viewer};

/// Ids of places that no player's place may have.
pub(crate) const TAKEN: &[&str] = &[
    "table", "pile", "tiles", "discards", "hazard", "tile", "S", "M", "C", "A",
];

/// The id of a player's place.
pub(crate) fn player_id(players: &[String], seat: usize) -> String {
    player(players, seat, TAKEN).id
}

const COIN: &[&str] = &["coin"];

impl Crawl {
    pub(crate) fn describe_table(&self, p: &Position, viewer: Viewer) -> Snapshot {
        let ids: Vec<String> = (0..p.players.len())
            .map(|seat| player_id(&self.players, seat))
            .collect();
        let compass: String = p.compass.map(Suit::letter).iter().collect();
        let mut places = vec![
            Place::new("table")
                .article()
                .fact("turn", p.turn)
                .fact("idle", p.turn - p.last_coin)
                .fact("first", self.name(p.first))
                .choices(&ids)
                .fact("go", self.name(p.acting))
                .choices(&ids)
                .maybe("compass", compass),
        ];
        let tile =
            |(at, (x, y)): (usize, &(u8, u8))| tile_place(at + 1, (i16::from(*x), i16::from(*y)));
        places.extend(p.map.tiles().iter().enumerate().map(tile));
        places.extend((0..p.players.len()).map(|seat| self.holdings_place(p, seat, viewer)));
        for square in p
            .map
            .squares()
            .filter(|square| p.map.cell(*square) != Cell::Void)
        {
            let coins = match p.map.cell(square) {
                Cell::Coin(value) => vec![format!("coin{value}")],
                _ => p.stack_at(square).map_or(Vec::new(), |stack| {
                    [
                        codes(Suit::Crowns, stack.treasure),
                        codes(Suit::Arms, stack.equipment),
                    ]
                    .concat()
                }),
            };
            places.push(square_place(square).slot("coins", COIN, coins));
        }
        let hazard = match p.step {
            Step::Experience(coin) => Some((coin, 0)),
            Step::Hazard { coin, spent } => Some((coin, spent)),
            _ => None,
        };
        places.extend(hazard.map(|(coin, spent)| {
            Place::new("hazard").article().derived("spent", spent).slot(
                "coin",
                COIN,
                [coin.to_string()],
            )
        }));
        let discards = Suit::ALL
            .into_iter()
            .flat_map(|suit| codes(suit, p.discards[suit as usize]));
        places.push(
            Place::new("discards")
                .article()
                .slot("coins", COIN, discards),
        );
        places.push(Place::new("pile").article().home(COIN, Home::Closed));
        places.push(Place::new("tiles").article().home(&["tile"], Home::Closed));
        Snapshot {
            pieces: inventory(),
            places,
        }
    }

    /// The place of a tile whose position is not given yet, or of one of its spaces.
    pub(crate) fn fresh_place(&self, word: &str) -> Option<Place> {
        if word == "tile" {
            return Some(tile_place(1, (0, 0)));
        }
        let none: [&str; 0] = [];
        Some(square_place(Square::parse(word)?).slot("coins", COIN, none))
    }

    fn holdings_place(&self, p: &Position, seat: usize, viewer: Viewer) -> Place {
        let own = &p.players[seat];
        let suit = self.suit(seat);
        let treasure = self
            .treasure_seen(p, viewer, seat as u8)
            .unwrap_or_default();
        let squares = p
            .map
            .squares()
            .filter(|square| p.map.cell(*square) == Cell::Floor);
        let damage = [
            codes(Suit::Suns, own.damage[0]),
            codes(Suit::Moons, own.damage[1]),
        ]
        .concat();
        player(&self.players, seat, TAKEN)
            .also([suit.letter().to_string(), suit.name().to_owned()])
            .maybe(
                "at",
                own.pawn.map_or(String::new(), |pawn| pawn.to_string()),
            )
            .choices(squares)
            .slot("equipment", COIN, codes(Suit::Arms, own.equipment))
            .slot("traps", COIN, codes(Suit::Suns, own.experience[0]))
            .slot("monsters", COIN, codes(Suit::Moons, own.experience[1]))
            .slot("damage", COIN, damage)
            .slot("applied", COIN, codes(Suit::Arms, own.applied))
            .slot("treasure", COIN, codes(Suit::Crowns, treasure))
            .hidden(own.treasures.saturating_sub(treasure.len()))
    }
}

fn tile_place(number: usize, at: (i16, i16)) -> Place {
    Place::new(format!("tile.{number}"))
        .tile()
        .fact("at", cell(at))
}

fn square_place(square: Square) -> Place {
    Place::new(square.to_string())
}

/// All pieces. Tiles look alike; a coin is one of four with its value until it is turned over.
fn inventory() -> Vec<Piece> {
    let tile = Piece::new("tile", "tile").count(TILES as u32);
    let coin = |value: u8| {
        let faces = Suit::ALL.map(|suit| Code { suit, value }.to_string());
        Piece::new(format!("coin{value}"), "coin")
            .count(faces.len() as u32)
            .faces(faces)
            .bare()
    };
    std::iter::once(tile)
        .chain((0..VALUES as u8).map(coin))
        .collect()
}
