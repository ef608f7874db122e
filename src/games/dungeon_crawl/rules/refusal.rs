//! Reasons why a move is illegal.

use crate::games::dungeon_crawl::data::map::Square;
use crate::games::dungeon_crawl::data::piece::{Code, Suit};
use crate::referee::RuleId;

/// A broken rule, with the details needed to explain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The move belongs to another step.
    NotNow,
    GameOver,
    BadDie,
    BadCompass,
    BadTile,
    TileSeen(Code),
    BadSite,
    NoSuchCoin(u8),
    NotAnEntrance(Square),
    MustMove,
    NotALine(Square),
    NoFloor(Square),
    /// The line crosses the void here.
    Gap(Square),
    /// The line passes between two voids here (A11).
    Squeeze(Square),
    PassesCharacter(usize),
    Occupied(usize),
    PassesCoin(Square),
    CoinSeen(Code),
    NotEnoughExperience(Suit),
    NotEnoughEquipment,
    MoreThanDamage,
    AttackSelf,
    NotAdjacent,
    NoTreasure,
    NoEquipment,
    NotHeld,
    NotShown(u8),
}

impl Refusal {
    /// The rule that the move would break.
    pub fn rule(self) -> RuleId {
        use Refusal::*;
        match self {
            NotNow => "R18",
            GameOver => "R41",
            BadDie => "A30",
            BadCompass => "R6",
            BadTile | TileSeen(_) => "R8",
            BadSite => "R10",
            NoSuchCoin(_) => "R11",
            NotAnEntrance(_) => "R15",
            MustMove => "R19",
            NotALine(_) => "R20",
            NoFloor(_) | Gap(_) => "R21",
            Squeeze(_) => "A11",
            PassesCharacter(_) | Occupied(_) => "R23",
            PassesCoin(_) => "R22",
            CoinSeen(_) => "R24",
            NotEnoughExperience(_) => "R25",
            NotEnoughEquipment => "R34",
            MoreThanDamage => "R31",
            AttackSelf | NotAdjacent => "R34",
            NoTreasure | NoEquipment | NotHeld => "R35",
            NotShown(_) => "R42",
        }
    }

    /// The stable name of the refusal, as in the rules' dossier.
    pub fn code(self) -> &'static str {
        use Refusal::*;
        match self {
            NotNow => "wrong_step",
            GameOver => "game_over",
            BadDie => "bad_die",
            BadCompass => "bad_compass",
            BadTile => "bad_tile",
            TileSeen(_) => "tile_already_seen",
            BadSite => "bad_site",
            NoSuchCoin(_) => "no_such_coin",
            NotAnEntrance(_) => "not_an_entrance",
            MustMove => "must_move",
            NotALine(_) => "not_a_line",
            NoFloor(_) => "no_floor",
            Gap(_) | Squeeze(_) => "gap",
            PassesCharacter(_) => "passes_character",
            Occupied(_) => "occupied",
            PassesCoin(_) => "passes_coin",
            CoinSeen(_) => "coin_already_seen",
            NotEnoughExperience(_) => "not_enough_experience",
            NotEnoughEquipment => "not_enough_equipment",
            MoreThanDamage => "more_than_damage",
            AttackSelf => "cannot_attack_self",
            NotAdjacent => "not_adjacent",
            NoTreasure | NoEquipment => "nothing_of_that_kind",
            NotHeld | NotShown(_) => "not_held",
        }
    }
}
