//! The options of a table (section 8 of the rules) and the variants.

use super::layout::Touching;
use crate::games::piecepack::Suit;
use crate::games::{ORDER, Setup, TableOption};

/// All options, for listing.
pub const LIST: &[TableOption] = &[
    TableOption {
        name: "goal",
        values: &["30", "1-999"],
        help: "The game ends after the round in which somebody has so much gold.",
    },
    TableOption {
        name: "suits",
        values: &["SMCA", ORDER],
        help: "The players' suits in seat order; with two players the third gives the neutral tiles.",
    },
    TableOption {
        name: "touching",
        values: &["strict", "walls"],
        help: "Tiles that do not fit may not touch, or have a wall between.",
    },
    TableOption {
        name: "join_duty",
        values: &["as_placed", "anywhere"],
        help: "A floating set must be joined where the tile lies, or the tile must go where one can be joined.",
    },
    TableOption { name: "entrance_coins", values: &["false", "true"], help: "Coins may lie on the entrance." },
    TableOption { name: "items", values: &["hidden", "open"], help: "Placed potions and swords lie hidden, or value up." },
    TableOption {
        name: "overkill_pays",
        values: &["false", "true"],
        help: "A monster pays for damage beyond the power a hero has left.",
    },
    TableOption {
        name: "deathbed_potion",
        values: &["false", "true"],
        help: "A potion may be drunk at the blow that would kill.",
    },
    TableOption {
        name: "death_half",
        values: &["keep_floor", "lose_floor"],
        help: "Halves that a dead hero keeps are rounded down, or up.",
    },
    TableOption { name: "tie", values: &["shared", "play_on"], help: "Who tie for most gold win together, or play on." },
    TableOption { name: "round_limit", values: &["0", "1-999"], help: "The game ends after so many rounds; 0 is no limit." },
    TableOption { name: "deadly_dungeon", values: &["false", "true"], help: "Variant: a dead hero's tiles count nothing." },
    TableOption {
        name: "timed_retreat",
        values: &["false", "true"],
        help: "Variant: a hero may leave before all own tiles are explored.",
    },
    TableOption {
        name: "multiple_explorers",
        values: &["false", "true"],
        help: "Variant: when a hero dies, another may enter.",
    },
];

/// Why an option has no effect with this set-up.
pub fn inert(setup: &Setup, name: &str) -> Option<&'static str> {
    let deadly = crate::games::dungeonbuilders::ENTRY.value(setup, "deadly_dungeon") == "true";
    (name == "death_half" && deadly).then_some("in the deadly dungeon the dead keep nothing")
}

/// The options as the rules read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The gold that wins (R6).
    pub goal: u32,
    /// R3, A2: the players' suits by seat, then the unused ones; with two players the first of these is neutral.
    pub suits: [Suit; 4],
    /// A4: which tiles may touch.
    pub touching: Touching,
    /// A6: a tile must be laid where a floating set can be joined.
    pub join_anywhere: bool,
    /// A12: coins may be placed on the entrance.
    pub entrance_coins: bool,
    /// A14: potions and swords are placed value up.
    pub open_items: bool,
    /// A24: all damage is paid for, even beyond the hero's power.
    pub overkill_pays: bool,
    /// A27: a dying hero may drink a potion.
    pub deathbed_potion: bool,
    /// A31: a dead hero's loss is rounded down, rather than what he keeps.
    pub lose_floor: bool,
    /// A34: a tie is played on.
    pub play_on: bool,
    /// A44: the most rounds; 0 for no limit.
    pub round_limit: u32,
    /// V1: the dungeon is deadly.
    pub deadly: bool,
    /// V2: a hero may leave at any time.
    pub retreat: bool,
    /// V3: other heroes may enter after a dead one.
    pub successors: bool,
}

impl Options {
    /// Reads the options of a set-up whose words were checked against [`LIST`].
    pub fn new(setup: &Setup) -> Options {
        let value = |name| crate::games::dungeonbuilders::ENTRY.value(setup, name);
        let is = |name, wished: &str| value(name) == wished;
        let number = |name| value(name).parse().unwrap_or_default();
        Options {
            goal: number("goal"),
            suits: Suit::in_order(value("suits")),
            touching: if is("touching", "walls") { Touching::Walls } else { Touching::Strict },
            join_anywhere: is("join_duty", "anywhere"),
            entrance_coins: is("entrance_coins", "true"),
            open_items: is("items", "open"),
            overkill_pays: is("overkill_pays", "true"),
            deathbed_potion: is("deathbed_potion", "true"),
            lose_floor: is("death_half", "lose_floor"),
            play_on: is("tie", "play_on"),
            round_limit: number("round_limit"),
            deadly: is("deadly_dungeon", "true"),
            retreat: is("timed_retreat", "true"),
            successors: is("multiple_explorers", "true"),
        }
    }
}
