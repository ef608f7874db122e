//! The particulars of this game's events and phrases, as facts from which sentences are built.

use serde_json::{Value as Json, json};

use super::position::{self, Position};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::TileKind;
use crate::games::deep_dark_dungeon::data::hex;
use crate::games::shared::event::{Particular, Told};
use crate::games::shared::fact::Fact;
use crate::games::shared::narrator::Narrator;

/// A tile not on the table: its `code`, its `height` and its `kind` ("plain", "encounter", "start" or "exit").
pub struct Tile(pub u8);

fn tile(code: &str, height: u8, kind: TileKind) -> Fact {
    Fact::noun("tile", [("code", code.into()), ("height", height.into()), ("kind", kind.name().into())])
}

impl Tile {
    pub fn noun(&self, game: &Deep) -> Fact {
        let own = game.data.tile(self.0);
        tile(&own.code, own.height, own.kind)
    }
}

impl Particular<Deep> for Tile {
    fn tell(&self, game: &Deep, _: &Position) -> Told {
        Told::new(game.data.tile(self.0).code.as_str(), self.noun(game))
    }

    fn specimens(game: &Deep) -> Vec<Tile> {
        let kinds = [TileKind::Plain, TileKind::Encounter, TileKind::Start, TileKind::Exit];
        let first = |kind: TileKind| game.data.tiles.iter().position(|tile| tile.kind == kind);
        kinds.into_iter().filter_map(first).map(|tile| Tile(tile as u8)).collect()
    }
}

/// A tile on the table, in the order of laying: the same facts, except that it may have become the Exit.
pub struct Space(pub u8);

impl Space {
    pub fn noun(&self, game: &Deep, p: &Position) -> Fact {
        let own = game.data.tile(p.space(self.0).tile);
        match own.kind {
            TileKind::Encounter if self.0 == p.exit => tile(&own.code, game.height(p, self.0), TileKind::Exit),
            kind => tile(&own.code, own.height, kind),
        }
    }
}

impl Particular<Deep> for Space {
    fn tell(&self, game: &Deep, p: &Position) -> Told {
        Told::new(game.data.tile(p.space(self.0).tile).code.as_str(), self.noun(game, p))
    }

    fn specimens(_: &Deep) -> Vec<Space> {
        vec![Space(0)]
    }
}

/// The same tile; for programs, its position.
pub struct Spot(pub u8);

impl Particular<Deep> for Spot {
    fn tell(&self, game: &Deep, p: &Position) -> Told {
        Told::new(p.space(self.0).at.to_string(), Space(self.0).noun(game, p))
    }

    fn specimens(_: &Deep) -> Vec<Spot> {
        vec![Spot(0)]
    }
}

/// The space next to a tile on the table.
pub struct Beyond(pub u8, pub hex::Way);

impl Particular<Deep> for Beyond {
    fn tell(&self, _: &Deep, p: &Position) -> Told {
        let at = p.space(self.0).at.neighbour(self.1).to_string();
        Told::new(at.clone(), at)
    }

    fn specimens(_: &Deep) -> Vec<Beyond> {
        vec![Beyond(0, hex::Way::E)]
    }
}

/// Where something happens: the `code` of a tile, and whether it is the "start", the "exit" or another "tile".
pub struct Place(pub u8);

impl Place {
    pub fn noun(&self, game: &Deep, p: &Position) -> Fact {
        let tile = p.spaces.get(usize::from(self.0)).map(|space| space.tile);
        let code = tile.map_or("", |tile| game.data.tile(tile).code.as_str());
        let what = if self.0 == p.exit {
            "exit"
        } else if tile == Some(game.data.start) {
            "start"
        } else {
            "tile"
        };
        Fact::noun("place", [("code", code.into()), ("what", what.into())])
    }
}

impl Particular<Deep> for Place {
    fn tell(&self, game: &Deep, p: &Position) -> Told {
        Told::new(p.space(self.0).at.to_string(), self.noun(game, p))
    }

    fn specimens(_: &Deep) -> Vec<Place> {
        vec![Place(0)]
    }
}

/// A direction: its `name` and its `letters`.
pub struct Way(pub hex::Way);

impl Way {
    pub fn noun(&self) -> Fact {
        Fact::noun("way", [("name", Fact::Word(self.0.name())), ("letters", Fact::Word(self.0.short()))])
    }
}

impl Particular<Deep> for Way {
    fn tell(&self, _: &Deep, _: &Position) -> Told {
        Told::new(json!(self.0), self.noun())
    }

    fn specimens(_: &Deep) -> Vec<Way> {
        hex::Way::ALL.map(Way).into()
    }
}

/// An Encounter card: its `name`, its `code` (empty if it has none), and the `strength` of a Monster.
pub struct Card(pub u8);

impl Card {
    pub fn noun(&self, game: &Deep) -> Fact {
        let card = game.data.cards.get(usize::from(self.0));
        let (name, code) = card.map_or(("", ""), |card| (&card.name, &card.code));
        let strength = card.map_or(0, |card| card.strength);
        Fact::noun("card", [("name", name.into()), ("code", code.into()), ("strength", strength.into())])
    }
}

impl Particular<Deep> for Card {
    fn tell(&self, game: &Deep, _: &Position) -> Told {
        let code = game.data.cards.get(usize::from(self.0)).map(|card| card.code.as_str());
        Told::new(json!(code), self.noun(game))
    }

    fn specimens(game: &Deep) -> Vec<Card> {
        let monster = game.data.cards.iter().position(|card| card.strength > 0).unwrap_or(0);
        let other = game.data.cards.iter().position(|card| card.strength == 0).unwrap_or(0);
        [monster, other].map(|card| Card(card as u8)).into()
    }
}

/// An Explorer's opponent: a `name` without an article, and whether it is a `player` or the `guardian`.
pub struct Foe(pub position::Foe, pub u8);

impl Foe {
    pub fn noun(&self, game: &Deep) -> Fact {
        let Foe(foe, card) = *self;
        let (player, card) = match foe {
            position::Foe::Explorer(target) => (Some(game.name(target)), None),
            position::Foe::Guardian => (None, None),
            position::Foe::Monster | position::Foe::Pit => (None, game.data.cards.get(usize::from(card))),
        };
        let monster = card.map(|card| card.name.strip_prefix("The ").unwrap_or(&card.name));
        let guardian = player.is_none() && monster.is_none();
        let name = player.or(monster).unwrap_or_default();
        Fact::noun("foe", [("name", name.into()), ("player", player.is_some().into()), ("guardian", guardian.into())])
    }
}

impl Particular<Deep> for Foe {
    fn tell(&self, game: &Deep, _: &Position) -> Told {
        let who = match self.0 {
            position::Foe::Explorer(target) => game.name(target).to_owned(),
            position::Foe::Guardian | position::Foe::Monster | position::Foe::Pit => game.monster(self.1),
        };
        Told::new(who, self.noun(game))
    }

    fn specimens(game: &Deep) -> Vec<Foe> {
        use position::Foe::{Explorer, Guardian, Monster};
        let card = Card::specimens(game)[0].0;
        vec![Foe(Explorer(0), card), Foe(Guardian, card), Foe(Monster, card)]
    }
}

impl Deep {
    /// "the Cave Ogre"; without a card, the guardian of the Exit.
    pub(crate) fn monster(&self, card: u8) -> String {
        match self.data.cards.get(usize::from(card)) {
            Some(card) => format!("the {}", card.name.strip_prefix("The ").unwrap_or(&card.name)),
            None => "the Guardian".to_owned(),
        }
    }
}

/// The Monster on a card, or the Guardian if there is no card: the same facts.
pub struct Watcher(pub u8);

impl Particular<Deep> for Watcher {
    fn tell(&self, game: &Deep, _: &Position) -> Told {
        let code = game.data.cards.get(usize::from(self.0)).map_or("guardian", |card| card.code.as_str());
        Told::new(code, Foe(position::Foe::Monster, self.0).noun(game))
    }

    fn specimens(game: &Deep) -> Vec<Watcher> {
        vec![Watcher(Card::specimens(game)[0].0), Watcher(u8::MAX)]
    }
}

/// Two dice and their modifiers, the acting Explorer's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    pub rolls: [u8; 2],
    pub added: [i16; 2],
}

impl Sums {
    /// The totals.
    pub fn totals(self) -> [i16; 2] {
        [0, 1].map(|side| i16::from(self.rolls[side]) + self.added[side])
    }
}

/// Two dice with their modifiers, the acting Explorer's first: a `roll`, what is `added`, and the `total` for each.
pub struct Against(pub Sums);

impl Particular<Deep> for Against {
    fn tell(&self, _: &Deep, _: &Position) -> Told {
        let sum = |side: usize| {
            let (roll, added, total) = (self.0.rolls[side], self.0.added[side], self.0.totals()[side]);
            Fact::noun("sum", [("roll", roll.into()), ("added", added.into()), ("total", total.into())])
        };
        let totals: Json = json!(self.0.totals());
        Told::new(totals, Fact::noun("sums", [("ours", sum(0)), ("theirs", sum(1))]))
    }

    fn specimens(_: &Deep) -> Vec<Against> {
        vec![Against(Sums { rolls: [3, 4], added: [2, -1] })]
    }
}

/// What lies in a direction of a tile on the table: the `way`; if a tile lies there, the `tile` and its `place`; and who waits
/// on it, the `guardian` by strength and the `others` by name.
pub struct Path(pub u8, pub hex::Way);

fn path(way: hex::Way, [tile, place, guardian]: [Fact; 3], others: Vec<Fact>) -> Fact {
    let facts =
        [("way", Way(way).noun()), ("tile", tile), ("place", place), ("guardian", guardian), ("others", others.into())];
    Fact::noun("path", facts)
}

impl Particular<Deep> for Path {
    fn tell(&self, game: &Deep, p: &Position) -> Told {
        let Path(from, way) = *self;
        let fact = match p.spaces.get(usize::from(from)).and_then(|from| from.towards(way)) {
            Some(to) => {
                let guardian = game.guardian_at(p, to).map_or(Fact::None, Fact::from);
                let others = p.on(to).map(|seat| game.name(seat).into()).collect();
                path(way, [Space(to).noun(game, p), Place(to).noun(game, p), guardian], others)
            }
            None => path(way, [Fact::None, Fact::None, Fact::None], Vec::new()),
        };
        Told::new(json!(way), fact)
    }

    fn specimens(_: &Deep) -> Vec<Path> {
        vec![Path(0, hex::Way::E)]
    }

    fn shapes(game: &Deep, p: &Position) -> Vec<Fact> {
        let (tile, place) = (|| Space(0).noun(game, p), || Place(0).noun(game, p));
        vec![
            path(hex::Way::E, [Fact::None, Fact::None, Fact::None], Vec::new()),
            path(hex::Way::SouthWest, [tile(), place(), Fact::None], Vec::new()),
            path(hex::Way::NorthEast, [tile(), place(), 5.into()], vec!["Ann".into(), "Ben".into()]),
        ]
    }
}

/// A tile in a row of the map, and the `gap` before it: the number of spaces without a tile.
pub struct InRow {
    pub gap: i16,
    pub space: u8,
}

impl Particular<Deep> for InRow {
    fn tell(&self, game: &Deep, p: &Position) -> Told {
        Told::new(self.gap, Fact::noun("in_row", [("gap", self.gap.into()), ("tile", Space(self.space).noun(game, p))]))
    }

    fn specimens(_: &Deep) -> Vec<InRow> {
        [0, 1, 2].map(|gap| InRow { gap, space: 0 }).into()
    }
}

/// An Explorer: the `name` of its player and its `colour`.
pub struct Explorer(pub u8);

impl Particular<Deep> for Explorer {
    fn tell(&self, game: &Deep, _: &Position) -> Told {
        let (name, colour) = (game.name(self.0), game.data.explorers[usize::from(self.0)].colour.as_str());
        Told::new(name, Fact::noun("explorer", [("name", name.into()), ("colour", colour.into())]))
    }

    fn specimens(_: &Deep) -> Vec<Explorer> {
        vec![Explorer(0)]
    }
}

/// How long the game has lasted: the `turns` of a solo game against a clock, otherwise the `rounds`; and the `last` one, if there
/// is a limit.
pub struct Clock;

fn clock(turns: Fact, rounds: Fact, last: u32) -> Fact {
    let last = if last > 0 { last.into() } else { Fact::None };
    Fact::noun("clock", [("turns", turns), ("rounds", rounds), ("last", last)])
}

impl Particular<Deep> for Clock {
    fn tell(&self, game: &Deep, p: &Position) -> Told {
        let fact = match game.options.solo_turns {
            last if last > 0 && game.is_alone() => clock(p.turn.into(), Fact::None, last),
            _ => clock(Fact::None, p.round.into(), game.options.round_limit),
        };
        Told::new(p.round, fact)
    }

    fn specimens(_: &Deep) -> Vec<Clock> {
        vec![Clock]
    }

    fn shapes(_: &Deep, _: &Position) -> Vec<Fact> {
        vec![clock(3.into(), Fact::None, 20), clock(Fact::None, 3.into(), 0), clock(Fact::None, 3.into(), 20)]
    }
}
