//! The options of a table (section 8.1 of the rules), and the choice of a map.

use crate::games::{NUMBER, Setup, TableOption};

/// All options, for listing.
pub const LIST: &[TableOption] = &[
    TableOption {
        name: "map",
        values: &["cellars", "catacombs"],
        help: "The fronts of the map cards are laid out, or the backs.",
    },
    TableOption {
        name: "solo_layout",
        values: &["green", "red"],
        help: "Alone, the map cards are laid so that the green Tiny is complete, or the red one.",
    },
    TableOption {
        name: "challenging",
        values: &["false", "true"],
        help: "A Gem is also found when the die equals the noise, or only when their sum is prime.",
    },
    TableOption {
        name: "challenging_noise3",
        values: &["formula", "chart"],
        help: "In the Challenging Variant a 3 at noise 3 finds nothing, or finds a Gem as the printed chart has it.",
    },
    TableOption {
        name: "exert_choice",
        values: &["adjust", "place"],
        help: "What an exerted Strength does is chosen when the Action card is turned, or already with the Control.",
    },
    TableOption {
        name: "search_or_move",
        values: &["strict", "choice"],
        help: "On a Gem a Search must search, or may move one space instead.",
    },
    TableOption {
        name: "passage_cost",
        values: &["space", "hero"],
        help: "Passing poorer heroes costs 1 Strength a space, or 1 for each of them.",
    },
    TableOption {
        name: "double_drop",
        values: &["both", "single"],
        help: "A fight that does 2 damage and takes the last Strength drops two Gems, or one.",
    },
    TableOption {
        name: "tiny_helpers",
        values: &["anywhere", "centre"],
        help: "Others help to fight Tiny from anywhere, or on the centre space only.",
    },
    TableOption {
        name: "helper_kill",
        values: &["qualifier", "leave_one"],
        help: "When a helper defeats Tiny the hero with the Gems wins, or helpers cannot take Tiny's last Strength.",
    },
    TableOption {
        name: "round_limit",
        values: &["0", NUMBER],
        help: "The game ends without a winner after so many rounds; 0 is never.",
    },
    TableOption {
        name: "solo_last_strength",
        values: &["win", "lose"],
        help: "Alone, defeating Tiny with the last Strength wins, or loses.",
    },
    TableOption {
        name: "solo_hide",
        values: &["either", "both"],
        help: "Alone, Hide gives Strength or turns a countdown die up, or both.",
    },
    TableOption {
        name: "solo_clock_revive",
        values: &["false", "true"],
        help: "Alone, a discarded countdown die is gone, or comes back at 1 when the other would rise beyond 6.",
    },
    TableOption { name: "solo_required", values: &["4", "3", "2", "1"], help: "Alone, so many Gems are needed." },
    TableOption {
        name: "solo_turns",
        values: &["12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2"],
        help: "Alone, the countdown starts with so many turns.",
    },
    TableOption {
        name: "solo_strength",
        values: &["4", "3", "2", "1"],
        help: "Alone, the hero starts with so much Strength.",
    },
    TableOption {
        name: "solo_surprise",
        values: &["both", "or"],
        help: "Alone, a Surprise Attack moves and turns a countdown die up, or does one of the two.",
    },
];

/// Why an option has no effect with this set-up.
pub fn inert(setup: &Setup, name: &str) -> Option<&'static str> {
    match name {
        "passage_cost" | "tiny_helpers" | "helper_kill" => (setup.players.len() == 1).then_some("it is for several heroes"),
        "challenging_noise3" => {
            let challenging = crate::games::miniskull_caverns::ENTRY.value(setup, "challenging");
            (challenging == "false").then_some("it is for the Challenging Variant")
        }
        _ => None,
    }
}

/// The options as the rules read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// R2: the map cards are back up.
    pub backs: bool,
    /// R2: a single player uses the layout for three.
    pub solo_red: bool,
    /// R120: the Challenging Variant.
    pub challenging: bool,
    /// A9: in the Challenging Variant, a 3 at noise 3 finds a Gem.
    pub chart_at_three: bool,
    /// A8: the adjustment is chosen together with the Control.
    pub exert_at_once: bool,
    /// A15: a hero on a Gem may use Search to move instead.
    pub search_may_move: bool,
    /// A13: each poorer hero passed must be paid for.
    pub passage_by_hero: bool,
    /// A26: damage that takes the last Strength drops only one Gem.
    pub single_drop: bool,
    /// A23: heroes may help against Tiny from any space.
    pub help_from_anywhere: bool,
    /// A24: helpers cannot take Tiny's last point of Strength.
    pub helpers_leave_one: bool,
    /// A38: the most rounds; 0 for no limit.
    pub round_limit: u32,
    /// A36: a lone hero who spends the last Strength on Tiny loses.
    pub last_strength_loses: bool,
    /// R122: Hide gives both Strength and time.
    pub hide_gives_both: bool,
    /// R123: a countdown die that was discarded may come back.
    pub clock_revives: bool,
    /// R124: the Gems that a lone hero needs.
    pub solo_required: u8,
    /// R125: the turns that a lone hero has.
    pub solo_turns: u8,
    /// R126: the Strength that a lone hero starts with.
    pub solo_strength: u8,
    /// R127: a Surprise Attack may turn the countdown instead of moving.
    pub surprise_or_clock: bool,
}

impl Options {
    /// Reads the options of a set-up whose words were checked against [`LIST`].
    pub fn new(setup: &Setup) -> Options {
        let value = |name| crate::games::miniskull_caverns::ENTRY.value(setup, name);
        let is = |name, wanted| value(name) == wanted;
        let number = |name| value(name).parse().unwrap_or_default();
        Options {
            backs: is("map", "catacombs"),
            solo_red: is("solo_layout", "red"),
            challenging: is("challenging", "true"),
            chart_at_three: is("challenging_noise3", "chart"),
            exert_at_once: is("exert_choice", "place"),
            search_may_move: is("search_or_move", "choice"),
            passage_by_hero: is("passage_cost", "hero"),
            single_drop: is("double_drop", "single"),
            help_from_anywhere: is("tiny_helpers", "anywhere"),
            helpers_leave_one: is("helper_kill", "leave_one"),
            round_limit: value("round_limit").parse().unwrap_or_default(),
            last_strength_loses: is("solo_last_strength", "lose"),
            hide_gives_both: is("solo_hide", "both"),
            clock_revives: is("solo_clock_revive", "true"),
            solo_required: number("solo_required"),
            solo_turns: number("solo_turns"),
            solo_strength: number("solo_strength"),
            surprise_or_clock: is("solo_surprise", "or"),
        }
    }
}

/// Checks that every chosen option has an effect at this table.
pub fn check(setup: &Setup) -> Result<(), String> {
    let alone = setup.players.len() == 1;
    // A journal names every option, with the defaults of those not chosen.
    let is_wish = |name: &str, value: &str| !LIST.iter().any(|option| option.name == name && option.default() == value);
    let mut wishes = setup.options.iter().filter(|(name, value)| is_wish(name, value));
    match wishes.find(|(name, _)| name.starts_with("solo_") && !alone) {
        Some((name, _)) => Err(format!("`{name}` is for a game of one; leave it out, or play alone")),
        None => Ok(()),
    }
}
