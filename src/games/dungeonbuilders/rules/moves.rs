//! The moves: everything that changes the position.

use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::Cell;
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::piecepack::{Suit, value};
use crate::games::shared::moves::{moves, notations};
use crate::games::side::Side;

moves! {
    /// A decision, a result of chance, or a fact reported by the table.
    pub enum Move of Builders;

    /// Chance: the player who begins the first round (R9).
    Starter(seat: u8 as Seat) = "starter:{seat}";
    /// The tile action: draws a tile (R12).
    TakeTile = "tile";
    /// The coin action: puts a coin on this tile (R25).
    PlaceCoin(tile: Tile) = "coin:{tile}";
    /// The power action: gains a point of power (R30).
    PowerUp = "power";
    /// Rebuilds the dungeon instead of drawing a tile (R23), or right after the last tile (R22).
    Rebuild = "rebuild";
    /// Declines to rebuild (R22).
    LeaveAsIs = "as-is";
    /// Chance: draws this tile (R14).
    Draw(tile: Tile as Drawn) = "draw:{tile}";
    /// Lays the drawn tile on this cell of the dungeon (R17).
    Lay(cell: Cell) = "lay:{cell}";
    /// Joins a floating set to the drawn tile: by this tile, on this side, after this many quarter turns clockwise (A9).
    Join(anchor: Tile as Drawn, side: Side, quarters: u8) = "join:{anchor}:{side}:{quarters}";
    /// Joins no more sets (R19).
    Stop = "stop";
    /// Says which coin was placed, by its value (R25).
    Coin(value: u8 as Value) = "value:{value}";
    /// Says that the coin was a monster, value down, if items are open (A14).
    Monster = "monster";
    /// Rebuilding: takes a tile out of the dungeon.
    Lift(tile: Tile as Drawn) = "lift:{tile}";
    /// Rebuilding: takes all tiles out of the dungeon.
    LiftAll = "lift-all";
    /// Rebuilding: lays a tile in the dungeon.
    Put(tile: Tile as Drawn, cell: Cell) = "put:{tile}:{cell}" | "put:{tile} {cell}";
    /// Rebuilding: lays all tiles as a star (A10).
    Star = "star";
    /// Rebuilding: accepts the layout (R24).
    Done = "done";
    /// Rebuilding: restores the layout from before.
    Withdraw = "withdraw";
    /// The auction is for entering (R37).
    ToEnter = "enter";
    /// The auction is for staying out (R37).
    ToStayOut = "stay";
    /// Bids this much gold (R38).
    Bid(gold: u16) = "bid:{gold}";
    /// Goes to an unvisited tile (R45).
    Go(tile: Tile as Drawn) = "go:{tile}";
    /// Leaves the dungeon (R56).
    Leave = "leave";
    /// Drinks the potion of this suit (R53).
    Drink(suit: Suit) = "drink:{suit}";
    /// Drinks no potion now (R53).
    Keep = "keep";
    /// Turns up this coin of the tile next: the first or the second placed (R47).
    Turn(at: u8 as Nth) = "turn:{at}";
    /// Fact: the value of the coin turned up.
    Shown(value: u8 as Value) = "shown:{value}";
    /// Chance: the combat die (R48).
    Roll(roll: u8 as Value) = "roll:{roll}";
    /// V3: enters after a dead hero, or takes what he left.
    Yes = "yes";
    /// V3: declines to enter or to take it.
    No = "no";
}

notations! {
    of Builders, with game;

    tile: Tile = tile, word => Tile::parse(word), like Tile::all().chain([Tile::ENTRANCE]);
    side: Side = side.letter(), word => Side::parse(word), like Side::ALL;
    suit: Suit = suit.letter(), word => Suit::parse(word), like Suit::ALL;

    /// A tile other than the entrance.
    tile: Tile as Drawn = tile, word => Tile::parse(word).filter(|tile| *tile != Tile::ENTRANCE), like Tile::all();

    /// Steps east and north of the entrance: "2,-1"; what is typed may also have a colon.
    cell: Cell = format!("{},{}", cell.0, cell.1), word => {
        let (x, y) = word.split_once([',', ':'])?;
        Some((x.parse().ok()?, y.parse().ok()?))
    }, like (-2..3).flat_map(|x| (-1..2).map(move |y| (x, y)));

    seat: u8 as Seat = format!("P{}", seat + 1), word => word.trim_start_matches('p').parse::<u8>().ok()?.checked_sub(1),
        like 0..4;

    /// The value of a coin, or a number on the die.
    number: u8 as Value = number, word => value(word), like 0..=6;

    /// The first or the second.
    at: u8 as Nth = u16::from(at) + 1, word => word.parse::<u8>().ok()?.checked_sub(1), like 0..=6;
}
