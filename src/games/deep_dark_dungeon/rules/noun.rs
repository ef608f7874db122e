//! The particulars of this game's events and phrases, as facts from which sentences are built.

use serde_json::json;

use super::position::{self, Position};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::TileKind;
use crate::games::deep_dark_dungeon::data::hex;
use crate::games::shared::event::{Particular, Told};
use crate::games::shared::fact::Fact;
use crate::games::shared::narrator::Narrator;
use crate::games::shared::noun::nouns;

nouns! {
    of Deep, with (game, p);

    /// A tile not on the table: its `code`, its `height` and its `kind` ("plain", "encounter", "start" or "exit").
    Tile(tile: u8) = Told::new(game.data.tile(*tile).code.as_str(), Tile(*tile).noun(game)), like {
        let kinds = [TileKind::Plain, TileKind::Encounter, TileKind::Start, TileKind::Exit];
        let first = |kind: TileKind| game.data.tiles.iter().position(|tile| tile.kind == kind);
        kinds.into_iter().filter_map(first).map(|tile| Tile(tile as u8)).collect::<Vec<Tile>>()
    };

    /// A tile on the table, in the order of laying: the same facts, except that it may have become the Exit.
    Space(at: u8) = Told::new(game.data.tile(p.space(*at).tile).code.as_str(), Space(*at).noun(game, p)), like [Space(0)];

    /// The same tile; for programs, its position.
    Spot(at: u8) = Told::new(p.space(*at).at.to_string(), Space(*at).noun(game, p)), like [Spot(0)];

    /// The space next to a tile on the table.
    Beyond(from: u8, way: hex::Way) = {
        let at = p.space(*from).at.neighbour(*way).to_string();
        Told::new(at.clone(), at)
    }, like [Beyond(0, hex::Way::E)];

    /// Where something happens: the `code` of a tile, and whether it is the "start", the "exit" or another "tile".
    Place(at: u8) = Told::new(p.space(*at).at.to_string(), Place(*at).noun(game, p)), like [Place(0)];

    /// A direction: its `name` and its `letters`.
    Way(way: hex::Way) = Told::new(json!(way), Way(*way).noun()), like hex::Way::ALL.map(Way);

    /// An Encounter card: its `name`, its `code` (empty if it has none), and the `strength` of a Monster.
    Card(card: u8) = {
        let code = game.data.cards.get(usize::from(*card)).map(|card| card.code.as_str());
        Told::new(json!(code), Card(*card).noun(game))
    }, like {
        let monster = game.data.cards.iter().position(|card| card.strength > 0).unwrap_or(0);
        let other = game.data.cards.iter().position(|card| card.strength == 0).unwrap_or(0);
        [monster, other].map(|card| Card(card as u8))
    };

    /// An Explorer's opponent: a `name` without an article, and whether it is a `player` or the `guardian`.
    Foe(foe: position::Foe) = {
        let who = match *foe {
            position::Foe::Explorer(target) => game.name(target).to_owned(),
            position::Foe::Guardian => "the Guardian".to_owned(),
            position::Foe::Monster(card) | position::Foe::Pit(card) => format!("the {}", game.monster(card)),
        };
        Told::new(who, Foe(*foe).noun(game))
    }, like {
        use position::Foe::{Explorer, Guardian, Monster};
        [Explorer(0), Guardian, Monster(Card::specimens(game)[0].0)].map(Foe)
    };

    /// A Monster or the Guardian: the same facts; for programs, the code of the Monster's card, or "guardian".
    Creature(foe: position::Foe) = {
        let code = foe.card().map_or("guardian", |card| game.data.card(card).code.as_str());
        Told::new(code, Foe(*foe).noun(game))
    }, like [Creature(position::Foe::Monster(Card::specimens(game)[0].0)), Creature(position::Foe::Guardian)];

    /// Two dice with their modifiers, the acting Explorer's first: each with a `roll`, what is `added`, and the `total`.
    Against(sums: Sums) = {
        let sum = |side: usize| {
            let roll = sums.rolls[side];
            let added = sums.added[side];
            let total = sums.totals()[side];
            Fact::noun("sum", [("roll", roll.into()), ("added", added.into()), ("total", total.into())])
        };
        Told::new(json!(sums.totals()), Fact::noun("sums", [("ours", sum(0)), ("theirs", sum(1))]))
    }, like [Against(Sums { rolls: [3, 4], added: [2, -1] })];

    /// What lies in a direction from a tile on the table: the `way`; if a tile lies there, the `tile` and its `place`; and who waits
    /// on it, the `guardian` by strength and the `others` by name.
    Path(from: u8, way: hex::Way) = Told::new(json!(way), match p.spaces.get(usize::from(*from)).and_then(|from| from.towards(*way)) {
        Some(to) => {
            let guardian = game.guardian_at(p, to).map_or(Fact::None, Fact::from);
            let others = p.on(to).map(|seat| game.name(seat).into()).collect();
            path(*way, [Space(to).noun(game, p), Place(to).noun(game, p), guardian], others)
        }
        None => path(*way, [Fact::None, Fact::None, Fact::None], Vec::new()),
    }), like [Path(0, hex::Way::E)], shapes {
        let (tile, place) = (|| Space(0).noun(game, p), || Place(0).noun(game, p));
        vec![
            path(hex::Way::E, [Fact::None, Fact::None, Fact::None], Vec::new()),
            path(hex::Way::SouthWest, [tile(), place(), Fact::None], Vec::new()),
            path(hex::Way::NorthEast, [tile(), place(), 5.into()], vec!["Ann".into(), "Ben".into()]),
        ]
    };

    /// An Explorer: the `name` of its player and its `colour`.
    Explorer(seat: u8) = {
        let name = game.name(*seat);
        let colour = game.data.explorers[usize::from(*seat)].colour.as_str();
        Told::new(name, Fact::noun("explorer", [("name", name.into()), ("colour", colour.into())]))
    }, like [Explorer(0)];
}

fn tile(code: &str, height: u8, kind: TileKind) -> Fact {
    Fact::noun(
        "tile",
        [
            ("code", code.into()),
            ("height", height.into()),
            ("kind", kind.name().into()),
        ],
    )
}

impl Tile {
    pub fn noun(&self, game: &Deep) -> Fact {
        let own = game.data.tile(self.0);
        tile(&own.code, own.height, own.kind)
    }
}

impl Space {
    pub fn noun(&self, game: &Deep, p: &Position) -> Fact {
        let own = game.data.tile(p.space(self.0).tile);
        match own.kind {
            TileKind::Encounter if Some(self.0) == p.exit => {
                tile(&own.code, game.height(p, self.0), TileKind::Exit)
            }
            kind => tile(&own.code, own.height, kind),
        }
    }
}

impl Place {
    pub fn noun(&self, game: &Deep, p: &Position) -> Fact {
        let tile = p.spaces.get(usize::from(self.0)).map(|space| space.tile);
        let code = tile.map_or("", |tile| game.data.tile(tile).code.as_str());
        let what = if Some(self.0) == p.exit {
            "exit"
        } else if tile == Some(game.data.start) {
            "start"
        } else {
            "tile"
        };
        Fact::noun("place", [("code", code.into()), ("what", what.into())])
    }
}

impl Way {
    pub fn noun(&self) -> Fact {
        Fact::noun(
            "way",
            [
                ("name", Fact::Word(self.0.name())),
                ("letters", Fact::Word(self.0.short())),
            ],
        )
    }
}

impl Card {
    pub fn noun(&self, game: &Deep) -> Fact {
        let card = game.data.cards.get(usize::from(self.0));
        let (name, code) = card.map_or(("", ""), |card| (&card.name, &card.code));
        let strength = card.map_or(0, |card| card.strength);
        Fact::noun(
            "card",
            [
                ("name", name.into()),
                ("code", code.into()),
                ("strength", strength.into()),
            ],
        )
    }
}

impl Foe {
    pub fn noun(&self, game: &Deep) -> Fact {
        let (name, player, guardian) = match self.0 {
            position::Foe::Explorer(target) => (game.name(target), true, false),
            position::Foe::Guardian => ("", false, true),
            position::Foe::Monster(card) | position::Foe::Pit(card) => {
                (game.monster(card), false, false)
            }
        };
        Fact::noun(
            "foe",
            [
                ("name", name.into()),
                ("player", player.into()),
                ("guardian", guardian.into()),
            ],
        )
    }
}

impl Deep {
    /// The name of a Monster or Pit without an article: "Cave Ogre".
    fn monster(&self, card: u8) -> &str {
        let name = &self.data.card(card).name;
        name.strip_prefix("The ").unwrap_or(name)
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

fn path(way: hex::Way, [tile, place, guardian]: [Fact; 3], others: Vec<Fact>) -> Fact {
    let facts = [
        ("way", Way(way).noun()),
        ("tile", tile),
        ("place", place),
        ("guardian", guardian),
        ("others", others.into()),
    ];
    Fact::noun("path", facts)
}

/// A tile in a row of the map, and the `gap` before it: the number of spaces without a tile.
pub struct InRow {
    pub gap: i16,
    pub space: u8,
}

impl Particular<Deep> for InRow {
    fn tell(&self, game: &Deep, p: &Position) -> Told {
        Told::new(
            self.gap,
            Fact::noun(
                "in_row",
                [
                    ("gap", self.gap.into()),
                    ("tile", Space(self.space).noun(game, p)),
                ],
            ),
        )
    }

    fn specimens(_: &Deep) -> Vec<InRow> {
        [0, 1, 2].map(|gap| InRow { gap, space: 0 }).into()
    }
}

/// How long the game has lasted: the `turns` of a solo game against a clock, otherwise the `rounds`; and the `last` one, if there
/// is a limit.
pub struct Clock;

fn clock(turns: Fact, rounds: Fact, last: u32) -> Fact {
    let last = if last > 0 { last.into() } else { Fact::None };
    Fact::noun(
        "clock",
        [("turns", turns), ("rounds", rounds), ("last", last)],
    )
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
        vec![
            clock(3.into(), Fact::None, 20),
            clock(Fact::None, 3.into(), 0),
            clock(Fact::None, 3.into(), 20),
        ]
    }
}
