//! The particulars of this game's events and phrases, as facts from which sentences are built.

use serde_json::json;

use super::moves::Coins;
use super::position::Position;
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{self, Kind, SPECIALS, Tokens};
use crate::games::shared::event::{Particular, Told};
use crate::games::shared::fact::Fact;
use crate::games::shared::narrator::Narrator as _;
use crate::games::shared::noun::Player;
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
        Told::new(name, Fact::noun("knight", [("name", name.into()), ("again", self.again.into()), ("nameless", nameless)]))
    }

    fn specimens(_: &Dungeon) -> Vec<Knight> {
        [false, true].map(|again| Knight { seat: 0, again }).into()
    }
}

/// Treasure of one kind: its `word`, the value of a coin in `gold` (0 for items), whether it is the `maiden`, and the number
/// of tokens.
pub struct Token(pub Kind);

impl Token {
    pub fn several(&self, game: &Dungeon, count: u8) -> Fact {
        let (kind, token) = (self.0, game.data.token(self.0));
        let special = Kind::SPECIAL_NAMES.get(kind.index()).map(|name| Fact::Word(name));
        let word = special.unwrap_or_else(|| token.word.as_str().into());
        let maiden = (kind == Kind::MAIDEN).into();
        Fact::noun("token", [("word", word), ("gold", token.gold.into()), ("maiden", maiden), ("count", count.into())])
    }
}

impl Particular<Dungeon> for Token {
    fn tell(&self, game: &Dungeon, _: &Position) -> Told {
        Told::new(game.data.token(self.0).word.as_str(), self.several(game, 1))
    }

    fn specimens(_: &Dungeon) -> Vec<Token> {
        (0..=SPECIALS as u8).map(|kind| Token(Kind(kind))).collect()
    }
}

/// Treasure: a list of tokens, grouped by kind.
pub struct Treasure(pub Tokens);

impl Particular<Dungeon> for Treasure {
    fn tell(&self, game: &Dungeon, _: &Position) -> Told {
        let (word, some) = (|kind| game.data.token(kind).word.as_str(), |kind| Token(kind).several(game, self.0.of(kind)));
        Told::new(self.0.each().map(word).collect::<Vec<_>>(), self.0.kinds().map(some).collect::<Vec<_>>())
    }

    fn specimens(_: &Dungeon) -> Vec<Treasure> {
        let mut several = Tokens::one(Kind::POTION);
        several.add(Kind::POTION);
        several.add(Kind(SPECIALS as u8));
        [several, Tokens::one(Kind::MAIDEN), Tokens::default()].map(Treasure).into()
    }
}

/// Treasure as a list: items by kind, and the `gold` of all coins together.
pub struct Haul(pub Tokens);

impl Particular<Dungeon> for Haul {
    fn tell(&self, game: &Dungeon, _: &Position) -> Told {
        let items = self.0.kinds().filter(|kind| kind.is_special());
        let mut facts: Vec<Fact> = items.map(|kind| Token(kind).several(game, self.0.of(kind))).collect();
        let gold = game.data.gold(self.0.coins());
        facts.extend((gold > 0).then(|| Fact::noun("sum", [("gold", gold.into())])));
        Told::new(gold, facts)
    }

    fn specimens(game: &Dungeon) -> Vec<Haul> {
        Treasure::specimens(game).into_iter().map(|treasure| Haul(treasure.0)).collect()
    }
}

/// The price of a `token`, in `gold`.
pub struct Price(pub Kind);

impl Particular<Dungeon> for Price {
    fn tell(&self, game: &Dungeon, _: &Position) -> Told {
        let (token, gold) = (game.data.token(self.0), game.data.token(self.0).price);
        let noun = Fact::noun("price", [("token", Token(self.0).several(game, 1)), ("gold", gold.into())]);
        Told::new(json!([token.word.as_str(), gold]), noun)
    }

    fn specimens(_: &Dungeon) -> Vec<Price> {
        vec![Price(Kind::POTION)]
    }
}

/// A fight card: its `code` and its `bonuses`, each with an `attack` and what the card adds to it.
pub struct Card(pub u8);

impl Card {
    pub fn noun(&self, game: &Dungeon) -> Fact {
        let named = piece::Attack::ALL.into_iter().zip(game.data.card(self.0).bonus).filter(|(_, bonus)| *bonus != 0);
        let bonus = |(attack, plus): (piece::Attack, i8)| {
            Fact::noun("bonus", [("attack", Fact::Word(attack.name())), ("plus", plus.into())])
        };
        Fact::noun("card", [("code", game.card_code(self.0).into()), ("bonuses", Fact::List(named.map(bonus).collect()))])
    }
}

impl Particular<Dungeon> for Card {
    fn tell(&self, game: &Dungeon, _: &Position) -> Told {
        Told::new(game.card_code(self.0), self.noun(game))
    }

    fn specimens(game: &Dungeon) -> Vec<Card> {
        let answers = |card: &u8| game.data.card(*card).bonus.iter().filter(|bonus| **bonus != 0).count();
        let first = |number: usize| (0..game.data.cards.len() as u8).find(|card| answers(card) == number).map(Card);
        (0..=3).filter_map(first).collect()
    }
}

/// A card drawn into a hand, and whether all may see it.
pub struct Dealt(pub u8, pub bool);

impl Particular<Dungeon> for Dealt {
    fn tell(&self, game: &Dungeon, p: &Position) -> Told {
        if self.1 { Card(self.0).tell(game, p) } else { Told::hidden() }
    }

    fn specimens(_: &Dungeon) -> Vec<Dealt> {
        vec![Dealt(0, true), Dealt(0, false)]
    }
}

/// A kind of tile: its `name` without an article, the name as `printed`, and its `code`.
pub struct Tile(pub u8);

impl Particular<Dungeon> for Tile {
    fn tell(&self, game: &Dungeon, _: &Position) -> Told {
        let (name, code) = (game.tile_name(self.0), game.tile_code(self.0));
        let printed = game.data.tile(self.0).name.as_str();
        Told::new(code, Fact::noun("room", [("name", name.into()), ("printed", printed.into()), ("code", code.into())]))
    }

    fn specimens(game: &Dungeon) -> Vec<Tile> {
        (0..game.data.tiles.len() as u8).map(Tile).collect()
    }
}

/// A tile on the table, by the order in which tiles were laid.
pub struct Room(pub u8);

impl Particular<Dungeon> for Room {
    fn tell(&self, game: &Dungeon, p: &Position) -> Told {
        Tile(p.room(self.0).tile).tell(game, p)
    }

    fn specimens(_: &Dungeon) -> Vec<Room> {
        vec![Room(0)]
    }
}

/// The position of a room relative to the stairs, as `steps`.
pub struct Place(pub i16, pub i16);

impl Particular<Dungeon> for Place {
    fn tell(&self, _: &Dungeon, _: &Position) -> Told {
        let steps = [(self.1, Side::North), (self.0, Side::East)].into_iter().filter(|(steps, _)| *steps != 0);
        let side = |(steps, ahead): (i16, Side)| if steps < 0 { ahead.opposite() } else { ahead };
        let steps = Steps(steps.map(|step| (side(step), step.0.unsigned_abs())).collect());
        Told::new(vec![self.0, self.1], Fact::noun("place", [("steps", steps.list())]))
    }

    fn specimens(_: &Dungeon) -> Vec<Place> {
        vec![Place(0, 0), Place(1, 0), Place(-1, 2)]
    }
}

/// A number for each of some sides: a list with `count`, `side` and the `letter` of the side.
pub struct Steps(pub Vec<(Side, u16)>);

impl Steps {
    fn list(&self) -> Fact {
        let steps = |(side, count): &(Side, u16)| {
            let (side, letter) = (Fact::Word(side.name()), Fact::Word(side.letter()));
            Fact::noun("steps", [("count", (*count).into()), ("side", side), ("letter", letter)])
        };
        Fact::List(self.0.iter().map(steps).collect())
    }
}

impl Particular<Dungeon> for Steps {
    fn tell(&self, _: &Dungeon, _: &Position) -> Told {
        Told::new(self.0.iter().map(|(_, count)| *count).collect::<Vec<_>>(), self.list())
    }

    fn specimens(_: &Dungeon) -> Vec<Steps> {
        vec![Steps(vec![(Side::North, 2)]), Steps(vec![(Side::South, 1), (Side::West, 12)])]
    }
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
        let exit = |locked, closed, wall, room| Exit { side: Side::North, locked, closed, wall, room };
        vec![
            exit(false, false, false, None),
            exit(true, false, false, Some(Tile(0))),
            exit(false, true, false, None),
            exit(false, false, true, None),
        ]
    }
}

/// The `exits` of a room, each with its `side` and whether it is `locked`; `out` and `shut` are the letters of the open and the
/// locked ones.
pub struct Exits(pub side::Sides, pub side::Sides);

impl Exits {
    pub fn noun(&self) -> Fact {
        let exit = |side: Side| Fact::noun("exit", [("side", Fact::Word(side.name())), ("locked", self.1.has(side).into())]);
        let letters = |locked: bool| {
            let sides = self.0.iter().filter(|side| self.1.has(*side) == locked);
            Fact::List(sides.map(|side| Fact::Word(side.letter())).collect())
        };
        let exits = Fact::List(self.0.iter().map(exit).collect());
        Fact::noun("exits", [("exits", exits), ("out", letters(false)), ("shut", letters(true))])
    }
}

impl Particular<Dungeon> for Exits {
    fn tell(&self, _: &Dungeon, _: &Position) -> Told {
        Told::new(self.0.iter().map(Side::name).collect::<Vec<_>>(), self.noun())
    }

    fn specimens(_: &Dungeon) -> Vec<Exits> {
        [(1, 0), (2, 2), (15, 4)].map(|(exits, locked)| Exits(side::Sides(exits), side::Sides(locked))).into()
    }
}

/// A monster: its `colour`, whether it is `horned` and has a `chest`, and the number of them.
pub struct Monster(pub piece::Monster);

impl Monster {
    pub fn several(&self, count: u32) -> Fact {
        let (horned, chest) = (self.0.has_horns().into(), self.0.has_chest().into());
        let colour = Fact::Word(self.0.colour().name());
        Fact::noun("monster", [("colour", colour), ("horned", horned), ("chest", chest), ("count", count.into())])
    }
}

impl Particular<Dungeon> for Monster {
    fn tell(&self, _: &Dungeon, _: &Position) -> Told {
        Told::new(json!({ "colour": self.0.colour(), "face": self.0.face().name() }), self.several(1))
    }

    fn specimens(_: &Dungeon) -> Vec<Monster> {
        piece::Monster::ALL.map(Monster).into()
    }
}

/// Monsters: a list, grouped by kind.
pub struct Monsters(pub Vec<piece::Monster>);

impl Monsters {
    pub fn list(&self) -> Vec<Fact> {
        let mut alike: Vec<(piece::Monster, u32)> = Vec::new();
        for monster in &self.0 {
            match alike.iter_mut().find(|(known, _)| known == monster) {
                Some((_, count)) => *count += 1,
                None => alike.push((*monster, 1)),
            }
        }
        alike.into_iter().map(|(monster, count)| Monster(monster).several(count)).collect()
    }
}

impl Particular<Dungeon> for Monsters {
    fn tell(&self, _: &Dungeon, _: &Position) -> Told {
        Told::new(self.0.len() as u64, self.list())
    }

    fn specimens(_: &Dungeon) -> Vec<Monsters> {
        let all = piece::Monster::ALL;
        [all.into(), vec![all[0]; 2], vec![all[1]], Vec::new()].map(Monsters).into()
    }
}

/// The colour of a die.
pub struct Colour(pub piece::Colour);

impl Particular<Dungeon> for Colour {
    fn tell(&self, _: &Dungeon, _: &Position) -> Told {
        Told::new(self.0.name(), Fact::Word(self.0.name()))
    }

    fn specimens(_: &Dungeon) -> Vec<Colour> {
        piece::Colour::ALL.map(Colour).into()
    }
}

/// A monster's attack.
pub struct Attack(pub piece::Attack);

impl Particular<Dungeon> for Attack {
    fn tell(&self, _: &Dungeon, _: &Position) -> Told {
        Told::new(self.0.name(), Fact::Word(self.0.name()))
    }

    fn specimens(_: &Dungeon) -> Vec<Attack> {
        piece::Attack::ALL.map(Attack).into()
    }
}

/// The coins of a payment, as a list of their words.
pub struct Payment(pub Coins);

impl Particular<Dungeon> for Payment {
    fn tell(&self, game: &Dungeon, _: &Position) -> Told {
        let words = game.coin_words(self.0);
        Told::new(words.clone(), words.into_iter().map(Fact::from).collect::<Vec<_>>())
    }

    fn specimens(_: &Dungeon) -> Vec<Payment> {
        let mut coins = Coins::default();
        coins.0[0] = 1;
        vec![Payment(coins)]
    }
}

/// Why a card cannot be in the hand in question, if the table keeps closed hands; see [`unseen`].
pub struct NotHeld(pub Option<u8>);

impl Particular<Dungeon> for NotHeld {
    fn tell(&self, game: &Dungeon, p: &Position) -> Told {
        let Some(card) = self.0 else { return Told::hidden() };
        let seat = p.shows().unwrap_or(p.actor());
        let old = p.worlds.is_all_old(seat, p.players[seat].hand.hidden());
        let player = Player(seat as u8).tell(game, p).fact;
        Told::new(game.card_code(card), unseen(game.card_code(card), spots(game, p, card), player, old))
    }

    fn specimens(_: &Dungeon) -> Vec<NotHeld> {
        vec![NotHeld(Some(0)), NotHeld(None)]
    }

    fn shapes(game: &Dungeon, p: &Position) -> Vec<Fact> {
        let gone = |spot: Fact| unseen("F01", Some(vec![spot]), Player(0).tell(game, p).fact, false);
        let spots = [spot(2, Fact::None, false), spot(1, Fact::None, true), spot(1, Player(0).tell(game, p).fact, false)];
        let old = [true, false].map(|old| unseen("F01", None, Player(0).tell(game, p).fact, old));
        spots.map(gone).into_iter().chain(old).chain([Fact::None]).collect()
    }
}

/// Why a card cannot come from the fight deck, if the table keeps closed hands; see [`unseen`].
pub struct NotFresh(pub Option<u8>);

impl Particular<Dungeon> for NotFresh {
    fn tell(&self, game: &Dungeon, p: &Position) -> Told {
        let Some(card) = self.0 else { return Told::hidden() };
        Told::new(game.card_code(card), unseen(game.card_code(card), spots(game, p, card), Fact::None, false))
    }

    fn specimens(_: &Dungeon) -> Vec<NotFresh> {
        vec![NotFresh(Some(0)), NotFresh(None)]
    }
}

/// Why a `card`, given by its code, is impossible. If it is `gone`, all its copies are in `spots`. Otherwise the `player` cannot
/// hold it, perhaps because the hand is `old`, drawn before the last shuffle; without a player, it must be in some hand.
fn unseen(card: &str, spots: Option<Vec<Fact>>, player: Fact, old: bool) -> Fact {
    let gone = spots.is_some().into();
    let spots = spots.unwrap_or_default().into();
    Fact::noun("unseen", [("card", card.into()), ("gone", gone), ("spots", spots), ("player", player), ("old", old.into())])
}

/// Where all copies of a card are, if all of them are seen.
fn spots(game: &Dungeon, p: &Position, card: u8) -> Option<Vec<Fact>> {
    if p.deck.get(usize::from(card)).is_some_and(|unseen| *unseen > 0) {
        return None;
    }
    let mut spots = Vec::new();
    let spent = p.spent_cards.get(usize::from(card)).copied().unwrap_or(0);
    spots.extend((spent > 0).then(|| spot(spent, Fact::None, false)));
    spots.extend((p.fight.card == card).then(|| spot(1, Fact::None, true)));
    for (player, seat) in p.players.iter().zip(0..) {
        let held = player.hand.cards().iter().filter(|held| **held == card).count() as u8;
        spots.extend((held > 0).then(|| spot(held, Player(seat).tell(game, p).fact, false)));
    }
    Some(spots)
}

/// Some copies of a card: `count` of them in the hand of a `player`, `played`, or otherwise discarded.
fn spot(count: u8, player: Fact, played: bool) -> Fact {
    Fact::noun("spot", [("count", count.into()), ("player", player), ("played", played.into())])
}
