//! What a seat sees of a game.
//!
//! The secrets are the values of coins in hands and of coins that are value down, which only their owners see (section 7 of
//! the rules). The entrance's face and the order of the pile are not part of any position.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::knowledge::value_seen;
use super::mark::Mark;
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{Cell, Layout, Set, beside};
use crate::games::dungeonbuilders::data::tile::{Tile, Tiles};
use crate::games::dungeonbuilders::rules::position::{
    Auction, Bid, Coin, Hero, POTION, Position, Remains, SWORD, Step, Trail,
};
use crate::games::piecepack::{VALUES, Values};
use crate::games::shared::narrator::{Narrator, Seats};
use crate::games::shared::phrase::Phrases;
use crate::referee::Seat;

/// The table as seen by one seat or by everybody.
#[derive(Clone, Copy, Debug)]
pub struct View<'p> {
    game: &'p Builders,
    position: &'p Position,
    seat: Option<Seat>,
}

/// A coin on a tile, as a seat sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The player who placed it.
    pub seat: u8,
    /// The value, if the viewer sees it.
    pub value: Option<u8>,
    /// Whether it lies value up.
    pub open: bool,
    /// The values that it may have, judging by what everybody saw.
    pub possible: Values,
}

impl<'p> View<'p> {
    pub(crate) fn new(game: &'p Builders, position: &'p Position, seat: Option<Seat>) -> View<'p> {
        View {
            game,
            position,
            seat,
        }
    }

    pub fn game(&self) -> &'p Builders {
        self.game
    }

    /// Puts a phrase about the table into words.
    pub(crate) fn say(&self, phrase: &impl Phrases<Builders>) -> String {
        self.game.lexicon.say(self.game, self.position, phrase)
    }

    /// The viewer; `None` for everybody.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    pub fn step(&self) -> Step {
        self.position.step
    }

    pub fn round(&self) -> u32 {
        self.position.round
    }

    /// Whose turn it is to build, bid, decide or explore.
    pub fn acting(&self) -> u8 {
        self.position.acting
    }

    pub fn layout(&self) -> &'p Layout {
        &self.position.layout
    }

    /// The tile being placed.
    pub fn tile(&self) -> Option<Tile> {
        self.position.tile
    }

    /// The number of tiles in the pile.
    pub fn pile(&self) -> usize {
        self.game.pile(self.position)
    }

    /// The tiles that nobody has seen this round: the pile and the entrance.
    pub fn unseen(&self) -> Tiles {
        Tile::all()
            .filter(|tile| self.game.in_play(*tile) && !self.position.drawn.has(*tile))
            .collect()
    }

    pub fn gold(&self, seat: u8) -> u16 {
        self.position.gold[usize::from(seat)]
    }

    pub fn power(&self, seat: u8) -> u8 {
        self.position.power[usize::from(seat)]
    }

    /// The number of coins in a player's hand.
    pub fn in_hand(&self, seat: u8) -> u8 {
        VALUES as u8 - self.position.purses[usize::from(seat)].placed
    }

    /// The coins in the viewer's hand, if the referee was told.
    pub fn hand(&self) -> Option<Values> {
        let told = self.game.secrets == crate::referee::journal::Secrets::Referee;
        let purse = self.position.purses[usize::from(self.seat.filter(|_| told)?)];
        Some(Values(Values::ALL.0 & !purse.gone.0))
    }

    /// The coins on a tile, in the order in which they were placed.
    pub fn coins_on(&self, tile: Tile) -> impl Iterator<Item = Seen> {
        let p = self.position;
        let viewer = self.seat.into();
        p.coins_on(tile).map(move |coin| {
            let value = value_seen(coin, viewer);
            Seen {
                seat: coin.seat,
                value,
                open: coin.open,
                possible: value.map_or(publicly(p, coin), |value| Values(1 << value)),
            }
        })
    }

    /// A player's coins that have been seen and are out of play this round: beaten monsters and drunk potions.
    pub fn used(&self, seat: u8) -> Values {
        let p = self.position;
        let mut used = p.purses[usize::from(seat)].seen;
        let open = p
            .coins
            .iter()
            .flatten()
            .flatten()
            .filter(|coin| coin.seat == seat && coin.open);
        open.filter_map(|coin| coin.value)
            .for_each(|value| used.remove(value));
        let things = p
            .trail
            .left
            .iter()
            .flatten()
            .map(|left| (left.sword, left.potions));
        for (sword, potions) in things.chain(self.hero().map(|hero| (hero.sword, hero.potions))) {
            if sword == Some(seat) {
                used.remove(SWORD);
            }
            if Seats(potions).has(seat) {
                used.remove(POTION);
            }
        }
        used
    }

    pub fn auction(&self) -> &'p Auction {
        &self.position.auction
    }

    /// The hero in the dungeon, if there is one.
    pub fn hero(&self) -> Option<&'p Hero> {
        self.step().explores().then_some(&self.position.hero)
    }

    /// What dead heroes left, with their seats (V3e).
    pub fn remains(&self) -> impl Iterator<Item = (u8, Remains)> + use<> {
        let left = (0..)
            .zip(self.position.trail.left)
            .filter_map(|(seat, left)| Some((seat, left?)));
        left.filter(|(_, left)| left.sword.is_some() || left.potions != 0)
    }

    /// The tiles lifted during a rebuild (R24).
    pub fn lifted(&self) -> Tiles {
        match self.step() {
            Step::Rebuild => self.position.drawn.without(self.layout().tiles()),
            _ => Tiles::default(),
        }
    }

    pub fn trail(&self) -> &'p Trail {
        &self.position.trail
    }

    /// The value of the coin being settled, if it is visible.
    pub fn strength(&self) -> Option<u8> {
        self.position.turning().filter(|coin| coin.open)?.value
    }

    /// The places that current answers point to, each once.
    pub(super) fn marks(&self) -> Vec<Mark> {
        self.game.marks(self.position)
    }

    /// The tile for the coin in hand.
    pub fn target(&self) -> Tile {
        self.position.target
    }

    /// R17: visits the cells of the dungeon where a tile could go if it were drawn now.
    pub fn places(&self, tile: Tile, each: &mut impl FnMut(Cell)) {
        self.game.cells(self.position, tile).iter().for_each(each);
    }

    /// R18: visits the layouts that result from laying this tile there: with any single set joined, or as it is if none can
    /// be.
    pub fn outcomes(&self, tile: Tile, cell: Cell, each: &mut impl FnMut(&Layout)) {
        let mut then = *self.position;
        then.tile = Some(tile);
        then.layout.lay(tile, cell);
        let mut alone = true;
        self.game.joins(&then, &mut |anchor, side, quarters| {
            let mut layout = then.layout;
            layout.join(anchor, quarters, Set::DUNGEON, beside(cell, side));
            alone = false;
            each(&layout);
        });
        if alone {
            each(&then.layout);
        }
    }

    fn player(&self, seat: u8) -> Value {
        let purse = self.position.purses[usize::from(seat)];
        let hand = if self.seat == Some(seat) {
            self.hand()
        } else {
            None
        };
        json!({
            "name": self.game.players[usize::from(seat)],
            "suit": self.game.suit(seat),
            "gold": self.gold(seat),
            "power": self.power(seat),
            "coins": self.in_hand(seat),
            "hand": hand,
            "seen": purse.seen,
        })
    }

    fn lying(&self, tile: Tile) -> Value {
        self.coins_on(tile)
            .map(|coin| json!({ "suit": self.game.suit(coin.seat), "value": coin.value }))
            .collect()
    }

    fn set(&self, set: Set) -> Value {
        let tile = |(tile, cell): (Tile, Cell)| json!({ "tile": tile, "at": cell, "coins": self.lying(tile) });
        self.layout().of(set).map(tile).collect()
    }
}

/// The values that a coin may have, judging by what everybody saw.
fn publicly(p: &Position, coin: Coin) -> Values {
    let items = if coin.monster { 0b11 } else { 0 };
    Values(Values::ALL.0 & !p.purses[usize::from(coin.seat)].seen.0 & !items)
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let p = self.position;
        let seats = 0..self.game.players.len() as u8;
        let bid = |seat: u8| match p.auction.bids[usize::from(seat)] {
            Bid::None => Value::Null,
            Bid::Gold(gold) => json!(gold),
            Bid::Unable => json!("unable"),
        };
        let suits = |bits: u8| {
            Seats(bits)
                .iter()
                .map(|seat| self.game.suit(seat))
                .collect::<Vec<_>>()
        };
        let hero = self.hero().map(|hero| {
            json!({
                "player": self.game.name(hero.seat), "entry": hero.entry, "at": hero.at,
                "visited": hero.visited, "sword": hero.sword.map(|seat| self.game.suit(seat)),
                "potions": suits(hero.potions),
            })
        });
        let left = |seat: u8| {
            p.trail.left[usize::from(seat)].map(|left| {
                json!({
                    "at": left.at, "sword": left.sword.map(|seat| self.game.suit(seat)),
                    "potions": suits(left.potions),
                })
            })
        };
        json!({
            "round": p.round,
            "goal": self.game.options.goal,
            "players": seats.clone().map(|seat| self.player(seat)).collect::<Value>(),
            "pile": self.pile(),
            "drawn": p.drawn,
            "tile": p.tile,
            "dungeon": self.set(Set::DUNGEON),
            "floating": self.layout().floating().map(|set| self.set(set)).collect::<Value>(),
            "auction": (p.auction.bidders != 0).then(|| json!({
                "stay_out": p.auction.stay_out,
                "bids": seats.clone().map(bid).collect::<Value>(),
            })),
            "hero": hero,
            "left": seats.clone().filter_map(left).collect::<Value>(),
        })
        .serialize(serializer)
    }
}
