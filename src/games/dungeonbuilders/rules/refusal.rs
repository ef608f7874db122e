//! Reasons why a move is illegal.

use crate::games::dungeonbuilders::data::layout::{Cell, Obstacle};
use crate::games::dungeonbuilders::data::tile::{Tile, Tiles};
use crate::games::piecepack::Suit;
use crate::referee::RuleId;

/// A broken rule, with the details needed to explain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The move belongs to another step.
    NotNow,
    GameOver,
    NoSuchPlayer,
    PileEmpty,
    PileLeft,
    NoCoin,
    NoRoom(Tile),
    NotOnTable(Tile),
    CoinOnEntrance,
    NotInHand(u8),
    NoMonsterLeft,
    NotInPlay(Tile),
    TileSeen(Tile),
    /// The drawn tile, or one of a set, cannot be placed there.
    Blocked {
        tile: Tile,
        cell: Cell,
        by: Obstacle,
    },
    /// A6: no set could be joined from there, but from elsewhere one could.
    NoJoinThere,
    OwnSet(Tile),
    AnchorMisfit(Tile),
    /// The same tiles would be placed the same way under another name (A9).
    SameAs {
        anchor: Tile,
        side: crate::games::side::Side,
        quarters: u8,
    },
    AlreadyLaid(Tile),
    NotInDungeon(Tile),
    NothingToLift,
    StillInHand(Tiles),
    CutOff(Tile),
    NoPath,
    TooMuch(u16),
    BidBefore(u16),
    NotConnected(Tile),
    Visited(Tile),
    OwnTilesLeft(Tiles),
    NoPotion(Suit),
    NotHurt,
    NoCoinThere,
    NotPossible(u8),
    BadDie,
}

impl Refusal {
    /// The rule that the move would break.
    pub fn rule(self) -> RuleId {
        use Refusal::*;
        match self {
            NotNow => "R10",
            GameOver => "R63",
            NoSuchPlayer => "R9",
            PileEmpty => "R12",
            PileLeft => "R23",
            NoCoin | NotInHand(_) => "R12",
            NoRoom(_) | NotOnTable(_) => "R25",
            CoinOnEntrance => "A12",
            NoMonsterLeft => "R26",
            NotInPlay(_) => "R1",
            TileSeen(_) => "R14",
            Blocked { by: Obstacle::Taken(_) | Obstacle::Apart, .. } => "R15",
            Blocked { by: Obstacle::Mismatch(_), .. } => "A4",
            Blocked { by: Obstacle::Square, .. } => "R20",
            NoJoinThere => "A6",
            OwnSet(_) => "R18",
            AnchorMisfit(_) => "R16",
            SameAs { .. } => "A9",
            AlreadyLaid(_) | NotInDungeon(_) | NothingToLift | StillInHand(_) | CutOff(_) | NoPath => "R24",
            TooMuch(_) | BidBefore(_) => "R38",
            NotConnected(_) => "R45",
            Visited(_) => "A33",
            OwnTilesLeft(_) => "R46",
            NoPotion(_) | NotHurt => "R53",
            NoCoinThere => "R47",
            NotPossible(_) => "R4",
            BadDie => "A23",
        }
    }

    /// The stable name of the refusal.
    pub fn code(self) -> &'static str {
        use Refusal::*;
        match self {
            NotNow => "wrong_step",
            GameOver => "game_over",
            NoSuchPlayer => "no_such_player",
            PileEmpty => "pile_empty",
            PileLeft => "pile_not_empty",
            NoCoin | NotInHand(_) => "not_in_hand",
            NoRoom(_) => "tile_full",
            NotOnTable(_) => "not_on_table",
            CoinOnEntrance => "coin_on_entrance",
            NoMonsterLeft => "no_monster_left",
            NotInPlay(_) => "not_in_play",
            TileSeen(_) => "tile_already_seen",
            Blocked { by: Obstacle::Taken(_), .. } => "taken",
            Blocked { by: Obstacle::Apart, .. } => "not_connected",
            Blocked { by: Obstacle::Mismatch(_), .. } => "touches",
            Blocked { by: Obstacle::Square, .. } => "square",
            NoJoinThere => "no_join_there",
            OwnSet(_) => "own_set",
            AnchorMisfit(_) => "does_not_fit",
            SameAs { .. } => "same_join",
            AlreadyLaid(_) => "already_laid",
            NotInDungeon(_) => "not_in_dungeon",
            NothingToLift => "nothing_to_lift",
            StillInHand(_) => "tiles_left_out",
            CutOff(_) => "cut_off",
            NoPath => "no_path",
            TooMuch(_) => "too_much",
            BidBefore(_) => "bid_before",
            NotConnected(_) => "no_way",
            Visited(_) => "visited",
            OwnTilesLeft(_) => "own_tiles_left",
            NoPotion(_) => "no_potion",
            NotHurt => "not_hurt",
            NoCoinThere => "no_coin_there",
            NotPossible(_) => "not_possible",
            BadDie => "bad_die",
        }
    }
}
