//! The events of the game.

use super::noun::{Coin, Coins, Compass, Corner, Loot, Offset, Place, Role, Square, Tile};
use super::position::{DEADLY, Position, Step, TREASURES};
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map;
use crate::games::dungeon_crawl::data::piece::{Code, Suit, Values};
use crate::games::shared::event::events;
use crate::games::shared::noun::{Flag, Number, Pair, Player, Players, Side};
use crate::games::side;

events! {
    /// An event. `seat` is the player concerned.
    ///
    /// Everybody receives events, so none reveals which treasure was stolen (section 7 of the rules).
    pub enum Event of Crawl, in "events", with (game, p);

    StartRolled { seat: u8, roll: u8 } = "start_rolled", "R4" => { player: Player(seat), roll: Number(roll) };
    /// These seats (one bit each) tied and roll again (R4).
    StartTied { seats: u8 } = "start_tied", "A1" => { players: Players(seats) };
    First { seat: u8 } = "first", "R4" => { player: Player(seat) };
    /// The suits that point north, east, south, west.
    CompassSet { compass: [Suit; 4] } = "compass_set", "R6" => { compass: Compass(compass) };
    TileTurned { seat: u8, tile: Code, side: side::Side } = "tile_turned", "R8" =>
        { player: Player(seat), tile: Tile(tile), side: Side(side) };
    /// The place for the tile is taken already.
    PlaceTaken { side: side::Side } = "place_taken", "R10" => { side: Side(side) };
    /// A tile was laid with its south-west space here (R10).
    TileLaid { seat: u8, at: map::Square } = "tile_laid", "R9" =>
        { player: Player(seat), space: Square(at) } + { place: Place(Offset::of_last(p)) };
    /// A coin was laid; those of the first tile come last (R13).
    CoinLaid { seat: u8, value: u8, at: map::Square } = "coin_laid", "R11" =>
        { player: Player(seat), value: Number(value), space: Square(at) } +
        { corner: Corner(game.options.corners[usize::from(seat)]), first: Flag(p.step == Step::Pawn) };
    PawnPlaced { by: u8, seat: u8, at: map::Square } = "pawn_placed", "R14" =>
        { by: Player(by), player: Player(seat), space: Square(at) };
    TurnBegan { turn: u32, seat: u8 } = "turn_began", "R18" => { turn: Number(turn), player: Player(seat) };
    Blocked { seat: u8 } = "blocked", "A13" => { player: Player(seat) };
    NoEntrance { seat: u8 } = "no_entrance", "A20" => { player: Player(seat) };
    Moved { seat: u8, to: map::Square } = "moved", "R20" => { player: Player(seat), space: Square(to) };
    CoinTurned { seat: u8, coin: Code } = "coin_turned", "R24" => { player: Player(seat), coin: Coin(coin) };
    ExperienceSpent { seat: u8, suit: Suit, points: u8 } = "experience_spent", "R25" =>
        { player: Player(seat), kind: Role(suit), points: Number(points) };
    Beaten { seat: u8, coin: Code, roll: u8, spent: u8 } = "beaten", "R27" =>
        { player: Player(seat), coin: Coin(coin), roll: Number(roll), spent: Number(spent) };
    Hurt { seat: u8, coin: Code, roll: u8, spent: u8 } = "hurt", "R28" =>
        { player: Player(seat), coin: Coin(coin), roll: Number(roll), spent: Number(spent) } +
        { damage: Number(damage_of(p, seat)), deadly: Number(DEADLY) };
    /// A treasure was found, and this many in all so far.
    TreasureFound { seat: u8, value: u8, found: u8 } = "treasure_found", "R29" =>
        { player: Player(seat), value: Number(value), found: Number(found) } + { all: Number(TREASURES) };
    EquipmentFound { seat: u8, coin: Code } = "equipment_found", "R30" => { player: Player(seat), coin: Coin(coin) };
    EquipmentApplied { seat: u8, points: u8 } = "equipment_applied", "R32" =>
        { player: Player(seat), points: Number(points) };
    Attacked { seat: u8, target: u8 } = "attacked", "R34" => { player: Player(seat), target: Player(target) };
    EquipmentSpent { seat: u8, points: u8 } = "equipment_spent", "R34" => { player: Player(seat), points: Number(points) };
    AttackRolled { seat: u8, roll: u8, spent: u8 } = "attack_rolled", "R35" =>
        { player: Player(seat), roll: Number(roll), spent: Number(spent) };
    AttackWon { seat: u8, target: u8, totals: [u8; 2] } = "attack_won", "R35" =>
        { player: Player(seat), target: Player(target), totals: Pair(totals[0], totals[1]) };
    AttackFailed { seat: u8, target: u8, totals: [u8; 2] } = "attack_failed", "R35" =>
        { player: Player(seat), target: Player(target), totals: Pair(totals[0], totals[1]) };
    TreasureStolen { seat: u8, victim: u8 } = "treasure_stolen", "R35" =>
        { player: Player(seat), victim: Player(victim) } + { peek: Flag(game.is_told_thefts) };
    EquipmentStolen { seat: u8, victim: u8, coin: Code } = "equipment_stolen", "R35" =>
        { player: Player(seat), victim: Player(victim), coin: Coin(coin) };
    /// A successful attacker took nothing (R35).
    NothingTaken { seat: u8, victim: u8 } = "nothing_taken", "A14" => { player: Player(seat), victim: Player(victim) };
    /// A character died; A16 decides whether applied equipment is lost as well.
    Died { seat: u8, at: map::Square, damage: u8 } = "died", "R36" =>
        { player: Player(seat), space: Square(at), damage: Number(damage) } +
        { equipment_goes: Flag(!game.options.drops_applied) };
    TreasureShown { seat: u8, value: u8 } = "treasure_shown", "R42" => { player: Player(seat), value: Number(value) };
    StackLeft { seat: u8, at: map::Square, treasure: Values, equipment: Values } = "stack_left", "R37" => {
        player: Player(seat), space: Square(at),
        treasure: Coins(Suit::Crowns, treasure), equipment: Coins(Suit::Arms, equipment),
    } + { loot: Loot(treasure, equipment) };
    StackTaken { seat: u8, treasure: Values, equipment: Values } = "stack_taken", "R40" => {
        player: Player(seat), treasure: Coins(Suit::Crowns, treasure), equipment: Coins(Suit::Arms, equipment),
    } + { loot: Loot(treasure, equipment) };
    Entered { seat: u8, at: map::Square } = "entered", "R38" => { player: Player(seat), space: Square(at) };
    Waited { seat: u8 } = "waited", "R38" => { player: Player(seat) };
    Revealed { seat: u8, treasure: Values } = "revealed", "R42" =>
        { player: Player(seat), treasure: Coins(Suit::Crowns, treasure), total: Number(treasure.sum()) } +
        { loot: Loot(treasure, Values::default()) };
    /// These seats (one bit each) have the highest total.
    Tied { seats: u8 } = "tied", "R43" => { players: Players(seats) };
    Won { seat: u8, total: u8 } = "won", "R42" => { player: Player(seat), total: Number(total) };
}

/// A player's damage; a character killed by it no longer shows it.
fn damage_of(p: &Position, seat: u8) -> u8 {
    let player = &p.players[usize::from(seat)];
    if player.pawn.is_some() {
        player.hurt()
    } else {
        DEADLY
    }
}
