//! The options of a table (section 8 of the rules) and the variants.

use super::layout::Touching;
use crate::games::piecepack::Suit;
use crate::games::shared::options::options;
use crate::games::{ORDER, Setup};

options! {
    with (setup, value);

    /// The gold that wins (R6).
    goal: u32 = value.parse().unwrap_or_default(), from "goal" of ["30", "1-999"]:
        "The game ends after the round in which somebody has this much gold.";
    /// R3, A2: the players' suits by seat, then the unused ones; with two players the first of these is neutral.
    suits: [Suit; 4] = Suit::in_order(value), from "suits" of ["SMCA", ORDER]:
        "The players' suits in seating order; with two players, the third is for the neutral tiles.";
    /// A4: which tiles may touch.
    touching: Touching = if value == "walls" { Touching::Walls } else { Touching::Strict },
        from "touching" of ["strict", "walls"]: "Tiles that do not match may not touch, or have a wall between them.";
    /// A6: a tile must be laid where a floating set can be joined.
    join_anywhere: bool = value == "anywhere", from "join_duty" of ["as_placed", "anywhere"]:
        "A floating set must be joined if the tile lies where it can be, or the tile must also be placed where that is possible.";
    /// A12: coins may be placed on the entrance.
    entrance_coins: bool = value == "true", from "entrance_coins" of ["false", "true"]:
        "Coins may be placed on the entrance.";
    /// A14: potions and swords are placed value up.
    open_items: bool = value == "open", from "items" of ["hidden", "open"]:
        "Potions and swords are placed value down, or value up.";
    /// A24: all damage is paid for, even beyond the hero's power.
    overkill_pays: bool = value == "true", from "overkill_pays" of ["false", "true"]:
        "A monster also pays for damage beyond the power a hero has left.";
    /// A27: a dying hero may drink a potion.
    deathbed_potion: bool = value == "true", from "deathbed_potion" of ["false", "true"]:
        "A hero may drink a potion after a blow that would kill.";
    /// A31: a dead hero's loss is rounded down instead of what he keeps.
    lose_floor: bool = value == "lose_floor", from "death_half" of ["keep_floor", "lose_floor"]:
        "The halves that a dead hero keeps are rounded down, or up.";
    /// A34: a tie is played on.
    play_on: bool = value == "play_on", from "tie" of ["shared", "play_on"]:
        "Players who tie for the most gold win together, or play on.";
    /// A44: the most rounds; 0 for no limit.
    round_limit: u32 = value.parse().unwrap_or_default(), from "round_limit" of ["0", "1-999"]:
        "The game ends after this many rounds; 0 means no limit.";
    /// V1: the dungeon is deadly.
    deadly: bool = value == "true", from "deadly_dungeon" of ["false", "true"]:
        "Variant: a dead hero's tiles are worth nothing.";
    /// V2: a hero may leave at any time.
    retreat: bool = value == "true", from "timed_retreat" of ["false", "true"]:
        "Variant: a hero may leave before all of the owner's tiles are explored.";
    /// V3: other heroes may enter after a dead one.
    successors: bool = value == "true", from "multiple_explorers" of ["false", "true"]:
        "Variant: when a hero dies, another may enter.";
}

/// Why an option has no effect with this set-up.
pub fn inert(setup: &Setup, name: &str) -> Option<&'static str> {
    let deadly = crate::games::dungeonbuilders::ENTRY.value(setup, "deadly_dungeon") == "true";
    (name == "death_half" && deadly).then_some("in the deadly dungeon the dead keep nothing")
}
