//! What may be answered.

use super::super::Builders;
use super::super::data::layout::{Set, beside};
use super::super::data::tile;
use super::super::rules::event::Event;
use super::super::rules::moves::Move;
use super::super::rules::noun::{Coin, Placed, Spot, Suit, Tile};
use super::super::rules::position::{self, Position, Step};
use crate::games::shared::noun::{Flag, Letter, Number, Player, Rolls, Side};
use crate::games::shared::phrase::phrases;
use crate::games::side;
use crate::referee::Game as _;
use crate::referee::journal::Secrets;
use crate::referee::odds::{Needed, needed};

phrases! {
    /// An answer: in a few words, and in `[short]` as it is typed and shown at a prompt: first what is enough to type.
    pub struct Answer of Builders, in "answers", with (game, p, mv: Move);

    match mv;

    Move::Starter(seat) => "starter" { player: Player(seat) };
    /// So many tiles are `left` in the pile.
    Move::TakeTile => "tile" { left: Number(game.pile(p) as i64) };
    /// On a tile with this many `coins`.
    Move::PlaceCoin(tile) => "place_coin" { tile: Tile(tile), coins: Number(p.coins_on(tile).count() as i64) };
    Move::PowerUp => "power" { power: Number(p.power[usize::from(p.acting)]) };
    Move::Rebuild => "rebuild";
    Move::LeaveAsIs => "leave_as_is";
    Move::Draw(tile) => "draw" { tile: Tile(tile) };
    Move::Lay(cell) => "lay" { place: Spot(Spot::near(&p.layout, cell, p.tile)) };
    /// The set of this tile comes to that side. How it is turned is shown by an`other` of its tiles, which is then on the
    /// `other_side` of `tile`, whatever the set's orientation now. To type, that is needed only if the answer is `ambiguous`
    /// without. A set joined to a single tile `floats` with it: there are no sides.
    Move::Join(anchor, side, quarters) => let second = second(p, anchor, quarters);
        "join" {
            tile: Tile(anchor), side: Side(side), letter: Letter(side), floats: Flag(floats(p)),
            other: Option<Tile>(second.map(|(other, _)| Tile(other))),
            other_side: Option<Side>(second.map(|(_, side)| Side(side))),
            other_letter: Option<Letter>(second.map(|(_, side)| Letter(side))),
            ambiguous: Flag(game.is_ambiguous(p, anchor, side)),
        };
    Move::Stop => "stop";
    /// The coin placed, if it is open.
    Move::Coin(value) if game.secrets == Secrets::Table => "item" { coin: Coin(value) };
    /// The coin placed, of which the referee keeps the secret: what is printed on it, and what it is.
    Move::Coin(value) => "coin" { coin: Coin(value) };
    Move::Shown(value) => "shown" { coin: Coin(value) };
    Move::Monster => "monster";
    Move::Lift(tile) => "lift" { tile: Tile(tile) };
    Move::LiftAll => "lift_all";
    Move::Put(tile, cell) => "put" { tile: Tile(tile), place: Spot(Spot::near(&p.layout, cell, Some(tile))) };
    Move::Star => "star";
    Move::Done => "done";
    Move::Withdraw => "withdraw";
    Move::ToEnter => "to_enter";
    Move::ToStayOut => "to_stay_out";
    Move::Bid(gold) => "bid" { gold: Number(gold) };
    /// A tile, perhaps one's `own`, with this many `coins`.
    Move::Go(tile) => "go" {
        tile: Tile(tile), own: Flag(tile.suit() == Some(game.suit(p.hero.seat))),
        coins: Number(p.coins_on(tile).count() as i64),
    };
    Move::Leave => "leave";
    /// The potion of this suit, which brings the hero's `power` back. Before a fight, the `rolls` that then leave him unharmed.
    Move::Drink(suit) =>
        let rolls = if p.step == Step::Thirst { game.unharmed(p, &[mv]) } else { None };
        "drink" {
            player: Player(game.seat_of(suit).unwrap_or(p.acting)), suit: Suit(suit), power: Number(p.hero.entry),
            rolls: Rolls(rolls),
        };
    Move::Keep if p.step == Step::Deathbed => "die";
    Move::Keep => "fight";
    /// One of the coins on the hero's tile.
    Move::Turn(at) => let coin = coin_at(p, at);
        "turn" {
            player: Player(coin.map_or(p.acting, |coin| coin.seat)),
            coin: Placed(coin.filter(|coin| coin.open).and_then(|coin| coin.value)),
        };
    Move::Roll(roll) => "roll" { number: Number(roll) };
    Move::Yes => "yes";
    Move::No => "no";
}

phrases! {
    /// Questions that confirm an answer which is likely a mistake.
    pub enum Confirm of Builders, in "confirm";

    Rebuild = "rebuild";
    Die = "die";
}

impl Builders {
    /// Which rolls leave the hero unharmed after some moves (R49).
    pub(super) fn unharmed(&self, p: &Position, moves: &[Move]) -> Option<Needed> {
        let face = |mv| {
            if let Move::Roll(face) = mv {
                Some(face)
            } else {
                None
            }
        };
        needed(self, p, moves, face, |event| {
            matches!(event, Event::Unharmed { .. })
        })
    }

    /// Whether a set can be joined with this tile on this side in several ways.
    fn is_ambiguous(&self, p: &Position, tile: tile::Tile, at: side::Side) -> bool {
        let same =
            |mv: &Move| matches!(mv, Move::Join(anchor, side, _) if (*anchor, *side) == (tile, at));
        self.legal(p).iter().filter(|mv| same(mv)).count() > 1
    }
}

/// Another tile of an anchor's set and its side of the anchor, after quarter turns.
fn second(p: &Position, anchor: tile::Tile, quarters: u8) -> Option<(tile::Tile, side::Side)> {
    let place = p.layout.place(anchor)?;
    let near = |to: side::Side| p.layout.at(place.set, beside(place.cell, to));
    side::Side::ALL
        .into_iter()
        .find_map(|to| Some((near(to)?, to.turned(quarters))))
}

/// Whether the tile being placed lies apart on its own.
fn floats(p: &Position) -> bool {
    let own = p.tile.and_then(|tile| p.layout.place(tile));
    own.is_some_and(|own| own.set != Set::DUNGEON && p.layout.of(own.set).count() == 1)
}

/// The first or second coin on the hero's tile.
fn coin_at(p: &Position, at: u8) -> Option<position::Coin> {
    p.coins[p.hero.at.index()]
        .get(usize::from(at))
        .copied()
        .flatten()
}
