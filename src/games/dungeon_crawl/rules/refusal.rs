//! Reasons why a move is illegal.

use super::noun::{Coin, Role, Square, Tile};
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map;
use crate::games::dungeon_crawl::data::piece::{Code, Suit, VALUES};
use crate::games::shared::event::events;
use crate::games::shared::noun::{Flag, Number, Player, Side};
use crate::games::side;

events! {
    /// A broken rule, with the details needed to explain it.
    pub enum Refusal of Crawl, in "refusals", with (game, p);

    /// The move belongs to another step.
    NotNow = "wrong_step", "R18" => {};
    GameOver = "game_over", "R41" => {};
    BadDie = "bad_die", "A30" => {};
    BadCompass = "bad_compass", "R6" => {};
    BadTile = "bad_tile", "R8" => {};
    TileSeen { tile: Code } = "tile_already_seen", "R8" => {} + { tile: Tile(tile) };
    BadSite { side: side::Side } = "bad_site", "R10" => {} + { side: Side(side) };
    /// Perhaps no coin `exists` with this value.
    NoSuchCoin { value: u8 } = "no_such_coin", "R11" => {} +
        { value: Number(value), exists: Flag(usize::from(value) < VALUES) };
    NotAnEntrance { at: map::Square } = "not_an_entrance", "R15" => {} + { space: Square(at) };
    MustMove = "must_move", "R19" => {};
    NotALine { to: map::Square } = "not_a_line", "R20" => {} + { space: Square(to) };
    NoFloor { to: map::Square } = "no_floor", "R21" => {} + { space: Square(to) };
    /// The line crosses the void here, or is `squeezed` between two voids before this space.
    Gap { at: map::Square, squeezed: bool } = "gap", if squeezed { "A11" } else { "R21" } => {} +
        { space: Square(at), squeezed: Flag(squeezed) };
    PassesCharacter { seat: usize } = "passes_character", "R23" => {} + { player: Player(seat as u8) };
    Occupied { seat: usize } = "occupied", "R23" => {} + { player: Player(seat as u8) };
    PassesCoin { at: map::Square } = "passes_coin", "R22" => {} + { space: Square(at) };
    CoinSeen { coin: Code } = "coin_already_seen", "R24" => {} + { coin: Coin(coin) };
    NotEnoughExperience { suit: Suit } = "not_enough_experience", "R25" => {} + {
        player: Player(p.acting), points: Number(p.players[p.actor()].experience[suit as usize].len()), kind: Role(suit),
    };
    NotEnoughEquipment { seat: u8 } = "not_enough_equipment", "R34" => {} +
        { player: Player(seat), points: Number(p.players[usize::from(seat)].equipment.len()) };
    MoreThanDamage { damage: u8 } = "more_than_damage", "R31" => {} + { damage: Number(damage) };
    AttackSelf = "cannot_attack_self", "R34" => {};
    NotAdjacent = "not_adjacent", "R34" => {};
    /// The defender has no `treasure`, or no free equipment.
    NothingOfThatKind { seat: u8, treasure: bool } = "nothing_of_that_kind", "R35" => {} +
        { player: Player(seat), treasure: Flag(treasure) };
    /// A player cannot have this treasure, which would be stolen, or `shown`.
    NotHeld { seat: u8, value: u8, shown: bool } = "not_held", if shown { "R42" } else { "R35" } => {} +
        { player: Player(seat), value: Number(value), shown: Flag(shown) };
    /// The table wants to end the game before answering a question.
    TellFirst = "tell_first", "R37" => {} + { player: Player(p.acting) };
}
