//! Short words at things on the table: in the drawing, in the picture, beside players.

use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::rules::noun::{Compass, Holdings, Loot, Square};
use crate::games::shared::noun::{Flag, Number, Player, Text};
use crate::games::shared::phrase::phrases;

phrases! {
    /// A label.
    pub enum Label of Crawl, in "board";

    /// Over the turns of a round.
    Round { round: Number } = "round";
    /// The players at the end of a turn, each with the number of treasures.
    Standings { standings: Vec<Text> } = "standings";
    Space { holdings: Holdings } = "space";
    Treasure { holdings: Holdings } = "treasure";
    Equipment { holdings: Holdings } = "equipment";
    Experience { holdings: Holdings } = "experience";
    Damage { holdings: Holdings } = "damage";
    /// Everything in front of a player.
    Holdings { holdings: Holdings } = "holdings";
    /// A player beside the others.
    Standing { holdings: Holdings } = "standing";
    /// A player in the picture, and whether it is that player's turn.
    Mat { acts: Flag, holdings: Holdings } = "mat";
    Out = "out";
    TreasureRow { holdings: Holdings } = "treasure_row";
    EquipmentRow = "equipment_row";
    TrapRow = "trap_row";
    MonsterRow = "monster_row";
    DamageRow = "damage_row";
    Tiles { count: Number } = "tiles";
    Left { count: Number } = "left";
    /// While the game is on: the treasures found, and the coins `gone` from it.
    Progress { found: Number, all: Number, gone: Number } = "progress";
    Built = "built";
    Stack { tiles: Number } = "stack";
    Pile { coins: Vec<Text> } = "pile";
    Compass { compass: Compass } = "compass";
    Turn { turn: Number } = "turn";
    Found { found: Number, all: Number } = "found";
    Remains { space: Square, loot: Loot } = "remains";
    Idle { turns: Number } = "idle";
    Floor = "floor";
    Coins = "coins";
    LeftBehind = "left_behind";
    Choice = "choice";
    TakesCoin = "takes_coin";
    TakesTile = "takes_tile";
    MoreRows { count: Number } = "more_rows";
    TurnCoin = "turn_coin";
    Beside { player: Player } = "beside";
    Elsewhere = "elsewhere";
}
