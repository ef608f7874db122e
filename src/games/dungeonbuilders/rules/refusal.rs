//! Reasons why a move is illegal.

use super::moves::Move;
use super::noun::{Coin, Placed, Spot, Suit, Tile, Tiles};
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{Cell, Obstacle};
use crate::games::dungeonbuilders::data::tile;
use crate::games::piecepack::{self, VALUES};
use crate::games::shared::event::events;
use crate::games::shared::moves::Moves as _;
use crate::games::shared::noun::{Flag, Number, Player, Text};
use crate::games::side::Side;

events! {
    /// A broken rule, with the details needed to explain it.
    pub enum Refusal of Builders, in "refusals", with (game, p);

    /// The move belongs to another step.
    NotNow = "wrong_step", "R10" => {};
    GameOver = "game_over", "R63" => {};
    NoSuchPlayer = "no_such_player", "R9" => {};
    PileEmpty = "pile_empty", "R12" => {};
    PileLeft = "pile_not_empty", "R23" => {};
    /// The coin of this value was placed, or all were; perhaps no coin `exists` with this value.
    NotInHand { value: Option<u8> } = "not_in_hand", "R12" => {} + {
        player: Player(p.acting), coin: Placed(value), exists: Flag(value.is_none_or(|value| usize::from(value) < VALUES)),
    };
    NoRoom { tile: tile::Tile } = "tile_full", "R25" => {} + { tile: Tile(tile) };
    NotOnTable { tile: tile::Tile } = "not_on_table", "R25" => {} + { tile: Tile(tile) };
    CoinOnEntrance = "coin_on_entrance", "A12" => {};
    NoMonsterLeft = "no_monster_left", "R26" => {};
    NotInPlay { tile: tile::Tile } = "not_in_play", "R1" => {} + { tile: Tile(tile) };
    TileSeen { tile: tile::Tile } = "tile_already_seen", "R14" => {} + { tile: Tile(tile) };
    /// The drawn tile, or one of a set, would lie on another tile.
    Taken { tile: tile::Tile, cell: Cell, other: tile::Tile } = "taken", "R15" => {} +
        { tile: Tile(tile), place: Spot(Spot::near(&p.layout, cell, None)), other: Tile(other) };
    /// It would be beside no tile whose value differs by 1.
    Apart { tile: tile::Tile, cell: Cell } = "not_connected", "R15" => {} +
        { tile: Tile(tile), place: Spot(Spot::near(&p.layout, cell, None)) };
    /// It would touch a tile whose value does not differ by 1.
    Touches { tile: tile::Tile, cell: Cell, other: tile::Tile } = "touches", "A4" => {} +
        { tile: Tile(tile), place: Spot(Spot::near(&p.layout, cell, None)), other: Tile(other) };
    /// It would complete a square.
    Square { tile: tile::Tile, cell: Cell } = "square", "R20" => {} +
        { tile: Tile(tile), place: Spot(Spot::near(&p.layout, cell, None)) };
    /// No set could be joined from there, but from elsewhere one could.
    NoJoinThere = "no_join_there", "A6" => {};
    OwnSet { tile: tile::Tile } = "own_set", "R18" => {} + { tile: Tile(tile) };
    /// An anchor that the drawn tile, `own`, does not fit.
    AnchorMisfit { tile: tile::Tile, own: tile::Tile } = "does_not_fit", "R16" => {} + { tile: Tile(tile), own: Tile(own) };
    /// The same tiles would be placed the same way under another name.
    SameAs { anchor: tile::Tile, side: Side, quarters: u8 } = "same_join", "A9" => {} +
        { join: Text(Move::Join(anchor, side, quarters).id(game)) };
    AlreadyLaid { tile: tile::Tile } = "already_laid", "R24" => {} + { tile: Tile(tile) };
    NotInDungeon { tile: tile::Tile } = "not_in_dungeon", "R24" => {} + { tile: Tile(tile) };
    NothingToLift = "nothing_to_lift", "R24" => {};
    StillInHand { tiles: tile::Tiles } = "tiles_left_out", "R24" => {} + { tiles: Tiles(tiles) };
    CutOff { tile: tile::Tile } = "cut_off", "R24" => {} + { tile: Tile(tile) };
    NoPath = "no_path", "R24" => {};
    TooMuch { gold: u16 } = "too_much", "R38" => {} +
        { player: Player(p.acting), gold: Number(gold), own: Number(p.acting_gold()) };
    BidBefore { gold: u16 } = "bid_before", "R38" => {} + { gold: Number(gold) };
    NotConnected { tile: tile::Tile } = "no_way", "R45" => {} + { tile: Tile(tile) };
    Visited { tile: tile::Tile } = "visited", "A33" => {} + { tile: Tile(tile) };
    OwnTilesLeft { tiles: tile::Tiles } = "own_tiles_left", "R46" => {} + { tiles: Tiles(tiles) };
    NoPotion { suit: piecepack::Suit } = "no_potion", "R53" => {} + { suit: Suit(suit) };
    NotHurt = "not_hurt", "R53" => {};
    NoCoinThere = "no_coin_there", "R47" => {};
    /// The coin turned up cannot have this value; perhaps no coin `exists` with it.
    NotPossible { value: u8 } = "not_possible", "R4" => {} + {
        player: Player(p.turning().map_or(p.acting, |coin| coin.seat)), coin: Coin(value),
        exists: Flag(usize::from(value) < VALUES),
    };
    BadDie = "bad_die", "A23" => {};
}

impl Refusal {
    /// A tile, the drawn one or one of a set, cannot be placed there.
    pub fn blocked(tile: tile::Tile, cell: Cell, by: Obstacle) -> Refusal {
        match by {
            Obstacle::Taken(other) => Refusal::Taken { tile, cell, other },
            Obstacle::Apart => Refusal::Apart { tile, cell },
            Obstacle::Mismatch(other) => Refusal::Touches { tile, cell, other },
            Obstacle::Square => Refusal::Square { tile, cell },
        }
    }
}
