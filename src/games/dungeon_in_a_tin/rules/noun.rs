//! The particulars of this game's events and phrases, as facts from which sentences are built.

use serde_json::json;

use super::moves::Coins;
use super::position::Position;
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{self, Kind, SPECIALS, Tokens};
use crate::games::shared::event::{Particular, Told};
use crate::games::shared::fact::Fact;
use crate::games::shared::narrator::Narrator as _;
use crate::games::shared::noun::{Player, nouns};
use crate::games::side::{self, Side};
use crate::referee::Setup;

/// A knight in a story: the `name`, whether it was just named and need not be named `again`, and whether the player is `nameless`.
pub struct Knight {
    pub seat: u8,
    pub again: bool,
}

impl Particular<Dungeon> for Knight {
    fn tell(&self, game: &Dungeon, _: &Position) -> Told {
        let name = game.name(self.seat);
        let nameless = Setup::is_nameless(game.players()).into();
        Told::new(
            name,
            Fact::noun(
                "knight",
                [
                    ("name", name.into()),
                    ("again", self.again.into()),
                    ("nameless", nameless),
                ],
            ),
        )
    }

    fn specimens(_: &Dungeon) -> Vec<Knight> {
        [false, true].map(|again| Knight { seat: 0, again }).into()
    }
}

nouns! { of Dungeon, with (game, p);
    /// Treasure of one kind: its `word`, the value of a coin in `gold` (0 for items), whether it is the `maiden`, and the number
    /// of tokens.
    Token(kind: Kind) = Told::new(game.data.token(*kind).word.as_str(), Token(*kind).several(game, 1)),
        like (0..=SPECIALS as u8).map(|kind| Token(Kind(kind)));

    /// Treasure: a list of tokens, grouped by kind.
    Treasure(tokens: Tokens) = {
        let (word, some) = (|kind| game.data.token(kind).word.as_str(), |kind| Token(kind).several(game, tokens.of(kind)));
        Told::new(tokens.each().map(word).collect::<Vec<_>>(), tokens.kinds().map(some).collect::<Vec<_>>())
    }, like {
        let mut several = Tokens::one(Kind::POTION);
        several.add(Kind::POTION);
        several.add(Kind(SPECIALS as u8));
        [several, Tokens::one(Kind::MAIDEN), Tokens::default()].map(Treasure)
    };

    /// Treasure as a list: items by kind, and the `gold` of all coins together.
    Haul(tokens: Tokens) = {
        let items = tokens.kinds().filter(|kind| kind.is_special());
        let mut facts: Vec<Fact> = items.map(|kind| Token(kind).several(game, tokens.of(kind))).collect();
        let gold = game.data.gold(tokens.coins());
        facts.extend((gold > 0).then(|| Fact::noun("sum", [("gold", gold.into())])));
        Told::new(gold, facts)
    }, like Treasure::specimens(game).into_iter().map(|treasure| Haul(treasure.0));

    /// The price of a `token`, in `gold`.
    Price(kind: Kind) = {
        let (token, gold) = (game.data.token(*kind), game.data.token(*kind).price);
        let noun = Fact::noun("price", [("token", Token(*kind).several(game, 1)), ("gold", gold.into())]);
        Told::new(json!([token.word.as_str(), gold]), noun)
    }, like [Price(Kind::POTION)];

    /// A fight card: its `code` and its `bonuses`, each with an `attack` and what the card adds to it.
    Card(card: u8) = Told::new(game.card_code(*card), Card(*card).noun(game)), like {
        let answers = |card: &u8| game.data.card(*card).bonus.iter().filter(|bonus| **bonus != 0).count();
        let first = |number: usize| (0..game.data.cards.len() as u8).find(|card| answers(card) == number).map(Card);
        (0..=3).filter_map(first).collect::<Vec<Card>>()
    };

    /// A card drawn into a hand, if all may see it.
    Dealt(card: Option<u8>) = card.map(Card).tell(game, p), like [Dealt(Some(0)), Dealt(None)];

    /// A kind of tile: its `name` without an article, the name as `printed`, and its `code`.
    Tile(tile: u8) = {
        let name = game.tile_name(*tile);
        let code = game.tile_code(*tile);
        let printed = game.data.tile(*tile).name.as_str();
        Told::new(code, Fact::noun("room", [("name", name.into()), ("printed", printed.into()), ("code", code.into())]))
    }, like (0..game.data.tiles.len() as u8).map(Tile);

    /// A tile on the table, by the order in which tiles were laid.
    Room(room: u8) = Tile(p.room(*room).tile).tell(game, p), like [Room(0)];

    /// The position of a room relative to the stairs, as `steps`.
    Place(x: i16, y: i16) = {
        let steps = [(*y, Side::North), (*x, Side::East)].into_iter().filter(|(steps, _)| *steps != 0);
        let side = |(steps, ahead): (i16, Side)| if steps < 0 { ahead.opposite() } else { ahead };
        let steps: Vec<(Side, u16)> = steps.map(|step| (side(step), step.0.unsigned_abs())).collect();
        Told::new(vec![*x, *y], Fact::noun("place", [("steps", steps_of(&steps))]))
    }, like [Place(0, 0), Place(1, 0), Place(-1, 2)];

    /// The position of a room on the table, likewise.
    PlaceOf(room: u8) = Place(p.room(*room).x, p.room(*room).y).tell(game, p), like [PlaceOf(0)];

    /// A number for each of some sides: a list with `count`, `side` and the `letter` of the side.
    Steps(steps: Vec<(Side, u16)>) = Told::new(steps.iter().map(|(_, count)| *count).collect::<Vec<_>>(), steps_of(steps)),
        like [Steps(vec![(Side::North, 2)]), Steps(vec![(Side::South, 1), (Side::West, 12)])];

    /// The `exits` of a room, each with its `side` and whether it is `locked`; `out` and `shut` are the letters of the open and the
    /// locked ones.
    Exits(exits: side::Sides, locked: side::Sides) = {
        Told::new(exits.iter().map(Side::name).collect::<Vec<_>>(), Exits(*exits, *locked).noun())
    }, like [(1, 0), (2, 2), (15, 4)].map(|(exits, locked)| Exits(side::Sides(exits), side::Sides(locked)));

    /// A monster: its `colour`, whether it is `horned` and has a `chest`, and the number of them.
    Monster(monster: piece::Monster) = {
        Told::new(json!({ "colour": monster.colour(), "face": monster.face().name() }), Monster(*monster).several(1))
    }, like piece::Monster::ALL.map(Monster);

    /// Monsters: a list, grouped by kind.
    Monsters(monsters: Vec<piece::Monster>) = Told::new(monsters.len() as u64, grouped(monsters)), like {
        let all = piece::Monster::ALL;
        [all.into(), vec![all[0]; 2], vec![all[1]], Vec::new()].map(Monsters)
    };

    /// The colour of a die.
    Colour(colour: piece::Colour) = Told::new(colour.name(), Fact::Word(colour.name())), like piece::Colour::ALL.map(Colour);

    /// A monster's attack.
    Attack(attack: piece::Attack) = Told::new(attack.name(), Fact::Word(attack.name())), like piece::Attack::ALL.map(Attack);

    /// The coins of a payment, as a list of their words.
    Payment(coins: Coins) = {
        let words = game.coin_words(*coins);
        Told::new(words.clone(), words.into_iter().map(Fact::from).collect::<Vec<_>>())
    }, like {
        let mut coins = Coins::default();
        coins.0[0] = 1;
        [Payment(coins)]
    };

    /// Why a card cannot come from the fight deck, if closed hands are kept at the table; see [`unseen`].
    NotFresh(card: Option<u8>) = {
        let Some(card) = *card else { return Told::hidden() };
        Told::new(game.card_code(card), unseen(game.card_code(card), spots(game, p, card), Fact::None, false))
    }, like [NotFresh(Some(0)), NotFresh(None)];

    /// Why a card cannot be in the hand in question, if closed hands are kept at the table; see [`unseen`].
    NotHeld(card: Option<u8>) = {
        let Some(card) = *card else { return Told::hidden() };
        let seat = p.shows().unwrap_or(p.actor());
        let old = p.worlds.is_all_old(seat, p.players[seat].hand.hidden());
        let player = Player(seat as u8).tell(game, p).fact;
        Told::new(game.card_code(card), unseen(game.card_code(card), spots(game, p, card), player, old))
    }, like [NotHeld(Some(0)), NotHeld(None)], shapes {
        let player = || Player(0).tell(game, p).fact;
        let spots = [spot(2, Fact::None, false), spot(1, Fact::None, true), spot(1, player(), false)];
        let gone = spots.map(|spot| unseen("F01", Some(vec![spot]), player(), false));
        let old = [true, false].map(|old| unseen("F01", None, player(), old));
        gone.into_iter().chain(old).chain([Fact::None]).collect()
    };
}

impl Token {
    pub fn several(&self, game: &Dungeon, count: u8) -> Fact {
        let kind = self.0;
        let token = game.data.token(self.0);
        let special = Kind::SPECIAL_NAMES
            .get(kind.index())
            .map(|name| Fact::Word(name));
        let word = special.unwrap_or_else(|| token.word.as_str().into());
        let maiden = (kind == Kind::MAIDEN).into();
        Fact::noun(
            "token",
            [
                ("word", word),
                ("gold", token.gold.into()),
                ("maiden", maiden),
                ("count", count.into()),
            ],
        )
    }
}

impl Card {
    pub fn noun(&self, game: &Dungeon) -> Fact {
        let named = piece::Attack::ALL
            .into_iter()
            .zip(game.data.card(self.0).bonus)
            .filter(|(_, bonus)| *bonus != 0);
        let bonus = |(attack, plus): (piece::Attack, i8)| {
            Fact::noun(
                "bonus",
                [("attack", Fact::Word(attack.name())), ("plus", plus.into())],
            )
        };
        Fact::noun(
            "card",
            [
                ("code", game.card_code(self.0).into()),
                ("bonuses", Fact::List(named.map(bonus).collect())),
            ],
        )
    }
}

fn steps_of(steps: &[(Side, u16)]) -> Fact {
    let step = |(side, count): &(Side, u16)| {
        let (side, letter) = (Fact::Word(side.name()), Fact::Word(side.letter()));
        Fact::noun(
            "steps",
            [
                ("count", (*count).into()),
                ("side", side),
                ("letter", letter),
            ],
        )
    };
    Fact::List(steps.iter().map(step).collect())
}

/// An exit of a room on the table: its `side`, whether it is `locked`, `closed` for good or faces a `wall`, and the `room`
/// beyond.
pub struct Exit {
    pub side: Side,
    pub locked: bool,
    pub closed: bool,
    pub wall: bool,
    pub room: Option<Tile>,
}

impl Particular<Dungeon> for Exit {
    fn tell(&self, game: &Dungeon, p: &Position) -> Told {
        let facts = [
            ("side", Fact::Word(self.side.name())),
            ("locked", self.locked.into()),
            ("closed", self.closed.into()),
            ("wall", self.wall.into()),
            ("room", self.room.tell(game, p).fact),
        ];
        Told::new(self.side.name(), Fact::noun("way", facts))
    }

    fn specimens(_: &Dungeon) -> Vec<Exit> {
        let exit = |locked, closed, wall, room| Exit {
            side: Side::North,
            locked,
            closed,
            wall,
            room,
        };
        vec![
            exit(false, false, false, None),
            exit(true, false, false, Some(Tile(0))),
            exit(false, true, false, None),
            exit(false, false, true, None),
        ]
    }
}

impl Exits {
    pub fn noun(&self) -> Fact {
        let exit = |side: Side| {
            Fact::noun(
                "exit",
                [
                    ("side", Fact::Word(side.name())),
                    ("locked", self.1.has(side).into()),
                ],
            )
        };
        let letters = |locked: bool| {
            let sides = self.0.iter().filter(|side| self.1.has(*side) == locked);
            Fact::List(sides.map(|side| Fact::Word(side.letter())).collect())
        };
        let exits = Fact::List(self.0.iter().map(exit).collect());
        Fact::noun(
            "exits",
            [
                ("exits", exits),
                ("out", letters(false)),
                ("shut", letters(true)),
            ],
        )
    }
}

impl Monster {
    pub fn several(&self, count: u32) -> Fact {
        let horned = self.0.has_horns().into();
        let chest = self.0.has_chest().into();
        let colour = Fact::Word(self.0.colour().name());
        Fact::noun(
            "monster",
            [
                ("colour", colour),
                ("horned", horned),
                ("chest", chest),
                ("count", count.into()),
            ],
        )
    }
}

/// Monsters by kind.
fn grouped(monsters: &[piece::Monster]) -> Vec<Fact> {
    let mut alike: Vec<(piece::Monster, u32)> = Vec::new();
    for monster in monsters {
        match alike.iter_mut().find(|(known, _)| known == monster) {
            Some((_, count)) => *count += 1,
            None => alike.push((*monster, 1)),
        }
    }
    alike
        .into_iter()
        .map(|(monster, count)| Monster(monster).several(count))
        .collect()
}

/// Why a `card`, given by its code, is impossible. If it is `gone`, all its copies are in `spots`. Otherwise the `player` cannot
/// hold it, perhaps because the hand is `old`, drawn before the last shuffle; without a player, it must be in some hand.
fn unseen(card: &str, spots: Option<Vec<Fact>>, player: Fact, old: bool) -> Fact {
    let gone = spots.is_some().into();
    let spots = spots.unwrap_or_default().into();
    Fact::noun(
        "unseen",
        [
            ("card", card.into()),
            ("gone", gone),
            ("spots", spots),
            ("player", player),
            ("old", old.into()),
        ],
    )
}

/// Where all copies of a card are, if all of them are seen.
fn spots(game: &Dungeon, p: &Position, card: u8) -> Option<Vec<Fact>> {
    if p.deck
        .get(usize::from(card))
        .is_some_and(|unseen| *unseen > 0)
    {
        return None;
    }
    let mut spots = Vec::new();
    let spent = p.spent_cards.get(usize::from(card)).copied().unwrap_or(0);
    spots.extend((spent > 0).then(|| spot(spent, Fact::None, false)));
    spots.extend(
        (p.fight.and_then(|fight| fight.card()) == Some(card)).then(|| spot(1, Fact::None, true)),
    );
    for (player, seat) in p.players.iter().zip(0..) {
        let held = player
            .hand
            .cards()
            .iter()
            .filter(|held| **held == card)
            .count() as u8;
        spots.extend((held > 0).then(|| spot(held, Player(seat).tell(game, p).fact, false)));
    }
    Some(spots)
}

/// Some copies of a card: `count` of them in the hand of a `player`, `played`, or otherwise discarded.
fn spot(count: u8, player: Fact, played: bool) -> Fact {
    Fact::noun(
        "spot",
        [
            ("count", count.into()),
            ("player", player),
            ("played", played.into()),
        ],
    )
}
