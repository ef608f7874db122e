//! The table as a snapshot: what is where, and who sees it.

use super::knowledge::value_seen;
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{Cell, Set};
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::dungeonbuilders::rules::position::{MAX_POWER, POTION, Position, SWORD, Step};
use crate::games::piecepack::{Code, VALUES};
use crate::games::shared::described::{cell, parse_cell, player};
use crate::games::shared::narrator::{Narrator, Seats};
use crate::referee::Game as _;
use crate::referee::snapshot::{Home, Piece, Place, Snapshot, Viewer, list};

/// Ids of places that no player's place may have.
pub(crate) const TAKEN: &[&str] = &[
    "table", "pile", "discards", "hero", "drawn", "lifted", "S", "M", "C", "A", "E", "coin",
];

/// By suit, the kind of its coins, which belong to one player.
const SORTS: [&str; 4] = ["suns", "moons", "crowns", "arms"];
const OWN: [&[&str]; 4] = [&["suns"], &["moons"], &["crowns"], &["arms"]];

/// The id of a player's place.
pub(crate) fn player_id(players: &[String], seat: u8) -> String {
    player(players, usize::from(seat), TAKEN).id
}

/// The id of what a dead hero left.
pub(crate) fn remains_id(seat: u8) -> String {
    format!("remains{}", seat + 1)
}

/// The position of a tile: "2e 1n" in the dungeon, "S3:0" in the floating set named after S3.
pub(crate) fn word_at(set: Option<Tile>, (x, y): Cell) -> String {
    let at = cell((x.into(), y.into()));
    set.map_or(at.clone(), |set| format!("{set}:{at}"))
}

pub(crate) fn parse_at(words: &str) -> Option<(Option<Tile>, Cell)> {
    let (set, at) = match words.split_once(':') {
        Some((set, at)) => (
            Some(Tile::parse(set).filter(|tile| *tile != Tile::ENTRANCE)?),
            at,
        ),
        None => (None, words),
    };
    let (x, y) = parse_cell(at)?;
    let near = |at: i16| i8::try_from(at).ok().filter(|at| (-25..=25).contains(at));
    Some((set, (near(x)?, near(y)?)))
}

impl Builders {
    pub(crate) fn describe_table(&self, p: &Position, viewer: Viewer) -> Snapshot {
        let seats = 0..self.players.len() as u8;
        let ids: Vec<String> = seats
            .clone()
            .map(|seat| player_id(&self.players, seat))
            .collect();
        let id = |seat: u8| ids.get(usize::from(seat)).map_or("", String::as_str);
        let mut places = vec![
            Place::new("table")
                .article()
                .fact("round", p.round)
                .fact("starter", id(p.starter))
                .choices(&ids)
                .fact("go", id(p.acting))
                .choices(&ids)
                .maybe("placer", p.placer.map_or("", id)),
        ];
        // The unseen tile in the middle counts as one of the pile (R2).
        let entrance = Place::new("E").derived("at", cell((0, 0)));
        places.push(
            self.with_coins(p, entrance, Tile::ENTRANCE, viewer)
                .slot("under", &["tile"], NONE)
                .hidden(1u32),
        );
        let sets = std::iter::once(Set::DUNGEON).chain(p.layout.floating());
        for (tile, set, at) in
            sets.flat_map(|set| p.layout.of(set).map(move |(tile, at)| (tile, set, at)))
        {
            if tile != Tile::ENTRANCE {
                let set = (set != Set::DUNGEON).then_some(set.0);
                places.push(self.with_coins(p, tile_place(tile, &word_at(set, at)), tile, viewer));
            }
        }
        places.extend(seats.clone().map(|seat| self.player_place(p, seat)));
        places.extend(self.heroes(p));
        let all = self.view(p, None);
        let used = seats.flat_map(|seat| all.used(seat).iter().map(move |value| (seat, value)));
        let used: Vec<String> = used
            .map(|(seat, value)| self.coin_word(seat, Some(value)))
            .collect();
        places.push(
            Place::new("discards")
                .article()
                .also(["discard"])
                .slot("coins", &SORTS, used),
        );
        places.push(Place::new("pile").article().home(&["tile"], Home::Closed));
        let drawn = p
            .tile
            .filter(|tile| p.layout.place(*tile).is_none() && p.step != Step::Rebuild);
        if let Some(tile) = drawn {
            places.push(
                Place::new("drawn")
                    .article()
                    .slot("tile", &["tile"], [tile.to_string()]),
            );
        }
        if p.step == Step::Rebuild {
            let lifted = p.drawn.without(p.layout.tiles());
            places.push(Place::new("lifted").article().slot(
                "tiles",
                &["tile"],
                lifted.iter().map(|tile| tile.to_string()),
            ));
        }
        Snapshot {
            pieces: self.inventory(),
            places,
        }
    }

    fn with_coins(&self, p: &Position, place: Place, tile: Tile, viewer: Viewer) -> Place {
        let coins = |open: bool| {
            let coins = p.coins_on(tile).filter(move |coin| coin.open == open);
            coins
                .map(|coin| self.coin_word(coin.seat, value_seen(coin, viewer)))
                .collect::<Vec<String>>()
        };
        place
            .slot("coins", &SORTS, coins(false))
            .slot("open", &SORTS, coins(true))
    }

    /// The place of a tile from the pile whose position is not given yet.
    pub(crate) fn fresh_tile(&self, word: &str) -> Option<Place> {
        let tile =
            Tile::parse(word).filter(|tile| *tile != Tile::ENTRANCE && self.in_play(*tile))?;
        Some(
            tile_place(tile, "0")
                .slot("coins", &SORTS, NONE)
                .slot("open", &SORTS, NONE),
        )
    }

    fn player_place(&self, p: &Position, seat: u8) -> Place {
        let suit = self.suit(seat);
        let gold = p.gold[usize::from(seat)];
        player(&self.players, usize::from(seat), TAKEN)
            .also([suit.letter().to_string(), suit.name().to_owned()])
            .fact("gold", gold)
            .choices([gold.saturating_sub(1), gold.saturating_add(1)])
            .fact("power", p.power[usize::from(seat)])
            .choices(0..=MAX_POWER)
            .home(OWN[suit as usize], Home::Closed)
    }

    /// The hero in the dungeon, and what dead heroes left.
    fn heroes(&self, p: &Position) -> Vec<Place> {
        let things = |sword: Option<u8>, potions: u8| {
            let sword = sword.map(|seat| self.coin_word(seat, Some(SWORD)));
            sword
                .into_iter()
                .chain(
                    Seats(potions)
                        .iter()
                        .map(|seat| self.coin_word(seat, Some(POTION))),
                )
                .collect::<Vec<String>>()
        };
        let mut heroes = Vec::new();
        if p.step.explores() {
            let hero = &p.hero;
            let place = Place::new("hero")
                .article()
                .derived("player", self.name(hero.seat))
                .fact("at", hero.at);
            let place = place
                .choices(p.layout.of(Set::DUNGEON).map(|(tile, _)| tile))
                .derived("entry", hero.entry);
            let visited = list(hero.visited.iter());
            heroes.push(place.derived("visited", visited).slot(
                "carries",
                &SORTS,
                things(hero.sword, hero.potions),
            ));
        }
        for (seat, left) in (0u8..).zip(p.trail.left) {
            if let Some(left) = left {
                let place = Place::new(remains_id(seat)).fact("at", left.at);
                heroes.push(place.slot("carries", &SORTS, things(left.sword, left.potions)));
            }
        }
        heroes
    }

    /// "coin.S3", or "coin.S" if its value is unknown.
    fn coin_word(&self, seat: u8, value: Option<u8>) -> String {
        let suit = self.suit(seat);
        value.map_or(format!("coin.{}", suit.letter()), |value| {
            format!("coin.{}", Code { suit, value })
        })
    }

    fn inventory(&self) -> Vec<Piece> {
        let tiles = Tile::all()
            .filter(|tile| self.in_play(*tile))
            .map(|tile| Piece::new(tile.to_string(), "tile"));
        let coins = (0..self.players.len() as u8).map(|seat| {
            let faces: Vec<String> = (0..VALUES as u8)
                .map(|value| self.coin_word(seat, Some(value)))
                .collect();
            let sort = SORTS[self.suit(seat) as usize];
            Piece::new(self.coin_word(seat, None), sort)
                .count(faces.len() as u32)
                .faces(faces)
                .bare()
        });
        tiles.chain(coins).collect()
    }
}

fn tile_place(tile: Tile, at: &str) -> Place {
    Place::new(tile.to_string()).tile().fact("at", at)
}

const NONE: [&str; 0] = [];
