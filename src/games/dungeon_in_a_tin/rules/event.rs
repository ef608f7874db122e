//! The events of the game.

use super::moves::Coins;
use super::noun::{
    Attack, Card, Colour, Dealt, Exits, Monster, Payment, PlaceOf, Room, Tile, Token,
};
use super::position::{EXPERIENCE_FOR_LEVEL, Fate};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{self, Kind};
use crate::games::shared::event::events;
use crate::games::shared::noun::{Flag, Letter, Number, Player, Players, Side, Sides};
use crate::games::side;

events! {
    /// An event. `seat` is the player concerned; tiles, cards and rooms are indices.
    pub enum Event of Dungeon, in "events", with (game, p);

    /// A card was dealt to a first hand.
    Dealt { seat: u8, card: u8 } = "card_dealt", "R11" => { player: Player(seat), card: Dealt(game.options.open_hands.then_some(card)) };
    /// A first hand was dealt face down.
    HandDealt { seat: u8, cards: u8 } = "hand_dealt", "R11" => { player: Player(seat), cards: Number(cards) };
    /// A turn began.
    TurnBegan { turn: u32 } = "turn_began", "R23" => { turn: Number(turn) };
    /// A number was rolled for the turn order.
    OrderRolled { seat: u8, roll: u8 } = "order_rolled", "R21" => { player: Player(seat), roll: Number(roll) };
    /// These seats (one bit each) tied and roll again.
    OrderTied { seats: u8 } = "order_tied", "R21" => { players: Players(seats) };
    /// This player goes first in this turn.
    GoesFirst { seat: u8 } = "goes_first", "R21" => { player: Player(seat) };
    /// Ten experience became a level (R78).
    LevelGained { seat: u8, level: u8 } = "level_gained", "R79" =>
        { player: Player(seat), level: Number(level) } + { cost: Number(EXPERIENCE_FOR_LEVEL) };
    /// A card was drawn in step 1; no `card` if only its owner knows it.
    CardRefreshed { seat: u8, card: Option<u8> } = "card_drawn", "R25" =>
        { player: Player(seat), card: Dealt(card.filter(|_| game.options.open_hands)) };
    /// A card of a discarded closed hand was shown.
    CardShown { seat: u8, card: u8 } = "card_shown", match p.players[usize::from(seat)].fate {
        Fate::Home => "R87",
        Fate::Left => "A39",
        Fate::Dead | Fate::InDungeon => "R88",
    } => { player: Player(seat), card: Card(card) };
    /// The discarded cards became the deck.
    Reshuffled { cards: u8 } = "cards_reshuffled", "R26" => { cards: Number(cards) };
    /// A token was taken from the floor.
    Took { seat: u8, kind: Kind } = "treasure_taken", "R28" => { player: Player(seat), token: Token(kind) };
    /// A token was put on the floor.
    Dropped { seat: u8, kind: Kind } = "treasure_dropped", "R28" => { player: Player(seat), token: Token(kind) };
    /// An item was bought.
    Bought { seat: u8, kind: Kind } = "item_bought", "R34" => { player: Player(seat), token: Token(kind) };
    /// Coins were paid for everything bought.
    Paid { seat: u8, coins: Coins, price: u32 } = "coins_paid", "R35" =>
        { player: Player(seat), coins: Payment(coins), price: Number(price) } + { paid: Number(game.data.gold(coins.into())) };
    /// A potion was drunk.
    Drank { seat: u8 } = "potion_drunk", "R37" => { player: Player(seat), hearts: Number(game.data.hearts) };
    /// A lock was opened for good; `room` has the keyhole.
    Unlocked { seat: u8, room: u8, side: side::Side } = "unlocked", "R54" =>
        { player: Player(seat), room: Room(room), side: Side(side) };
    /// A rope was left in the Chasm.
    Bridged { seat: u8, room: u8 } = "chasm_bridged", "R56" => { player: Player(seat), room: Room(room) };
    /// A player declared an exit.
    Declared { seat: u8, side: side::Side } = "move_declared", "R40" => { player: Player(seat), side: Side(side) };
    /// A player stays.
    Stayed { seat: u8 } = "stayed", "R38" => { player: Player(seat) };
    /// An item of a player who died or left remains in the room.
    LeftBehind { seat: u8, kind: Kind } = "left_behind",
        if p.players[usize::from(seat)].fate == Fate::Dead { "R88" } else { "A39" } =>
        { player: Player(seat), room: Room(p.players[usize::from(seat)].room), token: Token(kind) };
    /// A player left the dungeon for good.
    Left { seat: u8, gold: u32 } = "left", "R85" => { player: Player(seat), gold: Number(gold) };
    /// A tile did not fit; `known` if everybody knew it was next.
    TileSkipped { tile: u8, known: bool } = "tile_skipped", "R49" => { tile: Tile(tile), known: Flag(known) };
    /// The tile to place was drawn; `known` if everybody knew it was next.
    TileDrawn { seat: u8, tile: u8, known: bool } = "tile_drawn", "R45" =>
        { player: Player(seat), tile: Tile(tile), known: Flag(known) };
    /// A tile was laid (R45).
    TilePlaced { room: u8 } = "tile_placed", "R46" => {
        tile: Room(room), x: Number(p.room(room).x), y: Number(p.room(room).y), arrow: Side(p.room(room).arrow),
        exits: Exits(p.room(room).exits, p.room(room).locked), locked: Sides(p.room(room).locked),
    } + { letter: Letter(p.room(room).arrow) };
    /// Nothing will ever be placed behind this exit.
    ExitBlocked { room: u8, side: side::Side } = "exit_blocked", "R50" => { room: Room(room), side: Side(side) };
    /// A knight moved; `fled` if away from monsters.
    Moved { seat: u8, room: u8, side: side::Side, fled: bool } = "moved", if fled { "R39" } else { "R42" } =>
        { player: Player(seat), room: Room(room), side: Side(side), fled: Flag(fled) } + { letter: Letter(side) };
    /// The way was locked.
    MetLock { seat: u8, room: u8, side: side::Side } = "met_lock", "R43" =>
        { player: Player(seat), room: Room(room), side: Side(side) };
    /// The way was walled up.
    MetWall { seat: u8, side: side::Side } = "met_wall", "R43" => { player: Player(seat), side: Side(side) };
    /// There is nothing behind the exit.
    MetNothing { seat: u8, side: side::Side } = "met_nothing", "R43" => { player: Player(seat), side: Side(side) };
    /// The maiden is safe.
    Rescued { seat: u8 } = "maiden_rescued", "R82" => { player: Player(seat) };
    /// A player is home.
    WentHome { seat: u8, score: u32 } = "went_home", "R87" =>
        { player: Player(seat), score: Number(score) } + { items: Flag(game.options.items_score) };
    /// A monster die was taken from another room.
    DieMoved { from: u8, monster: piece::Monster } = "die_moved", "R65" => { from: Room(from), place: PlaceOf(from), monster: Monster(monster) };
    /// There is no die for a monster.
    NoDie { colour: piece::Colour, room: u8 } = "no_die", "R65" => { room: Room(room), colour: Colour(colour) };
    /// A monster die was rolled for a room.
    MonsterCame { room: u8, monster: piece::Monster } = "monster_came", "R59" =>
        { room: Room(room), monster: Monster(monster) };
    /// A token was drawn for a room.
    TreasureFound { room: u8, kind: Kind } = "treasure_found", "R61" => { room: Room(room), token: Token(kind) };
    /// No treasure is left to draw.
    PoolDry { room: u8 } = "pool_dry", "A26" => { room: Room(room) };
    /// Discarded treasure became the pool.
    PoolRefilled { tokens: u32 } = "pool_refilled", "A26" => { tokens: Number(tokens) };
    /// The maiden was placed in her room.
    MaidenFound { room: u8 } = "maiden_found", "R62" => { room: Room(room) };
    /// The attack die was rolled.
    Attacked { seat: u8, monster: piece::Monster, attack: piece::Attack } = "attacked", "R69" =>
        { player: Player(seat), monster: Monster(monster), attack: Attack(attack) };
    /// A card was played in answer.
    CardPlayed { seat: u8, card: u8, from_deck: bool } = "card_played", "R70" =>
        { player: Player(seat), card: Card(card), from_deck: Flag(from_deck) };
    /// A bomb was added.
    BombAdded { seat: u8 } = "bomb_added", "R72" => { player: Player(seat) };
    /// The combat die killed a monster (R75).
    FightWon { seat: u8, monster: piece::Monster, roll: u8, modifier: i16 } = "monster_killed", "R74" =>
        { player: Player(seat), monster: Monster(monster), roll: Number(roll), modifier: Number(modifier) };
    /// The combat die lost a fight (R77).
    FightLost { seat: u8, monster: piece::Monster, roll: u8, modifier: i16 } = "fight_lost", "R74" =>
        { player: Player(seat), monster: Monster(monster), roll: Number(roll), modifier: Number(modifier) };
    /// Experience was gained for a kill.
    ExperienceGained { seat: u8, experience: u8 } = "experience_gained", "R75" =>
        { player: Player(seat), experience: Number(experience) } + { cost: Number(EXPERIENCE_FOR_LEVEL) };
    /// A heart was lost in a fight.
    HeartLost { seat: u8, hearts: u8 } = "heart_lost", "R77" => { player: Player(seat), hearts: Number(hearts) };
    /// A killed monster's treasure was drawn.
    LootFound { seat: u8, kind: Kind } = "loot_found", "R75" => { player: Player(seat), token: Token(kind) };
    /// A player died (R77).
    Died { seat: u8 } = "died", "R88" => { player: Player(seat) } +
        { room: Room(p.players[usize::from(seat)].room), coins_stay: Flag(game.options.coins_to_floor) };
}
