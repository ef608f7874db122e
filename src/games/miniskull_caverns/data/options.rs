//! The options of a table (section 8.1 of the rules), and the choice of a map.

use crate::games::shared::options::options;
use crate::games::{NUMBER, Setup};

options! {
    with (setup, value);

    /// R2: the map cards are back up.
    backs: bool = value == "catacombs", from "map" of ["cellars", "catacombs"]:
        "The map cards are laid front up (Cellars), or back up (Catacombs).";
    /// R2: a single player uses the layout for three.
    solo_red: bool = value == "red", from "solo_layout" of ["green", "red"]:
        "In a solo game, the map cards are laid so that the green Tiny is complete, or the red one.";
    /// R120: the Challenging Variant.
    challenging: bool = value == "true", from "challenging" of ["false", "true"]:
        "A Gem is also found when the die equals the noise, or only when their sum is prime.";
    /// A9: in the Challenging Variant, a 3 at noise 3 finds a Gem.
    chart_at_three: bool = value == "chart", from "challenging_noise3" of ["formula", "chart"]:
        "In the Challenging Variant, a 3 at noise 3 finds nothing, or finds a Gem as on the printed chart.";
    /// A8: the adjustment is chosen together with the Control.
    exert_at_once: bool = value == "place", from "exert_choice" of ["adjust", "place"]:
        "The effect of exerted Strength is chosen when the Action card is turned, or together with the Control.";
    /// A15: a hero on a Gem may use Search to move instead.
    search_may_move: bool = value == "choice", from "search_or_move" of ["strict", "choice"]:
        "A Search on a Gem must search, or may move one space instead.";
    /// A13: each poorer hero passed must be paid for.
    passage_by_hero: bool = value == "hero", from "passage_cost" of ["space", "hero"]:
        "Passing poorer heroes costs 1 Strength per space, or 1 per hero.";
    /// A26: damage that takes the last Strength drops only one Gem.
    single_drop: bool = value == "single", from "double_drop" of ["both", "single"]:
        "A fight that does 2 damage and takes the last Strength drops two Gems, or one.";
    /// A23: heroes may help against Tiny from any space.
    help_from_anywhere: bool = value == "anywhere", from "tiny_helpers" of ["anywhere", "centre"]:
        "Other heroes may help against Tiny from anywhere, or only on the centre space.";
    /// A24: helpers cannot take Tiny's last point of Strength.
    helpers_leave_one: bool = value == "leave_one", from "helper_kill" of ["qualifier", "leave_one"]:
        "When a helper defeats Tiny, the hero with the Gems wins, or helpers cannot take Tiny's last Strength.";
    /// A38: the most rounds; 0 for no limit.
    round_limit: u32 = value.parse().unwrap_or_default(), from "round_limit" of ["0", NUMBER]:
        "The game ends without a winner after this many rounds; 0 means no limit.";
    /// A36: a lone hero who spends the last Strength on Tiny loses.
    last_strength_loses: bool = value == "lose", from "solo_last_strength" of ["win", "lose"]:
        "In a solo game, defeating Tiny with the last Strength wins, or loses.";
    /// R122: Hide gives both Strength and time.
    hide_gives_both: bool = value == "both", from "solo_hide" of ["either", "both"]:
        "In a solo game, Hide gives Strength or turns a countdown die up, or it does both.";
    /// R123: a countdown die that was discarded may come back.
    clock_revives: bool = value == "true", from "solo_clock_revive" of ["false", "true"]:
        "In a solo game, a discarded countdown die is gone, or comes back at 1 when the other would rise above 6.";
    /// R124: the number of Gems that a lone hero needs.
    solo_required: u8 = value.parse().unwrap_or_default(), from "solo_required" of ["4", "3", "2", "1"]:
        "The number of Gems needed in a solo game.";
    /// R125: the turns that a lone hero has.
    solo_turns: u8 = value.parse().unwrap_or_default(),
        from "solo_turns" of ["12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2"]:
        "The number of turns at the start of a solo game.";
    /// R126: the Strength that a lone hero starts with.
    solo_strength: u8 = value.parse().unwrap_or_default(), from "solo_strength" of ["4", "3", "2", "1"]:
        "The Strength of the hero at the start of a solo game.";
    /// R127: a Surprise Attack may turn the countdown instead of moving.
    surprise_or_clock: bool = value == "or", from "solo_surprise" of ["both", "or"]:
        "In a solo game, a Surprise Attack moves and turns a countdown die up, or does only one of the two.";
}

/// Why an option has no effect with this set-up.
pub fn inert(setup: &Setup, name: &str) -> Option<&'static str> {
    match name {
        "passage_cost" | "tiny_helpers" | "helper_kill" => {
            (setup.players.len() == 1).then_some("it is for several heroes")
        }
        "challenging_noise3" => {
            let challenging = crate::games::miniskull_caverns::ENTRY.value(setup, "challenging");
            (challenging == "false").then_some("it is for the Challenging Variant")
        }
        _ => None,
    }
}

/// Checks that every chosen option has an effect at this table.
pub fn check(setup: &Setup) -> Result<(), String> {
    let alone = setup.players.len() == 1;
    // A journal names every option, with the defaults of those not chosen.
    let is_chosen = |name: &str, value: &str| {
        !LIST
            .iter()
            .any(|option| option.name == name && option.default() == value)
    };
    let mut chosen = setup
        .options
        .iter()
        .filter(|(name, value)| is_chosen(name, value));
    match chosen.find(|(name, _)| name.starts_with("solo_") && !alone) {
        Some((name, _)) => Err(format!(
            "`{name}` is for solo games; leave it out, or play alone"
        )),
        None => Ok(()),
    }
}
