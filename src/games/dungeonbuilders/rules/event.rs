//! The events of the game.

use super::noun::{Cell, Coin, Placed, Spot, Tile};
use super::position::UNHARMED;
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{self, Set};
use crate::games::dungeonbuilders::data::tile;
use crate::games::shared::event::events;
use crate::games::shared::noun::{Flag, Number, Player, Players};
use crate::referee::RuleId;

events! {
    /// An event. `seat` is the player concerned. Everybody receives events, so none reveals the value of a coin that is
    /// value down (I12).
    pub enum Event of Builders, in "events", with (game, p);

    /// A round began with this player (R9).
    RoundBegan { round: u32, seat: u8 } = "round_began", "R8" => { round: Number(round), player: Player(seat) };
    TileDrawn { seat: u8, tile: tile::Tile } = "tile_drawn", "R14" => { player: Player(seat), tile: Tile(tile) };
    TileLaid { seat: u8, tile: tile::Tile, cell: layout::Cell } = "tile_laid", "R17" =>
        { player: Player(seat), tile: Tile(tile), cell: Cell(cell) } +
        { place: Spot(Spot::near(&p.layout, cell, Some(tile))) };
    /// The tile fits nowhere in the dungeon.
    FitsNowhere { tile: tile::Tile } = "fits_nowhere", "R18" => { tile: Tile(tile) };
    LeftApart { seat: u8, tile: tile::Tile } = "left_apart", "R18" => { player: Player(seat), tile: Tile(tile) };
    /// A floating set was joined (R19).
    Joined { seat: u8, tile: tile::Tile, set: Set, count: u8 } = "joined", "R18" =>
        { player: Player(seat), tile: Tile(tile), set: Tile(set.0), tiles: Number(count) };
    /// A coin was placed; `value` is given if it is open (A14).
    CoinPlaced { seat: u8, tile: tile::Tile, value: Option<u8> } = "coin_placed", "R25" =>
        { player: Player(seat), tile: Tile(tile), value: Placed(value) };
    PoweredUp { seat: u8, power: u8 } = "powered_up", "R30" => { player: Player(seat), power: Number(power) };
    Rebuilt { seat: u8 } = "rebuilt", "R24" => { player: Player(seat) };
    Strongest { seat: u8 } = "strongest", "R33" => { player: Player(seat) };
    PathFound = "path_found", "R33" => {};
    Mightiest { seat: u8, power: u8 } = "mightiest", "R35" => { player: Player(seat), power: Number(power) };
    /// These seats (one bit each) are tied for the highest power.
    Tied { seats: u8, power: u8 } = "tied", "R36" => { players: Players(seats), power: Number(power) };
    AuctionOpened { seat: u8, stay_out: bool } = "auction_opened", "R37" => { player: Player(seat), stay_out: Flag(stay_out) };
    BidMade { seat: u8, gold: u16 } = "bid_made", "R38" => { player: Player(seat), gold: Number(gold) };
    UnableToBid { seat: u8 } = "unable_to_bid", "R39" => { player: Player(seat) };
    Paid { seat: u8, gold: u16, stay_out: bool } = "paid", if stay_out { "R41" } else { "R40" } =>
        { player: Player(seat), gold: Number(gold) } + { stay_out: Flag(stay_out) };
    /// A hero entered (R44).
    Entered { seat: u8, power: u8 } = "entered", "R43" => { player: Player(seat), power: Number(power) };
    Went { seat: u8, tile: tile::Tile } = "went", "R45" => { player: Player(seat), tile: Tile(tile) };
    /// A coin was turned up; `by` is the player who placed it.
    CoinTurned { seat: u8, by: u8, value: u8 } = "coin_turned", "R47" =>
        { player: Player(seat), by: Player(by), value: Coin(value) };
    SwordTaken { seat: u8, by: u8 } = "sword_taken", "R51" => { player: Player(seat), by: Player(by) };
    /// A sword was left where it is (R51).
    SwordLeft { seat: u8, by: u8 } = "sword_left", "A29" => { player: Player(seat), by: Player(by) };
    PotionTaken { seat: u8, by: u8 } = "potion_taken", "R52" => { player: Player(seat), by: Player(by) };
    Drank { seat: u8, by: u8, healed: u8 } = "drank", "R53" =>
        { player: Player(seat), by: Player(by), healed: Number(healed) };
    /// A monster was fought with the roll, the power and the sword.
    Fought { seat: u8, roll: u8, power: u8, sword: bool, strength: u8, result: i8 } = "fought", "R48" => {
        player: Player(seat), roll: Number(roll), power: Number(power), sword: Flag(sword), strength: Number(strength),
        result: Number(result),
    } + { unharmed: Flag(result >= UNHARMED) };
    Unharmed { seat: u8 } = "unharmed", "R49" => { player: Player(seat) };
    Hurt { seat: u8, damage: u8, power: u8 } = "hurt", "R49" =>
        { player: Player(seat), damage: Number(damage), power: Number(power) };
    /// Gold was earned under this rule: R50 for a monster, R51 for a sword, R53 for a potion.
    Earned { seat: u8, gold: u16, rule: RuleId } = "earned", rule => { player: Player(seat), gold: Number(gold) } +
        { sword: Flag(rule == "R51"), potion: Flag(rule == "R53") };
    Died { seat: u8, tile: tile::Tile } = "died", "R57" => { player: Player(seat), tile: Tile(tile) };
    Left { seat: u8 } = "left", "R56" => { player: Player(seat) };
    /// A hero's trip was scored (V1, V3f).
    Scored { seat: u8, gold: u16, dead: bool } = "scored", if dead { "R59" } else { "R58" } =>
        { player: Player(seat), gold: Number(gold), dead: Flag(dead) } + { deadly: Flag(game.options.deadly) };
    /// A player declined to enter after a dead hero, or volunteered (V3b, V3c).
    Declined { seat: u8 } = "declined", "V3d" => { player: Player(seat) };
    Volunteered { seat: u8 } = "volunteered", "V3c" => { player: Player(seat) };
    /// A dead hero's item was taken; `by` is the player who placed it.
    Looted { seat: u8, from: u8, by: u8, sword: bool } = "looted", "V3e" =>
        { player: Player(seat), from: Player(from), by: Player(by), sword: Flag(sword) };
    RoundEnded { round: u32 } = "round_ended", "R60" => { round: Number(round) };
    Won { seat: u8, gold: u16 } = "won", "R63" => { player: Player(seat), gold: Number(gold) };
    /// These seats (one bit each) won together (R63).
    WonTogether { seats: u8, gold: u16 } = "won_together", "A34" => { players: Players(seats), gold: Number(gold) };
    PlayedOn { seats: u8 } = "played_on", "A34" => { players: Players(seats) };
    LimitReached { rounds: u32 } = "limit_reached", "A44" => { rounds: Number(rounds) };
}
